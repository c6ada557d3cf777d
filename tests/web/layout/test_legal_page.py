"""The check of a table by a preset: verdict, findings with pins, the bottleneck, shares, both sides, lists, fixing."""

import json
import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from astrike.presets.loader import IDS
from astrike.store.table.codes import Right
from tests.builders import area, box, building, document, hill, mech, woods
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import Element, parse

CLUB = "outworlds-wastes"
"""Wants buildings of 1 to 3 inches, and lists of 150 PV."""


def zone(side: str, low: float, high: float) -> dict[str, object]:
    return area(f"zone-{side}", box(0, low, 36, high), kind="deployment", side=side)


@pytest.fixture
def yard(client: FlaskClient, kept: Kept) -> Kept:
    """Two buildings close together, one too high, a hill, two sides with zones and lists."""
    return keep(
        client,
        kept.db_path,
        document(
            building("depot", box(16, 10, 20, 13), height=5, name="Depot"),
            building("silo", box(21.1, 10, 23, 12), height=2, name="Silo"),
            hill("knoll", box(4, 12, 9, 17), name="Knoll"),
            woods("grove", box(28, 8, 33, 12)),
            zone("red", 0, 3),
            zone("blue", 21, 24),
            mech("A", at=(5, 1.5), side="red", name="Alder ALD-1", pv=80),
            mech("B", at=(9, 1.5), side="red", name="Birch BIR-1", pv=80, skill=3),
            mech("C", at=(5, 22.5), side="blue", name="Cedar CED-1", pv=40),
            width=36,
            depth=24,
            sides=[
                {"id": "red", "name": "Red", "home": "south"},
                {"id": "blue", "name": "Blue", "home": "north"},
            ],
        ),
    )


def ask(kept: Kept, path: str, *, right: Right = Right.ORGANISE) -> TestResponse:
    """Ask for what may be no page, or refused."""
    return kept.client.get(kept.url(path, right=right))


def rows(page: Element, part: str = "findings") -> list[Element]:
    return page.by_id(part).all("li", class_="find")


def test_the_default_preset_says_what_it_is_and_what_was_not_checked(yard: Kept) -> None:
    page = yard.page("/legal", right=Right.VIEW)
    assert "Default preset, version 1" in page.by_id("sentence").text
    assert re.search(r"Points checked: \d+\. Tolerance 0\.10″", page.by_id("sentence").text)
    assert "pass" in page.by_id("verdict").text
    assert "The preset sets no limit" in page.by_id("skipped").text
    assert [each.attributes["value"] for each in page.by_id("f-preset").all("option")] == list(IDS)


def test_what_the_verdict_leaves_open_stands_below_it(yard: Kept) -> None:
    page = yard.page("/legal")
    assert "(not checked: symmetry, deployment zones, amount of terrain)" in page.by_id("sentence").text
    assert "In order as far as checked" in page.by_id("verdict").text
    assert (
        "The preset sets no limit: Symmetry; Deployment zones; Amount of terrain" in page.by_id("open").text
    )


def test_an_empty_table_is_not_decided_on_the_page_in_json_and_on_paper(
    client: FlaskClient, kept: Kept
) -> None:
    empty = keep(client, kept.db_path, document(width=36, depth=24))
    page = empty.page("/legal")
    assert page.by_id("verdict").one("p", class_="word").text == "Not decided"
    assert "There is no terrain on this table" in page.by_id("open").text
    answer = ask(empty, "/legal.json").json
    assert answer is not None
    assert (answer["ok"], answer["verdict"]) == (True, "open")
    assert answer["open"][0]["why"] == "no-terrain"
    assert ask(empty, "/legal.pdf").data.startswith(b"%PDF")


def test_findings_come_worst_first_with_value_limit_and_pin(yard: Kept) -> None:
    page = yard.page(f"/legal?preset={CLUB}")
    assert "1 fail" in page.by_id("verdict").text
    assert "Does not meet Outworlds Wastes league" in page.by_id("sentence").text
    first = rows(page)[0]
    assert first.attributes["data-key"] == "layout.height.building"
    assert "Height of Depot" in first.text
    assert "5.00″" in first.one("span", class_="meas").text
    assert "at most 3″" in first.one("span", class_="meas").text
    numbers = [each.text for row in rows(page) for each in row.all("span", class_="pin")]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    pins = [each.attributes["data-pin"] for each in page.all("g") if "data-pin" in each.attributes]
    assert pins == numbers
    kept = {row.attributes["data-key"] for row in rows(page, "passed")}
    assert "layout.outline.overlap" in kept


def test_shares_and_sides_stand_in_tables(yard: Kept) -> None:
    page = yard.page("/legal")
    lines = {
        row.one("th").text: [cell.text for cell in row.all("td")]
        for row in page.by_id("shares").one("tbody").all("tr")
    }
    assert lines["Hills"][0] == "1"
    # 25 square inches of 864, all of them west; 5 by 5 from 12 up: all in the north.
    assert lines["Hills"][1:] == ["2.9", "11.6", "0.0", "0.0", "0.0"]
    assert lines["Buildings"][0] == "2"
    assert lines["Covered"][0] == "4"
    sides = page.by_id("sides")
    assert [each.text for each in sides.one("thead").all("th")][1:] == ["Red", "Blue"]
    assert "Cover in its zone" in sides.text


def test_what_was_measured_is_told_without_a_limit_too(yard: Kept) -> None:
    reported = yard.page("/legal").by_id("measured")
    stated = {row.one("dt").text: row.one("dd").text for row in reported.one("dl").all("div")}
    assert stated["Narrowest gap"] == "1.10″ Depot – Silo"
    assert int(stated["Ways across for a base of 1.25″"]) > 2
    assert stated["Longest open line of fire"].endswith("″")


def test_lists_of_both_sides_are_checked_where_the_preset_has_limits(yard: Kept) -> None:
    page = yard.page(f"/legal?preset={CLUB}")
    red, blue = (each for each in page.all("section") if "data-list" in each.attributes)
    assert (red.attributes["data-list"], blue.attributes["data-list"]) == ("Red", "Blue")
    assert "1 fail" in red.text
    assert "176 PV" in red.text  # 80 at Skill 4 and 96 at Skill 3
    assert "at most 150 PV" in red.text
    assert "1 pass" in blue.text
    assert not [each for each in yard.page("/legal").all("section") if "data-list" in each.attributes]


def test_tolerance_and_base_are_controls_and_wrong_ones_are_named(yard: Kept) -> None:
    page = yard.page("/legal?tolerance=0,25&base=2")
    assert "Tolerance 0.25″" in page.by_id("sentence").text
    assert page.by_id("f-tolerance").attributes["value"] == "0,25"
    for query, name in (("preset=spring", "preset"), ("tolerance=9", "tolerance"), ("base=wide", "base")):
        with ask(yard, f"/legal?{query}") as response:
            assert response.status_code == 422
            refused = parse(response.text)
        assert refused.by_id(f"{name}-problem").text
        assert "findings" not in response.text.split("</form>")[1].split("<footer")[0]


def test_the_bottleneck_is_drawn_and_can_be_mended(yard: Kept) -> None:
    page = yard.page("/legal?preset=parameters-example")
    picture = page.by_id("close-up")
    assert "1.10″" in picture.text
    assert "base 1.25″" in picture.text
    fix = yard.page("/legal/fix?preset=parameters-example")
    words = fix.text
    assert "Silo" in words
    form = {each.attributes["name"]: each.attributes["value"] for each in fix.all("input")}
    assert (form["action"], form["id"]) == ("move", "silo")
    assert float(form["dx"]) == pytest.approx(2.0)
    with yard.send("/edit", {key: form[key] for key in ("action", "id", "dx", "dy", "next")}) as response:
        assert response.status_code == 303
        assert "/legal?preset=parameters-example" in response.headers["Location"]
    after = yard.page("/legal?preset=parameters-example")
    gaps = [row for row in rows(after) if row.attributes["data-key"] == "layout.gap.pieces"]
    assert not gaps


def test_who_only_looks_on_sees_the_way_and_no_button(yard: Kept) -> None:
    with ask(yard, "/legal/fix?preset=parameters-example", right=Right.VIEW) as response:
        assert "Silo" in response.text
        assert "<form" not in response.text


def test_the_same_as_json_and_on_paper(yard: Kept) -> None:
    with ask(yard, f"/legal.json?preset={CLUB}", right=Right.VIEW) as response:
        found = json.loads(response.text)
    assert found["preset"]["id"] == CLUB
    assert found["findings"][0]["key"] == "layout.height.building"
    with ask(yard, f"/legal.pdf?preset={CLUB}", right=Right.VIEW) as response:
        assert response.mimetype == "application/pdf"
        assert response.data.startswith(b"%PDF")


def test_the_menu_and_the_editor_lead_here(yard: Kept) -> None:
    for path in ("/more", "/edit?tool=more", "/check"):
        links = {each.attributes["href"] for each in yard.page(path).all("a") if "href" in each.attributes}
        assert yard.url("/legal") in links, path


def test_a_table_of_an_event_is_checked_by_the_preset_of_the_event(client: FlaskClient) -> None:
    own = 'id = "club"\ntitle = "Club"\nversion = "3"\nsource = "ours"\nconfidence = "low"\n'
    own += '[[layout.limits]]\nkey = "count.all"\nat_least = 4\nref = "line 9"\n'
    values = {"change_id": next_id(), "name": "Club night", "tables": "1", "own_preset": own}
    made = client.post("/events/new", data=values)
    table = parse(client.get(made.location).text).all("td")[2].one("a").attributes["href"]
    page = parse(client.get(f"{table}/legal").text)
    assert "Does not meet Club, version 3." in page.by_id("sentence").text
    assert "Confidence: low" in page.text
    options = [each.attributes["value"] for each in page.by_id("f-preset").all("option")]
    assert options[:2] == ["event", "default"]
    assert (
        "Not decided by Default preset"  # there is nothing on it
        in parse(client.get(f"{table}/legal?preset=default").text).by_id("sentence").text
    )
    # The ruling carries the preset itself: tomorrow the event may have another.
    (question,) = [
        each.attributes["value"] for each in page.all("input") if each.attributes.get("name") == "question"
    ]
    assert json.loads(question)["profile"]["layout"]["limits"][0]["key"] == "count.all"
    sent = {"version": "1", "change_id": next_id(), "kind": "legal", "question": question}
    kept = client.post(f"{table}/rulings", data=sent)
    assert kept.status_code == 303
    assert "Does not meet Club, version 3." in client.get(kept.location).text
