"""Which layout fits these wishes: so many pieces, this symmetry, these gaps? Drawn at random from a seed.

Size, shape and height of a piece are drawn first, then places for it and its image are tried until one fits; of
several attempts at a layout the most complete counts. The same wishes and the same seed give the same layout
everywhere: nothing but `random.Random.random` is called, always in the same order. Wishes that cannot be met are
named, each with what the layout has instead.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from astrike.editing.layout.generated_pieces import (
    GeneratedPiece,
    TableSymmetry,
    cut_outline,
    features,
    free_piece,
    moved_piece,
    rounded_outline,
    rounded_to_parts,
)
from astrike.editing.layout.wishes import KINDS, GeneratedLayout, LayoutWishes, UnmetWish, check_wishes
from astrike.formats.table.table_file import empty_document, parse_document
from astrike.geometry.outlines import signed_area
from astrike.geometry.shaping import bounding_box, ellipse, rectangle
from astrike.geometry.spacing import LaidOutlines, is_within
from astrike.model.terrain import Point, Ring
from astrike.rulebook.loader import load_edition
from astrike.rules.layout.coverage import coverage_of
from astrike.rules.layout.features import SOLID
from astrike.rules.layout.table_parts import QUADRANTS

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


class PieceSampler:
    """Draws pieces around their own middle, one after another."""

    def __init__(self, random: Random, mirror: TableSymmetry, *, scale: float) -> None:
        self._random = random
        self._mirror = mirror
        self._scale = scale

    def piece(self, kind: str, shrink: float) -> GeneratedPiece:
        """Draw a piece around (0, 0), so much smaller than usual; a large hill may have a step."""
        draw = self._random.random
        low, high = _SIZES[kind]
        size = (low + draw() * (high - low)) * (shrink * self._scale if kind != "building" else shrink)
        if kind == "building":
            width = rounded_to_parts(max(size, 1.5), 4)
            depth = rounded_to_parts(max(size * (0.6 + 0.8 * draw()), 1.5), 4)
            turn = (0.0, 0.0, 15.0, 30.0, 45.0, 60.0)[int(draw() * 6)]
            shape = {"form": "rectangle", "at": [0.0, 0.0], "width": width, "depth": depth, "turn": turn}
            ring = rounded_outline(rectangle((0.0, 0.0), width, depth, turn))
            return GeneratedPiece(kind, ring, shape, self._about(kind, size), at=(0.0, 0.0))
        corners = self._blob(size)
        outer = free_piece(kind, corners, self._about(kind, size))
        if kind != "hill" or size < 7.0 or draw() < 0.4:
            return outer
        share = 0.45 + 0.15 * draw()
        inner = [
            (rounded_to_parts(x * share, COARSE), rounded_to_parts(y * share, COARSE)) for x, y in corners
        ]
        height = float(str(outer.about["height"])) + 1.0
        step = free_piece(kind, inner, {"kind": "hill", "height": height})
        return replace(outer, steps=(step,)) if is_within(step.ring, outer.ring, 0.75) else outer

    def middle(self, kind: str, shrink: float) -> GeneratedPiece:
        """Draw a piece that is its own image, where it lies on the table."""
        mirror, draw = self._mirror, self._random.random
        low, high = _SIZES[kind]
        size = rounded_to_parts((low + draw() * (high - low)) * shrink, 4)
        other = rounded_to_parts(size * (0.7 + 0.6 * draw()), 4)
        along = rounded_to_parts(
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
        return GeneratedPiece(kind, ring, shape, self._about(kind, size), at=at)

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
                    rounded_to_parts(x * math.cos(turn) - y * math.sin(turn), COARSE),
                    rounded_to_parts(x * math.sin(turn) + y * math.cos(turn), COARSE),
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


_TRIES: Final = 40

_SHRINK: Final = (1.0, 0.8, 0.62)

_LOOSE: Final = 0.5
"""Inches between pieces that no base has to pass between."""

_RIM: Final = 0.5
"""Inches from the edge of a hill to a building on it."""

_ON_HILL: Final = 0.35
"""How often a building is tried on a hill first."""


class LayoutAttempt:
    """One attempt at a layout: lays piece after piece and its image where they fit."""

    def __init__(self, wishes: LayoutWishes, random: Random, *, scale: float, tries: int) -> None:
        self.tries = tries
        self._wishes = wishes
        self._random = random
        self._mirror = TableSymmetry(wishes.symmetry, wishes.width, wishes.depth)
        self._drawing = PieceSampler(random, self._mirror, scale=scale)
        self._crowd = LaidOutlines()
        self._lying: list[str] = []
        """What each outline of the crowd is: a kind, `zone`, or `step` of a hill."""
        self._pieces: list[GeneratedPiece] = []
        self._hills: list[GeneratedPiece] = []
        self._covered = dict.fromkeys(QUADRANTS, 0.0)
        self._has_middle = False
        rows = load_edition(wishes.edition).terrain
        self._solid = {kind for kind in KINDS if rows[kind].family in SOLID}
        for zone in wishes.zones if wishes.zone_gap is not None else ():
            # What keeps away from a zone has an image that keeps away from the zone's.
            image = () if wishes.symmetry == "none" else (tuple(map(self._mirror.at_other, zone)),)
            for ring in (zone, *image):
                self._crowd.add(ring)
                self._lying.append("zone")

    def layout(self) -> GeneratedLayout:
        """Lay everything out and say how it came."""
        unmet: list[UnmetWish] = []
        for kind in KINDS:
            wished = self._wishes.counts.get(kind, 0)
            laid = self._lay(kind, wished)
            if laid < wished:
                unmet.append(UnmetWish(kind, wished, laid))
        laid_out = features(self._pieces)
        wishes = self._wishes
        document = empty_document(
            f"Layout {wishes.seed}", width=wishes.width, depth=wishes.depth, edition=wishes.edition
        )
        table = parse_document({**document, "features": list(laid_out)})
        coverage = coverage_of(table)
        for where, share in coverage.quadrants.items():
            if 100 * share < wishes.least:
                unmet.append(UnmetWish("least", wishes.least, 100 * share, where))
            if 100 * share > wishes.most:
                unmet.append(UnmetWish("most", wishes.most, 100 * share, where))
        return GeneratedLayout(wishes, laid_out, table, coverage, tuple(unmet))

    def _lay(self, kind: str, wished: int) -> int:
        laid = 0
        each = 1 if self._wishes.symmetry == "none" else 2
        if each == 2 and wished % 2:
            laid += self._lay_middle(kind)
        while laid + each <= wished and self._lay_one(kind):
            laid += each
        # On mirrored tables a single piece may also lie across the axis; turned ones have one middle.
        if laid < wished and each == 2:
            laid += self._lay_middle(kind)
        return laid

    def _lay_one(self, kind: str) -> bool:
        for shrink in _SHRINK:
            piece = self._drawing.piece(kind, shrink)
            for _ in range(min(_TRIES, self.tries)):
                self.tries -= 1
                at = self._place(kind, piece)
                if not self._is_on_table(piece.ring, at):
                    continue
                laid = moved_piece(piece, at)
                if self._fits(laid):
                    is_alone = self._wishes.symmetry == "none"
                    if self._keep((laid,) if is_alone else (laid, self._mirror.image(laid))):
                        return True
        return False

    def _lay_middle(self, kind: str) -> int:
        """Lay a piece that is its own image: across the axis, or in the middle of the table."""
        wishes = self._wishes
        is_turned = wishes.symmetry == "turn"
        if is_turned and self._has_middle and not (kind == "building" and wishes.on_hills):
            return 0
        for shrink in _SHRINK:
            for _ in range(1 if is_turned else _TRIES // 3):
                piece = self._drawing.middle(kind, shrink)
                if self._is_on_table(piece.ring, (0.0, 0.0)) and self._fits(piece) and self._keep((piece,)):
                    self._has_middle = True
                    return 1
        return 0

    # ---- does it fit?

    def _fits(self, piece: GeneratedPiece) -> bool:
        wishes = self._wishes
        gaps = [self._gap(piece.kind, other) for other in self._lying]
        may_climb = piece.kind == "building" and wishes.on_hills
        inside = [_RIM if may_climb and other in ("hill", "step") else None for other in self._lying]
        return self._crowd.is_free(piece.ring, gaps, inside=inside)

    def _is_on_table(self, ring: Ring, at: Point) -> bool:
        edge, (west, south, east, north) = self._wishes.edge, bounding_box(ring)
        return (
            at[0] + west >= edge
            and at[1] + south >= edge
            and at[0] + east <= self._wishes.width - edge
            and at[1] + north <= self._wishes.depth - edge
        )

    def _gap(self, kind: str, other: str) -> float:
        if other == "zone":
            return self._wishes.zone_gap or 0.0
        other = "hill" if other == "step" else other
        return (
            self._wishes.gap
            if kind in self._solid and other in self._solid
            else min(self._wishes.gap, _LOOSE)
        )

    def _keep(self, pieces: Sequence[GeneratedPiece]) -> bool:
        """Put a piece and its image down, unless they come too close to each other or cover too much."""
        if len(pieces) == 2:
            crowd = LaidOutlines()
            crowd.add(pieces[0].ring)
            if not crowd.is_free(pieces[1].ring, [self._gap(pieces[0].kind, pieces[1].kind)]):
                return False
        covered = dict(self._covered)
        for piece in pieces:
            if piece.kind != "building" or not self._is_on_hill(piece):
                for where, share in self._shares(piece.ring).items():
                    covered[where] += share
        if max(covered.values()) * 100 > self._wishes.most:
            return False
        self._covered = covered
        for piece in pieces:
            self._pieces.append(piece)
            self._crowd.add(piece.ring)
            self._lying.append(piece.kind)
            if piece.kind == "hill":
                self._hills.append(piece)
            for step in piece.steps:
                self._crowd.add(step.ring)
                self._lying.append("step")
        return True

    def _is_on_hill(self, piece: GeneratedPiece) -> bool:
        return any(is_within(piece.ring, hill.ring, 0.0) for hill in self._hills)

    def _shares(self, ring: Ring) -> dict[str, float]:
        """Give which share of each quadrant an outline covers, near enough: by cutting it along the axes."""
        w, d = self._wishes.width, self._wishes.depth
        whole = w * d / 4
        found: dict[str, float] = {}
        for where, (west, south) in zip(
            QUADRANTS, ((0.0, 0.0), (w / 2, 0.0), (0.0, d / 2), (w / 2, d / 2)), strict=True
        ):
            part = cut_outline(
                cut_outline(cut_outline(cut_outline(ring, 0, west, 1), 0, west + w / 2, -1), 1, south, 1),
                1,
                south + d / 2,
                -1,
            )
            found[where] = abs(signed_area(part)) / whole if len(part) > 2 else 0.0
        return found

    # ---- where

    def _place(self, kind: str, piece: GeneratedPiece) -> Point:
        wishes, draw = self._wishes, self._random.random
        if kind == "building" and wishes.on_hills and self._hills and draw() < _ON_HILL:
            hill = self._hills[int(draw() * len(self._hills))]
            xs, ys = zip(*hill.ring, strict=True)
            return (
                rounded_to_parts(min(xs) + draw() * (max(xs) - min(xs)), COARSE),
                rounded_to_parts(min(ys) + draw() * (max(ys) - min(ys)), COARSE),
            )
        reach = max(max(abs(x), abs(y)) for x, y in piece.ring) * 0.8 + wishes.edge
        west, east = min(reach, wishes.width / 2), max(wishes.width - reach, wishes.width / 2)
        south, north = min(reach, wishes.depth / 2), max(wishes.depth - reach, wishes.depth / 2)
        if draw() < 0.6:  # where there is least
            quadrant = min(QUADRANTS, key=lambda each: self._covered[each])
            if "west" in quadrant:
                east = wishes.width / 2
            else:
                west = wishes.width / 2
            if "south" in quadrant:
                north = wishes.depth / 2
            else:
                south = wishes.depth / 2
        return (
            rounded_to_parts(west + draw() * (east - west), COARSE),
            rounded_to_parts(south + draw() * (north - south), COARSE),
        )


_ATTEMPTS: Final = 4

_BUDGET: Final = 2000
"""Tries in all attempts together: then what there is has to do."""


def generate(wishes: LayoutWishes) -> GeneratedLayout:
    """Draw a layout.

    >>> generate(LayoutWishes(seed=7)).coverage == generate(LayoutWishes(seed=7)).coverage
    True
    """
    check_wishes(wishes)
    found: list[GeneratedLayout] = []
    scale, left = 1.0, _BUDGET
    for attempt in range(_ATTEMPTS):
        random = Random(wishes.seed * _ATTEMPTS + attempt)  # noqa: S311 - a layout is no secret
        draft = LayoutAttempt(wishes, random, scale=scale, tries=left)
        layout, left = draft.layout(), draft.tries
        found.append(layout)
        if not layout.unmet or left <= 0:
            break
        keys = {each.key for each in layout.unmet}
        scale *= 1.18 if keys == {"least"} else 0.85
    return min(found, key=_missing)


def _missing(layout: GeneratedLayout) -> float:
    return sum(abs(each.wished - each.reached) / max(each.wished, 1.0) for each in layout.unmet)
