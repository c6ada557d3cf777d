"""Which pieces of terrain does a table have, as people count them, and how high and wide is each?

A hill of several terraces is one piece: hills and ramps that stand on each other, or that touch and belong to one
group of the editor, are counted once. Zones are marks on paper and no terrain. Flat pieces (roads, water, rough
ground) have no height.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.components import components
from astrike.model.table import Table
from astrike.model.table_document import features_of as documented
from astrike.model.terrain import LAND, Family, Point, Ring, Terrain
from astrike.rulebook.schema import TerrainRow
from astrike.rules.layout.table_parts import middle_of_areas
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.terrain.prepared_terrain import PreparedTerrain

ZONE: Final = "zone"
"""The family of what is only marked on a table."""
SOLID: Final = frozenset({Family.GROUND, Family.SOLID})
"""Families of terrain that a base has to pass between: hills, buildings, walls."""

Area = tuple[Ring, tuple[Ring, ...]]


@dataclass(frozen=True, slots=True)
class Feature:
    """One piece of terrain as people count it."""

    kind: str
    ids: tuple[str, ...]
    """The ids of its outlines in the file: of a hill all its terraces, in the order of the file."""
    areas: tuple[Area, ...]
    """All its outlines; those of terraces overlap."""
    middle: Point
    """The centre of gravity of what it covers."""
    height: float | None
    """From its underside to its top, of woods above their ground; None: it lies flat."""
    is_solid: bool


def features_of(prepared: PreparedTable) -> tuple[Feature, ...]:
    """Give the pieces of terrain of a table in the order of its file."""
    return _features(prepared.terrain, tuple(groups_of(prepared.table).items()))


def pieces_of(prepared: PreparedTable) -> tuple[Terrain, ...]:
    """Give the outlines of the file that are terrain; zones are only marked on a table."""
    terrain = prepared.terrain
    return tuple(piece for piece, row in zip(terrain.pieces, terrain.rows, strict=True) if row.family != ZONE)


def groups_of(table: Table) -> Mapping[str, str]:
    """Give the editor's group of each piece that has one."""
    found: dict[str, str] = {}
    for feature in documented(table.document):
        about = feature.get("properties")
        name = about.get("group") if isinstance(about, Mapping) else None
        if isinstance(name, str):
            found[str(feature.get("id"))] = name
    return found


@lru_cache(maxsize=16)
def _features(terrain: PreparedTerrain, grouped: tuple[tuple[str, str], ...]) -> tuple[Feature, ...]:
    groups = dict(grouped)
    hills = [k for k, row in enumerate(terrain.rows) if row.family in LAND]
    together = components(
        [terrain.pieces[k].areas for k in hills], [groups.get(terrain.pieces[k].id) for k in hills]
    )
    members = {hills[component[0]]: tuple(hills[k] for k in component) for component in together}
    return tuple(
        _feature(terrain, members.get(k, (k,)))
        for k, row in enumerate(terrain.rows)
        if row.family != ZONE and (row.family not in LAND or k in members)
    )


def _feature(terrain: PreparedTerrain, members: tuple[int, ...]) -> Feature:
    rows = [terrain.rows[k] for k in members]
    named = next((k for k, row in zip(members, rows, strict=True) if row.family == "ground"), members[0])
    heights = [
        found for k in members if (found := _extent(terrain, terrain.pieces[k], terrain.rows[k])) is not None
    ]
    outlines = tuple(area for k in members for area in terrain.pieces[k].areas)
    return Feature(
        kind=terrain.pieces[named].kind,
        ids=tuple(terrain.pieces[k].id for k in members),
        areas=outlines,
        middle=middle_of_areas(outlines),
        height=max(high for _, high in heights) - min(low for low, _ in heights) if heights else None,
        is_solid=any(row.family in SOLID for row in rows),
    )


def _extent(terrain: PreparedTerrain, piece: Terrain, row: TerrainRow) -> tuple[float, float] | None:
    """Give underside and top of a piece; None for what lies flat."""
    found = terrain.extent.get(piece.id)
    if found is None or row.family == "water":
        return None
    low, high = found
    # Of trees the height above their ground is known, and a bridge is as high as one drives on it.
    return (0.0, high) if np.isnan(low) or row.family in (Family.SEE_THROUGH, Family.DECK) else (low, high)
