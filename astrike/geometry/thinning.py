"""How does an outline look with fewer corners?

For outlines traced from pictures, which have more corners than anybody can see or drag.
"""

from astrike.geometry.arrays import make_polygon, outer_and_inner, polygons_of, simplified
from astrike.geometry.outlines import open_ring, overlapping
from astrike.geometry.shaping import Area, Areas, mended_area, union


def thin(outlines: Areas, within: float) -> Areas:
    """Drop corners that lie no further than `within` inches off the line between those kept.

    Outlines that come to lie over each other by that become one.

    >>> thin(((((0, 0), (2, 0.01), (4, 0), (4, 4), (0, 4)), ()),), 0.05)[0][0]
    ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    """
    found: list[Area] = []
    for exterior, holes in outlines:
        for polygon in polygons_of(simplified(make_polygon(exterior, holes), within)):
            shell, *inner = (
                open_ring([(float(x), float(y)) for x, y in ring]) for ring in outer_and_inner(polygon)
            )
            found += mended_area(shell, inner)
    return union(found) if overlapping(found) else tuple(found)
