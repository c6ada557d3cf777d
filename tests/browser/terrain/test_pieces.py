"""Pieces come onto the table, move, turn, grow and get other corners under a finger; each drag is one request."""

import re
import threading
from urllib.request import urlopen

import pytest
from playwright.sync_api import Route, expect

from astrike.editing.terrain.edit_requests import EditWish
from astrike.web.server.serve import listen
from tests.browser.conftest import HALL, Complaints
from tests.browser.terrain.conftest import EditorMaker
from tests.builders import box, document, hill

pytestmark = pytest.mark.browser


def test_a_piece_is_put_down_by_two_taps_dragged_with_one_request_and_taken_back_after_a_restart(
    new_editor: EditorMaker,
) -> None:
    editor = new_editor(document())
    editor.press(".tools >> text=Woods")
    with editor.one_request():
        editor.tap(10.1, 12.2)
    expect(editor.page.locator(".who h2")).to_have_text("Woods 1")
    assert editor.box("woods-1") == pytest.approx((7, 9.5, 13, 14.5), abs=0.6)
    before = editor.box("woods-1")
    with editor.one_request():
        editor.drag((10, 12), (18, 20))
    after = editor.box("woods-1")
    assert [b - a for a, b in zip(before, after, strict=True)] == pytest.approx([8, 8, 8, 8], abs=0.6)
    expect(editor.page.locator("#e-x")).to_have_value("18")
    editor.press(".bar [aria-label^=Undo]")
    assert editor.box("woods-1") == before
    again = listen("127.0.0.1", 0, db=editor.hall.server.db, demo="diagram", names=(HALL,))
    thread = threading.Thread(target=again.run)
    thread.start()
    address = again.local.replace("127.0.0.1", HALL)
    editor.fingers.open(f"{address.rstrip('/')}/t/{editor.codes.organise}/edit?piece=woods-1")
    editor.press(".bar [aria-label^=Redo]")
    assert editor.box("woods-1") == after
    editor.press(".bar [aria-label^=Undo]")
    editor.press(".bar [aria-label^=Undo]")
    assert editor.table.terrain == ()
    editor.page.goto("about:blank")
    again.stop()
    thread.join(timeout=20)


def test_a_tile_is_dragged_onto_the_map_and_two_fingers_hold_the_map_itself(new_editor: EditorMaker) -> None:
    editor = new_editor(document(hill("h", box(6, 6, 42, 30))), "?tool=water")
    tile = editor.page.locator(".tile:has([value=river])").bounding_box()
    assert tile is not None
    with editor.one_request():
        editor.pull((tile["x"] + 30, tile["y"] + 30), editor.at(24, 18))
    assert editor.table.terrain[-1].kind == "water"
    editor.tap(10, 28)
    expect(editor.page.locator(".who h2")).to_have_text("H")
    editor.posts.clear()
    before = editor.box("h")
    editor.fingers.pinch(editor.at(24, 22), before=60, after=200)
    editor.fingers.settle()
    west, east = editor.at(6, 20)[0], editor.at(42, 20)[0]
    assert east - west > 500, "looked at more closely"
    assert (editor.posts, editor.box("h")) == ([], before)
    # The second finger may come when the first has moved the piece already: then it lies again where it was.
    finger, other = editor.at(24, 18), editor.at(27, 20)
    editor.fingers.drag(finger, editor.at(20, 22), lift=False)
    expect(editor.page.locator("#e-x")).not_to_have_value("24")
    editor.fingers.touch("touchStart", editor.at(20, 22), other)
    editor.fingers.touch("touchEnd")
    editor.fingers.settle()
    expect(editor.page.locator("#e-x")).to_have_value("24")
    assert (editor.posts, editor.box("h")) == ([], before)


def test_who_was_slower_is_shown_both_versions(new_editor: EditorMaker) -> None:
    editor = new_editor(document(hill("h", box(6, 6, 30, 20))))
    editor.tap(20, 12)
    # The other phone's change arrives between two looks for news.
    editor.page.route("**/version", lambda route: route.fulfill(status=304))
    editor.store(EditWish("move", ("h",), {"dx": "2", "dy": "0"}))
    editor.drag((20, 12), (20, 16))
    expect(editor.page.locator("#conflict")).to_contain_text("Somebody was faster")
    assert editor.box("h") == (8, 6, 32, 20)
    editor.page.get_by_role("button", name="Apply mine anyway").press(
        "Enter"
    )  # a tap this quick would not count
    expect(editor.page.locator("#e-y")).to_have_value("17")
    expect(editor.page.locator("#conflict")).to_have_count(0)
    assert editor.box("h") == (8, 10, 32, 24)


def test_an_answer_that_comes_late_does_not_take_back_what_was_done_since(new_editor: EditorMaker) -> None:
    editor = new_editor(document(), "?tool=water")
    page = editor.page
    held: list[tuple[Route, str]] = []

    def hold(route: Route) -> None:
        with urlopen(route.request.url.replace(HALL, "127.0.0.1")) as answer:
            held.append((route, answer.read().decode()))

    page.route(re.compile("tool=water.*part=live"), hold)
    page.locator("[data-zoom=in]").tap()
    while not held:
        page.wait_for_timeout(20)
    page.touchscreen.tap(*editor.at(24, 18))
    expect(page.locator(".who h2")).to_have_text("Water 1")
    for route, answer in held:
        route.fulfill(body=answer, content_type="text/html")
    editor.fingers.settle()
    expect(page.locator(".who h2")).to_have_text("Water 1")
    expect(page).to_have_url(re.compile("piece=water-1"))


def test_what_got_no_answer_is_refused_and_never_sent_later(
    new_editor: EditorMaker, complaints: Complaints
) -> None:
    editor = new_editor(document(hill("h", box(6, 6, 14, 14))), "?piece=h")
    editor.page.route("**/edit", lambda route: route.abort())
    editor.drag((10, 10), (20, 10))
    expect(editor.page.locator("#refused")).to_contain_text("did not answer")
    # The piece is where it was, to be seen and to be dragged.
    outline = editor.page.locator("#over path.sel").bounding_box()
    assert outline is not None
    assert outline["x"] == pytest.approx(editor.at(6, 14)[0], abs=3)
    assert editor.box("h") == (6, 6, 14, 14)
    complaints.found.clear()
    editor.page.unroute("**/edit")
    editor.drag((10, 10), (10, 20))
    expect(editor.page.locator("#refused")).to_be_hidden()
    assert editor.box("h") == (6, 16, 14, 24), "the last one alone"
