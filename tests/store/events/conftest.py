"""Events for the tests of how they are kept."""

import pytest

from astrike.store.database.connection import Database
from astrike.store.events.events import StoredEvent
from astrike.store.events.making import NewTable, make_event
from tests.store.builders import EVENT, KIM, NOW, document


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
