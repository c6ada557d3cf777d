"""What did a form send? Text fields as numbers or words, and files as text."""

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Final, TypeVar

from flask import request

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem, TooLarge
from astrike.formats.typed_words import number_in, whole_in
from astrike.model.byte_limits import ByteLimit
from astrike.web.http.i18n import _, tr
from astrike.web.http.upload_limits import limit_now

FormWord = TypeVar("FormWord", bound=str)

TYPED: Final = "set."
"""Begins the name of a field of an address with a number that was typed: the rest is its place in the question."""


def number_or_text(text: str) -> int | float | str:
    """Read a number as people type it; give anything else back as it is, for the check to name.

    >>> number_or_text("48"), number_or_text("0,5"), number_or_text("NaN")
    (48, 0.5, 'NaN')
    """
    number = number_in(text)
    return text if number is None else number


def whole_number(at: str, text: str, low: int, high: int) -> int:
    """Read a whole number within limits; raise `InputError` for anything else."""
    number = whole_in(text, low, high)
    if number is None:
        expected = _("a whole number from %(low)s to %(high)s", low=low, high=high)
        raise InputError([Problem(at=at, found=repr(text[:20]), expected=expected)])
    return number


def word_of(values: Mapping[str, str], key: str, known: Iterable[FormWord]) -> FormWord:
    """Give the word that stands under a key; raise `InputError` when it is none of those known."""
    text, allowed = values.get(key, ""), tuple(known)
    for each in allowed:
        if each == text:
            return each
    expected = _("one of %(allowed)s", allowed=", ".join(allowed))
    raise InputError([Problem(at=key, found=repr(text[:20]), expected=expected)])


def word_or_first(values: Mapping[str, str], key: str, known: Sequence[FormWord]) -> FormWord:
    """Give the word that stands under a key, the first of those known where there is none."""
    return word_of(values, key, known) if key in values else known[0]


def digits_or_none(text: str) -> int | None:
    """Read a number that counts something, as addresses and hidden fields carry it; None for anything else.

    >>> digits_or_none("12"), digits_or_none("-1"), digits_or_none("")
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else None


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was chosen, or text that was pasted: then it has no name."""

    name: str
    data: bytes


def uploaded_file() -> Upload:
    """Give the file that was chosen, else the text that was pasted; raise `InputError` for neither or too much."""
    limit = limit_now()
    file = request.files.get("file")
    name = file.filename or "" if file is not None else ""
    data = file.stream.read(limit.most + 1) if file is not None and name else b""
    if not data:
        name, data = "", request.form.get("text", "").encode("utf-8", errors="replace")
    if len(data) > limit.most:
        raise too_large(limit)
    if not data.strip():
        raise InputError([Problem(_("the file"), _("nothing"), _("a file, or pasted text"))])
    return Upload(name, data)


def uploaded_stream() -> IO[bytes]:
    """Give the chosen file without reading it, since a large one is on the disk; raise `InputError` for none."""
    limit = limit_now()
    file = request.files.get("file")
    size = 0 if file is None else file.stream.seek(0, io.SEEK_END)
    if file is None or not size:
        raise InputError([Problem(_("the file"), _("nothing"), _("a file"))])
    if size > limit.most:
        raise too_large(limit)
    file.stream.seek(0)
    return file.stream


def too_large(limit: ByteLimit) -> TooLarge:
    """Say what is too large by the limit of this page."""
    expected = _("%(what)s of at most %(size)s", what=tr(limit.label), size=limit.size)
    return TooLarge([Problem(_("the file"), _("more than that"), expected)])
