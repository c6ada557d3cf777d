"""Which piece did somebody measure with a tape: so far from this edge, so far from that corner?

A piece is a row for each corner: two distances, a third one to settle which of two places is meant. What is measured
from are the table's edges and corners, corners of pieces that lie there, and corners measured just before.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.editing.terrain.typed_fields import read_inches
from astrike.errors import Problem
from astrike.geometry.shaping import curve, curved_path, ellipse, mended_area, strip_along
from astrike.geometry.trilateration import (
    CornerDistance,
    EdgeDistance,
    MeetingPoints,
    TapeDistance,
    meeting_points,
    residual,
)
from astrike.model.table import Table
from astrike.model.terrain import Outline, Point, Ring, Terrain

LONGEST_TAPE: Final = 200.0
"""Inches that anybody measures: the diagonal of the largest table."""
MOST_ROWS: Final = 40
EDGES: Final = ("west", "south", "east", "north")
TABLE_CORNERS: Final = ("south-west", "south-east", "north-west", "north-east")
FORMS: Final = ("outline", "rectangle", "round", "strip")
LEAST: Final[Mapping[str, int]] = {"outline": 3, "rectangle": 3, "round": 1, "strip": 2}
"""Corners that a form takes."""

_MOST_CORNERS: Final = 12
_SHARP: Final = 25.0
"""Degrees by which an outline turns at a corner that a tape can be laid to."""


# ---- what can be measured from


@dataclass(frozen=True, slots=True)
class TapeReference:
    """An edge of the table, or a corner: of the table, of a piece (its `number`-th, from 1), or a row's."""

    key: str
    at: Point
    """Of an edge the place where its name is written."""
    piece: str = ""
    """Id of the piece whose corner it is."""
    number: int = 0


def edges_of(table: Table) -> tuple[TapeReference, ...]:
    """Give the edges of the table."""
    w, d = table.width, table.depth
    places = ((0.0, d / 2), (w / 2, 0.0), (w, d / 2), (w / 2, d))
    return tuple(TapeReference(key, at) for key, at in zip(EDGES, places, strict=True))


def corners_of(table: Table) -> tuple[TapeReference, ...]:
    """Give the corners of the table, and of the pieces on it those that a tape can be laid to."""
    w, d = table.width, table.depth
    places = ((0.0, 0.0), (w, 0.0), (0.0, d), (w, d))
    own = (TapeReference(key, at) for key, at in zip(TABLE_CORNERS, places, strict=True))
    return (*own, *(each for piece in table.terrain for each in _corners(piece)))


def _corners(piece: Terrain) -> list[TapeReference]:
    found: list[TapeReference] = []
    for outline in piece.outlines:
        for at in _marked(outline.exterior):
            found.append(TapeReference(f"corner:{len(found) + 1}:{piece.id}", at, piece.id, len(found) + 1))
    return found[:_MOST_CORNERS]


def _marked(ring: Ring) -> Sequence[Point]:
    """Give the corners of a ring that can be told apart on the table; of a round one its four ends."""
    if len(ring) <= _MOST_CORNERS:
        return ring
    sharp = [point for number, point in enumerate(ring) if _turn(ring, number) > _SHARP]
    if 2 < len(sharp) <= _MOST_CORNERS:
        return sharp
    ends = (
        min(ring),
        min(ring, key=lambda p: (p[1], p[0])),
        max(ring),
        max(ring, key=lambda p: (p[1], p[0])),
    )
    return tuple(dict.fromkeys(ends))


def _turn(ring: Ring, number: int) -> float:
    before, here, after = ring[number - 1], ring[number], ring[(number + 1) % len(ring)]
    one = math.atan2(here[1] - before[1], here[0] - before[0])
    other = math.atan2(after[1] - here[1], after[0] - here[0])
    return abs((math.degrees(other - one) + 180.0) % 360.0 - 180.0)


# ---- rows


@dataclass(frozen=True, slots=True)
class TapeRow:
    """What was typed for one corner: distances and from where, up to three; `pick` is empty, a or b."""

    number: int
    tapes: tuple[tuple[str, str], ...]
    pick: str = ""

    @property
    def is_empty(self) -> bool:
        """Was nothing measured yet?"""
        return not any(text.strip() for text, _ in self.tapes)


@dataclass(frozen=True, slots=True)
class TapeCorner:
    """Where a row's corner can be (A, then B) and which is meant; nowhere when something is wrong with the row."""

    row: TapeRow
    options: tuple[Point, ...] = ()
    chosen: int = 0
    off: float = 0.0
    """Inches that the two tapes miss each other by."""
    residual: float | None = None
    """Inches that the third tape is longer than measured."""
    problems: tuple[Problem, ...] = ()
    is_apart: bool = False
    """Were both distances read, and do they not meet?"""

    @property
    def at(self) -> Point | None:
        """The corner that is meant."""
        return self.options[self.chosen] if self.options else None


def corners(table: Table, rows: Sequence[TapeRow]) -> tuple[TapeCorner, ...]:
    """Find the corner of each row; rows without a measurement are left out.

    >>> table = Table("Practice", 48, 48)
    >>> corners(table, [TapeRow(1, (("12 1/2", "west"), ("8", "south")))])[0].at
    (12.5, 8.0)
    """
    known = {each.key: each for each in (*edges_of(table), *corners_of(table))}
    found: list[TapeCorner] = []
    for row in rows[:MOST_ROWS]:
        if row.is_empty:
            continue
        before = next((each.at for each in reversed(found) if each.at is not None), None)
        corner = _corner(table, row, known, before=before)
        if corner.at is not None:
            known[f"row:{row.number}"] = TapeReference(f"row:{row.number}", corner.at, number=row.number)
        found.append(corner)
    return tuple(found)


def _corner(
    table: Table, row: TapeRow, known: Mapping[str, TapeReference], *, before: Point | None
) -> TapeCorner:
    problems: list[Problem] = []
    tapes = [
        tape
        for k, (text, key) in enumerate(row.tapes, 1)
        if k < 3 or text.strip()
        if (tape := _tape(table, row.number, k, text, known.get(key), problems)) is not None
    ]
    if problems:
        return TapeCorner(row, problems=tuple(problems))
    met = meeting_points(tapes[0], tapes[1])
    if not met.points:
        return TapeCorner(
            row, problems=(_misfit(row.number, met),), is_apart=met.fault in ("short", "inside")
        )
    if row.pick in ("a", "b") and len(met.points) == 2:
        chosen = "ab".index(row.pick)
    elif len(tapes) > 2:
        chosen = min(range(len(met.points)), key=lambda k: abs(residual(tapes[2], met.points[k])))
    else:
        chosen = _likelier(table, met.points, before)
    third = residual(tapes[2], met.points[chosen]) if len(tapes) > 2 else None
    options = tuple((round(x, 4) + 0.0, round(y, 4) + 0.0) for x, y in met.points)
    return TapeCorner(row, options, chosen, met.off, third)


def _tape(
    table: Table, row: int, k: int, text: str, reference: TapeReference | None, problems: list[Problem]
) -> TapeDistance | None:
    inches = read_inches(text)
    if inches is None or inches > LONGEST_TAPE:
        found = repr(text[:20]) if text.strip() else "nothing"
        problems.append(Problem(f"d{row}-{k}", found, "inches, such as 12.5 or 12 1/2"))
    if reference is None:
        expected = "an edge, or a corner that is known before this one"
        problems.append(Problem(f"r{row}-{k}", "no place to measure from", expected))
    if inches is None or inches > LONGEST_TAPE or reference is None:
        return None
    if reference.key not in EDGES:
        return CornerDistance(reference.at, inches)
    normal = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[EDGES.index(reference.key)]
    far = (table.width, table.depth)
    through = far if reference.key in ("east", "north") else (0.0, 0.0)
    return EdgeDistance(through, normal, inches)


def _misfit(row: int, met: MeetingPoints) -> Problem:
    gap = f"{met.off:.2f}".rstrip("0").rstrip(".")
    match met.fault:
        case "short":
            return Problem(f"d{row}-1", f"these two do not meet: {gap}″ short", "two distances that meet")
        case "inside":
            found = f"these two do not meet: one is {gap}″ too long for the other"
            return Problem(f"d{row}-1", found, "two distances that meet")
        case "parallel":
            found = f"two edges that run the same way, {gap}″ apart in what they say"
            return Problem(f"r{row}-2", found, "an edge across the first, or a corner")
        case _:
            return Problem(f"r{row}-2", "the same corner twice", "another corner, or an edge")


def _likelier(table: Table, points: Sequence[Point], before: Point | None) -> int:
    """Choose between two places: the one on the table, else the one nearer to the corner before."""
    on = [-1e-6 <= x <= table.width + 1e-6 and -1e-6 <= y <= table.depth + 1e-6 for x, y in points]
    if sum(on) == 1:
        return on.index(True)
    centre = (table.width / 2, table.depth / 2)
    near = before if before is not None else centre
    return min(range(len(points)), key=lambda k: math.dist(points[k], near))


# ---- the piece


@dataclass(frozen=True, slots=True)
class MeasuredPiece:
    """The piece that was measured: what the editor adds it by, its outlines, and how far it was mended."""

    shape: Mapping[str, object]
    outlines: tuple[Outline, ...]
    moved: float = 0.0
    """Inches by which the farthest corner was put right, so that a rectangle has right angles."""


def measured(
    form: str, points: Sequence[Point], *, width: str = "", is_curved: bool = False
) -> MeasuredPiece | tuple[Problem, ...]:
    """Make a piece of measured corners, or say what is missing."""
    if len(points) < LEAST[form]:
        more = LEAST[form] - len(points)
        found = f"{len(points)} of {LEAST[form]} corners"
        return (Problem("rows", found, f"{more} more"),)
    inches = read_inches(width)
    if form in ("round", "strip") and not (inches and 0 < inches <= LONGEST_TAPE):
        found = repr(width[:20]) if width.strip() else "nothing"
        return (Problem("width", found, "inches, such as 3 or 3 1/2"),)
    made = _MAKERS[form](points, inches or 0.0, is_curved)
    if not made.outlines:
        return (Problem("rows", "corners that enclose no area", "an outline that encloses an area"),)
    return made


def _outline(points: Sequence[Point], inches: float, is_curved: bool) -> MeasuredPiece:
    ring = curve(points) if is_curved else tuple(points)
    shape = {"form": "free", "corners": [list(point) for point in points], "curved": is_curved}
    return MeasuredPiece(shape, _outlines(ring))


def _rectangle(points: Sequence[Point], inches: float, is_curved: bool) -> MeasuredPiece:
    """Put a right angle at the second corner; the first side stays as it was measured."""
    (x1, y1), (x2, y2), third = points[0], points[1], points[2]
    width = math.dist(points[0], points[1])
    if width < 0.01:
        return MeasuredPiece({}, ())
    east, north = (x2 - x1) / width, (y2 - y1) / width
    depth = -north * (third[0] - x2) + east * (third[1] - y2)
    up = (-north * depth, east * depth)
    ring = ((x1, y1), (x2, y2), (x2 + up[0], y2 + up[1]), (x1 + up[0], y1 + up[1]))
    moved = max(math.dist(a, b) for a, b in zip(ring[2:], points[2:4], strict=False))
    centre = [round((x1 + ring[2][0]) / 2, 6), round((y1 + ring[2][1]) / 2, 6)]
    turn = round(math.degrees(math.atan2(-north, east)) % 360.0, 6)
    shape = {"form": "rectangle", "at": centre, "width": width, "depth": abs(depth), "turn": turn}
    return MeasuredPiece(shape, _outlines(ring), moved)


def _round(points: Sequence[Point], inches: float, is_curved: bool) -> MeasuredPiece:
    shape = {"form": "ellipse", "at": list(points[0]), "width": inches, "depth": inches, "turn": 0.0}
    return MeasuredPiece(shape, _outlines(ellipse(points[0], inches, inches)))


def _strip(points: Sequence[Point], inches: float, is_curved: bool) -> MeasuredPiece:
    path = curved_path(points) if is_curved else tuple(points)
    shape = {
        "form": "strip",
        "points": [list(point) for point in points],
        "width": inches,
        "curved": is_curved,
    }
    return MeasuredPiece(shape, tuple(Outline(*area) for area in strip_along(path, inches)))


def _outlines(ring: Ring) -> tuple[Outline, ...]:
    return tuple(Outline(*area) for area in mended_area(ring))


_MAKERS: Final = {"outline": _outline, "rectangle": _rectangle, "round": _round, "strip": _strip}
