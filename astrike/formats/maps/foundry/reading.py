"""What does a Foundry scene draw: painted heights, regions, drawings and walls, in versions 9 to 14?

Filled and closed drawings are areas, all others lines. Coordinates come out as grid cells from the map's own corner:
the border with which the program surrounds a scene is taken off. Walls are read by what they stop; a wall that only
stops movement hides nothing unless the user says so.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from astrike.errors import child
from astrike.formats.maps.drawing_builder import DrawingBuilder
from astrike.formats.maps.foundry.canvas import SceneFrame, read_frame
from astrike.formats.maps.foundry.shapes import MOST, painted, regions, ring_of
from astrike.formats.maps.foundry.walls import walls
from astrike.formats.maps.guesses import guess_scale, kind_of, stated_or_guessed
from astrike.formats.maps.large_json import NumberReader, as_number, as_text
from astrike.geometry.shaping import ellipse, points_turned, rectangle
from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import DrawnMap, DrawnShape, ShapeGroup
from astrike.model.terrain import Outline, Ring

_LETTERS: Final = {
    "r": "rectangle",
    "e": "ellipse",
    "c": "circle",
    "p": "polygon",
    "f": "freehand",
    "t": "text",
}


def drawings(
    scene: Mapping[str, object], frame: SceneFrame, found: DrawingBuilder, numbers: NumberReader
) -> None:
    """Read what was drawn on the scene: filled and closed things are areas, the rest lines."""
    for count, (at, drawing) in enumerate(numbers.objects(scene, "drawings")):
        if count >= MOST:
            numbers.refuse("drawings", scene["drawings"], f"at most {MOST:,} drawings")
        with numbers.whole(found.shapes):
            _drawing(at, drawing, frame, found, numbers)


def _drawing(
    at: str, drawing: Mapping[str, object], frame: SceneFrame, found: DrawingBuilder, numbers: NumberReader
) -> None:
    shape = drawing.get("shape")
    inside: Mapping[str, object] = shape if isinstance(shape, dict) else drawing
    place = child(at, "shape") if isinstance(shape, dict) else at
    letter = as_text(inside.get("type"), most=20)
    kind = _LETTERS.get(letter, letter)
    text = as_text(drawing.get("text"), most=60)
    if kind == "text" or (text and not _is_drawn(drawing)):
        found.note("drawings", "a text is no terrain")
        return
    points = _drawn_points(kind, inside, drawing, at, place, numbers)
    if points is None:
        found.note("drawings", f"a drawing of the type {letter or 'nothing'} was left out")
        return
    if as_number(drawing.get("bezierFactor")):
        found.note("drawings", "a smoothed line was taken with straight sides")
    line = tuple(frame.at(*point) for point in points)
    _add_drawing(line, kind, drawing, text, frame, found, numbers, at)


def _is_drawn(drawing: Mapping[str, object]) -> bool:
    """Does anything of it show beside the text?"""
    return bool(drawing.get("fillType")) or (as_number(drawing.get("strokeWidth")) or 0.0) > 0


def _drawn_points(
    kind: str,
    inside: Mapping[str, object],
    drawing: Mapping[str, object],
    at: str,
    within: str,
    numbers: NumberReader,
) -> Ring | None:
    x, y = (numbers.number(drawing, name, at, default=0.0) or 0.0 for name in ("x", "y"))
    rotation = numbers.number(drawing, "rotation", at, default=0.0, low=-1e5, high=1e5) or 0.0
    width, depth = (
        numbers.number(inside, name, within, default=0.0, low=0) or 0.0 for name in ("width", "height")
    )
    middle = (x + width / 2, y + depth / 2)
    if kind == "rectangle":
        return rectangle(middle, width, depth, -rotation)
    if kind == "circle":
        radius = numbers.number(inside, "radius", within, default=width / 2, low=0) or 0.0
        centre = (x + radius, y + radius)
        return ellipse(centre, 2 * radius, 2 * radius, within=max(radius / 400, 1e-3))
    if kind == "ellipse":
        return ellipse(middle, width, depth, -rotation, within=max(width, depth, 1.0) / 800)
    if kind not in ("polygon", "freehand"):
        return None
    unmoved = SceneFrame(1.0, 0.0, 0.0, 1.0, 1.0, 1.0, "", None, ())
    corners = ring_of(inside.get("points"), child(within, "points"), unmoved, numbers)
    moved = tuple((x + east, y + south) for east, south in corners)
    return points_turned(moved, -rotation, about=middle) if rotation % 360 else moved


def _add_drawing(
    line: Ring,
    kind: str,
    drawing: Mapping[str, object],
    text: str,
    frame: SceneFrame,
    found: DrawingBuilder,
    numbers: NumberReader,
    at: str,
) -> None:
    is_closed = kind in ("rectangle", "ellipse", "circle")
    if len(line) > 3 and math.dist(line[0], line[-1]) < 1e-6:
        is_closed, line = True, line[:-1]
    is_filled = bool(drawing.get("fillType"))
    color = as_text(drawing.get("fillColor"), most=20) if is_filled else ""
    name = text or None
    if (is_closed or is_filled) and len(line) >= 3:
        about = text or (f"filled {color}".strip() if is_filled else "closed")
        key = f"drawing {about}"
        why = "a drawing; say what it is" if not kind_of(text) else "taken for what its text says"
        found.add(
            ShapeGroup(key, f"Drawings: {about}", 0, kind=kind_of(text), why=why),
            DrawnShape(key, outlines=(Outline(line),), name=name),
        )
        return
    if len(set(line)) < 2:
        found.note("drawings", "a drawing without any size was left out")
        return
    stroke = numbers.number(drawing, "strokeWidth", at, default=0.0, low=0) or 0.0
    key = f"drawn line {text}".strip()
    found.add(
        ShapeGroup(
            key, f"Drawn lines: {text}" if text else "Drawn lines", 0, kind=kind_of(text), is_line=True,
            why="" if kind_of(text) else "drawn lines; say what they are",
        ),
        DrawnShape(key, path=line, width=stroke / frame.cell or None, name=name),
    )  # fmt: skip


LABEL: Final = "Foundry scene"

_MARKS: Final = ("walls", "drawings", "regions", "tokens")

_COUNTED: Final = (
    ("lights", "a light is no terrain"),
    ("sounds", "a sound is no terrain"),
    ("notes", "a pin of the journal is no terrain"),
    ("templates", "a measured template is no terrain"),
    ("tiles", "a picture laid on the map was left out"),
    ("tokens", "a token is no terrain; its place could be that of a unit"),
)

_READ: Final = frozenset(
    {
        "name", "width", "height", "padding", "grid", "gridDistance", "gridUnits", "gridType", "shiftX", "shiftY",
        "background", "img", "walls", "regions", "drawings", "levels", "flags", "_id", "_stats",
        *(key for key, _ in _COUNTED),
    }
)  # fmt: skip

_MOST_NAMED: Final = 40


def is_foundry(document: Mapping[str, object]) -> bool:
    """Does this document look like a Foundry scene?

    >>> is_foundry({"width": 900, "height": 900, "grid": 100, "walls": []}), is_foundry({"layers": []})
    (True, False)
    """
    return "grid" in document and "width" in document and any(key in document for key in _MARKS)


def read_foundry(document: Mapping[str, object], name: str = "") -> DrawnMap:
    """Read a scene; coordinates are cells from the corner of the map.

    >>> wall = {"c": [300, 300, 500, 300], "move": 20, "sight": 20, "door": 0}
    >>> scene = {"width": 2400, "height": 1600, "padding": 0.1, "grid": {"size": 100}, "walls": [wall]}
    >>> drawing = read_foundry(scene)
    >>> drawing.box, drawing.shapes[0].group, drawing.shapes[0].path
    ((0.0, 0.0, 24.0, 16.0), 'walls that stop sight and movement', ((0.0, 1.0), (2.0, 1.0)))
    """
    numbers = NumberReader()
    frame = read_frame(document, numbers)
    numbers.settle()
    found = DrawingBuilder()
    scale, notes = stated_or_guessed(frame.scale, frame.width, frame.depth, unit="cell", guess=guess_scale)
    if notes:  # heights that the file gives in inches do not grow with a size that it does not have
        frame = replace(frame, distance=max(frame.distance, scale))
    painted(document, frame, found, scale, numbers)
    regions(document, frame, found, scale, numbers)
    drawings(document, frame, found, numbers)
    walls(document, frame, found, numbers)
    aside = numbers.kept_aside(is_empty=not found.shapes)
    return DrawnMap(
        format="foundry",
        label=f"{LABEL} {_version(document)}".strip(),
        unit="cell",
        scale=None if notes else frame.scale,
        guess=scale,
        y_down=True,
        box=(0.0, 0.0, frame.width, frame.depth),
        shapes=tuple(found.shapes),
        groups=found.groups,
        notes=(*aside, *found.notes, *notes, *_notes(document, frame)),
        name=as_text(document.get("name")) or name,
        heights_grow=True,
    )


def _version(document: Mapping[str, object]) -> str:
    stats = document.get("_stats")
    version = as_text(stats.get("coreVersion"), most=12) if isinstance(stats, dict) else ""
    if version:
        return f"v{version.split('.')[0]}"
    return "" if isinstance(document.get("grid"), dict) else "v9"


def _notes(document: Mapping[str, object], frame: SceneFrame) -> list[ImportNote]:
    notes = list(frame.notes)
    background = document.get("background")
    picture = as_text(background.get("src") if isinstance(background, dict) else document.get("img"))
    if picture:
        notes.append(ImportNote("background", f"the picture {picture} was not fetched"))
    for key, words in _COUNTED:
        items = document.get(key)
        if isinstance(items, list) and items:
            notes.append(ImportNote(key, words, len(items)))
    levels = document.get("levels")
    if isinstance(levels, list) and len(levels) > 1:
        notes.append(
            ImportNote("levels", "a level of the scene: all of them were laid over each other", len(levels))
        )
    flags = document.get("flags")
    if isinstance(flags, dict):
        known = ("core", "terrain-height-tools")
        notes.extend(
            ImportNote(f"flags.{as_text(key, most=40)}", "data of a module that is not known here")
            for key in list(flags)[:50]
            if key not in known and flags[key]
        )
    others = [as_text(key, most=40) for key in document if key not in _READ]
    if others:
        words = ", ".join(others[:_MOST_NAMED])
        if len(others) > _MOST_NAMED:
            words += f" and {len(others) - _MOST_NAMED} more"
        notes.append(ImportNote(words, "settings of the scene that mean nothing on a table"))
    return notes
