"""Which address describes what programs may ask?"""

from typing import Final

from flask import Response, jsonify, make_response

from astrike.model.byte_limits import QUESTION
from astrike.web.http.page_routes import PUBLIC, PageRoute, blueprint_of
from astrike.web.openapi.document import openapi_document


def api_openapi() -> Response:
    """Describe what programs may ask."""
    return make_response(jsonify(openapi_document()))


ROUTES: Final = (
    PageRoute("/api/v1/openapi.json", api_openapi, PUBLIC, limit=QUESTION, is_anonymous_work=True),
)

blueprint = blueprint_of("openapi", ROUTES)
