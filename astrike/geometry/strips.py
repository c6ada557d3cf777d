"""How much of a base lies in a strip straight ahead?"""

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import areas, floats, intersections, make_polygon, shape_array
from astrike.geometry.bases import Bases, grown

_FAR = 1000.0
"""Inches ahead that are as good as endless."""


def share_ahead(bases: Bases, i: int, apex: ArrayLike, facing: float, width: float) -> float:
    """Return the share of base i in the strip of this width that begins at the apex and lies straight ahead.

    >>> from astrike.geometry.bases import make_bases
    >>> bases = make_bases([(0, 9), (1, 9), (3, 9), (0, -9)], radius=0.5)
    >>> [round(share_ahead(bases, k, (0, 0), 0, 2), 9) for k in range(4)]
    [1.0, 0.5, 0.0, 0.0]
    """
    angle = np.radians(facing)
    ahead, aside = np.array((np.sin(angle), np.cos(angle))), np.array((np.cos(angle), -np.sin(angle)))
    near = floats(apex)
    far = near + ahead * _FAR
    half = aside * width / 2
    strip = shape_array([make_polygon([near + half, far + half, far - half, near - half])])
    base = shape_array([grown(bases, i, 0.0)])
    return float(areas(intersections(base, strip))[0] / areas(base)[0])
