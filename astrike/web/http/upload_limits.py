"""How large may this request be? Each route has one limit, which the server, Flask, pages and error pages share.

A request slightly above it is read, so that its page can answer; one far above it is refused unread.
"""

from collections.abc import Callable
from typing import Final

from flask import Flask, request
from werkzeug.exceptions import HTTPException

from astrike.model.byte_limits import ARCHIVE, FORM, IMPORT, ByteLimit
from astrike.web.http.page_routes import PageRoute, route_now, routes_of

_AROUND: Final = 1_000_000
"""Bytes of the form around a file."""
_ABOVE: Final = 1_000_000
"""Bytes above the limit up to which a request is still read."""

MostBytes = Callable[[str, str], int]
"""Gives the bytes from which on a request is not even read, by method and path."""


def init_uploads(app: Flask) -> None:
    """Give every request its limit before anything of it is read."""
    app.before_request(_set_limits)


def limit_now() -> ByteLimit:
    """Give the limit of this request."""
    return _limit_of(route_now())


def most_bytes_of(app: Flask) -> MostBytes:
    """Give the limits to a server, which knows methods and paths only."""
    addresses, routes = app.url_map.bind("localhost"), routes_of(app)

    def most_bytes(method: str, path: str) -> int:
        try:
            endpoint, _values = addresses.match(path, method=method)
        except HTTPException:  # no such address, or not this way
            return _most_of_request(FORM) + _ABOVE
        return _most_of_request(_limit_of(routes.get(endpoint))) + _ABOVE

    return most_bytes


def _set_limits() -> None:
    limit = limit_now()
    request.max_content_length = _most_of_request(limit)
    # Only a file goes to the disk; what is typed or pasted is held in memory.
    request.max_form_memory_size = _most_of_request(FORM if limit is ARCHIVE else limit)


def _limit_of(route: PageRoute | None) -> ByteLimit:
    return FORM if route is None else route.limit


def _most_of_request(limit: ByteLimit) -> int:
    is_of_files = limit is IMPORT or limit is ARCHIVE
    return limit.most + (_AROUND if is_of_files else 0)
