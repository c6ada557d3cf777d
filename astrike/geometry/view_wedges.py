"""What is a wedge of sight, and how does a solid in it look against the rectangle at its end?

A wedge reaches from an eye to the left and right side of an upright rectangle that faces the eye.

Places in a wedge: t is 0 at the eye and 1 in the rectangle's plane; v is where the ray through a place meets
the rectangle, -1 at its left side as seen from the eye and 1 at its right. Heights are 0 at the foot and 1 at
the top of the rectangle.
"""

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import EPSILON, Bools, Floats, Ints, offsets, runs
from astrike.geometry.prisms import Prisms


@dataclass(frozen=True, slots=True, eq=False)
class ViewWedges:
    """n wedges: eye (n, 3); ways (n, 2) on to the rectangle's middle and from there to its right side."""

    eye: Floats
    ahead: Floats
    side: Floats
    foot: Floats
    height: Floats

    def __len__(self) -> int:
        return len(self.foot)

    def take(self, rows: Ints) -> "ViewWedges":
        """Return some of the wedges."""
        return ViewWedges(
            self.eye[rows], self.ahead[rows], self.side[rows], self.foot[rows], self.height[rows]
        )


@dataclass(frozen=True, slots=True, eq=False)
class WedgeEdges:
    """Edges inside wedges: meeting, reach in v, nearness 1/t = near + v turn, whether a ray enters there."""

    meeting: Ints
    low: Floats
    high: Floats
    near: Floats
    turn: Floats
    enters: Bools


@dataclass(frozen=True, slots=True, eq=False)
class WedgeMeetings:
    """Which wedge may meet which prism (k,), by which edges, and which meetings are to be cut together.

    Groups are numbered from 0 and none is empty; edges stand in the order of their meetings.
    """

    wedge: Ints
    prism: Ints
    group: Ints
    edges: WedgeEdges
    skyline: Bools
    """Meetings (k,) of which only the edge on each ray is left that hides all that the others hide."""

    def together(self, member: Ints, *, group: Ints) -> "WedgeMeetings":
        """Return these meetings, each perhaps several times, in other groups."""
        size = np.bincount(self.edges.meeting, minlength=len(self.wedge))
        owner, edge = runs(offsets(size)[member], size[member])
        old = self.edges
        edges = WedgeEdges(
            owner, old.low[edge], old.high[edge], old.near[edge], old.turn[edge], old.enters[edge]
        )
        return WedgeMeetings(self.wedge[member], self.prism[member], group, edges, self.skyline[member])


@dataclass(frozen=True, slots=True, eq=False)
class WedgeFaces:
    """Tops and undersides of meetings (k,) in heights of the rectangle: the eye's level over its foot, what the
    top climbs on the way to its middle and tilts to its right, and how far each is above the eye where that is."""

    level: Floats
    climb: Floats
    tilt: Floats
    over: Floats
    under: Floats

    @classmethod
    def of(cls, prisms: Prisms, wedges: ViewWedges, meetings: WedgeMeetings) -> "WedgeFaces":
        wedge, prism = meetings.wedge, meetings.prism
        eye, height, plane = wedges.eye[wedge, 2], wedges.height[wedge], prisms.top[prism]
        under = prisms.bottom[prism] - eye
        under[np.abs(under) <= EPSILON] = 0.0
        return cls(
            level=(eye - wedges.foot[wedge]) / height,
            climb=(plane[:, 1:] * wedges.ahead[wedge]).sum(axis=1) / height,
            tilt=(plane[:, 1:] * wedges.side[wedge]).sum(axis=1) / height,
            over=rise_of_top(prisms, wedges, meetings) / height,
            under=under / height,
        )

    def top_at(self, meeting: Ints, near: Floats, v: Floats) -> Floats:
        """Return how high a place of the top, so near to the eye, is seen against the rectangle."""
        base: Floats = self.level[meeting] + self.climb[meeting] + self.tilt[meeting] * v
        return base + self.over[meeting] * near

    def underside_at(self, meeting: Ints, near: Floats) -> Floats:
        """Return how high a place of the underside, so near to the eye, is seen against the rectangle."""
        found: Floats = self.level[meeting] + self.under[meeting] * near
        return found


def rise_of_top(prisms: Prisms, wedges: ViewWedges, meetings: WedgeMeetings) -> Floats:
    """Return how far each prism's top is above the eye where the eye is."""
    plane, eye = prisms.top[meetings.prism], wedges.eye[meetings.wedge]
    over: Floats = plane[:, 0] + (plane[:, 1:] * eye[:, :2]).sum(axis=1) - eye[:, 2]
    over[np.abs(over) <= EPSILON] = 0.0
    return over
