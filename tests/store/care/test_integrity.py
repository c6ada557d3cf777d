"""Whatever is wrong in a database is found and named, nothing is changed, and a sound one has no finding."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from astrike.cli.database_care import ask_check
from astrike.errors import StorageError
from astrike.model.dice import DiceRoll
from astrike.model.document_change import ChangeLabel
from astrike.store.care.backups import back_up
from astrike.store.care.integrity import IntegrityReport
from astrike.store.care.row_checks import Flaw
from astrike.store.database.connection import Database, connect
from astrike.store.rulings.rulings import decide, save_ruling
from astrike.store.table.codes import Right, installation_code, reissue_code
from astrike.store.table.drafts import keep_draft
from astrike.store.table.rolls import keep_roll
from astrike.store.table.seats import Seat, take_seat
from astrike.store.table.tables import Allowance, count_made, create_table
from astrike.store.terrain.library import save
from tests.builders import box, document, hill, mech
from tests.store.builders import NOW, change, set_heat, undone
from tests.store.database.test_connection import newer_database, other_database, text_file
from tests.store.rulings.test_rulings import record


def hill_table(name: str) -> dict[str, object]:
    return dict(document(mech("A", at=(7, 7)), hill("h", box(12, 4, 15, 10), height=1), name=name))


@pytest.fixture
def full(path: Path) -> Path:
    """A database with something of every kind but events: table 1 at version 4 with two steps."""
    with connect(path) as db:
        for number in (1, 2):
            create_table(db, document=hill_table("x"), now=NOW, author="Kim", name=f"Table {number}")
        fill(db)
    return path


def fill(db: Database) -> None:
    """Keep something of every kind beside two tables that are there."""
    table = change(db, first_table(db), set_heat(1))
    undone(db, change(db, table, set_heat(2)))
    dice = (DiceRoll("attack", "Attack", 2, 6, 8, typed=False),)
    keep_roll(db, 1, label=ChangeLabel("roll.attack", {}), dice=dice, author="Kim", client_id="r-1", now=NOW)
    piece = {"edition": "ce-5.01", "features": hill_table("x")["features"][1:]}  # type: ignore[index]  # a list
    save(db, owner=1, kind="piece", name="Hill", document=piece, author="Kim", client_id="s-1", now=NOW)
    save(
        db,
        owner=None,
        kind="layout",
        name="Ford",
        document=hill_table("Ford"),
        author="Kim",
        client_id="s-2",
        now=NOW,
    )
    db.execute(
        "INSERT INTO cards (mul, name, source, updated, card) VALUES (1, 'Alder', 'x', ?, '{}')",
        (NOW.isoformat(),),
    )
    db.execute("INSERT INTO card_names VALUES (0, 'alder', 1)")
    take_seat(db, 1, "0123456789abcdef0123456789abcdef", Seat(("red",)))
    installation_code(db)
    reissue_code(db, 2, Right.VIEW)
    keep_draft(db, kind="roster", name="list.txt", data=b"x", now=NOW, answers="{}")
    count_made(db, Allowance("10.0.0.7", each=9, in_all=9), now=NOW)
    db.execute("INSERT INTO round_starts VALUES (1, 1, 2)")
    kept = save_ruling(
        db,
        record(),
        table_id=1,
        table_name="Table 1",
        author="Kim",
        client_id="s-3",
        now=NOW,
        is_called=True,
    )
    decide(db, kept.line.id, "Sees", "Robin", NOW)


def first_table(db: Database):  # type: ignore[no-untyped-def]  # what the store gives
    from astrike.store.table.tables import load_table

    return load_table(db, 1)


def check(path: Path) -> IntegrityReport:
    return ask_check(str(path))


def spoilt(path: Path, *statements: str) -> list[tuple[str, str]]:
    """Change rows behind our back, and give where the findings are."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for each in statements:
            connection.execute(each)
    return [(each.table, each.row) for each in check(path).flaws]


def test_a_sound_database_has_no_finding_and_stays_as_it_is(full: Path) -> None:
    before = full.read_bytes()
    found = check(full)
    assert found.flaws == ()
    assert found.is_current
    assert {found.rows[key] for key in ("tables", "library")} == {2}
    assert full.read_bytes() == before


def test_a_database_in_use_is_checked(full: Path) -> None:
    with connect(full) as db:
        change(db, first_table(db), set_heat(3))
        assert check(full).is_sound


SPOILT = [
    pytest.param(["UPDATE tables SET document = '{' WHERE id = 1"], [("tables", "1")], id="no JSON"),
    pytest.param(
        ["UPDATE tables SET document = json_set(document, '$.astrike.width', 3) WHERE id = 2"],
        [("tables", "2")],
        id="a table that no page can show",
    ),
    pytest.param(["UPDATE tables SET updated = 'yesterday' WHERE id = 2"], [("tables", "2")], id="no moment"),
    pytest.param(
        ["DELETE FROM codes WHERE table_id = 2 AND right = 'play'"], [("codes", "2")], id="a code less"
    ),
    pytest.param(
        ["UPDATE codes SET code = 'U' WHERE table_id = 2 AND right = 'play'"],
        [("codes", "2")],
        id="a code that nobody can type",
    ),
    pytest.param(
        ["DELETE FROM changes WHERE table_id = 1 AND version = 2"],
        [("steps", ""), ("changes", "1, version 2"), ("steps", "1, step 1")],
        id="a change less",
    ),
    pytest.param(
        ["DELETE FROM changes WHERE table_id = 2"], [("changes", "2, version 1")], id="no change at all"
    ),
    pytest.param(
        ["UPDATE tables SET version = 9 WHERE id = 2"],
        [("changes", "2, versions 2 to 9")],
        id="a version too high",
    ),
    pytest.param(
        ["UPDATE tables SET version = 3 WHERE id = 1"], [("changes", "1, version 4")], id="a version too low"
    ),
    pytest.param(
        [
            'UPDATE changes SET inverse = \'[{"op":"remove-feature","feature":"nobody"}]\''
            " WHERE table_id = 1 AND version = 3"
        ],
        [("changes", "1, version 3")],
        id="a change that leads nowhere",
    ),
    pytest.param(
        ["UPDATE changes SET operations = '[1]' WHERE table_id = 1 AND version = 2"],
        [("changes", "1, version 2")],
        id="a change that nobody can read",
    ),
    pytest.param(
        ["UPDATE changes SET play = '{\"play\":1}' WHERE table_id = 1 AND version = 2"],
        [("changes", "1, version 2")],
        id="a move that nobody can read",
    ),
    pytest.param(
        ["UPDATE changes SET play = '{\"play\":2}' WHERE table_id = 1 AND version = 1"],
        [("changes", "1, version 1")],
        id="a move that made the table",
    ),
    pytest.param(["DELETE FROM steps WHERE step = 1"], [("steps", "1, step 1")], id="a step less"),
    pytest.param(["UPDATE seats SET sides = '[1]'"], [("seats", "1, 01234567")], id="a side that is no text"),
    pytest.param(["UPDATE rolls SET dice = '[[1]]'"], [("rolls", "1, roll 1")], id="dice that say nothing"),
    pytest.param(
        ["UPDATE library SET document = '{}' WHERE kind = 'layout'"], [("library", "2")], id="an empty layout"
    ),
    pytest.param(
        ["UPDATE library SET document = '[]' WHERE kind = 'piece'"], [("library", "1")], id="an empty piece"
    ),
    pytest.param(["UPDATE cards SET card = '7'"], [("cards", "1")], id="no card"),
    pytest.param(["DELETE FROM card_names"], [("cards", "1")], id="a card without a name"),
    pytest.param(
        ["UPDATE tables SET deleted = 'soon' WHERE id = 2"], [("tables", "2")], id="deleted at no moment"
    ),
    pytest.param(
        ["UPDATE tables SET locked = '2026-11-27' WHERE id = 2"],
        [("tables", "2")],
        id="a time without a zone",
    ),
    pytest.param(
        ["UPDATE library SET deleted = 'x' WHERE id = 1"], [("library", "1")], id="no moment of deletion"
    ),
    pytest.param(["UPDATE cards SET updated = 'x'"], [("cards", "1")], id="a card of no moment"),
    pytest.param(["UPDATE card_names SET owner = 2"], [("card_names", "1")], id="a name of another owner"),
    pytest.param(
        ["UPDATE round_starts SET version = 9"], [("round_starts", "1, round 1")], id="a round of later"
    ),
    pytest.param(
        ["UPDATE round_starts SET round = 0"], [("round_starts", "1, round 0")], id="a round before the first"
    ),
    pytest.param(
        ["UPDATE installation SET code = 'U'"], [("installation", "")], id="no code of the installation"
    ),
    pytest.param(["UPDATE void_codes SET code = 'U'"], [("void_codes", "1")], id="a void code that was none"),
    pytest.param(["UPDATE drafts SET created = 'x'"], [("drafts", "1")], id="a draft of no moment"),
    pytest.param(["UPDATE drafts SET answers = '7'"], [("drafts", "1")], id="answers that say nothing"),
    pytest.param(["UPDATE made_tables SET day = 'x'"], [("made_tables", "10.0.0.7")], id="no day"),
    pytest.param(
        ["UPDATE made_tables SET count = 0"], [("made_tables", "10.0.0.7")], id="a count of nothing"
    ),
    pytest.param(
        ["DELETE FROM tables WHERE id = 2"],
        [("changes", ""), ("codes", "")],
        id="rows of a table that is gone",
    ),
    pytest.param(
        ["UPDATE rulings SET called = 'x'"], [("rulings", "r-0001 of table 1")], id="called at no moment"
    ),
    pytest.param(
        ["UPDATE rulings SET revoked = 'x'"], [("rulings", "r-0001 of table 1")], id="withdrawn at no moment"
    ),
    pytest.param(
        ["UPDATE rulings SET decision = '[]'"], [("rulings", "r-0001 of table 1")], id="no decision"
    ),
    pytest.param(
        ["UPDATE rulings SET document = '{}'"], [("rulings", "r-0001 of table 1")], id="an empty ruling"
    ),
]
"""What is done to a sound database, and where that is found."""
NOT_LOOKED_AT = {
    "_sqlite_migrations": "it is read first of all: it tells whether a file is ours, and of which version",
    "sqlite_sequence": "SQLite's own, part of what it checks itself",
}
OF_EVENTS = {
    "event_changes",
    "event_codes",
    "event_layouts",
    "event_tables",
    "events",
    "judge_calls",
    "removed_layouts",
}
"""Looked at where there are events."""


@pytest.mark.parametrize(("statements", "where"), SPOILT)
def test_what_is_wrong_is_named_with_its_table_and_row(
    full: Path, statements: list[str], where: list[tuple[str, str]]
) -> None:
    assert_is_named(full, statements, where)


def assert_is_named(full: Path, statements: list[str], where: list[tuple[str, str]]) -> None:
    found = spoilt(full, *statements)
    for table, row in where:
        assert any(each == table and name.startswith(row) for each, name in found), found
    # Nothing is blamed that is not concerned.
    assert {table for table, _row in found} == {table for table, _row in where}


def test_every_table_of_the_schema_is_looked_at(full: Path) -> None:
    with connect(full) as db:
        tables = set(db.table_names())
    found = {table for case in SPOILT for table, _row in case.values[1]}
    assert NOT_LOOKED_AT.keys() <= tables
    assert found == tables - NOT_LOOKED_AT.keys() - OF_EVENTS


def test_every_finding_is_listed_at_once(full: Path) -> None:
    found = spoilt(
        full,
        "UPDATE tables SET document = '{'",
        "UPDATE library SET document = '{}'",
    )
    assert found == [("tables", "1"), ("tables", "2"), ("library", "1"), ("library", "2")]


def test_no_finding_tells_a_code(full: Path) -> None:
    assert_tells_no_code(full, "SELECT code FROM codes", count=6)


def assert_tells_no_code(full: Path, query: str, *, count: int) -> None:
    with connect(full) as db:
        codes = [code for (code,) in db.execute(query).fetchall()]
    spoilt(
        full,
        "DELETE FROM codes WHERE right = 'view'",
        "UPDATE codes SET code = code || 'U' WHERE right = 'play'",
    )
    reported = json.dumps([(each.table, each.row, each.found) for each in check(full).flaws])
    assert len(codes) == count
    assert not [code for code in codes if code in reported]


def test_pages_that_a_disk_has_lost_are_found(full: Path) -> None:
    with connect(full) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [(page,)] = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'changes'").fetchall()
    data = bytearray(full.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = bytes(4096)
    full.write_bytes(data)
    found = check(full).flaws
    assert found[0].table == "the file"
    assert not any("…" in each.found[:-1] for each in found)


def test_a_file_that_was_cut_off_is_a_finding(full: Path) -> None:
    with connect(full) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    full.write_bytes(full.read_bytes()[:5000])
    assert check(full).flaws == (Flaw("the file", "", "database disk image is malformed"),)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(other_database, "another program", id="another program's database"),
        pytest.param(newer_database, "newer astrike", id="a newer schema"),
        pytest.param(text_file, "not a database", id="a text file"),
        pytest.param(Path.touch, "is empty", id="an empty file"),
        pytest.param(Path.mkdir, "a folder", id="a folder"),
        pytest.param(lambda path: None, "no such file", id="nothing"),
    ],
)
def test_what_is_no_database_of_ours_is_a_wrong_question(
    path: Path, make: Callable[[Path], None], message: str
) -> None:
    make(path)
    left = sorted(path.parent.rglob("*"))
    with pytest.raises(StorageError, match=message):
        check(path)
    assert sorted(path.parent.rglob("*")) == left


def test_a_backup_is_checked_without_a_trace(full: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    copy = back_up(full, folder / "copy.db").place
    assert check(copy).is_sound
    assert list(folder.iterdir()) == [copy]


@pytest.mark.parametrize(
    "dump",
    sorted((Path(__file__).parent.parent / "database" / "schemas").glob("*.sql")),
    ids=lambda each: each.stem,
)
def test_an_older_database_is_checked_as_it_is(path: Path, dump: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text())
    before = path.read_bytes()
    found = check(path)
    # The dumps hold an event and a piece that say too little to be shown.
    assert {each.table for each in found.flaws} <= {"library", "events"}
    assert found.is_current == (dump.stem == newest_dump())
    assert path.read_bytes() == before


def newest_dump() -> str:
    names = (each.stem for each in (Path(__file__).parent.parent / "database" / "schemas").glob("*.sql"))
    return max(names, key=lambda name: int(name[1:]))
