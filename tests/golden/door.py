"""The program as its users reach it: the web application on a database of its own, asked over HTTP.

Everything of `astrike` that the golden set imports stands in this module, so that it survives whatever changes inside.
"""

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from itertools import count
from pathlib import Path

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from astrike.store.database.connection import connect
from astrike.web.app import create_app
from astrike.web.settings import Settings
from astrike.web.work_limits import BUDGETS, ServerLimits

EDITIONS = ("ce-5.01", "ce-7", "classic-2.3.1")
NOW = datetime(2026, 11, 27, 18, 30, tzinfo=UTC)
AT_ONCE = ServerLimits(workers=0, seconds=dict.fromkeys(BUDGETS, 3600.0))
"""Long work is done by the thread that answers, however busy the machine is."""
_NUMBERS = count(1)


@dataclass(frozen=True, slots=True)
class Door:
    """An application and a browser on its pages."""

    client: FlaskClient
    database: Path

    def ask(self, question: str, body: Mapping[str, object]) -> object:
        """Ask the API; a question that is refused is answered with its status and what is wrong."""
        with self.client.post(f"/api/v1/{question}", json=body) as response:
            answer: object = response.get_json()
            return answer if response.status_code == 200 else {"status": response.status_code, "body": answer}

    def get(self, address: str, **headers: str) -> tuple[int, str, bytes]:
        """Fetch an address: its status, its type and what it holds."""
        with self.client.get(address, headers=headers) as response:
            return response.status_code, response.mimetype, response.get_data()

    def post(self, address: str, fields: Mapping[str, object]) -> TestResponse:
        """Send a form that nobody has sent before."""
        stamp = {"version": "1", "change_id": f"golden-{next(_NUMBERS):06}"}
        return self.client.post(address, data={**stamp, **fields})

    def bring(self, name: str, document: bytes) -> str:
        """Open a table file; give the address of its table."""
        with self.post("/upload", {"file": (BytesIO(document), name)}) as response:
            assert response.status_code == 303, response.text
            return response.headers["Location"]


@contextmanager
def opened(database: bytes | None = None) -> Iterator[Door]:
    """Open the application on an empty database, or on this one."""
    folder = Path(tempfile.mkdtemp(prefix="astrike-golden-"))
    path = folder / "astrike.db"
    if database is not None:
        path.write_bytes(database)
    connect(path).close()  # makes it, or brings an older one up to date
    try:
        yield _door(path)
    finally:
        shutil.rmtree(folder)


@cache
def api() -> Door:
    """Give the application for questions that bring their table, once in a process: they need no database."""
    return _door(Path("never-opened.db"))


def _door(path: Path) -> Door:
    app = create_app(Settings(db_path=path, testing=True, now=lambda: NOW, limits=AT_ONCE))
    client = app.test_client()
    client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
    return Door(client, path)
