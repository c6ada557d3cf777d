"""Shots as they are made at a table.

Which question: what does the table say about this attack, as far as the rules look at it?
"""

from collections.abc import Iterable

from astrike.rulebook.abilities import BonusRow
from astrike.rules.abilities.bearers import counting
from astrike.rules.abilities.shields import shields
from astrike.rules.areas.weapons import loaded
from astrike.rules.combatants import circumstances, combatants
from astrike.rules.electronics.jamming import probe_reach_to
from astrike.rules.electronics.sharing import lent_range, sharing_options
from astrike.rules.shot import Shot
from astrike.rules.sight import sight_answer, sight_rules
from astrike.rules.situation import Situation
from astrike.rules.spotting.beacons import is_guided
from astrike.rules.spotting.friends import friends_that_see
from astrike.tolerance import TOUCH


def shot_of(s: Situation) -> Shot:
    """Gather the facts of an attack that has been laid out on a table."""
    field = s.field
    known, bonuses = combatants(field), counting(s)
    return Shot(
        circumstances(field),
        known[s.a],
        known[s.t],
        s.question,
        s.range,
        s.bracket,
        s.sight,
        s.line,
        s.view,
        s.weapon,
        s.arc,
        s.direction,
        s.underwater,
        s.in_arc,
        sight_answer(field, s.line) if s.spotting is not None else None,
        s.woods_of_viewer,
        s.aim,
        s.spotting,
        loaded(field, s.question, s.weapon) if s.kind.family == "artillery" else None,
        lent_range(s) if field.networks else None,
        bonuses,
        _shields(s, bonuses) if bonuses else (),
        tuple(sharing_options(s)) if field.networks else (),
        bool(field.table.marks) and is_guided(s),
        s.bracket is not None and bool(s.bracket.option) and _is_watched(s),
        s.approach,
    )


def _is_watched(s: Situation) -> bool:
    """Does a friend see a target beyond the ground limit and have it in sensor range? (CE p.163, AS p.99)"""
    if s.range <= s.field.options.number("sight.max") + TOUCH:
        return False
    inches_seen = sight_rules(s.field).visual.inches
    return friends_that_see(s, lambda i, inches: inches <= max(inches_seen, probe_reach_to(s.field, i, s.t)))


def _shields(s: Situation, bonuses: Iterable[BonusRow]) -> tuple[tuple[str, str], ...]:
    """Name each friend on the line that covers the target, or that the attacker fires across, with its row."""
    keys = frozenset(row.key for row in bonuses if row.what == "shield")
    if not keys or s.sight.contact or s.aim is not None:
        return ()
    return tuple((key, s.field.units.units[i].id) for key, i in shields(s, keys))
