"""What the page of a move shows before anything is tapped: how far the unit gets, all of its Move, and the prices."""

import pytest
from flask.testing import FlaskClient

from astrike.rulebook.loader import load_edition
from astrike.store.table.codes import Right
from tests.builders import box, document, hill, mech, vehicle, woods
from tests.web.conftest import Kept, keep
from tests.web.page import Element, parse

UNITS = (
    mech("A", at=(20, 10), side="red", name="Alder", motion="unmoved", move='8"/6"j'),
    vehicle("V", at=(26, 4), side="red", name="Wagon", motion="unmoved"),
    mech("B", at=(35, 30), side="blue", name="Birch", motion="unmoved"),
)
LAND = (hill("h", box(22, 12, 26, 18), height=1), woods("t", box(8, 6, 14, 14)))
TABLE = document(*UNITS, *LAND)
GAME = document(*UNITS, *LAND, phase="movement", initiative=["red", "blue"])
COMBAT = document(*UNITS, *LAND, phase="combat", initiative=["red", "blue"])


@pytest.fixture
def played(client: FlaskClient, kept: Kept) -> Kept:
    """Keep a table on which a game is played: Red moves first."""
    return keep(client, kept.db_path, GAME)


def edges(page: Element, name: str) -> tuple[float, ...]:
    return tuple(float(part) for part in page.by_id("live").attributes[name].split(","))


def ring(page: Element) -> Element:
    return page.one("g", class_="ring")


def test_in_a_game_the_outline_of_its_move_comes_of_itself(played: Kept) -> None:
    found = ring(played.page("/unit/A/move", right=Right.PLAY))
    assert found.attributes["hx-trigger"] == "load"
    with played.client.get(found.attributes["hx-get"]) as response:
        drawn = parse(response.text)
    assert "Alder can end its move inside this line: 8″ of Move." in drawn.one("g").attributes["aria-label"]
    assert len(list(drawn.all("path"))) == 3
    jump = ring(played.page("/unit/A/move?mode=jump", right=Right.PLAY))
    assert jump.attributes["id"] != found.attributes["id"], "another outline is asked for anew"
    assert "mode=jump" in jump.attributes["hx-get"]


@pytest.mark.parametrize("query", ["?show=reach", "?mode=standstill"])
def test_where_there_is_nothing_to_outline_nothing_is_asked(played: Kept, query: str) -> None:
    assert not list(played.page(f"/unit/A/move{query}").all("g", class_="ring"))


def test_on_a_table_to_measure_on_reach_is_a_tap(table: Kept) -> None:
    page = table.page("/unit/A/move")
    assert not list(page.all("g", class_="ring"))
    assert page.by_id("reach")


def test_a_mode_that_there_is_not_is_named(played: Kept) -> None:
    with played.client.get(played.url("/unit/A/move?part=ring&mode=fly")) as response:
        assert response.status_code == 422


@pytest.mark.parametrize(("query", "most"), [("", 8.0), ("?mode=sprint", 12.0), ("?mode=jump", 6.0)])
def test_the_map_begins_with_all_of_the_move(played: Kept, query: str, most: float) -> None:
    west, south, east, north = edges(played.page(f"/unit/A/move{query}"), "data-around")
    assert west <= max(20 - most, 0)
    assert south <= max(10 - most, 0)
    assert east >= 20 + most
    assert north >= 10 + most


def test_an_end_in_contact_lies_well_inside(client: FlaskClient, kept: Kept) -> None:
    near = keep(client, kept.db_path, document(*UNITS, mech("C", at=(20, 17), side="blue", done=True)))
    west, south, east, north = edges(near.page("/unit/A/move?contact=C"), "data-seen")
    assert west <= 18
    assert east >= 22
    assert south <= 15.75 - 2
    assert north >= 17 + 2


def test_each_way_of_moving_says_its_price(played: Kept) -> None:
    rows = {
        row.attributes["data-mode"]: row.text for row in played.page("/unit/A/move").by_id("modes").all("a")
    }
    assert "no attack this turn" in rows["sprint"]
    points = load_edition("ce-5.01").modifiers["attacker.jump"].value
    assert f"attacks at +{points}" in rows["jump"]
    assert "(+1)" in rows["jump"], "its TMM is higher than on the ground"
    assert "attack" not in rows["ground"]


def test_cost_and_distance_are_named_wherever_they_differ(played: Kept) -> None:
    page = played.page("/unit/A/move?via=12.5,10", right=Right.PLAY)
    assert page.by_id("on-table").text == "7.50″ on the table"
    assert page.by_id("verdict").one("p", class_="word").text == "No"
    page = played.page("/unit/A/move?via=22,14", right=Right.PLAY)
    cost = page.by_id("ledger").one("tr", class_="sum").one("td", class_="val").text
    assert page.by_id("commit").text == f"Move: {cost}″ for 4.47″ on the table"
    played.send("/unit/A/move", {"via": "22,14"}, right=Right.PLAY)
    history = played.page("/history").one("main").text
    assert f"Alder walks 4.47″ on the table for {float(cost):g}″ of Move" in history


def test_where_they_are_the_same_one_number_is_enough(played: Kept) -> None:
    page = played.page("/unit/A/move?via=20,6", right=Right.PLAY)
    assert page.by_id("commit").text == "Move: 4.00″"
    assert not page.has_id("on-table")


def test_too_far_is_said_once(played: Kept) -> None:
    page = played.page("/unit/A/move?via=20,30")
    assert "12.00″ too much" in page.by_id("verdict").text
    rows = page.by_id("refusals").text
    assert "Too far: its Move runs out after 8.00″." in rows
    assert "12.00" not in rows


def test_the_facing_is_named(played: Kept) -> None:
    row = played.page("/unit/A/move?via=20,6").by_id("facings")
    assert row.text.startswith("Faces")
    assert [each.attributes["aria-label"] for each in row.all("a")][:2] == ["Face north", "Face northeast"]
    turned = played.page("/unit/A/move?via=20,6&facing=20").by_id("facings")
    assert turned.text.startswith("Faces 20°")


def links_of(page: Element) -> dict[str, str]:
    return {
        each.attributes["data-unit"]: each.attributes["href"]
        for each in page.by_id("map").all("a")
        if "data-unit" in each.attributes
    }


def test_a_tap_on_a_unit_that_is_due_opens_its_move_and_cancel_leads_back(played: Kept) -> None:
    played.send("/turn/side", {"side": "red"}, right=Right.PLAY)
    links = links_of(played.page(right=Right.PLAY))
    assert links["A"] == played.url("/unit/A/move", right=Right.PLAY)
    assert "unit=B" in links["B"]
    page = played.page("/unit/A/move", right=Right.PLAY)
    cancel = next(each for each in page.all("a", class_="btn") if each.text == "Cancel")
    assert cancel.attributes["href"] == played.url(right=Right.PLAY)


def test_who_plays_the_other_side_or_watches_sees_the_list(played: Kept) -> None:
    played.send("/turn/side", {"side": "blue"}, right=Right.PLAY)
    assert "unit=A" in links_of(played.page(right=Right.PLAY))["A"]
    assert "unit=A" in links_of(played.page(right=Right.VIEW))["A"]


def test_in_combat_no_move_stands_before_the_attacks(client: FlaskClient, kept: Kept) -> None:
    combat = keep(client, kept.db_path, COMBAT)
    page = combat.page("?unit=A", right=Right.PLAY)
    assert not page.has_id("move")
    assert not page.has_id("move-due")
