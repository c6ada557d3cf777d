"""A real file of tables for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from astrike.store.database import Database, connect
from astrike.store.event_making import NewTable, make_event
from astrike.store.events.events import StoredEvent
from tests.store.builders import EVENT, KIM, NOW, document


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "astrike.db"


@pytest.fixture
def db(path: Path) -> Iterator[Database]:
    with connect(path) as database:
        yield database


@pytest.fixture
def event(db: Database) -> StoredEvent:
    """Keep an event with two tables and a layout."""
    tables = [NewTable(number, f"Table {number}", document("A")) for number in (1, 2)]
    return make_event(
        db,
        document=EVENT,
        tables=tables,
        layouts={"Ford": document()},
        now=NOW,
        author=KIM,
        origin="form:1",
    )
