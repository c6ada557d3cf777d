"""Which addresses does the ruling card of a question have: as a page, as data, as a picture, as a file?"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Response, jsonify, make_response, request

from astrike.report.battletech.ruling_json import CLASSIC_RULING
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import card_named
from astrike.web.battletech.critical_card import critical_in_address
from astrike.web.battletech.desk import Json, question_in_address
from astrike.web.battletech.hex_start import hex_in_address
from astrike.web.battletech.impact_card import START
from astrike.web.battletech.links import file_text
from astrike.web.battletech.ruling_card import DRAWING, picture_of, ruling_of, ruling_page_of
from astrike.web.battletech.saved_questions import saved_question
from astrike.web.http.responses import download_of
from astrike.web.rulings.pictures import drawing, picture_response

_MEDIA: Final = "application/json"
_FIRST: Final[Mapping[str, Json]] = {"roll": {}, "impact": START}
"""What is asked where the address says nothing."""

_READ: Final[Mapping[str, Callable[[], Json]]] = {"critical": critical_in_address, "hex": hex_in_address}
"""Cards that read their address in a way of their own."""


def show_classic_ruling(card: str) -> Response:
    """Show the ruling card of the question in the address."""
    return ruling_page_of(card, _asked(card))


def show_classic_ruling_json(card: str) -> Response:
    """Give the question in the address with its answer."""
    return make_response(jsonify(CLASSIC_RULING.written(ruling_of(card, _asked(card)))))


def show_classic_ruling_svg(card: str) -> Response:
    """Give the picture of the question in the address."""
    reply = ask_card(card_named(card), _asked(card))
    return picture_response(drawing(DRAWING, picture_of(card, reply)).svg, card)


def save_classic_question(card: str) -> Response:
    """Give a question as a file: the one that is sent, which may be too long for an address."""
    card_named(card)
    text = request.form.get("text", "")
    _card, body = saved_question(text.encode()) if text else (card, _asked(card))
    return download_of(
        file_text(card, body).encode(), name=f"{card}-question", extension=".json", media_type=_MEDIA
    )


def _asked(card: str) -> dict[str, Any]:
    asked = card_named(card)
    if card in _READ:
        return _READ[card]()
    return question_in_address(asked, _FIRST[card])
