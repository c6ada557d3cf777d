"""The move page gets a unit into base contact, declares a charge with the move, and goes on to the next unit."""

import math
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from astrike.model.table import AttackDeclaration, Table
from astrike.rules.movement.contact import units_touched
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.table.codes import Right
from tests.builders import box as rectangle
from tests.builders import document, infantry, mech, wall
from tests.web.conftest import Kept, keep
from tests.web.page import Element, parse

FAST = '12"/8"j'
UNITS = (
    mech("A", at=(10, 10), side="red", name="Alder", motion="unmoved", move=FAST),
    mech("R", at=(30, 30), side="red", name="Rowan", motion="unmoved", move=FAST),
    infantry("I", at=(12, 4), side="red", name="Squad", motion="unmoved", move='8"f'),
    mech("B", at=(18, 14), side="blue", name="Birch", done=True),
    mech("C", at=(14, 5), side="blue", name="Cedar", motion="unmoved"),
    mech("F", at=(40, 30), side="blue", name="Fir", done=True),
)
TABLE = document(*UNITS, wall("w", rectangle(4, 16, 8, 16.4), height=3))
GAME = document(*UNITS, phase="movement", initiative=["red", "blue"])
MOVE = "/unit/A/move"


def now(kept: Kept) -> Table:
    return parse_document(kept.document)


def via(page: Element) -> str:
    return parse_qs(urlsplit(page.by_id("live").attributes["data-address"]).query)["via"][-1]


def made(kept: Kept, unit: str, values: dict[str, str]) -> str:
    """Send a move; give where it leads."""
    with kept.send(f"/unit/{unit}/move", values, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
        return response.location


def test_contact_with_an_enemy_is_found_and_says_what_it_allows(table: Kept) -> None:
    page = table.page(f"{MOVE}?contact=B")
    assert page.by_id("verdict").one("p", class_="word").text == "Yes"
    assert page.by_id("in-contact").text == "ends in base contact with Birch"
    x, y = map(float, via(page).split(","))
    assert math.dist((x, y), (18, 14)) == pytest.approx(1.25, abs=0.005)
    assert page.by_id("commit").text.startswith("Into contact: 7.69″")
    assert "ends touching" in page.by_id("commit").text
    rows = {
        row.attributes["data-kind"]: row
        for row in page.by_id("contact").all("li", class_="contact-row")
        if "data-kind" in row.attributes
    }
    assert list(rows) == ["charge", "standard"]
    assert "Charge Birch: " in rows["charge"].text
    assert "as Birch stands now" in rows["charge"].text
    assert not page.has_id("close")
    assert table.version == 1


def test_the_card_of_the_charge_says_the_same_number(table: Kept) -> None:
    page = table.page(f"{MOVE}?contact=B")
    row = next(
        each for each in page.by_id("contact").all("li") if each.attributes.get("data-kind") == "charge"
    )
    card = row.one("a", class_="contact-card").attributes["href"]
    number = row.one("b").text.split(": ")[1].split("+")[0]
    with table.client.get(card) as response:
        assert response.status_code == 200
        assert f"Target Number {number} +" in parse(response.text).one("main").text


def test_contact_goes_on_from_the_points_so_far(table: Kept) -> None:
    page = table.page(f"{MOVE}?via=14,10&contact=B")
    points = parse_qs(urlsplit(page.by_id("live").attributes["data-address"]).query)["via"]
    assert points[0] == "14,10"
    assert len(points) == 2
    assert "at a: 4.00″ spent" in page.by_id("short-of-contact").text
    short = table.client.get(page.by_id("short-of-contact").attributes["href"])
    assert short.status_code == 200
    assert "Into contact:" not in short.text


def test_where_the_points_lead_too_far_round_another_way_is_taken_and_named(table: Kept) -> None:
    page = table.page(f"{MOVE}?via=11,16&contact=B")
    assert page.by_id("verdict").one("p", class_="word").text == "Yes"
    assert "Not by your points" in page.by_id("other-way").text
    assert not table.page(f"{MOVE}?via=14,10&contact=B").has_id("other-way")


def test_a_unit_out_of_reach_is_told_why_and_how_near_it_comes(table: Kept) -> None:
    page = table.page(f"{MOVE}?contact=F")
    missed = page.by_id("no-contact")
    assert "No contact with Fir." in missed.text
    assert "Too far" in missed.text
    with table.client.get(page.by_id("nearest").attributes["href"]) as response:
        assert response.status_code == 200
        assert "Too far" not in response.text


def test_every_enemy_within_its_move_can_be_chosen_by_name_the_nearest_first(table: Kept) -> None:
    links = table.page(MOVE).by_id("into-contact").all("a")
    assert [each.attributes["data-contact"] for each in links] == ["C", "B"]
    for each in links:
        assert table.client.get(each.attributes["href"]).status_code == 200


@pytest.mark.parametrize("query", ["contact=R", "contact=nobody", "via=10,14&declare=R"])
def test_who_is_no_enemy_on_the_table_is_named(table: Kept, query: str) -> None:
    with table.client.get(table.url(f"{MOVE}?{query}")) as response:
        assert response.status_code == 422
        assert "an enemy on the table" in response.text


def test_a_charge_is_declared_with_the_move_and_one_undo_takes_both_back(table: Kept) -> None:
    page = table.page(f"{MOVE}?contact=B")
    toggle = page.by_id("contact").one("a", class_="contact-tick")
    assert toggle.attributes["aria-checked"] == "false"
    with table.client.get(toggle.attributes["href"]) as response:
        assert 'aria-checked="true"' in response.text
        assert "and charges B Birch" in response.text
        assert 'name="declare" value="B"' in response.text
    before = table.document
    made(table, "A", {"via": via(page), "declare": "B"})
    after = now(table)
    assert after.declarations == (AttackDeclaration("A", "charge", "B"),)
    prepared = prepare_table(after)
    assert units_touched(prepared, "A", ["B"]) == ("B",)
    assert units_touched(prepared, "B", ["A"]) == ("A",)
    assert "Alder walks 7.69" in table.page("/history").text
    assert "charges Birch" in table.page("/history").text
    table.send("/undo", right=Right.PLAY)
    assert table.document == before


def test_a_jump_into_contact_is_a_death_from_above(table: Kept) -> None:
    page = table.page(f"{MOVE}?contact=B&mode=jump")
    kinds = [row.attributes.get("data-kind") for row in page.by_id("contact").all("li")]
    assert kinds[0] == "dfa"
    made(table, "A", {"via": via(page), "mode": "jump", "declare": "B"})
    assert now(table).declarations == (AttackDeclaration("A", "dfa", "B"),)


def test_who_has_not_moved_yet_is_not_charged(table: Kept) -> None:
    page = table.page(f"{MOVE}?contact=C")
    row = next(
        each for each in page.by_id("contact").all("li") if each.attributes.get("data-kind") == "charge"
    )
    assert ": no" in row.text
    assert not row.all("a", class_="contact-tick")
    refused = table.send(MOVE, {"via": via(page), "declare": "C"}, right=Right.PLAY)
    assert refused.status_code == 422
    assert now(table).declarations == ()
    made(table, "A", {"via": via(page)})


def test_who_is_not_touched_is_not_charged(table: Kept) -> None:
    refused = table.send(MOVE, {"via": "10,14", "declare": "B"}, right=Right.PLAY)
    assert refused.status_code == 422
    assert "an enemy that the move ends in contact with" in refused.text


def test_infantry_in_contact_is_offered_no_charge(table: Kept) -> None:
    page = table.page("/unit/I/move?contact=C")
    assert page.by_id("in-contact").text == "ends in base contact with Cedar"
    kinds = [row.attributes.get("data-kind") for row in page.by_id("contact").all("li")]
    assert "charge" not in kinds


def test_who_watches_cannot_declare(table: Kept) -> None:
    page = table.page(f"{MOVE}?contact=B", right=Right.VIEW)
    assert not page.by_id("contact").all("a", class_="contact-tick")
    assert not page.has_id("commit")


def test_the_facing_is_one_of_eight_taps_that_keep_the_way(table: Kept) -> None:
    page = table.page(f"{MOVE}?via=10,14")
    links = page.by_id("facings").all("a")
    assert [each.attributes["data-facing"] for each in links] == [
        "0",
        "45",
        "90",
        "135",
        "180",
        "225",
        "270",
        "315",
    ]
    assert [each.attributes["data-facing"] for each in links if "aria-current" in each.attributes] == ["0"]
    with table.client.get(links[2].attributes["href"]) as response:
        assert 'name="facing" value="90"' in response.text
        assert 'value="10,14"' in response.text
    assert not table.page(MOVE).has_id("facings")


@pytest.fixture
def game(client: FlaskClient, kept: Kept) -> Kept:
    """Keep a table on which a game is played: Red moves first."""
    return keep(client, kept.db_path, GAME)


def test_in_a_game_the_next_unit_of_the_side_is_opened_and_undo_leads_back(game: Kept) -> None:
    page = game.page(f"{MOVE}?via=10,14", right=Right.PLAY)
    assert "moves" in page.by_id("turn").text
    assert page.by_id("commit")
    leads = made(game, "A", {"via": "10,14", "on": "1"})
    at = urlsplit(leads)
    assert at.path == game.url("/unit/R/move", right=Right.PLAY)
    assert parse_qs(at.query) == {"moved": ["A"], "at": ["2"]}
    page = game.page(f"/unit/R/move?{at.query}", right=Right.PLAY)
    assert "Alder walks 4″." in page.by_id("moved").text
    form = page.by_id("moved")
    values = {each.attributes["name"]: each.attributes["value"] for each in form.all("input")}
    with game.client.post(form.attributes["action"], data=values) as response:
        assert response.location == game.url(MOVE, right=Right.PLAY)
    assert not game.page(f"/unit/R/move?{at.query}", right=Right.PLAY).has_id("moved")


def test_who_plays_the_other_side_goes_back_to_the_table(game: Kept) -> None:
    game.send("/turn/side", {"side": "blue"}, right=Right.PLAY)
    assert made(game, "A", {"via": "10,14", "on": "1"}) == game.url(right=Right.PLAY)


def test_when_all_of_the_phase_have_moved_it_goes_back_to_the_table(game: Kept) -> None:
    leads = made(game, "A", {"via": "10,14", "on": "1"})
    for _unit in range(4):
        path = urlsplit(leads).path
        if not path.endswith("/move"):
            break
        leads = made(game, path.split("/")[-2], {"mode": "standstill", "on": "1"})
    assert urlsplit(leads).path == game.url(right=Right.PLAY)
    assert "unit=" not in leads
