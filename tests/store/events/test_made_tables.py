"""How many tables one address may make in a day: an event counts by its tables."""

import pytest

from astrike.errors import TooMuch
from astrike.store.database.connection import Database
from astrike.store.events.making import NewTable, make_event
from tests.store.builders import NOW, document
from tests.store.table.test_made_tables import FROM_KIM, count


def test_an_event_is_counted_by_its_tables_and_made_as_a_whole_or_not_at_all(db: Database) -> None:
    tables = [NewTable(number, f"Table {number}", document()) for number in (1, 2, 3)]

    def event(tables: list[NewTable]) -> None:
        make_event(
            db,
            document={"name": "Open"},
            tables=tables,
            layouts={},
            now=NOW,
            author="Kim",
            origin=None,
            allowance=FROM_KIM,
        )

    with pytest.raises(TooMuch, match="0 tables were made today, and this would make 3 more; the limit is 2"):
        event(tables)
    assert count(db) == 0
    assert db.execute("SELECT count(*) FROM events").fetchall() == [(0,)]
    event(tables[:2])
    with pytest.raises(TooMuch):
        event([])
