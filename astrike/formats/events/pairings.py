"""Who meets whom at which table, as other programs list it and as people type it?

Lines of any spreadsheet (commas, semicolons, tabs or upright strokes, names in quotes, a line of headings) and lines of
plain text, such as "Table 1: Anna vs Ben", "Anna - Ben" or "Anna vs Ben, table 1". A list that contradicts itself, the
event or the rest of its round gets one list of all its problems, each with its line.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.events.event_file import LONGEST_PAIRING
from astrike.model.events.pairing import Two, is_same_name, name_key, names_in, pairing_of

LARGEST: Final = 20_000
"""Characters: twenty tables take about a thousand."""
BYE: Final = "bye"
"""Nobody: several may meet it."""
_DELIMITERS: Final = "\t;,|"
_WORD: Final = r"(?:table|tbl|board|match|game|pod)"
_NUMBER: Final = r"(?:#|no\.?)?\s*([0-9]{1,4})"
_TABLE: Final = re.compile(rf"(?:(?:{_WORD}|t)\s*[.:]?\s*)?{_NUMBER}\s*[.:)]?", re.IGNORECASE)
_AT_THE_END: Final = re.compile(
    rf"(.*?)[\s,;@(\[–—-]*(?:(?<![^\W_])(?:(?:at|on)\s+)?{_WORD}\s*[.:]?\s*|@\s*){_NUMBER}\s*[)\].]?",
    re.IGNORECASE,
)
_PREFIXED: Final = re.compile(
    rf"(?:{_WORD}\s*)?([0-9]{{1,4}})\s*[.:)]\s*(\S.*)|{_WORD}\s*[.:]?\s*([0-9]{{1,4}})\s+(\S.*)",
    re.IGNORECASE,
)
_HELD: Final = re.compile(
    rf"\b(?:{_WORD}|round)\s*[.:]?\s*(?:#|no\.?)?\s*[0-9]|[^\W\d_]\s*[0-9]+\s*:", re.IGNORECASE
)
"""What no name holds, but a number that was not understood."""
_SEPARATOR: Final = re.compile(r"\s*\"?sep=(.)\"?\s*", re.IGNORECASE)
"""The first line of a spreadsheet that says what parts its cells."""
_TITLE: Final = re.compile(
    r"[\s#*]*(?:pairings?\s*(?:of|for|,|-|–|:)?\s*)?(?:round|rd\.?)\s*[0-9]+\s*[-–:,]?\s*(?:pairings?)?[\s:.,;|*]*",
    re.IGNORECASE,
)
_RULE: Final = re.compile(r"[\s|+:=–—_-]*")
_SCORE: Final = re.compile(r"[0-9]{1,4}(?:\s*[-–:/]\s*[0-9]{1,4})?")
_SCORE_AFTER: Final = re.compile(r".*\s\(?[0-9]{1,4}\s*[-–:/]\s*[0-9]{1,4}\)?")
_SCORES_BETWEEN: Final = re.compile(r".*[^\W\d].*\s[0-9]{1,4}"), re.compile(r"[0-9]{1,4}\s.*[^\W\d].*")
_NUMBERED: Final = re.compile(rf"(?:{_TABLE.pattern}\s*[-–—,;\t]?)\s*(\S.*)", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"(?:vs?\.?|versus|against|-|–|—|:)", re.IGNORECASE)
_HEADING: Final = re.compile(r"(?:table|tbl|board|#|no\.?)(?:\s*(?:no\.?|nr\.?|number|#))?", re.IGNORECASE)
_WHO: Final = re.compile(
    r"(?:player|name|opponent|side|p)(?:'s)?(?:\s*(?:name|no\.?|number|#))?\s*[1-2ab]?(?:\s*name)?"
    r"|(?:first|second)(?:\s+(?:player|name))?|home|away",
    re.IGNORECASE,
)
_BOTH: Final = re.compile(r"pairings?|match(?:up)?|players|game", re.IGNORECASE)
_TWO_NAMES: Final = "a table and two names"
_NO_SCORES: Final = (
    "a table and two names without scores; scores go beside the names once the pairings are saved"
)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet at a table, and in which line that stands."""

    table: int
    players: Two
    line: int

    @property
    def text(self) -> str:
        """The pairing as an event keeps it."""
        return pairing_of(self.players) or ""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line as it was understood."""

    line: int
    shown: str
    table: int | None
    players: Two
    is_cell: bool
    """Did the number stand in a cell of its own?"""


@dataclass(frozen=True, slots=True)
class _Reading:
    """What one delimiter makes of a list."""

    rows: tuple[_Row, ...]
    problems: tuple[Problem, ...]
    parted: int
    """How many lines it parts into cells."""


@dataclass(frozen=True, slots=True)
class _Headings:
    """Which cells of a line are meant."""

    table: int | None
    players: tuple[int, ...]


def read_pairings(
    text: str, tables: Sequence[int], others: Mapping[int, Two] | None = None
) -> tuple[Pairing, ...]:
    """Read a list of pairings, by table; `others` are those that the tables of the round have already.

    >>> [(each.table, each.text) for each in read_pairings('1,Anna,Ben\\n2,"O\\'Neil, Carla",Dmitri', (1, 2))]
    [(1, 'Anna v Ben'), (2, "O'Neil, Carla v Dmitri")]
    >>> read_pairings("Table 9: Anna vs Ben", (1, 2))
    Traceback (most recent call last):
    astrike.errors.InputError: line 1: found table 9, expected a table of the event: 1 to 2
    """
    lines = [
        (number, line) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1) if line.strip()
    ]
    if not lines:
        raise InputError([Problem("the pairings", "nothing", "a line for each table")])
    lines, delimiters = _without_titles(lines)
    readings = [_read(lines, delimiter) for delimiter in delimiters]
    best = max(readings, key=_worth)
    rows, problems = _mended(best, readings)
    placed = _placed(rows, sorted(tables), problems)
    problems += _contradictions(placed, others or {})
    if problems:
        raise InputError(sorted(problems, key=_line_of))
    return tuple(sorted(placed, key=lambda each: each.table))


# ---- lines


def _without_titles(lines: Sequence[tuple[int, str]]) -> tuple[list[tuple[int, str]], str]:
    """Leave out what stands above or between the lines of a list, and say what may part the cells."""
    rest, delimiters = list(lines), _DELIMITERS
    separator = _SEPARATOR.fullmatch(rest[0][1])
    if separator is not None:
        rest, delimiters = rest[1:], separator[1]
    while rest and _TITLE.fullmatch(rest[0][1]):
        rest = rest[1:]
    rest = [each for each in rest if not _RULE.fullmatch(each[1])]
    return rest or [lines[0]], delimiters


def _worth(reading: _Reading) -> tuple[int, int, int]:
    """Rank a reading: one that makes most of the list, whose numbers have cells of their own, whose cells part."""
    return len(reading.rows), sum(row.is_cell for row in reading.rows), reading.parted


def _mended(best: _Reading, readings: Sequence[_Reading]) -> tuple[list[_Row], list[Problem]]:
    """Take the lines that one delimiter does not part from the reading with another that does."""
    others = {row.line: row for reading in readings for row in reading.rows if row.is_cell}
    known = {row.line for row in best.rows}
    taken = [others[line] for line in map(_line_of, best.problems) if line in others and line not in known]
    mended = {row.line for row in taken}
    rows = sorted([*best.rows, *taken], key=lambda row: row.line)
    return rows, [each for each in best.problems if _line_of(each) not in mended]


def _read(lines: Sequence[tuple[int, str]], delimiter: str) -> _Reading:
    """Read the lines of a list whose cells are parted by a delimiter."""
    rows: list[_Row] = []
    problems: list[Problem] = []
    parted = 0
    headings: _Headings | None = None
    for place, (number, line) in enumerate(lines):
        cells = _cells(line, delimiter)
        if cells is None:
            problems.append(_problem(number, line, "a quotation mark at both ends of a name"))
            continue
        if not cells:
            continue
        parted += len(cells) > 1
        found = _headings(cells) if place == 0 else None
        if found is not None:
            headings = found
            continue
        row = _row(cells, headings, number, line)
        if isinstance(row, Problem):
            problems.append(row)
        else:
            rows.append(row)
    if not rows and not problems:
        problems.append(_problem(*lines[0], "a line for each table below the headings"))
    return _Reading(tuple(rows), tuple(problems), parted)


def _cells(line: str, delimiter: str) -> list[str] | None:
    if delimiter == "|":
        line = line.strip().removeprefix("|").removesuffix("|")
    try:
        [cells] = csv.reader([line], delimiter=delimiter, skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        return None
    cells = [" ".join(cell.split()) for cell in cells]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _headings(cells: Sequence[str]) -> _Headings | None:
    """Say which columns a line of headings names; None where it is none."""
    if any(_TABLE.fullmatch(cell) for cell in cells):
        return None
    table = next((place for place, cell in enumerate(cells) if _HEADING.fullmatch(cell)), None)
    players = tuple(place for place, cell in enumerate(cells) if _WHO.fullmatch(cell))
    both = tuple(place for place, cell in enumerate(cells) if _BOTH.fullmatch(cell))
    if len(players) == 2:
        return _Headings(table, players)
    if table is None:
        return _Headings(None, both) if len(both) == 1 and len(cells) == 1 else None
    others = tuple(place for place in range(len(cells)) if place != table)
    return _Headings(table, both[:1] or others) if both or len(others) == 2 else None


def _row(cells: Sequence[str], headings: _Headings | None, number: int, line: str) -> _Row | Problem:
    if headings is not None:
        wanted = [*(() if headings.table is None else (headings.table,)), *headings.players]
        cells = [cells[place] if place < len(cells) else "" for place in wanted]
        if headings.table is None:
            return _of_names(None, cells, number, line)
    elif (end := _AT_THE_END.fullmatch(cells[-1])) is not None and (len(cells) > 1 or end[1]):
        rest = [*cells[:-1], *([end[1]] if end[1] else [])]
        if len(rest) == 1:
            return _of_names(int(end[2]), rest, number, line)
        return _of_names(int(end[2]), rest, number, line, is_cell=True)
    if len(cells) == 1:
        return _of_text(cells[0], number, line)
    match = _TABLE.fullmatch(cells[0])
    if match is None:
        return _of_prefixed(cells, number, line)
    if len(cells) == 2 and cells[1].isdecimal() and headings is None:  # badges: 08,19
        return _of_names(None, cells, number, line)
    return _of_names(int(match[1]), cells[1:], number, line, is_cell=True)


def _of_prefixed(cells: Sequence[str], number: int, line: str) -> _Row | Problem:
    """Read cells whose first is a name, on demand behind the number of the table: `Table 1: Anna,Ben`."""
    match = _PREFIXED.fullmatch(cells[0])
    if match is None:
        return _of_names(None, cells, number, line)
    table, name = int(match[1] or match[3]), match[2] or match[4]
    return _of_names(table, [name, *cells[1:]], number, line)


def _of_text(text: str, number: int, line: str) -> _Row | Problem:
    """Read a line of plain text."""
    match = _NUMBERED.fullmatch(text)
    players = None if match is None else names_in(match[2])
    table = None if match is None or players is None else int(match[1])
    players = players or names_in(text)
    if players is None:
        return _problem(number, line, _TWO_NAMES)
    has_scores = all(form.fullmatch(name) for form, name in zip(_SCORES_BETWEEN, players, strict=True))
    if has_scores or _SCORE_AFTER.fullmatch(players[1]):
        return _problem(number, line, _NO_SCORES)
    return _of_names(table, players, number, line)


def _of_names(
    table: int | None, cells: Sequence[str], number: int, line: str, *, is_cell: bool = False
) -> _Row | Problem:
    """Read two names in cells of their own, or in one."""
    names = list(cells)
    if len(names) == 3 and _BETWEEN.fullmatch(names[1]):
        del names[1]
    if len(names) == 1:
        names = list(names_in(names[0]) or names)
    if len(names) > 2 and any(_SCORE.fullmatch(name) for name in names[1:]):
        return _problem(number, line, _NO_SCORES)
    bare = [_unquoted(name) for name in names]
    if len(bare) != 2 or not all(bare) or any(name.count('"') % 2 for name in bare):
        return _problem(number, line, _TWO_NAMES)
    players = bare[0], bare[1]
    if any(_HELD.search(name) for name in players):
        return _problem(number, line, "the number of the table before the two names or after them")
    if is_same_name(*players):
        return _problem(number, players[0], "two players", twice=True)
    pairing = pairing_of(players)
    if pairing is None:
        return _problem(number, line, 'names without a "v" between words')
    if len(pairing) > LONGEST_PAIRING or not pairing.isprintable():
        return _problem(number, line, f"at most {LONGEST_PAIRING} plain characters for both names")
    return _Row(number, line, table, players, is_cell)


def _unquoted(name: str) -> str:
    inner = name[1:-1]
    is_quoted = len(name) > 1 and name[0] == name[-1] and name[0] in "\"'"
    return " ".join(inner.split()) if is_quoted and '"' not in inner else name


# ---- the whole list


def _placed(rows: Sequence[_Row], tables: Sequence[int], problems: list[Problem]) -> list[Pairing]:
    """Give each line its table: the one it names, or, where no line names one, the next."""
    found: list[Pairing] = []
    in_order = all(row.table is None for row in rows)
    for place, row in enumerate(rows):
        if row.table is None and not in_order:
            problems.append(_problem(row.line, row.shown, "the number of a table, as in the other lines"))
            continue
        if row.table is None and place >= len(tables):
            expected = f"at most {len(tables)} pairings, one for each table"
            problems.append(_problem(row.line, row.shown, expected))
            continue
        table = tables[place] if row.table is None else row.table
        if table not in tables:
            known = _numbers(tables)
            problems.append(Problem(f"line {row.line}", f"table {table}", f"a table of the event: {known}"))
            continue
        found.append(Pairing(table, row.players, row.line))
    return found


def _contradictions(found: Sequence[Pairing], others: Mapping[int, Two]) -> list[Problem]:
    """Name every table and every player that is there twice."""
    problems: list[Problem] = []
    tables: dict[int, int] = {}
    seats: dict[str, str] = {}
    listed = {each.table for each in found}
    for table, players in others.items():
        if table not in listed:
            seats.update({name_key(name): f"at table {table} already" for name in players})
    for each in found:
        at = f"line {each.line}"
        if each.table in tables:
            problems.append(
                Problem(
                    at, f"table {each.table} again", f"each table once (line {tables[each.table]} has it)"
                )
            )
        tables.setdefault(each.table, each.line)
        for name in each.players:
            where = seats.setdefault(name_key(name), f"in line {each.line} already")
            if where != f"in line {each.line} already" and name_key(name) != BYE:
                problems.append(Problem(at, f"{name} again, {where}", "each player once in a round"))
    return problems


def _numbers(tables: Sequence[int]) -> str:
    if not tables:
        return "it has none yet"
    is_run = len(tables) > 1 and tables[-1] - tables[0] == len(tables) - 1
    return f"{tables[0]} to {tables[-1]}" if is_run else ", ".join(map(str, tables))


def _problem(number: int, found: str, expected: str, *, twice: bool = False) -> Problem:
    shown = f"{found} twice" if twice else repr(found.strip()[:40])
    return Problem(f"line {number}", shown, expected)


def _line_of(problem: Problem) -> int:
    return int(problem.at.rpartition(" ")[2]) if problem.at[-1].isdecimal() else 0
