"""Which addresses ask about networks and electronic fields, and what does each need?"""

from typing import Final

from flask import Response

from astrike.model.byte_limits import QUESTION
from astrike.report.electronics.json import networks_json
from astrike.web.access.rights import VIEW
from astrike.web.electronics.electronics_page import show_electronics
from astrike.web.electronics.questions import ask_networks
from astrike.web.http.page_routes import POST, PUBLIC, PageRoute, blueprint_of
from astrike.web.questions.api import json_answer


def api_networks() -> Response:
    """Answer which network works for whom."""
    return json_answer(lambda body: networks_json(ask_networks(body).answer))


ROUTES: Final = (
    PageRoute("/t/<code>/electronics", show_electronics, VIEW),
    PageRoute("/api/v1/networks", api_networks, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
)

blueprint = blueprint_of("electronics", ROUTES)
