"""How far an answer holds: asked for after the answer, one strip, or both outcomes where nobody can call it."""

import pytest
from flask.testing import FlaskClient

from astrike.store.table.codes import Right
from tests.builders import box, building, document, hill, mech
from tests.web.conftest import Kept, keep
from tests.web.page import Element, parse


def two(inches: float, client: FlaskClient, kept: Kept, **head: object) -> Kept:
    """Two 'Mechs with so much between their bases."""
    alder = mech("A", at=(7, 4), side="red", name="Alder")
    birch = mech("B", at=(7, 5.25 + inches), side="blue", name="Birch", facing=180)
    return keep(client, kept.db_path, document(alder, birch, **head))


@pytest.fixture
def safe(client: FlaskClient, kept: Kept) -> Kept:
    return two(23.8, client, kept)


@pytest.fixture
def close(client: FlaskClient, kept: Kept) -> Kept:
    return two(23.95, client, kept)


def strip(table: Kept, path: str = "/attack/A/B/margin", *, right: Right = Right.PLAY) -> Element:
    """The strip alone, as the page asks for it."""
    part = f"{'&' if '?' in path else '?'}part=strip"
    with table.client.get(table.url(f"{path}{part}", right=right)) as response:
        assert response.status_code == 200, response.text
        assert "<html" not in response.text
        return parse(response.text)


def test_the_card_asks_for_it_later_and_links_to_it(safe: Kept) -> None:
    later = safe.page("/attack/A/B?overheat=1").by_id("margin")
    address = later.attributes["hx-get"]
    assert address.endswith("/attack/A/B/margin?overheat=1&part=strip")
    assert later.attributes["hx-trigger"] == "load"
    assert later.one("a").attributes["href"] == address.removesuffix("&part=strip")


def test_a_strip_says_how_far_what_and_what_is_beyond(safe: Kept) -> None:
    stated = strip(safe).by_id("holds").text
    assert stated.startswith("Safe by 0.20″ If Alder stood 0.20″ farther south, it would be 9+, 27.8")
    assert not strip(safe).has_id("both")
    whole = safe.page("/attack/A/B/margin")
    assert whole.by_id("holds").text == stated
    assert "Alder → Birch" in whole.one("header").text


def test_within_the_tolerance_both_outcomes_stand_side_by_side(close: Kept) -> None:
    found = strip(close)
    assert [each.text.replace(" ", "") for each in found.by_id("both").all("p", class_="tn")] == ["7+", "9+"]
    assert found.by_id("holds").text.startswith("Medium ends at 24.00″, measured 23.95″, tolerance 0.10″")
    form = found.one("form", class_="decide-ruling")
    assert [each.text for each in form.all("button")] == ["We agree: 7+", "We agree: 9+", "Call judge"]


def test_who_may_only_look_sees_both_and_decides_nothing(close: Kept) -> None:
    found = strip(close, right=Right.VIEW)
    assert found.has_id("both")
    assert not found.all("form")


def test_tried_out_elsewhere_it_is_measured_there(close: Kept) -> None:
    path = "/attack/A/B/margin?x=7&y=12&facing=0"
    assert close.page(path).by_id("holds").text.startswith("Safe by more than 2″")


def test_sight_says_whether_it_sees_and_how_far_that_holds(safe: Kept) -> None:
    assert strip(safe, "/sight/A/B/margin").by_id("holds").text.startswith("Sees. Safe by more than 2″")
    address = safe.page("/tape?from=A&to=B").one("div", class_="margin-later").attributes["hx-get"]
    assert address.endswith("/sight/A/B/margin?part=strip")
    assert not safe.page("/tape?from=A&to=1,1").all("div", class_="margin-later")


def test_on_hexes_nothing_is_measured(client: FlaskClient, kept: Kept) -> None:
    hexes = two(12, client, kept, grid={"hex": 2, "top": "flat"})
    assert not hexes.page("/attack/A/B").has_id("margin")
    assert not strip(hexes).has_id("holds")


def test_on_hexes_it_says_why(client: FlaskClient, kept: Kept) -> None:
    hexes = two(12, client, kept, grid={"hex": 2, "top": "flat"})
    why = "Positions are whole hexes: no base can be a little off."
    for page in ("/attack/A/B", "/tape?from=A&to=B"):
        assert hexes.page(page).by_id("no-margin").text == why
    assert strip(hexes).by_id("nothing").text == f"Nothing to measure {why}"
    assert hexes.page("/area/?at=7,7&weapon=ART-LT").by_id("ring-notes").text == why


def test_an_attack_at_a_place_says_how_far_it_holds(client: FlaskClient, kept: Kept) -> None:
    barn = building("b", box(4, 28.575, 10, 30), height=2)
    table = keep(client, kept.db_path, document(mech("A", at=(7, 4), side="red", name="Alder"), barn))
    address = table.page("/attack/A/at?to=6,29.3").by_id("margin").attributes["hx-get"]
    assert address.endswith("/attack/A/at/margin?to=6%2C29.3&part=strip")
    found = strip(table, "/attack/A/at/margin?to=6,29.3")
    assert [each.text.replace(" ", "") for each in found.by_id("both").all("p", class_="tn")] == ["2+", "4+"]
    assert found.by_id("holds").text.startswith("Medium ends at 24.00″, measured 23.95″, tolerance 0.10″")
    assert "If Alder stood 0.06″ farther south," in found.by_id("holds").text
    whole = table.page("/attack/A/at/margin?to=6,29.3")
    assert "Alder → 6, 29.3" in whole.one("header").text


def test_kinds_that_are_asked_place_by_place_hold_at_least_so_far(safe: Kept) -> None:
    stated = strip(safe, "/attack/A/B/margin?kind=charge").by_id("holds").text
    assert stated.startswith("Safe by at least 0.5″")
    assert stated.endswith("Not checked any further for this kind of attack.")


@pytest.mark.parametrize(("inches", "marks"), [(23.95, ["too close: 7+ or 9+ (range)"]), (23.8, [])])
def test_a_row_whose_range_is_close_is_marked(
    client: FlaskClient, kept: Kept, inches: float, marks: list[str]
) -> None:
    table = two(inches, client, kept)
    for page in ("?unit=A", "/unit/A/move?show=what"):
        found = table.page(page, right=Right.PLAY).all("span", class_="chip-close")
        assert [each.text for each in found][:1] == marks


def test_close_calls_wait_for_a_moving_finger_and_the_list_says_so(close: Kept) -> None:
    moving = close.page("?unit=A&x=7&y=4&facing=0&quick=1", right=Right.PLAY)
    assert moving.all("span", class_="chip-close") == []
    assert "close calls when you let go" in moving.text
    resting = close.page("?unit=A&x=7&y=4&facing=0", right=Right.PLAY)
    assert [each.text for each in resting.all("span", class_="chip-close")] == ["too close: 7+ or 9+ (range)"]
    assert "close calls when you let go" not in resting.text


def test_a_unit_that_is_not_there_is_not_found(safe: Kept) -> None:
    with safe.client.get(safe.url("/attack/A/nobody/margin")) as response:
        assert response.status_code == 404


def test_an_area_names_who_is_near_the_edge_of_a_ring(safe: Kept) -> None:
    rows = safe.page("/area/?at=7,7.665&weapon=ART-LT").by_id("rings").all("li")
    assert [row.attributes["data-unit"] for row in rows] == ["A"]
    assert rows[0].attributes["class"] == "ring-close"
    assert "3.04″ away, the ring ends at 3.00″, else in the outer ring" in rows[0].text
    note = safe.page("/area/?at=7,7.665&weapon=ART-LT").by_id("ring-notes").text
    assert note == "If the point stood 0.05″ farther south, Alder would be in the outer ring."
    far = safe.page("/area/?at=7,8.3&weapon=ART-LT").by_id("rings").all("li")
    assert ["too close to call" in row.text for row in far] == [False]


def test_a_move_that_hangs_on_its_end_shows_both_verdicts(client: FlaskClient, kept: Kept) -> None:
    step = hill("h", box(5, 17.03, 15, 25), height=2)
    table = keep(client, kept.db_path, document(mech("A", at=(10, 10), side="red", name="Alder"), step))
    page = table.page("/unit/A/move?via=10,17", right=Right.PLAY)
    assert page.by_id("close").text.startswith(
        "Too close to call: 0.03″ from an end with another answer (tolerance 0.1″)."
    )
    words = [page.by_id("verdict").one("p", class_=name).text for name in ("word", "word-other")]
    assert words == ["Yes", "No"]
    assert not table.page("/unit/A/move?via=10,16.5").by_id("verdict").all("p", class_="word-other")
