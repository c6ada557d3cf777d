"""Whatever is sent to the hex card is read or refused with everything that is wrong, and soon."""

import time
from typing import Any

import pytest
from flask.testing import FlaskClient

from astrike.errors import InputError
from astrike.formats.checks import MOST_PROBLEMS
from astrike.formats.json_text import MAX_DEPTH
from astrike.model.battletech.hex import MOST_HEXES
from astrike.web.battletech.asking import ask_card, read_question
from astrike.web.battletech.hex_card import HEX_CARD

Json = dict[str, Any]
KINDS: tuple[Json, ...] = (
    {"level": 3},
    {"woods": "light"},
    {"woods": "heavy", "level": 1},
    {"water": 2},
    {"building": {"levels": 2, "class": "heavy"}},
    {"road": True, "road_sides": [0, 3]},
    {"rough": True, "smoke": "light"},
)
PATCH = {
    f"{column:02d}{row:02d}": KINDS[(column * 7 + row * 3) % len(KINDS)]
    for column in range(1, 61)
    for row in range(1, 61)
}


def places(client: FlaskClient, question: Any) -> list[str]:
    """Ask what is wrong, and say where."""
    with client.post("/api/v1/classic/hex", json=question) as response:
        assert response.status_code == 422
        return [each["at"] for each in response.get_json()["errors"]]


def test_the_largest_patch_is_answered(client: FlaskClient) -> None:
    assert len(PATCH) == MOST_HEXES
    with client.post("/api/v1/classic/hex", json={"hexes": PATCH}) as response:
        assert (response.status_code, response.get_json()["los"]) == (200, None)


def test_the_largest_patch_is_read_within_50_ms_of_processor() -> None:
    times = []
    for _ in range(5):
        start = time.process_time()
        ask_card(HEX_CARD, {"hexes": PATCH})
        times.append(time.process_time() - start)
    assert min(times) < 0.05


def test_equal_hexes_are_read_alike_and_wrong_ones_named_each() -> None:
    hexes = {"0101": {"level": True}, "0102": {"level": 1}, "0103": {"level": True}, "0104": {"level": 1.0}}
    with pytest.raises(InputError) as raised:
        read_question(HEX_CARD, {"hexes": hexes})
    assert [each.at for each in raised.value.problems] == ['hexes["0101"].level', 'hexes["0103"].level']


def test_one_hex_more_is_refused(client: FlaskClient) -> None:
    assert places(client, {"hexes": PATCH | {"9999": {}}}) == ["hexes"]


def test_more_problems_than_anybody_reads(client: FlaskClient) -> None:
    found = places(client, {"hexes": {name: {"water": 1, "rough": True} for name in PATCH}})
    assert len(found) == MOST_PROBLEMS + 1


@pytest.mark.parametrize("wrong", [[], "0505", 5, None, True])
def test_no_object(client: FlaskClient, wrong: Any) -> None:
    assert places(client, wrong)


BAD_HEX = {"level": 31, "woods": "pine", "water": -1, "road_sides": [6, 6], "building": {"levels": 0}}
BAD_UNIT = {
    "hex": "0505",
    "facing": 6,
    "twist": 9,
    "moved": {"hexes": -1, "mode": "fly"},
    "unit": {"kind": "tank"},
}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({"hexes": []}, ["hexes"]),
        (
            {"hexes": {"0505": 3, "0506": None, "0507": {"levels": 1}}},
            ['hexes["0505"]', 'hexes["0506"]', 'hexes["0507"].levels'],
        ),
        ({"hexes": {"05050": {}, "": {}}}, ['hexes["05050"]', 'hexes[""]']),
        (
            {"hexes": {"0505": BAD_HEX}},
            [
                f'hexes["0505"].{key}'
                for key in ("level", "woods", "water", "building.levels", "road_sides[0]")
            ],
        ),
        ({"attacker": {}, "target": {"hex": 505}}, ["attacker.hex", "target.hex"]),
        (
            {"attacker": BAD_UNIT},
            [f"attacker.{key}" for key in ("facing", "twist", "moved.hexes", "moved.mode", "unit.kind")],
        ),
        (
            {"weapon": {"ranges": [1, 2], "tags": ["big"], "location": "roof"}},
            ["weapon.ranges", "weapon.tags[0]", "weapon.location"],
        ),
        ({"path": {"steps": ["hop"], "mode": "swim"}}, ["path.from", "path.steps[0]", "path.mode"]),
        (
            {"edition": "ce-7", "options": {"border-run": "never", "luck": True}, "nonsense": 1},
            ["edition", "options.border-run", "options.luck", "nonsense"],
        ),
    ],
)
def test_wrong_types_and_values_are_named_at_once(
    client: FlaskClient, question: Json, expected: list[str]
) -> None:
    assert set(expected) <= set(places(client, question))


def test_deep_json(client: FlaskClient) -> None:
    deep: Any = {}
    for _ in range(MAX_DEPTH + 5):
        deep = {"hexes": {"0101": {"building": [deep]}}}
    assert places(client, deep)
    body = '{"hexes":' * 5_000 + "{}" + "}" * 5_000
    with client.post("/api/v1/classic/hex", data=body) as response:
        assert response.status_code == 422


def test_huge_numbers_and_letters(client: FlaskClient) -> None:
    hexes = f'{{"0101": {{"level": {"9" * 5_000}}}, "{"x" * 9_999}": {{}}}}'
    body = f'{{"hexes": {hexes}, "path": {{"from": "éééé"}}}}'
    with client.post("/api/v1/classic/hex", data=body.encode()) as response:
        assert response.status_code == 422
        assert len(response.text) < 5_000
