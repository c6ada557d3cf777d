"""Which outlines lie on the object layers of a Tiled map?

Tiled's JSON: pixels, y down, objects in layers, layers in groups. An object is a rectangle unless it says that it is
something else, and is turned clockwise about its own x and y. Tiles are pictures and no outlines.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE
from astrike.formats.maps.drawing_builder import DrawingBuilder
from astrike.formats.maps.guesses import UNKNOWN, guess_by_size, kind_meant, with_something
from astrike.formats.maps.large_json import NumberReader, as_figure, as_number, as_text
from astrike.formats.table.terrain import MARKERS
from astrike.geometry.shaping import ellipse
from astrike.model.imported_map import DrawnMap, DrawnShape, ShapeGroup
from astrike.model.terrain import Outline, Point, Ring

MOST_PIXELS: Final = 1e6
_SMALLEST_TABLE, _LARGEST_TABLE = 12.0, 144.0
_SCALES: Final = ("inchesperpixel", "inchesperpx", "inchespixel", "astrikescale")
"""Properties of a map that say how large it is, without blanks and dashes."""
_PER_INCH: Final = ("pixelsperinch", "pxperinch")
_NUMBERS: Final = ("height", "base", "depth", "toward", "cf", "floors", "density", "radius")
_KNOWN: Final = (*_NUMBERS, "class", "side", "locked", "group", "kind")
_PIECE: Final = "piece"
"""Property of an object that names the piece it is a part of."""
_MEMBERS: Final = (
    *(
        "id",
        "name",
        "type",
        "class",
        "x",
        "y",
        "width",
        "height",
        "rotation",
        "visible",
        "opacity",
        "properties",
    ),
    *("polygon", "polyline", "ellipse", "point", "capsule", "text", "gid", "template"),
)
"""Of an object, as Tiled's format knows them."""
_HALF: Final = (0.0, 0.5, 1.0)
_ALIGNED: Final[Mapping[str, Point]] = {
    f"{vertical}{horizontal}" or "center": (_HALF[column], _HALF[row])
    for row, vertical in enumerate(("top", "", "bottom"))
    for column, horizontal in enumerate(("left", "", "right"))
}
"""Where in its rectangle the x and y of a tile object are."""


def is_tiled(document: Mapping[str, object]) -> bool:
    """Say whether a document is a Tiled map."""
    return isinstance(document.get("layers"), list) and (
        "tilewidth" in document or "orientation" in document or document.get("type") == "map"
    )


def read_tiled(document: Mapping[str, object], name: str) -> DrawnMap:
    """Read a Tiled map.

    >>> hill = {"type": "hill", "x": 32, "y": 64, "width": 96, "height": 32, "rotation": 0}
    >>> layer = {"type": "objectgroup", "name": "Terrain", "objects": [hill]}
    >>> size = {"width": 20, "height": 15, "tilewidth": 32, "tileheight": 32}
    >>> drawing = read_tiled({"orientation": "orthogonal", "layers": [layer], **size}, "")
    >>> drawing.box, drawing.groups[0].kind, drawing.shapes[0].outlines[0].exterior[0]
    ((0.0, 0.0, 640.0, 480.0), 'hill', (32.0, 64.0))
    """
    walk = _LayerReader(document)
    walk.layers(document, "", _Above())
    walk.note_settings()
    aside = walk.numbers.kept_aside(is_empty=not walk.gathering.shapes)
    shapes = tuple(walk.gathering.shapes)
    if not shapes:
        found = "a Tiled map without objects" if walk.has_tiles else "a Tiled map without layers of objects"
        raise InputError([Problem(FILE, found, "at least one rectangle, ellipse, polygon or line")])
    box = walk.box()
    wide, deep = box[2] - box[0], box[3] - box[1]
    return DrawnMap(
        format="tiled",
        label="Tiled map",
        unit="px",
        scale=_scale(document),
        guess=_guess(wide, deep, walk.tile_height if walk.orientation == "isometric" else walk.tile_width),
        y_down=True,
        box=box,
        shapes=shapes,
        groups=with_something(walk.gathering.groups),
        notes=(*walk.gathering.notes, *aside),
        name=as_text(_properties(document).get("name")) or name.rpartition("/")[2].partition(".")[0],
    )


# ---- the whole map


def _scale(document: Mapping[str, object]) -> float | None:
    for key, value in _properties(document).items():
        plain = "".join(letter for letter in key.lower() if letter.isalpha())
        found = as_number(value)
        if found is not None and 0 < found <= MOST_PIXELS:
            if plain in _SCALES:
                return found
            if plain in _PER_INCH:
                return 1 / found
    return None


def _guess(wide: float, deep: float, tile: float) -> float:
    """Guess an inch a tile where that makes a table."""
    if tile > 0 and min(wide, deep) >= tile * _SMALLEST_TABLE and max(wide, deep) <= tile * _LARGEST_TABLE:
        return float(f"{1 / tile:.6g}")
    return guess_by_size(wide, deep)


def _properties(thing: Mapping[str, object]) -> dict[str, object]:
    """Give the properties of a map, layer or object: a list of names and values, an object in older files."""
    given = thing.get("properties")
    if isinstance(given, Mapping):
        return {as_text(key, most=60): value for key, value in given.items()}
    found: dict[str, object] = {}
    for item in given if isinstance(given, list) else ():
        if isinstance(item, Mapping) and (key := as_text(item.get("name"), most=60)):
            found[key] = item.get("value")
    return found


@dataclass(frozen=True, slots=True)
class _Above:
    """What layers hand down to what is in them."""

    at: Point = (0.0, 0.0)
    names: tuple[str, ...] = ()
    """The innermost first."""
    properties: Mapping[str, object] = field(default_factory=dict)
    is_hidden: bool = False


class _LayerReader:
    """One reading: goes through the layers and gathers shapes."""

    def __init__(self, document: Mapping[str, object]) -> None:
        self.numbers = NumberReader()
        self.gathering = DrawingBuilder()
        self.document = document
        self.has_tiles = False
        self.parts: dict[tuple[str, str], int] = {}
        self.tile_boxes: list[tuple[float, float, float, float]] = []
        numbers = self.numbers
        self.columns = numbers.needed(document, "width", "", low=1, high=MOST_PIXELS)
        self.rows = numbers.needed(document, "height", "", low=1, high=MOST_PIXELS)
        self.tile_width = numbers.needed(document, "tilewidth", "", low=1, high=MOST_PIXELS)
        self.tile_height = numbers.needed(document, "tileheight", "", low=1, high=MOST_PIXELS)
        self.orientation = as_text(document.get("orientation")) or "orthogonal"
        self.alignments = dict(_alignments(document))
        # The scale is guessed: a hundredth of an inch is about this many pixels.
        size = max(self.columns * self.tile_width, self.rows * self.tile_height)
        self.fine = 0.01 / guess_by_size(size, size)
        numbers.settle()

    def layers(self, owner: Mapping[str, object], at: str, above: _Above) -> None:
        """Read the layers of a map or of a group."""
        for place, layer in self.numbers.objects(owner, "layers", at):
            kind = layer.get("type")
            wrong = len(self.numbers.problems)
            inside = self._inside(layer, place, above)
            if len(self.numbers.problems) > wrong:
                continue  # nobody knows where it lies
            if kind == "group":
                self.layers(layer, place, inside)
            elif kind == "objectgroup":
                for where, thing in self.numbers.objects(layer, "objects", place):
                    self._object(thing, where, inside)
            elif kind == "tilelayer":
                self._tiles(layer, place, inside)
            else:
                what = "a layer of pictures" if kind == "imagelayer" else "a layer of an unknown kind"
                self.gathering.note(_called(inside), f"{what} was left out")

    def note_settings(self) -> None:
        """Say which properties of the map itself mean nothing here."""
        for key in _properties(self.document):
            plain = "".join(letter for letter in key.lower() if letter.isalpha())
            if plain not in (*_SCALES, *_PER_INCH, "name"):
                self.gathering.note(key, "a property of the map that a table has no place for")

    def _inside(self, layer: Mapping[str, object], at: str, above: _Above) -> _Above:
        x = self.numbers.number(layer, "offsetx", at, default=0.0) or 0.0
        y = self.numbers.number(layer, "offsety", at, default=0.0) or 0.0
        name = as_text(layer.get("name"), most=60)
        stated = as_text(layer.get("class") or layer.get("type"), most=60) if "class" in layer else ""
        return _Above(
            (above.at[0] + x, above.at[1] + y),
            tuple(text for text in (name, stated, *above.names) if text),
            {**above.properties, **_properties(layer)},
            above.is_hidden or layer.get("visible") is False or layer.get("opacity") == 0,
        )

    def _tiles(self, layer: Mapping[str, object], at: str, inside: _Above) -> None:
        self.has_tiles = True
        if layer.get("data") or layer.get("chunks"):
            self.gathering.note(_called(inside), "a layer of tiles was left out")
        if self.document.get("infinite") is True:
            wide = self.numbers.number(layer, "width", at, default=0.0, low=0, high=MOST_PIXELS) or 0.0
            deep = self.numbers.number(layer, "height", at, default=0.0, low=0, high=MOST_PIXELS) or 0.0
            x = self.numbers.number(layer, "startx", at, default=0.0) or 0.0
            y = self.numbers.number(layer, "starty", at, default=0.0) or 0.0
            if wide and deep:
                x, y = x * self.tile_width, y * self.tile_height
                self.tile_boxes.append((x, y, x + wide * self.tile_width, y + deep * self.tile_height))

    # -- objects

    def _object(self, thing: Mapping[str, object], at: str, above: _Above) -> None:
        gathering, called = self.gathering, _named(thing, above)
        wrong = len(self.numbers.problems)
        if thing.get("point") is True and self._kind(thing, above) not in MARKERS:
            gathering.note(called, "a point is no terrain and was left out")
            return
        if isinstance(thing.get("text"), Mapping):
            gathering.note(called, "a text is no terrain and was left out")
            return
        if (
            "template" in thing
            and "width" not in thing
            and "polygon" not in thing
            and "polyline" not in thing
        ):
            gathering.note(called, "what it is stands in a template, another file: left out")
            return
        corner = (
            self.numbers.number(thing, "x", at, default=0.0),
            self.numbers.number(thing, "y", at, default=0.0),
        )
        wide = self.numbers.number(thing, "width", at, default=0.0, low=0) or 0.0
        deep = self.numbers.number(thing, "height", at, default=0.0, low=0) or 0.0
        turn = self.numbers.number(thing, "rotation", at, default=0.0) or 0.0
        x, y = corner[0] or 0.0, corner[1] or 0.0
        points, is_line = self._drawn(thing, at, wide, deep)
        if len(self.numbers.problems) > wrong:
            return
        if not points:
            if "polygon" not in thing and "polyline" not in thing:
                what = "an ellipse" if thing.get("ellipse") is True else "a rectangle"
                gathering.note(called, f"{what} of size 0 was left out")
            else:
                gathering.note(called, "an outline of too few points was left out")
            return
        placed = _turned(points, turn, (x + above.at[0], y + above.at[1]))
        self._add(thing, above, placed, is_line=is_line)

    def _drawn(self, thing: Mapping[str, object], at: str, wide: float, deep: float) -> tuple[Ring, bool]:
        """Give the points of an object around its own x and y, and whether they are a line."""
        if thing.get("point") is True:
            return ((0.0, 0.0),), False
        for key, least in (("polygon", 3), ("polyline", 2)):
            if key in thing:
                read = [self.numbers.xy(item, where) for where, item in self.numbers.items(thing, key, at)]
                points = tuple(point for point in read if point is not None)
                return (points if len(set(points)) >= least else ()), key == "polyline"
        if not (wide > 0 and deep > 0):
            return (), False
        if thing.get("ellipse") is True:
            return ellipse((wide / 2, deep / 2), wide, deep, within=self.fine), False
        if thing.get("capsule") is True:
            self.gathering.note("a capsule", "taken for the rectangle around it")
        left, top = self._corner(thing)
        west, north = -left * wide, -top * deep
        return ((west, north), (west + wide, north), (west + wide, north + deep), (west, north + deep)), False

    def _corner(self, thing: Mapping[str, object]) -> Point:
        """Say where in its rectangle an object's x and y are, as shares of its size: at the bottom for tiles."""
        tile = thing.get("gid")
        if not isinstance(tile, int) or isinstance(tile, bool):
            return (0.0, 0.0)
        number = tile & 0x0FFFFFFF
        usual = (0.5, 1.0) if self.orientation == "isometric" else (0.0, 1.0)
        first = max((gid for gid in self.alignments if gid <= number), default=0)
        return self.alignments.get(first, usual)

    def _kind(self, thing: Mapping[str, object], above: _Above) -> str:
        kind = as_text(_lower(_properties(thing)).get("kind"))
        words = as_text(thing.get("class")) or as_text(thing.get("type"))
        stated = next((text for text in (kind, words) if text in MARKERS), "")
        return stated or kind_meant(kind, words, *above.names, as_text(thing.get("name")))

    def _add(self, thing: Mapping[str, object], above: _Above, points: Ring, *, is_line: bool) -> None:
        own = {**_besides(thing), **_lower(_properties(thing))}
        stated = as_text(own.get("kind")) or as_text(thing.get("class")) or as_text(thing.get("type"))
        kind = self._kind(thing, above)
        layer = _called(above)
        # Things of one sort are asked about together, on whatever layers they lie, where their own words tell.
        tells = stated in MARKERS or kind_meant(stated) != ""
        key = stated if tells else (f"{layer}: {stated}" if stated else layer)
        why = "" if kind else UNKNOWN
        if above.is_hidden or thing.get("visible") is False:
            key, kind, why = f"{key} (hidden)", "", "hidden in Tiled"
        if is_line:
            key = f"{key} (lines)"
        about = {**_lower(above.properties), **own}
        about.pop("kind", None)
        width = as_number(about.pop("width", None)) if is_line else None
        piece = about.pop(_PIECE, None)
        shape = DrawnShape(
            key,
            () if is_line or len(points) == 1 else (Outline(points),),
            path=points if is_line or len(points) == 1 else (),
            width=width if width is not None and width > 0 else None,
            name=as_text(thing.get("name")) or None,
            id=as_text(piece) if isinstance(piece, str) else None,
            properties=about,
        )
        if not self._joins(shape):
            label = key[:1].upper() + key[1:]
            self.gathering.add(ShapeGroup(key, label, 0, kind, is_line=is_line, why=why), shape)

    def _joins(self, shape: DrawnShape) -> bool:
        """Put an object to the others that are parts of the same piece, as we write them."""
        if not shape.id or not shape.outlines:
            return False
        shapes = self.gathering.shapes
        number = self.parts.setdefault((shape.group, shape.id), len(shapes))
        if number == len(shapes):
            return False
        shapes[number] = replace(shapes[number], outlines=(*shapes[number].outlines, *shape.outlines))
        return True

    # -- the size

    def box(self) -> tuple[float, float, float, float]:
        """Give the map's edges; a map without end is as large as what lies on it."""
        wide, deep = self._size()
        if self.document.get("infinite") is not True:
            return (0.0, 0.0, wide, deep)
        boxes = list(self.tile_boxes)
        for shape in self.gathering.shapes:
            points = [*shape.path, *(point for outline in shape.outlines for point in outline.exterior)]
            xs, ys = [x for x, _ in points], [y for _, y in points]
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
        self.gathering.note("", "a map without end: taken as large as what lies on it")
        west, north, east, south = zip(*boxes, strict=True)
        return (min(west), min(north), max(east), max(south))

    def _size(self) -> tuple[float, float]:
        """Give the size in pixels as Tiled draws the map."""
        wide, deep = self.columns * self.tile_width, self.rows * self.tile_height
        if self.orientation == "orthogonal":
            return wide, deep
        if self.orientation == "isometric":
            self.gathering.note("", "an isometric map: read on the square grid that it shows slanted")
            return self.columns * self.tile_height, deep
        if self.orientation in ("staggered", "hexagonal"):
            self.gathering.note("", f"a {self.orientation} map: its objects were read, its grid was not")
            side = 0.0
            if self.orientation == "hexagonal":
                side = self.numbers.number(self.document, "hexsidelength", "", default=0.0, low=0) or 0.0
            if self.document.get("staggeraxis") == "x":
                rest = (self.tile_width - side) / 2
                return self.columns * (rest + side) + rest, deep + (
                    self.tile_height / 2 if self.columns > 1 else 0
                )
            rest = (self.tile_height - side) / 2
            return wide + (self.tile_width / 2 if self.rows > 1 else 0), self.rows * (rest + side) + rest
        self.gathering.note("", f"orientation {self.orientation} is unknown: read as orthogonal")
        return wide, deep


def _alignments(document: Mapping[str, object]) -> Iterator[tuple[int, Point]]:
    """Give where tile objects of each tileset have their x and y, by its first tile."""
    listed = document.get("tilesets")
    for item in listed if isinstance(listed, list) else ():
        if isinstance(item, Mapping):
            first, words = item.get("firstgid"), item.get("objectalignment")
            if isinstance(first, int) and isinstance(words, str) and words in _ALIGNED:
                yield first, _ALIGNED[words]


def _besides(thing: Mapping[str, object]) -> dict[str, object]:
    """Give the members of an object that Tiled's format does not know."""
    return {as_text(key, most=60): value for key, value in thing.items() if key not in _MEMBERS}


def _lower(properties: Mapping[str, object]) -> dict[str, object]:
    """Spell the properties that a table knows as it does, with numbers that stand there as text."""
    found: dict[str, object] = {}
    for key, value in properties.items():
        plain = key.strip().lower()
        if plain not in (*_KNOWN, "width"):
            found[key] = value
            continue
        if plain in (*_NUMBERS, "width") and isinstance(value, str):
            number = as_figure(value)
            found[plain] = value if number is None else number
        else:
            found[plain] = value
    return found


def _called(above: _Above) -> str:
    return above.names[0] if above.names else "a layer"


def _named(thing: Mapping[str, object], above: _Above) -> str:
    name = as_text(thing.get("name"), most=60)
    number = as_text(thing.get("id"), most=20)
    return name or (f"{_called(above)}, object {number}" if number else _called(above))


def _turned(points: Ring, degrees: float, at: Point) -> Ring:
    """Turn points clockwise on the screen, where y runs down, and bring them to their place."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    if degrees % 90 == 0:
        sine, cosine = float(round(sine)), float(round(cosine))
    return tuple((at[0] + x * cosine - y * sine, at[1] + x * sine + y * cosine) for x, y in points)
