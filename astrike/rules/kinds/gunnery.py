"""Artillery as it is laid out on a table.

Which question: which weapon fires from where, over which distance, who sees the point for it, and who is caught? What
forbids it and what it does stands in `artillery`. Sources: CE pp.41, 47, 143-144, 151-152; AS pp.42, 74, 76.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from astrike.model.answer import AttackAnswer, SightAnswer
from astrike.model.attack import Point
from astrike.model.combat import BlastAnswer
from astrike.model.explain import Assumed, Reason, facts
from astrike.model.unit import Flight
from astrike.rules.apart import apart_from
from astrike.rules.areas.blast import going_off
from astrike.rules.areas.off_table import aimed_at, distance_to_point, flight, stands_beyond
from astrike.rules.areas.toll import toll
from astrike.rules.areas.weapons import Area, guns_of, loaded
from astrike.rules.armament import Weapon
from astrike.rules.combatants import combatants
from astrike.rules.kinds.artillery import (
    ARTILLERY_RULES,
    HOMING_RULES,
    OFF_TABLE_RULES,
    area_here,
    gun_of,
    is_aimed,
    is_indirect,
)
from astrike.rules.kinds.drill import Desk, Drill
from astrike.rules.lines import Line
from astrike.rules.reasons import reason
from astrike.rules.results.outcome import with_outcome
from astrike.rules.shot import Shot, bracket_at
from astrike.rules.situation import Situation
from astrike.rules.spotting.spotters import spotted, spotters_of
from astrike.rules.steps.artillery import is_counter_battery
from astrike.tolerance import TOUCH


def situation(desk: Desk, line: Line, seen: SightAnswer) -> Situation:
    """Settle which weapon fires over which distance, and who spots where the attacker does not see the point."""
    s, who = _laid(desk, line, seen), combatants(desk.field)[line.attacker]
    if who.is_airborne_craft:
        s = s._replace(measured=_from_the_air(s), arc="front")
    if s.aim is None and _is_aimed(s):
        s = s._replace(measured=_to_the_path(s))
        near = s.range <= s.field.edition.number("air-defense.short") + TOUCH
        return s._replace(bracket=s.field.edition.brackets["short" if near else "medium"])
    s = s._replace(bracket=bracket_at(s.field, s.range, underwater=False))
    return spotted(s) if is_indirect(s.question, s.aim, s.sight, who) else s


def off_table_situation(desk: Desk, line: Line, seen: SightAnswer) -> Situation:
    """Settle which weapon fires from how far beyond the table, and who spots."""
    s = _laid(desk, line, seen)
    s = s._replace(bracket=None, measured=distance_to_point(s))
    if "off-table" in s.attacker.state:
        s = s._replace(arc="front")
    return s if is_counter_battery(s.question) else spotted(s)


def homing_situation(desk: Desk, line: Line, seen: SightAnswer) -> Situation:
    """Settle which weapon fires the round over which distance."""
    s = _laid(desk, line, seen)
    s = s._replace(bracket=None, measured=distance_to_point(s))
    return s._replace(arc="front") if "off-table" in s.attacker.state else s


def _laid(desk: Desk, line: Line, seen: SightAnswer) -> Situation:
    gun = gun_of(desk.field, desk.field.units.units[line.attacker], desk.question)
    in_arc = desk.is_in_arc(line)
    arc = "turret" if gun is not None and gun.in_turret and not in_arc else "front" if in_arc else None
    weapon = Weapon(gun.row.key if gun is not None else "", None)
    s = desk.laid(line, seen, None, weapon, arc, in_arc=in_arc, underwater=False)
    return s._replace(direction="front")


def _from_the_air(s: Situation) -> float:
    """Measure from the point of the flight path that is named, else from the nearest one (AS p.74)."""
    if s.question.spots:
        return math.dist(s.question.spots[0], aimed_at(s))
    return s.line.range if s.attacker.flight is None else nearest_on(s.attacker.flight, aimed_at(s))


def _to_the_path(s: Situation) -> float | None:
    """Measure to the nearest point of the target's flight path, its altitude left out (CE p.143, AS p.76)."""
    if s.target.flight is None:
        return None
    return max(0.0, nearest_on(s.target.flight, s.attacker.at) - s.field.units.of[s.a].width / 2)


def nearest_on(flight: Flight, at: tuple[float, float]) -> float:
    """Measure from a place to the nearest point of a flight path.

    >>> nearest_on(Flight((0, 0), (40, 0), "low"), (43, 4))
    5.0
    """
    start, end, place = np.array(flight.start), np.array(flight.end), np.array(at)
    along = end - start
    share = float(np.clip(np.dot(place - start, along) / max(float(np.dot(along, along)), TOUCH), 0.0, 1.0))
    return float(np.hypot(*(start + share * along - place)))


def homing_target(s: Situation) -> int | None:
    """Find the unit under TAG that a homing round hits: the target, or the nearest one within reach of the point."""
    marks = {mark.target for mark in s.field.table.marks if mark.success and mark.kind in ("tag", "ltag")}
    if s.aim is None:
        return s.t if s.target.id in marks else None
    named = s.question.choice("homing-target")
    far = apart_from(s.field, aimed_at(s))
    limit = s.field.edition.number("homing.reach") + TOUCH
    found = [
        (float(far[i]), i)
        for i, unit in enumerate(s.field.units.units)
        if unit.id in marks and far[i] <= limit and unit.is_on_table and named in (None, "", unit.id)
    ]
    return min(found)[1] if found else None


def _is_aimed(s: Situation) -> bool:
    """Does the munition hit its target alone?"""
    chosen = loaded(s.field, s.question, s.weapon)
    return chosen is not None and chosen.aimed


def unmarked(s: Situation, shot: Shot) -> Iterator[Reason]:
    """Say why a homing round finds no unit: none under TAG in reach, or one under water (CE p.144, AS p.76)."""
    row, marked = s.field.edition.numbers["homing.reach"], homing_target(s)
    if marked is None and (s.aim is None or not row.unknown):
        yield reason(s.field, "homing.no-tag", facts(limit=row.value))
    if marked is not None and marked != s.t and s.field.units.of[marked].submersion == "completely":
        yield reason(s.field, "water.submerged")


# ---- the whole answer


def complete(s: Situation, shot: Shot, answer: AttackAnswer) -> AttackAnswer:
    """Add spotters and who is caught when it hits."""
    zone = area_here(shot)
    if zone is None:
        return answer
    if s.aim is None:
        return with_outcome(s, shot, replace(answer, blast=_blast(s, shot, zone)))
    spotters = spotters_of(s) if s.question.kind != "homing" else ()
    return replace(answer, blast=_blast(s, shot, zone), spotters=spotters)


def _blast(s: Situation, shot: Shot, zone: Area) -> BlastAnswer | None:
    """Say who is caught; None when the round finds nobody."""
    only: int | None = None
    if is_aimed(shot):
        only = homing_target(s) if s.question.kind == "homing" else s.t
        if only is None:
            return None
    gone = going_off(s.field, zone, _impact(s), only=only)
    return toll(s.field, replace(gone, notes=(*gone.notes, *_notes(s, zone))))


def _impact(s: Situation) -> Point:
    """Give the point of impact of a hit: the point aimed at, or the centre of the unit (CE p.47)."""
    if s.aim is not None:
        return s.aim
    return Point(*s.target.at, float(s.field.units.z[s.t]))


def _notes(s: Situation, zone: Area) -> Iterator[Reason]:
    gun = gun_of(s.field, s.attacker, s.question)
    if gun is not None and gun.attacks > 1:
        yield reason(s.field, "artillery.separate", facts(attacks=gun.attacks))
    if "from-off-table" in s.kind.tags:
        yield from flight(s.field, zone.weapon, s.range)
    if is_counter_battery(s.question):
        yield reason(s.field, "artillery.half")


def assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about this attack."""
    weapon = s.field.edition.artillery.get(s.weapon.code)
    if weapon is not None and s.question.weapon is None and len(guns_of(s.attacker, s.field.edition)) > 1:
        yield Assumed("attack.weapon", weapon.key, "First artillery of the card")
    if s.aim is None and s.question.spotter is not None and s.question.kind == "artillery":
        yield Assumed("attack.spotter", "unused", "Direct fire: the spotter is not needed")
    is_beyond = s.question.kind == "off-table" and "off-table" in s.attacker.state
    if is_beyond and not s.question.choice("inches-off-table") and not stands_beyond(s):
        yield Assumed("attack.inches-off-table", 0, "Distance off the table not given")
    if s.spotting is not None:
        yield from s.spotting.assumed


ARTILLERY = Drill(situation=situation, rules=ARTILLERY_RULES, assumed=assumed, complete=complete)
OFF_TABLE = replace(ARTILLERY, situation=off_table_situation, rules=OFF_TABLE_RULES)
HOMING = replace(ARTILLERY, situation=homing_situation, rules=HOMING_RULES, obstacles=unmarked)
