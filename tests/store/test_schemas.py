"""A file written by any released astrike opens with this one, and nothing in it is lost.

Each released schema lies in `schemas` as a dump with the same small history: table 1 with three changes, two
of them undone and one of these redone; table 2 deleted. Since v4 table 1 is table 7 of an event, with a ruling;
since v5 a layout was taken out of that event, which can be taken back; since v9 table 7 calls a judge, who is coming.
"""

import sqlite3
from pathlib import Path

import pytest

from astrike.errors import NotFound
from astrike.model.change import Label
from astrike.model.dice import Die
from astrike.store.changes import document_at
from astrike.store.codes import Right, lookup, lookup_deleted, lookup_event
from astrike.store.database import Database, connect
from astrike.store.event_layouts import layouts_of
from astrike.store.event_tables import tables_of_event
from astrike.store.event_undo import steps_of_event, undo_event
from astrike.store.events import Who, load_event
from astrike.store.journal import history
from astrike.store.judge_calls import calls_of_event
from astrike.store.migrations import KNOWN, MIGRATIONS
from astrike.store.rolls import keep_roll, rolls
from astrike.store.rulings import load_ruling
from astrike.store.tables import load_table, restore_table, table_of_origin
from tests.store.builders import NOW, change, document, heat_of, redone, set_heat, undone

DUMPS = sorted((Path(__file__).parent / "schemas").glob("*.sql"))


@pytest.fixture(params=DUMPS, ids=lambda dump: dump.stem)
def old_file(request: pytest.FixtureRequest, path: Path) -> Path:
    dump: Path = request.param
    connection = sqlite3.connect(path)
    connection.executescript(dump.read_text())
    connection.close()
    return path


def schema(db: Database) -> set[str]:
    rows = db.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    return {sql for (sql,) in rows}


def test_each_migration_has_a_dump() -> None:
    assert len(DUMPS) == len(KNOWN)


def test_an_old_file_gets_the_schema_of_a_new_one(old_file: Path, tmp_path: Path) -> None:
    with connect(old_file) as old, connect(tmp_path / "new.db") as new:
        assert schema(old) == schema(new)
        assert MIGRATIONS.pending(old) == []
        assert old.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert old.execute("PRAGMA foreign_key_check").fetchall() == []


def test_tables_of_an_old_file_are_as_they_were(old_file: Path) -> None:
    with connect(old_file) as db:
        access = lookup(db, "8KQ20-11M3Z")
        table = load_table(db, access.table_id)
        assert access.right == Right.PLAY
        assert table == table_of_origin(db, "demo:diagram")
        assert (table.name, table.version, heat_of(table.document)) == ("Test table", 7, 1)
        assert [each.kind for each in history(db, table.id)] == [
            "redo",
            "undo",
            "undo",
            "change",
            "change",
            "change",
            "create",
        ]
        assert document_at(db, table.id, 1) == document()


def test_what_was_changed_in_an_old_file_can_be_undone_and_redone(old_file: Path) -> None:
    with connect(old_file) as db:
        table = load_table(db, 1)
        back = undone(db, undone(db, table))
        assert back.document == document()
        forth = redone(db, redone(db, redone(db, back)))
        assert [feature["id"] for feature in forth.document["features"]] == ["A", "Ätlas"]  # type: ignore[attr-defined]  # a list
        assert change(db, forth, set_heat(3)).version == table.version + 6


def test_a_change_that_an_old_file_knows_is_not_made_again(old_file: Path) -> None:
    with connect(old_file) as db:
        table = load_table(db, 1)
        assert change(db, table, set_heat(1), client_id="c-1").version == 2
        assert load_table(db, 1) == table


def test_what_was_deleted_in_an_old_file_can_be_brought_back(old_file: Path) -> None:
    with connect(old_file) as db:
        with pytest.raises(NotFound):
            lookup(db, "CKQ2011M3Z")
        access = lookup_deleted(db, "CKQ2011M3Z")
        assert access.right == Right.ORGANISE
        assert restore_table(db, access.table_id).name == "Deleted"


def test_dice_of_an_old_file_are_as_they_were_and_more_can_be_kept(
    request: pytest.FixtureRequest, old_file: Path
) -> None:
    kept = {"v1": [], "v2": [1], "v3": [1], "v4": [1], "v5": [1], "v9": [1]}[
        request.node.callspec.params["old_file"].stem
    ]
    with connect(old_file) as db:
        assert [each.number for each in rolls(db, 1)] == kept
        dice = (Die("attack", "Attack", 2, 6, 8, typed=False),)
        label = Label("roll.attack", {})
        roll = keep_roll(db, 1, label=label, dice=dice, author="Kim", client_id="new", now=NOW)
        assert roll.number == len(kept) + 1


def test_events_and_rulings_of_an_old_file_are_as_they_were(
    request: pytest.FixtureRequest, old_file: Path
) -> None:
    if request.node.callspec.params["old_file"].stem < "v4":
        with connect(old_file) as db, pytest.raises(NotFound):
            lookup_event(db, "7RW0000003")
        return
    with connect(old_file) as db:
        access = lookup_event(db, "7RW00-00003")
        version = {"v4": 2, "v5": 4, "v9": 6}[request.node.callspec.params["old_file"].stem]
        assert (access.right, access.version) == (Right.ORGANISE, version)
        assert load_event(db, access.event_id).document == {"name": "Autumn Open", "edition": "ce-5.01"}
        assert [each.name for each in layouts_of(db, access.event_id)] == ["River"]
        assert [each.number for each in tables_of_event(db, access.event_id)] == [7]
        ruling = load_ruling(db, "9RV0000004")
        assert (ruling.line.number, ruling.record.kind, ruling.record.shown.verdict) == (1, "attack", "8+")
        assert ruling.record.table == document()


def test_what_was_taken_out_of_an_event_of_an_old_file_can_come_back(
    request: pytest.FixtureRequest, old_file: Path
) -> None:
    if request.node.callspec.params["old_file"].stem < "v5":
        with connect(old_file) as db:
            assert steps_of_event(db, 1).undo is None
        return
    with connect(old_file) as db:
        step = steps_of_event(db, 1).undo
        assert step is not None
        undo_event(db, 1, version=step.version, who=Who("Kim", "undo-1", NOW))
        assert [each.name for each in layouts_of(db, 1)] == ["Mill", "River"]


def test_calls_of_an_old_file_are_as_they_were(request: pytest.FixtureRequest, old_file: Path) -> None:
    with connect(old_file) as db:
        calls = calls_of_event(db, 1)
        if request.node.callspec.params["old_file"].stem < "v9":
            assert calls == ()
            return
        [call] = calls
        assert (call.number, call.about, call.ruling_id) == (7, "partial cover", "9RV0000004")
        assert (call.state, call.coming_by) == ("coming", "Robin")
