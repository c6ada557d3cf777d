"""May this unit attack that one, what does it need, and why.

Which question: the main one. Everything that shows an attack - list, picture, page, command, API - asks here.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from astrike.errors import InputError, Problem
from astrike.geometry.arrays import TOUCH, Ints
from astrike.model.answer import AttackAnswer, Damage, SightAnswer, SightReport
from astrike.model.explain import Assumed, OptionUsed, Reason
from astrike.model.unit import Unit
from astrike.rules.battlefield import Field
from astrike.rules.damage import damage_of
from astrike.rules.lines import Line, arc_degrees, measure_lines
from astrike.rules.motion import HOPPER, pilot_ids
from astrike.rules.odds import automatic, probability, probability_with_naturals
from astrike.rules.refusals import refusals_of, unit_refusals
from astrike.rules.see_through import counting_kinds
from astrike.rules.sight import sight_answer, sight_options, sight_rules, uses_torpedoes
from astrike.rules.situation import (
    KINDS,
    LARGEST_MODIFIER,
    LONGEST_MODIFIER_NAME,
    MOST_OVERHEAT,
    PLAIN,
    AttackQuestion,
    Situation,
    Weapon,
    bracket_at,
    in_turret,
)
from astrike.rules.tohit import Ledger, Scribe


def attack(field: Field, attacker: str, target: str, question: AttackQuestion = PLAIN) -> AttackAnswer:
    """Answer one attack; raise `NotFound` for an unknown unit and `InputError` for a wrong question."""
    a, t = field.place_of(attacker), field.place_of(target)
    _check(field, question)
    lines = measure_lines(field, np.array([a]), np.array([t]))
    return answers_on(field, lines, question)[0]


def attacks_from(field: Field, attacker: str, question: AttackQuestion = PLAIN) -> tuple[AttackAnswer, ...]:
    """Answer for every enemy of one unit, in file order."""
    a = field.place_of(attacker)
    _check(field, question)
    targets = np.array([t for t in range(len(field.units.units)) if are_enemies(field, a, t)], dtype=np.intp)
    return answers_on(field, measure_lines(field, np.full(len(targets), a), targets), question)


def attacks_at(field: Field, target: str) -> tuple[AttackAnswer, ...]:
    """Answer for every enemy's attack at one unit, in file order."""
    t = field.place_of(target)
    attackers = np.array(
        [a for a in range(len(field.units.units)) if are_enemies(field, a, t)], dtype=np.intp
    )
    return answers_on(field, measure_lines(field, attackers, np.full(len(attackers), t)))


def matrix(field: Field, side: str | None = None) -> tuple[AttackAnswer, ...]:
    """Answer every attacker against every enemy, in file order; only one side's attackers when a side is named."""
    pairs = enemy_pairs(field, side)
    return answers_on(field, measure_lines(field, pairs[:, 0], pairs[:, 1]))


def matrix_of_unit(field: Field, unit: str) -> tuple[AttackAnswer, ...]:
    """Answer every attack from and at one unit: what changes in the matrix when it has moved."""
    u = field.place_of(unit)
    pairs = enemy_pairs(field, None)
    pairs = pairs[(pairs == u).any(axis=1)]
    return answers_on(field, measure_lines(field, pairs[:, 0], pairs[:, 1]))


def sight(field: Field, attacker: str, target: str) -> SightReport:
    """Answer line of sight and cover alone."""
    a, t = field.place_of(attacker), field.place_of(target)
    line = measure_lines(field, np.array([a]), np.array([t]))[0]
    answer = sight_answer(field, line)
    assumed = (*_assumed(field, a), *_assumed(field, t))
    return SightReport(attacker, target, line.range, answer, assumed, sight_options(field, line, answer))


def are_enemies(field: Field, a: int, t: int) -> bool:
    """Are two units enemies? Nobody is its own."""
    return a != t and field.units.units[a].is_enemy_of(field.units.units[t])


def enemy_pairs(field: Field, side: str | None) -> Ints:
    """Give all pairs (n, 2) of attacker and enemy, in file order."""
    units = field.units.units
    if side is not None and side not in {unit.side for unit in units}:
        known = ", ".join(sorted({unit.side for unit in units if unit.side})) or "none"
        raise InputError([Problem("side", side, f"one of the sides on the table: {known}")])
    count = range(len(units))
    rows = [(a, t) for a in count if side in (None, units[a].side) for t in count if are_enemies(field, a, t)]
    return np.array(rows, dtype=np.intp).reshape(-1, 2)


def _check(field: Field, question: AttackQuestion) -> None:
    problems: list[Problem] = []
    if question.kind not in KINDS:
        problems.append(Problem("kind", question.kind, f"one of {', '.join(KINDS)}"))
    if not 0 <= question.overheat <= MOST_OVERHEAT:
        expected = f"a whole number from 0 to {MOST_OVERHEAT}"
        problems.append(Problem("overheat", str(question.overheat), expected))
    for name, value in question.modifiers:
        if not 1 <= len(name) <= LONGEST_MODIFIER_NAME or abs(value) > LARGEST_MODIFIER:
            expected = (
                f"a name of 1 to {LONGEST_MODIFIER_NAME} letters "
                f"and a whole number from {-LARGEST_MODIFIER} to {LARGEST_MODIFIER}"
            )
            problems.append(Problem("modifiers", f"{name}={value}", expected))
    if problems:
        raise InputError(problems)


def answers_on(
    field: Field, lines: Sequence[Line], question: AttackQuestion = PLAIN
) -> tuple[AttackAnswer, ...]:
    """Answer attacks along lines that have been measured."""
    clerk = _Clerk(field, question)
    # Step by step for all lines: doing one thing many times is a third quicker than many things one time.
    seen = [sight_answer(field, line) for line in lines]
    situations = list(map(clerk.situation, lines, seen))
    ledgers = list(map(clerk.scribe.ledger, situations))
    refusals = list(map(clerk.refusals, situations, ledgers))
    return tuple(map(clerk.answer, situations, ledgers, refusals))


class Chance(NamedTuple):
    """What is left of an answer where only the dice count."""

    probability: float
    target_number: int | None


def chances_on(field: Field, lines: Sequence[Line], question: AttackQuestion = PLAIN) -> tuple[Chance, ...]:
    """Give the chances of attacks along lines that have been measured, the same as in `answers_on`."""
    clerk = _Clerk(field, question)
    situations = [clerk.situation(line, sight_answer(field, line)) for line in lines]
    ledgers = list(map(clerk.scribe.ledger, situations))
    refusals = list(map(clerk.refusals, situations, ledgers))
    return tuple(map(clerk.chance, ledgers, refusals))


class _Clerk:
    """Answers many lines of one field; what depends on one unit alone is worked out once."""

    def __init__(self, field: Field, question: AttackQuestion) -> None:
        self.field = field
        self.question = question
        self.scribe = Scribe(field)
        self._half = field.edition.number("half-base") - TOUCH
        self._naturals = field.options.is_on("critical-success")
        self._chance = probability_with_naturals if self._naturals else probability
        self._assumed = cache(lambda i: _assumed(field, i))
        self._not_applied = cache(lambda i: _not_applied(field, i))
        self._states = cache(lambda i, attacks: unit_refusals(field, i, attacks=attacks))
        self._weapon = cache(
            lambda i, in_arc, torpedo: choose_weapon(
                field.units.units[i], question, in_arc=in_arc, torpedo=torpedo
            )
        )
        self._damage: dict[tuple[object, ...], Damage] = {}

    def situation(self, line: Line, seen: SightAnswer) -> Situation:
        """Settle with what is attacked, from where, at which bracket."""
        field, a, t = self.field, line.attacker, line.target
        unit, foe = field.units.units[a], field.units.units[t]
        in_arc = line.arc_share >= self._half
        torpedo = line.same_water and unit.has("TOR") and uses_torpedoes(field, a, t)
        weapon, arc = self._weapon(a, in_arc, torpedo)
        wet = seen.underwater or torpedo
        halved = wet and not (weapon.code == "TOR" and not field.edition.number("torpedo.halved"))
        bracket = bracket_at(field, line.range, underwater=halved)
        direction = _direction(field, t, line.off_rear)
        return Situation(
            field, line, a, t, unit, foe, self.question, seen, bracket, wet, weapon, in_arc, arc, direction
        )

    def refusals(self, s: Situation, ledger: Ledger) -> tuple[Reason, ...]:
        """Collect what forbids the attack."""
        states = (*self._states(s.a, True), *self._states(s.t, False))
        return (*refusals_of(s, states), *ledger.unknown)

    def chance(self, ledger: Ledger, refusals: tuple[Reason, ...]) -> Chance:
        """Give the chance alone."""
        total = ledger.tally.total
        return Chance(0.0, None) if refusals else Chance(self._chance(total), total)

    def answer(self, s: Situation, ledger: Ledger, refusals: tuple[Reason, ...]) -> AttackAnswer:
        """Put the answer together."""
        a, t = s.a, s.t
        total = ledger.tally.total
        return AttackAnswer(
            attacker=s.attacker.id,
            target=s.target.id,
            kind=s.question.kind,
            edition=s.field.edition.id,
            tally=ledger.tally,
            considered=ledger.considered,
            refusals=refusals,
            range=s.range,
            bracket=s.bracket.key if s.bracket is not None else None,
            sight=s.sight,
            arc=s.arc,
            direction=s.direction,
            damage=self._damage_of(s),
            probability=self.chance(ledger, refusals).probability,
            automatic=None if refusals or self._naturals else automatic(total),
            assumed=(*self._assumed(a), *self._assumed(t), *_assumed_here(s)),
            options_used=(*sight_options(s.field, s.line, s.sight), *_options(s, total)),
            not_applied=(*self._not_applied(a), *self._not_applied(t)),
        )

    def _damage_of(self, s: Situation) -> Damage:
        """Damage depends on the attacker, weapon and mount, the bracket, the direction and the water alone."""
        key = (
            s.a,
            s.weapon.code,
            s.arc,
            s.bracket and s.bracket.key,
            s.direction,
            self.field.units.of[s.t].submersion,
        )
        known = self._damage.get(key)
        if known is None:
            known = self._damage[key] = damage_of(s)
        return known


def choose_weapon(
    unit: Unit, question: AttackQuestion, *, in_arc: bool, torpedo: bool
) -> tuple[Weapon, str | None]:
    """Choose what fires and through which arc; a turret serves when the target lies outside the unit's own arc.

    Source: CE pp.41, 78-79; AS p.48.
    """
    code = (question.special or "").upper()
    if not code and torpedo:
        code = "TOR"
    if not code and not in_arc and unit.has("TUR"):
        code = "TUR"
    special = unit.special(code) if code else None
    mounted = in_turret(unit, code) if code else None
    if mounted is not None and (special is None or not in_arc):
        return Weapon(code, mounted.values), "turret"
    damage = unit.damage if not code else special.values if special else None
    if code == "TUR":
        return Weapon(code, damage), "turret"
    if code == "REAR":
        return Weapon(code, damage), None if in_arc else "rear-weapon"
    return Weapon(code, damage), "front" if in_arc else None


def _direction(field: Field, t: int, off_rear: float) -> str:
    """Say where the attack arrives; exactly over the corner is the front (CE p.48)."""
    if field.units.rows[t].always_front or math.isnan(off_rear):
        return "front"
    return "rear" if abs(off_rear) > field.edition.number("rear.from") + TOUCH else "front"


def _assumed(field: Field, i: int) -> tuple[Assumed, ...]:
    unit = field.units.units[i]
    card = tuple(
        Assumed(f"units.{unit.id}.{key}", value, label)
        for key, value, label in (
            ("type", unit.type, "Type not given"),
            ("skill", unit.skill, "Skill not given"),
            ("motion", unit.motion, "Movement not given"),
        )
        if key not in unit.stated
    )
    return (*card, *field.units.assumed[i], *field.motions[i].assumed)


def _assumed_here(s: Situation) -> Iterator[Assumed]:
    for piece in (*s.sight.by, *s.sight.own_woods):
        yield from s.field.lie.assumed.get(piece, ())
    if s.attacker.facing is None and s.attacker_row.arc != "all":
        yield Assumed(f"units.{s.attacker.id}.facing", "unknown", "Facing not given: arc not checked")
    if s.target.facing is None and not s.target_row.always_front:
        yield Assumed(f"units.{s.target.id}.facing", "unknown", "Facing not given: hit in front")
    if s.arc == "turret" and not s.question.special:
        yield Assumed("attack.special", "TUR", "Turret used: the target lies outside the forward arc")
    if s.weapon.code == "TOR" and not s.question.special:
        yield Assumed("attack.special", "TOR", "Torpedoes used: other weapons do not reach")


def _options(s: Situation, total: int) -> list[OptionUsed]:
    field = s.field
    used: list[str] = []
    if field.woods_of[s.a] and all(why in (None, "attacker") for why in counting_kinds(s)):
        used.append("woods.attacker-occupied")
    if s.direction == "rear" and "hull-down" in s.target.state:
        used.append("hull-down.rear-counts")
    if s.line.arc_share < 1.0 - TOUCH and s.attacker_row.arc == "forward":
        used.append("arc.forward-degrees")
    if s.bracket is not None and s.bracket.option:
        used.append(s.bracket.option)
    if field.options.is_on("environment-modifiers"):
        used.append("environment-modifiers")
    if s.question.secondary:
        used.append("multiple-attack-rolls")
    if field.options.is_on("critical-success") and automatic(total) is not None:
        used.append("critical-success")
    if s.attacker.hits.weapon:
        used.append("critical.weapon-minimal")
    if s.line.range <= TOUCH:
        used.append("contact.max-step")
    named = sight_rules(field).named
    return [named[name] for name in used]


def _not_applied(field: Field, i: int) -> tuple[str, ...]:
    """Name the abilities on a unit's card that today's answers do not use."""
    unit, known = field.units.units[i], field.edition.abilities
    unused = [
        special.printed
        for special in unit.specials
        if special.code not in known or not known[special.code].applied
    ]
    is_mech = field.units.rows[i].mech
    named = zip(unit.pilot, pilot_ids(unit), strict=True)
    pilot = [name for name, key in named if not (is_mech and key == HOPPER)]
    return tuple(f"{unit.id}: {ability}" for ability in (*unused, *pilot))


def width_of_arc(field: Field, unit_id: str) -> float:
    """Give the width of a unit's own arc in degrees, for pictures."""
    i = field.place_of(unit_id)
    return arc_degrees(field.units.units[i], field, i)
