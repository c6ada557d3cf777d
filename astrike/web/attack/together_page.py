"""Which attacks were declared together, what did their dice bring, and how are they applied as one change?"""

from dataclasses import replace
from typing import Final

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import MOST_ROLLS, TablePoint
from astrike.model.dice import DiceRoll
from astrike.model.document_change import ChangeLabel, Operation
from astrike.model.table import Table, UnresolvedAttack
from astrike.report.units.marks import UnitMark
from astrike.web.attack.aftermath import (
    AftermathCard,
    aftermath_card,
    fired_operations,
    is_beside_its_attack,
    table_begun_from,
)
from astrike.web.attack.attack_dice import rolls_of
from astrike.web.attack.attack_form import card_address, read_attack
from astrike.web.attack.enemy_list import percent_of
from astrike.web.attack.next_attacker import next_attacker
from astrike.web.attack.out_of_order import refuse_out_of_order
from astrike.web.attack.played import attacks_played
from astrike.web.attack.together import (
    Dice,
    ResolvedAttack,
    attack_words,
    attacks_operation,
    how_words,
    keyed,
    resolved,
    target_name,
)
from astrike.web.current.dice import keep, read_dice, tray_of
from astrike.web.current.played import KEPT, kept_numbers
from astrike.web.current.table import ChangedLine, Current, change, form_document, load_current
from astrike.web.current.units import UnitLabels, unit_labels
from astrike.web.effects.view import effect_words
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show, with_query
from astrike.web.questions.form_answers import write_query

FIELD: Final = "rolls-"
"""What the dice of an attack are called in forms and addresses, before its key."""

HIGHEST: Final = 12


@dataclass(frozen=True, slots=True)
class AttackLine:
    """One attack of the list."""

    key: str
    """What its dice are called."""
    attacker: str
    attacker_mark: UnitMark
    target: str
    target_mark: UnitMark | None
    """None for a point and for terrain."""
    how: str
    """Kind of attack and overheat, where they are not the usual ones."""
    needs: str
    """The Target Number; empty when it may not be made."""
    odds: str
    why: tuple[str, ...]
    """Why it may not be made, or cannot be applied with the others."""
    dice: str
    """What fell, as it stands in a form."""
    rolls: int
    lacks_dice: bool
    is_hit: bool
    brings: tuple[str, ...]
    address: str
    """Its own card."""
    can_apply: bool
    in_flight: bool
    """Is its shell still in the air?"""


@dataclass(frozen=True, slots=True)
class TogetherContext:
    """All attacks that wait for their dice."""

    current: Current
    lines: tuple[AttackLine, ...]
    kept: str
    """Numbers under which dice that were rolled are kept."""
    ready: int
    """How many can be applied now."""
    open: int
    """How many still need dice."""


def show_together(code: str) -> str:
    """Show the attacks that were declared, and what their dice bring."""
    current = load_current(code)
    labels = unit_labels(current.table)
    found = resolved(current, current.table, _dice_in(current.table))
    lines = tuple(_line(current, labels, each) for each in found)
    context = TogetherContext(
        current=current,
        lines=lines,
        kept=" ".join(map(str, kept_numbers())),
        ready=sum(each.can_apply for each in lines),
        open=sum(bool(each.needs) and each.lacks_dice for each in lines),
    )
    return show("attack/together.html", context, parts=("list",))


def declare_together(code: str, attacker: str, target: str) -> Response:
    """Declare an attack whose dice fall later, with those of the others."""
    return _declared(code, attacker, target)


def declare_together_at(code: str, attacker: str) -> Response:
    """Declare an attack at a point whose dice fall later."""
    return _declared(code, attacker, None)


def _declared(code: str, attacker: str, target: str | None) -> Response:
    current = load_current(code)
    prepared = table_begun_from(current)
    form = read_attack(current, prepared, attacker, target, request.form)
    question, order = form.asked.question, refuse_out_of_order(form)
    begun, labels = prepared.table, unit_labels(prepared.table)
    attack = UnresolvedAttack(attacker, form.aim, replace(question, rolls=()))
    (found,) = list(resolved(current, replace(begun, attacks=(attack,)), {}))
    if found.answer is None:
        raise InputError(found.problems)
    if not found.answer.allowed:
        why = effect_words(found.answer.refusals[0], labels)
        raise InputError([Problem(at=_("the attack"), found=why, expected=_("an attack that is allowed"))])
    turns = found.answer.turns_in_flight
    operations: list[Operation] = []
    if turns:
        attack = replace(attack, lands=begun.turn + turns)
        leaves_one = is_beside_its_attack(prepared, attacker, question.kind)
        operations = fired_operations(begun, attacker, overheat=None, is_beside=leaves_one)
    said = attack_words(attack, labels)
    change(
        current,
        [attacks_operation((*begun.attacks, attack)), *operations],
        label=ChangeLabel("attack.declared", {"what": said, **({} if order is None else order.names)}),
        lines=[ChangedLine(_("Declared"), said, "")],
    )
    following = next_attacker(load_current(current.code))
    return see_other(
        url_for("table.show_table", code=current.code) if following is None else following.address
    )


def withdraw_attack(code: str) -> Response:
    """Take back a declared attack."""
    current = load_current(code)
    begun = parse_document(form_document(current))
    wanted = request.form.get("attack", "")
    gone = dict(keyed(begun.attacks)).get(wanted)
    if gone is None:
        return see_other(_here(current))  # another phone has taken it back or applied it
    left = [each for key, each in keyed(begun.attacks) if key != wanted]
    words = attack_words(gone, unit_labels(begun))
    change(
        current,
        [attacks_operation(left)],
        label=ChangeLabel("attack.withdrawn", {"what": words}),
        lines=[ChangedLine(_("Taken back"), words, "")],
    )
    return see_other(_here(current))


def roll_together(code: str) -> Response:
    """Roll for every attack that has no dice yet; dice that were typed stay."""
    current = load_current(code)
    begun, labels, tray = parse_document(form_document(current)), unit_labels(current.table), tray_of()
    dice, known = _dice_in(begun), dict(keyed(begun.attacks))
    wanted = dice if request.form.get("do") == "typed" else known

    def roll(key: str, count: int) -> int:
        return tray.roll(f"{FIELD}{key}", attack_words(known[key], labels), count=count)

    # Dice that were typed stay as they are; what they still lack is rolled.
    every = resolved(current, begun, dice, roll=roll, wanted=wanted)
    found, numbers = {each.key: each.question.rolls for each in every}, kept_numbers()
    if tray.record:
        kept = keep(current, ChangeLabel("roll.together", {"count": str(len(found))}), tray.record)
        fell, numbers = _fell(kept.dice), (*numbers, kept.number)
        found = {key: (*dice.get(key, ()), *fell.get(key, ())) for key in found}
    return see_other(_with_dice(current, found, numbers))


def apply_together(code: str) -> Response:
    """Apply every attack whose dice have fallen, as one change; the others go on waiting."""
    current = load_current(code)
    begun = parse_document(form_document(current))
    found = list(resolved(current, begun, _dice_in(begun)))
    made = [each for each in found if each.written is not None]
    written = [each.written for each in made if each.written is not None]
    if not written:
        raise InputError([Problem(at="rolls", found=_("nothing"), expected=_("dice of at least one attack"))])
    waiting = [each for each in found if each.written is None]
    change(
        current,
        [
            *(operation for each in written for operation in each.operations),
            attacks_operation(each.attack for each in waiting),
        ],
        label=ChangeLabel("attack.together", {"count": str(len(written))}),
        lines=[line for each in written for line in (ChangedLine(each.what, "", ""), *each.lines)],
        play=attacks_played(current, begun, [(f"{FIELD}{each.key}", each) for each in made]),
    )
    if not waiting:
        return see_other(url_for("table.show_table", code=current.code))
    left = zip(keyed(each.attack for each in waiting), waiting, strict=True)
    return see_other(
        _with_dice(current, {key: each.question.rolls for (key, _attack), each in left}, kept_numbers())
    )


def _with_dice(current: Current, dice: Dice, kept: tuple[int, ...]) -> str:
    fell = [(f"{FIELD}{key}", " ".join(map(str, rolls))) for key, rolls in dice.items() if rolls]
    numbers = [(KEPT, " ".join(map(str, kept)))] if kept and fell else []
    return with_query(_here(current), [*fell, *numbers])


def _dice_in(table: Table) -> Dice:
    """Read the dice of a form or address."""
    found: dict[str, tuple[int, ...]] = {}
    problems: list[Problem] = []
    for key, _attack in keyed(table.attacks):
        name = f"{FIELD}{key}"
        text = request.values.get(name, "").strip()
        try:
            fell = read_dice(text, _("numbers from 2 to 12"), at=name, highest=HIGHEST, most=MOST_ROLLS)
        except InputError as error:
            problems += error.problems
            continue
        if fell:
            found[key] = fell
    if problems:
        raise InputError(problems)
    return found


def _fell(dice: tuple[DiceRoll, ...]) -> Dice:
    found: dict[str, tuple[int, ...]] = {}
    for die in dice:
        key = die.key.removeprefix(FIELD)
        found[key] = (*found.get(key, ()), die.fell)
    return found


def _here(current: Current) -> str:
    return url_for("attack.show_together", code=current.code)


def _line(current: Current, labels: UnitLabels, each: ResolvedAttack) -> AttackLine:
    attack, answer = each.attack, each.answer
    card = None
    if each.found is not None:
        card = aftermath_card(each.found, current.table, labels)
    is_allowed = answer is not None and answer.allowed and answer.target_number is not None
    return AttackLine(
        key=each.key,
        attacker=labels.names[attack.by],
        attacker_mark=labels.marks[attack.by],
        target=target_name(attack, labels),
        target_mark=None if isinstance(attack.target, TablePoint) else labels.marks.get(attack.target),
        how=how_words(each.question),
        needs=str(answer.target_number) if answer is not None and is_allowed else "",
        odds=percent_of(answer.probability) if answer is not None and is_allowed else "",
        why=tuple(_why(each, labels)),
        dice=" ".join(map(str, each.question.rolls)),
        rolls=_rolls(answer),
        is_hit=each.found is not None and each.found.is_hit,
        brings=() if card is None or each.split is not None else _brings(card),
        lacks_dice=each.lacks_dice or not each.question.rolls,
        address=_card_of(current, each),
        can_apply=each.written is not None,
        in_flight=attack.is_in_flight(current.table.turn),
    )


def _brings(card: AftermathCard) -> tuple[str, ...]:
    hurt = [
        _("%(piece)s: %(points)s damage", piece=name, points=points) for _id, name, points in card.buildings
    ]
    return (*card.lines, *card.asides, *hurt)


def _rolls(answer: AttackAnswer | None) -> int:
    if answer is None or not answer.allowed:
        return 0
    return rolls_of(answer)


def _why(each: ResolvedAttack, labels: UnitLabels) -> list[str]:
    found = [problem.sentence for problem in each.problems]
    if each.answer is None and each.attack.lands is not None:
        found.append(_("Lands in turn %(turn)s.", turn=each.attack.lands))
    if each.answer is not None and not each.answer.allowed:
        found += [effect_words(reason, labels) for reason in each.answer.refusals]
    if each.agreement is not None and each.agreement.counts:
        found.append(_("Agreed by both: %(outcome)s", outcome=each.agreement.outcome))
    if each.lacks_dice:
        found.append(_("More dice are needed."))
    if each.found is not None and not each.found.is_hit and each.answer is not None and each.answer.blast:
        found.append(_("It missed: open it and roll the scatter."))
    if each.split is not None:
        found.append(_("Too close to call: open it, and agree there or call the judge."))
    return found


def _card_of(current: Current, each: ResolvedAttack) -> str:
    target = each.attack.target
    point = [("to", str(target))] if isinstance(target, TablePoint) else []
    here = card_address(current.code, each.attack.by, target)
    return with_query(here, [*point, *write_query(each.question)])
