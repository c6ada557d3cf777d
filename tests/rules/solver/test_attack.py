"""Who is asked about whom, in which order, and which questions are wrong ones. What an attack needs: tests/cases."""

from collections.abc import Callable

import pytest

from astrike.errors import InputError, NotFound
from astrike.model.attack_question import KINDS, AttackQuestion, TablePoint
from astrike.rules.odds import automatic, probability, probability_with_naturals, ways_to_roll
from astrike.rules.solver.attack import arc_width
from astrike.rules.solver.attack_solver import ATTACK_KINDS
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.asking import attack, attack_as_listed, attacks_at, attacks_from, attacks_with, matrix, sight
from tests.builders import box

TABLE = builders.table(
    builders.mech("R1", (5, 5), side="red"),
    builders.mech("B1", (15, 5), side="blue"),
    builders.vehicle("N", (25, 5)),
    builders.infantry("R2", (5, 20), side="red"),
    builders.hill("hill", box(30, 20, 40, 30)),
)
"""Two of red, one of blue, and one that is on nobody's side, in this order in the file."""


def pairs(answers: object) -> list[str]:
    assert isinstance(answers, tuple)
    return [f"{each.attacker}-{each.target}" for each in answers]


def test_every_enemy_is_answered_for_in_the_order_of_the_file(prepared: PreparedTable) -> None:
    assert pairs(attacks_from(prepared, "R1")) == ["R1-B1", "R1-N"]
    assert pairs(attacks_from(prepared, "N")) == ["N-R1", "N-B1", "N-R2"]
    assert pairs(attacks_at(prepared, "R1")) == ["B1-R1", "N-R1"]
    assert attacks_at(prepared, "B1") == tuple(each for each in matrix(prepared) if each.target == "B1")


def test_the_matrix_goes_through_attackers_and_then_their_enemies(prepared: PreparedTable) -> None:
    everyone = ["R1-B1", "R1-N", "B1-R1", "B1-N", "B1-R2", "N-R1", "N-B1", "N-R2", "R2-B1", "R2-N"]
    assert pairs(matrix(prepared)) == everyone
    assert pairs(matrix(prepared, side="red")) == ["R1-B1", "R1-N", "R2-B1", "R2-N"]
    assert pairs(attacks_with(prepared, "B1")) == [pair for pair in everyone if "B1" in pair]


def test_a_table_without_units_has_an_empty_matrix() -> None:
    assert matrix(prepare_table(builders.table())) == ()
    assert matrix(prepare_table(builders.table(builders.mech("A", (5, 5))))) == ()


def test_a_side_that_is_not_there_is_told_with_those_that_are(prepared: PreparedTable) -> None:
    with pytest.raises(InputError) as caught:
        matrix(prepared, side="green")
    (problem,) = caught.value.problems
    assert (problem.at, problem.found) == ("side", "green")
    assert problem.expected == "one of the sides on the table: blue, red"


@pytest.mark.parametrize("ask", [attack, sight])
def test_an_unknown_unit_is_not_found(prepared: PreparedTable, ask: object) -> None:
    assert callable(ask)
    with pytest.raises(NotFound, match="no unit 'X' on this table; there are R1, B1, N, R2"):
        ask(prepared, "R1", "X")
    with pytest.raises(NotFound):
        ask(prepared, "X", "R1")


@pytest.mark.parametrize(
    ("question", "at"),
    [
        (AttackQuestion(kind="shout"), "kind"),
        (AttackQuestion(overheat=-1), "overheat"),
        (AttackQuestion(overheat=5), "overheat"),
        (AttackQuestion(modifiers=(("", 1),)), 'modifiers[""]'),
        (AttackQuestion(modifiers=(("x" * 41, 1),)), f"modifiers.{'x' * 41}"),
        (AttackQuestion(modifiers=(("luck", 21),)), "modifiers.luck"),
    ],
)
def test_a_wrong_question_names_what_is_wrong(
    prepared: PreparedTable, question: AttackQuestion, at: str
) -> None:
    with pytest.raises(InputError) as caught:
        attack(prepared, "R1", "B1", question)
    assert [problem.at for problem in caught.value.problems] == [at]
    with pytest.raises(InputError):
        attacks_from(prepared, "R1", question)


def test_all_that_is_wrong_with_a_question_is_told_at_once(prepared: PreparedTable) -> None:
    with pytest.raises(InputError) as caught:
        attack(prepared, "R1", "B1", AttackQuestion(kind="shout", overheat=9, modifiers=(("", 0),)))
    assert [problem.at for problem in caught.value.problems] == ["kind", "overheat", 'modifiers[""]']


def test_nothing_wrong_with_an_attack_hides_anything_else(prepared: PreparedTable) -> None:
    choices = (("nope", True), ("two-targets", 7), ("bombs", 2))
    with pytest.raises(InputError) as caught:
        attack(prepared, "R1", "B1", AttackQuestion(overheat=9, rolls=(1, 7), choices=choices))
    assert {problem.at for problem in caught.value.problems} == {
        "overheat", "rolls[0]", "rolls[1]", "rolls", "choices.nope", "choices.two-targets", "choices.bombs",
    }  # fmt: skip
    with pytest.raises(InputError) as caught:
        attack(
            prepared, "R1", TablePoint(-1, 99), AttackQuestion(kind="indirect", spotter="Z", choices=choices)
        )
    assert {problem.at for problem in caught.value.problems} >= {
        "target", "spotter", "choices.nope", "choices.two-targets", "choices.bombs",
    }  # fmt: skip


def test_rolls_that_cannot_fall_are_refused_of_an_attack_that_is_not_allowed_too(
    prepared: PreparedTable,
) -> None:
    with pytest.raises(InputError) as caught:
        attack(prepared, "R1", "B1", AttackQuestion(kind="narc", rolls=(1,)))
    assert [problem.at for problem in caught.value.problems] == ["rolls[0]"]


def expected(prepared: PreparedTable, choice: str, *, ask: Callable[..., object] = attack) -> str:
    with pytest.raises(InputError) as caught:
        ask(prepared, "R1", "B1", AttackQuestion(choices=((choice, True),)))
    (problem,) = caught.value.problems
    assert problem.at == f"choices.{choice}"
    return problem.expected


def test_an_unknown_choice_is_told_with_those_of_the_attack_the_nearest_first(
    prepared: PreparedTable,
) -> None:
    offered = [choice.key for choice in attack(prepared, "R1", "B1").choices]
    nearest = ["hyperpulse", *(key for key in offered if key != "hyperpulse")]
    assert expected(prepared, "hyperpuls") == f"one that this attack offers: {', '.join(nearest)}"
    assert expected(prepared, "nonsense") == f"one that this attack offers: {', '.join(offered)}"
    assert expected(prepared, "without-spotter") == f"one that this attack offers: {', '.join(offered)}"


def test_where_an_attack_offers_many_choices_an_unknown_one_is_told_with_the_nearest() -> None:
    busy = prepare_table(
        builders.table(
            builders.mech("R1", (5, 5), side="red"),
            builders.mech("B1", (15, 5), side="blue"),
            options={"environment-modifiers": True, "multiple-attack-rolls": True},
        )
    )
    offered = [choice.key for choice in attack(busy, "R1", "B1").choices]
    assert expected(busy, "tornados") == "one that this attack offers, such as tornado"
    assert expected(busy, "nonsense") == f"one that this attack offers: {', '.join(offered)}"


def test_lists_know_no_choices_of_one_attack_and_tell_the_nearest_of_all(prepared: PreparedTable) -> None:
    reported = expected(prepared, "bomb", ask=attack_as_listed)
    assert reported == "a choice that there is, such as bombs"
    reported = expected(prepared, "nonsense", ask=attack_as_listed)
    assert reported == "a choice that there is: the answer to an attack lists what it offers"


def test_every_kind_of_attack_is_worked_out_by_a_drill() -> None:
    assert set(ATTACK_KINDS) == set(KINDS)


def test_a_point_is_measured(prepared: PreparedTable) -> None:
    answer = attack(prepared, "R1", TablePoint(35, 25))
    assert "point.kind" not in [reason.key for reason in answer.refusals]
    assert answer.target == "35,25"
    assert answer.range == pytest.approx((30**2 + 20**2) ** 0.5 - 0.625, abs=1e-5)


@pytest.mark.parametrize("at", [(-1, 5), (5, 37), (float("nan"), 5)])
def test_a_point_off_the_table_is_wrong(prepared: PreparedTable, at: tuple[float, float]) -> None:
    with pytest.raises(InputError):
        attack(prepared, "R1", TablePoint(*at))


def test_the_width_of_an_arc_is_known_for_pictures(prepared: PreparedTable) -> None:
    assert (arc_width(prepared, "R1"), arc_width(prepared, "R2")) == (180.0, 360.0)


@pytest.mark.parametrize(
    ("number", "ways", "natural"),
    [(1, 36, 35), (2, 36, 35), (3, 35, 35), (7, 21, 21), (12, 1, 1), (13, 0, 1), (20, 0, 1)],
)
def test_chances_on_two_dice(number: int, ways: int, natural: int) -> None:
    assert ways_to_roll(number) == ways
    assert probability(number) == round(ways / 36, 4)
    assert probability_with_naturals(number) == round(natural / 36, 4)
    assert automatic(number) == ("hit" if number <= 2 else "miss" if number > 12 else None)
