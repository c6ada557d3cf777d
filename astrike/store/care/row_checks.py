"""What do the rows of a database promise each other, and is it so? Every table of ours is checked, in any version.

A table or a column that an older version had not yet is passed over. No finding reveals a code, or the id of a ruling.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, TypeVar

from astrike.dataclass import dataclass
from astrike.errors import AstrikeError
from astrike.model.dice import DiceRoll
from astrike.model.document_change import apply
from astrike.model.ruling import record_of
from astrike.store.database.column_values import label_from_text, operations_from_text, time_from_text
from astrike.store.database.storage_errors import kind_of
from astrike.store.rulings.rulings import decision_from_text
from astrike.store.table.codes import Right, code_as_meant
from astrike.store.table.log import KEPT_CHANGES
from astrike.store.table.play_text import play_from_text
from astrike.store.table.seats import seat_from_text

DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR})
_UNFIT: Final = (AstrikeError, ValueError, TypeError, KeyError, AttributeError)
"""What reading something that we did not write can end in."""
_LONGEST: Final = 200

Document = Mapping[str, Any]
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that is not as it was written: in which table, in which row, and what."""

    table: str
    row: str
    found: str


@dataclass(frozen=True, slots=True)
class DocumentReaders:
    """Who reads which document; each raises when it is none."""

    table: Callable[[Document], object]
    layout: Callable[[Document], object]
    piece: Callable[[Document], object]


class DatabaseRows:
    """An open database, read row by row: what is not there, cannot be read or does not fit is noted."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.flaws: list[Flaw] = []

    def ask(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Give the rows that a query finds."""
        return self.connection.execute(query, values).fetchall()

    def note(self, table: str, row: object, found: str) -> None:
        """Note what is wrong with a row, in a line."""
        words = " ".join(found.split())
        short = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
        self.flaws.append(Flaw(table, str(row), short))

    def has(self, table: str, column: str) -> bool:
        """Tell whether a table has this column; in an older version it may not."""
        return (column,) in self.ask("SELECT name FROM pragma_table_info(?)", (table,))

    def times(self, table: str, row: object, *texts: str | None) -> None:
        """Check the moments of a row."""
        for text in texts:
            if text is not None:
                self.read(table, row, text, moment)

    def later_times(self, table: str, *columns: str) -> None:
        """Check moments that not every row has, and at those that an older version had not yet."""
        for column in columns:
            if self.has(table, column):
                for row, text in self.ask(
                    f"SELECT id, {column} FROM {table} WHERE {column} IS NOT NULL ORDER BY id"  # noqa: S608 - names of ours
                ):
                    self.read(table, row, text, moment)

    def read(self, table: str, row: object, text: str, read: Callable[[Any], Value]) -> Value | None:
        """Read a column; what cannot be read is noted."""
        try:
            return read(text)
        except _UNFIT as error:
            self.note(table, row, f"it cannot be read: {str(error) or type(error).__name__}")
            return None

    def document(self, table: str, row: object, text: str, read: Callable[[Any], object]) -> Document | None:
        """Read a column of JSON and let `read` make of it what the pages make of it."""
        document = self.read(table, row, text, json.loads)
        is_fit = document is not None and self.read(table, row, document, read) is not None
        return document if is_fit else None

    def lost(self, table: str, owner: int, first: int, last: int) -> None:
        """Note which versions of a log are not there."""
        which = f"version {first}" if first == last else f"versions {first} to {last}"
        self.note(table, f"{owner}, {which}", "not there")

    def missing_codes(self, codes: str, query: str) -> None:
        """Note which codes an owner has not, and which nobody can type; the query gives owner, right and code."""
        held: dict[int, set[str]] = {}
        for owner, right, code in self.ask(query):
            rights = held.setdefault(owner, set())
            if right is None:
                continue
            rights.add(right)
            if code_as_meant(code) != code:
                self.note(codes, owner, f"its code to {right} is none that anyone can type")
        for owner, rights in held.items():
            missing = [right.name.lower() for right in Right if right.name.lower() not in rights]
            if missing:
                self.note(codes, owner, f"it has no code to {' and '.join(missing)}")


@dataclass(frozen=True, slots=True)
class RowCheck:
    """One check of the rows of a database: which tables it needs, and how it is done."""

    about: frozenset[str]
    make: Callable[[], None]
    is_after_rulings: bool = False
    """Its rows name rulings, so it is made when those have been checked."""


ExtraChecks = Callable[[DatabaseRows, DocumentReaders], Sequence[RowCheck]]
"""What else is checked in a database, for a part of the program that can be left out."""


class RowChecks:
    """One look through a database that is open."""

    def __init__(
        self, connection: sqlite3.Connection, readers: DocumentReaders, more: Sequence[ExtraChecks] = ()
    ) -> None:
        self._rows = DatabaseRows(connection)
        self._readers = readers
        self._more = tuple(look for each in more for look in each(self._rows, readers))

    def all_of_it(self) -> list[Flaw]:
        """Check everything that a file of its version has."""
        rows = self._rows
        tables = {name for (name,) in rows.ask("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        for each in self._checks():
            if not each.about <= tables:
                continue  # an older version had nothing of this kind
            try:
                each.make()
            except sqlite3.DatabaseError as error:
                if kind_of(error) not in DAMAGE:
                    raise
                rows.note(", ".join(sorted(each.about)) or "the file", "", str(error))
        return rows.flaws

    def _checks(self) -> Iterator[RowCheck]:
        """Give all checks in the order in which they are made and their flaws reported."""
        own: tuple[tuple[set[str], Callable[[], None]], ...] = (
            (set(), self._file),
            (set(), self._references),
            ({"tables", "changes", "steps"}, self._tables),
            ({"changes"}, self._plays),
            ({"tables", "codes"}, self._codes),
            ({"tables", "round_starts"}, self._round_starts),
            ({"rolls"}, self._rolls),
            ({"seats"}, self._seats),
            ({"library"}, self._library),
            ({"drafts"}, self._drafts),
            ({"made_tables"}, self._made_tables),
            ({"installation"}, self._installation),
            ({"void_codes"}, self._void_codes),
            ({"cards", "card_names"}, self._cards),
        )
        yield from (RowCheck(frozenset(about), make) for about, make in own)
        yield from (each for each in self._more if not each.is_after_rulings)
        yield RowCheck(frozenset({"rulings"}), self._rulings)
        yield from (each for each in self._more if each.is_after_rulings)

    # ---- what SQLite promises

    def _file(self) -> None:
        for (stated,) in self._rows.ask("PRAGMA integrity_check"):
            if stated != "ok":
                self._rows.note("the file", "", stated)

    def _references(self) -> None:
        for table, row, wanted, _number in self._rows.ask("PRAGMA foreign_key_check"):
            self._rows.note(
                table, "" if row is None else row, f"it belongs to a row of {wanted} that is not there"
            )

    # ---- tables

    def _tables(self) -> None:
        for table_id, version, step in self._rows.ask("SELECT id, version, step FROM tables ORDER BY id"):
            [(created, updated, text)] = self._rows.ask(
                "SELECT created, updated, document FROM tables WHERE id = ?", (table_id,)
            )
            self._rows.times("tables", table_id, created, updated)
            document = self._rows.document("tables", table_id, text, self._readers.table)
            self._versions(table_id, version, document)
            self._steps(table_id, step)
        self._rows.later_times("tables", "deleted", "locked")

    def _versions(self, table_id: int, version: int, document: Document | None) -> None:
        """Follow a table back through its changes, as far as every one of them is kept."""
        oldest = max(1, version - KEPT_CHANGES + 1)
        awaited = version
        for number, time, label, operations, inverse in self._rows.connection.execute(
            "SELECT version, time, label, operations, inverse FROM changes WHERE table_id = ?"
            " ORDER BY version DESC",
            (table_id,),
        ):
            name = f"{table_id}, version {number}"
            if number > version:
                self._rows.note("changes", name, f"it is newer than its table, which is at version {version}")
                continue
            if number < awaited and awaited >= oldest:
                self._rows.lost("changes", table_id, max(number + 1, oldest), awaited)
                document = None
            awaited = number - 1
            self._rows.read("changes", name, time, moment)
            self._rows.read("changes", name, label, label_from_text)
            self._rows.read("changes", name, operations, operations_from_text)
            back = self._rows.read("changes", name, inverse, operations_from_text)
            if back is None or document is None or number < oldest:
                document = None
                continue
            try:
                document, _forth = apply(document, back)
            except AstrikeError as error:
                self._rows.note("changes", name, f"it does not lead back to the version before: {error}")
                document = None
        if awaited >= oldest:
            self._rows.lost("changes", table_id, oldest, awaited)

    def _plays(self) -> None:
        if not self._rows.has("changes", "play"):
            return
        for table_id, version, kind, text in self._rows.ask(
            "SELECT table_id, version, kind, play FROM changes WHERE play IS NOT NULL ORDER BY table_id, version"
        ):
            name = f"{table_id}, version {version}"
            # What is read may be of a newer format: then there is nothing to say about it.
            self._rows.read("changes", name, text, play_from_text)
            if kind != "change":
                self._rows.note("changes", name, f"only a change is a move or an attack, not kind {kind}")

    def _steps(self, table_id: int, step: int) -> None:
        rows = self._rows.ask(
            "SELECT step, steps.version, kind FROM steps LEFT JOIN changes USING (table_id, version)"
            " WHERE table_id = ? ORDER BY step",
            (table_id,),
        )
        for number, version, kind in rows:
            if kind is None:
                self._rows.note(
                    "steps", f"{table_id}, step {number}", f"its change, version {version}, is not there"
                )
        numbers = [number for number, _version, _kind in rows]
        if numbers and numbers[-1] - numbers[0] != len(numbers) - 1:
            self._rows.note("steps", table_id, "there are gaps between them")
        if step and step not in numbers:
            self._rows.note("steps", f"{table_id}, step {step}", "the newest step that is done is not there")

    def _rolls(self) -> None:
        for table_id, number, time, label, dice in self._rows.ask(
            "SELECT table_id, number, time, label, dice FROM rolls ORDER BY table_id, number"
        ):
            name = f"{table_id}, roll {number}"
            self._rows.read("rolls", name, time, moment)
            self._rows.read("rolls", name, label, label_from_text)
            self._rows.read(
                "rolls", name, dice, lambda text: [DiceRoll(*values) for values in json.loads(text)]
            )

    def _seats(self) -> None:
        for table_id, device, sides in self._rows.ask(
            "SELECT table_id, device, sides FROM seats ORDER BY table_id, device"
        ):
            self._rows.read("seats", f"{table_id}, {device[:8]}", sides, seat_from_text)

    def _round_starts(self) -> None:
        for table_id, number, version, newest in self._rows.ask(
            "SELECT table_id, round, round_starts.version, tables.version FROM round_starts"
            " JOIN tables ON tables.id = table_id ORDER BY table_id, round"
        ):
            name = f"{table_id}, round {number}"
            if number < 1:
                self._rows.note("round_starts", name, "rounds count from 1")
            if not 1 <= version <= newest:
                found = f"it began at version {version}, and its table is at version {newest}"
                self._rows.note("round_starts", name, found)

    # ---- codes; no finding tells one

    def _codes(self) -> None:
        self._rows.missing_codes(
            "codes",
            "SELECT tables.id, right, code FROM tables LEFT JOIN codes ON table_id = tables.id ORDER BY tables.id",
        )

    # ---- what the installation keeps

    def _library(self) -> None:
        for saved, kind, created, text in self._rows.ask(
            "SELECT id, kind, created, document FROM library ORDER BY id"
        ):
            self._rows.read("library", saved, created, moment)
            reader = self._readers.piece if kind == "piece" else self._readers.layout
            self._rows.document("library", saved, text, reader)
        self._rows.later_times("library", "deleted")

    def _drafts(self) -> None:
        answers = "answers" if self._rows.has("drafts", "answers") else "NULL"
        rows = self._rows.ask(f"SELECT created, {answers} FROM drafts ORDER BY created, id")  # noqa: S608 - one of two names of ours
        for place, (created, text) in enumerate(rows, 1):  # an id opens its file, so the place is reported
            self._rows.times("drafts", place, created)
            if text is not None:
                self._rows.document("drafts", place, text, dict)

    def _made_tables(self) -> None:
        for day, address, count in self._rows.ask(
            "SELECT day, address, count FROM made_tables ORDER BY day, address"
        ):
            self._rows.read("made_tables", address, day, date.fromisoformat)
            if count < 1:
                self._rows.note("made_tables", address, f"it counts {count}")

    def _installation(self) -> None:
        for (code,) in self._rows.ask("SELECT code FROM installation"):
            if code_as_meant(code) != code:
                self._rows.note("installation", "", "its code is none that anyone can type")
            for opened in ("codes", "event_codes"):
                if self._rows.ask(f"SELECT 1 FROM {opened} WHERE code = ?", (code,)):  # noqa: S608 - one of two names of ours
                    self._rows.note("installation", "", "its code opens something else as well")

    def _void_codes(self) -> None:
        for place, (code,) in enumerate(self._rows.ask("SELECT code FROM void_codes ORDER BY code"), 1):
            if code_as_meant(code) != code:
                self._rows.note("void_codes", place, "this code is none that anyone can have typed")

    def _cards(self) -> None:
        for card_id, text, names in self._rows.ask(
            "SELECT id, card, (SELECT count(*) FROM card_names WHERE card_id = cards.id) FROM cards ORDER BY id"
        ):
            self._rows.document("cards", card_id, text, dict)
            if not names:
                self._rows.note("cards", card_id, "no name leads to it")
        self._rows.later_times("cards", "updated", "deleted")
        if self._rows.has("card_names", "owner"):
            for card_id, owner, whose in self._rows.ask(
                "SELECT cards.id, owner, coalesce(table_id, 0) FROM card_names JOIN cards ON cards.id = card_id"
                " WHERE owner <> coalesce(table_id, 0) ORDER BY cards.id"
            ):
                found = f"a name of {_owner(owner)} leads to a card of {_owner(whose)}"
                self._rows.note("card_names", card_id, found)

    def _rulings(self) -> None:
        for (
            table_id,
            event_id,
            number,
            outcomes,
            keys,
            decision,
            text,
            *times,
        ) in self._rows.connection.execute(
            "SELECT table_id, event_id, number, outcomes, keys, decision, document, created, called, brought,"
            " revoked FROM rulings ORDER BY created, id"
        ):
            owner = f"event {event_id}" if event_id is not None else f"table {table_id}"
            name = f"r-{number:04d} of {owner}"
            self._rows.times("rulings", name, *times)
            self._rows.document("rulings", name, outcomes, tuple)
            self._rows.document("rulings", name, keys, tuple)
            self._rows.document("rulings", name, text, record_of)
            if decision is not None:
                self._rows.read("rulings", name, decision, decision_from_text)


def moment(text: str) -> datetime:
    """Read a moment with its time zone."""
    found = time_from_text(text)
    if found.tzinfo is None:
        raise ValueError(f"{text!r} has no time zone")
    return found


def _owner(owner: int) -> str:
    return f"table {owner}" if owner else "the installation"
