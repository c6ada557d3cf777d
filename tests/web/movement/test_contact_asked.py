"""Contact can be asked for by a page, by a program and by a command, and all three give the same answer."""

import json
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from astrike.cli.main import main
from tests.builders import Json, document, hill, mech
from tests.web.conftest import Kept
from tests.web.page import Element

FAST = '12"/8"j'
TABLE = document(
    mech("A", at=(10, 10), side="red", name="Alder", motion="unmoved", move=FAST),
    mech("R", at=(30, 30), side="red", name="Rowan", motion="unmoved", move=FAST),
    mech("B", at=(18, 14), side="blue", name="Birch", done=True),
    mech("F", at=(40, 30), side="blue", name="Fir", done=True),
    hill("h", [(12, 8), (15, 8), (15, 14), (12, 14)], height=1),
)
QUESTIONS = (
    {"contact": "B"},
    {"contact": "B", "mode": "jump"},
    {"contact": "B", "path": [[14, 10]]},
    {"contact": "B", "facing": 90.0},
)


def asked_of_program(client: FlaskClient, question: Json) -> Json:
    with client.post("/api/v1/move", json={"table": TABLE, "unit": "A", **question}) as response:
        assert response.status_code == 200, response.text
        found: Json = response.json
        return found


def words_of(question: Json) -> Iterator[str]:
    for x, y in question.get("path", []):
        yield f"{x},{y}"
    for name in ("contact", "mode", "facing"):
        if name in question:
            yield from (f"--{name}", str(question[name]))


def page_of(table: Kept, question: Json) -> Element:
    query = [f"via={x},{y}" for x, y in question.get("path", [])]
    query += [f"{name}={question[name]:g}" for name in ("facing",) if name in question]
    query += [f"{name}={question[name]}" for name in ("contact", "mode") if name in question]
    return table.page(f"/unit/A/move?{'&'.join(query)}")


@pytest.mark.parametrize("question", QUESTIONS, ids=["straight", "jump", "from a point", "with a facing"])
def test_page_program_and_command_agree(table: Kept, question: Json) -> None:
    found = asked_of_program(table.client, question)
    done = CliRunner().invoke(
        main,
        ["move", "-", "A", *words_of(question), "--json"],
        input=json.dumps(TABLE),
        catch_exceptions=False,
    )
    assert json.loads(done.stdout) == found
    assert found["allowed"] is True
    contact = found["contact"]
    assert contact["reached"] is True
    assert contact["touches"] == ["B"]
    page = page_of(table, question)
    address = parse_qs(urlsplit(page.by_id("live").attributes["data-address"]).query)
    points = [[float(part) for part in via.split(",")] for via in address["via"]]
    assert points == [pytest.approx(point, abs=1e-4) for point in contact["path"]]
    assert page.by_id("ledger").one("tr", class_="sum").one("td", class_="val").text == f"{found['cost']:.2f}"
    rows = {
        row.attributes["data-kind"]: row.one("b").text
        for row in page.by_id("contact").all("li", class_="contact-row")
        if "data-kind" in row.attributes
    }
    assert list(rows) == [each["kind"] for each in contact["attacks"]]
    for each in contact["attacks"]:
        assert each["allowed"] == (f": {each['target_number']}+" in rows[each["kind"]])
    assert found["facing"] == question.get("facing", 0)


def test_out_of_reach_it_says_how_near_the_unit_comes(table: Kept) -> None:
    found = asked_of_program(table.client, {"contact": "F"})
    assert found["allowed"] is False
    contact = found["contact"]
    assert (contact["reached"], contact["path"], contact["attacks"]) == (False, [], [])
    assert contact["gap"] > 10
    again = asked_of_program(table.client, {"path": contact["nearest"]["path"]})
    assert again["allowed"] is True
    assert again["cost"] == pytest.approx(contact["nearest"]["cost"], abs=1e-3)
    assert "contact" not in again


@pytest.mark.parametrize("other", ["R", "A", "nobody"])
def test_who_is_no_enemy_is_named(table: Kept, other: str) -> None:
    body = {"table": TABLE, "unit": "A", "contact": other}
    with table.client.post("/api/v1/move", json=body) as response:
        assert response.status_code == 422
        assert {each["at"] for each in response.json["errors"]} == {"contact"}


def test_without_contact_a_path_is_needed(table: Kept) -> None:
    with table.client.post("/api/v1/move", json={"table": TABLE, "unit": "A"}) as response:
        assert response.status_code == 422
        assert {each["at"] for each in response.json["errors"]} == {"path"}


def test_the_command_says_whom_the_move_touches() -> None:
    done = CliRunner().invoke(main, ["move", "-", "A", "--contact", "B"], input=json.dumps(TABLE))
    assert done.exit_code == 0, done.stderr
    assert "Contact   with Birch, by " in done.stdout
    assert "Charge on Birch: " in done.stdout


def test_the_map_names_the_contact_and_the_button_both_lengths(table: Kept) -> None:
    page = page_of(table, {"contact": "B"})
    assert page.one("g", class_="contact-mark").text == "contact"
    found = asked_of_program(table.client, {"contact": "B"})
    assert page.by_id("commit").text.startswith(f"Into contact: {found['cost']:.2f}″")
    assert f"for {found['length']:.2f}″ on the table" in page.by_id("commit").text
