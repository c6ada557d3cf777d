"""One verdict everywhere: list, map, card, matrix, API, command and ruling say the same of the same two units."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

import astrike
from astrike.cli.main import main
from astrike.rules.rulings.attack_and_sight_margins import attack_margins
from astrike.rules.rulings.close_calls import close_calls
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.table.codes import Right
from astrike.web.home.demo import FILES
from tests.asking import attacks_from, matrix
from tests.builders import box, document, mech, wall, woods
from tests.oracle.margins import random_table
from tests.web.conftest import Kept, keep
from tests.web.page import Element, parse

DEMOS = Path(astrike.__file__).parent / "demo"
SOME = 6
"""Pairs of a demo whose every place is read: those too close to call first, then others spread over the table."""
_LABEL = re.compile(r"(\d+\+|no)\??")


@dataclass(frozen=True)
class Said:
    """What one place says of one attack: a number or `No`, and whether it is too close to call."""

    number: str
    close: bool


def of_json(found: Mapping[str, Any]) -> Said:
    number = found["target_number"]
    return Said("No" if number is None else str(number), found["margin"]["close"])


def with_chosen(table: Kept, attacker: str) -> Element:
    return table.page(f"?unit={attacker}", right=Right.PLAY)


def of_list(page: Element) -> dict[str, Said]:
    rows = page.all("a", class_="enemy")
    return {row.attributes["data-enemy"]: Said(_big(row), bool(_chips(row))) for row in rows}


def _chips(row: Element) -> list[Element]:
    return row.all("span", class_="chip-close")


def _big(row: Element) -> str:
    return row.one("span", class_="big").text.removesuffix("+").strip()


def of_map(page: Element) -> Counter[str]:
    texts = [text.text for text in page.all("text")]
    return Counter(text for text in texts if _LABEL.fullmatch(text))


def of_card(table: Kept, attacker: str, target: str) -> bool:
    page = table.page(f"/attack/{attacker}/{target}/margin", right=Right.PLAY)
    return page.has_id("both")


def of_ruling(table: Kept, attacker: str, target: str) -> Said:
    question = json.dumps({"attacker": attacker, "target": target})
    with table.send("/rulings", {"kind": "attack", "question": question}, right=Right.PLAY) as response:
        address = response.headers["Location"]
    with table.client.get(f"{address}.json") as response:
        found: dict[str, Any] = response.get_json()
    verdict = found["words"]["verdict"]
    assert verdict.partition(",")[0].removesuffix("+") == of_json(found["answer"]).number
    return of_json(found["answer"])


def spread(pairs: list[tuple[str, str]], said: Mapping[tuple[str, str], Said]) -> Iterator[tuple[str, str]]:
    close = [pair for pair in pairs if said[pair].close]
    others = [pair for pair in pairs if not said[pair].close]
    yield from close[: SOME // 2]
    yield from others[:: max(1, len(others) // (SOME // 2))][: SOME // 2]


@pytest.mark.parametrize("demo", ["diagram", "big"])
def test_every_place_says_the_same_of_the_same_attack(client: FlaskClient, kept: Kept, demo: str) -> None:
    path = DEMOS / FILES[demo]
    given = json.loads(path.read_text())
    table = keep(client, kept.db_path, given)
    by_command = CliRunner().invoke(main, ["matrix", str(path), "--json"], catch_exceptions=False)
    pairs = json.loads(by_command.stdout)["pairs"]
    said = {(pair["attacker"], pair["target"]): of_json(pair) for pair in pairs}
    with client.post("/api/v1/matrix", json={"table": given}) as response:
        assert response.get_json() == {"pairs": pairs}
    assert any(each.close for each in said.values())
    for attacker in {pair[0] for pair in said}:
        page = with_chosen(table, attacker)
        listed = of_list(page)
        assert listed == {target: said[attacker, target] for a, target in said if a == attacker}
        labels = ("no" if each.number == "No" else f"{each.number}+" for each in listed.values())
        doubts = ("?" if each.close else "" for each in listed.values())
        assert of_map(page) == Counter(map("".join, zip(labels, doubts, strict=True)))
    for attacker, target in spread(list(said), said):
        now = said[attacker, target]
        question = {"table": given, "attacker": attacker, "target": target}
        with client.post("/api/v1/attack", json=question) as response:
            assert of_json(response.get_json()) == now
        words = ["attack", str(path), attacker, target]
        alone = CliRunner().invoke(main, [*words, "--json"], catch_exceptions=False)
        assert of_json(json.loads(alone.stdout)) == now
        assert of_card(table, attacker, target) is now.close
        assert of_ruling(table, attacker, target) == now


@pytest.mark.parametrize("seed", range(6))
def test_on_random_tables_lists_and_single_attacks_call_the_same(seed: int) -> None:
    prepared = prepare_table(random_table(seed))
    answers = matrix(prepared)
    for answer, call in zip(answers, close_calls(prepared, answers), strict=True):
        margins = attack_margins(prepared, answer.attacker, answer.target)
        assert margins.close is (call is not None)
        assert margins.close is (margins.least is not None and margins.least.inches < margins.tolerance)
        listed = attacks_from(prepared, answer.attacker)
        (alone,) = [
            each for each, one in zip(close_calls(prepared, listed), listed, strict=True)
            if one.target == answer.target
        ]  # fmt: skip
        assert alone == call


def test_a_hidden_share_and_woods_near_their_limits_are_marked_in_the_list(
    client: FlaskClient, kept: Kept
) -> None:
    post = wall("post", box(4, 12, 9, 12.2), height=4)
    wood = woods("wood", ((24, 8), (30, 8), (30, 16.97), (24, 10.97)))
    table = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(9.06, 8), side="red"),
            mech("B", at=(9.2, 19), side="blue", facing=180),
            mech("C", at=(27, 5), side="red"),
            mech("D", at=(27, 22), side="blue", facing=180),
            post,
            wood,
        ),
    )
    for attacker, target, cause in (("A", "B", "cover"), ("C", "D", "woods")):
        (row,) = [
            each for each in table.page(f"?unit={attacker}", right=Right.PLAY).all("a")
            if each.attributes.get("data-enemy") == target
        ]  # fmt: skip
        assert [chip.text.rpartition(" ")[2] for chip in _chips(row)] == [f"({cause})"]
        assert of_card(table, attacker, target)


def test_a_no_offers_what_may_be_used_instead_as_one_tap(client: FlaskClient, kept: Kept) -> None:
    table = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 2), side="red", damage="2/2/-", specials=["HT0/0/1"]),
            mech("B", at=(7, 33.25), side="blue", facing=180),
        ),
    )
    listed = table.page("?unit=A", right=Right.PLAY).one("p", class_="instead").one("a")
    card = table.page("/attack/A/B", right=Right.PLAY).by_id("instead").one("a")
    for link in (listed, card):
        number = re.search(r"(\d+)\+", link.text)
        assert number is not None
        with client.get(link.attributes["href"]) as response:
            assert parse(response.text).by_id("target-number").text.split()[-2:] == [number[1], "+"]
