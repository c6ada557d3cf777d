"""What would 'Mechs see of each other if they stood at chosen places of a bare table?

The usual sight of the usual 'Mech on usual ground, for checks of a layout: in daylight, with nobody else on the table.
The numbers are those of an ordinary attack's line of sight.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from astrike.geometry.arrays import Bools, Floats, Ints, covers
from astrike.model.attack_answer import SightAnswer
from astrike.model.table import Conditions
from astrike.model.unit import Unit
from astrike.rules.attack.sight import sight_answer
from astrike.rules.layout.reachable_areas import ReachableAreas
from astrike.rules.options import Options
from astrike.rules.table.lines import measure_lines
from astrike.rules.table.prepared_table import PreparedTable, table_on_terrain

MECH: Final = "BM"
DISTANCE: Final = frozenset({"sight.max", "sight.visual"})
"""Reasons not to see that have nothing to do with terrain."""


def vantage_points(prepared: PreparedTable, places: Floats) -> PreparedTable:
    """Put a 'Mech onto each of the places (n, 2) of the same terrain, and nobody else."""
    units = tuple(
        Unit(str(k), (x, y), str(k), type=MECH, facing=0.0) for k, (x, y) in enumerate(places.tolist())
    )
    table = replace(
        prepared.table,
        units=units,
        networks=(),
        declarations=(),
        attacks=(),
        marks=(),
        environment="daylight",
        conditions=Conditions(),
    )
    values = {**prepared.options.values, "concealing-unit-data": "off"}
    return table_on_terrain(prepared.terrain, table=table, edition=prepared.edition, options=Options(values))


def sights_between(crowd: PreparedTable, attacker: Ints, target: Ints) -> list[SightAnswer]:
    """Say for each pair of 'Mechs (k,) what one sees of the other."""
    return [sight_answer(crowd, line) for line in measure_lines(crowd, attacker, target)]


def is_open(answer: SightAnswer) -> bool:
    """Does nothing but the distance keep one from seeing the other?"""
    return all(why.key in DISTANCE for why in answer.reasons)


def all_pairs(one: Sequence[int] | Ints, other: Sequence[int] | Ints) -> tuple[Ints, Ints]:
    """Pair each of some with each of others: (k,) and (k,).

    >>> [found.tolist() for found in all_pairs([0, 1], [5, 6])]
    [[0, 0, 1, 1], [5, 6, 5, 6]]
    """
    first, second = np.meshgrid(
        np.asarray(one, dtype=np.intp), np.asarray(other, dtype=np.intp), indexing="ij"
    )
    return first.ravel(), second.ravel()


def can_stand(ground: ReachableAreas, places: Floats) -> Bools:
    """Say at which places (n, 2) the middle of a kind's base can be."""
    found = np.zeros(len(places), dtype=np.bool_)
    x, y = places.T
    for part in ground.parts:
        for polygon in part:
            inside = covers(np.full(len(places), polygon, dtype=np.object_), x, y)
            found |= inside
    return found
