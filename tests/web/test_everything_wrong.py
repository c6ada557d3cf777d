"""Whatever is wrong with a question is named at once: nothing wrong hides anything else, at any door."""

import json
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from astrike.cli.main import main
from tests.builders import Json, document, mech, unit
from tests.web.conftest import Kept, keep
from tests.web.page import parse

FLIGHT = {"from": [2, 20], "to": [62, 20], "altitude": "low"}
TABLE: Json = document(
    mech("A", (7, 7), side="red", specials=["ART-LT"]),
    mech("B", (40, 7), side="blue"),
    unit("F", (30, 20), type="AF", motion="flight", move="8a", flight=FLIGHT, side="red"),
)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with one key of a question: what is said there, and where that is named."""

    key: str
    value: object
    at: str
    typed: tuple[str, ...]
    """How a command has it."""
    query: tuple[tuple[str, str], ...]
    """How an address has it."""
    field: str
    """Where the page names it; empty where it stands on a page of its own."""

    def __str__(self) -> str:
        """Name it in the name of a test."""
        return f"{self.key}={self.value}"[:30]


def fault(
    key: str, value: object, at: str, typed: str, query: tuple[tuple[str, str], ...], field: str
) -> Fault:
    return Fault(key, value, at, tuple(typed.split()), query, field)


QUESTIONS: dict[str, tuple[Json, list[str], str]] = {
    "attack": (
        {"attacker": "A", "target": [20, 12], "kind": "artillery", "margin": False},
        ["A", "B", "--kind=artillery"],
        "/attack/A/B?kind=artillery&",
    ),
    "scatter": ({"at": [20, 12], "weapon": "ART-LT", "dice": [2, 5]}, ["20,12"], "/area/?"),
    "blast": ({"at": [20, 12], "weapon": "ART-LT"}, ["20,12"], "/area/?"),
    "move": ({"unit": "A", "path": [[9, 9]]}, ["A", "9,9"], "/unit/A/move?via=9,9&"),
    "effect": ({"kind": "support", "unit": "A", "set": {"support": "light-strike"}}, [], ""),
}
FAULTS: dict[str, list[Fault]] = {
    "attack": [
        fault("attacker", "Z", "attacker", "", (), ""),
        fault("target", [999, 5], "target", "", (), ""),
        fault("overheat", 9, "overheat", "--overheat=9", (("overheat", "9"),), "overheat"),
        fault("spotter", "nobody", "spotter", "--spotter=nobody", (("spotter", "nobody"),), "spotter"),
        fault("rolls", [1], "rolls[0]", "--rolls=1", (("rolls", "1"),), "rolls"),
        fault(
            "modifiers", {"luck": 99}, "modifiers.luck", "--modifier=luck=99",
            (("name", "luck"), ("value", "99")), "named-0",
        ),
        fault("choices", {"nope": 1}, "choices.nope", "--choice=nope=1", (("c-nope", "1"),), "c-nope"),
        fault(
            "choices", {"rolls-two": "x"}, 'choices.rolls-two', "--choice=rolls-two=x", (("c-rolls-two", "x"),),
            "c-rolls-two",
        ),
        fault("options", {"nope": 1}, "options.nope", "--option=nope=1", (), ""),
        fault("wrong", 1, "wrong", "", (), ""),
    ],
    "scatter": [
        fault("at", [20, 5000], "at", "", (), ""),
        fault("weapon", "BFG", "weapon", "--weapon=BFG", (("weapon", "BFG"),), "weapon"),
        fault("dice", [9, 9], "dice[0]", "--dice=9,9", (("dice", "9 9"),), "dice"),
        fault("dice", [9, 9], "dice[1]", "--dice=9,9", (("dice", "9 9"),), "dice"),
        fault("dice", [2, 5, "x"], "dice[2]", "--dice=2,5,x", (("dice", "2 5 x"),), "dice"),
        fault("by", "B", "by", "--by=B", (("by", "B"),), "by"),
        fault("by", "Z", "by", "--by=Z", (("by", "Z"),), "by"),
        fault("margin", 99, "margin", "--margin=99", (("margin", "99"),), "margin"),
        fault("z", 5000, "z", "--z=5000", (("z", "5000"),), "z"),
    ],
    "blast": [
        fault("at", [20, 5000], "at", "", (), ""),
        fault("weapon", "BFG", "weapon", "--weapon=BFG", (("weapon", "BFG"),), "weapon"),
        fault("z", 5000, "z", "--z=5000", (("z", "5000"),), "z"),
    ],
    "move": [
        fault("facing", 5000, "facing", "--facing=5000", (("facing", "5000"),), "facing"),
        fault("mount", "Z", "mount", "--mount=Z", (("mount", "Z"),), ""),
        fault("path", [[9, 9, "roof"]], "path[0].z", "", (), ""),
        fault("environment", "moon", "environment", "--environment=moon", (), ""),
    ],
    "effect": [
        fault("unit", "Z", "unit", "", (), ""),
        fault("set", {"support": "zz"}, "set.support", "", (), ""),
        fault("set", {"support": "light-strike", "density": 99}, "set.density", "", (), ""),
        fault("set", {"support": "light-strike", "nope": []}, "set.nope", "", (), ""),
        fault("dice", ["x"], "dice[0]", "", (), ""),
        fault("seed", -1, "seed", "", (), ""),
    ],
}  # fmt: skip


def several(*, by: str) -> list[object]:
    """Give two faults at a time of every question, and all of them, that can be said by a door."""
    found: list[object] = []
    for name, faults in FAULTS.items():
        here = [each for each in faults if getattr(each, by)]
        for one, other in combinations(here, 2):
            if one.key != other.key or one.value == other.value or one.key == "choices":
                found.append(pytest.param(name, (one, other), id=f"{name}, {one}, {other}"))
        if once := {each.key: each for each in here}:
            found.append(pytest.param(name, tuple(once.values()), id=f"{name}, everything"))
    return found


def body_of(name: str, faults: tuple[Fault, ...]) -> Json:
    body: Json = dict(QUESTIONS[name][0])
    for each in faults:
        both = isinstance(each.value, dict) and each.key in body and each.key == "choices"
        body[each.key] = {**body[each.key], **each.value} if both else each.value
    return body


@pytest.mark.parametrize(("name", "faults"), several(by="key"))
def test_programs_are_told_everything(client: FlaskClient, name: str, faults: tuple[Fault, ...]) -> None:
    with client.post(f"/api/v1/{name}", json={"table": TABLE, **body_of(name, faults)}) as response:
        assert response.status_code == 422
        reported = [each["at"] for each in response.get_json()["errors"]]
    assert {each.at for each in faults} <= set(reported), reported
    assert {at.split("[")[0].split(".")[0] for at in reported} == {each.key for each in faults}
    assert len(reported) == len(set(reported))


@pytest.mark.parametrize(("name", "faults"), several(by="typed"))
def test_commands_are_told_everything(tmp_path: Path, name: str, faults: tuple[Fault, ...]) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(TABLE))
    words = {word: None for each in faults for word in each.typed}
    if name in ("scatter", "blast") and not any(each.key == "weapon" for each in faults):
        words["--weapon=ART-LT"] = None
    done = CliRunner().invoke(main, [name, str(file), *QUESTIONS[name][1], *words], catch_exceptions=False)
    assert done.exit_code != 0
    named = {line.partition("--")[2].partition(" ")[0].rstrip(":") for line in done.output.splitlines()}
    assert {each.typed[0].removeprefix("--").partition("=")[0] for each in faults} <= named, done.output


@pytest.mark.parametrize(("name", "faults"), several(by="field"))
def test_pages_name_everything_at_its_field(
    client: FlaskClient, kept: Kept, name: str, faults: tuple[Fault, ...]
) -> None:
    table = keep(client, kept.db_path, TABLE)
    query: dict[tuple[str, str], None] = {pair: None for each in faults for pair in each.query}
    if name in ("scatter", "blast"):
        query[("at", "20,12")] = None
    with client.get(table.url(f"{QUESTIONS[name][2]}{urlencode(list(query))}")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    for each in faults:
        assert "expected" in page.by_id(f"{each.field}-problem").text


@pytest.mark.parametrize("door", ["B/margin", "at/margin", "B/roll", "at/roll", "B/write", "at/write"])
def test_pages_that_show_no_form_again_name_everything(client: FlaskClient, kept: Kept, door: str) -> None:
    """Wrong in words: overheat and a modifier; for the rules: both choices, and the point."""
    table = keep(client, kept.db_path, TABLE)
    query = [
        ("to", "20,30"),
        ("overheat", "9"),
        ("name", "luck"),
        ("value", "99"),
        ("c-nope", "1"),
        ("c-bombs", "x"),
    ]
    reported = ["overheat", "value", "choices.nope", "choices.bombs"]
    if door.startswith("at/"):
        query[0] = ("to", "999,5")
        reported.append("target")
    if door.endswith("/margin"):
        response = client.get(table.url(f"/attack/A/{door}?{urlencode(query)}"))
    else:
        response = table.send(f"/attack/A/{door}", dict(query))
    with response:
        assert response.status_code == 422
        named = [each.one("b").text for each in parse(response.text).all("li") if each.all("b")]
    assert len(named) == len(reported), named
    assert {each for each in reported if each != "value"} <= set(named)


def test_the_page_of_an_effect_names_everything_at_its_field(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, TABLE)
    wrong = {"support": "zz", "density": "99", "bearing": "-1", "dice": "q"}
    with client.get(table.url(f"/effect/support/B?asked=1&{urlencode(wrong)}")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    assert [key for key in wrong if not page.has_id(f"{key}-problem")] == []
