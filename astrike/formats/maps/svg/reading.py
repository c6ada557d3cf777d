"""Which terrain does an SVG drawing outline?

Fills are areas, strokes without a fill lines of their width. Groups are what our own writer calls them, else classes
and layers, else equal paint. What is only decoration is left out and said: backgrounds, patterns, texts, dashes.
"""

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final
from xml.etree.ElementTree import Element

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE
from astrike.formats.maps.drawing_builder import MOST_CORNERS, DrawingBuilder
from astrike.formats.maps.guesses import kind_meant, stated_or_guessed
from astrike.formats.maps.large_json import as_text
from astrike.formats.maps.svg.numbers import growth, length_of, numbers_in
from astrike.formats.maps.svg.paths import (
    LONGEST,
    SubPath,
    areas_of,
    drawn_again,
    rims_of,
    runs_of,
    sub_paths,
)
from astrike.formats.maps.svg.style import color, kind_painted, opacity
from astrike.formats.maps.svg.tree import LABEL, PaintedElement, painted, parse_svg, read_page
from astrike.geometry.outlines import signed_area
from astrike.geometry.shaping import Areas, difference, strip_along, union
from astrike.model.imported_map import DrawnMap, DrawnShape, ShapeGroup
from astrike.model.terrain import Outline, Point, Ring

KIND: Final = "data-kind"
"""What our own writer calls the kind of a piece."""
NUMBERS: Final = ("height", "base", "depth", "toward", "cf", "floors", "density")
TEXTS: Final = ("class", "side", "armed", "name")
_WITHIN: Final = 0.01
"""Inches that a straight side may leave its curve."""
_SHARE: Final = 1 / 5_000
"""Of the box, where nobody has said yet how large it is."""
_NEARLY_ALL: Final = 0.98
_PAINTED_OVER: Final = "painted in the background color"
_BACKGROUND: Final = "background"
_MOST_CUT: Final = 400
"""Lines that openings are cut out of; more are not worth the wait."""

_SIGNS: Final = re.compile(
    r"\b(?:grid|guides?|dimensions?|labels?|legend|compass|arrows?|title|notes?|text)\b", re.IGNORECASE
)
"""Names of layers that explain the drawing."""
_HELPERS: Final = re.compile(
    r"(?:editor|guides?|guidelines?|helpers?|annotations?|construction|scratch|rulers?|crop ?marks?|bleed|snap(?:ping)?"
    r"|wireframe|watermark|credits)",
    re.IGNORECASE,
)
"""Names of layers that somebody drew with, and that are no part of the map; every word of theirs counts."""
_WORDS: Final = re.compile(r"[^\W\d_]+")
_NO_TERRAIN: Final = "its name says that it is no terrain"
_MAYBE_WATER: Final = "painted like water, and nothing else says so: choose water where it is"

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class _Piece:
    """One thing painted, in the root's units from the corner of its box."""

    painted: PaintedElement
    areas: tuple[Outline, ...]
    lines: tuple[SubPath, ...]
    width: float
    paint: str
    """Color of the fill of areas, of the stroke of lines."""
    is_dashed: bool
    kind: str
    """Where our own writer says it; such a piece is what it says, however it is painted."""
    own: Mapping[str, object]
    """Properties in inches that the element has."""


def read_svg(data: bytes, *, name: str = "") -> DrawnMap:
    """Read a drawing; coordinates are those of its viewBox from its upper left corner.

    >>> data = b"<svg viewBox='-9 -9 48 36'><rect class='woods' width='4' height='3'/></svg>"
    >>> drawing = read_svg(data)
    >>> drawing.box, drawing.groups[0].kind, drawing.shapes[0].outlines[0].exterior
    ((0.0, 0.0, 48.0, 36.0), 'woods', ((9.0, 9.0), (13.0, 9.0), (13.0, 12.0), (9.0, 12.0)))
    """
    root = parse_svg(data)
    if sum(len(element.get("d", "")) for element in root.iter()) > LONGEST:
        raise InputError([Problem(FILE, "path data without end", f"at most {LONGEST:,} characters of it")])
    found = DrawingBuilder()
    page = read_page(root)
    size = max(page.box[2:]) if page.box else 100.0
    within = _WITHIN / page.inches if page.inches else size * _SHARE
    if page.box is None:
        found.note("viewBox", "is missing: the map is as large as what it draws")
    corner = (page.box[0], page.box[1]) if page.box else (0.0, 0.0)
    pieces: list[_Piece] = []
    corners = 0
    # All of them first: a file with too many is refused before any curve is worked out.
    for each, view in tuple(painted(root, page, found)):
        subs = sub_paths(each.tag, each.element, each.matrix, view, within)
        if subs is None:
            found.note(each.tag, "an outline that cannot be read was left out")
            continue
        corners += sum(len(sub.points) for sub in subs)
        if corners > MOST_CORNERS:
            found_here = f"more than {MOST_CORNERS:,} places along lines and curves"
            raise InputError([Problem(FILE, found_here, f"at most {MOST_CORNERS:,}")])
        piece = _piece(each, tuple(_from(corner, sub) for sub in subs), found)
        if piece is not None:
            pieces.append(piece)
    box = _box(page.box, pieces)
    _gather(_once(pieces, found), box, found)
    scale, notes = stated_or_guessed(page.inches, box[2] - box[0], box[3] - box[1], unit="unit")
    return DrawnMap(
        format="svg",
        label="SVG drawing",
        unit="unit",
        scale=scale if scale == page.inches else None,
        guess=scale,
        y_down=True,
        box=box,
        shapes=tuple(found.shapes),
        groups=found.groups,
        notes=(*found.notes, *notes),
        name=_title(root) or name,
    )


def _title(root: Element) -> str:
    for child in root:
        if isinstance(child.tag, str) and child.tag.endswith("title"):
            return as_text(child.text)
    return ""


def _from(corner: Point, sub: SubPath) -> SubPath:
    if corner == (0.0, 0.0):
        return sub
    points = tuple((round(x - corner[0], 9) + 0.0, round(y - corner[1], 9) + 0.0) for x, y in sub.points)
    return SubPath(points, sub.is_closed, sub.is_one_curve)


def _box(page: Box | None, pieces: Sequence[_Piece]) -> Box:
    if page is not None:
        return (0.0, 0.0, page[2], page[3])
    points = [point for piece in pieces for point in _points(piece)]
    if not points:
        return (0.0, 0.0, 1.0, 1.0)
    west, north, east, south = _ends(points)
    return (west, north, max(east, west + 1e-3), max(south, north + 1e-3))


def _ends(points: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def _points(piece: _Piece) -> list[Point]:
    return [point for area in piece.areas for point in area.exterior] + [
        point for line in piece.lines for point in line.points
    ]


def _piece(each: PaintedElement, subs: tuple[SubPath, ...], found: DrawingBuilder) -> _Piece | None:
    """Tell an area from a line, and both from what shows nothing."""
    style = each.style
    kind, own = as_text(each.element.get(KIND), most=40), _own(each.element, found)
    current = style.get("color", "")
    fill = color(style.get("fill", "black"), current) if opacity(style, "fill-opacity") > 0 else ""
    stroke = color(style.get("stroke", "none"), current) if opacity(style, "stroke-opacity") > 0 else ""
    width = length_of(style.get("stroke-width"), 100.0, 1.0) * growth(each.matrix)
    if (fill or kind) and each.tag != "line":
        areas = areas_of(subs, is_even_odd=style.get("fill-rule") == "evenodd")
        if areas:
            return _Piece(each, areas, (), width, fill, False, kind, own)
    dashes = [part for part in style.get("stroke-dasharray", "none").replace(",", " ").split() if part != "0"]
    lines = tuple(sub for sub in subs if len(set(sub.points)) > 1)
    if not (stroke and width > 0) and lines and _kind(_names(each)):
        # Where the name says what it is, nobody has to see it.
        return _Piece(each, (), lines, 0.0, stroke, False, kind, own)
    if not (stroke and width > 0):
        found.note("", "an outline that shows nothing, without fill or stroke or size, was left out")
        return None
    if not lines:
        found.note("", "an outline without any size was left out")
        return None
    return _Piece(each, (), lines, width, stroke, bool(dashes) and dashes != ["none"], kind, own)


def _own(element: Element, found: DrawingBuilder) -> Mapping[str, object]:
    """Read properties in inches, as our writer writes them and anybody may."""
    properties: dict[str, object] = {}
    for key in NUMBERS:
        text = element.get(f"data-{key}")
        if text is None:
            continue
        numbers = numbers_in(text)
        if len(numbers) != 1 or not math.isfinite(numbers[0]):
            found.note(f"data-{key}", "is no number and was left out")
            continue
        is_whole = key in ("floors", "density") and numbers[0].is_integer()
        properties[key] = int(numbers[0]) if is_whole else numbers[0]
    for key in TEXTS:
        if text := as_text(element.get(f"data-{key}")):
            properties[key] = text
    return properties


# ---- groups


def _gather(pieces: Sequence[_Piece], box: Box, found: DrawingBuilder) -> None:
    behind = _background(pieces, box)
    ground = next(
        (pieces[number].paint for number in sorted(behind) if pieces[number].paint != "pattern"), ""
    )
    thickest = max((piece.width for piece in pieces if piece.lines and not piece.is_dashed), default=0.0)
    over: list[_Piece] = []
    cut: list[tuple[ShapeGroup, _Piece]] = []
    for number, piece in enumerate(pieces):
        if number in behind:
            why = "as large as the whole map"
            _add(ShapeGroup(_BACKGROUND, "Background", 0, why=why), piece, found)
            continue
        if ground and not piece.kind and piece.paint == ground and number > min(behind):
            over.append(piece)
            why = "it paints over what lies below; see the lines with openings cut out"
            _add(ShapeGroup(_PAINTED_OVER, "Painted in the background color", 0, why=why), piece, found)
            continue
        group = _group(piece, thickest)
        _add(group, piece, found)
        if group.is_line and group.kind:
            cut.append((group, piece))
    if over and cut:
        _cut_openings(cut, over, found)
    elif over:
        found.note(_PAINTED_OVER, "an outline that hides what lies below it was left out", len(over))


def _background(pieces: Sequence[_Piece], box: Box) -> set[int]:
    """Find what covers the whole map: it would bury everything."""
    width, depth = box[2] - box[0], box[3] - box[1]
    found = set()
    for number, piece in enumerate(pieces):
        if piece.kind or len(piece.areas) != 1 or piece.areas[0].holes:
            continue
        ring = piece.areas[0].exterior
        west, north, east, south = _ends(ring)
        seen = (min(east, box[2]) - max(west, box[0])) * (min(south, box[3]) - max(north, box[1]))
        is_full = abs(signed_area(ring)) >= _NEARLY_ALL * (east - west) * (south - north)
        if is_full and east > west and south > north and seen >= _NEARLY_ALL * width * depth:
            found.add(number)
    return found


def _once(pieces: Sequence[_Piece], found: DrawingBuilder) -> list[_Piece]:
    """Leave out strokes that follow a line that is there already; what our own writer marks is what it says."""
    own = [piece for piece in pieces if not piece.kind and not _helper(piece.painted)]
    rims = rims_of(area for piece in own for area in piece.areas)
    strokes = [piece for piece in own if piece.lines]
    again = drawn_again([(runs_of(piece.lines), piece.width) for piece in strokes], rims)
    if again:
        found.note("", "a line that is drawn twice, or again around its area, was taken once", len(again))
    dropped = {id(strokes[number]) for number in again}
    return [piece for piece in pieces if id(piece) not in dropped]


def _helper(painted_: PaintedElement) -> str:
    """Give the name of the helper layer that an element is in, or nothing."""
    layer = painted_.layer
    names = (*layer.around, layer.label, layer.name, _words(painted_.element.get("class")))
    return next((each for each in names if _is_helper(each)), "")


@lru_cache(maxsize=4_096)
def _is_helper(name: str) -> bool:
    return any(_HELPERS.fullmatch(word) for word in _WORDS.findall(name))


def _painted_like(paint: str) -> tuple[str, str]:
    """Give the kind that a color alone proposes, and why; it never makes water of anything."""
    kind = kind_painted(paint)
    if kind == "water":
        return "", _MAYBE_WATER
    return kind, "taken for this by its color" if kind else ""


def _group(piece: _Piece, thickest: float) -> ShapeGroup:
    """Name the group of a piece, and what it is proposed as."""
    if piece.kind:
        return ShapeGroup(
            piece.kind, piece.kind.capitalize(), 0, kind=kind_meant(piece.kind), is_line=bool(piece.lines)
        )
    is_line = bool(piece.lines)
    if helper := _helper(piece.painted):
        return ShapeGroup(helper, helper, 0, is_line=is_line, why=_NO_TERRAIN)
    names = _names(piece.painted)
    kind = _kind(names)
    hinting = next((each for each in names[:4] if each and _kind((each,))), kind)
    name = hinting or next((each for each in names[:3] if each), "")
    paint = piece.paint
    if piece.is_dashed:
        key = f"{name or paint} dashed"
        return ShapeGroup(
            key,
            f"Dashed lines, {name or paint}",
            0,
            is_line=True,
            why="dashes are signs, not walls",
        )
    if is_line and 0 < piece.width <= thickest / 2 and all(line.is_one_curve for line in piece.lines):
        key = f"{name or paint} thin arcs"
        why = "thin arcs show how doors swing"
        return ShapeGroup(key, f"Thin arcs, {name or paint}", 0, is_line=True, why=why)
    if kind:
        why = "taken for what its name says"
        return ShapeGroup(f"{name} lines" if is_line else name, name, 0, kind=kind, is_line=is_line, why=why)
    if _SIGNS.search(name):
        return ShapeGroup(name, name, 0, is_line=is_line, why=_NO_TERRAIN)
    if name and is_line:
        return ShapeGroup(
            f"{name} lines", f"Lines of {name}", 0, "wall", is_line=True, why="lines are taken for walls"
        )
    if name:
        key = f"{name}, {paint}"
        kind, why = _painted_like(paint)
        return ShapeGroup(key, key, 0, kind=kind, why=why)
    if is_line:
        key = f"{paint} lines, {piece.width:.3g} wide"
        return ShapeGroup(
            key,
            f"Lines in {paint}, {piece.width:.3g} wide",
            0,
            "wall",
            is_line=True,
            why="lines are taken for walls",
        )
    if paint == "pattern":
        return ShapeGroup("pattern", "Filled with a pattern", 0, why="a pattern; say what it is")
    kind, why = _painted_like(paint)
    return ShapeGroup(f"{paint} areas", f"Areas in {paint}", 0, kind=kind, why=why)


def _names(painted_: PaintedElement) -> tuple[str, ...]:
    """Give what the drawing calls an element, the most telling first."""
    element, layer = painted_.element, painted_.layer
    return (
        _words(element.get("class")),
        layer.label,
        layer.name,
        _words(element.get(LABEL)),
        _words(element.get("id")),
    )


@lru_cache(maxsize=4_096)
def _kind(names: tuple[str, ...]) -> str:
    return kind_meant(*names)


def _words(text: str | None) -> str:
    return as_text(text, most=60)


def _add(group: ShapeGroup, piece: _Piece, found: DrawingBuilder) -> None:
    element = piece.painted.element
    own = dict(piece.own)
    name = own.pop("name", None)
    id_ = None if piece.painted.is_referred else as_text(element.get("id"), most=60) or None
    label = name if isinstance(name, str) else as_text(element.get(LABEL), most=60) or None
    if piece.areas:
        found.add(group, DrawnShape(group.key, outlines=piece.areas, name=label, id=id_, properties=own))
    for line in piece.lines:
        path = (*line.points, line.points[0]) if line.is_closed else line.points
        found.add(
            group,
            DrawnShape(group.key, path=path, width=piece.width or None, name=label, id=id_, properties=own),
        )


def _cut_openings(
    cut: Sequence[tuple[ShapeGroup, _Piece]], over: Sequence[_Piece], found: DrawingBuilder
) -> None:
    """Offer the lines once more as areas, without what was painted over them."""
    openings: list[tuple[Ring, tuple[Ring, ...]]] = []
    for piece in over[:_MOST_CUT]:
        openings.extend((area.exterior, area.holes) for area in piece.areas)
        for line in piece.lines:
            openings.extend(strip_along(line.points, piece.width, is_closed=line.is_closed))
    if len(cut) > _MOST_CUT or not openings:
        found.note(_PAINTED_OVER, "openings were not cut out of the lines: there are too many", len(cut))
        return
    by_group: dict[str, list[tuple[Ring, tuple[Ring, ...]]]] = {}
    for group, piece in cut:
        strips = by_group.setdefault(group.key, [])
        for line in piece.lines:
            strips.extend(strip_along(line.points, piece.width, is_closed=line.is_closed))
    for group in dict.fromkeys(group for group, _ in cut):
        parts: Areas = difference(union(by_group[group.key]), openings)
        if not parts:
            continue
        key = f"{group.key}, openings cut out"
        why = "the same lines once more without what is painted over them: choose this instead"
        shapes = (DrawnShape(key, outlines=(Outline(exterior, holes),)) for exterior, holes in parts)
        found.add(ShapeGroup(key, f"{group.label}, openings cut out", 0, why=why), *shapes)
    found.note(
        _PAINTED_OVER, "lies over lines; the lines are offered whole and with openings cut out", len(over)
    )
