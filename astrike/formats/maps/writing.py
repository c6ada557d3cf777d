"""As what can a table be written for other tools, and what stays behind then?

Each format has a module of its own; here is which of them writes, and what has to be said about it.
"""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from resvg_py import svg_to_bytes

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import shown
from astrike.formats.maps.portable import PROPERTIES, lost
from astrike.formats.maps.svg.writing import svg_text
from astrike.formats.maps.tiled.writing import tiled_document
from astrike.formats.maps.uvtt.writing import solids, uvtt_document
from astrike.formats.table.table_file import EXTENSION, write_table
from astrike.model.import_notes import ImportNote
from astrike.model.table import Table

MOST_PIXELS: Final = 3_000
"""Of the longer side of a picture."""
_FINEST: Final = 100
"""Pixels an inch; more shows nothing new."""
_OF_UVTT: Final = tuple(key for key in PROPERTIES if key not in ("height", "base"))
"""What walls do not have; heights are named by themselves."""
_CELL: Final = 50
"""Pixels an inch of the picture that a virtual tabletop shows."""


@dataclass(frozen=True, slots=True)
class WrittenMap:
    """A table as a file of another format."""

    data: bytes
    media_type: str
    extension: str
    notes: tuple[ImportNote, ...]


def write_map(table: Table, format: str, *, level: float = 0.0) -> WrittenMap:  # noqa: A002 - the word people use
    """Write a table as `geojson`, `svg`, `png`, `tiled` or `uvtt`; the last one as it is cut at a height.

    >>> from astrike.formats.table.table_file import empty_document, parse_document
    >>> written = write_map(parse_document(empty_document("Practice", width=48, depth=36)), "svg")
    >>> written.media_type, written.extension
    ('image/svg+xml', '.svg')
    """
    if format == "uvtt":
        return _uvtt(table, level)
    write = WRITERS.get(format)
    if write is None:
        raise InputError([Problem("format", shown(format), f"one of {', '.join([*WRITERS, 'uvtt'])}")])
    return write(table)


def picture(table: Table, *, pixels_per_inch: int = _FINEST) -> bytes:
    """Draw a table as PNG, no larger than `MOST_PIXELS`."""
    finest = min(float(pixels_per_inch), MOST_PIXELS / max(table.width, table.depth))
    width, height = (max(1, round(inches * finest)) for inches in (table.width, table.depth))
    return bytes(svg_to_bytes(svg_string=svg_text(table), width=width, height=height, dpi=96.0))


def notes_of(table: Table, format: str, *, level: float = 0.0) -> tuple[ImportNote, ...]:  # noqa: A002 - as above
    """Say what a format leaves behind, without writing anything.

    >>> from astrike.formats.table.table_file import empty_document, parse_document
    >>> [note.at for note in notes_of(parse_document(empty_document("Practice", width=48, depth=36)), "svg")]
    ['edition, environment']
    """
    if format == "svg":
        return lost(table, units="are drawn as their bases and cannot be read back")
    if format == "png":
        return (ImportNote("", "a picture carries no data: keep the table file too"),)
    if format == "tiled":
        return (*lost(table, units="cannot be carried by this format"), *_tiled_notes(table))
    return _uvtt_notes(table, level) if format == "uvtt" else ()


def _tiled_notes(table: Table) -> list[ImportNote]:
    notes = []
    holes = sum(1 for piece in table.terrain for outline in piece.outlines if outline.holes)
    if holes:
        notes.append(
            ImportNote("holes", "are joined to the outline by a slit: the format knows no holes", holes)
        )
    parts = sum(1 for piece in table.terrain if len(piece.outlines) > 1)
    if parts:
        notes.append(ImportNote("pieces of several parts", "became an object for each part", parts))
    return notes


def _uvtt_notes(table: Table, level: float) -> tuple[ImportNote, ...]:
    pieces = solids(table, level=level)
    words = f"cannot be carried: walls are the outlines {level:g} inches above the table"
    notes = [ImportNote("heights", words, len(pieces))]
    others = len(table.terrain) - len(pieces)
    if others:
        words = "stops no sight there and is only in the picture: woods, water, roads and the like"
        notes.append(ImportNote("terrain", words, others))
    holes = sum(len(outline.holes) for piece in pieces for outline in piece.outlines)
    if holes:
        notes.append(ImportNote("holes", "became walls of their own", holes))
    return (*notes, *lost(table, of_pieces=_OF_UVTT, units="are only in the picture"))


def _geojson(table: Table) -> WrittenMap:
    return WrittenMap(write_table(table), "application/geo+json", EXTENSION, ())


def _svg(table: Table) -> WrittenMap:
    return WrittenMap(svg_text(table).encode(), "image/svg+xml", ".svg", notes_of(table, "svg"))


def _png(table: Table) -> WrittenMap:
    return WrittenMap(picture(table), "image/png", ".png", notes_of(table, "png"))


def _tiled(table: Table) -> WrittenMap:
    return WrittenMap(_json(tiled_document(table)), "application/json", ".tmj", notes_of(table, "tiled"))


def _uvtt(table: Table, level: float) -> WrittenMap:
    cell = min(_CELL, int(MOST_PIXELS / max(table.width, table.depth)))
    document = uvtt_document(
        table,
        solids(table, level=level),
        picture=picture(table, pixels_per_inch=cell),
        pixels_per_inch=cell,
    )
    return WrittenMap(_json(document), "application/json", ".dd2vtt", _uvtt_notes(table, level))


def _json(document: Mapping[str, object]) -> bytes:
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1).encode()


WRITERS: Final[Mapping[str, Callable[[Table], WrittenMap]]] = MappingProxyType(
    {"geojson": _geojson, "svg": _svg, "png": _png, "tiled": _tiled}
)
