"""A table with one unit elsewhere is the table that is read with that unit there."""

from dataclasses import replace

import pytest

from astrike.rules.battlefield import build_field
from astrike.rules.stand_ins import set_down, with_unit_at
from tests.asking import attack
from tests.oracle.margins import random_table


@pytest.mark.parametrize("seed", [1, 3, 6, 12])
def test_a_unit_put_elsewhere_is_answered_as_if_it_had_always_stood_there(seed: int) -> None:
    board = random_table(seed)
    for i, by in ((0, (0.7, -1.2)), (1, (-1.5, 0.4))):
        unit = board.units[i]
        moved = replace(unit, at=(unit.at[0] + by[0], unit.at[1] + by[1]))
        units = tuple(moved if k == i else each for k, each in enumerate(board.units))
        spliced = with_unit_at(build_field(board), i, moved)
        assert attack(spliced, "A", "B") == attack(build_field(replace(board, units=units)), "A", "B")


def test_stand_ins_are_answered_as_the_unit_itself() -> None:
    board = random_table(3)
    field = build_field(board)
    scene, index = set_down(field, 0, [replace(board.units[0], id=f"A {k}") for k in range(2)], [1])
    assert index == {"B": 2}
    found = attack(scene, "A 1", "B")
    assert (found.tally, found.range, found.sight) == (
        (known := attack(field, "A", "B")).tally,
        known.range,
        known.sight,
    )
