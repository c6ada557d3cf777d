"""How do our arrays look, when are two numbers the same, and which types does Shapely give back?

The only module that calls Shapely: everything else in this room asks here and gets typed arrays.
Measuring belongs to the other modules.

Longer than most modules: the one wall around Shapely, one short function a call.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias, cast

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray
from shapely.geometry import Polygon as _ShapelyPolygon

from astrike.deadline import go_on
from astrike.tolerance import CONTACT_TOLERANCE, TOUCH

Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Ints: TypeAlias = NDArray[np.intp]
Shapes: TypeAlias = NDArray[np.object_]
Polygon: TypeAlias = _ShapelyPolygon
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""West, south, east, north."""

EPSILON = 1e-9
"""Inches below which two places are one place: noise of computing."""


# ---- comparisons


def at_most(a: ArrayLike, b: ArrayLike) -> Bools:
    """Say whether a <= b, a hair above included.

    >>> bool(at_most(6.0000001, 6)), bool(at_most(6.00001, 6))
    (True, False)
    """
    return np.asarray(np.asarray(a) <= np.asarray(b) + TOUCH)


def at_least(a: ArrayLike, b: ArrayLike) -> Bools:
    """Say whether a >= b, a hair below included."""
    return np.asarray(np.asarray(a) >= np.asarray(b) - TOUCH)


def in_contact(gap: ArrayLike) -> Bools:
    """Say whether bases touch that are so many inches apart, edge to edge; below 0 they lie over each other.

    >>> bool(in_contact(0.005)), bool(in_contact(0.006)), bool(in_contact(-1))
    (True, False, True)
    """
    return at_most(gap, CONTACT_TOLERANCE)


def share_place(gap: ArrayLike) -> Bools:
    """Say whether bases that are so many inches apart lie over each other by more than contact allows.

    >>> bool(share_place(-0.006)), bool(share_place(-0.005)), bool(share_place(0.1))
    (True, False, False)
    """
    return ~at_least(gap, -CONTACT_TOLERANCE)


# ---- arrays


def floats(values: ArrayLike, *, columns: int = 0) -> Floats:
    """Return the values as an array of numbers: (n,), or (n, columns) when columns are given.

    >>> floats([], columns=2).shape, floats([(1, 2)], columns=2).shape, floats(3).shape
    ((0, 2), (1, 2), (1,))
    """
    found = np.asarray(values, dtype=np.float64)
    return found.reshape(-1, columns) if columns else found.reshape(-1)


def shape_array(shapes: Iterable[object]) -> Shapes:
    """Return an object array (n,) of the shapes; NumPy alone would look into them."""
    listed = list(shapes)
    found = np.empty(len(listed), dtype=np.object_)
    found[:] = listed
    return found


def offsets(counts: Ints) -> Ints:
    """Return where each of the runs with these lengths begins, and the total at the end: (n + 1,).

    >>> offsets(np.array([2, 0, 3])).tolist()
    [0, 2, 2, 5]
    """
    found = np.zeros(len(counts) + 1, dtype=np.intp)
    np.cumsum(counts, out=found[1:])
    return found


def runs(first: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """Flatten the runs first[i], first[i] + 1, ... of counts[i] members: owner i and member, both (total,).

    >>> [found.tolist() for found in runs(np.array([10, 20]), np.array([2, 3]))]
    [[0, 0, 1, 1, 1], [10, 11, 20, 21, 22]]
    """
    start = offsets(counts)
    owner = np.repeat(np.arange(len(counts), dtype=np.intp), counts)
    return owner, np.arange(start[-1], dtype=np.intp) + (first - start[:-1])[owner]


# ---- Shapely


def make_polygon(shell: ArrayLike, holes: Sequence[ArrayLike] = ()) -> Polygon:
    """Return the polygon with this outline and these holes."""
    return _ShapelyPolygon(
        np.asarray(shell, dtype=np.float64), [np.asarray(h, dtype=np.float64) for h in holes]
    )


def make_box(box: Box) -> Polygon:
    """Return the polygon of a box.

    >>> areas(shape_array([make_box((0, 0, 4, 3))])).tolist()
    [12.0]
    """
    west, south, east, north = box
    return make_polygon([(west, south), (east, south), (east, north), (west, north)])


def oriented(polygons: Shapes) -> Shapes:
    """Return the polygons with counter-clockwise outlines and clockwise holes."""
    go_on()
    return cast(Shapes, np.asarray(shapely.orient_polygons(polygons), dtype=np.object_))


def prepare(shapes: Shapes) -> None:
    """Make Shapely's own search structures of the shapes, so that asking many times is quick."""
    go_on()
    shapely.prepare(shapes)


def boxes(shapes: Shapes) -> Floats:
    """Return the bounding boxes (n, 4): west, south, east, north."""
    go_on()
    return cast(Floats, np.asarray(shapely.bounds(shapes), dtype=np.float64).reshape(-1, 4))


def in_reach(bounds: Floats, box: Box) -> Bools:
    """Say which of these bounding boxes (n, 4) have a place in common with a box, its edge included."""
    west, south, east, north = box
    return (bounds[:, 0] <= east) & (bounds[:, 2] >= west) & (bounds[:, 1] <= north) & (bounds[:, 3] >= south)


def areas(shapes: Shapes) -> Floats:
    """Return the areas (n,)."""
    go_on()
    return cast(Floats, np.asarray(shapely.area(shapes), dtype=np.float64))


def lengths(shapes: Shapes) -> Floats:
    """Return the lengths (n,) of lines, or of outlines."""
    go_on()
    return cast(Floats, np.asarray(shapely.length(shapes), dtype=np.float64))


def contains(shapes: Shapes, x: Floats, y: Floats) -> Bools:
    """Say whether shape i has the point (x[i], y[i]) inside, its edge not counted."""
    go_on()
    return cast(Bools, np.asarray(shapely.contains_xy(shapes, x, y), dtype=np.bool_))


def covers(shapes: Shapes, x: Floats, y: Floats) -> Bools:
    """Say whether shape i has the point (x[i], y[i]) inside or on its edge."""
    go_on()
    return cast(Bools, np.asarray(shapely.intersects_xy(shapes, x, y), dtype=np.bool_))


def intersections(a: Shapes, b: Shapes) -> Shapes:
    """Return what a[i] and b[i] have in common."""
    go_on()
    return cast(Shapes, np.asarray(shapely.intersection(a, b), dtype=np.object_))


def differences(a: Shapes, b: Shapes) -> Shapes:
    """Return a[i] without b[i]."""
    go_on()
    return cast(Shapes, np.asarray(shapely.difference(a, b), dtype=np.object_))


def union(shapes: Shapes) -> Shapes:
    """Return the polygons (k,) that the shapes make together."""
    go_on()
    return polygons_of(shapely.union_all(shapes))


def remainder(shape: Polygon, others: Shapes) -> Shapes:
    """Return the polygons (k,) of the shape that none of the others covers."""
    go_on()
    return polygons_of(shapely.difference(shape, shapely.union_all(others)) if len(others) else shape)


def outside(shape: object, others: Shapes) -> Shapes:
    """Return the parts (k,) of an area or a line that none of the others covers."""
    go_on()
    rest = shapely.difference(shape, shapely.union_all(others)) if len(others) else shape
    parts = np.asarray(shapely.get_parts(shapely.get_parts(rest)), dtype=np.object_).reshape(-1)
    return cast(Shapes, parts[~shapely.is_empty(parts)])


def inside(shape: object, others: Shapes) -> Shapes:
    """Return the parts (k,) of an area or a line that some of the others covers."""
    go_on()
    common = shapely.intersection(shape, shapely.union_all(others))
    parts = np.asarray(shapely.get_parts(shapely.get_parts(common)), dtype=np.object_).reshape(-1)
    return cast(Shapes, parts[~shapely.is_empty(parts)])


def borders(shapes: Shapes) -> Shapes:
    """Return the borders (n,) of areas, as lines."""
    go_on()
    return cast(Shapes, np.asarray(shapely.boundary(shapes), dtype=np.object_).reshape(-1))


def polygons_of(shape: object) -> Shapes:
    """Return the polygons (k,) of any shape: itself, its members, or none; points and lines fall away."""
    parts = np.atleast_1d(np.asarray(shapely.get_parts(shapely.get_parts(shape)), dtype=np.object_))
    is_polygon = (shapely.get_type_id(parts) == 3) & ~shapely.is_empty(parts)
    return cast(Shapes, parts[is_polygon])


def rings(polygons: Shapes) -> tuple[Floats, Ints, Ints]:
    """Flatten all rings: closed corners (v, 2), the ring of each corner (v,), each ring's polygon (r,)."""
    go_on()
    ring, polygon = shapely.get_rings(polygons, return_index=True)
    xy, index = shapely.get_coordinates(ring, return_index=True)
    return (
        np.asarray(xy, dtype=np.float64).reshape(-1, 2),
        np.asarray(index, dtype=np.intp),
        np.asarray(polygon, dtype=np.intp),
    )


# ---- Shapely: points, distances and new shapes


def segments(one: Floats, other: Floats) -> Shapes:
    """Return the straight lines (n,) between places (n, 2) each."""
    go_on()
    return cast(Shapes, np.asarray(shapely.linestrings(np.stack((one, other), axis=1)), dtype=np.object_))


def centroids(shapes: Shapes) -> Floats:
    """Return the centres of gravity (n, 2)."""
    return cast(Floats, shapely.get_coordinates(shapely.centroid(shapes)).reshape(-1, 2))


def together(shapes: Shapes) -> object:
    """Return one shape of all of these, of several polygons perhaps; what lies twice counts once."""
    go_on()
    return shapely.union_all(shapes)


_MANY_CORNERS = 100_000
"""Pairs of corners of two outlines from which on sides are looked up rather than tried one after another."""


def farthest_apart(a: Shapes, b: Shapes) -> Floats:
    """Return how far (n,) the corner farthest off is from the other shape's edge, either way."""
    go_on()
    edges = borders(a), borders(b)
    many = corner_counts(edges[0]) * corner_counts(edges[1]) > _MANY_CORNERS
    found = np.empty(len(a))
    found[~many] = shapely.hausdorff_distance(edges[0][~many], edges[1][~many])
    for k in np.flatnonzero(many).tolist():
        one, other = edges[0][[k]], edges[1][[k]]
        found[k] = max(_farthest_corner(one, other), _farthest_corner(other, one))
    return found


def _farthest_corner(one: Shapes, other: Shapes) -> float:
    """Return how far the corner of lines that is farthest off is from other lines, however many they have."""
    corner, line, _ = outlines_of(other)
    first = np.flatnonzero(line[1:] == line[:-1])
    sides = shapely.STRtree(segments(corner[first], corner[first + 1]))
    _, off = sides.query_nearest(points(corners_of(one)[0]), all_matches=False, return_distance=True)
    return float(off.max())


def boxes_turned(shapes: Shapes) -> Floats:
    """Return the longer and the shorter side (n, 2) of the smallest rectangle, however turned, around each shape.

    Of several that are equally small it is the shortest: the same however the shape lies.

    >>> corner = make_polygon([(0, 0), (4, 0), (0, 3)])
    >>> boxes_turned(shape_array([corner])).tolist()
    [[4.0, 3.0]]
    """
    go_on()
    hulls = shapely.convex_hull(shapes)
    sides = [_sides_of_smallest(shapely.get_coordinates(hull)) for hull in hulls]
    return np.array(sides, dtype=np.float64).reshape(-1, 2)


def _sides_of_smallest(corner: Floats) -> Floats:
    """Return the sides of the smallest rectangle around a closed convex outline (k, 2): along one of its edges."""
    along = np.diff(corner, axis=0)
    along = along[np.hypot(*along.T) > 0.0]
    if not len(along):
        return np.zeros(2)
    along /= np.hypot(*along.T)[:, None]
    found: list[Floats] = []
    for some in np.array_split(along, len(along) // 256 + 1):  # of a circle there are thousands
        across = np.column_stack((-some[:, 1], some[:, 0]))
        found.append(np.column_stack([np.ptp(corner @ way.T, axis=0) for way in (some, across)]))
    sides = np.sort(np.concatenate(found), axis=1)[:, ::-1]
    area = sides.prod(axis=1)
    smallest = sides[area <= area.min() * (1.0 + EPSILON) + EPSILON]
    return cast(Floats, smallest[int(np.argmin(smallest[:, 0]))])


def parts_of(shapes: Shapes) -> tuple[Shapes, Ints]:
    """Return the polygons (k,) that the shapes consist of, lines and points left out, and the shape of each."""
    go_on()
    parts, owner = shapely.get_parts(shapes, return_index=True)
    inner, of = shapely.get_parts(parts, return_index=True)
    is_area = (shapely.get_type_id(inner) == 3) & ~shapely.is_empty(inner)
    return cast(Shapes, inner[is_area]), np.asarray(owner[of][is_area], dtype=np.intp)


def without_noise(polygons: Shapes) -> Shapes:
    """Return the polygons that are more than noise of computing."""
    return polygons[areas(polygons) > EPSILON * lengths(polygons)]


def corner_counts(shapes: Shapes) -> Ints:
    """Return how many corners each shape has."""
    return np.asarray(shapely.get_num_coordinates(shapes), dtype=np.intp)


def cut_small(polygons: Shapes, most: int) -> tuple[Shapes, Ints]:
    """Return the polygons cut into parts (k,) with about as many corners at most, and the polygon of each.

    >>> comb = make_polygon([(0, 0), (9, 0), *((x, y) for x in range(8, 0, -1) for y in (3, 1))])
    >>> parts, owner = cut_small(shape_array([comb]), 10)
    >>> len(parts) > 1, set(owner.tolist()), round(float(areas(parts).sum() - areas(shape_array([comb]))[0]), 9)
    (True, {0}, 0.0)
    """
    done: list[object] = []
    owner: list[int] = []
    left = list(zip(polygons, range(len(polygons)), strict=True))
    while left:
        polygon, k = left.pop()
        if shapely.get_num_coordinates(polygon) <= most:
            done.append(polygon)
            owner.append(k)
            continue
        west, south, east, north = shapely.bounds(polygon).tolist()
        x, y = (west + east) / 2, (south + north) / 2
        across = east - west > north - south
        halves = (
            (shapely.box(west, south, x, north), shapely.box(x, south, east, north))
            if across
            else (shapely.box(west, south, east, y), shapely.box(west, y, east, north))
        )
        parts = [part for half in halves for part in polygons_of(shapely.intersection(polygon, half))]
        smaller = max(shapely.get_num_coordinates(parts), default=0) < shapely.get_num_coordinates(polygon)
        if smaller:
            left += [(part, k) for part in parts]
        else:
            done += parts
            owner += [k] * len(parts)
    return shape_array(done), np.array(owner, dtype=np.intp)


def joined_lines(lines: Shapes) -> Shapes:
    """Return the lines (k,) that the lines make together where their ends meet.

    >>> halves = segments(np.array([(0, 0), (1, 0)]), np.array([(1, 0), (1, 1)]))
    >>> lengths(joined_lines(halves)).tolist()
    [2.0]
    """
    go_on()
    merged_ = shapely.line_merge(shapely.union_all(lines))
    return cast(Shapes, np.asarray(shapely.get_parts(merged_), dtype=np.object_).reshape(-1))


def points(xy: Floats) -> Shapes:
    """Return the points (n,) with these coordinates (n, 2)."""
    go_on()
    return cast(Shapes, np.asarray(shapely.points(xy), dtype=np.object_).reshape(-1))


def make_polygons(corner: Floats) -> Shapes:
    """Return the polygons (n,) with equally many corners each: (n, k, 2)."""
    go_on()
    return cast(Shapes, np.asarray(shapely.polygons(corner), dtype=np.object_).reshape(-1))


def moved(polygon: Polygon, by: tuple[float, float]) -> Polygon:
    """Return the polygon moved by so many inches east and north."""
    return cast(Polygon, shapely.transform(polygon, lambda corner: corner + by))


def transformed(shape: object, how: Callable[[Floats], Floats]) -> object:
    """Return the shape with its corners (n, 2) put elsewhere."""
    return shapely.transform(shape, how)


def buffered(shapes: Shapes, by: ArrayLike) -> Shapes:
    """Return the shapes with so many inches all round; shrunk, corners kept, where `by` is negative."""
    go_on()
    join = "mitre" if np.all(np.asarray(by) < 0.0) else "round"
    found = shapely.buffer(shapes, by, quad_segs=32, join_style=join)
    return cast(Shapes, np.asarray(found, dtype=np.object_))


def grown_round(shapes: Shapes, by: float) -> Shapes:
    """Return the polygons (k,) that the shapes make together with so many inches all round, arcs a hair too flat."""
    go_on()
    return polygons_of(shapely.union_all(shapely.buffer(shapes, by, quad_segs=16)))


def clipped(shapes: Shapes, box: Box) -> Shapes:
    """Return the polygons (k,) of the shapes within a box."""
    go_on()
    return polygons_of(shapely.intersection(shapes, shapely.box(*box)))


def places_on(shapes: Shapes) -> Floats:
    """Return a place (n, 2) on each shape, somewhere in its middle."""
    return cast(Floats, shapely.get_coordinates(shapely.point_on_surface(shapes)).reshape(-1, 2))


def opened(shapes: Shapes, by: float) -> Shapes:
    """Return the shapes (n,), corners kept, without what is narrower than twice this; perhaps in pieces or empty."""
    go_on()
    # Where two corners lie a hair apart, the sides between them have no direction; their mitre is cut off.
    with np.errstate(divide="ignore", invalid="ignore"):
        core = shapely.buffer(shapes, -by, join_style="mitre")
        wide = shapely.buffer(core, by, join_style="mitre")
    return cast(Shapes, np.asarray(wide, dtype=np.object_))


def smoothed_areas(shapes: Shapes, by: float) -> Shapes:
    """Return the polygons (k,) of the shapes together without gaps, and then bits, less than twice `by` wide.

    Corners are kept, and so are thin bits that lead farther than `by` from the rest: a way through a gap stays one.

    >>> comb = [(0, 0), (4, 0), (4, 2), (2.1, 2), (2.1, 2.1), (2, 2.1), (2, 2), (0, 2)]
    >>> areas(smoothed_areas(shape_array([make_polygon(comb)]), 0.125)).round(3).tolist()
    [8.0]
    """
    go_on()
    whole = shapely.union_all(shapes)
    closed = shapely.buffer(shapely.buffer(whole, by, quad_segs=8), -by, join_style="mitre")
    found = shapely.buffer(shapely.buffer(closed, -by, join_style="mitre"), by, join_style="mitre")
    lost = shapely.difference(whole, shapely.buffer(found, by, quad_segs=8))
    if not shapely.is_empty(lost):
        bits = polygons_of(shapely.difference(whole, found))
        # With some of the rest around them, so that they are connected with it.
        around = shapely.buffer(bits[shapely.intersects(bits, lost)], by, quad_segs=8)
        found = shapely.union_all([found, *shapely.intersection(whole, around)])
    return polygons_of(found)


def simplified(polygon: Polygon, by: float) -> Polygon:
    """Return the polygon without corners that matter less than so many inches."""
    go_on()
    return cast(Polygon, shapely.simplify(polygon, by))


def outer_and_inner(polygon: Polygon) -> list[Floats]:
    """Return the corners (k, 2) of the outline and of each hole, the first repeated at the end."""
    return [
        np.asarray(ring.coords, dtype=np.float64)[:, :2] for ring in (polygon.exterior, *polygon.interiors)
    ]


def outer_rings(polygons: Shapes) -> Shapes:
    """Return the outlines of the polygons as closed lines."""
    return cast(Shapes, np.asarray(shapely.get_exterior_ring(polygons), dtype=np.object_))


def distances(a: Shapes, b: Shapes) -> Floats:
    """Return the distance between a[i] and b[i]; 0 where they touch or overlap."""
    go_on()
    return cast(Floats, np.asarray(shapely.distance(a, b), dtype=np.float64))


def within(a: Shapes, b: Shapes, distance: ArrayLike) -> Bools:
    """Say whether a[i] and b[i] are at most so far apart; quick where a[i] is prepared."""
    go_on()
    return cast(Bools, np.asarray(shapely.dwithin(a, b, distance), dtype=np.bool_))


def nearest_lines(a: Shapes, b: Shapes) -> Floats:
    """Return the ends (n, 2, 2) of the shortest line from a[i] to b[i]: first its end on a[i]."""
    go_on()
    return cast(Floats, shapely.get_coordinates(shapely.shortest_line(a, b)).reshape(-1, 2, 2))


def corners_of(shapes: Shapes) -> tuple[Floats, Ints]:
    """Flatten all corners of the shapes: (v, 2), and the shape of each (v,)."""
    go_on()
    xy, index = shapely.get_coordinates(shapes, return_index=True)
    return np.asarray(xy, dtype=np.float64), np.asarray(index, dtype=np.intp)


_MANY = 50_000
"""From so many pairs on a tree finds those that are near sooner than looking at all of them."""


def points_in_boxes(place: Floats, box: Floats, margin: float) -> tuple[Ints, Ints]:
    """Return the pairs i, j where the point (n, 2) i lies in the box (m, 4) j or at most so far beside it."""
    low, high = box[:, :2] - margin, box[:, 2:] + margin
    if len(place) * len(box) < _MANY:
        near = (place[:, None, :] >= low) & (place[:, None, :] <= high)
        point, inside = np.nonzero(near.all(axis=2))
        return point, inside
    tree = shapely.STRtree(shapely.box(*low.T, *high.T))
    point, inside = tree.query(shapely.points(place))
    return np.asarray(point, dtype=np.intp), np.asarray(inside, dtype=np.intp)


def touching_pairs(a: Shapes, b: Shapes) -> tuple[Ints, Ints]:
    """Return the pairs i, j, in order, where a[i] and b[j] touch or overlap."""
    go_on()
    found = shapely.STRtree(b).query(a, predicate="intersects")
    pairs = np.asarray(found, dtype=np.intp)
    order = np.lexsort((pairs[1], pairs[0]))
    return pairs[0, order], pairs[1, order]


def close_pairs(a: Shapes, b: Shapes, distance: float) -> tuple[Ints, Ints]:
    """Return the pairs i, j where a[i] and b[j] are at most so far apart."""
    go_on()
    if not len(a) or not len(b):
        return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
    found = shapely.STRtree(b).query(a, predicate="dwithin", distance=distance)
    pairs = np.asarray(found, dtype=np.intp)
    return pairs[0], pairs[1]


def nearest_of(a: Shapes, b: Shapes) -> Ints:
    """Return for each shape (n,) of a the one of b that is nearest; of several the first."""
    go_on()
    one, other = shapely.STRtree(b).query_nearest(a, all_matches=True)
    found = np.full(len(a), len(b), dtype=np.intp)
    np.minimum.at(found, one, other)
    return found


def pairs_nearer(a: Shapes, b: Shapes, distance: Floats) -> tuple[Ints, Ints]:
    """Return the pairs i, j where a[i] and b[j] are at most distance[i] apart."""
    go_on()
    if not len(a) or not len(b):
        return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
    found = shapely.STRtree(b).query(a, predicate="dwithin", distance=distance)
    pairs = np.asarray(found, dtype=np.intp)
    return pairs[0], pairs[1]


def outlines_of(shapes: Shapes) -> tuple[Floats, Ints, Ints]:
    """Flatten the rings of areas and the lines: corners (v, 2), the line of each (v,), the shape of each line (r,)."""
    parts, part_owner = shapely.get_parts(shapes, return_index=True)
    is_area = shapely.get_type_id(parts) == 3
    ring, index = shapely.get_rings(parts[is_area], return_index=True)
    is_line = np.isin(shapely.get_type_id(parts), (1, 2))
    owner = np.concatenate((part_owner[is_area][index], part_owner[is_line]))
    xy, line = shapely.get_coordinates(np.concatenate((ring, parts[is_line])), return_index=True)
    return (
        np.asarray(xy, dtype=np.float64).reshape(-1, 2),
        np.asarray(line, dtype=np.intp),
        owner.astype(np.intp),
    )


def meetings(shapes: Shapes, owner: Ints, *, how: Literal["intersects", "crosses"], most: int) -> int:
    """Count the pairs of shapes of different owners that meet so; soon after `most` it stops counting.

    Lines that only touch do not cross.
    """
    tree = shapely.STRtree(shapes)
    # Small portions at first: a knot is found at once, and where there is none there is little to find.
    count, start, portion = 0, 0, 4
    while start < len(shapes) and count <= most:
        # By boxes first: an outline of thousands of edges is not to be compared with itself.
        one, other = tree.query(shapes[start : start + portion])
        apart = owner[one + start] < owner[other]
        one, other = one[apart] + start, other[apart]
        found = (shapely.intersects if how == "intersects" else shapely.crosses)(shapes[one], shapes[other])
        count += int(np.count_nonzero(found))
        start, portion = start + portion, min(2 * portion, 400)
    return count


def holders(points_: Floats, polygons: Shapes) -> tuple[Ints, Ints]:
    """Return the pairs i, j, in order, where polygon j has point i (n, 2) inside, its edge not counted.

    What lies nearer to the edge than computing is exact lies on it.
    """
    x, y = points_[:, 0, None], points_[:, 1, None]
    west, south, east, north = boxes(polygons).T
    point, polygon = ((west < x) & (x < east) & (south < y) & (y < north)).nonzero()
    if not len(point):
        return point, polygon
    inside = contains(polygons[polygon], points_[point, 0], points_[point, 1])
    point, polygon = point[inside], polygon[inside]
    if not len(point):
        return point, polygon
    inner = ~within(shapely.boundary(polygons[polygon]), points(points_[point]), EPSILON)
    return point[inner], polygon[inner]


def flaws(polygons: Shapes) -> tuple[str, ...]:
    """Return Shapely's words, ending in the place as ``[x y]``, for what is wrong with each; empty if nothing."""
    words = np.atleast_1d(np.asarray(shapely.is_valid_reason(polygons), dtype=np.object_))
    return tuple("" if word == "Valid Geometry" else str(word) for word in words)


# ---- Shapely: shapes that people draw


def repaired(shapes: Shapes) -> Shapes:
    """Return the polygons (k,) that outlines make together which may touch or cross themselves."""
    return union(cast(Shapes, shapely.make_valid(shapes)))


def mended(shape: Polygon, *, grid: float) -> Shapes:
    """Return the polygons (k,) that are meant by an outline that crosses itself, on a grid of so many inches."""
    return polygons_of(shapely.set_precision(shapely.make_valid(shape, method="structure"), grid))


def merged(shapes: Shapes, *, grid: float) -> Shapes:
    """Return the polygons (k,) that the shapes make together on a grid of so many inches."""
    return polygons_of(shapely.union_all(shapes, grid_size=grid))


def cut_out(shapes: Shapes, others: Shapes, *, grid: float) -> Shapes:
    """Return the polygons (k,) of the shapes that none of the others covers, on a grid of so many inches."""
    rest = shapely.difference(shapely.union_all(shapes), shapely.union_all(others), grid_size=grid)
    return polygons_of(rest)


def shared(shapes: Shapes, others: Shapes, *, grid: float) -> Shapes:
    """Return the polygons (k,) that the shapes and the others both cover, on a grid of so many inches."""
    both = shapely.intersection(shapely.union_all(shapes), shapely.union_all(others), grid_size=grid)
    return polygons_of(both)


def widened(line: Floats, width: float, *, is_closed: bool) -> Shapes:
    """Return the polygons (k,) of a line (n, 2) of this width, its corners mitred and its ends cut off square."""
    path = shapely.linearrings(line) if is_closed else shapely.linestrings(line)
    return polygons_of(shapely.buffer(path, width / 2, cap_style="flat", join_style="mitre", mitre_limit=2.0))
