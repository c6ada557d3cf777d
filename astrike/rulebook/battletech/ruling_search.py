"""Which rulings are there on a page, a subject or a word, and what does each edition make of them?

A ruling is printed by one book, or it is of the page on critical hits, which both editions build on. What an edition
says on the same point follows from the rows that override it or stand beside it.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import Citation
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rulebook.battletech.rulings import GROUPS, RulingRow

_PAGE: Final = re.compile(r"(?:(?P<book>[a-z]+)\s*)?(?P<sign>pp?\.?)?\s*(?P<number>\d{1,3})", re.IGNORECASE)
_NUMBERS: Final = re.compile(r"(\d+)(?:-(\d+))?")
_ALIKE: Final = str.maketrans({"−": "-", "–": "-", "’": "'", "×": "x", "→": ">"})
"""Signs that players type otherwise than they are printed."""


@dataclass(frozen=True, slots=True)
class RulingView:
    """What one edition makes of a ruling."""

    edition: str
    is_printed: bool
    """Is it a ruling of this edition?"""
    is_overridden: bool
    """Does another ruling of this edition take its place?"""
    related: tuple[RulingRow, ...]
    """What this edition rules on the same point."""


@dataclass(frozen=True, slots=True)
class ErrataRuling:
    """A ruling as it is printed, and what each edition makes of it."""

    row: RulingRow
    views: tuple[RulingView, ...]

    @property
    def editions(self) -> tuple[str, ...]:
        """Ids of the editions that have it."""
        return tuple(view.edition for view in self.views if view.is_printed)

    @property
    def cite(self) -> Citation:
        """Give its page."""
        return self.row.cite


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingSearch:
    """What is looked for; what is empty does not matter."""

    words: str = ""
    page: str = ""
    """A page with or without its book: `TW p.68`, `68`."""
    group: str = ""
    edition: str = ""
    changed: bool = False
    """Only what one edition rules and another does not."""

    @property
    def is_empty(self) -> bool:
        """Is nothing looked for?"""
        return not (self.words.strip() or self.page.strip() or self.group or self.edition or self.changed)


@cache
def all_rulings() -> Mapping[str, ErrataRuling]:
    """Give every ruling by its key, by subject and in the order of the rulebook."""
    printed: dict[str, RulingRow] = {}
    for edition in BATTLETECH_IDS:
        printed |= {key: row for key, row in load_battletech(edition).rulings.items() if not row.unknown}
    order = load_battletech("").rulings
    rows = sorted((printed[key] for key in order), key=lambda row: GROUPS.index(row.group))
    return MappingProxyType({row.key: ErrataRuling(row, tuple(_views(row, printed))) for row in rows})


def _views(row: RulingRow, printed: Mapping[str, RulingRow]) -> Iterator[RulingView]:
    overriding = [key for key, other in printed.items() if row.key in other.overrides]
    near = dict.fromkeys((*overriding, *row.overrides, *row.beside))
    for edition in BATTLETECH_IDS:
        rows = load_battletech(edition).rulings
        is_printed = not rows[row.key].unknown
        here = [rows[key] for key in near if not rows[key].unknown]
        yield RulingView(
            edition,
            is_printed,
            is_printed and any(row.key in other.overrides for other in here),
            tuple(other for other in here if not (is_printed and other.key in row.overrides)),
        )


def rulings_found(search: RulingSearch) -> tuple[ErrataRuling, ...]:
    """Give the rulings that a search finds, in their order.

    >>> [each.row.key for each in rulings_found(RulingSearch(page="TW p.60"))]
    ['tw-018', 'tw-017']
    """
    return tuple(each for each in all_rulings().values() if _is_found(each, search))


def _is_found(ruling: ErrataRuling, search: RulingSearch) -> bool:
    row = ruling.row
    return (
        search.group in ("", row.group)
        and (not search.edition or search.edition in ruling.editions)
        and not (search.changed and len(ruling.editions) == len(BATTLETECH_IDS))
        and (not search.page.strip() or stands_on(row, search.page))
        and (_has_words(row, search.words) or _is_page(search.words, row))
    )


def _has_words(row: RulingRow, words: str) -> bool:
    text = _plain(" ".join((row.key, row.label, row.says, row.check, row.section, row.note)))
    return all(word in text for word in _plain(words).split())


def _is_page(words: str, row: RulingRow) -> bool:
    """Are the words a page, with its book or the sign of a page, and is the row on it?"""
    found = _PAGE.fullmatch(words.strip())
    is_page = found is not None and bool(found["book"] or found["sign"])
    return is_page and stands_on(row, words)


def stands_on(row: RulingRow, page: str) -> bool:
    """Is the row on a page, which may be given without its book?

    >>> row = all_rulings()["bmm-016"].row
    >>> row.ref, [stands_on(row, page) for page in ("BMM p.21", "p. 20", "21", "TW p.20", "22", "page")]
    ('BMM pp.20-21', [True, True, True, False, False, False])
    """
    found = _PAGE.fullmatch(page.strip())
    if found is None:
        return False
    book, _sign, pages = row.ref.partition(" ")
    wanted = found["book"]
    if wanted and wanted.casefold() not in (book.casefold(), "p", "pp"):
        return False
    number = int(found["number"])
    ranges = _NUMBERS.findall(pages)
    return any(int(first) <= number <= int(last or first) for first, last in ranges)


def _plain(text: str) -> str:
    return text.translate(_ALIKE).casefold()
