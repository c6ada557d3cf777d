"""Which number does a piloting roll need, and what does a failure lead to? The card with everything a tap away."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from flask import Response, request

from astrike.errors import InputError, Problem
from astrike.formats.checks import one_of
from astrike.formats.json_text import shown
from astrike.formats.questions import written
from astrike.model.battletech.answers import DueRoll, FailureEffect
from astrike.model.battletech.rolls import TERRAINS, RollAnswer, RollQuestion, RollResult
from astrike.model.explain import Citation, Modifier, Reason
from astrike.report.battletech.roll_text import (
    automatic_words,
    effect_words,
    result_words,
    value_words,
    ways_words,
    when_words,
)
from astrike.report.words.numbers import percent_exactly
from astrike.report.words.pages import page_words
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.roll_dice import does_stay_awake
from astrike.rules.battletech.unit_state import states_of, water_under
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import CARDS, card_labels
from astrike.web.battletech.desk import (
    CARD_ROLL,
    DeskFrame,
    Json,
    address_of,
    frame_of,
    question_in_address,
    show_desk,
)
from astrike.web.battletech.links import AT, decoded
from astrike.web.battletech.other_edition import AnswerGist, OtherEditionLine, other_editions
from astrike.web.battletech.roll_card import ROLL
from astrike.web.battletech.roll_controls import RollControls, roll_controls
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other

FACES: Final = 6
SUMS: Final = range(2, 13)
IMPACT: Final = "impact"
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
class RollLedgerLine:
    """A row of the ledger."""

    key: str
    label: str
    why: str
    value: str
    page: str


@dataclass(frozen=True, slots=True)
class FailureStep:
    """What a failure brings, and where the next question about it is; no address: nowhere."""

    words: str
    quiet: str
    address: str


@dataclass(frozen=True, slots=True)
class ShownRoll:
    """One roll as the card shows it."""

    label: str
    number: str
    """Empty where no dice are rolled."""
    odds: str
    of: str
    verdict: str
    """How it ends without dice; empty where dice are rolled."""
    ledger: tuple[RollLedgerLine, ...]
    steps: tuple[FailureStep, ...]
    rolled: str
    """The dice that fell, and how it ended; empty where they have not."""
    outcome: str


@dataclass(frozen=True, slots=True)
class CitedLine:
    """A sentence with its page."""

    key: str
    words: str
    page: str


@dataclass(frozen=True, slots=True)
class RollContext:
    """The roll in sight, the others, and everything that can be tapped."""

    frame: DeskFrame
    roll: ShownRoll | None
    others: tuple[ShownRoll, ...]
    refusals: tuple[CitedLine, ...]
    notes: tuple[CitedLine, ...]
    options: tuple[CitedLine, ...]
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
    reply = ask_card(ROLL, decoded(request.form.get(AT, "")))
    if reply.answer.needs is None:
        return see_other(address_of(CARD_ROLL, written(reply.question)))
    dice = [*reply.question.dice, sum(secrets.randbelow(FACES) + 1 for _die in range(2))]
    return see_other(address_of(CARD_ROLL, written(reply.question), dice=dice))


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
    paired = list(_paired(answer))
    focus = _in_focus(paired)
    later = _after_consciousness(question, answer)
    rolls = [_shown(later, answer, body, each) for each in paired]
    has_dice = answer.needs is not None
    dice = list(question.dice)
    first = None if focus is None else paired[focus][0]
    return RollContext(
        frame=frame_of(CARD_ROLL, body, card_labels()),
        roll=None if focus is None else rolls[focus],
        others=tuple(roll for number, roll in enumerate(rolls) if number != focus),
        refusals=tuple(_cited(each, answer.edition) for each in answer.refusals),
        notes=tuple(_cited(each, answer.edition) for each in answer.notes),
        options=tuple(_options(answer)),
        other_editions=other_editions(ROLL, body, answer, gist_of) if focus is not None else (),
        controls=roll_controls(question, body, edition),
        typed=tuple((each, address_of(CARD_ROLL, body, dice=[*dice, each])) for each in SUMS)
        if has_dice
        else (),
        without_dice=address_of(CARD_ROLL, body, dice=None) if dice else "",
        fall="" if first is None else _fall_address(later, body, first),
    )


def _after_consciousness(question: RollQuestion, answer: RollAnswer) -> RollQuestion:
    """Give the question with its pilot out where the dice said so: what follows is asked of such a unit."""
    if does_stay_awake(question.dice, answer.consciousness):
        return question
    return replace(question, unit=replace(question.unit, unconscious=True))


_Paired = tuple[DueRoll, RollResult | None]


def _paired(answer: RollAnswer) -> Iterator[_Paired]:
    """Give each roll with how it ended, where it has."""
    results = iter(answer.results)
    for roll in (*answer.consciousness, *answer.rolls):
        yield roll, None if roll.automatic == "none" else next(results, None)


def _in_focus(paired: list[_Paired]) -> int | None:
    """Give the place of the roll that dice are needed for, else the one that failed, else the first."""
    for is_it in (_is_open, _has_failed):
        for number, each in enumerate(paired):
            if is_it(each):
                return number
    return 0 if paired else None


def _is_open(each: _Paired) -> bool:
    return each[1] is None and each[0].automatic is None


def _has_failed(each: _Paired) -> bool:
    return each[1] is not None and each[1].outcome == "fails"


def _shown(question: RollQuestion, answer: RollAnswer, body: Json, paired: _Paired) -> ShownRoll:
    roll, result = paired
    has_number = roll.target is not None and roll.odds is not None
    when = when_words(roll.when, _)
    verdict = "" if roll.automatic is None else automatic_words(roll.automatic, _)
    odds, of = "", when if roll.automatic != "none" else ""
    if roll.odds is not None:
        odds = percent_exactly(roll.odds).removesuffix(" %")
        of = _("%(ways)s · %(when)s", ways=ways_words(roll.odds, _), when=when)
    return ShownRoll(
        label=_(roll.label),
        number=str(roll.target) if has_number else "",
        odds=odds,
        of=of,
        verdict=verdict,
        ledger=tuple(_ledger_line(row, answer.edition) for row in roll.modifiers),
        steps=tuple(_steps(question, body, roll)),
        rolled="" if result is None or result.rolled is None else result_words(result, _),
        outcome="" if result is None else result.outcome,
    )


def _ledger_line(row: Modifier, edition: str) -> RollLedgerLine:
    page = _("record sheet") if row.key == "skill" else page_words(row.cite, edition)
    return RollLedgerLine(row.key, _(row.label), _why(row), value_words(row), page)


def _why(row: Modifier) -> str:
    """Say since when a modifier counts, or of how much it is made."""
    if "now" in row.facts:
        return _("now, and lasting") if row.facts["now"] else _("lasting")
    if "hexes" in row.facts:
        return _("%(hexes)s so far", hexes=row.facts["hexes"])
    if "levels" in row.facts:
        return _("%(levels)s levels", levels=row.facts["levels"])
    return ""


def _cited(reason: Reason, edition: str) -> CitedLine:
    return CitedLine(reason.key, _(reason.label), page_words(reason.cite, edition))


def _options(answer: RollAnswer) -> Iterator[CitedLine]:
    rows = load_battletech(answer.edition).options
    for used in answer.options_used:
        row = rows[used.id]
        said = dict(zip(row.values, row.said, strict=False)).get(str(used.value), "")
        value = _(said) if said else _("yes") if used.value is True else _("no")
        yield CitedLine(used.id, f"{_(row.label)}: {value}", page_words(row.cite, answer.edition))


# ---- what a failure leads to


def _steps(question: RollQuestion, body: Json, roll: DueRoll) -> Iterator[FailureStep]:
    """Give what a failure brings, each with the card that goes on from there."""
    levels = sum(effect.levels for effect in roll.on_failure)
    for effect in roll.on_failure:
        quiet = ""
        if effect.groups and effect.key.startswith("fall"):
            quiet = _("%(tons)s t, %(levels)s levels", tons=question.unit.tons, levels=effect.levels)
        address = _address_after(question, body, roll, effect, levels)
        yield FailureStep(effect_words(effect, _), quiet, address)


def _address_after(
    question: RollQuestion, body: Json, roll: DueRoll, effect: FailureEffect, levels: int
) -> str:
    match effect.key:
        case "pilot-roll":
            return address_of(CARD_ROLL, _pilot_question(question, body, roll, levels))
        case "consciousness":
            hurt = {"event": "pilot-hit", "points": 1}
            return address_of(CARD_ROLL, _next_question(question, body, hurt))
        case "fall" | "fall-rear" | "skid":
            return _fall_address(question, body, roll)
        case _:
            return ""


def _pilot_question(question: RollQuestion, body: Json, roll: DueRoll, levels: int) -> Json:
    own = sum(row.value for row in roll.modifiers if row.key.split(".")[0] in ("event", "hexes"))
    event: Json = {"event": "fall-pilot"}
    event |= {"levels": levels} if levels else {}
    event |= {"modifier": own} if own else {}
    is_entry = any(each.reckless and each.event == roll.event for each in question.events)
    entered = {"terrain": roll.event} if is_entry and roll.event in TERRAINS else {}
    return {**_next_question(question, body, event), **entered}


def _next_question(question: RollQuestion, body: Json, event: Json) -> Json:
    """Give the question about what comes after: the unit as it is by now, which lies on the ground."""
    kept: Json = {
        key: body[key] for key in ("edition", "options", "terrain", "wounds", "extras") if key in body
    }
    return {**kept, "unit": _unit_after(question), "events": [event]}


def _unit_after(question: RollQuestion) -> Json:
    unit = dict(written(states_of(question.unit, question.events)[-1]))
    is_down = any(event.event == "shutdown" for event in question.events) and not question.unit.shutdown
    if is_down:
        unit.pop("shutdown", None)
    return {**unit, "prone": True}


def _fall_address(question: RollQuestion, body: Json, roll: DueRoll) -> str:
    """Give the address of the fall on the card about impacts; empty where none can follow."""
    keys = {effect.key: effect for effect in roll.on_failure}
    fall = keys.get("fall") or keys.get("fall-rear")
    if fall is None or IMPACT not in CARDS:
        return ""
    asked: Json = {"kind": "fall", "attacker": _fallen(question)}
    if "edition" in body:
        asked["edition"] = body["edition"]
    if "skid" in keys:
        event = next((each for each in question.events if each.event == "skid"), None)
        hexes = question.moved.hexes if event is None or event.hexes is None else event.hexes
        return address_of(IMPACT, {**asked, "kind": "skid", "moved_before": hexes})
    return address_of(IMPACT, {**asked, **_kind_of_fall(question, roll, fall)})


def _fallen(question: RollQuestion) -> Json:
    unit = dict(written(states_of(question.unit, question.events)[-1]))
    unit.pop("prone", None)
    return unit


def _kind_of_fall(question: RollQuestion, roll: DueRoll, fall: FailureEffect) -> Json:
    if fall.key == "fall-rear":
        return {"how": "missed-dfa"}
    event = next((each for each in question.events if each.event == roll.event), None)
    if event is not None and event.event == "water":
        if event.by == "jump":
            return {"how": "landing", "water": event.depth}
        if event.from_depth:
            return {"how": "submerged", "levels": fall.levels}
        return {"levels": event.levels, "water": event.depth}
    number = len(question.events) if event is None or roll.when != "at-once" else question.events.index(event)
    if water_under(question, number):
        return {"how": "submerged", "levels": fall.levels}
    return {"levels": fall.levels}


# ---- the other edition


def gist_of(answer: RollAnswer, other: RollAnswer) -> AnswerGist:
    """Say what an answer comes to, as far as it is another one than that of another edition."""
    rolls = (*answer.consciousness, *answer.rolls)
    others = (*other.consciousness, *other.rolls)
    compared = tuple(map(_comparable, rolls))
    for number, roll in enumerate(rolls):
        opposite = others[number] if number < len(others) else None
        if opposite is None or _comparable(roll) != _comparable(opposite):
            return AnswerGist(compared, _gist_words(roll), _page_of(roll, opposite, answer))
    return AnswerGist(compared, _("no such roll"), "")


def _comparable(roll: DueRoll) -> tuple[object, ...]:
    effects = tuple((each.key, each.groups, each.target, each.hexes) for each in roll.on_failure)
    return (roll.event, roll.target, roll.automatic, roll.when if effects else "", effects)


def _gist_words(roll: DueRoll) -> str:
    if roll.target is None:
        said = automatic_words(roll.automatic or "none", _)
    else:
        said = _("%(target)s+, %(when)s", target=roll.target, when=when_words(roll.when, _))
    return _("%(what)s: %(said)s", what=_(roll.label), said=said)


def _page_of(roll: DueRoll, opposite: DueRoll | None, answer: RollAnswer) -> str:
    """Give the page of what makes the difference, as far as a row tells."""
    known = {(row.key, row.value) for row in opposite.modifiers} if opposite else set()
    cites: list[Citation] = [row.cite for row in roll.modifiers if (row.key, row.value) not in known]
    cites += [row.cite for row in roll.modifiers if row.key != "skill"]
    cites += [reason.cite for reason in (*answer.refusals, *answer.notes)]
    cites += [effect.cite for effect in roll.on_failure]
    return page_words(cites[0], answer.edition) if cites else ""
