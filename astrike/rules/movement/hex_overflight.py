"""What does a path from hex to hex pass over, and whom does it meet there?

Hexes higher than a flight, and units in the hexes that are entered. A hex is as high as what is under its centre,
rounded to levels, its trees included. Sources: CE pp.32, 36, 68-70.
"""

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from astrike.model.explain import facts
from astrike.model.movement import MoveMargin, MoveReason, ProfilePart
from astrike.rules.movement.along_path import reason_along
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.flight_legs import FlightLeg
from astrike.rules.movement.hex_path import HexRoute
from astrike.rules.movement.obstacles import MetBase, is_low_flight, others_on_table
from astrike.rules.movement.vtol import VtolFlight
from astrike.rules.table.hex_units import hexes_of
from astrike.rules.terrain.hex_board import NOWHERE
from astrike.tolerance import TOUCH


def hexes_of_path(case: MoveCase) -> HexRoute:
    """Give the hexes of a path."""
    assert case.hexes is not None, "asked of a table that is played in inches"
    return case.hexes


def height_climbed_to(case: MoveCase, step: int) -> float:
    """Give the height to which a leg that rises climbs before it travels, where a path leads from hex to hex."""
    asked = case.heights[hexes_of_path(case).last_of(step)] if case.heights else None
    return float(asked) if isinstance(asked, int | float) else -math.inf


def units_met(case: MoveCase, feet_at: Callable[[float], float]) -> list[MetBase]:
    """List the units in the hexes that it enters, at whatever height; `feet_at` gives its own after so many inches."""
    path, units = hexes_of_path(case), case.prepared.units
    inches, where = path.board.inches, hexes_of(path.board, units)
    found: list[MetBase] = []
    for i in others_on_table(case.prepared, case.i).tolist():
        for k in np.flatnonzero((path.hexes[1:] == where[i]).all(axis=1)).tolist():
            feet = feet_at((k + 1) * inches)
            shared = min(float(units.top[i]), feet + case.height) - max(float(units.z[i]), feet)
            is_enemy = case.unit.is_enemy_of(units.units[i])
            is_low = is_low_flight(case, i, [feet])
            found.append(MetBase(i, k * inches, (k + 1) * inches, shared, is_enemy, is_low_flight=is_low))
    return found


def met_in_flight(case: MoveCase, rises: Sequence[ProfilePart]) -> list[MetBase]:
    """List the units in the hexes that a flight or a dive enters, at whatever height (CE p.32)."""

    def feet_at(at: float) -> float:
        return min(rise.z_start for rise in rises if rise.start - TOUCH <= at <= rise.end + TOUCH)

    return units_met(case, feet_at)


def judge_vtol_on_hexes(case: MoveCase) -> MoveVerdict:
    """Judge the flight of a VTOL from hex to hex (CE p.36)."""
    return _HexVtolFlight(case).verdict()


class _HexVtolFlight(VtolFlight):
    """The steps of a VTOL's flight from hex to hex, one after another."""

    def rises_to(self, k: int) -> float:
        """Climb at once to what is asked at the end of the leg that a hex belongs to."""
        return height_climbed_to(self.case, k)

    def met(self, profile: Sequence[ProfilePart]) -> list[MetBase]:
        """List the units in the hexes that it enters."""
        return met_in_flight(self.case, profile)

    def into_terrain(self) -> Iterator[MoveReason]:
        """Hexes higher than it flies are not entered (CE p.36)."""
        return hex_terrain(self.case, self.hops)

    def margins(self) -> Iterator[MoveMargin]:
        """Nothing is nearly in a hex."""
        yield from ()


def hex_top(case: MoveCase, h: int, *, trees: bool) -> tuple[float, int]:
    """Give how high a hex is in inches, and the piece that makes it so."""
    board = hexes_of_path(case).board
    top, by = float(board.top[h]) * board.level, int(board.piece[h])
    if trees and board.grown[h].any():
        high = float(board.treetop[h][board.grown[h]].max()) * board.level
        if high > top:
            return high, next(piece for piece in board.over[h] if piece in case.prepared.terrain.kind_of)
    return top, by


def hex_terrain(case: MoveCase, hops: Sequence[FlightLeg]) -> Iterator[MoveReason]:
    """Hexes higher than it flies are not entered (CE p.36)."""
    path, terrain = hexes_of_path(case), case.prepared.terrain
    inches = path.board.inches
    for hop in hops if path.steps else ():
        top, by = hex_top(case, int(path.index[hop.leg + 1]), trees=True)
        if top > hop.z_travel + TOUCH:
            name = terrain.pieces[by].id if by != NOWHERE else None
            measured, start = facts(top=top, z=hop.z_travel), hop.leg * inches
            yield reason_along(case, "move.terrain-height", start, start + inches, by=name, measured=measured)
