"""What do the walls of a Foundry scene stop, and which of them close?

Versions write the same thing in different numbers: 0, 1 and 2 up to version 9, steps of ten since. A wall that stops
movement only hides nothing, and neither does a closed ring of which one part hides nothing.
"""

from collections.abc import Mapping
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import child
from astrike.formats.maps.drawing_builder import DrawingBuilder
from astrike.formats.maps.foundry.canvas import SceneFrame
from astrike.formats.maps.large_json import NumberReader, as_number
from astrike.formats.maps.walls import join_walls, room_notes, rooms_among
from astrike.model.imported_map import DrawnShape, ShapeGroup
from astrike.model.terrain import Outline, Point

MOST: Final = 20_000
_BOTH: Final = "walls that stop sight and movement"
_MOVE: Final = "walls that stop movement only"
_SIGHT: Final = "walls that stop sight only"
_NEITHER: Final = "walls that stop neither"
_NEAR: Final = "walls that stop sight by distance"
_DOOR: Final = "doors"
_OPEN: Final = "open doors"
_CLEAR: Final = "doors that do not stop sight"
_HIDDEN: Final = "secret doors"
_MIXED: Final = "closed walls of several sorts"

_ABOUT: Final[Mapping[str, tuple[str, str]]] = {
    _BOTH: ("wall", "taken for thin walls"),
    _SIGHT: ("", "units walk through them, and a wall would stop them"),
    _MOVE: ("", "they hide nothing; taken for walls they would block every line of sight"),
    _NEITHER: ("", "they stop nothing that a table knows"),
    _NEAR: ("", "windows and the like, seen through from near or from afar"),
    _DOOR: ("wall", "closed doors, taken for thin walls"),
    _OPEN: ("", "one sees and walks through"),
    _CLEAR: ("", "they hide nothing"),
    _HIDDEN: ("wall", "taken for thin walls, which is what they look like"),
}
_LIMITED, _LIMITED_BEFORE = 10, 2
"""How much sight a wall stops that stops only what is behind a second one, since version 10 and before."""
_SOLID: Final = "taken for solid pieces"


@dataclass(frozen=True, slots=True)
class _Wall:
    group: str
    line: tuple[Point, Point]


def walls(
    scene: Mapping[str, object], frame: SceneFrame, found: DrawingBuilder, numbers: NumberReader
) -> None:
    """Read the walls of a scene: closed rings as areas, the rest as lines."""
    read: list[_Wall] = []
    for count, (at, wall) in enumerate(numbers.objects(scene, "walls")):
        if count >= MOST:
            numbers.refuse("walls", scene["walls"], f"at most {MOST:,} walls")
        ends = _ends(wall, at, frame, numbers)
        if ends is not None:
            read.append(_Wall(_sort(wall), ends))
            _note_shades(wall, found)
        flags = wall.get("flags")
        if isinstance(flags, dict) and "wall-height" in flags:
            found.note(
                "walls", "a height from the module Wall Height was left out: heights are asked for each group"
            )
    _mixed_rings(read, found)
    for sort, (kind, why) in _ABOUT.items():
        lines = [wall.line for wall in read if wall.group == sort]
        if not lines:
            continue
        joined = join_walls(lines)
        if joined.rings:
            key = f"closed {sort}"
            solid = ("building", _SOLID) if kind else ("", why)
            group = ShapeGroup(key, _title(key), 0, kind=solid[0], why=solid[1])
            found.add(group, *(DrawnShape(key, outlines=(Outline(ring),)) for ring in joined.rings))
            rooms = rooms_among(joined) if kind else ()
            for note in room_notes("walls", rooms):
                found.note(note.at, note.words, note.count)
            key = f"closed {sort}, as lines"
            why_lines = "the same walls once more: choose this instead where they are rooms"
            if rooms:
                found.add(
                    ShapeGroup(key, _title(key), 0, is_line=True, why=why_lines),
                    *(DrawnShape(key, path=(*ring, ring[0])) for ring in rooms),
                )
        if joined.paths:
            group = ShapeGroup(sort, _title(sort), 0, kind=kind, is_line=True, why=why)
            found.add(group, *(DrawnShape(sort, path=path) for path in joined.paths))
        if joined.repeated:
            found.note("walls", "a wall that is there twice was taken once", joined.repeated)
        if joined.empty:
            found.note("walls", "a wall without any length was left out", joined.empty)


def _note_shades(wall: Mapping[str, object], found: DrawingBuilder) -> None:
    """Say what a wall of a table cannot be: stop a little, from one side, or light and sound alone."""
    if wall.get("dir") in (1, 2):
        found.note("walls", "a wall that stops from one side only was taken to stop from both")
    sight = as_number(wall.get("sight"))
    if sight == _LIMITED or (sight is None and as_number(wall.get("sense")) == _LIMITED_BEFORE):
        words = (
            "a wall of limited sight (one is seen through, a second one is not) was taken to stop all sight"
        )
        found.note("walls", words)
    if _sort(wall) == _NEITHER and any((as_number(wall.get(key)) or 0.0) > 0 for key in ("light", "sound")):
        found.note("walls", "a wall that stops only light or sound stops nothing that a table knows")


def _mixed_rings(read: list[_Wall], found: DrawingBuilder) -> None:
    """Offer rings that close only with walls of several sorts, left out unless the user wants them."""
    joined = join_walls([wall.line for wall in read])
    for ring, used in zip(joined.rings, joined.of_rings, strict=True):
        sorts = {read[number].group for number in used}
        if len(sorts) < 2:
            continue
        others = sum(1 for number in used if read[number].group != _BOTH)
        words = f"a closed ring of {len(used)} walls was kept as lines: {others} of them are of another sort"
        found.note("walls", words)
        why = "the same walls are there as lines, and as a solid piece all of them would hide"
        found.add(
            ShapeGroup(_MIXED, _title(_MIXED), 0, why=why), DrawnShape(_MIXED, outlines=(Outline(ring),))
        )


def _ends(
    wall: Mapping[str, object], at: str, frame: SceneFrame, numbers: NumberReader
) -> tuple[Point, Point] | None:
    c = wall.get("c")
    place = child(at, "c")
    if not isinstance(c, list) or len(c) != 4:
        numbers.report(place, c, "four numbers: x and y of both ends")
        return None
    start, end = numbers.pair(c[:2], place), numbers.pair(c[2:], place)
    return None if start is None or end is None else (frame.at(*start), frame.at(*end))


def _sort(wall: Mapping[str, object]) -> str:
    door = as_number(wall.get("door")) or 0.0
    sight = as_number(wall.get("sight", wall.get("sense")))
    move = as_number(wall.get("move"))
    # A field that is missing has the program's own default: a wall stops everything.
    hides = sight is None or sight > 0
    stops = move is None or move > 0
    if door >= 2:
        return _HIDDEN if hides else _CLEAR
    if door >= 1:
        if as_number(wall.get("ds")) == 1:
            return _OPEN
        return _DOOR if hides else _CLEAR
    if sight is not None and sight >= 30:
        return _NEAR
    if hides:
        return _BOTH if stops else _SIGHT
    return _MOVE if stops else _NEITHER


def _title(key: str) -> str:
    return key[:1].upper() + key[1:]
