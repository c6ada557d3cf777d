"""Which addresses ask whether a table is as an event or the rules require, and what does each need?"""

from collections.abc import Mapping
from typing import Final

from flask import Response

from astrike.model.byte_limits import QUESTION
from astrike.report.layout.json import files_json, legal_json
from astrike.web.access.rights import ORGANISE, VIEW
from astrike.web.http.page_routes import POST, PUBLIC, PageRoute, blueprint_of
from astrike.web.layout.check_page import show_check
from astrike.web.layout.deployments_page import lay_zones, show_deployments
from astrike.web.layout.legal_page import download_report, show_fix, show_legal, show_legal_json
from astrike.web.layout.list_questions import ask_list
from astrike.web.layout.presets_page import download_preset, show_preset, show_presets
from astrike.web.layout.questions import checked_in_turn
from astrike.web.questions.api import json_answer


def api_legal() -> Response:
    """Answer what is wrong with tables."""
    return json_answer(_legal)


def api_list() -> Response:
    """Answer what is wrong with lists of units."""
    return json_answer(_list)


def _legal(body: Mapping[str, object]) -> Mapping[str, object]:
    answers = checked_in_turn(body)
    return files_json(answers, [f"tables[{number}]" for number in range(len(answers))])


def _list(body: Mapping[str, object]) -> Mapping[str, object]:
    checked = ask_list(body)
    return files_json([legal_json(each.legality) for each in checked], [each.name for each in checked])


ROUTES: Final = (
    PageRoute("/presets", show_presets, PUBLIC),
    PageRoute("/presets/<preset_id>", show_preset, PUBLIC),
    PageRoute("/presets/<preset_id>.toml", download_preset, PUBLIC),
    PageRoute("/t/<code>/deployments", show_deployments, VIEW),
    PageRoute("/t/<code>/deployments", lay_zones, ORGANISE, methods=POST),
    PageRoute("/t/<code>/check", show_check, VIEW),
    PageRoute("/t/<code>/legal", show_legal, VIEW),
    PageRoute("/t/<code>/legal.json", show_legal_json, VIEW),
    PageRoute("/t/<code>/legal/fix", show_fix, VIEW),
    PageRoute("/t/<code>/legal.pdf", download_report, VIEW),
    PageRoute("/api/v1/legal", api_legal, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
    PageRoute("/api/v1/list", api_list, PUBLIC, methods=POST, limit=QUESTION, is_anonymous_work=True),
)

blueprint = blueprint_of("layout", ROUTES)
