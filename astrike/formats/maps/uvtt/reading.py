"""What does a UniversalVTT map draw? Walls in grid cells, doors as portals; no heights.

Lines that close become areas, everything else lines. Light, weather and the picture are no terrain and are counted.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import child
from astrike.formats.maps.guesses import guess_scale
from astrike.formats.maps.large_json import NumberReader, as_text
from astrike.formats.maps.walls import JoinedWalls, join_walls, room_notes, rooms_among
from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import DrawnMap, DrawnShape, ShapeGroup
from astrike.model.terrain import Outline, Point, Ring

LABEL: Final = "UniversalVTT"
NEARLY: Final = 0.05
"""Cells that the ends of a line may be apart and still be meant to meet."""
MOST_LINES: Final = 20_000

_KNOWN: Final = frozenset(
    {
        "format", "resolution", "line_of_sight", "objects_line_of_sight", "portals", "environment", "lights",
        "image",
    }
)  # fmt: skip
_WITH_KIND: Final = "building"


def is_uvtt(document: Mapping[str, object]) -> bool:
    """Does this document look like a UniversalVTT map?

    >>> is_uvtt({"format": 0.3, "resolution": {"map_size": {"x": 9, "y": 9}}, "line_of_sight": []})
    True
    """
    resolution = document.get("resolution")
    return "line_of_sight" in document or (isinstance(resolution, dict) and "map_size" in resolution)


def read_uvtt(document: Mapping[str, object], name: str = "") -> DrawnMap:
    """Read a UniversalVTT map; coordinates are cells from the map's own corner.

    >>> square = [{"x": x, "y": y} for x, y in ((3, 3), (5, 3), (5, 5), (3, 5), (3, 3))]
    >>> size = {"map_origin": {"x": 1, "y": 1}, "map_size": {"x": 24, "y": 20}}
    >>> drawing = read_uvtt({"format": "1.0", "resolution": size, "line_of_sight": [square]})
    >>> drawing.box, drawing.shapes[0].outlines[0].exterior
    ((0.0, 0.0, 24.0, 20.0), ((2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.0, 4.0)))
    """
    numbers = NumberReader()
    origin, size = _resolution(document, numbers)
    numbers.settle()
    walls = _lines(document, "line_of_sight", origin, numbers)
    objects = _lines(document, "objects_line_of_sight", origin, numbers)
    portals = _portals(document, origin, numbers)
    aside = numbers.kept_aside(is_empty=not (walls or objects or portals))
    joined, around = join_walls(walls, near=NEARLY), join_walls(objects, near=NEARLY)
    places = [point for line in (*walls, *objects) for point in line]
    box = (0.0, 0.0, *size) if size else _around(places)
    rooms = rooms_among(joined)
    shapes = (
        *_areas("closed walls", joined),
        *(DrawnShape("walls", path=path) for path in joined.paths),
        *(DrawnShape("walls around walls", path=(*ring, ring[0])) for ring in rooms),
        *_areas("closed outlines of objects", around),
        *(DrawnShape("outlines of objects", path=path) for path in around.paths),
        *(DrawnShape(portal.group, path=portal.line) for portal in portals),
    )
    notes = (
        *aside,
        *_line_notes("line_of_sight", joined),
        *_line_notes("objects_line_of_sight", around),
        *room_notes("line_of_sight", rooms),
        *(
            []
            if size
            else [ImportNote("resolution.map_size", "is missing: the map is as large as what it draws")]
        ),
        *_other_notes(document),
    )
    version = as_text(document.get("format"), most=20)
    return DrawnMap(
        format="uvtt",
        label=f"{LABEL} {version}".strip(),
        unit="cell",
        scale=None,
        guess=guess_scale(box[2] - box[0], box[3] - box[1]),
        y_down=True,
        box=box,
        shapes=shapes,
        groups=_groups(shapes),
        notes=notes,
        name=name,
        origin=origin if origin != (0.0, 0.0) else None,
    )


def _resolution(document: Mapping[str, object], numbers: NumberReader) -> tuple[Point, Point | None]:
    """Give the map's corner and its size in cells."""
    resolution = document.get("resolution")
    if resolution is None:
        return (0.0, 0.0), None
    if not isinstance(resolution, dict):
        numbers.report("resolution", resolution, "an object")
        return (0.0, 0.0), None
    origin: Point | None = (0.0, 0.0)
    if resolution.get("map_origin") is not None:
        origin = numbers.xy(resolution["map_origin"], "resolution.map_origin")
    if resolution.get("map_size") is None:
        return origin or (0.0, 0.0), None
    size = numbers.xy(resolution["map_size"], "resolution.map_size")
    if size is not None and not (size[0] > 0 and size[1] > 0):
        numbers.report("resolution.map_size", resolution["map_size"], "a width and a depth above 0")
    return origin or (0.0, 0.0), size


def _lines(
    document: Mapping[str, object], key: str, origin: Point, numbers: NumberReader
) -> list[tuple[Point, ...]]:
    found: list[tuple[Point, ...]] = []
    for place, line in numbers.items(document, key):
        if len(found) >= MOST_LINES:
            numbers.refuse(key, document[key], f"at most {MOST_LINES:,} lines")
        if not isinstance(line, list):
            numbers.report(place, line, "a list of positions")
            continue
        points = [numbers.xy(point, child(place, number)) for number, point in enumerate(line)]
        whole = tuple(_moved(point, origin) for point in points if point is not None)
        if len(whole) == len(points):
            found.append(whole)
    return found


def _moved(point: Point, origin: Point) -> Point:
    # What the subtraction leaves behind the ninth decimal is noise.
    return (round(point[0] - origin[0], 9) + 0.0, round(point[1] - origin[1], 9) + 0.0)


@dataclass(frozen=True, slots=True)
class _Portal:
    group: str
    line: Ring


def _portals(document: Mapping[str, object], origin: Point, numbers: NumberReader) -> list[_Portal]:
    found: list[_Portal] = []
    for place, portal in numbers.objects(document, "portals"):
        if len(found) >= MOST_LINES:
            numbers.refuse("portals", document["portals"], f"at most {MOST_LINES:,} portals")
        bounds = portal.get("bounds")
        if not isinstance(bounds, list) or len(bounds) != 2:
            numbers.report(child(place, "bounds"), bounds, "a list of two positions")
            continue
        ends = [numbers.xy(end, child(child(place, "bounds"), number)) for number, end in enumerate(bounds)]
        line = tuple(_moved(end, origin) for end in ends if end is not None)
        if len(line) < len(ends):
            continue
        # A portal that does not say is a door that somebody closed: what hides is the safer guess.
        found.append(_Portal("open portals" if portal.get("closed") is False else "closed portals", line))
    return found


def _around(places: Sequence[Point]) -> tuple[float, float, float, float]:
    """Give the edges of a map that does not say its size: as far as it draws, and never nothing."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    west, north, east, south = min((0.0, *xs)), min((0.0, *ys)), max((0.0, *xs)), max((0.0, *ys))
    return (west, north, east if east > west else west + 1.0, south if south > north else north + 1.0)


def _areas(group: str, joined: JoinedWalls) -> tuple[DrawnShape, ...]:
    return tuple(DrawnShape(group, outlines=(Outline(ring),)) for ring in joined.rings)


def _line_notes(at: str, joined: JoinedWalls) -> list[ImportNote]:
    notes = []
    for gap in joined.nearly:
        words = f"a line whose ends are {gap:.3f} cells apart was taken for closed"
        notes.append(ImportNote(at, words))
    if joined.repeated:
        notes.append(ImportNote(at, "a line that is there twice was taken once", joined.repeated))
    if joined.empty:
        notes.append(ImportNote(at, "a line without any length was left out", joined.empty))
    return notes


def _other_notes(document: Mapping[str, object]) -> list[ImportNote]:
    notes = []
    image = document.get("image")
    if isinstance(image, str) and image:
        shown = as_text(image)
        is_path = len(image) <= 500 and "." in shown
        notes.append(
            ImportNote(
                "image", f"the picture {shown} was not fetched" if is_path else "the picture was left out"
            )
        )
    lights = document.get("lights")
    if isinstance(lights, list) and lights:
        notes.append(ImportNote("lights", "a light is no terrain", len(lights)))
    if document.get("environment"):
        notes.append(ImportNote("environment", "light of the scene: the table's own is set by hand"))
    notes.extend(
        ImportNote(as_text(key, most=60), "is not known here and was left out")
        for key in document
        if key not in _KNOWN
    )
    return notes


def _groups(shapes: Sequence[DrawnShape]) -> tuple[ShapeGroup, ...]:
    counts: dict[str, int] = {}
    for shape in shapes:
        counts[shape.group] = counts.get(shape.group, 0) + 1
    return tuple(
        ShapeGroup(key, label, counts[key], kind=kind, is_line=is_line, why=why)
        for key, label, kind, is_line, why in _ABOUT
        if key in counts
    )


_ABOUT: Final = (
    ("closed walls", "Closed walls", _WITH_KIND, False, "walls that close: taken for solid pieces"),
    ("walls", "Walls", "wall", True, "walls that do not close: taken for thin walls"),
    (
        "walls around walls",
        "Closed walls with others inside, as thin walls",
        "",
        True,
        "the same walls once more: choose this instead of the closed walls where they are rooms",
    ),
    ("closed outlines of objects", "Closed outlines of objects", _WITH_KIND, False, "taken for solid pieces"),
    ("outlines of objects", "Outlines of objects", "wall", True, "taken for thin walls"),
    ("closed portals", "Closed doors and windows", "wall", True, "they close the gaps in the walls"),
    ("open portals", "Open doors and windows", "", True, "one sees and walks through"),
)  # fmt: skip
