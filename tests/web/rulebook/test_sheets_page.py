"""Every table of the rules is a page of its own, by the name under which answers give it, with figures and pages."""

import pytest
from flask.testing import FlaskClient

from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.columns import NO_PAGE, NOT_PRINTED
from astrike.rulebook.loader import IDS, load_edition
from astrike.rulebook.schema import tables_of
from astrike.web.rulebook.battletech_sheets import battletech_titles
from astrike.web.rulebook.sheets import COLUMNS, SHEETS, has_sheet
from astrike.web.rulebook.table_labels import table_label
from tests.web.page import parse

NAMES = (*SHEETS, *(f"criticals.{column}" for column in COLUMNS))


def page(client: FlaskClient, address: str, *, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return response.get_data(as_text=True)


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("name", NAMES)
def test_each_table_of_each_edition_is_shown_with_its_pages(
    client: FlaskClient, edition: str, name: str
) -> None:
    assert has_sheet(name)
    text = page(client, f"/rules/{edition}/{name}")
    if name != "odds":
        assert any(words in text for words in (f"{load_edition(edition).book} p", NO_PAGE, NOT_PRINTED))
    assert text.count("<tr>") >= 3


def test_the_figures_are_those_of_the_edition(client: FlaskClient) -> None:
    text = " ".join(page(client, "/rules/ce-5.01/motive").split())
    assert '<th scope="row">to 8</th><td>No motive damage</td>' in text
    assert '<th scope="row">12+</th>' in text
    assert '<th scope="row">Wheeled</th><td>+1</td>' in text
    mech = " ".join(page(client, "/rules/ce-5.01/criticals.mech").split())
    assert '<th scope="row">2</th><td>Ammunition explodes</td><td>3 %</td>' in mech
    odds = " ".join(page(client, "/rules/ce-5.01/odds").split())
    assert '<th scope="row">8+</th><td>15 of 36</td><td>42 %</td>' in odds


def test_what_the_book_does_not_print_says_so(client: FlaskClient) -> None:
    assert "not printed" in page(client, "/rules/classic-2.3.1/hazards")


def test_the_way_back_leads_where_the_reader_came_from(client: FlaskClient) -> None:
    assert 'href="/t/ABC?x=1"' in page(client, "/rules/ce-5.01/heat?back=/t/ABC%3Fx%3D1")
    assert "elsewhere" not in page(client, "/rules/ce-5.01/heat?back=//elsewhere.example")


@pytest.mark.parametrize(
    "address", ["/rules/ce-9/heat", "/rules/ce-5.01/nothing", "/rules/ce-5.01/criticals.bird"]
)
def test_a_table_that_is_none_is_not_found(client: FlaskClient, address: str) -> None:
    page(client, address, status=404)


# ---- classic BattleTech


def classic_sheets(edition: str) -> list[str]:
    return [name for name, _ in battletech_titles(load_battletech(edition))]


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_each_table_of_classic_battletech_is_listed_and_shown(client: FlaskClient, edition: str) -> None:
    listed = parse(page(client, f"/rules/{edition}/"))
    links = {each.attributes["href"] for each in listed.all("a")}
    for name in classic_sheets(edition):
        assert f"/rules/{edition}/{name}" in links
        sheet = parse(page(client, f"/rules/{edition}/{name}"))
        assert sheet.one("main").all("table"), name
        for table in sheet.one("main").all("table"):
            head = len(table.one("thead").all("th"))
            rows = table.one("tbody").all("tr")
            assert rows, name
            # What an edition does not print has its reason across all columns.
            widths = {len(row.all("td")) + 1 for row in rows if "not printed" not in row.text}
            assert widths <= {head}, name


def test_no_row_of_classic_battletech_is_left_out_of_its_sheets(client: FlaskClient) -> None:
    rules = load_battletech("tw-4.4")
    text = " ".join(parse(page(client, f"/rules/tw-4.4/{name}")).text for name in classic_sheets("tw-4.4"))
    for table in tables_of(BattleTechEdition):
        for row in getattr(rules, table).values():
            assert row.label in text or (table == "rulings" and row.unknown), f"{table}/{row.key}"


def test_a_doubtful_row_says_so(client: FlaskClient) -> None:
    rows = parse(page(client, "/rules/tw-4.4/clusters")).one("tbody").all("tr")
    eight = next(row for row in rows if row.text.startswith("Size 8"))
    assert "likely" in eight.text
    assert "Other tools count otherwise" in eight.text
    options = parse(page(client, "/rules/tw-4.4/options"))
    assert "in doubt" in next(row for row in options.all("tr") if "after the hip" in row.text).text


@pytest.mark.parametrize(
    "address",
    ["/rules/tw-4.4/modifiers", "/rules/tw-4.4/standard.nothing", "/rules/tw-4.4/standard_figures",
     "/rules/ce-7/rulings", "/rules/ce-7/clusters", "/rules/tw-5/"],
)  # fmt: skip
def test_a_table_of_the_other_game_is_not_found(client: FlaskClient, address: str) -> None:
    page(client, address, status=404)


def test_an_unknown_edition_is_told_those_of_both_games(client: FlaskClient) -> None:
    text = page(client, "/rules/tw-5/", status=404)
    for each in (*IDS, *BATTLETECH_IDS):
        assert each in text


def test_every_table_of_classic_battletech_has_words_of_its_own() -> None:
    named = [
        name
        for name in tables_of(BattleTechEdition)
        if table_label(name) == name.replace("_", " ").capitalize()
    ]
    assert set(named) <= {
        "buildings",
        "figures",
        "refusals",
        "options",
        "rulings",
        "standard_tables",
        "heat_scale",
        "physical_attacks",
    }, "in table_labels.py"


def test_terrain_that_keeps_a_unit_out_says_no(client: FlaskClient) -> None:
    rows = parse(page(client, "/rules/bmm-7.01/hex_terrain_costs")).one("tbody").all("tr")
    woods = next(row for row in rows if row.text.startswith("Light woods"))
    assert [cell.text for cell in woods.all("td")][:8] == ["+1", "+1", "no", "no", "+0", "no", "+0", "+1"]


def test_how_units_move_across_hexes_is_a_table(client: FlaskClient) -> None:
    rows = parse(page(client, "/rules/tw-4.4/hex_movers")).one("tbody").all("tr")
    cells = {row.one("th").text: [cell.text for cell in row.all("td")] for row in rows}
    assert cells["'Mech"][:5] == ["1", "2, 2", "1", "1, 1", "by class"]
    assert cells["Tracked vehicle"][5] == "+1"
    assert cells["VTOL"][1] == "any, any"
    assert cells["Foot infantry"][0] == "2"


def test_armor_that_soaks_says_of_what_and_plasma_how_much(client: FlaskClient) -> None:
    rows = parse(page(client, "/rules/bmm-7.01/armor_soaks")).all("tbody")[0].all("tr")
    cells = {row.one("th").text: [cell.text for cell in row.all("td")][:3] for row in rows}
    assert cells["Hardened armor"] == ["all", "2", "noted for the next hit"]
    assert cells["Laser-reflective armor"] == ["flamers, lasers, PPCs, plasma", "2", "discarded"]
    circles = parse(page(client, "/rules/bmm-7.01/armor_soaks")).all("tbody")[1].all("tr")
    assert [cell.text for cell in circles[1].all("td")][:5] == ["0", "1", "1", "2", "2"]
    assert [cell.text for cell in circles[2].all("td")][:5] == ["1", "1", "1", "2", "2"]
    rows = parse(page(client, "/rules/bmm-7.01/plasma_damage")).one("tbody").all("tr")
    assert [[cell.text for cell in row.all("td")][:3] for row in rows] == [
        ["(10 + 2D6) × 2", "24", "44"],
        ["3D6 × 2", "6", "36"],
    ]
    for table in ("armor_soaks", "plasma_damage"):
        assert "this printing does not have it" in page(client, f"/rules/tw-4.4/{table}")


def test_a_table_is_found_by_a_word_of_its_title(client: FlaskClient) -> None:
    with client.get("/rules/bmm-7.01/?find=HEAT") as response:
        page = parse(response.text)
    titles = [each.text for each in page.all("a") if each.attributes.get("class") == "task"]
    assert "Heat scale" in titles
    assert "Cluster hits" not in titles
    with client.get("/rules/bmm-7.01/?find=pudding") as response:
        assert "No table has “pudding” in its title" in response.text
