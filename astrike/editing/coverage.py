"""How much of a table does its terrain cover, where, and how close do solid pieces lie?"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from astrike.editions.loader import load_edition
from astrike.geometry.spacing import Box, shares, smallest_gap
from astrike.model.table import Table
from astrike.model.terrain import Terrain

HALVES: Final = ("south", "north", "west", "east")
QUADRANTS: Final = ("south-west", "south-east", "north-west", "north-east")
SOLID: Final = frozenset({"ground", "solid"})
"""Families of terrain that a base has to pass between: hills, buildings, walls."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The two solid pieces that lie closest to each other without touching."""

    inches: float
    pieces: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of the table, its halves and quadrants that terrain covers, from 0 to 1; zones do not count."""

    counts: Mapping[str, int]
    """Pieces by kind, in the order of the table."""
    whole: float
    halves: Mapping[str, float]
    quadrants: Mapping[str, float]
    gap: Gap | None


def coverage_of(table: Table) -> Coverage:
    """Measure the terrain of a table.

    >>> coverage_of(Table("Practice", 48, 48)).whole
    0.0
    """
    edition = load_edition(table.edition)
    family = {piece.id: edition.terrain[piece.kind].family for piece in table.terrain}
    pieces = [piece for piece in table.terrain if family[piece.id] != "zone"]
    outlines = [area for piece in pieces for area in piece.areas]
    w, d = table.width, table.depth
    south, north, west, east = (0.0, d / 2), (d / 2, d), (0.0, w / 2), (w / 2, w)
    columns = ((0.0, w), (0.0, w), (0.0, w), west, east, west, east, west, east)
    rows = ((0.0, d), south, north, (0.0, d), (0.0, d), south, south, north, north)
    parts: list[Box] = [(x[0], y[0], x[1], y[1]) for x, y in zip(columns, rows, strict=True)]
    found = shares(outlines, parts)
    return Coverage(
        counts=dict(Counter(piece.kind for piece in pieces)),
        whole=found[0],
        halves=dict(zip(HALVES, found[1:5], strict=True)),
        quadrants=dict(zip(QUADRANTS, found[5:], strict=True)),
        gap=_gap([piece for piece in pieces if family[piece.id] in SOLID]),
    )


def _gap(solids: list[Terrain]) -> Gap | None:
    found = smallest_gap([piece.areas for piece in solids])
    return None if found is None else Gap(found[0], (solids[found[1]].id, solids[found[2]].id))
