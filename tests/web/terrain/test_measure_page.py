"""Measuring with a tape: rows become corners, corners a piece; whatever is wrong, nothing typed is lost."""

import pytest

from astrike.store.table.codes import Right
from tests.builders import box, building, document
from tests.web.conftest import Kept
from tests.web.page import Element, parse

TABLE = document(building("hut", box(30, 20, 34, 24), height=3))


WEST_SOUTH = {
    "r1-1": "west",
    "r1-2": "south",
    "r2-1": "west",
    "r2-2": "south",
    "r3-1": "west",
    "r3-2": "south",
}
TRIANGLE = {
    "d1-1": "12 1/2",
    "d1-2": "8",
    "d2-1": "16,5",
    "d2-2": "8″",
    "d3-1": "12½",
    "d3-2": "11",
    **WEST_SOUTH,
}


def asked(table: Kept, values: dict[str, str]) -> Element:
    return parse(table.client.get(table.url("/edit/measure"), query_string=values).text)


def value_of(page: Element, name: str) -> str:
    return page.by_id(f"f-{name}").attributes["value"]


def features(table: Kept) -> list[dict[str, object]]:
    found = table.document["features"]
    assert isinstance(found, list)
    return found


def test_it_begins_with_one_corner_from_two_edges(table: Kept) -> None:
    page = table.page("/edit/measure")
    assert [each.attributes["id"] for each in page.all("fieldset")] == ["corner-1"]
    assert "3 more to measure" in page.by_id("corner-1").text
    assert not page.all("button", id="add")


def test_corners_are_shown_and_the_next_one_is_asked(table: Kept) -> None:
    page = asked(table, {"d1-1": "12 1/2", "r1-1": "west", "d1-2": "8", "r1-2": "south"})
    assert "12.50, 8.00" in page.by_id("corner-1").text
    assert "2 more to measure" in page.by_id("corner-2").text
    assert value_of(page, "d1-1") == "12 1/2"


def test_a_measured_piece_is_added_with_its_height_and_can_be_undone(table: Kept) -> None:
    before = features(table)
    answer = table.send("/edit/measure", {**TRIANGLE, "kind": "hill", "height": "2", "name": "Knoll"})
    assert answer.status_code == 303
    assert "piece=hill-1" in answer.headers["Location"]
    added = features(table)[-1]
    assert added["properties"]["kind"] == "hill"  # type: ignore[index]
    assert added["properties"]["height"] == 2  # type: ignore[index]
    assert added["geometry"]["coordinates"] == [  # type: ignore[index]
        [[12.5, 8.0], [16.5, 8.0], [12.5, 11.0], [12.5, 8.0]]
    ]
    table.send("/undo")
    assert features(table) == before


@pytest.mark.parametrize(
    ("form", "more", "shape"),
    [
        ("round", {"width": "4 1/2", "kind": "water", "depth": "2"}, "ellipse"),
        ("strip", {"width": "2", "kind": "road", "curved": "true"}, "strip"),
        ("rectangle", {"kind": "building", "class": "heavy", "height": "3"}, "rectangle"),
        ("outline", {"kind": "woods", "curved": "true"}, "free"),
    ],
)
def test_every_form_becomes_a_piece_that_a_thumb_can_go_on_editing(
    table: Kept, form: str, more: dict[str, str], shape: str
) -> None:
    values = dict(TRIANGLE)
    if form == "round":
        values = {key: value for key, value in values.items() if "1-" in key}
    assert table.send("/edit/measure", {**values, "form": form, **more}).status_code == 303
    about = features(table)[-1]["properties"]
    assert about["shape"]["form"] == shape  # type: ignore[index]
    assert about.get("depth") == (2 if form == "round" else None)  # type: ignore[attr-defined]


def test_two_solutions_are_offered_and_the_other_one_can_be_picked(table: Kept) -> None:
    values = {"d1-1": "26", "r1-1": "south-west", "d1-2": "26", "r1-2": "south-east"}
    page = asked(table, values)
    picked = [
        each.attributes["value"] for each in page.all("input", name="pick1") if "checked" in each.attributes
    ]
    assert "24.00, 10.00" in page.by_id("corner-1").one("legend").text
    other = "b" if picked == ["a"] else "a"
    assert "24.00, -10.00" in asked(table, {**values, "pick1": other}).by_id("corner-1").one("legend").text


def test_a_third_distance_says_how_far_it_is_off(table: Kept) -> None:
    values = {"d1-1": "10", "r1-1": "west", "d1-2": "10", "r1-2": "south", "d1-3": "14", "r1-3": "south-west"}
    assert "third distance off by 0.14″" in asked(table, values).by_id("corner-1").text


def test_corners_of_pieces_are_there_to_be_measured_from(table: Kept) -> None:
    page = asked(table, {"d1-1": "5", "r1-1": "corner:1:hut", "d1-2": "20", "r1-2": "south"})
    assert "25.00, 20.00" in page.text or "35.00, 20.00" in page.text


def test_tapes_that_do_not_meet_lose_nothing_of_what_was_typed(table: Kept) -> None:
    values = {
        **TRIANGLE,
        "d4-1": "5",
        "r4-1": "south-west",
        "d4-2": "4",
        "r4-2": "south-east",
        "name": "Knoll",
    }
    refused = table.client.get(table.url("/edit/measure"), query_string=values)
    assert refused.status_code == 422
    page = parse(refused.text)
    assert page.by_id("d4-1-problem").text == "These two do not meet: 39″ short."
    assert (value_of(page, "d3-1"), value_of(page, "name")) == ("12½", "Knoll")
    posted = table.send("/edit/measure", values)
    assert posted.status_code == 422
    assert value_of(parse(posted.text), "d4-2") == "4"
    assert len(features(table)) == 1


def test_what_is_wrong_with_the_height_stands_at_the_height(table: Kept) -> None:
    refused = table.send("/edit/measure", {**TRIANGLE, "height": "tall"})
    assert refused.status_code == 422
    assert parse(refused.text).by_id("height-problem")


def test_only_the_organiser_adds(table: Kept) -> None:
    assert not table.page("/edit/measure", right=Right.PLAY).all("button", id="add")
    assert table.send("/edit/measure", TRIANGLE, right=Right.PLAY).status_code == 403
