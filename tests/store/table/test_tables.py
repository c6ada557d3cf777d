"""Tables are kept as they came, copied, renamed, deleted and brought back."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings

from astrike.errors import Conflict, InputError, NotFound
from astrike.model.document_change import ChangeLabel
from astrike.store.database.connection import Database
from astrike.store.table.changes import rename_table
from astrike.store.table.codes import Right, lookup
from astrike.store.table.log import history
from astrike.store.table.tables import (
    StoredTable,
    create_table,
    delete_table,
    load_table,
    restore_table,
    table_of_origin,
)
from tests.model.change_strategies import documents
from tests.soak import examples
from tests.store.builders import NOW, change, document, new_table, set_heat, undone


def rename(db: Database, table: StoredTable, name: str) -> StoredTable:
    return rename_table(
        db,
        table.id,
        name=name,
        from_version=table.version,
        right=Right.PLAY,
        author="Kim",
        client_id="rename",
        now=NOW,
    )


def test_a_new_table_starts_at_version_one(db: Database) -> None:
    table = create_table(db, document=document(), now=NOW, author="Kim's phone")
    assert (table.version, table.name, table.created, table.updated) == (1, "Test table", NOW, NOW)
    assert (table.undoable, table.redoable) == (None, None)
    [made] = history(db, table.id)
    assert (made.kind, made.author, made.time, made.label) == (
        "create",
        "Kim's phone",
        NOW,
        ChangeLabel("table.created"),
    )


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
    max_examples=examples(20, soaked=50),
)
@given(documents())
def test_a_document_is_kept_to_the_last_comma(db: Database, any_document: dict[str, object]) -> None:
    table = create_table(db, document=any_document, now=NOW, author="")
    assert json.dumps(load_table(db, table.id).document) == json.dumps(any_document)


def test_a_name_of_its_own_goes_into_the_document(db: Database) -> None:
    given_document = document()
    table = create_table(db, document=given_document, name=" Friday, table 3 ", now=NOW, author="Kim")
    assert table.name == "Friday, table 3"
    assert table.document["astrike"] == {
        "format": 1,
        "name": "Friday, table 3",
        "width": 48,
        "depth": 36,
    }
    assert given_document == document()


@pytest.mark.parametrize(
    "given_document",
    [
        pytest.param({"features": []}, id="no astrike member"),
        pytest.param({"astrike": {"format": 1}, "features": []}, id="no name"),
        pytest.param({"astrike": {"name": 7}, "features": []}, id="a number for a name"),
    ],
)
def test_a_document_without_name_makes_a_table_without_name(
    db: Database, given_document: dict[str, object]
) -> None:
    assert create_table(db, document=given_document, now=NOW, author="").name == ""


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_json_does_not_know_are_refused(db: Database, number: float) -> None:
    with pytest.raises(InputError, match="finite numbers"):
        create_table(db, document=document() | {"note": number}, now=NOW, author="")
    assert db.table("tables").count == 0


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="nothing"),
        pytest.param("   ", id="blanks"),
        pytest.param("x" * 121, id="too long"),
        pytest.param("one\ntwo", id="two lines"),
        pytest.param("\ud800", id="half a character"),
    ],
)
def test_a_name_that_is_none_is_refused(db: Database, name: str) -> None:
    table = new_table(db)
    with pytest.raises(InputError) as caught:
        create_table(db, document=document(), name=name, now=NOW, author="")
    assert [problem.at for problem in caught.value.problems] == ["name"]
    with pytest.raises(InputError):
        rename(db, table, name)
    assert load_table(db, table.id) == table


@pytest.mark.parametrize("author", ["x" * 41, "a\0b", "\udfff"])
def test_a_device_name_that_cannot_be_kept_is_refused(db: Database, author: str) -> None:
    with pytest.raises(InputError) as caught:
        create_table(db, document=document(), now=NOW, author=author)
    assert [problem.at for problem in caught.value.problems] == ["author"]
    assert db.table("tables").count == 0


@pytest.mark.parametrize("author", ["", "x" * 40, "Zoë’s 📱", "👩‍🚀"])
def test_device_names_are_kept_as_they_are(db: Database, author: str) -> None:
    table = create_table(db, document=document(), now=NOW, author=author)
    assert history(db, table.id)[0].author == author


def test_what_has_an_origin_is_made_once(db: Database) -> None:
    assert table_of_origin(db, "demo:diagram") is None
    first = create_table(db, document=document("A"), now=NOW, author="", origin="demo:diagram")
    changed = change(db, first, set_heat(2))
    again = create_table(db, document=document("B"), now=NOW, author="", origin="demo:diagram")
    assert again == changed == table_of_origin(db, "demo:diagram")
    other = create_table(db, document=document("B"), now=NOW, author="", origin="demo:big")
    assert other.id != first.id


def test_a_deleted_table_makes_room_for_another_of_its_origin(db: Database) -> None:
    first = create_table(db, document=document(), now=NOW, author="", origin="demo:diagram")
    delete_table(db, first.id, from_version=1, now=NOW)
    assert table_of_origin(db, "demo:diagram") is None
    assert create_table(db, document=document(), now=NOW, author="", origin="demo:diagram").id != first.id


def test_moments_are_kept_in_utc(db: Database) -> None:
    there = datetime(2026, 11, 27, 19, 30, tzinfo=timezone(timedelta(hours=1)))
    table = create_table(db, document=document(), now=there, author="")
    assert table.created == NOW
    assert table.created.tzinfo == UTC


def test_a_moment_without_time_zone_is_a_mistake(db: Database) -> None:
    with pytest.raises(ValueError, match="time zone"):
        create_table(db, document=document(), now=datetime(2026, 11, 27), author="")


def test_a_copy_has_codes_and_a_history_of_its_own(db: Database) -> None:
    table = change(db, new_table(db), set_heat(2))
    copy = create_table(db, document=table.document, name="Copy", now=NOW, author="Kim")
    assert copy.document["features"] == table.document["features"]
    assert (copy.name, copy.version, copy.undoable) == ("Copy", 1, None)
    assert lookup(db, copy.codes.play).table_id == copy.id != table.id
    change(db, copy, set_heat(5))
    assert load_table(db, table.id) == table


def test_a_table_is_renamed_in_its_document_and_back(db: Database) -> None:
    table = new_table(db)
    renamed = rename(db, table, "Saturday")
    assert renamed.name == load_table(db, table.id).name == "Saturday"
    assert renamed.undoable == ChangeLabel("table.renamed", {"name": "Saturday"})
    assert undone(db, renamed).name == "Test table"


def test_a_deleted_table_is_gone_and_can_be_brought_back(db: Database) -> None:
    table = change(db, new_table(db), set_heat(2))
    delete_table(db, table.id, from_version=2, now=NOW)
    with pytest.raises(NotFound, match="does not exist any more"):
        load_table(db, table.id)
    with pytest.raises(NotFound):
        change(db, table, set_heat(3))
    with pytest.raises(NotFound):
        delete_table(db, table.id, from_version=2, now=NOW)
    assert restore_table(db, table.id) == table
    assert undone(db, table).version == 3


def test_a_table_that_was_changed_meanwhile_is_not_deleted(db: Database) -> None:
    table = new_table(db)
    change(db, table, set_heat(2))
    with pytest.raises(Conflict) as caught:
        delete_table(db, table.id, from_version=1, now=NOW)
    assert (caught.value.mine_version, caught.value.current_version) == (1, 2)
    assert load_table(db, table.id).version == 2


def test_a_deleted_table_is_forgotten_after_thirty_days(db: Database) -> None:
    table = change(db, new_table(db), set_heat(2))
    delete_table(db, table.id, from_version=2, now=NOW)
    create_table(db, document=document(), now=NOW + timedelta(days=30), author="")
    assert restore_table(db, table.id) == table
    delete_table(db, table.id, from_version=2, now=NOW)
    other = create_table(db, document=document(), now=NOW + timedelta(days=30, seconds=1), author="")
    with pytest.raises(NotFound):
        restore_table(db, table.id)
    assert other.id > table.id
    for name in ("changes", "steps", "codes"):
        assert table.id not in {row["table_id"] for row in db.table(name).rows}


def test_the_id_of_a_forgotten_table_is_not_given_again(db: Database) -> None:
    table = new_table(db)
    delete_table(db, table.id, from_version=1, now=NOW)
    other = create_table(db, document=document(), now=NOW + timedelta(days=40), author="")
    assert other.id > table.id


@pytest.mark.parametrize("act", [load_table, restore_table])
def test_a_table_that_never_was_is_not_found(db: Database, act: object) -> None:
    assert callable(act)
    with pytest.raises(NotFound):
        act(db, 77)
