"""What holds for every path: costs add up, later steps change nothing, nor does turning the map; MP only help."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_patch import HexBuilding, HexContents
from astrike.model.battletech.hex_path import HexPath, PathAnswer
from astrike.model.battletech.unit import ClassicUnit, LegDamage
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rules.battletech.hexes.grid import HEXSIDES, Hex, hex_name, hex_named
from astrike.rules.battletech.hexes.patch import HexCase, HexPatch
from astrike.rules.battletech.hexes.path.judging import judge_path
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.rolls import roll_answer

CENTER = hex_named("2020")
NEAR = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
STEPS = ("forward", "forward", "forward", "left", "right", "backward", "stand", "prone", "up", "down")
JUMPS = ("forward", "left", "right")
KINDS = ("biped", "quad", "tracked", "wheeled", "hover", "vtol", "wige", "naval", "infantry", "battle-armor")
editions = st.sampled_from(BATTLETECH_IDS)
sides = st.integers(0, HEXSIDES - 1)
contents = st.builds(
    HexContents,
    level=st.integers(-1, 3),
    woods=st.sampled_from(("none", "none", "light", "heavy")),
    water=st.sampled_from((None, None, None, 0, 1, 2)),
    rough=st.booleans(),
    rubble=st.booleans(),
    road=st.booleans(),
    pavement=st.booleans(),
    road_sides=st.sets(sides, max_size=3).map(lambda found: tuple(sorted(found))),
    ground=st.sampled_from(("clear", "clear", "swamp", "ice", "mud")),
    building=st.none() | st.builds(HexBuilding, levels=st.integers(1, 3), class_=st.just("heavy")),
)
patches = st.dictionaries(st.sampled_from(NEAR), contents, max_size=14)
legs = st.builds(LegDamage, hip=st.integers(0, 1), foot=st.integers(0, 1), gone=st.booleans())


@st.composite
def units(draw: st.DrawFn) -> ClassicUnit:
    unit = ClassicUnit(
        kind=draw(st.sampled_from(KINDS)),
        walk=draw(st.integers(0, 8)),
        jump=draw(st.integers(0, 6)),
        heat=draw(st.integers(0, 15)),
    )
    if not unit.is_mech:
        return unit
    damage = draw(st.dictionaries(st.sampled_from(unit.leg_names), legs, max_size=2))
    return ClassicUnit(
        unit.kind,
        walk=unit.walk,
        jump=unit.jump,
        heat=unit.heat,
        prone=draw(st.booleans()),
        legs=tuple(damage.items()),
    )


@st.composite
def paths(draw: st.DrawFn) -> HexPath:
    mode = draw(st.sampled_from(("walk", "run", "jump")))
    return HexPath(
        str(hex_name(CENTER)),
        draw(units()),
        mode,
        draw(sides),
        steps=tuple(draw(st.lists(st.sampled_from(JUMPS if mode == "jump" else STEPS), max_size=7))),
        myomer=draw(st.booleans()),
        reckless=mode != "jump" and draw(st.booleans()),
    )


def turned(offset: Hex, sixths: int) -> Hex:
    q, r = offset
    for _ in range(sixths):
        q, r = q + r, -q
    return q, r


def question(patch: dict[Hex, HexContents], path: HexPath, sixths: int = 0) -> HexQuestion:
    named: list[tuple[str, HexContents]] = []
    for offset, found in patch.items():
        q, r = turned(offset, sixths)
        road_sides = tuple((side + sixths) % HEXSIDES for side in found.road_sides)
        values = {name: getattr(found, name) for name in HexContents.__slots__} | {"road_sides": road_sides}
        named.append((str(hex_name((CENTER[0] + q, CENTER[1] + r))), HexContents(**values)))
    return HexQuestion(hexes=tuple(named), path=path)


def changed(path: HexPath, **values: Any) -> HexPath:
    return HexPath(**{name: getattr(path, name) for name in HexPath.__slots__} | values)


def judged(asked: HexQuestion, edition: str) -> PathAnswer:
    rules = load_battletech(edition)
    assert asked.path is not None
    return judge_path(HexCase(asked, HexPatch.of(asked), rules, OptionsInUse(rules, {})), asked.path)


@given(patches, paths(), editions)
def test_the_cost_is_the_sum_of_the_steps_and_of_their_ledgers(
    patch: dict[Hex, HexContents], path: HexPath, edition: str
) -> None:
    answer = judged(question(patch, path), edition)
    assert answer.cost == sum(leg.cost for leg in answer.legs)
    assert [leg.cost for leg in answer.legs] == [sum(row.value for row in leg.ledger) for leg in answer.legs]
    assert [leg.total for leg in answer.legs] == [
        sum(leg.cost for leg in answer.legs[: number + 1]) for number in range(len(answer.legs))
    ]
    assert all(leg.cost >= 0 for leg in answer.legs)
    assert answer.available.mp == sum(row.value for row in answer.available.ledger)
    assert answer.heat == sum(row.value for row in answer.heat_ledger)


@given(patches, paths(), editions, st.integers(0, 7))
def test_a_step_costs_the_same_whatever_follows(
    patch: dict[Hex, HexContents], path: HexPath, edition: str, kept: int
) -> None:
    whole = judged(question(patch, path), edition)
    part = judged(question(patch, changed(path, steps=path.steps[:kept])), edition)
    assert part.legs == whole.legs[:kept]


@given(patches, paths(), editions, st.integers(1, 5))
def test_turning_the_map_changes_nothing(
    patch: dict[Hex, HexContents], path: HexPath, edition: str, sixths: int
) -> None:
    there = changed(path, facing=(path.facing + sixths) % HEXSIDES)
    one, other = judged(question(patch, path), edition), judged(question(patch, there, sixths), edition)
    assert [(leg.cost, leg.elevation, leg.ledger) for leg in one.legs] == [
        (leg.cost, leg.elevation, leg.ledger) for leg in other.legs
    ]
    assert [(leg.facing + sixths) % HEXSIDES for leg in one.legs] == [leg.facing for leg in other.legs]
    assert [(each.leg, each.roll) for each in one.rolls] == [(each.leg, each.roll) for each in other.rolls]
    assert [each.key for each in one.refusals] == [each.key for each in other.refusals]
    assert [len(each.hexes) for each in one.skids] == [len(each.hexes) for each in other.skids]


@given(patches, paths(), editions, st.integers(1, 6))
def test_more_mp_never_add_a_refusal(
    patch: dict[Hex, HexContents], path: HexPath, edition: str, more: int
) -> None:
    unit = path.unit or ClassicUnit()
    values = {name: getattr(unit, name) for name in ClassicUnit.__slots__}
    better = ClassicUnit(**values | {"walk": unit.walk + more, "jump": unit.jump + more})
    few = judged(question(patch, path), edition)
    many = judged(question(patch, changed(path, unit=better)), edition)
    assert {each.key for each in many.refusals} <= {each.key for each in few.refusals}


@given(patches, paths(), editions)
def test_the_roll_card_answers_the_same(patch: dict[Hex, HexContents], path: HexPath, edition: str) -> None:
    rules = load_battletech(edition)
    for each in judged(question(patch, path), edition).rolls:
        answer = roll_answer(each.asked, rules, OptionsInUse(rules, {}))
        assert each.roll in answer.rolls
