"""What do the rows of a database promise each other, and is it so? Every table of ours is looked at, in any version.

A table or a column that an older version had not yet is passed over. No finding tells a code, or the id of a ruling.
"""

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, TypeVar, get_args

from astrike.errors import AstrikeError
from astrike.model.change import apply
from astrike.model.dice import Die
from astrike.model.event import MOST_TABLES
from astrike.model.ruling import record_of
from astrike.store.codes import Right, code_as_meant
from astrike.store.events.events import KEPT_CHANGES as KEPT_EVENT_CHANGES
from astrike.store.faults import kind_of
from astrike.store.journal import KEPT_CHANGES
from astrike.store.judge_calls import End
from astrike.store.rulings import decision_from_text
from astrike.store.text import label_from_text, operations_from_text, time_from_text

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
class Readers:
    """Who reads which document; each raises when it is none."""

    table: Callable[[Document], object]
    layout: Callable[[Document], object]
    piece: Callable[[Document], object]
    event: Callable[[Document], object]


class RowChecks:
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
            ({"tables", "round_starts"}, self._round_starts),
            ({"rolls"}, self._rolls),
            ({"library"}, self._library),
            ({"drafts"}, self._drafts),
            ({"made_tables"}, self._made_tables),
            ({"installation"}, self._installation),
            ({"void_codes"}, self._void_codes),
            ({"cards", "card_names"}, self._cards),
            ({"events", "event_changes"}, self._events),
            ({"events", "event_codes", "codes"}, self._event_codes),
            ({"event_tables"}, self._event_tables),
            ({"event_layouts"}, self._event_layouts),
            ({"removed_layouts"}, self._removed_layouts),
            ({"rulings"}, self._rulings),
            ({"judge_calls"}, self._judge_calls),
        )
        for about, look in looks:
            if not about <= tables:
                continue  # an older version had nothing of this kind
            try:
                look()
            except sqlite3.DatabaseError as error:
                if kind_of(error) not in DAMAGE:
                    raise
                self._note(", ".join(sorted(about)) or "the file", "", str(error))
        return self._flaws

    def _ask(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, values).fetchall()

    def _note(self, table: str, row: object, found: str) -> None:
        words = " ".join(found.split())
        short = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
        self._flaws.append(Flaw(table, str(row), short))

    def _has(self, table: str, column: str) -> bool:
        return (column,) in self._ask("SELECT name FROM pragma_table_info(?)", (table,))

    def _times(self, table: str, row: object, *texts: str | None) -> None:
        for text in texts:
            if text is not None:
                self._read(table, row, text, _moment)

    def _later_times(self, table: str, *columns: str) -> None:
        """Look at moments that not every row has, and at those that an older version had not yet."""
        for column in columns:
            if self._has(table, column):
                for row, text in self._ask(
                    f"SELECT id, {column} FROM {table} WHERE {column} IS NOT NULL ORDER BY id"  # noqa: S608 - names of ours
                ):
                    self._read(table, row, text, _moment)

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
            self._times("tables", table_id, created, updated)
            document = self._document("tables", table_id, text, self._readers.table)
            self._versions(table_id, version, document)
            self._steps(table_id, step)
        self._later_times("tables", "deleted", "locked")

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
            self._read("changes", name, time, _moment)
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
            self._read("rolls", name, time, _moment)
            self._read("rolls", name, label, label_from_text)
            self._read("rolls", name, dice, lambda text: [Die(*values) for values in json.loads(text)])

    def _round_starts(self) -> None:
        for table_id, number, version, newest in self._ask(
            "SELECT table_id, round, round_starts.version, tables.version FROM round_starts"
            " JOIN tables ON tables.id = table_id ORDER BY table_id, round"
        ):
            name = f"{table_id}, round {number}"
            if number < 1:
                self._note("round_starts", name, "rounds count from 1")
            if not 1 <= version <= newest:
                found = f"it began at version {version}, and its table is at version {newest}"
                self._note("round_starts", name, found)

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
            self._read("library", saved, created, _moment)
            reader = self._readers.piece if kind == "piece" else self._readers.layout
            self._document("library", saved, text, reader)
        self._later_times("library", "deleted")

    def _drafts(self) -> None:
        answers = "answers" if self._has("drafts", "answers") else "NULL"
        rows = self._ask(f"SELECT created, {answers} FROM drafts ORDER BY created, id")  # noqa: S608 - one of two names of ours
        for place, (created, text) in enumerate(rows, 1):  # an id opens its file, so the place is told
            self._times("drafts", place, created)
            if text is not None:
                self._document("drafts", place, text, dict)

    def _made_tables(self) -> None:
        for day, address, count in self._ask(
            "SELECT day, address, count FROM made_tables ORDER BY day, address"
        ):
            self._read("made_tables", address, day, date.fromisoformat)
            if count < 1:
                self._note("made_tables", address, f"it counts {count}")

    def _installation(self) -> None:
        for (code,) in self._ask("SELECT code FROM installation"):
            if code_as_meant(code) != code:
                self._note("installation", "", "its code is none that anyone can type")
            for opened in ("codes", "event_codes"):
                if self._ask(f"SELECT 1 FROM {opened} WHERE code = ?", (code,)):  # noqa: S608 - one of two names of ours
                    self._note("installation", "", "its code opens something else as well")

    def _void_codes(self) -> None:
        for place, (code,) in enumerate(self._ask("SELECT code FROM void_codes ORDER BY code"), 1):
            if code_as_meant(code) != code:
                self._note("void_codes", place, "this code is none that anyone can have typed")

    def _cards(self) -> None:
        for card_id, text, names in self._ask(
            "SELECT id, card, (SELECT count(*) FROM card_names WHERE card_id = cards.id) FROM cards ORDER BY id"
        ):
            self._document("cards", card_id, text, dict)
            if not names:
                self._note("cards", card_id, "no name leads to it")
        self._later_times("cards", "updated", "deleted")
        if self._has("card_names", "owner"):
            for card_id, owner, whose in self._ask(
                "SELECT cards.id, owner, coalesce(table_id, 0) FROM card_names JOIN cards ON cards.id = card_id"
                " WHERE owner <> coalesce(table_id, 0) ORDER BY cards.id"
            ):
                found = f"a name of {_owner(owner)} leads to a card of {_owner(whose)}"
                self._note("card_names", card_id, found)

    # ---- events

    def _events(self) -> None:
        for event_id, version, created, updated, text in self._ask(
            "SELECT id, version, created, updated, document FROM events ORDER BY id"
        ):
            self._times("events", event_id, created, updated)
            self._document("events", event_id, text, self._readers.event)
            oldest = max(1, version - KEPT_EVENT_CHANGES + 1)
            awaited = oldest
            for number, time, label in self._ask(
                "SELECT version, time, label FROM event_changes WHERE event_id = ? ORDER BY version",
                (event_id,),
            ):
                name = f"{event_id}, version {number}"
                self._read("event_changes", name, time, _moment)
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
        self._later_times("events", "deleted")

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
            self._read(table, layout_id, updated, _moment)
            self._document(table, layout_id, text, self._readers.layout)

    def _rulings(self) -> None:
        for table_id, event_id, number, outcomes, keys, decision, text, *times in self._connection.execute(
            "SELECT table_id, event_id, number, outcomes, keys, decision, document, created, called, brought,"
            " revoked FROM rulings ORDER BY created, id"
        ):
            owner = f"event {event_id}" if event_id is not None else f"table {table_id}"
            name = f"r-{number:04d} of {owner}"
            self._times("rulings", name, *times)
            self._document("rulings", name, outcomes, tuple)
            self._document("rulings", name, keys, tuple)
            self._document("rulings", name, text, record_of)
            if decision is not None:
                self._read("rulings", name, decision, decision_from_text)

    def _judge_calls(self) -> None:
        for call_id, number, called, coming, ended, ending in self._ask(
            "SELECT id, number, called, coming, ended, ending FROM judge_calls ORDER BY id"
        ):
            self._times("judge_calls", call_id, called, coming, ended)
            if not 1 <= number <= MOST_TABLES:
                self._note("judge_calls", call_id, f"no table of a hall has the number {number}")
            if (ended is None) != (ending is None):
                missing = "when" if ended is None else "how"
                self._note("judge_calls", call_id, f"it has ended, and it is not said {missing}")
            if ending not in (None, *get_args(End)):
                self._note("judge_calls", call_id, f"no call ends as {ending!r}")


def _moment(text: str) -> datetime:
    found = time_from_text(text)
    if found.tzinfo is None:
        raise ValueError(f"{text!r} has no time zone")
    return found


def _owner(owner: int) -> str:
    return f"table {owner}" if owner else "the installation"
