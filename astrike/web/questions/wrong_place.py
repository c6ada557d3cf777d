"""Was a list of units given where a map belongs, or the reverse? Then the error names the right place.

Every format is recognized by its content, whatever the file is called. For files that are neither, the message of the
reader is kept.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from astrike.errors import InputError, Problem, UnknownFormat
from astrike.formats.json_text import FILE
from astrike.formats.maps.reading import FORMATS, seen_format
from astrike.formats.rosters.memory_catalog import KnownCards
from astrike.formats.rosters.reading import read_roster
from astrike.web.http.i18n import _

_COMMAND_FOR_UNITS: Final = (
    "a table or a map: astrike list checks a list of units, astrike convert makes a table of it"
)
_COMMAND_FOR_MAPS: Final = "a list of units: astrike convert makes a table of a map"


@contextmanager
def map_wanted(data: bytes) -> Iterator[None]:
    """Say of a list of units, where a page wants a map or a table, that it belongs under Units."""
    with _reported(
        data, _units_in, _("a map or a table. A list of units goes onto a table: open one and tap Units")
    ):
        yield


@contextmanager
def units_wanted(data: bytes) -> Iterator[None]:
    """Say of a map, where a page wants a list of units, where terrain is imported."""
    expected = _(
        "a list of units. A map becomes a new table on the start page, under Table from a file, or the terrain of a"
        " table in its editor, under Import"
    )
    with _reported(data, _map_in, expected):
        yield


def refuse_units(data: bytes) -> None:
    """Say of a list of units, where a command wants a table, which commands take it; anything else passes."""
    if found := _units_in(data):
        raise InputError([Problem(FILE, found, _COMMAND_FOR_UNITS)])


@contextmanager
def units_wanted_by_command(data: bytes) -> Iterator[None]:
    """Say of a map, where a command wants a list of units, which command takes it."""
    with _reported(data, _map_in, _COMMAND_FOR_MAPS):
        yield


def _units_in(data: bytes) -> str:
    """Say which list of units this is; nothing for none."""
    try:
        return _("a list of units (%(label)s)", label=read_roster(data, catalog=KnownCards()).label)
    except InputError:
        return ""


def _map_in(data: bytes) -> str:
    """Say which map this is; nothing for none."""
    key = seen_format(data)
    return _("a map (%(label)s)", label=FORMATS[key]) if key and key != "table" else ""


@contextmanager
def _reported(data: bytes, what: Callable[[bytes], str], expected: str) -> Iterator[None]:
    try:
        yield
    except UnknownFormat as error:
        found = what(data)
        if not found:
            raise
        raise InputError([Problem(FILE, found, expected)]) from error
