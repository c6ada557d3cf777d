"""How does text stand in the columns of a terminal, on a phone too, and what is the small print below an answer?

Widths, wrapping and aligned cells; then the dice that fell, the options that decided, and what was assumed.
"""

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from astrike.dataclass import dataclass
from astrike.model.dice import DiceRoll
from astrike.model.explain import Assumed, OptionUsed
from astrike.model.number_text import plain_number
from astrike.report.words.pages import printing_note
from astrike.report.words.texts import Translate, visible
from astrike.report.words.texts import to_translate as _

WIDTH = 78

COLUMN_GAP = "  "


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


def grid(rows: Sequence[Sequence[str]], columns: Sequence[Column], *, gap: str = COLUMN_GAP) -> list[str]:
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
    return grid(rows, [Column(first), Column(width - first - len(COLUMN_GAP))])


FOUR_COLUMNS = (Column(4), Column(26), Column(24), Column(18))


def small_print(
    options: Sequence[OptionUsed], assumed: Sequence[Assumed], translate: Translate
) -> Iterator[tuple[str, str]]:
    """List the options that decided and what was assumed."""
    for number, option in enumerate(options):
        yield "" if number else translate(_("Options")), f"{option.id} = {_value(option.value)}"
    for number, note in enumerate(assumed):
        text = f"{translate(note.label)}: {note.at} = {_value(note.value)}"
        yield "" if number else translate(_("Assumed")), text


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return plain_number(value) if isinstance(value, int | float) else str(value)


def dice_rows(dice: Iterable[DiceRoll], translate: Translate) -> Iterator[tuple[str, str]]:
    """List the dice that fell, for what, and whether they were typed in."""
    for number, die in enumerate(dice):
        origin = translate(_("typed in") if die.typed else _("rolled"))
        dice_word = f"{die.count}D{die.sides}"
        text = f"{translate(die.label)}: {die.fell} ({dice_word}, {origin})"
        yield "" if number else translate(_("Dice")), text


def with_small_print(lines: Sequence[str], rows: Sequence[tuple[str, str]], translate: Translate) -> str:
    """Put an answer together: its lines, its facts, and the note on pages of other printings where it has some.

    Nothing in it steers a terminal.
    """
    texts = (*lines, *(text for _name, text in rows))
    every = [*rows, *printing_note(texts, translate)]
    return "\n".join(visible(line) for line in [*lines, "", *facts(every)])
