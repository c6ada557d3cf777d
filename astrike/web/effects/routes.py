"""Which addresses ask what follows from a roll, and what does each need?"""

from typing import Final

from flask import Response

from astrike.model.byte_limits import QUESTION
from astrike.report.effects.json import effect_json
from astrike.web.access.rights import PLAY, VIEW
from astrike.web.effects.due_rolls import roll_due
from astrike.web.effects.effect_page import apply_effect, roll_effect, show_effect, show_effects
from astrike.web.effects.questions import ask_effect
from astrike.web.http.page_routes import POST, PUBLIC, PageRoute, blueprint_of
from astrike.web.questions.api import json_answer


def api_effect() -> Response:
    """Answer what comes of a roll on a table, a fall, a collapse and the like."""
    return json_answer(lambda body: effect_json(ask_effect(body).answer))


ROUTES: Final = (
    PageRoute("/t/<code>/effect/for/<unit_id:unit_id>", show_effects, VIEW),
    PageRoute("/t/<code>/effect/<kind>/<unit_id:unit_id>", show_effect, VIEW),
    PageRoute("/t/<code>/effect/<kind>/<unit_id:unit_id>/roll", roll_effect, PLAY, methods=POST),
    PageRoute("/t/<code>/effect/<kind>/<unit_id:unit_id>/apply", apply_effect, PLAY, methods=POST),
    PageRoute("/t/<code>/effects/roll", roll_due, PLAY, methods=POST),
    PageRoute("/api/v1/effect", api_effect, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
)

blueprint = blueprint_of("effects", ROUTES)
