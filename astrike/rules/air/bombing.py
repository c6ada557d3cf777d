"""May bombs be dropped there, what does each do, and who is caught?

They are dropped in a dive at one point of the path, or from high altitude on a series of points. Sources: CE pp.174,
181-183; AS pp.54-57.
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace

from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_answer import AttackAnswer, Damage, DamageTerm
from astrike.model.attack_question import TablePoint
from astrike.model.explain import Reason, facts
from astrike.rules.air.attack_path import AttackPath, attack_path_of, impacts, is_near
from astrike.rules.air.strafing import AIR_RULES, attack_kind_from_the_air
from astrike.rules.area.blast import blast
from astrike.rules.area.bombs import bomb_row
from astrike.rules.attack.combatants import circumstances
from astrike.rules.attack.outcome import with_outcome
from astrike.rules.attack.situation import Situation
from astrike.rules.edition_rows import not_printed, reason
from astrike.rules.shot.area_weapons import area_weapon
from astrike.rules.shot.armor import ArrivingDamage, after_armor
from astrike.rules.shot.damage import points_read, points_shown
from astrike.rules.shot.facts import Shot
from astrike.rules.shot.refusals import unprinted_number
from astrike.tolerance import TOUCH

# ---- where they fall


def dive_reach(s: Situation, shot: Shot, route: AttackPath) -> Iterator[Reason]:
    """In a dive one point of the path is bombed; battle armor drops on what it hovers over (CE p.181)."""
    if s.attacker.type == "BA":
        yield from _suit_reach(s)
        return
    spots = impacts(s, route)
    if len(spots) > 1:
        yield reason(s.prepared, "bomb.points", facts(points=len(spots)))
    yield from _on_path(s, route, spots)
    yield from _caught_at_all(s, spots)


def _suit_reach(s: Situation) -> Iterator[Reason]:
    row = s.prepared.edition.numbers["bomb.suit-reach"]
    is_higher = float(s.prepared.units.z[s.a] - s.prepared.units.z[s.t]) > TOUCH
    if row.unknown:
        yield unprinted_number(s.prepared, row.key)
    elif s.line.range > row.value + TOUCH or not is_higher:
        yield reason(s.prepared, "bomb.reach", facts(range=s.line.range, limit=row.value))


def series_reach(s: Situation, shot: Shot, route: AttackPath) -> Iterator[Reason]:
    """From high altitude a bomb falls every two inches of the path from the first on (CE p.181, AS p.55)."""
    spots = impacts(s, route)
    yield from _on_path(s, route, spots)
    yield from _spacing(s, route, spots)
    yield from _caught_at_all(s, spots)


def _spacing(s: Situation, route: AttackPath, spots: tuple[tuple[float, float], ...]) -> Iterator[Reason]:
    number = s.prepared.edition.number
    every, most = number("bomb.spacing"), int(number("bomb.at-a-point"))
    inches = [route.along(spot) for spot in spots]
    if most:
        gaps = [after - before for before, after in itertools.pairwise(inches)]
        wrong = next((gap for gap in gaps if not is_near(s, abs(gap - every))), None)
        if wrong is not None:
            yield reason(s.prepared, "bomb.spacing", facts(inches=abs(wrong), limit=every))
        return
    reached = max(inches) - min(inches)
    needed = max(1, math.ceil((reached - s.prepared.table.tolerance) / every))
    if len({round(inch, 3) for inch in inches}) < needed:
        yield reason(s.prepared, "bomb.spacing", facts(points=len(inches), needed=needed, limit=every))


def _on_path(s: Situation, route: AttackPath, spots: tuple[tuple[float, float], ...]) -> Iterator[Reason]:
    off = max(route.off(spot) for spot in spots)
    if not is_near(s, off):
        yield reason(s.prepared, "bomb.point", facts(range=off))


def _caught_at_all(s: Situation, spots: tuple[tuple[float, float], ...]) -> Iterator[Reason]:
    """A unit that is named has to be near enough to one of the points, as far as a source prints what the bomb does."""
    row = bomb_row(s.prepared, s.weapon)
    if row.unknown:
        yield not_printed(row, f"artillery.{row.key}")
    if s.aim is not None or row.unknown:
        return
    if all(s.target.id not in {each.unit for each in _burst(s, spot).caught} for spot in spots):
        limit = area_weapon(circumstances(s.prepared), row).outer
        yield reason(s.prepared, "bomb.reach", facts(range=s.range, limit=limit))


# ---- what they do


def bomb_damage(s: Shot) -> Damage:
    """Say what a bomb does around the point where it falls (CE p.183)."""
    row = bomb_row(s.circumstances, s.weapon)
    if row.unknown or row.family != "bomb":
        return Damage(None)
    zone = area_weapon(s.circumstances, row)
    heat = row.heat or None
    terms: tuple[DamageTerm, ...] = (DamageTerm("damage.artillery", zone.first, row.label, row.cite),)
    target: int | str | None = zone.first
    if s.aim is None:
        left, taken = after_armor(
            s.circumstances, s.target, s.question.kind, points_read(zone.first), ArrivingDamage("area")
        )
        target, terms = None if left is None else points_shown(left), (*terms, *taken)
    return Damage(target, terms, heat=heat, inner=zone.first)


def bombed(s: Situation, shot: Shot, answer: AttackAnswer) -> AttackAnswer:
    """Add who is caught by each bomb that hits (CE pp.181, 183)."""
    whole = with_outcome(s, shot, answer) if s.aim is None else answer
    route, row = attack_path_of(s), bomb_row(s.prepared, s.weapon)
    if route is None or row.unknown or row.family != "bomb":
        return whole
    spots = impacts(s, route) if s.attacker.type != "BA" else (s.target.at,)
    first, *rest = (_without_point_target(s, _burst(s, spot)) for spot in spots)
    return replace(whole, blast=replace(first, more=tuple(rest)))


def _burst(s: Situation, spot: tuple[float, float]) -> BlastAnswer:
    return blast(s.prepared, TablePoint(*spot), s.weapon.code)


def _without_point_target(s: Situation, gone: BlastAnswer) -> BlastAnswer:
    if s.aim is None:
        return gone
    return replace(
        gone,
        caught=tuple(each for each in gone.caught if each.unit != s.target.id),
        near=tuple(each for each in gone.near if each.unit != s.target.id),
    )


BOMB_RULES = replace(AIR_RULES, damage=bomb_damage)
DIVE = replace(attack_kind_from_the_air(dive_reach), rules=BOMB_RULES, complete=bombed)
ALTITUDE = replace(attack_kind_from_the_air(series_reach), rules=BOMB_RULES, complete=bombed)
