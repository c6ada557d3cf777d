"""What does a piece look like: its size, shape, height? Drawn at random; the order of the draws is part of a seed."""

import math
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

from astrike.editing.generator.mirror import Mirror
from astrike.editing.generator.pieces import Piece, fine, free, snapped
from astrike.geometry.shaping import ellipse, rectangle
from astrike.geometry.spacing import is_within
from astrike.model.terrain import Point

COARSE: Final = 8
"""Parts of an inch by which pieces are put down."""
_SIZES: Final[Mapping[str, tuple[float, float]]] = {
    "hill": (6.0, 10.0),
    "water": (4.0, 7.0),
    "building": (2.0, 4.5),
    "woods": (4.0, 8.0),
    "rough": (3.5, 7.0),
}
_HEIGHTS: Final = (1.0, 2.0, 2.0, 3.0, 4.0)
_CLASSES: Final = ("light", "light", "medium", "medium", "heavy")


class Drawing:
    """Draws pieces around their own middle, one after another."""

    def __init__(self, random: Random, mirror: Mirror, *, scale: float) -> None:
        self._random = random
        self._mirror = mirror
        self._scale = scale

    def piece(self, kind: str, shrink: float) -> Piece:
        """Draw a piece around (0, 0), so much smaller than usual; a large hill may have a step."""
        draw = self._random.random
        low, high = _SIZES[kind]
        size = (low + draw() * (high - low)) * (shrink * self._scale if kind != "building" else shrink)
        if kind == "building":
            width = snapped(max(size, 1.5), 4)
            depth = snapped(max(size * (0.6 + 0.8 * draw()), 1.5), 4)
            turn = (0.0, 0.0, 15.0, 30.0, 45.0, 60.0)[int(draw() * 6)]
            shape = {"form": "rectangle", "at": [0.0, 0.0], "width": width, "depth": depth, "turn": turn}
            ring = fine(rectangle((0.0, 0.0), width, depth, turn))
            return Piece(kind, ring, shape, self._about(kind, size), at=(0.0, 0.0))
        corners = self._blob(size)
        outer = free(kind, corners, self._about(kind, size))
        if kind != "hill" or size < 7.0 or draw() < 0.4:
            return outer
        share = 0.45 + 0.15 * draw()
        inner = [(snapped(x * share, COARSE), snapped(y * share, COARSE)) for x, y in corners]
        height = float(str(outer.about["height"])) + 1.0
        step = free(kind, inner, {"kind": "hill", "height": height})
        return replace(outer, steps=(step,)) if is_within(step.ring, outer.ring, 0.75) else outer

    def middle(self, kind: str, shrink: float) -> Piece:
        """Draw a piece that is its own image, where it lies on the table."""
        mirror, draw = self._mirror, self._random.random
        low, high = _SIZES[kind]
        size = snapped((low + draw() * (high - low)) * shrink, 4)
        other = snapped(size * (0.7 + 0.6 * draw()), 4)
        along = snapped(
            (0.15 + 0.7 * draw()) * (mirror.width if mirror.symmetry == "south-north" else mirror.depth),
            COARSE,
        )
        at = (mirror.width / 2, mirror.depth / 2)
        turn = 0.0
        if mirror.symmetry == "turn":
            turn = 15.0 * int(draw() * 12)
        elif mirror.symmetry == "west-east":
            at = (at[0], along)
        else:
            at = (along, at[1])
        form = "rectangle" if kind == "building" else "ellipse"
        make = rectangle if kind == "building" else ellipse
        ring = mirror.own_image(make(at, size, other, turn))
        shape = {"form": form, "at": list(at), "width": size, "depth": other, "turn": turn}
        return Piece(kind, ring, shape, self._about(kind, size), at=at)

    def _blob(self, size: float) -> list[Point]:
        draw = self._random.random
        count = 6 + int(draw() * 3)
        long, wide = size / 2, size / 2 * (0.6 + 0.4 * draw())
        turn = draw() * math.pi
        corners: list[Point] = []
        for k in range(count):
            angle = 2 * math.pi * (k + 0.5 * (draw() - 0.5)) / count
            share = 0.82 + 0.3 * draw()
            x, y = long * share * math.cos(angle), wide * share * math.sin(angle)
            corners.append(
                (
                    snapped(x * math.cos(turn) - y * math.sin(turn), COARSE),
                    snapped(x * math.sin(turn) + y * math.cos(turn), COARSE),
                )
            )
        return corners

    def _about(self, kind: str, size: float) -> dict[str, object]:
        draw = self._random.random
        match kind:
            case "hill":
                return {"kind": kind, "height": 1.0 if draw() < 0.6 else 2.0}
            case "building":
                grade = _CLASSES[int(draw() * len(_CLASSES))]
                return {"kind": kind, "height": _HEIGHTS[int(draw() * len(_HEIGHTS))], "class": grade}
            case "water":
                return {"kind": kind, "depth": 1.0}
            case _:
                return {"kind": kind}
