"""How are dice typed on keys? A tap says one roll; an attack with several rolls waits until all of them are there."""

from typing import Final

from flask import request
from werkzeug.datastructures import MultiDict

from astrike.model.attack_question import MOST_ROLLS
from astrike.rules.odds import WAYS

KEY: Final = "key"
FALLEN: Final = "fallen"
"""The name of the dice typed so far in the address of a card."""


def dice_so_far(text: str) -> tuple[int, ...]:
    """Read the dice that an address says were typed so far; what is no roll of two dice is none.

    >>> dice_so_far("7 12 13 x")
    (7, 12)
    """
    words = text.split()[:MOST_ROLLS]
    return tuple(int(word) for word in words if word.isascii() and word.isdigit() and int(word) in WAYS)


def dice_form() -> "MultiDict[str, str]":
    """Give the form that was sent, with the key that was tapped after the dice that stand in its field."""
    form = request.form
    if KEY not in form:
        return form
    found = MultiDict(form.items(multi=True))
    typed = form.get("rolls", "").split()
    found["rolls"] = " ".join([*(typed if len(typed) < _needed() else ()), form[KEY]])
    return found


def typed_so_far() -> str:
    """Give the dice after the key that was tapped, where more are needed; empty where they are all there."""
    typed = dice_form().get("rolls", "")
    return typed if KEY in request.form and len(typed.split()) < _needed() else ""


def _needed() -> int:
    text = request.form.get("dice", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 1
