"""How is a drawn piece kept while a layout grows, where is its image, and which feature of the table file is it?

A table whose halves are alike has an image of every piece in its other half: mirrored, or turned about the centre.
Corners have few digits, so that the image of each is exact.
"""

import math
from collections.abc import Mapping, Sequence

from astrike.dataclass import dataclass
from astrike.editing.layout.wishes import KINDS
from astrike.geometry.outlines import orient
from astrike.geometry.shaping import curve
from astrike.model.terrain import Point, Ring

_DIGITS = 5
"""Of a corner: mirrored twice it is the same again, and its shape still makes it."""


@dataclass(frozen=True, slots=True)
class GeneratedPiece:
    """A piece around its own middle, or put down; the steps of a hill lie within its outline."""

    kind: str
    ring: Ring
    shape: Mapping[str, object]
    about: Mapping[str, object]
    at: Point | None = None
    corners: tuple[Point, ...] = ()
    """Those of a free shape; the curve runs through them."""
    steps: tuple["GeneratedPiece", ...] = ()


def free_piece(kind: str, corners: Sequence[Point], about: Mapping[str, object]) -> GeneratedPiece:
    """Make a piece with a curved outline through these corners."""
    shape = {"form": "free", "corners": [list(corner) for corner in corners], "curved": True}
    return GeneratedPiece(kind, rounded_outline(curve(corners)), shape, about, corners=tuple(corners))


def moved_piece(piece: GeneratedPiece, by: Point) -> GeneratedPiece:
    """Put a piece somewhere."""
    dx, dy = by

    def there(points: Ring) -> Ring:
        return tuple(rounded_point(x + dx, y + dy) for x, y in points)

    shape, corners = dict(piece.shape), there(piece.corners)
    at = None if piece.at is None else (piece.at[0] + dx, piece.at[1] + dy)
    if at is not None:
        shape["at"] = list(at)
    if corners:
        shape["corners"] = [list(corner) for corner in corners]
    steps = tuple(moved_piece(step, by) for step in piece.steps)
    return GeneratedPiece(piece.kind, there(piece.ring), shape, piece.about, at, corners, steps)


def rounded_to_parts(value: float, parts: int) -> float:
    """Round a number to so many parts of an inch."""
    return math.floor(value * parts + 0.5) / parts


def rounded_outline(ring: Ring) -> Ring:
    """Give an outline few digits, no corner twice, and one way round."""
    return orient(tuple(dict.fromkeys(rounded_point(x, y) for x, y in ring)))[0]


def rounded_point(x: float, y: float) -> Point:
    """Give a point few digits."""
    return round(x, _DIGITS) + 0.0, round(y, _DIGITS) + 0.0


def cut_outline(ring: Sequence[Point], axis: int, at: float, way: int) -> list[Point]:
    """Give what of an outline lies on one side of a line across an axis."""
    kept: list[Point] = []
    for k, here in enumerate(ring):
        before = ring[k - 1]
        one, other = way * (before[axis] - at), way * (here[axis] - at)
        if (one < 0) != (other < 0):
            share = one / (one - other)
            kept.append(
                (before[0] + share * (here[0] - before[0]), before[1] + share * (here[1] - before[1]))
            )
        if other >= 0:
            kept.append(here)
    return kept


def features(pieces: Sequence[GeneratedPiece]) -> tuple[Mapping[str, object], ...]:
    """Give the pieces as features of a table file, numbered by kind; a hill and its steps are a group."""
    numbers = dict.fromkeys(KINDS, 0)
    found: list[Mapping[str, object]] = []
    for piece in pieces:
        numbers[piece.kind] += 1
        name = f"{piece.kind}-{numbers[piece.kind]}"
        group = {"group": name} if piece.steps else {}
        for step, each in enumerate((piece, *piece.steps), 1):
            corners = [list(point) for point in (*each.ring, each.ring[0])]
            found.append(
                {
                    "type": "Feature",
                    "id": name if step == 1 else f"{name}-step-{step}",
                    "geometry": {"type": "Polygon", "coordinates": [corners]},
                    "properties": {**each.about, "shape": dict(each.shape), **group},
                }
            )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TableSymmetry:
    """How one half becomes the other: `turn`, `west-east`, `south-north`; a table of inches."""

    symmetry: str
    width: float
    depth: float

    def at_other(self, point: Point) -> Point:
        """Give the image of a point."""
        w, d = self.width, self.depth
        match self.symmetry:
            case "turn":
                return rounded_point(w - point[0], d - point[1])
            case "west-east":
                return rounded_point(w - point[0], point[1])
            case _:
                return rounded_point(point[0], d - point[1])

    def image(self, piece: GeneratedPiece) -> GeneratedPiece:
        """Give the image of a piece that lies on the table, its steps included."""
        ring = tuple(self.at_other(point) for point in piece.ring)
        shape = dict(piece.shape)
        if piece.at is not None:
            shape["at"] = list(self.at_other(piece.at))
            if self.symmetry != "turn":
                shape["turn"] = -float(str(shape["turn"])) % 360.0
        if piece.corners:
            shape["corners"] = [list(self.at_other(corner)) for corner in piece.corners]
        steps = tuple(self.image(step) for step in piece.steps)
        at = None if piece.at is None else self.at_other(piece.at)
        corners = tuple(map(self.at_other, piece.corners))
        return GeneratedPiece(piece.kind, orient(ring)[0], shape, piece.about, at, corners, steps)

    def own_image(self, ring: Ring) -> Ring:
        """Make an outline that is nearly its own image exactly so: one half is the image of the other."""
        w, d = self.width, self.depth
        corners = rounded_outline(ring)
        match self.symmetry:
            case "turn":
                half = [p for p in corners if (p[1], p[0]) > (d / 2, w / 2)]
            case "west-east":
                half = [p for p in corners if p[0] >= w / 2]
            case _:
                half = [p for p in corners if p[1] >= d / 2]
        x0, y0 = (min(p[axis] for p in corners) + max(p[axis] for p in corners) for axis in (0, 1))
        whole = dict.fromkeys((*half, *(self.at_other(p) for p in half)))
        centre = (x0 / 2, y0 / 2)
        return tuple(sorted(whole, key=lambda p: math.atan2(p[1] - centre[1], p[0] - centre[0])))
