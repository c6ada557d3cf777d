"""What of a source does not become part of a unit, and what had better be checked by people?

Fields that a table has no place for are counted, and said once each; what cannot be read is said with its place.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from astrike.errors import Problem
from astrike.formats.rosters.card import MOST_TEXT, is_blank
from astrike.formats.rosters.limits import first_of
from astrike.model.import_notes import ImportNote
from astrike.model.roster import ASIDE, RosterUnit

MOST_FIELDS: Final = 30
"""Nobody reads on after so many."""
MOST_NAMED: Final = 10
"""Units that one remark names."""
MOST_UNREAD: Final = 50
"""Places that are listed one by one; of more than that only how many there are."""


def unread_notes(unread: Sequence[Problem]) -> Iterator[ImportNote]:
    """Say which units of a list cannot be read, each with its place; the others come."""
    for problem in unread[:MOST_UNREAD]:
        yield ImportNote(problem.at, f"{problem.without_place}; left out")
    if len(unread) > MOST_UNREAD:
        yield ImportNote("more units", "cannot be read; left out", len(unread) - MOST_UNREAD)


def aside_notes(units: Sequence[RosterUnit]) -> Iterator[ImportNote]:
    """Say which special abilities were kept aside, each with its place and whose it is."""
    found = [
        ImportNote(problem.at, _aside_words(problem.found, unit)) for unit in units for problem in unit.aside
    ]
    for unit in units:
        listed = unit.card.get(ASIDE)
        if not unit.aside and isinstance(listed, list):
            found += [ImportNote(unit.name, _aside_words(repr(text), unit)) for text in listed]
    yield from found[:MOST_UNREAD]
    if len(found) > MOST_UNREAD:
        yield ImportNote("more special abilities", "cannot be read; kept aside", len(found) - MOST_UNREAD)


def remark_notes(units: Sequence[RosterUnit]) -> Iterator[ImportNote]:
    """Say what people had better look at, each with the units that it is about."""
    found: dict[str, list[str]] = {}
    for unit in units:
        for words in unit.remarks:
            found.setdefault(words, []).append(unit.name)
    for words, names in list(found.items())[:MOST_UNREAD]:
        yield ImportNote(first_of(names, MOST_NAMED), words, len(names))
    if len(found) > MOST_UNREAD:
        yield ImportNote("more cards", "had better be looked at", len(found) - MOST_UNREAD)


def _aside_words(found: str, unit: RosterUnit) -> str:
    return f"{unit.name} has {found}, which is no special ability known here; kept aside"


class UnusedFields:
    """Counts fields that are kept aside while records go by.

    >>> aside = UnusedFields(placed={"MV"}, passed={"year"})
    >>> for row in ({"MV": "8", "year": 3050, "quirk": "odd"}, {"MV": "6", "year": 3060, "quirk": ""}):
    ...     aside.look(row)
    >>> for note in aside.notes():
    ...     print(note.sentence)
    quirk: not known here; kept aside
    year: no part of a card; left out (2 times)
    """

    def __init__(self, *, placed: Collection[str], passed: Collection[str] = ()) -> None:
        self._placed = frozenset(placed)
        self._passed = frozenset(passed)
        self._known: Counter[str] = Counter()
        self._unknown: Counter[str] = Counter()

    def look(self, record: Mapping[str, object]) -> None:
        """Count the fields of a record that say something and have no place."""
        for key, value in record.items():
            if key in self._placed or is_blank(value) or value is False or value in ([], {}):
                continue
            (self._known if key in self._passed else self._unknown)[key] += 1

    def notes(self) -> tuple[ImportNote, ...]:
        """Say it: one note for each field nobody knows, one for all that are known and no part of a card."""
        shown = list(self._unknown.items())[:MOST_FIELDS]
        notes = [ImportNote(key[:MOST_TEXT], "not known here; kept aside", count) for key, count in shown]
        if len(self._unknown) > len(shown):
            notes.append(
                ImportNote("more fields", "not known here; kept aside", len(self._unknown) - len(shown))
            )
        if self._known:
            names = ", ".join(self._known)
            notes.append(ImportNote(names, "no part of a card; left out", max(self._known.values())))
        return tuple(notes)
