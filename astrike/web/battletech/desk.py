"""What do all cards of the desk show around their own part: title, editions, the other cards, the address to share?

Every control is a link to the same card with another question in its address, so that going back takes a tap back.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Response, make_response, render_template, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.checks import one_of
from astrike.formats.json_text import shown
from astrike.formats.questions import written
from astrike.rulebook.battletech.loader import BATTLETECH_DEFAULT, BATTLETECH_IDS
from astrike.web.battletech.asking import A, ClassicCard, ClassicReply, Q, ask_card, read_question
from astrike.web.battletech.carried import carried
from astrike.web.battletech.links import AT, decoded, encoded, file_text, fits_into_link
from astrike.web.http.forms import TYPED, number_or_text
from astrike.web.http.responses import PageContext, names_of, show, with_query
from astrike.web.http.server_addresses import servers

Json = dict[str, Any]
CARD_ROLL = "roll"
"""The card that other cards lead to."""
FACES = 6
LIVE = "live"
"""The part of a card that changes with a tap."""
_DEEPEST: Final = 8
"""How far inside each other places go."""


@dataclass(frozen=True, slots=True)
class DeskChoice:
    """One thing to tap: what it says, where it leads, and whether it is chosen."""

    label: str
    address: str
    is_on: bool = False
    small: str = ""


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """Choices under one label."""

    label: str
    choices: tuple[DeskChoice, ...]
    is_segments: bool = False
    """They are so few and short that they stand in one bar."""


@dataclass(frozen=True, slots=True)
class DeskStepper:
    """A number with a tap less and a tap more, which can be typed as well."""

    label: str
    name: str
    """The name of its field."""
    value: int
    less: str
    """Address with one less; empty at the least."""
    more: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class DeskFrame:
    """What stands around a card."""

    card: str
    edition: str
    editions: tuple[DeskChoice, ...]
    cards: tuple[DeskChoice, ...]
    address: str
    whole_address: str
    question: str
    """The question as the address has it."""
    is_too_long: bool
    """Too long for a link: it goes from device to device as a file."""
    file_text: str
    """The question as a file, where it is too long; else empty."""
    typed: frozenset[str]
    """Names of the fields that were typed into: what they stand in stays open."""
    is_part: bool
    """Only what changes with a tap is asked for, not the page around it."""
    kept: tuple[tuple[str, str], ...] = ()
    """What forms carry beside the question: how a card is looked at."""


def show_desk(template: str, context: PageContext) -> Response:
    """Show a card whole, or the part of it that changes with a tap: its template is one in either case."""
    if request.args.get("part", LIVE) != LIVE:
        show(template, context, parts=(LIVE,))
    return make_response(render_template(template, **names_of(context)))


def question_in_address(card: ClassicCard[Any, Any], default: Json | None = None) -> Json:
    """Give the question that the address of this request states, with numbers that were typed put in.

    Raise `InputError` with everything that is wrong with it.
    """
    text = request.args.get(AT)
    body: Json = {**(default or {}), **(decoded(text) if text else {})}
    for name, value in request.args.items():
        if name.startswith(TYPED):
            place = name.removeprefix(TYPED)
            if place.count(".") > _DEEPEST:
                raise InputError([Problem(name, shown(value), "a place in the question")])
            body = changed(body, **{place: number_or_text(value.strip())})
    return dict(written(read_question(card, body)))


def question_in_form(card: ClassicCard[Q, A]) -> ClassicReply[Q, A]:
    """Give the question for which the form of this request asks for dice, with its answer."""
    return ask_card(card, decoded(request.form.get(AT, "")))


def thrown(count: int) -> list[int]:
    """Roll so many dice."""
    return [secrets.randbelow(FACES) + 1 for _die in range(count)]


def refuse_unknown_keys(of_card: Sequence[str] = ()) -> None:
    """Raise `InputError` for everything in an address with a whole question that nobody would read.

    `of_card` are the keys that a card has beside its question.
    """
    known = (AT, "part", "quick", *of_card)
    expected = f"{one_of(known)}, or {TYPED} with a place in the question"
    problems = [
        Problem(key, shown(value), expected)
        for key, value in request.args.items()
        if key not in known and not key.startswith(TYPED)
    ]
    if problems:
        raise InputError(problems)


def changed(body: Mapping[str, Any], **places: object) -> Json:
    """Give a question with other values at some places; None takes a value away.

    >>> changed({"unit": {"tons": 55}}, **{"unit.tons": 65, "kind": "skid"})
    {'unit': {'tons': 65}, 'kind': 'skid'}
    >>> changed({"path": [{"cf": 15}]}, **{"path.0.cf": 40})
    {'path': [{'cf': 40}]}
    """
    found: Json = dict(body)
    for place, value in places.items():
        outer, _, rest = place.partition(".")
        if rest:
            found[outer] = _with_inside(found.get(outer), rest, value)
        elif value is None:
            found.pop(outer, None)
        else:
            found[outer] = value
    return found


def _with_inside(inner: object, place: str, value: object) -> object:
    """Give an object or a list with another value at a place inside; of a list only items that it has."""
    if not isinstance(inner, list):
        return changed(inner if isinstance(inner, Mapping) else {}, **{place: value})
    number, _, rest = place.partition(".")
    return [
        each if str(at) != number else _with_inside(each, rest, value) if rest else value
        for at, each in enumerate(inner)
    ]


def edition_label(edition: str) -> str:
    """Give the short name of an edition.

    >>> edition_label("tw-4.4")
    'TW 4.4'
    """
    return edition.upper().replace("-", " ")


def address_of(card: str, body: Mapping[str, Any], **places: object) -> str:
    """Give the address of a card with a question, with other values at some places."""
    question = changed(body, **places)
    address = url_for("battletech.show_card", card=card)
    return with_query(address, {AT: encoded(question)} if question else {})


def stepper(card: str, body: Json, place: str, label: str, value: int, *, low: int, high: int) -> DeskStepper:
    """Make the control of a number."""
    return DeskStepper(
        label=label,
        name=f"{TYPED}{place}",
        value=value,
        less=address_of(card, body, **{place: value - 1}) if value > low else "",
        more=address_of(card, body, **{place: value + 1}) if value < high else "",
        low=low,
        high=high,
    )


def frame_of(card: str, body: Json, cards: Mapping[str, str], along: Json | None = None) -> DeskFrame:
    """Give what stands around a card; `cards` are the labels of all cards by name.

    Other cards go on with the unit of the question, or of the question `along`, where that is not as it was any more.
    """
    edition = str(body.get("edition") or BATTLETECH_DEFAULT)
    address = address_of(card, body)
    return DeskFrame(
        card=card,
        edition=edition,
        editions=tuple(
            DeskChoice(edition_label(each), address_of(card, body, edition=each), each == edition)
            for each in BATTLETECH_IDS
        ),
        cards=tuple(
            DeskChoice(
                label,
                address if name == card else address_of(name, carried(card, along or body, name)),
                name == card,
            )
            for name, label in cards.items()
        ),
        address=address,
        whole_address=servers()[0] + address,
        question=encoded(body),
        is_too_long=not fits_into_link(body),
        file_text="" if fits_into_link(body) else file_text(card, body),
        typed=frozenset(name for name in request.args if name.startswith(TYPED)),
        is_part=request.args.get("part") == LIVE,
    )
