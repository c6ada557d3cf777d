"""Random tables to measure and to time on: one seed, one table, 72 by 48 inches and 24 against 24."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import Point, Polygon

from tests.oracle.plain import Solid

WIDTH, DEPTH, RADIUS = 72.0, 48.0, 0.625
Kind = Literal["hill", "ramp", "building", "woods", "water", "bridge"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One feature of the table; prisms of one feature share its number, which is its place in the scene."""

    kind: Kind
    solid: Solid


@dataclass(frozen=True, slots=True)
class Scene:
    """Features, and units as the eye (n, 3), the foot of the silhouette (n, 3) and its height (n,)."""

    pieces: tuple[Piece, ...]
    eye: np.ndarray
    foot: np.ndarray
    height: np.ndarray

    def solids(self, kinds: Sequence[Kind] = ("hill", "ramp", "building")) -> list[Solid]:
        return [piece.solid for piece in self.pieces if piece.kind in kinds]

    def pairs(self, *, both_ways: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Return who looks at whom: each of the first half at each of the second, perhaps back as well."""
        half = len(self.height) // 2
        a, b = np.repeat(np.arange(half), half), half + np.tile(np.arange(half), half)
        return (np.concatenate((a, b)), np.concatenate((b, a))) if both_ways else (a, b)


def blob(rng: np.random.Generator, *, at: tuple[float, float], radius: float, corners: int) -> Polygon:
    """Return a lumpy outline, non-convex as a rule."""
    angle = (np.arange(corners) + rng.uniform(0.1, 0.9, corners)) * 2 * np.pi / corners
    wave = 1 + 0.25 * np.sin(3 * angle + rng.uniform(0, 6.28)) + 0.08 * rng.standard_normal(corners)
    reach = radius * np.clip(wave, 0.4, 1.6)
    return Polygon(np.column_stack((at[0] + reach * np.cos(angle), at[1] + reach * np.sin(angle))))


def oblong(*, at: tuple[float, float], width: float, length: float, turn: float) -> Polygon:
    """Return a rectangle about a point, turned by so many degrees."""
    x, y = width / 2, length / 2
    plain = Polygon([(-x, -y), (x, -y), (x, y), (-x, y)])
    return affinity.translate(affinity.rotate(plain, turn, origin=(0, 0)), *at)


def building(rng: np.random.Generator, *, at: tuple[float, float]) -> Polygon:
    """Return a house: an oblong, an L, a yard with walls around it, or a round tower of many corners."""
    width, length, turn = rng.uniform(2, 5), rng.uniform(2, 5), rng.uniform(0, 180)
    whole = oblong(at=at, width=width, length=length, turn=turn)
    shape = rng.integers(4)
    if shape == 1:
        corner = affinity.translate(whole, *(0.5 * np.array(whole.exterior.coords[0]) - 0.5 * np.array(at)))
        return whole.difference(affinity.scale(corner, 0.6, 0.6))
    if shape == 2:
        return whole.difference(oblong(at=at, width=width * 0.6, length=length * 0.6, turn=turn))
    if shape == 3:
        return Point(at).buffer(width / 2, quad_segs=10)
    return whole


def plane(
    rng: np.random.Generator, polygon: Polygon, *, low: float, high: float
) -> tuple[float, float, float]:
    """Return a top that rises evenly over the polygon from `low` to `high` in some direction."""
    toward = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(toward), np.sin(toward)])
    along = np.asarray(polygon.exterior.coords) @ way
    slope = (high - low) / (along.max() - along.min())
    return (low - slope * along.min(), *(slope * way))


def random_scene(
    seed: int, *, units: int = 24, corners: int = 36, scale: int = 1, floating: bool = True
) -> Scene:
    """Return 20 woods, 20 buildings, 10 hills (3 of them ramps), 10 waters and a bridge, times `scale`."""
    rng = np.random.default_rng(seed)

    def place() -> tuple[float, float]:
        return (float(rng.uniform(3, WIDTH - 3)), float(rng.uniform(3, DEPTH - 3)))

    pieces: list[Piece] = []
    for i in range(10 * scale):
        outline = blob(rng, at=place(), radius=rng.uniform(2, 4.5), corners=corners)
        if i % 10 < 3:
            slab = oblong(
                at=place(), width=rng.uniform(3, 5), length=rng.uniform(4, 7), turn=rng.uniform(0, 180)
            )
            pieces.append(
                Piece("ramp", Solid(slab, 0, plane(rng, slab, low=0, high=float(rng.integers(1, 4)))))
            )
        else:
            if i % 10 == 3:
                outline = outline.difference(affinity.scale(outline, 0.4, 0.4))
            pieces.append(Piece("hill", Solid(outline, 0, (float(rng.integers(1, 4)), 0, 0))))
    hills = list(pieces)
    for i in range(20 * scale):
        outline = building(rng, at=place())
        bottom = _ground(hills, outline) + (1.5 if floating and i % 10 == 0 else 0)
        top = bottom + float(rng.choice([0.75, 1, 2, 3, 4, 6]))
        pieces.append(Piece("building", Solid(outline, bottom, (top, 0, 0))))
    for _ in range(20 * scale):
        outline = blob(rng, at=place(), radius=rng.uniform(1.5, 3.5), corners=corners)
        pieces.append(Piece("woods", Solid(outline, 0, (float(rng.choice([1, 2])), 0, 0))))
    for _ in range(10 * scale):
        outline = blob(rng, at=place(), radius=rng.uniform(1.5, 3.5), corners=corners)
        pieces.append(Piece("water", Solid(outline, -1, (0, 0, 0))))
    deck = oblong(at=place(), width=2, length=8, turn=rng.uniform(0, 180))
    pieces.append(Piece("bridge", Solid(deck, 1, (1.25, 0, 0))))

    blocked = shapely.union_all([p.solid.polygon for p in pieces if p.kind in ("building", "water")])
    eyes, feet, heights = [], [], []
    for i in range(2 * units):
        west = 2 if i < units else WIDTH / 2
        while True:
            x, y = float(rng.uniform(west, west + WIDTH / 2 - 2)), float(rng.uniform(2, DEPTH - 2))
            if not blocked.intersects(Point(x, y).buffer(RADIUS)):
                break
        ground = max(
            [p.solid.top_at(x, y) for p in hills if p.solid.polygon.covers(Point(x, y))], default=0.0
        )
        height = float(rng.choice([1, 2]))
        eyes.append((x, y, ground + height))
        feet.append((x, y, ground))
        heights.append(height)
    return Scene(tuple(pieces), np.array(eyes), np.array(feet), np.array(heights))


def _ground(hills: Sequence[Piece], outline: Polygon) -> float:
    """Return the highest ground under an outline."""
    found = 0.0
    for hill in hills:
        under = hill.solid.polygon.intersection(outline)
        if under.area > 0:
            corners = shapely.get_coordinates(under)
            found = max(found, *(hill.solid.top_at(x, y) for x, y in corners))
    return found
