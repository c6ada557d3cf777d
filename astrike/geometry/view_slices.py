"""Where must a wedge of sight be cut, so that in each slice every prism covers bands with straight ends?

A wedge reaches from an eye to the left and right side of an upright rectangle that faces the eye. It is cut
by upright planes through the eye at every corner of a prism inside it and wherever an edge crosses the
rectangle's plane. Between two cuts the nearness 1/t of an edge is linear in the sideways place, and so is the
height at which its upper or lower end is seen against the rectangle.

What the bands cover together is for `occlusion_bands`, what it means for `sight`.
"""

import numpy as np

from astrike.dataclass import dataclass
from astrike.deadline import go_on
from astrike.geometry.arrays import EPSILON, Bools, Floats, Ints, contains, offsets, runs
from astrike.geometry.occlusion_bands import OcclusionBands
from astrike.geometry.prisms import Prisms
from astrike.geometry.skylines import EdgeReaches, outermost, sky_openings
from astrike.geometry.view_wedges import ViewWedges, WedgeEdges, WedgeFaces, WedgeMeetings, rise_of_top

_NEAR = 1e-7  # t below which a place is at the eye: from there its direction would be noise
_FAR = 1 - 1e-10  # t from which a place is in the rectangle's plane: touching it from behind is not between
_CLOSEST = 1e12  # nearness 1/t that stands for the eye itself
_SAME = 1e-11  # v this close together is one place
_THIN = 1e-9  # t between faces too close to each other to tell by computing which comes first
_MANY = 150  # edges of a solid in a wedge from which it pays to look for its skyline first


@dataclass(frozen=True, slots=True, eq=False)
class ViewSlices:
    """The slices (s,) of all groups, from `left` to `right` in v, and bands: each one's field is its slice.

    Some slices have no width.
    """

    group: Ints
    left: Floats
    right: Floats
    bands: OcclusionBands


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


def meet_prisms(prisms: Prisms, wedges: ViewWedges, *, use: Bools | None) -> WedgeMeetings:
    """Find all wedges and prisms that may meet, each meeting a group by itself."""
    go_on()
    wedge, prism = _candidates(prisms, wedges, use)
    edges = _edges(prisms, wedges, wedge, prism)
    none = np.zeros(len(wedge), dtype=np.bool_)
    return _skylined(prisms, wedges, WedgeMeetings(wedge, prism, np.arange(len(wedge)), edges, none))


def cut_view_slices(prisms: Prisms, wedges: ViewWedges, meetings: WedgeMeetings) -> ViewSlices:
    """Cut the wedge of each group and return the bands that the group's prisms cover in its slices."""
    go_on()
    cuts = _cuts(meetings)
    stretches = _stretches(prisms, wedges, meetings, cuts)
    return ViewSlices(cuts.group, cuts.left, cuts.right, _bands(prisms, wedges, meetings, cuts, stretches))


def _candidates(prisms: Prisms, wedges: ViewWedges, use: Bools | None) -> tuple[Ints, Ints]:
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


def _edges(prisms: Prisms, wedges: ViewWedges, wedge: Ints, prism: Ints) -> WedgeEdges:
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
    return WedgeEdges(
        meeting=meeting[a[real]],
        low=low[real],
        high=high[real],
        near=step[real] / spin,
        turn=-t_step[real] / spin,
        enters=spin > 0,
    )


def _skylined(prisms: Prisms, wedges: ViewWedges, meetings: WedgeMeetings) -> WedgeMeetings:
    """Leave of solids with many edges only those that can be seen: of some the first or last on each ray."""
    go_on()
    edges, wedge, prism = meetings.edges, meetings.wedge, meetings.prism
    chosen = np.bincount(edges.meeting, minlength=len(wedge)) > _MANY
    member = np.flatnonzero(chosen)
    if not len(member):
        return meetings
    many = meetings.together(member, group=np.arange(len(member)))
    bottom, eye = prisms.bottom[many.prism], wedges.eye[many.wedge, 2]
    rise, is_over = rise_of_top(prisms, wedges, many), bottom > eye + EPSILON
    # A top as high as the eye looks the same wherever it ends.
    is_last = (rise < 0) | ((rise == 0) & is_over)
    # What one edge hides, the others hide in part: of a top above and an underside below the eye, or the other
    # way round beside a ramp; and where it is hidden down to the foot.
    outline = (is_over == is_last) | (is_last & (bottom <= np.minimum(wedges.foot[many.wedge], eye)))
    cuts = _cuts(many)
    found = _seen(prisms, wedges, many, cuts, outline=outline, is_last=is_last)
    kept = np.flatnonzero(~chosen[edges.meeting])
    owner = np.concatenate((edges.meeting[kept], member[found.meeting]))
    order = np.argsort(owner, kind="stable")
    skyline = chosen.copy()
    skyline[member] = outline
    return WedgeMeetings(
        wedge,
        prism,
        meetings.group,
        WedgeEdges(
            meeting=owner[order],
            low=np.concatenate((edges.low[kept], found.low))[order],
            high=np.concatenate((edges.high[kept], found.high))[order],
            near=np.concatenate((edges.near[kept], found.near))[order],
            turn=np.concatenate((edges.turn[kept], found.turn))[order],
            enters=np.concatenate((edges.enters[kept], found.enters))[order],
        ),
        skyline,
    )


def _seen(
    prisms: Prisms, wedges: ViewWedges, many: WedgeMeetings, cuts: _Cuts, *, outline: Bools, is_last: Bools
) -> WedgeEdges:
    """Return the parts of edges, in any order, that bound what each meeting, a group by itself, hides."""
    go_on()
    edges, size = many.edges, len(many.edges.meeting)
    reaches = EdgeReaches(cuts.begin, cuts.end, edges.near, edges.turn, edges.enters)
    middle = (cuts.left + cuts.right) / 2
    within = np.arange(len(middle)) < (cuts.first + cuts.count)[cuts.group]
    # Who first leaves began inside, at the eye; who last enters is inside up to the rectangle's plane.
    near, turn = np.append(edges.near, (_CLOSEST, 1.0)), np.append(edges.turn, (0.0, 0.0))
    parts = []
    for last in (False, True):
        asked = ~outline | (is_last == last)
        some = np.flatnonzero(asked[edges.meeting])
        if not len(some):
            continue
        best = outermost(reaches.take(some), middle, last=np.full(len(some), last))
        best = np.where(best < 0, -1, some[best])
        beyond = size + 1 if last else size
        source = np.where(best < 0, -1, np.where(edges.enters[best] == last, beyond, best))
        _, whole = _unbroken(
            prisms, wedges, many, cuts, base=offsets(cuts.count), met=best[within] >= 0, middle=middle
        )
        source[whole] = beyond
        source[~asked[cuts.group]] = -1
        shown = np.flatnonzero(within & (source >= 0))
        breaks = (source[shown[1:]] != source[shown[:-1]]) | (shown[1:] != shown[:-1] + 1)
        breaks |= cuts.group[shown[1:]] != cuts.group[shown[:-1]]
        begin, end = (
            shown[np.append(True, breaks)[: len(shown)]],
            shown[np.append(breaks, True)[: len(shown)]],
        )
        whose = source[begin]
        enters = np.full(len(begin), not last)
        parts.append(
            WedgeEdges(cuts.group[begin], cuts.left[begin], cuts.right[end], near[whose], turn[whose], enters)
        )
    parts += _openings(prisms, wedges, many, cuts, some=np.flatnonzero(~outline[edges.meeting]))
    return WedgeEdges(
        meeting=np.concatenate([part.meeting for part in parts]),
        low=np.concatenate([part.low for part in parts]),
        high=np.concatenate([part.high for part in parts]),
        near=np.concatenate([part.near for part in parts]),
        turn=np.concatenate([part.turn for part in parts]),
        enters=np.concatenate([part.enters for part in parts]),
    )


def _openings(
    prisms: Prisms, wedges: ViewWedges, many: WedgeMeetings, cuts: _Cuts, *, some: Ints
) -> list[WedgeEdges]:
    """Return the parts of these edges that one sees the rectangle between: by which rays leave, and enter again."""
    go_on()
    if not len(some):
        return []
    edges = many.edges
    reaches = EdgeReaches(cuts.begin, cuts.end, edges.near, edges.turn, edges.enters)
    found = sky_openings(reaches.take(some), cuts.left, cuts.right)
    before, after = some[found.before], some[found.after]
    left, right = cuts.left[found.begin], cuts.right[found.end - 1]
    meeting, faces = edges.meeting[before], WedgeFaces.of(prisms, wedges, many)
    # Of faces below the eye the farther edge is seen above the nearer one, of faces above it below.
    is_over = faces.under[meeting] > 0
    upper, lower = np.where(is_over, before, after), np.where(is_over, after, before)
    floor = [faces.top_at(meeting, edges.near[lower] + edges.turn[lower] * v, v) for v in (left, right)]
    ceiling = [faces.underside_at(meeting, edges.near[upper] + edges.turn[upper] * v) for v in (left, right)]
    wide, wide_right = ceiling[0] - floor[0], ceiling[1] - floor[1]
    cut = left + (right - left) * wide / np.where(wide == wide_right, 1.0, wide - wide_right)
    left, right = np.where(wide > 0, left, cut), np.where(wide_right > 0, right, cut)
    shows = ((wide > 0) | (wide_right > 0)) & (np.minimum(*floor) < 1) & (np.maximum(*ceiling) > 0)
    return [
        WedgeEdges(
            meeting[shows], left[shows], right[shows], edges.near[edge], edges.turn[edge], edges.enters[edge]
        )
        for edge in (before[shows], after[shows])
    ]


def _cuts(meetings: WedgeMeetings) -> _Cuts:
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


def _stretches(prisms: Prisms, wedges: ViewWedges, meetings: WedgeMeetings, cuts: _Cuts) -> _Stretches:
    """Follow the ray in the middle of each slice from edge to edge of each prism."""
    go_on()
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
    wedges: ViewWedges,
    meetings: WedgeMeetings,
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


def _bands(
    prisms: Prisms, wedges: ViewWedges, meetings: WedgeMeetings, cuts: _Cuts, stretches: _Stretches
) -> OcclusionBands:
    """Project each stretch's top and underside on the rectangle; drop what falls beside it."""
    go_on()
    faces, edges = WedgeFaces.of(prisms, wedges, meetings), meetings.edges
    near, turn = np.append(edges.near, (_CLOSEST, 1.0)), np.append(edges.turn, (0.0, 0.0))
    meeting = stretches.meeting
    sides = cuts.left[stretches.slice], cuts.right[stretches.slice]
    # Seen against the rectangle a surface above the eye sinks with the distance, one below it rises.
    edge = np.where(faces.over[meeting] > 0, stretches.enter, stretches.leave)
    high = [faces.top_at(meeting, near[edge] + turn[edge] * v, v) for v in sides]
    edge = np.where(faces.under[meeting] > 0, stretches.leave, stretches.enter)
    low = [faces.underside_at(meeting, near[edge] + turn[edge] * v) for v in sides]
    shows = ((high[0] > 0) | (high[1] > 0)) & ((low[0] < 1) | (low[1] < 1))
    return OcclusionBands(stretches.slice, low[0], low[1], high[0], high[1]).take(np.flatnonzero(shows))


def _axes(wedges: ViewWedges) -> tuple[Floats, Floats]:
    """Return what turns a way from the eye into t and into t times v, by a product of each."""
    return (
        wedges.ahead / (wedges.ahead**2).sum(axis=1)[:, None],
        wedges.side / (wedges.side**2).sum(axis=1)[:, None],
    )
