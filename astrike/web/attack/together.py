"""What do attacks that were declared together come to, one after the other, on the table as each of them finds it?

Armor that one attack has taken is gone for the next. Effects of damage begin in the End Phase (CE pp.45, 48), so no
attack is lost to another.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from astrike.errors import InputError, Problem
from astrike.formats.questions import written
from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.document_change import ABSENT, Document, Operation, SetMember, apply
from astrike.model.table import Table, UnresolvedAttack
from astrike.report.attack.sentences import kind_label
from astrike.report.words.numbers import coordinates
from astrike.rules.effects.aftermath import Aftermath, aftermath
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.aftermath import WrittenAttack, written_attack
from astrike.web.attack.agreed import AgreedTable, SplitVerdict, answer_on, split_on
from astrike.web.current.prepared import prepare
from astrike.web.current.units import UnitLabels
from astrike.web.http.i18n import _, tr

DICE_OF_AN_ATTACK = 2
MOST_DAMAGE_ROLLS = 12


@dataclass(frozen=True, slots=True)
class ResolvedAttack:
    """One of the attacks: its answer, and what its dice bring where they have fallen."""

    attack: UnresolvedAttack
    prepared: PreparedTable
    """The table that it finds."""
    question: AttackQuestion
    """With its dice."""
    answer: AttackAnswer | None
    """None where the question makes no sense on this table, and while its shell is in the air."""
    found: Aftermath | None
    written: WrittenAttack | None
    """None before its dice, and where nothing may be written."""
    split: SplitVerdict | None
    """What its dice come to, where two verdicts that nobody has decided between differ in it."""
    problems: tuple[Problem, ...] = ()


Dice = Mapping[int, tuple[int, ...]]
"""What fell for each attack, by its place in the list."""

Roll = Callable[[int, int], int]
"""Rolls for the attack at this place of the list so many dice, and gives their sum."""


def resolved(begun: Table, dice: Dice, *, roll: Roll | None = None) -> Iterator[ResolvedAttack]:
    """Answer the attacks of a table in turn, each with its dice, and with the damage of those before it marked.

    With `roll`, dice are rolled for every attack that has none.
    """
    document: Document = begun.document
    prepared = prepare(begun).prepared
    for number, each in enumerate(begun.attacks):
        question = replace(each.ask, rolls=dice.get(number, each.ask.rolls))
        if each.is_in_flight(begun.turn):
            yield ResolvedAttack(each, prepared, each.ask, None, None, None, None)
            continue
        found = _resolved(prepared, each, question, None if roll is None else partial(roll, number))
        yield found
        if found.written is not None:
            document, _back = apply(document, found.written.operations)
            prepared = prepare(parse_document(document)).prepared


def _resolved(
    prepared: PreparedTable,
    attack: UnresolvedAttack,
    question: AttackQuestion,
    roll: Callable[[int], int] | None,
) -> ResolvedAttack:
    ground = AgreedTable(prepared, attack.target, None)
    try:
        if roll is not None and not question.rolls:
            question = _rolled(ground, attack.by, question, roll)
        answer = answer_on(ground, attack.by, question)
        split = split_on(ground, attack.by, question)
    except InputError as error:
        return ResolvedAttack(attack, prepared, question, None, None, None, None, tuple(error.problems))
    found = aftermath(prepared, answer, question)
    is_open = found is None or split is not None
    written = None if is_open or found is None else written_attack(prepared, question, answer, found)
    return ResolvedAttack(attack, prepared, question, answer, found, written, split)


def _rolled(
    ground: AgreedTable, attacker: str, question: AttackQuestion, roll: Callable[[int], int]
) -> AttackQuestion:
    """Roll for an attack: two dice for each of its rolls, then one for each damage that a die decides."""
    answer = answer_on(ground, attacker, question)
    if not answer.allowed or answer.target_number is None:
        return question
    rolls = answer.outcome.rolls if answer.outcome is not None else 1
    question = replace(question, rolls=tuple(roll(DICE_OF_AN_ATTACK) for _number in range(rolls)))
    for _number in range(MOST_DAMAGE_ROLLS):
        outcome = answer_on(ground, attacker, question).outcome
        if outcome is None or not outcome.hits or outcome.dealt is not None:
            break
        question = replace(question, rolls=(*question.rolls, roll(1)))
    return question


def attacks_operation(attacks: Iterable[UnresolvedAttack]) -> Operation:
    """Write the attacks that wait for their dice into the table file."""
    return SetMember("attacks", [_stated(each) for each in attacks] or ABSENT)


def _stated(each: UnresolvedAttack) -> dict[str, object]:
    target: object = each.target
    if isinstance(each.target, TablePoint):
        target = [value for value in (each.target.x, each.target.y, each.target.z) if value is not None]
    stated = {"by": each.by, "target": target, "ask": written(each.ask), "lands": each.lands}
    return {name: value for name, value in stated.items() if value is not None}


def attack_words(attack: UnresolvedAttack, labels: UnitLabels) -> str:
    """Say who attacks whom, and how where it is not the usual way."""
    stated = {"attacker": labels.names[attack.by], "target": target_name(attack, labels)}
    how = how_words(attack.ask)
    words = _("%(attacker)s at %(target)s", **stated)
    parts = [words, how, "" if attack.lands is None else _("lands in turn %(turn)s", turn=attack.lands)]
    return ", ".join(filter(None, parts))


def how_words(question: AttackQuestion) -> str:
    """Say the kind of attack and its overheat, where they are not the usual ones."""
    parts = [tr(kind_label(question.kind))] if kind_label(question.kind) else []
    if question.overheat:
        parts.append(_("overheat %(points)s", points=question.overheat))
    return ", ".join(parts)


def target_name(attack: UnresolvedAttack, labels: UnitLabels) -> str:
    """Name what is attacked: a unit, a piece, or a point by its coordinates."""
    if isinstance(attack.target, TablePoint):
        return coordinates((attack.target.x, attack.target.y))
    return labels.names.get(attack.target, attack.target)
