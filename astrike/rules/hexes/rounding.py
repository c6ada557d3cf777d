"""Which heights and depths of a table are no whole levels, so that play on hexes rounds them?

Which question: what of a piece or of a unit's elevation counts as something else than it measures? What follows from
levels is asked elsewhere. Source: CE pp.68-70, AS p.110.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from astrike.geometry.arrays import TOUCH, Ints
from astrike.geometry.hexes import lines_between
from astrike.model.explain import Assumed, facts
from astrike.model.figures import plain
from astrike.model.legality import Finding
from astrike.rules.battlefield import Field
from astrike.rules.hexes.board import GROWN, HexBoard, levels
from astrike.rules.hexes.standing import hexes_of
from astrike.rules.lie import Lie

_LABEL = "Rounded to whole levels on hexes"


@dataclass(frozen=True, slots=True)
class Rounded:
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
        return Assumed(self.at, f"{plain(self.counts)}″ (measures {plain(self.inches)}″)", _LABEL)


def line_notes(field: Field, attacker: int, target: int) -> tuple[Assumed, ...]:
    """Say what was rounded along the line between two units, and of where they stand."""
    board = field.board
    if board is None:
        return ()
    home = hexes_of(board, field.units)
    passed = board.index(lines_between(home[[attacker]], home[[target]]).hexes)
    units = [each.note for each in _units(field, board) if each.by in _ids(field, attacker, target)]
    return (*_of_hexes(field, board, passed), *units)


def path_notes(field: Field, i: int, places: Iterable[tuple[float, float]]) -> tuple[Assumed, ...]:
    """Say what was rounded along a path of a unit from where it stands."""
    board = field.board
    if board is None:
        return ()
    x, y = field.units.bases.xy[i].tolist()
    hexes = board.layout.hex_at([(x, y), *places])
    passed = np.unique(board.index(lines_between(hexes[:-1], hexes[1:]).hexes))
    units = [each.note for each in _units(field, board) if each.by in _ids(field, i)]
    return (*_of_hexes(field, board, passed), *units)


def rounded(field: Field) -> tuple[Finding, ...]:
    """Name everything on a table of hexes that counts as another height or depth than it has."""
    board = field.board
    if board is None:
        return ()
    row = field.edition.reasons["standing.rounded"]
    found = [*_pieces(field.lie, board).values(), *_units(field, board)]
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


def _ids(field: Field, *places: int) -> frozenset[str]:
    return frozenset(field.units.units[i].id for i in places)


def _of_hexes(field: Field, board: HexBoard, passed: Ints) -> tuple[Assumed, ...]:
    pieces = _pieces(field.lie, board)
    over = dict.fromkeys(k for h in passed.tolist() for k in board.over[h])
    return tuple(pieces[k].note for k in sorted(over) if k in pieces)


@lru_cache(maxsize=16)
def _pieces(lie: Lie, board: HexBoard) -> dict[int, Rounded]:
    """Give the pieces that cover the centre of a hex and have no whole level, by their index."""
    first: dict[int, int] = {}
    for h, over in enumerate(board.over):
        for k in over:
            first.setdefault(k, h)
    found: dict[int, Rounded] = {}
    for k, h in sorted(first.items()):
        key, inches = _measure(lie, k)
        counts = float(levels(inches, board.level)) * board.level
        if abs(counts - inches) > TOUCH:
            x, y = board.layout.centre(board.hexes[[h]])[0].tolist()
            name = lie.pieces[k].id
            found[k] = Rounded(f"terrain.{name}.{key}", name, inches, counts, (x, y))
    return found


def _measure(lie: Lie, k: int) -> tuple[str, float]:
    """Give what of a piece counts in levels: its depth, or the height of its top."""
    piece, row = lie.pieces[k], lie.rows[k]
    if row.family == "water":
        low, high = lie.extent[piece.id]
        return "depth", high - low
    is_plain = row.family == "see-through" and piece.height is None and row.key in GROWN
    if row.family in ("ramp", "zone") or is_plain or piece.id not in lie.extent:
        return "height", 0.0  # a slope has every height, and woods of the usual height have their own levels
    return "height", lie.extent[piece.id][1]


def _units(field: Field, board: HexBoard) -> Iterator[Rounded]:
    """Give the units that the file puts at a height between two levels."""
    for unit in field.units.units:
        z = unit.elevation
        if not isinstance(z, int | float) or not unit.is_on_table:
            continue
        counts = float(levels(z, board.level)) * board.level
        if abs(counts - z) > TOUCH:
            yield Rounded(f"units.{unit.id}.elevation", unit.id, float(z), counts, unit.at)
