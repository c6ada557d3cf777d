"""What did the catalog answer when a list was read? Written down, so that the same is read again later.

A list that is shown and one that is accepted have the same cards, whoever imports others meanwhile.
"""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from astrike.model.roster import CatalogEntry, SearchableCatalog

_NONE: Final[Sequence[int]] = ()
_EMPTY: Final = '{"cards":[],"numbers":{},"names":{},"searches":{}}'


class AskedCatalog:
    """A catalog that writes down what it is asked, and what it answers.

    >>> from astrike.formats.rosters.memory_catalog import KnownCards
    >>> asked = AskedCatalog(KnownCards())
    >>> asked.by_mul(7), asked.text()
    (None, '{"cards":[],"numbers":{"7":[]},"names":{},"searches":{}}')
    """

    def __init__(self, catalog: SearchableCatalog) -> None:
        self._catalog = catalog
        self._places: dict[tuple[int | None, str], int] = {}
        self._cards: list[CatalogEntry] = []
        self._answers: dict[str, dict[str, list[int]]] = {"numbers": {}, "names": {}, "searches": {}}

    def by_mul(self, number: int) -> CatalogEntry | None:
        """Find a unit by its Master Unit List number."""
        found = self._catalog.by_mul(number)
        self._note("numbers", str(number), () if found is None else (found,))
        return found

    def by_name(self, name: str) -> CatalogEntry | None:
        """Find a unit by a name."""
        found = self._catalog.by_name(name)
        self._note("names", name, () if found is None else (found,))
        return found

    def matching(self, words: str, *, limit: int = 20) -> tuple[CatalogEntry, ...]:
        """List units whose name has all of these words."""
        found = self._catalog.matching(words, limit=limit)
        self._note("searches", words, found)
        return found

    def text(self) -> str:
        """Write down everything that was asked and answered."""
        cards = [[each.mul, each.name, list(each.keys), dict(each.card)] for each in self._cards]
        return json.dumps({"cards": cards, **self._answers}, separators=(",", ":"))

    def _note(self, kind: str, asked: str, found: Sequence[CatalogEntry]) -> None:
        self._answers[kind][asked] = [self._place(each) for each in found]

    def _place(self, entry: CatalogEntry) -> int:
        key = (entry.mul, entry.name)
        if key not in self._places:
            self._places[key] = len(self._cards)
            self._cards.append(entry)
        return self._places[key]


class FirstOf:
    """A catalog that asks one first, and another where that knows nothing."""

    def __init__(self, first: SearchableCatalog, then: SearchableCatalog) -> None:
        self._first = first
        self._then = then

    def by_mul(self, number: int) -> CatalogEntry | None:
        """Find a unit by its Master Unit List number."""
        return self._first.by_mul(number) or self._then.by_mul(number)

    def by_name(self, name: str) -> CatalogEntry | None:
        """Find a unit by a name."""
        return self._first.by_name(name) or self._then.by_name(name)

    def matching(self, words: str, *, limit: int = 20) -> tuple[CatalogEntry, ...]:
        """List units whose name has all of these words."""
        return self._first.matching(words, limit=limit) or self._then.matching(words, limit=limit)


class WrittenCatalog:
    """A catalog that answers as it was written down; it knows nothing else, and without a text nothing."""

    def __init__(self, text: str | None) -> None:
        written = json.loads(text or _EMPTY)
        self._cards = [
            CatalogEntry(mul, name, tuple(keys), MappingProxyType(card))
            for mul, name, keys, card in written["cards"]
        ]
        self._numbers: Mapping[str, Sequence[int]] = written["numbers"]
        self._names: Mapping[str, Sequence[int]] = written["names"]
        self._searches: Mapping[str, Sequence[int]] = written["searches"]

    def by_mul(self, number: int) -> CatalogEntry | None:
        """Find a unit by its Master Unit List number."""
        return next(iter(self._given(self._numbers.get(str(number), _NONE))), None)

    def by_name(self, name: str) -> CatalogEntry | None:
        """Find a unit by a name."""
        return next(iter(self._given(self._names.get(name, _NONE))), None)

    def matching(self, words: str, *, limit: int = 20) -> tuple[CatalogEntry, ...]:
        """List units whose name has all of these words."""
        return self._given(self._searches.get(words, _NONE))[:limit]

    def _given(self, places: Sequence[int]) -> tuple[CatalogEntry, ...]:
        return tuple(self._cards[each] for each in places)
