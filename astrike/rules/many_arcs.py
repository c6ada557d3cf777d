"""Units that attack through several arcs: landed DropShips, very large vehicles, mobile structures.

Which question: which arcs has this unit, and in which of them does the target lie? The card's arcs, as far as it tells
them. Sources: CE pp.64-65, AS p.96.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from astrike.geometry.arcs import share_in_arc
from astrike.geometry.strips import share_ahead
from astrike.rules.battlefield import Field
from astrike.rules.situation import Situation, Weapon

NOSE, LEFT, RIGHT, AFT = "nose", "left", "right", "aft"
AERODYNE = "DA"
SPHEROID = "DS"
STRUCTURE = "MS"
VERY_LARGE = 2
"""Size class from which a unit has an arc to each side."""
QUARTERS = {NOSE: 0.0, RIGHT: 90.0, AFT: 180.0, LEFT: -90.0}
WINGS = {LEFT: -45.0, RIGHT: 45.0}
QUARTER, HALF_TURN = 90.0, 180.0


@lru_cache(maxsize=8)
def many_armed(field: Field) -> frozenset[int]:
    """Give the indices of the units with several arcs; on most tables there are none."""
    return frozenset(i for i in range(len(field.units.units)) if arcs_of(field, i))


def arcs_of(field: Field, i: int) -> tuple[str, ...]:
    """Name the arcs of a unit on the ground, none for one that has just the usual one."""
    unit = field.units.units[i]
    if field.units.airborne[i]:
        return ()
    if unit.type == SPHEROID:
        return (LEFT, RIGHT)
    if unit.type == AERODYNE:
        return (NOSE, LEFT, RIGHT)
    is_large = unit.type == STRUCTURE or field.units.rank[i] >= VERY_LARGE
    return tuple(QUARTERS) if is_large else ()


def share_in(field: Field, a: int, t: int, arc: str) -> float:
    """Give the share of a target's base that lies in an arc: from the centre, without overlap (CE pp.64-65)."""
    units = field.units
    if arc not in arcs_of(field, a):
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
    names = (str(chosen),) if chosen else arcs_of(s.field, s.a)
    lies = any(share_in(s.field, s.a, s.t, name) >= half for name in names)
    if not chosen and s.attacker.type != AERODYNE:
        lies = True  # its arcs leave no gap, though none may hold half of a large base
    weapon, arc = weapon_for(lies)
    if chosen and arc == "front":
        arc = str(chosen)
    return s._replace(in_arc=lies, weapon=weapon, arc=arc)


def is_through_another_arc(s: Situation) -> bool:
    """Does it attack through an arc, or with a turret, from which it has not attacked yet? (CE pp.40, 64, 79)"""
    before = s.question.choice("arc-fired")
    return s.a in many_armed(s.field) and bool(before) and before != s.arc
