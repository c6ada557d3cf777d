"""Do outlines have so many corners close together that searching between them would take minutes?

Where they do, nothing is reported about how wide a base passes and where one can stand. Growing outlines by a base
costs as much as there are sides within its reach of each other, and a file made to annoy has millions of such pairs.
"""

from functools import lru_cache
from typing import Final

from astrike.geometry.arrays import shape_array
from astrike.geometry.self_intersections import sides_near
from astrike.rules.layout.chokepoints import WIDEST
from astrike.rules.layout.features import ZONE
from astrike.rules.table.prepared_table import PreparedTable

MOST_SIDES: Final = 60_000
"""Pairs of sides of outlines that are as near as gaps are wide; with more of them nothing is measured."""
TOO_CROWDED: Final = "too-crowded"
"""Why a check is left out: there are more."""


def why_not_measured(prepared: PreparedTable) -> str:
    """Say why nothing is measured between the outlines of a table; empty where it is."""
    return prepared.metric.unmeasured or (TOO_CROWDED if is_crowded(prepared) else "")


@lru_cache(maxsize=32)
def is_crowded(prepared: PreparedTable) -> bool:
    """Say whether there are more; zones on paper stop nobody, and do not count."""
    terrain = prepared.terrain
    outlines = shape_array(
        shape
        for row, shapes in zip(terrain.rows, terrain.shapes, strict=True)
        if row.family != ZONE
        for shape in shapes
    )
    return sides_near(outlines, WIDEST, most=MOST_SIDES) > MOST_SIDES
