"""A laptop that can be stopped, left hanging and started again, and phones that look at it."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import ConsoleMessage, Page, Request

from astrike.model.document_change import Document
from astrike.store.database.connection import connect
from astrike.store.table.codes import Codes
from astrike.store.table.tables import create_table, load_table, table_of_origin
from astrike.web.server.serve import ListeningServer, listen
from astrike.web.settings import utc_now
from tests.browser.conftest import HALL, Complaints, Server
from tests.browser.table.conftest import Fingers, PhoneMaker, new_phone

__all__ = ["new_phone"]

Loss = Literal["the phone is offline", "the laptop is stopped", "the laptop hangs"]
LOSSES: tuple[Loss, ...] = ("the phone is offline", "the laptop is stopped", "the laptop hangs")


class Laptop:
    """A server on a port of its own that goes away and comes back."""

    def __init__(self, db: Path) -> None:
        self.db = db
        self._served: ListeningServer | None = None
        self._thread: threading.Thread | None = None
        self._deaf: socket.socket | None = None
        self._port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"http://{HALL}:{self._port}"

    def start(self) -> None:
        self._hear()
        self._served = listen("127.0.0.1", self._port, db=self.db, demo="diagram", names=(HALL,))
        self._port = int(self._served.local.rsplit(":", 1)[1])
        self._thread = threading.Thread(target=self._served.run)
        self._thread.start()

    def stop(self) -> None:
        """Refuse every connection."""
        self._hear()
        if self._served is None or self._thread is None:
            return
        self._served.stop()
        self._thread.join(timeout=20)
        assert not self._thread.is_alive()
        self._served = self._thread = None

    def hang(self) -> None:
        """Take every connection, and say nothing."""
        self.stop()
        self._deaf = socket.socket()
        self._deaf.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._deaf.bind(("127.0.0.1", self._port))
        self._deaf.listen(100)

    def _hear(self) -> None:
        if self._deaf is not None:
            self._deaf.close()
            self._deaf = None

    def keep(self, document: Document) -> Codes:
        with connect(self.db) as db:
            return create_table(db, document=document, now=utc_now(), author="test").codes

    def url(self, codes: Codes, path: str = "") -> str:
        return f"{self.address}/t/{codes.play}{path}"

    def version(self) -> int:
        """Give the version of the demo table."""
        with connect(self.db) as db:
            table = table_of_origin(db, "demo:diagram:1")
            assert table is not None
            return load_table(db, table.id).version

    def demo(self) -> Codes:
        with connect(self.db) as db:
            table = table_of_origin(db, "demo:diagram:1")
        assert table is not None
        return table.codes

    def lose(self, page: Page, loss: Loss) -> None:
        """Take the laptop and the phone apart."""
        if loss == "the phone is offline":
            page.context.set_offline(True)
        elif loss == "the laptop is stopped":
            self.stop()
        else:
            self.hang()

    def find(self, page: Page, loss: Loss) -> None:
        """Bring them together again."""
        if loss == "the phone is offline":
            page.context.set_offline(False)
        else:
            self.start()


@pytest.fixture
def laptop(tmp_path: Path, one_app: None) -> Iterator[Laptop]:
    found = Laptop(tmp_path / "astrike.db")
    yield found
    found.stop()


@pytest.fixture
def server(laptop: Laptop) -> Server:
    """What the phones of the other rooms look at."""
    return Server(laptop.address, laptop.db)


class OfPages(Complaints):
    """What the browser complains of, but for connections: here they are lost on purpose."""

    def note(self, message: ConsoleMessage) -> None:
        if not any(
            words in message.text for words in ("net::ERR_", "Failed to fetch", "htmx:error: timeout")
        ):
            super().note(message)

    def note_failure(self, request: Request) -> None:
        """Let a request fail."""


@pytest.fixture
def complaints() -> Complaints:
    return OfPages()


@pytest.fixture
def fingers(laptop: Laptop, new_phone: PhoneMaker) -> Fingers:
    return new_phone()
