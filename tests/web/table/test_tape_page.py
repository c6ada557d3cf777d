"""The tape measure: any two points or units, both heights, on any table."""

import pytest
from flask.testing import FlaskClient

from tests.builders import area, around, box, building, document, hill, mech, woods
from tests.web.conftest import Kept, keep
from tests.web.page import Element, parse

TABLE = document(
    mech("A", at=(7, 7), side="red", name="Alder"),
    mech("B", at=(20, 7), side="blue", name="Birch"),
    hill("h", around(20, 7, radius=3), height=2),
    building("b", box(30, 20, 34, 24), height=3),
)


def facts(page: Element) -> dict[str, str]:
    return {each.one("dt").text: each.one("dd").text for each in page.by_id("facts").all("div")}


def test_between_two_units_it_is_held_edge_to_edge(table: Kept) -> None:
    page = table.page("/tape?from=A&to=B")
    assert page.by_id("range").text == "11.75″"
    assert facts(page) == {
        "Range bracket": "Medium",
        "Center to center": "13.00″",
        "Height at the first end": "0″",
        "Height at the second end": "2″",
        "Rise": "+2″",
        "Through the air": "11.92″",
    }
    assert page.one("path", class_="tape-line")
    assert "Alder to Birch" in page.one("div", class_="who").text


@pytest.mark.parametrize("typed", ["32, 22", "32,22", "32;22", " 32 , 22 ", "32.0,22.0"])
def test_a_point_is_two_numbers(table: Kept, typed: str) -> None:
    page = table.client.get(table.url("/tape"), query_string={"from": "A", "to": typed})
    shown = parse(page.text)
    assert shown.by_id("range").text == "28.53″"
    assert facts(shown)["Height at the second end"] == "3″", "the roof"


def test_beyond_the_last_bracket_it_says_so(table: Kept) -> None:
    assert facts(table.page("/tape?from=0,0&to=48,36"))["Range bracket"] == "out of range"


def test_an_empty_table_can_be_measured(client: FlaskClient, kept: Kept) -> None:
    empty = keep(client, kept.db_path, document())
    assert empty.page("/tape?from=1,1&to=4,5").by_id("range").text == "5.00″"


def test_one_end_waits_for_the_other(table: Kept) -> None:
    page = table.page("/tape?from=A")
    assert page.one("h2").text == "From Alder"
    assert not page.has_id("range")
    links = {each.attributes["data-unit"]: each.attributes["href"] for each in page.all("a", class_="unit")}
    assert links["B"] == table.url("/tape?from=A&to=B")
    again = table.page("/tape?from=A&to=B")
    links = {each.attributes["data-unit"]: each.attributes["href"] for each in again.all("a", class_="unit")}
    assert links["B"] == table.url("/tape?from=B"), "a third tap begins anew"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("from=nobody&to=A", "from-problem"),
        ("from=A&to=1,2,3", "to-problem"),
        ("from=A&to=nan,1", "to-problem"),
        ("from=A&to=1e999,1", "to-problem"),
        ("from=,&to=A", "from-problem"),
        ("from=A&to=5000,5000", "to-problem"),
        ("from=A&to=%00", "to-problem"),
    ],
)
def test_a_wrong_end_is_named_at_its_field(table: Kept, query: str, field: str) -> None:
    with table.client.get(table.url(f"/tape?{query}")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    assert "expected" in page.by_id(field).text


def test_the_fragment_is_the_part_of_the_page(table: Kept) -> None:
    part = table.page("/tape?from=A&to=B&part=live")
    assert part.by_id("range").text == "11.75″"
    assert not part.all("html")


def test_names_that_are_numbers_are_units_first(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, document(mech("3,4", at=(7, 7)), mech("B", at=(20, 7))))
    assert "3,4 to B" in table.page("/tape?from=3,4&to=B").one("div", class_="who").text
    assert table.page("/tape?from=3,4&to=B").by_id("range").text == "11.75″"


@pytest.fixture
def groves(client: FlaskClient, kept: Kept) -> Kept:
    """A building 3.00 inches from a hill, woods of the same name twice, and a unit beside them."""
    return keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7), side="red", name="Alder"),
            hill("hill-1", box(10, 10, 16, 16), height=2),
            building("b3", box(19, 12, 23, 15), height=3, name="Building 3"),
            woods("w1", box(30, 4, 34, 8), name="Grove"),
            woods("w2", box(40, 4, 44, 8), name="Grove"),
        ),
    )


def ends(table: Kept, start: str, end: str) -> Element:
    with table.client.get(table.url("/tape"), query_string={"from": start, "to": end}) as response:
        assert response.status_code == 200, response.text
        return parse(response.text)


@pytest.mark.parametrize(
    ("start", "end", "inches"),
    [
        ("Building 3", "Hill 1", "3.00″"),
        ("building 3", "  HILL  1 ", "3.00″"),
        ("b3", "hill-1", "3.00″"),
        ("hill-1", "A", "3.62″"),
        ("Alder", "Hill 1", "3.62″"),
        ("Hill 1", "13, 13", "0.00″"),
        ("Hill 1", "8, 13", "2.00″"),
        ("West edge", "Hill 1", "10.00″"),
        ("north edge", "A", "28.38″"),
        ("west edge", "East edge", "48.00″"),
        ("w1", "w2", "6.00″"),
    ],
)
def test_pieces_and_edges_of_the_table_are_ends(groves: Kept, start: str, end: str, inches: str) -> None:
    for one, other in ((start, end), (end, start)):
        page = ends(groves, one, other)
        assert page.by_id("range").text == inches
        assert "Center to center" not in facts(page)
        assert page.one("path", class_="tape-line")


def test_heights_are_those_of_the_pieces(groves: Kept) -> None:
    found = facts(ends(groves, "Building 3", "Hill 1"))
    assert (found["Height at the first end"], found["Height at the second end"]) == ("3″", "2″")
    assert found["Through the air"] == "3.16″"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Hill 9", "a unit, a piece of terrain, an edge such as north edge, or x, y in inches"),
        ("Grove", "one of those called so: w1, w2"),
    ],
)
def test_what_is_not_understood_is_said(groves: Kept, typed: str, said: str) -> None:
    with groves.client.get(groves.url("/tape"), query_string={"from": "A", "to": typed}) as response:
        assert response.status_code == 422
        page = parse(response.text)
    assert said in page.by_id("to-problem").text
    assert page.by_id("f-to").attributes["value"] == typed, "what was typed stays"


def test_a_tap_on_a_piece_can_mean_its_edge(groves: Kept) -> None:
    page = ends(groves, "20, 13", "12, 12")
    offered = {each.text: each.attributes["href"] for each in page.by_id("instead").all("a")}
    assert set(offered) == {"Building 3", "Hill 1"}
    with groves.client.get(offered["Building 3"]) as response:
        half = parse(response.text)
    assert half.by_id("range").text == "7.00″"
    last = {each.text: each.attributes["href"] for each in half.by_id("instead").all("a")}
    with groves.client.get(last["Hill 1"]) as response:
        assert parse(response.text).by_id("range").text == "3.00″"
    beside = ends(groves, "0.4, 20", "A").by_id("instead")
    assert beside.one("a").text == "West edge"


def test_every_end_that_has_a_name_is_offered(groves: Kept) -> None:
    offered = [each.attributes["value"] for each in groves.page("/tape").by_id("ends").all("option")]
    assert offered == [
        "A",
        "Hill 1",
        "Building 3",
        "Grove (w1)",
        "Grove (w2)",
        "West edge",
        "South edge",
        "East edge",
        "North edge",
    ]


def test_a_deployment_zone_is_an_end_too(client: FlaskClient, kept: Kept) -> None:
    zone = area("zone-1", box(0, 0, 48, 6), kind="deployment", side="red", name="South zone")
    table = keep(client, kept.db_path, document(mech("A", at=(7, 10), side="red"), zone))
    assert ends(table, "South zone", "A").by_id("range").text == "3.38″"
