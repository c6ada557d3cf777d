"""A database that is moved away, deleted, emptied or exchanged under the server is an error until it is back."""

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from astrike.store.care.backups import back_up, restore
from astrike.store.database.connection import connect, connect_existing
from astrike.web.app import create_app
from astrike.web.database import close_connections
from astrike.web.settings import EXTENSION, Settings
from tests.web.conftest import NOW, Clock, Kept, keep, own_client, small_table
from tests.web.page import parse


def delete(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def put_another(path: Path) -> None:
    path.unlink()
    connect(path).close()


def put_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def write_rubbish(path: Path) -> None:
    path.write_bytes(b"only text " * 900)


@pytest.fixture(params=[1.0, 0.0], ids=["connections wait", "connections end"])
def watched(
    app: Flask, client: FlaskClient, fresh_db: Path, clock: Clock, request: pytest.FixtureRequest
) -> Kept:
    """A table on a server that knows with which database it was started."""
    with connect(fresh_db) as db:
        app.extensions[EXTENSION] = Settings(
            db_path=fresh_db, database=db.identity, testing=True, now=clock, connection_seconds=request.param
        )
    close_connections(app)
    return keep(client, fresh_db, small_table())


@pytest.mark.parametrize("spoil", [delete, empty, put_another, put_a_folder, write_rubbish])
def test_what_became_of_the_database_is_said_until_it_is_back(
    watched: Kept, tmp_path: Path, spoil: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    watched.page()
    away = tmp_path / "away.db"
    shutil.copy(watched.db_path, away)
    spoil(watched.db_path)
    left = {each.name for each in tmp_path.iterdir()} | {"astrike.db-wal", "astrike.db-shm"}
    addresses = [
        watched.url(),
        watched.url("/history"),
        watched.url("/download"),
        "/t/ABCDEFGHJK",
        "/e/ABCDEFGHJK",
    ]
    with caplog.at_level(logging.ERROR):
        for address in addresses * 2:
            response = watched.client.get(address)
            assert response.status_code == 503
            reported = parse(response.text).one("section", role="alert").text
            assert "The server cannot do this now" in reported
            assert str(tmp_path) not in response.text
            assert watched.db_path.name not in response.text
        response = watched.client.post(
            "/new", data={"name": "Mine", "width": "48", "depth": "48", "change_id": "new-1"}
        )
        assert response.status_code in (422, 503)  # a form that is wrong needs no database
    lines = [each.getMessage() for each in caplog.records]
    assert len(lines) == 1
    assert lines[0].startswith(f"{watched.db_path}: ")
    # SQLite may take away what lies beside a file that somebody had open.
    assert {each.name for each in tmp_path.iterdir()} | {"astrike.db-wal", "astrike.db-shm"} == left
    if watched.db_path.is_dir():
        watched.db_path.rmdir()
    away.replace(watched.db_path)
    watched.page()


def test_the_log_hears_of_it_again_after_a_minute(
    watched: Kept, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    watched.db_path.unlink()
    with caplog.at_level(logging.ERROR):
        for minutes in (0, 0, 1, 1, 2):
            clock.now = NOW.replace(minute=30 + minutes, second=minutes)
            watched.client.get(watched.url())
    assert len(caplog.records) == 3


def test_an_older_database_waits_for_the_next_start(watched: Kept) -> None:
    with connect(watched.db_path) as db:
        newest = db.execute("SELECT max(name) FROM _sqlite_migrations").fetchone()[0]
        db.execute("DELETE FROM _sqlite_migrations WHERE name = ?", (newest,))
    before = watched.db_path.read_bytes()
    response = watched.client.get(watched.url())
    assert response.status_code == 503
    assert "when the server is started again" in response.text
    assert watched.db_path.read_bytes() == before


def test_what_is_restored_under_a_server_is_what_it_shows_next(watched: Kept, tmp_path: Path) -> None:
    """Also where the same version of the same table was shown before with something else on it."""
    copy = back_up(watched.db_path, tmp_path / "copy.db").place
    for name in ("Mine", "Another"):
        assert watched.send("/rename", {"name": name}).status_code == 303
        assert watched.version == 2
        assert name in watched.page().text
        restore(copy, watched.db_path, now=NOW, replace=True)
        assert watched.version == 1
        shown = watched.page().text
        assert "Hall table 7" in shown
        assert name not in shown


def test_starting_makes_a_database_and_asking_does_not(tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    client: FlaskClient = own_client(create_app(Settings(db_path=path)))
    assert client.get("/t/ABCDEFGHJK").status_code == 503
    assert not path.exists()
    own_client(create_app(Settings(db_path=path, demo="diagram")))
    connect_existing(path).close()
