"""Artillery before it fires: which weapon, from where, over which distance, and who sees the point for it?

Sources: CE pp.41, 47, 143-144, 151-152; AS pp.42, 74, 76.
"""

import math

import numpy as np

from astrike.geometry.arrays import TOUCH
from astrike.model.answer import SightAnswer
from astrike.model.attack import AttackQuestion
from astrike.model.unit import Flight, Unit
from astrike.rules.apart import apart_from
from astrike.rules.areas.off_table import aimed_at, distance_to_point
from astrike.rules.areas.weapons import Gun, guns_of, loaded, weapon_row
from astrike.rules.battlefield import Field
from astrike.rules.combatants import combatants
from astrike.rules.kinds.drill import Desk
from astrike.rules.lines import Line
from astrike.rules.situation import Situation, Weapon, bracket_at
from astrike.rules.spotting.spotters import spotted
from astrike.rules.steps.artillery import is_counter_battery


def situation(desk: Desk, line: Line, seen: SightAnswer) -> Situation:
    """Settle which weapon fires over which distance, and who spots where the attacker does not see the point."""
    s = _laid(desk, line, seen)
    if combatants(s.field)[s.a].is_airborne_craft:
        s = s._replace(measured=_from_the_air(s), arc="front")
    if s.aim is None and loaded_is_aimed(s):
        s = s._replace(measured=_to_the_path(s))
        near = s.range <= s.field.edition.number("air-defense.short") + TOUCH
        return s._replace(bracket=s.field.edition.brackets["short" if near else "medium"])
    s = s._replace(bracket=bracket_at(s.field, s.range, underwater=False))
    return spotted(s) if is_indirect(s) else s


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


def gun_of(field: Field, unit: Unit, question: AttackQuestion) -> Gun | None:
    """Give the artillery that the question names, else the first of the card that fits the kind of attack."""
    guns = guns_of(unit, field.edition)
    if question.weapon is not None:
        named = weapon_row(field.edition, question.weapon)
        return next((gun for gun in guns if named is not None and gun.row.key == named.key), None)
    if question.kind == "off-table":
        guns = tuple(gun for gun in guns if gun.row.off_table) or guns
    if question.kind == "homing":
        row = field.edition.munitions["homing"]
        guns = tuple(gun for gun in guns if gun.row.key in row.weapons) or guns
    return guns[0] if guns else None


def is_indirect(s: Situation) -> bool:
    """Is it fired at a point by way of a spotter: one is named, or the attacker does not see it? (AS p.42)"""
    if s.aim is None:
        return False
    return (
        s.question.spotter is not None
        or s.sight.state == "blocked"
        or combatants(s.field)[s.a].is_airborne_craft
    )


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


def is_indirect_now(s: Situation) -> bool:
    """Was it settled that this goes by way of a spotter? The sight in the situation is then the spotter's."""
    return s.aim is not None and (s.spotting is not None or is_indirect(s))


def loaded_is_aimed(s: Situation) -> bool:
    """Does the munition hit its target alone?"""
    chosen = loaded(s)
    return chosen is not None and chosen.aimed


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
