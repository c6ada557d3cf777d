"""Which rows does this spreadsheet have, as CSV or as XLSX? Nothing in a cell is ever evaluated.

The headings are the first row that has enough of those a reader knows; cells are found by them, letter case and
blanks aside. A link formula gives the text that it shows, any other formula nothing.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE, shown
from astrike.formats.rosters.card import is_blank
from astrike.formats.rosters.limits import MOST_UNITS
from astrike.formats.rosters.workbook import MOST_CELLS, MOST_COLUMNS, Row, sheets_of
from astrike.model.import_notes import ImportNote

LONGEST_LINE: Final = 100_000
MOST_LINES: Final = 10 * MOST_UNITS
HEADING_ROWS: Final = 20
"""Rows that are looked through for the headings."""

_LINK: Final = re.compile(
    r'=\s*HYPERLINK\s*\(\s*"(?:[^"]|"")*"\s*[,;]\s*"((?:[^"]|"")*)"\s*\)\s*', re.IGNORECASE
)
_FORMULA: Final = re.compile(r"[=@]|[+-](?![\d.]|$)")
_DELIMITERS: Final = (",", ";", "\t", "|")


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """A sheet with headings."""

    headings: tuple[str, ...]
    """As they stand there."""
    rows: tuple[tuple[int, Mapping[str, object]], ...]
    """Number of the row, and its cells by heading folded with `folded`."""
    notes: tuple[ImportNote, ...]


@lru_cache(maxsize=2048)
def folded(heading: str) -> str:
    """Give a heading as it is compared.

    >>> folded(" Front Arc_STD ")
    'frontarcstd'
    """
    return "".join(character for character in heading.casefold() if character.isalnum())


def csv_sheet(text: str, known: Collection[str]) -> Spreadsheet | None:
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


def xlsx_sheet(data: bytes, known: Collection[str]) -> Spreadsheet | None:
    """Read the first sheet of an XLSX workbook that has known headings; formulas have the value saved with them."""
    return next(filter(None, (_sheet(rows, known) for rows in sheets_of(data))), None)


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
        yield from enumerate(reader, start=1)
    except csv.Error as error:
        where = f"line {reader.line_num:,}"
        raise InputError([Problem(where, f"text that is no CSV ({error})", "one unit a line")]) from error


def _sheet(rows: Iterable[Row], known: Collection[str]) -> Spreadsheet | None:
    """Put cells under their headings."""
    headings: list[tuple[int, str]] = []
    names: tuple[str, ...] = ()
    found: list[tuple[int, Mapping[str, object]]] = []
    formulas, cells, places = 0, 0, frozenset[int]()
    homeless: list[tuple[int, object]] = []
    for count, (number, row) in enumerate(rows, start=1):
        if count > MOST_UNITS + HEADING_ROWS:
            raise InputError(
                [Problem(FILE, f"more than {MOST_UNITS:,} rows", f"at most {MOST_UNITS:,} units")]
            )
        if not headings:
            if _hits(row, known) >= _ENOUGH:
                headings, names = _headings(row)
                places = frozenset(place for place, _ in headings)
            elif count > HEADING_ROWS:
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
        homeless.extend(
            (number, cell)
            for place, cell in enumerate(row)
            if place not in places and not is_blank(cell) and len(homeless) < MOST_CELLS
        )
    if not headings:
        return None
    notes = [ImportNote("formula", "left out: nothing is evaluated", formulas)] if formulas else []
    if homeless:
        first, cell = homeless[0]
        words = "left out; a list with commas needs quotation marks around it"
        notes.append(
            ImportNote(f"row {first}, {shown(cell)}", f"stands under no heading; {words}", len(homeless))
        )
    return Spreadsheet(names, tuple(found), tuple(notes))


def _headings(row: Sequence[object]) -> tuple[list[tuple[int, str]], tuple[str, ...]]:
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
