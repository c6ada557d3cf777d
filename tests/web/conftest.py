"""The application on a database of its own, with a clock that stands still, and tables to ask for."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from astrike.byte_budget import BUDGET
from astrike.formats.table.table_file import read_table
from astrike.model.document_change import Document
from astrike.store.database.connection import connect
from astrike.store.table.codes import Codes, Right, lookup
from astrike.store.table.tables import StoredTable, create_table, load_table
from astrike.web.access.codes import forget_guesses
from astrike.web.app import create_app
from astrike.web.home.demo import demo_text
from astrike.web.settings import EXTENSION, Settings
from astrike.web.work_limits import BUDGETS, ServerLimits
from tests.builders import box, document, hill, mech
from tests.web.arena import arena
from tests.web.page import Element, parse

NOW = datetime(2026, 11, 27, 18, 30, tzinfo=UTC)
AT_ONCE = ServerLimits(workers=0, seconds=dict.fromkeys(BUDGETS, 600.0))
"""Long work is done by the thread that answers, however busy this machine is."""


@dataclass
class Clock:
    """A clock that goes when it is told to."""

    now: datetime = NOW

    def __call__(self) -> datetime:
        """Read it."""
        return self.now


@dataclass(frozen=True)
class Kept:
    """A table in the database, with the client that asks for it."""

    client: FlaskClient
    db_path: Path
    id: int
    codes: Codes

    def url(self, path: str = "", *, right: Right = Right.ORGANISE) -> str:
        return f"/t/{self.codes.up_to(right)[right]}{path}"

    def page(self, path: str = "", *, right: Right = Right.ORGANISE) -> Element:
        """Ask for a page that is there."""
        with self.client.get(self.url(path, right=right)) as response:
            assert response.status_code == 200, response.text
            return parse(response.text)

    def send(
        self, path: str, values: Mapping[str, str] | None = None, *, right: Right = Right.ORGANISE
    ) -> TestResponse:
        """Post a form from the newest version."""
        stamp = {"version": str(self.version), "change_id": next_id()}
        return self.client.post(self.url(path, right=right), data={**stamp, **(values or {})})

    @property
    def version(self) -> int:
        with connect(self.db_path) as db:
            return load_table(db, self.id).version

    @property
    def document(self) -> dict[str, object]:
        with connect(self.db_path) as db:
            return load_table(db, self.id).document


_drawn = iter(range(10_000, 10_000_000))


def next_id() -> str:
    """An id for a form that no other has."""
    return f"form-{next(_drawn)}"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def empty_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a database without tables, brought up to date once for all tests."""
    path = tmp_path_factory.mktemp("empty") / "astrike.db"
    connect(path).close()
    return path


@pytest.fixture
def fresh_db(empty_db: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(empty_db, tmp_path / "astrike.db"))


@pytest.fixture
def settings(fresh_db: Path, clock: Clock) -> Settings:
    return Settings(db_path=fresh_db, testing=True, now=clock, limits=AT_ONCE)


@pytest.fixture(scope="session")
def made_once() -> Flask:
    """Provide an application whose templates are compiled once for all tests."""
    return create_app(Settings(db_path=Path("never-opened.db"), testing=True, limits=AT_ONCE))


@pytest.fixture
def app(made_once: Flask, settings: Settings) -> Flask:
    """Provide the application on the database of this test."""
    made_once.extensions[EXTENSION] = settings
    forget_guesses(made_once)
    return made_once


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    """A browser on our own pages."""
    with own_client(app) as found:
        yield found


@pytest.fixture(scope="session")
def small_db(empty_db: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, StoredTable]:
    """Provide a database with a hill and two units on a table, made once for all tests."""
    path = Path(shutil.copy(empty_db, tmp_path_factory.mktemp("small") / "astrike.db"))
    with connect(path) as db:
        return path, create_table(db, document=small_table(), now=NOW, author="organiser")


@pytest.fixture
def kept(client: FlaskClient, fresh_db: Path, small_db: tuple[Path, StoredTable]) -> Kept:
    """A table with a hill and two units, in a database of its own."""
    path, stored = small_db
    shutil.copy(path, fresh_db)
    BUDGET.clear()  # what is known of other copies is kept under the same codes and versions
    return Kept(client, fresh_db, stored.id, stored.codes)


@pytest.fixture
def table(client: FlaskClient, kept: Kept, request: pytest.FixtureRequest) -> Kept:
    """Keep the TABLE of a module, beside the small one."""
    return keep(client, kept.db_path, request.module.TABLE)


@pytest.fixture
def demo(client: FlaskClient, kept: Kept) -> Kept:
    """Keep the official worked example."""
    return keep(client, kept.db_path, read_table(demo_text("diagram")).document)


@pytest.fixture
def demo_copy(client: FlaskClient, kept: Kept) -> Kept:
    """Make somebody's copy of the demo."""
    address = client.post("/demo", data={"name": "diagram"}).headers["Location"]
    with connect(kept.db_path) as db:
        stored = load_table(db, lookup(db, address.rpartition("/")[2]).table_id)
    return Kept(client, kept.db_path, stored.id, stored.codes)


@pytest.fixture
def battle(client: FlaskClient, kept: Kept) -> Kept:
    """Keep a table with everything that combat needs."""
    return keep(client, kept.db_path, arena(name="Arena"))


class Browser(FlaskClient):
    """A browser on our own pages, which also closes what it has sent."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Ask."""
        response = super().open(*args, **kwargs)
        response.request.input_stream.close()
        return response


def own_client(app: Flask) -> FlaskClient:
    app.test_client_class = Browser
    found = app.test_client()
    found.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
    return found


def small_table() -> Document:
    return document(
        mech("A", at=(7, 7), side="red", name="Alder"),
        mech("B", at=(20, 7), side="blue", name="Birch"),
        hill("h", box(12, 4, 15, 10), height=1),
        name="Hall table 7",
    )


def keep(client: FlaskClient, path: Path, table: Document) -> Kept:
    with connect(path) as db:
        stored = create_table(db, document=table, now=NOW, author="organiser")
    return Kept(client, path, stored.id, stored.codes)
