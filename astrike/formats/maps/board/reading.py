"""What stands on a MegaMek board?

A text file: its size in hexes, then a line for each hex with a level and terrain. A hex is 2 inches from flat side
to flat side and a level 1 inch; hexes of one sort that touch become one piece. The pieces lie on a table without
hexes: a table's own hexes begin in the south-west with a column that lies half a hex lower than a board's.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.features import MAX_FEATURES
from astrike.formats.geojson import MAX_VERTICES
from astrike.formats.jsontext import FILE, shown
from astrike.formats.maps.bigjson import MOST_PROBLEMS
from astrike.formats.maps.board.patches import Hex, board_size, patches
from astrike.formats.terrainfile import DEEPEST, HIGHEST
from astrike.geometry.shaping import intersection, rectangle
from astrike.model.drawing import Drawing, Group, Shape
from astrike.model.notes import Note
from astrike.model.terrain import Outline

MOST_HEXES: Final = 20_000
MOST_LINES: Final = 3 * MOST_HEXES
MOST_LEVELS: Final = int(HIGHEST)

MOST_FIELDS: Final = 500_000
"""A hex with everything in it has some twenty."""
_SIZE: Final = re.compile(r"size\s+(\d{1,9})\s+(\d{1,9})\s*(?:#.*)?$", re.IGNORECASE)
_HEX: Final = re.compile(
    r'hex\s+(\d{4,6})\s+(-?\d{1,6})(?:\s+"([^"]*)")?(?:\s+"([^"]*)")?\s*(?:#.*)?$', re.IGNORECASE
)
_TERRAIN: Final = re.compile(r"\s*([A-Za-z][A-Za-z_ -]{0,39}?)\s*:\s*(-?\d{1,6})\s*(?::\s*-?\d{1,9}\s*)*")
_LOOKS_LIKE: Final = re.compile(
    rb"^[ \t]*(?:size[ \t]+[-+\w.]+[ \t]+[-+\w.]+|hex[ \t]+\d{4,6}[ \t])", re.IGNORECASE | re.MULTILINE
)
_CLASSES: Final = {1: "light", 2: "medium", 3: "heavy", 4: "hardened"}
_WALL: Final = 5
_GRADES: Final = {1: "light", 2: "heavy", 3: "ultra-heavy"}
_HELPERS: Final = {
    "foliage_elev": ("woods", "jungle"),
    "bldg_elev": ("building",),
    "bldg_cf": ("building",),
    "bridge_elev": ("bridge",),
    "bridge_cf": ("bridge",),
    "fuel_tank_elev": ("fuel_tank",),
    "fuel_tank_cf": ("fuel_tank",),
}
"""Fields that say more about another terrain of the same hex."""
_FLAT: Final = {
    "pavement": "paved",
    "road": "road",
    "mud": "mud",
    "sand": "sand",
    "ice": "ice",
    "tundra": "tundra",
    "snow": "snow",
    "gravel": "gravel",
    "rail": "rail",
    "fortified": "fortified",
    "fields": "planted-fields",
    "planted_fields": "planted-fields",
}
_STRONGER: Final = {
    "rough": ("rough", 2, "ultra-rough"),
    "rubble": ("rubble", 6, "ultra-rubble"),
    "swamp": ("swamp", 2, "quicksand"),
    "magma": ("magma-crust", 2, "magma"),
}
"""Terrain that is another kind from some level on."""
_LABELS: Final = {
    "hill": "Hills",
    "water": "Water",
    "building": "Buildings",
    "wall": "Walls",
    "bridge": "Bridges",
    "road": "Roads",
}
_FROM_BELOW: Final = ("hill", "water", "anything else", "woods", "jungle", "building", "wall", "bridge")
_WHY: Final = {
    "hill": "each patch as high as its level",
    "water": "as deep as the file says",
    "building": "as high as the file says, on the level of the hex",
    "bridge": "as high as the file says, over the level of the hex",
}


def is_board(head: bytes) -> bool:
    """Say whether a file that starts like this is a board."""
    return _LOOKS_LIKE.search(head) is not None


def read_board(data: bytes, name: str) -> Drawing:
    r"""Read a board.

    >>> drawing = read_board(b'size 2 1\nhex 0101 1 "woods:2" ""\nhex 0201 0 "" ""\nend\n', "")
    >>> [(group.key, group.count) for group in drawing.groups], drawing.shapes[0].properties
    ([('hill', 1), ('woods heavy', 1)], {'height': 1})
    """
    board = _parse(_text_of(data))
    lowest = min(0, *board.levels.values()) if board.levels else 0
    sorts: dict[_Sort, list[Hex]] = {}
    unplaced: Counter[str] = Counter()
    for place in board.levels:
        terrain = board.terrain.get(place, {})
        for sort in _sorts(board.levels[place] - lowest, terrain, unplaced):
            sorts.setdefault(sort, []).append(place)
    if lowest < 0:
        for place, height in _raised_with_it(board, lowest):
            sorts.setdefault(_hill(height), []).append(place)
    shapes, notes = _shapes(sorts, size=board_size(board.columns, board.rows) if lowest < 0 else None)
    if not shapes:
        raise InputError(
            [Problem(FILE, "a board of level hexes without terrain", "at least one hill or piece")]
        )
    return Drawing(
        format="board",
        label="MegaMek board",
        unit="in",
        scale=1.0,
        guess=1.0,
        y_down=True,
        box=(0.0, 0.0, *board_size(board.columns, board.rows)),
        shapes=shapes,
        groups=tuple(_groups(sorts, shapes)),
        notes=(*notes, *_notes(board, lowest, unplaced)),
        name=name.rpartition("/")[2].partition(".")[0],
    )


# ---- the text


@dataclass(slots=True)
class _Board:
    """The lines of a board, read."""

    columns: int
    rows: int
    levels: dict[Hex, int] = field(default_factory=dict)
    terrain: dict[Hex, Mapping[str, int]] = field(default_factory=dict)
    unknown: Counter[str] = field(default_factory=Counter)
    """Lines that are neither size nor hex, by their first word."""
    themes: int = 0
    """Hexes that say how they look."""
    problems: list[Problem] = field(default_factory=list)
    is_ended: bool = False

    def report(self, at: str, found: str, expected: str) -> None:
        """Note a problem; when there are more than anybody reads, they are raised at once."""
        self.problems.append(Problem(at, found, expected))
        if len(self.problems) >= MOST_PROBLEMS:
            raise InputError(self.problems)


def _text_of(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _parse(text: str) -> _Board:
    if text.count("\n") > MOST_LINES:
        found = f"{text.count(chr(10)):,} lines"
        raise InputError([Problem(FILE, found, f"at most {MOST_LINES:,} on a board")])
    if (count := text.count(";")) > MOST_FIELDS:
        found = f"{count:,} fields of terrain"
        raise InputError([Problem(FILE, found, f"at most {MOST_FIELDS:,} on a board")])
    lines = [(f"line {number}", line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
    board = _Board(*_size(lines))
    last: Hex = (0, 1)
    for at, line in lines:
        word = line.split(maxsplit=1)[0].lower() if line else ""
        if word == "end":
            board.is_ended = True
            break
        if word == "hex":
            last = _read_hex(board, at, line, last)
        elif word and word != "size" and not word.startswith("#"):
            board.unknown[word[:40]] += 1
    missing = board.columns * board.rows - len(board.levels)
    if missing and not board.is_ended and not board.problems:
        after = f"after hex {last[0]:02d}{last[1]:02d}" if last[0] else "before any hex"
        found = f"no end: it stops {after}, hexes missing: {missing:,}"
        board.report(FILE, found, "a whole board, and then 'end'")
    if board.problems:
        raise InputError(board.problems)
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


def _read_hex(board: _Board, at: str, line: str, last: Hex) -> Hex:
    match = _HEX.match(line)
    if match is None:
        board.report(at, shown(line), "a hex: its number, its level, its terrain in quotes")
        return last
    place = _place(match[1], board, last)
    level = int(match[2])
    if place is None:
        board.report(at, f"hex {match[1]}", f"a hex of a board of {board.columns} by {board.rows}")
        return last
    if place in board.levels:
        board.report(at, f"hex {match[1]} again", "each hex once")
    if abs(level) > MOST_LEVELS // 2:
        board.report(at, f"level {level:,}", f"a level from {-MOST_LEVELS // 2} to {MOST_LEVELS // 2}")
    board.levels[place] = level
    board.terrain[place] = _read_terrain(board, at, match[3] or "")
    board.themes += bool(match[4] and match[4].strip())
    return place


def _place(digits: str, board: _Board, last: Hex) -> Hex | None:
    """Give column and row: two digits each, three from 100 on, so that five digits may mean two hexes."""
    found = []
    for cut in range(2, len(digits) - 1):
        parts = (digits[:cut], digits[cut:])
        column, row = (int(part) for part in parts)
        is_plain = all(len(part) == 2 or int(part) > 99 for part in parts)
        if is_plain and 1 <= column <= board.columns and 1 <= row <= board.rows:
            found.append((column, row))
    following = ((last[0] + 1, last[1]), (1, last[1] + 1))
    found.sort(key=lambda place: (place not in following, place in board.levels))
    return found[0] if found else None


def _read_terrain(board: _Board, at: str, text: str) -> Mapping[str, int]:
    terrain: dict[str, int] = {}
    for part in text.split(";"):
        if not part.strip():
            continue
        match = _TERRAIN.fullmatch(part)
        if match is None:
            board.report(at, shown(part), "terrain and its level, such as woods:1")
            continue
        terrain[match[1].lower()] = int(match[2])
    return terrain


# ---- what the hexes mean


@dataclass(frozen=True, slots=True)
class _Sort:
    """What hexes have in common that become one piece where they touch."""

    group: str
    kind: str
    properties: tuple[tuple[str, object], ...] = ()
    level: int = 0
    """Ground that it lies on, where that parts one piece from the next: water has a level surface."""


def _given(key: str, terrain: Mapping[str, int], field_name: str) -> tuple[tuple[str, object], ...]:
    return ((key, terrain[field_name]),) if terrain.get(field_name, -1) >= 0 else ()


def _sorts(level: int, terrain: Mapping[str, int], unplaced: Counter[str]) -> Iterator[_Sort]:
    if level > 0:
        yield _hill(level)
    for key, value in terrain.items():
        found = _sort(key, value, level, terrain)
        if found is not None:
            yield found
        elif not _is_taken(key, terrain):
            unplaced[key] += 1


def _hill(height: int) -> _Sort:
    return _Sort("hill", "hill", (("height", height),))


def _raised_with_it(board: _Board, lowest: int) -> Iterator[tuple[Hex, int]]:
    """Give hexes that the file does not name, and those that lie half on the table along its edges, with heights.

    Where everything is raised, these are too: as high as the nearest hex, or there would be a ditch all around.
    """
    for column in range(board.columns + 2):
        for row in range(board.rows + 2):
            nearest = (min(max(column, 1), board.columns), min(max(row, 1), board.rows))
            height = board.levels.get(nearest, 0) - lowest
            if (column, row) not in board.levels and height > 0:
                yield (column, row), height


def _built(
    level: int, terrain: Mapping[str, int], prefix: str, *, least: int
) -> tuple[tuple[str, object], ...]:
    """Say where something built stands, how high it is, and what it bears."""
    height = max(terrain.get(f"{prefix}_elev", 1), least)
    return (("base", level), ("height", height), *_given("cf", terrain, f"{prefix}_cf"))


def _is_taken(key: str, terrain: Mapping[str, int]) -> bool:
    """Say whether a field has been used for another terrain of its hex."""
    if key in ("rapids", "hazardous_liquid"):
        return "water" in terrain
    return any(owner in terrain for owner in _HELPERS.get(key, ()))


def _sort(key: str, value: int, level: int, terrain: Mapping[str, int]) -> _Sort | None:
    match key:
        case "woods" | "jungle" if value in _GRADES:
            grade = _GRADES[value]
            return _Sort(
                f"{key} {grade}", key, (("class", grade), *_given("height", terrain, "foliage_elev"))
            )
        case "water" if 0 <= value <= DEEPEST:
            kind = "water"
            if "rapids" in terrain:
                kind = "rapids"
            elif "hazardous_liquid" in terrain:
                kind = "hazardous-liquid"
            return _Sort(kind, kind, (("depth", value),), level)
        case "building" if value in _CLASSES:
            return _Sort(key, key, (("class", _CLASSES[value]), *_built(level, terrain, "bldg", least=1)))
        case "building" if value == _WALL:
            return _Sort("wall", "wall", _built(level, terrain, "bldg", least=1))
        case "bridge" if value in _CLASSES:
            return _Sort(key, key, (("class", _CLASSES[value]), *_built(level, terrain, key, least=0)))
        case "fuel_tank":
            return _Sort("fuel tank", "building", _built(level, terrain, key, least=1))
        case "industrial" | "heavy_industrial" if value > 0:
            return _Sort("heavy-industrial", "heavy-industrial", (("height", value),))
        case "smoke" if value in (1, 2):
            return _Sort("smoke", "smoke", (("class", _GRADES[value]),))
        case _ if key in _STRONGER and value > 0:
            kind, least, stronger = _STRONGER[key]
            kind = stronger if value >= least else kind
            return _Sort(kind, kind)
        case _ if key in _FLAT and value > 0:
            return _Sort(_FLAT[key], _FLAT[key])
        case _:
            return None


# ---- shapes, groups and notes


def _shapes(
    sorts: Mapping[_Sort, list[Hex]], *, size: tuple[float, float] | None
) -> tuple[tuple[Shape, ...], tuple[Note, ...]]:
    """Give each patch as a piece; where these would be too many, all patches of a sort as one.

    With a size hills end at the edges of the board.
    """
    drawn = {
        sort: tuple(
            part
            for _, outline in patches(hexes)
            for part in ((outline,) if size is None or sort.kind != "hill" else _within(size, outline))
        )
        for sort, hexes in sorted(sorts.items(), key=lambda each: _height_in_picture(each[0].kind))
    }
    count = sum(map(len, drawn.values()))
    notes: tuple[Note, ...] = ()
    if count > MAX_FEATURES:
        notes = (Note("", f"patches of one sort are one piece, or there would be {count:,} pieces"),)
    shapes = (
        Shape(sort.group, some, properties=dict(sort.properties))
        for sort, outlines in drawn.items()
        for some in (_bundles(outlines) if notes else ((outline,) for outline in outlines))
    )
    return tuple(shapes), notes


def _within(size: tuple[float, float], outline: Outline) -> Iterator[Outline]:
    whole = rectangle((size[0] / 2, size[1] / 2), *size)
    for exterior, holes in intersection([(outline.exterior, outline.holes)], [(whole, ())]):
        yield Outline(exterior, holes)


def _height_in_picture(kind: str) -> int:
    """Give what lies below in a picture first: hills, then water, then what is on both."""
    return _FROM_BELOW.index(kind) if kind in _FROM_BELOW else 2


def _bundles(outlines: tuple[Outline, ...]) -> Iterator[tuple[Outline, ...]]:
    """Put outlines together, no more than one piece may have corners."""
    bundle: list[Outline] = []
    corners = 0
    for outline in outlines:
        more = sum(len(ring) + 1 for ring in (outline.exterior, *outline.holes))
        if bundle and corners + more > MAX_VERTICES:
            yield tuple(bundle)
            bundle, corners = [], 0
        bundle.append(outline)
        corners += more
    yield tuple(bundle)


def _groups(sorts: Mapping[_Sort, list[Hex]], shapes: tuple[Shape, ...]) -> Iterator[Group]:
    counts = Counter(shape.group for shape in shapes)
    kinds = {sort.group: sort.kind for sort in sorts}
    for key, count in counts.items():
        kind = kinds[key]
        grade = key.removeprefix(kind).strip()
        label = (
            f"{kind.capitalize()}, {grade}"
            if grade in _GRADES.values()
            else key.replace("-", " ").capitalize()
        )
        yield Group(key, _LABELS.get(key, label), count, kind, why=_WHY.get(key, ""))


def _notes(board: _Board, lowest: int, unplaced: Counter[str]) -> Iterator[Note]:
    missing = board.columns * board.rows - len(board.levels)
    if missing:
        yield Note("hexes", "not in the file: taken as level ground", missing)
    yield Note(
        "hexes", "measured in inches: a table's own hexes would lie half a hex beside those of the board"
    )
    if lowest < 0:
        yield Note("levels", f"the lowest is {lowest}: everything was raised by {-lowest}″")
    built = sum(any(key.endswith("_cf") for key in terrain) for terrain in board.terrain.values())
    if built:
        words = "kept as the file counts it, which is about ten times as much as Alpha Strike does"
        yield Note("construction factor", words, built)
    for key, count in unplaced.items():
        yield Note(key, "a field that a table has no place for", count)
    if board.themes:
        yield Note("theme", "how a hex looks: left out", board.themes)
    for word, count in board.unknown.items():
        yield Note(word, "a line that a table has no place for", count)
