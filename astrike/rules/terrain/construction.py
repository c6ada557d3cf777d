"""Which class and construction factor has a building, and what was assumed where the table does not say?"""

from collections.abc import Iterator
from typing import Final

from astrike.model.explain import Assumed
from astrike.model.terrain import Terrain
from astrike.rulebook.schema import BuildingRow, Edition

USUAL_CLASS: Final = "medium"
"""The class of a building whose table does not say one."""


def building_class(piece: Terrain, edition: Edition) -> BuildingRow:
    """Give the row of a building's class (CE p.73)."""
    return edition.buildings[piece.grade or USUAL_CLASS]


def construction_factor(piece: Terrain, edition: Edition) -> float:
    """Give a building's construction factor: its own, or that of its class (CE p.73)."""
    return float(building_class(piece, edition).cf) if piece.cf is None else piece.cf


def assumed_class(piece: Terrain) -> Iterator[Assumed]:
    """Name the class of a building where the table does not say it."""
    if piece.grade is None:
        yield Assumed(f"terrain.{piece.id}.class", USUAL_CLASS, "Class of building not given")


def assumed_factor(piece: Terrain, edition: Edition) -> Iterator[Assumed]:
    """Name the factor of its class, and the class, where an answer used them because the table does not say."""
    if piece.cf is not None:
        return
    yield from assumed_class(piece)
    factor = construction_factor(piece, edition)
    yield Assumed(f"terrain.{piece.id}.cf", factor, "Construction factor by class")
