"""An area effect and electronic fields on the map: who is caught, where a miss lands, what is on and why not."""

import json

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import read_table
from astrike.web.home.demo import demo_text
from tests.builders import document, mech, unit
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import parse

TABLE = read_table(demo_text("big")).document


def test_a_template_on_the_map_names_who_is_caught(table: Kept) -> None:
    page = table.page("/area/?at=36,24&weapon=ART-LT&dice=2+5")
    assert "Long Tom" in page.by_id("said").text
    assert "It scattered 10″ towards 60°. 1 is caught." in page.by_id("said").text
    assert "Direction of scatter 2 Distance of scatter 5" in page.by_id("fell").text
    assert "Quail 1 damage, 2.3″ away" in page.by_id("scroll").text


def test_a_unit_can_be_the_point(table: Kept) -> None:
    page = table.page("/area/?at=Q&weapon=ART-T")
    assert "Thumper" in page.by_id("said").text
    assert "Quail 1 damage, 0″ away" in page.by_id("scroll").text


def test_without_a_point_it_asks_for_one(table: Kept) -> None:
    page = table.page("/area/")
    assert "Tap the map, or a unit." in page.text
    assert not page.has_id("scatter")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("at=nowhere", "at-problem"),
        ("at=36,24&weapon=BFG", "weapon-problem"),
        ("at=36,24&dice=7+1", "dice-problem"),
        ("at=36,24&dice=2", "dice-problem"),
    ],
)
def test_what_is_wrong_stands_at_its_field(table: Kept, query: str, field: str) -> None:
    with table.client.get(table.url(f"/area/?{query}")) as response:
        assert response.status_code == 422
        assert parse(response.text).has_id(field)


@pytest.mark.parametrize("query", ["margin=99", "margin=1&margin=2", "dice=2&dice=3", "series=maybe"])
def test_nothing_is_refused_without_a_word(table: Kept, query: str) -> None:
    with table.client.get(table.url(f"/area/?at=20,12&{query}")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    field = query.partition("=")[0]
    assert "expected" in page.by_id(f"{field}-problem").text
    assert field in page.by_id("area").fields() or field == "series"


def test_what_was_typed_beside_something_wrong_stays(table: Kept) -> None:
    with table.client.get(table.url("/area/?at=36,24&weapon=ART-T&dice=2+x&margin=7&z=high")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    fields = page.by_id("area").fields()
    assert fields == {"weapon": "ART-T", "at": "36,24", "dice": "2 x", "z": "high"}
    assert [page.has_id(f"{name}-problem") for name in ("at", "weapon", "dice", "z")] == [
        False, False, True, True,
    ]  # fmt: skip


def test_a_bomb_scatters_along_the_flight_of_who_dropped_it(client: FlaskClient, kept: Kept) -> None:
    flight = {"from": [2, 20], "to": [62, 20], "altitude": "low"}
    bomber = unit("F", (30, 20), type="AF", motion="flight", move="8a", flight=flight)
    table = keep(client, kept.db_path, document(bomber, mech("A", (7, 7))))
    stated = "at=36,24&weapon=ART-LT&dice=2+5"
    page = table.page(f"/area/?{stated}&by=F")
    assert page.by_id("said").text != table.page(f"/area/?{stated}").by_id("said").text
    assert page.by_id("area").fields()["by"] == "F"
    question = json.loads(page.one("form", class_="save-ruling").fields()["question"])
    assert question["by"] == "F"
    as_aimed = page.by_id("fell").one("a").attributes["href"]
    assert "by=" not in as_aimed
    assert "dice=" not in as_aimed


def test_a_miss_is_rolled_kept_and_shown(table: Kept) -> None:
    sent = table.client.post(
        table.url("/area/scatter"), data={"at": "36,24", "weapon": "ART-LT", "change_id": next_id()}
    )
    assert sent.status_code == 303
    address = sent.headers["Location"]
    page = parse(table.client.get(address).text)
    assert page.has_id("fell")
    news = table.client.get(table.url("/version")).json
    assert news["roll"]["what"] == "Scatter of Long Tom"
    assert news["roll"]["fell"].replace(" ", "+") in address


def test_a_second_scatter_says_why_and_the_dice_tell(table: Kept) -> None:
    aimed = {"at": "36,24", "weapon": "ART-LT"}
    with table.client.post(table.url("/area/scatter"), data={**aimed, "change_id": next_id()}) as response:
        page = parse(table.client.get(response.headers["Location"]).text)
    again = page.by_id("again").one("form").fields()
    assert again["why"]
    sent = {**again, "why": "cocked", "change_id": next_id()}
    with table.client.post(table.url("/area/scatter"), data=sent) as response:
        assert response.status_code == 303
    assert "again: a die was cocked" in table.page("/dice").by_id("r2").text


def test_electronic_fields_are_listed_and_can_be_chosen(table: Kept) -> None:
    page = table.page("/electronics")
    assert "Fir Electronic countermeasures 12″" in page.text
    assert "Cedar Target designator 24″" in page.text
    only = table.page("/electronics?kind=ecm")
    assert "Fir Electronic countermeasures 12″" in only.text
    assert "Cedar Target designator" not in only.by_id("scroll").text
    assert table.client.get(table.url("/electronics?kind=radio")).status_code == 422


def test_a_network_says_who_is_in_it_and_why_not(table: Kept) -> None:
    document = dict(table.document)
    head = dict(document["astrike"])  # type: ignore[call-overload]  # the head of a table file
    head["networks"] = [{"id": "lance", "type": "C3I", "members": ["A", "B"]}]
    linked = keep(table.client, table.db_path, {**document, "astrike": head})
    text = linked.page("/electronics").by_id("scroll").text
    assert "lance" in text
    assert "Alder" in text
    assert "Birch" in text
