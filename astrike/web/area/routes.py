"""Which addresses ask about area effects, and what does each need?"""

from collections.abc import Mapping
from typing import Final

from flask import Response

from astrike.model.byte_limits import QUESTION
from astrike.report.area.json import blast_json
from astrike.web.access.rights import PLAY, VIEW
from astrike.web.area.area_page import roll_scatter, show_area, write_area
from astrike.web.area.questions import AreaReply, ask_blast, ask_scatter
from astrike.web.http.page_routes import POST, PUBLIC, PageRoute, blueprint_of
from astrike.web.questions.api import json_answer


def api_blast() -> Response:
    """Answer who is caught by an area effect."""
    return json_answer(lambda body: _burst(ask_blast(body)))


def api_scatter() -> Response:
    """Answer where a miss lands and who is caught there."""
    return json_answer(lambda body: _burst(ask_scatter(body)))


def _burst(asked: AreaReply) -> Mapping[str, object]:
    return blast_json(asked.answer, asked.margins)


ROUTES: Final = (
    PageRoute("/t/<code>/area/write", write_area, PLAY, methods=POST),
    PageRoute("/t/<code>/area/", show_area, VIEW),
    PageRoute("/t/<code>/area/scatter", roll_scatter, PLAY, methods=POST),
    PageRoute("/api/v1/blast", api_blast, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
    PageRoute("/api/v1/scatter", api_scatter, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
)

blueprint = blueprint_of("area", ROUTES)
