"""How does one line run around an area with holes, for formats that know no holes?

Each hole is joined to the outline by a slit of no width, so that the area inside the line stays the same.
"""

import math
from collections.abc import Sequence

from astrike.geometry.outlines import Point, signed_area

Ring = Sequence[Point]


def without_holes(exterior: Ring, holes: Sequence[Ring]) -> tuple[Point, ...]:
    """Give one ring that encloses the exterior without its holes.

    >>> outer, inner = [(0, 0), (9, 0), (9, 9), (0, 9)], [(3, 3), (3, 6), (6, 6), (6, 3)]
    >>> ring = without_holes(outer, [inner])
    >>> len(ring), signed_area(ring)
    (10, 72.0)
    """
    ring = list(exterior)
    if signed_area(ring) < 0:
        ring.reverse()
    # From east to west: what lies further east has been joined already, and nothing is left between.
    for hole in sorted((list(hole) for hole in holes), key=lambda hole: -max(x for x, _ in hole)):
        inner = hole if signed_area(hole) < 0 else hole[::-1]
        first = max(range(len(inner)), key=lambda number: inner[number][0])
        start = inner[first]
        target = _seen_from(start, ring)
        ring[target:target] = [ring[target], *inner[first:], *inner[:first], start]
    return tuple(ring)


def _seen_from(start: Point, ring: Ring) -> int:
    """Find the nearest corner in the east to which a slit crosses nothing."""
    east = [number for number, corner in enumerate(ring) if corner[0] >= start[0]] or list(range(len(ring)))
    east.sort(key=lambda number: math.dist(start, ring[number]))
    for number in east:
        if not any(_cross(start, ring[number], ring[other - 1], ring[other]) for other in range(len(ring))):
            return number
    return east[0]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do two lines cross, not only touch?"""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
