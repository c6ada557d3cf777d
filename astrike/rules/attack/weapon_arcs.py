"""Through which arcs can a unit with several of them attack, and in which of those does the target lie?

Landed DropShips, very large vehicles and mobile structures attack through several arcs, as far as the card states
them. Sources: CE pp.64-65, AS p.96.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from astrike.geometry.arcs import share_ahead, share_in_arc
from astrike.rules.attack.situation import Situation
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.weapons import AERODYNE, AFT, LEFT, NOSE, RIGHT, SPHEROID, Weapon, arcs_of

QUARTERS = {NOSE: 0.0, RIGHT: 90.0, AFT: 180.0, LEFT: -90.0}
"""Degrees from the nose to the middle of each arc of a unit that is no aerodyne."""
WINGS = {LEFT: -45.0, RIGHT: 45.0}
"""Degrees from the nose to the middle of each arc of an aerodyne."""
QUARTER, HALF_TURN = 90.0, 180.0


@lru_cache(maxsize=8)
def units_with_many_arcs(prepared: PreparedTable) -> frozenset[int]:
    """Give the indices of the units with several arcs; on most tables there are none."""
    return frozenset(i for i in range(len(prepared.units.units)) if _arcs(prepared, i))


def _arcs(prepared: PreparedTable, i: int) -> tuple[str, ...]:
    units = prepared.units
    return arcs_of(units.units[i], size_class=units.rank[i], airborne=units.airborne[i])


def base_share_in_arc(prepared: PreparedTable, a: int, t: int, arc: str) -> float:
    """Give the share of a target's base that lies in an arc: from the centre, without overlap (CE pp.64-65)."""
    units = prepared.units
    if arc not in _arcs(prepared, a):
        return 0.0
    facing, apex = float(units.facing[a]), units.bases.xy[a]
    if np.isnan(facing):
        return 1.0
    if units.units[a].type == AERODYNE:
        if arc == NOSE:
            return share_ahead(units.bases, t, apex, facing, prepared.edition.number("arc.nose-width"))
        turn, width = WINGS[arc], QUARTER
    else:
        turn, width = QUARTERS[arc], HALF_TURN if units.units[a].type == SPHEROID else QUARTER
    return float(share_in_arc([apex], [facing + turn], [width], units.bases, [t])[0])


def choose_arc(
    s: Situation, half: float, weapon_for: Callable[[bool], tuple[Weapon, str | None]]
) -> Situation:
    """Settle through which arc it attacks: the one that was chosen, else any in which the target lies.

    `weapon_for` says what fires where the target lies in the arc or outside. What points to the rear of an aerodyne is
    REAR on its card.
    """
    chosen = s.question.choice("arc")
    names = (str(chosen),) if chosen else _arcs(s.prepared, s.a)
    lies = any(base_share_in_arc(s.prepared, s.a, s.t, name) >= half for name in names)
    if not chosen and s.attacker.type != AERODYNE:
        lies = True  # its arcs leave no gap, though none may hold half of a large base
    weapon, arc = weapon_for(lies)
    if chosen and arc == "front":
        arc = str(chosen)
    return s._replace(in_arc=lies, weapon=weapon, arc=arc)
