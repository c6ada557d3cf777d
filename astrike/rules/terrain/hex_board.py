"""Which level does each hex have, how deep is its water, and what stands or grows on it?

A hex is what lies under its centre; heights are rounded to whole levels. Sources: CE pp.68-70, AS p.110.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Ints
from astrike.geometry.hexes import HexLayout, hex_array
from astrike.model.table import HexGrid, Table
from astrike.model.terrain import LAND
from astrike.rulebook.schema import Edition
from astrike.rules.terrain.prepared_terrain import PreparedTerrain
from astrike.tolerance import TOUCH

NOWHERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class HexBoard:
    """H hexes of a table and what is on them; behind them one more that stands for all beyond: open ground."""

    layout: HexLayout
    inches: float
    """Inches of Move and range that a hex counts for."""
    level: float
    """Inches of height that a level counts for."""
    hexes: Ints
    """(H, 2)"""
    ground: Ints
    """(H + 1,) level of the ground; of water its surface."""
    depth: Ints
    """(H + 1,) levels of water."""
    top: Ints
    """(H + 1,) level that a line must clear: of buildings and walls their top, of water its bottom."""
    piece: Ints
    """(H + 1,) the piece that makes the top, -1 for none."""
    is_solid: Bools
    """(H + 1,) is that a building or a wall?"""
    grown: Bools
    """(H + 1, K) does see-through terrain of this kind stand there?"""
    treetop: Ints
    """(H + 1, K) the level that it reaches."""
    over: tuple[tuple[int, ...], ...]
    """(H + 1,) the pieces that cover each centre."""
    lowest: tuple[int, int]
    """The least q and r."""
    row: Ints
    """(Q, R) index of each hex, H where there is none."""

    def index(self, hexes: ArrayLike) -> Ints:
        """Give the index (n,) of hexes (n, 2); of those beyond the table the last."""
        q, r = (hex_array(hexes) - self.lowest).T
        wide, tall = self.row.shape
        inside = (q >= 0) & (q < wide) & (r >= 0) & (r < tall)
        found = np.full(len(q), len(self.hexes), dtype=np.intp)
        found[inside] = self.row[q[inside], r[inside]]
        return found

    def level_of(self, z: ArrayLike) -> Ints:
        """Give the levels (n,) of heights in inches, rounded."""
        return levels(z, self.level)


def levels(z: ArrayLike, inches: float) -> Ints:
    """Round heights to levels; half a level is rounded up.

    >>> levels([0.25, 0.5, 2.0, -1.2], 1.0).tolist()
    [0, 1, 2, -1]
    """
    return np.asarray(np.floor(np.asarray(z, dtype=np.float64) / inches + 0.5 + TOUCH)).astype(np.intp)


def layout_of(grid: HexGrid) -> HexLayout:
    """Give how a table's hexes lie."""
    return HexLayout(grid.hex, grid.top == "flat")


def board_of(terrain: PreparedTerrain, *, table: Table, edition: Edition) -> HexBoard:
    """Give the hexes of a table that is played on them."""
    assert table.grid is not None, "asked of a table that is played in inches"
    number = edition.number
    figures = (number("hex.inches"), number("hex.level"), int(number("hex.woods")))
    return _board(terrain, table.grid, table.width, table.depth, figures)


@lru_cache(maxsize=16)
def _board(
    terrain: PreparedTerrain, grid: HexGrid, width: float, depth: float, figures: tuple[float, float, int]
) -> HexBoard:
    inches, level, trees = figures
    layout = layout_of(grid)
    hexes = layout.on(width, depth, beyond=layout.across)
    centres = layout.centre(hexes)
    over = terrain.pieces_over(centres)
    deep, _ = terrain.depth_at(centres)
    heights = terrain.ground_at(centres)
    ground, sunk = levels(heights, level), levels(deep, level)
    top, piece, is_solid = (
        ground - sunk,
        np.full(len(hexes), NOWHERE, dtype=np.intp),
        np.zeros(len(hexes), bool),
    )
    grown = np.zeros((len(hexes), len(terrain.kinds)), dtype=np.bool_)
    treetop = np.zeros((len(hexes), len(terrain.kinds)), dtype=np.intp)
    for h in [h for h, here in enumerate(over) if here]:
        hill, solid = _ground_piece(terrain, over[h], float(heights[h])), _solid_piece(terrain, over[h])
        piece[h] = hill if solid == NOWHERE else solid
        if solid != NOWHERE:
            is_solid[h] = True
            top[h] = max(int(top[h]), int(levels(terrain.extent[terrain.pieces[solid].id][1], level)))
        for k in over[h]:
            if k in terrain.kind_of:
                kind = terrain.kind_of[k]
                grown[h, kind] = True
                reach = _treetop(terrain, k, int(ground[h]), level, trees)
                treetop[h, kind] = max(int(treetop[h, kind]), reach)
    lowest = hexes.min(axis=0)
    row = np.full(tuple(hexes.max(axis=0) - lowest + 1), len(hexes), dtype=np.intp)
    row[tuple((hexes - lowest).T)] = np.arange(len(hexes))
    return HexBoard(
        layout=layout,
        inches=inches,
        level=level,
        hexes=hexes,
        ground=np.append(ground, 0),
        depth=np.append(sunk, 0),
        top=np.append(top, 0),
        piece=np.append(piece, NOWHERE),
        is_solid=np.append(is_solid, False),
        grown=np.vstack((grown, np.zeros((1, len(terrain.kinds)), dtype=np.bool_))),
        treetop=np.vstack((treetop, np.zeros((1, len(terrain.kinds)), dtype=np.intp))),
        over=(*over, ()),
        lowest=(int(lowest[0]), int(lowest[1])),
        row=row,
    )


def _ground_piece(terrain: PreparedTerrain, over: Sequence[int], height: float) -> int:
    """Give the hill or ramp whose top is the ground there."""
    hills = [k for k in over if terrain.rows[k].family in LAND]
    if not hills or height <= TOUCH:
        return NOWHERE
    return min(hills, key=lambda k: abs(terrain.extent[terrain.pieces[k].id][1] - height))


def _solid_piece(terrain: PreparedTerrain, over: Sequence[int]) -> int:
    """Give the highest building or wall there."""
    solid = [k for k in over if terrain.rows[k].family == "solid"]
    return max(solid, key=lambda k: terrain.extent[terrain.pieces[k].id][1], default=NOWHERE)


def _treetop(terrain: PreparedTerrain, k: int, ground: int, level: float, trees: int) -> int:
    """Give the level that see-through terrain reaches (CE p.69)."""
    piece, row = terrain.pieces[k], terrain.rows[k]
    bottom, height = terrain.extent[piece.id]
    is_plain = "trees" in row.tags and terrain.kinds[terrain.kind_of[k]].key == row.key
    tall = trees if piece.height is None and is_plain else int(levels(height, level))
    return (ground if math.isnan(bottom) else int(levels(bottom, level))) + tall
