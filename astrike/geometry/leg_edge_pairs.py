"""Which legs of a path may meet which edges of areas, and how do they lie to each other?

What follows from that is for others: where a base overlaps an area for `swept_overlaps`, how near it comes for
`clearance`.
"""

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats, Ints, runs
from astrike.geometry.sweeps import Footprint, Track, Zones
from astrike.tolerance import TOUCH

_FEW = 200
"""Pairs of legs and edges that are measured without looking closer at which of them may meet."""
TINY = 1e-300
"""Stands for 0 where something is divided by it: what is not 0 above it is then as good as endless."""


@dataclass(frozen=True, slots=True, eq=False)
class LegEdgePairs:
    """A leg and an edge each (m,), of zones whose box is near the leg."""

    group: Ints
    """Ascending: the same number for the same leg and zone."""
    leg: Ints
    zone: Ints
    heading: Floats
    """(2, m) x and y of the leg's direction."""
    along: Floats
    """(2, m) x and y of the edge's direction."""
    edge_length: Floats
    leg_length: Floats
    one: Floats
    """(2, m) start of the edge as seen from the start of the leg: along its heading, and to its left."""
    other: Floats
    """(2, m) and the end of the edge."""

    def __len__(self) -> int:
        return len(self.leg)


def pairs_near(track: Track, zones: Zones, reach: float) -> LegEdgePairs:
    """Return the pairs that a base of this reach may meet."""
    grow = reach + TOUCH
    ours, theirs = track.box, zones.box
    near = theirs[None, :, 0] <= ours[:, None, 2] + grow
    near &= theirs[None, :, 1] <= ours[:, None, 3] + grow
    near &= theirs[None, :, 2] >= ours[:, None, 0] - grow
    near &= theirs[None, :, 3] >= ours[:, None, 1] - grow
    leg, zone = np.nonzero(near)
    group, edge = runs(zones.first[zone], zones.first[zone + 1] - zones.first[zone])
    if len(edge) > _FEW:
        kept = _along_line(track, zones, leg[group], edge, grow)
        group, edge = group[kept], edge[kept]
    leg, zone = leg[group], zone[group]
    x, y = heading = track.heading.T.take(leg, axis=1)
    start = track.start.T.take(leg, axis=1)
    one_x, one_y = zones.start.T.take(edge, axis=1) - start
    other_x, other_y = zones.end.T.take(edge, axis=1) - start
    return LegEdgePairs(
        group=group,
        leg=leg,
        zone=zone,
        heading=heading,
        along=zones.heading.T.take(edge, axis=1),
        edge_length=zones.length[edge],
        leg_length=track.length[leg],
        one=np.array((x * one_x + y * one_y, x * one_y - y * one_x)),
        other=np.array((x * other_x + y * other_y, x * other_y - y * other_x)),
    )


def _along_line(track: Track, zones: Zones, leg: Ints, edge: Ints, grow: float) -> Ints:
    """Return which of the pairs come so near to the leg drawn out both ways; all that cross it are among them."""
    x, y = track.heading.T.take(leg, axis=1)
    base = (track.heading[:, 0] * track.start[:, 1] - track.heading[:, 1] * track.start[:, 0]).take(leg)
    one_x, one_y = zones.start.T.take(edge, axis=1)
    other_x, other_y = zones.end.T.take(edge, axis=1)
    one, other = x * one_y - y * one_x - base, x * other_y - y * other_x - base
    return np.flatnonzero((np.maximum(one, other) >= -grow) & (np.minimum(one, other) <= grow))


def edge_rooms(pairs: LegEdgePairs, footprint: Footprint) -> tuple[Floats, Floats]:
    """Return what keeps the centre in the edge made thick by the base: inches s along the leg, s * rate <= room.

    That area lies behind every side of the base turned half round, and between two lines along the edge: (r, m).
    """
    (x, y), (east, north) = pairs.heading, pairs.along
    out_x, out_y, distance = footprint.side.T[:, :, None]
    # The half turn makes the outwards normals point the other way; seen from the leg's start, along and left of it.
    ahead, left = -(out_x * x + out_y * y), -(out_y * x - out_x * y)
    room = np.maximum(
        ahead * pairs.one[0] + left * pairs.one[1], ahead * pairs.other[0] + left * pairs.other[1]
    )
    cos, sin = turned_headings(pairs)
    aside = sin * pairs.one[0] - cos * pairs.one[1]
    corner_x, corner_y = footprint.corner.T[:, :, None]
    beside = corner_y * east - corner_x * north
    rooms = np.concatenate(
        (room + distance, (-aside - beside.min(axis=0))[None], (aside + beside.max(axis=0))[None])
    )
    rates = np.concatenate((ahead, -sin[None], sin[None]))
    return rooms, np.where(rates == 0.0, TINY, rates)


def behind_all_lines(room: Floats, rate: Floats, length: Floats) -> tuple[Floats, Floats]:
    """Return from where to where (t, m) along legs of these lengths s * rate <= room in all of r: (t, r, m)."""
    with np.errstate(over="ignore"):
        at = room / rate
    high = np.where(rate > 0.0, at, np.inf).min(axis=-2)
    low = np.where(rate < 0.0, at, -np.inf).max(axis=-2)
    return np.maximum(low, 0.0), np.minimum(high, length)


def turned_headings(pairs: LegEdgePairs) -> tuple[Floats, Floats]:
    """Return how far each edge's heading is turned left of the leg's: cosine and sine."""
    (x, y), (east, north) = pairs.heading, pairs.along
    return x * east + y * north, x * north - y * east
