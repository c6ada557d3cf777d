"""A skid that a path may bring is a question of the Impact card, with everything that is in the way."""

from dataclasses import replace

import pytest

from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_patch import HexBuilding, HexContents, HexMovement, PlacedUnit
from astrike.model.battletech.hex_path import HexPath, PathAnswer
from astrike.model.battletech.impact import ImpactQuestion, SkidHex
from astrike.model.battletech.unit import ClassicUnit
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.hexes.patch import HexCase, HexPatch
from astrike.rules.battletech.hexes.path.judging import judge_path
from astrike.rules.battletech.hexes.path.skids import skid_question
from astrike.rules.battletech.impacts import answer_impact, impact_problems
from astrike.rules.battletech.options_in_use import OptionsInUse

RULES = load_battletech("bmm-7.01")
UNIT = ClassicUnit(tons=65, walk=6)
RUN = ("forward", "forward", "forward", "forward", "right", "forward")
"""From 0509 to 0505, then a turn: a failed roll skids on to 0504 and 0503."""


def asked(ahead: dict[str, HexContents], unit: ClassicUnit = UNIT, **others: PlacedUnit) -> HexCase:
    path = HexPath("0509", unit, "run", steps=RUN)
    paved = {"0505": HexContents(pavement=True)} | ahead
    question = HexQuestion(hexes=tuple(paved.items()), path=path, edition=RULES.id)
    return HexCase(replace(question, **others), HexPatch.of(question), RULES, OptionsInUse(RULES, {}))


def judged(case: HexCase) -> PathAnswer:
    assert case.question.path
    return judge_path(case, case.question.path)


def skidding(case: HexCase) -> ImpactQuestion:
    path = case.question.path
    assert path
    assert path.unit
    move = judged(case)
    (skid,) = move.skids
    return skid_question(case, path.unit, skid, move.legs[skid.leg - 2])


def test_a_skid_over_clear_ground_does_what_the_impact_card_says() -> None:
    question = skidding(asked({}))
    assert (question.moved_before, question.direction, question.facing) == (4, 0, 1)
    assert question.path == (SkidHex(), SkidHex())
    assert list(impact_problems(question, RULES)) == []
    answer = answer_impact(question, RULES, OptionsInUse(RULES, {}))
    assert [lot.total for lot in answer.damage] == [7 + 2 * 4]


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        (HexContents(building=HexBuilding(class_="light")), SkidHex("building", building="light", cf=15)),
        (HexContents(building=HexBuilding(cf=37)), SkidHex("building", building="medium", cf=37)),
        (HexContents(level=1), SkidHex("rise")),
        (HexContents(level=-1), SkidHex()),
        (HexContents(level=-3), SkidHex("drop", levels=3)),
        (HexContents(water=1), SkidHex("water", levels=1, depth=1)),
        (HexContents(water=2), SkidHex("drop", levels=2, depth=2)),
        (HexContents(water=2, road=True), SkidHex()),
        (HexContents(water=2, road=True, road_sides=(1, 4)), SkidHex("drop", levels=2, depth=2)),
    ],
)
def test_what_is_in_the_way_is_told(contents: HexContents, expected: SkidHex) -> None:
    question = skidding(asked({"0504": contents}))
    assert question.path[0] == expected
    assert list(impact_problems(question, RULES)) == []


def test_a_unit_in_the_way_is_told_with_its_movement() -> None:
    other = ClassicUnit(tons=50)
    target = PlacedUnit("0504", other, moved=HexMovement("walk", 3))
    question = skidding(asked({}, target=target))
    assert question.path[0].what == "unit"
    assert question.path[0].unit == other
    assert question.path[0].moved.hexes == 3


def test_a_skid_ends_at_the_edge_of_the_map() -> None:
    path = HexPath("0605", UNIT, "run", steps=RUN)
    case = asked({"0601": HexContents(pavement=True)})
    case = replace(case, question=replace(case.question, path=path))
    move = judged(case)
    (skid,) = move.skids
    assert skid.hexes == ()
    assert [each.key for each in judged(case).notes] == ["off-map"]
    assert skid_question(case, UNIT, skid, move.legs[skid.leg - 2]).path == (SkidHex("edge"),)


def test_a_hovercraft_slides_over_water() -> None:
    case = asked({"0504": HexContents(water=2)}, ClassicUnit("hover", walk=6))
    (skid,) = judged(case).skids
    assert skid.hexes == ("0504", "0503", "0502")
    assert skidding(case).path == (SkidHex(),) * 3


def test_the_facing_as_the_skid_begins_is_that_of_the_leg_before() -> None:
    legs = judged(asked({})).legs
    assert legs[4].facing == 1


AHEAD = HexContents(level=1)


@pytest.mark.parametrize(
    ("kind", "elevation", "contents", "expected"),
    [
        ("vtol", 3, AHEAD, SkidHex()),
        ("vtol", 1, AHEAD, SkidHex("rise")),
        ("vtol", 3, HexContents(level=-5), SkidHex()),
        ("vtol", 3, HexContents(building=HexBuilding(levels=2)), SkidHex()),
        ("vtol", 2, HexContents(building=HexBuilding(levels=2)), SkidHex("building", cf=40)),
        ("wige", 1, AHEAD, SkidHex("rise")),
        ("wige", 1, HexContents(level=-3), SkidHex()),
        ("wige", 1, HexContents(water=2), SkidHex()),
        ("hover", 0, HexContents(level=-2), SkidHex("drop", levels=2)),
    ],
)
def test_what_flies_runs_into_what_is_as_high_as_it_flies(
    kind: str, elevation: int, contents: HexContents, expected: SkidHex
) -> None:
    case = asked({"0504": contents}, ClassicUnit(kind, walk=8))
    assert case.question.path
    path = replace(case.question.path, elevation=elevation)
    assert skidding(replace(case, question=replace(case.question, path=path))).path[0] == expected


@pytest.mark.parametrize(("elevation", "expected"), [(1, "unit"), (2, "nothing"), (9, "nothing")])
def test_a_vtol_slides_over_who_is_lower(elevation: int, expected: str) -> None:
    case = asked({}, ClassicUnit("vtol", walk=8), target=PlacedUnit("0504", ClassicUnit()))
    assert case.question.path
    path = replace(case.question.path, elevation=elevation)
    assert skidding(replace(case, question=replace(case.question, path=path))).path[0].what == expected


@pytest.mark.parametrize(
    ("steps", "direction"),
    [(("backward", "backward", "right", "backward"), 3), (("forward", "right", "forward"), 0)],
)
def test_a_skid_goes_on_the_way_it_moved(steps: tuple[str, ...], direction: int) -> None:
    ice = tuple((f"05{row:02}", HexContents(ground="ice")) for row in range(1, 10))
    question = HexQuestion(hexes=ice, path=HexPath("0505", UNIT, steps=steps), edition=RULES.id)
    case = HexCase(question, HexPatch.of(question), RULES, OptionsInUse(RULES, {}))
    assert [each.direction for each in judged(case).skids] == [direction]


WAYS = (
    HexContents(),
    HexContents(level=2),
    HexContents(level=-4),
    HexContents(water=1),
    HexContents(water=3, road=True),
    HexContents(level=-2, water=2),
    HexContents(building=HexBuilding(levels=3)),
)


@pytest.mark.parametrize(
    ("kind", "elevation"), [("biped", 0), ("tracked", 0), ("hover", 0), ("wige", 1), ("vtol", 2)]
)
@pytest.mark.parametrize("first", WAYS, ids=str)
def test_whatever_is_in_the_way_the_impact_card_takes_it(
    kind: str, elevation: int, first: HexContents
) -> None:
    other = PlacedUnit("0503", ClassicUnit(tons=50))
    for second in WAYS:
        case = asked({"0504": first, "0503": second}, ClassicUnit(kind, walk=8), target=other)
        assert case.question.path
        path = replace(case.question.path, elevation=elevation)
        question = skidding(replace(case, question=replace(case.question, path=path)))
        assert list(impact_problems(question, RULES)) == []
        assert answer_impact(question, RULES, OptionsInUse(RULES, {})).kind == "skid"
