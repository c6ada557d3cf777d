"""A page of another printing has its mark on every screen, and a screen says once what the mark means."""

import json
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from astrike.model.explain import Citation
from astrike.report.words.pages import MARK
from astrike.rulebook.row import RulebookRow
from astrike.store.table.codes import Right
from tests.web.arena import arena
from tests.web.conftest import Kept, keep
from tests.web.page import Element, parse

SCREENS = (
    "/attack/A/R",
    "/attack/A/B",
    "/attack/D/at?to=30,30&kind=artillery&weapon=ART-LT",
    "/unit/A/move?via=10,14",
    "/unit/A/move?via=60,40",
    "/area/?at=36,24&weapon=ART-LT",
    "/effect/critical/A?asked=1&dice=7",
    "/electronics",
    "/settings",
    "/check",
)
Printed = Callable[[str], None]


@pytest.fixture
def printed_in(monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Let every page be of one printing."""

    def printed(edition: str) -> None:
        monkeypatch.setattr(RulebookRow, "cite", property(lambda row: Citation(row.ref, edition)))

    return printed


def table_of(client: FlaskClient, kept: Kept, name: str) -> Kept:
    return keep(client, kept.db_path, arena(name=name))  # no table of another test has this name


def notes_on(page: Element) -> list[str]:
    return [each.text for each in page.all("p", class_="printing-note")]


@pytest.mark.parametrize("address", SCREENS)
def test_a_screen_marks_pages_of_another_printing_and_says_once_what_the_mark_means(
    client: FlaskClient, kept: Kept, printed_in: Printed, address: str
) -> None:
    printed_in("ce-7")
    page = table_of(client, kept, f"marked {address}").page(address)
    marks = [each for each in page.all("span") if "data-printing" in each.attributes]
    assert marks
    assert {each.text for each in marks} == {f"{MARK} (page of another printing)"}
    assert {each.attributes["title"] for each in marks} == {"page of another printing"}
    assert notes_on(page) == [f"{MARK} page of another printing"]


@pytest.mark.parametrize("address", SCREENS)
def test_a_screen_of_the_own_printing_has_neither(
    client: FlaskClient, kept: Kept, printed_in: Printed, address: str
) -> None:
    printed_in("ce-5.01")
    page = table_of(client, kept, f"plain {address}").page(address)
    assert page.all("span", class_="ref") or page.all("td", class_="ref")
    assert MARK not in page.text
    assert notes_on(page) == []


def test_a_dagger_in_a_name_that_somebody_gave_is_no_mark(
    client: FlaskClient, kept: Kept, printed_in: Printed
) -> None:
    printed_in("ce-5.01")
    page = table_of(client, kept, "Hall†").page("/attack/A/R?name=dust%E2%80%A0&value=1")
    assert "dust†" in page.text
    assert not [each for each in page.all("span") if "data-printing" in each.attributes]
    assert notes_on(page) == []


def test_a_ruling_keeps_the_printing_of_each_page(
    client: FlaskClient, kept: Kept, printed_in: Printed
) -> None:
    printed_in("ce-7")
    table = table_of(client, kept, "a ruling")
    form = {"kind": "attack", "question": json.dumps({"attacker": "A", "target": "R"})}
    address = table.send("/rulings", form, right=Right.PLAY).headers["Location"]
    printed_in("ce-5.01")
    page = parse(client.get(address).text)
    assert notes_on(page) == [f"{MARK} page of another printing"]
    with client.get(f"{address}.json") as response:
        modifiers = response.get_json()["answer"]["modifiers"]
    assert {each["page_of"] for each in modifiers} == {"ce-7"}
    assert not any(MARK in each["ref"] for each in modifiers)
    with client.get(f"{address}.svg") as response:
        assert response.text.count("page of another printing") == 1


@pytest.mark.parametrize("name", ["modifiers", "heat"])
def test_a_table_of_the_rules_has_the_mark(client: FlaskClient, printed_in: Printed, name: str) -> None:
    printed_in("ce-5.01")
    marked, plain = (parse(client.get(f"/rules/{edition}/{name}").text) for edition in ("ce-7", "ce-5.01"))
    assert notes_on(marked) == [f"{MARK} page of another printing"]
    assert notes_on(plain) == []
    assert MARK not in plain.text
