"""Which text do these bytes hold? Programs write UTF-8, with or without a mark, UTF-16, or what Windows had before.

Bytes that are no text are refused with a word on what they seem to be. What the text means is for the readers.
"""

import re
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE
from astrike.model.byte_limits import IMPORT
from astrike.model.import_notes import ImportNote

LARGEST_IMPORT: Final = IMPORT.most
"""Bytes of a file that another tool wrote; it may hold a picture."""

_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig", ""),
    (b"\xff\xfe\x00\x00", "utf-32", "UTF-32"),
    (b"\x00\x00\xfe\xff", "utf-32", "UTF-32"),
    (b"\xff\xfe", "utf-16", "UTF-16"),
    (b"\xfe\xff", "utf-16", "UTF-16"),
)
_SEEMS: Final = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"RIFF", "a picture or a sound"),
    (b"%PDF", "a PDF"),
    (b"PK", "a zip archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"SQLite format 3", "a database"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word file"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_LOOKED_AT: Final = 4_000


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, and what is worth knowing about how it was written."""

    text: str
    notes: tuple[ImportNote, ...] = ()


def decode(data: bytes, *, most_bytes: int = LARGEST_IMPORT) -> Decoded:
    """Read bytes as text; line ends become plain ones and a byte order mark goes.

    >>> decode("Alder\\r\\nBirch".encode("utf-16")).text
    'Alder\\nBirch'
    """
    check_size(data, most_bytes=most_bytes)
    encoding, name = _encoding(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            found = f"bytes that are not {name or 'UTF-8'}, at byte {error.start + 1:,}"
            raise InputError([Problem(FILE, found, "text")]) from error
        # Every byte is some character there, so this never fails; whether it was meant, people see.
        text, name = data.decode("cp1252", "replace"), "Windows-1252 (Latin-1)"
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise InputError([Problem(FILE, "nothing", "text")])
    if _CONTROL.search(text[:_LOOKED_AT]):
        raise InputError([Problem(FILE, seeming_format(data), "text")])
    notes = (ImportNote(FILE, f"read as {name} text; look at the names"),) if name else ()
    return Decoded(text, notes)


def check_size(data: bytes, *, most_bytes: int = LARGEST_IMPORT) -> None:
    """Refuse what is too large or empty."""
    if len(data) > most_bytes:
        raise InputError([Problem(FILE, f"{len(data):,} bytes", f"at most {most_bytes:,} bytes")])
    if not data:
        raise InputError([Problem(FILE, "nothing", "a file that another tool wrote")])


def seeming_format(data: bytes) -> str:
    """Say what bytes that are no text seem to be.

    >>> seeming_format(b"%PDF-1.7")
    'a PDF'
    """
    return next((words for mark, words in _SEEMS if data.startswith(mark)), "binary data")


def _encoding(data: bytes) -> tuple[str, str]:
    """Give the encoding by its mark, or by where zeros stand; the name is empty for what needs no word."""
    for mark, encoding, name in _MARKS:
        if data.startswith(mark):
            return encoding, name
    start = data[:_LOOKED_AT]
    if any(start.startswith(mark) for mark, _ in _SEEMS if mark not in (b"PK", b"MZ")):
        raise InputError([Problem(FILE, seeming_format(data), "text")])
    if b"\x00" in start:
        even, odd = start[::2].count(0), start[1::2].count(0)
        if odd > len(start) // 4 and not even:
            return "utf-16-le", "UTF-16"
        if even > len(start) // 4 and not odd:
            return "utf-16-be", "UTF-16"
        raise InputError([Problem(FILE, seeming_format(data), "text")])
    return "utf-8", ""
