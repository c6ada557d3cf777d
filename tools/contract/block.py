"""One table of the page: what the program fills, and what people write beside it.

A block stands between ``<!-- rows: NAME -->`` and ``<!-- end -->``. Its first columns come from the program; the last
ones are written by hand, and a row keeps them as long as its first cell stays the same.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

Row = tuple[str, ...]

_BLOCK = re.compile(r"<!-- rows: (?P<name>[^>]+?) -->\n(?P<text>.*?)<!-- end -->", re.DOTALL)
_CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Block:
    """A table as the program knows it."""

    head: Row
    rows: tuple[Row, ...]
    written: Row = ()
    """Headings of the columns that people fill."""
    hints: Mapping[str, str] = field(default_factory=dict)
    """By first cell: what the program itself says about a row, for the last column of a row that is new."""
    before: str = ""
    after: str = ""


def filled(text: str, blocks: Mapping[str, Block]) -> str:
    """Give a page with the newest rows in all its blocks; words that people wrote stay beside their rows."""

    def fill(found: re.Match[str]) -> str:
        name = found["name"]
        if name not in blocks:
            raise LookupError(f"the page has rows of {name!r}, which the program does not know")
        return f"<!-- rows: {name} -->\n{_shown(blocks[name], _words_in(found['text']))}\n<!-- end -->"

    return _BLOCK.sub(fill, text)


def names_in(text: str) -> tuple[str, ...]:
    """List the blocks of a page."""
    return tuple(found["name"] for found in _BLOCK.finditer(text))


def unsaid_in(text: str, blocks: Mapping[str, Block]) -> Iterator[str]:
    """Name every row of a page that lacks words of people."""
    for found in _BLOCK.finditer(text):
        count = len(blocks[found["name"]].written)
        for key, cells in _words_in(found["text"]).items():
            if count and not all(cells[-count:]):
                yield f"{found['name']}: {key}"


def rows_in(text: str, name: str) -> Iterator[Row]:
    """Give the rows of one block of a page, cell by cell."""
    for found in _BLOCK.finditer(text):
        if found["name"] == name:
            yield from _rows(found["text"])


def table_of(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table.

    >>> print(table_of(("a", "b"), [("1", "x|y")]))
    | a | b |
    |---|---|
    | 1 | x\\|y |
    """
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in (head, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]])


def _shown(block: Block, words: Mapping[str, Row]) -> str:
    count = len(block.written)
    lines: list[Row] = []
    for row in block.rows:
        old = words.get(row[0], ())
        new = (*[""] * (count - 1), block.hints.get(row[0], ""))
        lines.append((*row, *(old[-count:] if len(old) >= count else new)) if count else row)
    table = table_of((*block.head, *block.written), lines) if lines else ""
    return "\n\n".join(part for part in (block.before, table, block.after) if part)


def _words_in(text: str) -> Mapping[str, Row]:
    return {row[0]: row[1:] for row in _rows(text)}


def _rows(text: str) -> Iterator[Row]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield tuple(cell.strip().replace("\\|", "|") for cell in _CELL.split(line)[1:-1])
