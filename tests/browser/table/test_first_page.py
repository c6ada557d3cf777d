"""What a phone loads when it opens a table, and what comes with the first finger."""

from pathlib import PurePosixPath
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.conftest import Complaints
from tests.browser.table.conftest import Fingers, Hall

pytestmark = pytest.mark.browser

LATE = "**/table-trial.js"
HELD = 700


def files(loaded: list[str]) -> list[str]:
    return sorted(PurePosixPath(path).name for path in loaded if path.startswith("/static/"))


@pytest.fixture
def loaded(fingers: Fingers) -> list[str]:
    """Keep the paths of all that the page asks for."""
    found: list[str] = []

    def keep(request: Request) -> None:
        found.append(urlsplit(request.url).path)

    fingers.page.on("request", keep)
    return found


def test_the_first_finger_brings_what_it_needs_and_the_page_nothing_before(
    hall: Hall, fingers: Fingers, loaded: list[str]
) -> None:
    fingers.open(hall.url())
    fingers.page.wait_for_timeout(300)
    at_once = ["base.js", "htmx-4.0.1.min.js", "table.js", "tokens+app+map+table+turn.css"]
    assert files(loaded) == at_once
    fingers.tap_unit("A")
    fingers.settle()
    assert files(loaded) == sorted([*at_once, "chosen.css", "table-trial.js"])
    expect(fingers.page.locator(".enemy .big").first).to_have_css("font-weight", "800")


def test_a_page_that_is_about_a_unit_has_its_style_from_the_start(
    hall: Hall, fingers: Fingers, loaded: list[str]
) -> None:
    fingers.open(hall.url("?unit=A"))
    assert "chosen.css" in files(loaded)
    fingers.page.locator("#leave").tap()
    fingers.settle()
    assert files(loaded).count("chosen.css") == 1


def withheld(fingers: Fingers) -> list[Route]:
    """Let the script wait on its way until it is sent on."""
    found: list[Route] = []

    def keep(route: Route) -> None:
        found.append(route)

    fingers.page.route(LATE, keep)
    return found


def hold(fingers: Fingers, unit: str) -> tuple[float, float]:
    place = fingers.place_of(unit)
    fingers.touch("touchStart", place)
    fingers.page.wait_for_timeout(HELD)
    return place


def test_a_unit_that_is_let_go_before_the_script_came_is_tried_out_where_it_stands(
    hall: Hall, fingers: Fingers
) -> None:
    waiting = withheld(fingers)
    fingers.open(hall.url())
    hold(fingers, "A")
    fingers.touch("touchEnd")
    assert len(waiting) == 1
    waiting[0].continue_()
    expect(fingers.page.locator("#place-x")).to_be_visible()
    fingers.settle()
    assert fingers.page.locator("html.is-dragging").count() == 0


def test_a_unit_that_is_still_held_when_the_script_comes_follows_the_finger(
    hall: Hall, fingers: Fingers
) -> None:
    waiting = withheld(fingers)
    fingers.open(hall.url())
    x, y = hold(fingers, "A")
    waiting[0].continue_()
    expect(fingers.page.locator("html.is-dragging")).to_have_count(1)
    expect(fingers.page.locator("#place-x")).to_be_visible()
    before = fingers.page.locator("#place-x").input_value()
    fingers.touch("touchMove", (x + 20, y))
    fingers.touch("touchMove", (x + 40, y))
    fingers.touch("touchEnd")
    fingers.settle()
    assert float(fingers.page.locator("#place-x").input_value()) > float(before) + 1


def test_a_script_that_could_not_be_loaded_comes_with_the_next_finger(
    hall: Hall, fingers: Fingers, complaints: Complaints
) -> None:
    fingers.page.route(LATE, lambda route: route.abort())
    fingers.open(hall.url())
    hold(fingers, "A")
    fingers.touch("touchEnd")
    fingers.page.wait_for_timeout(100)
    expect(fingers.page.locator("#place-x")).to_have_count(0)
    fingers.page.unroute(LATE)
    hold(fingers, "A")
    fingers.touch("touchEnd")
    expect(fingers.page.locator("#place-x")).to_be_visible()
    fingers.settle()
    complaints.found[:] = [each for each in complaints.found if "net::ERR_FAILED" not in each]
