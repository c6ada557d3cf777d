"""How is a drawn piece kept while the layout grows, and how does it become a feature of the table file?

Corners have few digits, so that mirroring one half onto the other is exact.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from astrike.editing.generator.wishes import KINDS
from astrike.geometry.outlines import orient
from astrike.geometry.shaping import curve
from astrike.model.terrain import Point, Ring

_DIGITS = 5
"""Of a corner: mirrored twice it is the same again, and its shape still makes it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece around its own middle, or put down; the steps of a hill lie within its outline."""

    kind: str
    ring: Ring
    shape: Mapping[str, object]
    about: Mapping[str, object]
    at: Point | None = None
    corners: tuple[Point, ...] = ()
    """Those of a free shape; the curve runs through them."""
    steps: tuple["Piece", ...] = ()


def free(kind: str, corners: Sequence[Point], about: Mapping[str, object]) -> Piece:
    """Make a piece with a curved outline through these corners."""
    shape = {"form": "free", "corners": [list(corner) for corner in corners], "curved": True}
    return Piece(kind, fine(curve(corners)), shape, about, corners=tuple(corners))


def moved(piece: Piece, by: Point) -> Piece:
    """Put a piece somewhere."""
    dx, dy = by

    def there(points: Ring) -> Ring:
        return tuple(plain(x + dx, y + dy) for x, y in points)

    shape, corners = dict(piece.shape), there(piece.corners)
    at = None if piece.at is None else (piece.at[0] + dx, piece.at[1] + dy)
    if at is not None:
        shape["at"] = list(at)
    if corners:
        shape["corners"] = [list(corner) for corner in corners]
    steps = tuple(moved(step, by) for step in piece.steps)
    return Piece(piece.kind, there(piece.ring), shape, piece.about, at, corners, steps)


def snapped(value: float, parts: int) -> float:
    """Round a number to so many parts of an inch."""
    return math.floor(value * parts + 0.5) / parts


def fine(ring: Ring) -> Ring:
    """Give an outline few digits, no corner twice, and one way round."""
    return orient(tuple(dict.fromkeys(plain(x, y) for x, y in ring)))[0]


def plain(x: float, y: float) -> Point:
    """Give a point few digits."""
    return round(x, _DIGITS) + 0.0, round(y, _DIGITS) + 0.0


def cut(ring: Sequence[Point], axis: int, at: float, way: int) -> list[Point]:
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


def features(pieces: Sequence[Piece]) -> tuple[Mapping[str, object], ...]:
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
