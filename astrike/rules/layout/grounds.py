"""Where can each kind of unit stand, and which of those places can it walk between?

Which question: the ground of a table as one kind of unit meets it, however many turns it takes: on the ground, over
decks and walls that it climbs, and along roads, on which what lies beside does not matter. Jumps, flights and other
units are left out. Prices and bars are those of the move's judge. Sources: CE pp.32-35, 70, 72.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from astrike.geometry.arrays import (
    TOUCH,
    Floats,
    Shapes,
    areas,
    corners_of,
    intersections,
    polygons_of,
    segments,
    shape_array,
    union,
)
from astrike.geometry.floor import Floor, cliffs_over
from astrike.geometry.freespace import Extent, drops, free_space, linked, shared_pairs, touched
from astrike.geometry.relief import plane_at
from astrike.rules.battlefield import Field
from astrike.rules.movement.landscape import Landscape, landscape_for
from astrike.rules.movement.walker import Setting, Walker

WALKING: Final = (
    ("mech", "BM"),
    ("industrial", "IM"),
    ("protomech", "PM"),
    ("tracked", "CV"),
    ("wheeled", "CV"),
    ("hover", "CV"),
    ("infantry", "CI"),
    ("infantry", "BA"),
)
"""Who moves on the ground: row of the movers table, and the type of unit whose base and height it has."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of unit that moves on the ground."""

    key: str
    """Row of the movers table."""
    label: str
    types: tuple[str, ...]
    base: float
    height: float

    @property
    def radius(self) -> float:
        """Half its base."""
        return self.base / 2


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Where the middle of a kind's base may be, in parts (k,) that it cannot walk between."""

    kind: Kind
    parts: tuple[Shapes, ...]
    """The polygons of each part; they do not overlap."""
    area: Floats
    """(k,) square inches."""

    @property
    def total(self) -> float:
        """Square inches of all parts."""
        return float(self.area.sum())


def kinds_of(board: Field) -> tuple[Kind, ...]:
    """Give the kinds of unit that move on the ground; those that differ in nothing are one."""
    edition = board.edition
    found: dict[tuple[str, float, float], tuple[str, ...]] = {}
    for mover, unit_type in WALKING:
        if mover in edition.movers and unit_type in edition.units:
            row = edition.units[unit_type]
            key = (mover, row.base, row.height)
            found[key] = (*found.get(key, ()), unit_type)
    return tuple(
        Kind(mover, edition.movers[mover].label, types, base, height)
        for (mover, base, height), types in found.items()
    )


def kind_of(board: Field, mover: str) -> Kind:
    """Give a kind by its row of the movers table."""
    return next(kind for kind in kinds_of(board) if kind.key == mover)


def ground_of(board: Field, kind: Kind) -> Ground:
    """Give the ground of a table for a kind of unit; made once and kept."""
    table = board.table
    return _ground(board, Setting.of(board), kind, (0.0, 0.0, table.width, table.depth))


@lru_cache(maxsize=32)
def _ground(board: Field, setting: Setting, kind: Kind, extent: Extent) -> Ground:
    lie, walker = board.lie, Walker(mover=kind.key)
    covers = frozenset(
        k for k, row in enumerate(lie.rows) if row.family == "deck" or lie.pieces[k].kind == "wall"
    )
    above = landscape_for(board, walker, covers)
    layers = [_on_foot(board, above, kind, extent)]
    pairs: list[tuple[int, int]] = []
    if len(above.paved):
        layers.append(_on_road(board, above, kind, extent))
        pairs += _between(layers, 0, 1)
    if covers:
        # Beside decks and walls nobody can say whether it came over or under them.
        tops = union(shape_array(shape for k in covers for shape in lie.shapes[k]))
        layers.append(_under(board, landscape_for(board, walker), kind, extent))
        for other in range(len(layers) - 1):
            pairs += _between(layers, other, len(layers) - 1, without=tops)
    every = np.concatenate(layers)
    first = linked(len(every), pairs)
    parts = tuple(_in_one(every[first == k]) for k in np.unique(first))
    area = np.array([areas(part).sum() for part in parts], dtype=np.float64)
    return Ground(kind, parts, area)


def _between(
    layers: list[Shapes], one: int, other: int, *, without: Shapes | None = None
) -> Iterator[tuple[int, int]]:
    """Give the parts of two layers that are one place at one height, by their numbers in all layers."""
    before = [sum(len(layer) for layer in layers[:k]) for k in (one, other)]
    for i, j in shared_pairs(layers[one], layers[other], without=without):
        yield before[0] + i, before[1] + j


def _in_one(polygons: Shapes) -> Shapes:
    return polygons if len(polygons) == 1 else union(polygons)


# ---- the three ways to be somewhere


def _on_foot(board: Field, land: Landscape, kind: Kind, extent: Extent) -> Shapes:
    """Give where the whole base is on ground that it may be on, and on no two levels too far apart."""
    return free_space(extent, np.concatenate(list(_closed(board, land, kind, extent))))


def _under(board: Field, land: Landscape, kind: Kind, extent: Extent) -> Shapes:
    """Give the same where decks are passed underneath: not where they are too low."""
    low = shape_array(_low_decks(board, land, kind))
    closed = [*_closed(board, land, kind, extent), touched(low, radius=kind.radius, extent=extent)]
    return free_space(extent, np.concatenate(closed))


def _on_road(board: Field, land: Landscape, kind: Kind, extent: Extent) -> Shapes:
    """Give where the centre is on a road or deck: only walls and higher ground beside it bar there (CE p.35)."""
    walls = np.array([key == "move.wall" for key in land.barred], dtype=np.bool_)
    closed = [
        touched(land.zones.polygons[walls], radius=kind.radius, extent=extent),
        touched(land.steep.polygons, radius=kind.radius, extent=extent),
    ]
    floor = land.floor
    cells = np.flatnonzero(floor.is_level)
    road = union(land.paved.polygons)
    if land.climb_limit > 0.0:
        closed.append(
            drops(
                floor.polygons[cells],
                floor.plane[cells, 0],
                limit=_most(board, land),
                radius=kind.radius,
                extent=extent,
                over=floor.polygons[cells],
            )
        )
    free = free_space(extent, np.concatenate(closed))
    found = [part for each in road for part in polygons_of(intersections(free, _alike(each, len(free))))]
    return union(shape_array(found)) if found else shape_array(found)


def _closed(board: Field, land: Landscape, kind: Kind, extent: Extent) -> Iterator[Shapes]:
    """Give where the middle of the base may not be."""
    radius = kind.radius
    yield touched(land.zones.polygons[land.is_barred], radius=radius, extent=extent)
    if land.climb_limit <= 0.0:
        return
    yield touched(land.steep.polygons, radius=radius, extent=extent)
    floor, most = land.floor, _most(board, land)
    yield _drops(floor, most, radius, extent)


@lru_cache(maxsize=32)
def _drops(floor: Floor, most: float, radius: float, extent: Extent) -> Shapes:
    """Give where a base would be on two levels of the ground, or over an edge of a slope, too far apart (CE p.32)."""
    level = np.flatnonzero(floor.is_level)
    sheer = cliffs_over(floor.cliffs, most).segments
    found = (
        drops(floor.polygons[level], floor.plane[level, 0], limit=most, radius=radius, extent=extent),
        touched(segments(sheer[:, 0], sheer[:, 1]), radius=radius, extent=extent),
    )
    return union(np.concatenate(found))


def _most(board: Field, land: Landscape) -> float:
    """Give the difference of level that a base may straddle: exactly the limit is legal by option (CE p.32)."""
    tie = board.options.is_on("move.cliff-at-limit")
    return land.climb_limit if tie else land.climb_limit - 3 * TOUCH


def _low_decks(board: Field, land: Landscape, kind: Kind) -> Iterator[object]:
    """Give the decks, or parts of them, that are too low to pass beneath."""
    lie, floor = board.lie, land.floor
    for k, row in enumerate(lie.rows):
        if row.family != "deck":
            continue
        deck = union(lie.shapes[k])
        for shape in deck:
            common = intersections(floor.polygons, _alike(shape, len(floor)))
            for cell in np.flatnonzero(areas(common) > TOUCH).tolist():
                corner, _ = corners_of(common[[cell]])
                lowest = plane_at(np.tile(floor.plane[cell], (len(corner), 1)), corner).min()
                if lie.extent[lie.pieces[k].id][0] - lowest < kind.height - TOUCH:
                    yield from polygons_of(common[cell])


def _alike(shape: object, count: int) -> Shapes:
    return shape_array([shape] * count)
