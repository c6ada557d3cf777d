"""Which units does a Tabletop Simulator code name, `{{4759,4},{7740,4}}`: Master Unit List number and skill of each?"""

import re
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.rosters.card import skill_of
from astrike.formats.rosters.limits import MOST_UNITS, check_count
from astrike.formats.rosters.resolving import resolved, unresolved_note
from astrike.formats.rosters.unit_state import UnitState
from astrike.formats.rosters.unused_fields import MOST_UNREAD, unread_notes
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Catalog, Roster, RosterUnit

FORMAT: Final = "tts"
LABEL: Final = "Tabletop Simulator code"

_START: Final = re.compile(r"\s*\{\s*\{\s*[+-]?\d")
_PAIR: Final = re.compile(r"\{\s*(\d{1,9})\s*(?:,\s*(\d{1,3})\s*)?\}")
_ANY: Final = re.compile(r"\{[^{}]{0,200}\}")
_BETWEEN: Final = re.compile(r"[\s,;]*")
_SHAPE: Final = "pairs of number and skill such as {{4759,4},{7740,3}}"


def is_tts(text: str) -> bool:
    """Does it start like a code?"""
    return _START.match(text) is not None


def read_tts(text: str, catalog: Catalog) -> Roster:
    """Read a code; the cards come from the catalog.

    >>> from astrike.formats.rosters.memory_catalog import KnownCards
    >>> [(unit.mul, unit.skill) for unit in read_tts("{{11,4},{12,3}}", KnownCards()).units]
    [(11, 4), (12, 3)]
    """
    words = text.strip()
    # Read only as far as a code of the most units can be long: rubbish is refused at once.
    if len(words) > 40 * MOST_UNITS:
        check_count(words.count("{"))
        raise InputError([Problem("code", f"{len(words):,} characters", _SHAPE)])
    if not words.endswith("}"):
        raise InputError(
            [Problem("code", f"{words[-20:]!r} at its end", "a } at its end: is all of it there?")]
        )
    inside, place = words[1:-1], 0
    units: list[RosterUnit] = []
    notes: list[ImportNote] = []
    unread: list[Problem] = []
    number = 0
    while (place := _end_of(_BETWEEN, inside, place)) < len(inside):
        number += 1
        pair = _PAIR.match(inside, place)
        if pair is None:
            wrong = _ANY.match(inside, place)
            words = inside[place : place + 20] if wrong is None else wrong.group()[:40]
            found_here = Problem(f"pair {number}", repr(words), _SHAPE)
            if wrong is None:
                raise InputError([found_here])
            unread.append(found_here)
            check_count(number)
            place = wrong.end()
            continue
        place = pair.end()
        mul = int(pair.group(1))
        skill, problems = skill_of(pair.group(2), at=f"pair {number}")
        unit = RosterUnit(f"MUL {mul}", skill=skill, mul=mul, problems=problems)
        found, said = resolved(unit, UnitState(), catalog)
        units.append(found)
        notes.extend(said)
        check_count(number)
    if not units:
        raise InputError(unread[:MOST_UNREAD] or [Problem("code", "no pair", _SHAPE)])
    notes.extend(unread_notes(unread))
    return Roster(FORMAT, LABEL, units=tuple(units), notes=(*notes, *unresolved_note(units)))


def _end_of(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return place if match is None else match.end()
