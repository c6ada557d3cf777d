"""Which artillery piece fires from where, over which distance, who sees the point for it, and who is caught?

Sets up artillery at a table: at units and points, with homing rounds, and from off the table. From beyond the edge the
range runs to the edge and on from there to the point, and a shell flies for some turns before it lands (CE p.151).
Sources: CE pp.41, 47, 143-144, 151-152; AS pp.42, 74, 76.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_answer import AttackAnswer, SightAnswer
from astrike.model.attack_question import TablePoint
from astrike.model.explain import Assumed, Facts, Reason, facts
from astrike.model.unit import FlightLine
from astrike.rulebook.combat_rows import ArtilleryRow
from astrike.rules.area.artillery_rules import (
    ARTILLERY_RULES,
    HOMING_RULES,
    OFF_TABLE_RULES,
    area_here,
    gun_of,
    is_aimed,
    is_indirect,
)
from astrike.rules.area.blast import blast_of_area, reduced_by_armor
from astrike.rules.attack.combatants import combatants
from astrike.rules.attack.kind import AttackContext, AttackKind
from astrike.rules.attack.outcome import with_outcome
from astrike.rules.attack.situation import Situation
from astrike.rules.attack.spotters import spotted, spotters_of
from astrike.rules.edition_rows import reason
from astrike.rules.shot.area_weapons import AreaWeapon, guns_of, munition_loaded
from astrike.rules.shot.artillery_steps import is_counter_battery
from astrike.rules.shot.facts import Shot, bracket_at
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.lines import base_gap_from
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.weapons import Weapon
from astrike.tolerance import TOUCH

LAST_FLIGHT = 5
"""Turns in the last line of the table of flight times."""


def aimed_at(s: Situation) -> tuple[float, float]:
    """Give the place that is aimed at: the point, or the centre of the unit."""
    return s.target.at if s.aim is None else (s.aim.x, s.aim.y)


def distance_to_point(s: Situation) -> float:
    """Measure on the table from base to point; from beyond it to the edge and on from the edge to the point.

    Source: CE p.151. Players may say how far off the table it is, and beyond which edge.
    """
    if "off-table" not in s.attacker.state:
        return s.line.range
    said, edge = s.question.choice("inches-off-table"), s.question.choice("edge")
    ways = _ways_in(s)
    chosen = [ways[str(edge)]] if str(edge) in ways else [way for way in ways.values() if way.before > 0.0]
    if isinstance(said, int | float) and said:
        beyond = chosen or [ways[_home(s)]]
        return float(said) + min(way.on for way in beyond)
    return min((way.before + way.on for way in chosen), default=min(way.on for way in ways.values()))


class _Way(NamedTuple):
    """A way in over one edge: inches to the edge, below 0 on the table's side, and on to the target."""

    before: float
    on: float


def _ways_in(s: Situation) -> dict[str, _Way]:
    table, (x, y), (px, py) = s.prepared.table, s.attacker.at, aimed_at(s)
    return {
        "north": _Way(y - table.depth, table.depth - py),
        "east": _Way(x - table.width, table.width - px),
        "south": _Way(-y, py),
        "west": _Way(-x, px),
    }


def _home(s: Situation) -> str:
    """Give the edge behind which a unit of unknown place stands: its side's home, else the nearest to the target."""
    home = next((side.home for side in s.prepared.table.sides if side.id == s.attacker.side), None)
    ways = _ways_in(s)
    return home if home in ways else min(ways, key=lambda edge: ways[edge].on)


def stands_beyond(s: Situation) -> bool:
    """Does the file place the attacker beyond an edge of the table?"""
    return any(way.before > 0.0 for way in _ways_in(s).values())


def shell_flight(prepared: PreparedTable, weapon: ArtilleryRow, inches: float) -> Iterator[Reason]:
    """Say how many turns a shell is in the air (CE p.151)."""
    numbers = prepared.edition.numbers
    if numbers["flight.0"].unknown:
        return
    if weapon.cruise:
        share = inches / numbers["flight.cruise"].value
        whole = math.floor(share + TOUCH) if _rounds_down(prepared) else math.ceil(share - TOUCH)
        yield reason(prepared, "flight.turns", _flown(int(numbers["flight.launch"].value) + whole, inches))
        return
    for turns in range(LAST_FLIGHT + 1):
        if inches <= numbers[f"flight.{turns}"].value + TOUCH:
            yield reason(prepared, "flight.turns", _flown(turns, inches))
            return
    yield reason(prepared, "flight.beyond", facts(inches=inches))


def _rounds_down(prepared: PreparedTable) -> bool:
    return prepared.options.word("artillery.flight-fraction") == "down"


def _flown(turns: int, inches: float) -> Facts:
    return facts(turns=turns, inches=inches)


def artillery_situation(context: AttackContext, line: MeasuredLine, seen: SightAnswer) -> Situation:
    """Settle which weapon fires over which distance, and who spots where the attacker does not see the point."""
    s, who = _laid(context, line, seen), combatants(context.prepared)[line.attacker]
    if who.is_airborne_craft:
        s = s._replace(measured=_from_the_air(s), arc="front")
    if s.aim is None and _is_aimed(s):
        s = s._replace(measured=_to_the_path(s))
        near = s.range <= s.prepared.edition.number("air-defense.short") + TOUCH
        return s._replace(bracket=s.prepared.edition.brackets["short" if near else "medium"])
    s = s._replace(bracket=bracket_at(s.prepared, s.range, underwater=False))
    return spotted(s) if is_indirect(s.question, s.aim, s.sight, who) else s


def off_table_situation(context: AttackContext, line: MeasuredLine, seen: SightAnswer) -> Situation:
    """Settle which weapon fires from how far beyond the table, and who spots."""
    s = _laid(context, line, seen)
    s = s._replace(bracket=None, measured=distance_to_point(s))
    if "off-table" in s.attacker.state:
        s = s._replace(arc="front")
    return s if is_counter_battery(s.question) else spotted(s)


def homing_situation(context: AttackContext, line: MeasuredLine, seen: SightAnswer) -> Situation:
    """Settle which weapon fires the round over which distance."""
    s = _laid(context, line, seen)
    s = s._replace(bracket=None, measured=distance_to_point(s))
    return s._replace(arc="front") if "off-table" in s.attacker.state else s


def _laid(context: AttackContext, line: MeasuredLine, seen: SightAnswer) -> Situation:
    gun = gun_of(context.prepared, context.prepared.units.units[line.attacker], context.question)
    in_arc = context.is_in_arc(line)
    arc = "turret" if gun is not None and gun.in_turret and not in_arc else "front" if in_arc else None
    weapon = Weapon(gun.row.key if gun is not None else "", None)
    s = context.laid(line, seen, None, weapon, arc, in_arc=in_arc, underwater=False)
    return s._replace(direction="front")


def _from_the_air(s: Situation) -> float:
    """Measure from the point of the flight path that is named, else from the nearest one (AS p.74)."""
    if s.question.path_points:
        return math.dist(s.question.path_points[0], aimed_at(s))
    return s.line.range if s.attacker.flight is None else nearest_on(s.attacker.flight, aimed_at(s))


def _to_the_path(s: Situation) -> float | None:
    """Measure to the nearest point of the target's flight path, its altitude left out (CE p.143, AS p.76)."""
    if s.target.flight is None:
        return None
    return max(0.0, nearest_on(s.target.flight, s.attacker.at) - s.prepared.units.of[s.a].width / 2)


def nearest_on(flight: FlightLine, at: tuple[float, float]) -> float:
    """Measure from a place to the nearest point of a flight path.

    >>> nearest_on(FlightLine((0, 0), (40, 0), "low"), (43, 4))
    5.0
    """
    start, end, place = np.array(flight.start), np.array(flight.end), np.array(at)
    along = end - start
    share = float(np.clip(np.dot(place - start, along) / max(float(np.dot(along, along)), TOUCH), 0.0, 1.0))
    return float(np.hypot(*(start + share * along - place)))


def homing_target(s: Situation) -> int | None:
    """Find the unit under TAG that a homing round hits: the target, or the nearest one within reach of the point."""
    marks = {mark.target for mark in s.prepared.table.marks if mark.is_tag_hit}
    if s.aim is None:
        return s.t if s.target.id in marks else None
    named = s.question.choice("homing-target")
    far = base_gap_from(s.prepared, aimed_at(s))
    limit = s.prepared.edition.number("homing.reach") + TOUCH
    found = [
        (float(far[i]), i)
        for i, unit in enumerate(s.prepared.units.units)
        if unit.id in marks and far[i] <= limit and unit.is_on_table and named in (None, "", unit.id)
    ]
    return min(found)[1] if found else None


def _is_aimed(s: Situation) -> bool:
    """Does the munition hit its target alone?"""
    chosen = munition_loaded(s.prepared, s.question, s.weapon)
    return chosen is not None and chosen.aimed


def no_target_marked(s: Situation, shot: Shot) -> Iterator[Reason]:
    """Say why a homing round finds no unit: none under TAG in reach, or one under water (CE p.144, AS p.76)."""
    row, marked = s.prepared.edition.numbers["homing.reach"], homing_target(s)
    if marked is None and (s.aim is None or not row.unknown):
        yield reason(s.prepared, "homing.no-tag", facts(limit=row.value))
    if marked is not None and marked != s.t and s.prepared.units.of[marked].submersion == "completely":
        yield reason(s.prepared, "water.submerged")


# ---- the whole answer


def artillery_complete(s: Situation, shot: Shot, answer: AttackAnswer) -> AttackAnswer:
    """Add spotters and who is caught when it hits."""
    zone = area_here(shot)
    if zone is None:
        return answer
    if s.aim is None:
        return with_outcome(s, shot, replace(answer, blast=_blast(s, shot, zone)))
    spotters = spotters_of(s) if s.question.kind != "homing" else ()
    return replace(answer, blast=_blast(s, shot, zone), spotters=spotters)


def _blast(s: Situation, shot: Shot, zone: AreaWeapon) -> BlastAnswer | None:
    """Say who is caught; None when the round finds nobody."""
    only: int | None = None
    if is_aimed(shot):
        only = homing_target(s) if s.question.kind == "homing" else s.t
        if only is None:
            return None
    gone = blast_of_area(s.prepared, zone, _impact(s), only=only)
    return reduced_by_armor(s.prepared, replace(gone, notes=(*gone.notes, *_notes(s, zone))))


def _impact(s: Situation) -> TablePoint:
    """Give the point of impact of a hit: the point aimed at, or the centre of the unit (CE p.47)."""
    if s.aim is not None:
        return s.aim
    return TablePoint(*s.target.at, float(s.prepared.units.z[s.t]))


def _notes(s: Situation, zone: AreaWeapon) -> Iterator[Reason]:
    gun = gun_of(s.prepared, s.attacker, s.question)
    if gun is not None and gun.attacks > 1:
        yield reason(s.prepared, "artillery.separate", facts(attacks=gun.attacks))
    if "from-off-table" in s.kind.tags:
        yield from shell_flight(s.prepared, zone.weapon, s.range)
    if is_counter_battery(s.question):
        yield reason(s.prepared, "artillery.half")


def artillery_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about this attack."""
    weapon = s.prepared.edition.artillery.get(s.weapon.code)
    if weapon is not None and s.question.weapon is None and len(guns_of(s.attacker, s.prepared.edition)) > 1:
        yield Assumed("attack.weapon", weapon.key, "First artillery of the card")
    if s.aim is None and s.question.spotter is not None and s.question.kind == "artillery":
        yield Assumed("attack.spotter", "unused", "Direct fire: the spotter is not needed")
    is_beyond = s.question.kind == "off-table" and "off-table" in s.attacker.state
    if is_beyond and not s.question.choice("inches-off-table") and not stands_beyond(s):
        yield Assumed("attack.inches-off-table", 0, "Distance off the table not given")
    if s.spotting is not None:
        yield from s.spotting.assumed


ARTILLERY = AttackKind(
    situation=artillery_situation,
    rules=ARTILLERY_RULES,
    assumed=artillery_assumed,
    complete=artillery_complete,
)

OFF_TABLE = replace(ARTILLERY, situation=off_table_situation, rules=OFF_TABLE_RULES)

HOMING = replace(ARTILLERY, situation=homing_situation, rules=HOMING_RULES, obstacles=no_target_marked)
