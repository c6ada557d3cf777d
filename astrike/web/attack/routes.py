"""Which addresses ask about attacks, line of sight and dice, and what does each need?"""

from collections.abc import Mapping
from typing import Final

from flask import Response

from astrike.model.byte_limits import QUESTION
from astrike.report.attack.json import attack_json, matrix_json, sight_json
from astrike.web.access.rights import PLAY, VIEW
from astrike.web.attack.aftermath_page import declare_attack, write_attack, write_attack_at
from astrike.web.attack.attack_page import show_attack, show_attack_at
from astrike.web.attack.dice_page import roll_attack, roll_attack_at, roll_dice, show_dice
from astrike.web.attack.pictures_page import show_pictures
from astrike.web.attack.questions import ask_attack, ask_matrix, ask_sight
from astrike.web.attack.together_page import (
    apply_together,
    declare_together,
    declare_together_at,
    roll_together,
    show_together,
    withdraw_attack,
)
from astrike.web.http.page_routes import POST, PUBLIC, PageRoute, blueprint_of
from astrike.web.questions.api import json_answer


def api_attack() -> Response:
    """Answer one attack."""
    return json_answer(_attack)


def api_sight() -> Response:
    """Answer line of sight and cover."""
    return json_answer(_sight)


def api_matrix() -> Response:
    """Answer every attacker against every enemy."""
    return json_answer(_matrix)


def _attack(body: Mapping[str, object]) -> Mapping[str, object]:
    asked = ask_attack(body)
    return attack_json(asked.answer, asked.margins)


def _sight(body: Mapping[str, object]) -> Mapping[str, object]:
    asked = ask_sight(body)
    return sight_json(asked.answer, asked.margins)


def _matrix(body: Mapping[str, object]) -> Mapping[str, object]:
    asked = ask_matrix(body)
    return matrix_json(asked.answers, asked.calls, tolerance=asked.table.tolerance)


ROUTES: Final = (
    PageRoute("/t/<code>/attack/<unit_id:attacker>/<unit_id:target>", show_attack, VIEW),
    PageRoute("/t/<code>/attack/<unit_id:attacker>/at", show_attack_at, VIEW),
    PageRoute("/t/<code>/attack/<unit_id:attacker>/<unit_id:target>/pictures", show_pictures, VIEW),
    PageRoute("/t/<code>/dice", show_dice, VIEW),
    PageRoute("/t/<code>/dice", roll_dice, PLAY, methods=POST),
    PageRoute("/t/<code>/attack/<unit_id:attacker>/<unit_id:target>/roll", roll_attack, PLAY, methods=POST),
    PageRoute("/t/<code>/attack/<unit_id:attacker>/at/roll", roll_attack_at, PLAY, methods=POST),
    PageRoute("/t/<code>/attack/<unit_id:attacker>/<unit_id:target>/write", write_attack, PLAY, methods=POST),
    PageRoute("/t/<code>/attack/<unit_id:attacker>/at/write", write_attack_at, PLAY, methods=POST),
    PageRoute(
        "/t/<code>/attack/<unit_id:attacker>/<unit_id:target>/declare", declare_attack, PLAY, methods=POST
    ),
    PageRoute("/t/<code>/attacks", show_together, VIEW),
    PageRoute("/t/<code>/attacks/roll", roll_together, PLAY, methods=POST),
    PageRoute("/t/<code>/attacks/apply", apply_together, PLAY, methods=POST),
    PageRoute("/t/<code>/attacks/back", withdraw_attack, PLAY, methods=POST),
    PageRoute(
        "/t/<code>/attack/<unit_id:attacker>/<unit_id:target>/together",
        declare_together,
        PLAY,
        methods=POST,
    ),
    PageRoute("/t/<code>/attack/<unit_id:attacker>/at/together", declare_together_at, PLAY, methods=POST),
    PageRoute("/api/v1/attack", api_attack, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
    PageRoute("/api/v1/matrix", api_matrix, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
    PageRoute("/api/v1/sight", api_sight, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
)

blueprint = blueprint_of("attack", ROUTES)
