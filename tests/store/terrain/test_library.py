"""Saved pieces and layouts: kept, listed, deleted, brought back, and saved once however often they are sent."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from astrike.errors import InputError, NotFound
from astrike.store.database.column_values import json_to_text
from astrike.store.database.connection import Database
from astrike.store.table.tables import KEPT_AFTER_DELETION, delete_table, forget_deleted
from astrike.store.terrain import library
from astrike.store.terrain.library import (
    Kind,
    Owner,
    SavedPiece,
    all_deleted,
    all_saved,
    delete_saved,
    load_saved,
    rename_saved,
    restore_saved,
    save,
)
from tests.store.builders import NOW, document, new_table


def put(
    db: Database,
    name: str,
    *,
    owner: Owner = None,
    kind: Kind = "piece",
    client_id: str = "",
    units: Sequence[str] = "A",
) -> SavedPiece:
    return save(
        db,
        owner=owner,
        kind=kind,
        name=name,
        document=document(*units),
        author="Kim's phone",
        client_id=client_id or f"form-{owner}-{kind}-{name}",
        now=NOW,
    )


def names(found: tuple[SavedPiece, ...]) -> list[str]:
    return [each.name for each in found]


def test_what_is_saved_is_found_by_name(db: Database) -> None:
    put(db, "mill")
    saved = put(db, "Barn", units="AB")
    put(db, "Hills", kind="layout")
    assert names(all_saved(db, "piece", owner=None)) == ["Barn", "mill"]
    assert names(all_saved(db, "piece", owner=None, most=1)) == ["Barn"]
    assert names(all_saved(db, "piece", owner=None, most=1, after=1)) == ["mill"]
    assert names(all_saved(db, "layout", owner=None)) == ["Hills"]
    assert load_saved(db, saved.id, owners=(None,)) == saved
    assert saved.document == document("A", "B")
    assert (saved.author, saved.created, saved.is_deleted) == ("Kim's phone", NOW, False)


def test_a_form_that_is_sent_twice_saves_once(db: Database) -> None:
    first = put(db, "Barn", client_id="form-1234")
    assert put(db, "Barn", client_id="form-1234") == first
    assert names(all_saved(db, "piece", owner=None)) == ["Barn"]
    with pytest.raises(InputError, match="saved nothing else"):
        put(db, "Mill", client_id="form-1234")


def test_what_is_deleted_can_be_brought_back(db: Database) -> None:
    saved = put(db, "Barn")
    delete_saved(db, saved.id, owner=None, now=NOW)
    assert all_saved(db, "piece", owner=None) == ()
    assert names(all_deleted(db, "piece", owner=None)) == ["Barn"]
    with pytest.raises(NotFound):
        load_saved(db, saved.id, owners=(None,))
    assert restore_saved(db, saved.id, owner=None) == saved
    assert all_deleted(db, "piece", owner=None) == ()


def test_what_was_deleted_long_ago_is_forgotten(db: Database) -> None:
    saved = put(db, "Barn")
    delete_saved(db, saved.id, owner=None, now=NOW - KEPT_AFTER_DELETION - timedelta(days=1))
    put(db, "Mill")
    assert all_deleted(db, "piece", owner=None) == ()
    with pytest.raises(NotFound):
        restore_saved(db, saved.id, owner=None)


@pytest.mark.parametrize(
    ("name", "says"),
    [("  ", "1 to 120 characters"), ("x" * 121, "at most 120"), ("a\x07b", "without control")],
    ids=["no name", "a name too long", "a bell in the name"],
)
def test_a_name_has_to_be_one(db: Database, name: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        put(db, name, client_id="form-1234")
    assert all_saved(db, "piece", owner=None) == ()


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


def test_each_owner_has_a_library_of_its_own(db: Database) -> None:
    ours, theirs = new_table(db).id, new_table(db).id
    barn = put(db, "Barn", owner=ours)
    mill = put(db, "Mill", owner=theirs)
    hall = put(db, "Hall")
    for owner, listed in ((ours, ["Barn"]), (theirs, ["Mill"]), (None, ["Hall"])):
        assert names(all_saved(db, "piece", owner=owner)) == listed
    assert [each.is_shared for each in (barn, mill, hall)] == [False, False, True]
    assert load_saved(db, hall.id, owners=(ours, None)) == hall
    for owners in ((theirs,), (theirs, None), ()):
        with pytest.raises(NotFound):
            load_saved(db, barn.id, owners=owners)


def test_nobody_changes_what_is_another_owners(db: Database) -> None:
    ours, theirs = new_table(db).id, new_table(db).id
    saved = put(db, "Barn", owner=ours)
    for owner in (theirs, None):
        with pytest.raises(NotFound):
            delete_saved(db, saved.id, owner=owner, now=NOW)
        with pytest.raises(NotFound):
            rename_saved(db, saved.id, owner=owner, name="Mine")
    delete_saved(db, saved.id, owner=ours, now=NOW)
    for owner in (theirs, None):
        assert all_deleted(db, "piece", owner=owner) == ()
        with pytest.raises(NotFound):
            restore_saved(db, saved.id, owner=owner)
    assert restore_saved(db, saved.id, owner=ours) == saved


def test_an_id_that_saved_at_one_table_saves_nothing_at_another(db: Database) -> None:
    ours, theirs = new_table(db).id, new_table(db).id
    put(db, "Barn", owner=ours, client_id="form-1234")
    for owner in (theirs, None):
        with pytest.raises(InputError, match="saved nothing else"):
            put(db, "Barn", owner=owner, client_id="form-1234")


def test_each_owner_has_room_of_its_own(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MOST_SAVED", 1)
    ours = new_table(db).id
    barn = put(db, "Barn", owner=ours)
    put(db, "Barn")
    with pytest.raises(InputError, match="delete some first"):
        put(db, "Mill", owner=ours)
    delete_saved(db, barn.id, owner=ours, now=NOW)
    put(db, "Mill", owner=ours)
    with pytest.raises(InputError, match="delete some first"):
        restore_saved(db, barn.id, owner=ours)
    assert restore_saved(db, put(db, "Barn").id, owner=None).name == "Barn", "what is there stays there"


def test_what_was_deleted_makes_room_first(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = new_table(db).id
    size = len(json_to_text(document("A")))
    monkeypatch.setattr(library, "MOST_BYTES_OF_AN_OWNER", 2 * size)
    first, second = (put(db, name, owner=ours) for name in ("Barn", "Mill"))
    put(db, "Barn")
    with pytest.raises(InputError, match="delete some first"):
        put(db, "Tower", owner=ours)
    for saved, later in ((first, 0), (second, 1)):
        delete_saved(db, saved.id, owner=ours, now=NOW + timedelta(minutes=later))
    put(db, "Tower", owner=ours)
    assert names(all_deleted(db, "piece", owner=ours)) == ["Mill"]
    assert names(all_saved(db, "piece", owner=None)) == ["Barn"]


def test_what_a_table_saved_goes_with_it(db: Database) -> None:
    table = new_table(db)
    put(db, "Barn", owner=table.id)
    delete_table(db, table.id, from_version=1, now=NOW)
    assert names(all_saved(db, "piece", owner=table.id)) == ["Barn"], "it can be brought back"
    forget_deleted(db, now=NOW + KEPT_AFTER_DELETION + timedelta(days=1))
    assert all_saved(db, "piece", owner=table.id) == ()


def test_a_saved_piece_is_renamed(db: Database) -> None:
    saved = put(db, "Barn")
    rename_saved(db, saved.id, owner=None, name=" Mill ")
    assert names(all_saved(db, "piece", owner=None)) == ["Mill"]
    with pytest.raises(InputError, match="1 to 120"):
        rename_saved(db, saved.id, owner=None, name=" ")


def test_what_a_document_takes_is_counted_as_it_is_stored(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = json_to_text(document("Ä☃"))
    assert len(text) == len(text.encode()), "no character of a stored text is more than a byte"
    monkeypatch.setattr(library, "MOST_BYTES", len(text) - 1)
    with pytest.raises(InputError, match="at most"):
        put(db, "Barn", units=("Ä☃",))
    monkeypatch.setattr(library, "MOST_BYTES", len(text))
    assert put(db, "Barn", units=("Ä☃",)).document == document("Ä☃")
