"""Where does this feature lie? GeoJSON geometry in inches: a Point, or a Polygon or MultiPolygon with holes.

A third coordinate is allowed and means nothing here. Whether the place suits the feature is for its reader.
"""

from collections.abc import Sequence
from functools import lru_cache

from astrike.errors import Problem, child
from astrike.formats.checks import Fields, number_words
from astrike.formats.json_text import shown
from astrike.geometry.outlines import OutlineFault, open_ring, orient, outline_faults, overlapping
from astrike.model.inch_limits import FARTHEST
from astrike.model.terrain import Outline, Point

MAX_VERTICES = 5_000
MAX_TABLE_VERTICES = 20_000
FEW_CORNERS = 100
"""Outlines with more are checked anew each time, so that little is kept in memory."""
AREAS = ("Polygon", "MultiPolygon")

_NUMBERS = (int, float)
_POSITION = "a position: two numbers, x and y in inches"


def vertex_count(geometry: object) -> int:
    """Count the positions of a geometry, whatever it looks like.

    >>> vertex_count({"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [0, 1], [0, 0]]]})
    4
    """
    waiting = [geometry.get("coordinates")] if isinstance(geometry, dict) else []
    count = 0
    while waiting:
        value = waiting.pop()
        if not isinstance(value, list) or not value:
            continue
        first = value[0]
        if not isinstance(first, list):
            count += 1
        elif first and not isinstance(first[0], list):
            count += len(value)
        else:
            waiting.extend(value)
    return count


def is_position(value: object) -> bool:
    """Is it a place that can be on or around a table?"""
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        return False
    for number in value:
        # true and false are numbers to Python, but not of these types.
        if type(number) not in _NUMBERS:
            return False
    return bool(-FARTHEST <= value[0] <= FARTHEST and -FARTHEST <= value[1] <= FARTHEST)


def read_position(at: str, value: object, problems: list[Problem]) -> Point | None:
    """Read one position."""
    if isinstance(value, list) and is_position(value):
        return (float(value[0]), float(value[1]))
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        problems.append(Problem(at, shown(value), _POSITION))
        return None
    for number, item in enumerate(value):
        if not isinstance(item, int | float) or isinstance(item, bool):
            problems.append(Problem(child(at, number), shown(item), "a number"))
        elif number < 2 and not -FARTHEST <= item <= FARTHEST:
            problems.append(Problem(child(at, number), shown(item), number_words(-FARTHEST, FARTHEST)))
    return None


def read_geometry(feature: Fields, types: Sequence[str]) -> Fields | None:
    """Read a feature's geometry as far as its type, which has to be one of these."""
    if not feature.require("geometry", f"a geometry: {' or '.join(types)}"):
        return None
    geometry = feature.object("geometry", f"a geometry: {' or '.join(types)}")
    if geometry is None or geometry.needed_word("type", types) is None:
        return None
    if not geometry.require("coordinates", "a list"):
        return None
    vertices = vertex_count(geometry.values)
    if vertices > MAX_VERTICES:
        geometry.report(
            "coordinates", f"at most {MAX_VERTICES:,} in a feature", found=f"{vertices:,} vertices"
        )
        return None
    return geometry


def read_point(feature: Fields) -> Point | None:
    """Read the place of a feature that is a point."""
    geometry = read_geometry(feature, ("Point",))
    if geometry is None:
        return None
    at = child(geometry.at, "coordinates")
    return read_position(at, geometry.values["coordinates"], feature.problems)


def read_any(feature: Fields) -> None:
    """Note what is wrong with the geometry of a feature of which nothing else is known."""
    geometry = feature.values.get("geometry")
    if isinstance(geometry, dict) and geometry.get("type") == "Point":
        read_point(feature)
    else:
        read_outlines(feature)


def read_outlines(feature: Fields) -> tuple[Outline, ...]:
    """Read the outlines of a feature that is an area; empty where something is wrong with any of them."""
    geometry = read_geometry(feature, AREAS)
    if geometry is None:
        return ()
    at = child(geometry.at, "coordinates")
    coordinates = geometry.values["coordinates"]
    if geometry.values["type"] == "Polygon":
        outline = _read_polygon(at, coordinates, feature.problems)
        return () if outline is None else (outline,)
    if not isinstance(coordinates, list) or not coordinates:
        feature.problems.append(Problem(at, shown(coordinates), "a list of one polygon or more"))
        return ()
    read = [_read_polygon(child(at, n), polygon, feature.problems) for n, polygon in enumerate(coordinates)]
    outlines = tuple(outline for outline in read if outline is not None)
    if len(outlines) < len(read):
        return ()
    pair = overlapping([(outline.exterior, outline.holes) for outline in outlines])
    if pair is not None:
        found = f"a polygon that overlaps {child('coordinates', pair[0])}"
        feature.problems.append(
            Problem(child(at, pair[1]), found, "polygons of one piece that do not overlap each other")
        )
        return ()
    return outlines


def _read_polygon(at: str, value: object, problems: list[Problem]) -> Outline | None:
    if not isinstance(value, list) or not value:
        problems.append(Problem(at, shown(value), "a list of rings: the outline, then its holes"))
        return None
    rings = [_read_ring(child(at, number), ring, problems) for number, ring in enumerate(value)]
    whole = [ring for ring in rings if ring is not None]
    if len(whole) < len(rings):
        return None
    look = _seen_before if sum(map(len, whole)) <= FEW_CORNERS else _looked_at
    outline, faults = look(tuple(whole))
    for fault in faults:
        place = at if fault.ring is None else child(at, fault.ring)
        problems.append(Problem(place, fault.found, fault.expected))
    return outline


def _looked_at(rings: tuple[tuple[Point, ...], ...]) -> tuple[Outline | None, tuple[OutlineFault, ...]]:
    """Make the outline of these rings, or say what keeps them from being one."""
    faults = outline_faults(rings[0], rings[1:])
    return (None if faults else Outline(*orient(rings[0], rings[1:]))), faults


# Units move, and the terrain is the same again.
_seen_before = lru_cache(maxsize=1024)(_looked_at)


def _read_ring(at: str, value: object, problems: list[Problem]) -> tuple[Point, ...] | None:
    if not isinstance(value, list) or not value:
        problems.append(Problem(at, shown(value), "a list of positions"))
        return None
    if all(map(is_position, value)):
        ring: list[Point] = [(float(position[0]), float(position[1])) for position in value]
    else:
        for number, position in enumerate(value):
            read_position(child(at, number), position, problems)
        return None
    if ring[0] != ring[-1]:
        found = f"({ring[-1][0]:g}, {ring[-1][1]:g})"
        expected = f"the first point again, ({ring[0][0]:g}, {ring[0][1]:g})"
        problems.append(Problem(child(at, len(ring) - 1), found, expected))
        return None
    corners = open_ring(ring)
    if len(set(corners)) < 3:
        different = f"{len(set(corners))} different point{'s' if len(set(corners)) > 1 else ''}"
        problems.append(Problem(at, different, "at least 3 different points"))
        return None
    return corners
