"""What are solids made of? Upright prisms with a level underside and a level or evenly rising top.

Ground, buildings and treetops are all prisms; whether light passes them is for the modules that measure.
"""

from collections.abc import Iterable
from dataclasses import fields
from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Bools,
    Floats,
    Ints,
    Shapes,
    boxes,
    floats,
    oriented,
    prepare,
    rings,
    shape_array,
)


@dataclass(frozen=True, slots=True, eq=False)
class Prisms:
    """P prisms as arrays, and their corners laid out flat. The top is nowhere below the bottom.

    Corners `first[p]` to `first[p + 1]` belong to prism p: its outline counter-clockwise, then its holes
    clockwise, each ring closed by its first corner again. Corner v and v + 1 make an edge where `is_edge[v]`,
    and the inside lies to its left.
    """

    polygons: Shapes
    """(P,) prepared polygons."""
    bottom: Floats
    """(P,) z of the underside."""
    top: Floats
    """(P, 3) the top plane z = a + b x + c y as a, b, c."""
    piece: Ints
    """(P,) which of the caller's pieces the prism belongs to."""
    box: Floats
    """(P, 4) west, south, east, north."""
    highest: Floats
    """(P,) the top's highest z."""
    lowest: Floats
    """(P,) the top's lowest z."""
    corner: Floats
    """(V, 2)"""
    is_edge: Bools
    """(V,) False where corner v is the last of its ring."""
    first: Ints
    """(P + 1,)"""

    def __len__(self) -> int:
        return len(self.bottom)

    def take(self, which: Ints) -> "Prisms":
        """Return the prisms at these indices (n,), in their order.

        >>> from astrike.geometry.arrays import make_polygon
        >>> wall = make_polygon([(0, 0), (1, 0), (1, 1)])
        >>> two = make_prisms([wall, wall], bottom=[0, 2], top=[1, 3], piece=[0, 1])
        >>> two.take(np.array([1])).bottom.tolist(), two.take(np.array([1])).first.tolist()
        ([2.0], [0, 4])
        """
        if not len(which):
            return _nothing()
        sizes = np.diff(self.first)[which]
        first = np.concatenate((np.zeros(1, dtype=np.intp), np.cumsum(sizes)))
        corners = np.arange(first[-1]) + np.repeat(self.first[which] - first[:-1], sizes)
        return Prisms(
            polygons=self.polygons[which],
            bottom=self.bottom[which],
            top=self.top[which],
            piece=self.piece[which],
            box=self.box[which],
            highest=self.highest[which],
            lowest=self.lowest[which],
            corner=self.corner[corners],
            is_edge=self.is_edge[corners],
            first=first,
        )


def make_prisms(polygons: Iterable[object], *, bottom: ArrayLike, top: ArrayLike, piece: ArrayLike) -> Prisms:
    """Return the prisms over these polygons, in any orientation; `top` is (P,) z values or (P, 3) planes.

    >>> from astrike.geometry.arrays import make_polygon
    >>> wall = make_polygon([(0, 0), (0, 2), (3, 2), (3, 0)])
    >>> ramp = make_prisms([wall], bottom=[0], top=[(0, 0.5, 0)], piece=[0])
    >>> ramp.corner.tolist()
    [[0.0, 0.0], [3.0, 0.0], [3.0, 2.0], [0.0, 2.0], [0.0, 0.0]]
    >>> float(ramp.highest[0])
    1.5
    """
    drawn = shape_array(polygons)
    count = len(drawn)
    if not count:
        return _nothing()
    shapes = oriented(drawn)
    prepare(shapes)
    planes = np.asarray(top, dtype=np.float64)
    if planes.ndim < 2:
        planes = np.column_stack((floats(planes), np.zeros((count, 2))))
    planes = planes.reshape(count, 3)
    corner, ring, polygon = rings(shapes)
    owner = polygon[ring]
    first = np.searchsorted(owner, np.arange(count + 1)).astype(np.intp)
    is_edge = np.append(ring[1:] == ring[:-1], np.zeros(1, dtype=np.bool_))
    z = planes[owner, 0] + (planes[owner, 1:] * corner).sum(axis=1)
    highest, lowest = np.full(count, -np.inf), np.full(count, np.inf)
    np.maximum.at(highest, owner, z)
    np.minimum.at(lowest, owner, z)
    return Prisms(
        polygons=shapes,
        bottom=floats(bottom),
        top=planes,
        piece=np.asarray(piece, dtype=np.intp).reshape(count),
        box=boxes(shapes),
        highest=highest,
        lowest=lowest,
        corner=corner,
        is_edge=is_edge,
        first=first,
    )


@cache
def _nothing() -> Prisms:
    """Return no prisms: most tables have none of most sorts, so they all share these."""
    none, flat = np.zeros(0), np.zeros((0, 2))
    sizes = np.zeros(0, dtype=np.intp)
    found = Prisms(
        polygons=shape_array(()),
        bottom=none,
        top=np.zeros((0, 3)),
        piece=sizes,
        box=np.zeros((0, 4)),
        highest=none,
        lowest=none,
        corner=flat,
        is_edge=np.zeros(0, dtype=np.bool_),
        first=np.zeros(1, dtype=np.intp),
    )
    for array in (getattr(found, each.name) for each in fields(found)):
        array.setflags(write=False)
    return found


def joined_prisms(*several: Prisms) -> Prisms:
    """Return all the prisms in one, in order.

    >>> from astrike.geometry.arrays import make_polygon
    >>> one = make_prisms([make_polygon([(0, 0), (1, 0), (1, 1)])], bottom=[0], top=[1], piece=[0])
    >>> len(joined_prisms(one, one)), joined_prisms(one, one).first.tolist()
    (2, [0, 4, 8])
    """
    several = tuple(some for some in several if len(some))
    if len(several) < 2:
        return several[0] if several else _nothing()
    shift = np.cumsum([0, *(len(some.corner) for some in several[:-1])])
    ends = [some.first[1:] + by for some, by in zip(several, shift, strict=True)]
    return Prisms(
        polygons=np.concatenate([some.polygons for some in several]),
        bottom=np.concatenate([some.bottom for some in several]),
        top=np.concatenate([some.top for some in several]),
        piece=np.concatenate([some.piece for some in several]),
        box=np.concatenate([some.box for some in several]),
        highest=np.concatenate([some.highest for some in several]),
        lowest=np.concatenate([some.lowest for some in several]),
        corner=np.concatenate([some.corner for some in several]),
        is_edge=np.concatenate([some.is_edge for some in several]),
        first=np.concatenate([np.zeros(1, dtype=np.intp), *ends]),
    )
