"""Which cards were imported before, and whose are they? Found by Master Unit List number and by every name.

A card belongs to the table that it was brought to, or to the installation: then all tables find it, after their own.
It is kept as printed, at Skill 4 and with nothing that happened to the unit. The newest import of a unit counts,
unless it knows less than the one before: where abilities are unknown, a card that has them stays. A unit without a
number never replaces one that has a number.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final, Literal

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.model.roster import NEEDED, PRINTED, CatalogEntry, RosterUnit, folded_name, search_key
from astrike.store.database.column_values import checked_text, json_to_text, time_from_text, time_to_text
from astrike.store.database.connection import Database, reading, writing
from astrike.store.table.tables import KEPT_AFTER_DELETION
from astrike.store.terrain.library import Owner

LONGEST_SOURCE: Final = 200
MOST_NAMES: Final = 12
"""Of one unit."""
HIGHEST_NUMBER: Final = 10**9
MOST_CARDS: Final = 30_000
"""Of one owner: three times what the Master Unit List has."""
MOST_BYTES_OF_AN_OWNER: Final = 20_000_000
LONGEST_NAME: Final = 200
"""A longer one is no name of a unit."""

Verdict = Literal["new", "replaces", "same", "stays"]

_FOUND: Final = "SELECT cards.id, cards.mul, cards.name, cards.card FROM cards"
_WHOSE: Final = "coalesce(cards.table_id, 0)"


class StoredCatalog:
    """Looks cards up in the database: those of a table first, then those that all tables share.

    Without a table only the shared ones are there; without `shared` only the table's.
    """

    def __init__(self, db: Database, *, table_id: Owner = None, shared: bool = True) -> None:
        self._db = db
        # Ids of tables are greater than 0, which is the installation.
        self._owners = (table_id or 0, 0 if shared or table_id is None else table_id)
        self._names: list[tuple[str, int]] | None = None

    def by_mul(self, number: int) -> CatalogEntry | None:
        """Find a unit by its Master Unit List number."""
        if not 0 < number <= HIGHEST_NUMBER:
            return None
        return self._first(f"{_FOUND} WHERE mul = ? AND {_WHOSE}", number)

    def by_name(self, name: str) -> CatalogEntry | None:
        """Find a unit by a name; letter case and spaces do not matter."""
        named = f"{_FOUND} JOIN card_names ON card_names.card_id = cards.id WHERE card_names.name = ?"
        return self._first(f"{named} AND card_names.owner", _storable(folded_name(name)))

    def matching(self, words: str, *, limit: int = 20) -> tuple[CatalogEntry, ...]:
        """List units whose name has all of these words, in order of their names; accents do not matter."""
        parts = search_key(words).split()[:10]
        if not parts:
            return ()
        with reading(self._db):
            if self._names is None:
                self._names = self._all_names()
            ids = [card_id for name, card_id in self._names if all(part in name for part in parts)][:limit]
            found = (self._db.execute(f"{_FOUND} WHERE cards.id = ?", (each,)).fetchone() for each in ids)
            return tuple(self._entry(row) for row in found if row is not None)

    def count(self) -> int:
        """Give how many cards can be found."""
        with reading(self._db):
            (count,) = self._db.execute(
                "SELECT count(*) FROM cards WHERE coalesce(table_id, 0) IN (?, ?) AND deleted IS NULL",
                self._owners,
            ).fetchone()
        return int(count)

    def _all_names(self) -> list[tuple[str, int]]:
        """List what is found, by name: a table's own card stands for the shared one of the same number or name."""
        rows = self._db.execute(
            "SELECT name, id, mul, coalesce(table_id, 0) AS owner FROM cards"
            " WHERE owner IN (?, ?) AND deleted IS NULL ORDER BY name, id",
            self._owners,
        ).fetchall()
        own = self._owners[0]
        mine = {key for name, _id, mul, owner in rows if owner == own for key in (mul, folded_name(name))}
        return [
            (search_key(name), card_id)
            for name, card_id, mul, owner in rows
            if owner == own or not ((mul is not None and mul in mine) or folded_name(name) in mine)
        ]

    def _first(self, query: str, value: object) -> CatalogEntry | None:
        query += f" IN (?, ?) AND deleted IS NULL ORDER BY {_WHOSE} DESC LIMIT 1"
        with reading(self._db):
            row = self._db.execute(query, (value, *self._owners)).fetchone()
            return None if row is None else self._entry(row)

    def _entry(self, row: tuple[int, int | None, str, str]) -> CatalogEntry:
        card_id, mul, name, card = row
        names = self._db.execute(
            "SELECT name FROM card_names WHERE card_id = ? ORDER BY name", (card_id,)
        ).fetchall()
        values: Mapping[str, object] = MappingProxyType(json.loads(card))
        return CatalogEntry(mul, name, tuple(str(found) for (found,) in names), values)


@dataclass(frozen=True, slots=True)
class CatalogCard:
    """A card as its owner's list shows it."""

    id: int
    mul: int | None
    name: str
    source: str
    """What it was imported from."""
    updated: datetime
    card: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ImportChange:
    """What an import would do with a unit's card, and which card is there now."""

    unit: RosterUnit
    verdict: Verdict
    before: CatalogCard | None


def remember(db: Database, entries: Iterable[RosterUnit], *, owner: Owner, source: str, now: datetime) -> int:
    """Keep the cards of units that have a whole one; give how many are new or changed."""
    source = checked_text(source, at="source", most=LONGEST_SOURCE)
    changed = 0
    with writing(db):
        _forget_deleted(db, now=now)
        owned = _OwnedCards(db, owner)
        for unit, card in _whole(entries):
            changed += owned.keep(unit, card, source=source, now=time_to_text(now))
        _keep_within(db, owner)
    return changed


def import_changes(db: Database, entries: Iterable[RosterUnit], *, owner: Owner) -> tuple[ImportChange, ...]:
    """Say what `remember` would do with each unit that has a whole card; a unit that is there twice counts once."""
    found: dict[object, ImportChange] = {}
    with reading(db):
        owned = _OwnedCards(db, owner)
        for unit, card in _whole(entries):
            known = owned.known(unit)
            before = None if known is None or known.is_deleted else _known_card(known.row)
            key = _number(unit) or folded_name(unit.name)
            found.setdefault(key, ImportChange(unit, _verdict(known, unit, card), before))
    return tuple(found.values())


def cards_of(
    db: Database, *, owner: Owner, words: str = "", most: int = 60, after: int = 0
) -> tuple[CatalogCard, ...]:
    """List an owner's cards by name, those whose name has all of these words or that have this number."""
    parts = search_key(words).split()[:10]
    with reading(db):
        rows = db.execute(
            "SELECT id, name, mul FROM cards WHERE table_id IS ? AND deleted IS NULL ORDER BY name, id",
            (owner,),
        ).fetchall()
        ids = [
            card_id
            for card_id, name, mul in rows
            if all(part in search_key(name) for part in parts) or (mul is not None and parts == [str(mul)])
        ]
        return tuple(_load_card(db, each) for each in ids[after : after + most])


def deleted_cards(db: Database, *, owner: Owner, most: int = 60) -> tuple[CatalogCard, ...]:
    """List an owner's cards that were deleted and can be brought back, the newest first."""
    with reading(db):
        rows = db.execute(
            f"{_CARD} WHERE table_id IS ? AND deleted IS NOT NULL ORDER BY deleted DESC, id DESC LIMIT ?",
            (owner, most),
        ).fetchall()
    return tuple(map(_known_card, rows))


def delete_card(db: Database, card_id: int, *, owner: Owner, now: datetime) -> None:
    """Take a card out of its catalog, also if it was taken out already; it can be brought back for 30 days."""
    _set_deleted(db, card_id, owner=owner, deleted=time_to_text(now))


def restore_card(db: Database, card_id: int, *, owner: Owner) -> None:
    """Bring a card back that was deleted; a newer one that was imported since has taken its place."""
    _set_deleted(db, card_id, owner=owner, deleted=None)


def count_cards(db: Database, *, owner: Owner = None) -> int:
    """Give how many cards an owner keeps."""
    with reading(db):
        (count,) = db.execute(
            "SELECT count(*) FROM cards WHERE table_id IS ? AND deleted IS NULL", (owner,)
        ).fetchone()
    return int(count)


def _set_deleted(db: Database, card_id: int, *, owner: Owner, deleted: str | None) -> None:
    with writing(db):
        row = db.execute("SELECT name FROM cards WHERE id = ? AND table_id IS ?", (card_id, owner)).fetchone()
        if row is None:
            raise NotFound("This card is not kept any more.")
        db.execute(
            "UPDATE cards SET deleted = ? WHERE id = ? AND (deleted IS NULL) = ?",
            (deleted, card_id, deleted is not None),
        )
        if deleted is None:  # its name may have become another card's meanwhile
            _name(db, card_id, folded_name(row[0]), owner)


def _whole(entries: Iterable[RosterUnit]) -> Iterator[tuple[RosterUnit, dict[str, object]]]:
    for unit in entries:
        card = {key: unit.card[key] for key in PRINTED if key in unit.card}
        card.update(dict.fromkeys(unit.unknown))
        is_whole = unit.is_resolved and not unit.problems and all(key in card for key in NEEDED)
        if is_whole and 0 < len(unit.name) <= LONGEST_NAME:
            yield unit, card


# ---- what is known of a unit

_CARD: Final = "SELECT cards.id, cards.mul, cards.name, cards.source, cards.updated, cards.card FROM cards"
_Row = tuple[int, int | None, str, str, str, str]


@dataclass(frozen=True, slots=True)
class _Known:
    row: _Row
    is_deleted: bool

    @property
    def id(self) -> int:
        return self.row[0]

    @property
    def mul(self) -> int | None:
        return self.row[1]

    @property
    def card(self) -> str:
        return self.row[5]


def _known_card(row: _Row) -> CatalogCard:
    card_id, mul, name, source, updated, card = row
    return CatalogCard(
        card_id, mul, name, source, time_from_text(updated), MappingProxyType(json.loads(card))
    )


def _load_card(db: Database, card_id: int) -> CatalogCard:
    return _known_card(db.execute(f"{_CARD} WHERE id = ?", (card_id,)).fetchone())


def _number(unit: RosterUnit) -> int | None:
    return unit.mul if unit.mul is not None and 0 < unit.mul <= HIGHEST_NUMBER else None


def _verdict(known: _Known | None, unit: RosterUnit, card: Mapping[str, object]) -> Verdict:
    """Say what becomes of a card that is imported."""
    mul = _number(unit)
    if known is None or known.is_deleted:
        return "new"
    if mul is None and known.mul is not None:
        return "stays"  # somebody's own unit that is called like a printed one
    # Of a unit that is in a roster twice the second changes nothing.
    if known.card == json_to_text(dict(card)) and not (known.mul is None and mul is not None):
        return "same"
    return "stays" if _knows_less(card, json.loads(known.card)) else "replaces"


class _OwnedCards:
    """An owner's cards as they are while others come: read once, since whole catalogs come at once."""

    def __init__(self, db: Database, owner: Owner) -> None:
        self._db, self._owner = db, owner
        rows = db.execute(
            "SELECT id, mul, name, source, updated, card, deleted IS NOT NULL FROM cards WHERE table_id IS ?",
            (owner,),
        ).fetchall()
        self._cards = {row[0]: _Known(row[:6], bool(row[6])) for row in rows}
        self._numbers = {each.mul: each.id for each in self._cards.values() if each.mul is not None}
        self._names: dict[str, int] = dict(
            db.execute("SELECT name, card_id FROM card_names WHERE owner = ?", (owner or 0,)).fetchall()
        )

    def known(self, unit: RosterUnit) -> _Known | None:
        """Find the card of this unit: by its number, or by its name where one of both has none."""
        mul = _number(unit)
        if mul in self._numbers:
            return self._cards[self._numbers[mul]]
        found = self._cards.get(self._names.get(folded_name(_storable(unit.name)), 0))
        if found is None or (mul is not None and found.mul is not None):
            return None
        if found.is_deleted and mul is None and found.mul is not None:
            return None  # a printed one that was deleted: this is somebody's own that is called like it
        return found

    def keep(self, unit: RosterUnit, card: Mapping[str, object], *, source: str, now: str) -> bool:
        """Write one card unless the same is there, or one that knows more."""
        known, name, mul = self.known(unit), _storable(unit.name), _number(unit)
        verdict = _verdict(known, unit, card)
        if known is not None and mul is None and known.mul is not None:
            return False
        is_changed = verdict in ("new", "replaces")
        if known is None or is_changed:
            known = self._write(known, (mul, name, source, now, json_to_text(dict(card))))
        keys = (key for key in (folded_name(name), *unit.keys[:MOST_NAMES]) if 0 < len(key) <= LONGEST_NAME)
        for each in dict.fromkeys(map(_storable, keys)):
            if self._names.get(each) != known.id:
                _name(self._db, known.id, each, self._owner)
                self._names[each] = known.id
        return is_changed

    def _write(self, known: _Known | None, row: tuple[int | None, str, str, str, str]) -> _Known:
        if known is None:
            card_id = self._db.execute(
                "INSERT INTO cards (table_id, mul, name, source, updated, card) VALUES (?, ?, ?, ?, ?, ?)",
                (self._owner, *row),
            ).lastrowid
            assert card_id is not None
        else:
            card_id, row = known.id, (row[0] or known.mul, *row[1:])
            self._db.execute(
                "UPDATE cards SET mul = ?, name = ?, source = ?, updated = ?, card = ?, deleted = NULL"
                " WHERE id = ?",
                (*row, card_id),
            )
        written = self._cards[card_id] = _Known((card_id, *row), is_deleted=False)
        if written.mul is not None:
            self._numbers[written.mul] = card_id
        return written


def _name(db: Database, card_id: int, name: str, owner: Owner) -> None:
    """Let a card be found by a name, also where another one was till now."""
    db.execute(
        "INSERT OR REPLACE INTO card_names (owner, name, card_id) VALUES (?, ?, ?)",
        (owner or 0, name, card_id),
    )


def _knows_less(card: Mapping[str, object], before: Mapping[str, object]) -> bool:
    return any(value is None and before.get(key) is not None for key, value in card.items())


def _keep_within(db: Database, owner: Owner) -> None:
    """Keep an owner's cards within their room: a table forgets those it got first, the installation says no."""
    rows = db.execute(
        "SELECT id, length(card), deleted IS NULL FROM cards WHERE table_id IS ?"
        " ORDER BY deleted IS NOT NULL, updated DESC, id DESC",
        (owner,),
    ).fetchall()
    left = MOST_BYTES_OF_AN_OWNER
    for place, (card_id, length, is_there) in enumerate(rows):
        left -= length
        if place < MOST_CARDS and left >= 0:
            continue
        if owner is None and is_there:
            expected = (
                f"at most {MOST_CARDS:,}, with {MOST_BYTES_OF_AN_OWNER // 1_000_000} MB: delete some first"
            )
            raise InputError([Problem("cards", f"{len(rows):,} in all", expected)])
        db.execute("DELETE FROM cards WHERE id = ?", (card_id,))


def _forget_deleted(db: Database, *, now: datetime) -> None:
    db.execute("DELETE FROM cards WHERE deleted < ?", (time_to_text(now - KEPT_AFTER_DELETION),))


def _storable(text: str) -> str:
    """Leave out halves of characters, which no database takes."""
    return text.encode("utf-8", "ignore").decode("utf-8")
