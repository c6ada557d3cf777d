"""The rules tables: each number with its page, and where two editions differ."""

import pytest
from flask.testing import FlaskClient

from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.compare import differences
from astrike.rulebook.loader import IDS, load_edition
from astrike.rulebook.schema import TABLES, tables_of
from tests.web.page import parse

PAIRS = [(a, b) for a in IDS for b in IDS]


def test_the_editions_and_their_pairs_are_listed(client: FlaskClient) -> None:
    page = parse(client.get("/editions").text)
    links = {each.attributes["href"]: each.text for each in page.by_id("main").all("a")}
    for each in IDS:
        assert load_edition(each).digest in links[f"/editions/{each}/{each}"]
    count = len(differences(load_edition("ce-5.01"), load_edition("ce-7")))
    assert f"{count} difference" in links["/editions/ce-5.01/ce-7?only=differences"]


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=lambda edition: edition)
def test_every_row_is_there_with_its_page(client: FlaskClient, a: str, b: str) -> None:
    page = parse(client.get(f"/editions/{a}/{b}").text)
    first, second = load_edition(a), load_edition(b)
    tables = {table.attributes["id"]: table for table in page.all("details")}
    assert len(tables) == len(page.all("details")), "no id stands twice"
    for name in TABLES:
        table = tables[name]
        rows = {row.one("th").one("span").text: row for row in table.one("tbody").all("tr")}
        keys = [*getattr(first, name), *getattr(second, name)]
        assert set(rows) == set(keys)
        for key, row in rows.items():
            for edition, cell in zip((first, second), row.all("td"), strict=False):
                found, text = getattr(edition, name).get(key), cell.text
                assert (found.ref if found else "not in this edition") in text
                assert found is None or not found.unknown or found.unknown in text
                assert found is None or found.note in text


def test_a_note_stands_beside_the_figure_of_its_edition(client: FlaskClient) -> None:
    page = parse(client.get("/editions/ce-5.01/classic-2.3.1").text)
    rows = {row.one("th").one("span").text: row for row in page.by_id("numbers").one("tbody").all("tr")}
    ours, theirs = rows["heat.tmm-level"].all("td")
    assert "Move is lowered instead" not in ours.text
    assert "Move is lowered instead" in theirs.text


def test_rows_that_differ_are_marked_and_can_stand_alone(client: FlaskClient) -> None:
    expected = {
        (row.table, row.key) for row in differences(load_edition("ce-5.01"), load_edition("classic-2.3.1"))
    }
    expected -= {("edition", "steps")}
    marked: list[set[tuple[str, str]]] = []
    for query, mark in (("", {"class_": "differs"}), ("?only=differences", {})):
        page = parse(client.get(f"/editions/ce-5.01/classic-2.3.1{query}").text)
        marked.append(
            {
                (table.attributes["id"], row.one("th").one("span").text)
                for table in page.all("details")
                for row in table.one("tbody").all("tr", **mark)
            }
        )
    assert marked == [expected, expected]


def test_what_both_books_print_comes_before_what_one_leaves_out(client: FlaskClient) -> None:
    page = parse(client.get("/editions/ce-5.01/classic-2.3.1?only=differences").text)
    rows = page.by_id("modifiers").one("tbody").all("tr")
    printed = [
        "not in this edition" not in row.text
        and not any("chip-warn" in each.attributes.get("class", "") for each in row.all("span"))
        for row in rows
    ]
    assert printed == sorted(printed, reverse=True)
    assert {True, False} == set(printed)
    climbing = next(row.text for row in rows if "target.climbing" in row.text)
    assert "−1" in climbing


@pytest.mark.parametrize("path", ["ce-6/ce-7", "ce-5.01/x", "%3Cscript%3E/ce-7"])
def test_an_unknown_edition_is_not_found(client: FlaskClient, path: str) -> None:
    response = client.get(f"/editions/{path}")
    assert response.status_code == 404
    assert "the editions are ce-5.01" in parse(response.text).one("section", role="alert").text


def test_an_unknown_choice_of_rows_is_refused(client: FlaskClient) -> None:
    assert client.get("/editions/ce-5.01/ce-7?only=some").status_code == 422


# ---- classic BattleTech


def test_the_editions_of_each_game_stand_under_its_name(client: FlaskClient) -> None:
    page = parse(client.get("/editions").text)
    lists = {each.attributes["aria-label"]: each for each in page.by_id("main").all("nav")}
    games = {"Alpha Strike": IDS, "classic BattleTech": BATTLETECH_IDS}
    for game, ids in games.items():
        links = {each.attributes["href"] for each in lists[f"Editions of {game}"].all("a")}
        assert {f"/editions/{each}/{each}" for each in ids} <= links
        pairs = [each.attributes["href"] for each in lists[f"{game}, side by side"].all("a")]
        assert len(pairs) == len(ids) * (len(ids) - 1) // 2
    assert "/classic/rulings" in {each.attributes["href"] for each in page.all("a")}


@pytest.mark.parametrize("b", BATTLETECH_IDS)
def test_every_row_of_classic_battletech_is_there(client: FlaskClient, b: str) -> None:
    page = parse(client.get(f"/editions/tw-4.4/{b}").text)
    tables = {table.attributes["id"]: table for table in page.all("details")}
    assert set(tables) == set(tables_of(BattleTechEdition))
    for name, table in tables.items():
        keys = {row.one("th").one("span").text for row in table.one("tbody").all("tr")}
        assert keys == set(getattr(load_battletech("tw-4.4"), name))


def test_what_a_ruling_changes_stands_beside_the_edition_that_has_it(client: FlaskClient) -> None:
    page = parse(client.get("/editions/tw-4.4/bmm-7.01?only=differences").text)
    rows = {row.one("th").one("span").text: row for row in page.by_id("rulings").one("tbody").all("tr")}
    ours, theirs = rows["bmm-050"].all("td")
    assert "this printing does not have it" in ours.text
    assert "when the critical is applied" in theirs.text
    assert "BMM p.48" in theirs.text
    assert "crit-047" not in rows


@pytest.mark.parametrize("path", ["ce-7/tw-4.4", "bmm-7.01/ce-5.01"])
def test_editions_of_two_games_are_not_compared(client: FlaskClient, path: str) -> None:
    response = client.get(f"/editions/{path}")
    assert response.status_code == 422
    for each in (*IDS, *BATTLETECH_IDS):
        assert each in response.text
