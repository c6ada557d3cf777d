"""In which hex does each unit stand, which side of it does it face, and in which woods is it?

A unit's hex is the one under its centre, and there it stands in the middle; it faces the side nearest to the facing
that the file states. Heights are those of its type, as miniatures do not matter on hexes. Sources: CE pp.41, 43,
68-69.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from astrike.geometry.arrays import Bools, Ints
from astrike.geometry.hexes import HexLayout
from astrike.model.explain import Assumed
from astrike.model.unit import Unit
from astrike.rulebook.schema import Edition
from astrike.rules.table.prepared_units import PreparedUnits
from astrike.rules.terrain.hex_board import HexBoard
from astrike.rules.terrain.prepared_terrain import PreparedTerrain
from astrike.tolerance import TOUCH

OFF = 0.01
"""Inches beside the middle of a hex that are still the middle, as files are written."""
_Notes = tuple[Assumed, ...]


def units_on_hexes(
    units: Sequence[Unit], layout: HexLayout, edition: Edition
) -> tuple[tuple[Unit, ...], tuple[_Notes, ...]]:
    """Put units into the middle of their hexes, facing a side; say of each what was changed (CE p.68)."""
    if not units:
        return (), ()
    places = np.array([unit.at for unit in units], dtype=np.float64)
    hexes = layout.hex_at(places)
    centres, names = layout.centre(hexes), layout.names(hexes)
    found: list[Unit] = []
    notes: list[_Notes] = []
    for unit, (x, y), name in zip(units, centres.tolist(), names, strict=True):
        changed: list[Assumed] = []
        facing = unit.facing
        if max(abs(x - unit.at[0]), abs(y - unit.at[1])) > OFF:
            changed.append(Assumed(f"units.{unit.id}.at", name, "Hex under the unit's centre"))
        if facing is not None:
            facing = float(layout.side(facing)[0])
            if abs((facing - float(unit.facing or 0.0) + 180.0) % 360.0 - 180.0) > TOUCH:
                changed.append(
                    Assumed(f"units.{unit.id}.facing", facing, "Side of the hex nearest to the facing")
                )
        height = unit.height if edition.units[unit.type].structure else None
        found.append(replace(unit, at=(x, y), facing=facing, height=height, stand=0.0))
        notes.append(tuple(changed))
    return tuple(found), tuple(notes)


def hexes_of(board: HexBoard, units: PreparedUnits) -> Ints:
    """Give the hex (n, 2) of each unit."""
    return board.layout.hex_at(units.bases.xy)


def units_in_pieces(board: HexBoard, terrain: PreparedTerrain, units: PreparedUnits) -> Bools:
    """Say which unit stands in which see-through piece: it covers the hex, and its top is above the unit's feet."""
    found = np.zeros((len(units.units), len(terrain.pieces)), dtype=np.bool_)
    if not terrain.kinds or not len(found):
        return found
    for i, h in enumerate(board.index(hexes_of(board, units)).tolist()):
        feet = int(board.level_of(units.z[i]))
        for k in board.over[h]:
            if k in terrain.kind_of and feet < board.treetop[h, terrain.kind_of[k]]:
                found[i, k] = True
    return found
