"""A table with one unit elsewhere is the table that is read with that unit there."""

from dataclasses import replace

import pytest

from astrike.model.unit import Base
from astrike.rules.attack import measured
from astrike.rules.battlefield import build_field, field_with
from astrike.rules.hypothetical import set_down, with_unit_at
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


@pytest.mark.parametrize("seed", [1, 3, 6, 12])
def test_a_table_with_one_more_unit_is_the_table_that_is_read_with_it(seed: int) -> None:
    board = random_table(seed)
    first, second = board.units[:2]
    more = [
        replace(second, id=f"C{k}", at=(first.at[0] + east, first.at[1] + north), base=base)
        for k, (east, north, base) in enumerate(
            [(3.0, -2.0, None), (-4.0, 1.5, Base("hex", 2.0, 2.0)), (0.4, 6.0, second.base)]
        )
    ]
    here = build_field(board)
    added = field_with(here, here.metric.bodies(more))
    read = build_field(replace(board, units=(*board.units, *more)))
    ends = [(one.id, other.id) for one in more for other in (first, second)]
    ends += [(other, one) for one, other in ends] + [(first.id, second.id)]
    assert measured(added, ends) == measured(read, ends)
    assert [added.unit_of(one.id) for one in more] == more
    assert (added.motions, added.woods_of, added.stands_in) == (read.motions, read.woods_of, read.stands_in)
    assert [attack(added, *pair) for pair in ends] == [attack(read, *pair) for pair in ends]


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
