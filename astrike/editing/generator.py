"""Which layout fits these wishes: so many pieces, this symmetry, these gaps? Drawn at random from a seed.

The same wishes and the same seed give the same layout everywhere: nothing but `random.Random.random` is asked, and
corners have few digits, so that mirroring one half onto the other is exact. What cannot be had is said with what
there is instead.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from astrike.editions.loader import DEFAULT, load_edition
from astrike.errors import InputError, Problem
from astrike.formats.checks import number_words, one_of
from astrike.formats.headfile import LARGEST_TABLE, SMALLEST_TABLE
from astrike.formats.tablefile import empty_document, parse_document
from astrike.geometry.outlines import orient, signed_area
from astrike.geometry.shaping import box, curve, ellipse, rectangle
from astrike.geometry.spacing import Crowd, is_within
from astrike.model.table import Table
from astrike.model.terrain import Point, Ring
from astrike.rules.layout.coverage import Coverage, coverage_of
from astrike.rules.layout.features import SOLID
from astrike.rules.layout.parts import QUADRANTS

KINDS: Final = ("hill", "water", "building", "woods", "rough")
"""What is laid out, the largest first."""
SYMMETRIES: Final = ("turn", "south-north", "west-east", "none")
HIGHEST_SEED: Final = 999_999
MOST_OF_A_KIND: Final = 30
LIMITS: Final[Mapping[str, tuple[float, float]]] = {
    "gap": (0.0, 12.0),
    "edge": (0.0, 24.0),
    "zone_gap": (0.0, 24.0),
    "least": (0.0, 60.0),
    "most": (5.0, 100.0),
}
"""Lowest and highest number of a wish: inches, percent."""
PER_48: Final[Mapping[str, Mapping[str, int]]] = {
    "sparse": {"hill": 2, "water": 0, "building": 2, "woods": 4, "rough": 2},
    "medium": {"hill": 4, "water": 1, "building": 4, "woods": 6, "rough": 2},
    "dense": {"hill": 4, "water": 2, "building": 8, "woods": 8, "rough": 4},
}
"""Pieces on 48 by 48 inches."""

_DIGITS: Final = 5
"""Of a corner: mirrored twice it is the same again, and its shape still makes it."""
_COARSE: Final = 8
"""Parts of an inch by which pieces are put down."""
_TRIES: Final = 40
_SHRINK: Final = (1.0, 0.8, 0.62)
_ATTEMPTS: Final = 4
_BUDGET: Final = 2000
"""Tries in all attempts together: then what there is has to do."""
_LOOSE: Final = 0.5
"""Inches between pieces that no base has to pass between."""
_RIM: Final = 0.5
"""Inches from the edge of a hill to a building on it."""
_ON_HILL: Final = 0.35
"""How often a building is tried on a hill first."""
_SIZES: Final[Mapping[str, tuple[float, float]]] = {
    "hill": (6.0, 10.0),
    "water": (4.0, 7.0),
    "building": (2.0, 4.5),
    "woods": (4.0, 8.0),
    "rough": (3.5, 7.0),
}
_HEIGHTS: Final = (1.0, 2.0, 2.0, 3.0, 4.0)
_CLASSES: Final = ("light", "light", "medium", "medium", "heavy")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a layout shall be like. Inches; shares of a quadrant in percent."""

    seed: int
    width: float = 48.0
    depth: float = 48.0
    symmetry: str = "turn"
    counts: Mapping[str, int] = field(default_factory=lambda: PER_48["medium"])
    gap: float = 2.0
    """Between hills and buildings: what the widest base needs."""
    edge: float = 2.0
    """From the table's edges."""
    zone_gap: float | None = None
    """From deployment zones; None: terrain may lie in them."""
    least: float = 0.0
    most: float = 100.0
    on_hills: bool = True
    """May buildings stand on hills?"""
    zones: tuple[Ring, ...] = ()
    edition: str = DEFAULT


@dataclass(frozen=True, slots=True)
class Unmet:
    """A wish that could not be met: `woods`, `least` ..., what was wished, what there is, and in which quadrant."""

    key: str
    wished: float
    reached: float
    where: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """What was drawn: features of a table file, the table they make, what was measured, and what is missing."""

    wishes: Wishes
    features: tuple[Mapping[str, object], ...]
    table: Table
    coverage: Coverage
    unmet: tuple[Unmet, ...]


def counts_for(density: str, width: float, depth: float) -> dict[str, int]:
    """Give how many pieces of each kind a table of this size gets; even numbers, so that both sides get as many.

    >>> counts_for("sparse", 48, 48) == PER_48["sparse"], counts_for("sparse", 72, 48)["woods"]
    (True, 6)
    """
    share = width * depth / (48.0 * 48.0)
    return {kind: _even(count * share) if share != 1.0 else count for kind, count in PER_48[density].items()}


def _even(count: float) -> int:
    return min(2 * math.floor(count / 2 + 0.5), MOST_OF_A_KIND)


def generate(wishes: Wishes) -> Layout:
    """Draw a layout.

    >>> generate(Wishes(seed=7)).coverage == generate(Wishes(seed=7)).coverage
    True
    """
    _check(wishes)
    found: list[Layout] = []
    scale, left = 1.0, _BUDGET
    for attempt in range(_ATTEMPTS):
        draft = _Draft(wishes, attempt=attempt, scale=scale, tries=left)
        layout, left = draft.layout(), draft.tries
        found.append(layout)
        if not layout.unmet or left <= 0:
            break
        keys = {each.key for each in layout.unmet}
        scale *= 1.18 if keys == {"least"} else 0.85
    return min(found, key=_missing)


def _missing(layout: Layout) -> float:
    return sum(abs(each.wished - each.reached) / max(each.wished, 1.0) for each in layout.unmet)


def _check(wishes: Wishes) -> None:
    problems: list[Problem] = []

    def number(at: str, value: float, low: float, high: float) -> None:
        if not low <= value <= high:
            problems.append(Problem(at, f"{value:g}", number_words(low, high)))

    number("seed", wishes.seed, 0, HIGHEST_SEED)
    number("width", wishes.width, SMALLEST_TABLE, LARGEST_TABLE)
    number("depth", wishes.depth, SMALLEST_TABLE, LARGEST_TABLE)
    number("gap", wishes.gap, *LIMITS["gap"])
    number("edge", wishes.edge, *LIMITS["edge"])
    if wishes.zone_gap is not None:
        number("zone_gap", wishes.zone_gap, *LIMITS["zone_gap"])
    number("least", wishes.least, *LIMITS["least"])
    number("most", wishes.most, *LIMITS["most"])
    if wishes.least > wishes.most:
        problems.append(Problem("least", f"{wishes.least:g}", f"at most {wishes.most:g}, the other limit"))
    if wishes.symmetry not in SYMMETRIES:
        problems.append(Problem("symmetry", repr(wishes.symmetry[:20]), one_of(SYMMETRIES)))
    for kind in KINDS:
        number(kind, wishes.counts.get(kind, 0), 0, MOST_OF_A_KIND)
    if problems:
        raise InputError(problems)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece around its own middle, or put down; the steps of a hill lie within its outline."""

    kind: str
    ring: Ring
    shape: Mapping[str, object]
    about: Mapping[str, object]
    at: Point | None = None
    corners: tuple[Point, ...] = ()
    """Those of a free shape; the curve runs through them."""
    steps: tuple["_Piece", ...] = ()


class _Draft:
    """One attempt at a layout: lays piece after piece and its image where they fit."""

    def __init__(self, wishes: Wishes, *, attempt: int, scale: float, tries: int) -> None:
        self.tries = tries
        self._wishes = wishes
        self._random = Random(wishes.seed * _ATTEMPTS + attempt)  # noqa: S311 - a layout is no secret
        self._scale = scale
        self._crowd = Crowd()
        self._lying: list[str] = []
        """What each outline of the crowd is: a kind, `zone`, or `step` of a hill."""
        self._pieces: list[_Piece] = []
        self._hills: list[_Piece] = []
        self._covered = dict.fromkeys(QUADRANTS, 0.0)
        self._has_middle = False
        rows = load_edition(wishes.edition).terrain
        self._solid = {kind for kind in KINDS if rows[kind].family in SOLID}
        for zone in wishes.zones if wishes.zone_gap is not None else ():
            # What keeps away from a zone has an image that keeps away from the zone's.
            image = () if wishes.symmetry == "none" else (tuple(map(self._at_other, zone)),)
            for ring in (zone, *image):
                self._crowd.add(ring)
                self._lying.append("zone")

    def layout(self) -> Layout:
        """Lay everything out and say how it came."""
        unmet: list[Unmet] = []
        for kind in KINDS:
            wished = self._wishes.counts.get(kind, 0)
            laid = self._lay(kind, wished)
            if laid < wished:
                unmet.append(Unmet(kind, wished, laid))
        features = _features(self._pieces)
        wishes = self._wishes
        document = empty_document(
            f"Layout {wishes.seed}", width=wishes.width, depth=wishes.depth, edition=wishes.edition
        )
        table = parse_document({**document, "features": list(features)})
        coverage = coverage_of(table)
        for where, share in coverage.quadrants.items():
            if 100 * share < wishes.least:
                unmet.append(Unmet("least", wishes.least, 100 * share, where))
            if 100 * share > wishes.most:
                unmet.append(Unmet("most", wishes.most, 100 * share, where))
        return Layout(wishes, features, table, coverage, tuple(unmet))

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
            piece = self._draw(kind, shrink)
            for _ in range(min(_TRIES, self.tries)):
                self.tries -= 1
                at = self._place(kind, piece)
                if not self._is_on_table(piece.ring, at):
                    continue
                laid = _moved(piece, at)
                if self._fits(laid):
                    is_alone = self._wishes.symmetry == "none"
                    if self._keep((laid,) if is_alone else (laid, self._image(laid))):
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
                piece = self._draw_middle(kind, shrink)
                if self._is_on_table(piece.ring, (0.0, 0.0)) and self._fits(piece) and self._keep((piece,)):
                    self._has_middle = True
                    return 1
        return 0

    # ---- does it fit?

    def _fits(self, piece: _Piece) -> bool:
        wishes = self._wishes
        gaps = [self._gap(piece.kind, other) for other in self._lying]
        may_climb = piece.kind == "building" and wishes.on_hills
        inside = [_RIM if may_climb and other in ("hill", "step") else None for other in self._lying]
        return self._crowd.is_free(piece.ring, gaps, inside=inside)

    def _is_on_table(self, ring: Ring, at: Point) -> bool:
        edge, (west, south, east, north) = self._wishes.edge, box(ring)
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

    def _keep(self, pieces: Sequence[_Piece]) -> bool:
        """Put a piece and its image down, unless they come too close to each other or cover too much."""
        if len(pieces) == 2:
            crowd = Crowd()
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

    def _is_on_hill(self, piece: _Piece) -> bool:
        return any(is_within(piece.ring, hill.ring, 0.0) for hill in self._hills)

    def _shares(self, ring: Ring) -> dict[str, float]:
        """Give which share of each quadrant an outline covers, near enough: by cutting it along the axes."""
        w, d = self._wishes.width, self._wishes.depth
        whole = w * d / 4
        found: dict[str, float] = {}
        for where, (west, south) in zip(
            QUADRANTS, ((0.0, 0.0), (w / 2, 0.0), (0.0, d / 2), (w / 2, d / 2)), strict=True
        ):
            part = _cut(
                _cut(_cut(_cut(ring, 0, west, 1), 0, west + w / 2, -1), 1, south, 1), 1, south + d / 2, -1
            )
            found[where] = abs(signed_area(part)) / whole if len(part) > 2 else 0.0
        return found

    # ---- where, and what

    def _place(self, kind: str, piece: _Piece) -> Point:
        wishes, draw = self._wishes, self._random.random
        if kind == "building" and wishes.on_hills and self._hills and draw() < _ON_HILL:
            hill = self._hills[int(draw() * len(self._hills))]
            xs, ys = zip(*hill.ring, strict=True)
            return (
                _snapped(min(xs) + draw() * (max(xs) - min(xs)), _COARSE),
                _snapped(min(ys) + draw() * (max(ys) - min(ys)), _COARSE),
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
            _snapped(west + draw() * (east - west), _COARSE),
            _snapped(south + draw() * (north - south), _COARSE),
        )

    def _draw(self, kind: str, shrink: float) -> _Piece:
        draw = self._random.random
        low, high = _SIZES[kind]
        size = (low + draw() * (high - low)) * (shrink * self._scale if kind != "building" else shrink)
        if kind == "building":
            width = _snapped(max(size, 1.5), 4)
            depth = _snapped(max(size * (0.6 + 0.8 * draw()), 1.5), 4)
            turn = (0.0, 0.0, 15.0, 30.0, 45.0, 60.0)[int(draw() * 6)]
            shape = {"form": "rectangle", "at": [0.0, 0.0], "width": width, "depth": depth, "turn": turn}
            ring = _fine(rectangle((0.0, 0.0), width, depth, turn))
            return _Piece(kind, ring, shape, self._about(kind, size), at=(0.0, 0.0))
        corners = self._blob(size)
        outer = _free(kind, corners, self._about(kind, size))
        if kind != "hill" or size < 7.0 or draw() < 0.4:
            return outer
        share = 0.45 + 0.15 * draw()
        inner = [(_snapped(x * share, _COARSE), _snapped(y * share, _COARSE)) for x, y in corners]
        height = float(str(outer.about["height"])) + 1.0
        step = _free(kind, inner, {"kind": "hill", "height": height})
        return replace(outer, steps=(step,)) if is_within(step.ring, outer.ring, 0.75) else outer

    def _draw_middle(self, kind: str, shrink: float) -> _Piece:
        wishes, draw = self._wishes, self._random.random
        low, high = _SIZES[kind]
        size = _snapped((low + draw() * (high - low)) * shrink, 4)
        other = _snapped(size * (0.7 + 0.6 * draw()), 4)
        along = _snapped(
            (0.15 + 0.7 * draw()) * (wishes.width if wishes.symmetry == "south-north" else wishes.depth),
            _COARSE,
        )
        at = (wishes.width / 2, wishes.depth / 2)
        turn = 0.0
        if wishes.symmetry == "turn":
            turn = 15.0 * int(draw() * 12)
        elif wishes.symmetry == "west-east":
            at = (at[0], along)
        else:
            at = (along, at[1])
        form = "rectangle" if kind == "building" else "ellipse"
        make = rectangle if kind == "building" else ellipse
        ring = self._own_image(make(at, size, other, turn))
        shape = {"form": form, "at": list(at), "width": size, "depth": other, "turn": turn}
        return _Piece(kind, ring, shape, self._about(kind, size), at=at)

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
                    _snapped(x * math.cos(turn) - y * math.sin(turn), _COARSE),
                    _snapped(x * math.sin(turn) + y * math.cos(turn), _COARSE),
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

    # ---- the other half

    def _at_other(self, point: Point) -> Point:
        w, d = self._wishes.width, self._wishes.depth
        match self._wishes.symmetry:
            case "turn":
                return _plain(w - point[0], d - point[1])
            case "west-east":
                return _plain(w - point[0], point[1])
            case _:
                return _plain(point[0], d - point[1])

    def _image(self, piece: _Piece) -> _Piece:
        ring = tuple(self._at_other(point) for point in piece.ring)
        shape = dict(piece.shape)
        if piece.at is not None:
            shape["at"] = list(self._at_other(piece.at))
            if self._wishes.symmetry != "turn":
                shape["turn"] = -float(str(shape["turn"])) % 360.0
        if piece.corners:
            shape["corners"] = [list(self._at_other(corner)) for corner in piece.corners]
        steps = tuple(self._image(step) for step in piece.steps)
        at = None if piece.at is None else self._at_other(piece.at)
        corners = tuple(map(self._at_other, piece.corners))
        return _Piece(piece.kind, orient(ring)[0], shape, piece.about, at, corners, steps)

    def _own_image(self, ring: Ring) -> Ring:
        """Make an outline that is nearly its own image exactly so: one half is the image of the other."""
        w, d = self._wishes.width, self._wishes.depth
        fine = _fine(ring)
        match self._wishes.symmetry:
            case "turn":
                half = [p for p in fine if (p[1], p[0]) > (d / 2, w / 2)]
            case "west-east":
                half = [p for p in fine if p[0] >= w / 2]
            case _:
                half = [p for p in fine if p[1] >= d / 2]
        x0, y0 = (min(p[axis] for p in fine) + max(p[axis] for p in fine) for axis in (0, 1))
        whole = dict.fromkeys((*half, *(self._at_other(p) for p in half)))
        centre = (x0 / 2, y0 / 2)
        return tuple(sorted(whole, key=lambda p: math.atan2(p[1] - centre[1], p[0] - centre[0])))


# ---- pieces


def _free(kind: str, corners: Sequence[Point], about: Mapping[str, object]) -> _Piece:
    shape = {"form": "free", "corners": [list(corner) for corner in corners], "curved": True}
    return _Piece(kind, _fine(curve(corners)), shape, about, corners=tuple(corners))


def _moved(piece: _Piece, by: Point) -> _Piece:
    """Put a piece somewhere."""
    dx, dy = by

    def there(points: Ring) -> Ring:
        return tuple(_plain(x + dx, y + dy) for x, y in points)

    shape, corners = dict(piece.shape), there(piece.corners)
    at = None if piece.at is None else (piece.at[0] + dx, piece.at[1] + dy)
    if at is not None:
        shape["at"] = list(at)
    if corners:
        shape["corners"] = [list(corner) for corner in corners]
    steps = tuple(_moved(step, by) for step in piece.steps)
    return _Piece(piece.kind, there(piece.ring), shape, piece.about, at, corners, steps)


def _snapped(value: float, parts: int) -> float:
    return math.floor(value * parts + 0.5) / parts


def _fine(ring: Ring) -> Ring:
    return orient(tuple(dict.fromkeys(_plain(x, y) for x, y in ring)))[0]


def _plain(x: float, y: float) -> Point:
    return round(x, _DIGITS) + 0.0, round(y, _DIGITS) + 0.0


def _cut(ring: Sequence[Point], axis: int, at: float, way: int) -> list[Point]:
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


def _features(pieces: Sequence[_Piece]) -> tuple[Mapping[str, object], ...]:
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
