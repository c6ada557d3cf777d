"""What of a question about hexes cannot be is named at once, at its place; what can be is let through."""

from typing import Any

import pytest

from astrike.errors import InputError
from astrike.web.battletech.asking import read_question
from astrike.web.battletech.hex_card import HEX_CARD

Json = dict[str, Any]


def problems(**question: Any) -> list[str]:
    """Everything that is wrong with a question; nothing where it can be asked."""
    try:
        read_question(HEX_CARD, question)
    except InputError as error:
        return [problem.sentence for problem in error.problems]
    return []


def of_hex(**contents: Any) -> list[str]:
    return [each.removeprefix('hexes["0505"].') for each in problems(hexes={"0505": contents})]


def of_unit(hexes: Json | None = None, **placed: Any) -> list[str]:
    found = problems(hexes=hexes or {}, attacker={"hex": "0505", **placed})
    return [each.removeprefix("attacker.") for each in found]


@pytest.mark.parametrize("name", ["0000", "0500", "0005", "abcd", "5", "05055"])
def test_names_that_no_hex_has(name: str) -> None:
    found = problems(hexes={name: {"level": 1}})
    assert [each.split(":")[0] for each in found] in ([f'hexes["{name}"]'], ["hexes"], [f"hexes.{name}"])


def test_digits_of_other_scripts_name_no_hex() -> None:
    assert len(problems(hexes={"٠٥٠٥": {}}, attacker={"hex": "٠٥٠٥"})) == 2


@pytest.mark.parametrize(
    ("contents", "sentence"),
    [
        ({"building": {}, "woods": "light"}, "woods: found woods, expected no woods in a hex with building"),
        ({"building": {}, "water": 1}, "water: found water, expected no water in a hex with building"),
        ({"building": {}, "rubble": True}, "rubble: found rubble, expected no rubble in a hex with building"),
        ({"water": 0, "rough": True}, "rough: found rough, expected no rough in a hex with water"),
        ({"water": 2, "ground": "mud"}, "ground: found mud, expected no mud in a hex with water"),
        ({"ground": "rapids"}, "ground: found rapids, expected water in a hex with rapids"),
        ({"road_sides": [0, 3]}, "road_sides: found 0, 3, expected none in a hex without a road"),
        ({"pavement": True, "woods": "heavy"}, "pavement: found pavement, expected no pavement in a hex with woods"),
    ],
)  # fmt: skip
def test_terrain_that_contradicts_itself(contents: Json, sentence: str) -> None:
    assert of_hex(**contents) == [sentence]


@pytest.mark.parametrize(
    "contents",
    [
        {"woods": "light", "smoke": "heavy", "rough": True, "level": -3},
        {"water": 2, "road": True, "road_sides": [1, 4], "ground": "ice"},
        {"water": 1, "ground": "torrent", "woods": "light"},
        {"building": {"levels": 3}, "pavement": True, "smoke": "light"},
        {"rubble": True, "pavement": True, "road": True},
        {"ground": "swamp", "woods": "heavy", "rough": True},
    ],
)
def test_terrain_that_is_fine_at_the_table(contents: Json) -> None:
    assert of_hex(**contents) == []


KEEP = {"0505": {"building": {"levels": 3, "basement": 1}}}
LAKE = {"0505": {"water": 2}}
FROZEN = {"0505": {"water": 2, "ground": "ice"}}
BRIDGED = {"0505": {"water": 2, "road": True}}


@pytest.mark.parametrize(
    ("hexes", "placed", "sentence"),
    [
        ({}, {"hex": "0099"}, "hex: found 0099, expected a column and a row, two digits each, both from 01"),
        ({}, {"elevation": 1}, "elevation: found 1, expected 0 on the ground"),
        (KEEP, {"elevation": 4}, "elevation: found 4, expected -1 to 3 in or on its building"),
        (KEEP, {"elevation": -2}, "elevation: found -2, expected -1 to 3 in or on its building"),
        (LAKE, {"elevation": -3}, "elevation: found -3, expected -2 to 1 in its water"),
        (LAKE, {"elevation": 2}, "elevation: found 2, expected -2 to 1 in its water"),
        (
            LAKE,
            {"elevation": 1, "unit": {"kind": "hover"}},
            "elevation: found 1, expected -2 to 0 in its water",
        ),
        (FROZEN, {"elevation": 1}, "elevation: found 1, expected -2 to 0 in its water"),
        (BRIDGED, {"elevation": 3}, "elevation: found 3, expected -2 to 2 under or on its bridge"),
        (
            {},
            {"elevation": -1, "unit": {"kind": "vtol"}},
            "elevation: found -1, expected 0 or more on the ground",
        ),
        (
            {},
            {"unit": {"kind": "hover", "prone": True}},
            "unit.prone: found true for a hovercraft, expected false: only 'Mechs are",
        ),
        ({}, {"moved": {"hexes": 3}}, "moved.hexes: found 3, expected 0 for a unit that stood still"),
        (
            {},
            {"moved": {"skidded": True}},
            "moved.skidded: found true, expected false for a unit that stood still",
        ),
        (
            {},
            {"unit": {"kind": "building"}, "moved": {"mode": "walk"}},
            "moved.mode: found walk for a building, expected stand",
        ),
        ({}, {"unit": {"gyro_hits": 3}}, "unit.gyro_hits: found 3, expected at most 2 for a standard gyro"),
        (
            {},
            {"unit": {"kind": "tracked", "legs": {"left": {"hip": 1}}}},
            "unit.legs.left: found a leg of a tracked vehicle, expected no legs",
        ),
    ],
)
def test_units_that_contradict_themselves(hexes: Json, placed: Json, sentence: str) -> None:
    assert of_unit(hexes, **placed) == [sentence]


@pytest.mark.parametrize(
    ("hexes", "placed"),
    [
        (KEEP, {"elevation": -1}),
        (KEEP, {"elevation": 3}),
        (KEEP, {"elevation": 9, "unit": {"kind": "vtol"}}),
        (LAKE, {"elevation": -2}),
        (LAKE, {"elevation": 1}),
        (BRIDGED, {"elevation": 2}),
        ({}, {"hex": "9999"}),
        ({}, {"unit": {"kind": "tracked"}, "twist": 1}),
        ({}, {"unit": {"kind": "quad", "prone": True}, "twist": 1, "flipped": True}),
        ({}, {"moved": {"mode": "jump", "hexes": 4}}),
        ({}, {"unit": {"shutdown": True}, "moved": {"mode": "run", "hexes": 5, "skidded": True}}),
    ],
)
def test_units_that_are_fine_at_the_table(hexes: Json, placed: Json) -> None:
    assert of_unit(hexes, **placed) == []


def test_two_mechs_share_a_hex_in_a_building_only() -> None:
    both = {"attacker": {"hex": "0505"}, "target": {"hex": "0505"}}
    assert problems(**both) == [
        "target.hex: found 0505, where the attacker is, expected a hex without another 'Mech"
    ]
    assert problems(**both, hexes=KEEP) == []
    assert problems(attacker={"hex": "0505"}, target={"hex": "0505", "unit": {"kind": "infantry"}}) == []


@pytest.mark.parametrize(
    ("kind", "location", "is_right"),
    [
        ("biped", "right-arm", True),
        ("biped", "turret", False),
        ("quad", "right-arm", False),
        ("quad", "rear-left-leg", True),
        ("tracked", "turret", True),
        ("tracked", "head", False),
        ("infantry", "body", True),
        ("battle-armor", "right-arm", False),
        ("building", "turret", True),
    ],
)
def test_weapons_are_where_their_unit_has_a_place_for_them(kind: str, location: str, is_right: bool) -> None:
    found = problems(attacker={"hex": "0505", "unit": {"kind": kind}}, weapon={"location": location})
    assert [each.split(":")[0] for each in found] == ([] if is_right else ["weapon.location"])


def test_a_path_starts_in_a_hex_and_has_somebody_who_moves() -> None:
    assert problems(path={"from": "0000"}) == [
        "path.from: found 0000, expected a column and a row, two digits each, both from 01",
        "path.unit: found nothing, expected a unit here, or an attacker that moves",
    ]
    assert problems(path={"from": "0101", "unit": {}}) == []
    assert problems(path={"from": "0101"}, attacker={"hex": "0101"}) == []


def test_everything_is_named_at_once() -> None:
    found = problems(
        hexes={"0501": {"rough": True, "water": 1}, "0502": {"building": {}, "woods": "light"}},
        attacker={"hex": "0503", "unit": {"kind": "quad"}, "elevation": 2},
        target={"hex": "0503", "unit": {"kind": "quad", "gyro_hits": 3}},
        shot={"spotter": {"hex": "0001"}},
        weapon={"location": "left-arm"},
        path={"from": "0000"},
    )
    assert [each.split(": ")[0] for each in found] == [
        'hexes["0501"].rough', 'hexes["0502"].woods', "attacker.elevation", "target.unit.gyro_hits",
        "shot.spotter.hex", "target.hex", "weapon.location", "shot.spotter", "path.from",
    ]  # fmt: skip


@pytest.mark.parametrize(("spotter", "where"), [("0503", "attacker"), ("0504", "target")])
def test_a_spotter_is_in_no_hex_of_another_mech(spotter: str, where: str) -> None:
    found = problems(
        attacker={"hex": "0503"},
        target={"hex": "0504"},
        weapon={},
        shot={"indirect": True, "spotter": {"hex": spotter}},
    )
    assert found == [
        f"shot.spotter.hex: found {spotter}, where the {where} is, expected a hex without another 'Mech"
    ]


def test_only_mechs_have_a_head_to_aim_at() -> None:
    target = {"hex": "0504", "unit": {"kind": "tracked", "shutdown": True}}
    assert problems(target=target, shot={"aim": "part"}) == []
    assert problems(target=target, shot={"aim": "head"}) == [
        "shot.aim: found the head of a tracked vehicle, expected part or none: only 'Mechs have one"
    ]
