"""A move that stops before something ends clear of its edge; what it costs is judged, and no points are changed."""

import math

import pytest

from astrike.model.movement import CheapestRoute, MoveQuestion, Waypoint
from astrike.rules.movement.clear_end import clear_end
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.suggestions import shortened_move
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests.builders import box, mech, table, wall, woods

FIELD = prepare_table(
    table(
        mech("A", at=(10, 10), side="red", motion="unmoved", move='8"'),
        mech("B", at=(10, 15), side="blue"),
        wall("w", box(14, 5, 14.5, 12), height=3),
        woods("t", box(8, 2, 12, 6)),
    )
)
TOLERANCE = FIELD.table.tolerance


def ended(
    *points: tuple[float, float], prepared: PreparedTable = FIELD
) -> tuple[CheapestRoute, CheapestRoute]:
    """Give a move cut to what is allowed, and the same one with its end clear."""
    question = MoveQuestion(tuple(Waypoint(x, y) for x, y in points))
    answer = judge_move(prepared, "A", question)
    before = (
        CheapestRoute(question.path, answer)
        if answer.allowed
        else shortened_move(prepared, "A", question, answer)
    )
    assert before is not None
    after = clear_end(prepared, "A", question, before)
    assert after.answer == judge_move(prepared, "A", MoveQuestion(after.path))
    assert after.answer.allowed
    assert after.path[:-1] == before.path[:-1]
    return before, after


def test_before_a_wall_it_leaves_more_than_the_tolerance() -> None:
    before, after = ended((30, 10))
    assert 14 - 0.625 - before.path[-1].x < TOLERANCE
    assert TOLERANCE < 14 - 0.625 - after.path[-1].x < 3 * TOLERANCE


def test_before_an_enemy_it_is_not_in_contact_by_chance() -> None:
    _, after = ended((10, 20))
    gap = math.dist((after.path[-1].x, after.path[-1].y), (10, 15)) - 1.25
    assert TOLERANCE < gap < 3 * TOLERANCE


def test_beside_an_edge_it_steps_aside() -> None:
    before, after = ended((8, 6.65), (11, 6.65))
    assert before.path[-1].y - 0.625 - 6 < TOLERANCE
    assert after.path[-1].y - 0.625 - 6 > TOLERANCE


@pytest.mark.parametrize(
    "points", [((10, 12),), ((10, 6), (10, -20)), ((10, 4),)], ids=["open", "deep", "inside"]
)
def test_what_is_clear_already_stays(points: tuple[tuple[float, float], ...]) -> None:
    before, after = ended(*points)
    assert after is before
