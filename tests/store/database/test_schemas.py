"""A file written by any released astrike opens with this one, and nothing in it is lost.

Each released schema lies in `schemas` as a dump with the same small history: table 1 with three changes, two
of them undone and one of these redone; table 2 deleted. Since v4 table 1 is table 7 of an event, with a ruling;
since v5 a layout was taken out of that event, which can be taken back; since v6 table 3 has a change of a player,
then one of the organizer, with a round that began between them. Since v7 table 1 has a piece and a card of its
own, and the event's code to watch was drawn anew. Since v9 table 7 calls a judge, who is coming.
Since v10 a phone plays red at table 1. Since v11 the changes of table 3 are a move, and something of a newer format.
"""

import sqlite3
from pathlib import Path

import pytest

from astrike.errors import Forbidden, NotFound
from astrike.model.dice import DiceRoll
from astrike.model.document_change import ChangeLabel
from astrike.model.play_record import MovePlayed
from astrike.store.database.column_values import json_to_text, time_to_text
from astrike.store.database.connection import Database, connect
from astrike.store.database.migrations import KNOWN, MIGRATIONS
from astrike.store.rulings.rulings import load_ruling
from astrike.store.table.changes import document_at
from astrike.store.table.codes import (
    Right,
    installation_code,
    lookup,
    lookup_deleted,
    lookup_installation,
    was_given,
)
from astrike.store.table.log import history, whole_history
from astrike.store.table.play_text import play_from_text
from astrike.store.table.rolls import keep_roll, rolls
from astrike.store.table.seats import ALL_SIDES, Seat, seat_of, take_seat
from astrike.store.table.tables import load_table, restore_table, table_of_origin
from astrike.store.terrain.library import all_saved
from astrike.store.units.catalog import StoredCatalog, count_cards
from tests.store.builders import NOW, change, document, heat_of, redone, set_heat, undone

DUMPS = sorted((Path(__file__).parent / "schemas").glob("*.sql"), key=lambda dump: int(dump.stem[1:]))


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


def number_of(request: pytest.FixtureRequest) -> int:
    """Give the number of the schema that the old file of a test has."""
    stem: str = request.node.callspec.params["old_file"].stem
    return int(stem.removeprefix("v"))


def test_who_plays_what_is_kept_and_can_be_chosen_anew(
    request: pytest.FixtureRequest, old_file: Path
) -> None:
    phone = "0123456789abcdef0123456789abcdef"
    with connect(old_file) as db:
        assert seat_of(db, 1, phone) == (None if number_of(request) < 10 else Seat(("red",)))
        take_seat(db, 1, phone, ALL_SIDES)
        assert seat_of(db, 1, phone) == ALL_SIDES


def test_what_was_played_is_kept_also_what_only_a_newer_program_can_read(
    request: pytest.FixtureRequest, old_file: Path
) -> None:
    if number_of(request) < 6:
        return
    with connect(old_file) as db:
        kept = [each.play for each in whole_history(db, 3)]
    if number_of(request) < 11:
        assert kept == [None, None, None]
        return
    assert kept[0] is None
    read = [None if each is None else play_from_text(json_to_text(each)) for each in kept[1:]]
    assert read[0] is not None
    assert isinstance(read[0].act, MovePlayed)
    assert (read[0].act.unit, read[0].act.end, read[1]) == ("A", (9, 9.25, 0), None)
    assert kept[2] == {"play": 2, "act": "dance"}


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
    kept = [] if number_of(request) < 2 else [1]
    with connect(old_file) as db:
        assert [each.number for each in rolls(db, 1)] == kept
        dice = (DiceRoll("attack", "Attack", 2, 6, 8, typed=False),)
        label = ChangeLabel("roll.attack", {})
        roll = keep_roll(db, 1, label=label, dice=dice, author="Kim", client_id="new", now=NOW)
        assert roll.number == len(kept) + 1


def test_rulings_of_an_old_file_are_as_they_were(request: pytest.FixtureRequest, old_file: Path) -> None:
    if number_of(request) < 4:
        return
    with connect(old_file) as db:
        ruling = load_ruling(db, "9RV0000004")
        assert (ruling.line.number, ruling.record.kind, ruling.record.shown.verdict) == (1, "attack", "8+")
        assert ruling.record.table == document()


PLAYED = """
INSERT INTO changes VALUES
  (1, 8, 'change', 'Desk', NULL, '2026-11-27T19:00:00.000000+00:00', '{"key":"layout.used","names":{}}',
   '[{"op":"set-member","key":"turn","value":3}]', '[{"op":"set-member","key":"turn","value":2}]'),
  (1, 9, 'change', 'Kim', NULL, '2026-11-27T19:10:00.000000+00:00', '{"key":"unit.moved","names":{}}',
   '[{"op":"set-member","key":"turn","value":4}]', '[{"op":"set-member","key":"turn","value":3}]'),
  (1, 10, 'change', 'Kim', NULL, '2026-11-27T19:30:00.000000+00:00', '{"key":"unit.moved","names":{}}',
   '[{"op":"set-member","key":"turn","value":5}]', '[{"op":"set-member","key":"turn","value":4}]');
DELETE FROM steps WHERE table_id = 1 AND step = 3;
INSERT INTO steps VALUES (1, 3, 8), (1, 4, 9), (1, 5, 10);
UPDATE tables SET version = 10, step = 5, document = json_set(document, '$.astrike.turn', 5) WHERE id = 1;
"""
CLOCK = """
UPDATE events SET document = '{"minutes": 90, "clock": {"round": 1, "left": 5400, "started": 1}}';
INSERT INTO event_changes VALUES
  (1, 5, 'Desk', NULL, '2026-11-27T19:20:00.000000+00:00', '{"key":"clock.start","names":{}}', NULL);
"""


def kept_by_v5(path: Path, *more: str) -> Path:
    connection = sqlite3.connect(path)
    for script in (DUMPS[4].read_text(), *more):
        connection.executescript(script)
    connection.close()
    return path


def test_what_only_an_organizer_can_have_done_in_an_old_file_is_not_for_players(path: Path) -> None:
    with connect(kept_by_v5(path, PLAYED)) as db:
        table = load_table(db, 1)
        assert table.undo_held is None
        laid = undone(db, undone(db, table))
        assert laid.undo_held == "organiser"
        with pytest.raises(Forbidden):
            undone(db, laid)
        below = undone(db, laid, right=Right.ORGANISE)
        assert (below.undo_held, below.redo_held) == (None, "organiser")
        assert [each.right.name for each in history(db, 1)][3:6] == ["PLAY", "PLAY", "ORGANISE"]


def test_a_round_that_is_played_in_an_old_file_began_when_the_log_says_so(path: Path) -> None:
    with connect(kept_by_v5(path, PLAYED, CLOCK)) as db:
        back = undone(db, load_table(db, 1))
        assert back.undo_held == "round"
        with pytest.raises(Forbidden):
            undone(db, back)


def test_a_round_of_which_an_old_file_does_not_know_the_start_began_just_now(path: Path) -> None:
    clock = '{"minutes": null, "clock": {"round": 2, "left": 0, "started": null}}'
    with connect(kept_by_v5(path, PLAYED, f"UPDATE events SET document = '{clock}'")) as db:
        assert load_table(db, 1).undo_held == "round"


@pytest.mark.parametrize("left", [5400, 6000])
def test_a_round_that_waits_in_an_old_file_has_not_begun(path: Path, left: int) -> None:
    clock = f'{{"minutes": 90, "clock": {{"round": 1, "left": {left}, "started": null}}}}'
    with connect(kept_by_v5(path, PLAYED, f"UPDATE events SET document = '{clock}'")) as db:
        assert load_table(db, 1).undo_held is None


def test_rights_of_changes_are_kept(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(DUMPS[5].read_text())
    connection.close()
    with connect(path) as db:
        table = load_table(db, 3)
        assert table.undo_held == "organiser"
        assert undone(db, table, right=Right.ORGANISE).undo_held == "round"


def test_what_an_old_file_had_saved_is_there_for_all_tables(
    request: pytest.FixtureRequest, old_file: Path
) -> None:
    version = number_of(request)
    with connect(old_file) as db:
        shared = [each.name for each in all_saved(db, "piece", owner=None)]
        cards = [each.name for each in StoredCatalog(db).matching("alder")]
        assert (shared, cards) == ((["Crag"], ["Alder ALD-1"]) if version >= 3 else ([], []))
        assert StoredCatalog(db).by_name("Alder ALD-1") == StoredCatalog(db).by_mul(7001)
        own = [each.name for each in all_saved(db, "piece", owner=1)]
        assert (own, count_cards(db, owner=1)) == ((["Own crag"], 1) if version >= 7 else ([], 0))


def test_an_old_file_gets_a_code_of_the_installation(request: pytest.FixtureRequest, old_file: Path) -> None:
    version = number_of(request)
    with connect(old_file) as db:
        code = installation_code(db)
        assert lookup_installation(db, code).code == code
        assert (code == "7NS0000005") == (version >= 7)
        assert was_given(db, "7VW0000001") == (version >= 4), "valid before, or void since"


def test_tables_of_an_old_file_that_came_from_the_demo_are_known(
    request: pytest.FixtureRequest, old_file: Path
) -> None:
    version = number_of(request)
    with connect(old_file) as db:
        is_of_event = version >= 4  # which no copy of the demo is
        assert lookup(db, "8KQ20-11M3Z").is_demo != is_of_event
        assert not lookup_deleted(db, "CKQ2011M3Z").is_demo


@pytest.mark.parametrize(
    ("origin", "author", "name", "is_demo"),
    [
        pytest.param("demo:big:3", "astrike", "Renamed", True, id="the demo of the start page"),
        pytest.param(None, "astrike", "Renamed", True, id="a copy of the demo"),
        pytest.param("form:1", "Kim", "Copy of River crossing", True, id="a copy of a copy"),
        pytest.param("form:1", "Kim", "Copy of Copy of River crossing", True, id="a copy of that"),
        pytest.param("form:1", "astrike", "Table 7", False, id="of a phone that is called like us"),
        pytest.param(None, "Kim", "Table 7", False, id="any other table"),
    ],
)
def test_copies_of_the_demo_are_told_from_other_tables(
    path: Path, origin: str | None, author: str, name: str, is_demo: bool
) -> None:
    connection = sqlite3.connect(path)
    connection.executescript((DUMPS[0].parent / "v5.sql").read_text())
    text = json_to_text(document(name=name))
    moment = time_to_text(NOW)
    connection.execute(
        "INSERT INTO tables (id, origin, version, step, created, updated, document)"
        " VALUES (9, ?, 1, 0, ?, ?, ?)",
        (origin, moment, moment, text),
    )
    connection.execute(
        "INSERT INTO changes VALUES (9, 1, 'create', ?, NULL, ?, '{}', '[]', '[]')", (author, moment)
    )
    connection.commit()
    connection.close()
    with connect(path) as db:
        assert db.execute("SELECT is_demo FROM tables WHERE id = 9").fetchall() == [(int(is_demo),)]
