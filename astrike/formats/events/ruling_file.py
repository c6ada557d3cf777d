"""How is a ruling written as a file of an archive: everything it carries, who gave it and what was decided?

What comes in is distrusted: every value has the type that rulings have, the table can be read, and the pictures hold
nothing but drawing.
"""

import re
import types
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from datetime import datetime
from typing import Any, Final, Union, get_args, get_origin, get_type_hints
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem, child
from astrike.formats.checks import Problems, number_or_none, one_of
from astrike.formats.json_text import json_problems, shown
from astrike.formats.table.table_file import parse_document
from astrike.model.ruling import ADDED, KINDS, ArchivedRuling, RulingDecision, RulingRecord, record_of

LONGEST_TEXT: Final = 4_000
LONGEST_DRAWING: Final = 1_000_000
HOW: Final = ("agreed", "judged")
_DRAWN: Final = frozenset(
    {
        "svg", "g", "defs", "symbol", "use", "path", "line", "polyline", "polygon", "rect", "circle", "ellipse",
        "text", "tspan", "title", "desc", "pattern", "clipPath", "mask", "marker", "style", "linearGradient",
        "radialGradient", "stop",
    }
)  # fmt: skip
_ONE_PICTURE: Final = re.compile(r"<svg\b[^>]*>.*</svg>", re.DOTALL)
_ELSEWHERE: Final = re.compile(r"url\(\s*['\"]?(?!#)|@import|javascript:|expression\(", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Head:
    """What stands around the record."""

    id: str
    number: int
    seat: int | None
    table_name: str
    author: str
    created: str
    decided: RulingDecision | None


def kept_json(kept: ArchivedRuling) -> dict[str, object]:
    """Write a ruling as plain values."""
    return asdict(kept)


def read_kept(values: object) -> ArchivedRuling:
    """Read a ruling that `kept_json` wrote, or name everything that is wrong with it."""
    problems = Problems()
    if not isinstance(values, Mapping):
        raise InputError([Problem("ruling", shown(values), "an object")])
    head = {name: values[name] for name in values if name != "record"}
    _check(_Head, head, "", problems)
    problems.extend(json_problems(values))
    record = values.get("record")
    _check(RulingRecord, record, "record", problems)
    if not problems and isinstance(record, Mapping):
        _check_meaning(head, record, problems)
    if problems or not isinstance(record, Mapping):
        raise InputError(problems)
    decided = head["decided"]
    return ArchivedRuling(
        **{**head, "decided": None if decided is None else RulingDecision(**decided)},
        record=record_of(record),
    )


def _check(kind: Any, value: object, at: str, problems: Problems) -> None:
    """Check that a value has the type that a field of a ruling has, down to the last member."""
    if get_origin(kind) in (Union, types.UnionType):
        if value is not None:
            _check(next(each for each in get_args(kind) if each is not type(None)), value, at, problems)
    elif get_origin(kind) is tuple:
        if not isinstance(value, list | tuple):
            problems.append(Problem(at, shown(value), "a list"))
            return
        for number, each in enumerate(value):
            _check(get_args(kind)[0], each, f"{at}[{number}]", problems)
    elif is_dataclass(kind):
        _check_members(kind, value, at, problems)
    elif get_origin(kind) is not None:
        if not isinstance(value, Mapping):
            problems.append(Problem(at, shown(value), "an object"))
    else:
        _check_plain(kind, value, at, problems)


def _check_members(kind: Any, value: object, at: str, problems: Problems) -> None:
    if not isinstance(value, Mapping):
        problems.append(Problem(at, shown(value), "an object"))
        return
    types_of = get_type_hints(kind)
    names = [each.name for each in fields(kind)]
    for name in names:
        if name in value:
            _check(types_of[name], value[name], child(at, name), problems)
        elif name not in ADDED:
            problems.append(Problem(child(at, name), "nothing", "what every ruling has"))
    problems.extend(
        Problem(child(at, str(name)[:60]), "a member", one_of(names)) for name in value if name not in names
    )


def _check_plain(kind: Any, value: object, at: str, problems: Problems) -> None:
    if kind is str:
        most = LONGEST_DRAWING if at.endswith(".svg") else LONGEST_TEXT
        if not isinstance(value, str) or len(value) > most:
            problems.append(Problem(at, shown(value), f"a text of at most {most:,} characters"))
    elif kind is bool:
        if not isinstance(value, bool):
            problems.append(Problem(at, shown(value), "true or false"))
    elif kind is int:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**9:
            problems.append(Problem(at, shown(value), "a whole number from 0"))
    elif number_or_none(value, low=0.0, high=1e6) is None:
        problems.append(Problem(at, shown(value), "a number from 0"))


def _check_meaning(head: Mapping[str, Any], record: Mapping[str, Any], problems: Problems) -> None:
    decided = head["decided"]
    times = {"created": head["created"]} | ({} if decided is None else {"decided.time": decided["time"]})
    problems.extend(
        Problem(at, shown(text), "a time with its offset, such as 2026-11-28T10:00:00+00:00")
        for at, text in times.items()
        if not _is_time(text)
    )
    if decided is not None and decided["how"] not in HOW:
        problems.append(Problem("decided.how", shown(decided["how"]), one_of(HOW)))
    if record["kind"] not in KINDS:
        problems.append(Problem("record.kind", shown(record["kind"]), one_of(KINDS)))
    try:
        parse_document(record["table"])
    except InputError as error:
        problems.extend(Problem(f"record.table, {e.at}", e.found, e.expected) for e in error.problems)
    for number, drawing in enumerate(record["shown"]["drawings"]):
        at = f"record.shown.drawings[{number}]"
        if re.fullmatch(r"[a-z]{1,20}", drawing["key"]) is None:
            problems.append(Problem(f"{at}.key", shown(drawing["key"]), "a short word"))
        if not is_drawing(drawing["svg"]):
            problems.append(Problem(f"{at}.svg", "more than a drawing", "SVG that refers to nothing outside"))


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def is_drawing(svg: str) -> bool:
    """Say whether SVG holds nothing but drawing: no scripts, no pictures, nothing from elsewhere.

    >>> is_drawing('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>')
    True
    >>> is_drawing('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>')
    False
    """
    # Comments and the like end elsewhere in a page than in a picture, so they could hide something from this look.
    if _ONE_PICTURE.fullmatch(svg) is None or "<!" in svg or "<?" in svg:
        return False
    try:
        root = fromstring(svg, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError):
        return False
    return all(
        isinstance(each.tag, str)
        and each.tag.removeprefix("{http://www.w3.org/2000/svg}") in _DRAWN
        and _ELSEWHERE.search(each.text or "") is None
        and all(_is_harmless(name.rpartition("}")[2], value) for name, value in each.attrib.items())
        for each in root.iter()
    )


def _is_harmless(name: str, value: str) -> bool:
    name = name.lower()  # a page minds no case
    if name == "href" and not value.startswith("#"):
        return False
    return not name.startswith("on") and _ELSEWHERE.search(value) is None
