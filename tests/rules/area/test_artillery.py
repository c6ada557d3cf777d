"""Artillery from beyond the table as the file places it, and attacks at points, where cases cannot reach."""

from math import cos, pi, sin

import pytest

from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.table import Table
from astrike.rules.area.scatter import bearing_of, side_bearing
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.asking import attack


def table(at: tuple[float, float], **more: object) -> Table:
    gun = builders.mech("A", at, side="red", specials=["ART-LT1"], state=["off-table"])
    return builders.table(gun, builders.mech("B", (20, 20), side="blue"), width=48, depth=36, **more)


def fired(prepared: PreparedTable, x: float, y: float, **choices: object) -> AttackAnswer:
    question = AttackQuestion(kind="off-table", choices=tuple(choices.items()))  # type: ignore[arg-type]  # facts
    return attack(prepared, "A", TablePoint(x, y), question)


@pytest.mark.parametrize(
    ("at", "inches"),
    [
        ((-50, 3), 50 + 20),
        ((98, 3), 50 + 28),
        ((5, -60), 60 + 20),
        ((5, 96), 60 + 16),
        ((-50, -60), 50 + 20),
    ],
    ids=["west", "east", "south", "north", "the shorter way round a corner"],
)
def test_from_beyond_an_edge_it_is_so_far_to_the_edge_and_on_to_the_point(
    at: tuple[float, float], inches: float
) -> None:
    assert fired(prepare_table(table(at)), 20, 20).range == pytest.approx(inches)


def test_an_edge_that_is_named_is_the_one_it_fires_over() -> None:
    prepared = prepare_table(table((-50, -60)))
    assert fired(prepared, 20, 20, edge="south").range == pytest.approx(60 + 20)


def test_without_a_place_it_stands_behind_the_home_edge_of_its_side() -> None:
    sides = [{"id": "red", "name": "Red", "home": "north"}]
    prepared = prepare_table(table((5, 5), sides=sides))
    answer = fired(prepared, 20, 20, **{"inches-off-table": 100})
    assert answer.range == pytest.approx(100 + 16)
    assert fired(prepare_table(table((5, 5))), 20, 20, **{"inches-off-table": 100}).range == pytest.approx(
        100 + 16
    )


def test_artillery_on_a_far_point_says_who_is_caught_when_it_hits() -> None:
    answer = fired(prepare_table(table((-50, 3))), 20, 21)
    assert answer.blast is not None
    assert {each.unit: each.damage for each in answer.blast.caught} == {"B": 3}
    assert [note.facts["turns"] for note in answer.blast.notes if note.key == "flight.turns"] == [1]


def test_bearings_by_the_numbers_in_parentheses_lie_ahead_and_to_the_sides() -> None:
    left = prepare_table(builders.table(builders.mech("A", (5, 5)), width=48, depth=36))
    right = prepare_table(
        builders.table(
            builders.mech("A", (5, 5)), width=48, depth=36, options={"scatter.sides": "right-first"}
        )
    )
    assert [side_bearing(left, die, 90) for die in (1, 2, 3, 4, 5, 6)] == [30, 30, 90, 90, 150, 150]
    assert [side_bearing(right, die, 90) for die in (1, 3, 6)] == [150, 90, 30]
    assert [bearing_of(left, die, 90) for die in (1, 2, 4)] == [90, 150, 270]


def test_a_building_with_very_many_corners_is_looked_at_in_some_places_only() -> None:
    ring = [(30 + 4 * cos(k * pi / 400), 18 + 4 * sin(k * pi / 400)) for k in range(800)]
    silo = builders.area("silo", builders.polygon(ring), kind="building", height=4)
    prepared = prepare_table(
        builders.table(builders.mech("A", (5, 18), damage="3/3/3"), silo, width=48, depth=36)
    )
    answer = attack(prepared, "A", TablePoint(30, 18))
    assert answer.allowed
    assert answer.range == pytest.approx(30 - 4 - 5 - 0.625, abs=1e-3)
    assert [note.value for note in answer.assumed if note.at == "attack.target"] == ["silo"]
