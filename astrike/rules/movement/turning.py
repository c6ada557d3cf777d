"""How does the base lie at the end of a move, turned to the facing asked for?

Which question: which part of the table does it cover there? A base keeps its starting facing while it travels; only
bases with corners lie otherwise once they have turned. Source: CE pp.31-32.
"""

from astrike.geometry.arrays import Polygon
from astrike.geometry.bases import hexagon, rectangle
from astrike.geometry.tracks import Footprint, make_footprint
from astrike.model.unit import Base
from astrike.rules.movement.case import Case


def end_footprint(case: Case) -> Footprint:
    """Give the base as it lies at the end: turned to the facing asked for."""
    asked, unit = case.question.facing, case.unit
    if asked is None or case.footprint.is_round or unit.base is None:
        return case.footprint
    return make_footprint(outline=_outline(unit.base, asked))


def _outline(base: Base, facing: float) -> Polygon:
    return hexagon(base.width, facing) if base.shape == "hex" else rectangle(base.width, base.length, facing)
