"""Which points do the outlines of an SVG element join, after all transforms?

Curves become straight sides that stay within a given distance of them. A line that was drawn twice, such as a white
core on a black casing, counts once.
"""

import math
import re
from collections.abc import Iterable, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from svgelements import Arc, Close, CubicBezier, Line, Move, Path, QuadraticBezier

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.maps.drawing_builder import MOST_CORNERS
from astrike.formats.maps.svg.numbers import Matrix, growth, length_of, numbers_in
from astrike.formats.maps.walls import holds
from astrike.geometry.outlines import signed_area
from astrike.model.terrain import Outline, Point, Ring

LONGEST: Final = 4_000_000
"""Characters of path data in one file."""

_FARTHEST: Final = 1e7

_MOST_SIDES: Final = 400
"""Sides of one curve."""

_DATA: Final = re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-.,\s]*")

_NO_AREA: Final = 1e-9

_MOST_NESTED: Final = 300


@dataclass(frozen=True, slots=True)
class SubPath:
    """One stretch of a path without a gap."""

    points: Ring
    is_closed: bool
    is_one_curve: bool = False
    """Nothing but a single curve."""


def sub_paths(
    tag: str, element: Element, matrix: Matrix, view: tuple[float, float], within: float
) -> tuple[SubPath, ...] | None:
    """Give the stretches of an element in the root's units; None where they cannot be read.

    >>> square = Element("path", d="M 0 0 h 2 v 2 h -2 z m 5 5 l 1 0")
    >>> [(sub.points[-1], sub.is_closed) for sub in sub_paths("path", square, (1, 0, 0, 1, 0, 0), (9, 9), 0.1)]
    [((0.0, 2.0), True), ((6.0, 5.0), False)]
    """
    if tag == "path":
        return _path(element.get("d", ""), matrix, within)
    local = within / (growth(matrix) or 1.0)
    points: Sequence[Point]
    is_closed = tag not in ("line", "polyline")
    if tag in ("polyline", "polygon"):
        found = numbers_in(element.get("points", ""))
        # An odd number at the end belongs to no point.
        points = list(zip(found[::2], found[1::2], strict=False))
    elif tag == "line":
        points = [(_of(element, f"x{n}", view[0]), _of(element, f"y{n}", view[1])) for n in (1, 2)]
    elif tag == "rect":
        points = _rect(element, view, local)
    else:
        x, y = _of(element, "cx", view[0]), _of(element, "cy", view[1])
        diagonal = math.hypot(*view) / math.sqrt(2)
        radii = (
            (_of(element, "r", diagonal),) * 2
            if tag == "circle"
            else (_of(element, "rx", view[0]), _of(element, "ry", view[1]))
        )
        points = _bow((x, y), radii, 0.0, 360.0, local)[:-1] if min(radii) > 0 else []
    return (SubPath(_mapped(points, matrix), is_closed),) if points else ()


def _of(element: Element, key: str, whole: float) -> float:
    return length_of(element.get(key), whole)


def _rect(element: Element, view: tuple[float, float], within: float) -> list[Point]:
    x, y, width, depth = (
        _of(element, key, view[number % 2]) for number, key in enumerate(("x", "y", "width", "height"))
    )
    if not (width > 0 and depth > 0):
        return []
    given = [element.get(key) for key in ("rx", "ry")]
    radii = [
        length_of(own if own not in (None, "auto") else other, whole)
        for own, other, whole in zip(given, given[::-1], view, strict=True)
    ]
    rx, ry = min(max(radii[0], 0.0), width / 2), min(max(radii[1], 0.0), depth / 2)
    if not (rx > 0 and ry > 0):
        return [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]
    corners = (
        ((x + width - rx, y + ry), 270.0),
        ((x + width - rx, y + depth - ry), 0.0),
        ((x + rx, y + depth - ry), 90.0),
        ((x + rx, y + ry), 180.0),
    )
    return [point for centre, start in corners for point in _bow(centre, (rx, ry), start, 90.0, within)]


def _bow(
    centre: Point, radii: tuple[float, float] | Sequence[float], start: float, sweep: float, within: float
) -> list[Point]:
    """Give places on the arc of an upright ellipse, both ends among them."""
    longest = max(radii)
    share = min(max(within / longest, 1e-6), 0.5)
    sides = min(_MOST_SIDES, max(2, math.ceil(sweep / 360 * math.pi / math.acos(1 - share))))
    sides = max(sides, math.ceil(sweep / 45))
    angles = (math.radians(start + sweep * number / sides) for number in range(sides + 1))
    return [
        (centre[0] + radii[0] * math.cos(angle), centre[1] + radii[1] * math.sin(angle)) for angle in angles
    ]


def _mapped(points: Iterable[Point], matrix: Matrix) -> Ring:
    a, b, c, d, e, f = matrix
    found = tuple((round(a * x + c * y + e, 9) + 0.0, round(b * x + d * y + f, 9) + 0.0) for x, y in points)
    # Asked this way round, because NaN is not within anything.
    if not all(abs(x) <= _FARTHEST and abs(y) <= _FARTHEST for x, y in found):
        raise InputError([Problem("coordinates", "a place without end", f"at most {_FARTHEST:g} units away")])
    return found


def _path(data: str, matrix: Matrix, within: float) -> tuple[SubPath, ...] | None:
    if not _DATA.fullmatch(data):
        return None
    try:
        return _subs(list(Path(data)), matrix, within)
    except (ValueError, IndexError, ZeroDivisionError, OverflowError, TypeError, AttributeError):
        # Each of these is how the library says, now or when a segment is asked, that numbers are missing.
        return None


def _subs(segments: Sequence[object], matrix: Matrix, within: float) -> tuple[SubPath, ...] | None:
    subs: list[SubPath] = []
    points: list[Point] = []
    curves = 0

    def finish(*, is_closed: bool) -> None:
        if len(points) > 1:
            subs.append(SubPath(tuple(points), is_closed, curves == 1 and not is_closed and not straight))

    straight = 0
    for segment in segments:
        if isinstance(segment, Move):
            finish(is_closed=False)
            points, curves, straight = [*_ends(segment, matrix)[-1:]], 0, 0
        elif isinstance(segment, Close):
            finish(is_closed=True)
            # What goes on without a move begins where the closed stretch began.
            points, curves, straight = points[:1], 0, 0
        else:
            if not points:
                return None
            steps = _steps(segment, matrix, within)
            points.extend(steps)
            if len(points) > MOST_CORNERS:
                raise InputError([Problem("path", f"more than {MOST_CORNERS:,} places", "a shorter path")])
            if isinstance(segment, Line):
                straight += 1
            else:
                curves += 1
    finish(is_closed=False)
    return tuple(subs)


def _ends(segment: Move, matrix: Matrix) -> Ring:
    return _mapped([(float(segment.end.x), float(segment.end.y))], matrix)


def _steps(segment: Line | QuadraticBezier | CubicBezier | Arc, matrix: Matrix, within: float) -> list[Point]:
    """Give the places after the segment's start."""
    if isinstance(segment, Line):
        return list(_mapped([_xy(segment.end)], matrix))
    if isinstance(segment, Arc):
        return _arc(segment, matrix, within)
    if isinstance(segment, QuadraticBezier):
        start, handle, end = (_xy(each) for each in (segment.start, segment.control, segment.end))
        first, second = (
            (each[0] + 2 / 3 * (handle[0] - each[0]), each[1] + 2 / 3 * (handle[1] - each[1]))
            for each in (start, end)
        )
        return _bend(_mapped([start, first, second, end], matrix), within)
    four = [_xy(each) for each in (segment.start, segment.control1, segment.control2, segment.end)]
    return _bend(_mapped(four, matrix), within)


def _xy(point: object) -> Point:
    return (float(point.x), float(point.y))  # type: ignore[attr-defined]  # a point of svgelements, which has no types


def _arc(arc: Arc, matrix: Matrix, within: float) -> list[Point]:
    end = _xy(arc.end)
    rx, ry, sweep = float(arc.rx), float(arc.ry), float(arc.sweep)
    if not all(map(math.isfinite, (rx, ry, sweep))) or max(rx, ry) > _FARTHEST:
        raise InputError([Problem("path", "an arc without end", f"a radius of at most {_FARTHEST:g}")])
    if min(rx, ry) <= 0 or sweep == 0:
        return list(_mapped([end], matrix))
    share = min(max(within / (growth(matrix) or 1.0) / max(rx, ry), 1e-6), 0.5)
    sides = max(math.ceil(abs(sweep) / (2 * math.acos(1 - share))), math.ceil(abs(sweep) / (math.pi / 4)))
    count = min(_MOST_SIDES, sides)
    # What the library asks anew for each place is asked once.
    (east, south), turn, start = _xy(arc.center), float(arc.get_rotation()), float(arc.get_start_t())
    across, down = math.cos(turn), math.sin(turn)
    inner = []
    for number in range(1, count):
        angle = start + sweep * number / count
        x, y = rx * math.cos(angle), ry * math.sin(angle)
        inner.append((east + x * across - y * down, south + x * down + y * across))
    return list(_mapped([*inner, end], matrix))


def _bend(four: Ring, within: float) -> list[Point]:
    """Give places on a curve of four points that has been transformed already."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = four
    bow = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    count = min(_MOST_SIDES, max(1, math.ceil(math.sqrt(0.75 * bow / within)))) if bow > 0 else 1
    found: list[Point] = []
    for number in range(1, count):
        t = number / count
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return [*found, (x3, y3)]


def areas_of(subs: Sequence[SubPath], *, is_even_odd: bool) -> tuple[Outline, ...]:
    """Give what a fill paints: each outline with the holes in it.

    >>> outer, inner = ((0, 0), (9, 0), (9, 9), (0, 9)), ((3, 3), (6, 3), (6, 6), (3, 6))
    >>> [len(area.holes) for area in areas_of((SubPath(outer, True), SubPath(inner, True)), is_even_odd=True)]
    [1]
    >>> [len(area.holes) for area in areas_of((SubPath(outer, True), SubPath(inner, True)), is_even_odd=False)]
    [0]
    """
    rings = [_ring(sub.points) for sub in subs]
    rings = [ring for ring in rings if len(ring) >= 3]
    if len(rings) == 1 or len(rings) > _MOST_NESTED:
        return tuple(Outline(ring) for ring in rings)
    sizes = [signed_area(ring) for ring in rings]
    order = sorted(range(len(rings)), key=lambda number: -abs(sizes[number]))
    around: dict[int, list[int]] = {}
    for place, number in enumerate(order):
        around[number] = [other for other in order[:place] if _is_in(rings[number], rings[other])]
    outer: dict[int, list[Ring]] = {}
    for number in order:
        signs = [1 if sizes[other] > 0 else -1 for other in around[number]]
        own = 1 if sizes[number] > 0 else -1
        before, after = sum(signs), sum(signs) + own
        was, now = (len(signs) % 2, (len(signs) + 1) % 2) if is_even_odd else (before, after)
        if bool(was) == bool(now):
            continue
        if now:
            outer[number] = []
        else:
            home = next((other for other in reversed(around[number]) if other in outer), None)
            if home is not None:
                outer[home].append(rings[number])
    return tuple(Outline(rings[number], tuple(holes)) for number, holes in outer.items())


def _ring(points: Ring) -> Ring:
    ring = points[:-1] if len(points) > 1 and math.dist(points[0], points[-1]) < 1e-9 else points
    (x0, y0), rest = ring[0], ring[1:]
    x1, y1 = max(rest, key=lambda point: math.dist(ring[0], point), default=ring[0])
    # Asked of the corners, not of the area: that of a figure eight is nothing.
    is_wide = any(abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) > _NO_AREA for x, y in rest)
    return ring if is_wide else ()


def _is_in(ring: Ring, other: Ring) -> bool:
    """Does most of the ring lie in the other?"""
    step = max(1, len(ring) // 5)
    middles = [
        ((ring[number][0] + ring[number - 1][0]) / 2, (ring[number][1] + ring[number - 1][1]) / 2)
        for number in range(0, len(ring), step)
    ]
    return 2 * sum(holds(other, [middle]) for middle in middles) > len(middles)


_DIGITS: Final = 6

Run = tuple[bool, tuple[Point, ...]]
"""Is it closed, and through which places does it go; the same from whichever end it is drawn."""


def runs_of(subs: Iterable[SubPath]) -> frozenset[Run]:
    """Give lines as what can be compared: from whichever end and corner they were begun.

    >>> there, back = SubPath(((0.0, 0.0), (9.0, 0.0)), False, False), SubPath(((9.0, 0.0), (0.0, 0.0)), False, False)
    >>> runs_of([there]) == runs_of([back])
    True
    """
    return frozenset(_run(sub.points, is_closed=sub.is_closed) for sub in subs)


def rims_of(areas: Iterable[Outline]) -> frozenset[Run]:
    """Give the outlines of areas as closed lines."""
    return frozenset(_run(ring, is_closed=True) for area in areas for ring in (area.exterior, *area.holes))


def _run(points: Sequence[Point], *, is_closed: bool) -> Run:
    places = [(round(x, _DIGITS) + 0.0, round(y, _DIGITS) + 0.0) for x, y in points]
    if len(places) > 3 and places[0] == places[-1]:
        is_closed, places = True, places[:-1]
    if is_closed:
        return True, min(_turned(places), _turned(places[::-1]))
    return False, min(tuple(places), tuple(places[::-1]))


def _turned(places: list[Point]) -> tuple[Point, ...]:
    """Let a closed line begin at its least place."""
    start = places.index(min(places))
    return tuple(places[start:] + places[:start])


def drawn_again(strokes: Sequence[tuple[frozenset[Run], float]], rims: frozenset[Run]) -> set[int]:
    """Give the numbers of strokes that follow a wider one, or an earlier one as wide, or go around an area.

    >>> line = runs_of([SubPath(((0.0, 0.0), (9.0, 0.0)), False, False)])
    >>> drawn_again([(line, 2.0), (line, 6.0), (line, 6.0)], frozenset())
    {0, 2}
    """
    widest: dict[frozenset[Run], int] = {}
    again: set[int] = set()
    for number, (runs, width) in enumerate(strokes):
        if not runs:
            continue
        if runs <= rims:
            again.add(number)
            continue
        other = widest.setdefault(runs, number)
        if other == number:
            continue
        if width > strokes[other][1]:
            again.add(other)
            widest[runs] = number
        else:
            again.add(number)
    return again
