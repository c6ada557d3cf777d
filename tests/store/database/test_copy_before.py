"""Before a database of an older astrike is brought up to date, what it was is kept in a copy."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from astrike.errors import StorageError
from astrike.store.database.connection import connect
from astrike.store.database.copies import claim_name, let_go
from astrike.store.database.migrations import KNOWN, MIGRATIONS, NEWEST
from tests.store.builders import NOW

DUMPS = sorted((Path(__file__).parent / "schemas").glob("*.sql"), key=lambda dump: int(dump.stem[1:]))


@pytest.fixture(params=DUMPS[:-1], ids=lambda dump: dump.stem)
def older_file(request: pytest.FixtureRequest, path: Path) -> Path:
    return write_dump(request.param, path)


def write_dump(dump: Path, path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text())
    return path


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def copies(path: Path) -> list[Path]:
    return sorted(each for each in path.parent.iterdir() if ".before-" in each.name)


def test_an_old_database_is_copied_first(older_file: Path) -> None:
    before = content(older_file)
    with connect(older_file) as db:
        assert MIGRATIONS.pending(db) == []
        assert db.copy is not None
        assert db.copy.name.startswith(f"astrike.db.before-{NEWEST.partition('_')[0]}-")
    assert copies(older_file) == [db.copy]
    assert content(db.copy) == before
    with connect(older_file) as again:
        assert again.copy is None
    assert copies(older_file) == [db.copy]


def test_what_lay_in_the_log_is_in_the_copy(path: Path, tmp_path: Path) -> None:
    write_dump(DUMPS[0], path)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = wal")
        writer.execute("UPDATE tables SET updated = 'now'")
        with connect(path) as db:
            assert db.copy is not None
            assert "'now'" in "".join(content(db.copy))


@pytest.mark.parametrize("is_empty", [False, True], ids=["a new file", "an empty file"])
def test_a_new_database_needs_no_copy(path: Path, is_empty: bool) -> None:
    if is_empty:
        path.touch()
    with connect(path) as db:
        assert db.copy is None
    assert copies(path) == []


def test_several_processes_make_one_copy(path: Path) -> None:
    write_dump(DUMPS[0], path)
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
    assert len(copies(path)) == 1
    with connect(path) as db:
        assert {migration.name for migration in MIGRATIONS.applied(db)} == KNOWN


_LIMITED = """
import resource, signal, sys
from pathlib import Path
from astrike.errors import StorageError
from astrike.store.database.copies import claim_name, let_go
from astrike.store.database.connection import connect
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
try:
    connect(Path(sys.argv[1]))
except StorageError as error:
    print(error.message)
"""


def test_without_room_for_the_copy_nothing_is_changed(path: Path) -> None:
    write_dump(DUMPS[-2], path)
    before = path.read_bytes()
    assert len(before) > 40_000
    command = [sys.executable, "-c", _LIMITED, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "could not be copied, so it was not brought up to date" in done.stdout
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_damaged_old_database_is_not_brought_up_to_date(path: Path) -> None:
    write_dump(DUMPS[-2], path)
    with closing(sqlite3.connect(path, isolation_level=None)) as spoiler:
        spoiler.execute("PRAGMA foreign_keys = OFF")
        spoiler.execute("DELETE FROM tables WHERE id = 1")
    before = content(path)
    with pytest.raises(StorageError, match=r"not brought up to date.*astrike check-db"):
        connect(path)
    assert content(path) == before
    assert copies(path) == []


def test_a_database_that_cannot_be_brought_up_to_date_fills_no_disk(path: Path) -> None:
    write_dump(DUMPS[-2], path)
    with closing(sqlite3.connect(path, isolation_level=None)) as spoiler:
        spoiler.execute("ALTER TABLE changes ADD COLUMN play TEXT")  # what the newest migration makes
    before = content(path)
    for _start in range(3):
        with pytest.raises(sqlite3.OperationalError, match="duplicate column"):
            connect(path)
        assert copies(path) == []
        assert content(path) == before


def test_names_that_are_claimed_in_the_same_second_differ(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        claims = [pool.submit(claim_name, tmp_path / "astrike.db", "replaced", NOW) for _ in range(40)]
    names = {each.result() for each in claims}
    assert len(names) == 40
    kept = tmp_path / "astrike.db.replaced-20261127-183000"
    kept.write_text("a copy")
    for name in names:
        let_go(name)
    assert list(tmp_path.iterdir()) == [kept]
