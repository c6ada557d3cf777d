"""What cannot be about a path is named, everything at once."""

from typing import Any

import pytest

from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_patch import HexBuilding, HexContents, PlacedUnit
from astrike.model.battletech.hex_path import HexPath
from astrike.model.battletech.unit import ClassicUnit, LegDamage
from astrike.rules.battletech.hexes.path.problems import path_problems

MECH = ClassicUnit(jump=4)


def places(path: HexPath | None, **others: Any) -> list[str]:
    return [each.at for each in path_problems(HexQuestion(path=path, **others))]


def test_a_sound_path_and_no_path_have_no_problem() -> None:
    assert places(None) == []
    assert places(HexPath("0505", MECH, steps=("forward", "left", "prone"))) == []
    assert places(HexPath("0505"), attacker=PlacedUnit("0505")) == []


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (HexPath("0500", MECH), ["path.from"]),
        (HexPath("0505"), ["path.unit"]),
        (HexPath("0505", ClassicUnit(legs=(("rear-left", LegDamage(foot=1)),))), ["path.unit.legs.rear-left"]),
        (HexPath("0505", MECH, "jump", steps=("forward", "backward", "stand")), ["path.steps[1]", "path.steps[2]"]),
        (HexPath("0505", MECH, "jump", steps=("up",)), ["path.steps[0]"]),
        (HexPath("0505", MECH, "jump", reckless=True), ["path.reckless"]),
        (HexPath("0505", MECH, jets="underwater"), ["path.jets"]),
        (HexPath("0505", MECH, boost="masc"), ["path.boost"]),
        (HexPath("0505", ClassicUnit("infantry"), "run", boost="masc"), ["path.boost"]),
        (HexPath("0505", MECH, infantry="foot"), ["path.infantry"]),
        (HexPath("0505", ClassicUnit("hover"), myomer=True), ["path.myomer"]),
        (HexPath("0505", ClassicUnit("hover"), wing=1), ["path.wing"]),
        (HexPath("0505", ClassicUnit("hover", prone=True)), ["path.unit.prone"]),
        (HexPath("0505", MECH, elevation=2), ["path.elevation"]),
        (HexPath("0505", ClassicUnit("vtol"), elevation=-1), ["path.elevation"]),
        (HexPath("0505", ClassicUnit("vtol"), elevation=9), []),
        (
            HexPath("0500", ClassicUnit("hover", prone=True), "jump", steps=("prone",), boost="both", myomer=True),
            ["path.from", "path.steps[0]", "path.boost", "path.myomer", "path.unit.prone"],
        ),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_is_named(path: HexPath, expected: list[str]) -> None:
    assert places(path) == expected


@pytest.mark.parametrize(
    ("contents", "elevation", "expected"),
    [
        (HexContents(building=HexBuilding(levels=3)), 3, []),
        (HexContents(building=HexBuilding(levels=3)), 4, ["path.elevation"]),
        (HexContents(water=2, road=True), 2, []),
        (HexContents(water=2, road=True), 1, ["path.elevation"]),
        (HexContents(water=2), 2, ["path.elevation"]),
        (HexContents(water=2), 0, []),
    ],
)
def test_a_unit_stands_on_something(contents: HexContents, elevation: int, expected: list[str]) -> None:
    assert places(HexPath("0505", MECH, elevation=elevation), hexes=(("0505", contents),)) == expected


def test_underwater_jets_start_at_any_depth() -> None:
    path = HexPath("0505", MECH, "jump", elevation=2, jets="underwater")
    assert places(path, hexes=(("0505", HexContents(water=4)),)) == []
