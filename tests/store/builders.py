"""Small tables and changes that read well in the tests of the store."""

import itertools
from collections.abc import Callable
from datetime import UTC, datetime

from astrike.model.document_change import ChangeLabel, Operation, SetProperty
from astrike.store.database.connection import Database
from astrike.store.table.changes import change_table, redo, undo
from astrike.store.table.codes import Right
from astrike.store.table.log import ChangedBy
from astrike.store.table.tables import StoredTable, create_table

NOW = datetime(2026, 11, 27, 18, 30, tzinfo=UTC)
EVENT = {"format": 1, "name": "Autumn Open"}
KIM = "Kim's laptop"

_ids = itertools.count(1)


def unit(name: str, *, heat: int = 0) -> dict[str, object]:
    return {
        "type": "Feature",
        "id": name,
        "geometry": {"type": "Point", "coordinates": [7, 7.5]},
        "properties": {"kind": "unit", "name": f"Unit {name}", "heat": heat},
    }


def document(*units: str, name: str = "Test table") -> dict[str, object]:
    return {
        "type": "FeatureCollection",
        "astrike": {"format": 1, "name": name, "width": 48, "depth": 36},
        "features": [unit(each) for each in units or ("A", "B")],
    }


def new_table(db: Database, *units: str) -> StoredTable:
    return create_table(db, document=document(*units), now=NOW, author="organiser")


def set_heat(heat: int, *, of: str = "A") -> SetProperty:
    return SetProperty(of, "heat", heat)


def heat_of(table_document: dict[str, object], name: str = "A") -> int:
    features = table_document["features"]
    assert isinstance(features, list)
    [properties] = [feature["properties"] for feature in features if feature["id"] == name]
    heat: int = properties["heat"]
    return heat


def accept(document: dict[str, object]) -> None:
    """Accept any document as a legal table."""


def change(
    db: Database,
    table: StoredTable,
    *operations: Operation,
    client_id: str | None = None,
    right: Right = Right.PLAY,
) -> StoredTable:
    return change_table(
        db,
        table.id,
        from_version=table.version,
        operations=operations,
        label=ChangeLabel("unit.changed", {"unit": "A"}),
        right=right,
        author="Kim's phone",
        client_id=client_id or f"test-{next(_ids)}",
        now=NOW,
        check=accept,
    )


def undone(
    db: Database, table: StoredTable, *, client_id: str | None = None, right: Right = Right.PLAY
) -> StoredTable:
    return _stepped(undo, db, table, client_id, right)


def redone(
    db: Database, table: StoredTable, *, client_id: str | None = None, right: Right = Right.PLAY
) -> StoredTable:
    return _stepped(redo, db, table, client_id, right)


def _stepped(
    step: Callable[..., StoredTable], db: Database, table: StoredTable, client_id: str | None, right: Right
) -> StoredTable:
    client_id = client_id or f"test-{next(_ids)}"
    return step(
        db,
        table.id,
        from_version=table.version,
        right=right,
        author="Kim's phone",
        client_id=client_id,
        now=NOW,
    )


def who(client_id: str) -> ChangedBy:
    return ChangedBy(KIM, client_id, NOW)
