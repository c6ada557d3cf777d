"""How are dice rolled at the table? Two for an attack, or any number for anything else; both players see the result.

Typed dice are as good as rolled ones; the record states which they are.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from flask import Response, request, url_for

from astrike.errors import InputError, Problem
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.model.document_change import ChangeLabel
from astrike.store.table.rolls import KeptRoll, rolls
from astrike.web.access.rights import right_now
from astrike.web.attack.agreed import AgreedTable, agreed_table, answer_on
from astrike.web.attack.dice_keys import FALLEN, dice_form, typed_so_far
from astrike.web.attack.questions import read_question, refuse_wrong
from astrike.web.current.agreements import FIELD
from astrike.web.current.dice import keep, tray_of
from astrike.web.current.log_words import roll_sentence
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.table import Current, load_current
from astrike.web.current.tape_ends import point_named
from astrike.web.current.units import unit_labels
from astrike.web.database import database
from astrike.web.http.forms import number_or_text, whole_number
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show
from astrike.web.questions.form_answers import AskedQuestion

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
    current = load_current(code)
    labels = unit_labels(current.table)
    prepared, asked = prepared_state(state_of(current)).prepared, read_question(dice_form(), current.table)
    who, whom = prepared.unit_of(attacker), prepared.unit_of(target)
    ground = agreed_table(current, prepared, attacker, target, asked.question, request.form)
    # What falls is kept for the very question that was asked.
    refuse_wrong(prepared, attacker, target, asked, but="rolls")
    fell = _attack_dice(
        current,
        asked,
        lambda rolls: answer_on(ground, attacker, replace(asked.question, rolls=rolls)),
        who.id,
        labels.names[whom.id],
    )
    query = urlencode([*asked.query_without("rolls"), fell, *_agreed(ground)])
    address = url_for("attack.show_attack", code=current.code, attacker=attacker, target=target)
    return see_other(f"{address}?{query}#outcome")


def roll_attack_at(code: str, attacker: str) -> Response:
    """Roll for an attack at a point."""
    current = load_current(code)
    prepared, asked = prepared_state(state_of(current)).prepared, read_question(dice_form(), current.table)
    who, at = (
        prepared.unit_of(attacker),
        point_named(current.table, "to", request.form.get("to", ""), beside=asked.problems),
    )
    ground = agreed_table(current, prepared, attacker, at, asked.question, request.form)
    refuse_wrong(prepared, attacker, at, asked, but="rolls")
    fell = _attack_dice(
        current,
        asked,
        lambda rolls: answer_on(ground, attacker, replace(asked.question, rolls=rolls)),
        who.id,
        str(at),
    )
    query = urlencode([("to", str(at)), *asked.query_without("rolls"), fell, *_agreed(ground)])
    return see_other(
        f"{url_for('attack.show_attack_at', code=current.code, attacker=attacker)}?{query}#outcome"
    )


def _agreed(ground: AgreedTable) -> list[tuple[str, str]]:
    return [(FIELD, ground.agreement.id)] if ground.agreement is not None else []


def _attack_dice(
    current: Current,
    asked: AskedQuestion[AttackQuestion],
    answer: Callable[[tuple[int, ...]], AttackAnswer],
    attacker: str,
    whom: str,
) -> tuple[str, str]:
    """Roll for an attack, or take what was typed; keep the dice, and give them as they stand in an address.

    A hit whose damage a die decides is followed by its dice. Where several rolls are typed on keys, nothing is kept
    until the last is there.
    """
    if waiting := typed_so_far():
        return FALLEN, waiting
    if request.form.get("do") == "roll":
        outcome = answer(()).outcome
        times, tray = outcome.rolls if outcome is not None else 1, tray_of(())
    else:
        if not asked.question.rolls:
            found = repr(dice_form().get("rolls", "")[:20])
            raise InputError([Problem(at="rolls", found=found, expected=_("numbers from 2 to 12"))])
        answer(asked.question.rolls)
        times, tray = len(asked.question.rolls), tray_of(asked.question.rolls)
    for _number in range(times):
        tray.roll("attack", "Attack", count=2, sides=SIDES)
    for _number in range(MOST_DICE):
        outcome = answer(tuple(die.fell for die in tray.record)).outcome
        if outcome is None or not outcome.hits or outcome.dealt is not None:
            break
        tray.roll("damage", "Damage", count=1, sides=SIDES)
    done = answer(tuple(die.fell for die in tray.record))
    kept = keep(current, _roll_label(current, attacker, whom, asked.question.kind, done), tray.record)
    return "rolls", " ".join(str(die.fell) for die in kept.dice)


def _roll_label(current: Current, attacker: str, whom: str, kind: str, done: AttackAnswer) -> ChangeLabel:
    labels = unit_labels(current.table)
    stated = {"attacker": labels.names[attacker], "target": whom, "kind": kind}
    if done.target_number is not None:
        stated["needs"] = str(done.target_number)
    side = labels.marks[attacker].side_name
    return ChangeLabel("roll.attack", {**stated, "side": side} if side else stated)


def _typed(count: int) -> tuple[int, ...]:
    text = request.form.get("rolls", "").strip()
    if request.form.get("do") != "typed":
        return ()
    return (whole_number("rolls", text, count, count * SIDES),)


def _line(roll: KeptRoll) -> FellLine:
    dice = tuple((tr(die.label), die.fell, die.typed) for die in roll.dice)
    return FellLine(roll.number, roll_sentence(roll.label), dice, roll.author, roll.time)
