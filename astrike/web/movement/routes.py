"""Which addresses ask about moves and their order, and what does each need?"""

from collections.abc import Mapping
from typing import Final

from flask import Response

from astrike.model.byte_limits import QUESTION
from astrike.report.movement.json import best_positions_json, move_json, reach_json, unit_json
from astrike.report.movement.order import order_json
from astrike.web.access.rights import PLAY, VIEW
from astrike.web.http.page_routes import POST, PUBLIC, PageRoute, blueprint_of
from astrike.web.jobs.dispatch import in_turn
from astrike.web.movement.making_page import make_move
from astrike.web.movement.move_page import show_move
from astrike.web.movement.questions import ask_best_positions, ask_move, ask_order, ask_reach, ask_unit
from astrike.web.questions.api import json_answer


def api_move() -> Response:
    """Answer one move."""
    return json_answer(_move)


def api_reach() -> Response:
    """Answer where a unit can end its move."""
    return json_answer(_reach)


def api_prospects() -> Response:
    """Answer where a unit would hit best and be hit least."""
    return json_answer(lambda body: best_positions_json(in_turn(lambda: ask_best_positions(body)).answer))


def api_unit() -> Response:
    """Answer what a unit is right now."""
    return json_answer(lambda body: unit_json(ask_unit(body).answer))


def api_order() -> Response:
    """Answer who moves how many units when."""
    return json_answer(lambda body: order_json(ask_order(body).answer))


def _move(body: Mapping[str, object]) -> Mapping[str, object]:
    asked = in_turn(lambda: ask_move(body)) if body.get("contact") is not None else ask_move(body)
    return move_json(asked.answer, asked.contact)


def _reach(body: Mapping[str, object]) -> Mapping[str, object]:
    asked = in_turn(lambda: ask_reach(body))
    return reach_json(asked.answer, route=asked.route)


ROUTES: Final = (
    PageRoute("/t/<code>/unit/<unit_id:unit_id>/move", show_move, VIEW),
    PageRoute("/t/<code>/unit/<unit_id:unit_id>/move", make_move, PLAY, methods=POST),
    PageRoute("/api/v1/move", api_move, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
    PageRoute("/api/v1/order", api_order, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
    PageRoute(
        "/api/v1/prospects", api_prospects, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True
    ),
    PageRoute("/api/v1/reach", api_reach, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
    PageRoute("/api/v1/unit", api_unit, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
)

blueprint = blueprint_of("movement", ROUTES)
