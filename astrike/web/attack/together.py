"""What do attacks that were declared together come to, one after the other, on the table as each of them finds it?

Armor that one attack has taken is gone for the next. Effects of damage begin in the End Phase (CE pp.45, 48), so no
attack is lost to another.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
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
from astrike.web.attack.agreed import AgreedTable, SplitVerdict, agreed_table, answer_on, split_on
from astrike.web.attack.attack_dice import all_dice
from astrike.web.attack.landing import as_fired
from astrike.web.current.agreements import Agreement
from astrike.web.current.prepared import prepare
from astrike.web.current.table import Current
from astrike.web.current.units import UnitLabels
from astrike.web.http.i18n import _, tr


@dataclass(frozen=True, slots=True)
class ResolvedAttack:
    """One of the attacks: its answer, and what its dice bring where they have fallen."""

    key: str
    """What its dice are called in forms: its attacker, and which of his attacks it is."""
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
    agreement: Agreement | None
    """What both players agreed on about it."""
    lacks_dice: bool
    """Are more dice needed than have fallen?"""
    split: SplitVerdict | None
    """What its dice come to, where two verdicts that nobody has decided between differ in it."""
    problems: tuple[Problem, ...] = ()


Dice = Mapping[str, tuple[int, ...]]
"""What fell for each attack, by its key."""

Roll = Callable[[str, int], int]
"""Rolls so many dice for the attack with this key, and gives their sum."""


def keyed(attacks: Iterable[UnresolvedAttack]) -> Iterator[tuple[str, UnresolvedAttack]]:
    """Give each attack a key that stays when another unit's attack goes: its attacker, and which of his it is."""
    count: Counter[str] = Counter()
    for each in attacks:
        yield f"{each.by}.{count[each.by]}", each
        count[each.by] += 1


def in_turn(prepared: PreparedTable) -> list[tuple[str, UnresolvedAttack]]:
    """Give attacks with their keys as they are resolved: those of the side that lost initiative first (CE p.40).

    Within a side the order of declaration counts.
    """
    places: dict[str | None, int] = {side: place for place, side in enumerate(prepared.table.initiative)}
    sides = {unit.id: unit.side for unit in prepared.table.units}
    return sorted(
        keyed(prepared.table.attacks), key=lambda pair: places.get(sides.get(pair[1].by), len(places))
    )


def resolved(
    current: Current, begun: Table, dice: Dice, *, roll: Roll | None = None, wanted: Container[str] = ()
) -> Iterator[ResolvedAttack]:
    """Answer the attacks of a table in turn, each with its dice, and with the damage of those before it marked.

    With `roll`, dice that are missing are rolled for the attacks whose keys are `wanted`.
    """
    document: Document = begun.document
    prepared = prepare(begun).prepared
    for key, each in in_turn(prepared):
        question = replace(each.ask, rolls=dice.get(key, each.ask.rolls))
        if each.is_in_flight(begun.turn):
            yield _waiting(key, each, prepared, each.ask)
            continue
        try:
            rolls = partial(roll, key) if roll is not None and key in wanted else None
            found = _resolved(current, prepared, key, each, question, rolls)
        except InputError as error:
            found = _waiting(key, each, prepared, question, *error.problems)
        except NotFound as error:
            found = _waiting(key, each, prepared, question, Problem("target", str(each.target), str(error)))
        yield found
        if found.written is not None:
            document, _back = apply(document, found.written.operations)
            prepared = prepare(parse_document(document)).prepared


def _waiting(
    key: str, attack: UnresolvedAttack, prepared: PreparedTable, question: AttackQuestion, *problems: Problem
) -> ResolvedAttack:
    return ResolvedAttack(key, attack, prepared, question, None, None, None, None, False, None, problems)


def _resolved(
    current: Current,
    prepared: PreparedTable,
    key: str,
    attack: UnresolvedAttack,
    question: AttackQuestion,
    roll: Callable[[int], int] | None,
) -> ResolvedAttack:
    stood = as_fired(prepared, attack.by, attack.target, question.kind)
    ground = agreed_table(current, stood, attack.by, attack.target, question, {})
    if roll is not None:
        question = _rolled(ground, attack.by, question, roll)
    answer = answer_on(ground, attack.by, question)
    split = split_on(ground, attack.by, question)
    found = aftermath(ground.prepared, answer, question)
    lacks_dice = found is not None and _lacks_dice(answer, question)
    scatters = found is not None and not found.is_hit and answer.blast is not None
    is_open = found is None or split is not None or lacks_dice or scatters
    written = (
        None
        if is_open or found is None
        else written_attack(prepared, question, answer, found, was_noted=attack.lands is not None)
    )
    return ResolvedAttack(
        key, attack, prepared, question, answer, found, written, ground.agreement, lacks_dice, split
    )


def _lacks_dice(answer: AttackAnswer, question: AttackQuestion) -> bool:
    outcome = answer.outcome
    if outcome is None or not question.rolls:
        return False
    return len(question.rolls) < outcome.rolls or bool(outcome.hits and outcome.dealt is None)


def _rolled(
    ground: AgreedTable, attacker: str, question: AttackQuestion, roll: Callable[[int], int]
) -> AttackQuestion:
    """Roll the dice that are missing."""

    def answered(rolls: tuple[int, ...]) -> AttackAnswer:
        return answer_on(ground, attacker, replace(question, rolls=rolls))

    answer = answered(())
    if not answer.allowed or answer.target_number is None:
        return question
    fell = all_dice(answered, lambda _key, _label, *, count: roll(count), fell=question.rolls)
    return replace(question, rolls=fell)


def without_attack(
    attacks: Iterable[UnresolvedAttack], by: str, target: str | TablePoint, kind: str
) -> list[UnresolvedAttack]:
    """Give the declared attacks without the first of this attacker at this target: its dice fell on its own card."""
    left = list(attacks)
    same = next((each for each in left if (each.by, each.target, each.ask.kind) == (by, target, kind)), None)
    if same is not None:
        left.remove(same)
    return left


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
