"""What was an event before each of its changes, and how does it become that again: its document, tables, layouts?

Kept for the newest changes only. A change that touched none of the three has nothing to take back.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import Conflict
from astrike.store.database.column_values import json_to_text, time_to_text
from astrike.store.database.connection import Database
from astrike.store.table.log import is_touched_since

KEPT_UNDOS: Final = 60


@dataclass(frozen=True, slots=True)
class EventState:
    """What can be taken back of an event."""

    document: str
    tables: Mapping[int, int]
    """Ids by numbers, of tables that are there."""
    layouts: Mapping[int, str]
    """By their ids."""
    versions: Mapping[int, int]
    """Of those tables, by their ids."""


@dataclass(frozen=True, slots=True)
class ChangedTables:
    """What was done on tables by the same tap: each table with the version that it got by that."""

    tables: tuple[tuple[int, int], ...] = ()
    takes_back: str = "undo"
    """What takes it back there: `undo`, or `redo` where it was an undo."""


def state_of(db: Database, event_id: int) -> EventState:
    """Read how an event stands."""
    [(document,)] = db.execute("SELECT document FROM events WHERE id = ?", (event_id,)).fetchall()
    tables = db.execute(
        "SELECT number, table_id, tables.version FROM event_tables JOIN tables ON tables.id = table_id"
        " WHERE event_id = ? AND tables.deleted IS NULL",
        (event_id,),
    ).fetchall()
    layouts = db.execute("SELECT id, name FROM event_layouts WHERE event_id = ?", (event_id,)).fetchall()
    return EventState(
        document,
        tables={number: table_id for number, table_id, _version in tables},
        layouts=dict(layouts),
        versions={table_id: version for _number, table_id, version in tables},
    )


def way_back(
    before: EventState, after: EventState, changed_tables: ChangedTables | None = None
) -> str | None:
    """Write what leads from one state to the one before it; None where there is nothing to take back."""
    found: dict[str, object] = {}
    if before.document != after.document:
        found["document"] = before.document
    for key, old, new in (
        ("tables", before.tables.items(), after.tables.items()),
        ("layouts", before.layouts.items(), after.layouts.items()),
    ):
        if old != new:
            found[key] = {"come": sorted(old - new), "go": sorted(new - old)}
    came = after.tables.items() - before.tables.items()
    if came:
        found["since"] = [[table_id, after.versions[table_id]] for _number, table_id in sorted(came)]
    if changed_tables is not None:
        found["laid"] = {
            "how": changed_tables.takes_back,
            "tables": [list(each) for each in changed_tables.tables],
        }
    return json_to_text(found) if found else None


def changed_tables_in(text: str) -> ChangedTables | None:
    """Read what has to be taken back on tables."""
    found = json.loads(text).get("laid")
    return None if found is None else ChangedTables(tuple((a, b) for a, b in found["tables"]), found["how"])


def forget_undos(db: Database, event_id: int, *, version: int) -> None:
    """Keep only what the newest changes can be taken back with."""
    old = (event_id, version - KEPT_UNDOS)
    db.execute(
        "UPDATE event_changes SET before = NULL WHERE event_id = ? AND version <= ? AND before IS NOT NULL",
        old,
    )
    db.execute("DELETE FROM removed_layouts WHERE event_id = ? AND version <= ?", old)


def put_back(db: Database, event_id: int, text: str, *, version: int, now: datetime) -> None:
    """Make an event what it was; `version` is the one that it gets by that."""
    wanted = json.loads(text)
    if "document" in wanted:
        db.execute("UPDATE events SET document = ? WHERE id = ?", (wanted["document"], event_id))
    if "tables" in wanted:
        come, go = (dict(wanted["tables"][key]) for key in ("come", "go"))
        _refuse_played_on(db, go, dict(wanted.get("since", ())))
        _put_tables(db, event_id, come, go, now=now)
    if "layouts" in wanted:
        come, go = (dict(wanted["layouts"][key]) for key in ("come", "go"))
        _put_layouts(db, event_id, come, go, version=version)


def take_out_layout(db: Database, event_id: int, layout_id: int, *, version: int) -> None:
    """Take a layout away so that it can come back."""
    db.execute(
        "INSERT INTO removed_layouts (id, event_id, version, name, updated, document)"
        " SELECT id, event_id, ?, name, updated, document FROM event_layouts WHERE event_id = ? AND id = ?",
        (version, event_id, layout_id),
    )
    db.execute("DELETE FROM event_layouts WHERE event_id = ? AND id = ?", (event_id, layout_id))


def _put_tables(
    db: Database, event_id: int, come: Mapping[int, int], go: Mapping[int, int], *, now: datetime
) -> None:
    for number, table_id in go.items():
        db.execute("DELETE FROM event_tables WHERE event_id = ? AND number = ?", (event_id, number))
        moment = time_to_text(now)
        db.execute("UPDATE tables SET deleted = ?, origin = NULL WHERE id = ?", (moment, table_id))
    for number, table_id in come.items():
        is_kept = db.execute("UPDATE tables SET deleted = NULL WHERE id = ?", (table_id,)).rowcount
        if not is_kept:
            raise _lost(f"table {number}")
        # Under this number may still lie a table that was deleted by hand.
        db.execute("DELETE FROM event_tables WHERE event_id = ? AND number = ?", (event_id, number))
        db.execute(
            "INSERT INTO event_tables (event_id, number, table_id) VALUES (?, ?, ?)",
            (event_id, number, table_id),
        )


def _refuse_played_on(db: Database, go: Mapping[int, int], since: Mapping[int, int]) -> None:
    """Keep tables on which somebody has done something since they came."""
    for number, table_id in go.items():
        is_there = db.execute("SELECT 1 FROM tables WHERE id = ? AND deleted IS NULL", (table_id,)).fetchone()
        if is_there and is_touched_since(db, table_id, since.get(table_id, 0)):
            message = f"Something was done on table {number} since, so it stays. Its own page can remove it."
            raise Conflict(message, mine_version=0, current_version=0)


def _put_layouts(
    db: Database, event_id: int, come: Mapping[int, str], go: Mapping[int, str], *, version: int
) -> None:
    for layout_id in go.keys() - come.keys():
        take_out_layout(db, event_id, layout_id, version=version)
    for layout_id, name in come.items():
        if layout_id in go:
            db.execute("UPDATE event_layouts SET name = ? WHERE id = ?", (name, layout_id))
            continue
        is_kept = db.execute(
            "INSERT INTO event_layouts (id, event_id, name, updated, document)"
            " SELECT id, event_id, name, updated, document FROM removed_layouts"
            " WHERE event_id = ? AND id = ?",
            (event_id, layout_id),
        ).rowcount
        if not is_kept:
            raise _lost(f"the layout {name}")
        db.execute("DELETE FROM removed_layouts WHERE id = ?", (layout_id,))


def _lost(what: str) -> Conflict:
    message = f"This cannot be taken back any more: {what} is not kept."
    return Conflict(message, mine_version=0, current_version=0)
