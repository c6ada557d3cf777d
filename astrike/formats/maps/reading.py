"""Which tool wrote this map, whatever its file is called, and what does it draw?

Looks at the content, never at the name: a mislabelled map is read all the same, and what is no map is called what
it seems to be. Each format has a reader of its own that gives a `DrawnMap`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from astrike.errors import InputError, Problem, UnknownFormat
from astrike.formats.encodings import check_size
from astrike.formats.json_text import FILE, load_json
from astrike.formats.maps.drawing_builder import summed
from astrike.formats.maps.foundry.reading import is_foundry, read_foundry
from astrike.formats.maps.foundry.scenes import FIRST, is_scenes, listed_scenes, read_listed, read_scenes
from astrike.formats.maps.geojson import is_geojson, read_geojson
from astrike.formats.maps.large_json import load_big_json
from astrike.formats.maps.megamek.reading import is_board, read_board
from astrike.formats.maps.svg.reading import read_svg
from astrike.formats.maps.tiled.reading import is_tiled, read_tiled
from astrike.formats.maps.uvtt.reading import is_uvtt, read_uvtt
from astrike.model.imported_map import DrawnMap

FORMATS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "table": "astrike table",
        "geojson": "GeoJSON",
        "board": "MegaMek board",
        "tiled": "Tiled map",
        "uvtt": "UniversalVTT",
        "foundry": "Foundry scene",
        "svg": "SVG",
    }
)
"""Formats that can be read, by key, and what people call them."""

Document = Mapping[str, object]
_JSON_MAPS: Final[tuple[tuple[str, Callable[[Document], bool], Callable[[Document, str], DrawnMap]], ...]] = (
    ("geojson", is_geojson, read_geojson),
    ("tiled", is_tiled, read_tiled),
    ("uvtt", is_uvtt, read_uvtt),
    ("foundry", is_foundry, read_foundry),
)
"""Formats in JSON by their key: does this document look like one, and what does it draw?

The first that a document looks like reads it.
"""

_SIGNATURES: Final = (
    (b"\x89PNG", "a picture (PNG), and only outlines can be read"),
    (b"\xff\xd8\xff", "a picture (JPEG), and only outlines can be read"),
    (b"GIF8", "a picture (GIF), and only outlines can be read"),
    (b"RIFF", "a picture, a sound or a film"),
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a zip archive or a spreadsheet, which has to be unpacked first"),
    (b"\x1f\x8b", "a compressed file (gzip), which has to be unpacked first"),
    (b"SQLite format 3", "a database"),
    (b"\xff\xfe", "text in UTF-16, which has to be saved as UTF-8"),
    (b"\xfe\xff", "text in UTF-16, which has to be saved as UTF-8"),
)
_JSON_WITHOUT_MAPS: Final = (
    ("Units", "a list of units (MUL QuickList)"),
    ("groups", "a list of units"),
    ("units", "a list of units"),
    ("members", "a list of units"),
    ("tiles", "a Tiled tileset, without a map"),
    ("tilecount", "a Tiled tileset, without a map"),
    ("objects", "TopoJSON or a list of objects"),
)
_XML_WITHOUT_MAPS: Final = (
    (b"<map", "a Tiled map in XML, which Tiled can export as JSON"),
    (b"<tileset", "a Tiled tileset, without a map"),
    (b"<html", "a web page"),
    (b"<!doctype html", "a web page"),
    (b"<unit", "a list of units (MegaMek)"),
    (b"<record", "a list of units (MegaMek)"),
    (b"<osm", "OpenStreetMap data"),
    (b"<kml", "KML with longitude and latitude"),
)
_MARKS: Final = (
    (b'"astrike"', "table"),
    (b'"line_of_sight"', "uvtt"),
    (b'"pixels_per_grid"', "uvtt"),
    (b'"tilewidth"', "tiled"),
    (b'"gridDistance"', "foundry"),
    (b'"walls"', "foundry"),
    (b'"FeatureCollection"', "geojson"),
)
"""By what JSON that cannot be read to its end is recognized: by the first of these that is anywhere in it."""
_LOOKED_AT: Final = 4_000
"""Bytes at the start of a file by which it is recognized."""


def read_map(data: bytes, *, name: str = "", scene: str = "") -> DrawnMap:
    r"""Read a map of any format, recognized by its content; `name` is that of the file and only names the drawing.

    `scene` chooses one of several maps in a file, by name, id or number.

    >>> read_map(b'size 1 1\nhex 0101 2 "" ""\nend\n', name="Peak.txt").label
    'MegaMek board'
    """
    drawing = _read(data, name, scene)
    if scene and scene != FIRST and drawing.format != "foundry":
        found = f"{drawing.label}, which holds one map"
        raise InputError([Problem("scene", found, "a Foundry file, for a scene of it")])
    title = _title_of(name) if drawing.name == name else drawing.name
    return replace(drawing, name=title, notes=summed(drawing.notes))


def seen_format(data: bytes) -> str:
    """Give the key of the map format that a file is of, also when it cannot be read; nothing for no map.

    >>> seen_format(b'{"format": 0.3, "line_of_sight": [[{"x": 1'), seen_format(b"size 2 1"), seen_format(b"{{1,4}}")
    ('uvtt', 'board', '')
    """
    head = data[:_LOOKED_AT].removeprefix(b"\xef\xbb\xbf").lstrip()
    if is_scenes(data):
        return "foundry"
    if head[:1] == b"<":
        lower = head.lower()
        return "svg" if b"<svg" in lower or b":svg" in lower else ""
    if head[:1] in (b"{", b"["):
        return _seen_in_json(data)
    return "board" if is_board(head) else ""


def _seen_in_json(data: bytes) -> str:
    try:
        document = load_big_json(data).document
    except InputError:
        return next((key for mark, key in _MARKS if mark in data), "")
    if not isinstance(document, dict):
        return "foundry" if listed_scenes(document) else ""
    if isinstance(document.get("astrike"), dict):
        return "table"
    found = next((key for key, is_one, _read in _JSON_MAPS if is_one(document)), "")
    return found or ("foundry" if listed_scenes(document) else "")


def _is_map(document: object) -> bool:
    """Is this a map by itself, whatever lists are in it?"""
    return isinstance(document, dict) and any(is_one(document) for _key, is_one, _read in _JSON_MAPS)


def _title_of(file: str) -> str:
    """Give what a file is called, without its folder and ending.

    >>> _title_of("maps/Old Town.dd2vtt")
    'Old Town'
    """
    return file.replace("\\", "/").rpartition("/")[2].partition(".")[0]


def _read(data: bytes, name: str, scene: str) -> DrawnMap:
    if data:
        check_size(data)
    for start, what in _SIGNATURES:
        if data.startswith(start):
            raise _no_map(what, is_recognized=True)
    head = data[:_LOOKED_AT].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not head:
        raise _no_map("nothing")
    if is_scenes(data):
        return read_scenes(data, name, scene=scene)
    if head[:1] in (b"{", b"["):
        return _read_json(data, name, scene)
    if head[:1] == b"<":
        return _read_xml(data, name, head=head.lower())
    if is_board(head):
        return read_board(data, name)
    raise _no_map("neither JSON nor SVG nor a board")


def _read_json(data: bytes, name: str, scene: str) -> DrawnMap:
    try:
        big = load_big_json(data)
    except InputError as error:
        if key := _seen_in_json(data):
            raise _broken(error, key) from error
        # Whether it was a map before it was broken, nobody can say.
        raise UnknownFormat(error.problems) from error
    document = big.document
    if (scenes := listed_scenes(document)) and not _is_map(document):
        return read_listed(scenes, big.notes, name, scene=scene)
    if not isinstance(document, dict):
        raise _no_map("JSON that is no object")
    if isinstance(document.get("astrike"), dict):
        # A table of ours is kept to the letter, and is never as large as to need cutting.
        return read_geojson(_object(load_json(data)), name)
    for _key, is_one, read in _JSON_MAPS:
        if is_one(document):
            drawing = read(document, name)
            return replace(drawing, notes=(*drawing.notes, *big.notes))
    seems = next((what for key, what in _JSON_WITHOUT_MAPS if key in document), "")
    raise _no_map(seems or "JSON of another kind", is_recognized=bool(seems))


def _broken(error: InputError, key: str) -> InputError:
    """Say of which format the JSON is that cannot be read."""
    expected = f"JSON to its end: it looks like {FORMATS[key]}"
    return InputError(
        replace(each, expected=expected) if each.expected == "JSON" else each for each in error.problems
    )


def _object(document: object) -> Document:
    return document if isinstance(document, dict) else {}


def _read_xml(data: bytes, name: str, *, head: bytes) -> DrawnMap:
    if b"<svg" in head or b":svg" in head:
        return read_svg(data, name=name)
    seems = next((what for start, what in _XML_WITHOUT_MAPS if start in head), "")
    raise _no_map(seems or "XML of another kind", is_recognized=bool(seems))


def _no_map(found: str, *, is_recognized: bool = False) -> UnknownFormat:
    labels = ", ".join(FORMATS.values())
    return UnknownFormat([Problem(FILE, found, f"a map: {labels}")], is_recognized=is_recognized)
