"""Which rows does this spreadsheet have, as CSV or as XLSX? Nothing in a cell is ever evaluated.

The headings are the first row that has enough of those a reader knows; cells are found by them, letter case and
blanks aside. A link formula gives the text that it shows, any other formula nothing.
"""

import csv
import io
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from xml.etree.ElementTree import ParseError

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from astrike.errors import InputError, Problem
from astrike.formats.jsontext import FILE
from astrike.formats.rosters.limits import MOST_UNITS
from astrike.model.notes import Note

MOST_COLUMNS: Final = 300
MOST_CELLS: Final = 1_500_000
LONGEST_LINE: Final = 100_000
MOST_LINES: Final = 10 * MOST_UNITS
HEADING_ROWS: Final = 20
"""Rows that are looked through for the headings."""
MOST_UNPACKED: Final = 64_000_000
MOST_PARTS: Final = 500

_LINK: Final = re.compile(
    r'=\s*HYPERLINK\s*\(\s*"(?:[^"]|"")*"\s*[,;]\s*"((?:[^"]|"")*)"\s*\)\s*', re.IGNORECASE
)
_FORMULA: Final = re.compile(r"[=@]|[+-](?![\d.]|$)")
_DELIMITERS: Final = (",", ";", "\t", "|")
_XLSX: Final = "an XLSX workbook as a spreadsheet program writes it"
# What openpyxl lets through when parts of a workbook are missing or are not what they should be; it has no
# exception of its own for that.
_BROKEN: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, ParseError, InvalidFileException, KeyError, IndexError, ValueError,
    TypeError, AttributeError, OSError, EOFError, OverflowError, RuntimeError,
)  # fmt: skip

Row = Sequence[object]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet with headings."""

    headings: tuple[str, ...]
    """As they stand there."""
    rows: tuple[tuple[int, Mapping[str, object]], ...]
    """Number of the row, and its cells by heading folded with `folded`."""
    notes: tuple[Note, ...]


@lru_cache(maxsize=2048)
def folded(heading: str) -> str:
    """Give a heading as it is compared.

    >>> folded(" Front Arc_STD ")
    'frontarcstd'
    """
    return "".join(character for character in heading.casefold() if character.isalnum())


def csv_sheet(text: str, known: Collection[str]) -> Sheet | None:
    """Read CSV text with commas, semicolons or tabs; None when no row has headings that are known."""
    start = "\n".join(
        line[:LONGEST_LINE] for line in text[: 4 * LONGEST_LINE].split("\n", HEADING_ROWS)[:HEADING_ROWS]
    )
    delimiter = max(_DELIMITERS, key=lambda sign: _best_of(start, sign, known))
    if _best_of(start, delimiter, known) < _ENOUGH:
        return None
    lines = text.count("\n")
    if lines > MOST_LINES:
        raise InputError([Problem(FILE, f"{lines:,} lines", f"at most {MOST_LINES:,}")])
    longest = max(map(len, text.split("\n")))
    if longest > LONGEST_LINE:
        raise InputError([Problem(FILE, f"a line of {longest:,} characters", f"at most {LONGEST_LINE:,}")])
    return _sheet(_csv_rows(text, delimiter), known)


def xlsx_sheet(data: bytes, known: Collection[str]) -> Sheet | None:
    """Read the first sheet of an XLSX workbook that has known headings; formulas have the value saved with them."""
    _check_zip(data)
    try:
        with warnings.catch_warnings():
            # What openpyxl has to say about styles and drawings is nothing to a roster.
            warnings.simplefilter("ignore")
            return _sheet_of_book(data, known)
    except _BROKEN as error:
        found = f"a workbook that cannot be read ({_words(error)})"
        raise InputError([Problem(FILE, found, _XLSX)]) from error


def _sheet_of_book(data: bytes, known: Collection[str]) -> Sheet | None:
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        for name in book.sheetnames:
            sheet = book[name]
            if not hasattr(sheet, "reset_dimensions"):
                continue  # a chart
            # A workbook may say that it is a million rows long; only those that are there are read.
            sheet.reset_dimensions()
            found = _sheet(sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS), known)
            if found is not None:
                return found
    finally:
        book.close()
    return None


_ENOUGH: Final = 3
"""Known headings that make a row a row of headings."""


def _best_of(start: str, delimiter: str, known: Collection[str]) -> int:
    rows = csv.reader(io.StringIO(start), delimiter=delimiter)
    try:
        return max((_hits(row, known) for row in rows), default=0)
    except csv.Error:
        return 0


def _hits(row: Iterable[object], known: Collection[str]) -> int:
    return len({folded(cell) for cell in row if isinstance(cell, str)} & set(known))


def _csv_rows(text: str, delimiter: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    try:
        yield from reader
    except csv.Error as error:
        where = f"line {reader.line_num:,}"
        raise InputError([Problem(where, f"text that is no CSV ({error})", "one unit a line")]) from error


def _sheet(rows: Iterable[Row], known: Collection[str]) -> Sheet | None:
    """Put cells under their headings."""
    headings: list[tuple[int, str]] = []
    names: tuple[str, ...] = ()
    found: list[tuple[int, Mapping[str, object]]] = []
    formulas, cells = 0, 0
    for number, row in enumerate(rows, start=1):
        if number > MOST_UNITS + HEADING_ROWS:
            raise InputError(
                [Problem(FILE, f"more than {MOST_UNITS:,} rows", f"at most {MOST_UNITS:,} units")]
            )
        if not headings:
            if _hits(row, known) >= _ENOUGH:
                headings, names = _headings(row)
            elif number > HEADING_ROWS:
                return None
            continue
        if not any(cell is not None and cell != "" for cell in row):
            continue
        cells += len(headings)
        if cells > MOST_CELLS:
            raise InputError([Problem(FILE, f"more than {MOST_CELLS:,} cells", f"at most {MOST_CELLS:,}")])
        values: dict[str, object] = {}
        for place, name in headings:
            value = row[place] if place < len(row) else None
            if isinstance(value, str) and value and _FORMULA.match(value):
                value, was_left_out = _shown(value)
                formulas += was_left_out
            values[name] = value
        found.append((number, values))
    if not headings:
        return None
    notes = (Note("formula", "left out: nothing is evaluated", formulas),) if formulas else ()
    return Sheet(names, tuple(found), notes)


def _headings(row: Row) -> tuple[list[tuple[int, str]], tuple[str, ...]]:
    """Give the place of each heading; of two alike the first counts."""
    places: dict[str, int] = {}
    names: list[str] = []
    twice: list[str] = []
    for place, cell in enumerate(row[:MOST_COLUMNS]):
        name = folded(cell) if isinstance(cell, str) else ""
        if name in places:
            twice.append(str(cell))
        elif name:
            places[name] = place
            names.append(str(cell).strip())
    if twice:
        raise InputError(
            [Problem("headings", f"{heading!r} twice", "each heading once") for heading in twice[:20]]
        )
    return [(place, name) for name, place in places.items()], tuple(names)


def _shown(formula: str) -> tuple[str | None, bool]:
    """Give the text that a link formula shows; of any other formula nothing, and that it was left out."""
    link = _LINK.fullmatch(formula)
    if link is not None:
        return link.group(1).replace('""', '"'), False
    if formula[0] in "+-" and " " in formula:
        return formula, False  # a note that begins with a dash
    return None, True


def _check_zip(data: bytes) -> None:
    """Look at what an archive says about itself before anything in it is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except _BROKEN as error:
        raise InputError(
            [Problem(FILE, f"a zip archive that cannot be read ({_words(error)})", _XLSX)]
        ) from error
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MOST_UNPACKED:
        raise InputError(
            [Problem(FILE, f"{unpacked:,} bytes when unpacked", f"at most {MOST_UNPACKED:,} bytes")]
        )
    if len(parts) > MOST_PARTS:
        raise InputError([Problem(FILE, f"an archive of {len(parts):,} files", f"at most {MOST_PARTS}")])
    if any(part.flag_bits & 1 for part in parts):
        raise InputError([Problem(FILE, "an archive with a password", _XLSX)])
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts):
        raise InputError([Problem(FILE, "an archive packed in an unusual way", _XLSX)])
    names = {part.filename for part in parts}
    if "xl/workbook.xml" not in names and not any(name.startswith("xl/") for name in names):
        listed = ", ".join(sorted(names)[:3])
        raise InputError(
            [Problem(FILE, f"a zip archive of {listed or 'nothing'}", f"{_XLSX}; unpack others first")]
        )
    _check_xml(data, parts)


def _check_xml(data: bytes, parts: Sequence[zipfile.ZipInfo]) -> None:
    """Count cells as text before they are parsed: that is a thousand times cheaper."""
    cells = 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in parts:
            if part.filename.endswith(".xml"):
                try:
                    text = archive.read(part)
                except _BROKEN as error:
                    found = f"a workbook that cannot be read ({_words(error)})"
                    raise InputError([Problem(FILE, found, _XLSX)]) from error
                if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
                    raise InputError([Problem(part.filename, "a document type", "a workbook without any")])
                cells += text.count(b"<")
    if cells > 6 * MOST_CELLS:
        raise InputError([Problem(FILE, "more cells than any roster has", f"at most {MOST_CELLS:,}")])


def _words(error: BaseException) -> str:
    return " ".join(str(error).split())[:80] or type(error).__name__
