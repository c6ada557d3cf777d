"""Units that attack through several arcs: landed DropShips, very large vehicles, mobile structures.

Which question: which arcs has this unit, and in which of them does the target lie? The card's arcs, as far as it tells
them. Sources: CE pp.64-65, AS p.96.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from astrike.geometry.arcs import share_in_arc
from astrike.geometry.strips import share_ahead
from astrike.rules.armament import AERODYNE, AFT, LEFT, NOSE, RIGHT, SPHEROID, Weapon, arcs_of
from astrike.rules.battlefield import Field
from astrike.rules.situation import Situation

QUARTERS = {NOSE: 0.0, RIGHT: 90.0, AFT: 180.0, LEFT: -90.0}
"""Degrees from the nose to the middle of each arc,"""
WINGS = {LEFT: -45.0, RIGHT: 45.0}
"""and of an aerodyne's."""
QUARTER, HALF_TURN = 90.0, 180.0


@lru_cache(maxsize=8)
def many_armed(field: Field) -> frozenset[int]:
    """Give the indices of the units with several arcs; on most tables there are none."""
    return frozenset(i for i in range(len(field.units.units)) if _arcs(field, i))


def _arcs(field: Field, i: int) -> tuple[str, ...]:
    units = field.units
    return arcs_of(units.units[i], size_class=units.rank[i], airborne=units.airborne[i])


def share_in(field: Field, a: int, t: int, arc: str) -> float:
    """Give the share of a target's base that lies in an arc: from the centre, without overlap (CE pp.64-65)."""
    units = field.units
    if arc not in _arcs(field, a):
        return 0.0
    facing, apex = float(units.facing[a]), units.bases.xy[a]
    if np.isnan(facing):
        return 1.0
    if units.units[a].type == AERODYNE:
        if arc == NOSE:
            return share_ahead(units.bases, t, apex, facing, field.edition.number("arc.nose-width"))
        turn, width = WINGS[arc], QUARTER
    else:
        turn, width = QUARTERS[arc], HALF_TURN if units.units[a].type == SPHEROID else QUARTER
    return float(share_in_arc([apex], [facing + turn], [width], units.bases, [t])[0])


def by_arc(s: Situation, half: float, weapon_for: Callable[[bool], tuple[Weapon, str | None]]) -> Situation:
    """Settle through which arc it attacks: the one that was chosen, else any in which the target lies.

    `weapon_for` says what fires where the target lies in the arc or outside. What points to the rear of an aerodyne is
    REAR on its card.
    """
    chosen = s.question.choice("arc")
    names = (str(chosen),) if chosen else _arcs(s.field, s.a)
    lies = any(share_in(s.field, s.a, s.t, name) >= half for name in names)
    if not chosen and s.attacker.type != AERODYNE:
        lies = True  # its arcs leave no gap, though none may hold half of a large base
    weapon, arc = weapon_for(lies)
    if chosen and arc == "front":
        arc = str(chosen)
    return s._replace(in_arc=lies, weapon=weapon, arc=arc)
