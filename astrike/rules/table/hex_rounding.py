"""What does an answer about a table of hexes take for granted, and which heights and depths does it round?

How hexes are numbered, what of a piece or of a unit's elevation counts as something else than it measures, and who
chose the side where a line runs along a border. Sources: CE pp.68-70, AS p.110.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Ints
from astrike.geometry.hexes import lines_between
from astrike.model.explain import Assumed, facts
from astrike.model.legality import Finding
from astrike.model.number_text import plain_number
from astrike.model.terrain import Family
from astrike.rulebook.schema import Edition
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.hex_units import hexes_of
from astrike.rules.table.prepared_units import PreparedUnits
from astrike.rules.terrain.hex_board import HexBoard, levels
from astrike.rules.terrain.prepared_terrain import PreparedTerrain
from astrike.tolerance import TOUCH

FIRST = "0101"
ORIGIN = Assumed("grid.origin", FIRST, "First hex in the south-west corner; columns count eastwards")
_LABEL = "Rounded to whole levels on hexes"


@dataclass(frozen=True, slots=True)
class RoundedMeasure:
    """One measure that counts as a whole number of levels though it is none."""

    at: str
    """Such as `terrain.hill-1.height`."""
    by: str
    """Id of the piece or unit."""
    inches: float
    counts: float
    """Inches that it counts as."""
    where: tuple[float, float]

    @property
    def note(self) -> Assumed:
        """What an answer says of it."""
        return Assumed(
            self.at, f"{plain_number(self.counts)}″ (measures {plain_number(self.inches)}″)", _LABEL
        )


def line_notes(
    board: HexBoard, terrain: PreparedTerrain, units: PreparedUnits, line: MeasuredLine
) -> tuple[Assumed, ...]:
    """Say how hexes are numbered, what was rounded along a line and at its ends, and who chose its side (CE p.68)."""
    home = hexes_of(board, units)
    passed = board.index(lines_between(home[[line.attacker]], home[[line.target]]).hexes)
    ends = _ids(units, line.attacker, line.target)
    notes = [
        ORIGIN,
        *_of_hexes(terrain, board, passed),
        *(each.note for each in _units(units, board) if each.by in ends),
    ]
    if line.side:
        label = "The line runs along a border: the target takes the side that is better for it"
        notes.append(Assumed("sight.side", line.side, label))
    return tuple(notes)


def path_notes(
    board: HexBoard,
    terrain: PreparedTerrain,
    units: PreparedUnits,
    i: int,
    places: Iterable[tuple[float, float]],
) -> tuple[Assumed, ...]:
    """Say what was rounded along a path of a unit from where it stands."""
    x, y = units.bases.xy[i].tolist()
    hexes = board.layout.hex_at([(x, y), *places])
    passed = np.unique(board.index(lines_between(hexes[:-1], hexes[1:]).hexes))
    own = [each.note for each in _units(units, board) if each.by in _ids(units, i)]
    return (*_of_hexes(terrain, board, passed), *own)


def rounded_measures(
    board: HexBoard, terrain: PreparedTerrain, units: PreparedUnits, edition: Edition
) -> tuple[Finding, ...]:
    """Name everything on a table of hexes that counts as another height or depth than it has."""
    row = edition.reasons["standing.rounded"]
    found = [*_pieces(terrain, board).values(), *_units(units, board)]
    return tuple(
        Finding(
            "standing.rounded",
            "warning",
            row.label,
            row.cite,
            each.where,
            by=(each.by,),
            facts=facts(inches=each.inches, counts=each.counts),
        )
        for each in found
    )


def _ids(units: PreparedUnits, *places: int) -> frozenset[str]:
    return frozenset(units.units[i].id for i in places)


def _of_hexes(terrain: PreparedTerrain, board: HexBoard, passed: Ints) -> tuple[Assumed, ...]:
    pieces = _pieces(terrain, board)
    over = dict.fromkeys(k for h in passed.tolist() for k in board.over[h])
    return tuple(pieces[k].note for k in sorted(over) if k in pieces)


@lru_cache(maxsize=16)
def _pieces(terrain: PreparedTerrain, board: HexBoard) -> dict[int, RoundedMeasure]:
    """Give the pieces that cover the centre of a hex and have no whole level, by their index."""
    first: dict[int, int] = {}
    for h, over in enumerate(board.over):
        for k in over:
            first.setdefault(k, h)
    found: dict[int, RoundedMeasure] = {}
    for k, h in sorted(first.items()):
        key, inches = _measure(terrain, k)
        counts = float(levels(inches, board.level)) * board.level
        if abs(counts - inches) > TOUCH:
            x, y = board.layout.centre(board.hexes[[h]])[0].tolist()
            name = terrain.pieces[k].id
            found[k] = RoundedMeasure(f"terrain.{name}.{key}", name, inches, counts, (x, y))
    return found


def _measure(terrain: PreparedTerrain, k: int) -> tuple[str, float]:
    """Give what of a piece counts in levels: its depth, or the height of its top."""
    piece, row = terrain.pieces[k], terrain.rows[k]
    if row.family == "water":
        low, high = terrain.extent[piece.id]
        return "depth", high - low
    is_plain = row.family == "see-through" and piece.height is None and "trees" in row.tags
    if row.family in (Family.RAMP, Family.ZONE) or is_plain or piece.id not in terrain.extent:
        return "height", 0.0  # a slope has every height, and woods of the usual height have their own levels
    return "height", terrain.extent[piece.id][1]


def _units(units: PreparedUnits, board: HexBoard) -> Iterator[RoundedMeasure]:
    """Give the units that the file puts at a height between two levels."""
    for unit in units.units:
        z = unit.elevation
        if not isinstance(z, int | float) or not unit.is_on_table:
            continue
        counts = float(levels(z, board.level)) * board.level
        if abs(counts - z) > TOUCH:
            yield RoundedMeasure(f"units.{unit.id}.elevation", unit.id, float(z), counts, unit.at)
