"""Answers that take long stop where whoever asked says so, and are the same as ever where nobody does."""

import contextlib
import time
from collections.abc import Callable, Mapping

import pytest

from astrike.byte_budget import BUDGET
from astrike.deadline import stopped_by
from astrike.errors import OutOfTime
from astrike.model.movement import MoveQuestion, Waypoint
from astrike.presets.loader import DEFAULT_PRESET, load_preset
from astrike.rules.layout.legality import check_table
from astrike.rules.movement.best_route import best_route
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.reach import reach
from astrike.rules.rulings.attack_and_sight_margins import attack_margins
from astrike.rules.rulings.close_calls import close_calls
from astrike.rules.rulings.move_margins import with_end_margin
from astrike.rules.solver.best_positions import best_positions
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders, many_corners
from tests.asking import attack, matrix, sight

Question = Callable[[PreparedTable], object]

MOVE = MoveQuestion((Waypoint(20.0, 18.0),), mode="ground")
QUESTIONS: Mapping[str, Question] = {
    "attack": lambda prepared: attack(prepared, "A", "B"),
    "margins of an attack": lambda prepared: attack_margins(prepared, "A", "B"),
    "sight": lambda prepared: sight(prepared, "A", "B"),
    "matrix": lambda prepared: close_calls(prepared, matrix(prepared)),
    "move": lambda prepared: with_end_margin(prepared, "A", MOVE, judge_move(prepared, "A", MOVE)),
    "reach": lambda prepared: reach(prepared, "A"),
    "route": lambda prepared: best_route(prepared, "A", 20.0, 20.0),
    "prospects": lambda prepared: best_positions(prepared, "A", target="B", threats=("B",)),
    "legality": lambda prepared: check_table(prepared, load_preset(DEFAULT_PRESET)),
}


def field_with(corners: int, **terrain: object) -> PreparedTable:
    star = many_corners.star(corners, at=(24, 18), outer=8, inner=3).tolist()
    return prepare_table(
        builders.table(
            builders.mech("A", at=(13, 18), facing=90, side="red", move='10"'),
            builders.mech("B", at=(35, 19), facing=270, side="blue"),
            builders.area("star", star, **(terrain or {"kind": "hill", "height": 1})),
        )
    )


def field_unknown() -> PreparedTable:
    """Prepare the table of twenty corners while nothing is known of its terrain any more."""
    BUDGET.clear()
    return field_with(20)


class Patience:
    """Lets work go on so many times, or so many seconds of the processor's time."""

    def __init__(self, *, times: int | None = None, seconds: float | None = None) -> None:
        self.times = 0
        self._most = times
        self._until = None if seconds is None else time.process_time() + seconds

    def __call__(self) -> None:
        """Go on, or stop."""
        self.times += 1
        is_over = self._until is not None and time.process_time() > self._until
        if is_over or (self._most is not None and self.times > self._most):
            raise OutOfTime("gave up", seconds=0.0)


@pytest.mark.parametrize("name", QUESTIONS)
def test_it_stops_wherever_it_is_and_answers_the_same_afterwards(name: str) -> None:
    expected = QUESTIONS[name](field_with(20))
    patience = Patience()
    prepared = field_unknown()
    with stopped_by(patience):
        assert QUESTIONS[name](prepared) == expected
    for share in (0.0, 0.3, 0.7):
        prepared = field_unknown()
        with pytest.raises(OutOfTime), stopped_by(Patience(times=int(share * patience.times))):
            QUESTIONS[name](prepared)
        assert QUESTIONS[name](prepared) == expected


@pytest.mark.parametrize("name", [each for each in QUESTIONS if each != "legality"])
@pytest.mark.parametrize(
    "terrain",
    [
        {"kind": "hill", "height": 1},
        {"kind": "building", "height": 2, "base": 0.5},
        {"kind": "woods", "height": 2},
    ],
    ids=["hill", "plate", "woods"],
)
def test_among_thousands_of_corners_it_stops_soon(name: str, terrain: Mapping[str, object]) -> None:
    prepared = field_with(4998, **terrain)
    begun = time.process_time()
    with stopped_by(Patience(seconds=0.2)), contextlib.suppress(OutOfTime):
        QUESTIONS[name](prepared)
    assert time.process_time() - begun < 2.0
