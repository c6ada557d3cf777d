"""Which piece of one table is which of another, and how far is each off?

Pieces are distinguished by kind, place, size and height, never by their ids. Each terrace of a hill is a piece of its
own; zones and marked objectives count, roads and water as well. What a preset allows is checked by `pack` and
`symmetry`.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Floats,
    Ints,
    Shapes,
    areas,
    centroids,
    distances,
    floats,
    make_polygon,
    outer_and_inner,
    points,
    polygons_of,
    shape_array,
    together,
)
from astrike.geometry.shape_matching import ShapeShifts, best_matches, shape_rotations, shape_shifts
from astrike.model.terrain import Point
from astrike.rules.layout.limit_checks import Lines
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

PairMatching = Callable[[Floats], tuple[Ints, Ints]]
"""Finds the pairs that cost least."""
TurnMeasure = Callable[[Shapes, Shapes], Floats]
"""Says by how much each shape is turned from the one it should be."""
WORDS: Final = ("class", "density")
_PER_HEIGHT: Final = 2.0
"""Inches between two places that weigh as much as an inch between two heights."""
_PER_WORD: Final = 1.0
"""Inches between two places that weigh as much as another class of building."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidItem:
    """One piece, zone or objective as it lies."""

    id: str
    kind: str
    height: float
    """From its underside to its top; of water its depth below the ground."""
    words: tuple[str, ...]
    """What else it is: class, density."""
    toward: float | None
    """The direction in which a ramp rises."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidItems:
    """Everything that lies on a table, and its shapes."""

    items: tuple[LaidItem, ...]
    shapes: Shapes


@dataclass(frozen=True, slots=True)
class PieceOffset:
    """One piece and where it should be."""

    piece: str
    wanted: str
    """Id of the piece of the pack, or of the counterpart."""
    at: Point
    """The middle of the piece."""
    home: Point
    """Where the middle of the piece should be."""
    centre: float
    """Inches that the middle of the piece is off."""
    worst: float
    """Inches that its farthest corner is off."""
    turn: float
    """Degrees clockwise that it is turned; as little as brings it into place."""
    rise: float
    """Inches that it is too high."""
    unlike: tuple[str, ...]
    """What else is not the same."""
    touches: bool
    """Does any part of it lie where it should?"""


@dataclass(frozen=True, slots=True)
class LayoutComparison:
    """A table compared with a pack."""

    placed: tuple[PieceOffset, ...]
    missing: tuple[tuple[str, Point], ...]
    """Ids of the pack that no piece of the table stands for, and where."""
    extra: tuple[tuple[str, Point], ...]
    """Ids of the table that the pack has no place for, and where."""

    @property
    def worst(self) -> float:
        """Inches that the corner farthest off of all pieces is from where it should be."""
        return max((each.worst for each in self.placed), default=0.0)

    @property
    def turn(self) -> float:
        """Degrees that the piece turned most is off."""
        return max((abs(each.turn) for each in self.placed), default=0.0)


def laid_items_of(prepared: PreparedTable) -> LaidItems:
    """Give what lies on a table."""
    terrain = prepared.terrain
    markers = prepared.table.objectives
    shapes = [together(shape_array(make_polygon(*area) for area in piece.areas)) for piece in terrain.pieces]
    items = [
        LaidItem(
            piece.id,
            piece.kind,
            _height(prepared, piece.id),
            (piece.grade or "", "" if piece.density is None else str(piece.density)),
            piece.toward,
        )
        for piece in terrain.pieces
    ]
    items += [LaidItem(marker.id, marker.kind, 0.0, ("", ""), None) for marker in markers]
    spots = points(floats([marker.at for marker in markers], columns=2))
    return LaidItems(tuple(items), shape_array([*shapes, *spots]))


def _height(prepared: PreparedTable, piece: str) -> float:
    low, high = prepared.heights.get(piece, (0.0, 0.0))
    return high if np.isnan(low) else high - low


# ---- one table and another


def compare_layouts(
    here: LaidItems,
    there: LaidItems,
    *,
    matched: PairMatching = best_matches,
    turned: TurnMeasure = shape_rotations,
) -> LayoutComparison:
    """Compare what lies on a table with what should: as many pairs as can be, and those that cost least together."""
    at, home = _middles(here.shapes), _middles(there.shapes)
    mine, its = matched(_costs(here, there, at, home))
    pairs = here.shapes[mine], there.shapes[its]
    found, turn, gap = shape_shifts(*pairs), turned(*pairs), distances(*pairs)
    placed = tuple(
        _placed(
            here,
            there,
            (i, j),
            at=at,
            home=home,
            found=found,
            turn=float(turn[number]),
            gap=float(gap[number]),
            number=number,
        )
        for number, (i, j) in enumerate(zip(mine.tolist(), its.tolist(), strict=True))
    )
    return LayoutComparison(placed, _left(there, its, home), _left(here, mine, at))


def _middles(shapes: Shapes) -> Floats:
    return centroids(shapes) if len(shapes) else np.empty((0, 2))


def _left(laid: LaidItems, taken: Ints, middles: Floats) -> tuple[tuple[str, Point], ...]:
    """Give what no pair was found for."""
    left = np.setdiff1d(np.arange(len(laid.items)), taken)
    return tuple((laid.items[k].id, _point(middles[k])) for k in left.tolist())


def _costs(here: LaidItems, there: LaidItems, at: Floats, home: Floats) -> Floats:
    """Give what it costs to take one piece for another; of different kinds it cannot be.

    It is the root of inches, so that one piece far off is found rather than all others a little.
    """
    away = np.hypot(at[:, None, 0] - home[None, :, 0], at[:, None, 1] - home[None, :, 1])
    size, wanted = np.sqrt(areas(here.shapes)), np.sqrt(areas(there.shapes))
    high, due = (np.array([item.height for item in laid.items], dtype=np.float64) for laid in (here, there))
    cost: Floats = away + np.abs(size[:, None] - wanted) + _PER_HEIGHT * np.abs(high[:, None] - due)
    kind, its_kind = _numbered([item.kind for item in here.items], [item.kind for item in there.items])
    words, its_words = _numbered([item.words for item in here.items], [item.words for item in there.items])
    cost[words[:, None] != its_words] += _PER_WORD
    cost[kind[:, None] != its_kind] = np.inf
    return np.sqrt(cost)


def _numbered(some: Sequence[Hashable], others: Sequence[Hashable]) -> tuple[Ints, Ints]:
    """Give numbers instead of values: the same number for the same value."""
    number = {value: n for n, value in enumerate(dict.fromkeys((*some, *others)))}
    one, other = (np.array([number[value] for value in values], dtype=np.intp) for values in (some, others))
    return one, other


def _placed(
    here: LaidItems,
    there: LaidItems,
    pair: tuple[int, int],
    *,
    at: Floats,
    home: Floats,
    found: ShapeShifts,
    turn: float,
    gap: float,
    number: int,
) -> PieceOffset:
    item, other = here.items[pair[0]], there.items[pair[1]]
    if item.toward is not None and other.toward is not None:
        turn = (item.toward - other.toward + 180.0) % 360.0 - 180.0
    return PieceOffset(
        piece=item.id,
        wanted=other.id,
        at=_point(at[pair[0]]),
        home=_point(home[pair[1]]),
        centre=float(found.centre[number]),
        worst=float(found.worst[number]),
        turn=turn,
        rise=item.height - other.height,
        unlike=tuple(
            name for name, one, two in zip(WORDS, item.words, other.words, strict=True) if one != two
        ),
        touches=gap <= TOUCH,
    )


def _point(place: Floats) -> Point:
    x, y = place.tolist()
    return (x, y)


def outlines_to_draw(shape: object) -> Lines:
    """Give the outlines of a shape to draw, closed; none of a point."""
    return tuple(tuple((x, y) for x, y in outer_and_inner(part)[0].tolist()) for part in polygons_of(shape))
