"""May this strafing or striking attack be flown, what does a hit do, and who else is under it?

By aerospace units, and by VTOLs with the option: from which altitude and over which path. What every attack from the
air has in common, bombing included, is here as well. Sources: CE pp.174, 181-183; AS pp.54-57.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from astrike.model.area_answer import BlastAnswer, CaughtTarget
from astrike.model.attack_answer import AttackAnswer, Damage, SightAnswer
from astrike.model.explain import Assumed, Reason, facts
from astrike.rules.air.attack_path import (
    AttackPath,
    attack_path_of,
    bracket_from,
    gap_to_path,
    gaps_to_strafing_strip,
    strafing_strip_corners,
)
from astrike.rules.area.bombs import bomb_of, is_bombing, load_refusals
from astrike.rules.attack.facts_from_table import shot_of
from astrike.rules.attack.kind import AttackContext, AttackKind
from astrike.rules.attack.outcome import with_outcome
from astrike.rules.attack.sight import sight_answer
from astrike.rules.attack.situation import Situation
from astrike.rules.edition_rows import reason
from astrike.rules.shot.damage import damage_of, value_left
from astrike.rules.shot.facts import Shot
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.shot.refusals import side_refusals, unprinted_number
from astrike.rules.shot.rule_types import KindRules
from astrike.rules.shot.to_hit import to_hit
from astrike.rules.table.flyers import (
    SPHEROID,
    aerospace_flyers,
    altitude_of,
    flight_too_short,
    may_hover,
    other_units,
    unprinted_altitude,
)
from astrike.rules.table.lines import measure_lines
from astrike.rules.units.weapons import Weapon
from astrike.tolerance import TOUCH

REAR = "REAR"

PathReach = Callable[[Situation, Shot, AttackPath], Iterator[Reason]]


# ---- set up


def air_situation(context: AttackContext, line: MeasuredLine, seen: SightAnswer) -> Situation:
    """Settle the bracket by the altitude, with what it attacks, and how far the target lies from the path."""
    weapon = Weapon("", context.prepared.units.units[line.attacker].damage)
    s = context.laid(line, seen, None, weapon, "front", in_arc=True, underwater=False)._replace(
        direction="front"
    )
    weapon = bomb_of(s) if is_bombing(s.kind) else _arms(s)
    s = s._replace(
        weapon=weapon, arc="rear-weapon" if weapon.code == REAR else "front", bracket=bracket_from(s)
    )
    route = attack_path_of(s)
    if route is None:
        return s
    return s._replace(measured=round(_measured(s, route), 6))


def _arms(s: Situation) -> Weapon:
    """Give the damage it strafes and strikes with; a spheroid's rear arc as the option says (CE pp.182-183)."""
    behind = s.attacker.special(REAR)
    if uses_rear_arc(s) and behind is not None:
        return Weapon(REAR, behind.values)
    return Weapon("", s.attacker.damage)


def uses_rear_arc(s: Situation) -> bool:
    """Does a spheroid DropShip attack the ground with what points to the rear?"""
    return s.attacker.type == SPHEROID and s.prepared.options.word("air.dropship-arc") == "spheroid-rear"


def _measured(s: Situation, route: AttackPath) -> float:
    if s.question.kind == "strafe":
        return float(gaps_to_strafing_strip(s, route)[s.t])
    if s.aim is not None:
        return route.off((s.aim.x, s.aim.y))
    return gap_to_path(s, route)


# ---- what forbids it


def air_attack_refusals(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason against an attack from the air."""
    keys = [*_sides(s), *states, *_who(s), *_asked(s)]
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    if not is_bombing(s.kind):
        found += s.sight.reasons
    found += s.obstacles
    return tuple(found)


def air_obstacles(s: Situation, shot: Shot, *, reach: PathReach) -> Iterator[Reason]:
    """Collect what path, altitude and reach forbid; who attacks from no path is asked nothing about one."""
    route = attack_path_of(s)
    if route is None or "air.attacker" in _who(shot):
        return
    yield from _altitude(s)
    yield from _path(s, route)
    yield from reach(s, shot, route)


def _sides(s: Shot) -> Iterator[str]:
    """A corridor asks nobody whose side he is on, nor does a bomb (CE p.181)."""
    if s.question.kind == "strike":
        yield from side_refusals(s)
    elif s.attacker is s.target:
        yield "target.self"


def _who(s: Shot) -> Iterator[str]:
    unit = s.attacker.unit
    if not s.attacker.flies:
        by_rotor = s.attacker.flies_by_rotor and "by-rotor" in s.kind.tags  # CE p.174
        suits = unit.type == "BA" and s.question.kind == "dive-bomb"
        if not (by_rotor and (suits or s.circumstances.options.is_on("air.vtol-attacks"))):
            yield "air.attacker"
    elif unit.flight is None:
        yield "air.no-flight"
    if s.target.flies:
        yield "air.target"


def _asked(s: Shot) -> Iterator[str]:
    asked = s.question
    if asked.spotter is not None:
        yield "spotter.unused"
    if asked.special is not None:
        yield "air.special"
    if asked.secondary:
        yield "secondary.option"
    if is_bombing(s.kind):
        if asked.overheat:
            yield "attacker.overheat"
        yield from load_refusals(s)
        return
    if asked.weapon is not None:
        yield "weapon.unused"
    if asked.overheat > s.attacker.unit.overheat:
        yield "attacker.overheat"


def _altitude(s: Situation) -> Iterator[Reason]:
    row = altitude_of(s.prepared, s.attacker)
    if row is None:
        if s.bracket is None:
            yield reason(s.prepared, "air.altitude")
        return
    if row.unknown:
        yield unprinted_altitude(row)
    elif s.question.kind not in row.kinds or s.bracket is None:
        yield reason(s.prepared, "air.altitude", facts(altitude=row.key, inches=row.inches))


def _path(s: Situation, route: AttackPath) -> Iterator[Reason]:
    if route.is_drawn or may_hover(s.attacker):
        return
    measured = flight_too_short(s.prepared, route.start, route.end)
    if measured is not None:
        yield reason(s.prepared, "path.short", measured)


def why_not_strafed(s: Situation, shot: Shot, route: AttackPath) -> Iterator[Reason]:
    """Strafing reaches what has any part of its base in the corridor (CE p.181)."""
    row = s.prepared.edition.numbers["air.strip-length"]
    if row.unknown:
        yield unprinted_number(s.prepared, row.key)
    elif s.range > TOUCH:
        yield reason(s.prepared, "air.strip", facts(range=s.range))
    yield from _bite(shot)


def why_not_struck(s: Situation, shot: Shot, route: AttackPath) -> Iterator[Reason]:
    """Striking reaches what lies within an inch of the path (CE p.181)."""
    row = s.prepared.edition.numbers["air.corridor"]
    if row.unknown:
        yield unprinted_number(s.prepared, row.key)
    elif s.range > row.value + TOUCH:
        yield reason(s.prepared, "air.off-path", facts(range=s.range, limit=row.value))
    yield from _bite(shot)


def _bite(s: Shot) -> Iterator[Reason]:
    """Without a damage value at the bracket there is no attack (CE p.43)."""
    value = value_left(_at_its_bracket(s))
    if value is not None and value.is_none:
        yield reason(
            s.circumstances, "range.no-damage", facts(bracket=s.bracket.key if s.bracket else "short")
        )


# ---- what it does


def air_damage(s: Shot) -> Damage:
    """Say what a hit does: half at Short range in a corridor, the bracket's in a strike (CE p.183, AS p.57)."""
    return damage_of(_at_its_bracket(s))


def _at_its_bracket(s: Shot) -> Shot:
    """An aerospace unit strafes with its Short value, whatever a source prints about its altitude."""
    if s.question.kind == "strafe" and not s.attacker.flies_by_rotor:
        return s._replace(bracket=s.circumstances.edition.brackets["short"])
    return s


# ---- the whole answer


def strafed(s: Situation, shot: Shot, answer: AttackAnswer) -> AttackAnswer:
    """Add everybody in the corridor, friend and foe, each with what is needed against him (CE p.181)."""
    whole = with_outcome(s, shot, answer)
    route = attack_path_of(s)
    if route is None or s.prepared.edition.numbers["air.strip-length"].unknown:
        return whole
    return replace(whole, blast=_strip_answer(s, route))


def _strip_answer(s: Situation, route: AttackPath) -> BlastAnswer:
    prepared, gaps, tolerance = s.prepared, gaps_to_strafing_strip(s, route), s.prepared.table.tolerance
    flying = aerospace_flyers(prepared)
    others = [i for i in other_units(prepared, s.a) if i not in flying and gaps[i] <= tolerance + TOUCH]
    caught = [each for i in others if (each := _in_strip(s, i, float(gaps[i]))) is not None]
    row = prepared.edition.kinds["strafe"]
    corners = strafing_strip_corners(s, route)
    middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners), 0.0)
    return BlastAnswer(
        weapon="strafe",
        edition=prepared.edition.id,
        poi=middle,
        final=middle,
        inner=0.0,
        outer=0.0,
        caught=tuple(each for each in caught if each.distance <= TOUCH),
        near=tuple(each for each in caught if each.distance > TOUCH),
        label=row.label,
        cite=row.cite,
        outline=corners,
    )


def _in_strip(s: Situation, i: int, gap: float) -> CaughtTarget | None:
    """Work the attack on one of those in the corridor out; None where nobody in the air sees him."""
    (line,) = measure_lines(s.prepared, np.array([s.a]), np.array([i]))
    seen = sight_answer(s.prepared, line)
    if seen.reasons:
        return None
    this = s._replace(t=i, target=s.prepared.units.units[i], line=line, sight=seen)
    shot = shot_of(this)
    ledger, done = to_hit(shot), air_damage(shot).target
    return CaughtTarget(
        unit=this.target.id,
        distance=round(gap, 9),
        damage="?" if done is None else done,
        ring="inner",
        target_number=None if ledger.unknown else ledger.tally.total,
    )


# ---- options, and what was assumed


def air_options(s: Shot, total: int) -> Iterator[str]:
    """Name the options that decided something, those of sight aside."""
    kind = s.attacker.unit.type
    if kind == SPHEROID and not is_bombing(s.kind):
        yield "air.dropship-arc"
    if s.attacker.flies_by_rotor and kind != "BA":
        yield "air.vtol-attacks"
    if s.bracket is not None and s.bracket.option:
        yield s.bracket.option
    if s.circumstances.options.is_on("environment-modifiers"):
        yield "environment-modifiers"


def air_attack_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about this attack."""
    if uses_rear_arc(s) and not is_bombing(s.kind) and s.weapon.code != REAR:
        yield Assumed("attack.arc", "rear", "The card prints no arcs: its damage is taken")
    if is_bombing(s.kind) and s.question.weapon is None:
        yield Assumed("attack.weapon", s.weapon.code, "High-explosive bombs")
    if s.question.kind == "strafe" and not s.question.path and s.attacker.flight is not None:
        yield Assumed("attack.path", "target", "The strip lies with the target amid it")
    if is_bombing(s.kind) and not s.question.path and s.aim is None and s.attacker.flight is not None:
        yield Assumed("attack.path", "nearest", "The point of the path that is nearest to the target")


AIR_RULES = KindRules(refusals=air_attack_refusals, damage=air_damage, options=air_options)


def attack_kind_from_the_air(reach: PathReach) -> AttackKind:
    """Give what every attack from the air shares."""
    return AttackKind(
        situation=air_situation,
        rules=AIR_RULES,
        obstacles=partial(air_obstacles, reach=reach),
        assumed=air_attack_assumed,
    )


STRAFE = replace(attack_kind_from_the_air(why_not_strafed), complete=strafed)
STRIKE = replace(attack_kind_from_the_air(why_not_struck), complete=with_outcome)
