"""Which number does a piloting roll need, and what does a failure lead to? The card with everything a tap away."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from flask import Response, request

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.checks import one_of
from astrike.formats.json_text import shown
from astrike.formats.questions import written
from astrike.model.battletech.answers import DueRoll, FailureEffect
from astrike.model.battletech.rolls import RollAnswer, RollCause, RollEvent, RollQuestion
from astrike.model.explain import Modifier
from astrike.report.battletech.roll_text import (
    automatic_words,
    effect_words,
    result_words,
    value_words,
    ways_words,
    when_words,
)
from astrike.report.words.numbers import percent_exactly
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.roll_dice import FAILS, does_stay_awake
from astrike.rules.battletech.roll_ledger import SKILL
from astrike.rules.battletech.rolls import pilot_question
from astrike.rules.battletech.unit_state import water_under
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import card_labels
from astrike.web.battletech.chains import ChainStep, fall_address, roll_address
from astrike.web.battletech.desk import (
    CARD_ROLL,
    DeskFrame,
    Json,
    address_of,
    changed,
    frame_of,
    question_in_address,
    question_in_form,
    show_desk,
    thrown,
)
from astrike.web.battletech.lines import DeskLedgerLine, DeskSentence, sentence
from astrike.web.battletech.links import AT
from astrike.web.battletech.other_edition import OtherEditionLine, other_editions
from astrike.web.battletech.readings import OptionReading, readings
from astrike.web.battletech.roll_card import ROLL
from astrike.web.battletech.roll_controls import RollControls, roll_controls
from astrike.web.battletech.roll_view import PairedRoll, gist_of, paired_rolls, place_in_focus
from astrike.web.battletech.ruling_card import go_on
from astrike.web.http.citations import CitedPage
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _

SUMS: Final = range(2, 13)
_OF_UNIT: Final = ("kind", "tons", "piloting", "walk", "gyro", "gyro_hits", "prone", "cockpit", "armor")
_OF_EVENT: Final = (
    "points", "structure_points", "leg", "role", "by", "depth", "from_depth", "building", "cf", "levels", "hits",
    "modifier", "voluntary", "reckless", "on_purpose",
)  # fmt: skip
_ACTUATOR: Final = "actuator"
"""How an address calls the part of a leg that is hit: `part` is the part of the page."""
_OF_QUESTION: Final = ("terrain", "wounds", "water", "edition")
_NOT_ASKED: Final = (AT, "part", "quick")
"""What addresses carry beside the question."""


@dataclass(frozen=True, slots=True)
class ShownRoll:
    """One roll as the card shows it."""

    place: int
    """Which of the rolls it is, from 1."""
    label: str
    number: str
    """Empty where no dice are rolled."""
    odds: str
    of: str
    verdict: str
    """How it ends without dice; empty where dice are rolled."""
    ledger: tuple[DeskLedgerLine, ...]
    steps: tuple[ChainStep, ...]
    rolled: str
    """The dice that fell, and how it ended; empty where they have not."""
    outcome: str


@dataclass(frozen=True, slots=True)
class RollContext:
    """The roll in sight, the others, and everything that can be tapped."""

    frame: DeskFrame
    roll: ShownRoll | None
    others: tuple[ShownRoll, ...]
    refusals: tuple[DeskSentence, ...]
    notes: tuple[DeskSentence, ...]
    readings: tuple[OptionReading, ...]
    other_editions: tuple[OtherEditionLine, ...]
    controls: RollControls
    typed: tuple[tuple[int, str], ...]
    """A sum of two dice, and the address with it; none where no dice are needed."""
    without_dice: str
    """Address with the dice taken back; empty where there are none."""
    fall: str
    """Address of the fall; empty where none can follow."""


def show_roll() -> Response:
    """Answer the question in the address."""
    body = question_in_address(ROLL, plain_question(request.args.to_dict(flat=False)))
    reply = ask_card(ROLL, body)
    return show_desk("battletech/roll.html", _context(reply.question, reply.answer, body))


def roll_dice() -> Response:
    """Roll two dice for the roll that needs them, if one does, and go on to the address that says what fell."""
    reply = question_in_form(ROLL)
    if reply.answer.needs is None:
        return go_on(CARD_ROLL, dict(written(reply.question)))
    dice = [*reply.question.dice, sum(thrown(2))]
    return go_on(CARD_ROLL, changed(written(reply.question), dice=dice))


def plain_question(query: Mapping[str, list[str]]) -> Json:
    """Read a question out of an address that somebody wrote by hand.

    >>> plain_question({"piloting": ["5"], "event": ["gyro-hit"], "tons": ["65"]})
    {'unit': {'piloting': 5, 'tons': 65}, 'events': [{'event': 'gyro-hit'}]}
    """
    if query.get(AT):
        return {}
    stated = {
        key: values[-1]
        for key, values in query.items()
        if key not in (*_NOT_ASKED, "event") and not key.startswith("set.")
    }
    _refuse_unknown(stated)
    found: Json = {
        "unit": {key: _typed(stated[key]) for key in stated if key in _OF_UNIT},
        "moved": {
            name: _typed(stated[key])
            for key, name in (("moved", "mode"), ("hexes", "hexes"))
            if key in stated
        },
        "events": _events_in(query.get("event", []), stated),
        **{key: _typed(stated[key]) for key in stated if key in _OF_QUESTION},
    }
    return {key: value for key, value in found.items() if value}


def _refuse_unknown(stated: Mapping[str, str]) -> None:
    known = ("event", *_OF_UNIT, "moved", "hexes", *_OF_EVENT, _ACTUATOR, *_OF_QUESTION)
    problems = [Problem(key, shown(stated[key]), one_of(known)) for key in stated if key not in known]
    if problems:
        raise InputError(problems)


def _events_in(names: list[str], stated: Mapping[str, str]) -> list[Json]:
    """Give the events; what belongs to an event is said of the last one."""
    events: list[Json] = [{"event": name} for name in names]
    own = {key: _typed(stated[key]) for key in stated if key in _OF_EVENT}
    own |= {"part": stated[_ACTUATOR]} if _ACTUATOR in stated else {}
    if own and not events:
        raise InputError([Problem("event", _("nothing"), _("the event that this belongs to"))])
    if events:
        events[-1] |= own
    return events


def _typed(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return number_or_text(text)


# ---- what the card shows


def _context(question: RollQuestion, answer: RollAnswer, body: Json) -> RollContext:
    edition = load_battletech(question.edition or "")
    paired = list(paired_rolls(answer))
    focus = place_in_focus(paired)
    later = _after_consciousness(question, answer)
    rolls = [_shown(place, later, answer, body, each) for place, each in enumerate(paired, 1)]
    has_dice = answer.needs is not None
    dice = list(question.dice)
    return RollContext(
        frame=frame_of(CARD_ROLL, body, card_labels()),
        roll=None if focus is None else rolls[focus],
        others=tuple(roll for number, roll in enumerate(rolls) if number != focus),
        refusals=tuple(sentence(each, answer.edition) for each in answer.refusals),
        notes=tuple(sentence(each, answer.edition) for each in answer.notes),
        readings=readings(CARD_ROLL, changed(body, dice=None), answer),
        other_editions=other_editions(ROLL, body, answer, gist_of) if focus is not None else (),
        controls=roll_controls(question, body, edition),
        typed=tuple((each, address_of(CARD_ROLL, body, dice=[*dice, each])) for each in SUMS)
        if has_dice
        else (),
        without_dice=address_of(CARD_ROLL, body, dice=None) if dice else "",
        fall="" if focus is None else _fall_in_focus(later, body, paired[focus]),
    )


def _after_consciousness(question: RollQuestion, answer: RollAnswer) -> RollQuestion:
    """Give the question with its pilot out where the dice said so: what follows is asked of such a unit."""
    if does_stay_awake(question.dice, answer.consciousness):
        return question
    return replace(question, unit=replace(question.unit, unconscious=True))


def _shown(
    place: int, question: RollQuestion, answer: RollAnswer, body: Json, paired: PairedRoll
) -> ShownRoll:
    roll, result, cause = paired
    has_number = roll.target is not None and roll.odds is not None
    when = when_words(roll.when, _)
    verdict = "" if roll.automatic is None else automatic_words(roll.automatic, _)
    odds, of = "", when if roll.automatic != "none" else ""
    if roll.odds is not None:
        odds = percent_exactly(roll.odds).removesuffix(" %")
        of = _("%(ways)s · %(when)s", ways=ways_words(roll.odds, _), when=when)
    return ShownRoll(
        place=place,
        label=_(roll.label),
        number=str(roll.target) if has_number else "",
        odds=odds,
        of=of,
        verdict=verdict,
        ledger=tuple(_ledger_line(row, answer.edition) for row in roll.modifiers),
        steps=tuple(_steps(question, body, roll, cause)),
        rolled="" if result is None or result.rolled is None else result_words(result, _),
        outcome="" if result is None else result.outcome,
    )


def _ledger_line(row: Modifier, edition: str) -> DeskLedgerLine:
    page = None if row.key == SKILL else CitedPage(row.cite, edition)
    return DeskLedgerLine(row.key, _(row.label), _why(row), value_words(row), page)


def _why(row: Modifier) -> str:
    """Say since when a modifier counts, or of how much it is made."""
    if "now" in row.facts:
        return _("now, and lasting") if row.facts["now"] else _("lasting")
    if "hexes" in row.facts:
        return _("%(hexes)s so far", hexes=row.facts["hexes"])
    if "levels" in row.facts:
        return _("%(levels)s levels", levels=row.facts["levels"])
    return ""


# ---- what a failure leads to


def _steps(question: RollQuestion, body: Json, roll: DueRoll, cause: RollCause | None) -> Iterator[ChainStep]:
    """Give what a failure brings, each with the card that goes on from there."""
    for effect in roll.on_failure:
        quiet = ""
        if effect.groups and effect.key.startswith("fall"):
            quiet = _("%(tons)s t, %(levels)s levels", tons=question.unit.tons, levels=effect.levels)
        address = "" if cause is None else _address_after(question, body, roll, effect, cause)
        yield ChainStep(effect_words(effect, _), quiet, address)


def _address_after(
    question: RollQuestion, body: Json, roll: DueRoll, effect: FailureEffect, cause: RollCause
) -> str:
    match effect.key:
        case "pilot-roll":
            return roll_address(_about_pilot(question, roll, cause), body)
        case "consciousness":
            points = next(each.damage for each in roll.on_failure if each.key == "pilot-damage")
            hurt = (RollEvent("pilot-hit", points=points),)
            return roll_address(replace(_about_pilot(question, roll, cause), events=hurt), body)
        case "fall" | "fall-rear" | "skid":
            return _fall_address(question, body, roll, cause)
        case _:
            return ""


def _about_pilot(question: RollQuestion, roll: DueRoll, cause: RollCause) -> RollQuestion:
    levels = sum(effect.levels for effect in roll.on_failure)
    return pilot_question(question, cause, levels, load_battletech(question.edition or ""))


def _fall_in_focus(question: RollQuestion, body: Json, paired: PairedRoll) -> str:
    """Give the address of the fall that the roll in sight may bring or has brought; empty once it has succeeded."""
    roll, result, cause = paired
    is_over = result is not None and result.outcome != FAILS
    return "" if is_over else _fall_address(question, body, roll, cause)


def _fall_address(question: RollQuestion, body: Json, roll: DueRoll, cause: RollCause | None) -> str:
    """Give the address of the fall on the card about impacts; empty where none can follow."""
    keys = {effect.key: effect for effect in roll.on_failure}
    fall = keys.get("fall") or keys.get("fall-rear")
    if fall is None or cause is None:
        return ""
    pilot = _about_pilot(question, roll, cause)
    if cause.event.event == "shutdown" and "pilot-roll" not in keys:
        pilot = replace(pilot, unit=replace(pilot.unit, shutdown=True))
    if "skid" in keys:
        hexes = question.moved.hexes if cause.event.hexes is None else cause.event.hexes
        return fall_address(pilot, body, {"kind": "skid", "moved_before": hexes})
    own = {"modifier": cause.own} if cause.own else {}
    return fall_address(pilot, body, {**_kind_of_fall(question, roll, cause.event, fall), **own})


def _kind_of_fall(question: RollQuestion, roll: DueRoll, event: RollEvent, fall: FailureEffect) -> Json:
    if fall.key == "fall-rear":
        return {"how": "missed-dfa"}
    if event.event == "water":
        if event.by == "jump":
            return {"how": "landing", "water": event.depth}
        if event.from_depth:
            return {"how": "submerged", "levels": fall.levels}
        return {"levels": event.levels, "water": event.depth}
    is_now = roll.when == "at-once" and event in question.events
    number = question.events.index(event) if is_now else len(question.events)
    if water_under(question, number):
        return {"how": "submerged", "levels": fall.levels}
    return {"levels": fall.levels}
