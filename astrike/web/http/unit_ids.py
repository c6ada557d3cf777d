"""How is a unit's id written in an address?

Ids come from other people's files and may hold anything, slashes and dots included; servers and browsers take those for
parts of a path. So everything but plain letters and digits is quoted twice: once for transport, once for this program.
"""

import re
from urllib.parse import quote, unquote

from flask import Flask
from werkzeug.routing import BaseConverter

_PLAIN = re.compile(r"[A-Za-z0-9_-]+")


class UnitIdConverter(BaseConverter):
    """Writes and reads ``<unit_id:...>`` in an address."""

    def to_python(self, value: str) -> str:
        """Read an id."""
        return id_from_address(value)

    def to_url(self, value: str) -> str:
        """Write an id."""
        return quote(id_for_address(value), safe="")


def id_for_address(unit_id: str) -> str:
    """Quote an id once.

    >>> id_for_address("K2"), id_for_address("a/b"), id_for_address("..")
    ('K2', 'a%2Fb', '%2E%2E')
    """
    if _PLAIN.fullmatch(unit_id):
        return unit_id
    return quote(unit_id, safe="").replace(".", "%2E")


def id_from_address(text: str) -> str:
    """Read an id that was quoted once.

    >>> id_from_address("a%2Fb"), id_from_address("K 2")
    ('a/b', 'K 2')
    """
    return unquote(text, errors="replace")


def init_unit_ids(app: Flask) -> None:
    """Let routes have ``<unit_id:...>`` in their address."""
    app.url_map.converters["unit_id"] = UnitIdConverter
