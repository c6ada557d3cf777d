"""Pieces come onto the table, move, turn, grow and get other corners under a finger; each drag is one request."""

import threading

import pytest
from playwright.sync_api import expect

from astrike.web.serve import listen
from tests.browser.edit.conftest import EditorMaker
from tests.builders import document

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
    again = listen("127.0.0.1", 0, db=editor.hall.server.db, demo="diagram")
    thread = threading.Thread(target=again.run)
    thread.start()
    address = again.local.replace("127.0.0.1", "table.lan")
    editor.fingers.open(f"{address.rstrip('/')}/t/{editor.codes.organise}/edit?piece=woods-1")
    editor.press(".bar [aria-label^=Redo]")
    assert editor.box("woods-1") == after
    editor.press(".bar [aria-label^=Undo]")
    editor.press(".bar [aria-label^=Undo]")
    assert editor.table.terrain == ()
    editor.page.goto("about:blank")
    again.stop()
    thread.join(timeout=20)
