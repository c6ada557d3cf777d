"""Works attacks out, one line or many: asks the kind of attack, adds the ledger up, puts the answer together.

Which question: in which order is an attack worked out? What each part says is the business of drill, rules and steps.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from astrike.deadline import go_on
from astrike.model.answer import AttackAnswer, Damage, SightAnswer
from astrike.model.attack import AttackQuestion, Point
from astrike.model.explain import Assumed, Reason
from astrike.rules.abilities.answer import ability_refusals, unused_abilities, with_choices
from astrike.rules.abilities.ledger import options_of
from astrike.rules.air.engagement import air_refusals
from astrike.rules.attack_notes import with_notes
from astrike.rules.battlefield import Field
from astrike.rules.combatants import circumstances, combatants
from astrike.rules.electronics.sharing import foresee
from astrike.rules.kinds.drill import Desk
from astrike.rules.kinds.registry import drill_of
from astrike.rules.lines import Line
from astrike.rules.odds import automatic, probability, probability_with_naturals
from astrike.rules.refusals import already, unit_refusals, with_water
from astrike.rules.shot import Shot
from astrike.rules.shots import shot_of
from astrike.rules.sight import sight_answer, sight_options, sight_rules
from astrike.rules.situation import Situation
from astrike.rules.tohit import Ledger, Scribe


class Chance(NamedTuple):
    """What is left of an answer where only the dice count."""

    probability: float
    target_number: int | None


_WorkedOut = tuple[Sequence[Situation], Sequence[Shot], Sequence[Ledger], Sequence[tuple[Reason, ...]]]


class Clerk:
    """Answers many lines of one field; what depends on one unit alone is worked out once."""

    def __init__(self, field: Field, question: AttackQuestion, aim: Point | None = None) -> None:
        self.field = field
        self.question = question
        self._drill = drill_of(question.kind)
        self._rules = self._drill.rules
        self._at, self._who = circumstances(field), combatants(field)
        self.scribe = Scribe(self._at, question.kind)
        self._desk = Desk(field, question, aim)
        self._naturals = field.options.is_on("critical-success")
        self._chance = probability_with_naturals if self._naturals else probability
        self._assumed = cache(lambda i: assumed_of(field, i))
        self._not_applied = cache(lambda i: _named(field, i))
        extra = field.edition.kinds[question.kind].extra
        self._states = cache(
            lambda i, attacks: unit_refusals(self._who[i], self._at, attacks=attacks, extra=extra)
        )
        self._damage: dict[tuple[object, ...], Damage] = {}

    def answers(self, lines: Sequence[Line]) -> tuple[AttackAnswer, ...]:
        """Answer attacks along lines that have been measured, as lists hold them."""
        return tuple(map(self.answer, *self._worked_out(lines)))

    def whole_answers(self, lines: Sequence[Line]) -> tuple[AttackAnswer, ...]:
        """Answer with what lists do without: spotters, outcome, choices, who else is caught, notes."""
        situations, shots, ledgers, refusals = self._worked_out(lines)
        answers = map(self.answer, situations, shots, ledgers, refusals)
        complete = map(self._drill.complete, situations, shots, answers)
        chosen = map(with_choices, situations, shots, complete)
        return tuple(
            with_notes(s, shot, answer, self._rules.damage)
            for s, shot, answer in zip(situations, shots, chosen, strict=True)
        )

    def chances(self, lines: Sequence[Line]) -> tuple[Chance, ...]:
        """Give the chances alone, the same as in the answers."""
        return tuple(map(self.chance, *self._worked_out(lines)))

    def _worked_out(self, lines: Sequence[Line]) -> _WorkedOut:
        # Step by step for all lines: doing one thing many times is a third quicker than many things one time.
        foresee(self.field, lines)
        situations = [self.situation(line, sight_answer(self.field, line)) for line in lines]
        shots = list(map(shot_of, situations))
        if self._drill.obstacles is not None:
            shots = list(map(self._with_obstacles, situations, shots))
        ledgers = list(map(self.scribe.ledger, shots))
        return situations, shots, ledgers, list(map(self.refusals, situations, shots, ledgers))

    def _with_obstacles(self, s: Situation, shot: Shot) -> Shot:
        found = self._drill.obstacles(s, shot) if self._drill.obstacles is not None else ()
        return shot._replace(obstacles=tuple(found))

    def situation(self, line: Line, seen: SightAnswer) -> Situation:
        """Settle with what is attacked, from where, at which bracket."""
        go_on()
        return self._drill.situation(self._desk, line, seen)

    def refusals(self, s: Situation, shot: Shot, ledger: Ledger) -> tuple[Reason, ...]:
        """Collect what forbids the attack."""
        states = (
            *self._states(s.a, True),
            *self._states(s.t, False),
            *(already(shot) if s.question.choices else ()),
        )
        aloft = air_refusals(s) if self._desk.flyers else ()
        found = with_water(shot, self._rules.refusals(shot, states))
        return (*found, *aloft, *ability_refusals(s, shot), *ledger.unknown)

    def chance(self, s: Situation, shot: Shot, ledger: Ledger, refusals: tuple[Reason, ...]) -> Chance:
        """Give the chance alone."""
        if refusals:
            return Chance(0.0, None)
        total = ledger.tally.total
        return Chance(1.0 if self._is_sure(shot) else self._chance(total), total)

    def _is_sure(self, shot: Shot) -> bool:
        return self._rules.is_sure is not None and self._rules.is_sure(shot)

    def _automatic(self, shot: Shot, total: int, refusals: tuple[Reason, ...]) -> str | None:
        if refusals:
            return None
        if self._is_sure(shot):
            return "hit"
        return None if self._naturals else automatic(total)

    def answer(self, s: Situation, shot: Shot, ledger: Ledger, refusals: tuple[Reason, ...]) -> AttackAnswer:
        """Put the answer together."""
        a, t = s.a, s.t
        total = ledger.tally.total
        named = sight_rules(s.field).named
        decided = [
            named[name] for name in dict.fromkeys((*self._rules.options(shot, total), *options_of(shot)))
        ]
        return AttackAnswer(
            attacker=s.attacker.id,
            target=s.target.id if s.aim is None else str(s.aim),
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
            damage=self._damage_of(shot),
            probability=self.chance(s, shot, ledger, refusals).probability,
            automatic=self._automatic(shot, total, refusals),
            assumed=(
                *self._assumed(a),
                *self._assumed(t),
                *self._drill.assumed(s),
                *s.field.metric.line_notes(s.field.units, s.line),
            ),
            options_used=(*sight_options(s.field, s.view, s.sight), *decided),
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


def assumed_of(field: Field, i: int) -> tuple[Assumed, ...]:
    """Name what was assumed about a unit."""
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


def _named(field: Field, i: int) -> tuple[str, ...]:
    """Name the abilities on a unit's card that no rule uses, with the unit they belong to."""
    return tuple(f"{field.units.units[i].id}: {ability}" for ability in unused_abilities(field, i))
