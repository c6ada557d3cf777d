"""Which construction factor has a building, and what was assumed where the table does not say?"""

from collections.abc import Iterator

from astrike.editions.schema import Edition
from astrike.model.explain import Assumed
from astrike.model.terrain import Terrain
from astrike.rules.movement.landscape import USUAL_CLASS


def construction_factor(piece: Terrain, edition: Edition) -> float:
    """Give a building's construction factor: its own, or that of its class (CE p.73)."""
    if piece.cf is not None:
        return piece.cf
    return float(edition.buildings[piece.grade or USUAL_CLASS].cf)


def assumed_factor(piece: Terrain, edition: Edition) -> Iterator[Assumed]:
    """Name the factor of its class, and the class, where an answer used them because the table does not say."""
    if piece.cf is not None:
        return
    if piece.grade is None:
        yield Assumed(f"terrain.{piece.id}.class", USUAL_CLASS, "Class of building not given")
    factor = construction_factor(piece, edition)
    yield Assumed(f"terrain.{piece.id}.cf", factor, "Construction factor by class")
