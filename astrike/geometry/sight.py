"""How much of an upright rectangle do solids hide from an eye, exactly?

`slices` cuts the wedge of sight so that every solid covers bands with straight ends, `bands` measures what they
cover together; nothing is sampled. Which solids count for whom, and what a share means, is not decided here.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import EPSILON, Bools, Floats, Ints, floats
from astrike.geometry.bands import covers, cut, each_covers
from astrike.geometry.prisms import Prisms
from astrike.geometry.slices import Slices, Wedges, slice_wedges

_NAMED = 1e-6  # share from which a piece is named
_AT_ONCE = 1_000_000  # lines times corners looked at in one go: bounds the memory, fills the cache


@dataclass(frozen=True, slots=True, eq=False)
class HiddenShares:
    """Hidden share of each line (n,); and sparse, what each piece alone hides: line, piece, part (m,)."""

    share: Floats
    line: Ints
    piece: Ints
    part: Floats


@dataclass(frozen=True, slots=True, eq=False)
class HiddenStrips:
    """The hidden part as trapezoids (m,) in inches: sideways from the middle, left as seen; up from the foot."""

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
    >>> found = hidden_shares(
    ...     make_prisms([wall], bottom=[0], top=[1.0], piece=[0]), eye=(6, 0, 2), foot=(6, 12, 0), width=1.25, height=2
    ... )
    >>> round(float(found.share[0]), 4)
    0.4783
    """
    wedges, seen = _wedges(eye, foot, width, height)
    share = np.zeros(len(wedges))
    found: list[tuple[Ints, Ints, Floats]] = [(_NONE, _NONE, np.zeros(0))]
    step = max(1, _AT_ONCE // max(1, len(prisms.corner), len(prisms)))
    for begin in range(0, len(seen), step):
        rows = seen[begin : begin + step]
        slices = slice_wedges(prisms, wedges.take(rows), use=None if use is None else use[rows])
        alone = each_covers(slices.bands)
        weight = (slices.right - slices.left) / 2
        together = covers(slices.bands, fields=len(weight), alone=alone)
        share[rows] = np.bincount(slices.wedge, weights=weight * together, minlength=len(rows))
        line, piece, part = _parts(slices, piece=prisms.piece[slices.prism], alone=alone, weight=weight)
        found.append((rows[line], piece, part))
    line, piece, part = (np.concatenate(column) for column in zip(*found, strict=True))
    return HiddenShares(np.minimum(share, 1.0), line, piece, np.minimum(part, 1.0))


def hidden_strips(
    prisms: Prisms, *, eye: ArrayLike, foot: ArrayLike, width: float, height: float, use: Bools | None = None
) -> HiddenStrips:
    """Return the hidden part of one rectangle for drawing; its area is the hidden share of width times height.

    `eye` and `foot` are (3,), `use` is (P,).
    """
    wedges, seen = _wedges(eye, foot, width, height)
    slices = slice_wedges(prisms, wedges.take(seen), use=None if use is None else use.reshape(1, -1)[seen])
    bands = slices.bands
    cuts = cut(bands)
    begin, size = slices.left[cuts.field], (slices.right - slices.left)[cuts.field]
    low = [bands.low_at(cuts.below, side) * height for side in (cuts.left, cuts.right)]
    high = [bands.high_at(cuts.above, side) * height for side in (cuts.left, cuts.right)]
    left, right = ((begin + side * size) * width / 2 for side in (cuts.left, cuts.right))
    wide = right > left
    return HiddenStrips(*(column[wide] for column in (left, right, low[0], high[0], low[1], high[1])))


def _wedges(eye: ArrayLike, foot: ArrayLike, width: ArrayLike, height: ArrayLike) -> tuple[Wedges, Ints]:
    """Return the wedges of all lines, and which of them have a rectangle to look at."""
    eyes, feet = floats(eye, columns=3), floats(foot, columns=3)
    widths, heights = (np.broadcast_to(floats(size), len(eyes)) for size in (width, height))
    ahead = feet[:, :2] - eyes[:, :2]
    distance = np.hypot(ahead[:, 0], ahead[:, 1])
    seen = np.flatnonzero((distance > EPSILON) & (widths > EPSILON) & (heights > EPSILON))
    half = widths / 2 / np.maximum(distance, EPSILON)
    side = np.column_stack((ahead[:, 1] * half, -ahead[:, 0] * half))
    return Wedges(eyes, ahead, side, feet[:, 2], heights), seen


def _parts(slices: Slices, *, piece: Ints, alone: Floats, weight: Floats) -> tuple[Ints, Ints, Floats]:
    """Return what each piece alone hides in each wedge: wedge, piece, part."""
    pieces = int(piece.max(initial=0)) + 1
    slice_ = slices.bands.field
    # In most slices a piece covers one band; only where it covers several must they be united.
    owner, which = np.unique(slice_ * pieces + piece, return_inverse=True)
    part = covers(slices.bands.inside(which), fields=len(owner), alone=alone)
    part *= weight[owner // pieces]
    both, which = np.unique(slices.wedge[owner // pieces] * pieces + owner % pieces, return_inverse=True)
    total = np.bincount(which, weights=part, minlength=len(both))
    named = total > _NAMED
    return both[named] // pieces, both[named] % pieces, total[named]


_NONE: Ints = np.zeros(0, dtype=np.intp)
