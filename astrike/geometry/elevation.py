"""How high is the ground, and what do see-through pieces look like when they follow it?

The ground is prisms (hills, ramps) over a level plain at 0; where they overlap, the highest counts.
How far a line runs through the pieces is for `line_overlaps`.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    EPSILON,
    Floats,
    Ints,
    Polygon,
    Shapes,
    areas,
    boxes,
    corners_of,
    floats,
    intersections,
    lengths,
    make_polygon,
    points,
    points_in_boxes,
    polygons_of,
    remainder,
    shape_array,
    touching_pairs,
    within,
    without_noise,
)
from astrike.geometry.prisms import Prisms, make_prisms
from astrike.tolerance import TOUCH

_PLAIN = np.zeros(3)


@dataclass(frozen=True, slots=True, eq=False)
class Canopy:
    """See-through pieces cut along the ground into D parts, so that each part has a plane top.

    Parts of one piece do not overlap. Pieces may: `rank` says whose the inches there are.
    """

    parts: Prisms
    """bottom is nan where a part reaches down to the ground; piece is the caller's."""
    kind: Ints
    """(D,)"""
    rank: Ints
    """(D,) of overlapping parts the lowest rank counts: the taller piece's, then the first's."""
    kinds: int
    """How many kinds there are: one more than the highest."""

    def __len__(self) -> int:
        return len(self.kind)


# ---- heights


def heights_at(prisms: Prisms, points_: ArrayLike) -> Floats:
    """Return the height (n,) of the ground at the points (n, 2): the highest top there, or 0. Edges count.

    >>> from astrike.geometry.arrays import make_polygon
    >>> hill = make_prisms([make_polygon([(0, 0), (4, 0), (4, 4), (0, 4)])], bottom=[0], top=[3], piece=[0])
    >>> heights_at(hill, [(1, 1), (4, 2), (5, 2)]).tolist()
    [3.0, 3.0, 0.0]
    """
    place = floats(points_, columns=2)
    point, prism = points_in_boxes(place, prisms.box, EPSILON)
    on = within(prisms.polygons[prism], points(place)[point], EPSILON)
    point, prism = point[on], prism[on]
    found = np.zeros(len(place))
    np.maximum.at(found, point, plane_at(prisms.top[prism], place[point]))
    return found


def highest_under(prisms: Prisms, polygons: ArrayLike) -> Floats:
    """Return the highest ground (k,) that the polygons lie on, or 0. A touch does not count.

    >>> from astrike.geometry.arrays import make_polygon
    >>> square = make_polygon([(0, 0), (4, 0), (4, 4), (0, 4)])
    >>> ramp = make_prisms([square], bottom=[0], top=[(0, 0.5, 0)], piece=[0])
    >>> highest_under(ramp, [make_polygon([(1, 1), (3, 1), (3, 3)]), make_polygon([(4, 0), (5, 0), (5, 4)])])
    array([1.5, 0. ])
    """
    shapes = _shapes(polygons)
    found = np.zeros(len(shapes))
    shape, prism = touching_pairs(shapes, prisms.polygons)
    common = intersections(shapes[shape], prisms.polygons[prism])
    real = areas(common) > TOUCH * lengths(common)
    shape, prism, common = shape[real], prism[real], common[real]
    corner, index = corners_of(common)
    np.maximum.at(found, shape[index], plane_at(prisms.top[prism[index]], corner))
    return found


def plane_at(plane: Floats, place: Floats) -> Floats:
    """Return z (n,) of the planes a, b, c (n, 3) at the places (n, 2)."""
    z: Floats = plane[:, 0] + plane[:, 1] * place[:, 0] + plane[:, 2] * place[:, 1]
    return z


# ---- see-through pieces


def canopy_over(
    prisms: Prisms,
    polygons: ArrayLike,
    *,
    height: ArrayLike,
    bottom: ArrayLike,
    kind: ArrayLike,
    piece: ArrayLike,
) -> Canopy:
    """Return the see-through pieces over these polygons (k,), cut wherever the ground under them changes.

    A piece whose bottom is nan follows the ground point by point; one with a bottom hangs there uncut.
    Several polygons may be one piece. A table is draped once; lines are then measured against it.

    >>> from astrike.geometry.arrays import make_polygon
    >>> west, both = (make_polygon([(0, 0), (x, 0), (x, 4), (0, 4)]) for x in (4, 6))
    >>> hill = make_prisms([west], bottom=[0], top=[3], piece=[0])
    >>> wood = canopy_over(hill, [both], height=[2], bottom=[float("nan")], kind=[0], piece=[0])
    >>> sorted(zip(wood.parts.box[:, 0].tolist(), wood.parts.highest.tolist()))
    [(0.0, 5.0), (4.0, 2.0)]
    """
    shapes = _shapes(polygons)
    count = len(shapes)
    tall, low = (np.broadcast_to(floats(values), count) for values in (height, bottom))
    sort, owner = (np.asarray(values, dtype=np.intp).reshape(count) for values in (kind, piece))
    hanging = ~np.isnan(low)
    source = list(np.flatnonzero(hanging))
    cut: list[object] = list(shapes[hanging])
    top = [np.array((low[k] + tall[k], 0.0, 0.0)) for k in source]
    following = np.flatnonzero(~hanging)
    for k, part, ground in _along_ground(shapes[following], prisms):
        source.append(following[k])
        cut.append(part)
        top.append(ground + np.array((tall[following[k]], 0.0, 0.0)))
    order = np.argsort(np.asarray(source, dtype=np.intp), kind="stable")
    origin = np.asarray(source, dtype=np.intp)[order]
    place = np.lexsort((np.arange(count), -(np.where(hanging, low, 0.0) + tall)))
    rank = np.empty(count, dtype=np.intp)
    rank[place] = np.arange(count)
    parts = make_prisms(
        shape_array(cut)[order], bottom=low[origin], top=floats(top, columns=3)[order], piece=owner[origin]
    )
    return Canopy(parts=parts, kind=sort[origin], rank=rank[origin], kinds=int(sort.max(initial=-1)) + 1)


# ---- cutting


@dataclass(frozen=True, slots=True, eq=False)
class GroundCells:
    """Polygons (c,) that do not overlap, and the plane (c, 3) of the ground in each; around them it lies at 0."""

    polygons: Shapes
    plane: Floats


def highest_cells(shapes: Shapes, top: Floats, lowest: Floats) -> GroundCells:
    """Cut hills and ramps so that each keeps where it is the highest, and above 0; of equal ones the first does."""
    hidden: list[list[object]] = [[] for _ in range(len(shapes))]
    for prism in np.flatnonzero(lowest < -EPSILON):
        hidden[prism] += [*parts_above(-top[prism], shapes[prism])]
    one, other = touching_pairs(shapes, shapes)
    one, other = one[one < other], other[one < other]
    shared = intersections(shapes[one], shapes[other])
    for i, j, common in zip(one, other, shared, strict=True):
        rise = top[i] - top[j]
        for part in polygons_of(common):
            if np.abs(_heights_over(rise, part)).max() <= EPSILON:
                hidden[j].append(part)
            else:
                hidden[j] += [*parts_above(rise, part)]
                hidden[i] += [*parts_above(-rise, part)]
    polygons: list[object] = []
    planes: list[Floats] = []
    for whole, plane, others in zip(shapes, top, hidden, strict=True):
        found = without_noise(remainder(whole, shape_array(others)))
        polygons += [*found]
        planes += [plane] * len(found)
    return GroundCells(shape_array(polygons), floats(planes, columns=3))


def _along_ground(shapes: Shapes, prisms: Prisms) -> Iterator[tuple[int, Polygon, Floats]]:
    """Give each shape's parts: its number, a polygon, and the plane of the ground under that."""
    # Hills pile up on each other where nothing grows; only those under the shapes are worth the cutting.
    under_any = np.unique(touching_pairs(shapes, prisms.polygons)[1])
    cells = highest_cells(prisms.polygons[under_any], prisms.top[under_any], prisms.lowest[under_any])
    shape, cell = touching_pairs(shapes, cells.polygons)
    common = intersections(shapes[shape], cells.polygons[cell])
    for k, whole in enumerate(shapes):
        under = np.flatnonzero(shape == k)
        for pair in under:
            for part in without_noise(polygons_of(common[pair])):
                yield k, part, cells.plane[cell[pair]]
        for part in without_noise(remainder(whole, cells.polygons[cell[under]])):
            yield k, part, _PLAIN


def _heights_over(plane: Floats, shape: Polygon) -> Floats:
    """Return the heights of the plane over the corners of the shape."""
    corner, _ = corners_of(shape_array([shape]))
    z: Floats = plane[0] + corner @ plane[1:]
    return z


def parts_above(plane: Floats, shape: Polygon) -> Shapes:
    """Return the polygons (k,) of the shape in which the plane z = a + b x + c y lies above 0.

    >>> square = make_polygon([(0, 0), (4, 0), (4, 4), (0, 4)])
    >>> areas(parts_above(np.array((-1.0, 1.0, 0.0)), square)).tolist()
    [12.0]
    """
    z = _heights_over(plane, shape)
    if z.max() <= EPSILON:
        return shape_array([])
    if z.min() >= -EPSILON:
        return shape_array([shape])
    west, south, east, north = boxes(shape_array([shape]))[0]
    centre, reach = np.array(((west + east) / 2, (south + north) / 2)), np.hypot(east - west, north - south)
    steep = np.hypot(plane[1], plane[2])
    up = plane[1:] / steep
    foot = centre - up * ((plane[0] + centre @ plane[1:]) / steep)
    aside, far = np.array((-up[1], up[0])) * 2 * reach, up * 3 * reach
    half = make_polygon([foot + aside, foot - aside, foot - aside + far, foot + aside + far])
    return without_noise(polygons_of(intersections(shape_array([shape]), shape_array([half]))[0]))


def _shapes(polygons: ArrayLike) -> Shapes:
    return shape_array(np.asarray(polygons, dtype=np.object_).ravel())
