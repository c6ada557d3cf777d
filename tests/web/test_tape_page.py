"""The tape measure: any two points or units, both heights, on any table."""

import pytest
from flask.testing import FlaskClient

from tests.builders import around, box, building, document, hill, mech
from tests.web.conftest import Kept, keep
from tests.web.page import Element, parse


@pytest.fixture
def table(client: FlaskClient, kept: Kept) -> Kept:
    return keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7), side="red", name="Alder"),
            mech("B", at=(20, 7), side="blue", name="Birch"),
            hill("h", around(20, 7, radius=3), height=2),
            building("b", box(30, 20, 34, 24), height=3),
        ),
    )


def facts(page: Element) -> dict[str, str]:
    return {each.one("dt").text: each.one("dd").text for each in page.by_id("facts").all("div")}


def test_between_two_units_it_is_held_edge_to_edge(table: Kept) -> None:
    page = table.page("/tape?from=A&to=B")
    assert page.by_id("range").text == "11.75″"
    assert facts(page) == {
        "Range bracket": "Medium",
        "Centre to centre": "13.00″",
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
