"""Which units does a MekBay link name, or the part of it behind the question mark? Several lines are several links.

`units=` names units as MekBay does inside, `mul_ids=` by Master Unit List number. Groups stand one behind the other
with `|`, each as `name;formation~units`; a unit is `name:skill`, and a skill left out is 4. Nothing is fetched: a link
to a saved force holds no units.
"""

import re
from typing import Final
from urllib.parse import parse_qsl, unquote

from astrike.errors import InputError, Problem
from astrike.formats.rosters.card import skill_of, text_of
from astrike.formats.rosters.limits import check_count
from astrike.formats.rosters.resolving import resolved, unresolved_note
from astrike.formats.rosters.unit_state import UnitState
from astrike.formats.rosters.unused_fields import MOST_UNREAD, unread_notes
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Catalog, Roster, RosterUnit, folded_name

FORMAT: Final = "mekbay-link"
LABEL: Final = "MekBay link"
LONGEST: Final = 200_000
MOST_PARTS: Final = 100

_LISTS: Final = ("units", "mul_ids", "shareUnit")
_KNOWN: Final = (*_LISTS, "name", "gs", "instance", "factionId", "eraId", "tab", "operation")
_LINK: Final = re.compile(r"(?:^|[?&#\n])\s*(?:units|mul_ids|shareUnit|instance)=", re.IGNORECASE)
_WRAPPED: Final = re.compile(r"<(https?:[^\s<>]+)>|\[[^\[\]\n]{0,200}\]\((https?:[^\s()]+)\)", re.IGNORECASE)
"""In angle brackets, or behind a name in square ones."""
_ENCODED: Final = re.compile(r"(?:https?%3A\S*|[a-z_]{2,12})%3D\S*", re.IGNORECASE)
_SAVED: Final = "a link to a force that is saved at MekBay; nothing is fetched"


def unwrapped(text: str) -> str:
    """Take a link out of what chats, web pages and other links wrap it in; any other text stays as it is.

    >>> unwrapped("<https://mekbay.com/?gs=as&amp;mul_ids=11>"), unwrapped("https%3A%2F%2Fmekbay.com%2F%3Funits%3DA")
    ('https://mekbay.com/?gs=as&mul_ids=11', 'https://mekbay.com/?units=A')
    """
    if len(text) > LONGEST:
        return text
    wrapped = _WRAPPED.fullmatch(text)
    link = text if wrapped is None else wrapped[1] or wrapped[2]
    if "=" not in link and _ENCODED.match(link):
        link = unquote(link)
    return link.replace("&amp;", "&") if wrapped or link.startswith("http") else link


def is_mekbay_link(text: str) -> bool:
    """Does it look like a link, or like the query of one?"""
    return (
        text[:1] not in "{[<" and _LINK.search(text[:LONGEST]) is not None and "=" in text.split("\n", 1)[0]
    )


def read_mekbay_link(text: str, catalog: Catalog) -> Roster:
    """Read one link a line.

    >>> from astrike.formats.rosters.memory_catalog import KnownCards
    >>> roster = read_mekbay_link("https://mekbay.com/?gs=as&mul_ids=Red;lance~11,12:3", KnownCards())
    >>> [(unit.group, unit.mul, unit.skill) for unit in roster.units]
    [('Red', 11, 4), ('Red', 12, 3)]
    """
    if len(text) > LONGEST:
        raise InputError([Problem("link", f"{len(text):,} characters", f"at most {LONGEST:,}")])
    units: list[RosterUnit] = []
    notes: list[ImportNote] = []
    names: list[str] = []
    unread: list[Problem] = []
    for number, line in enumerate(filter(None, map(str.strip, text.split("\n"))), start=1):
        values = _values(line, at=f"line {number}")
        names.extend(filter(None, [text_of(values.get("name"))]))
        notes.extend(_remarks(values))
        for key in _LISTS:
            listed, wrong = _listed(key, values.get(key, ""))
            unread.extend(wrong)
            for unit in listed:
                found, said = resolved(unit, UnitState(), catalog)
                units.append(found)
                notes.extend(said)
                check_count(len(units))
    if not units and unread:
        raise InputError(unread[:MOST_UNREAD])
    if not units:
        found_here = _SAVED if "instance=" in text else "a link without units"
        raise InputError(
            [Problem("link", found_here, "units= or mul_ids= in it; export the force as CSV or JSON")]
        )
    notes.extend(unread_notes(unread))
    return Roster(FORMAT, LABEL, ", ".join(names)[:200], tuple(units), (*notes, *unresolved_note(units)))


def _values(line: str, *, at: str) -> dict[str, str]:
    query = line.partition("?")[2] if "?" in line else line
    try:
        pairs = parse_qsl(query.replace("#", "&"), keep_blank_values=True, max_num_fields=MOST_PARTS)
    except ValueError as error:
        raise InputError([Problem(at, f"more than {MOST_PARTS} parts", "a link of MekBay")]) from error
    spelled = {key.casefold(): key for key in _KNOWN}
    found: dict[str, str] = {}
    for key, value in pairs:
        found.setdefault(spelled.get(key.casefold(), key), value)
    return found


def _remarks(values: dict[str, str]) -> list[ImportNote]:
    notes = []
    if values.get("instance"):
        notes.append(ImportNote("instance", _SAVED))
    if values.get("gs", "as").casefold() not in ("", "as"):
        notes.append(ImportNote("gs", "a force of another game: its Gunnery was taken for the Skill"))
    others = [key for key in values if key not in _KNOWN and key.strip()]
    notes.extend(ImportNote(text_of(key), "not known here; kept aside") for key in others[:20])
    passed = [key for key in ("factionId", "eraId", "tab", "operation") if values.get(key)]
    if passed:
        notes.append(ImportNote(", ".join(passed), "no part of a card; left out"))
    return notes


def _listed(key: str, value: str) -> tuple[list[RosterUnit], list[Problem]]:
    """Read the groups of one list: its units, and every one that cannot be read."""
    units: list[RosterUnit] = []
    problems: list[Problem] = []
    for group in value.split("|"):
        prefix, has_prefix, listed = group.partition("~")
        if not has_prefix:
            prefix, listed = "", group
        name = text_of(prefix.partition(";")[0])
        for word in filter(None, map(str.strip, listed.split(","))):
            who, _, skills = word.partition(":")
            skill, wrong = skill_of(skills.partition(":")[0].strip(), at=f"{key}: {who[:40]}")
            if not text_of(who):
                problems.append(Problem(key, repr(word[:40]), "a unit before its skill"))
            elif key != "mul_ids":
                units.append(RosterUnit(text_of(who), skill, group=name, keys=_keys(who), problems=wrong))
            elif who.strip().isdecimal() and len(who) <= 9:
                mul = int(who)
                units.append(RosterUnit(f"MUL {mul}", skill, mul, name, problems=wrong))
            else:
                problems.append(Problem(key, repr(who[:40]), "Master Unit List numbers"))
            check_count(len(units) + len(problems))
    return units, problems


def _keys(name: str) -> tuple[str, ...]:
    """Give the names to look up: as it stands there, and without the letters that say what it is."""
    key = folded_name(name)
    return (key, key[2:]) if "_" in key[2:] else (key,)
