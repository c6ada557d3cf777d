"""The tape between units and points, and what pictures of one line need."""

import pytest

from astrike.errors import InputError, NotFound
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.rules.table.tape_measure import highest_surface_at, measure, pair_geometry
from tests import builders
from tests.asking import sight
from tests.builders import box

TABLE = builders.table(
    builders.mech("A", (5, 10)),
    builders.mech("B", (25, 10), elevation="roof"),
    builders.mech("C", (40, 10)),
    builders.building("house", box(22, 7, 28, 13), height=3),
    builders.hill("hill", box(35, 5, 45, 15), height=2),
    builders.wall("wall", box(12, 9, 12.2, 10), height=4),
    builders.woods("wood", box(14, 5, 18, 15)),
    builders.bridge("bridge", box(2, 20, 12, 24), base=2, height=0.5),
    builders.water("lake", box(1, 18, 14, 26), depth=2),
)


def test_the_tape_is_flat_and_says_how_high_each_end_is(prepared: PreparedTable) -> None:
    found = measure(prepared, "A", "B")
    assert (found.range, found.centres, found.rise, found.bracket) == (18.75, 20.0, 3.0, "medium")
    assert found.slant == pytest.approx((18.75**2 + 9) ** 0.5)
    assert found.start.edge == pytest.approx((5.625, 10))
    assert found.end.edge == pytest.approx((24.375, 10))
    assert (found.start.unit, found.end.unit, found.end.z) == ("A", "B", 3.0)


def test_the_tape_measures_back_as_far(prepared: PreparedTable) -> None:
    assert measure(prepared, "A", "C").range == measure(prepared, "C", "A").range
    assert measure(prepared, "C", "A").rise == -measure(prepared, "A", "C").rise


def test_a_point_has_no_base_and_lies_on_the_highest_surface(prepared: PreparedTable) -> None:
    found = measure(prepared, "A", (40, 10))
    assert (found.range, found.end.z, found.end.unit) == (34.375, 2.0, None)
    assert measure(prepared, (0, 0), (3, 4)).range == 5.0
    assert highest_surface_at(prepared, (25, 10)) == 3.0
    assert highest_surface_at(prepared, (5, 22)) == 2.5
    assert highest_surface_at(prepared, (13, 25)) == 0.0


@pytest.mark.parametrize(
    ("inches", "bracket"),
    [(6, "short"), (6.01, "medium"), (24, "medium"), (24.01, "long"), (42, "long"), (42.01, None)],
)
def test_the_tape_names_the_bracket(prepared: PreparedTable, inches: float, bracket: str | None) -> None:
    assert measure(prepared, (0, 0), (inches, 0)).bracket == bracket


def test_wrong_ends_are_told(prepared: PreparedTable) -> None:
    with pytest.raises(NotFound):
        measure(prepared, "A", "X")
    with pytest.raises(InputError):
        measure(prepared, "A", (float("nan"), 3))


def test_the_hidden_part_that_is_drawn_has_the_area_that_is_answered(prepared: PreparedTable) -> None:
    drawn = pair_geometry(prepared, "A", "B")
    area = sum(
        (right - left) * ((high_left - low_left) + (high_right - low_right)) / 2
        for left, right, low_left, high_left, low_right, high_right in drawn.strips
    )
    body = drawn.target
    hidden = sight(prepared, "A", "B").sight.hidden
    assert 0 < hidden < 1
    assert area == pytest.approx(hidden * body.width * (body.top - body.foot), abs=1e-6)


def test_the_stretches_that_are_drawn_have_the_inches_that_are_answered() -> None:
    prepared = prepare_table(
        builders.table(
            builders.mech("A", (5, 10)),
            builders.mech("B", (25, 10)),
            builders.woods("west", box(3, 5, 9, 15)),
            builders.woods("east", box(22, 5, 30, 15)),
        )
    )
    parts = {"attacker": 0.0, "between": 0.0, "target": 0.0}
    for stretch in pair_geometry(prepared, "A", "B").stretches:
        parts[stretch.part] += stretch.end - stretch.start
    answered = sight(prepared, "A", "B").sight.woods_parts
    assert parts == pytest.approx(
        {"attacker": answered.attacker, "between": answered.between, "target": answered.target}
    )
