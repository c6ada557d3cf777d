"""A served application and a Chromium that looks at it like a phone in a hall: touch, plain http, no secure context."""

import os
import shutil
import signal
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response, request
from jinja2.bccache import Bucket, BytecodeCache
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)

from astrike.store.database.connection import connect
from astrike.web.access.codes import forget_guesses
from astrike.web.app import create_app
from astrike.web.home.demo import DEMO_CODE, open_demo
from astrike.web.jobs.dispatch import open_dispatcher
from astrike.web.server.serve import ListeningServer, listen
from astrike.web.settings import EXTENSION, Settings

AXE = (Path(__file__).parent.parent / "vendor" / "axe-core-4.14.1.min.js").read_text(encoding="utf-8")
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is there: Chromium without its windows needs less than half of the processor time."""
HALL = "table.lan"
"""A name that is no secure context, unlike localhost; the browser finds it on this machine."""

HEARD = """window.astrikeHeard = { born: Math.random(), touches: 0, clicks: 0 };
addEventListener("touchstart", () => { window.astrikeHeard.touches += 1; }, { capture: true, passive: true });
addEventListener("click", () => { window.astrikeHeard.clicks += 1; }, true);
addEventListener("astrike:tap-ignored", () => { window.astrikeHeard.clicks -= 1; });"""
"""Counts on every page what the browser makes of taps; without script nothing is counted."""
LATE_MS = int(os.environ.get("ASTRIKE_TESTS_LATE_MS", "0"))
"""By how much scripts are held back, to find tests that do not wait for what they use; `make late` sets it."""
EXPECT_MS = 20_000
"""How long something may take to appear: a machine that others use too is slow, and a page that is right stays so."""
PATIENCE_MS = 600
"""How long a tap may take to become a click."""
HANGING_S = 280.0
"""After so long a test in a browser does not go on: the slowest takes half of it, and pytest ends it at 300."""


@dataclass(frozen=True)
class Server:
    """Where the application is found."""

    address: str
    db: Path


@dataclass
class Complaints:
    """What the browser wrote on its console, but for what our own refusals make it say."""

    found: list[str] = field(default_factory=list)

    def note(self, message: ConsoleMessage) -> None:
        is_refusal = "the server responded with a status of 4" in message.text
        if message.type in ("error", "warning") and not is_refusal:
            self.found.append(message.text)

    def note_failure(self, request: Request) -> None:
        # What a page that is left was still fetching is given up.
        if request.failure != "net::ERR_ABORTED":
            self.found.append(f"{request.url}: {request.failure}")


@pytest.fixture(scope="session", autouse=True)
def sure_taps() -> Iterator[None]:
    """Tap as a person does: when the page is there, and once more when nothing happened.

    A Chromium that has to share its processor now and then makes no click of a touch that the page has seen; and a
    page takes no tap on a button that has only just come under the thumb.
    """
    once = Locator.tap

    def tap(self: Locator, **wishes: Any) -> None:
        self.page.wait_for_load_state()
        before = _heard(self.page)
        once(self, **wishes)
        for _ in range(PATIENCE_MS // 30):
            now = _heard(self.page)
            if now is None or before is None or (now.born, now.clicks) != (before.born, before.clicks):
                return
            self.page.wait_for_timeout(30)
        if now.touches > before.touches:
            once(self, **wishes)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Locator, "tap", tap)
        yield


@dataclass(frozen=True)
class Heard:
    """Which document it is, and what it has heard of fingers."""

    born: float
    touches: int
    clicks: int


def _heard(page: Page) -> Heard | None:
    """Ask a page what it has heard; None where nobody counts, or while the page is being left."""
    try:
        found: dict[str, Any] | None = page.evaluate("() => window.astrikeHeard ?? null")
    except Error:
        return None
    return None if found is None else Heard(**found)


class Chromium:
    """One Chromium for all tests of a process, started anew where it is gone."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._mark = f"--astrike-tests={uuid.uuid4()}"
        self._program = next(path for name in BROWSERS if (path := shutil.which(name)))
        self._running: Browser | None = None

    def running(self) -> Browser:
        if self._running is None or not self._running.is_connected():
            arguments = ["--host-resolver-rules=MAP *.lan 127.0.0.1", self._mark]
            self._running = self._playwright.chromium.launch(executable_path=self._program, args=arguments)
        return self._running

    def kill(self) -> None:
        """End it from another thread, so that whatever waits for it fails; only on Linux, which lists processes."""
        for each in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):  # it ended meanwhile
                if self._mark.encode() in each.read_bytes().split(b"\0"):
                    os.kill(int(each.parent.name), signal.SIGKILL)

    def close(self) -> None:
        if self._running is not None:
            self._running.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    expect.set_options(timeout=EXPECT_MS)
    with sync_playwright() as playwright:
        found = Chromium(playwright)
        yield found
        found.close()


@pytest.fixture
def browser(chromium: Chromium) -> Iterator[Browser]:
    """Provide a Chromium that is ended where a test waits for it for too long: such a test says where it waited."""
    watchdog = threading.Timer(HANGING_S, chromium.kill)
    watchdog.start()
    yield chromium.running()
    watchdog.cancel()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try a test once more where Chromium was gone in the middle of it: what it tests has not been seen."""
    again = pytest.mark.flaky(reruns=1, only_rerun=["TargetClosedError"])
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(again)


@pytest.fixture(scope="session")
def one_app() -> Iterator[None]:
    """Make one application for all that is served, each time on a file of its own; a second server on a file is new."""
    compiled = Compiled()
    kept: list[Flask] = []

    def make(settings: Settings) -> Flask:
        if kept and kept[0].extensions[EXTENSION].db_path != settings.db_path:
            return _moved(kept[0], settings)
        app = create_app(settings)
        app.jinja_env.bytecode_cache = compiled
        if LATE_MS:
            _deliver_late(app)
        if not kept:
            kept.append(app)
        return app

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("astrike.web.server.serve.create_app", make)
        yield


def _moved(app: Flask, settings: Settings) -> Flask:
    """Let an application that nobody asks any more go on with other settings, as if it were new."""
    app.extensions[EXTENSION] = settings
    forget_guesses(app)
    open_dispatcher(app, settings.limits)
    assert settings.demo is not None
    with connect(settings.db_path) as db:
        app.extensions[DEMO_CODE] = open_demo(db, settings.demo, settings).codes.organise
    return app


def _deliver_late(app: Flask) -> None:
    """Let scripts arrive late, and what they ask for: what a tap meets on a slow network or a busy machine."""

    @app.after_request
    def wait(answer: Response) -> Response:
        if request.path.endswith(".js"):
            time.sleep(LATE_MS / 1000)
            answer.headers["Cache-Control"] = "no-store"
        elif request.headers.get("Sec-Fetch-Dest") == "empty" or "HX-Request" in request.headers:
            time.sleep(LATE_MS / 2000)
        return answer


class Compiled(BytecodeCache):
    """Templates as Python compiled them, in memory."""

    def __init__(self) -> None:
        self._found: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._found:
            bucket.bytecode_from_string(self._found[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._found[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture
def server(tmp_path: Path, one_app: None) -> Iterator[Server]:
    """Serve an application with the demo on its front page."""
    db = tmp_path / "astrike.db"
    served: ListeningServer = listen("127.0.0.1", 0, db=db, demo="diagram", names=(HALL,))
    thread = threading.Thread(target=served.run)
    thread.start()
    port = served.local.rsplit(":", 1)[1]
    yield Server(f"http://{HALL}:{port}", db)
    served.stop()
    thread.join(timeout=20)
    assert not thread.is_alive()


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def phone(browser: Browser, server: Server, complaints: Complaints) -> Iterator[Page]:
    """Provide a page of a phone, 390 by 844, put away before the server is; what it complains of fails the test."""
    with browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True, has_touch=True
    ) as context:
        yield watched(context, complaints)
    assert complaints.found == []


def watched(context: BrowserContext, complaints: Complaints) -> Page:
    context.add_init_script(HEARD)
    page = context.new_page()
    page.on("console", complaints.note)
    page.on("pageerror", lambda error: complaints.found.append(str(error)))
    page.on("requestfailed", complaints.note_failure)
    return page


EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""What can differ between light and dark; all else is found in light."""


def faults(page: Page, *, dark: bool = False) -> list[str]:
    """What axe-core finds wrong with the page as it stands: everything, or in dark what colors alone decide."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    stand_still(page)
    wishes = {"runOnly": COLOURS if dark else EVERYTHING, "resultTypes": ["violations"]}
    found: list[dict[str, Any]] = page.evaluate("async wishes => (await axe.run(wishes)).violations", wishes)
    return [
        f"{each['id']}: {node['html'][:120]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


def stand_still(page: Page) -> None:
    """Wait until nothing moves and no color changes any more: what is measured in between is seen by nobody."""
    page.wait_for_load_state()
    page.evaluate(
        """async () => {
          const next = () => new Promise((done) => requestAnimationFrame(done));
          const going = () => document.getAnimations().filter((each) => each.playState === "running");
          await next();
          for (let all = going(); all.length; all = going()) {
            await Promise.allSettled(all.map((each) => each.finished));
            await next();
          }
        }"""
    )


def small_targets(page: Page, *, least: int = 44) -> list[str]:
    """What a thumb would miss: links, buttons and fields under 44 px, links inside a text aside.

    A tick is hit by the whole of its label.
    """
    page.wait_for_load_state()
    found: list[str] = page.evaluate(
        """least => [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')]
        .filter(each => !each.closest('.skip, p, svg'))
        .map(each => [each, each.matches('[type=checkbox], [type=radio]') && each.closest('label') || each])
        .map(([each, hit]) => [each, hit.getBoundingClientRect()])
        .filter(([each, box]) => box.width > 0 && (box.height < least - .5 || box.width < least - .5))
        .map(([each, box]) => each.outerHTML.slice(0, 120) + ` ${box.width} x ${box.height}`)""",
        least,
    )
    return found


def overhang(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    page.wait_for_load_state()
    found: int = page.evaluate(
        "Math.max(document.documentElement.scrollWidth, innerWidth) - document.documentElement.clientWidth"
    )
    return found


BROKEN_WORDS = r"""all => all.flatMap(label => {
  const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT), range = document.createRange(), broken = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    for (const word of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(each => Math.round(each.top))).size > 1) broken.push(word[0]);
    }
  return broken.map(word => `broken: ${word}`);
})"""
"""Words that stand on more than one line."""


def squeezed(page: Page) -> list[str]:
    """Labels of fields and choices side by side that have no room for a word, so that it is broken apart."""
    page.wait_for_load_state()
    found: list[str] = page.locator(".field > label").evaluate_all(
        """all => all.filter(each => each.offsetParent && each.scrollHeight > 75 && each.offsetWidth < 100)
        .map(each => `squeezed: ${each.textContent}`)"""
    )
    found += page.locator(".seg label").evaluate_all(BROKEN_WORDS)
    return found
