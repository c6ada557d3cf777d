"""How does text stand in the columns of a terminal, on a phone too? Widths, wrapping, aligned cells."""

import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

WIDTH = 78
GAP = "  "


@dataclass(frozen=True, slots=True)
class Column:
    """How one column of a grid behaves: at most this wide, and its cells against the left or the right."""

    widest: int = WIDTH
    right: bool = False


def width_of(text: str) -> int:
    """Count the columns that a text takes.

    >>> width_of("Kea"), width_of("木")
    (3, 2)
    """
    return sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrapped(text: str, *, width: int = WIDTH, indent: str = "", hyphens: bool = False) -> list[str]:
    """Break a text into lines, between words or also after hyphens; later lines begin with the indent."""
    found: list[str] = []
    for word_line in textwrap.wrap(
        text, width, subsequent_indent=indent, break_on_hyphens=hyphens, break_long_words=True
    ):
        found.extend(_narrowed(word_line, width))
    return found or [""]


def _narrowed(line: str, width: int) -> Iterator[str]:
    """Cut a line of wide characters, which `textwrap` counts as one column each."""
    while width_of(line) > width:
        at = width
        while width_of(line[:at]) > width:
            at -= 1
        yield line[:at]
        line = line[at:]
    yield line


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Fill a text up with spaces to a width."""
    spaces = " " * max(0, width - width_of(text))
    return spaces + text if right else text + spaces


def grid(rows: Sequence[Sequence[str]], columns: Sequence[Column], *, gap: str = GAP) -> list[str]:
    """Lay rows of cells out in columns as narrow as their texts allow; long cells go on below.

    >>> print("\\n".join(grid([("S", "Skill", "4"), ("R", "Range", "+2")], [Column(), Column(), Column(right=True)])))
    S  Skill   4
    R  Range  +2
    """
    widths = [
        min(column.widest, max((width_of(row[k]) for row in rows), default=0))
        for k, column in enumerate(columns)
    ]
    found: list[str] = []
    for row in rows:
        cells = [
            wrapped(text, width=max(1, wide), hyphens=True) for text, wide in zip(row, widths, strict=True)
        ]
        for k in range(max(len(cell) for cell in cells)):
            line = gap.join(
                padded(cell[k] if k < len(cell) else "", wide, right=column.right)
                for cell, wide, column in zip(cells, widths, columns, strict=True)
            )
            found.append(line.rstrip())
    return found


def facts(rows: Sequence[tuple[str, str]], *, width: int = WIDTH) -> list[str]:
    """Lay names and what is true of them out, as in a list of facts."""
    first = max((width_of(name) for name, _ in rows), default=0)
    return grid(rows, [Column(first), Column(width - first - len(GAP))])
