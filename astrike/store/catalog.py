"""Which cards were imported on this installation before? Found by Master Unit List number and by every name.

A card is kept as printed, at Skill 4 and with nothing that happened to the unit. The newest import of a unit
counts, unless it knows less than the one before: where abilities are unknown, a card that has them stays. A unit
without a number never replaces one that has a number.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

from astrike.model.roster import NEEDED, PRINTED, CatalogEntry, RosterUnit, fold, search_key
from astrike.store.database import Database, reading, writing
from astrike.store.text import checked_text, json_to_text, time_to_text

LONGEST_SOURCE: Final = 200
MOST_NAMES: Final = 12
"""Of one unit."""
HIGHEST_NUMBER: Final = 10**9

_FOUND: Final = "SELECT cards.id, cards.mul, cards.name, cards.card FROM cards"


class StoredCatalog:
    """Looks cards up in the database."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._names: list[tuple[str, int]] | None = None

    def by_mul(self, number: int) -> CatalogEntry | None:
        """Find a unit by its Master Unit List number."""
        if not 0 < number <= HIGHEST_NUMBER:
            return None
        return self._first(f"{_FOUND} WHERE mul = ?", (number,))

    def by_name(self, name: str) -> CatalogEntry | None:
        """Find a unit by a name; letter case and spaces do not matter."""
        query = f"{_FOUND} JOIN card_names ON card_names.card_id = cards.id WHERE card_names.name = ?"
        return self._first(query, (_storable(fold(name)),))

    def matching(self, words: str, *, limit: int = 20) -> tuple[CatalogEntry, ...]:
        """List units whose name has all of these words, in order of their names; accents do not matter."""
        parts = search_key(words).split()[:10]
        if not parts:
            return ()
        with reading(self._db):
            if self._names is None:
                rows = self._db.execute("SELECT name, id FROM cards ORDER BY name, id").fetchall()
                self._names = [(search_key(name), card_id) for name, card_id in rows]
            ids = [card_id for name, card_id in self._names if all(part in name for part in parts)][:limit]
            found = (self._db.execute(f"{_FOUND} WHERE cards.id = ?", (each,)).fetchone() for each in ids)
            return tuple(self._entry(row) for row in found if row is not None)

    def _first(self, query: str, values: tuple[object, ...]) -> CatalogEntry | None:
        with reading(self._db):
            row = self._db.execute(query, values).fetchone()
            return None if row is None else self._entry(row)

    def _entry(self, row: tuple[int, int | None, str, str]) -> CatalogEntry:
        card_id, mul, name, card = row
        names = self._db.execute(
            "SELECT name FROM card_names WHERE card_id = ? ORDER BY name", (card_id,)
        ).fetchall()
        values: Mapping[str, object] = MappingProxyType(json.loads(card))
        return CatalogEntry(mul, name, tuple(str(found) for (found,) in names), values)


def remember(db: Database, entries: Iterable[RosterUnit], *, source: str, now: datetime) -> int:
    """Keep the cards of units that have a whole one; give how many are new or changed."""
    source = checked_text(source, at="source", most=LONGEST_SOURCE)
    changed = 0
    with writing(db):
        for unit, card in _whole(entries):
            changed += _keep(db, unit, card, source=source, now=time_to_text(now))
    return changed


def count_cards(db: Database) -> int:
    """Give how many cards are kept."""
    (count,) = db.execute("SELECT count(*) FROM cards").fetchone()
    return int(count)


def _whole(entries: Iterable[RosterUnit]) -> Iterator[tuple[RosterUnit, dict[str, object]]]:
    for unit in entries:
        card = {key: unit.card[key] for key in PRINTED if key in unit.card}
        card.update(dict.fromkeys(unit.unknown))
        if unit.is_resolved and not unit.problems and all(key in card for key in NEEDED) and unit.name:
            yield unit, card


def _keep(db: Database, unit: RosterUnit, card: Mapping[str, object], *, source: str, now: str) -> bool:
    """Write one card unless the same is there, or one that knows more."""
    name, text = _storable(unit.name), json_to_text(dict(card))
    mul = unit.mul if unit.mul is not None and 0 < unit.mul <= HIGHEST_NUMBER else None
    known = _known(db, mul, fold(name))
    if known is None:
        row = (mul, name, source, now, text)
        card_id = db.execute(
            "INSERT INTO cards (mul, name, source, updated, card) VALUES (?, ?, ?, ?, ?)", row
        ).lastrowid
        is_changed = True
    else:
        card_id, before, number = known
        if mul is None and number is not None:
            return False  # somebody's own unit that is called like a printed one
        # Of a unit that is in a roster twice the second changes nothing.
        is_other = before != text or (number is None and mul is not None)
        is_changed = is_other and not _knows_less(card, json.loads(before))
        if is_changed:
            db.execute(
                "UPDATE cards SET mul = coalesce(?, mul), name = ?, source = ?, updated = ?, card = ? WHERE id = ?",
                (mul, name, source, now, text, card_id),
            )
    names = dict.fromkeys(_storable(key) for key in (fold(name), *unit.keys[:MOST_NAMES]) if key)
    for each in names:
        db.execute("INSERT OR REPLACE INTO card_names (name, card_id) VALUES (?, ?)", (each, card_id))
    return is_changed


def _known(db: Database, mul: int | None, name: str) -> tuple[int, str, int | None] | None:
    """Find the card of this unit: by its number, or by its name where one of both has none."""
    if mul is not None:
        row = db.execute("SELECT id, card, mul FROM cards WHERE mul = ?", (mul,)).fetchone()
        if row is not None:
            return row[0], row[1], row[2]
    row = db.execute(
        "SELECT cards.id, cards.card, cards.mul FROM cards JOIN card_names ON card_names.card_id = cards.id"
        " WHERE card_names.name = ?",
        (name,),
    ).fetchone()
    if row is None or (mul is not None and row[2] is not None):
        return None
    return row[0], row[1], row[2]


def _knows_less(card: Mapping[str, object], before: Mapping[str, object]) -> bool:
    return any(value is None and before.get(key) is not None for key, value in card.items())


def _storable(text: str) -> str:
    """Leave out halves of characters, which no database takes."""
    return text.encode("utf-8", "ignore").decode("utf-8")
