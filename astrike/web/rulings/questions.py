"""What is asked when an answer is kept as a ruling? The question of a page as the API's body, without its table.

A page writes its question in the words of the API. Here it is put together with the table, asked again, and answered
exactly as the API answers. Checks of whole tables run as long work, everything else as searches.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.checks import one_of
from astrike.formats.json_text import FILE, load_json, made_from, shown
from astrike.model.margin import Margins
from astrike.model.ruling import KINDS
from astrike.report.area.json import blast_json
from astrike.report.attack.json import attack_json, sight_json
from astrike.report.layout.json import legal_json
from astrike.report.movement.json import move_json
from astrike.report.schema import Json
from astrike.web.area.questions import AreaReply, ask_blast, ask_scatter
from astrike.web.attack.questions import AttackReply, SightReply, ask_attack, ask_sight
from astrike.web.jobs.dispatch import in_turn, run_long_work
from astrike.web.layout.questions import LegalReply, ask_legal
from astrike.web.movement.questions import MoveReply, ask_move
from astrike.web.questions.body import Body

RulingReply = AttackReply | SightReply | MoveReply | AreaReply | LegalReply


@dataclass(frozen=True, slots=True)
class RulingAnswer:
    """An answer as programs get it, and as it was read and measured."""

    kind: str
    question: Body
    asked: RulingReply
    answer: Json
    margins: Margins | None = None
    """How far the answer holds, where it is measured by displacing bases."""


def answered_in_turn(kind: str, question: Body, table: object) -> RulingAnswer:
    """Ask the question of a ruling when it is its turn."""
    ask = partial(ask_ruling, kind, question, table)
    return run_long_work("legality", ask) if kind == "legal" else in_turn(ask)


LONGEST_QUESTION: Final = 200_000
"""Bytes of a question without its table: two hundred points of a way, or the preset of an event."""


def ask_ruling(kind: str, question: Body, table: object) -> RulingAnswer:
    """Ask a question about a table; what is wrong with either is named as the API names it."""
    if kind not in KINDS:
        raise InputError([Problem("kind", shown(kind), one_of(KINDS))])
    for key in ("table", "tables"):
        if key in question:
            raise InputError(
                [Problem(f"question.{key}", shown(question[key]), "nothing: it is kept already")]
            )
    found = _ASK[kind](body_of(kind, question, table))
    asked = found.asked
    if isinstance(asked, AreaReply) and kind == "scatter" and not all(die.typed for die in asked.answer.dice):
        # What was rolled here must fall the same way whenever it is asked again.
        unseeded = {key: value for key, value in question.items() if key != "seed"}
        question = {**unseeded, "dice": [die.fell for die in asked.answer.dice]}
        found = _ASK[kind](body_of(kind, question, table))
    return RulingAnswer(kind, question, found.asked, found.answer, found.margins)


def body_of(kind: str, question: Body, table: object) -> dict[str, object]:
    """Put a question together with its table, as the API takes it."""
    about = {"tables": [table]} if kind == "legal" else {"table": table}
    return made_from(question, {**about, **question})


def read_question(text: str) -> dict[str, object]:
    """Read the question that a page has written into its form."""
    try:
        question = load_json(text, most_bytes=LONGEST_QUESTION)
    except InputError as error:
        raise InputError(
            replace(each, at="question" if each.at == FILE else f"question, {each.at}")
            for each in error.problems
        ) from error
    if not isinstance(question, dict):
        raise InputError([Problem("question", shown(question), "an object: a question without its table")])
    return question


@dataclass(frozen=True, slots=True)
class _Found:
    asked: RulingReply
    answer: Json
    margins: Margins | None = None


def _attack(body: Body) -> _Found:
    asked = ask_attack(body)
    margins = asked.margins
    return _Found(asked, attack_json(asked.answer, margins), margins)


def _sight(body: Body) -> _Found:
    asked = ask_sight(body)
    margins = asked.margins
    return _Found(asked, sight_json(asked.answer, margins), margins)


def _move(body: Body) -> _Found:
    asked = ask_move(body)
    return _Found(asked, move_json(asked.answer, asked.contact))


def _blast(body: Body) -> _Found:
    return _burst(ask_blast(body))


def _scatter(body: Body) -> _Found:
    return _burst(ask_scatter(body))


def _burst(asked: AreaReply) -> _Found:
    margins = asked.margins
    return _Found(asked, blast_json(asked.answer, margins), margins)


def _legal(body: Body) -> _Found:
    (asked,) = ask_legal(body)
    return _Found(asked, legal_json(asked.legality))


_ASK: Final[Mapping[str, Callable[[Mapping[str, Any]], _Found]]] = MappingProxyType(
    {"attack": _attack, "sight": _sight, "move": _move, "blast": _blast, "scatter": _scatter, "legal": _legal}
)
