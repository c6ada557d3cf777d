"""What do the rows of events promise each other, and is it so? Codes, places of tables, layouts and judge calls too."""

from collections.abc import Callable, Sequence
from typing import get_args

from astrike.dataclass import dataclass
from astrike.model.events.event import MOST_TABLES
from astrike.store.care.row_checks import DatabaseRows, Document, DocumentReaders, RowCheck, moment
from astrike.store.database.column_values import label_from_text
from astrike.store.events.events import KEPT_CHANGES
from astrike.store.events.judge_calls import End


@dataclass(frozen=True, slots=True)
class EventChecks:
    """The looks at events in any database; `read` raises when a document is no event."""

    read: Callable[[Document], object]

    def __call__(self, rows: DatabaseRows, readers: DocumentReaders) -> Sequence[RowCheck]:
        """List the looks at one database."""
        checks = EventRowChecks(rows, self.read, readers.layout)
        return (
            RowCheck(frozenset({"events", "event_changes"}), checks.events),
            RowCheck(frozenset({"events", "event_codes", "codes"}), checks.codes),
            RowCheck(frozenset({"event_tables"}), checks.tables),
            RowCheck(frozenset({"event_layouts"}), checks.layouts),
            RowCheck(frozenset({"removed_layouts"}), checks.removed_layouts),
            RowCheck(frozenset({"judge_calls"}), checks.judge_calls, is_after_rulings=True),
        )


class EventRowChecks:
    """One look through the events of a database that is open."""

    def __init__(
        self,
        rows: DatabaseRows,
        read_event: Callable[[Document], object],
        read_layout: Callable[[Document], object],
    ) -> None:
        self._rows = rows
        self._read_event = read_event
        self._read_layout = read_layout

    def events(self) -> None:
        """Follow each event through its log, as far as that is kept."""
        for event_id, version, created, updated, text in self._rows.ask(
            "SELECT id, version, created, updated, document FROM events ORDER BY id"
        ):
            self._rows.times("events", event_id, created, updated)
            self._rows.document("events", event_id, text, self._read_event)
            oldest = max(1, version - KEPT_CHANGES + 1)
            awaited = oldest
            for number, time, label in self._rows.ask(
                "SELECT version, time, label FROM event_changes WHERE event_id = ? ORDER BY version",
                (event_id,),
            ):
                name = f"{event_id}, version {number}"
                self._rows.read("event_changes", name, time, moment)
                self._rows.read("event_changes", name, label, label_from_text)
                if number > version:
                    self._rows.note(
                        "event_changes", name, f"it is newer than its event, which is at version {version}"
                    )
                    continue
                if number > awaited:
                    self._rows.lost("event_changes", event_id, awaited, number - 1)
                awaited = max(awaited, number + 1)
            if awaited <= version:
                self._rows.lost("event_changes", event_id, awaited, version)
        self._rows.later_times("events", "deleted")

    def codes(self) -> None:
        """Look whether each event has its codes, and whether they open nothing else."""
        self._rows.missing_codes(
            "event_codes",
            "SELECT events.id, right, code FROM events LEFT JOIN event_codes ON event_id = events.id"
            " ORDER BY events.id",
        )
        for event_id, table_id in self._rows.ask(
            "SELECT event_id, table_id FROM event_codes JOIN codes USING (code)"
        ):
            self._rows.note("event_codes", event_id, f"it has a code of table {table_id}")

    def tables(self) -> None:
        """Look whether each table has one place in one event."""
        for event_id, number in self._rows.ask(
            "SELECT event_id, number FROM event_tables GROUP BY event_id, number HAVING count(*) > 1"
        ):
            self._rows.note("event_tables", f"{event_id}, table {number}", "this number stands there twice")
        for table_id, count in self._rows.ask(
            "SELECT table_id, count(*) FROM event_tables GROUP BY table_id HAVING count(*) > 1"
        ):
            self._rows.note("event_tables", f"table {table_id}", f"it has {count} places")

    def layouts(self) -> None:
        """Check the layouts of events."""
        self._layouts("event_layouts", "SELECT id, updated, document FROM event_layouts ORDER BY id")

    def removed_layouts(self) -> None:
        """Check the layouts that can be brought back, and at what undo would write."""
        self._layouts("removed_layouts", "SELECT id, updated, document FROM removed_layouts ORDER BY id")
        for event_id, version, text in self._rows.ask(
            "SELECT event_id, version, before FROM event_changes WHERE before IS NOT NULL"
        ):
            self._rows.document("event_changes", f"{event_id}, version {version}", text, dict)

    def _layouts(self, table: str, query: str) -> None:
        for layout_id, updated, text in self._rows.ask(query):
            self._rows.read(table, layout_id, updated, moment)
            self._rows.document(table, layout_id, text, self._read_layout)

    def judge_calls(self) -> None:
        """Check whether each call is of a table of the event, and how it ended."""
        for call_id, number, called, coming, ended, ending in self._rows.ask(
            "SELECT id, number, called, coming, ended, ending FROM judge_calls ORDER BY id"
        ):
            self._rows.times("judge_calls", call_id, called, coming, ended)
            if not 1 <= number <= MOST_TABLES:
                self._rows.note("judge_calls", call_id, f"no table of a hall has the number {number}")
            if (ended is None) != (ending is None):
                missing = "when" if ended is None else "how"
                self._rows.note("judge_calls", call_id, f"it has ended, and it is not said {missing}")
            if ending not in (None, *get_args(End)):
                self._rows.note("judge_calls", call_id, f"no call ends as {ending!r}")
