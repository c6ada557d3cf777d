"""Laws of the numbers of weapon attacks, and what of a question about one cannot be."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.model.battletech.hex import HexNumber, HexQuestion
from astrike.model.battletech.hex_attack import (
    AIMS,
    ATTACKERS_AS,
    LIGHTS,
    MOUNTS,
    SECONDARY,
    TARGETS_AS,
    WEAPON_TAGS,
    HexShot,
    HexWeapon,
)
from astrike.model.battletech.hex_patch import MODES, SMOKE, WOODS, HexContents, HexMovement, PlacedUnit
from astrike.model.battletech.unit import KINDS, ClassicUnit
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rules.battletech.hexes.line.arcs import arcs_of
from astrike.rules.battletech.hexes.line.sight import see
from astrike.rules.battletech.hexes.patch import HexCase, HexPatch
from astrike.rules.battletech.hexes.shot.to_hit import number_of
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.web.battletech.asking import read_question
from astrike.web.battletech.hex_card import HEX_CARD
from tests.soak import examples

BRACKETS = (3, 6, 9, 12)
MOST = settings(deadline=None, max_examples=examples(20, soaked=150))

movements = st.builds(
    HexMovement,
    mode=st.sampled_from(MODES),
    hexes=st.integers(0, 30),
    skidded=st.booleans(),
    stuck=st.booleans(),
)
units = st.builds(
    ClassicUnit,
    kind=st.sampled_from(KINDS),
    gunnery=st.integers(0, 8),
    prone=st.booleans(),
    shutdown=st.booleans(),
    sensors=st.integers(0, 2),
    heat=st.integers(0, 30),
)
shots = st.builds(
    HexShot,
    indirect=st.booleans(),
    spots=st.booleans(),
    secondary=st.sampled_from(SECONDARY),
    aim=st.sampled_from(AIMS),
    computer=st.booleans(),
    tagged=st.booleans(),
    narc=st.booleans(),
    stealth=st.booleans(),
    c3=st.none() | st.integers(0, 9),
    light=st.sampled_from(LIGHTS),
    is_lit=st.booleans(),
    attacker_as=st.sampled_from(ATTACKERS_AS),
    target_as=st.sampled_from(TARGETS_AS),
    other=st.integers(-3, 3),
)
weapons = st.builds(
    HexWeapon,
    ranges=st.just(BRACKETS),
    minimum=st.integers(0, 6),
    tags=st.lists(st.sampled_from(WEAPON_TAGS), max_size=3, unique=True).map(tuple),
)
grounds = st.builds(HexContents, woods=st.sampled_from(WOODS), smoke=st.sampled_from(SMOKE))
questions = st.builds(
    HexQuestion,
    hexes=st.tuples(grounds).map(lambda found: (("0503", found[0]),)),
    attacker=st.builds(
        PlacedUnit, hex=st.integers(3, 17).map(lambda row: f"05{row:02d}"), unit=units, moved=movements
    ),
    target=st.builds(
        PlacedUnit, hex=st.just("0503"), unit=units, moved=movements, elevation=st.integers(0, 3)
    ),
    weapon=weapons,
    shot=shots,
    edition=st.sampled_from(BATTLETECH_IDS),
)


def asked(question: HexQuestion) -> HexNumber:
    edition = load_battletech(question.edition or "")
    case = HexCase(question, HexPatch.of(question), edition, OptionsInUse(edition, {}))
    assert question.attacker is not None
    assert question.target is not None
    sight = see(case, question.attacker, question.target)
    return number_of(case, sight, arcs_of(case, question.attacker, question.target))


def total(question: HexQuestion) -> int:
    return sum(row.value for row in asked(question).modifiers)


@given(question=questions)
@MOST
def test_the_number_is_the_sum_of_its_ledger_and_refused_above_twelve(question: HexQuestion) -> None:
    found = asked(question)
    added = sum(row.value for row in found.modifiers)
    keys = [each.key for each in found.refusals]
    assert found.target == (None if keys else added)
    assert ("number.too-high" in keys) == (added > 12)
    assert (found.odds is None) == bool(keys)
    assert len(keys) == len(set(keys))
    assert all(row.cite.page for row in found.modifiers)


@given(question=questions, farther=st.integers(4, 15))
@MOST
def test_more_range_never_lowers_the_number(question: HexQuestion, farther: int) -> None:
    assert question.attacker is not None
    assert question.weapon is not None
    assert question.target is not None
    near = int(question.attacker.hex[2:])
    question = replace(
        question,
        attacker=replace(question.attacker, hex=f"05{min(near, 15):02d}"),
        weapon=replace(question.weapon, minimum=0, tags=()),
        target=replace(question.target, unit=replace(question.target.unit, prone=False)),
    )
    moved = replace(question, attacker=replace(question.attacker, hex=f"05{max(farther, min(near, 15)):02d}"))
    assert total(moved) >= total(question)


@given(question=questions, more=st.integers(0, 30))
@MOST
def test_hexes_and_jumping_never_lower_the_number_of_the_target(question: HexQuestion, more: int) -> None:
    assert question.target is not None
    assert question.weapon is not None
    question = replace(question, weapon=replace(question.weapon, tags=()))
    moved = question.target.moved
    farther = replace(moved, hexes=min(moved.hexes + more, 60))
    jumped = replace(farther, mode="jump")
    numbers = [
        total(replace(question, target=replace(question.target, moved=each)))
        for each in (moved, farther, jumped)
    ]
    assert numbers == sorted(numbers)


@given(question=questions)
@MOST
def test_woods_and_smoke_at_the_target_never_lower_the_number(question: HexQuestion) -> None:
    assert total(replace(question, hexes=())) <= total(question)


# ---- what cannot be

PLACES = {"attacker": {"hex": "0510"}, "target": {"hex": "0507"}}


def problems(**stated: Any) -> set[str]:
    with pytest.raises(InputError) as caught:
        read_question(HEX_CARD, {**PLACES, "weapon": {}, **stated})
    return {each.at for each in caught.value.problems}


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ({"weapon": {"ranges": [6, 6, 9]}}, {"weapon.ranges"}),
        ({"weapon": {"ranges": [3, 6, 5]}}, {"weapon.ranges"}),
        ({"weapon": {"minimum": 9}}, {"weapon.minimum"}),
        ({"weapon": {"tags": ["energy", "missile"]}}, {"weapon.tags"}),
        ({"weapon": {"tags": ["pulse", "heavy-laser"]}}, {"weapon.tags"}),
        ({"weapon": {"tags": ["mrm", "semi-guided"]}}, {"weapon.tags"}),
        ({"weapon": {"location": "turret"}}, {"weapon.location"}),
        ({"weapon": {"location": "left-torso", "split": True}}, {"weapon.split"}),
        ({"weapon": {"location": "left-arm", "rear": True}}, {"weapon.rear"}),
        ({"shot": {"spotter": {"hex": "0503"}}}, {"shot.spotter"}),
        ({"shot": {"indirect": True, "spotter": {"hex": "0500"}}}, {"shot.spotter.hex"}),
        ({"shot": {"spotter_fires": True}}, {"shot.spotter_fires"}),
        ({"shot": {"spots_by_tag": True}}, {"shot.spots_by_tag"}),
        ({"shot": {"is_lit": True}}, {"shot.is_lit"}),
        ({"shot": {"shots": 2}}, {"shot.shots"}),
        (
            {"shot": {"indirect": True, "spotter": {"hex": "0503", "unit": {"gyro_hits": 3}}}},
            {"shot.spotter.unit.gyro_hits"},
        ),
        (
            {
                "attacker": {"hex": "0510", "unit": {"kind": "quad"}},
                "shot": {"overhead_arms": True, "flooded_arms": ["left"]},
            },
            {"shot.overhead_arms", "shot.flooded_arms"},
        ),
        (
            {
                "weapon": {"ranges": [9, 6, 3], "tags": ["energy", "ballistic"]},
                "shot": {"spotter_fires": True},
            },
            {"weapon.ranges", "weapon.tags", "shot.spotter_fires"},
        ),
    ],
)
def test_what_contradicts_itself_is_named(stated: dict[str, Any], expected: set[str]) -> None:
    assert problems(**stated) == expected


def test_a_number_takes_an_attacker_a_target_and_a_weapon() -> None:
    question = HexQuestion(attacker=PlacedUnit("0510"), target=PlacedUnit("0507"))
    with pytest.raises(ValueError, match="takes an attacker"):
        asked(question)


@given(question=questions, mount=st.sampled_from(MOUNTS), facing=st.integers(0, 5))
@MOST
def test_what_is_out_of_arc_is_refused_and_nothing_else(
    question: HexQuestion, mount: str, facing: int
) -> None:
    assert question.attacker is not None
    assert question.target is not None
    assert question.weapon is not None
    question = replace(
        question,
        attacker=replace(question.attacker, facing=facing),
        weapon=replace(question.weapon, location=mount, split=mount.endswith("-arm")),
    )
    assert question.attacker is not None
    assert question.target is not None
    edition = load_battletech(question.edition or "")
    case = HexCase(question, HexPatch.of(question), edition, OptionsInUse(edition, {}))
    arcs = arcs_of(case, question.attacker, question.target)
    is_in = next(arc.is_in for arc in arcs if arc.mount == "weapon")
    refused = {each.key for each in asked(question).refusals}
    assert is_in == (not refused & {"weapon.arc", "weapon.split-arc"})
