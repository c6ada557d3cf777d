"""Which parts has a table: halves and quadrants, as checks of layouts count and measure in them?"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from astrike.geometry.arrays import Box, Point, centroids, make_polygon, shape_array, together
from astrike.geometry.spacing import Area
from astrike.model.table import Table
from astrike.tolerance import TOUCH

HALVES: Final = ("south", "north", "west", "east")
QUADRANTS: Final = ("south-west", "south-east", "north-west", "north-east")


def whole_box(table: Table) -> Box:
    """Give the whole table."""
    return (0.0, 0.0, table.width, table.depth)


def quadrant_boxes(table: Table) -> Mapping[str, Box]:
    """Give the quadrants of a table."""
    w, d = table.width, table.depth
    return {
        name: (x, y, x + w / 2, y + d / 2)
        for name, (x, y) in zip(
            QUADRANTS, ((0.0, 0.0), (w / 2, 0.0), (0.0, d / 2), (w / 2, d / 2)), strict=True
        )
    }


def half_boxes(table: Table) -> Mapping[str, Box]:
    """Give the halves of a table."""
    w, d = table.width, table.depth
    boxes = ((0.0, 0.0, w, d / 2), (0.0, d / 2, w, d), (0.0, 0.0, w / 2, d), (w / 2, 0.0, w, d))
    return dict(zip(HALVES, boxes, strict=True))


def centre_of(box: Box) -> Point:
    """Give the middle of a part of the table.

    >>> centre_of((0, 0, 24, 18))
    (12.0, 9.0)
    """
    west, south, east, north = box
    return ((west + east) / 2, (south + north) / 2)


def halfway(one: Point, other: Point) -> Point:
    """Give the middle between two places.

    >>> halfway((0, 0), (3, 4))
    (1.5, 2.0)
    """
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)


def middle_of_areas(outlines: Sequence[Area]) -> Point:
    """Give the middle of what the outlines cover together.

    >>> middle_of_areas([([(0, 0), (4, 0), (4, 2), (0, 2)], ()), ([(0, 0), (2, 0), (2, 2), (0, 2)], ())])
    (2.0, 1.0)
    """
    whole = together(shape_array(make_polygon(*area) for area in outlines))
    ((x, y),) = centroids(shape_array([whole])).tolist()
    return (x, y)


def quadrants_of(table: Table, at: Point, *, tolerance: float) -> tuple[str, ...]:
    """Give the quadrants that a place may lie in: on a line between them, or as near as nobody can say, several.

    >>> quadrants_of(Table("Club", 48, 48), (10, 24), tolerance=0.1)
    ('south-west', 'north-west')
    """
    x, y = np.array(at) - (table.width / 2, table.depth / 2)
    near = max(tolerance, TOUCH)
    is_in = (
        x <= near and y <= near,
        x >= -near and y <= near,
        x <= near and y >= -near,
        x >= -near and y >= -near,
    )
    return tuple(name for name, inside in zip(QUADRANTS, is_in, strict=True) if inside)
