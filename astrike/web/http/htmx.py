"""Did htmx 4 send this request, and may it be answered with a fragment?

Only error responses ask this: which block of a page is wanted is part of its address (``?part=``), never of a header.
"""

from http import HTTPStatus

from flask import Flask, Response, request

HTMX_CONFIG = (
    '{"includeIndicatorCSS":false,"noSwap":[204,304,"5xx"],"defaultTimeout":20000,'
    '"morphIgnore":["data-htmx-powered","open"]}'
)
"""For <meta name="htmx-config">: no inline style; nothing is swapped for an empty or broken answer; a fold that
someone opened stays open when its page is drawn anew."""


def is_htmx() -> bool:
    """Tell whether htmx sent this request."""
    return request.headers.get("HX-Request") == "true"


def is_partial() -> bool:
    """Tell whether htmx will swap the answer into a part of the page."""
    return is_htmx() and request.headers.get("HX-Request-Type", "partial") == "partial"


def init_htmx(app: Flask) -> None:
    """Let caches keep the answers for htmx and for people apart."""

    @app.after_request
    def vary(response: Response) -> Response:
        if (
            request.endpoint != "static" or response.status_code != HTTPStatus.OK
        ):  # a file is the same for both
            response.vary.add("HX-Request")
        return response
