"""How often does a line cross itself, and how crowded are the sides of outlines?

Undoing crossings, or looking between sides, costs as much as there are of them, and a file made to annoy has millions.
"""

from collections.abc import Sequence

import numpy as np

from astrike.geometry.arrays import Shapes, floats, make_polygons, meetings, outlines_of, segments


def self_intersections(path: Sequence[tuple[float, float]], *, most: int) -> int:
    """Count where pieces of a line cross each other; soon after `most` it stops counting.

    Where they only touch does not count.

    >>> zigzag = [(x / 2, (x % 2) * 10.0) for x in range(100)]
    >>> self_intersections(zigzag, most=9), self_intersections([*zigzag, (0, 5)], most=1000)
    (0, 98)
    """
    if len(path) < 4:
        return 0
    corner = floats(path, columns=2)
    pieces = segments(corner[:-1], corner[1:])
    return meetings(pieces, np.arange(len(pieces), dtype=np.intp), how="crosses", most=most)


def sides_near(shapes: Shapes, reach: float, *, most: int) -> int:
    """Count the pairs of sides of areas and lines that are about so near; soon after `most` it stops counting.

    >>> from astrike.geometry.arrays import make_polygon, shape_array
    >>> squares = shape_array(make_polygon([(x, 0), (x + 1, 0), (x + 1, 1), (x, 1)]) for x in (0, 9))
    >>> sides_near(squares, 1, most=99), sides_near(squares, 9, most=99), sides_near(squares, 9, most=5) > 5
    (12, 27, True)
    """
    corner, line, _ = outlines_of(shapes)
    first = np.flatnonzero(line[1:] == line[:-1])
    west, south = (np.minimum(corner[first], corner[first + 1]) - reach / 2).T
    east, north = (np.maximum(corner[first], corner[first + 1]) + reach / 2).T
    ring = np.stack(
        [np.stack(each, axis=1) for each in ((west, south), (east, south), (east, north), (west, north))]
    )
    around = make_polygons(ring.transpose(1, 0, 2))
    return meetings(around, np.arange(len(first), dtype=np.intp), how="intersects", most=most)
