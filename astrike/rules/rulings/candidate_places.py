"""At which displacements of a base may an answer jump?

Where a base just meets an edge or a corner, and where a range bracket ends. Whatever depends on what is under a base
jumps there, and a corner that points at the base may be between the points of every grid, so these places are tried
before any grid.
"""

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats, rings
from astrike.geometry.bases import Bases, reach_along
from astrike.rules.table.prepared_table import PreparedTable

HAIR = 3e-4
"""Inches beyond what jumps."""


@dataclass(frozen=True, slots=True)
class BaseOrPoint:
    """Something that is displaced, or toward which ranges run: a base or a point."""

    at: tuple[float, float]
    width: float
    """Half the width of a round base, 0 for a point."""
    bases: Bases | None = None
    """For a base that is not round, all bases there are."""
    i: int = 0
    """Index in `bases` of a base that is not round."""

    @classmethod
    def of_unit(cls, prepared: PreparedTable, i: int) -> "BaseOrPoint":
        """Give a unit's base as something that can be displaced."""
        bases, at = prepared.units.bases, prepared.units.bases.xy[i]
        place = (float(at[0]), float(at[1]))
        return cls(place, float(bases.radius[i])) if bases.is_round[i] else cls(place, 0.0, bases, i)

    def reach(self, places: Floats) -> Floats:
        """Give how far its edge is from its middle toward each of the places (n, 2)."""
        if self.bases is None:
            return np.full(len(places), self.width)
        return reach_along(self.bases, np.full(len(places), self.i, dtype=np.intp), places)


def candidate_displacements(
    prepared: PreparedTable, i: int, other: int, *, reach: float, most: int
) -> Floats:
    """Give displacements (n, 2) of unit i at which something may just have changed, nearest first."""
    here, there = BaseOrPoint.of_unit(prepared, i), BaseOrPoint.of_unit(prepared, other)
    return candidate_displacements_around(prepared, here, there, reach=reach, most=most)


def candidate_displacements_around(
    prepared: PreparedTable, here: BaseOrPoint, there: BaseOrPoint, *, reach: float, most: int
) -> Floats:
    """Give displacements (n, 2) of the first of two places at which something may just have changed, nearest first."""
    found = np.concatenate((_at_edges(prepared, here, reach), _at_ranges(prepared, here, there)))
    return _nearest(found, reach, most)


def edge_displacements(prepared: PreparedTable, here: BaseOrPoint, *, reach: float, most: int) -> Floats:
    """Give displacements (n, 2) at which the base just meets an edge of terrain, nearest first."""
    return _nearest(_at_edges(prepared, here, reach), reach, most)


def _nearest(found: Floats, reach: float, most: int) -> Floats:
    far = np.hypot(found[:, 0], found[:, 1])
    kept = (far <= reach) & (far > 0.0)
    found, far = found[kept], far[kept]
    return found[np.argsort(far, kind="stable")[:most]]


def _at_edges(prepared: PreparedTable, here: BaseOrPoint, reach: float) -> Floats:
    """Where centre or edge of the base meets the nearest point of an edge of terrain: to it, and away from it."""
    home = np.array(here.at)
    corner, ring, _ = rings(prepared.terrain.polygons)
    follows = ring[1:] == ring[:-1]
    start, end = corner[:-1][follows], corner[1:][follows]
    along = end - start
    square = np.maximum((along**2).sum(axis=1), 1e-12)
    share = np.clip(((home - start) * along).sum(axis=1) / square, 0.0, 1.0)
    foot = start + share[:, None] * along - home
    far = np.hypot(foot[:, 0], foot[:, 1])
    near = (far < reach + here.width + 2.0) & (far > 1e-9)
    foot, far = foot[near], far[near]
    heading = foot / far[:, None]
    width = here.reach(home + heading)
    steps = [length + hair for length in (far, far - width, far + width) for hair in (-HAIR, HAIR)]
    places = np.concatenate([heading * step[:, None] for step in steps])
    return np.unique(np.round(places, 7), axis=0)


def _at_ranges(prepared: PreparedTable, here: BaseOrPoint, there: BaseOrPoint) -> Floats:
    """Where the distance to the other end is that at which a range bracket ends."""
    way = np.array(there.at) - np.array(here.at)
    apart = float(np.hypot(*way))
    if apart <= 0.0:
        return np.empty((0, 2))
    ours, theirs = (float(one.reach(np.array([two.at]))[0]) for one, two in ((here, there), (there, here)))
    now = apart - ours - theirs
    bounds = [0.0, *(end for row in prepared.edition.brackets.values() for end in (row.upto, row.underwater))]
    steps = np.array([now - bound + hair for bound in bounds for hair in (-HAIR, HAIR)])
    found: Floats = steps[:, None] * (way / apart)
    return found
