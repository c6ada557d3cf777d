"""What is asked in a file that the desk has saved? A card, and the question for it."""

from collections.abc import Mapping
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.checks import one_of
from astrike.formats.json_text import FILE, load_json, shown
from astrike.formats.questions import written
from astrike.model.byte_limits import QUESTION
from astrike.web.battletech.asking import read_question
from astrike.web.battletech.cards import CARDS

_SAVED: Final = ("card", "question")
"""What a file with a question holds."""


def is_saved_question(found: Mapping[str, object]) -> bool:
    """Is this the content of such a file, and no question itself?

    >>> is_saved_question({"card": "roll", "question": {}}), is_saved_question({"unit": {}})
    (True, False)
    """
    return any(key in found for key in _SAVED)


def saved_question(data: bytes) -> tuple[str, dict[str, object]]:
    """Read a question out of a file; raise `InputError` with everything that is wrong with it."""
    found = load_json(data, most_bytes=QUESTION.most)
    if not isinstance(found, dict):
        raise InputError([Problem(FILE, shown(found), "a question that was saved here")])
    card, body = question_in(found)
    return card, dict(written(read_question(CARDS[card], body)))


def question_in(found: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
    """Give the card and the question of such a file; raise `InputError` where it is none."""
    problems = [Problem(key, shown(found[key]), one_of(_SAVED)) for key in found if key not in _SAVED]
    card, body = found.get("card"), found.get("question")
    if card not in CARDS:
        problems.append(Problem("card", shown(card), one_of(tuple(CARDS))))
    if not isinstance(body, dict):
        problems.append(Problem("question", shown(body), "an object"))
    if problems or not isinstance(card, str) or not isinstance(body, dict):
        raise InputError(problems)
    return card, body
