"""A served application and a Chromium that looks at it like a phone in a hall: touch, plain http, no secure context."""

import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    sync_playwright,
)

from astrike.web.serve import Served, listen

AXE = Path(__file__).parent.parent / "vendor" / "axe-core-4.14.1.min.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
HALL = "table.lan"
"""A name that is no secure context, unlike localhost; the browser finds it on this machine."""

HEARD = """window.astrikeHeard = { born: Math.random(), touches: 0, clicks: 0 };
addEventListener("touchstart", () => { window.astrikeHeard.touches += 1; }, { capture: true, passive: true });
addEventListener("click", () => { window.astrikeHeard.clicks += 1; }, true);"""
"""Counts on every page what the browser makes of taps; without script nothing is counted."""
PATIENCE_MS = 600
"""How long a tap may take to become a click."""


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
    """Tap as a person does: once more when nothing happened.

    A Chromium that has to share its processor now and then makes no click of a touch that the page has seen.
    """
    once = Locator.tap

    def tap(self: Locator, **wishes: Any) -> None:
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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = next(path for name in BROWSERS if (path := shutil.which(name)))
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=program, args=[f"--host-resolver-rules=MAP {HALL} 127.0.0.1"]
        )
        yield found
        found.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Serve an application with the demo on its front page."""
    db = tmp_path / "astrike.db"
    served: Served = listen("127.0.0.1", 0, db=db, demo="diagram")
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
def phone(browser: Browser, complaints: Complaints) -> Iterator[Page]:
    """Provide a page of a phone, 390 by 844; what it complains of fails the test."""
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
    """What axe-core finds wrong with the page as it stands: everything, or in dark what colours alone decide."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    # Colours that are still changing from light to dark are none that anybody reads.
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
    result = page.evaluate("rules => axe.run({runOnly: rules})", COLOURS if dark else EVERYTHING)
    return [
        f"{each['id']}: {node['html'][:120]} {node['failureSummary']}"
        for each in result["violations"]
        for node in each["nodes"]
    ]


def small_targets(page: Page, *, least: int = 44) -> list[str]:
    """What a thumb would miss: links, buttons and fields under 44 px, links inside a text aside."""
    found: list[str] = page.evaluate(
        """least => [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')]
        .filter(each => !each.closest('.skip, p, svg'))
        .map(each => [each, each.getBoundingClientRect()])
        .filter(([each, box]) => box.width > 0 && (box.height < least - .5 || box.width < least - .5))
        .map(([each, box]) => each.outerHTML.slice(0, 120) + ` ${box.width} x ${box.height}`)""",
        least,
    )
    return found


def overhang(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    found: int = page.evaluate(
        "Math.max(document.documentElement.scrollWidth, innerWidth) - document.documentElement.clientWidth"
    )
    return found


def squeezed(page: Page) -> list[str]:
    """Labels of fields that have no room for a word, so that it is broken apart."""
    found: list[str] = page.locator(".field > label").evaluate_all(
        """all => all.filter(each => each.offsetParent && each.scrollHeight > 75 && each.offsetWidth < 100)
        .map(each => `squeezed: ${each.textContent}`)"""
    )
    return found
