"""Which hexes does the text of a MegaMek board name, and what cannot be read of it?

A line that cannot be read is kept aside with its number, a hex that is named twice is put where the order of the
lines wants it: the rest of the board comes all the same.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import pairwise
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE, shown
from astrike.formats.maps.large_json import MOST_PROBLEMS
from astrike.formats.maps.megamek.hex_outlines import Hex
from astrike.formats.table.terrain import HIGHEST
from astrike.model.import_notes import ImportNote

MOST_HEXES: Final = 20_000
MOST_LINES: Final = 3 * MOST_HEXES
MOST_LEVELS: Final = int(HIGHEST)
MOST_FIELDS: Final = 500_000
"""A hex with everything in it has some twenty."""
_MOST_NAMED: Final = 8
"""Hexes that one note names; the others are counted."""

_SIZE: Final = re.compile(r"size\s+(\d{1,9})\s+(\d{1,9})\s*(?:#.*)?$", re.IGNORECASE)
_HEX: Final = re.compile(
    r'hex\s+(\d{4,6})\s+(-?\d{1,6})(?:\s+"([^"]*)")?(?:\s+"([^"]*)")?\s*(?:#.*)?$', re.IGNORECASE
)
_TERRAIN: Final = re.compile(
    r"\s*([A-Za-z][A-Za-z_ -]{0,39}?)\s*:\s*(-?\d{1,6})\s*(?::\s*(-?\d{1,9})\s*)?(?::\s*-?\d{1,9}\s*)*"
)


def hex_id(place: Hex) -> str:
    """Give the number of a hex as the board prints it.

    >>> hex_id((4, 4)), hex_id((101, 2))
    ('0404', '10102')
    """
    return f"{place[0]:02d}{place[1]:02d}"


def hexes_named(places: Iterable[Hex]) -> str:
    """Name hexes, the first few by number.

    >>> hexes_named([(4, 4)]), hexes_named([(4, row) for row in range(1, 11)])
    ('hex 0404', 'hexes 0401, 0402, 0403, 0404, 0405, 0406, 0407, 0408 and 2 more')
    """
    listed = sorted(set(places))
    words = ", ".join(map(hex_id, listed[:_MOST_NAMED]))
    more = len(listed) - _MOST_NAMED
    return f"hex{'es' if len(listed) > 1 else ''} {words}{f' and {more} more' if more > 0 else ''}"


@dataclass(slots=True)
class HexRemarks:
    """What is said about hexes, each thing once with all the hexes it is true of."""

    _hexes: dict[str, list[Hex]] = field(default_factory=lambda: defaultdict(list))

    def say(self, place: Hex, words: str) -> None:
        """Say something about a hex."""
        self._hexes[words].append(place)

    def notes(self) -> tuple[ImportNote, ...]:
        """Give everything that was said."""
        return tuple(
            ImportNote(hexes_named(places), words, len(set(places))) for words, places in self._hexes.items()
        )


@dataclass(frozen=True, slots=True)
class HexTerrain:
    """The terrain of a hex: the level of each, and to which sides roads and bridges go out."""

    levels: Mapping[str, int] = field(default_factory=dict)
    exits: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class MegamekBoard:
    """The lines of a board, read."""

    columns: int
    rows: int
    levels: dict[Hex, int] = field(default_factory=dict)
    terrain: dict[Hex, HexTerrain] = field(default_factory=dict)
    unknown: Counter[str] = field(default_factory=Counter)
    """Lines that are neither size nor hex, by their first word."""
    themes: int = 0
    """Hexes that say how they look."""
    problems: list[Problem] = field(default_factory=list)
    """Lines that cannot be read; the first of them, as many as anybody reads."""
    aside: int = 0
    """How many such lines there are."""
    remarks: HexRemarks = field(default_factory=HexRemarks)
    repairs: list[ImportNote] = field(default_factory=list)

    def keep_aside(self, at: str, found: str, expected: str) -> None:
        """Keep a line aside."""
        self.aside += 1
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(at, found, expected))

    @property
    def missing(self) -> tuple[Hex, ...]:
        """Hexes of the board that no line gives."""
        return self.hexes_without(self.levels)

    def hexes_without(self, known: Collection[Hex]) -> tuple[Hex, ...]:
        """Hexes of the board that are not among these, row by row."""
        return tuple(
            (column, row)
            for row in range(1, self.rows + 1)
            for column in range(1, self.columns + 1)
            if (column, row) not in known
        )

    def notes(self) -> tuple[ImportNote, ...]:
        """Say what was kept aside and what was repaired."""
        kept = [
            ImportNote(each.at, f"{each.found} was kept aside: needs {each.expected}")
            for each in self.problems
        ]
        if self.aside > len(self.problems):
            kept.append(
                ImportNote("", "more lines that cannot be read were kept aside", self.aside - len(kept))
            )
        return (*self.repairs, *kept, *self.remarks.notes())


@dataclass(frozen=True, slots=True)
class _Line:
    """One hex as a line has it."""

    at: str
    place: Hex
    level: int
    terrain: str
    theme: str


def board_text(data: bytes) -> str:
    """Give the text of a board's file."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def parse_board(text: str) -> MegamekBoard:
    """Read the lines of a board; raise `InputError` where no hex can be read or the file stops early."""
    if text.count("\n") > MOST_LINES:
        found = f"{text.count(chr(10)):,} lines"
        raise InputError([Problem(FILE, found, f"at most {MOST_LINES:,} on a board")])
    if (count := text.count(";")) > MOST_FIELDS:
        found = f"{count:,} fields of terrain"
        raise InputError([Problem(FILE, found, f"at most {MOST_FIELDS:,} on a board")])
    lines = [(f"line {number}", line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
    board = MegamekBoard(*_size(lines))
    read: list[_Line] = []
    seen: set[Hex] = set()
    is_ended = False
    for at, line in lines:
        word = line.split(maxsplit=1)[0].lower() if line else ""
        if word == "end":
            is_ended = True
            break
        if word == "hex":
            found_hex = _read_hex(board, at, line, read[-1].place if read else (0, 1), seen)
            if found_hex is not None:
                read.append(found_hex)
                seen.add(found_hex.place)
        elif word and word != "size" and not word.startswith("#"):
            board.unknown[word[:40]] += 1
    if board.problems and not read:
        raise InputError(board.problems)
    for each in _each_once(board, read):
        board.levels[each.place] = each.level
        board.terrain[each.place] = _read_terrain(board, each)
        board.themes += bool(each.theme.strip())
    missing = len(board.missing)
    if missing > board.aside and not is_ended:
        after = f"after hex {hex_id(read[-1].place)}" if read else "before any hex"
        found = f"no end: it stops {after}, hexes missing: {missing:,}"
        raise InputError([Problem(FILE, found, "a whole board, and then 'end'")])
    return board


def _size(lines: list[tuple[str, str]]) -> tuple[int, int]:
    at, line = next(((at, line) for at, line in lines if line.lower().startswith("size")), (FILE, ""))
    match = _SIZE.match(line)
    if match is None:
        raise InputError([Problem(at, shown(line) if line else "no size", "'size', columns and rows")])
    columns, rows = int(match[1]), int(match[2])
    if not (columns and rows and columns * rows <= MOST_HEXES):
        raise InputError([Problem(at, f"{columns:,} by {rows:,} hexes", f"1 to {MOST_HEXES:,} hexes")])
    return columns, rows


def _read_hex(board: MegamekBoard, at: str, line: str, last: Hex, seen: set[Hex]) -> _Line | None:
    match = _HEX.match(line)
    if match is None:
        board.keep_aside(at, shown(line), "a hex: its number, its level, its terrain in quotes")
        return None
    place = _place(match[1], board, last, seen)
    level = int(match[2])
    if place is None:
        board.keep_aside(at, f"hex {match[1]}", f"a hex of a board of {board.columns} by {board.rows}")
        return None
    if abs(level) > MOST_LEVELS // 2:
        least, most = -MOST_LEVELS // 2, MOST_LEVELS // 2
        board.keep_aside(at, f"level {level:,}", f"a level from {least} to {most} for hex {hex_id(place)}")
        return None
    return _Line(at, place, level, match[3] or "", match[4] or "")


def _place(digits: str, board: MegamekBoard, last: Hex, seen: set[Hex]) -> Hex | None:
    """Give column and row: two digits each, three from 100 on, so that five digits may mean two hexes."""
    found = []
    for cut in range(2, len(digits) - 1):
        parts = (digits[:cut], digits[cut:])
        column, row = (int(part) for part in parts)
        is_plain = all(len(part) == 2 or int(part) > 99 for part in parts)
        if is_plain and 1 <= column <= board.columns and 1 <= row <= board.rows:
            found.append((column, row))
    following = ((last[0] + 1, last[1]), (1, last[1] + 1))
    found.sort(key=lambda place: (place not in following, place in seen))
    return found[0] if found else None


def _read_terrain(board: MegamekBoard, line: _Line) -> HexTerrain:
    levels: dict[str, int] = {}
    exits: dict[str, int] = {}
    for part in line.terrain.split(";"):
        if not part.strip():
            continue
        match = _TERRAIN.fullmatch(part)
        if match is None:
            words = f"{shown(part)} ({line.at}) was kept aside: needs terrain and its level, such as woods:1"
            board.remarks.say(line.place, words)
            continue
        name, level = match[1].lower(), int(match[2])
        if name in levels:
            board.remarks.say(
                line.place, f"{name}:{level} was kept aside: it has {name}:{levels[name]} already"
            )
            continue
        levels[name] = level
        if match[3]:
            exits[name] = int(match[3])
    return HexTerrain(levels, exits)


# ---- hexes that are named twice


def _each_once(board: MegamekBoard, lines: Sequence[_Line]) -> list[_Line]:
    """Give each hex once: a second line for one is that of its missing neighbor where the order says so."""
    counts = Counter(line.place for line in lines)
    if len(counts) == len(lines):
        return list(lines)
    missing = set(board.hexes_without(counts))
    by_column = _runs_by_column(lines)
    kept = list(lines)
    for number in reversed(range(len(kept))):
        line = kept[number]
        if counts[line.place] < 2:
            continue
        before = kept[number - 1].place if number else None
        meant = _following(before, board, by_column=by_column)
        if meant not in missing:
            continue
        missing.remove(meant)
        counts[line.place] -= 1
        counts[meant] += 1
        kept[number] = replace(line, place=meant)
        words = f"was there twice: {line.at} was read as the missing hex {hex_id(meant)}, by the order of the lines"
        board.repairs.append(ImportNote(f"hex {hex_id(line.place)}", words))
    return _first_of_each(board, kept, missing)


def _first_of_each(board: MegamekBoard, lines: Sequence[_Line], missing: set[Hex]) -> list[_Line]:
    first: dict[Hex, _Line] = {}
    again: dict[Hex, list[str]] = defaultdict(list)
    for line in lines:
        if first.setdefault(line.place, line) is not line:
            again[line.place].append(line.at)
    lacking = f"; {hexes_named(missing)} missing" if missing else ""
    for place, others in again.items():
        more = len(others) - _MOST_NAMED
        listed = f"{', '.join(others[:_MOST_NAMED])}{f' and {more:,} more' if more > 0 else ''}"
        were = "were" if len(others) > 1 else "was"
        words = f"is there again: {first[place].at} was read, {listed} {were} kept aside{lacking}"
        board.repairs.append(ImportNote(f"hex {hex_id(place)}", words))
    return list(first.values())


def _runs_by_column(lines: Sequence[_Line]) -> bool:
    """Say whether the lines go down the columns, and not along the rows."""
    down = along = 0
    for one, other in pairwise(line.place for line in lines):
        down += other == (one[0], one[1] + 1)
        along += other == (one[0] + 1, one[1])
    return down > along


def _following(before: Hex | None, board: MegamekBoard, *, by_column: bool) -> Hex:
    """Give the hex whose line comes after that of another; the first one after none."""
    if before is None:
        return (1, 1)
    column, row = before
    if by_column:
        return (column, row + 1) if row < board.rows else (column + 1, 1)
    return (column + 1, row) if column < board.columns else (1, row + 1)
