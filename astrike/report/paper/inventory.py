"""What has to be put on the table, in which order, under which number, and how is each piece sized and turned?

Hills come first, since the rest stands on them; the levels of a hill are one entry. Deployment zones and marked points
are numbered apart.
"""

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats
from astrike.geometry.interior import is_inside
from astrike.geometry.shaping import bounding_box, centroid
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.model.terrain import Marker, Point, Ring, Terrain
from astrike.report.paper.measured_points import MeasuredPoints, measured_points
from astrike.report.terrain.symbols import TerrainLayer, kind_label, piece_heights, symbol
from astrike.report.words.numbers import height
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition


def size_of(parts: Sequence[MeasuredPoints]) -> tuple[tuple[float, float], float]:
    """Give width, depth and turn: what has straight sides or axes has a turn of its own, the rest its box."""
    axes = parts[0].axes
    if axes is not None and len(parts) == 1:
        wide, deep, turn = axes[0], axes[1], (axes[2] + 90.0) % 180.0 - 90.0
        if abs(turn) > 45.0 + 1e-6:
            wide, deep, turn = deep, wide, turn - 90.0 if turn > 0 else turn + 90.0
        return (wide, deep), turn
    if all(part.form == "corners" or (part.form == "line" and len(part.points) == 2) for part in parts):
        return rectangle_around([point for part in parts for point in part.ring])
    west, south, east, north = bounding_box(point for part in parts for point in part.ring)
    return (east - west, north - south), 0.0


def rectangle_around(points: Sequence[Point]) -> tuple[tuple[float, float], float]:
    """Give width, depth and turn of the smallest rectangle around points.

    >>> size, turn = rectangle_around([(0, 0), (4, 0), (4, 2), (0, 2)])
    >>> size, turn
    ((4.0, 2.0), 0.0)
    """
    xy = np.asarray(points, dtype=np.float64)
    hull = _hull(xy)
    edge = np.roll(hull, -1, axis=0) - hull
    # The rectangle lies along an edge of the hull; straight ones first, so that they win ties.
    angles = np.unique(
        np.round(np.concatenate(([0.0], np.mod(np.arctan2(edge[:, 1], edge[:, 0]), np.pi / 2))), 9)
    )
    cosine, sine = np.cos(angles), np.sin(angles)
    along = hull[:, :1] * cosine + hull[:, 1:] * sine
    across = hull[:, 1:] * cosine - hull[:, :1] * sine
    wide, deep = np.ptp(along, axis=0), np.ptp(across, axis=0)
    best = int(np.argmin(np.round(wide * deep, 4)))
    angle, size = math.degrees(float(angles[best])), (float(wide[best]), float(deep[best]))
    if angle > 45.0 + 1e-6:
        angle, size = angle - 90.0, size[::-1]
    return (round(size[0], 4), round(size[1], 4)), round(-angle, 2) + 0.0


def _hull(
    xy: Floats,
) -> Floats:
    ordered = sorted({(float(x), float(y)) for x, y in xy})
    if len(ordered) < 3:
        return np.array(ordered)

    def half(points: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for x, y in points:
            while len(kept) > 1 and _cross(kept[-2], kept[-1], (x, y)) <= 0.0:
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return np.array(half(ordered) + half(ordered[::-1]))


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


_BAND: Final = 12.0
"""Pieces are numbered in rows so deep, from the south, each from west to east."""

_STEPPED: Final = ("hill", "water")
"""Kinds that lie in levels on each other."""


@dataclass(frozen=True, slots=True)
class LetteredPoint:
    """A point to measure and its letter."""

    letter: str
    at: Point


@dataclass(frozen=True, slots=True)
class PrintedTier:
    """One piece of terrain: its points, how high it is and how large its rectangle."""

    piece: Terrain
    parts: tuple[MeasuredPoints, ...]
    points: tuple[tuple[LetteredPoint, ...], ...]
    """Of each part."""
    base: float
    top: float
    depth: float
    size: tuple[float, float]
    turn: float
    """Degrees clockwise, −45 to 45: the first size lies nearest to west and east."""


@dataclass(frozen=True, slots=True)
class InventoryEntry:
    """What has one number: a piece, or a hill with its steps from the lowest up."""

    number: str
    name: str
    kind: str
    """English word, to be translated."""
    steps: tuple[PrintedTier, ...]
    on: tuple[str, ...] = ()
    """Numbers of what it stands on."""
    partly: bool = False
    """Does only a part of it stand there?"""
    over: tuple[str, ...] = ()
    """Numbers of waters and roads that a bridge leads over."""

    @property
    def all_points(self) -> Iterator[LetteredPoint]:
        """Its lettered points, in order."""
        return (point for step in self.steps for part in step.points for point in part)


@dataclass(frozen=True, slots=True)
class MarkedSpot:
    """A marked point."""

    number: str
    name: str
    marker: Marker


@dataclass(frozen=True, slots=True)
class Inventory:
    """Everything on a sheet."""

    pieces: tuple[InventoryEntry, ...]
    zones: tuple[InventoryEntry, ...]
    spots: tuple[MarkedSpot, ...]


def inventory(table: Table) -> Inventory:
    """Number everything on a table.

    >>> from astrike.model.terrain import Outline
    >>> low, high = (Outline(((a, a), (b, a), (b, b), (a, b))) for a, b in ((2, 10), (4, 8)))
    >>> hills = (Terrain("t", "hill", (high,), height=2), Terrain("b", "hill", (low,), height=1))
    >>> found = inventory(Table("t", 24, 24, terrain=hills))
    >>> [(each.number, [step.top for step in each.steps]) for each in found.pieces]
    [('1', [1.0, 2.0])]
    """
    edition = load_edition(table.edition)
    shapes, names = _shapes(table), piece_names(table)
    zones = [piece for piece in table.terrain if symbol(piece.kind).layer in (TerrainLayer.ZONE,)]
    solid = [piece for piece in table.terrain if piece not in zones and piece.outlines]
    stacks = sorted(_stacks(solid, edition), key=_order)
    entries = [_entry(str(number), stack, shapes, edition) for number, stack in enumerate(stacks, 1)]
    return Inventory(
        tuple(_standing(entry, entries) for entry in entries),
        tuple(
            replace(_entry(f"Z{number}", [zone], shapes, edition), name=names[zone.id])
            for number, zone in enumerate(zones, 1)
        ),
        tuple(
            MarkedSpot(f"P{number}", each.name or "", each) for number, each in enumerate(table.markers, 1)
        ),
    )


def layout_mark(table: Table) -> str:
    """Give eight letters and digits that change with the layout, and not with units, names or the order of pieces.

    >>> layout_mark(Table("one", 48, 48)) == layout_mark(Table("other", 48, 48)) != layout_mark(Table("x", 48, 36))
    True
    """
    pieces = sorted(
        [
            piece.kind, piece.base, piece.height, piece.depth, piece.toward, piece.grade, piece.cf, piece.side,
            sorted(_rounded(ring) for outline in piece.outlines for ring in (outline.exterior, *outline.holes)),
        ]
        .__repr__()
        for piece in table.terrain
    )  # fmt: skip
    markers = sorted(repr([each.kind, _rounded([each.at]), each.side, each.radius]) for each in table.markers)
    text = json.dumps([round(table.width, 3), round(table.depth, 3), pieces, markers])
    found = hashlib.sha256(text.encode()).hexdigest()
    return f"{found[:4]}-{found[4:8]}"


def _rounded(ring: Sequence[Point]) -> list[tuple[float, float]]:
    """Give a ring from its smallest corner on."""
    places = [(round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in ring]
    first = places.index(min(places))
    return places[first:] + places[:first]


# ---- entries


def _stacks(pieces: Sequence[Terrain], edition: Edition) -> list[list[Terrain]]:
    """Put the steps of each hill together, the lowest first, and of each water, the deepest last."""
    found: list[list[Terrain]] = []
    for kind in _STEPPED:
        stepped = sorted(
            (each for each in pieces if each.kind == kind), key=lambda each: _level(each, edition)
        )
        stacks: list[list[Terrain]] = []
        for piece in stepped:
            below = [
                stack for stack in stacks
                if _level(stack[-1], edition) < _level(piece, edition) and _share(piece, stack[0]) > 0.5
            ]  # fmt: skip
            if below:
                min(below, key=lambda stack: _extent(stack[0])).append(piece)
            else:
                stacks.append([piece])
        found += stacks
    return found + [[each] for each in pieces if each.kind not in _STEPPED]


def _level(piece: Terrain, edition: Edition) -> float:
    known = piece_heights(piece, {}, edition)
    return known.depth if symbol(piece.kind).layer == TerrainLayer.WATER else known.top


def _extent(piece: Terrain) -> float:
    west, south, east, north = _box(piece)
    return (east - west) * (north - south)


def _order(stack: Sequence[Terrain]) -> tuple[int, float, float, float]:
    west, south, east, north = _box(stack[0])
    row = (south + north) / 2.0 // _BAND
    return symbol(stack[0].kind).layer, row, (west + east) / 2.0, south


def _box(piece: Terrain) -> tuple[float, float, float, float]:
    return bounding_box(point for outline in piece.outlines for point in outline.exterior)


def _entry(
    number: str, stack: Sequence[Terrain], shapes: Mapping[str, object], edition: Edition
) -> InventoryEntry:
    letters = _letters()
    steps = tuple(_step(piece, shapes.get(piece.id), letters, edition) for piece in stack)
    return InventoryEntry(number, stack[0].name or "", kind_label(stack[0], edition), steps)


def _step(piece: Terrain, shape: object, letters: Iterator[str], edition: Edition) -> PrintedTier:
    parts = measured_points(piece, shape)
    known = piece_heights(piece, {}, edition)
    size, turn = size_of(parts)
    return PrintedTier(
        piece,
        parts,
        tuple(tuple(LetteredPoint(next(letters), at) for at in part.points) for part in parts),
        known.base,
        known.top,
        known.depth,
        size,
        turn,
    )


def _letters() -> Iterator[str]:
    """Give a, b, c ... z, aa, ab ..., without l and o, which look like figures.

    >>> from itertools import islice
    >>> "".join(islice(_letters(), 11, 14)), list(islice(_letters(), 24, 26))
    ('mnp', ['aa', 'ab'])
    """
    single = "abcdefghijkmnpqrstuvwxyz"
    yield from single
    for first in single:
        for second in single:
            yield first + second
    number = 1
    while True:
        yield f"p{number}"
        number += 1


# ---- what stands on what


def _standing(entry: InventoryEntry, entries: Sequence[InventoryEntry]) -> InventoryEntry:
    piece = entry.steps[0].piece
    layer = symbol(piece.kind).layer
    if layer == TerrainLayer.HILL:
        return entry
    below: list[str] = []
    shares: list[float] = []
    for other in entries:
        if symbol(other.steps[0].piece.kind).layer == TerrainLayer.HILL and other is not entry:
            for step in reversed(other.steps):
                share = _share(piece, step.piece)
                if share > 0.02:
                    below.append(f"{other.number} ({height(step.top)})")
                    shares.append(share)
                    break
    over: list[str] = []
    if layer == TerrainLayer.DECK:
        crossed = (TerrainLayer.WATER, TerrainLayer.ICE, TerrainLayer.GROUND)
        over = [
            other.number for other in entries
            if symbol(other.steps[0].piece.kind).layer in crossed
            and (_share(piece, other.steps[0].piece) > 0.02 or _share(other.steps[0].piece, piece) > 0.0)
        ]  # fmt: skip
    return InventoryEntry(
        entry.number, entry.name, entry.kind, entry.steps,
        on=tuple(below), partly=bool(below) and sum(shares) < 0.98, over=tuple(over),
    )  # fmt: skip


def _share(inner: Terrain, outer: Terrain) -> float:
    """Give about which share of a piece lies on another."""
    west, south, east, north = _box(inner)
    low, high = _box(outer)[:2], _box(outer)[2:]
    if west >= high[0] or east <= low[0] or south >= high[1] or north <= low[1]:
        return 0.0
    x = west + (np.arange(16) + 0.5) / 16.0 * (east - west)
    y = south + (np.arange(16) + 0.5) / 16.0 * (north - south)
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    own = points[_within(inner, points)]
    if not len(own):
        own = np.array([centroid(inner.areas)])
    return float(np.mean(_within(outer, own)))


def _within(piece: Terrain, points: Floats) -> Bools:
    rings: list[Ring] = [ring for outline in piece.outlines for ring in (outline.exterior, *outline.holes)]
    tail = np.concatenate([np.asarray(ring, dtype=np.float64) for ring in rings])
    head = np.concatenate([np.roll(np.asarray(ring, dtype=np.float64), -1, axis=0) for ring in rings])
    return is_inside(tail, head, points)


def _shapes(table: Table) -> Mapping[str, object]:
    """Give what each piece was drawn as, by id."""
    features = table.document.get("features")
    found: dict[str, object] = {}
    for feature in features if isinstance(features, list | tuple) else ():
        if isinstance(feature, Mapping):
            properties = feature.get("properties")
            if isinstance(properties, Mapping) and "shape" in properties:
                found[str(feature.get("id"))] = properties["shape"]
    return found
