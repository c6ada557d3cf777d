"""Is everything in a database as it was written? Asks SQLite first, then what our own rows promise each other.

Nothing is made, changed or brought up to date: a file of an older version is checked as it is. What documents say is
left to those who read them, who come as arguments.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from astrike.errors import AstrikeError, StorageError
from astrike.model.change import apply
from astrike.model.dice import Die
from astrike.model.ruling import record_of
from astrike.store.codes import Right, code_as_meant
from astrike.store.copies import rows_of
from astrike.store.database import applied_migrations
from astrike.store.events import KEPT_CHANGES as KEPT_EVENT_CHANGES
from astrike.store.faults import kind_of, resolved, storage_errors
from astrike.store.journal import KEPT_CHANGES
from astrike.store.migrations import KNOWN
from astrike.store.text import label_from_text, operations_from_text, time_from_text

PATIENCE_SECONDS: Final = 30.0
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR})
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
class Checkup:
    """What a database holds and what is wrong with it."""

    path: Path
    is_current: bool
    """False: this program would bring it up to date when it is served."""
    rows: Mapping[str, int]
    flaws: tuple[Flaw, ...]

    @property
    def is_sound(self) -> bool:
        """Is there nothing wrong?"""
        return not self.flaws


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads which document; each raises when it is none."""

    table: Callable[[Document], object]
    layout: Callable[[Document], object]
    piece: Callable[[Document], object]
    event: Callable[[Document], object]


def check_database(path: Path, readers: Readers) -> Checkup:
    """Look through a whole database."""
    path = resolved(path)
    if not path.exists():
        raise StorageError("There is no such file.", path=path)
    if path.is_dir():
        raise StorageError("This is a folder; name a file.", path=path)
    with _read_only(path) as connection:
        try:
            applied = applied_migrations(connection, path)
        except sqlite3.DatabaseError as error:
            if kind_of(error) != sqlite3.SQLITE_CORRUPT:
                raise
            return Checkup(path, is_current=False, rows={}, flaws=(Flaw("the file", "", str(error)),))
        if not applied:
            raise StorageError("There is no table in it: this file is empty.", path=path)
        flaws = tuple(dict.fromkeys(_Look(connection, readers).all_of_it()))
        return Checkup(path, applied == KNOWN, _rows(connection), flaws)


def _rows(connection: sqlite3.Connection) -> Mapping[str, int]:
    try:
        return rows_of(connection)
    except sqlite3.DatabaseError as error:
        if kind_of(error) not in _DAMAGE:
            raise
        return {}


@contextmanager
def _read_only(path: Path) -> Iterator[sqlite3.Connection]:
    log = path.with_name(f"{path.name}-wal")
    had_log = log.exists()
    try:
        with storage_errors(path), closing(_connected(path)) as connection:
            connection.execute("BEGIN")
            yield connection
            connection.execute("ROLLBACK")
    finally:
        if not had_log and log.exists() and not log.stat().st_size:
            _take_log_away(path)


def _take_log_away(path: Path) -> None:
    """Let SQLite remove the empty log that reading made, unless others have the file open now."""
    with (
        suppress(sqlite3.DatabaseError),  # it is empty, so it may stay as well
        closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, isolation_level=None)) as last,
    ):
        last.execute("SELECT 1 FROM sqlite_schema").fetchall()


def _connected(path: Path) -> sqlite3.Connection:
    """Open a file so that nothing can be written; where nobody can write it needs nothing beside it either."""
    address = f"{path.as_uri()}?mode=ro"
    found = sqlite3.connect(address, uri=True, timeout=PATIENCE_SECONDS, isolation_level=None)
    try:
        found.execute("SELECT 1 FROM sqlite_schema").fetchall()
    except sqlite3.OperationalError as error:
        log = path.with_name(f"{path.name}-wal")
        is_alone = kind_of(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) and not log.exists()
        if not is_alone:
            return found
        found.close()
        return sqlite3.connect(f"{address}&immutable=1", uri=True, isolation_level=None)
    except sqlite3.DatabaseError:
        return found  # whoever reads it next says what is wrong
    return found


class _Look:
    """One look through a database that is open."""

    def __init__(self, connection: sqlite3.Connection, readers: Readers) -> None:
        self._connection = connection
        self._readers = readers
        self._flaws: list[Flaw] = []

    def all_of_it(self) -> list[Flaw]:
        """Look at everything that a file of its version has."""
        tables = {name for (name,) in self._ask("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        looks: tuple[tuple[set[str], Callable[[], None]], ...] = (
            (set(), self._file),
            (set(), self._references),
            ({"tables", "changes", "steps"}, self._tables),
            ({"tables", "codes"}, self._codes),
            ({"rolls"}, self._rolls),
            ({"library"}, self._library),
            ({"cards", "card_names"}, self._cards),
            ({"events", "event_changes"}, self._events),
            ({"events", "event_codes", "codes"}, self._event_codes),
            ({"event_tables"}, self._event_tables),
            ({"event_layouts"}, self._event_layouts),
            ({"removed_layouts"}, self._removed_layouts),
            ({"rulings"}, self._rulings),
        )
        for about, look in looks:
            if not about <= tables:
                continue  # an older version had nothing of this kind
            try:
                look()
            except sqlite3.DatabaseError as error:
                if kind_of(error) not in _DAMAGE:
                    raise
                self._note(", ".join(sorted(about)) or "the file", "", str(error))
        return self._flaws

    def _ask(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, values).fetchall()

    def _note(self, table: str, row: object, found: str) -> None:
        words = " ".join(found.split())
        short = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
        self._flaws.append(Flaw(table, str(row), short))

    def _read(self, table: str, row: object, text: str, read: Callable[[Any], Value]) -> Value | None:
        """Read a column; what cannot be read is noted."""
        try:
            return read(text)
        except _UNFIT as error:
            self._note(table, row, f"it cannot be read: {str(error) or type(error).__name__}")
            return None

    def _document(self, table: str, row: object, text: str, read: Callable[[Any], object]) -> Document | None:
        """Read a column of JSON and let `read` make of it what the pages make of it."""
        document = self._read(table, row, text, json.loads)
        is_fit = document is not None and self._read(table, row, document, read) is not None
        return document if is_fit else None

    # ---- what SQLite promises

    def _file(self) -> None:
        for (said,) in self._ask("PRAGMA integrity_check"):
            if said != "ok":
                self._note("the file", "", said)

    def _references(self) -> None:
        for table, row, wanted, _number in self._ask("PRAGMA foreign_key_check"):
            self._note(
                table, "" if row is None else row, f"it belongs to a row of {wanted} that is not there"
            )

    # ---- tables

    def _tables(self) -> None:
        for table_id, version, step in self._ask("SELECT id, version, step FROM tables ORDER BY id"):
            [(created, updated, text)] = self._ask(
                "SELECT created, updated, document FROM tables WHERE id = ?", (table_id,)
            )
            self._read("tables", table_id, created, time_from_text)
            self._read("tables", table_id, updated, time_from_text)
            document = self._document("tables", table_id, text, self._readers.table)
            self._versions(table_id, version, document)
            self._steps(table_id, step)

    def _versions(self, table_id: int, version: int, document: Document | None) -> None:
        """Follow a table back through its changes, as far as every one of them is kept."""
        oldest = max(1, version - KEPT_CHANGES + 1)
        awaited = version
        for number, time, label, operations, inverse in self._connection.execute(
            "SELECT version, time, label, operations, inverse FROM changes WHERE table_id = ?"
            " ORDER BY version DESC",
            (table_id,),
        ):
            name = f"{table_id}, version {number}"
            if number > version:
                self._note("changes", name, f"it is newer than its table, which is at version {version}")
                continue
            if number < awaited and awaited >= oldest:
                self._lost("changes", table_id, max(number + 1, oldest), awaited)
                document = None
            awaited = number - 1
            self._read("changes", name, time, time_from_text)
            self._read("changes", name, label, label_from_text)
            self._read("changes", name, operations, operations_from_text)
            back = self._read("changes", name, inverse, operations_from_text)
            if back is None or document is None or number < oldest:
                document = None
                continue
            try:
                document, _forth = apply(document, back)
            except AstrikeError as error:
                self._note("changes", name, f"it does not lead back to the version before: {error}")
                document = None
        if awaited >= oldest:
            self._lost("changes", table_id, oldest, awaited)

    def _lost(self, table: str, owner: int, first: int, last: int) -> None:
        which = f"version {first}" if first == last else f"versions {first} to {last}"
        self._note(table, f"{owner}, {which}", "not there")

    def _steps(self, table_id: int, step: int) -> None:
        rows = self._ask(
            "SELECT step, steps.version, kind FROM steps LEFT JOIN changes USING (table_id, version)"
            " WHERE table_id = ? ORDER BY step",
            (table_id,),
        )
        for number, version, kind in rows:
            if kind is None:
                self._note(
                    "steps", f"{table_id}, step {number}", f"its change, version {version}, is not there"
                )
        numbers = [number for number, _version, _kind in rows]
        if numbers and numbers[-1] - numbers[0] != len(numbers) - 1:
            self._note("steps", table_id, "there are gaps between them")
        if step and step not in numbers:
            self._note("steps", f"{table_id}, step {step}", "the newest step that is done is not there")

    def _rolls(self) -> None:
        for table_id, number, time, label, dice in self._ask(
            "SELECT table_id, number, time, label, dice FROM rolls ORDER BY table_id, number"
        ):
            name = f"{table_id}, roll {number}"
            self._read("rolls", name, time, time_from_text)
            self._read("rolls", name, label, label_from_text)
            self._read("rolls", name, dice, lambda text: [Die(*values) for values in json.loads(text)])

    # ---- codes; no finding tells one

    def _codes(self) -> None:
        self._missing_codes(
            "codes",
            "SELECT tables.id, right, code FROM tables LEFT JOIN codes ON table_id = tables.id ORDER BY tables.id",
        )

    def _event_codes(self) -> None:
        self._missing_codes(
            "event_codes",
            "SELECT events.id, right, code FROM events LEFT JOIN event_codes ON event_id = events.id"
            " ORDER BY events.id",
        )
        for event_id, table_id in self._ask(
            "SELECT event_id, table_id FROM event_codes JOIN codes USING (code)"
        ):
            self._note("event_codes", event_id, f"it has a code of table {table_id}")

    def _missing_codes(self, codes: str, query: str) -> None:
        held: dict[int, set[str]] = {}
        for owner, right, code in self._ask(query):
            rights = held.setdefault(owner, set())
            if right is None:
                continue
            rights.add(right)
            if code_as_meant(code) != code:
                self._note(codes, owner, f"its code to {right} is none that anyone can type")
        for owner, rights in held.items():
            missing = [right.name.lower() for right in Right if right.name.lower() not in rights]
            if missing:
                self._note(codes, owner, f"it has no code to {' and '.join(missing)}")

    # ---- what the installation keeps

    def _library(self) -> None:
        for saved, kind, created, text in self._ask(
            "SELECT id, kind, created, document FROM library ORDER BY id"
        ):
            self._read("library", saved, created, time_from_text)
            reader = self._readers.piece if kind == "piece" else self._readers.layout
            self._document("library", saved, text, reader)

    def _cards(self) -> None:
        for card_id, text, names in self._ask(
            "SELECT id, card, (SELECT count(*) FROM card_names WHERE card_id = cards.id) FROM cards ORDER BY id"
        ):
            self._document("cards", card_id, text, dict)
            if not names:
                self._note("cards", card_id, "no name leads to it")

    # ---- events

    def _events(self) -> None:
        for event_id, version, created, updated, text in self._ask(
            "SELECT id, version, created, updated, document FROM events ORDER BY id"
        ):
            self._read("events", event_id, created, time_from_text)
            self._read("events", event_id, updated, time_from_text)
            self._document("events", event_id, text, self._readers.event)
            oldest = max(1, version - KEPT_EVENT_CHANGES + 1)
            awaited = oldest
            for number, time, label in self._ask(
                "SELECT version, time, label FROM event_changes WHERE event_id = ? ORDER BY version",
                (event_id,),
            ):
                name = f"{event_id}, version {number}"
                self._read("event_changes", name, time, time_from_text)
                self._read("event_changes", name, label, label_from_text)
                if number > version:
                    self._note(
                        "event_changes", name, f"it is newer than its event, which is at version {version}"
                    )
                    continue
                if number > awaited:
                    self._lost("event_changes", event_id, awaited, number - 1)
                awaited = max(awaited, number + 1)
            if awaited <= version:
                self._lost("event_changes", event_id, awaited, version)

    def _event_tables(self) -> None:
        for event_id, number in self._ask(
            "SELECT event_id, number FROM event_tables GROUP BY event_id, number HAVING count(*) > 1"
        ):
            self._note("event_tables", f"{event_id}, table {number}", "this number stands there twice")
        for table_id, count in self._ask(
            "SELECT table_id, count(*) FROM event_tables GROUP BY table_id HAVING count(*) > 1"
        ):
            self._note("event_tables", f"table {table_id}", f"it has {count} places")

    def _event_layouts(self) -> None:
        self._layouts("event_layouts", "SELECT id, updated, document FROM event_layouts ORDER BY id")

    def _removed_layouts(self) -> None:
        self._layouts("removed_layouts", "SELECT id, updated, document FROM removed_layouts ORDER BY id")
        for event_id, version, text in self._ask(
            "SELECT event_id, version, before FROM event_changes WHERE before IS NOT NULL"
        ):
            self._document("event_changes", f"{event_id}, version {version}", text, dict)

    def _layouts(self, table: str, query: str) -> None:
        for layout_id, updated, text in self._ask(query):
            self._read(table, layout_id, updated, time_from_text)
            self._document(table, layout_id, text, self._readers.layout)

    def _rulings(self) -> None:
        for table_id, event_id, number, created, outcomes, keys, text in self._connection.execute(
            "SELECT table_id, event_id, number, created, outcomes, keys, document FROM rulings ORDER BY created, id"
        ):
            owner = f"event {event_id}" if event_id is not None else f"table {table_id}"
            name = f"r-{number:04d} of {owner}"
            self._read("rulings", name, created, time_from_text)
            self._document("rulings", name, outcomes, tuple)
            self._document("rulings", name, keys, tuple)
            self._document("rulings", name, text, record_of)
