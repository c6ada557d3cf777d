"""How much is hidden, by thousands of plain slices: a second reference that shares no idea with the first.

Every slice is one upright plane through the eye. In it a prism is a row of trapezoids; each covers a stretch
of the silhouette's upright line; the stretches are united and measured.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from tests.oracle.plain import Solid

SLICES = 4096
BLOCK = 64
"""So many lines at once: what is worked out for all edges of a large outline stays in the processor's cache."""


def sliced_share(
    solids: Iterable[Solid],
    *,
    eye: Sequence[float],
    foot: Sequence[float],
    width: float,
    height: float,
    slices: int = SLICES,
) -> float:
    """Return the mean hidden share of so many slices, each in the middle of its strip."""
    away = np.array([foot[0] - eye[0], foot[1] - eye[1]])
    distance = float(np.hypot(*away))
    if distance == 0:
        return 0.0
    ahead = away / distance
    right = np.array([ahead[1], -ahead[0]])
    lateral = ((np.arange(slices) + 0.5) / slices - 0.5) * width
    aims = np.array(foot[:2]) + lateral[:, None] * right
    lows, highs = [np.zeros((slices, 0))], [np.zeros((slices, 0))]
    for solid in solids:
        low, high = _covered(solid, eye=np.asarray(eye, dtype=float), aims=aims)
        lows.append(np.clip((low - foot[2]) / height, 0, 1))
        highs.append(np.clip((high - foot[2]) / height, 0, 1))
    low, high = np.hstack(lows), np.hstack(highs)
    order = np.argsort(low, axis=1)
    low, high = np.take_along_axis(low, order, 1), np.take_along_axis(high, order, 1)
    reached, hidden = np.zeros(slices), np.zeros(slices)
    for column in range(low.shape[1]):
        hidden += np.maximum(high[:, column] - np.maximum(low[:, column], reached), 0)
        reached = np.maximum(reached, high[:, column])
    return float(hidden.mean())


def _covered(solid: Solid, *, eye: np.ndarray, aims: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the stretches (slices, k) that the prism covers on each slice's upright line."""
    rings = [np.asarray(ring.coords) for ring in (solid.polygon.exterior, *solid.polygon.interiors)]
    met = [_meets(eye[:2], aims, ring, at) for ring in rings for at in range(0, len(aims), BLOCK)]
    # Along the whole straight line the crossings come in pairs: in, out, in, out.
    t = np.sort(_by_slice(met, len(aims)), axis=1)
    t = np.clip(t, 1e-12, 1)
    enter, leave = t[:, 0::2], t[:, 1::2]
    size = min(enter.shape[1], leave.shape[1])
    enter, leave = enter[:, :size], leave[:, :size]
    ends = []
    for at in (enter, leave):
        x = eye[0] + at * (aims[:, :1] - eye[0])
        y = eye[1] + at * (aims[:, 1:] - eye[1])
        top = solid.top[0] + solid.top[1] * x + solid.top[2] * y
        ends += [eye[2] + (top - eye[2]) / at, eye[2] + (solid.bottom - eye[2]) / at]
    some = leave > enter
    low = np.where(some, np.minimum.reduce(ends), 0)
    high = np.where(some, np.maximum.reduce(ends), low)
    used = some.any(axis=0)
    return low[:, used], high[:, used]


def _by_slice(met: list[tuple[np.ndarray, np.ndarray]], slices: int) -> np.ndarray:
    """Give each slice a row of the places where it meets an edge, filled up with infinity."""
    of, t = (np.concatenate(each) for each in zip(*met, strict=True))
    count = np.bincount(of, minlength=slices)
    found = np.full((slices, int(count.max(initial=0))), np.inf)
    found[np.arange(found.shape[1]) < count[:, None]] = t[np.argsort(of, kind="stable")]
    return found


def _meets(eye: np.ndarray, aims: np.ndarray, ring: np.ndarray, at: int) -> tuple[np.ndarray, np.ndarray]:
    """Return which line of a block meets an edge, and where on it: 1 at the silhouette."""
    direction, a, b = aims[at : at + BLOCK] - eye, ring[:-1], ring[1:]
    side = direction[:, :1] * (ring[:, 1] - eye[1]) - direction[:, 1:] * (ring[:, 0] - eye[0])
    is_left = side > 0
    of, edge = np.nonzero(is_left[:, :-1] != is_left[:, 1:])
    share = side[of, edge] / (side[of, edge] - side[of, edge + 1])
    x = a[edge, 0] + share * (b[edge, 0] - a[edge, 0]) - eye[0]
    y = a[edge, 1] + share * (b[edge, 1] - a[edge, 1]) - eye[1]
    t = (x * direction[of, 0] + y * direction[of, 1]) / (direction**2).sum(axis=1)[of]
    return of + at, t
