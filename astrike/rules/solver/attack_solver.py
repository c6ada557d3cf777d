"""In which order is an attack worked out, and what else should its answer mention?

The solver asks the kind of attack for its refusals, damage and Target Number and puts the answer together; what
depends on one unit alone is worked out once for all of its lines. It adds what players would otherwise overlook: what
overheating brings, what those inside a building take, which building to attack where the infantry in it cannot be
attacked, and which network has a better range. Sources: CE pp.53, 73-74, 80; AS pp.45, 51, 85.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from astrike.deadline import go_on
from astrike.model.attack_answer import AttackAnswer, Damage, SightAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.card import DamageValue
from astrike.model.explain import Assumed, Reason, facts
from astrike.rulebook.schema import BracketRow
from astrike.rules.air.bombing import ALTITUDE, DIVE
from astrike.rules.air.strafing import STRAFE, STRIKE
from astrike.rules.area.artillery_kinds import ARTILLERY, HOMING, OFF_TABLE
from astrike.rules.attack.ability_effects import ability_refusals, unused_abilities, with_choices
from astrike.rules.attack.aerospace import air_refusals
from astrike.rules.attack.combatants import circumstances, combatants
from astrike.rules.attack.facts_from_table import shot_of
from astrike.rules.attack.kind import AttackContext, AttackKind
from astrike.rules.attack.marking import MARKING
from astrike.rules.attack.shared_ranges import measure_shared_ranges, network_range
from astrike.rules.attack.sight import sight_answer, sight_options, sight_rules
from astrike.rules.attack.situation import Situation
from astrike.rules.attack.weapon_kinds import INDIRECT, SURPRISE, WEAPON
from astrike.rules.edition_rows import reason
from astrike.rules.odds import automatic, probability, probability_with_naturals
from astrike.rules.physical.attack_kinds import ANTI_MECH, CHARGE, DFA, MELEE, STANDARD
from astrike.rules.physical.rules import arriving_blow
from astrike.rules.shot.ability_steps import options_of
from astrike.rules.shot.armor import after_armor, arriving_damage
from astrike.rules.shot.damage import overheat, points_read, points_shown
from astrike.rules.shot.facts import Shot
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.shot.refusals import attack_made_before, unit_refusals, with_water
from astrike.rules.shot.rolls import is_rolled_apart
from astrike.rules.shot.to_hit import LedgerBuilder, ToHitLedger
from astrike.rules.table.prepared_table import PreparedTable

ATTACK_KINDS: Mapping[str, AttackKind] = MappingProxyType(
    {
        "weapon": WEAPON,
        "indirect": INDIRECT,
        "artillery": ARTILLERY,
        "off-table": OFF_TABLE,
        "homing": HOMING,
        "tag": MARKING,
        "narc": MARKING,
        "taser": MARKING,
        "standard": STANDARD,
        "melee": MELEE,
        "anti-mech": ANTI_MECH,
        "charge": CHARGE,
        "dfa": DFA,
        "surprise": SURPRISE,
        "strafe": STRAFE,
        "strike": STRIKE,
        "dive-bomb": DIVE,
        "altitude-bomb": ALTITUDE,
    }
)


def attack_kind_of(kind: str) -> AttackKind:
    """Give how a kind of attack is worked out."""
    return ATTACK_KINDS[kind]


Working = Callable[[Shot], Damage]
"""Works the damage of an attack out."""

PLACES = 2
"""Decimals of a place that players are asked to type."""


def with_notes(s: Situation, shot: Shot, answer: AttackAnswer, damage: Working) -> AttackAnswer:
    """Add notes to an answer: on overheating, on buildings, on networks and the like."""
    notes = (
        *_overheat(shot, answer, damage),
        *_inside(s, shot, answer),
        *_building(s, answer),
        *_network(s, shot),
    )
    return replace(answer, notes=notes) if notes else answer


def _overheat(s: Shot, answer: AttackAnswer, damage: Working) -> Iterator[Reason]:
    """Say when the overheat that is used adds nothing to the damage (CE pp.48, 53)."""
    if not s.question.overheat or not answer.allowed:
        return
    adds = overheat(s, DamageValue(0)) is not None
    if adds and (is_rolled_apart(s) or s.circumstances.options.is_on("variable-damage")):
        return
    cold = s._replace(question=replace(s.question, overheat=0))
    points = answer.damage.target
    if adds and damage(cold).target != points:
        return
    yield reason(s.circumstances, "overheat.nothing", facts() if points is None else facts(damage=points))


def _inside(s: Situation, shot: Shot, answer: AttackAnswer) -> Iterator[Reason]:
    """Say what each infantry unit inside the building takes that is attacked (CE p.74, AS p.85)."""
    piece = s.aim.piece if s.aim is not None else None
    dealt = answer.damage.target
    if piece is None or dealt is None or not answer.allowed or "at-whole-building" not in s.kind.tags:
        return
    blow = arriving_blow(shot) if s.kind.family == "physical" else arriving_damage(shot)
    blow = replace(blow, same_building=shot.attacker.inside == piece)
    for who in combatants(s.prepared):
        unit = who.unit
        is_there = unit.is_on_table and "destroyed" not in unit.state
        if who.inside != piece or not who.row.infantry or not is_there:
            continue
        left, _ = after_armor(shot.circumstances, who, s.question.kind, points_read(dealt), blow)
        taken = facts(unit=unit.id, damage="?" if left is None else points_shown(left))
        yield reason(s.prepared, "building.inside", taken)


def _building(s: Situation, answer: AttackAnswer) -> Iterator[Reason]:
    """Name the building to attack in place of the infantry inside, and a place in it to ask for."""
    if not any(each.key == "target.inside" for each in answer.refusals):
        return
    x, y = (round(value, PLACES) for value in s.target.at)
    yield reason(s.prepared, "building.ask", facts(building=str(s.prepared.units.of[s.t].inside), x=x, y=y))


def _network(s: Situation, shot: Shot) -> Iterator[Reason]:
    """Name the network that lends its range, or that keeps it from attacks of this kind (CE p.80, AS p.51)."""
    found = network_range(s)
    if found is None:
        return
    key = "network.keeps" if shot.lent is None else "network.lends"
    yield reason(s.prepared, key, facts(network=found.network, lender=found.lender, lent=found.range))


class HitChance(NamedTuple):
    """What is left of an answer where only the dice count."""

    probability: float
    target_number: int | None


class AttackNumbers(NamedTuple):
    """What columns show of one attack."""

    range: float
    bracket: BracketRow | None
    sight: SightAnswer
    total: int
    """What the terms of the ledger add up to, whether the attack is allowed or not."""
    probability: float
    refusals: tuple[Reason, ...]


_WorkedOut = tuple[Sequence[Situation], Sequence[Shot], Sequence[ToHitLedger], Sequence[tuple[Reason, ...]]]


class AttackSolver:
    """Answers many lines of one field; what depends on one unit alone is worked out once."""

    def __init__(
        self, prepared: PreparedTable, question: AttackQuestion, aim: TablePoint | None = None
    ) -> None:
        self.prepared = prepared
        self.question = question
        self.attack_kind = attack_kind_of(question.kind)
        self._rules = self.attack_kind.rules
        self.circumstances, self._who = circumstances(prepared), combatants(prepared)
        self.ledger_builder = LedgerBuilder(self.circumstances, question.kind)
        self.context = AttackContext(prepared, question, aim)
        self._naturals = prepared.options.is_on("critical-success")
        self.chance_of = probability_with_naturals if self._naturals else probability
        """Gives the chance to reach a Target Number."""
        self._assumed = cache(lambda i: assumed_of(prepared, i))
        self._not_applied = cache(lambda i: _named(prepared, i))
        extra = prepared.edition.kinds[question.kind].extra
        who, about = (
            self._who,
            self.circumstances,
        )  # not through the solver, which would then never be freed at once
        self.states = cache(lambda i, attacks: unit_refusals(who[i], about, attacks=attacks, extra=extra))
        """Gives the keys of what forbids a unit, as it is, to attack or to be attacked."""
        self._damage: dict[tuple[object, ...], Damage] = {}

    def answers(self, lines: Sequence[MeasuredLine]) -> tuple[AttackAnswer, ...]:
        """Answer attacks along lines that have been measured, as lists hold them."""
        return tuple(map(self.answer, *self._worked_out(lines)))

    def whole_answers(self, lines: Sequence[MeasuredLine]) -> tuple[AttackAnswer, ...]:
        """Answer with what lists do without: spotters, outcome, choices, who else is caught, notes."""
        situations, shots, ledgers, refusals = self._worked_out(lines)
        answers = map(self.answer, situations, shots, ledgers, refusals)
        complete = map(self.attack_kind.complete, situations, shots, answers)
        chosen = map(with_choices, situations, shots, complete)
        return tuple(
            with_notes(s, shot, answer, self._rules.damage)
            for s, shot, answer in zip(situations, shots, chosen, strict=True)
        )

    def numbers(self, lines: Sequence[MeasuredLine]) -> Iterator[AttackNumbers]:
        """Give what columns show of each attack, as it is in the answers."""
        for s, shot, ledger, refusals in zip(*self._worked_out(lines), strict=True):
            chance = self.chance(s, shot, ledger, refusals)
            yield AttackNumbers(s.range, s.bracket, s.sight, ledger.tally.total, chance.probability, refusals)

    def _worked_out(self, lines: Sequence[MeasuredLine]) -> _WorkedOut:
        # Step by step for all lines: doing one thing many times is a third quicker than many things one time.
        measure_shared_ranges(self.prepared, lines)
        situations = [self.situation(line, sight_answer(self.prepared, line)) for line in lines]
        shots = list(map(shot_of, situations))
        if self.attack_kind.obstacles is not None:
            shots = list(map(self._with_obstacles, situations, shots))
        ledgers = list(map(self.ledger_builder.ledger, shots))
        return situations, shots, ledgers, list(map(self.refusals, situations, shots, ledgers))

    def _with_obstacles(self, s: Situation, shot: Shot) -> Shot:
        found = self.attack_kind.obstacles(s, shot) if self.attack_kind.obstacles is not None else ()
        return shot._replace(obstacles=tuple(found))

    def situation(self, line: MeasuredLine, seen: SightAnswer) -> Situation:
        """Settle with what is attacked, from where, at which bracket."""
        go_on()
        return self.attack_kind.situation(self.context, line, seen)

    def refusals(self, s: Situation, shot: Shot, ledger: ToHitLedger) -> tuple[Reason, ...]:
        """Collect what forbids the attack."""
        states = (
            *self.states(s.a, True),
            *self.states(s.t, False),
            *(attack_made_before(shot) if s.question.choices else ()),
        )
        aloft = air_refusals(s) if self.context.flyers else ()
        found = with_water(shot, self._rules.refusals(shot, states))
        return (*found, *aloft, *ability_refusals(s, shot), *ledger.unknown)

    def chance(
        self, s: Situation, shot: Shot, ledger: ToHitLedger, refusals: tuple[Reason, ...]
    ) -> HitChance:
        """Give the chance alone."""
        if refusals:
            return HitChance(0.0, None)
        total = ledger.tally.total
        return HitChance(1.0 if self._is_sure(shot) else self.chance_of(total), total)

    def _is_sure(self, shot: Shot) -> bool:
        return self._rules.is_sure is not None and self._rules.is_sure(shot)

    def _automatic(self, shot: Shot, total: int, refusals: tuple[Reason, ...]) -> str | None:
        if refusals:
            return None
        if self._is_sure(shot):
            return "hit"
        return None if self._naturals else automatic(total)

    def answer(
        self, s: Situation, shot: Shot, ledger: ToHitLedger, refusals: tuple[Reason, ...]
    ) -> AttackAnswer:
        """Put the answer together."""
        a, t = s.a, s.t
        total = ledger.tally.total
        named = sight_rules(s.prepared).named
        decided = [
            named[name] for name in dict.fromkeys((*self._rules.options(shot, total), *options_of(shot)))
        ]
        return AttackAnswer(
            attacker=s.attacker.id,
            target=s.target.id if s.aim is None else str(s.aim),
            kind=s.question.kind,
            edition=s.prepared.edition.id,
            tally=ledger.tally,
            considered=ledger.considered,
            refusals=refusals,
            range=s.range,
            bracket=s.bracket.key if s.bracket is not None else None,
            sight=s.sight,
            arc=s.arc,
            direction=s.direction,
            damage=self._damage_of(shot),
            probability=self.chance(s, shot, ledger, refusals).probability,
            automatic=self._automatic(shot, total, refusals),
            assumed=(
                *self._assumed(a),
                *self._assumed(t),
                *self.attack_kind.assumed(s),
                *s.prepared.metric.line_notes(s.prepared.units, s.line),
            ),
            options_used=(*sight_options(s.prepared, s.view, s.sight), *decided),
            not_applied=(*self._not_applied(a), *self._not_applied(t)),
        )

    def _damage_of(self, shot: Shot) -> Damage:
        if self._rules.damage_key is None:
            return self._rules.damage(shot)
        key = self._rules.damage_key(shot)
        known = self._damage.get(key)
        if known is None:
            known = self._damage[key] = self._rules.damage(shot)
        return known


def assumed_of(prepared: PreparedTable, i: int) -> tuple[Assumed, ...]:
    """Name what was assumed about a unit."""
    unit = prepared.units.units[i]
    card = tuple(
        Assumed(f"units.{unit.id}.{key}", value, label)
        for key, value, label in (
            ("type", unit.type, "Type not given"),
            ("skill", unit.skill, "Skill not given"),
            ("motion", unit.motion, "Movement not given"),
        )
        if key not in unit.stated
    )
    return (*card, *prepared.units.assumed[i], *prepared.motions[i].assumed)


def _named(prepared: PreparedTable, i: int) -> tuple[str, ...]:
    """Name the abilities on a unit's card that no rule uses, with the unit they belong to."""
    return tuple(f"{prepared.units.units[i].id}: {ability}" for ability in unused_abilities(prepared, i))
