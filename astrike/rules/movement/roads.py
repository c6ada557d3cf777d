"""How much of a base has to be on road, pavement and decks for the way to count as along them?

By the table's option the centre, half of the base's area or the whole base; rails carry whoever has its centre on
them. Source: CE p.35.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import numpy as np

from astrike.geometry.area_shares import least_share, shares_on
from astrike.geometry.arrays import Bools, Box, Floats, Shapes, buffered, make_box, remainder, union
from astrike.geometry.clearance import nearest
from astrike.geometry.sweeps import Footprint, Track, Zones, make_footprint, make_zones
from astrike.geometry.swept_overlaps import under_centre
from astrike.rules.movement.along_path import spans_cover
from astrike.rules.movement.movement_terrain import MovementTerrain
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

OPTION: Final = "road.under"
LEAST: Final[Mapping[str, float]] = {"centre": 0.0, "half-base": 0.5, "whole-base": 1.0}
"""The share of a base that lies on the road, beside its centre, by the values of the option."""
HAIR: Final = 1e-6
"""Share of a base that is less than anybody measures."""
_MIDDLE: Final = make_footprint(radius=1e-3)
"""The middle of a base: on the edge of a road half of it is on it."""
_STEPS: Final = 33
"""Places to either side that are checked in one go."""
_OPENED: Final = 0.202
"""Half the width of a straight road that holds half of the area of a base an inch wide."""


def least_on_road(prepared: PreparedTable, land: MovementTerrain) -> float:
    """Give the share of a base that has to lie on the road for its way to be along it."""
    return 0.0 if land.mobility.mover == "rail" else LEAST[prepared.options.word(OPTION)]


def stays_on_road(
    prepared: PreparedTable, land: MovementTerrain, track: Track, footprint: Footprint
) -> tuple[bool, bool]:
    """Say whether a base stays on the road all the way, and whether the option decided that."""
    if not spans_cover(under_centre(track, land.paved), track.total):
        return False, False
    if land.mobility.mover == "rail" or footprint.reach <= TOUCH:
        return True, False
    share, _ = least_share(track, footprint, road_of(land))
    return share >= least_on_road(prepared, land) - HAIR, share < 1.0 - HAIR


def room_beside_road(
    prepared: PreparedTable, land: MovementTerrain, track: Track, footprint: Footprint, within: float
) -> float | None:
    """Give how far to the side a base that stays on the road could be before it did not; None if farther than `within`.

    Looked at where the least of the base is on the road, or else where its middle is nearest to what is beside.
    """
    if land.mobility.mover == "rail" or footprint.reach <= TOUCH or track.total <= TOUCH or within <= 0.0:
        return None
    share, at = least_share(track, footprint, road_of(land))
    if share >= 1.0 - HAIR:
        pad = within + footprint.reach
        west, south = (track.box[:, :2].min(axis=0) - pad).tolist()
        east, north = (track.box[:, 2:].max(axis=0) + pad).tolist()
        beside = beside_road(land, (west, south, east, north))
        if not len(beside):
            return None
        clearance, place = nearest(track, make_footprint(), beside, within=pad)
        at = float(place[int(clearance.argmin())])
        if not np.isfinite(at):
            return None
    heading = track.heading[track.leg_at([at])[0]]
    across = np.array((-heading[1], heading[0]))
    low, high = 0.0, within
    for _ in range(3):
        off = np.linspace(low, high, _STEPS)
        places = track.at([at]) + np.concatenate((off, -off))[:, None] * across
        lost = ~_carries(prepared, land, places, footprint).reshape(2, -1).all(axis=0)
        if not lost.any():
            return None
        k = int(lost.argmax())
        low, high = float(off[max(k - 1, 0)]), float(off[k])
    return low


def _carries(prepared: PreparedTable, land: MovementTerrain, places: Floats, footprint: Footprint) -> Bools:
    """Is a base at these places (n, 2) on the road?"""
    road, least = road_of(land), least_on_road(prepared, land)
    carried = shares_on(places, _MIDDLE, road) >= 0.5 - HAIR
    if least > 0.0:
        carried &= shares_on(places, footprint, road) >= least - HAIR
    return np.asarray(carried)


def inches_inside_road(
    prepared: PreparedTable, land: MovementTerrain, places: Floats, footprint: Footprint, off: Floats
) -> Floats:
    """Give about how far inside the places (n,) lie at which the road carries a base; below 0 where it does not.

    `off` is the centre's clearance to the road, below 0 on it. The whole base is on it where it is clear of all
    that is `beside_road`.
    """
    least = least_on_road(prepared, land)
    inside = -off
    if least <= 0.0:
        return inside
    near = np.flatnonzero((inside > -TOUCH) & (inside < footprint.reach))
    if len(near):
        # As far as a straight edge would have to move for so much more or less of the base.
        width = np.pi * footprint.reach / 2
        more = (shares_on(places[near], footprint, road_of(land)) - least + HAIR) * width
        inside = inside.copy()
        inside[near] = np.minimum(more, inside[near])
    return inside


def beside_road(land: MovementTerrain, box: Box) -> Zones:
    """Give what is no road within a box."""
    return make_zones(remainder(make_box(box), road_of(land).polygons))


def is_on_road(prepared: PreparedTable, land: MovementTerrain, track: Track, footprint: Footprint) -> bool:
    """Say whether a base that stands at the start of a path is on the road."""
    if not len(under_centre(track, land.paved)):
        return False
    least = least_on_road(prepared, land)
    if least <= 0.0 or footprint.reach <= TOUCH:
        return True
    return bool(shares_on(track.start[:1], footprint, road_of(land))[0] >= least - HAIR)


def where_road_carries(prepared: PreparedTable, land: MovementTerrain, base: float) -> Shapes:
    """Give where the centre of a round base of this width is on the road, as areas.

    Of half a base the places at the corners of roads are a little wide of it: what is too narrow is left out.
    """
    least = least_on_road(prepared, land)
    road = union(land.paved.polygons) if len(land.paved) else land.paved.polygons
    if least <= 0.0 or not len(road):
        return road
    narrow = base / 2 if least >= 1.0 else base * _OPENED
    kept = union(buffered(road, -narrow))
    return kept if least >= 1.0 or not len(kept) else union(buffered(kept, narrow))


@lru_cache(maxsize=64)
def road_of(land: MovementTerrain) -> Zones:
    """Give all road, pavement and decks as zones that do not overlap."""
    return make_zones(union(land.paved.polygons))
