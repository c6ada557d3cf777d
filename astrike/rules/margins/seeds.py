"""Places worth a look before any grid: where a base just meets an edge or a corner, and where a bracket ends.

Which question: at which displacements may something jump? Whatever hangs on what lies under a base jumps there, and a
corner that points at the base may lie between the points of every grid.
"""

import numpy as np

from astrike.geometry.arrays import Floats, rings
from astrike.geometry.bases import reach_along
from astrike.rules.battlefield import Field

HAIR = 3e-4
"""Inches beyond what jumps."""


def seeds(field: Field, i: int, other: int, *, reach: float, most: int) -> Floats:
    """Give displacements (n, 2) of unit i at which something may just have changed, nearest first."""
    home = field.units.bases.xy[i]
    found = np.concatenate((_at_edges(field, i, home, reach), _at_ranges(field, i, other)))
    far = np.hypot(found[:, 0], found[:, 1])
    kept = (far <= reach) & (far > 0.0)
    found, far = found[kept], far[kept]
    return found[np.argsort(far, kind="stable")[:most]]


def _at_edges(field: Field, i: int, home: Floats, reach: float) -> Floats:
    """Where centre or edge of the base meets the nearest point of an edge of terrain: to it, and away from it."""
    bases = field.units.bases
    corner, ring, _ = rings(field.lie.polygons)
    follows = ring[1:] == ring[:-1]
    start, end = corner[:-1][follows], corner[1:][follows]
    along = end - start
    square = np.maximum((along**2).sum(axis=1), 1e-12)
    share = np.clip(((home - start) * along).sum(axis=1) / square, 0.0, 1.0)
    foot = start + share[:, None] * along - home
    width = float(bases.radius[i]) if bases.is_round[i] else 0.0
    far = np.hypot(foot[:, 0], foot[:, 1])
    near = (far < reach + width + 2.0) & (far > 1e-9)
    foot, far = foot[near], far[near]
    heading = foot / far[:, None]
    if not bases.is_round[i]:
        width_along = reach_along(bases, np.full(len(foot), i, dtype=np.intp), home + heading)
    else:
        width_along = np.full(len(foot), width)
    steps = [
        length + hair for length in (far, far - width_along, far + width_along) for hair in (-HAIR, HAIR)
    ]
    places = np.concatenate([heading * step[:, None] for step in steps])
    return np.unique(np.round(places, 7), axis=0)


def _at_ranges(field: Field, i: int, other: int) -> Floats:
    """Where the distance to the other unit is that at which a range bracket ends."""
    bases = field.units.bases
    way = bases.xy[other] - bases.xy[i]
    apart = float(np.hypot(*way))
    if apart <= 0.0:
        return np.empty((0, 2))
    ours, theirs = (
        float(reach_along(bases, [one], [bases.xy[two]])[0]) for one, two in ((i, other), (other, i))
    )
    now = apart - ours - theirs
    bounds = [0.0, *(end for row in field.edition.brackets.values() for end in (row.upto, row.underwater))]
    steps = np.array([now - bound + hair for bound in bounds for hair in (-HAIR, HAIR)])
    found: Floats = steps[:, None] * (way / apart)
    return found
