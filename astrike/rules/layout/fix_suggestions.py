"""Which small shift of one piece mends a gap without making anything else worse?

A piece is pushed away along the line of the gap by what is missing, and the whole table is checked again. A shift is
suggested only if that finding is then in order and no other is new.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, hypot
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.legality import Finding, Legality
from astrike.model.table import Table
from astrike.model.terrain import Point, Terrain
from astrike.presets.schema import Preset
from astrike.rules.layout.features import features_of, groups_of
from astrike.rules.layout.legality import check_table
from astrike.rules.table.prepared_table import PreparedTable, prepare_table

LONGEST: Final = 3.0
"""Inches; who has to move a piece farther than that lays it anew."""
_STEP: Final = 0.05
_OFFENDS: Final = frozenset({"error", "close"})


@dataclass(frozen=True, slots=True)
class FixShift:
    """A piece and how far it goes, in inches east and north."""

    piece: str
    dx: float
    dy: float

    @property
    def inches(self) -> float:
        """How far that is."""
        return hypot(self.dx, self.dy)


def fixing_shift(
    prepared: PreparedTable, preset: Preset, checked: Legality, finding: Finding
) -> FixShift | None:
    """Give the shift of one piece that mends a gap; None where there is none that is short and does no harm."""
    before = _offences(checked)
    for shift in _candidates(prepared, finding, checked.tolerance):
        again = check_table(prepare_table(_moved(prepared.table, shift)), preset, tolerance=checked.tolerance)
        after = _offences(again)
        if _name(finding) not in after and after <= before:
            return shift
    return None


def _candidates(prepared: PreparedTable, finding: Finding, tolerance: float) -> Iterator[FixShift]:
    """Give shifts of each of the two pieces, that of the smaller first."""
    if (finding.severity, finding.bound, finding.unit) != ("error", "at-least", "in"):
        return
    if finding.limit is None or finding.value is None or len(finding.lines) != 1 or len(finding.by) != 2:
        return
    missing = ceil((finding.limit + tolerance - finding.value) / _STEP - 1e-6) * _STEP
    line = finding.lines[0]
    length = 0.0 if len(line) != 2 else hypot(line[1][0] - line[0][0], line[1][1] - line[0][1])
    if length <= 0.0 or missing > LONGEST:
        return
    alone = {each.ids[0]: each for each in features_of(prepared) if len(each.ids) == 1}
    grouped, movable = groups_of(prepared.table), prepared.edition.tagged("movable")
    both = [(piece, _is_near_start(prepared.table, piece, line)) for piece in finding.by]
    for piece, at_start in sorted(both, key=lambda one: _extent(prepared.table, one[0])):
        one = prepared.table.piece(piece)
        if one is None or piece not in alone or piece in grouped or one.kind not in movable:
            continue
        sign = -1.0 if at_start else 1.0
        dx, dy = ((line[1][k] - line[0][k]) / length * missing * sign for k in (0, 1))
        yield FixShift(piece, round(dx, 3), round(dy, 3))


def _offences(checked: Legality) -> set[tuple[str, frozenset[str]]]:
    return {_name(each) for each in checked.findings if each.severity in _OFFENDS}


def _name(finding: Finding) -> tuple[str, frozenset[str]]:
    return finding.key, frozenset(finding.by)


def _moved(table: Table, shift: FixShift) -> Table:
    return replace(
        table,
        terrain=tuple(_shifted(each, shift) if each.id == shift.piece else each for each in table.terrain),
    )


def _shifted(piece: Terrain, shift: FixShift) -> Terrain:
    def ring(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple((x + shift.dx, y + shift.dy) for x, y in points)

    outlines = tuple(
        replace(each, exterior=ring(each.exterior), holes=tuple(map(ring, each.holes)))
        for each in piece.outlines
    )
    return replace(piece, outlines=outlines)


def _points(table: Table, piece: str) -> list[Point]:
    one = table.piece(piece)
    return [] if one is None else [point for outline in one.outlines for point in outline.exterior]


def _extent(table: Table, piece: str) -> float:
    """Give how far a piece reaches, to tell the smaller of two."""
    points = _points(table, piece) or [(0.0, 0.0)]
    wide = max(x for x, _y in points) - min(x for x, _y in points)
    return wide * (max(y for _x, y in points) - min(y for _x, y in points))


def _is_near_start(table: Table, piece: str, line: Sequence[Point]) -> bool:
    """Say whether the line begins at this piece: at which of its ends the middle of the piece is nearer."""
    points = _points(table, piece)
    if not points:
        return True
    x, y = sum(point[0] for point in points) / len(points), sum(point[1] for point in points) / len(points)
    start, end = (hypot(x - point[0], y - point[1]) for point in (line[0], line[-1]))
    return start < end
