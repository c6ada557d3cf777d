"""Which base travels along which path, over which areas?

A path is straight legs of the base's centre; a base keeps its facing while it travels. All are laid out as arrays
that can be swept at once; what the base meets on the way is for `swept_overlaps`.
"""

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Floats,
    Ints,
    Polygon,
    Shapes,
    boxes,
    floats,
    moved,
    offsets,
    oriented,
    prepare,
    rings,
    runs,
    shape_array,
)
from astrike.geometry.bases import Bases

_NO_CORNERS: Floats = np.empty((0, 2))


# ---- the path


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """The path of a base's centre: L straight legs, one after another; a path of one point is one leg."""

    start: Floats
    """(L, 2)"""
    heading: Floats
    """(L, 2) of length 1; north for legs of no length."""
    length: Floats
    """(L,)"""
    offset: Floats
    """(L + 1,) inches from the start of the path to the start of each leg, and to the end of the path."""
    total: float
    box: Floats
    """(L, 4) west, south, east, north of each leg."""

    def __len__(self) -> int:
        return len(self.length)

    def leg_at(self, inches: ArrayLike) -> Ints:
        """Return the leg (k,) on which the path is after so many inches; where two meet, the later one."""
        leg: Ints = np.searchsorted(self.offset[1:-1], floats(inches), side="right").astype(np.intp)
        return leg

    def at(self, inches: ArrayLike) -> Floats:
        """Return the places (k, 2) of the centre after so many inches (k,).

        >>> make_track([(0, 0), (3, 0), (3, 4)]).at([1, 3, 5, 99]).tolist()
        [[1.0, 0.0], [3.0, 0.0], [3.0, 2.0], [3.0, 4.0]]
        """
        along = np.clip(floats(inches), 0.0, self.total)
        leg = self.leg_at(along)
        on_leg = np.clip(along - self.offset[leg], 0.0, self.length[leg])
        return np.asarray(self.start[leg] + self.heading[leg] * on_leg[:, None])


def make_track(points: ArrayLike) -> Track:
    """Return the path through these points (n, 2), n at least 1.

    >>> track = make_track([(0, 0), (3, 4), (3, 4)])
    >>> track.length.tolist(), track.heading.tolist(), track.total
    ([5.0, 0.0], [[0.6, 0.8], [0.0, 1.0]], 5.0)
    """
    place = floats(points, columns=2)
    if len(place) == 1:
        place = np.repeat(place, 2, axis=0)
    start, end = place[:-1], place[1:]
    way = end - start
    length: Floats = np.hypot(way[:, 0], way[:, 1])
    heading: Floats = np.tile((0.0, 1.0), (len(way), 1))
    np.divide(way, length[:, None], out=heading, where=length[:, None] > 0.0)
    offset = np.zeros(len(length) + 1)
    np.cumsum(length, out=offset[1:])
    box = np.concatenate((np.minimum(start, end), np.maximum(start, end)), axis=1)
    return Track(start, heading, length, offset, float(offset[-1]), box)


# ---- the base


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """A base round the origin as it travels: a disc, or a convex polygon that holds its centre."""

    radius: float
    """Of a round base; 0 for polygons. A round base of radius 0 is a point."""
    corner: Floats
    """(K, 2) of a polygon, counter-clockwise; none for a round base."""
    side: Floats
    """(K, 3) x, y outwards and the distance from the centre."""
    reach: float
    """How far the farthest place of the base is from its centre."""

    @property
    def is_round(self) -> bool:
        """Whether it is a disc or a point."""
        return not len(self.corner)


def make_footprint(*, radius: float = 0.0, outline: Polygon | None = None) -> Footprint:
    """Return the disc of this radius, or the convex outline, which lies round the origin.

    >>> from astrike.geometry.bases import rectangle
    >>> make_footprint(radius=0.5).reach, make_footprint(outline=rectangle(6, 8, facing=0)).reach
    (0.5, 5.0)
    """
    if outline is None:
        return Footprint(float(radius), _NO_CORNERS, np.empty((0, 3)), float(radius))
    ring, _, _ = rings(oriented(shape_array([outline])))
    along = np.diff(ring, axis=0)
    corner, along = ring[:-1][(along != 0.0).any(axis=1)], along[(along != 0.0).any(axis=1)]
    outwards = np.column_stack((along[:, 1], -along[:, 0])) / np.hypot(along[:, 0], along[:, 1])[:, None]
    side = np.column_stack((outwards, (outwards * corner).sum(axis=1)))
    return Footprint(0.0, corner, side, float(np.hypot(corner[:, 0], corner[:, 1]).max()))


def footprint_of(bases: Bases, i: int) -> Footprint:
    """Return base i as it travels.

    >>> from astrike.geometry.bases import make_bases
    >>> footprint_of(make_bases([(3, 4)], radius=1), 0).radius
    1.0
    """
    if bases.is_round[i]:
        return make_footprint(radius=float(bases.radius[i]))
    x, y = bases.xy[i]
    return make_footprint(outline=moved(bases.outline[i], (-x, -y)))


# ---- the areas


@dataclass(frozen=True, slots=True, eq=False)
class Zones:
    """Z areas, and all their E edges, of holes too, laid out flat: those of zone z from first[z] to first[z + 1]."""

    polygons: Shapes
    """(Z,) prepared polygons."""
    box: Floats
    """(Z, 4) west, south, east, north."""
    start: Floats
    """(E, 2) the inside lies to the left of start -> end."""
    end: Floats
    """(E, 2)"""
    heading: Floats
    """(E, 2) of length 1."""
    length: Floats
    """(E,)"""
    first: Ints
    """(Z + 1,)"""

    def __len__(self) -> int:
        return len(self.polygons)

    def take(self, indices: ArrayLike) -> "Zones":
        """Return these zones (k,) as zones of their own, in this order.

        >>> from astrike.geometry.bases import rectangle
        >>> zones = make_zones([rectangle(1, 2, 0), rectangle(3, 4, 0)])
        >>> zones.take([1]).box.tolist()
        [[-1.5, -2.0, 1.5, 2.0]]
        """
        zone = np.asarray(indices, dtype=np.intp).reshape(-1)
        counts = self.first[zone + 1] - self.first[zone]
        _, edge = runs(self.first[zone], counts)
        return Zones(
            polygons=self.polygons[zone],
            box=self.box[zone],
            start=self.start[edge],
            end=self.end[edge],
            heading=self.heading[edge],
            length=self.length[edge],
            first=offsets(counts),
        )


def make_zones(polygons: ArrayLike) -> Zones:
    """Return the polygons (Z,), in any orientation, with their edges laid out.

    >>> from astrike.geometry.bases import rectangle
    >>> zones = make_zones([rectangle(1, 2, 0), rectangle(3, 4, 0)])
    >>> len(zones), zones.first.tolist()
    (2, [0, 4, 8])
    """
    shapes = oriented(shape_array(np.asarray(polygons, dtype=np.object_).ravel()))
    prepare(shapes)
    corner, ring, polygon = rings(shapes)
    edge = np.flatnonzero((ring[1:] == ring[:-1]) & (corner[1:] != corner[:-1]).any(axis=1))
    start, end = corner[edge], corner[edge + 1]
    length: Floats = np.hypot(*(end - start).T)
    return Zones(
        polygons=shapes,
        box=boxes(shapes),
        start=start,
        end=end,
        heading=(end - start) / length[:, None],
        length=length,
        first=np.searchsorted(polygon[ring[edge]], np.arange(len(shapes) + 1)).astype(np.intp),
    )
