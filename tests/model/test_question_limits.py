"""A question that nobody read is refused in the words of whoever reads one."""

import pytest

from astrike.errors import Problem
from astrike.formats.checks import Fields
from astrike.formats.questions import read_fields, written
from astrike.model.attack_question import (
    LONGEST_MODIFIER_NAME,
    MOST_CHOICES,
    MOST_MODIFIERS,
    MOST_ROLLS,
    AttackQuestion,
)
from astrike.model.movement import MOST_POINTS, Waypoint
from astrike.model.question_limits import beyond_limits


@pytest.mark.parametrize(
    "question",
    [
        AttackQuestion(kind="shout"),
        AttackQuestion(overheat=-1),
        AttackQuestion(overheat=5),
        AttackQuestion(modifiers=(("", 1),)),
        AttackQuestion(modifiers=(("two\nlines", 1),)),
        AttackQuestion(modifiers=(("x" * (LONGEST_MODIFIER_NAME + 1), 1),)),
        AttackQuestion(modifiers=(("luck", 21), ("dust", -21), ("rain", 20))),
        AttackQuestion(modifiers=tuple((f"m{number}", 1) for number in range(MOST_MODIFIERS + 1))),
        AttackQuestion(rolls=(7, 13, 0)),
        AttackQuestion(rolls=(7,) * (MOST_ROLLS + 1)),
        AttackQuestion(choices=tuple((f"c{number}", True) for number in range(MOST_CHOICES + 1))),
        AttackQuestion(kind="strafe", path=(Waypoint(12, 5), Waypoint(12.5, 5, 3), Waypoint(1, 2, "roof"))),
        AttackQuestion(kind="strafe", path=(Waypoint(12, 5),) * (MOST_POINTS + 1)),
        AttackQuestion(kind="shout", overheat=9, modifiers=(("", 0),), rolls=(13,)),
    ],
)
def test_what_is_beyond_a_limit_is_refused_as_the_reader_does(question: AttackQuestion) -> None:
    problems: list[Problem] = []
    assert read_fields(AttackQuestion, Fields(written(question), "", problems)) is None
    assert sorted(beyond_limits(question), key=place) == sorted(problems, key=place)


def place(problem: Problem) -> str:
    return problem.at


@pytest.mark.parametrize(
    "question",
    [
        AttackQuestion(),
        AttackQuestion(kind="charge", path=(Waypoint(12, 5, 3), Waypoint(1, 2, "roof"))),
        AttackQuestion(overheat=4, modifiers=(("luck", -20),), rolls=(1, 12), choices=(("targeting", "x"),)),
    ],
)
def test_what_is_within_the_limits_is_not(question: AttackQuestion) -> None:
    assert beyond_limits(question) == ()
