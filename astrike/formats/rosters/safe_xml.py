"""How is XML of other tools read without anything in it that could do harm?

The parser goes by and keeps nothing: no document type, so no entities, nothing fetched; so many tags and names of tags
and no more. What a tag means, its readers know.
"""

from collections.abc import Callable, Mapping
from typing import Final
from xml.parsers import expat

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE

MOST_MARKS: Final = 4_000_000
"""Of the sign that begins every tag."""
MOST_NAMES: Final = 10_000
"""Different ones of tags and attributes, each of which the parser keeps; a few hundred are in use."""

DEEPEST: Final = 200
"""Tags inside tags: each that is open is kept."""

Opened = Callable[[str, Mapping[str, str]], None]


@dataclass(frozen=True, slots=True)
class XmlHandlers:
    """Who takes what the parser goes by; names of tags come without their prefix."""

    opened: Opened
    closed: Callable[[str], None]
    text: Callable[[str], None]


def parse_xml(data: bytes | str, handlers: XmlHandlers, *, what: str, expected: str) -> None:
    """Go through a document once; raise `InputError` for what is no harmless XML, and `ExpatError` for what is none.

    `what` says in messages what it is a part of, such as "a workbook".
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    names = parser.intern
    depth = 0

    def refuse_doctype(*_: object) -> None:
        raise InputError([Problem(FILE, f"a document type in {what}", expected)])

    def opened(name: str, attributes: Mapping[str, str]) -> None:
        if len(names) > MOST_NAMES:
            found = f"more than {MOST_NAMES:,} names of tags in {what}"
            raise InputError([Problem(FILE, found, expected)])
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise InputError([Problem(FILE, f"tags more than {DEEPEST} deep in {what}", expected)])
        handlers.opened(name.rpartition(":")[2], attributes)

    def closed(name: str) -> None:
        nonlocal depth
        depth -= 1
        handlers.closed(name.rpartition(":")[2])

    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    parser.CharacterDataHandler = handlers.text
    parser.Parse(data, True)
