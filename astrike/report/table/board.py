"""How does the table look from above, with its units and the lines between them?

The terrain comes from `terrain_picture` and is kept while units move; here come units, sight lines, and all labels,
which step aside for each other. Coordinates are pixels of a screen as wide as asked for.

Longer than most modules: one picture with its labels, which step aside for everything else in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from types import MappingProxyType

from astrike.dataclass import dataclass
from astrike.model.attack_answer import StandingUnit
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.model.turn import DoneAct
from astrike.model.unit import Unit
from astrike.report.drawing.labels import LabelWish, PlacedLabel, place_labels
from astrike.report.drawing.shapes import (
    DrawnPath,
    DrawnText,
    PictureFrame,
    compass,
    direction,
    line_path,
    tenth,
    text_width,
)
from astrike.report.table.sight_lines import (
    BLOCKED,
    CLOSE,
    PARTIAL,
    SightLine,
    cover_shapes,
    cross_path,
    end_shapes,
    line_shapes,
)
from astrike.report.terrain.ground import PieceTops
from astrike.report.terrain.labels import TerrainLabel
from astrike.report.terrain.picture import PIN_SIZE, SIDE, TerrainPicture, Viewport, terrain_picture
from astrike.report.units.marks import UnitMark, marks
from astrike.report.units.miniatures import Miniature, UnitTag, checks_at, hit_area, miniature, tag, tag_size
from astrike.report.words.numbers import inches
from astrike.rulebook.schema import Edition

_HALO = 3.4
_TIP = 7.0
_ARC = 18.5
_DIM_TEXT = 11.5
_ARM, _HAND = 46.0, 14.0
"""How far from a ghost its handle is, and how large: as static/js/map-handle.js draws it."""

NOBODY_DONE: Mapping[str, DoneAct] = MappingProxyType({})

Disc = tuple[float, float, float]
"""x, y and radius in pixels."""
Stroke = tuple[float, float, float, float]
"""x and y of both ends in pixels."""


@dataclass(frozen=True, slots=True)
class TriedUnit:
    """A unit tried out at another place."""

    unit_id: str
    at: Point
    facing: float | None = None


@dataclass(frozen=True, slots=True)
class UnitView:
    """A unit on the board: its base, the area that answers to a finger, and what its link says."""

    mini: Miniature
    hit: str
    name: str
    side_name: str
    inches_x: float
    inches_y: float
    facing: float | None
    is_chosen: bool
    is_destroyed: bool
    done: DoneAct | None
    """With what it is done in this phase of a game."""
    halo: float
    """Radius of the ring around the chosen unit."""
    cross: str
    """The cross over a destroyed unit."""

    @property
    def id(self) -> str:
        """The unit's id."""
        return self.mini.id


@dataclass(frozen=True, slots=True)
class ScaleBar:
    """A bar of two equal parts with three numbers."""

    x: float
    y: float
    part: float
    step: float


@dataclass(frozen=True, slots=True)
class BoxedDistance:
    """A distance written in a box."""

    x: float
    y: float
    width: float
    height: float
    text: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board to draw, bottom to top: `land`, `lines`, `under`, `units`, `over`, `tags`, then the furniture."""

    land: TerrainPicture
    lines: tuple[DrawnPath, ...]
    """Deciding pieces and sight lines, which end at the map's frame."""
    under: tuple[DrawnPath, ...]
    """Arcs and leaders."""
    labels: tuple[DrawnText, ...]
    units: tuple[UnitView, ...]
    ghost: Miniature | None
    ghost_tag: UnitTag | None
    over: tuple[DrawnPath, ...]
    """Ends and stops of sight lines."""
    tags: tuple[UnitTag, ...]
    checks: tuple[Point, ...]
    """Middles of the ticks of units that are done."""
    dimensions: tuple[BoxedDistance, ...]
    frame: str
    ticks: str
    bar: ScaleBar
    chosen_name: str
    line_count: int

    @property
    def width(self) -> float:
        """Pixels."""
        return self.land.width

    @property
    def height(self) -> float:
        """Pixels."""
        return self.land.height

    @property
    def scale(self) -> float:
        """Pixels per inch."""
        return self.land.scale


def board(
    table: Table,
    bodies: Mapping[str, StandingUnit],
    *,
    width_px: float = 390.0,
    viewport: Viewport | None = None,
    chosen: str | None = None,
    sightlines: Sequence[SightLine] = (),
    ghost: TriedUnit | None = None,
    arc: float | None = None,
    land: TerrainPicture | None = None,
    tops: PieceTops | None = None,
    edition: Edition | None = None,
    keep: Sequence[Disc] = (),
    strokes: Sequence[Stroke] = (),
    done: Mapping[str, DoneAct] = NOBODY_DONE,
) -> BoardView:
    """Draw a table. A `land` made before for the same table, width and viewport saves drawing the terrain again.

    Labels stay away from the discs `keep` (x, y, radius) and avoid the `strokes` of what else is drawn on it. Units
    that are `done` in the phase of a game bear a tick, for which no label makes room.
    """
    land = land or terrain_picture(table, width_px=width_px, viewport=viewport, tops=tops, edition=edition)
    known = marks(table)
    minis = {
        unit.id: miniature(unit, known[unit.id], land.frame, body=bodies.get(unit.id))
        for unit in table.units
        if _is_shown(unit, bodies.get(unit.id), land)
    }
    units = [unit for unit in table.units if unit.id in minis]
    lines = tuple(sightlines)
    ghost_mini = _ghost(table, bodies, known, ghost, land.frame)
    wishes = _tag_wishes(units, minis, known, chosen, lines, ghost_mini)
    placed = _place(wishes, land, lines, minis, ghost_mini, keep, strokes)
    values = {line.target_id: line.tag for line in lines}
    tags = {
        unit.id: tag(
            unit.id,
            known[unit.id],
            values.get(unit.id, ""),
            centre=(found.x, found.y),
            is_destroyed="destroyed" in unit.state,
        )
        for unit in units
        if (found := placed.get(f"unit:{unit.id}")) is not None
    }
    centres = [(minis[unit.id].x, minis[unit.id].y) for unit in units]
    chosen_unit = table.unit(chosen) if chosen is not None else None
    return BoardView(
        land=land,
        lines=_line_shapes(table, lines, land.frame),
        under=(*_flights(units, minis, land), *_arcs(chosen_unit, minis, arc), *_leaders(placed)),
        labels=_texts(land.labels, placed),
        units=tuple(
            _unit_view(
                unit, minis[unit.id], known[unit.id], bodies.get(unit.id), centres, chosen, done.get(unit.id)
            )
            for unit in units
        ),
        ghost=ghost_mini,
        ghost_tag=_ghost_tag(ghost_mini, known, placed),
        over=tuple(shape for line in lines for shape in end_shapes(line, land.frame, land.view)),
        tags=tuple(tags.values()),
        checks=checks_at((unit.id for unit in units if unit.id in done), minis, tags),
        dimensions=_dimensions(lines, placed),
        frame=_frame(land),
        ticks=_ticks(table, land),
        bar=_scale_bar(land),
        chosen_name=chosen_unit.name if chosen_unit is not None else "",
        line_count=len(lines),
    )


# ---- units


def _is_shown(unit: Unit, body: StandingUnit | None, land: TerrainPicture) -> bool:
    """Is the unit on the table, not carried, and in the view?"""
    if not unit.is_on_table:
        return False
    x, y = land.frame.at(body.at if body is not None else unit.at)
    left, top, right, bottom = land.view
    return left - 1.0 <= x <= right + 1.0 and top - 1.0 <= y <= bottom + 1.0


def _unit_view(
    unit: Unit,
    mini: Miniature,
    mark: UnitMark,
    body: StandingUnit | None,
    centres: Sequence[Point],
    chosen: str | None,
    done: DoneAct | None,
) -> UnitView:
    x, y = body.at if body is not None else unit.at
    reach = hypot(*mini.half) if mini.half is not None else mini.reach
    arm = max(reach, 4.5)
    is_destroyed = "destroyed" in unit.state
    a, b = mini.x, mini.y
    return UnitView(
        mini, hit_area((a, b), centres), unit.name, mark.side_name, x, y, unit.facing, unit.id == chosen,
        is_destroyed, done, tenth(reach + _HALO),
        cross_path(a, b, arm) if is_destroyed else "",
    )  # fmt: skip


def _ghost(
    table: Table,
    bodies: Mapping[str, StandingUnit],
    known: Mapping[str, UnitMark],
    ghost: TriedUnit | None,
    frame: PictureFrame,
) -> Miniature | None:
    unit = table.unit(ghost.unit_id) if ghost is not None else None
    if ghost is None or unit is None:
        return None
    return miniature(unit, known[unit.id], frame, body=bodies.get(unit.id), at=ghost.at, facing=ghost.facing)


def _ghost_tag(
    mini: Miniature | None, known: Mapping[str, UnitMark], placed: Mapping[str, PlacedLabel]
) -> UnitTag | None:
    found = placed.get("ghost")
    if mini is None or found is None:
        return None
    return tag(mini.id, known[mini.id], "", centre=(found.x, found.y))


# ---- labels


def _tag_wishes(
    units: Sequence[Unit],
    minis: Mapping[str, Miniature],
    known: Mapping[str, UnitMark],
    chosen: str | None,
    lines: Sequence[SightLine],
    ghost: Miniature | None,
) -> list[LabelWish]:
    """Ask places for the tags: the chosen unit, targets, everyone else, the destroyed; and for the distances."""
    tagged = {line.target_id: line for line in lines}
    eye = minis.get(chosen) if chosen is not None else ghost

    def order(unit: Unit) -> int:
        if unit.id == chosen:
            return 0
        return 1 if unit.id in tagged else 3 if "destroyed" in unit.state else 2

    found: list[LabelWish] = []
    for unit in sorted(units, key=order):
        mini, line = minis[unit.id], tagged.get(unit.id)
        if mini.has_letter and line is None:
            continue
        away = direction((eye.x, eye.y), (mini.x, mini.y)) if line is not None and eye is not None else None
        if unit.id == chosen:
            away = (-1.0, 0.0)
        toward = away or ((0.0, -1.0) if known[unit.id].side == "n" and eye is None else (0.0, 1.0))
        found.append(
            _tag_wish(
                f"unit:{unit.id}", mini, known[unit.id], line.tag if line else "", toward, unit.id == chosen
            )
        )
    if ghost is not None and not ghost.has_letter:
        found.append(_tag_wish("ghost", ghost, known[ghost.id], "", (0.0, 1.0), False))
    return found


def _tag_wish(
    key: str, mini: Miniature, mark: UnitMark, value: str, toward: Point, is_chosen: bool
) -> LabelWish:
    wide, high = tag_size(mark, value)
    reach = mini.reach + (_HALO + 1.0 if is_chosen else 0.0)
    return LabelWish(key, wide, high, (mini.x, mini.y), reach=reach, half=mini.half, toward=toward, must=True)


def _place(
    wishes: Sequence[LabelWish],
    land: TerrainPicture,
    lines: Sequence[SightLine],
    minis: Mapping[str, Miniature],
    ghost: Miniature | None,
    keep: Sequence[Disc],
    strokes: Sequence[Stroke],
) -> dict[str, PlacedLabel]:
    all_minis = [*minis.values(), *([ghost] if ghost is not None else [])]
    discs = [(mini.x, mini.y, mini.reach) for mini in all_minis if mini.half is None]
    discs += [(*mini.notch_at, 2.2) for mini in all_minis if mini.notch_at is not None]
    discs += [(pin.x, pin.y, PIN_SIZE) for pin in land.pins]
    discs += _hand(ghost)
    discs += [(*land.frame.at(line.stop), 4.5) for line in lines if line.stop is not None]
    discs += keep
    crossed = [(*land.frame.at(line.start), *land.frame.at(line.end)) for line in lines]
    distances = [wish for line in lines if (wish := _distance_wish(line, land.frame)) is not None]
    found = place_labels(
        [*wishes, *distances, *(label.wish for label in land.labels)],
        area=(land.view[0] + 1.5, land.view[1] + 1.5, land.view[2] - 1.5, land.view[3] - 1.5),
        discs=discs,
        boxes=[mini.box for mini in all_minis if mini.half is not None],
        lines=[*crossed, *strokes],
        costs=land.costs,
    )
    return {one.key: one for one in found}


def _hand(ghost: Miniature | None) -> list[tuple[float, float, float]]:
    """Give the handle by which a page turns what is tried out: no label is put under it."""
    if ghost is None or ghost.notch_at is None:
        return []
    way = direction((ghost.x, ghost.y), ghost.notch_at)
    return [] if way is None else [(ghost.x + _ARM * way[0], ghost.y + _ARM * way[1], _HAND)]


def _distance_wish(line: SightLine, frame: PictureFrame) -> LabelWish | None:
    if line.distance is None:
        return None
    start, end = frame.at(line.start), frame.at(line.end)
    way = direction(start, end) or (1.0, 0.0)
    slots = tuple(
        (
            round(start[0] + (end[0] - start[0]) * share - way[1] * 11.0 * side, 2),
            round(start[1] + (end[1] - start[1]) * share + way[0] * 11.0 * side, 2),
        )
        for share in (0.5, 0.4, 0.6, 0.3, 0.7)
        for side in (0.0, -1.0, 1.0)
    )
    middle = ((start[0] + end[0]) / 2.0, (start[1] + end[1]) / 2.0)
    wide = text_width(inches(line.distance), _DIM_TEXT) + 8.0
    return LabelWish(
        f"distance:{line.target_id}", wide, 16.0, middle, reach=4.0, slots=slots, must=True, leader=False
    )


def _dimensions(lines: Sequence[SightLine], placed: Mapping[str, PlacedLabel]) -> tuple[BoxedDistance, ...]:
    return tuple(
        BoxedDistance(tenth(found.x), tenth(found.y), tenth(found.width), found.height, inches(line.distance))
        for line in lines
        if line.distance is not None and (found := placed.get(f"distance:{line.target_id}")) is not None
    )


def _texts(labels: Sequence[TerrainLabel], placed: Mapping[str, PlacedLabel]) -> tuple[DrawnText, ...]:
    return tuple(
        DrawnText(label.css, tenth(found.x), tenth(found.y), label.text, word=label.word)
        for label in labels
        if (found := placed.get(label.wish.key)) is not None
    )


def _leaders(placed: Mapping[str, PlacedLabel]) -> tuple[DrawnPath, ...]:
    paths = [line_path(*found.leader) for found in placed.values() if found.leader is not None]
    return (DrawnPath("leader-case", "".join(paths)), DrawnPath("leader", "".join(paths))) if paths else ()


# ---- lines


def _line_shapes(table: Table, lines: Sequence[SightLine], frame: PictureFrame) -> tuple[DrawnPath, ...]:
    deciding = [piece for line in lines if line.state in (PARTIAL, CLOSE, BLOCKED) for piece in line.by]
    return (
        *cover_shapes(table, deciding, frame),
        *(shape for line in lines for shape in line_shapes(line, frame)),
    )


def _arcs(unit: Unit | None, minis: Mapping[str, Miniature], degrees: float | None) -> list[DrawnPath]:
    """Draw both edges of the chosen unit's forward arc."""
    if unit is None or unit.facing is None or degrees is None or degrees >= 360.0 or unit.id not in minis:
        return []
    mini = minis[unit.id]
    reach = max(mini.half) if mini.half is not None else mini.reach
    paths = ""
    for turn in (-degrees / 2.0, degrees / 2.0):
        x, y = compass(unit.facing + turn)
        paths += line_path(
            (mini.x + x * reach, mini.y + y * reach),
            (mini.x + x * (reach + _ARC), mini.y + y * (reach + _ARC)),
        )
    return [DrawnPath(f"arc arc-{mini.side}", paths)]


def _flights(
    units: Sequence[Unit], minis: Mapping[str, Miniature], land: TerrainPicture
) -> Iterator[DrawnPath]:
    """Draw the flight paths, with a tip in the direction of flight."""
    for unit in units:
        if unit.flight is None:
            continue
        start, end = land.frame.at(unit.flight.start), land.frame.at(unit.flight.end)
        way = direction(start, end)
        if way is None:
            continue
        back = (end[0] - _TIP * way[0], end[1] - _TIP * way[1])
        side = (-way[1] * _TIP / 2, way[0] * _TIP / 2)
        tip = line_path((back[0] + side[0], back[1] + side[1]), end, (back[0] - side[0], back[1] - side[1]))
        yield DrawnPath(f"flight flight-{minis[unit.id].side}", line_path(start, end) + tip)


# ---- furniture


def _frame(land: TerrainPicture) -> str:
    left, top, right, bottom = land.view
    return line_path((left, top), (right, top), (right, bottom), (left, bottom)) + "z"


def _ticks(table: Table, land: TerrainPicture) -> str:
    bottom = land.view[3]
    ticks = ""
    for i in range(int(table.width / 12.0) + 1):
        x, _ = land.frame.at((12.0 * i, 0.0))
        if land.view[0] - 0.1 <= x <= land.view[2] + 0.1:
            ticks += line_path((x, bottom), (x, bottom + 3.5))
    return ticks


def _scale_bar(land: TerrainPicture) -> ScaleBar:
    fitting = [step for step in (0.5, 1.0, 2.0, 3.0, 6.0, 12.0, 24.0) if 2 * step * land.scale <= 100.0]
    step = fitting[-1] if fitting else 0.5
    return ScaleBar(SIDE, tenth(land.view[3] + 9.0), tenth(step * land.scale), step)
