"""What handles do: corners move, come and go, holes are cut, pieces turn and grow, and snap to each other."""

import pytest
from playwright.sync_api import expect

from tests.browser.terrain.conftest import EditorMaker
from tests.builders import area, box, document, hill, woods

pytestmark = pytest.mark.browser


def test_corners_are_dragged_come_and_go(new_editor: EditorMaker) -> None:
    editor = new_editor(document(hill("h", box(10, 10, 30, 26))))
    editor.tap(20, 20)
    assert len(editor.handles("hnd")) == 4 + 2, "four corners, a handle to turn and one for the size"
    with editor.one_request():
        editor.drag((30, 26), (33.1, 30.2))
    assert (33.0, 30.0) in editor.piece("h").outlines[0].exterior
    expect(editor.page.locator("#e-cx")).to_have_value("33")
    with editor.one_request():
        editor.drag((20, 10), (20, 6))
    assert len(editor.piece("h").outlines[0].exterior) == 5
    assert (20.0, 6.0) in editor.piece("h").outlines[0].exterior
    with editor.one_request():
        editor.press("text=Remove corner")
    assert len(editor.piece("h").outlines[0].exterior) == 4
    with editor.one_request():
        editor.press("button[name=edge][value=curved]")
    assert len(editor.piece("h").outlines[0].exterior) > 20


def test_a_piece_turns_and_grows_by_its_handles(new_editor: EditorMaker) -> None:
    editor = new_editor(document(area("b", box(20, 20, 32, 28), kind="building")))
    editor.tap(26, 24)
    turn = editor.page.locator("#over .hnd-turn").bounding_box()
    assert turn is not None
    x, y = editor.at(26, 24)
    with editor.one_request():
        editor.pull((turn["x"] + 11, turn["y"] + 11), (x + 80, y + 2))
    assert editor.box("b") == pytest.approx((22, 18, 30, 30), abs=0.01)
    size = editor.page.locator("#over .hnd-size").bounding_box()
    assert size is not None
    with editor.one_request():
        editor.pull((size["x"] + 11, size["y"] + 11), (size["x"] - 30, size["y"] + 11))
    west, south, east, north = editor.box("b")
    assert (east - west, north - south) != (8, 12)
    assert ((east - west) * 2) % 1 == pytest.approx(0, abs=0.01)


def test_a_piece_snaps_to_another_and_to_the_edge_of_the_table(new_editor: EditorMaker) -> None:
    editor = new_editor(
        document(
            area("b", box(30.2, 30.3, 36, 36), kind="building"),
            area("c", box(10, 10, 16, 16), kind="building"),
        )
    )
    editor.tap(13, 13)
    editor.drag((13, 13), (27.0, 33.4))
    assert editor.box("c")[2] == pytest.approx(30.2, abs=0.01), "its corner lies at the other's"
    editor.drag((27.2, 33.3), (3.4, 20.3))
    assert editor.box("c")[0] == pytest.approx(0, abs=0.001)
    editor.press("#snap")
    editor.drag((3, 20.3), (23.13, 20.3))
    assert (editor.box("c")[0] * 2) % 1 != pytest.approx(0, abs=0.01)


def test_several_pieces_are_grouped_and_move_together(new_editor: EditorMaker) -> None:
    editor = new_editor(
        document(woods("w", box(8, 8, 14, 14)), woods("v", box(24, 8, 30, 14)), hill("h", box(4, 4, 36, 20)))
    )
    editor.tap(11, 11)
    expect(editor.page.locator(".who h2")).to_have_text("W")
    editor.tap(11, 11)
    expect(editor.page.locator(".who h2")).to_have_text("H")
    editor.tap(11, 11)
    editor.press("#several")
    editor.tap(27, 11)
    expect(editor.page.locator(".who h2")).to_have_text("2 pieces")
    with editor.one_request():
        editor.press("text=Group")
    editor.press("#several")
    editor.tap(40, 32)
    editor.tap(27, 11)
    expect(editor.page.locator(".who h2")).to_have_text("Group of 2 pieces")
    with editor.one_request():
        editor.drag((27, 11), (27, 26))
    assert editor.box("w") == (8, 23, 14, 29)
    assert editor.box("v") == (24, 23, 30, 29)
    # One of them by itself: what goes along is seen while the finger is still down.
    editor.open("?piece=w")
    editor.fingers.drag(editor.at(11, 26), editor.at(11, 20), lift=False)
    expect(editor.page.locator("#over path.sel")).to_have_count(2)
    with editor.one_request():
        editor.fingers.touch("touchEnd")
        editor.fingers.settle()
    assert (editor.box("w"), editor.box("v")) == ((8, 17, 14, 23), (24, 17, 30, 23))
    editor.open("?piece=w&piece=v")
    with editor.one_request():
        editor.press(".who >> text=Delete")
    assert [piece.id for piece in editor.table.terrain] == ["h"]


def test_outlines_strips_and_holes_are_drawn_corner_by_corner(new_editor: EditorMaker) -> None:
    editor = new_editor(document(hill("h", box(6, 6, 30, 24))), "?tool=outline")
    for corner in ((32, 24), (40, 24), (40, 32)):
        editor.tap(*corner)
    editor.page.locator("label", has_text="Curved").tap()
    editor.page.locator(".tile", has_text="Woods").first.tap()
    with editor.one_request():
        editor.press("[data-done]")
    assert set(editor.piece("woods-1").outlines[0].exterior) == {(32, 24), (40, 24), (40, 32)}
    editor.fingers.open(editor.hall.url("/edit?tool=strip", code=editor.codes.organise))
    for corner in ((10, 30), (28, 32)):
        editor.tap(*corner)
    with editor.one_request():
        editor.press("[data-done]")
    assert editor.table.terrain[-1].kind == "water"
    editor.fingers.open(editor.hall.url("/edit?piece=h&tool=hole", code=editor.codes.organise))
    for corner in ((10, 10), (20, 10), (20, 20), (10, 20)):
        editor.tap(*corner)
    with editor.one_request():
        editor.press("[data-done]")
    assert len(editor.piece("h").outlines[0].holes) == 1
    expect(editor.page.locator(".who p")).to_contain_text("1 hole")


def test_numbers_follow_buttons_and_say_from_which_edge(new_editor: EditorMaker) -> None:
    editor = new_editor(document(area("b", box(20, 20, 26, 24), kind="building")), "?piece=b")
    with editor.one_request():
        for _ in range(3):
            editor.page.locator("#numbers [aria-label='x, in: more']").tap()
        editor.page.wait_for_timeout(650)
        editor.fingers.settle()
    assert editor.box("b") == (21.5, 20, 27.5, 24)
    editor.page.locator("[name=from_x]").select_option("west")
    expect(editor.page.locator("#e-x")).to_have_value("21.5")
    editor.page.locator("#e-x").fill("12,5")
    with editor.one_request():
        editor.page.locator("#e-x").press("Tab")
        editor.page.wait_for_timeout(100)
        editor.fingers.settle()
    assert editor.box("b")[0] == 12.5
    expect(editor.page.locator("[name=from_x]")).to_have_value("west")
    editor.page.locator("#e-deep").fill("6")
    with editor.one_request():
        editor.page.locator("#e-deep").press("Enter")
        editor.page.wait_for_timeout(100)
        editor.fingers.settle()
    assert editor.box("b") == (12.5, 19, 18.5, 25), "Enter presses none of the steps"
    editor.page.locator("#e-wide").fill("wide")
    editor.page.locator("#e-wide").press("Tab")
    expect(editor.page.locator("#wide-problem")).to_be_visible()
    expect(editor.page.locator("#e-wide")).to_have_value("wide")


def test_what_was_pressed_is_kept_whatever_comes_next(new_editor: EditorMaker) -> None:
    kept = document(area("b", box(20, 20, 26, 24), kind="building"), woods("w", box(4, 4, 10, 10)))
    editor = new_editor(kept, "?piece=b")
    editor.page.locator("#numbers [aria-label='x, in: more']").tap()
    editor.tap(7, 7)
    expect(editor.page.locator(".who h2")).to_have_text("W")
    assert editor.box("b") == (20.5, 20, 26.5, 24), "another piece was chosen at once"
    editor.page.locator("#numbers [aria-label='y, in: more']").tap()
    editor.drag((7, 7.5), (12, 7.5))
    assert editor.box("w") == (9, 4.5, 15, 10.5), "it was dragged at once"
