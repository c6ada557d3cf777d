"""A backup is a whole moment of a database in use, and comes back without losing what lay in its place."""

import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from astrike.errors import StorageError
from astrike.store.care.backups import back_up, restore
from astrike.store.database.connection import Database, connect, connect_existing
from astrike.store.database.copies import rows_of
from astrike.store.table.tables import StoredTable, load_table
from tests.store.builders import NOW, change, heat_of, new_table, set_heat
from tests.store.database.test_concurrency import assert_sound, start_writer
from tests.store.database.test_connection import newer_database, other_database, text_file
from tests.store.database.writer import add_one


@contextmanager
def threads_that_write(path: Path, table: StoredTable, *, count: int = 4) -> Iterator[list[int]]:
    """Let threads change a table until the block ends; the list has every version that was acknowledged."""
    acknowledged: list[int] = []
    is_over = threading.Event()

    def write(_: int) -> None:
        with connect(path) as own:
            newest = load_table(own, table.id)
            while not is_over.is_set():
                newest = add_one(own, newest)
                acknowledged.append(newest.version)

    with ThreadPoolExecutor(count) as pool:
        writers = [pool.submit(write, number) for number in range(count)]
        try:
            while len(acknowledged) < count:
                assert not any(each.done() for each in writers)
            yield acknowledged
        finally:
            is_over.set()
        for each in writers:
            each.result()


def beside(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir())


# ---- backup


def test_a_backup_while_others_write_is_one_moment_of_all_tables(path: Path, tmp_path: Path) -> None:
    with connect(path) as db:
        table = new_table(db)
        for _ in range(120):
            new_table(
                db, *(f"unit-{number}" for number in range(40))
            )  # so that copying takes several portions
    with threads_that_write(path, table) as acknowledged:
        for number in range(3):
            before = max(acknowledged)
            made = back_up(path, tmp_path / f"copy-{number}.db")
            after = max(acknowledged) + 4  # each writer may be one ahead of what it told
            with connect(made.place) as copy:
                version = assert_sound(copy, table.id).version
                assert before <= version <= after
                assert {**rows_of(copy.conn)} == made.rows
                assert made.rows["changes"] == version + 120
    with connect(path) as db:
        assert assert_sound(db, table.id).version == max(acknowledged)


def test_a_backup_is_one_file_that_needs_nothing_beside_it(path: Path, db: Database, tmp_path: Path) -> None:
    table = change(db, new_table(db), set_heat(2))  # lies in the log beside the database
    folder = tmp_path / "stick"
    folder.mkdir()
    made = back_up(path, folder / "copy.db")
    assert beside(made.place) == ["copy.db"]
    assert made.place.read_bytes()[18:20] == b"\x01\x01"  # the header says: no log
    with closing(sqlite3.connect(f"{made.place.as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
        assert copy.execute("SELECT version FROM tables").fetchall() == [(table.version,)]
    with connect(made.place) as copied:
        assert copied.identity == db.identity
        assert load_table(copied, table.id) == table


def test_a_backup_replaces_another_only_on_demand(path: Path, db: Database, tmp_path: Path) -> None:
    place = tmp_path / "copy.db"
    back_up(path, place)
    first = place.read_bytes()
    table = new_table(db)
    with pytest.raises(StorageError, match="--replace"):
        back_up(path, place)
    assert place.read_bytes() == first
    back_up(path, place, replace=True)
    with connect(place) as copy:
        assert load_table(copy, table.id) == table


def test_a_backup_cannot_be_the_database_itself(path: Path, db: Database, tmp_path: Path) -> None:
    table = new_table(db)
    link = tmp_path / "link.db"
    link.symlink_to(path)
    for place in (path, link, tmp_path / "." / path.name):
        with pytest.raises(StorageError, match="the database itself"):
            back_up(path, place, replace=True)
    assert load_table(db, table.id) == table


@pytest.mark.parametrize(
    ("place", "message"),
    [("nowhere/copy.db", "no such folder"), (".", "a folder"), ("x" * 300, "too long")],
)
def test_a_place_that_cannot_be_written_is_told(
    path: Path, db: Database, tmp_path: Path, place: str, message: str
) -> None:
    before = beside(path)
    with pytest.raises(StorageError, match=message):
        back_up(path, tmp_path / place)
    assert beside(path) == before


def test_a_name_whose_log_lies_there_is_refused(path: Path, db: Database, tmp_path: Path) -> None:
    place = tmp_path / "copy.db"
    (tmp_path / "copy.db-wal").write_bytes(b"left by another database")
    with pytest.raises(StorageError, match=r"copy\.db-wal lies beside it"):
        back_up(path, place)
    assert not place.exists()


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
def test_what_is_no_database_of_ours_is_neither_backed_up_nor_restored(
    path: Path, tmp_path: Path, make: "type[Path]", message: str
) -> None:
    make(path)  # type: ignore[unused-ignore]  # each takes the path
    before = beside(path)
    with pytest.raises(StorageError, match=message):
        back_up(path, tmp_path / "copy.db")
    with pytest.raises(StorageError, match=message):
        restore(path, tmp_path / "other.db", now=NOW)
    assert beside(path) == before


def test_a_damaged_database_gives_no_backup(path: Path, tmp_path: Path) -> None:
    with connect(path) as db:
        new_table(db)
        db.execute("PRAGMA writable_schema = ON")
        db.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, 'kind TEXT NOT NULL', 'kind TEXT') WHERE name = 'rolls'"
        )
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("INSERT INTO codes (code, table_id, right) VALUES ('ABCDEFGH01', 999, 'play')")
    with pytest.raises(StorageError, match="astrike check-db"):
        back_up(path, tmp_path / "copy.db")
    assert beside(path) == [path.name]


_LIMITED = """
import resource, signal, sys
from pathlib import Path
from astrike.store.care.backups import back_up
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
back_up(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_a_copy_that_finds_no_room_leaves_nothing(path: Path, db: Database, tmp_path: Path) -> None:
    new_table(db)
    before = beside(path)
    command = [sys.executable, "-c", _LIMITED, str(path), str(tmp_path / "copy.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "StorageError" in done.stderr
    assert beside(path) == before


def test_a_copy_may_be_read_by_whom_the_database_may(path: Path, db: Database, tmp_path: Path) -> None:
    path.chmod(0o640)
    assert back_up(path, tmp_path / "copy.db").place.stat().st_mode & 0o777 == 0o640


# ---- restore


@pytest.fixture
def copy(path: Path, db: Database, tmp_path: Path) -> Path:
    """A backup of a database with one table, which has been changed since."""
    table = new_table(db)
    made = back_up(path, tmp_path / "copy.db")
    change(db, table, set_heat(3))
    return made.place


def heat(path: Path) -> int:
    with connect_existing(path) as db:
        return heat_of(load_table(db, 1).document)


def test_a_backup_comes_to_a_place_where_nothing_is(copy: Path, tmp_path: Path) -> None:
    done = restore(copy, tmp_path / "new.db", now=NOW)
    assert (done.kept, heat(done.place)) == (None, 0)
    assert copy.exists()


def test_a_database_that_is_there_stays_unless_it_is_said(copy: Path, db: Database, path: Path) -> None:
    before = beside(path)
    with pytest.raises(StorageError, match="--replace"):
        restore(copy, path, now=NOW)
    assert heat(path) == 3
    assert beside(path) == before


def test_what_was_there_is_kept_with_what_lay_in_its_log(copy: Path, db: Database, path: Path) -> None:
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    db.close()
    done = restore(copy, path, now=NOW, replace=True)
    assert done.kept is not None
    assert done.kept.name == "astrike.db.replaced-20261127-183000"
    assert (heat(path), heat(done.kept)) == (0, 3)
    assert done.is_picked_up
    again = restore(done.kept, path, now=NOW, replace=True)
    assert again.kept is not None
    assert again.kept.name == "astrike.db.replaced-20261127-183000-2"
    assert (heat(path), heat(again.kept)) == (3, 0)


def test_a_crashed_server_s_log_is_part_of_what_is_kept(
    copy: Path, path: Path, db: Database, tmp_path: Path
) -> None:
    crashed = tmp_path / "crashed.db"
    for suffix in ("", "-wal"):
        crashed.with_name(f"crashed.db{suffix}").write_bytes(
            path.with_name(f"{path.name}{suffix}").read_bytes()
        )
    done = restore(copy, crashed, now=NOW, replace=True)
    assert done.kept is not None
    assert (heat(crashed), heat(done.kept)) == (0, 3)


def test_a_log_without_its_database_is_not_mixed_into_what_is_restored(
    copy: Path, path: Path, db: Database
) -> None:
    log = path.with_name(f"{path.name}-wal")
    lost = path.with_name("lost.db")
    lost.with_name("lost.db-wal").write_bytes(log.read_bytes())
    done = restore(copy, lost, now=NOW)
    assert heat(lost) == 0
    assert done.kept is not None
    assert done.kept.with_name(f"{done.kept.name}-wal").read_bytes() == log.read_bytes()


def test_a_database_in_use_is_not_replaced(copy: Path, db: Database, path: Path) -> None:
    before = beside(path)
    with pytest.raises(StorageError, match=r"in use.*Stop the server"):
        restore(copy, path, now=NOW, replace=True, patience_seconds=0.2)
    assert heat(path) == 3
    assert beside(path) == before


def test_a_database_that_another_process_writes_is_not_replaced(copy: Path, db: Database, path: Path) -> None:
    table = load_table(db, 1)
    db.close()
    process = start_writer(path, table, times=100_000)  # has the file open all the time
    assert process.stdout
    process.stdout.readline()
    with pytest.raises(StorageError, match="in use"):
        restore(copy, path, now=NOW, replace=True, patience_seconds=0.5)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert heat(path) > 3


def test_a_server_s_requests_meet_the_old_database_or_the_new_one(
    copy: Path, db: Database, path: Path
) -> None:
    db.close()
    is_over = threading.Event()

    def ask() -> int:
        number = 0
        while not is_over.is_set():
            with connect_existing(path) as own:  # like a server: one connection a request
                add_one(own, load_table(own, 1))
            number += 1
            is_over.wait(0.01)  # as phones do
        return number

    with ThreadPoolExecutor(1) as pool:
        asker = pool.submit(ask)
        try:
            kept = [restore(copy, path, now=NOW, replace=True).kept for _ in range(5)]
        finally:
            is_over.set()
        assert asker.result() > 0
    assert len(set(kept)) == 5
    for each in (path, *kept):
        assert each is not None
        with connect_existing(each) as own:
            assert own.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert own.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize(
    "content", [b"no database, but a letter " * 400, b"", b"\0" * 9000], ids=["text", "empty", "zeros"]
)
def test_what_is_no_database_any_more_is_kept_as_it_is(copy: Path, tmp_path: Path, content: bytes) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(content)
    done = restore(copy, broken, now=NOW, replace=True)
    assert done.kept is not None
    assert done.kept.read_bytes() == content
    assert heat(broken) == 0


def test_a_database_that_was_cut_off_is_replaced(
    copy: Path, path: Path, db: Database, tmp_path: Path
) -> None:
    cut = tmp_path / "cut.db"
    cut.write_bytes(copy.read_bytes()[:9000])
    done = restore(copy, cut, now=NOW, replace=True)
    assert done.kept is not None
    assert heat(cut) == 0


def test_a_server_goes_on_only_with_a_copy_of_its_own_database(
    copy: Path, db: Database, path: Path, tmp_path: Path
) -> None:
    identity = db.identity
    db.close()
    other = tmp_path / "other.db"
    with connect(other) as another:
        new_table(another)
    done = restore(other, path, now=NOW, replace=True)
    assert not done.is_picked_up
    with pytest.raises(StorageError, match="start the server again"):
        connect_existing(path, identity=identity)
    assert restore(copy, path, now=NOW, replace=True).place == path
    connect_existing(path, identity=identity).close()


def test_a_database_is_no_backup_of_itself(path: Path, db: Database) -> None:
    with pytest.raises(StorageError, match="the database itself"):
        restore(path, path, now=NOW, replace=True)


def test_pages_of_another_size_come_back_too(copy: Path, db: Database, path: Path) -> None:
    db.close()
    with closing(sqlite3.connect(copy, isolation_level=None)) as other:
        other.execute("PRAGMA page_size = 8192")
        other.execute("VACUUM")
    restore(copy, path, now=NOW, replace=True)
    assert heat(path) == 0
