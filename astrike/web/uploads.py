"""How large may this request be? Each address has one limit, which the server, Flask, pages and error pages take.

A request a little above it is read, so that its page can answer; one far above it is refused unread.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from flask import Flask, request
from werkzeug.exceptions import HTTPException

from astrike.model.limits import ARCHIVE, FORM, IMPORT, QUESTION, Limit

_AROUND: Final = 1_000_000
"""Bytes of the form around a file."""
_ABOVE: Final = 1_000_000
"""So much above what a request may have is still read."""
_OF_FILES: Final[Mapping[str, Limit]] = MappingProxyType(
    {
        "home.upload": IMPORT,
        "tables.replace": IMPORT,
        "bring.show_import": IMPORT,
        "roster.bring": IMPORT,
        "event_layouts.upload": IMPORT,
        "shared_cards.bring": IMPORT,
        "shared_library.upload": IMPORT,
        "event_archive.bring": ARCHIVE,
    }
)
"""The pages that take files."""

MostBytes = Callable[[str, str], int]
"""Gives the bytes from which on a request is not even read, by method and path."""


def init_uploads(app: Flask) -> None:
    """Give every request its limit before anything of it is read."""
    app.before_request(_set_limits)


def check_uploads(app: Flask) -> None:
    """Stop a program whose table of limits names pages that are not there."""
    missing = _OF_FILES.keys() - app.view_functions.keys()
    if missing:
        raise LookupError(f"limits of pages that are not there: {sorted(missing)}")


def limit_of(endpoint: str | None) -> Limit:
    """Give the limit of an address, by the name of its route."""
    if endpoint is not None and endpoint.startswith("api."):
        return QUESTION
    return _OF_FILES.get(endpoint or "", FORM)


def most_bytes_of(app: Flask) -> MostBytes:
    """Give the limits to a server, which knows methods and paths only."""
    addresses = app.url_map.bind("localhost")

    def most_bytes(method: str, path: str) -> int:
        try:
            endpoint, _values = addresses.match(path, method=method)
        except HTTPException:  # no such address, or not this way
            endpoint = None
        return _most_of_request(limit_of(endpoint)) + _ABOVE

    return most_bytes


def _set_limits() -> None:
    limit = limit_of(request.endpoint)
    request.max_content_length = _most_of_request(limit)
    # Only a file goes to the disk; what is typed or pasted is held in memory.
    request.max_form_memory_size = _most_of_request(FORM if limit is ARCHIVE else limit)


def _most_of_request(limit: Limit) -> int:
    return limit.most + (_AROUND if limit in _OF_FILES.values() else 0)
