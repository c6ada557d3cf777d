"""In which directions does an outline lie as seen from a place, and how far at most?

Everything behind an outline and between its two sides is in its shadow, be it convex or not: whoever looks from one
side to the other looks at some part of it. Heights are for the caller.
"""

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints, Shapes, outer_and_inner

_ROUND = 2.0 * np.pi


@dataclass(frozen=True, slots=True, eq=False)
class Shadows:
    """Outlines (k,) as seen from places (n,): all arrays are (n, k), angles counter-clockwise from east."""

    low: Floats
    """Angle of the right side, from -pi to pi; nan from inside an outline."""
    width: Floats
    """Angle between both sides."""
    far: Floats
    """Inches to the farthest corner."""

    def hides(self, place: Ints, angle: Floats, half: Floats, distance: Floats) -> Bools:
        """Say for lines (m,) from these places which outlines (m, k) hide all from `angle` - `half` to + `half`.

        Only from so many inches on, where all of the outline is nearer.
        """
        off = _half_round(angle - half)[:, None] - self.low[place]
        off += _ROUND * (off < 0.0)
        inside = off + 2.0 * half[:, None] <= self.width[place]
        return np.asarray(inside & (self.far[place] < distance[:, None]))


def shadows(places: Floats, outlines: Shapes) -> Shadows:
    """Return how outlines (k,) look from places (n, 2); their holes do not matter.

    >>> from astrike.geometry.arrays import make_polygon, shape_array
    >>> wall = make_polygon([(-1, 2), (1, 2), (1, 3), (-1, 3)])
    >>> found = shadows(np.array([[0.0, 0.0]]), shape_array([wall]))
    >>> np.degrees(found.low).round().tolist(), np.degrees(found.width).round().tolist(), found.far.round(2).tolist()
    ([[63.0]], [[53.0]], [[3.16]])
    """
    shape = (len(places), len(outlines))
    low, width, far = np.full(shape, np.nan), np.zeros(shape), np.full(shape, np.inf)
    for k, outline in enumerate(outlines):
        corner = outer_and_inner(outline)[0]
        x, y = corner[:, 0] - places[:, 0, None], corner[:, 1] - places[:, 1, None]
        turn = np.arctan2(
            x[:, :-1] * y[:, 1:] - y[:, :-1] * x[:, 1:], x[:, :-1] * x[:, 1:] + y[:, :-1] * y[:, 1:]
        )
        angle = np.cumsum(turn, axis=1)
        is_outside = np.abs(angle[:, -1]) < np.pi
        least = np.minimum(angle.min(axis=1), 0.0)
        most = np.maximum(angle.max(axis=1), 0.0)
        low[:, k] = np.where(is_outside, _half_round(np.arctan2(y[:, 0], x[:, 0]) + least), np.nan)
        width[:, k] = np.where(is_outside, most - least, -1.0)
        far[:, k] = np.sqrt((x**2 + y**2).max(axis=1))
    return Shadows(low, width, far)


def _half_round(angle: Floats) -> Floats:
    """Return the same angles from -pi to pi."""
    return np.asarray(np.mod(angle + np.pi, _ROUND) - np.pi)
