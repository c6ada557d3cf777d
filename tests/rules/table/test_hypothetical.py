"""A table with one unit elsewhere is the table that is read with that unit there."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from astrike.model.table import Table
from astrike.model.unit import Base, Unit
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table import hypothetical, inch_metric, prepared_table
from astrike.rules.table.hypothetical import (
    with_hypothetical,
    with_hypothetical_unit,
    with_only_units,
    with_unit,
    with_unit_at,
)
from astrike.rules.table.lines import measure_lines
from astrike.rules.table.prepared_table import PreparedTable, table_with_units
from astrike.rules.table.prepared_units import PreparedUnits, prepare_units
from tests import builders
from tests.asking import attack
from tests.builders import box
from tests.oracle.margins import random_table


def prepare_table(table: Table) -> PreparedTable:
    """Prepare a table as one of which nothing has been prepared before."""
    prepared_table._newest_on.cache_clear()
    return prepared_table.prepare_table(table)


def anew(prepared: PreparedTable, ends: Sequence[tuple[str, str]]) -> list[MeasuredLine]:
    """Measure lines, also where the same lines have been measured before."""
    attacker, target = np.array([[prepared.place_of(name) for name in pair] for pair in ends]).T
    return measure_lines(prepared, attacker, target)


@pytest.mark.parametrize("seed", [1, 3, 6, 12])
def test_a_unit_put_elsewhere_is_answered_as_if_it_had_always_stood_there(seed: int) -> None:
    board = random_table(seed)
    for i, by in ((0, (0.7, -1.2)), (1, (-1.5, 0.4))):
        unit = board.units[i]
        moved = replace(unit, at=(unit.at[0] + by[0], unit.at[1] + by[1]))
        units = tuple(moved if k == i else each for k, each in enumerate(board.units))
        spliced = with_unit_at(prepare_table(board), i, moved)
        assert attack(spliced, "A", "B") == attack(prepare_table(replace(board, units=units)), "A", "B")


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
    here = prepare_table(board)
    added = table_with_units(here, here.metric.bodies(more))
    read = prepare_table(replace(board, units=(*board.units, *more)))
    ends = [(one.id, other.id) for one in more for other in (first, second)]
    ends += [(other, one) for one, other in ends] + [(first.id, second.id)]
    assert anew(added, ends) == anew(read, ends)
    assert [added.unit_of(one.id) for one in more] == more
    assert (added.motions, added.woods_of, added.stands_in) == (read.motions, read.woods_of, read.stands_in)
    assert [attack(added, *pair) for pair in ends] == [attack(read, *pair) for pair in ends]


def test_stand_ins_are_answered_as_the_unit_itself() -> None:
    board = random_table(3)
    prepared = prepare_table(board)
    scene, index = with_hypothetical(
        prepared, 0, [replace(board.units[0], id=f"A {k}") for k in range(2)], [1]
    )
    assert index == {"B": 2}
    found = attack(scene, "A 1", "B")
    assert (found.tally, found.range, found.sight) == (
        (known := attack(prepared, "A", "B")).tally,
        known.range,
        known.sight,
    )


BUILDING = builders.building("keep", box(10, 10, 20, 20), height=4)
LARGE = builders.vehicle("L", (14.0, 26.0), side="blue", specials=["VLG"])


def crowded_board() -> Table:
    """Units in and against a building, in woods, one that hides others, one with a network."""
    return builders.table(
        builders.mech("A", (9.5, 12.0)),
        builders.infantry("I", (15.0, 15.0), side="blue", elevation={"in": "keep"}),
        LARGE,
        builders.mech("W", (26.0, 26.0), side="blue"),
        builders.mech("F", (30.0, 8.0)),
        BUILDING,
        builders.woods("wood", box(24, 24, 30, 30)),
        width=36,
        depth=36,
    )


def facts_of(prepared: PreparedTable) -> tuple[object, ...]:
    """Everything that has been prepared about the units of a table, in a form that compares."""
    there = prepared.obstacles
    arrays = (
        *(
            prepared.units.z,
            prepared.units.foot,
            prepared.units.top,
            prepared.units.eye,
            prepared.units.bases.xy,
        ),
        *(prepared.in_woods, prepared.own_woods, there.absent, there.only, there.source, there.smaller_than),
        *(
            there.prisms.bottom,
            there.prisms.top,
            there.prisms.corner,
            there.prisms.first,
            there.prisms.is_edge,
        ),
    )
    bodies = prepared.units
    words = (bodies.units, bodies.of, bodies.blocks, bodies.rank, bodies.airborne, bodies.index, there.names)
    return (
        *words,
        *(prepared.motions, prepared.woods_of, prepared.stands_in),
        *(array.tolist() for array in arrays),
        [polygon.wkt for polygon in there.prisms.polygons],
    )


@pytest.mark.parametrize("kept", [(0, 1, 2, 3, 4), (4, 2, 0), (1,), (3, 1), ()])
def test_some_units_of_a_table_are_prepared_as_a_table_of_them_alone(kept: tuple[int, ...]) -> None:
    board = crowded_board()
    read = prepare_table(replace(board, units=tuple(board.units[i] for i in kept)))
    assert facts_of(with_only_units(prepare_table(board), kept)) == facts_of(read)


@pytest.mark.parametrize("i", range(5))
def test_a_unit_elsewhere_is_prepared_as_a_table_that_is_read_so(i: int) -> None:
    board = crowded_board()
    moved = replace(board.units[i], at=(20.3, 23.8), elevation=None)
    units = (*board.units[:i], moved, *board.units[i + 1 :])
    read = prepare_table(replace(board, units=units))
    there = with_unit(prepare_table(board), i, moved)
    assert facts_of(there) == facts_of(read)
    assert there.table == read.table


def test_nothing_is_prepared_anew_about_units_that_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    board = crowded_board()
    prepared = prepare_table(board)
    stood: list[str] = []

    def counting(units: Sequence[Unit], **given: Any) -> PreparedUnits:
        stood.extend(unit.id for unit in units)
        return prepare_units(units, **given)

    for module in (hypothetical, inch_metric):
        monkeypatch.setattr(module, "prepare_units", counting)
    stand_ins = [replace(board.units[0], id=f"A {k}", at=(5.0 + k, 5.0)) for k in range(3)]
    scene, index = with_hypothetical_unit(prepared, 0, stand_ins)
    assert stood == ["A 0", "A 1", "A 2"]
    assert index == {"I": 3, "L": 4, "W": 5, "F": 6}
    assert scene.table is prepared.table
    with_unit(prepared, 1, replace(board.units[1], at=(16.0, 15.0)))
    assert stood[3:] == ["I"]
    with_only_units(prepared, (1, 2))
    assert stood[4:] == []
