"""Which cells does an XLSX workbook have? Their saved values; formulas are not read, let alone evaluated.

A roster needs text and numbers and nothing of what makes workbooks slow to open, so only these are taken, while
the parser goes by. Sizes are checked before anything is unpacked, and a document type is refused before its
entities could mean anything.
"""

import io
import re
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Final
from xml.parsers import expat

from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE
from astrike.formats.rosters.limits import MOST_UNITS
from astrike.formats.rosters.safe_xml import MOST_MARKS, XmlHandlers, parse_xml

MOST_COLUMNS: Final = 300
MOST_CELLS: Final = 1_500_000
LONGEST: Final = 200_000
"""Bytes without a tag: a spreadsheet program has at most 32,767 characters in a cell."""
MOST_UNPACKED: Final = 64_000_000
MOST_PARTS: Final = 500
MOST_ROWS: Final = MOST_UNITS + 100

_XLSX: Final = "an XLSX workbook as a spreadsheet program writes it"
_SHEET: Final = re.compile(r"xl/worksheets/[^/]*?(\d*)\.xml")
_TOO_LONG: Final = re.compile(b"<[^<]{%d}" % LONGEST)
_LETTERS: Final = re.compile(r"[A-Z]{1,3}(?=\d|$)")
_UNREADABLE: Final = (
    zipfile.BadZipFile, zlib.error, expat.ExpatError, EOFError, KeyError, NotImplementedError, OSError, OverflowError,
    RuntimeError, ValueError,
)  # fmt: skip
"""What the readers of archives and of XML raise about damaged ones."""

Row = tuple[int, Sequence[object]]
"""The number of a row, and its cells."""


def sheets_of(data: bytes) -> tuple[tuple[Row, ...], ...]:
    """Read the rows of all sheets, in the order in which they were made."""
    parts = _checked(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            texts = {part.filename: archive.read(part) for part in parts}
            marks = sum(text.count(b"<") for text in texts.values())
            if marks > MOST_MARKS:
                raise InputError([Problem(FILE, f"{marks:,} tags in a workbook", f"at most {MOST_MARKS:,}")])
            if any(map(_TOO_LONG.search, texts.values())):
                found = f"more than {LONGEST:,} bytes in a tag or a cell of a workbook"
                raise InputError([Problem(FILE, found, f"at most {LONGEST:,}")])
            rows = _Rows(_Shared().read(texts.pop("xl/sharedStrings.xml", b"<sst/>")))
            return tuple(tuple(rows.read(text)) for _, text in sorted(texts.items(), key=_order))
    except _UNREADABLE as error:
        words = " ".join(str(error).split())[:80] or type(error).__name__
        raise InputError([Problem(FILE, f"a workbook that cannot be read ({words})", _XLSX)]) from error


def _order(part: tuple[str, bytes]) -> tuple[int, str]:
    """Put sheet 10 behind sheet 9."""
    match = _SHEET.fullmatch(part[0])
    return (int(match.group(1)[:9] or 0) if match else 0, part[0])


def _checked(data: bytes) -> list[zipfile.ZipInfo]:
    """Look at what an archive says about itself, and give the parts that hold cells."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except _UNREADABLE as error:
        words = " ".join(str(error).split())[:80]
        raise InputError([Problem(FILE, f"a zip archive that cannot be read ({words})", _XLSX)]) from error
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MOST_UNPACKED:
        found = f"{unpacked:,} bytes when unpacked"
        raise InputError([Problem(FILE, found, f"at most {MOST_UNPACKED:,} bytes")])
    if len(parts) > MOST_PARTS:
        raise InputError([Problem(FILE, f"an archive of {len(parts):,} files", f"at most {MOST_PARTS}")])
    if any(part.flag_bits & 1 for part in parts):
        raise InputError([Problem(FILE, "an archive with a password", _XLSX)])
    cells = [
        part for part in parts if _SHEET.fullmatch(part.filename) or part.filename == "xl/sharedStrings.xml"
    ]
    if not any(_SHEET.fullmatch(part.filename) for part in cells):
        listed = ", ".join(sorted(part.filename for part in parts)[:3]) or "nothing"
        raise InputError([Problem(FILE, f"a zip archive of {listed}", f"{_XLSX}; unpack others first")])
    return cells


class _Part(ABC):
    """Goes through one part of a workbook; names of tags come without their prefix."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.is_taking = False
        self.is_reading_aid = False
        """How a word is pronounced, as Japanese Excel saves it, is no part of the word."""

    def parse(self, data: bytes) -> None:
        handlers = XmlHandlers(self._opened, self._closed, self._text)
        parse_xml(data, handlers, what="a workbook", expected=_XLSX)

    def _opened(self, name: str, attributes: Mapping[str, str]) -> None:
        self.is_reading_aid = self.is_reading_aid or name == "rPh"
        self.open(name, attributes)

    def _closed(self, name: str) -> None:
        self.is_reading_aid = self.is_reading_aid and name != "rPh"
        self.close(name)

    def _text(self, words: str) -> None:
        if self.is_taking and not self.is_reading_aid:
            self.text.append(words)

    @abstractmethod
    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take what a tag begins."""

    @abstractmethod
    def close(self, name: str) -> None:
        """Take what a tag ends."""


class _Shared(_Part):
    """The texts that cells share, by number."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def read(self, data: bytes) -> list[str]:
        self.parse(data)
        return self.found

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "si":
            self.text = []
        self.is_taking = name == "t"

    def close(self, name: str) -> None:
        self.is_taking = False
        if name == "si":
            self.found.append("".join(self.text))


class _Rows(_Part):
    """The rows of one sheet after another; how many places they take is counted over all of them."""

    def __init__(self, shared: Sequence[str]) -> None:
        super().__init__()
        self.shared = shared
        self.found: list[Row] = []
        self.number = 0
        self.cells: dict[int, object] = {}
        self.column = -1
        self.kind = "n"
        self.places = 0
        self.values: Mapping[str, Callable[[str], object]] = {
            "s": self._of_shared,
            "b": lambda text: text.strip() in ("1", "true"),
            "e": lambda text: None,
            "n": _number,
            "str": str,
            "inlineStr": str,
        }

    def read(self, data: bytes) -> list[Row]:
        self.found, self.number = [], 0
        self.parse(data)
        return self.found

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "row":
            number = attributes.get("r", "")
            self.number = int(number) if number.isdecimal() and len(number) < 9 else self.number + 1
            self.cells, self.column = {}, -1
        elif name == "c":
            letters = _LETTERS.match(attributes.get("r", ""))
            self.column = self.column + 1 if letters is None else _column(letters.group())
            self.kind, self.text = attributes.get("t", "n"), []
        self.is_taking = name in ("v", "t")

    def close(self, name: str) -> None:
        self.is_taking = False
        if name == "c" and self.text and 0 <= self.column < MOST_COLUMNS:
            self.cells[self.column] = self.values.get(self.kind, str)("".join(self.text))
            self.text = []
        elif name == "row" and self.cells:
            if len(self.found) >= MOST_ROWS:
                found = f"more than {MOST_UNITS:,} rows"
                raise InputError([Problem(FILE, found, f"at most {MOST_UNITS:,} units")])
            width = max(self.cells) + 1
            self.places += width
            if self.places > MOST_CELLS:
                found = f"more than {MOST_CELLS:,} cells"
                raise InputError([Problem(FILE, found, f"at most {MOST_CELLS:,}")])
            self.found.append((self.number, [self.cells.get(place) for place in range(width)]))

    def _of_shared(self, text: str) -> object:
        place = int(text) if text.isdecimal() and len(text) < 9 else -1
        if not 0 <= place < len(self.shared):
            raise ValueError(f"shared text {text[:20]!r} is not there")
        return self.shared[place]


def _column(letters: str) -> int:
    """Give the place of a column.

    >>> _column("A"), _column("Z"), _column("AA")
    (0, 25, 26)
    """
    place = 0
    for letter in letters:
        place = place * 26 + ord(letter) - ord("A") + 1
    return place - 1


def _number(text: str) -> object:
    """Give a number, whole where it is; what is none stays text.

    >>> _number("3"), _number("2.50"), _number("1E1"), _number("x")
    (3, 2.5, 10.0, 'x')
    """
    word = text.strip()
    if word.isascii() and word.isdecimal() and len(word) <= 15:
        return int(word)
    try:
        return float(word)
    except ValueError:
        return text
