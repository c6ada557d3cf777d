"""How are dice rolled at the table? Two for an attack, or any number for anything else; both players see the result.

Typed dice are as good as rolled ones; the record states which they are.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import TablePoint
from astrike.model.document_change import ChangeLabel
from astrike.store.table.rolls import KeptRoll, rolls
from astrike.web.access.rights import right_now
from astrike.web.attack.agreed import answer_on
from astrike.web.attack.attack_dice import all_dice, rolls_of
from astrike.web.attack.attack_form import AttackForm, read_attack
from astrike.web.attack.dice_keys import FALLEN, dice_form, typed_so_far
from astrike.web.attack.fell_before import attack_named
from astrike.web.attack.out_of_order import refuse_out_of_order
from astrike.web.current.agreements import FIELD
from astrike.web.current.dice import keep, refuse_unused, tray_of
from astrike.web.current.log_words import ROLLED_AGAIN, roll_sentence
from astrike.web.current.played import KEPT
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.table import Current, load_current
from astrike.web.current.units import unit_labels
from astrike.web.database import database
from astrike.web.http.forms import number_or_text, whole_number
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show

ON_A_PAGE: Final = 50
MOST_DICE: Final = 12
SIDES: Final = 6


@dataclass(frozen=True, slots=True)
class FellLine:
    """One roll as the record shows it."""

    number: int
    what: str
    dice: tuple[tuple[str, int, bool], ...]
    """What each was for, what fell, and whether it was typed in."""
    author: str
    time: datetime


@dataclass(frozen=True, slots=True)
class DiceContext:
    """The record of dice, the newest first."""

    current: Current
    rolls: tuple[FellLine, ...]
    older: int | None
    count: int
    newest: FellLine | None


def show_dice(code: str) -> str:
    """Show what fell at this table."""
    current = load_current(code)
    before = number_or_text(request.args.get("before", "")) if "before" in request.args else None
    found = rolls(
        database(),
        right_now().table_id,
        limit=ON_A_PAGE + 1,
        before=before if isinstance(before, int) else None,
    )
    lines = tuple(map(_line, found[:ON_A_PAGE]))
    count = number_or_text(request.args.get("count", "2"))
    context = DiceContext(
        current=current,
        rolls=lines,
        older=lines[-1].number if len(found) > ON_A_PAGE else None,
        count=count if isinstance(count, int) and 1 <= count <= MOST_DICE else 2,
        newest=lines[0] if lines and before is None else None,
    )
    return show("attack/dice.html", context, parts=("record",))


def roll_dice(code: str) -> Response:
    """Roll some dice for nothing in particular, or keep those that were typed in."""
    current = load_current(code)
    count = whole_number("count", request.form.get("count", "2"), 1, MOST_DICE)
    tray = tray_of(_typed(count))
    tray.roll("free", f"{count}D{SIDES}", count=count, sides=SIDES)
    keep(current, ChangeLabel("roll.free", {"count": str(count)}), tray.record)
    return see_other(url_for("attack.show_dice", code=current.code, count=count))


def roll_attack(code: str, attacker: str, target: str) -> Response:
    """Roll for an attack, once for each roll that it makes, and go on to its card with what fell."""
    return _roll(code, attacker, target)


def roll_attack_at(code: str, attacker: str) -> Response:
    """Roll for an attack at a point."""
    return _roll(code, attacker, None)


def _roll(code: str, attacker: str, target: str | None) -> Response:
    current = load_current(code)
    prepared = prepared_state(state_of(current)).prepared
    if target is not None:
        prepared.place_of(target)
    # What falls is kept for the very question that was asked.
    form = read_attack(current, prepared, attacker, target, dice_form(), but="rolls")
    refuse_out_of_order(form)
    agreement = form.ground.agreement
    agreed = [(FIELD, agreement.id)] if agreement is not None else []
    return see_other(form.card(*_attack_dice(form), *agreed))


def _attack_dice(form: AttackForm) -> list[tuple[str, str]]:
    """Roll for an attack, or take what was typed; keep the dice, and give them as they stand in an address.

    A hit whose damage a die decides is followed by its dice. Where several rolls are typed on keys, nothing is kept
    until the last is there.
    """
    if waiting := typed_so_far():
        return [(FALLEN, waiting)]
    typed: tuple[int, ...] = ()
    if request.form.get("do") != "roll":
        typed = form.asked.question.rolls
        if not typed:
            found = repr(dice_form().get("rolls", "")[:20])
            raise InputError([Problem(at="rolls", found=found, expected=_("numbers from 2 to 12"))])

    def answered(rolls: tuple[int, ...]) -> AttackAnswer:
        return answer_on(form.ground, form.attacker, replace(form.asked.question, rolls=rolls))

    answered(typed)
    tray = tray_of(typed)
    rolls = rolls_of(answered(()))
    fell = all_dice(answered, tray.roll, rolls=min(rolls, len(typed)) if typed else rolls)
    refuse_unused(tray)
    kept = keep(form.current, _roll_label(form, answered(fell)), tray.record)
    return [(KEPT, str(kept.number)), ("rolls", " ".join(str(die.fell) for die in kept.dice))]


def _roll_label(form: AttackForm, done: AttackAnswer) -> ChangeLabel:
    labels = unit_labels(form.current.table)
    whom = str(form.aim) if isinstance(form.aim, TablePoint) else labels.names[form.aim]
    stated = {"attacker": labels.names[form.attacker], "target": whom, "kind": form.asked.question.kind}
    if done.target_number is not None:
        stated["needs"] = str(done.target_number)
    stated |= attack_named(form)
    if came := _came_of(done):
        stated["came"] = came
    why = request.form.get("why", "")
    if why in ROLLED_AGAIN:
        stated["again"] = why
    side = labels.marks[form.attacker].side_name
    return ChangeLabel("roll.attack", {**stated, "side": side} if side else stated)


def _came_of(done: AttackAnswer) -> str:
    """Say what dice came to, as the other phone reads it; nothing where it is not known."""
    outcome = done.outcome
    if outcome is None or outcome.hits is None:
        return ""
    if not outcome.hits:
        return _("Miss.")
    if outcome.dealt:
        return _("Hit: %(points)s damage.", points=outcome.dealt)
    return _("Hit.")


def _typed(count: int) -> tuple[int, ...]:
    text = request.form.get("rolls", "").strip()
    if request.form.get("do") != "typed":
        return ()
    return (whole_number("rolls", text, count, count * SIDES),)


def _line(roll: KeptRoll) -> FellLine:
    dice = tuple((tr(die.label), die.fell, die.typed) for die in roll.dice)
    return FellLine(roll.number, roll_sentence(roll.label), dice, roll.author, roll.time)
