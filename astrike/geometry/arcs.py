"""In which direction does something lie, and how much of a base lies inside a wedge or in a corridor straight ahead?

Angles are degrees clockwise from north (+y). How wide a wedge or a corridor is, and what half a base inside is good
for, is for the caller.
"""

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import (
    EPSILON,
    Floats,
    Ints,
    areas,
    boxes,
    floats,
    intersections,
    make_polygon,
    make_polygons,
    shape_array,
)
from astrike.geometry.bases import Bases, grown
from astrike.tolerance import TOUCH

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


_FAN = 8
"""Triangles that a wedge is made of where it is cut with polygons; each then spans less than 45 degrees."""


def bearings(origin: ArrayLike, target: ArrayLike) -> Floats:
    """Return the direction (n,) of each target from its origin, 0 to under 360; 0 where they are one point.

    >>> bearings([(0, 0)] * 4, [(0, 2), (2, 0), (0, -2), (-2, 0)]).tolist()
    [0.0, 90.0, 180.0, 270.0]
    """
    way = floats(target, columns=2) - floats(origin, columns=2)
    found = np.degrees(np.arctan2(way[:, 0], way[:, 1]))
    # A hair left of north is north: adding a full turn would round up to 360.
    return np.where(found < 0.0, np.where(found > -EPSILON, 0.0, found + 360.0), found)


def turned(bearing: ArrayLike, facing: ArrayLike) -> Floats:
    """Return how far (n,) each bearing lies right (+) or left (-) of the facing, over -180 to 180.

    >>> turned([10, 350, 180, 190], [350, 10, 0, 0]).tolist()
    [20.0, -20.0, 180.0, -170.0]
    """
    away = np.mod(floats(bearing) - floats(facing), 360.0)
    return np.where(away > 180.0, away - 360.0, away)


def share_in_arc(
    apex: ArrayLike, facing: ArrayLike, degrees: ArrayLike, bases: Bases, j: ArrayLike
) -> Floats:
    """Return the share (m,) of the area of base j[k] inside the wedge of that width round that facing.

    Exact for round bases, wherever the apex lies; 1/2 without noise where half of the base is inside.
    1 for a full turn and for an unknown facing (nan).

    >>> from astrike.geometry.bases import make_bases
    >>> bases = make_bases([(0, 5), (5, 0), (0, -5)], radius=1)
    >>> share_in_arc([(0, 0)], [0], [180], bases, [0, 1, 2]).tolist()
    [1.0, 0.5, 0.0]
    """
    base = np.asarray(j, dtype=np.intp).reshape(-1)
    tip = np.broadcast_to(floats(apex, columns=2), (len(base), 2))
    middle = np.broadcast_to(floats(facing), base.shape)
    width = np.clip(np.broadcast_to(floats(degrees), base.shape), 0.0, 360.0)
    is_open = np.isnan(middle) | (width >= 360.0)
    share = np.where(is_open, 1.0, 0.0)
    asked = ~is_open & (width > 0.0)
    for chosen, measure in (
        (np.flatnonzero(asked & bases.is_round[base]), _disc_shares),
        (np.flatnonzero(asked & ~bases.is_round[base]), _polygon_shares),
    ):
        if len(chosen):
            share[chosen] = measure(tip[chosen], middle[chosen], width[chosen], bases, base[chosen])
    for plain in (0.0, 0.5, 1.0):
        share[np.abs(share - plain) <= EPSILON] = plain
    return share


def _heading(angle: Floats) -> Floats:
    return np.stack((np.sin(np.radians(angle)), np.cos(np.radians(angle))), axis=-1)


def _disc_shares(tip: Floats, middle: Floats, width: Floats, bases: Bases, base: Ints) -> Floats:
    """Return the share of discs by walking round the wedge: out on its right border, in on its left.

    Seen from the centre of the disc, each piece of the way inside the disc spans a triangle and each piece
    outside a sector; the way at infinity is a sector of the wedge's own width. Their signed sum is the area.
    """
    radius = np.maximum(bases.radius[base], TOUCH)
    start = tip - bases.xy[base]
    right = _swept(start, _heading(middle + width / 2), radius)
    left = _swept(start, _heading(middle - width / 2), radius)
    return np.clip((right - left + np.radians(width)) / (2 * np.pi), 0.0, 1.0)


def _swept(start: Floats, heading: Floats, radius: Floats) -> Floats:
    """Return the signed area that the ray sweeps of the disc round the origin, in units of radius**2 / 2."""
    aside = start[:, 0] * heading[:, 1] - start[:, 1] * heading[:, 0]
    along = (start * heading).sum(axis=1)
    half = np.sqrt(np.maximum(radius**2 - aside**2, 0.0))
    inside = aside * (half - np.clip(along, -half, half)) / radius**2

    def angle(at: Floats) -> Floats:
        return np.arctan2(at, np.abs(aside))

    before = angle(np.maximum(along, -half)) - angle(along)
    behind = np.pi / 2 - angle(np.maximum(along, half))
    swept: Floats = inside + np.sign(aside) * (before + behind)
    return swept


def _polygon_shares(tip: Floats, middle: Floats, width: Floats, bases: Bases, base: Ints) -> Floats:
    """Return the share of polygons by cutting them with wedges that reach well beyond them."""
    shapes = bases.outline[base]
    # Twice as far as the farthest corner of its box, so that the wedge's flattened end lies beyond the base.
    box = np.abs(boxes(shapes) - np.concatenate((tip, tip), axis=1))
    reach = 2.0 * np.hypot(np.maximum(box[:, 0], box[:, 2]), np.maximum(box[:, 1], box[:, 3]))
    angle = middle[:, None] + width[:, None] * np.linspace(0.5, -0.5, _FAN + 1)
    rim = tip[:, None, :] + _heading(angle) * reach[:, None, None]
    wedges = make_polygons(np.concatenate((tip[:, None, :], rim), axis=1))
    return areas(intersections(wedges, shapes)) / areas(shapes)
