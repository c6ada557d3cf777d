"""A file is ours and up to date, or it is refused and left as it is."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from astrike.errors import StorageError
from astrike.store.database.connection import Database, connect, connect_existing, reading, writing
from astrike.store.database.migrations import KNOWN, MIGRATIONS
from astrike.store.table.codes import lookup
from astrike.store.table.tables import create_table, load_table
from tests.store.builders import NOW, change, document, new_table, set_heat


def pragma(db: Database, name: str) -> object:
    return db.execute(f"PRAGMA {name}").fetchone()[0]


def test_what_was_acknowledged_survives_a_power_cut_by_these_settings(db: Database) -> None:
    assert pragma(db, "journal_mode") == "wal"
    assert pragma(db, "synchronous") == 2
    assert pragma(db, "foreign_keys") == 1
    assert pragma(db, "busy_timeout") == 30_000
    assert all(table.strict for table in db.tables if not table.name.startswith(("sqlite_", "_")))


def test_the_known_migrations_are_those_that_are_applied(db: Database) -> None:
    assert {migration.name for migration in MIGRATIONS.applied(db)} == KNOWN
    assert MIGRATIONS.pending(db) == []


def test_opening_again_finds_what_was_written(path: Path) -> None:
    with connect(path) as db:
        table = new_table(db)
    with connect(path) as db:
        assert load_table(db, table.id) == table


def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    with connect(path) as db:
        assert new_table(db).version == 1


def other_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (title TEXT)")
    connection.commit()
    connection.close()


def other_program_of_sqlite_utils(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE _sqlite_migrations (id, migration_set, name, applied_at)")
    connection.execute("INSERT INTO _sqlite_migrations VALUES (1, 'recipes', 'v1', 'today')")
    connection.commit()
    connection.close()


def only_a_view(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE VIEW tables AS SELECT 1")
    connection.commit()
    connection.close()


def migrations_with_other_columns(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE _sqlite_migrations (step)")
    connection.commit()
    connection.close()


def our_migrations_and_nothing_else(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE _sqlite_migrations (id, migration_set, name, applied_at)")
    connection.execute("INSERT INTO _sqlite_migrations VALUES (1, 'astrike', 'v1_tables', 'today')")
    connection.commit()
    connection.close()


def newer_database(path: Path) -> None:
    connect(path).close()
    connection = sqlite3.connect(path)
    connection.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('astrike', 'v999', 'later')"
    )
    connection.commit()
    connection.close()


def text_file(path: Path) -> None:
    path.write_text("Dear diary, this is not a database. " * 40)


def short_text_file(path: Path) -> None:
    path.write_text("notes")


def cut_database(path: Path) -> None:
    connect(path).close()
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(other_database, "another program", id="another program's database"),
        pytest.param(other_program_of_sqlite_utils, "another program", id="another program with migrations"),
        pytest.param(only_a_view, "another program", id="a database with nothing but a view"),
        pytest.param(migrations_with_other_columns, "another program", id="migrations of another shape"),
        pytest.param(our_migrations_and_nothing_else, "another program", id="our migrations without tables"),
        pytest.param(newer_database, "newer astrike", id="a newer schema"),
        pytest.param(text_file, "not a database of ours", id="a text file"),
        pytest.param(short_text_file, "not a database of ours", id="a short text file"),
        pytest.param(cut_database, "damaged", id="a file that was cut off"),
    ],
)
def test_a_file_that_is_not_ours_is_refused_and_left_as_it_is(
    path: Path, make: Callable[[Path], None], message: str
) -> None:
    make(path)
    before = path.read_bytes()
    with pytest.raises(StorageError, match=message):
        connect(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="check that its folder exists"):
        connect(tmp_path / "nowhere" / "astrike.db")
    assert list(tmp_path.iterdir()) == []


def test_links_that_lead_in_a_circle_are_no_database(path: Path) -> None:
    path.symlink_to(path)
    with pytest.raises(StorageError, match="cannot be opened"):
        connect(path)


def test_a_folder_that_was_deleted_under_the_program_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(StorageError, match="cannot be opened"):
        connect(Path("astrike.db"))


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be opened"):
        connect(tmp_path)


def test_a_full_disk_is_told_and_loses_nothing(db: Database) -> None:
    table = new_table(db)
    db.execute(f"PRAGMA max_page_count = {pragma(db, 'page_count')}")
    with pytest.raises(StorageError, match="disk is full; nothing was written"):
        create_table(db, document=document() | {"note": "x" * 1_000_000}, now=NOW, author="A")
    assert load_table(db, table.id) == table
    db.execute("PRAGMA max_page_count = 1000000")
    assert change(db, table, set_heat(1)).version == 2


def test_a_file_that_may_only_be_read_is_told(db: Database) -> None:
    table = new_table(db)
    db.execute("PRAGMA query_only = ON")
    with pytest.raises(StorageError, match="may only be read; nothing was written"):
        change(db, table, set_heat(1))
    assert load_table(db, table.id) == table


def test_a_write_that_another_program_blocks_is_told(path: Path, db: Database) -> None:
    table = new_table(db)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    db.execute("PRAGMA busy_timeout = 1")
    with pytest.raises(StorageError, match="busy; nothing was written"):
        change(db, table, set_heat(1))
    other.execute("ROLLBACK")
    other.close()
    assert change(db, table, set_heat(1)).version == 2


def test_errors_for_players_do_not_tell_where_the_file_lies(path: Path, db: Database) -> None:
    db.execute("PRAGMA query_only = ON")
    with pytest.raises(StorageError) as caught:
        new_table(db)
    assert str(path.parent) not in caught.value.message


def test_a_mistake_in_our_own_sql_is_not_dressed_up(db: Database) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"), reading(db):
        db.execute("SELECT * FROM nonsense")


def write_and_fail(db: Database) -> None:
    with writing(db):
        new_table(db)
        _ = 1 // 0


def test_a_write_that_fails_leaves_nothing(db: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        write_and_fail(db)
    assert db.table("tables").count == 0
    assert db.table("changes").count == 0


def test_a_write_inside_a_write_is_a_part_of_it(db: Database) -> None:
    with writing(db):
        kept = new_table(db)
        with pytest.raises(ZeroDivisionError):
            write_and_fail(db)
    assert db.table("tables").count == 1
    assert load_table(db, kept.id) == kept


def test_look_ups_inside_a_reading_see_one_moment(path: Path, db: Database) -> None:
    table = new_table(db)
    with connect(path) as other:
        with reading(db):
            before = load_table(db, table.id)
            change(other, table, set_heat(3))
            assert load_table(db, table.id) == before
        assert load_table(db, table.id).version == 2


def test_many_threads_may_open_a_new_file_at_once(path: Path) -> None:
    def make(_: int) -> str:
        with connect(path) as db:
            return new_table(db).codes.view

    with ThreadPoolExecutor(8) as pool:
        codes = list(pool.map(make, range(16)))
    with connect(path) as db:
        assert {lookup(db, code).table_id for code in codes} == set(range(1, 17))


def test_many_processes_may_open_a_new_file_at_once(path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "import sys; from pathlib import Path; from astrike.store.database.connection import connect;"
        " print(flush=True); sys.stdin.readline(); connect(Path(sys.argv[1])).close()",
        str(path),
    ]
    processes = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(4)]
    for process in processes:
        assert process.stdout
        assert process.stdout.read(1) == b"\n"  # it is ready
        process.stdout.close()
    for process in processes:
        assert process.stdin
        process.stdin.write(b"go\n")
        process.stdin.close()
    assert [process.wait(timeout=60) for process in processes] == [0, 0, 0, 0]
    with connect(path) as db:
        assert MIGRATIONS.pending(db) == []


def test_a_file_that_another_program_reads_is_opened_without_waiting(path: Path) -> None:
    connect(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA journal_mode = delete")
    other.execute("BEGIN")
    other.execute("SELECT * FROM tables").fetchall()
    with connect(path) as db:
        assert pragma(db, "journal_mode") == "delete"
        assert pragma(db, "busy_timeout") == 30_000
    other.execute("COMMIT")
    other.close()
    with connect(path) as db:
        assert pragma(db, "journal_mode") == "wal"


def test_a_connection_that_could_not_be_prepared_is_closed(path: Path) -> None:
    text_file(path)
    for _ in range(3):
        with pytest.raises(StorageError):
            connect(path)
    path.unlink()
    with connect(path) as db:
        assert new_table(db).version == 1


# ---- a database that is there


def test_a_file_that_is_not_there_is_not_made(path: Path) -> None:
    with pytest.raises(StorageError, match=r"not there any more.*astrike restore"):
        connect_existing(path)
    assert list(path.parent.iterdir()) == []


def test_an_emptied_file_is_told_and_stays_empty(path: Path) -> None:
    path.touch()
    with pytest.raises(StorageError, match="not there any more"):
        connect_existing(path)
    assert path.read_bytes() == b""


def test_every_database_has_a_number_of_its_own_that_stays(path: Path, tmp_path: Path) -> None:
    with connect(path) as db, connect(tmp_path / "other.db") as other:
        identity = db.identity
        assert 0 < identity < 2**31
        assert identity != other.identity
    with connect(path) as db:
        assert db.identity == identity
    with connect_existing(path, identity=identity) as db:
        assert new_table(db).version == 1


def test_another_database_in_the_place_of_one_is_told(path: Path) -> None:
    with connect(path) as db:
        identity = db.identity
    path.unlink()
    connect(path).close()
    with pytest.raises(StorageError, match="Another database"):
        connect_existing(path, identity=identity)


def test_a_name_with_signs_that_addresses_use_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "50% of? it#1.db"
    connect(path).close()
    connect_existing(path).close()
    assert path.exists()


def test_messages_for_players_say_no_path(path: Path, tmp_path: Path) -> None:
    for make in (other_database, newer_database, text_file, cut_database):
        each = tmp_path / f"{make.__name__}.db"
        make(each)
        for opened in (connect, connect_existing):
            with pytest.raises(StorageError) as caught:
                opened(each)
            assert str(tmp_path) not in caught.value.message
            assert each.name not in caught.value.message
            assert caught.value.path == each
