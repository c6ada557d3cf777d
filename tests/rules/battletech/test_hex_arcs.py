"""Which mounts of which unit fire where, and on which side is each kind of unit hit?"""

import pytest

from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_attack import HexWeapon
from astrike.model.battletech.hex_patch import PlacedUnit
from astrike.model.battletech.unit import KINDS, ClassicUnit
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rules.battletech.hexes.grid import hex_named
from astrike.rules.battletech.hexes.line.arcs import arcs_of
from astrike.rules.battletech.hexes.line.bearings import bearing
from astrike.rules.battletech.hexes.line.sight import see
from astrike.rules.battletech.hexes.patch import HexCase, HexPatch
from astrike.rules.battletech.options_in_use import OptionsInUse

HERE = "1010"
AROUND = {
    0: "1008", 15: "1107", 30: "1109", 45: "1208", 60: "1209", 90: "1210", 120: "1211", 150: "1112", 180: "1012",
    210: "0912", 240: "0811", 270: "0810", 300: "0809", 330: "0909",
}  # fmt: skip
"""A hex in each direction."""
VEHICLES = ("tracked", "wheeled", "hover", "vtol", "wige", "naval")
QUAD_LEGS = ("front-right-leg", "front-left-leg", "rear-right-leg", "rear-left-leg")
TORSO = ("head", "center-torso", "right-torso", "left-torso")
FRONT = {300, 330, 0, 15, 30, 45, 60}
RIGHT, LEFT, REAR = {90, 120}, {240, 270}, {150, 180, 210}


def case_of(edition: str = "", question: HexQuestion | None = None) -> HexCase:
    rules = load_battletech(edition)
    return HexCase(question or HexQuestion(), HexPatch({}), rules, OptionsInUse(rules, {}))


def fires(unit: PlacedUnit, mount: str, *, is_rear: bool = False) -> set[int]:
    """Give the directions into which a mount fires."""
    return {
        degrees
        for degrees, name in AROUND.items()
        for arc in arcs_of(case_of(), unit, PlacedUnit(name))
        if (arc.mount, arc.is_rear) == (mount, is_rear) and arc.is_in
    }


def kind(name: str, **more: object) -> PlacedUnit:
    return PlacedUnit(HERE, ClassicUnit(kind=name), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("degrees", AROUND)
def test_bearings_are_exact(degrees: int) -> None:
    here = hex_named(HERE)
    assert bearing(here, hex_named(AROUND[degrees])) == degrees
    assert bearing(hex_named(AROUND[degrees]), here) == (degrees + 180) % 360
    assert bearing(here, hex_named(AROUND[degrees]), facing=1) == (degrees - 60) % 360


@pytest.mark.parametrize(
    ("name", "mounts", "expected"),
    [
        ("biped", TORSO, FRONT),
        ("biped", ("right-leg", "left-leg"), FRONT),
        ("biped", ("right-arm",), FRONT | RIGHT),
        ("biped", ("left-arm",), FRONT | LEFT),
        ("quad", (*TORSO, *QUAD_LEGS), FRONT),
        *((name, ("front", "turret"), FRONT) for name in VEHICLES),
        *((name, ("right",), RIGHT) for name in VEHICLES),
        *((name, ("left",), LEFT) for name in VEHICLES),
        *((name, ("rear",), REAR) for name in VEHICLES),
        *((name, ("body",), set(AROUND)) for name in ("infantry", "battle-armor", "building", "dropship")),
        ("building", ("turret",), FRONT),
    ],
)
def test_a_mount_fires_into_its_arc(name: str, mounts: tuple[str, ...], expected: set[int]) -> None:
    for mount in mounts:
        assert fires(kind(name), mount) == expected, mount


@pytest.mark.parametrize("name", ["biped", "quad"])
def test_rear_mounts_of_mechs_fire_behind(name: str) -> None:
    legs = QUAD_LEGS if name == "quad" else ("right-leg", "left-leg")
    for mount in (*TORSO, *legs):
        assert fires(kind(name), mount, is_rear=True) == REAR


def test_each_kind_has_the_mounts_that_it_can_have() -> None:
    counts = {name: len(arcs_of(case_of(), kind(name), PlacedUnit("1008"))) for name in KINDS}
    assert counts == {
        "biped": 14, "quad": 16, **dict.fromkeys(VEHICLES, 5), "infantry": 1, "battle-armor": 1, "building": 2,
        "dropship": 1,
    }  # fmt: skip


def test_a_twist_turns_the_torso_and_arms_and_not_the_legs() -> None:
    twisted = kind("biped", twist=-1)
    assert fires(twisted, "head") == {240, 270, 300, 330, 0}
    assert fires(twisted, "left-arm") == {180, 210, *fires(twisted, "head")}
    assert fires(twisted, "left-leg") == FRONT
    assert fires(twisted, "center-torso", is_rear=True) == {90, 120, 150}


@pytest.mark.parametrize("name", VEHICLES)
def test_a_turret_turns_all_around_and_nothing_else_of_a_vehicle(name: str) -> None:
    turned = kind(name, twist=3)
    assert fires(turned, "turret") == {120, 150, 180, 210, 240}
    assert fires(turned, "front") == FRONT


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
@pytest.mark.parametrize("name", KINDS)
def test_a_side_is_hit_by_the_hexside_that_the_line_crosses(name: str, edition: str) -> None:
    sides = [
        see(case_of(edition), PlacedUnit(AROUND[degrees]), kind(name)).side_hit
        for degrees in range(0, 360, 60)
    ]
    mech = ["front", "front", "right", "rear", "left", "front"]
    vehicle = ["front", "right", "right", "rear", "left", "left"]
    if name in ("biped", "quad"):
        assert sides == mech
    else:
        assert sides == (vehicle if name in (*VEHICLES, "dropship") else [None] * 6)


@pytest.mark.parametrize("name", KINDS)
def test_units_are_as_tall_as_their_kind(name: str) -> None:
    heights = {"biped": 2, "quad": 2, "dropship": 10}
    for prone in (False, True):
        unit = PlacedUnit(HERE, ClassicUnit(kind=name, prone=prone))
        sight = see(case_of(), unit, PlacedUnit("1008"))
        assert sight.attacker_height == (1 if prone else heights.get(name, 1))


def test_the_weapon_has_an_arc_of_its_own_only_for_the_attacker_of_the_question() -> None:
    attacker, target = PlacedUnit(HERE), PlacedUnit("1008")
    question = HexQuestion(attacker=attacker, target=target, weapon=HexWeapon(location="left-arm"))
    case = case_of(question=question)
    there = {arc.mount: arc for arc in arcs_of(case, attacker, target)}
    assert (there["weapon"].is_in, there["weapon"].arc) == (True, "left-arm")
    assert "weapon" not in {arc.mount for arc in arcs_of(case, target, attacker)}


def test_a_weapon_of_an_arm_to_the_rear_has_the_rear_arc() -> None:
    attacker, target = PlacedUnit(HERE), PlacedUnit("1012")
    weapon = HexWeapon(location="left-arm", rear=True)
    case = case_of(question=HexQuestion(attacker=attacker, target=target, weapon=weapon))
    assert arcs_of(case, attacker, target)[-1].is_in
