"""What differs when a ruling is rechecked? Field by field, in words where there are words for it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.number_text import plain_number
from astrike.model.ruling import RulingRecord
from astrike.web.http.i18n import _

MOST_CHANGES: Final = 60
_LONGEST: Final = 80


@dataclass(frozen=True, slots=True)
class ChangedField:
    """One field: what it is called, what it was, and what it is now."""

    at: str
    """The place of the field in the JSON."""
    name: str
    was: str
    now: str


def changes_between(before: RulingRecord, after: RulingRecord) -> tuple[ChangedField, ...]:
    """List what differs, the verdict first."""
    found: list[ChangedField] = []
    if before.shown.verdict != after.shown.verdict:
        found.append(ChangedField("verdict", _("Verdict"), before.shown.verdict, after.shown.verdict))
    was, now = dict(_leaves("", before.answer)), dict(_leaves("", after.answer))
    for at in dict.fromkeys((*was, *now)):
        if at.rpartition(".")[2] in _CITATION:
            continue
        if was.get(at, _NOTHING) != now.get(at, _NOTHING):
            found.append(
                ChangedField(at, _named(at), _stated(was.get(at, _NOTHING)), _stated(now.get(at, _NOTHING)))
            )
    return tuple(found[:MOST_CHANGES])


_NOTHING: Final = object()
_CITATION: Final = frozenset({"ref", "page_of"})
"""Where a page was looked up: another page is no other answer."""


def _leaves(at: str, value: object) -> Iterator[tuple[str, object]]:
    """List every plain value with its place; what has a key is found by it, wherever it stands in a list."""
    if isinstance(value, Mapping) and value:
        for key, each in value.items():
            yield from _leaves(f"{at}.{key}" if at else str(key), each)
    elif isinstance(value, Sequence) and not isinstance(value, str) and value:
        for name, each in zip(_names(value), value, strict=True):
            yield from _leaves(f"{at}[{name}]", each)
    else:
        yield at, value


def _names(values: Sequence[object]) -> list[str]:
    """Call the items of a list by what they are about, else by their number."""
    for key in ("key", "id", "unit", "at"):
        names = [str(each.get(key)) if isinstance(each, Mapping) and key in each else "" for each in values]
        if all(names) and len(set(names)) == len(names):
            return names
    return [str(number) for number in range(len(values))]


def _named(at: str) -> str:
    """Say what a place in an answer is about; the place itself where there are no words."""
    words = {
        "allowed": _("Allowed"),
        "target_number": _("Target Number"),
        "probability": _("Chance"),
        "automatic": _("Hits or misses by itself"),
        "range": _("Range"),
        "bracket": _("Range bracket"),
        "sight.state": _("Line of sight"),
        "sight.hidden": _("Hidden share"),
        "sight.cover": _("Partial cover"),
        "sight.woods": _("Woods on the line"),
        "arc": _("Arc"),
        "direction": _("Strikes"),
        "damage.target": _("Damage"),
        "cost": _("Cost"),
        "available": _("Move available"),
        "ok": _("In order"),
        "margin.inches": _("How far it holds"),
        "margin.of": _("What it hangs on"),
        "margin.close": _("Too close to call"),
        "edition": _("Edition"),
    }
    if at in words:
        return words[at]
    item = re.fullmatch(
        r"(?P<list>modifiers|refusals|terms|hits|findings)\[(?P<key>.+)\]\.(?P<member>\w+)", at
    )
    if item is None:
        return at
    lists = {
        "modifiers": _("Modifier"),
        "refusals": _("Reason"),
        "terms": _("Term"),
        "hits": _("Caught"),
        "findings": _("Finding"),
    }
    members = {
        "value": _("value"),
        "label": _("name"),
        "ref": _("page"),
        "key": _("key"),
        "part": _("part"),
        "damage": _("damage"),
        "distance": _("distance"),
    }
    return f"{lists[item['list']]} {item['key']}: {members.get(item['member'], item['member'])}"


def _stated(value: object) -> str:
    if value is _NOTHING:
        return "–"
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int | float):
        return plain_number(value)
    text = _("empty") if value in ([], {}, ()) else str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
