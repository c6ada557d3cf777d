"""Which cards do the rosters hold that were read so far? A catalog in memory; an installation keeps its own."""

from astrike.model.roster import CatalogEntry, Roster, folded_name, search_key


class KnownCards:
    """Cards by number and by every name; before a roster is added it knows none."""

    def __init__(self) -> None:
        self._numbers: dict[int, CatalogEntry] = {}
        self._names: dict[str, CatalogEntry] = {}

    def add(self, roster: Roster) -> None:
        """Know the cards of this roster too; what is known already gives way to it."""
        for unit in roster.units:
            if not (unit.is_resolved and unit.card) or unit.problems:
                continue
            entry = CatalogEntry(unit.mul, unit.name, unit.keys, unit.card)
            if unit.mul is not None:
                self._numbers[unit.mul] = entry
            for key in (unit.name, *unit.keys):
                self._names[folded_name(key)] = entry

    def by_mul(self, number: int) -> CatalogEntry | None:
        """Find a unit by its number."""
        return self._numbers.get(number)

    def by_name(self, name: str) -> CatalogEntry | None:
        """Find a unit by a name."""
        return self._names.get(folded_name(name))

    def matching(self, words: str, *, limit: int = 20) -> tuple[CatalogEntry, ...]:
        """List units whose name has all of these words, in order of their names."""
        parts = search_key(words).split()
        entries = {id(entry): entry for entry in (*self._numbers.values(), *self._names.values())}.values()
        found = [each for each in entries if parts and all(part in search_key(each.name) for part in parts)]
        return tuple(sorted(found, key=lambda each: (each.name, each.mul or 0))[:limit])
