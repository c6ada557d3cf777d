"""A table of which only some units are others than before is prepared as if it were the first."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest

from astrike.errors import InputError
from astrike.geometry.bases import Bases
from astrike.model.table import HexGrid, Network, Table
from astrike.model.unit import InPiece, Unit
from astrike.rules.table import prepared_table
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.builders import box
from tests.oracle.margins import random_table


def anew(table: Table) -> PreparedTable:
    prepared_table._newest_on.cache_clear()
    return prepare_table(table)


def are_same(one: object, other: object) -> bool:
    """Are they the same down to the last number? Terrain is shared, and a table is told by its units."""
    if isinstance(one, np.ndarray):
        assert isinstance(other, np.ndarray)
        return (
            one.dtype == other.dtype and one.shape == other.shape and are_same(one.tolist(), other.tolist())
        )
    if isinstance(one, tuple | list):
        assert isinstance(other, tuple | list)
        return len(one) == len(other) and all(map(are_same, one, other))
    if isinstance(one, Bases) and isinstance(other, Bases):
        one, other = without_filling(one), without_filling(other)
    if is_dataclass(one) and not isinstance(one, Unit | Table):
        return type(one) is type(other) and all(
            are_same(getattr(one, each.name), getattr(other, each.name)) for each in fields(one)
        )
    return one == other or repr(one) == repr(other) == "nan"


def without_filling(bases: Bases) -> Bases:
    """Leave out the zeros that fill up the sides, of which there are more where a base had more sides before."""
    return replace(bases, side=bases.side[:, bases.side.any(axis=(0, 2))])


def changed(table: Table) -> Iterator[Table]:
    """Change units one after the other, in all the ways in which a version differs from the one before."""
    first, *others = table.units

    def with_first(unit: Unit) -> Table:
        return replace(table, units=(unit, *others))

    yield table
    yield with_first(replace(first, at=(first.at[0] + 1.5, first.at[1] - 0.5)))
    yield with_first(replace(first, facing=77.0))
    yield with_first(replace(first, side="third"))
    yield with_first(replace(first, motion="ground", moved=4.0))
    yield with_first(replace(first, state=frozenset({"prone"})))
    yield with_first(replace(first, elevation=3.0, height=9.0))
    yield replace(table, units=(*others, first))
    yield replace(table, units=(*table.units, replace(first, id="new", at=(1.0, 1.0))))
    yield replace(table, units=tuple(others))
    yield replace(table, networks=(Network("net", "C3", None, tuple(unit.id for unit in table.units)),))
    yield replace(table, turn=table.turn + 1, name="another")
    yield replace(table, edition="classic-2.3.1")
    yield replace(table, options={"sight.eye": 0.5})
    yield replace(table, width=table.width + 12)
    yield replace(table, terrain=table.terrain[1:])
    yield replace(table, units=())
    yield table


@pytest.mark.parametrize("grid", [None, HexGrid(2.0, "flat")], ids=["inches", "hexes"])
@pytest.mark.parametrize("seed", [1, 3, 6])
def test_what_changed_is_seen(seed: int, grid: HexGrid | None) -> None:
    board = replace(random_table(seed), grid=grid)
    for before in changed(board):
        for table in changed(board):
            expected = anew(table)
            anew(before)
            found = prepare_table(table)
            assert found.table is table
            assert are_same(found, expected)
        if grid is not None:
            break  # the boards of hexes take long


def test_two_units_in_woods_and_buildings_stay_where_they_are() -> None:
    board = builders.table(
        builders.woods("w", box(0, 0, 20, 20)),
        builders.building("b", box(22, 0, 30, 8)),
        builders.mech("A", (5, 5)),
        builders.infantry("B", (25, 4), elevation="inside"),
        builders.mech("C", (21.5, 4)),
        builders.mech("D", (40, 4), specials=["LG"]),
    )
    for k in range(len(board.units)):
        unit = board.units[k]
        units = (
            *board.units[:k],
            replace(unit, at=(unit.at[0] + 0.5, unit.at[1] + 0.5)),
            *board.units[k + 1 :],
        )
        expected = anew(replace(board, units=units))
        anew(board)
        assert are_same(prepare_table(replace(board, units=units)), expected)


def test_a_place_that_is_not_there_is_named_as_before() -> None:
    board = random_table(1)
    first, *others = board.units
    wrong = replace(board, units=(replace(first, elevation=InPiece("nothing", 1)), *others))
    with pytest.raises(InputError) as expected:
        anew(wrong)
    anew(board)
    with pytest.raises(InputError) as found:
        prepare_table(wrong)
    assert found.value.problems == expected.value.problems
