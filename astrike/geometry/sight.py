"""How much of an upright rectangle do solids hide from an eye, exactly?

`view_slices` cuts the wedge of sight so that every solid covers bands with straight ends, `occlusion_bands` measures
what they cover together; nothing is sampled. Which solids count for whom, and what a share means, is not decided here.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.deadline import go_on
from astrike.geometry.arrays import EPSILON, Bools, Floats, Ints, floats
from astrike.geometry.occlusion_bands import covered_shares, covered_trapezoids
from astrike.geometry.prisms import Prisms
from astrike.geometry.view_slices import cut_view_slices, meet_prisms
from astrike.geometry.view_wedges import ViewWedges, WedgeMeetings

_NAMED = 1e-6  # share from which a piece is named
_NOTHING = 1e-12  # share too small to matter
_AT_ONCE = 1_000_000  # lines times corners treated in one go: bounds the memory, fills the cache
_WORK = 5_000_000  # edges of a group, squared and summed: what its slices may take, bounds the memory as well
_FEW = 250  # corners that a line costs as much as, however little terrain there is

_Parts: TypeAlias = tuple[Ints, Ints, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class HiddenShares:
    """Hidden share of each line (n,); and sparse, what each piece alone hides: line, piece, part (m,)."""

    share: Floats
    line: Ints
    piece: Ints
    part: Floats


@dataclass(frozen=True, slots=True, eq=False)
class HiddenStrips:
    """The hidden part as trapezoids (m,) in inches: sideways from the middle, left as seen, and up."""

    left: Floats
    right: Floats
    low_left: Floats
    high_left: Floats
    low_right: Floats
    high_right: Floats


def hidden_shares(
    prisms: Prisms,
    *,
    eye: ArrayLike,
    foot: ArrayLike,
    width: ArrayLike,
    height: ArrayLike,
    use: Bools | None = None,
) -> HiddenShares:
    """Return which share of n upright rectangles the prisms hide from n eyes.

    A rectangle stands on `foot` (n, 3), its middle, facing the `eye` (n, 3), and is `width` by `height` (n,).
    What lies between eye and rectangle hides; what only touches does not. An eye inside a prism sees nothing,
    an eye on its top nothing below. `use` (n, P) False takes a prism away for one line. A rectangle straight
    above or below the eye, or without width or height, is not hidden.

    >>> from astrike.geometry.arrays import make_polygon
    >>> from astrike.geometry.prisms import make_prisms
    >>> wall = make_polygon([(5, 11), (7, 11), (7, 11.5), (5, 11.5)])
    >>> prisms = make_prisms([wall], bottom=[0], top=[1.0], piece=[7])
    >>> found = hidden_shares(prisms, eye=(6, 0, 2), foot=(6, 12, 0), width=1.25, height=2)
    >>> found.share.round(4).tolist(), found.piece.tolist()
    ([0.4783], [7])
    """
    wedges, seen = _wedges(eye, foot, width, height)
    share = np.zeros(len(wedges))
    found: list[_Parts] = [(_NONE, _NONE, np.zeros(0))]
    times = -(-len(seen) * max(len(prisms.corner), _FEW) // _AT_ONCE)
    for rows in np.array_split(seen, max(times, 1)):
        go_on()
        share[rows], (line, piece, part) = _measure(
            prisms, wedges.take(rows), use=None if use is None else use[rows]
        )
        found.append((rows[line], piece, part))
    line, piece, part = (np.concatenate(column) for column in zip(*found, strict=True))
    return HiddenShares(share, line, piece, part)


def hidden_strips(
    prisms: Prisms, *, eye: ArrayLike, foot: ArrayLike, width: float, height: float, use: Bools | None = None
) -> HiddenStrips:
    """Return the hidden part of one rectangle for drawing; its area is the hidden share of the rectangle's.

    `eye` and `foot` are (3,), `use` is (P,).

    >>> from astrike.geometry.arrays import make_polygon
    >>> from astrike.geometry.prisms import make_prisms
    >>> wall = make_polygon([(6, 6), (9, 6), (9, 7), (6, 7)])
    >>> prisms = make_prisms([wall], bottom=[0], top=[8.0], piece=[0])
    >>> strips = hidden_strips(prisms, eye=(6, 0, 2), foot=(6, 12, 0), width=1, height=2)
    >>> strips.left.tolist(), strips.right.tolist(), strips.high_left.tolist()
    ([0.0], [0.5], [2.0])
    """
    wedges, seen = _wedges(eye, foot, width, height)
    wedges = wedges.take(seen)
    meetings = meet_prisms(prisms, wedges, use=None if use is None else use.reshape(1, -1)[seen])
    every = np.arange(len(meetings.wedge))
    slices = cut_view_slices(prisms, wedges, meetings.together(every, group=np.zeros_like(every)))
    bands = slices.bands
    cuts = covered_trapezoids(bands)
    begin, size = slices.left[cuts.field], (slices.right - slices.left)[cuts.field]
    low = [bands.low_at(cuts.below, side) * height for side in (cuts.left, cuts.right)]
    high = [bands.high_at(cuts.above, side) * height for side in (cuts.left, cuts.right)]
    left, right = ((begin + side * size) * width / 2 for side in (cuts.left, cuts.right))
    wide = right > left
    return HiddenStrips(*(column[wide] for column in (left, right, low[0], high[0], low[1], high[1])))


def _wedges(eye: ArrayLike, foot: ArrayLike, width: ArrayLike, height: ArrayLike) -> tuple[ViewWedges, Ints]:
    """Return the wedges of all lines, and which of them have a rectangle to look at."""
    eyes, feet = floats(eye, columns=3), floats(foot, columns=3)
    widths, heights = (np.broadcast_to(floats(size), len(eyes)) for size in (width, height))
    ahead = feet[:, :2] - eyes[:, :2]
    distance = np.hypot(ahead[:, 0], ahead[:, 1])
    seen = np.flatnonzero((distance > EPSILON) & (widths > EPSILON) & (heights > EPSILON))
    half = widths / 2 / np.maximum(distance, EPSILON)
    side = np.column_stack((ahead[:, 1] * half, -ahead[:, 0] * half))
    return ViewWedges(eyes, ahead, side, feet[:, 2], heights), seen


def _measure(prisms: Prisms, wedges: ViewWedges, *, use: Bools | None) -> tuple[Floats, _Parts]:
    """Return the hidden share of each wedge, and which piece hides what in which wedge.

    Each prism is measured by itself first, which costs as much as there is terrain. Only what several prisms
    hide together, and none of them wholly, needs a wedge cut at the corners of all of them.
    """
    meetings = meet_prisms(prisms, wedges, use=use)
    part = _group_shares(prisms, wedges, meetings, groups=len(meetings.wedge))
    hides = np.flatnonzero(part > _NOTHING)
    part, wedge, piece = part[hides], meetings.wedge[hides], prisms.piece[meetings.prism[hides]]
    pieces = int(piece.max(initial=0)) + 1
    owners, owner = np.unique(wedge * pieces + piece, return_inverse=True)
    owner_wedge = owners // pieces

    part_of, is_open_part = _largest(part, owner, len(owners))
    share, is_open = _largest(part, wedge, len(wedges))
    is_single = np.bincount(owner_wedge, minlength=len(wedges)) == 1
    of_part = np.flatnonzero(is_open_part[owner])
    of_wedge = np.flatnonzero((is_open & ~is_single)[wedge])
    if len(of_part) + len(of_wedge):
        key = np.concatenate((owner[of_part], len(owners) + wedge[of_wedge]))
        asked, group = np.unique(key, return_inverse=True)
        joint = meetings.together(hides[np.concatenate((of_part, of_wedge))], group=group)
        total = _group_shares(prisms, wedges, joint, groups=len(asked))
        split = np.searchsorted(asked, len(owners))
        part_of[asked[:split]] = total[:split]
        share[asked[split:] - len(owners)] = total[split:]
    alone = is_single[owner_wedge]
    share[owner_wedge[alone]] = part_of[alone]
    named = part_of > _NAMED
    return share, (owner_wedge[named], owners[named] % pieces, part_of[named])


def _group_shares(prisms: Prisms, wedges: ViewWedges, meetings: WedgeMeetings, *, groups: int) -> Floats:
    """Return what the prisms of each group hide together."""
    share = np.zeros(groups)
    edges = np.bincount(meetings.group[meetings.edges.meeting], minlength=groups)
    portion = np.cumsum(edges.astype(np.float64) ** 2) // _WORK
    for some in np.split(np.arange(groups), np.flatnonzero(np.diff(portion)) + 1):
        go_on()
        if len(some) < groups:
            member = np.flatnonzero((meetings.group >= some[0]) & (meetings.group <= some[-1]))
            part = meetings.together(member, group=meetings.group[member] - some[0])
        else:
            part = meetings
        slices = cut_view_slices(prisms, wedges, part)
        weight = (slices.right - slices.left) / 2
        hidden = weight * covered_shares(slices.bands, fields=len(weight))
        share[some] = np.bincount(slices.group, weights=hidden, minlength=len(some))
    return np.minimum(share, 1.0)


def _largest(part: Floats, owner: Ints, count: int) -> tuple[Floats, Bools]:
    """Return each owner's largest part, and whether all its parts must be united to know what they hide."""
    largest = np.zeros(count)
    np.maximum.at(largest, owner, part)
    return largest, (np.bincount(owner, minlength=count) > 1) & (largest < 1 - _NOTHING)


_NONE: Ints = np.zeros(0, dtype=np.intp)
