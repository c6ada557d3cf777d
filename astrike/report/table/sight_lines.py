"""How is the line from one unit to another drawn: where it starts and ends, what it crosses, where it stops?

Says in inches what the answer says, and turns it into strokes for the map and for a plan.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import hypot

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Polygon
from astrike.geometry.bases import angular, make_bases, reach_along
from astrike.geometry.cross_section import cuts_of_segment, make_edges
from astrike.model.attack_answer import AttackAnswer, PairGeometry, StandingUnit
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.model.unit import Unit
from astrike.report.drawing.shapes import (
    Box,
    DrawnPath,
    PictureFrame,
    circle_path,
    direction,
    line_path,
    outline_path,
)

CLEAR, PARTIAL, CLOSE, BLOCKED, FAR = "clear", "partial", "close", "blocked", "far"
"""What a line can be: seen, partly covered, too close to call, blocked, out of range."""

_SOLID_REASONS = frozenset({"sight.solid", "sight.attacker-hidden"})


@dataclass(frozen=True, slots=True)
class SightLine:
    """A line to one target, in inches, with the tag that stands at it."""

    target_id: str
    state: str
    tag: str
    start: Point
    end: Point
    stretches: tuple[tuple[Point, Point], ...] = ()
    """Parts of the line in woods and the like that count."""
    by: tuple[str, ...] = ()
    """Pieces that cover or block."""
    stop: Point | None = None
    """Where a blocked line meets what blocks it, or where the range ends."""
    distance: float | None = None
    """Written on the line when given."""
    near: tuple[Point, Point] | None = None
    """Where the range is measured, when not at the line's ends: a base that is not round has other nearest points."""

    @property
    def measured(self) -> tuple[Point, Point]:
        """Give the points between which the range is measured."""
        return self.near or (self.start, self.end)


def sight_line(
    answer: AttackAnswer,
    bodies: Mapping[str, StandingUnit],
    *,
    table: Table,
    geometry: PairGeometry | None = None,
    is_close: bool = False,
    reach: float = 42.0,
    with_distance: bool = False,
) -> SightLine:
    """Make the line of an answer. `reach` is where a line ends that is out of range."""
    attacker, target = bodies[answer.attacker], bodies[answer.target]
    start, end = _edge_to_edge(table, attacker, target)
    near = geometry.nearest if geometry is not None else None
    if near is not None and start == attacker.at:
        start, end = near
    stretches = _stretches(geometry) if geometry is not None else ()
    state = _state(answer, is_close)
    stop: Point | None = None
    if state == FAR:
        length = hypot(end[0] - start[0], end[1] - start[1])
        stop = _between(start, end, min(1.0, reach / length)) if length > 0.0 else end
    elif state == BLOCKED:
        stop = _stop(answer, table, start, end, stretches)
    return SightLine(
        answer.target, state, _tag(answer, is_close), start, end, stretches, answer.sight.by, stop,
        answer.range if with_distance else None, near,
    )  # fmt: skip


def deciding(answer: AttackAnswer) -> tuple[str, ...]:
    """Give the ids of the pieces that hide something or count as woods, in the order of the answer."""
    return tuple(dict.fromkeys((*answer.sight.by, *(hider.piece for hider in answer.sight.hiders))))


def _state(answer: AttackAnswer, is_close: bool) -> str:
    if is_close:
        return CLOSE
    if answer.bracket is None:
        return FAR
    if answer.sight.state == "blocked":
        return BLOCKED
    return PARTIAL if answer.sight.state == "partial" else CLEAR


def _tag(answer: AttackAnswer, is_close: bool) -> str:
    number = answer.target_number
    if number is None:
        return "no?" if is_close else "no"
    return f"{number}+?" if is_close else f"{number}+"


def _edge_to_edge(table: Table, a: StandingUnit, b: StandingUnit) -> tuple[Point, Point]:
    """Give where the line from centre to centre leaves and reaches the bases; the centres when those overlap."""
    length = hypot(b.at[0] - a.at[0], b.at[1] - a.at[1])
    outlines = [_outline(table.unit(body.id)) for body in (a, b)]
    reach = (a.width / 2.0, b.width / 2.0)
    if length > 0.0 and any(outline is not None for outline in outlines):
        bases = make_bases([a.at, b.at], radius=reach, outline=outlines)
        found = reach_along(bases, [0, 1], [b.at, a.at])
        reach = (float(found[0]), float(found[1]))
    if length <= sum(reach):
        return a.at, b.at
    return _between(a.at, b.at, reach[0] / length), _between(b.at, a.at, reach[1] / length)


def _outline(unit: Unit | None) -> Polygon | None:
    """Give the outline of a base that is not round."""
    if unit is None or unit.base is None or unit.base.is_round:
        return None
    base = unit.base
    return angular(base.shape, base.width, base.length, facing=unit.facing or 0.0)


def _stretches(geometry: PairGeometry) -> tuple[tuple[Point, Point], ...]:
    a, b = geometry.attacker.at, geometry.target.at
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length == 0.0:
        return ()
    return tuple(
        (_between(a, b, part.start / length), _between(a, b, part.end / length))
        for part in geometry.stretches
    )


def _stop(
    answer: AttackAnswer, table: Table, start: Point, end: Point, stretches: Sequence[tuple[Point, Point]]
) -> Point:
    """Find where a blocked line meets the first of the solids that hide, else the last of the woods that block.

    What neither solids nor woods block (water, darkness) ends at the target.
    """
    keys = {reason.key for reason in answer.sight.reasons}
    if not keys & _SOLID_REASONS:
        return stretches[-1][1] if stretches and "sight.woods" in keys else end
    solids = {hider.piece for hider in answer.sight.hiders}
    pieces = [piece for piece in table.terrain if piece.id in solids and piece.id in answer.sight.by]
    pieces = pieces or [piece for piece in table.terrain if piece.id in solids]
    shapes = [(outline.exterior, *outline.holes) for piece in pieces for outline in piece.outlines]
    found = cuts_of_segment(make_edges(shapes), start=start, end=end)
    # What the attacker stands on hides behind its far edge.
    places = [
        float(last if first < 1e-6 else first) for first, last in zip(found.start, found.end, strict=True)
    ]
    if places:
        length = hypot(end[0] - start[0], end[1] - start[1])
        return _between(start, end, min(places) / length)
    return stretches[-1][1] if stretches else _between(start, end, 0.5)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


_CSS = {CLEAR: "sl", PARTIAL: "sl sl-part", CLOSE: "sl sl-close", BLOCKED: "sl sl-no", FAR: "sl sl-no"}

_CROSS = 3.4

_BAR = 5.0


def line_shapes(line: SightLine, frame: PictureFrame) -> list[DrawnPath]:
    """Draw a line of the map: up to the target, or to where it stops."""
    start = frame.at(line.start)
    end = frame.at(line.stop if line.state in (BLOCKED, FAR) and line.stop is not None else line.end)
    d = line_path(start, end)
    return [DrawnPath("sl-case", d), *woods_shapes(line, frame), DrawnPath(_CSS[line.state], d)]


def whole_line_shapes(line: SightLine, frame: PictureFrame) -> list[DrawnPath]:
    """Draw the line of a plan, all the way."""
    d = line_path(frame.at(line.start), frame.at(line.end))
    css = "sl sl-no" if line.state == BLOCKED else "sl sl-on"
    return [DrawnPath("sl-case", d), *woods_shapes(line, frame), DrawnPath(css, d)]


def woods_shapes(line: SightLine, frame: PictureFrame) -> list[DrawnPath]:
    """Draw the parts in woods that count, thick."""
    woods = "".join(line_path(frame.at(a), frame.at(b)) for a, b in line.stretches)
    return [DrawnPath("sl-wood-case", woods), DrawnPath("sl-wood", woods)] if woods else []


def end_shapes(line: SightLine, frame: PictureFrame, view: Box) -> list[DrawnPath]:
    """Draw a dot at the nearest point, a cross at what blocks, or a bar where the range ends."""
    is_stopped = line.state in (BLOCKED, FAR) and line.stop is not None
    x, y = frame.at(line.stop if is_stopped and line.stop is not None else line.measured[1])
    if not (view[0] <= x <= view[2] and view[1] <= y <= view[3]):
        return []
    if not is_stopped:
        return [DrawnPath("dot", circle_path(x, y, 1.9))]
    if line.state == BLOCKED:
        return cross_shapes(x, y, _CROSS)
    way = direction(frame.at(line.start), (x, y)) or (1.0, 0.0)
    d = line_path((x - way[1] * _BAR, y + way[0] * _BAR), (x + way[1] * _BAR, y - way[0] * _BAR))
    return [DrawnPath("sl-stop-case", d), DrawnPath("sl-stop", d)]


def cross_shapes(x: float, y: float, arm: float) -> list[DrawnPath]:
    """Draw the cross where a line is blocked."""
    d = cross_path(x, y, arm)
    return [DrawnPath("sl-stop-case", d), DrawnPath("sl-stop", d)]


def cross_path(x: float, y: float, arm: float) -> str:
    """Write a cross."""
    return line_path((x - arm, y - arm), (x + arm, y + arm)) + line_path(
        (x + arm, y - arm), (x - arm, y + arm)
    )


def cover_shapes(table: Table, pieces: Iterable[str], frame: PictureFrame) -> list[DrawnPath]:
    """Outline the pieces that decide, each once."""
    found: list[DrawnPath] = []
    for piece_id in dict.fromkeys(pieces):
        piece = table.piece(piece_id)
        if piece is not None:
            d = outline_path(frame, piece.outlines)
            found += [DrawnPath("cover-case", d), DrawnPath("cover", d)]
    return found
