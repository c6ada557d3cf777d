"""Where do bases end, how far apart are they, and on what do they stand?

Round bases are measured exactly, from centres and radii; a round base becomes a polygon only where a solid
is cut. Hexagons and rectangles are polygons from the start. The share of a base in a wedge is for `arcs`.
"""

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Bools,
    Floats,
    Ints,
    Polygon,
    Shapes,
    boxes,
    buffered,
    distances,
    floats,
    make_polygon,
    moved,
    nearest_lines,
    outer_rings,
    points,
    prepare,
    shape_array,
    within,
)
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True, eq=False)
class Bases:
    """n bases lying on the table. Outlines are convex and hold their centre."""

    xy: Floats
    """(n, 2) centres."""
    radius: Floats
    """(n,) of round bases; 0 for polygons. A round base of radius 0 is a point."""
    outline: Shapes
    """(n,) the polygon on the table, None for a round base."""
    is_round: Bools
    """(n,)"""
    core: Shapes
    """(n,) what lies `radius` inside the edge: the centre of a round base, else the polygon itself."""
    side: Floats
    """(n, s, 3) the outline's sides: x, y outwards and the distance from the centre; zeros fill up."""

    def __len__(self) -> int:
        return len(self.radius)

    def take(self, which: Ints) -> "Bases":
        """Return the bases at these indices (n,), in their order.

        >>> make_bases([(0, 0), (9, 0)], radius=[1, 2]).take(np.array([1])).radius.tolist()
        [2.0]
        """
        return Bases(
            xy=self.xy[which],
            radius=self.radius[which],
            outline=self.outline[which],
            is_round=self.is_round[which],
            core=self.core[which],
            side=self.side[which],
        )


def make_bases(xy: ArrayLike, *, radius: ArrayLike, outline: Iterable[Polygon | None] | None = None) -> Bases:
    """Return the bases at these centres; outlines lie round the origin and are moved to their centre.

    >>> bases = make_bases([(0, 0), (10, 0)], radius=[0.625, 0], outline=[None, rectangle(2, 4, facing=90)])
    >>> gaps(bases, [0], [1]).tolist()
    [7.375]
    """
    centre = floats(xy, columns=2)
    count = len(centre)
    given = [None] * count if outline is None else list(outline)
    is_round = np.array([shape is None for shape in given], dtype=np.bool_)
    placed = shape_array(
        None if shape is None else moved(shape, tuple(place))
        for shape, place in zip(given, centre, strict=True)
    )
    core = np.where(is_round, points(centre), placed)
    prepare(core)
    return Bases(
        xy=centre,
        radius=np.where(is_round, np.broadcast_to(np.asarray(radius, dtype=np.float64), count), 0.0),
        outline=placed,
        is_round=is_round,
        core=core,
        side=_sides(given),
    )


def bases_joined(one: Bases, other: Bases) -> Bases:
    """Return the bases of both, in order.

    >>> few, more = make_bases([(0, 0)], radius=[1]), make_bases([(9, 0)], radius=[0], outline=[rectangle(2, 4, 0)])
    >>> gaps(bases_joined(few, more), [0], [1]).tolist()
    [7.0]
    """
    most = max(one.side.shape[1], other.side.shape[1])
    sides = [np.pad(side, ((0, 0), (0, most - side.shape[1]), (0, 0))) for side in (one.side, other.side)]
    return Bases(
        xy=np.concatenate((one.xy, other.xy)),
        radius=np.concatenate((one.radius, other.radius)),
        outline=np.concatenate((one.outline, other.outline)),
        is_round=np.concatenate((one.is_round, other.is_round)),
        core=np.concatenate((one.core, other.core)),
        side=np.concatenate(sides),
    )


def hexagon(across: float, facing: float) -> Polygon:
    """Return a hexagon round the origin, `across` wide from flat to flat, one flat side in front.

    >>> [round(edge, 3) for edge in hexagon(2, 0).bounds]
    [-1.155, -1.0, 1.155, 1.0]
    """
    angles = np.radians(facing + np.arange(30.0, -330.0, -60.0))
    return make_polygon(np.column_stack((np.sin(angles), np.cos(angles))) * (across / math.sqrt(3.0)))


def rectangle(width: float, length: float, facing: float) -> Polygon:
    """Return a rectangle round the origin, `width` wide in front and `length` long toward its facing.

    >>> [round(edge, 3) for edge in rectangle(2, 6, 90).bounds]
    [-3.0, -1.0, 3.0, 1.0]
    """
    turn = math.radians(facing)
    front = np.array((math.sin(turn), math.cos(turn))) * (length / 2)
    right = np.array((math.cos(turn), -math.sin(turn))) * (width / 2)
    return make_polygon([front + right, front - right, -front - right, -front + right])


def angular(shape: str, width: float, length: float, *, facing: float) -> Polygon:
    """Return a base that is not round, round the origin: a hexagon (`hex`), else a rectangle.

    >>> [round(edge, 3) for edge in angular("hex", 2, 0, facing=0).bounds]
    [-1.155, -1.0, 1.155, 1.0]
    """
    return hexagon(width, facing) if shape == "hex" else rectangle(width, length, facing)


# ---- between two bases


def gaps(bases: Bases, i: ArrayLike, j: ArrayLike) -> Floats:
    """Return the distance (m,) from edge to edge of bases i[k] and j[k].

    Round bases that overlap are less than 0 apart, by how deep they overlap; polygons that overlap are 0.

    >>> bases = make_bases([(0, 0), (3, 4)], radius=[1, 2])
    >>> gaps(bases, [0, 0], [1, 0]).tolist()
    [2.0, -2.0]
    """
    one, other = _pair(i, j)
    dx, dy = (bases.xy[other] - bases.xy[one]).T
    between: Floats = np.hypot(dx, dy)
    square = np.flatnonzero(~(bases.is_round[one] & bases.is_round[other]))
    if len(square):
        between[square] = distances(bases.core[one[square]], bases.core[other[square]])
    between -= bases.radius[one] + bases.radius[other]
    return between


def gaps_to(bases: Bases, places: ArrayLike) -> Floats:
    """Return the distance (p, n) from each of the places (p, 2) to the edge of each base; 0 for a place on the base.

    >>> bases = make_bases([(0, 0), (10, 0)], radius=[0.5, 0], outline=[None, rectangle(2, 4, facing=90)])
    >>> gaps_to(bases, [(3, 4), (10, 0.5)]).tolist()
    [[4.5, 5.830951894845301], [9.512492197250394, 0.0]]
    """
    spots = floats(places, columns=2)
    between: Floats = np.hypot(*np.moveaxis(bases.xy[None, :, :] - spots[:, None, :], 2, 0)) - bases.radius
    square = np.flatnonzero(~bases.is_round)
    if len(square):
        between[:, square] = distances(bases.core[square][None, :], points(spots)[:, None])
    return np.maximum(between, 0.0)


def nearest_points(bases: Bases, i: ArrayLike, j: ArrayLike) -> tuple[Floats, Floats]:
    """Return the points of the edges of i[k] and of j[k] that are nearest to each other: (m, 2) and (m, 2).

    Of overlapping round bases: where the line between the centres leaves them.

    >>> bases = make_bases([(0, 0), (3, 4)], radius=[1, 2])
    >>> [[round(float(value), 6) for value in point[0]] for point in nearest_points(bases, [0], [1])]
    [[0.6, 0.8], [1.8, 2.4]]
    """
    one, other = _pair(i, j)
    rim = bases.core.copy()
    rim[~bases.is_round] = outer_rings(bases.core[~bases.is_round])
    ends = nearest_lines(rim[one], rim[other])
    return (
        _on_edge(bases, one, near=ends[:, 0], far=ends[:, 1], towards=bases.xy[other]),
        _on_edge(bases, other, near=ends[:, 1], far=ends[:, 0], towards=bases.xy[one]),
    )


def reach_along(bases: Bases, i: ArrayLike, toward: ArrayLike) -> Floats:
    """Return how far (m,) the edge of base i[k] is from its centre in the direction of the point toward[k].

    >>> bases = make_bases([(5, 5)], radius=0, outline=[rectangle(2, 4, facing=0)])
    >>> reach_along(bases, [0, 0], [(9, 5), (5, 9)]).tolist()
    [1.0, 2.0]
    """
    chosen = _indices(i)
    heading = _directions(floats(toward, columns=2) - bases.xy[chosen])
    side = bases.side[chosen]
    outwards = (side[:, :, :2] * heading[:, None, :]).sum(axis=2)
    far = np.full(outwards.shape, np.inf)
    np.divide(side[:, :, 2], outwards, out=far, where=outwards > 0.0)
    return np.where(bases.is_round[chosen], bases.radius[chosen], far.min(axis=1, initial=np.inf))


# ---- bases and terrain


def overlaps(bases: Bases, polygons: ArrayLike) -> Bools:
    """Say which base overlaps which polygon by more than a touch: (n, p). A point overlaps what it stands on.

    >>> bases = make_bases([(0, 0), (1, 0), (1.1, 0)], radius=1)
    >>> wood = make_polygon([(2, -9), (9, -9), (9, 9), (2, 9)])
    >>> overlaps(bases, [rectangle(1, 2, facing=0), wood]).tolist()
    [[True, False], [True, False], [True, True]]
    """
    shapes = shape_array(np.asarray(polygons, dtype=np.object_).ravel())
    core, reach = bases.core.copy(), np.maximum(bases.radius - TOUCH, TOUCH)
    core[~bases.is_round] = buffered(bases.core[~bases.is_round], -2 * TOUCH)
    ours, theirs = boxes(core), boxes(shapes)
    near = np.ones((len(bases), len(shapes)), dtype=np.bool_)
    for low, high in ((0, 2), (1, 3)):
        near &= ours[:, None, low] - reach[:, None] <= theirs[None, :, high]
        near &= theirs[None, :, low] <= ours[:, None, high] + reach[:, None]
    base, polygon = np.nonzero(near)
    near[base, polygon] = within(shapes[polygon], core[base], reach[base])
    return near


def grown(bases: Bases, i: int, by: float) -> Polygon:
    """Return base i with `by` inches all round, as a polygon to cut solids with.

    A circle comes out a hair too small, by 0.0003 of its radius: good for cutting, not for contact.

    >>> round(float(grown(make_bases([(0, 0)], radius=1), 0, 2).area), 2)
    28.26
    """
    shape: Polygon = buffered(bases.core[[i]], float(bases.radius[i]) + by)[0]
    return shape


# ---- inside


def _indices(values: ArrayLike) -> Ints:
    return np.asarray(values, dtype=np.intp).reshape(-1)


def _pair(i: ArrayLike, j: ArrayLike) -> tuple[Ints, Ints]:
    one, other = np.broadcast_arrays(_indices(i), _indices(j))
    return one, other


def _directions(vectors: Floats) -> Floats:
    """Return the vectors at length 1; north where a vector has no length."""
    length = np.hypot(vectors[:, 0], vectors[:, 1])
    found: Floats = np.tile((0.0, 1.0), (len(vectors), 1))
    np.divide(vectors, length[:, None], out=found, where=length[:, None] > 0.0)
    return found


def _on_edge(bases: Bases, i: Ints, *, near: Floats, far: Floats, towards: Floats) -> Floats:
    """Return `near` for polygons; for round bases the point of their edge on the way to `far`."""
    way = far - bases.xy[i]
    is_at_centre = np.hypot(way[:, 0], way[:, 1]) <= TOUCH
    way = _directions(np.where(is_at_centre[:, None], towards - bases.xy[i], way))
    return np.where(bases.is_round[i][:, None], bases.xy[i] + way * bases.radius[i][:, None], near)


def _sides(outlines: list[Polygon | None]) -> Floats:
    """Return the sides (n, s, 3) of outlines round the origin."""
    found: list[Floats] = []
    for outline in outlines:
        if outline is None:
            found.append(np.empty((0, 3)))
            continue
        corner = np.asarray(outline.exterior.coords, dtype=np.float64)
        along = np.diff(corner, axis=0)
        outwards = _directions(np.column_stack((along[:, 1], -along[:, 0])))
        distance = (outwards * corner[:-1]).sum(axis=1)
        # A clockwise outline has its outside on the left.
        found.append(np.column_stack((outwards, distance)) * np.where(distance < 0.0, -1.0, 1.0)[:, None])
    most = max((len(sides) for sides in found), default=0)
    filled = np.zeros((len(found), most, 3))
    for row, sides in zip(filled, found, strict=True):
        row[: len(sides)] = sides
    return filled
