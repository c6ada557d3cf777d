"""Which addresses answer questions about classic BattleTech, and what does each need?"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from flask import Response, request

from astrike.model.byte_limits import IMPORT, QUESTION
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import card_named
from astrike.web.battletech.critical_page import roll_critical, show_critical
from astrike.web.battletech.desk import refuse_unknown_keys
from astrike.web.battletech.impact_page import roll_impact, show_impact
from astrike.web.battletech.landing_page import show_classic
from astrike.web.battletech.links import AT
from astrike.web.battletech.roll_page import roll_dice, show_roll
from astrike.web.battletech.rulings_page import show_rulings
from astrike.web.battletech.sheet_page import (
    load_critical_layout,
    save_critical_layout,
    show_critical_sheet,
)
from astrike.web.http.page_routes import POST, PUBLIC, PageRoute, blueprint_of
from astrike.web.questions.api import json_answer

PAGES: Final[Mapping[str, Callable[[], Response]]] = MappingProxyType(
    {"roll": show_roll, "impact": show_impact, "critical": show_critical}
)
"""What shows each card."""
WITH_PLAIN_KEYS: Final = ("roll",)
"""Cards that also take a question key by key, and name what they do not know."""


def show_card(card: str) -> Response:
    """Answer the question in the address on its card."""
    card_named(card)
    if request.args.get(AT) or card not in WITH_PLAIN_KEYS:
        refuse_unknown_keys()
    return PAGES[card]()


def api_classic(card: str) -> Response:
    """Answer a question of one card of the classic desk."""
    asked = card_named(card)
    return json_answer(lambda body: asked.json(ask_card(asked, body).answer))


ROUTES: Final = (
    PageRoute("/classic", show_classic, PUBLIC),
    PageRoute("/classic/critical/roll", roll_critical, PUBLIC, methods=POST, is_anonymous_work=True),
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
    PageRoute("/classic/<card>", show_card, PUBLIC, is_anonymous_work=True),
    PageRoute("/classic/impact/dice", roll_impact, PUBLIC, methods=POST, is_anonymous_work=True),
    PageRoute("/classic/roll/dice", roll_dice, PUBLIC, methods=POST, is_anonymous_work=True),
    PageRoute(
        "/api/v1/classic/<card>", api_classic, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True
    ),
)

blueprint = blueprint_of("battletech", ROUTES)
