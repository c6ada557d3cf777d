"""Phones with fingers on a served table."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Response

from astrike.formats.table.table_file import read_table
from astrike.model.document_change import Document
from astrike.store.database.connection import connect
from astrike.store.table.codes import Codes
from astrike.store.table.tables import create_table, table_of_origin
from astrike.web.home.demo import demo_text
from astrike.web.settings import utc_now
from tests.browser.conftest import Complaints, Server, watched

PATIENCE_MS: Final = 20_000
REST: Final = 60
"""Milliseconds without a move after which Chromium takes a finger for resting."""
CENTRE: Final = """(unit) => {
  const base = document.querySelector(`a.unit[data-unit="${unit}"] .disc`).getBoundingClientRect();
  return [base.x + base.width / 2, base.y + base.height / 2];
}"""


@dataclass(frozen=True)
class Hall:
    """A running server with the demo table."""

    address: str
    server: Server
    demo: Codes

    def url(self, path: str = "", *, code: str = "") -> str:
        """An address of the demo table, or of the table with this code."""
        return f"{self.address}/t/{code or self.demo.play}{path}"

    def keep(self, document: Document) -> Codes:
        """Keep another table."""
        with connect(self.server.db) as db:
            return create_table(db, document=document, now=utc_now(), author="test").codes

    def keep_big(self) -> Codes:
        return self.keep(read_table(demo_text("big")).document)


class Fingers:
    """A phone's page, and fingers on its screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._cdp: CDPSession | None = None

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Send a touch as the screen does: touchStart, touchMove or touchEnd."""
        self._cdp = self._cdp or self.page.context.new_cdp_session(self.page)
        sent = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": sent})

    def drag(
        self, start: tuple[float, float], end: tuple[float, float], *, steps: int = 12, lift: bool = True
    ) -> None:
        """Put a finger down, move it, and lift it when it has come to rest.

        Lifted in full swing it would start a fling, in which Chromium takes the next tap for the hand that stops it.
        """
        self.touch("touchStart", start)
        for number in range(1, steps + 1):
            share = number / steps
            self.touch(
                "touchMove", (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            )
        if lift:
            self.page.wait_for_timeout(REST)
            self.touch("touchEnd")

    def pinch(self, centre: tuple[float, float], *, before: float, after: float, steps: int = 10) -> None:
        """Move two fingers apart or together."""
        for number in range(steps + 1):
            half = (before + (after - before) * number / steps) / 2
            points = ((centre[0] - half, centre[1]), (centre[0] + half, centre[1]))
            self.touch("touchStart" if number == 0 else "touchMove", *points)
        self.touch("touchEnd")

    def place_of(self, unit: str) -> tuple[float, float]:
        """Where on the screen a unit's base is."""
        x, y = self.page.evaluate(CENTRE, unit)
        return x, y

    def tap_unit(self, unit: str) -> None:
        self.page.touchscreen.tap(*self.place_of(unit))

    def open(self, address: str) -> Response:
        """Open a page and wait until it has drawn itself."""
        response = self.page.goto(address)
        assert response is not None
        self.settle()
        return response

    def settle(self) -> None:
        """Wait until nothing is asked or drawn any more; asking for news goes on for ever and does not count."""
        self.page.wait_for_load_state()
        self.page.evaluate(
            """async () => {
              const idle = () => !document.querySelector('.htmx-request, .htmx-swapping') && !window.astrikeBusy?.();
              const soon = () => new Promise((done) => setTimeout(done, 30));
              let calm = 0;
              while (calm < 7) { await soon(); calm = idle() ? calm + 1 : 0; }
            }"""
        )


@pytest.fixture
def hall(server: Server) -> Hall:
    with connect(server.db) as db:
        table = table_of_origin(db, "demo:diagram:1")
    assert table is not None
    return Hall(server.address, server, table.codes)


PhoneMaker = Callable[..., Fingers]


@pytest.fixture
def new_phone(browser: Browser, server: Server, complaints: Complaints) -> Iterator[PhoneMaker]:
    """Give phones, put away before the server is; what one of them complains of fails the test."""
    with ExitStack() as contexts:

        def make(
            size: tuple[int, int] = (390, 844), *, dark: bool = False, script: bool = True, touch: bool = True
        ) -> Fingers:
            context = contexts.enter_context(
                browser.new_context(
                    viewport={"width": size[0], "height": size[1]},
                    device_scale_factor=2 if touch else 1,
                    is_mobile=touch,
                    has_touch=touch,
                    color_scheme="dark" if dark else "light",
                    java_script_enabled=script,
                )
            )
            context.set_default_timeout(PATIENCE_MS)
            return Fingers(watched(context, complaints))

        yield make
    assert complaints.found == []


@pytest.fixture
def fingers(new_phone: PhoneMaker) -> Fingers:
    return new_phone()
