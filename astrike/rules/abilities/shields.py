"""Units as cover for others, as two options have it.

Which question: does the line of fire cross the base of a friend in base contact? Infantry hides behind any friend but
infantry (CE p.139); a vehicle or 'Mech that moved and is at least as high shields whoever touches it (CE p.172). The
line runs from the middle of one base to the middle of the other.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from astrike.geometry.arrays import Bools
from astrike.rules.apart import touch
from astrike.rules.battlefield import Field
from astrike.rules.situation import Situation
from astrike.tolerance import TOUCH


def shields(s: Situation, keys: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Name the rows that count, each with the unit on the line, in file order."""
    field = s.field
    if "behind-friend" in keys and s.target_row.infantry:
        for i in _across(s, s.t):
            if not field.units.rows[i].infantry:
                yield "behind-friend", i
    if "behind-friend.own" in keys and s.attacker_row.infantry:
        for i in _across(s, s.a):
            if not field.units.rows[i].infantry:
                yield "behind-friend.own", i
    for i in _across(s, s.t):
        row = field.units.rows[i]
        key = "shield-mech" if row.mech or field.units.units[i].type == "PM" else "shield-vehicle"
        if key in keys and _shields(field, i, s.t):
            yield key, i


def _shields(field: Field, i: int, t: int) -> bool:
    """May this unit shield that one: a 'Mech, ProtoMech or vehicle below Large that moved and is as high? (CE p.172)"""
    row, unit = field.units.rows[i], field.units.units[i]
    is_kind = row.mech or unit.type == "PM" or (row.vehicle and not field.units.rank[i])
    is_as_high = field.units.top[i] >= field.units.top[t] - TOUCH
    has_moved = field.motions[i].manner in field.edition.tagged("shielding")
    return is_kind and bool(is_as_high) and has_moved and not field.units.airborne[i]


def _on_the_line(s: Situation, friends: Sequence[int]) -> Bools:
    """Say whose base the line of fire crosses, or on hexes whose hex."""
    return s.field.metric.crossed(s.field.units.bases, s.line, friends)


def _across(s: Situation, behind: int) -> Iterator[int]:
    """Give the friends of a unit that touch it and whose base the line of fire crosses."""
    units = s.field.units
    unit = units.units[behind]
    friends = [
        i
        for i, other in enumerate(units.units)
        if i not in (s.a, s.t)
        and other.side is not None
        and other.side == unit.side
        and other.is_on_table
        and "destroyed" not in other.state
    ]
    if not friends:
        return
    near = touch(s.field, np.full(len(friends), behind), np.array(friends, dtype=np.intp))
    over = _on_the_line(s, friends)
    for i, touches, is_crossed in zip(friends, near.tolist(), over.tolist(), strict=True):
        if touches and is_crossed:
            yield i
