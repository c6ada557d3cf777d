"""Connections that wait for the next request are used again for the same file only, and are closed soon."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from astrike.errors import StorageError
from astrike.store.care.backups import back_up, restore
from astrike.store.database.connection import Database, connect, reading
from astrike.store.database.kept_connections import KeptConnections, wanting_alone

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def kept_of(path: Path, *, seconds: float = 600.0) -> KeptConnections:
    with closing(connect(path)) as db:
        return KeptConnections(path, identity=db.identity, seconds=seconds)


@pytest.fixture(autouse=True)
def _made(path: Path) -> None:
    connect(path).close()


@pytest.fixture
def kept(path: Path) -> Iterator[KeptConnections]:
    with closing(kept_of(path)) as found:
        yield found


def is_open(db: Database) -> bool:
    try:
        db.execute("SELECT 1")
    except sqlite3.ProgrammingError:  # it is closed
        return False
    return True


def until(said: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not said():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_next_request_gets_the_same_connection_in_whichever_thread(kept: KeptConnections) -> None:
    first = kept.take()
    kept.give_back(first)
    found: list[Database] = []
    thread = threading.Thread(target=lambda: found.append(kept.take()))
    thread.start()
    thread.join()
    assert found == [first]
    assert is_open(first)


def test_no_two_requests_share_a_connection(kept: KeptConnections) -> None:
    one, two = kept.take(), kept.take()
    assert one is not two
    kept.give_back(one)
    kept.give_back(two)
    assert kept.take() is two
    assert kept.take() is one


def test_a_connection_that_waits_sees_what_others_write(kept: KeptConnections, path: Path) -> None:
    first = kept.take()
    with reading(first):
        assert first.execute("SELECT count(*) FROM made_tables").fetchone() == (0,)
    kept.give_back(first)
    with closing(connect(path)) as other:
        other.execute("INSERT INTO made_tables (day, address, count) VALUES ('2026-11-30', 'x', 1)")
    assert kept.take().execute("SELECT count(*) FROM made_tables").fetchone() == (1,)


def test_an_unfinished_transaction_is_never_handed_on(kept: KeptConnections) -> None:
    first = kept.take()
    first.execute("BEGIN")
    kept.give_back(first)
    assert not is_open(first)
    assert len(kept) == 0


def test_who_is_not_used_is_closed(path: Path) -> None:
    kept = kept_of(path, seconds=0.05)
    first = kept.take()
    kept.give_back(first)
    until(lambda: len(kept) == 0)
    until(lambda: not path.with_name("astrike.db-wal").exists())


def test_without_time_to_wait_each_ends_with_its_request(path: Path) -> None:
    kept = kept_of(path, seconds=0)
    first = kept.take()
    kept.give_back(first)
    assert not is_open(first)


def remove(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def exchange(path: Path) -> None:
    other = path.with_name("other.db")
    connect(other).close()
    other.replace(path)


@pytest.mark.parametrize("spoil", [remove, empty, exchange])
def test_a_file_that_is_not_the_same_is_noticed_at_once(
    kept: KeptConnections, path: Path, spoil: Callable[[Path], None]
) -> None:
    first = kept.take()
    kept.give_back(first)
    spoil(path)
    for _ in range(2):
        with pytest.raises(StorageError):
            kept.take()
    assert not is_open(first)


def test_a_copy_in_the_place_of_the_file_is_opened(kept: KeptConnections, path: Path, tmp_path: Path) -> None:
    copy = back_up(path, tmp_path / "copy.db").place
    first = kept.take()
    kept.give_back(first)
    copy.replace(path)
    assert kept.take() is not first
    assert not is_open(first)


def test_a_busy_server_lets_a_backup_come_back(path: Path, tmp_path: Path) -> None:
    """Also when there is always another request."""
    copy = back_up(path, tmp_path / "copy.db").place
    kept, done = kept_of(path), threading.Event()

    def ask() -> None:
        while not done.is_set():
            db = kept.take()
            db.execute("SELECT count(*) FROM tables").fetchone()
            kept.give_back(db)
            time.sleep(0.002)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        until(lambda: len(kept) == 1)
        assert restore(copy, path, now=NOW, replace=True).is_picked_up
        until(lambda: len(kept) == 1)
    finally:
        done.set()
        thread.join()
        kept.close()


def test_while_somebody_wants_the_file_alone_nothing_waits(kept: KeptConnections, path: Path) -> None:
    one, two = kept.take(), kept.take()
    kept.give_back(one)
    with wanting_alone(path):
        kept.give_back(two)
        assert not is_open(two)
        three = kept.take()
        assert three is not one
        assert not is_open(one)
        kept.give_back(three)
        assert len(kept) == 0
    kept.give_back(kept.take())
    assert len(kept) == 1
