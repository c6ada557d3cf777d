"""Where a refused way could end instead: on the way, allowed, and no shorter than it has to be."""

from math import hypot

import pytest

from astrike.model.movement import MoveQuestion, Waypoint
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.suggestions import shortened_move
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests.builders import box, hill, mech, table, vehicle, wall, woods

FIELD = prepare_table(
    table(
        mech("A", at=(10, 10), side="red", motion="unmoved", move='8"'),
        mech("B", at=(10, 15), side="blue"),
        vehicle("V", at=(10.1, 11.2), side="red", motion="unmoved"),
        wall("w", box(14, 5, 14.5, 12), height=3),
        hill("h", box(2, 8, 6, 12), height=3),
        woods("t", box(8, 2, 12, 6)),
    )
)


def way(*points: tuple[float, float], **more: str) -> MoveQuestion:
    return MoveQuestion(tuple(Waypoint(x, y) for x, y in points), **more)  # type: ignore[arg-type]


def stop(prepared: PreparedTable, question: MoveQuestion, unit: str = "A") -> tuple[float, float] | None:
    found = shortened_move(prepared, unit, question, judge_move(prepared, unit, question))
    if found is None:
        return None
    assert found.answer.allowed
    assert judge_move(prepared, unit, MoveQuestion(found.path, mode=question.mode)).allowed
    return found.path[-1].x, found.path[-1].y


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (way((30, 10)), (13.375, 10)),
        (way((10, 6), (10, -20)), (10, 4.3125)),
        (way((10, 20)), (10, 13.75)),
        (way((3, 10)), (6.625, 10)),
        (way((10, 7.5), (30, 7.5)), (13.375, 7.5)),
    ],
    ids=["before a wall", "where the Move ends", "before an enemy", "before a step", "on the second leg"],
)
def test_it_stops_before_the_first_thing_that_is_wrong(
    question: MoveQuestion, expected: tuple[float, float]
) -> None:
    found = stop(FIELD, question)
    assert found is not None
    assert hypot(found[0] - expected[0], found[1] - expected[1]) < 0.02, found


@pytest.mark.parametrize(
    "question",
    [way((10, -20)), way((17, -3)), way((10, 6), (10, -20)), way((7.1, 3.3), (33.3, -20))],
    ids=["along an edge", "askew", "into woods", "askew through woods"],
)
def test_where_the_move_runs_out_all_of_it_is_used_and_that_is_no_close_call(question: MoveQuestion) -> None:
    found = shortened_move(FIELD, "A", question, judge_move(FIELD, "A", question))
    assert found is not None
    assert abs(found.answer.cost - found.answer.available) < 1e-6
    assert found.answer.margin is not None
    assert found.answer.margin.of != "move" or not found.answer.margin.close


@pytest.mark.parametrize("x", [9.6, 10.0, 10.3])
def test_before_an_enemy_it_stops_where_the_bases_touch(x: float) -> None:
    end = stop(FIELD, way((x, 16)))
    assert end is not None
    assert abs(hypot(end[0] - 10, end[1] - 15) - 1.25) < 1e-6


def test_where_no_part_is_allowed_there_is_no_end() -> None:
    assert stop(FIELD, way((10, 20), mode="jump")) is None


def test_who_boards_does_not_stop_short() -> None:
    assert stop(FIELD, way((30, 10), mount="V")) is None
