"""A change is made once, from the newest version, or not at all; and it can be undone and redone."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from astrike.errors import Conflict, InputError, NotFound, Problem
from astrike.model.document_change import (
    ABSENT,
    AddFeature,
    ChangeLabel,
    RemoveFeature,
    ReplaceDocument,
    SetGeometry,
    SetMember,
    SetProperty,
)
from astrike.store.database.connection import Database, connect
from astrike.store.table.changes import change_table, document_at, undo
from astrike.store.table.codes import Right
from astrike.store.table.log import history
from astrike.store.table.tables import StoredTable, load_table
from tests.store.builders import (
    NOW,
    accept,
    change,
    document,
    heat_of,
    new_table,
    redone,
    set_heat,
    undone,
    unit,
)


def kinds(db: Database, table: StoredTable) -> list[str]:
    return [each.kind for each in history(db, table.id)]


def test_a_change_makes_the_next_version(db: Database) -> None:
    table = new_table(db)
    changed = change(db, table, set_heat(3))
    assert (changed.version, heat_of(changed.document)) == (2, 3)
    assert changed == load_table(db, table.id)
    assert heat_of(table.document) == 0


def test_one_change_may_do_many_things(db: Database) -> None:
    changed = change(
        db,
        new_table(db),
        SetGeometry("A", {"type": "Point", "coordinates": [9, 9]}),
        SetProperty("A", "facing", 90),
        RemoveFeature("B"),
        AddFeature(unit("C")),
        SetMember("turn", 2),
    )
    assert [feature["id"] for feature in features(changed)] == ["A", "C"]
    assert changed.version == 2
    assert undone(db, changed).document == document()


def features(table: StoredTable) -> list[dict[str, object]]:
    found = table.document["features"]
    assert isinstance(found, list)
    return found


def test_what_changed_stands_in_the_history(db: Database) -> None:
    table = new_table(db)
    change_table(
        db,
        table.id,
        from_version=1,
        operations=[set_heat(1)],
        label=ChangeLabel("unit.heat", {"unit": "Ätlas \ud800"}),
        right=Right.PLAY,
        author="Kim's phone",
        client_id="1",
        now=NOW + timedelta(minutes=3),
        check=accept,
    )
    newest, _ = history(db, table.id)
    assert newest.label == ChangeLabel("unit.heat", {"unit": "Ätlas \ud800"})
    assert (newest.version, newest.kind, newest.author) == (2, "change", "Kim's phone")
    assert newest.time == load_table(db, table.id).updated == NOW + timedelta(minutes=3)


def test_the_history_is_read_page_by_page(db: Database) -> None:
    table = new_table(db)
    for heat in range(1, 6):
        table = change(db, table, set_heat(heat))
    assert [each.version for each in history(db, table.id, limit=4)] == [6, 5, 4, 3]
    assert [each.version for each in history(db, table.id, limit=4, before=3)] == [2, 1]
    assert history(db, table.id, before=1) == ()


def test_a_change_from_an_old_version_is_refused_with_both_versions(db: Database) -> None:
    table = new_table(db)
    newest = change(db, table, set_heat(1))
    with pytest.raises(Conflict) as caught:
        change(db, table, set_heat(2))
    assert (caught.value.mine_version, caught.value.current_version) == (1, 2)
    assert load_table(db, table.id) == newest
    assert kinds(db, table) == ["change", "create"]


@pytest.mark.parametrize("version", [0, 2, -1, 2**62])
def test_a_change_from_a_version_that_never_was_is_refused(db: Database, version: int) -> None:
    table = new_table(db)
    with pytest.raises(Conflict):
        change_table(
            db,
            table.id,
            from_version=version,
            operations=[set_heat(2)],
            label=ChangeLabel("x"),
            right=Right.PLAY,
            author="",
            client_id="1",
            now=NOW,
            check=accept,
        )


def test_what_is_no_legal_table_is_refused_before_anything_is_written(db: Database) -> None:
    table = new_table(db)
    seen: list[int] = []

    def refuse(document: dict[str, object]) -> None:
        seen.append(heat_of(document))
        raise InputError([Problem("features[0]", "too hot", "cool")])

    with pytest.raises(InputError, match="too hot"):
        change_table(
            db,
            table.id,
            from_version=1,
            operations=[set_heat(99)],
            label=ChangeLabel("x"),
            right=Right.PLAY,
            author="",
            client_id="1",
            now=NOW,
            check=refuse,
        )
    assert seen == [99]
    assert load_table(db, table.id) == table
    assert kinds(db, table) == ["create"]


def test_a_change_to_a_unit_that_is_not_there_is_refused(db: Database) -> None:
    table = new_table(db)
    with pytest.raises(InputError, match="'Z'"):
        change(db, table, set_heat(1), set_heat(1, of="Z"))
    assert load_table(db, table.id) == table


@pytest.mark.parametrize(
    "operations",
    [
        pytest.param([], id="nothing to do"),
        pytest.param([set_heat(0)], id="the heat it had"),
        pytest.param([set_heat(4), set_heat(0)], id="there and back"),
        pytest.param([SetProperty("A", "skill", ABSENT)], id="dropping what is not there"),
    ],
)
def test_a_change_that_changes_nothing_leaves_no_trace(db: Database, operations: list[SetProperty]) -> None:
    table = new_table(db)
    assert change(db, table, *operations) == table
    assert kinds(db, table) == ["create"]


def test_whole_and_broken_numbers_are_told_apart(db: Database) -> None:
    table = change(db, new_table(db), SetProperty("A", "heat", 0.0))
    assert table.version == 2
    assert '"heat": 0.0' in json.dumps(load_table(db, table.id).document)


@pytest.mark.parametrize(
    "client_id",
    [
        pytest.param("", id="nothing"),
        pytest.param("x" * 65, id="too long"),
        pytest.param("a\nb", id="two lines"),
        pytest.param("ä", id="an umlaut"),
        pytest.param("\ud800", id="half a character"),
    ],
)
def test_an_id_that_cannot_be_kept_is_refused(db: Database, client_id: str) -> None:
    table = new_table(db)
    with pytest.raises(InputError) as caught:
        undo(db, table.id, from_version=1, right=Right.PLAY, author="", client_id=client_id, now=NOW)
    assert [problem.at for problem in caught.value.problems] == ["client_id"]


class TestSentTwice:
    def test_a_change_is_made_once_and_answered_alike(self, db: Database) -> None:
        table = new_table(db)
        first = change(db, table, set_heat(2), client_id="once")
        assert change(db, table, set_heat(2), client_id="once") == first
        assert load_table(db, table.id) == first
        assert kinds(db, table) == ["change", "create"]

    def test_a_late_second_gets_the_first_answer(self, db: Database) -> None:
        table = new_table(db)
        first = change(db, table, set_heat(2), client_id="once")
        later = change(db, change(db, first, set_heat(3)), set_heat(4))
        again = change(db, table, set_heat(2), client_id="once")
        assert (again.version, again.document) == (first.version, first.document)
        assert load_table(db, table.id) == later

    def test_an_undo_is_made_once(self, db: Database) -> None:
        table = change(db, change(db, new_table(db), set_heat(1)), set_heat(2))
        first = undone(db, table, client_id="once")
        assert undone(db, table, client_id="once") == first
        assert heat_of(load_table(db, table.id).document) == 1

    def test_a_redo_is_made_once(self, db: Database) -> None:
        table = change(db, change(db, new_table(db), set_heat(1)), set_heat(2))
        table = undone(db, undone(db, table))
        first = redone(db, table, client_id="once")
        assert redone(db, table, client_id="once") == first
        assert heat_of(load_table(db, table.id).document) == 1

    def test_another_change_under_the_same_id_is_refused(self, db: Database) -> None:
        table = change(db, new_table(db), set_heat(2), client_id="once")
        with pytest.raises(Conflict, match="another content"):
            change(db, table, set_heat(3), client_id="once")
        with pytest.raises(Conflict, match="another content"):
            undone(db, table, client_id="once")
        assert load_table(db, table.id) == table

    def test_the_same_id_on_another_table_is_another_change(self, db: Database) -> None:
        one = change(db, new_table(db), set_heat(2), client_id="once")
        two = change(db, new_table(db), set_heat(3), client_id="once")
        assert (heat_of(one.document), heat_of(two.document)) == (2, 3)

    def test_many_at_the_same_moment_are_made_once(self, path: Path, db: Database) -> None:
        table = new_table(db)

        def send(_: int) -> StoredTable:
            with connect(path) as own:
                return change(own, table, set_heat(2), client_id="once")

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(send, range(24)))
        assert {(answer.version, heat_of(answer.document)) for answer in answers} == {(2, 2)}
        assert kinds(db, table) == ["change", "create"]


class TestUndo:
    def test_undo_takes_back_and_redo_makes_again(self, db: Database) -> None:
        table = change(db, change(db, new_table(db), set_heat(1)), set_heat(2))
        table = undone(db, table)
        assert (table.version, heat_of(table.document)) == (4, 1)
        table = redone(db, table)
        assert (table.version, heat_of(table.document)) == (5, 2)
        assert table == load_table(db, table.id)
        assert kinds(db, table) == ["redo", "undo", "change", "change", "create"]

    def test_undo_and_redo_tell_beforehand_what_they_are_about(self, db: Database) -> None:
        table = new_table(db)
        label = ChangeLabel("unit.changed", {"unit": "A"})
        assert (table.undoable, table.redoable) == (None, None)
        table = change(db, table, set_heat(1))
        assert (table.undoable, table.redoable) == (label, None)
        table = undone(db, table)
        assert (table.undoable, table.redoable) == (None, label)
        assert table == load_table(db, table.id)
        assert history(db, table.id)[0].label == label

    def test_undo_reaches_behind_a_redo(self, db: Database) -> None:
        table = change(db, change(db, new_table(db), set_heat(1)), set_heat(2))
        table = undone(db, undone(db, redone(db, undone(db, table))))
        assert heat_of(table.document) == 0
        table = redone(db, redone(db, table))
        assert heat_of(table.document) == 2

    def test_the_creation_is_not_undone(self, db: Database) -> None:
        table = undone(db, change(db, new_table(db), set_heat(1)))
        with pytest.raises(Conflict, match="nothing to undo") as caught:
            undone(db, table)
        assert (caught.value.mine_version, caught.value.current_version) == (3, 3)
        assert load_table(db, table.id) == table

    def test_there_is_nothing_to_redo_before_an_undo(self, db: Database) -> None:
        table = change(db, new_table(db), set_heat(1))
        with pytest.raises(Conflict, match="nothing to redo"):
            redone(db, table)

    def test_a_new_change_ends_redo(self, db: Database) -> None:
        table = undone(db, change(db, new_table(db), set_heat(1)))
        table = change(db, table, set_heat(5))
        assert table.redoable is None
        with pytest.raises(Conflict, match="nothing to redo"):
            redone(db, table)
        assert heat_of(undone(db, table).document) == 0

    def test_a_change_that_changes_nothing_does_not_end_redo(self, db: Database) -> None:
        table = undone(db, change(db, new_table(db), set_heat(1)))
        table = change(db, table, set_heat(0))
        assert heat_of(redone(db, table).document) == 1

    def test_undo_from_an_old_version_is_refused(self, db: Database) -> None:
        table = change(db, new_table(db), set_heat(1))
        newest = change(db, table, set_heat(2))
        with pytest.raises(Conflict) as caught:
            undone(db, table)
        assert (caught.value.mine_version, caught.value.current_version) == (2, 3)
        assert load_table(db, table.id) == newest

    def test_each_table_has_its_own_undo(self, db: Database) -> None:
        one = change(db, new_table(db), set_heat(1))
        two = change(db, new_table(db), set_heat(2))
        undone(db, one)
        assert load_table(db, two.id) == two

    def test_a_replaced_document_comes_back(self, db: Database) -> None:
        table = change(db, new_table(db), ReplaceDocument(document("X", name="Uploaded")))
        assert (table.name, len(features(table))) == ("Uploaded", 1)
        assert undone(db, table).document == document()

    def test_key_order_comes_back(self, db: Database) -> None:
        table = new_table(db)
        changed = change(db, table, SetProperty("A", "name", ABSENT), SetMember("width", ABSENT))
        assert json.dumps(undone(db, changed).document) == json.dumps(table.document)


class TestEarlierVersions:
    def test_each_can_be_read(self, db: Database) -> None:
        tables = [new_table(db)]
        for heat in range(1, 4):
            tables.append(change(db, tables[-1], set_heat(heat)))
        tables.append(undone(db, tables[-1]))
        tables.append(redone(db, tables[-1]))
        assert [document_at(db, tables[0].id, table.version) for table in tables] == [
            table.document for table in tables
        ]

    @pytest.mark.parametrize("version", [-1, 0, 3, 10**9])
    def test_one_that_never_was_is_not_found(self, db: Database, version: int) -> None:
        table = change(db, new_table(db), set_heat(1))
        with pytest.raises(NotFound, match="not kept"):
            document_at(db, table.id, version)
