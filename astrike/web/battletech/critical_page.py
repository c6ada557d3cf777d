"""How does the card about critical hits look: the next die, the slots, the odds, and what came of it?"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError
from astrike.formats.questions import written
from astrike.model.battletech.answers import DueRoll
from astrike.model.battletech.critical import CASES, CAUSES, CriticalQuestion, SheetLocation
from astrike.model.battletech.critical_answer import CriticalAnswer, DiceNeed, ItemOdds
from astrike.model.explain import Reason
from astrike.report.battletech.critical_text import (
    fall_words,
    need_words,
    share_words,
)
from astrike.report.battletech.roll_text import number_words, when_words
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.critical_checks import EXPLOSION
from astrike.rules.battletech.critical_rolls import ENGINE_EXPLOSION
from astrike.rules.battletech.item_names import guessed_item
from astrike.rules.battletech.working_sheet import WorkingSheet
from astrike.rules.odds import ROLLS
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import card_labels
from astrike.web.battletech.chains import ChainStep, fall_address, roll_address
from astrike.web.battletech.critical_card import ALWAYS_THERE, CRITICAL, NAME, critical_in_address
from astrike.web.battletech.critical_controls import causes, circumstances, piercing
from astrike.web.battletech.critical_view import (
    EventRow,
    SlotHalf,
    events_of,
    lasting_words,
    place_shown,
    slot_halves,
    state_words,
    tallies_of,
)
from astrike.web.battletech.desk import (
    FACES,
    LIVE,
    DeskChoice,
    DeskFrame,
    DeskStepper,
    Json,
    address_of,
    frame_of,
    question_in_form,
    show_desk,
    stepper,
    thrown,
)
from astrike.web.battletech.readings import OptionReading, readings
from astrike.web.battletech.ruling_card import go_on
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other

_DICE_AT: Final = re.compile(r"dice\[(\d+)\]")
_MOST_SHOTS, _MOST_DAMAGE, _MOST_RACK, _MOST_BLAST = 400, 30, 40, 60


@dataclass(frozen=True, slots=True)
class OddsRow:
    """How likely something is, and what it would do."""

    label: str
    what: str
    share: str
    of: str


@dataclass(frozen=True, slots=True)
class NextDie:
    """What is rolled next."""

    shown: str
    title: str
    what: str
    keys: tuple[DeskChoice, ...]
    dice: int


@dataclass(frozen=True, slots=True)
class CriticalContext:
    """The card as it is drawn."""

    frame: DeskFrame
    place: str
    rolled: int | None
    tallies: tuple[tuple[str, int], ...]
    """How many hits there are, and what became of them."""
    moved_from: str
    """The location that was hit, where its hits moved on to this one; else empty."""
    is_bare: bool
    """Is there nothing to hit in this location on the sheet?"""
    state: str
    """That the location is gone; empty where it is not."""
    die: NextDie | None
    ammo: tuple[DeskStepper, ...]
    """What is to be said of ammunition before it explodes, all of it in one form."""
    steppers: tuple[DeskStepper, ...]
    places: tuple[DeskChoice, ...]
    halves: tuple[SlotHalf, ...]
    odds: tuple[OddsRow, ...]
    events: tuple[EventRow, ...]
    following: tuple[ChainStep, ...]
    """The fall and the rolls that are due."""
    fall: str
    """Address of the fall; empty where none follows."""
    lasting: tuple[EventRow, ...]
    notes: tuple[Reason, ...]
    readings: tuple[OptionReading, ...]
    causes: tuple[DeskChoice, ...]
    how: tuple[DeskChoice, ...]
    piercing: DeskStepper | None
    is_out: bool
    undo: str
    again: str
    """Address of another hit in this phase; empty as long as dice are due."""
    later: str
    sheet: str
    sheet_words: str
    said: str


def show_critical() -> Response:
    """Answer the question in the address."""
    body = critical_in_address()
    try:
        reply = ask_card(CRITICAL, body)
    except InputError as error:
        return _with_right_dice(body, error)
    return show_desk("battletech/critical.html", _context(body, reply.question, reply.answer))


def _with_right_dice(body: Json, error: InputError) -> Response:
    """Go on with the dice before the first that cannot be: another reading may ask for others."""
    wrong = _DICE_AT.fullmatch(error.problems[0].at)
    if wrong is None:
        raise error
    address = address_of(NAME, body, dice=body["dice"][: int(wrong[1])] or None)
    part = request.args.get("part")
    return see_other(f"{address}&part={LIVE}" if part == LIVE else address)


def roll_critical() -> Response:
    """Roll the die that is due, and go on to the address that has it."""
    reply = question_in_form(CRITICAL)
    body, answer = dict(written(reply.question)), reply.answer
    if answer.needs is None or not answer.needs.dice:
        return see_other(address_of(NAME, body))
    is_by_half = answer.needs.purpose == "slot"
    count = 1 if is_by_half else answer.needs.dice
    return go_on(NAME, {**body, "dice": _throws_with(body, answer.needs, thrown(count))})


def _context(body: Json, question: CriticalQuestion, answer: CriticalAnswer) -> CriticalContext:
    edition = load_battletech(answer.edition)
    after = replace(question, sheet=answer.sheet, phase=question.phase)
    sheet = WorkingSheet(after, edition)
    check = answer.checks[-1]
    location = sheet.location(place_shown(answer))
    before = WorkingSheet(question, edition).location(location.key)
    is_done = answer.needs is None
    ignored = edition.whole("critical.case-ii.ignored")
    die = _next_die(body, answer.needs, ignored, check.cause) if answer.needs is not None else None
    return CriticalContext(
        frame=frame_of(NAME, body, card_labels(), {**body, "sheet": written(answer.sheet)}),
        place=tr(location.row.label),
        rolled=check.roll,
        tallies=tallies_of(check),
        moved_from=""
        if location.key == question.location
        else tr(sheet.location(question.location).row.label),
        is_bare=not question.dice and not before.items,
        state=state_words(location),
        die=die,
        ammo=_ammo_steppers(body, answer, edition),
        steppers=tuple(_armor_steppers(body, question, answer, sheet)),
        places=() if question.dice else tuple(_places(body, sheet, question.location)),
        halves=tuple(slot_halves(sheet, location, is_lost=before.lost_earlier or location.blown_off)),
        odds=tuple(_odds(answer)),
        events=tuple(events_of(answer)),
        following=tuple(_following_steps(answer, body)),
        fall=_fall_address(answer, body) if is_done else "",
        lasting=tuple(EventRow(tr(each.label), lasting_words(each), each.cite) for each in answer.modifiers),
        notes=answer.notes,
        readings=readings(NAME, body, answer),
        causes=() if question.dice else tuple(causes(body, question)),
        how=() if question.dice else tuple(circumstances(body, question)),
        piercing=None if question.dice else piercing(body, question),
        is_out=answer.out_of_action,
        undo=_undone(body, question, answer),
        again=_following(question, answer, question.phase) if is_done else "",
        later=_following(question, answer, question.phase + 1) if is_done else "",
        sheet=_sheet_address(body, location.key),
        sheet_words=_(
            "%(tons)s t, Piloting %(skill)s", tons=question.sheet.tons, skill=question.sheet.piloting
        ),
        said=die.title if die else _("Settled."),
    )


def _sheet_address(body: Json, place: str) -> str:
    query = address_of(NAME, body).partition("?")[2]
    address = url_for("battletech.show_critical_sheet", place=place)
    return f"{address}?{query}" if query else address


# ---- the next die


def _next_die(body: Json, need: DiceNeed, ignored: int, cause: str) -> NextDie:
    keys: tuple[DeskChoice, ...] = ()
    if need.purpose in ("count", "case-ii"):
        keys = tuple(DeskChoice(str(sum_), _with(body, need, [sum_])) for sum_ in range(2, 2 * FACES + 1))
    elif need.dice:
        keys = tuple(DeskChoice(str(die), _with(body, need, [die])) for die in range(1, FACES + 1))
    shown = str(need.first) if need.first is not None else "?"
    title, what = _die_words(need, ignored, cause)
    return NextDie(shown, title, what, keys, 2 if need.purpose in ("count", "case-ii") else min(need.dice, 1))


def _die_words(need: DiceNeed, ignored: int, cause: str) -> tuple[str, str]:
    match need.purpose:
        case "count" if cause == EXPLOSION:
            return _("How many hits?"), _("The explosion: roll 2D6 and tap the sum")
        case "count":
            return _("How many hits?"), _("Roll 2D6 and tap the sum")
        case "case-ii":
            return _("CASE II"), _("2D6: %(number)s or more ignores these hits", number=ignored)
        case "slot-second":
            half = _("lower half") if (need.first or 0) > FACES // 2 else _("upper half")
            return _("Hit %(hit)s: second die", hit=need.hit), _("The slot in the %(half)s", half=half)
        case "ammo":
            return _("Hit %(hit)s: ammo", hit=need.hit), need_words(need, tr)
        case _ if need.dice == 2:
            return _("Hit %(hit)s: first die", hit=need.hit), _("1 to 3 upper half, 4 to 6 lower half")
        case _:
            return _("Hit %(hit)s: the die", hit=need.hit), _("1 to 6: the slot")


def _with(body: Json, need: DiceNeed, dice: list[int]) -> str:
    """Give the address with dice added."""
    return address_of(NAME, body, dice=_throws_with(body, need, dice))


def _throws_with(body: Json, need: DiceNeed, dice: list[int]) -> list[list[int]]:
    """Add dice to the throw that was begun where there is one, else a throw."""
    throws = [list(each) for each in body.get("dice", [])]
    if need.purpose == "slot-second":
        throws[-1] = [*throws[-1], *dice]
    else:
        throws.append(dice)
    return throws


def _undone(body: Json, question: CriticalQuestion, answer: CriticalAnswer) -> str:
    """Give the address without the last die; empty where there is none. 2D6 that are added up go together."""
    if not question.dice:
        return ""
    *before, last = (list(each) for each in question.dice)
    is_pair = answer.needs is None or answer.needs.purpose != "slot-second"
    is_slot = is_pair and bool(answer.throws) and answer.throws[-1].purpose == "slot"
    throws = [*before, last[:-1]] if is_slot and len(last) > 1 else before
    return address_of(NAME, body, dice=throws or None)


def _ammo_steppers(body: Json, answer: CriticalAnswer, edition: BattleTechEdition) -> tuple[DeskStepper, ...]:
    """Let the shots of ammunition be said that is known by its name only."""
    name = answer.needs.item if answer.needs is not None else None
    if not name or "." in name:
        return ()
    guess = guessed_item(name, edition)
    guessed = {"shots": guess.shots, "damage": guess.damage, "missiles": guess.missiles}
    stated = {**guessed, **body.get("sheet", {}).get("items", {}).get(name, {})}
    labels: tuple[tuple[str, str, int], ...] = (
        ("shots", _("Shots left"), _MOST_SHOTS),
        ("damage", _("Damage of a shot or missile"), _MOST_DAMAGE),
        ("missiles", _("Missiles of a shot"), _MOST_RACK),
    )
    if any(each.key == "weapon-unknown" for each in answer.notes):
        labels = (("points", _("Points of its explosion"), _MOST_BLAST),)
    return tuple(
        stepper(
            NAME,
            body,
            f"sheet.items.{name}.{key}",
            label,
            int(stated.get(key) or (1 if key == "missiles" else 0)),
            low=1 if key == "missiles" else 0,
            high=high,
        )
        for key, label, high in labels
    )


def _armor_steppers(
    body: Json, question: CriticalQuestion, answer: CriticalAnswer, sheet: WorkingSheet
) -> Iterator[DeskStepper]:
    """Let the armor be said that an explosion meets where CASE II lets it out."""
    stated = dict(question.sheet.locations)
    for place in dict.fromkeys(
        step.location for each in answer.explosions for step in each.path if step.case == CASES[-1]
    ):
        location, before = sheet.location(place), stated.get(place, SheetLocation())
        most, at = sheet.most_armor_of(location.row), f"sheet.locations.{place}"
        if location.row.part == "torso":
            label = _("%(place)s: rear armor", place=tr(location.row.label))
            yield stepper(NAME, body, f"{at}.rear_armor", label, before.rear_armor, low=0, high=most)
            continue
        built = most if before.full_armor is None else before.full_armor
        label = _("%(place)s: armor left", place=tr(location.row.label))
        yield stepper(NAME, body, f"{at}.armor", label, before.armor, low=0, high=built)
        yield stepper(NAME, body, f"{at}.full_armor", _("Armor as built"), built, low=before.armor, high=most)


# ---- the sheet


def _places(body: Json, sheet: WorkingSheet, chosen: str) -> Iterator[DeskChoice]:
    for key, location in sheet.locations.items():
        if not location.blown_off:
            label, small = tr(location.row.label), state_words(location)
            yield DeskChoice(label, _moved(body, key), key == chosen, small)


def _moved(body: Json, place: str) -> str:
    """Give the address of another location; what can fail in one place only is left behind."""
    about = {key: value for key, value in body.get("modifiers", {}).items() if key != "cause"}
    if body.get("modifiers", {}).get("cause") == "through-armor":
        about["cause"] = "through-armor"
    return address_of(NAME, body, location=place, modifiers=about or None)


# ---- odds and what came of it


def _odds(answer: CriticalAnswer) -> Iterator[OddsRow]:
    is_begun = answer.needs is not None and answer.needs.first is not None
    for each in answer.item_odds:
        if each.probability:
            share = share_words(each.probability, 0 if is_begun else each.of)
            yield OddsRow(each.item, _item_words(each), share, "" if is_begun else _("open slots"))
    for count in answer.count_odds:
        yield OddsRow(tr(count.label), "", share_words(count.probability, ROLLS), "")


def _item_words(each: ItemOdds) -> str:
    if each.points and each.how:
        return _("%(how)s = %(points)s points", how=each.how, points=each.points)
    if each.points:
        return _("explodes for %(points)s points", points=each.points)
    return tr(each.effect)


# ---- what is due, each on the card that goes on from there


def _following_steps(answer: CriticalAnswer, body: Json) -> Iterator[ChainStep]:
    if not answer.out_of_action:
        for roll in answer.consciousness:
            yield ChainStep(*_due(roll), roll_address(answer.piloting, body))
    if answer.fall is not None:
        yield ChainStep(fall_words(answer.fall, tr), "", _fall_address(answer, body))
    for roll in answer.rolls:
        yield ChainStep(*_due(roll), _roll_address(roll, answer, body))


def _due(roll: DueRoll) -> tuple[str, str]:
    words = _("%(what)s: %(number)s", what=tr(roll.label), number=number_words(roll, tr))
    return words, when_words(roll.when, tr) if roll.automatic is None else ""


def _roll_address(roll: DueRoll, answer: CriticalAnswer, body: Json) -> str:
    if roll.event == ENGINE_EXPLOSION:
        return ""
    asked = answer.piloting if answer.sparing is None else answer.sparing
    return roll_address(asked, body)


def _fall_address(answer: CriticalAnswer, body: Json) -> str:
    """Give the address of the fall; empty where there is none, or where it no longer matters."""
    if answer.sparing is None or answer.out_of_action:
        return ""
    return fall_address(answer.sparing, body, {})


def _following(question: CriticalQuestion, answer: CriticalAnswer, phase: int) -> str:
    """Give the address of the next hit on the sheet after: elsewhere where this location is blown off."""
    following = replace(question, sheet=answer.sheet, number=None, dice=(), phase=phase)
    location = dict(answer.sheet.locations).get(question.location)
    if location is not None and location.blown_off:
        about = replace(question.modifiers, cause=CAUSES[0])
        following = replace(following, location=ALWAYS_THERE, modifiers=about)
    return address_of(NAME, dict(written(following)))
