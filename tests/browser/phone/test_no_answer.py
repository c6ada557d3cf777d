"""A tap without an answer is refused in words on the spot, what was typed stays, and nothing is sent later."""

import re
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import HALL
from tests.browser.phone.conftest import LOSSES, Laptop, Loss
from tests.browser.table.conftest import Fingers

pytestmark = pytest.mark.browser

LONG_ENOUGH_MS = 2500
"""After which a page that had kept something back would have sent it."""


def refused(page: Page) -> None:
    """The page says that nothing was sent; the next tap has to say so again."""
    strip = page.locator("#refused")
    expect(strip).to_contain_text("Nothing was sent")
    strip.get_by_role("button", name="OK").tap()
    expect(strip).to_be_hidden()


@pytest.fixture
def moved(laptop: Laptop, fingers: Fingers) -> Fingers:
    """A phone at a table on which something can be undone."""
    page = fingers.page
    fingers.open(laptop.url(laptop.demo(), "?unit=A&x=9&y=7&facing=90"))
    page.get_by_role("button", name="Place").tap()
    expect(page.locator("#place")).to_have_count(0)
    fingers.settle()
    assert laptop.version() == 2
    return fingers


@pytest.mark.parametrize("loss", LOSSES)
def test_undo_and_move_are_refused_and_never_fire_later(laptop: Laptop, moved: Fingers, loss: Loss) -> None:
    page = moved.page
    before = page.url
    laptop.lose(page, loss)
    page.get_by_role("button", name=re.compile("^Undo: Alder moved")).tap()
    refused(page)
    page.locator("#move").tap()
    refused(page)
    assert page.url == before
    laptop.find(page, loss)
    expect(page.locator("#notice")).to_be_empty()
    page.wait_for_timeout(LONG_ENOUGH_MS)
    assert (laptop.version(), page.url) == (2, before)
    page.get_by_role("button", name=re.compile("^Undo: Alder moved")).tap()
    expect(page.get_by_role("button", name="Nothing to undo")).to_be_visible()
    assert laptop.version() == 3


@pytest.mark.parametrize("loss", LOSSES)
def test_a_plain_form_stays_with_what_was_typed(laptop: Laptop, fingers: Fingers, loss: Loss) -> None:
    page = fingers.page
    fingers.open(laptop.url(laptop.demo(), "/new-unit"))
    page.locator("#f-name").fill("Cedar")
    page.locator("#f-specials").fill("ECM, IF2")
    laptop.lose(page, loss)
    page.get_by_role("button", name="Add").tap()
    refused(page)
    expect(page.locator("#f-name")).to_have_value("Cedar")
    page.get_by_role("link", name="Back").first.tap()
    refused(page)
    laptop.find(page, loss)
    page.wait_for_timeout(LONG_ENOUGH_MS)
    assert laptop.version() == 1
    expect(page.locator("#f-specials")).to_have_value("ECM, IF2")
    page.get_by_role("button", name="Add").tap()
    expect(page.get_by_role("main")).to_contain_text("Cedar")
    assert laptop.version() == 2


@pytest.mark.parametrize("loss", LOSSES)
def test_a_roll_is_refused_and_not_made_later(laptop: Laptop, fingers: Fingers, loss: Loss) -> None:
    page = fingers.page
    fingers.open(laptop.url(laptop.demo(), "/attack/A/C"))
    page.locator("#f-rolls").fill("8")
    laptop.lose(page, loss)
    page.locator("#roll").tap()
    refused(page)
    page.locator("#f-rolls").press("Enter")
    refused(page)
    expect(page.locator("#f-rolls")).to_have_value("8")
    laptop.find(page, loss)
    page.wait_for_timeout(LONG_ENOUGH_MS)
    assert "rolls=" not in page.url
    page.locator("#f-rolls").press("Enter")
    expect(page).to_have_url(re.compile("rolls=8"))
    expect(page.locator("#fell .fell").first).to_have_text("8")


def test_what_was_sent_and_not_answered_is_written_once_when_it_is_tapped_again(
    laptop: Laptop, moved: Fingers
) -> None:
    """The answer got lost on its way: the laptop has it, and the phone cannot know."""
    page = moved.page

    def lose_answer(route: Route) -> None:
        asked = urlsplit(route.request.url)
        headers = {**route.request.all_headers(), "host": asked.netloc}
        with closing(HTTPConnection(asked.netloc.replace(HALL, "127.0.0.1"))) as laptop_itself:
            laptop_itself.request("POST", asked.path, route.request.post_data_buffer, headers)
            with laptop_itself.getresponse() as answer:
                assert answer.status == 303
        route.abort("connectionreset")

    # Nothing else tells this phone what has become of it.
    page.route("**/version", lambda route: route.abort())
    page.route("**/undo", lose_answer)
    page.get_by_role("button", name=re.compile("^Undo: Alder moved")).tap()
    expect(page.locator("#refused")).to_contain_text("Tapping again saves it only once")
    assert laptop.version() == 3
    page.unroute("**/undo")
    page.locator("#refused").get_by_role("button", name="OK").tap()
    page.get_by_role("button", name=re.compile("^Undo: Alder moved")).tap()
    expect(page.get_by_role("button", name="Nothing to undo")).to_be_visible()
    assert laptop.version() == 3


def test_the_editor_puts_back_what_was_not_taken(laptop: Laptop, fingers: Fingers) -> None:
    page = fingers.page
    fingers.open(f"{laptop.address}/t/{laptop.demo().organise}/edit?tool=hill")
    laptop.stop()
    box = page.locator("#map").bounding_box()
    assert box is not None
    for number in range(2):
        page.touchscreen.tap(box["x"] + 60 + 40 * number, box["y"] + 120)
    refused(page)
    laptop.start()
    page.wait_for_timeout(LONG_ENOUGH_MS)
    assert laptop.version() == 1


@pytest.mark.parametrize("loss", LOSSES)
def test_a_link_that_shows_another_state_is_refused_too(laptop: Laptop, fingers: Fingers, loss: Loss) -> None:
    page = fingers.page
    fingers.open(laptop.url(laptop.demo()))
    laptop.lose(page, loss)
    fingers.tap_unit("A")
    page.wait_for_timeout(200)
    fingers.tap_unit("B")  # waits behind the first, and must not go off when that one is given up
    refused(page)
    laptop.find(page, loss)
    page.wait_for_timeout(LONG_ENOUGH_MS)
    expect(page.locator(".who h2")).to_have_text("Who shoots?")
