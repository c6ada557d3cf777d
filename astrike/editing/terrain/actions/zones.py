"""Which zone does a rule make: so many inches from an edge, a corner, the centre or a marked point, or a triangle?

The zones that events use are unions of these (edges, corners, centre, one triangle, points). A zone keeps the words
of its rule as its shape; moved or reshaped it is an outline like any other.
"""

from collections.abc import Callable, Mapping
from typing import Final

from astrike.editing.terrain.actions.properties import typed_properties
from astrike.editing.terrain.edit_requests import EditResult, WishReader, new_feature
from astrike.editing.terrain.shapes import ZoneForm
from astrike.formats.checks import number_or_none
from astrike.formats.table.document_head import HOMES
from astrike.geometry.shaping import Areas, difference, ellipse, intersection, rectangle, union
from astrike.model.inch_limits import LARGEST_TABLE
from astrike.model.terrain import Point, Ring

KINDS: Final = ("deployment", "objective-area")
CORNERS: Final = ("south-west", "south-east", "north-west", "north-east")
BOTH: Final = "both"
"""Both corners of the edge."""
RULES: Final = ("edge", "corner", "centre", "triangle", "point")


def zone(asked: WishReader) -> EditResult:
    """Lay a zone by rule; without an edge it is at the home edge of its side."""
    typed = asked.typed
    kind = typed.word("kind", "deployment", KINDS)
    rule = typed.needed_word("rule", RULES)
    inches = typed.needed_number("inches", low=0.1, high=LARGEST_TABLE)
    words: dict[str, object] = {"rule": rule or "", "inches": inches}
    if rule in ("edge", "triangle"):
        words["edge"] = _edge(asked)
    if rule == "corner":
        corner = typed.word("corner", None, (*CORNERS, BOTH)) if typed.is_given("corner") else BOTH
        words["corner"] = corner
        if corner == BOTH:
            words["edge"] = _edge(asked)
    if rule == "edge":
        start = typed.number("from", 0.0, low=0.0, high=LARGEST_TABLE)
        if start >= inches > 0.0:
            typed.report("from", f"less than {inches:g}″, where the zone ends")
        words["from"] = start
    if rule == "centre":
        words["shift"] = typed.number("shift", 0.0, low=0.0, high=LARGEST_TABLE)
        if words["shift"]:
            words["edge"] = _edge(asked)
    if rule == "point":
        words |= _place(asked)
    stated = typed_properties(asked, only=("name", "side"))
    typed.settle()
    areas = zone_areas(words, asked.table.width, asked.table.depth)
    if not areas:
        typed.report("inches", "a zone that lies on the table")
        typed.settle()
    name = asked.fresh_id(kind)
    about = {"kind": kind, **stated}
    operation = new_feature(name, ZoneForm(words, areas), about)
    return asked.answer("terrain.added", [operation], asked.names_of([operation]), selected=[name])


def _edge(asked: WishReader) -> str:
    """Read the edge, else give the home edge of the zone's side."""
    home = next((side.home for side in asked.table.sides if side.id == asked.typed.text("side")), None)
    edge = asked.typed.word("edge", home, HOMES)
    if edge is None and "edge" not in {problem.at for problem in asked.typed.problems}:
        asked.typed.report("edge", "an edge, or a side that has a home edge")
    return edge or HOMES[0]


def _place(asked: WishReader) -> dict[str, object]:
    markers = {marker.id: marker for marker in asked.table.markers}
    found = asked.typed.needed_word("of", markers)
    return {} if found is None else {"of": found, "at": list(markers[found].at)}


def zone_areas(words: Mapping[str, object], width: float, depth: float) -> Areas:
    """Give the areas of a zone on a table of this size.

    >>> zone_areas({"rule": "edge", "edge": "south", "inches": 3.0, "from": 0.0}, 48, 36)
    ((((0.0, 0.0), (48.0, 0.0), (48.0, 3.0), (0.0, 3.0)), ()),)
    >>> zone_areas({"rule": "triangle", "edge": "west", "inches": 12.0}, 48, 36)[0][0]
    ((0.0, 0.0), (12.0, 18.0), (0.0, 36.0))
    """
    table = rectangle((width / 2, depth / 2), width, depth)
    return _MADE[str(words["rule"])](words, table)


def _from_edge(words: Mapping[str, object], table: Ring) -> Areas:
    start, end = (number_or_none(words.get("from")) or 0.0), (number_or_none(words["inches"]) or 0.0)
    strips = [_band(table, str(words["edge"]), inches) for inches in (end, start) if inches > 0.0]
    if len(strips) == 1:
        return intersection([(strips[0], ())], [(table, ())])
    return intersection(difference([(strips[0], ())], [(strips[1], ())]), [(table, ())])


def _band(table: Ring, edge: str, inches: float) -> Ring:
    """Give the ground within so many inches of an edge."""
    (west, south), _, (east, north), _ = table
    match edge:
        case "south":
            return _box(west, south, east, south + inches)
        case "north":
            return _box(west, north - inches, east, north)
        case "west":
            return _box(west, south, west + inches, north)
        case _:
            return _box(east - inches, south, east, north)


def _box(west: float, south: float, east: float, north: float) -> Ring:
    return ((west, south), (east, south), (east, north), (west, north))


def _from_corner(words: Mapping[str, object], table: Ring) -> Areas:
    corner = str(words["corner"])
    named = (
        [corner] if corner != BOTH else [each for each in CORNERS if str(words["edge"]) in each.split("-")]
    )
    discs = [_disc(_corner(table, each), (number_or_none(words["inches"]) or 0.0)) for each in named]
    return intersection(union([(disc, ()) for disc in discs]), [(table, ())])


def _corner(table: Ring, name: str) -> Point:
    (west, south), _, (east, north), _ = table
    return (west if "west" in name else east, south if "south" in name else north)


def _disc(at: Point, inches: float) -> Ring:
    return ellipse(at, 2 * inches, 2 * inches)


def _from_centre(words: Mapping[str, object], table: Ring) -> Areas:
    (west, south), _, (east, north), _ = table
    shift = number_or_none(words.get("shift")) or 0.0
    way = {"north": (0.0, 1.0), "south": (0.0, -1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0)}
    dx, dy = way.get(str(words.get("edge")), (0.0, 0.0))
    at = ((west + east) / 2 + shift * dx, (south + north) / 2 + shift * dy)
    return intersection([(_disc(at, (number_or_none(words["inches"]) or 0.0)), ())], [(table, ())])


def _triangle(words: Mapping[str, object], table: Ring) -> Areas:
    edge, inches = str(words["edge"]), (number_or_none(words["inches"]) or 0.0)
    ends = [_corner(table, name) for name in CORNERS if edge in name.split("-")]
    (ax, ay), (bx, by) = ends
    inwards = {"north": (0.0, -1.0), "south": (0.0, 1.0), "east": (-1.0, 0.0), "west": (1.0, 0.0)}[edge]
    tip = ((ax + bx) / 2 + inches * inwards[0], (ay + by) / 2 + inches * inwards[1])
    return intersection([((ends[0], ends[1], tip), ())], [(table, ())])


def _from_point(words: Mapping[str, object], table: Ring) -> Areas:
    at = words["at"]
    assert isinstance(at, list)
    return intersection(
        [(_disc((at[0], at[1]), (number_or_none(words["inches"]) or 0.0)), ())], [(table, ())]
    )


_MADE: Final[Mapping[str, Callable[[Mapping[str, object], Ring], Areas]]] = {
    "edge": _from_edge,
    "corner": _from_corner,
    "centre": _from_centre,
    "triangle": _triangle,
    "point": _from_point,
}
