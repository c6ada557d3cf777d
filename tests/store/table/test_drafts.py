"""Files that wait are found by who knows their id, for a day."""

from datetime import timedelta

import pytest

from astrike.errors import InputError, NotFound
from astrike.store.database.connection import Database
from astrike.store.table import drafts
from astrike.store.table.drafts import draft, keep_draft
from tests.store.builders import NOW


def test_a_file_is_kept_as_it_is(db: Database) -> None:
    first = keep_draft(db, kind="map", name="hall.uvtt", data=b"\x00\xff", now=NOW)
    second = keep_draft(db, kind="map", name="n" * 200, data=b"", now=NOW)
    assert first != second
    assert len(first) == 16
    found = draft(db, first, kind="map", now=NOW)
    assert (found.name, found.data) == ("hall.uvtt", b"\x00\xff")
    assert draft(db, second, kind="map", now=NOW).name == "n" * 120


def test_a_file_is_not_found_for_another_purpose_nor_after_a_day(db: Database) -> None:
    kept = keep_draft(db, kind="map", name="a", data=b"a", now=NOW)
    for kind, later in (("roster", timedelta()), ("map", timedelta(days=1, seconds=1))):
        with pytest.raises(NotFound):
            draft(db, kept, kind=kind, now=NOW + later)
    assert draft(db, kept, kind="map", now=NOW + timedelta(days=1)).data == b"a"


def test_old_files_go_when_a_new_one_comes(db: Database) -> None:
    old = keep_draft(db, kind="map", name="old", data=b"old", now=NOW)
    new = keep_draft(db, kind="map", name="new", data=b"new", now=NOW + timedelta(days=2))
    assert db.execute("SELECT id FROM drafts").fetchall() == [(new,)]
    with pytest.raises(NotFound):
        draft(db, old, kind="map", now=NOW)


def test_uploads_cannot_fill_the_disk(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "MOST_BYTES", 100)
    monkeypatch.setattr(drafts, "MOST_BYTES_IN_ALL", 250)
    with pytest.raises(InputError) as refused:
        keep_draft(db, kind="map", name="large", data=b"x" * 101, now=NOW)
    assert refused.value.problems[0].expected == "at most 100 bytes"
    ids = [
        keep_draft(db, kind="map", name=str(n), data=b"x" * 100, now=NOW + timedelta(seconds=n))
        for n in range(4)
    ]
    assert {each for (each,) in db.execute("SELECT id FROM drafts")} == set(ids[2:])
