"""Along which inches of a path does a moving base overlap an area?

Overlap is exact: a base overlaps an area where its centre is inside, or where an edge of the area runs through the
base. Where an edge does so along a leg is one interval: a slab and a disc at each corner for round bases, half-planes
for the others.
"""

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.geometry.arrays import EPSILON, Bools, Floats, Ints, corners_of, make_polygons, offsets
from astrike.geometry.bases import Bases
from astrike.geometry.leg_edge_pairs import (
    TINY,
    LegEdgePairs,
    behind_all_lines,
    edge_rooms,
    pairs_near,
    turned_headings,
)
from astrike.geometry.sweeps import Footprint, Track, Zones, make_footprint, make_zones
from astrike.tolerance import CONTACT_TOLERANCE, TOUCH

SHARED = CONTACT_TOLERANCE + TOUCH
"""Inches from which on two bases that lie over each other share a place."""


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


def swept_zones(track: Track, footprint: Footprint, zones: Zones) -> Spans:
    """Return where the base overlaps the zones by more than a touch. A point overlaps what it stands on.

    >>> from astrike.geometry.arrays import Polygon
    >>> from astrike.geometry.sweeps import make_track
    >>> zones = make_zones([Polygon([(4, -9), (6, -9), (6, 9), (4, 9)])])
    >>> spans = swept_zones(make_track([(0, 0), (10, 0)]), make_footprint(radius=1), zones)
    >>> spans.zone.tolist(), [round(float(end), 6) for end in (*spans.start, *spans.end)]
    ([0], [3.0, 7.0])
    """
    pairs = pairs_near(track, zones, footprint.reach)
    if not len(pairs):
        return Spans(pairs.zone, np.empty(0), np.empty(0))
    if not footprint.is_round:
        found = [_through_polygon(pairs, footprint)]
    elif footprint.radius > TOUCH:
        found = _through_disc(pairs, np.full(len(pairs), footprint.radius), TOUCH)
    else:
        found = _under_point(pairs)
    return _merged(track, [*found, _inside(pairs)])


def under_centre(track: Track, zones: Zones) -> Spans:
    """Return where the centre is in the zones, their edges and corners counted.

    >>> from astrike.geometry.arrays import Polygon
    >>> from astrike.geometry.sweeps import make_track
    >>> zones = make_zones([Polygon([(4, 0), (6, 0), (6, 9), (4, 9)])])
    >>> spans = under_centre(make_track([(0, 0), (10, 0)]), zones)
    >>> [round(float(end), 6) for end in (*spans.start, *spans.end)]
    [4.0, 6.0]
    """
    return swept_zones(track, make_footprint(radius=0.0), zones)


def swept_bases(
    track: Track, footprint: Footprint, bases: Bases, others: ArrayLike, *, deep: float = SHARED
) -> Spans:
    """Return where the base overlaps other bases; the zone is the position in `others`.

    Overlaps that are nowhere so deep are left out: what is more than contact allows, when nothing is said.

    >>> from astrike.geometry.bases import make_bases
    >>> from astrike.geometry.sweeps import make_track
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
        leg, zone, low, high, is_deep = _discs_met(track, bases.xy[other[disc]], radius, deep)
        found.append((leg, disc[zone], low, high, is_deep))
    elif len(disc):
        # A disc near the base is a centre near the base turned half round and put where the disc is.
        around = -footprint.corner[None, :, :] + bases.xy[other[disc]][:, None, :]
        pairs = pairs_near(
            track, make_zones(make_polygons(around)), footprint.reach + bases.radius[other[disc]].max()
        )
        radius = bases.radius[other[disc]][pairs.zone]
        for leg, zone, low, high, is_deep in (*_through_disc(pairs, radius, deep), _inside(pairs)):
            found.append((leg, disc[zone], low, high, is_deep))
    if footprint.is_round and len(square):
        pairs = pairs_near(track, make_zones(bases.outline[other[square]]), footprint.reach)
        radius = np.full(len(pairs), footprint.radius)
        for leg, zone, low, high, is_deep in (*_through_disc(pairs, radius, deep), _inside(pairs)):
            found.append((leg, square[zone], low, high, is_deep))
    elif len(square):
        leg, zone, low, high, is_deep = _polygons_met(track, footprint, bases, other[square], deep)
        found.append((leg, square[zone], low, high, is_deep))
    return _merged(track, found) if found else Spans(other[:0], np.empty(0), np.empty(0))


def spans_inside(track: Track, pairs: LegEdgePairs) -> Spans:
    """Return where the centre is inside the zones of these pairs."""
    return _merged(track, [_inside(pairs)])


_Found = tuple[Ints, Ints, Floats, Floats, Bools]
"""Leg, zone, from and to inches along the leg, and whether some place between is deeper than a touch: (m,) each."""


def _inside(pairs: LegEdgePairs) -> _Found:
    """Return where the centre is inside: between every other crossing of the leg, drawn out both ways.

    A corner on the line counts as left of it for both its edges, so that no crossing is missed or found twice.
    """
    crossing = ((pairs.one[1] >= 0.0) != (pairs.other[1] >= 0.0)).nonzero()[0]
    before, behind = pairs.one[:, crossing], pairs.other[:, crossing]
    at = before[0] + (behind[0] - before[0]) * (before[1] / (before[1] - behind[1]))
    order = np.lexsort((at, pairs.group[crossing]))
    opening = crossing[order[0::2]]
    low, high = at[order[0::2]], at[order[1::2]]
    kept = ((high >= 0.0) & (low <= pairs.leg_length[opening])).nonzero()[0]
    opening = opening[kept]
    low, high = np.maximum(low[kept], 0.0), np.minimum(high[kept], pairs.leg_length[opening])
    return pairs.leg[opening], pairs.zone[opening], low, high, np.ones(len(opening), dtype=np.bool_)


def _through_disc(pairs: LegEdgePairs, radius: Floats, deep: float) -> list[_Found]:
    """Return where the edges run through discs of these radii (m,) round the centre, and where so deep.

    Each edge does so beside it and about its first corner; its last one is the first of the next.
    """
    radii = _radii(radius, deep)
    return [_kept(pairs, *_beside(pairs, radii)), _kept(pairs, *_about(pairs.one, pairs.leg_length, radii))]


def _under_point(pairs: LegEdgePairs) -> list[_Found]:
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


def _through_polygon(pairs: LegEdgePairs, footprint: Footprint) -> _Found:
    """Return where the edges run through the base by more than a touch."""
    rooms, rates = edge_rooms(pairs, footprint)
    low, high = behind_all_lines(np.stack((rooms - EPSILON, rooms - TOUCH)), rates, pairs.leg_length)
    return _kept(pairs, low, high)


def _radii(radius: Floats, deep: float) -> Floats:
    """Return the radii (2, m) within which there is an overlap, and within which it is so deep."""
    inner = np.maximum(radius - deep, EPSILON)
    return np.array((np.maximum(radius - EPSILON, inner), inner))


def _beside(pairs: LegEdgePairs, radius: Floats) -> tuple[Floats, Floats]:
    """Return from where to where the leg is beside the edge and within the radii of its line: (t, m) like these."""
    cos, sin = turned_headings(pairs)
    one_ahead, one_left = pairs.one
    ahead, aside = -(cos * one_ahead + sin * one_left), sin * one_ahead - cos * one_left
    cos[cos == 0.0] = TINY
    sin[sin == 0.0] = TINY
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


def _discs_met(track: Track, centre: Floats, radius: Floats, deep: float) -> _Found:
    """Return where the centre is within these radii (o,) of these places (o, 2)."""
    grow = radius + TOUCH
    near = centre[:, 0] - grow <= track.box[:, 2, None]
    near &= centre[:, 1] - grow <= track.box[:, 3, None]
    near &= centre[:, 0] + grow >= track.box[:, 0, None]
    near &= centre[:, 1] + grow >= track.box[:, 1, None]
    leg, other = np.nonzero(near)
    x, y = track.heading[leg].T
    east, north = (centre[other] - track.start[leg]).T
    seen = np.array((x * east + y * north, x * north - y * east))
    low, high = _about(seen, track.length[leg], _radii(radius[other], deep))
    is_met = low <= high
    kept = is_met[0].nonzero()[0]
    return leg[kept], other[kept], low[0, kept], high[0, kept], is_met[1, kept]


def _polygons_met(track: Track, footprint: Footprint, bases: Bases, others: Ints, deep: float) -> _Found:
    """Return where the centre is among the places at which the base overlaps these others, all of them polygons.

    For convex outlines these places lie behind the sides of the one turned half round and those of the other, each
    as far out as both reach that way; how deep they overlap is the distance to the nearest of these lines.
    """
    corner, owner = corners_of(bases.outline[others])
    corner -= bases.xy[others][owner]
    first = offsets(np.bincount(owner, minlength=len(others)).astype(np.intp))[:-1]
    ours, theirs = footprint.side, bases.side[others]
    turned_round = np.broadcast_to(-ours[:, :2], (len(others), *ours[:, :2].shape))
    normal = np.concatenate((turned_round, theirs[:, :, :2]), axis=1)
    far = np.maximum.reduceat(corner @ -ours[:, :2].T, first, axis=0) + ours[:, 2]
    near = theirs[:, :, 2] - (theirs[:, :, :2] @ footprint.corner.T).min(axis=2)
    is_side = (normal != 0.0).any(axis=2)
    room = np.where(is_side, np.concatenate((far, near), axis=1), np.inf)
    leg, other = (each.ravel() for each in np.indices((len(track), len(others))))
    away = bases.xy[others][other] - track.start[leg]
    rooms = (room[other] + (normal[other] * away[:, None, :]).sum(axis=2)).T
    rates = (normal[other] * track.heading[leg][:, None, :]).sum(axis=2).T
    rates = np.where(rates == 0.0, TINY, rates)
    low, high = behind_all_lines(np.stack((rooms - EPSILON, rooms - deep)), rates, track.length[leg])
    is_met = low <= high
    kept = is_met[0].nonzero()[0]
    return leg[kept], other[kept], low[0, kept], high[0, kept], is_met[1, kept]


def _kept(pairs: LegEdgePairs, low: Floats, high: Floats) -> _Found:
    """Return what is found: overlaps from low[0] to high[0] (t, m) where those are; deep ones where the last are."""
    is_met = low <= high
    kept = is_met[0].nonzero()[0]
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
    first = is_new.nonzero()[0]
    deep = np.logical_or.reduceat(is_deep, first)
    return Spans(zone[first][deep], low[first][deep], np.maximum.reduceat(high, first)[deep])
