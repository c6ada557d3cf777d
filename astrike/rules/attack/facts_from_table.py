"""Which facts about an attack does the table give to the rules?

The facts are those of `shot`, which knows no table. Among them are whether a beacon on the target guides the attack,
and whether a friend of the attacker sees the target near enough for its sensors, which is needed beyond Long range.
Sources: CE pp.77, 86-87, 163; AS pp.47, 80.
"""

from collections.abc import Callable, Iterable

import numpy as np

from astrike.rulebook.ability_rows import BonusRow
from astrike.rules.attack.ability_conditions import counting_rows
from astrike.rules.attack.ability_effects import shielding_rows
from astrike.rules.attack.combatants import circumstances, combatants
from astrike.rules.attack.shared_ranges import lent_range, shared_range_options
from astrike.rules.attack.sight import sight_answer, sight_rules
from astrike.rules.attack.situation import Situation
from astrike.rules.electronics.jamming import in_friendly_ecm, probe_reach_to
from astrike.rules.shot.area_weapons import munition_loaded
from astrike.rules.shot.facts import Shot
from astrike.rules.table.lines import measure_lines
from astrike.rules.units.weapons import in_turret, missiles_loaded
from astrike.tolerance import TOUCH

BEACONS = frozenset({"narc", "inarc"})
"""Kinds of marks that last."""


def is_guided(s: Situation) -> bool:
    """Does a beacon on the target add to this attack? Not while ECM of the target's side covers it."""
    marks = s.prepared.table.marks
    if not marks or not _has_missiles(s) or _is_loaded(s):
        return False
    is_marked = any(
        mark.kind in BEACONS and mark.success and mark.target == s.target.id and _is_ours(s, mark.by)
        for mark in marks
    )
    return is_marked and not in_friendly_ecm(s.prepared, s.t)


def _has_missiles(s: Situation) -> bool:
    """Does it fire missiles: the whole armament where a missile is part of it, or a launcher alone?"""
    code, guided = s.weapon.code, s.prepared.edition.tagged("missile")
    if not code:
        return s.attacker.has_any(*guided)
    if code == "TUR":
        return any(in_turret(s.attacker, each) is not None for each in guided)
    return _is_missile(s, code)


def _is_missile(s: Situation, code: str) -> bool:
    return code in s.prepared.edition.tagged("missile") or code in s.prepared.edition.tagged("launcher")


def _is_ours(s: Situation, by: str | None) -> bool:
    """Was the beacon planted by the attacker or one of its side? One that nobody is named for serves everyone."""
    if by is None or by == s.attacker.id:
        return True
    units = s.prepared.units
    return by in units.index and not s.attacker.is_enemy_of(units.units[units.index[by]])


def _is_loaded(s: Situation) -> bool:
    """Are its missiles loaded with another munition than usual? One of its guns is nothing to them (AS p.80)."""
    chosen, row = missiles_loaded(s.question, s.kind), s.prepared.edition.choices["munition"]
    codes = dict(zip(row.values, row.needs, strict=True)).get(chosen, chosen)
    return any(_is_missile(s, code) for code in codes.split())


def friends_that_see(s: Situation, is_in_reach: Callable[[int, float], bool]) -> bool:
    """Say whether a friend has a clear or partial view of the target within the ground limit and its own reach."""
    units = s.prepared.units.units
    friends = [
        i
        for i, unit in enumerate(units)
        if i not in (s.a, s.t)
        and unit.side is not None
        and unit.side == s.attacker.side
        and unit.is_on_table
        and not unit.state & {"destroyed", "shutdown"}
    ]
    if not friends:
        return False
    lines = measure_lines(s.prepared, np.array(friends, dtype=np.intp), np.full(len(friends), s.t))
    limit = s.prepared.options.number("sight.max") + TOUCH
    return any(
        line.range <= limit
        and is_in_reach(line.attacker, line.range)
        and sight_answer(s.prepared, line).state != "blocked"
        for line in lines
    )


def shot_of(s: Situation) -> Shot:
    """Gather the facts of an attack that has been laid out on a table."""
    prepared = s.prepared
    known, bonuses = combatants(prepared), counting_rows(s)
    return Shot(
        circumstances(prepared),
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
        sight_answer(prepared, s.line) if s.spotting is not None else None,
        s.woods_of_viewer,
        s.aim,
        s.spotting,
        munition_loaded(prepared, s.question, s.weapon) if s.kind.family == "artillery" else None,
        lent_range(s) if prepared.networks else None,
        bonuses,
        _shields(s, bonuses) if bonuses else (),
        tuple(shared_range_options(s)) if prepared.networks else (),
        bool(prepared.table.marks) and is_guided(s),
        s.bracket is not None and bool(s.bracket.option) and _is_watched(s),
        s.approach,
    )


def _is_watched(s: Situation) -> bool:
    """Does a friend see a target beyond the ground limit and have it in sensor range? (CE p.163, AS p.99)"""
    if s.range <= s.prepared.options.number("sight.max") + TOUCH:
        return False
    inches_seen = sight_rules(s.prepared).visual.inches
    return friends_that_see(
        s, lambda i, inches: inches <= max(inches_seen, probe_reach_to(s.prepared, i, s.t))
    )


def _shields(s: Situation, bonuses: Iterable[BonusRow]) -> tuple[tuple[str, str], ...]:
    """Name each friend on the line that covers the target, or that the attacker fires across, with its row."""
    keys = frozenset(row.key for row in bonuses if row.what == "shield")
    if not keys or s.sight.contact or s.aim is not None:
        return ()
    return tuple((key, s.prepared.units.units[i].id) for key, i in shielding_rows(s, keys))
