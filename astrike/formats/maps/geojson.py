"""Which outlines does GeoJSON hold: a table of ours, planar data of others, or a generated city?

A table file goes through as it is. Other planar data has no unit and its own words for kinds; a city generator puts
bare geometries where features should be and leaves rings open. What is measured in longitude and latitude is
refused: degrees are no lengths.

Longer than most modules: table files, planar data and generated cities share one walk over features.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem, child
from astrike.formats.json_text import FILE, shown
from astrike.formats.maps.drawing_builder import DrawingBuilder
from astrike.formats.maps.guesses import UNKNOWN, guess_by_size, kind_meant, with_something
from astrike.formats.maps.large_json import NumberReader, as_figure, as_text
from astrike.formats.table.table_file import parse_document
from astrike.formats.table.terrain import MARKERS
from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import DrawnMap, DrawnShape, ShapeGroup
from astrike.model.table import Table
from astrike.model.terrain import Outline, Point, Ring
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition

Box = tuple[float, float, float, float]

MOST_FEATURES: Final = 20_000
"""A table holds a thousand pieces; more may be left out or joined, but not without end."""
_POINTS: Final = ("Point", "MultiPoint")
_LINES: Final = ("LineString", "MultiLineString")
_AREAS: Final = ("Polygon", "MultiPolygon")
_COLLECTION: Final = "GeometryCollection"
GEOMETRIES: Final = (*_POINTS, *_LINES, *_AREAS, _COLLECTION)
_NAMING: Final = (
    *("kind", "layer", "type", "class", "category", "terrain"),
    *("building", "natural", "landuse", "waterway", "highway", "railway", "barrier", "leisure"),
)
"""Properties that may say what a feature is: the first that means a kind of terrain does, else the first of all."""
_MEANING: Final = frozenset(
    {
        *_NAMING,
        "name",
        "width",
        "height",
        "base",
        "depth",
        "toward",
        "cf",
        "floors",
        "density",
        "side",
        "radius",
    }
)
_SAYS_NOTHING: Final = ("", "yes", "no", "true", "false", "null", "none", "unknown", "feature")
_UNNAMED: Final = "outlines"
_TALLEST: Final = 20.0
"""Inches; a height above that is no height on a table but one in another measure."""
_CITY: Final = {"fields": "planted-fields", "squares": "paved", "planks": "bridge", "prisms": "building"}
_CITY_BELOW: Final = ("earth", "districts", "fields", "water", "rivers")
_LEFT_OUT: Final = {
    "earth": "the ground that everything else lies on: it gives the size of the map",
    "districts": "areas with names, which lie over everything else",
}
_LARGEST_IN_DEGREES: Final = 0.5
"""A map that lies within ±180 and ±90 and is no wider than this is one in degrees: half a degree is 30 miles."""
_LARGEST_TABLE: Final = 144.0
_DEEPEST: Final = 8
"""Collections inside each other."""


def is_geojson(document: Mapping[str, object]) -> bool:
    """Say whether a document is GeoJSON, or close to it."""
    kind = document.get("type")
    return (
        kind in ("FeatureCollection", "Feature")
        or (kind in GEOMETRIES and ("coordinates" in document or "geometries" in document))
        or (isinstance(document.get("features"), list) and "layers" not in document)
    )


def read_geojson(document: Mapping[str, object], name: str) -> DrawnMap:
    """Read GeoJSON.

    >>> square = {"type": "Polygon", "coordinates": [[[2, 2], [9, 2], [9, 9], [2, 9], [2, 2]]]}
    >>> feature = {"type": "Feature", "properties": {"kind": "woods"}, "geometry": square}
    >>> drawing = read_geojson({"type": "FeatureCollection", "features": [feature]}, "")
    >>> drawing.groups[0].kind, drawing.scale, drawing.box
    ('woods', 1.0, (0.0, 0.0, 9.0, 9.0))
    """
    if "astrike" in document:
        return _own_table(document)
    features = list(_features(document))
    if len(features) > MOST_FEATURES:
        raise InputError([Problem("features", f"{len(features):,} features", f"at most {MOST_FEATURES:,}")])
    is_city = any(feature.get("type") in GEOMETRIES and "id" in feature for feature in _objects(features))
    walk = _FeatureReader(is_city)
    for at, feature in features:
        with walk.numbers.whole(walk.shapes):
            walk.read(at, feature)
    walk.notes.extend(walk.numbers.kept_aside(is_empty=not walk.shapes))
    return _drawing(document, walk, name)


# ---- our own file


def _own_table(document: Mapping[str, object]) -> DrawnMap:
    table = parse_document(document)
    found = _gathered(_own_shapes(table), is_city=False)
    return DrawnMap(
        format="table",
        label="astrike table",
        unit="in",
        scale=1.0,
        guess=1.0,
        y_down=False,
        box=(0.0, 0.0, table.width, table.depth),
        shapes=tuple(found.shapes),
        groups=found.groups,
        name=table.name,
        table=document,
    )


def _own_shapes(table: Table) -> Iterator[DrawnShape]:
    listed = table.document["features"]
    about = {str(each["id"]): each["properties"] for each in listed} if isinstance(listed, list) else {}
    for piece in table.terrain:
        rest = _without(about[piece.id], "kind", "name")
        yield DrawnShape(piece.kind, piece.outlines, name=piece.name, id=piece.id, properties=rest)
    for marker in table.markers:
        rest = _without(about[marker.id], "kind", "name")
        yield DrawnShape(marker.kind, path=(marker.at,), name=marker.name, id=marker.id, properties=rest)


def _without(properties: Mapping[str, object], *keys: str) -> dict[str, object]:
    return {key: value for key, value in properties.items() if key not in keys}


# ---- other planar data


def _features(document: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    listed = document.get("features")
    if isinstance(listed, list):
        yield from ((child("features", number), item) for number, item in enumerate(listed))
    elif document.get("type") == "FeatureCollection":
        raise InputError([Problem("features", shown(listed), "a list")])
    else:
        yield "", document


def _objects(features: list[tuple[str, object]]) -> Iterator[Mapping[str, object]]:
    return (feature for _, feature in features if isinstance(feature, Mapping))


@dataclass(frozen=True, slots=True)
class _About:
    """What is known about the geometries of one feature."""

    group: str
    name: str | None = None
    id: str | None = None
    properties: Mapping[str, object] = field(default_factory=dict)
    width: float | None = None
    is_layer: bool = False
    """Is each of its geometries a thing of its own?"""


@dataclass(slots=True)
class _FeatureReader:
    """One reading: goes through features and collections and gathers shapes and what is left out."""

    is_city: bool
    numbers: NumberReader = field(default_factory=NumberReader)
    shapes: list[DrawnShape] = field(default_factory=list)
    notes: list[ImportNote] = field(default_factory=list)
    points: Counter[str] = field(default_factory=Counter)
    empty: Counter[str] = field(default_factory=Counter)
    too_tall: int = 0
    with_height: int = 0
    """Positions that have a third number."""
    is_ours: bool = False
    """Does a feature say its kind in the words of our tables?"""

    def read(self, at: str, feature: object) -> None:
        """Read a feature, or the bare geometry in its place."""
        if not isinstance(feature, Mapping):
            self.numbers.report(at, feature, "a feature: an object")
            return
        if feature.get("type") in GEOMETRIES:
            about = _About(
                as_text(feature.get("id")) or _UNNAMED,
                name=as_text(feature.get("name")) or None,
                properties=_besides(feature),
                is_layer=True,
            )
            self._geometry(at, feature, about)
            return
        given = feature.get("properties")
        if given is None:
            given = {}
        if not isinstance(given, Mapping):
            self.numbers.report(child(at, "properties"), given, "an object")
            return
        properties = _spelled(given)
        geometry = feature.get("geometry")
        if geometry is None:
            self._note_bare(feature, properties)
        elif isinstance(geometry, Mapping):
            self._geometry(child(at, "geometry"), geometry, self._about(feature, properties))
        else:
            self.numbers.report(child(at, "geometry"), geometry, "a geometry: an object")

    def _about(self, feature: Mapping[str, object], properties: Mapping[str, object]) -> _About:
        group = _group_of(properties)
        rest = _without(properties, "name") if as_text(properties.get("name")) else dict(properties)
        if rest.get("kind") == group:
            del rest["kind"]
        if more := _besides(feature):
            rest["source"] = more
        feature_id = feature.get("id")
        if group in _own_kinds() and properties.get("kind") == group:
            self.is_ours = True
        else:
            self._put_aside(rest)
        return _About(
            group,
            name=as_text(properties.get("name")) or None,
            id=feature_id if isinstance(feature_id, str) and feature_id == as_text(feature_id) else None,
            properties=rest,
            width=as_figure(properties.get("width")),
        )

    def _put_aside(self, properties: dict[str, object]) -> None:
        """Keep heights that cannot be inches out of the way."""
        tall = {
            key: properties.pop(key)
            for key in ("height", "base", "depth")
            if (value := as_figure(properties.get(key))) is None or abs(value) > _TALLEST
            if key in properties
        }
        if tall:
            self.too_tall += 1
            source = properties.get("source")
            properties["source"] = {**(source if isinstance(source, Mapping) else {}), **tall}

    def _note_bare(self, feature: Mapping[str, object], properties: Mapping[str, object]) -> None:
        said = {**_without(feature, "type", "id", "geometry", "properties"), **properties}
        words = ", ".join(f"{as_text(key)} {shown(value)}" for key, value in list(said.items())[:12])
        at = as_text(feature.get("id")) or "a feature"
        self.notes.append(ImportNote(at, f"without a geometry: {words}" if words else "without a geometry"))

    def _geometry(self, at: str, geometry: Mapping[str, object], about: _About, depth: int = 0) -> None:
        kind = geometry.get("type")
        if kind not in GEOMETRIES:
            self.numbers.report(child(at, "type"), kind, "a kind of geometry of GeoJSON")
            return
        about = replace(
            about,
            width=self._width(at, geometry, about.width),
            name=as_text(geometry.get("name")) or about.name,
        )
        if kind == _COLLECTION:
            self._collection(at, geometry, about, depth)
            return
        coordinates = geometry.get("coordinates")
        place = child(at, "coordinates")
        if not isinstance(coordinates, list):
            self.numbers.report(place, coordinates, "a list")
        elif not coordinates:
            self.empty[about.group] += 1
        elif kind in _POINTS:
            self._add_points(place, coordinates if kind == "MultiPoint" else [coordinates], about)
        elif kind in _LINES:
            lines = [(place, coordinates)] if kind == "LineString" else _numbered(place, coordinates)
            for where, line in lines:
                self._add_line(about, self._ring(where, line))
        else:
            polygons = [(place, coordinates)] if kind == "Polygon" else _numbered(place, coordinates)
            self._add_areas(about, [each for where, item in polygons if (each := self._rings(where, item))])

    def _width(self, at: str, geometry: Mapping[str, object], outer: float | None) -> float | None:
        given = self.numbers.number(geometry, "width", at, low=0.0)
        found = outer if given is None else given
        return found if found is not None and found > 0 else None

    def _collection(self, at: str, geometry: Mapping[str, object], about: _About, depth: int) -> None:
        if depth >= _DEEPEST:
            self.numbers.report(at, "collections inside each other", f"at most {_DEEPEST} inside each other")
            return
        if not geometry.get("geometries"):
            self.empty[about.group] += 1
        for place, item in self.numbers.objects(geometry, "geometries", at, is_needed=True):
            self._geometry(place, item, about, depth + 1)

    def _add_points(self, at: str, positions: list[object], about: _About) -> None:
        if about.group not in MARKERS:
            self.points[about.group] += len(positions)
            return
        for place, position in _numbered(at, positions):
            point = self.numbers.pair(position, place)
            if point is not None:
                self._add(about, path=(point,))

    def _add_line(self, about: _About, path: Ring) -> None:
        if path:
            self._add(about, path=path, width=about.width)

    def _add_areas(self, about: _About, areas: list[tuple[Ring, ...]]) -> None:
        if about.is_layer and about.width is not None:
            # A wall around something: its outline is a line that comes back to where it began.
            for rings in areas:
                for ring in rings:
                    self._add_line(about, ring if ring[0] == ring[-1] else (*ring, ring[0]))
            return
        outlines = [Outline(rings[0], rings[1:]) for rings in areas]
        for some in [(outline,) for outline in outlines] if about.is_layer else [tuple(outlines)]:
            if some:
                self._add(about, outlines=some)

    def _add(
        self,
        about: _About,
        *,
        outlines: tuple[Outline, ...] = (),
        path: Ring = (),
        width: float | None = None,
    ) -> None:
        self.shapes.append(
            DrawnShape(
                about.group,
                outlines,
                path=path,
                width=width,
                name=about.name,
                id=about.id,
                properties=about.properties,
            )
        )

    def _rings(self, at: str, value: object) -> tuple[Ring, ...]:
        if not isinstance(value, list):
            self.numbers.report(at, value, "a list of rings")
            return ()
        return tuple(ring for place, item in _numbered(at, value) if (ring := self._ring(place, item)))

    def _ring(self, at: str, value: object) -> Ring:
        if not isinstance(value, list):
            self.numbers.report(at, value, "a list of positions")
            return ()
        found = (self.numbers.pair(position, child(at, number)) for number, position in enumerate(value))
        self.with_height += sum(isinstance(position, list) and len(position) > 2 for position in value)
        return tuple(point for point in found if point is not None)


def _spelled(properties: Mapping[str, object]) -> dict[str, object]:
    """Spell the properties that mean something here in lower case: tables of map programs write KIND and HEIGHT."""
    found = dict(properties)
    for key in properties:
        plain = key.lower()
        if plain in _MEANING and plain not in found:
            found[plain] = found.pop(key)
    return found


def _besides(feature: Mapping[str, object]) -> dict[str, object]:
    """Give the members of a feature or geometry that GeoJSON does not know."""
    known = ("type", "id", "name", "bbox", "width", "properties", "geometry", "coordinates", "geometries")
    return _without(feature, *known)


def _numbered(at: str, items: list[object]) -> list[tuple[str, object]]:
    return [(child(at, number), item) for number, item in enumerate(items)]


def _own_kinds() -> tuple[str, ...]:
    return (*MARKERS, *load_edition(DEFAULT_EDITION).terrain)


def _group_of(properties: Mapping[str, object]) -> str:
    said: list[str] = []
    for key in _NAMING:
        words = as_text(properties.get(key), most=60)
        if words.lower() not in _SAYS_NOTHING:
            said.append(words)
        elif words.lower() in ("yes", "true") or properties.get(key) is True:
            said.append(key)
    if said and said[0] in MARKERS:
        return said[0]
    return next((words for words in said if kind_meant(words)), said[0] if said else _UNNAMED)


# ---- the drawing


def _drawing(document: Mapping[str, object], walk: _FeatureReader, name: str) -> DrawnMap:
    if not walk.shapes:
        raise InputError([Problem(FILE, "GeoJSON without outlines or lines", "at least one")])
    if walk.is_city:
        # Roads cross water on bridges: the generator draws them last.
        walk.shapes.sort(key=lambda shape: shape.group not in _CITY_BELOW)
    found = _gathered(walk.shapes, is_city=walk.is_city)
    shapes = tuple(found.shapes)
    box = _box_of(shapes)
    is_inches = (
        walk.is_ours and not walk.is_city and min(box) >= -_LARGEST_TABLE and max(box) <= _LARGEST_TABLE
    )
    if not is_inches and not walk.is_city:
        _refuse_degrees(document, box)
    if is_inches:
        # A table's corner is its origin, whether or not anything lies there.
        box = (min(box[0], 0.0), min(box[1], 0.0), box[2], box[3])
    guess = 1.0 if is_inches else guess_by_size(box[2] - box[0], box[3] - box[1])
    return DrawnMap(
        format="geojson",
        label="City generator" if walk.is_city else "GeoJSON",
        unit="in" if is_inches else "unit",
        scale=1.0 if is_inches else None,
        guess=guess,
        y_down=walk.is_city,
        box=box,
        shapes=shapes,
        groups=with_something(found.groups),
        notes=tuple(_notes(document, walk, is_inches=is_inches)),
        name=as_text(document.get("name")) or name.rpartition("/")[2].partition(".")[0],
    )


def _box_of(shapes: tuple[DrawnShape, ...]) -> Box:
    points = [point for shape in shapes for point in _points_of(shape)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def _points_of(shape: DrawnShape) -> Iterator[Point]:
    yield from shape.path
    for outline in shape.outlines:
        yield from outline.exterior


def _system(document: Mapping[str, object]) -> str:
    """Give the name of the coordinate system that the file declares."""
    crs = document.get("crs")
    about = crs.get("properties") if isinstance(crs, Mapping) else None
    return as_text(about.get("name")) if isinstance(about, Mapping) else ""


def _refuse_degrees(document: Mapping[str, object], box: Box) -> None:
    """Refuse longitude and latitude: declared, or seen by how little of the world the map takes."""
    declared = any(word in _system(document).upper() for word in ("CRS84", "4326", "WGS"))
    fits = box[0] >= -180 and box[2] <= 180 and box[1] >= -90 and box[3] <= 90
    if fits and (declared or max(box[2] - box[0], box[3] - box[1]) < _LARGEST_IN_DEGREES):
        where = f"longitude {box[0]:.4g} to {box[2]:.4g}, latitude {box[1]:.4g} to {box[3]:.4g}"
        expected = (
            "planar coordinates: a map program can save it in a projected system, such as UTM in metres"
        )
        raise InputError([Problem(FILE, where, expected)])


def _group(key: str, *, is_line: bool, is_city: bool) -> ShapeGroup:
    kind = key if key in MARKERS else kind_meant(key)
    why = ""
    if is_city:
        kind = "" if key in _LEFT_OUT else _CITY.get(key, kind)
        why = _LEFT_OUT.get(key, "")
    label = key.replace("-", " ").replace("_", " ").capitalize()
    return ShapeGroup(key, label, 0, kind, is_line=is_line, why=why or ("" if kind else UNKNOWN))


def _gathered(shapes: Iterable[DrawnShape], *, is_city: bool) -> DrawingBuilder:
    """Put shapes into groups, lines into others than areas."""
    found = DrawingBuilder()
    for shape in shapes:
        is_line = len(shape.path) > 1
        group = _group(shape.group, is_line=is_line, is_city=is_city)
        if is_line and not is_city:
            group = replace(group, key=f"{group.key} (lines)", label=f"{group.label} (lines)")
        found.add(group, replace(shape, group=group.key))
    return found


def _notes(document: Mapping[str, object], walk: _FeatureReader, *, is_inches: bool) -> Iterator[ImportNote]:
    system = _system(document)
    if system:
        yield ImportNote(system, "coordinates of this system are taken as plain lengths")
    more = [key for key in _besides(document) if key not in ("features", "crs")]
    if more:
        yield ImportNote(
            ", ".join(as_text(key, most=40) for key in more[:12]), "members of the file that were not used"
        )
    yield from walk.notes
    for group, count in walk.points.items():
        yield ImportNote(group, "points are no terrain and were left out", count)
    for group, count in walk.empty.items():
        yield ImportNote(group, "empty", count)
    if walk.too_tall:
        words = f"above {_TALLEST:g} or no number: not taken as inches"
        yield ImportNote("height", words, walk.too_tall)
    if walk.with_height:
        yield ImportNote("position", "a third number, its height above the sea: left out", walk.with_height)
    measured = sum(
        any(as_figure(shape.properties.get(key)) is not None for key in ("height", "base", "depth"))
        for shape in walk.shapes
    )
    if measured and not is_inches:
        yield ImportNote("height", "taken as inches, as the file does not say in what it measures", measured)
