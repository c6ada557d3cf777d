"""Along which inches of a path does a moving base overlap an area, and how near does it come to one?

Overlap is exact: a base overlaps an area where its centre is inside, or where an edge of the area runs through the
base. Where an edge does so along a leg is one interval: a slab and a disc at each corner for round bases, half-planes
for the others.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import EPSILON, TOUCH, Bools, Floats, Ints, make_polygons, runs
from astrike.geometry.bases import Bases
from astrike.geometry.tracks import Footprint, Track, Zones, make_footprint, make_zones

_CENTRE: Floats = np.zeros((1, 2))
_FEW = 200
"""Pairs of legs and edges that are measured without looking closer at which of them may meet."""
_TINY = 1e-300
"""Stands for 0 where something is divided by it: what is not 0 above it is then as good as endless."""


# ---- overlap


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """From `start` to `end` inches along the path the base is over `zone`: (k,) each, by zone, then start.

    Spans of one zone neither overlap nor touch.
    """

    zone: Ints
    start: Floats
    end: Floats

    def __len__(self) -> int:
        return len(self.zone)

    def where(self, chosen: Bools) -> "Spans":
        """Return those of the spans that are chosen (k,)."""
        return Spans(self.zone[chosen], self.start[chosen], self.end[chosen])


def swept(track: Track, footprint: Footprint, zones: Zones) -> Spans:
    """Return where the base overlaps the zones by more than a touch. A point overlaps what it stands on.

    >>> from astrike.geometry.arrays import Polygon
    >>> from astrike.geometry.tracks import make_track
    >>> zones = make_zones([Polygon([(4, -9), (6, -9), (6, 9), (4, 9)])])
    >>> spans = swept(make_track([(0, 0), (10, 0)]), make_footprint(radius=1), zones)
    >>> spans.zone.tolist(), [round(float(end), 6) for end in (*spans.start, *spans.end)]
    ([0], [3.0, 7.0])
    """
    pairs = _near(track, zones, footprint.reach)
    if not len(pairs):
        return Spans(pairs.zone, np.empty(0), np.empty(0))
    if not footprint.is_round:
        found = [_through_polygon(pairs, footprint)]
    elif footprint.radius > TOUCH:
        found = _through_disc(pairs, np.full(len(pairs), footprint.radius))
    else:
        found = _under_point(pairs)
    return _merged(track, [*found, _inside(pairs)])


def under_centre(track: Track, zones: Zones) -> Spans:
    """Return where the centre is in the zones, their edges and corners counted.

    >>> from astrike.geometry.arrays import Polygon
    >>> from astrike.geometry.tracks import make_track
    >>> zones = make_zones([Polygon([(4, 0), (6, 0), (6, 9), (4, 9)])])
    >>> spans = under_centre(make_track([(0, 0), (10, 0)]), zones)
    >>> [round(float(end), 6) for end in (*spans.start, *spans.end)]
    [4.0, 6.0]
    """
    return swept(track, make_footprint(radius=0.0), zones)


def swept_bases(track: Track, footprint: Footprint, bases: Bases, others: ArrayLike) -> Spans:
    """Return where the base overlaps other bases by more than a touch; the zone is the position in `others`.

    >>> from astrike.geometry.bases import make_bases
    >>> from astrike.geometry.tracks import make_track
    >>> bases = make_bases([(5, 0), (5, 2)], radius=1)
    >>> spans = swept_bases(make_track([(0, 0), (10, 0)]), make_footprint(radius=1), bases, [1, 0])
    >>> spans.zone.tolist(), [round(float(end), 6) for end in (*spans.start, *spans.end)]
    ([1], [3.0, 7.0])
    """
    other = np.asarray(others, dtype=np.intp).reshape(-1)
    is_round = bases.is_round[other]
    found: list[_Found] = []
    disc, square = np.flatnonzero(is_round), np.flatnonzero(~is_round)
    if footprint.is_round and len(disc):
        radius = footprint.radius + bases.radius[other[disc]]
        leg, zone, low, high, is_deep = _discs_met(track, bases.xy[other[disc]], radius)
        found.append((leg, disc[zone], low, high, is_deep))
    elif len(disc):
        # A disc near the base is a centre near the base turned half round and put where the disc is.
        around = -footprint.corner[None, :, :] + bases.xy[other[disc]][:, None, :]
        pairs = _near(
            track, make_zones(make_polygons(around)), footprint.reach + bases.radius[other[disc]].max()
        )
        radius = bases.radius[other[disc]][pairs.zone]
        for leg, zone, low, high, is_deep in (*_through_disc(pairs, radius), _inside(pairs)):
            found.append((leg, disc[zone], low, high, is_deep))
    if len(square):
        spans = swept(track, footprint, make_zones(bases.outline[other[square]]))
        leg = np.zeros(len(spans), dtype=np.intp)
        found.append((leg, square[spans.zone], spans.start, spans.end, np.ones(len(spans), dtype=np.bool_)))
    return _merged(track, found) if found else Spans(other[:0], np.empty(0), np.empty(0))


_Found = tuple[Ints, Ints, Floats, Floats, Bools]
"""Leg, zone, from and to inches along the leg, and whether some place between is deeper than a touch: (m,) each."""


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """A leg and an edge each (m,), of zones whose box is near the leg."""

    group: Ints
    """Ascending: the same number for the same leg and zone."""
    leg: Ints
    zone: Ints
    heading: Floats
    """(2, m) x and y of the leg's ..."""
    along: Floats
    """... and of the edge's."""
    edge_length: Floats
    leg_length: Floats
    one: Floats
    """(2, m) start of the edge as seen from the start of the leg: along its heading, and to its left."""
    other: Floats
    """(2, m) and the end of the edge."""

    def __len__(self) -> int:
        return len(self.leg)


def _near(track: Track, zones: Zones, reach: float) -> _Pairs:
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
    return _Pairs(
        group=group,
        leg=leg,
        zone=zone,
        heading=heading,
        along=zones.heading.T.take(edge, axis=1),
        edge_length=zones.length[edge],
        leg_length=track.length[leg],
        one=np.stack((x * one_x + y * one_y, x * one_y - y * one_x)),
        other=np.stack((x * other_x + y * other_y, x * other_y - y * other_x)),
    )


def _along_line(track: Track, zones: Zones, leg: Ints, edge: Ints, grow: float) -> Ints:
    """Return which of the pairs come so near to the leg drawn out both ways; all that cross it are among them."""
    x, y = track.heading.T.take(leg, axis=1)
    base = (track.heading[:, 0] * track.start[:, 1] - track.heading[:, 1] * track.start[:, 0]).take(leg)
    one_x, one_y = zones.start.T.take(edge, axis=1)
    other_x, other_y = zones.end.T.take(edge, axis=1)
    one, other = x * one_y - y * one_x - base, x * other_y - y * other_x - base
    return np.flatnonzero((np.maximum(one, other) >= -grow) & (np.minimum(one, other) <= grow))


def _inside(pairs: _Pairs) -> _Found:
    """Return where the centre is inside: between every other crossing of the leg, drawn out both ways.

    A corner on the line counts as left of it for both its edges, so that no crossing is missed or found twice.
    """
    crossing = np.flatnonzero((pairs.one[1] >= 0.0) != (pairs.other[1] >= 0.0))
    before, behind = pairs.one[:, crossing], pairs.other[:, crossing]
    at = before[0] + (behind[0] - before[0]) * (before[1] / (before[1] - behind[1]))
    order = np.lexsort((at, pairs.group[crossing]))
    opening = crossing[order[0::2]]
    low, high = at[order[0::2]], at[order[1::2]]
    kept = np.flatnonzero((high >= 0.0) & (low <= pairs.leg_length[opening]))
    opening = opening[kept]
    low, high = np.maximum(low[kept], 0.0), np.minimum(high[kept], pairs.leg_length[opening])
    return pairs.leg[opening], pairs.zone[opening], low, high, np.ones(len(opening), dtype=np.bool_)


def _through_disc(pairs: _Pairs, radius: Floats) -> list[_Found]:
    """Return where the edges run through discs of these radii (m,) round the centre.

    Each edge does so beside it and about its first corner; its last one is the first of the next.
    """
    radii = _radii(radius)
    return [_kept(pairs, *_beside(pairs, radii)), _kept(pairs, *_about(pairs.one, pairs.leg_length, radii))]


def _under_point(pairs: _Pairs) -> list[_Found]:
    """Return where the centre is on the edges.

    An edge along the leg counts with its length. Any other is met at one place, which the hair that is allowed
    for would draw out where leg and edge lie almost along each other.
    """
    hair = np.full((1, len(pairs)), EPSILON)
    low, high = _beside(pairs, hair)
    is_flat = (np.abs(pairs.one[1]) <= EPSILON) & (np.abs(pairs.other[1]) <= EPSILON)
    rise = pairs.other[1] - pairs.one[1]
    share = pairs.one[1] / np.where(is_flat | (rise == 0.0), 1.0, rise)
    ahead = pairs.one[0] - (pairs.other[0] - pairs.one[0]) * share
    at = np.minimum(np.maximum(ahead, low), high)
    is_met = low <= high
    edges = _kept(pairs, np.where(is_flat, low, at), np.where(is_met, np.where(is_flat, high, at), -np.inf))
    low, high = _about(pairs.one, pairs.leg_length, hair)
    at = np.minimum(np.maximum(pairs.one[0], low), high)
    return [edges, _kept(pairs, at, np.where(low <= high, at, -np.inf))]


def _through_polygon(pairs: _Pairs, footprint: Footprint) -> _Found:
    """Return where the edges run through the base by more than a touch."""
    rooms, rates = _rooms(pairs, footprint)
    low, high = _behind_all(np.stack((rooms - EPSILON, rooms - TOUCH)), rates, pairs.leg_length)
    return _kept(pairs, low, high)


def _rooms(pairs: _Pairs, footprint: Footprint) -> tuple[Floats, Floats]:
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
    cos, sin = _turned(pairs)
    aside = sin * pairs.one[0] - cos * pairs.one[1]
    corner_x, corner_y = footprint.corner.T[:, :, None]
    beside = corner_y * east - corner_x * north
    rooms = np.concatenate(
        (room + distance, (-aside - beside.min(axis=0))[None], (aside + beside.max(axis=0))[None])
    )
    rates = np.concatenate((ahead, -sin[None], sin[None]))
    return rooms, np.where(rates == 0.0, _TINY, rates)


def _behind_all(room: Floats, rate: Floats, length: Floats) -> tuple[Floats, Floats]:
    """Return from where to where (t, m) along legs of these lengths s * rate <= room in all of r: (t, r, m)."""
    with np.errstate(over="ignore"):
        at = room / rate
    high = np.where(rate > 0.0, at, np.inf).min(axis=-2)
    low = np.where(rate < 0.0, at, -np.inf).max(axis=-2)
    return np.maximum(low, 0.0), np.minimum(high, length)


def _turned(pairs: _Pairs) -> tuple[Floats, Floats]:
    """Return how far each edge's heading is turned left of the leg's: cosine and sine."""
    (x, y), (east, north) = pairs.heading, pairs.along
    return x * east + y * north, x * north - y * east


def _radii(radius: Floats) -> Floats:
    """Return the radii (2, m) within which there is an overlap, and within which it is more than a touch."""
    deep = np.maximum(radius - TOUCH, EPSILON)
    return np.stack((np.maximum(radius - EPSILON, deep), deep))


def _beside(pairs: _Pairs, radius: Floats) -> tuple[Floats, Floats]:
    """Return from where to where the leg is beside the edge and within the radii of its line: (t, m) like these."""
    cos, sin = _turned(pairs)
    one_ahead, one_left = pairs.one
    ahead, aside = -(cos * one_ahead + sin * one_left), sin * one_ahead - cos * one_left
    cos[cos == 0.0] = _TINY
    sin[sin == 0.0] = _TINY
    with np.errstate(over="ignore"):
        one, other = -ahead / cos, (pairs.edge_length - ahead) / cos
        begin = np.maximum(np.minimum(one, other), 0.0)
        end = np.minimum(np.maximum(one, other), pairs.leg_length)
        one, other = (aside - radius) / sin, (aside + radius) / sin
    return np.maximum(begin, np.minimum(one, other)), np.minimum(end, np.maximum(one, other))


def _about(centre: Floats, length: Floats, radius: Floats) -> tuple[Floats, Floats]:
    """Return from where to where legs of these lengths (m,) are within the radii of the centres: (t, m) like these.

    The centres (2, m) are seen from the leg's start: along its heading, and to its left. From 1 to 0: nowhere.
    """
    ahead, aside = centre[0], np.abs(centre[1])
    square = (radius - aside) * (radius + aside)
    is_near = square >= 0.0
    wide = np.sqrt(np.where(is_near, square, 0.0))
    low, high = np.maximum(ahead - wide, 0.0), np.minimum(ahead + wide, length)
    return np.where(is_near, low, 1.0), np.where(is_near, high, 0.0)


def _discs_met(track: Track, centre: Floats, radius: Floats) -> _Found:
    """Return where the centre is within these radii (o,) of these places (o, 2)."""
    grow = radius + TOUCH
    near = centre[:, 0] - grow <= track.box[:, 2, None]
    near &= centre[:, 1] - grow <= track.box[:, 3, None]
    near &= centre[:, 0] + grow >= track.box[:, 0, None]
    near &= centre[:, 1] + grow >= track.box[:, 1, None]
    leg, other = np.nonzero(near)
    x, y = track.heading[leg].T
    east, north = (centre[other] - track.start[leg]).T
    seen = np.stack((x * east + y * north, x * north - y * east))
    low, high = _about(seen, track.length[leg], _radii(radius[other]))
    is_met = low <= high
    kept = np.flatnonzero(is_met[0])
    return leg[kept], other[kept], low[0, kept], high[0, kept], is_met[1, kept]


def _kept(pairs: _Pairs, low: Floats, high: Floats) -> _Found:
    """Return what is found: overlaps from low[0] to high[0] (t, m) where those are; deep ones where the last are."""
    is_met = low <= high
    kept = np.flatnonzero(is_met[0])
    return pairs.leg[kept], pairs.zone[kept], low[0, kept], high[0, kept], is_met[-1, kept]


def _merged(track: Track, found: list[_Found]) -> Spans:
    """Return what the findings make together, as inches along the whole path, without what is a mere touch."""
    leg, zone, low, high, is_deep = map(np.concatenate, zip(*found, strict=True))
    if not len(leg):
        return Spans(zone, low, high)
    low, high = low + track.offset[leg], high + track.offset[leg]
    order = np.lexsort((low, zone))
    zone, low, high, is_deep = zone[order], low[order], high[order], is_deep[order]
    is_new = np.ones(len(zone), dtype=np.bool_)
    is_new[1:] = zone[1:] != zone[:-1]
    # Each zone a whole path further on: then one running maximum serves them all.
    shift = np.cumsum(is_new) * (track.total + 1.0)
    farthest = np.maximum.accumulate(high + shift)
    is_new[1:] |= (low + shift)[1:] > farthest[:-1] + EPSILON
    first = np.flatnonzero(is_new)
    deep = np.logical_or.reduceat(is_deep, first)
    return Spans(zone[first][deep], low[first][deep], np.maximum.reduceat(high, first)[deep])


# ---- how near


def nearest(
    track: Track, footprint: Footprint, zones: Zones, *, within: float = np.inf
) -> tuple[Floats, Floats]:
    """Return how near (Z,) the edge of the base comes to each zone, and after how many inches (Z,); inf if farther.

    Below 0 it is over the zone, and at least so deep: what a verdict that it is there may hang on. Zones whose
    box is not `within` so many inches of the path are not measured.

    >>> from astrike.geometry.arrays import Polygon
    >>> from astrike.geometry.tracks import make_track
    >>> zones = make_zones([Polygon([(4, 3), (6, 3), (5, 9)])])
    >>> [found.tolist() for found in nearest(make_track([(0, 0), (10, 0)]), make_footprint(radius=1), zones)]
    [[2.0], [4.0]]
    """
    pairs = _near(track, zones, footprint.reach + within)
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


def _distances(track: Track, pairs: _Pairs, footprint: Footprint) -> list[_Gaps]:
    """Return how far the base is from the edges where one's corner passes the other, and at both ends of the leg."""
    begin, length = track.offset[pairs.leg], pairs.leg_length
    (x, y), (cos, sin) = pairs.heading, _turned(pairs)
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


def _depths_inside(track: Track, zones: Zones, pairs: _Pairs, footprint: Footprint) -> _Gaps:
    """Return how deep the base is in zones where its centre is inside, measured at the ends and in the middle."""
    spans = _merged(track, [_inside(pairs)])
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


def _depths_through(track: Track, pairs: _Pairs, footprint: Footprint) -> _Gaps:
    """Return how deep a polygon is over the edges that run through it, in the middle of where they do."""
    rooms, rates = _rooms(pairs, footprint)
    low, high = _behind_all(rooms, rates, pairs.leg_length)
    met = np.flatnonzero(low <= high)
    at = (low[met] + high[met]) / 2
    depth = (rooms[:, met] - rates[:, met] * at).min(axis=0)
    return pairs.zone[met], -depth, track.offset[pairs.leg[met]] + at
