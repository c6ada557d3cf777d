"""What stands on a MegaMek board?

A text file: its size in hexes, then a line for each hex with a level and terrain. A hex is 2 inches from flat side
to flat side and a level 1 inch; hexes of one sort that touch become one piece. The pieces lie on a table without
hexes: a table's own hexes begin in the south-west with a column that lies half a hex lower than a board's.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE
from astrike.formats.maps.megamek.hex_outlines import Hex, board_size, patches
from astrike.formats.maps.megamek.parsing import MegamekBoard, board_text, hexes_named, parse_board
from astrike.formats.maps.megamek.terrain import GRADES, HexPiece, hex_pieces, hill
from astrike.formats.table.features import MAX_FEATURES
from astrike.formats.table.geometry import MAX_VERTICES
from astrike.geometry.shaping import intersection, rectangle
from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import DrawnMap, DrawnShape, ShapeGroup
from astrike.model.terrain import Outline

_LOOKS_LIKE: Final = re.compile(
    rb"^[ \t]*(?:size[ \t]+[-+\w.]+[ \t]+[-+\w.]+|hex[ \t]+\d{4,6}[ \t])", re.IGNORECASE | re.MULTILINE
)
_LABELS: Final = {
    "hill": "Hills",
    "water": "Water",
    "building": "Buildings",
    "wall": "Walls",
    "bridge": "Bridges",
    "road": "Roads",
}
_FROM_BELOW: Final = ("hill", "water", "anything else", "woods", "jungle", "building", "wall", "bridge")
_WITH_EXITS: Final = ("road", "rail", "bridge")
_WHY: Final = {
    "hill": "each patch as high as its level",
    "water": "as deep as the file says",
    "building": "as high as the file says, on the level of the hex",
    "bridge": "its deck as high as the file says, over the level of the hex",
}


def is_board(head: bytes) -> bool:
    """Say whether a file that starts like this is a board."""
    return _LOOKS_LIKE.search(head) is not None


def read_board(data: bytes, name: str) -> DrawnMap:
    r"""Read a board.

    >>> drawing = read_board(b'size 2 1\nhex 0101 1 "woods:2" ""\nhex 0201 0 "" ""\nend\n', "")
    >>> [(group.key, group.count) for group in drawing.groups], drawing.shapes[0].properties
    ([('hill', 1), ('woods heavy', 1)], {'height': 1})
    """
    board = parse_board(board_text(data))
    ground = _ground(board)
    sorts: dict[HexPiece, list[Hex]] = {}
    unplaced: Counter[str] = Counter()
    for place, terrain in board.terrain.items():
        level = board.levels[place] - ground
        for sort in hex_pieces(place, level, terrain, remarks=board.remarks, unplaced=unplaced):
            sorts.setdefault(sort, []).append(place)
    has_raised_rim = ground != 0 or _is_raised_all_around(board)
    if has_raised_rim:
        for place, height in _beside(board, ground):
            sorts.setdefault(hill(height), []).append(place)
    shapes, notes = _shapes(sorts, size=board_size(board.columns, board.rows) if has_raised_rim else None)
    stated = board.notes()
    if not (shapes or ground or stated or unplaced):
        raise InputError(
            [Problem(FILE, "a board of level hexes without terrain", "at least one hill or piece")]
        )
    return DrawnMap(
        format="board",
        label="MegaMek board",
        unit="in",
        scale=1.0,
        guess=1.0,
        y_down=True,
        box=(0.0, 0.0, *board_size(board.columns, board.rows)),
        shapes=shapes,
        groups=tuple(_groups(sorts, shapes)),
        notes=(*notes, *stated, *_notes(board, ground, unplaced)),
        name=name.rpartition("/")[2].partition(".")[0],
    )


# ---- the ground


def _ground(board: MegamekBoard) -> int:
    """Give the level that becomes the table: the lowest."""
    return min(board.levels.values(), default=0)


def _is_raised_all_around(board: MegamekBoard) -> bool:
    """Say whether every hex along the edges is higher than the table."""
    ends = ((1, board.columns), (1, board.rows))
    return all(
        board.levels.get((column, row), 0) > 0
        for row in range(1, board.rows + 1)
        for column in range(1, board.columns + 1)
        if column in ends[0] or row in ends[1]
    )


def _beside(board: MegamekBoard, ground: int) -> Iterator[tuple[Hex, int]]:
    """Give hexes that the file does not name, and those that lie half on the table along its edges, with heights.

    As high as the nearest hex, or there would be a ditch all around.
    """
    for column in range(board.columns + 2):
        for row in range(board.rows + 2):
            nearest = (min(max(column, 1), board.columns), min(max(row, 1), board.rows))
            height = board.levels.get(nearest, max(0, ground)) - ground
            if (column, row) not in board.levels and height > 0:
                yield (column, row), height


# ---- shapes, groups and notes


def _shapes(
    sorts: Mapping[HexPiece, list[Hex]], *, size: tuple[float, float] | None
) -> tuple[tuple[DrawnShape, ...], tuple[ImportNote, ...]]:
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
    notes: tuple[ImportNote, ...] = ()
    if count > MAX_FEATURES:
        notes = (ImportNote("", f"patches of one sort are one piece, or there would be {count:,} pieces"),)
    shapes = (
        DrawnShape(sort.group, some, properties=dict(sort.properties))
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


def _groups(sorts: Mapping[HexPiece, list[Hex]], shapes: tuple[DrawnShape, ...]) -> Iterator[ShapeGroup]:
    counts = Counter(shape.group for shape in shapes)
    kinds = {sort.group: sort.kind for sort in sorts}
    for key, count in counts.items():
        kind = kinds[key]
        grade = key.removeprefix(kind).strip()
        label = (
            f"{kind.capitalize()}, {grade}"
            if grade in GRADES.values()
            else key.replace("-", " ").capitalize()
        )
        yield ShapeGroup(key, _LABELS.get(key, label), count, kind, why=_WHY.get(key, ""))


def _notes(board: MegamekBoard, ground: int, unplaced: Counter[str]) -> Iterator[ImportNote]:
    if missing := board.missing:
        yield ImportNote("hexes", "not in the file: taken as level ground", len(missing))
        yield ImportNote("missing", hexes_named(missing))
    yield ImportNote(
        "hexes", "measured in inches: a table's own hexes would lie half a hex beside those of the board"
    )
    if ground:
        way = "raised" if ground < 0 else "lowered"
        yield ImportNote("levels", f"the lowest is {ground}: everything was {way} by {abs(ground)}″")
    built = sum(any(key.endswith("_cf") for key in terrain.levels) for terrain in board.terrain.values())
    if built:
        words = "kept as the file counts it, which is about ten times as much as Alpha Strike does"
        yield ImportNote("construction factor", words, built)
    ways_out = sum(any(terrain.exits.get(key) for key in _WITH_EXITS) for terrain in board.terrain.values())
    if ways_out:
        yield ImportNote("exits", "left out: a road, rail or bridge fills its hex", ways_out)
    for key, count in unplaced.items():
        yield ImportNote(key, "a field that a table has no place for", count)
    if board.themes:
        yield ImportNote("theme", "how a hex looks: left out", board.themes)
    for word, count in board.unknown.items():
        yield ImportNote(word, "a line that a table has no place for", count)
