"""Saved pieces and layouts: kept, listed, deleted, brought back, and saved once however often they are sent."""

from datetime import timedelta

import pytest

from astrike.errors import InputError, NotFound
from astrike.store import library
from astrike.store.database import Database
from astrike.store.library import (
    Kind,
    Saved,
    all_deleted,
    all_saved,
    delete_saved,
    load_saved,
    restore_saved,
    save,
)
from astrike.store.tables import KEPT_AFTER_DELETION
from tests.store.builders import NOW, document


def put(db: Database, name: str, *, kind: Kind = "piece", client_id: str = "", units: str = "A") -> Saved:
    return save(
        db,
        kind=kind,
        name=name,
        document=document(*units),
        author="Kim's phone",
        client_id=client_id or f"form-{kind}-{name}",
        now=NOW,
    )


def names(found: tuple[Saved, ...]) -> list[str]:
    return [each.name for each in found]


def test_what_is_saved_is_found_by_name(db: Database) -> None:
    put(db, "mill")
    saved = put(db, "Barn", units="AB")
    put(db, "Hills", kind="layout")
    assert names(all_saved(db, "piece")) == ["Barn", "mill"]
    assert names(all_saved(db, "piece", most=1)) == ["Barn"]
    assert names(all_saved(db, "piece", most=1, after=1)) == ["mill"]
    assert names(all_saved(db, "layout")) == ["Hills"]
    assert load_saved(db, saved.id) == saved
    assert saved.document == document("A", "B")
    assert (saved.author, saved.created, saved.is_deleted) == ("Kim's phone", NOW, False)


def test_a_form_that_is_sent_twice_saves_once(db: Database) -> None:
    first = put(db, "Barn", client_id="form-1234")
    assert put(db, "Barn", client_id="form-1234") == first
    assert names(all_saved(db, "piece")) == ["Barn"]
    with pytest.raises(InputError, match="saved nothing else"):
        put(db, "Mill", client_id="form-1234")


def test_what_is_deleted_can_be_brought_back(db: Database) -> None:
    saved = put(db, "Barn")
    delete_saved(db, saved.id, now=NOW)
    assert all_saved(db, "piece") == ()
    assert names(all_deleted(db, "piece")) == ["Barn"]
    with pytest.raises(NotFound):
        load_saved(db, saved.id)
    assert restore_saved(db, saved.id) == saved
    assert all_deleted(db, "piece") == ()


def test_what_was_deleted_long_ago_is_forgotten(db: Database) -> None:
    saved = put(db, "Barn")
    delete_saved(db, saved.id, now=NOW - KEPT_AFTER_DELETION - timedelta(days=1))
    put(db, "Mill")
    assert all_deleted(db, "piece") == ()
    with pytest.raises(NotFound):
        restore_saved(db, saved.id)


@pytest.mark.parametrize(
    ("name", "says"),
    [("  ", "1 to 120 characters"), ("x" * 121, "at most 120"), ("a\x07b", "without control")],
    ids=["no name", "a name too long", "a bell in the name"],
)
def test_a_name_has_to_be_one(db: Database, name: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        put(db, name, client_id="form-1234")
    assert all_saved(db, "piece") == ()


def test_a_library_has_an_end(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MOST_SAVED", 2)
    put(db, "Barn")
    put(db, "Mill")
    put(db, "Hills", kind="layout")
    with pytest.raises(InputError, match="delete some first"):
        put(db, "Tower")


def test_a_document_that_is_too_large_is_refused(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MOST_BYTES", 100)
    with pytest.raises(InputError, match="at most 100 bytes"):
        put(db, "Barn")
