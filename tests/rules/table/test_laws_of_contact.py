"""What is in contact for one rule is in contact for all, and so is what lies over each other."""

import math
from dataclasses import replace

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from astrike.geometry.arrays import Polygon
from astrike.geometry.bases import gaps, hexagon, make_bases, rectangle
from astrike.model.attack_question import AttackQuestion
from astrike.model.movement import MoveAnswer, MoveQuestion, Waypoint
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.standing_check import base_contacts, standing_findings
from astrike.rules.movement.suggestions import shortened_move
from astrike.rules.table.lines import are_in_base_contact, measure_lines
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.tolerance import CONTACT_TOLERANCE
from tests.asking import attack
from tests.builders import mech, table, vehicle
from tests.soak import examples

LAW = settings(max_examples=examples(40, 1000), deadline=None)
HOME = (24.0, 18.0)
FACING = 20
FAR = 6.0
"""Inches from which the attacker comes straight."""
BASES = st.sampled_from(
    (
        1.25,
        2.0,
        {"shape": "hex", "across": 1.25},
        {"shape": "rect", "width": 1.25, "length": 2.5},
    )
)


def scene(base: object, other: object, at: tuple[float, float], facing: int, **more: object) -> PreparedTable:
    """Put A at a place beside B, which has moved."""
    a = mech("A", at=at, base=base, facing=facing, side="red", move='40"')
    b = {"base": other, "facing": FACING, "side": "blue", "done": True, **more}
    return prepare_table(table(a, (vehicle if "elevation" in more else mech)("B", at=HOME, **b)))


def distance_of_touch(base: object, other: object, way: tuple[float, float], facing: int) -> float:
    """Give how far apart the centres are where the bases begin to touch."""
    shapes = [outline(base, facing), outline(other, FACING)]
    radius = [0.0 if isinstance(each, dict) else float(str(each)) / 2 for each in (base, other)]
    far, gap = 5.0, 1.0
    while gap > 1e-9:
        bases = make_bases([(far * way[0], far * way[1]), (0, 0)], radius=radius, outline=shapes)
        gap = float(gaps(bases, [0], [1])[0])
        far -= gap
    return far


def outline(base: object, facing: int) -> Polygon | None:
    """Give the outline of a base that is not round."""
    if not isinstance(base, dict):
        return None
    if base["shape"] == "hex":
        return hexagon(base["across"], facing)
    return rectangle(base["width"], base["length"], facing)


@st.composite
def beside(draw: st.DrawFn, **more: st.SearchStrategy[object]) -> tuple[PreparedTable, tuple[float, float]]:
    """Put two units nearly in contact, as places are stored, and say from which direction A came."""
    base, other, facing = draw(BASES), draw(BASES), draw(st.integers(0, 359))
    angle = math.radians(draw(st.integers(0, 359)))
    way = (math.sin(angle), math.cos(angle))
    far = distance_of_touch(base, other, way, facing)
    far += draw(st.sampled_from((-0.02, -0.011, -0.008, -0.003, 0.0, 0.003, 0.008, 0.02)))
    at = (round(HOME[0] + far * way[0], 3), round(HOME[1] + far * way[1], 3))
    return scene(base, other, at, facing, **{key: draw(value) for key, value in more.items()}), way


def came(
    prepared: PreparedTable, way: tuple[float, float], who: str = "A"
) -> tuple[PreparedTable, MoveQuestion, MoveAnswer]:
    """Let a unit come straight to where it stands, on open ground, and ask the judge."""
    i = prepared.place_of(who)
    unit, sign = prepared.units.units[i], 1.0 if who == "A" else -1.0
    x, y = unit.at
    start = replace(unit, at=(x + sign * FAR * way[0], y + sign * FAR * way[1]), motion="unmoved", done=False)
    units = tuple(start if each.id == who else each for each in prepared.units.units)
    there = prepare_table(replace(prepared.table, units=units))
    question = MoveQuestion((Waypoint(x, y),), mode="ground")
    return there, question, judge_move(there, who, question)


@LAW
@given(beside())
def test_two_bases_lie_over_each_other_for_table_check_and_judge_alike_whoever_moves(
    placed: tuple[PreparedTable, tuple[float, float]],
) -> None:
    prepared, way = placed
    is_over = any(each.key == "standing.overlap" for each in standing_findings(prepared))
    for who in ("A", "B"):
        _, _, answer = came(prepared, way, who)
        keys = {each.key for each in answer.refusals}
        assert ("move.stacking" in keys) == ("move.enemy" in keys) == is_over
    if is_over:
        assert base_contacts(prepared) == ()


@LAW
@given(beside(elevation=st.sampled_from((0, 1, 2)), motion=st.just("vtol"), move=st.just('10"v')))
def test_what_is_in_contact_for_one_rule_is_so_for_all(
    placed: tuple[PreparedTable, tuple[float, float]],
) -> None:
    prepared, _ = placed
    one, other = np.array([0]), np.array([1])
    is_over = any(each.key == "standing.overlap" for each in standing_findings(prepared))
    is_in_contact = measure_lines(prepared, one, other)[0].contact
    assert (
        bool(are_in_base_contact(prepared, one, other)[0])
        == bool(are_in_base_contact(prepared, other, one)[0])
        == is_in_contact
    )
    assert is_over or bool(base_contacts(prepared)) == is_in_contact
    weapon = {each.key for each in attack(prepared, "A", "B").refusals}
    struck = {each.key for each in attack(prepared, "A", "B", AttackQuestion(kind="standard")).refusals}
    assert ("contact.no-weapons" in weapon) == is_in_contact
    assert ("physical.reach" in struck) != is_in_contact
    gap = float(gaps(prepared.units.bases, one, other)[0])
    if prepared.units.airborne[1]:
        assert not is_in_contact
    else:
        assert is_in_contact == (gap <= CONTACT_TOLERANCE + 1e-6)


@LAW
@given(beside())
def test_a_charge_along_a_path_that_the_judge_allows_is_allowed(
    placed: tuple[PreparedTable, tuple[float, float]],
) -> None:
    prepared, way = placed
    there, question, answer = came(prepared, way)
    if answer.allowed and measure_lines(prepared, np.array([0]), np.array([1]))[0].contact:
        charge = attack(there, "A", "B", AttackQuestion(kind="charge", path=question.path))
        assert charge.refusals == ()


@LAW
@given(beside(), st.integers(-60, 60))
@example((scene(1.25, 1.25, (24.0, 16.0), 0), (0.0, -1.0)), 0)
def test_who_stops_short_of_an_enemy_is_in_contact_and_charges(
    placed: tuple[PreparedTable, tuple[float, float]], aside: int
) -> None:
    prepared, way = placed
    there, _, _ = came(prepared, way)
    (x, y), target = there.units.units[0].at, there.units.units[1].at
    turn = math.radians(aside / 20)
    east, north = target[0] - x, target[1] - y
    end = (
        x + 1.5 * (east * math.cos(turn) - north * math.sin(turn)),
        y + 1.5 * (east * math.sin(turn) + north * math.cos(turn)),
    )
    question = MoveQuestion((Waypoint(*end),), mode="ground")
    found = shortened_move(there, "A", question, judge_move(there, "A", question))
    assert found is not None
    stored = tuple(round(each, 3) for each in (found.path[-1].x, found.path[-1].y))
    moved = replace(there.units.units[0], at=stored, motion="ground", moved=found.answer.length, done=True)
    after = prepare_table(replace(there.table, units=(moved, there.units.units[1])))
    assert attack(after, "A", "B", AttackQuestion(kind="charge")).refusals == ()
