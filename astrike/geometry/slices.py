"""Where must a wedge of sight be cut, so that in each slice every prism covers bands with straight ends?

A wedge reaches from an eye to the left and right side of an upright rectangle that faces the eye. It is cut
by upright planes through the eye at every corner of a prism inside it and wherever an edge crosses the
rectangle's plane. Between two cuts the nearness 1/t of an edge is linear in the sideways place, and so is the
height at which its upper or lower end is seen against the rectangle.

Places in a wedge: t is 0 at the eye and 1 in the rectangle's plane; v is where the ray through a place meets
the rectangle, -1 at its left side as seen from the eye and 1 at its right. Heights are 0 at the foot and 1 at
the top of the rectangle. What the bands cover together is for `bands`, what it means for `sight`.
"""

from dataclasses import dataclass

import numpy as np

from astrike.geometry.arrays import EPSILON, Bools, Floats, Ints, contains, offsets, runs
from astrike.geometry.bands import Bands
from astrike.geometry.prisms import Prisms
from astrike.geometry.skylines import Reaches, outermost

_NEAR = 1e-7  # t below which a place is at the eye: from there its direction would be noise
_FAR = 1 - 1e-10  # t from which a place is in the rectangle's plane: touching it from behind is not between
_CLOSEST = 1e12  # nearness 1/t that stands for the eye itself
_SAME = 1e-11  # v this close together is one place
_THIN = 1e-9  # t between faces too close to each other to tell by computing which comes first
_MANY = 150  # edges of a solid in a wedge from which it pays to look for its skyline first


@dataclass(frozen=True, slots=True, eq=False)
class Wedges:
    """n wedges: eye (n, 3); ways (n, 2) on to the rectangle's middle and from there to its right side."""

    eye: Floats
    ahead: Floats
    side: Floats
    foot: Floats
    height: Floats

    def __len__(self) -> int:
        return len(self.foot)

    def take(self, rows: Ints) -> "Wedges":
        """Return some of the wedges."""
        return Wedges(self.eye[rows], self.ahead[rows], self.side[rows], self.foot[rows], self.height[rows])


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """Edges inside wedges: meeting, reach in v, nearness 1/t = near + v turn, whether a ray enters there."""

    meeting: Ints
    low: Floats
    high: Floats
    near: Floats
    turn: Floats
    enters: Bools


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """Which wedge may meet which prism (k,), by which edges, and which meetings are to be cut together.

    Groups are numbered from 0 and none is empty; edges stand in the order of their meetings.
    """

    wedge: Ints
    prism: Ints
    group: Ints
    edges: Edges
    skyline: Bools
    """Meetings (k,) of which only the edges of the skyline are left: what it hides begins at or below the foot."""

    def together(self, member: Ints, *, group: Ints) -> "Meetings":
        """Return these meetings, each perhaps several times, in other groups."""
        size = np.bincount(self.edges.meeting, minlength=len(self.wedge))
        owner, edge = runs(offsets(size)[member], size[member])
        old = self.edges
        edges = Edges(owner, old.low[edge], old.high[edge], old.near[edge], old.turn[edge], old.enters[edge])
        return Meetings(self.wedge[member], self.prism[member], group, edges, self.skyline[member])


@dataclass(frozen=True, slots=True, eq=False)
class Slices:
    """The slices (s,) of all groups, from `left` to `right` in v, and bands: each one's field is its slice.

    Some slices have no width.
    """

    group: Ints
    left: Floats
    right: Floats
    bands: Bands


@dataclass(frozen=True, slots=True, eq=False)
class _Cuts:
    """Slices (s,); the first one and the number of each group; the slices of each edge, from begin to end."""

    group: Ints
    left: Floats
    right: Floats
    first: Ints
    count: Ints
    begin: Ints
    end: Ints


@dataclass(frozen=True, slots=True, eq=False)
class _Stretches:
    """Where a ray runs inside a prism (m,): meeting, slice, and the edges by which it enters and leaves.

    One edge more than there are stands for the eye, and another for the rectangle's plane.
    """

    meeting: Ints
    slice: Ints
    enter: Ints
    leave: Ints


def meet(prisms: Prisms, wedges: Wedges, *, use: Bools | None) -> Meetings:
    """Find all wedges and prisms that may meet, each meeting a group by itself."""
    wedge, prism = _candidates(prisms, wedges, use)
    edges = _edges(prisms, wedges, wedge, prism)
    none = np.zeros(len(wedge), dtype=np.bool_)
    return _skylined(prisms, wedges, Meetings(wedge, prism, np.arange(len(wedge)), edges, none))


def cut_slices(prisms: Prisms, wedges: Wedges, meetings: Meetings) -> Slices:
    """Cut the wedge of each group and return the bands that the group's prisms cover in its slices."""
    cuts = _cuts(meetings)
    stretches = _stretches(prisms, wedges, meetings, cuts)
    return Slices(cuts.group, cuts.left, cuts.right, _bands(prisms, wedges, meetings, cuts, stretches))


def _candidates(prisms: Prisms, wedges: Wedges, use: Bools | None) -> tuple[Ints, Ints]:
    """Find the prisms whose box reaches into the wedge and whose heights could hide anything."""
    along, across = _axes(wedges)
    middle = (prisms.box[:, :2] + prisms.box[:, 2:]) / 2
    reach = (prisms.box[:, 2:] - prisms.box[:, :2]) / 2
    t = along @ middle.T - (along * wedges.eye[:, :2]).sum(axis=1)[:, None]
    t_reach = np.abs(along) @ reach.T
    sideways = across @ middle.T - (across * wedges.eye[:, :2]).sum(axis=1)[:, None]
    sideways_reach = np.abs(across) @ reach.T
    last = np.minimum(t + t_reach, 1.0)
    meets = (last > 0) & (t - t_reach < 1) & (np.abs(sideways) - sideways_reach < last)
    if use is not None:
        meets &= use
    wedge, prism = np.nonzero(meets)
    # A top below the eye is seen the higher the farther it is, an underside above the eye the lower.
    last, eye, foot = last[wedge, prism], wedges.eye[wedge, 2], wedges.foot[wedge]
    top, bottom = prisms.highest[prism], prisms.bottom[prism]
    hides = ((top > eye) | (eye + (top - eye) / last > foot)) & (
        (bottom < eye) | (eye + (bottom - eye) / last < foot + wedges.height[wedge])
    )
    return wedge[hides], prism[hides]


def _edges(prisms: Prisms, wedges: Wedges, wedge: Ints, prism: Ints) -> Edges:
    """Find the parts of edges inside the wedges, between the eye and the rectangle's plane."""
    first = prisms.first[prism]
    count = prisms.first[prism + 1] - first
    meeting, corner = runs(first, count)
    along, across = _axes(wedges)
    eye = wedges.eye[wedge]
    x = prisms.corner[corner, 0] - np.repeat(eye[:, 0], count)
    y = prisms.corner[corner, 1] - np.repeat(eye[:, 1], count)
    along, across = along[wedge], across[wedge]
    t = x * np.repeat(along[:, 0], count) + y * np.repeat(along[:, 1], count)
    sideways = x * np.repeat(across[:, 0], count) + y * np.repeat(across[:, 1], count)
    # An edge with both ends beyond the same side of the wedge is outside.
    beyond = (sideways > t).view(np.uint8)
    beyond |= (-sideways > t).view(np.uint8) << 1
    beyond |= (t <= _NEAR).view(np.uint8) << 2
    beyond |= (t >= _FAR).view(np.uint8) << 3
    a = np.flatnonzero(((beyond[:-1] & beyond[1:]) == 0) & prisms.is_edge[corner[:-1]])
    b = a + 1

    t_a, t_b, sideways_a, sideways_b = t[a], t[b], sideways[a], sideways[b]
    t_step, step = t_b - t_a, sideways_b - sideways_a
    spin = t_a * sideways_b - t_b * sideways_a
    slope = step / np.where(t_step == 0, 1.0, t_step)
    ends = []
    for t_end, sideways_end in ((t_a, sideways_a), (t_b, sideways_b)):
        t_cut = np.clip(t_end, _NEAR, _FAR)
        ends.append(np.clip((sideways_end + (t_cut - t_end) * slope) / t_cut, -1.0, 1.0))
    low, high = np.minimum(*ends), np.maximum(*ends)
    # An edge along a ray is in no slice's way, but a slice must not have it in its middle.
    real = (high > low) | (np.abs(low) < 1)
    spin = np.where(spin == 0, 1.0, spin)[real]
    return Edges(
        meeting=meeting[a[real]],
        low=low[real],
        high=high[real],
        near=step[real] / spin,
        turn=-t_step[real] / spin,
        enters=spin > 0,
    )


def _skylined(prisms: Prisms, wedges: Wedges, meetings: Meetings) -> Meetings:
    """Leave of solids with many edges only the skyline, where what they hide reaches down to the foot."""
    edges, wedge, prism = meetings.edges, meetings.wedge, meetings.prism
    deep = prisms.bottom[prism] <= np.minimum(wedges.foot[wedge], wedges.eye[wedge, 2])
    chosen = deep & (np.bincount(edges.meeting, minlength=len(wedge)) > _MANY)
    member = np.flatnonzero(chosen)
    if not len(member):
        return meetings
    many = meetings.together(member, group=np.arange(len(member)))
    cuts = _cuts(many)
    middle = (cuts.left + cuts.right) / 2
    last = _rise_of_top(prisms, wedges, many) <= 0
    inner = many.edges
    size = len(inner.meeting)
    found = outermost(
        Reaches(cuts.begin, cuts.end, inner.near, inner.turn, inner.enters, last[inner.meeting]), middle
    )
    # Who first leaves began inside, at the eye; who last enters is inside up to the rectangle's plane.
    is_last = last[cuts.group]
    beyond = np.where(is_last, size + 1, size)
    source = np.where(found < 0, -1, np.where(inner.enters[found] == is_last, beyond, found))
    base = offsets(cuts.count)
    numbers = np.arange(len(middle))
    within = numbers < (cuts.first + cuts.count)[cuts.group]
    _, whole = _unbroken(prisms, wedges, many, cuts, base=base, met=found[within] >= 0, middle=middle)
    source[whole] = beyond[whole]

    shown = np.flatnonzero(within & (source >= 0))
    goes_on = (source[shown[1:]] == source[shown[:-1]]) & (shown[1:] == shown[:-1] + 1)
    goes_on &= cuts.group[shown[1:]] == cuts.group[shown[:-1]]
    begin, end = (
        shown[np.append(True, ~goes_on)[: len(shown)]],
        shown[np.append(~goes_on, True)[: len(shown)]],
    )
    near, turn = np.append(inner.near, (_CLOSEST, 1.0)), np.append(inner.turn, (0.0, 0.0))
    kept = np.flatnonzero(~chosen[edges.meeting])
    owner = np.concatenate((edges.meeting[kept], member[cuts.group[begin]]))
    order = np.argsort(owner, kind="stable")
    whose = source[begin]
    return Meetings(
        wedge,
        prism,
        meetings.group,
        Edges(
            meeting=owner[order],
            low=np.concatenate((edges.low[kept], cuts.left[begin]))[order],
            high=np.concatenate((edges.high[kept], cuts.right[end]))[order],
            near=np.concatenate((edges.near[kept], near[whose]))[order],
            turn=np.concatenate((edges.turn[kept], turn[whose]))[order],
            enters=np.concatenate((edges.enters[kept], np.ones(len(begin), dtype=np.bool_)))[order],
        ),
        chosen,
    )


def _rise_of_top(prisms: Prisms, wedges: Wedges, meetings: Meetings) -> Floats:
    """Return how far each prism's top is above the eye where the eye is."""
    plane, eye = prisms.top[meetings.prism], wedges.eye[meetings.wedge]
    over: Floats = plane[:, 0] + (plane[:, 1:] * eye[:, :2]).sum(axis=1) - eye[:, 2]
    over[np.abs(over) <= EPSILON] = 0.0
    return over


def _cuts(meetings: Meetings) -> _Cuts:
    """Cut the wedge of each group at both ends of every edge and at the sides of the rectangle."""
    edges = meetings.edges
    groups = int(meetings.group.max(initial=-1)) + 1
    owner = meetings.group[edges.meeting]
    every = np.arange(groups)
    owner = np.concatenate((owner, owner, every, every))
    place = np.concatenate((edges.low, edges.high, np.full(groups, -1.0), np.full(groups, 1.0)))
    key = 4 * owner + place
    order = np.argsort(key)
    key, owner, place = key[order], owner[order], place[order]
    is_new = np.ones(len(order), dtype=np.bool_)
    is_new[1:] = key[1:] - key[:-1] > _SAME
    rank = np.empty(len(order), dtype=np.intp)
    rank[order] = np.cumsum(is_new) - 1
    owner, left = owner[is_new], place[is_new]
    # What would reach from one group's right side to the next one's left is a slice without width.
    right = left.copy()
    right[:-1] = np.where(owner[1:] == owner[:-1], left[1:], left[:-1])
    size = len(edges.meeting)
    first, last = rank[2 * size : 2 * size + groups], rank[2 * size + groups :]
    return _Cuts(owner, left, right, first, last - first, begin=rank[:size], end=rank[size : 2 * size])


def _stretches(prisms: Prisms, wedges: Wedges, meetings: Meetings, cuts: _Cuts) -> _Stretches:
    """Follow the ray in the middle of each slice from edge to edge of each prism."""
    edges = meetings.edges
    edge, slice_ = runs(cuts.begin, cuts.end - cuts.begin)
    outline, outline_slice = edge[:0], slice_[:0]
    if meetings.skyline.any():
        of_skyline = meetings.skyline[edges.meeting[edge]]
        outline, outline_slice = edge[of_skyline], slice_[of_skyline]
        edge, slice_ = edge[~of_skyline], slice_[~of_skyline]
    meeting = edges.meeting[edge]
    base = offsets(cuts.count[meetings.group])
    crossing = base[meeting] + slice_ - cuts.first[meetings.group[meeting]]
    middle = (cuts.left + cuts.right) / 2
    t = 1 / np.maximum(edges.near[edge] + edges.turn[edge] * middle[slice_], 1.0)
    # Entering a little sooner: faces that touch then overlap instead of leaving what was never entered.
    order = np.argsort(crossing + (t - _THIN * edges.enters[edge]) / 2)
    edge, slice_, meeting, crossing = edge[order], slice_[order], meeting[order], crossing[order]

    begins = np.ones(len(edge), dtype=np.bool_)
    begins[1:] = crossing[1:] != crossing[:-1]
    start = np.flatnonzero(begins)
    depth = np.cumsum(2 * edges.enters[edge].astype(np.intp) - 1)
    before = np.append(np.zeros(min(len(depth), 1), dtype=np.intp), depth[:-1])[start]
    number = np.cumsum(begins) - 1
    # A ray that leaves more often than it has entered began inside.
    at_eye = np.maximum(before - np.minimum.reduceat(depth, start), 0) if len(start) else before
    inside = np.flatnonzero(depth + (at_eye - before)[number] > 0)
    opened = start[at_eye > 0]
    eye, plane = len(edges.meeting), len(edges.meeting) + 1
    leave = np.full(len(edge), plane)
    leave[:-1][~begins[1:]] = edge[1:][~begins[1:]]

    met = np.zeros(base[-1], dtype=np.bool_)
    met[crossing] = True
    whole_meeting, whole_slice = _unbroken(prisms, wedges, meetings, cuts, base=base, met=met, middle=middle)
    return _Stretches(
        meeting=np.concatenate((meeting[inside], meeting[opened], whole_meeting, edges.meeting[outline])),
        slice=np.concatenate((slice_[inside], slice_[opened], whole_slice, outline_slice)),
        enter=np.concatenate((edge[inside], np.full(len(opened) + len(whole_slice), eye), outline)),
        leave=np.concatenate((leave[inside], edge[opened], np.full(len(whole_slice), plane), outline)),
    )


def _unbroken(
    prisms: Prisms,
    wedges: Wedges,
    meetings: Meetings,
    cuts: _Cuts,
    *,
    base: Ints,
    met: Bools,
    middle: Floats,
) -> tuple[Ints, Ints]:
    """Find the meetings and slices where a ray crosses no edge because it runs inside the whole way."""
    box, eye = prisms.box[meetings.prism], wedges.eye[meetings.wedge, :2]
    # From a corner, too, a ray can run inside; and what is at the eye was not counted as crossed.
    slack = 2 * _NEAR * np.abs(wedges.ahead[meetings.wedge]).sum(axis=1)[:, None]
    reached = ((box[:, :2] <= eye + slack) & (eye - slack <= box[:, 2:])).all(axis=1)
    around = np.flatnonzero(reached & ~meetings.skyline)
    owner, crossing = runs(base[around], base[around + 1] - base[around])
    meeting = around[owner]
    free = ~met[crossing]
    meeting, crossing = meeting[free], crossing[free]
    wedge = meetings.wedge[meeting]
    slice_ = crossing - base[meeting] + cuts.first[meetings.group[meeting]]
    way = (wedges.ahead[wedge] + middle[slice_, None] * wedges.side[wedge]) / 2
    x, y = wedges.eye[wedge, 0] + way[:, 0], wedges.eye[wedge, 1] + way[:, 1]
    inside = contains(prisms.polygons[meetings.prism[meeting]], x, y)
    return meeting[inside], slice_[inside]


def _bands(prisms: Prisms, wedges: Wedges, meetings: Meetings, cuts: _Cuts, stretches: _Stretches) -> Bands:
    """Project each stretch's top and underside on the rectangle; drop what falls beside it."""
    wedge, prism = meetings.wedge, meetings.prism
    eye, height = wedges.eye[wedge], wedges.height[wedge]
    plane = prisms.top[prism]
    over = _rise_of_top(prisms, wedges, meetings)
    under = prisms.bottom[prism] - eye[:, 2]
    under[np.abs(under) <= EPSILON] = 0.0
    level = (eye[:, 2] - wedges.foot[wedge]) / height
    climb = (plane[:, 1:] * wedges.ahead[wedge]).sum(axis=1) / height
    tilt = (plane[:, 1:] * wedges.side[wedge]).sum(axis=1) / height

    edges = meetings.edges
    near, turn = np.append(edges.near, (_CLOSEST, 1.0)), np.append(edges.turn, (0.0, 0.0))
    meeting = stretches.meeting
    left, right = cuts.left[stretches.slice], cuts.right[stretches.slice]
    level, climb, tilt = level[meeting], climb[meeting], tilt[meeting]
    # Seen against the rectangle a surface above the eye sinks with the distance, one below it rises.
    rise = (over / height)[meeting]
    edge = np.where(rise > 0, stretches.enter, stretches.leave)
    high = [level + climb + tilt * v + rise * (near[edge] + turn[edge] * v) for v in (left, right)]
    rise = (under / height)[meeting]
    edge = np.where(rise > 0, stretches.leave, stretches.enter)
    low = [level + rise * (near[edge] + turn[edge] * v) for v in (left, right)]
    shows = ((high[0] > 0) | (high[1] > 0)) & ((low[0] < 1) | (low[1] < 1))
    return Bands(stretches.slice, low[0], low[1], high[0], high[1]).take(np.flatnonzero(shows))


def _axes(wedges: Wedges) -> tuple[Floats, Floats]:
    """Return what turns a way from the eye into t and into t times v, by a product of each."""
    return (
        wedges.ahead / (wedges.ahead**2).sum(axis=1)[:, None],
        wedges.side / (wedges.side**2).sum(axis=1)[:, None],
    )
