"""How does a unit's base look on a picture: outline, notch, letter?"""

from collections.abc import Iterable, Mapping, Sequence
from math import cos, hypot, radians, sin

from astrike.dataclass import dataclass
from astrike.model.attack_answer import StandingUnit
from astrike.model.terrain import Point
from astrike.model.unit import Unit
from astrike.report.drawing.shapes import (
    Box,
    PictureFrame,
    circle_path,
    compass,
    emblem_has_room,
    path,
    polygon,
    tenth,
    text_width,
    unit_emblem,
)
from astrike.report.units.marks import UnitMark

LETTER_FROM = 8.0
"""Radius in pixels from which a base has room for its letter."""
_NOTCH_LEAST = 4.0
_NOTCH_WIDE = 35.0
_LETTER_TEXT, _TWO_TEXT = 12.0, 9.5
"""Sizes of one letter and of two in a base, as the style sheet has them."""
_CAPITAL = 0.73
"""Height of a capital as a share of the size of its text."""
_EMBLEM_GAP = 1.4
"""Pixels from a letter to the middle of the stroke around it."""
TAG_TEXT = 11.5
_EMBLEM = 8.0
_TAG_HEIGHT = 16.0
_EMBLEM_SIZE = {"s": (16.0, 16.0), "n": (16.0, 16.0), "e": (18.9, 16.4), "w": (18.0, 15.6), "x": (20.0, 20.0)}
_CHECK = 7.2
"""Pixels that a tick lies beside and above or below the middle of a letter, clear of every part of it."""
_DIAGONAL = 0.75
"""Share of its radius by which a tick on a base does so."""
CHECK_RADIUS = 4.2
"""Pixels of a tick, as templates/table/board.svg.html draws it."""
# The letter stands in the middle of a triangle's area, which is not the middle of its height.
_LOWER = {"e": 2.7}


@dataclass(frozen=True, slots=True)
class Miniature:
    """A base in pixels. `reach` is the radius of a round base and `half` half the box around any other."""

    id: str
    letter: str
    side: str
    x: float
    y: float
    reach: float
    half: Point | None
    outline: str
    notch: str
    notch_at: Point | None
    """Middle of the notch."""
    emblem: str
    """The side's shape around the letter in the base, where there is room between the two."""
    has_letter: bool
    """Does the letter stand in the base?"""

    @property
    def box(self) -> Box:
        """Give left, top, right and bottom."""
        wide, high = self.half or (self.reach, self.reach)
        return self.x - wide, self.y - high, self.x + wide, self.y + high


def miniature(
    unit: Unit,
    mark: UnitMark,
    frame: PictureFrame,
    *,
    body: StandingUnit | None = None,
    at: Point | None = None,
    facing: float | None = None,
) -> Miniature:
    """Draw a unit's base, as it stands or at another place."""
    x, y = frame.at(at if at is not None else body.at if body is not None else unit.at)
    turn = facing if facing is not None else unit.facing
    ahead = ahead_of(frame, turn if turn is not None else 0.0)
    width = unit.base.width if unit.base is not None else body.width if body is not None else 1.25
    scale = frame.scale
    corners = base_corners(unit, width, ahead, scale, (x, y))
    reach = width * scale / 2.0
    if corners:
        half = (max(abs(a - x) for a, _ in corners), max(abs(b - y) for _, b in corners))
        outline, front = path(corners), _front(unit, width, scale)
        room = min(width, unit.base.length if unit.base is not None else width) * scale / 2.0
    else:
        half, outline, front, room = None, circle_path(x, y, reach), reach, reach
    notch: list[Point] = []
    if turn is not None:
        notch = _notch((x, y), ahead, front, room if corners else reach, is_round=not corners)
    has_letter, size = room >= LETTER_FROM, room * _inner(mark.side)
    return Miniature(
        unit.id, mark.letter, mark.side, tenth(x), tenth(y), tenth(reach), half, outline,
        path(notch) if notch else "", _middle(notch) if notch else None,
        unit_emblem(mark.side, x, y, size=size) if has_letter and _is_clear(mark, size) else "", has_letter,
    )  # fmt: skip


def _is_clear(mark: UnitMark, size: float) -> bool:
    """Is the side's shape clear of the letter in it? Both are drawn in one color and would run together."""
    text = _LETTER_TEXT if len(mark.letter) == 1 else _TWO_TEXT
    half = (text_width(mark.letter, text) / 2.0, text * _CAPITAL / 2.0)
    return emblem_has_room(mark.side, half, size=size, gap=_EMBLEM_GAP)


def ahead_of(frame: PictureFrame, facing: float) -> Point:
    """Give where a facing points on the screen, as a unit vector."""
    east, up = compass(facing)
    way = frame.along((east, -up))
    return way[0] / frame.scale, way[1] / frame.scale


def base_corners(unit: Unit, width: float, ahead: Point, scale: float, at: Point) -> list[Point]:
    """Give the corners of a base that is not round: a hexagon across its flats, or a rectangle."""
    if unit.base is None or unit.base.is_round:
        return []
    if unit.base.shape == "hex":
        local = polygon(0.0, 0.0, width / 2.0 / cos(radians(30.0)), 6, first=30.0)
    else:
        w, long = width / 2.0, unit.base.length / 2.0
        local = [(-w, -long), (w, -long), (w, long), (-w, long)]
    right = (-ahead[1], ahead[0])
    return [
        (
            at[0] + scale * (x * right[0] - y * ahead[0]),
            at[1] + scale * (x * right[1] - y * ahead[1]),
        )
        for x, y in local
    ]


def _front(unit: Unit, width: float, scale: float) -> float:
    length = unit.base.length if unit.base is not None and unit.base.shape == "rect" else width
    return length * scale / 2.0


def _notch(at: Point, ahead: Point, front: float, room: float, *, is_round: bool) -> list[Point]:
    """Give the three corners of the notch, its tip at least four pixels before the base."""
    tip = front + max(_NOTCH_LEAST, min(0.62 * room, 10.0))
    wing = room * sin(radians(_NOTCH_WIDE))
    foot = front * cos(radians(_NOTCH_WIDE)) if is_round else front
    wing = max(wing, 1.9)
    right = (-ahead[1], ahead[0])

    def point(far: float, beside: float) -> Point:
        return at[0] + ahead[0] * far + right[0] * beside, at[1] + ahead[1] * far + right[1] * beside

    return [point(foot, -wing), point(tip, 0.0), point(foot, wing)]


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _inner(side: str) -> float:
    return {"s": 0.74, "n": 0.66, "e": 0.6, "w": 0.72, "x": 0.62}[side]


@dataclass(frozen=True, slots=True)
class UnitTag:
    """A unit's letter beside its base, with what stands behind it: a Target Number or "no"."""

    unit_id: str
    letter: str
    side: str
    x: float
    y: float
    emblem: str
    box: tuple[float, float, float, float] | None
    """x, y, width, height of the box behind the letter."""
    value: str
    value_x: float
    is_destroyed: bool = False


def tag_size(mark: UnitMark, value: str) -> Point:
    """Give width and height of a tag."""
    wide, high = _EMBLEM_SIZE[mark.side]
    return wide + (_value_width(value) if value else 0.0), max(high, _TAG_HEIGHT)


def _value_width(value: str) -> float:
    return text_width(value, TAG_TEXT) + 7.0


def tag(unit_id: str, mark: UnitMark, value: str, *, centre: Point, is_destroyed: bool = False) -> UnitTag:
    """Draw a tag whose box has this centre."""
    wide, _ = tag_size(mark, value)
    left, half = centre[0] - wide / 2.0, _EMBLEM_SIZE[mark.side][0] / 2.0
    x, y = left + half, centre[1] + _LOWER.get(mark.side, 0.0)
    box = None
    if value:
        box = (tenth(x), tenth(centre[1] - _TAG_HEIGHT / 2), tenth(wide - half), _TAG_HEIGHT)
    return UnitTag(
        unit_id, mark.letter, mark.side, tenth(x), tenth(y), unit_emblem(mark.side, x, y, size=_EMBLEM), box, value,
        tenth(left + 2 * half + (_value_width(value) - 3.0) / 2.0 + 0.5) if value else 0.0, is_destroyed,
    )  # fmt: skip


def checks_at(
    done: Iterable[str], minis: Mapping[str, Miniature], written: Mapping[str, UnitTag]
) -> tuple[Point, ...]:
    """Give the middles of ticks: each at a corner of the unit's letter, beside the base or in it, where nothing is."""
    bases = [(("base", key), mini.x, mini.y, mini.reach) for key, mini in minis.items()]
    letters = [(("tag", key), tag.x, tag.y, _EMBLEM) for key, tag in written.items()]
    found: list[Point] = []
    for key in done:
        letter, mini = written.get(key), minis[key]
        own = ("base" if letter is None else "tag", key)
        taken = [disc for name, *disc in (*bases, *letters) if name != own]
        found.append(_free_corner(mini, letter, taken))
    return tuple(found)


def _free_corner(mini: Miniature, letter: UnitTag | None, taken: Sequence[Sequence[float]]) -> Point:
    """Give the first corner with room for a tick; without one, that with the most. Values stand to the right."""
    if letter is not None:
        middle, wide, high = (letter.x, letter.y), _CHECK, _CHECK
    else:
        middle = (mini.x, mini.y)
        wide, high = mini.half or (_DIAGONAL * mini.reach, _DIAGONAL * mini.reach)
    corners = [
        (tenth(middle[0] + right * wide), tenth(middle[1] + down * high))
        for down in (-1, 1)
        for right in (-1, 1)
        if right < 0 or letter is None or letter.box is None
    ]

    def room(corner: Point) -> float:
        return min((hypot(corner[0] - x, corner[1] - y) - r for x, y, r in taken), default=CHECK_RADIUS)

    return next((corner for corner in corners if room(corner) >= CHECK_RADIUS), max(corners, key=room))


def hit_area(at: Point, others: Sequence[Point], *, radius: float = 22.0) -> str:
    """Write the area that answers to a finger: a disc, cut where another unit is nearer."""
    near = [other for other in others if 0.0 < hypot(other[0] - at[0], other[1] - at[1]) < 2.0 * radius]
    if not near:
        return circle_path(at[0], at[1], radius)
    corners = polygon(at[0], at[1], radius, 20)
    for other in near:
        corners = _nearer(corners, at, other)
    return path(corners)


def _nearer(corners: Sequence[Point], at: Point, other: Point) -> list[Point]:
    """Cut away what lies nearer to another point."""
    way = (other[0] - at[0], other[1] - at[1])
    middle = ((other[0] + at[0]) / 2.0, (other[1] + at[1]) / 2.0)

    def beyond(point: Point) -> float:
        return (point[0] - middle[0]) * way[0] + (point[1] - middle[1]) * way[1]

    kept: list[Point] = []
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        one, two = beyond(a), beyond(b)
        if one <= 0.0:
            kept.append(a)
        if (one < 0.0 < two) or (two < 0.0 < one):
            share = one / (one - two)
            kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return kept
