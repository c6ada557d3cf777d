"""Which shape has a piece: what a thumb goes on editing, and how it moves, turns, grows and is mirrored?

The geometry of the table file is what counts. Beside it a piece may keep in its property `shape` what it was drawn
as: width, depth and turn of a rectangle, the few corners of a curve, the line of a river. A shape that does not make
the geometry any more is not believed; then the corners are those of the geometry.

Longer than most modules: seven forms with the same operations, each read beside the others.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, Literal

from astrike.dataclass import dataclass
from astrike.formats.checks import number_or_none
from astrike.formats.table.geometry import is_position
from astrike.geometry.outlines import orient
from astrike.geometry.shaping import (
    Areas,
    bounding_box,
    centroid,
    curve,
    curved_path,
    ellipse,
    mended_area,
    points_moved,
    points_stretched,
    points_turned,
    rectangle,
    regular,
    strip_along,
)
from astrike.model.inch_limits import FARTHEST
from astrike.model.terrain import Outline, Point, Ring

FEWEST_SIDES, MOST_SIDES = 3, 60
SMALLEST, LARGEST = 0.1, 300.0
"""Inches of a width or depth."""
SAME = 1e-5
"""Inches by which the corners of a shape and of the geometry may differ."""
_MOST_STEPS: Final = 12
_EXACT: Final = 1e-9
OPPOSITE: Final = {"north": "south", "south": "north", "east": "west", "west": "east"}
ROUND: Final = 8
"""Corners of an ellipse whose corners are edited."""


@dataclass(frozen=True, slots=True)
class SizedForm:
    """A rectangle or an ellipse."""

    form: Literal["rectangle", "ellipse"]
    at: Point
    width: float
    depth: float
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class RegularForm:
    """A regular outline, `width` across opposite corners."""

    at: Point
    sides: int
    width: float
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class FreeForm:
    """An outline of corners, straight or curved between them, with its holes."""

    corners: Ring
    curved: bool = False
    holes: tuple[Ring, ...] = ()


@dataclass(frozen=True, slots=True)
class StripForm:
    """A line of some width: a river, a road, a wall."""

    points: Ring
    width: float
    curved: bool = False


@dataclass(frozen=True, slots=True)
class ZoneForm:
    """A zone by rule: the words that made it, and the areas they made."""

    words: Mapping[str, object]
    areas: Areas


@dataclass(frozen=True, slots=True)
class PartsForm:
    """Several outlines that are one piece."""

    areas: Areas


@dataclass(frozen=True, slots=True)
class PointForm:
    """A marked point."""

    at: Point


Form = SizedForm | RegularForm | FreeForm | StripForm | ZoneForm | PartsForm | PointForm


# ---- what a form covers


def areas_of(form: Form) -> Areas:
    """Give the area of a form: nothing when none is left, more than one outline where it crosses itself."""
    match form:
        case SizedForm("rectangle", at, width, depth, turn):
            return ((rectangle(at, width, depth, turn), ()),)
        case SizedForm(_, at, width, depth, turn):
            return ((ellipse(at, width, depth, turn), ()),)
        case RegularForm(at, sides, width, turn):
            return ((regular(at, sides, width, turn), ()),)
        case FreeForm(corners, curved, holes):
            return mended_area(
                *((curve(corners), [curve(hole) for hole in holes]) if curved else (corners, holes))
            )
        case StripForm(points, width, curved):
            return strip_along(curved_path(points) if curved else points, width)
        case ZoneForm(_, areas) | PartsForm(areas):
            return areas
        case PointForm():
            return ()


def is_mended(form: Form, areas: Areas) -> bool:
    """Had the outline of this form to be changed to enclose these areas?

    >>> bow_tie = FreeForm(((0, 0), (2, 2), (2, 0), (0, 2)))
    >>> is_mended(bow_tie, areas_of(bow_tie))
    True
    """
    if not isinstance(form, FreeForm):
        return False
    drawn = [curve(ring) if form.curved else ring for ring in (form.corners, *form.holes)]
    if len(areas) != 1 or len(areas[0][1]) != len(form.holes):
        return True
    made = (areas[0][0], *areas[0][1])
    return sum(map(len, made)) != sum(len(ring) for ring in drawn) or not all(
        set(ring) <= {point for each in drawn for point in each} for ring in made
    )


def sound(form: Form) -> Form | None:
    """Give a form whose outline neither crosses itself nor leaves its holes; None when no area is left.

    >>> sound(FreeForm(((0, 0), (2, 0), (2, 2), (0, 2))))
    FreeForm(corners=((0, 0), (2, 0), (2, 2), (0, 2)), curved=False, holes=())
    >>> sound(FreeForm(((0, 0), (1, 1), (2, 2)))) is None
    True
    """
    if isinstance(form, PointForm):
        return form
    areas = areas_of(form)
    if not areas:
        return None
    return plain(areas) if is_mended(form, areas) else form


def plain(areas: Areas) -> FreeForm | PartsForm:
    """Give the form of which nothing but the geometry is known."""
    if len(areas) == 1:
        return FreeForm(areas[0][0], curved=False, holes=areas[0][1])
    return PartsForm(areas)


def centre_of(form: Form) -> Point:
    """Give the place about which a form turns."""
    if isinstance(form, SizedForm | RegularForm | PointForm):
        return form.at
    return centroid(areas_of(form))


def box_of(form: Form) -> tuple[float, float, float, float]:
    """Give the west, south, east and north end of a form."""
    if isinstance(form, PointForm):
        return (*form.at, *form.at)
    return bounding_box(point for exterior, _ in areas_of(form) for point in exterior)


def size_of_form(form: Form) -> tuple[float, float]:
    """Give width and depth of the unturned form; of a strip the width of the strip and the length of its line."""
    match form:
        case SizedForm():
            return form.width, form.depth
        case RegularForm():
            return form.width, form.width
        case StripForm():
            line = curved_path(form.points) if form.curved else form.points
            return form.width, math.fsum(math.dist(a, b) for a, b in pairwise(line))
        case _:
            west, south, east, north = box_of(form)
            return east - west, north - south


def turn_of(form: Form) -> float:
    """Give by how many degrees a form is turned, as far as it knows."""
    return form.turn if isinstance(form, SizedForm | RegularForm) else 0.0


# ---- the same form somewhere else


def moved_form(form: Form, dx: float, dy: float) -> Form:
    """Give the form so many inches further east and north."""
    if dx == dy == 0.0:
        return form
    return _mapped(form, lambda points: points_moved(points, dx, dy))


def turned_form(form: Form, degrees: float, *, about: Point) -> Form:
    """Give the form turned clockwise about a place."""
    found = _mapped(form, lambda points: points_turned(points, degrees, about=about))
    if isinstance(found, SizedForm | RegularForm):
        return replace(found, turn=_direction(found.turn + degrees))
    return found


def mirrored_form(form: Form, axis: str, *, size: Point) -> Form:
    """Give the form's mirror image on a table: turned about its middle, or west and east, south and north swapped."""
    width, depth = size
    if isinstance(form, ZoneForm) and form.words.get("rule") != "point":
        return _mirrored_rule(form, axis, size=size)
    if axis == "turn":
        return turned_form(form, 180.0, about=(width / 2, depth / 2))
    if axis == "west-east":
        found = _mapped(form, lambda points: points_moved(((width - x, y) for x, y in points), 0.0, 0.0))
    else:
        found = _mapped(form, lambda points: points_moved(((x, depth - y) for x, y in points), 0.0, 0.0))
    match found:
        case SizedForm():
            return replace(found, turn=_direction(-found.turn))
        case RegularForm():
            return replace(found, turn=_direction((0.0 if axis == "west-east" else 180.0) - found.turn))
        case _:
            return found


def _mirrored_rule(form: ZoneForm, axis: str, *, size: Point) -> ZoneForm:
    """Give a zone by the rule of the opposite edge or corner."""
    swapped = {"turn": "north south east west", "west-east": "east west", "south-north": "north south"}[axis]
    words = {
        key: "-".join(OPPOSITE[part] if part in swapped.split() else part for part in str(value).split("-"))
        if key in ("edge", "corner") and value != "both"
        else value
        for key, value in form.words.items()
    }
    mirrored = mirrored_form(PartsForm(form.areas), axis, size=size)
    return ZoneForm(words, areas_of(mirrored))


def scaled_form(form: Form, along: float, across: float, *, about: Point) -> Form:
    """Give the form stretched in its own width and depth about a place that stays."""
    if isinstance(form, SizedForm):
        at = points_stretched([form.at], along, across, about=about, turn=form.turn)[0]
        return replace(form, at=at, width=form.width * along, depth=form.depth * across)
    if isinstance(form, RegularForm):
        at = points_stretched([form.at], along, across, about=about, turn=form.turn)[0]
        return replace(form, at=at, width=form.width * along)
    found = _mapped(form, lambda points: points_stretched(points, along, across, about=about))
    return replace(found, width=found.width * along) if isinstance(found, StripForm) else found


def sized_form(form: Form, width: float | None, depth: float | None, *, about: Point) -> Form:
    """Give the form at a width and depth; of a strip these are the width of the strip and the length of its line.

    A curve between corners that are stretched is not the curve stretched, so that this takes some steps.

    >>> blob = FreeForm(((0, 0), (4, 0), (5, 3), (1, 4)), curved=True)
    >>> [round(inches, 6) for inches in size_of_form(sized_form(blob, 9, 2, about=(0, 0)))]
    [9.0, 2.0]
    """
    if isinstance(form, StripForm):
        wider = replace(form, width=width or form.width)
        return wider if depth is None else _with_length(wider, depth, about)
    own = size_of_form(form)
    if isinstance(form, RegularForm):
        return scaled_form(form, (width or depth or own[0]) / own[0], 1.0, about=about)
    wanted = (width or own[0], depth or own[1])
    found = scaled_form(form, wanted[0] / own[0], wanted[1] / own[1], about=about)
    for _ in range(_MOST_STEPS if isinstance(form, FreeForm) and form.curved else 0):
        if not areas_of(found):
            break  # so small that nothing is left, for the caller to say
        wide, deep = size_of_form(found)
        if abs(wanted[0] - wide) < _EXACT and abs(wanted[1] - deep) < _EXACT:
            break
        found = scaled_form(found, wanted[0] / wide, wanted[1] / deep, about=about)
    return found


def _with_length(strip_: StripForm, length: float, about: Point) -> StripForm:
    factor = length / size_of_form(strip_)[1]
    return replace(strip_, points=points_stretched(strip_.points, factor, factor, about=about))


def mirrored_direction(degrees: float, axis: str) -> float:
    """Give where something that points this way points in the mirror image."""
    turned_about = {"turn": 180.0 + degrees, "west-east": -degrees, "south-north": 180.0 - degrees}
    return _direction(turned_about[axis])


def _mapped(form: Form, change: Callable[[Sequence[Point]], Ring]) -> Form:
    """Give the form with every place of it changed; its turn and size are left to the caller."""
    match form:
        case SizedForm() | RegularForm() | PointForm():
            return replace(form, at=change([form.at])[0])
        case FreeForm():
            holes = tuple(map(change, form.holes))
            return FreeForm(change(form.corners), form.curved, holes)
        case StripForm():
            return replace(form, points=change(form.points))
        case ZoneForm() | PartsForm():
            return plain(_changed(form.areas, change))


def _changed(areas: Areas, change: Callable[[Sequence[Point]], Ring]) -> Areas:
    """Give areas with every place changed; rings that were mirrored are brought the right way round again."""
    return tuple(orient(change(exterior), [change(hole) for hole in holes]) for exterior, holes in areas)


def _direction(degrees: float) -> float:
    found = round(degrees % 360.0, 9)
    return 0.0 if found == 360.0 else found


# ---- corners to edit


def editable(form: Form) -> FreeForm | StripForm | None:
    """Give the form whose corners a thumb can go on editing; None where there are several outlines."""
    match form:
        case FreeForm() | StripForm():
            return form
        case SizedForm("ellipse", at, width, depth, turn):
            angles = [2 * math.pi * number / ROUND for number in range(ROUND)]
            ring = [(at[0] + width / 2 * math.cos(a), at[1] + depth / 2 * math.sin(a)) for a in angles]
            return FreeForm(points_turned(ring, turn, about=at), curved=True)
        case PointForm():
            return None
        case _:
            found = plain(areas_of(form))
            return found if isinstance(found, FreeForm) else None


# ---- as the table file has it


def shape_json(form: Form) -> dict[str, object] | None:
    """Give the property `shape`; None where the geometry says everything."""
    match form:
        case SizedForm():
            size = {"width": form.width, "depth": form.depth, "turn": form.turn}
            return {"form": form.form, "at": list(form.at), **size}
        case RegularForm():
            rest = {"sides": form.sides, "width": form.width, "turn": form.turn}
            return {"form": "regular", "at": list(form.at), **rest}
        case FreeForm(corners, True, holes):
            rings = [_places(hole) for hole in holes]
            return {"form": "free", "corners": _places(corners), "curved": True, "holes": rings}
        case StripForm():
            line = {"points": _places(form.points), "width": form.width, "curved": form.curved}
            return {"form": "strip", **line}
        case ZoneForm():
            return {"form": "rule", **form.words}
        case _:
            return None


def geometry_json(form: Form) -> dict[str, object]:
    """Give the geometry of a form as the table file has it."""
    if isinstance(form, PointForm):
        return {"type": "Point", "coordinates": list(form.at)}
    polygons = [
        [_places((*ring, ring[0])) for ring in (exterior, *holes)] for exterior, holes in areas_of(form)
    ]
    if len(polygons) == 1:
        return {"type": "Polygon", "coordinates": polygons[0]}
    return {"type": "MultiPolygon", "coordinates": polygons}


def _places(ring: Ring) -> list[list[float]]:
    return [[x, y] for x, y in ring]


def form_of(outlines: Sequence[Outline], shape: object) -> Form:
    """Give the form of a piece: what its `shape` says as long as that makes the outlines, else the outlines.

    >>> square = Outline(((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)))
    >>> form_of([square], {"form": "rectangle", "at": [1, 1], "width": 2, "depth": 2, "turn": 0})
    SizedForm(form='rectangle', at=(1.0, 1.0), width=2.0, depth=2.0, turn=0.0)
    >>> form_of([square], {"form": "rectangle", "at": [1, 1], "width": 3, "depth": 2, "turn": 0}).corners[2]
    (2.0, 2.0)
    """
    areas = tuple((outline.exterior, outline.holes) for outline in outlines)
    if isinstance(shape, Mapping):
        stated = _read(shape, areas)
        if stated is not None and _is_same(areas_of(stated), areas):
            return stated
    return plain(areas)


def _read(shape: Mapping[str, object], areas: Areas) -> Form | None:
    form = shape.get("form")
    at, turn = _place(shape.get("at")), number_or_none(shape.get("turn", 0.0), low=-1e6, high=1e6)
    width, depth = (
        number_or_none(shape.get(key), low=SMALLEST / 100, high=2 * FARTHEST) for key in ("width", "depth")
    )
    curved = shape.get("curved") is True
    if form == "rule":
        return ZoneForm({key: value for key, value in shape.items() if key != "form"}, areas)
    if form == "free":
        corners, holes = _ring(shape.get("corners"), 3), shape.get("holes", [])
        rings = [_ring(hole, 3) for hole in holes] if isinstance(holes, list) else [None]
        kept = tuple(ring for ring in rings if ring is not None)
        return FreeForm(corners, curved, kept) if corners is not None and len(kept) == len(rings) else None
    if form == "strip":
        points = _ring(shape.get("points"), 2)
        return StripForm(points, width, curved) if points is not None and width is not None else None
    if at is None or turn is None or width is None:
        return None
    if form == "regular":
        sides = shape.get("sides")
        known = type(sides) is int and FEWEST_SIDES <= sides <= MOST_SIDES
        return RegularForm(at, sides, width, turn) if known and isinstance(sides, int) else None
    if (form == "rectangle" or form == "ellipse") and depth is not None:  # noqa: PLR1714 - mypy narrows only so
        return SizedForm(form, at, width, depth, turn)
    return None


def _place(value: object) -> Point | None:
    return (float(value[0]), float(value[1])) if isinstance(value, list) and is_position(value) else None


def _ring(value: object, fewest: int) -> Ring | None:
    if not isinstance(value, list) or len(value) < fewest:
        return None
    found = [place for item in value if (place := _place(item)) is not None]
    return tuple(found) if len(found) == len(value) else None


def _is_same(one: Areas, other: Areas) -> bool:
    """Are these the same outlines, wherever their rings begin?"""
    if len(one) != len(other):
        return False
    rings = [[(exterior, *holes) for exterior, holes in areas] for areas in (one, other)]
    return all(
        len(a) == len(b) and all(_is_same_ring(x, y) for x, y in zip(a, b, strict=True))
        for a, b in zip(*rings, strict=True)
    )


def _is_same_ring(one: Ring, other: Ring) -> bool:
    if len(one) != len(other):
        return False
    first = min(range(len(other)), key=lambda number: math.dist(other[number], one[0]))
    return all(
        abs(x - a) <= SAME and abs(y - b) <= SAME
        for (x, y), (a, b) in zip(one, other[first:] + other[:first], strict=True)
    )
