"""How does a part of a MegaMek board become a patch of the classic desk, and a patch a board?

A board is read whole and a rectangle of it chosen. Its hexes are named anew from the corner, so that columns which lie
half a hex lower still do: the first column becomes 01, or 02 where it is an even one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.maps.megamek.hex_fields import HexReading, contents_of, fields_of
from astrike.formats.maps.megamek.hex_outlines import Hex
from astrike.formats.maps.megamek.parsing import HexTerrain, MegamekBoard, hex_id, parse_board
from astrike.model.battletech.hex import MOST_HEXES
from astrike.model.battletech.hex_patch import HEXSIDES, HexContents, NamedHexes
from astrike.model.import_notes import ImportNote

MOST_ACROSS: Final = 99
"""Columns and rows that names of two digits each can tell apart."""
_UP: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_DOWN: Final = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""Neighbors by hexside, of hexes in odd columns and of those in even ones, which lie half a hex lower."""


def patch_of_board(
    text: str, first: str = "0101", columns: int | None = None, rows: int | None = None
) -> tuple[NamedHexes, tuple[ImportNote, ...]]:
    r"""Read a rectangle of a board: its hexes by their names on the patch, and what was left out or changed.

    Without columns or rows it reaches to the edge. Clear hexes of level 0 are left out.

    >>> named, told = patch_of_board('size 4 1\nhex 0101 0 "" ""\nhex 0201 2 "" ""\nend\n', "0201", 2, 1)
    >>> [(name, contents.level) for name, contents in named], [note.sentence for note in told]
    ([('0201', 2)], ['hex 0301: not in the file: taken as clear, level 0'])
    """
    board = parse_board(text)
    corner, (width, height) = _rectangle(board, first, columns, rows)
    places = list(product(range(corner[0], corner[0] + width), range(corner[1], corner[1] + height)))
    unplaced: Counter[str] = Counter()
    found: dict[Hex, HexContents] = {}
    for place in places:
        if place not in board.levels:
            board.remarks.say(place, "not in the file: taken as clear, level 0")
            continue
        reading = HexReading(place, board.terrain[place], board.remarks, unplaced)
        found[place] = contents_of(reading, board.levels[place])
    found = dict(_with_names(found, board.terrain, corner))
    named = tuple((_renamed(place, corner), each) for place, each in found.items() if each != HexContents())
    return named, (*_notes(board, corner, (columns, rows), unplaced), *board.notes())


def board_of_patch(hexes: NamedHexes) -> str:
    """Write a patch as a MegaMek board from hex 0101 on; every hex keeps its name.

    >>> print(board_of_patch((("0201", HexContents(level=1, water=1)),)), end="")
    size 2 1
    hex 0101 0 "" ""
    hex 0201 1 "water:1" ""
    end
    """
    found = {(int(name[:2]), int(name[2:])): contents for name, contents in hexes}
    width = max((place[0] for place in found), default=1)
    height = max((place[1] for place in found), default=1)
    lines = [f"size {width} {height}"]
    for row, column in product(range(1, height + 1), range(1, width + 1)):
        contents = found.get((column, row), HexContents())
        fields = ";".join(fields_of(contents, _links((column, row), found)))
        lines.append(f'hex {hex_id((column, row))} {contents.level} "{fields}" ""')
    return "\n".join((*lines, "end", ""))


# ---- which part of the board


def _rectangle(board: MegamekBoard, first: str, columns: int | None, rows: int | None) -> tuple[Hex, Hex]:
    """Give the first hex of the patch on the board and its columns and rows: not beyond the edges."""
    corner = _corner(board, first)
    last = hex_id((board.columns, board.rows))
    problems = [
        Problem(name, str(asked), f"1 to {MOST_ACROSS}")
        for name, asked in (("columns", columns), ("rows", rows))
        if asked is not None and not 1 <= asked <= MOST_ACROSS
    ]
    if corner is None:
        problems.insert(0, Problem("first", first[:40] or "nothing", f"a hex of the board, 0101 to {last}"))
    if corner is None or problems:
        raise InputError(problems)
    most_columns = MOST_ACROSS - (corner[0] + 1) % 2
    width = min(columns or board.columns, board.columns - corner[0] + 1, most_columns)
    height = min(rows or board.rows, board.rows - corner[1] + 1, MOST_ACROSS)
    if width * height > MOST_HEXES:
        found = f"{width} by {height} hexes"
        raise InputError([Problem("columns", found, f"a patch of at most {MOST_HEXES:,} hexes")])
    return corner, (width, height)


def _corner(board: MegamekBoard, first: str) -> Hex | None:
    """Give the hex of a board by its name; None where the board has no such hex."""
    for cut in range(2, len(first) - 1) if first.isascii() and first.isdecimal() else ():
        column, row = int(first[:cut]), int(first[cut:])
        if 1 <= column <= board.columns and 1 <= row <= board.rows:
            return column, row
    return None


def _renamed(place: Hex, corner: Hex) -> str:
    """Name a hex by its place on the patch; an even first column stays an even one."""
    return hex_id((place[0] - corner[0] + 2 - corner[0] % 2, place[1] - corner[1] + 1))


# ---- which hexes are one building


def _with_names(
    found: Mapping[Hex, HexContents], terrain: Mapping[Hex, HexTerrain], corner: Hex
) -> Iterator[tuple[Hex, HexContents]]:
    """Name buildings where hexes that touch would otherwise be taken for one, or for two."""
    whole = _buildings(found, terrain)
    unclear = {
        whole[each]
        for place in whole
        for beside in _neighbors(place)
        if beside in whole
        and (whole[place] == whole[beside]) != (_class_of(found[place]) == _class_of(found[beside]))
        for each in (place, beside)
    }
    for place, contents in found.items():
        if contents.building is not None and whole[place] in unclear:
            building = replace(contents.building, name=_renamed(whole[place], corner))
            yield place, replace(contents, building=building)
        else:
            yield place, contents


def _buildings(found: Mapping[Hex, HexContents], terrain: Mapping[Hex, HexTerrain]) -> dict[Hex, Hex]:
    """For each hex with a building, one hex that stands for the whole of it."""
    whole: dict[Hex, Hex] = {}
    for start, contents in found.items():
        waiting = [start] if contents.building is not None and start not in whole else []
        while waiting:
            place = waiting.pop()
            whole[place] = start
            waiting += [
                beside
                for side, beside in enumerate(_neighbors(place))
                if beside not in whole and _is_linked(place, side, beside, found=found, terrain=terrain)
            ]
    return whole


def _is_linked(
    place: Hex,
    side: int,
    beside: Hex,
    *,
    found: Mapping[Hex, HexContents],
    terrain: Mapping[Hex, HexTerrain],
) -> bool:
    """Does a building go on from one hex into the next? Where the file does not say, into one of its class."""
    if beside not in found or found[beside].building is None:
        return False
    is_like = _class_of(found[place]) == _class_of(found[beside])
    one, other = terrain[place].exits.get("building"), terrain[beside].exits.get("building")
    back = (side + HEXSIDES // 2) % HEXSIDES
    return any(
        is_like if mask is None else bool(mask & (1 << way)) for mask, way in ((one, side), (other, back))
    )


def _links(place: Hex, found: Mapping[Hex, HexContents]) -> int:
    """Give the hexsides through which the building of a hex goes on, a bit for each."""
    here = found[place].building if place in found else None
    if here is None:
        return 0
    mask = 0
    for side, beside in enumerate(_neighbors(place)):
        other = found[beside].building if beside in found else None
        if other is not None and here.name == other.name and (here.name or here.class_ == other.class_):
            mask |= 1 << side
    return mask


def _class_of(contents: HexContents) -> str | None:
    return contents.building.class_ if contents.building else None


def _neighbors(place: Hex) -> list[Hex]:
    """Give the hexes around, by hexside."""
    offsets = _UP if place[0] % 2 else _DOWN
    return [(place[0] + east, place[1] + down) for east, down in offsets]


# ---- what is said


def _notes(
    board: MegamekBoard, corner: Hex, asked: tuple[int | None, int | None], unplaced: Counter[str]
) -> Iterator[ImportNote]:
    renamed = _renamed(corner, corner)
    if renamed != hex_id(corner):
        yield ImportNote(f"hex {hex_id(corner)}", f"is hex {renamed} of the patch")
    for name, size, start, most in (
        ("columns", asked[0], corner[0], board.columns),
        ("rows", asked[1], corner[1], board.rows),
    ):
        if size is not None and start + size - 1 > most:
            yield ImportNote(name, f"the board ends at {most}: the patch has {most - start + 1}")
    for key, count in unplaced.items():
        yield ImportNote(key, "a field that the desk has no place for", count)
    for word, count in board.unknown.items():
        yield ImportNote(word, "a line that the desk has no place for", count)
