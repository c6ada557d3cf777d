"""How much of a base lies on an area, at places and along a path?

The answer is the share of the base's own area that is inside. Of round bases it is exact: sectors where the edge of the
area is outside the disc, triangles where it is inside. Along a path the share is smooth between the places at which a
corner of the area enters or leaves the base or an edge begins or ends to touch it; its least is looked for there.
"""

import math

import numpy as np

from astrike.geometry.arrays import Floats, areas, intersections, make_polygons, shape_array
from astrike.geometry.sweeps import Footprint, Track, Zones
from astrike.tolerance import TOUCH

PER_STRETCH = 4
"""Parts into which each smooth stretch of a path is divided before its least is looked for."""
REFINED = 40
"""Steps that narrow the place of the least share down, each by a third."""


def shares_on(places: Floats, footprint: Footprint, zones: Zones) -> Floats:
    """Return the share (n,) of a base at places (n, 2) that is on the zones, which do not overlap.

    >>> from astrike.geometry.arrays import Polygon
    >>> from astrike.geometry.sweeps import make_footprint, make_zones
    >>> road = make_zones([Polygon([(0, 0), (9, 0), (9, 9), (0, 9)])])
    >>> places = np.array([(4.0, 4.0), (4.0, 0.0), (0.0, 0.0), (-1.0, 4.0)])
    >>> shares_on(places, make_footprint(radius=1), road).round(6).tolist()
    [1.0, 0.5, 0.25, 0.0]
    """
    if footprint.is_round:
        return np.asarray(_in_disc(places, footprint.radius, zones) / (math.pi * footprint.radius**2))
    found = np.zeros(len(places))
    bases = make_polygons(places[:, None, :] + footprint.corner[None])
    for polygon in zones.polygons:
        found += areas(intersections(bases, shape_array([polygon] * len(places))))
    return np.asarray(found / areas(bases))


def least_share(track: Track, footprint: Footprint, zones: Zones) -> tuple[float, float]:
    """Return the least share of a base on the zones along a path, and after how many inches that is.

    >>> from astrike.geometry.arrays import Polygon
    >>> from astrike.geometry.sweeps import make_footprint, make_track, make_zones
    >>> road = make_zones([Polygon([(0, 0), (9, 0), (9, 9), (0, 9)])])
    >>> share, at = least_share(make_track([(4, 4), (4, 0)]), make_footprint(radius=1), road)
    >>> round(share, 6), round(at, 6)
    (0.5, 4.0)
    """
    mark = _marks(track, footprint, zones)
    part = np.linspace(mark[:-1], mark[1:], PER_STRETCH + 1, axis=1) if len(mark) > 1 else mark[None]
    at = np.unique(np.concatenate((mark, part.ravel())))
    share = shares_on(track.at(at), footprint, zones)
    k = int(np.argmin(share))
    low, high = float(at[max(k - 1, 0)]), float(at[min(k + 1, len(at) - 1)])
    for _ in range(REFINED if high - low > TOUCH else 0):
        two = np.array((low + (high - low) / 3, high - (high - low) / 3))
        one, other = shares_on(track.at(two), footprint, zones).tolist()
        low, high = (low, float(two[1])) if one <= other else (float(two[0]), high)
    middle = (low + high) / 2
    refined = float(shares_on(track.at([middle]), footprint, zones)[0])
    return min((float(share[k]), float(at[k])), (refined, middle))


def _marks(track: Track, footprint: Footprint, zones: Zones) -> Floats:
    """Give where along a path corners and edges begin and end to count: bends, and the centre one base from each."""
    found = [track.offset]
    reach = footprint.reach
    low, high = np.minimum(zones.start, zones.end) - reach, np.maximum(zones.start, zones.end) + reach
    for start, heading, length, offset, box in zip(
        track.start, track.heading, track.length.tolist(), track.offset.tolist(), track.box, strict=False
    ):
        near = ((low <= box[2:]) & (high >= box[:2])).all(axis=1)
        away = zones.start[near] - start
        along, aside = away @ heading, away @ np.array((-heading[1], heading[0]))
        half = np.sqrt(np.maximum(reach**2 - aside**2, 0.0))
        normal = np.column_stack((zones.heading[near, 1], -zones.heading[near, 0]))
        slope, off = normal @ heading, (away * normal).sum(axis=1)
        steep = np.abs(slope) > TOUCH
        cross = [(off[steep] + side) / slope[steep] for side in (-reach, 0.0, reach)]
        every = np.concatenate((along - half, along, along + half, *cross))
        found.append(offset + every[(every > 0.0) & (every < length)])
    return np.unique(np.concatenate(found))


def _in_disc(places: Floats, radius: float, zones: Zones) -> Floats:
    """Give the area (n,) that discs round places (n, 2) have in common with zones, edge by edge."""
    a = zones.start[None] - places[:, None]
    b = zones.end[None] - places[:, None]
    way = b - a
    square = np.maximum((way**2).sum(axis=2), TOUCH**2)
    half = -(a * way).sum(axis=2) / square
    inside = half**2 - ((a**2).sum(axis=2) - radius**2) / square
    root = np.sqrt(np.maximum(inside, 0.0))
    first, last = np.clip(half - root, 0.0, 1.0), np.clip(half + root, 0.0, 1.0)
    meets = (inside > 0.0) & (last > first)
    first, last = np.where(meets, first, 1.0), np.where(meets, last, 1.0)
    p, q = a + first[..., None] * way, a + last[..., None] * way
    sectors = _angle(a, p) + _angle(q, b)
    return np.asarray((_cross(p, q) + radius**2 * sectors).sum(axis=1) / 2)


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _angle(a: Floats, b: Floats) -> Floats:
    return np.asarray(np.arctan2(_cross(a, b), (a * b).sum(axis=-1)))
