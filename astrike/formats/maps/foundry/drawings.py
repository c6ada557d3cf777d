"""What was drawn on a Foundry scene: filled and closed things are areas, the rest lines."""

import math
from collections.abc import Mapping
from typing import Final

from astrike.formats.jsontext import child
from astrike.formats.maps.bigjson import Numbers, as_number, as_text
from astrike.formats.maps.foundry.frame import Frame
from astrike.formats.maps.foundry.shapes import MOST, ring_of
from astrike.formats.maps.gathering import Gathering
from astrike.formats.maps.guesses.kinds import kind_of
from astrike.geometry.shaping import ellipse, rectangle, turned
from astrike.model.drawing import Group, Shape
from astrike.model.terrain import Outline, Ring

_LETTERS: Final = {
    "r": "rectangle",
    "e": "ellipse",
    "c": "circle",
    "p": "polygon",
    "f": "freehand",
    "t": "text",
}


def drawings(scene: Mapping[str, object], frame: Frame, found: Gathering, numbers: Numbers) -> None:
    """Read what was drawn on the scene: filled and closed things are areas, the rest lines."""
    for count, (at, drawing) in enumerate(numbers.objects(scene, "drawings")):
        if count >= MOST:
            numbers.refuse("drawings", scene["drawings"], f"at most {MOST:,} drawings")
        with numbers.whole(found.shapes):
            _drawing(at, drawing, frame, found, numbers)


def _drawing(
    at: str, drawing: Mapping[str, object], frame: Frame, found: Gathering, numbers: Numbers
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
    numbers: Numbers,
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
    unmoved = Frame(1.0, 0.0, 0.0, 1.0, 1.0, 1.0, "", None, ())
    corners = ring_of(inside.get("points"), child(within, "points"), unmoved, numbers)
    moved = tuple((x + east, y + south) for east, south in corners)
    return turned(moved, -rotation, about=middle) if rotation % 360 else moved


def _add_drawing(
    line: Ring,
    kind: str,
    drawing: Mapping[str, object],
    text: str,
    frame: Frame,
    found: Gathering,
    numbers: Numbers,
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
            Group(key, f"Drawings: {about}", 0, kind=kind_of(text), why=why),
            Shape(key, outlines=(Outline(line),), name=name),
        )
        return
    if len(set(line)) < 2:
        found.note("drawings", "a drawing without any size was left out")
        return
    stroke = numbers.number(drawing, "strokeWidth", at, default=0.0, low=0) or 0.0
    key = f"drawn line {text}".strip()
    found.add(
        Group(
            key, f"Drawn lines: {text}" if text else "Drawn lines", 0, kind=kind_of(text), is_line=True,
            why="" if kind_of(text) else "drawn lines; say what they are",
        ),
        Shape(key, path=line, width=stroke / frame.cell or None, name=name),
    )  # fmt: skip
