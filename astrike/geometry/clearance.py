"""How near does a moving base come to areas?"""

import numpy as np

from astrike.geometry.arrays import Floats, Ints, runs
from astrike.geometry.leg_edge_pairs import (
    LegEdgePairs,
    behind_all_lines,
    edge_rooms,
    pairs_near,
    turned_headings,
)
from astrike.geometry.sweeps import Footprint, Track, Zones
from astrike.geometry.swept_overlaps import spans_inside

_CENTRE: Floats = np.zeros((1, 2))


def nearest(
    track: Track, footprint: Footprint, zones: Zones, *, within: float = np.inf
) -> tuple[Floats, Floats]:
    """Return how near (Z,) the edge of the base comes to each zone, and after how many inches (Z,); inf if farther.

    Below 0 it is over the zone, and at least so deep: what a verdict that it is there may hang on. Zones whose
    box is not `within` so many inches of the path are not measured.

    >>> from astrike.geometry.arrays import Polygon
    >>> from astrike.geometry.sweeps import make_footprint, make_track, make_zones
    >>> zones = make_zones([Polygon([(4, 3), (6, 3), (5, 9)])])
    >>> [found.tolist() for found in nearest(make_track([(0, 0), (10, 0)]), make_footprint(radius=1), zones)]
    [[2.0], [4.0]]
    """
    pairs = pairs_near(track, zones, footprint.reach + within)
    found = _distances(track, pairs, footprint)
    found.append(_depths_inside(track, zones, pairs, footprint))
    if not footprint.is_round:
        found.append(_depths_through(track, pairs, footprint))
    zone, gap, at = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.lexsort((at, gap, zone))
    zone, gap, at = zone[order], gap[order], at[order]
    first = np.flatnonzero(np.diff(zone, prepend=-1))
    clearance, place = np.full(len(zones), np.inf), np.full(len(zones), np.inf)
    clearance[zone[first]], place[zone[first]] = gap[first], at[first]
    return clearance, place


_Gaps = tuple[Ints, Floats, Floats]
"""Zone, distance, and inches along the path: (m,) each."""


def _distances(track: Track, pairs: LegEdgePairs, footprint: Footprint) -> list[_Gaps]:
    """Return how far the base is from the edges where one's corner passes the other, and at both ends of the leg."""
    begin, length = track.offset[pairs.leg], pairs.leg_length
    (x, y), (cos, sin) = pairs.heading, turned_headings(pairs)
    corner = _CENTRE if footprint.is_round else footprint.corner
    east, north = corner.T[:, :, None]
    # Each corner of the base, and the edge as seen from it: along the leg and to its left.
    corner_ahead, corner_left = east * x + north * y, north * x - east * y
    ahead, left = pairs.one[0] - corner_ahead, pairs.one[1] - corner_left
    found: list[_Gaps] = []

    def add(distance: Floats, at: Floats) -> None:
        for one, place in zip(distance - footprint.radius, np.broadcast_to(at, distance.shape), strict=True):
            found.append((pairs.zone, one, begin + place))

    passing = np.clip(ahead, 0.0, length)
    add(np.hypot(ahead - passing, left), passing)
    for at in (np.zeros(len(pairs)), length):
        along, aside = -(cos * (ahead - at) + sin * left), sin * (ahead - at) - cos * left
        add(np.hypot(along - np.clip(along, 0.0, pairs.edge_length), aside), at)
        if not footprint.is_round:
            side_ahead, side_left = (
                np.roll(corner_ahead, -1, 0) - corner_ahead,
                np.roll(corner_left, -1, 0) - corner_left,
            )
            share = ((ahead - at) * side_ahead + left * side_left) / (side_ahead**2 + side_left**2)
            share = np.clip(share, 0.0, 1.0)
            add(np.hypot(ahead - at - share * side_ahead, left - share * side_left), at)
    return found


def _depths_inside(track: Track, zones: Zones, pairs: LegEdgePairs, footprint: Footprint) -> _Gaps:
    """Return how deep the base is in zones where its centre is inside, measured at the ends and in the middle."""
    spans = spans_inside(track, pairs)
    at = np.concatenate((spans.start, (spans.start + spans.end) / 2, spans.end))
    zone = np.tile(spans.zone, 3)
    place, edge = runs(zones.first[zone], zones.first[zone + 1] - zones.first[zone])
    away = track.at(at)[place] - zones.start[edge]
    along = np.clip((away * zones.heading[edge]).sum(axis=1), 0.0, zones.length[edge])
    away -= zones.heading[edge] * along[:, None]
    depth = np.full(len(zone), np.inf)
    np.minimum.at(depth, place, np.hypot(away[:, 0], away[:, 1]))
    inner = footprint.radius if footprint.is_round else float(footprint.side[:, 2].min())
    return zone, -depth - inner, at


def _depths_through(track: Track, pairs: LegEdgePairs, footprint: Footprint) -> _Gaps:
    """Return how deep a polygon is over the edges that run through it, in the middle of where they do."""
    rooms, rates = edge_rooms(pairs, footprint)
    low, high = behind_all_lines(rooms, rates, pairs.leg_length)
    met = np.flatnonzero(low <= high)
    at = (low[met] + high[met]) / 2
    depth = (rooms[:, met] - rates[:, met] * at).min(axis=0)
    return pairs.zone[met], -depth, track.offset[pairs.leg[met]] + at
