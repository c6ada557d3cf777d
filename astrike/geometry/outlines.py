"""Is this outline a proper area, and which way round does it run?

Takes plain coordinates, as files have them; whether such an area may stand on a table is for others to say.
"""

from collections.abc import Sequence

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    EPSILON,
    Ints,
    areas,
    covers,
    differences,
    flaws,
    floats,
    intersections,
    make_polygon,
    meetings,
    prepare,
    rings,
    segments,
    shape_array,
    touching_pairs,
)

Point = tuple[float, float]
Points = Sequence[Point]
Corners = tuple[Point, ...]

SMALLEST_AREA = 1e-6
"""Square inches; less is a line drawn by mistake, and less overlap is a shared edge."""
_AT_ONCE = 32
"""Outlines compared with all others in one go: a file made to annoy has a million pairs to look at."""

Shape = Sequence[tuple[Points, Sequence[Points]]]
"""Outlines with their holes that belong together."""

_AREA = "an outline that encloses an area"
_CROSSING = "an outline that does not cross or touch itself"


@dataclass(frozen=True, slots=True)
class OutlineFault:
    """One fault of an outline: ring 0 is the exterior, 1 the first hole; None when several are concerned."""

    ring: int | None
    found: str
    expected: str


def open_ring(points: Points) -> Corners:
    """Give the ring's corners: without the repeated last point and points that lie on the one before.

    >>> open_ring([(0, 0), (2, 0), (2, 0), (2, 2), (0, 0)])
    ((0, 0), (2, 0), (2, 2))
    """
    kept: list[Point] = []
    for point in points:
        if not kept or _is_apart(point, kept[-1]):
            kept.append(point)
    while len(kept) > 1 and not _is_apart(kept[0], kept[-1]):
        kept.pop()
    return tuple(kept)


def _is_apart(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) > EPSILON or abs(one[1] - other[1]) > EPSILON


def signed_area(ring: Points) -> float:
    """Give the area inside an open ring, positive when it runs counter-clockwise.

    >>> signed_area([(0, 0), (2, 0), (2, 2), (0, 2)])
    4.0
    """
    # Relative to the first corner, so that a small outline far from the origin keeps its digits.
    x0, y0 = ring[0]
    total = 0.0
    x1, y1 = ring[-1][0] - x0, ring[-1][1] - y0
    for x, y in ring:
        x2, y2 = x - x0, y - y0
        total += x1 * y2 - x2 * y1
        x1, y1 = x2, y2
    return total / 2


def orient(exterior: Points, holes: Sequence[Points] = ()) -> tuple[Corners, tuple[Corners, ...]]:
    """Turn the exterior counter-clockwise and the holes clockwise.

    >>> orient([(0, 0), (0, 2), (2, 0)])[0]
    ((2, 0), (0, 2), (0, 0))
    """
    outside = tuple(exterior) if signed_area(exterior) > 0 else tuple(reversed(exterior))
    inside = tuple(tuple(hole) if signed_area(hole) < 0 else tuple(reversed(hole)) for hole in holes)
    return outside, inside


def outline_faults(exterior: Points, holes: Sequence[Points] = ()) -> tuple[OutlineFault, ...]:
    """Name everything that keeps these open rings from enclosing an area.

    >>> [fault.found for fault in outline_faults([(0, 0), (2, 2), (2, 0), (0, 2)])]
    ['an outline that crosses or touches itself at (1, 1)']
    """
    rings = (exterior, *holes)
    found = [fault for number, ring in enumerate(rings) if (fault := _ring_fault(number, ring)) is not None]
    if found:
        return tuple(found)
    return _hole_faults(rings) if holes else ()


def _ring_fault(number: int, ring: Points) -> OutlineFault | None:
    if len(set(ring)) < 3:
        return OutlineFault(number, f"{len(set(ring))} different points", "at least 3 different points")
    (flaw,) = flaws(shape_array([make_polygon(ring)]))
    if flaw and not _is_flat(ring):
        found = f"an outline that crosses or touches itself{_place_named(flaw)}"
        return OutlineFault(number, found, _CROSSING)
    if flaw or abs(signed_area(ring)) < SMALLEST_AREA:
        return OutlineFault(number, "an outline without an area", _AREA)
    return None


def _is_flat(ring: Points) -> bool:
    """Say whether all corners lie on one line: such a ring also counts as crossing itself."""
    xy = np.asarray(ring, dtype=np.float64) - ring[0]
    east, north = xy[np.argmax(np.hypot(xy[:, 0], xy[:, 1]))]
    reach = np.hypot(east, north)
    return bool(np.all(np.abs(xy[:, 0] * north - xy[:, 1] * east) <= EPSILON * reach))


def _place_named(reason: str) -> str:
    """Take the place out of GEOS's words, which end in ``[x y]``."""
    _, bracket, place = reason.partition("[")
    if not bracket:
        return ""
    x, _, y = place.rstrip("]").partition(" ")
    return f" at ({float(x):.6g}, {float(y):.6g})"


def _hole_faults(rings: Sequence[Points]) -> tuple[OutlineFault, ...]:
    shell, *holes = rings
    (flaw,) = flaws(shape_array([make_polygon(shell, holes)]))
    if not flaw:
        return ()
    inside = shape_array([make_polygon(hole) for hole in holes])
    outside = areas(differences(inside, shape_array([make_polygon(shell)] * len(holes)))) > SMALLEST_AREA
    found = [
        OutlineFault(int(number) + 1, "a hole that reaches outside its outline", "a hole inside its outline")
        for number in np.flatnonzero(outside)
    ]
    pair = overlapping([(hole, ()) for hole in holes])
    if pair is not None:
        expected = "holes that do not overlap each other"
        found.append(OutlineFault(pair[1] + 1, f"a hole that overlaps hole {pair[0] + 1}", expected))
    if not found:
        what = "holes that cut the area into pieces or run along each other or the outline"
        expected = "holes that touch each other and the outline at single points at most"
        found.append(OutlineFault(None, what + _place_named(flaw), expected))
    return tuple(found)


def is_covered(point: Point, exterior: Points, holes: Sequence[Points] = ()) -> bool:
    """Does the point lie inside the outline or on its edge?

    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> is_covered((2, 1), square), is_covered((3, 1), square)
    (True, False)
    """
    polygon = shape_array([make_polygon(exterior, holes)])
    return bool(covers(polygon, floats(point[0]), floats(point[1]))[0])


def overlapping(outlines: Sequence[tuple[Points, Sequence[Points]]]) -> tuple[int, int] | None:
    """Give two outlines that share more than an edge, as their positions, or None.

    >>> square, other = [(0, 0), (2, 0), (2, 2), (0, 2)], [(1, 1), (3, 1), (3, 3), (1, 3)]
    >>> overlapping([(square, ()), (other, ())])
    (0, 1)
    """
    if len(outlines) < 2:
        return None
    shapes = shape_array([make_polygon(exterior, holes) for exterior, holes in outlines])
    prepare(shapes)
    for start in range(0, len(shapes), _AT_ONCE):
        one, other = touching_pairs(shapes[start : start + _AT_ONCE], shapes)
        later = other > one + start
        one, other = one[later] + start, other[later]
        hits = np.flatnonzero(areas(intersections(shapes[one], shapes[other])) > SMALLEST_AREA)
        if len(hits):
            return int(one[hits[0]]), int(other[hits[0]])
    return None


def is_entangled(pieces: Sequence[Shape], *, most: int) -> bool:
    """Say whether edges of different pieces cross, and pieces lie over each other, more often than this.

    Cutting all of them along each other costs about as much.

    >>> wide, tall = ([([(0, 0), (x, 0), (x, y), (0, y)], ())] for x, y in ((9, 2), (2, 9)))
    >>> is_entangled([wide, tall], most=2), is_entangled([wide, tall], most=1)
    (False, True)
    """
    outlines = [outline for each in pieces for outline in each]
    piece = np.repeat(np.arange(len(pieces), dtype=np.intp), [len(each) for each in pieces])
    if not _may_meet(outlines, piece, most):
        return False
    shapes = shape_array(make_polygon(*outline) for outline in outlines)
    count = meetings(shapes, piece, how="intersects", most=most)
    if count <= most:
        corner, ring, polygon = rings(shapes)
        first = np.flatnonzero(ring[1:] == ring[:-1])
        owner = piece[polygon[ring[first]]]
        count += meetings(segments(corner[first], corner[first + 1]), owner, how="crosses", most=most - count)
    return count > most


def _may_meet(outlines: Shape, piece: Ints, most: int) -> bool:
    """Say whether so many meetings are possible, as far as boxes and numbers of edges tell."""
    edges = np.array([len(shell) + sum(map(len, holes)) for shell, holes in outlines], dtype=np.intp)
    if edges.sum() ** 2 // 2 + len(edges) ** 2 <= most:
        return False
    shells = [np.asarray(shell, dtype=np.float64) for shell, _ in outlines]
    west, south = np.array([shell.min(axis=0) for shell in shells]).T
    east, north = np.array([shell.max(axis=0) for shell in shells]).T
    near = (west[:, None] <= east) & (south[:, None] <= north)
    near &= near.T & (piece[:, None] < piece)
    return int(edges @ near @ edges) + int(near.sum()) > most
