"""How many tables are made in a day is counted by address and in all, and goes on the next day."""

from datetime import timedelta
from pathlib import Path

import pytest

from astrike.errors import TooMuch
from astrike.store.database.connection import Database, connect, writing
from astrike.store.table.tables import Allowance, StoredTable, count_made, create_table
from tests.store.builders import NOW, document

FROM_KIM = Allowance("192.168.1.7", each=2, in_all=3)
FROM_JO = Allowance("192.168.1.8", each=2, in_all=3)


def make(db: Database, allowance: Allowance | None, *, origin: str | None = None) -> StoredTable:
    return create_table(db, document=document(), now=NOW, author="Kim", origin=origin, allowance=allowance)


def count(db: Database) -> int:
    [(found,)] = db.execute("SELECT count(*) FROM tables").fetchall()
    return int(found)


def test_an_address_makes_as_many_as_it_may(db: Database) -> None:
    make(db, FROM_KIM)
    make(db, FROM_KIM)
    with pytest.raises(
        TooMuch, match="From this address, 2 tables were made today; the limit is 2 a day"
    ) as no:
        make(db, FROM_KIM)
    assert "again in 5 h 30 min" in no.value.message
    assert no.value.wait_seconds == 5.5 * 3600
    assert count(db) == 2
    make(db, FROM_JO)


def test_all_addresses_together_make_as_many_as_the_server_may_keep(db: Database) -> None:
    for allowance in (FROM_KIM, FROM_KIM, FROM_JO):
        make(db, allowance)
    with pytest.raises(TooMuch, match="On this server, 3 tables"):
        make(db, FROM_JO)


def test_a_form_that_is_sent_twice_is_counted_once(db: Database) -> None:
    for _ in range(3):
        make(db, FROM_KIM, origin="form:12345678")
    make(db, FROM_KIM)


def test_what_needs_no_allowance_is_not_counted(db: Database) -> None:
    for _ in range(3):
        make(db, None)
    make(db, FROM_KIM)


def test_a_new_day_begins_at_nothing_and_forgets_the_old_one(db: Database) -> None:
    for allowance in (FROM_KIM, FROM_KIM, FROM_JO):
        make(db, allowance)
    with writing(db):
        count_made(db, FROM_KIM, tables=2, now=NOW + timedelta(days=1))
    rows = db.execute("SELECT day, address, count FROM made_tables").fetchall()
    assert rows == [("2026-11-28", "192.168.1.7", 2)]


def test_a_restart_forgets_nothing(path: Path) -> None:
    for _ in range(2):
        with connect(path) as db:
            make(db, FROM_KIM)
    with connect(path) as db, pytest.raises(TooMuch):
        make(db, FROM_KIM)
