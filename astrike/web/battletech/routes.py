"""Which addresses answer questions about classic BattleTech, and what does each need?"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from flask import Response, request

from astrike.errors import NotFound
from astrike.model.byte_limits import IMPORT, QUESTION
from astrike.web.battletech.asking import ClassicCard, ask_card
from astrike.web.battletech.cards import card_named
from astrike.web.battletech.critical_card import CRITICAL
from astrike.web.battletech.critical_page import roll_critical, show_critical
from astrike.web.battletech.desk import refuse_unknown_keys
from astrike.web.battletech.hex_board_page import open_hex_board, save_hex_board, show_hex_board
from astrike.web.battletech.hex_card import HEX_CARD
from astrike.web.battletech.hex_page import show_hex
from astrike.web.battletech.hex_view import KEYS as HEX_KEYS
from astrike.web.battletech.impact_card import IMPACT_CARD
from astrike.web.battletech.impact_page import roll_impact, show_impact
from astrike.web.battletech.landing_page import open_classic_question, show_classic
from astrike.web.battletech.links import AT
from astrike.web.battletech.roll_card import ROLL
from astrike.web.battletech.roll_page import roll_dice, show_roll
from astrike.web.battletech.ruling_page import (
    save_classic_question,
    show_classic_ruling,
    show_classic_ruling_json,
    show_classic_ruling_svg,
)
from astrike.web.battletech.rulings_page import show_rulings
from astrike.web.battletech.sheet_page import (
    load_critical_layout,
    save_critical_layout,
    show_critical_sheet,
)
from astrike.web.http.page_routes import GET_OR_POST, POST, PUBLIC, PageRoute, blueprint_of
from astrike.web.questions.api import json_answer

PAGES: Final[Mapping[str, Callable[[], Response]]] = MappingProxyType(
    {"roll": show_roll, "impact": show_impact, "critical": show_critical, "hex": show_hex}
)
"""What shows each card."""
DICE: Final[Mapping[str, Callable[[], Response]]] = MappingProxyType(
    {"roll": roll_dice, "impact": roll_impact, "critical": roll_critical}
)
"""What rolls the dice that each card needs."""
KEYS_OF_CARD: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"hex": HEX_KEYS})
"""What an address of a card has beside its question."""
WITH_PLAIN_KEYS: Final = ("roll",)
"""Cards that also take a question key by key, and name what they do not know."""


def show_card(card: str) -> Response:
    """Answer the question in the address on its card."""
    card_named(card)
    if request.args.get(AT) or card not in WITH_PLAIN_KEYS:
        refuse_unknown_keys(KEYS_OF_CARD.get(card, ()))
    return PAGES[card]()


def throw_dice(card: str) -> Response:
    """Roll the dice that a card needs, and go on to the address that has them."""
    card_named(card)
    if card not in DICE:
        raise NotFound(f"The card {card!r} rolls no dice.")
    return DICE[card]()


def api_roll() -> Response:
    """Answer a question about piloting rolls."""
    return _answered(ROLL)


def api_impact() -> Response:
    """Answer a question about an impact."""
    return _answered(IMPACT_CARD)


def api_critical() -> Response:
    """Answer a question about critical hits."""
    return _answered(CRITICAL)


def api_hex() -> Response:
    """Answer a question about a patch of hexes."""
    return _answered(HEX_CARD)


def _answered(card: ClassicCard[Any, Any]) -> Response:
    return json_answer(lambda body: card.json_with_picture(ask_card(card, body)))


ROUTES: Final = (
    PageRoute("/classic", show_classic, PUBLIC),
    PageRoute("/classic/critical/sheet/<place>", show_critical_sheet, PUBLIC, is_anonymous_work=True),
    PageRoute("/classic/critical/layout", save_critical_layout, PUBLIC, is_anonymous_work=True),
    PageRoute(
        "/classic/critical/layout",
        load_critical_layout,
        PUBLIC,
        methods=POST,
        limit=IMPORT,
        is_anonymous_work=True,
    ),
    PageRoute("/classic/rulings", show_rulings, PUBLIC),
    PageRoute("/classic/hex/board", show_hex_board, PUBLIC, is_anonymous_work=True),
    PageRoute(
        "/classic/hex/board", open_hex_board, PUBLIC, methods=POST, limit=IMPORT, is_anonymous_work=True
    ),
    PageRoute("/classic/hex/patch.board", save_hex_board, PUBLIC, is_anonymous_work=True),
    PageRoute("/classic/<card>", show_card, PUBLIC, is_anonymous_work=True),
    PageRoute("/classic/<card>/dice", throw_dice, PUBLIC, methods=POST, is_anonymous_work=True),
    PageRoute("/classic/<card>/ruling", show_classic_ruling, PUBLIC, is_anonymous_work=True),
    PageRoute("/classic/<card>/ruling.json", show_classic_ruling_json, PUBLIC, is_anonymous_work=True),
    PageRoute("/classic/<card>/ruling.svg", show_classic_ruling_svg, PUBLIC, is_anonymous_work=True),
    PageRoute(
        "/classic/<card>/question.json",
        save_classic_question,
        PUBLIC,
        methods=GET_OR_POST,
        limit=IMPORT,
        is_anonymous_work=True,
    ),
    PageRoute(
        "/classic/open", open_classic_question, PUBLIC, methods=POST, limit=IMPORT, is_anonymous_work=True
    ),
    PageRoute("/api/v1/classic/roll", api_roll, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
    PageRoute(
        "/api/v1/classic/impact", api_impact, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True
    ),
    PageRoute(
        "/api/v1/classic/critical", api_critical, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True
    ),
    PageRoute("/api/v1/classic/hex", api_hex, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
)

blueprint = blueprint_of("battletech", ROUTES)
