"""A move that hangs on where exactly it ends."""

import pytest

from astrike.model.movement import MoveQuestion, Waypoint
from astrike.model.table import Table
from astrike.rules.movement.judge import judge_move
from astrike.rules.rulings.move_margins import with_end_margin
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import box, hill, mech, table


def question(y: float) -> MoveQuestion:
    return MoveQuestion((Waypoint(10, y),))


def margin_at(board: Table, y: float) -> tuple[bool, str | None, float | None, bool]:
    """The verdict on a walk of A to there, and what its margin is of."""
    prepared = prepare_table(board)
    answer = judge_move(prepared, "A", question(y))
    found = with_end_margin(prepared, "A", question(y), answer)
    assert (found.allowed, found.cost, found.refusals) == (answer.allowed, answer.cost, answer.refusals)
    margin = found.margin
    return found.allowed, margin and margin.of, margin and margin.inches, margin is not None and margin.close


@pytest.fixture
def step() -> Table:
    """A 'Mech of Move 8 before a hill that it has no Move left to climb."""
    return table(mech("A", (10, 10)), hill("h", box(5, 17.03, 15, 25), height=2), width=36, depth=36)


def test_a_step_just_beyond_the_end_is_too_close_to_call(step: Table) -> None:
    allowed, of, inches, close = margin_at(step, 17.0)
    assert (allowed, of, close) == (True, "end", True)
    assert inches == pytest.approx(0.03, abs=0.01)


def test_on_the_step_by_little_it_is_refused_by_little(step: Table) -> None:
    allowed, of, inches, close = margin_at(step, 17.06)
    assert (allowed, of, close) == (False, "end", True)
    assert inches == pytest.approx(0.03, abs=0.01)


def test_well_before_the_step_it_is_clear(step: Table) -> None:
    allowed, _, _, close = margin_at(step, 16.5)
    assert (allowed, close) == (True, False)


@pytest.mark.parametrize("y", [17.9, 18.0], ids=["all but a bit", "all of the Move"])
def test_the_inches_that_are_left_are_the_judges_business(y: float) -> None:
    allowed, of, _, _ = margin_at(table(mech("A", (10, 10)), width=36, depth=36), y)
    assert allowed
    assert of == "move"
