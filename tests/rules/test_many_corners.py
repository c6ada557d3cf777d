"""A table of thousands of corners is answered, and where something is left out it is named."""

import time

import pytest

from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.movement import MoveQuestion, Waypoint
from astrike.report.movement.json import move_json
from astrike.report.movement.text import move_text
from astrike.rules.layout.crowding import is_crowded
from astrike.rules.movement.judge import judge_move
from astrike.rules.rulings.attack_and_sight_margins import attack_margins
from astrike.rules.rulings.move_margins import with_end_margin
from astrike.rules.rulings.place_margins import place_margins
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders, many_corners
from tests.builders import Json


def star(corners: int, **properties: object) -> Json:
    return builders.area(
        "star", many_corners.star(corners, at=(24, 18), outer=8, inner=3).tolist(), **properties
    )


def comb(corners: int) -> Json:
    return builders.area(
        "comb", many_corners.comb(corners, box=(16, 10, 32, 26)).tolist(), kind="hill", height=3
    )


def field_with(terrain: Json) -> PreparedTable:
    return prepare_table(
        builders.table(
            builders.mech("A", at=(13, 18), facing=90, side="red", move='10"', specials=["ARTT-1"]),
            builders.mech("B", at=(35, 19), facing=270, side="blue"),
            terrain,
        )
    )


@pytest.mark.timing
@pytest.mark.parametrize(
    "terrain",
    [
        {"kind": "hill", "height": 1},
        {"kind": "hill", "height": 3},
        {"kind": "building", "height": 2, "base": 0.5},
        {"kind": "building", "height": 0.5, "base": 0.5},
    ],
    ids=["hill", "high hill", "off the ground", "plate below the eye"],
)
def test_margins_of_an_attack_take_about_twice_as_long_for_twice_the_corners(terrain: Json) -> None:
    few, many = (seconds(field_with(star(corners, **terrain))) for corners in (1498, 2998))
    assert many < 3.0 * few


def seconds(prepared: PreparedTable) -> float:
    """Give the processor's time for the margins of an attack, the better of two."""
    found = []
    for _ in range(2):
        begun = time.process_time()
        attack_margins(prepared, "A", "B")
        found.append(time.process_time() - begun)
    return min(found)


def test_artillery_among_thousands_of_corners_names_what_was_left_out() -> None:
    question = AttackQuestion(kind="artillery", weapon="ART-T")
    few = place_margins(field_with(star(100, kind="hill", height=1)), "A", TablePoint(30.0, 30.0), question)
    many = place_margins(field_with(star(4998, kind="hill", height=1)), "A", TablePoint(30.0, 30.0), question)
    assert few.unmeasured == ()
    assert [left.why for left in many.unmeasured] == ["corners"]
    assert (many.now, many.close, many.units) == (few.now, False, ())


def test_a_path_over_a_comb_of_thousands_of_teeth_is_refused_with_its_reasons() -> None:
    prepared = field_with(comb(4998))
    question = MoveQuestion((Waypoint(20.0, 18.0),), mode="ground")
    answer = with_end_margin(prepared, "A", question, judge_move(prepared, "A", question))
    assert not answer.allowed
    assert {"move.steep", "move.too-far"} <= {reason.key for reason in answer.refusals}
    assert answer.unmeasured == ("reasons",)
    assert move_json(answer)["unmeasured"] == ["reasons"]
    text = " ".join(move_text(answer, prepared.table).split())
    assert "of Move. Ends a little beside were not tried: too many reasons against this move" in text


def test_a_move_with_few_reasons_against_it_has_the_margin_of_its_end_measured() -> None:
    prepared = field_with(comb(4))
    question = MoveQuestion((Waypoint(20.0, 18.0),), mode="ground")
    answer = with_end_margin(prepared, "A", question, judge_move(prepared, "A", question))
    assert answer.unmeasured == ()
    assert "unmeasured" not in move_json(answer)


@pytest.mark.timing
def test_a_ramp_of_twice_the_corners_is_laid_out_in_about_twice_the_time() -> None:
    few, many = (laid_out(star(corners, kind="ramp", height=2, toward=0)) for corners in (1498, 2998))
    assert many < 3.0 * few


def laid_out(terrain: Json) -> float:
    """Give the processor's time for the floor of a table, the better of two."""
    found = []
    for _ in range(2):
        prepared = field_with(terrain)
        begun = time.process_time()
        judge_move(prepared, "A", MoveQuestion((Waypoint(14.0, 18.0),), mode="ground"))
        found.append(time.process_time() - begun)
    return min(found)


def test_a_star_on_a_hill_is_read_without_looking_at_its_edges_against_themselves() -> None:
    assert read_in(4998) < 2.0


def read_in(corners: int) -> float:
    """Give the processor's time to read a star on a hill, the better of two."""
    found = []
    for turn in range(2):
        hill = builders.area("hill", builders.box(15, 4 + turn, 33, 32), kind="hill", height=1)
        begun = time.process_time()
        builders.table(hill, star(corners, kind="building", height=1))
        found.append(time.process_time() - begun)
    return min(found)


@pytest.mark.parametrize(("corners", "crowd"), [(100, False), (4998, True)])
def test_what_lies_between_thousands_of_spikes_is_not_looked_for(corners: int, crowd: bool) -> None:
    assert is_crowded(field_with(star(corners, kind="hill", height=1))) is crowd
