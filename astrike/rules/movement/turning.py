"""How does the base lie at the end of a move, turned to the facing asked for?

Which question: which part of the table does it cover there? A base keeps its starting facing while it travels; only
bases with corners lie otherwise once they have turned. Source: CE pp.31-32.
"""

from astrike.geometry.bases import angular
from astrike.geometry.tracks import Footprint, make_footprint
from astrike.rules.movement.case import Case


def end_footprint(case: Case) -> Footprint:
    """Give the base as it lies at the end: turned to the facing asked for."""
    asked, unit = case.question.facing, case.unit
    if asked is None or case.footprint.is_round or unit.base is None:
        return case.footprint
    base = unit.base
    return make_footprint(outline=angular(base.shape, base.width, base.length, facing=asked))
