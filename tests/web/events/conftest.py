"""Events for the tests of their pages."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from astrike.store.database.connection import connect
from astrike.store.events.events import delete_event
from tests.web.conftest import NOW, own_client
from tests.web.events.hall import Hall, keep_hall
from tests.web.every_route import Subject, route_of


@pytest.fixture
def hall(client: FlaskClient, fresh_db: Path, request: pytest.FixtureRequest) -> Hall:
    """Provide an event of three tables, or of as many as HALL_TABLES of a module says."""
    return keep_hall(client, fresh_db, tables=getattr(request.module, "HALL_TABLES", 3))


@pytest.fixture(scope="session")
def hall_db(made_once: Flask, empty_db: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Hall]:
    """Make an event of one table once for all routes."""
    path = Path(shutil.copy(empty_db, tmp_path_factory.mktemp("hall") / "astrike.db"))
    return path, keep_hall(own_client(made_once), path, tables=1)


@pytest.fixture
def ready(client: FlaskClient, fresh_db: Path, request: pytest.FixtureRequest) -> Subject:
    """The event that a route is about, deleted where it is about deleted ones; else a table."""
    route = route_of(request)
    if route.right is None or route.is_of_table:
        kept: Subject = request.getfixturevalue("kept")
        return kept
    path, hall = request.getfixturevalue("hall_db")
    shutil.copy(path, fresh_db)
    if route.is_of_deleted:
        with connect(fresh_db) as db:
            delete_event(db, hall.id, from_version=1, now=NOW)
    return replace(hall, client=client, db_path=fresh_db)
