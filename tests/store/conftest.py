"""A real file of tables for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from astrike.store.database.connection import Database, connect


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "astrike.db"


@pytest.fixture
def db(path: Path) -> Iterator[Database]:
    with connect(path) as database:
        yield database
