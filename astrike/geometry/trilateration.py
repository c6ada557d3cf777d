"""Where is the point that lies so far from here and so far from there?

A tape is laid to a straight edge or to a corner. Each measurement leaves a line or a circle of places; two of them
leave at most two points, and when they leave none, how much is missing. What the edges and corners belong to is for
others to say.
"""

import math
from typing import Final, Literal

from astrike.dataclass import dataclass

Point = tuple[float, float]

SLACK: Final = 0.25
"""Inches that two measurements may miss each other by and still mean the point between: a tape sags."""
_SAME: Final = 1e-9


@dataclass(frozen=True, slots=True)
class EdgeDistance:
    """So many inches from a straight edge, on the side that its normal (a unit vector) points to."""

    through: Point
    normal: Point
    inches: float


@dataclass(frozen=True, slots=True)
class CornerDistance:
    """So many inches from a point."""

    at: Point
    inches: float


TapeDistance = EdgeDistance | CornerDistance
MeetingFault = Literal["short", "inside", "parallel", "same"]


@dataclass(frozen=True, slots=True)
class MeetingPoints:
    """Where two measurements meet: no point, one, or two; in an order that only depends on the measurements."""

    points: tuple[Point, ...]
    off: float = 0.0
    """Inches that they miss each other by; small ones are forgiven."""
    fault: MeetingFault | None = None
    """Both are too `short`; one ends `inside` the other, which is too long; `parallel` edges; `same` corner."""


def meeting_points(one: TapeDistance, other: TapeDistance) -> MeetingPoints:
    """Give the points that lie as far from both as was measured.

    >>> meeting_points(EdgeDistance((0, 0), (1, 0), 12.5), EdgeDistance((0, 0), (0, 1), 8)).points
    ((12.5, 8.0),)
    >>> meeting_points(CornerDistance((0, 0), 5), CornerDistance((6, 0), 5)).points
    ((3.0, 4.0), (3.0, -4.0))
    >>> meeting_points(CornerDistance((0, 0), 2), CornerDistance((8, 0), 3))
    MeetingPoints(points=(), off=3.0, fault='short')
    """
    match one, other:
        case EdgeDistance(), EdgeDistance():
            return _edges(one, other)
        case EdgeDistance(), CornerDistance():
            return _edge_and_corner(one, other)
        case CornerDistance(), EdgeDistance():
            met = _edge_and_corner(other, one)
            return MeetingPoints(met.points[::-1], met.off, met.fault)
        case CornerDistance(), CornerDistance():
            return _corners(one, other)
    raise AssertionError(one, other)


def residual(tape: TapeDistance, point: Point) -> float:
    """Give how much longer than measured the way to the point is; negative when it is shorter.

    >>> residual(CornerDistance((0, 0), 4.5), (3, 4))
    0.5
    """
    match tape:
        case EdgeDistance():
            return _along(tape.normal, tape.through, point) - tape.inches
        case CornerDistance():
            return math.dist(tape.at, point) - tape.inches


def _along(normal: Point, through: Point, point: Point) -> float:
    return normal[0] * (point[0] - through[0]) + normal[1] * (point[1] - through[1])


def _edges(one: EdgeDistance, other: EdgeDistance) -> MeetingPoints:
    (a, b), (c, d) = one.normal, other.normal
    cross = a * d - b * c
    if abs(cross) < 1e-6:
        on_one = (one.through[0] + a * one.inches, one.through[1] + b * one.inches)
        return MeetingPoints((), abs(residual(other, on_one)), "parallel")
    first = a * one.through[0] + b * one.through[1] + one.inches
    second = c * other.through[0] + d * other.through[1] + other.inches
    return MeetingPoints((((first * d - second * b) / cross, (a * second - c * first) / cross),))


def _edge_and_corner(edge: EdgeDistance, corner: CornerDistance) -> MeetingPoints:
    off = residual(edge, corner.at)  # how far beyond the line of places the corner lies
    x, y = corner.at[0] - edge.normal[0] * off, corner.at[1] - edge.normal[1] * off
    missing = abs(off) - corner.inches
    if missing > SLACK:
        return MeetingPoints((), missing, "short")
    if missing > -_SAME:
        # Between the line and the end of the tape that does not quite get there.
        share = math.copysign(max(missing, 0.0) / 2, off)
        return MeetingPoints(((x + edge.normal[0] * share, y + edge.normal[1] * share),), max(missing, 0.0))
    half = math.sqrt(corner.inches**2 - off**2)
    along = (-edge.normal[1] * half, edge.normal[0] * half)
    return MeetingPoints(((x + along[0], y + along[1]), (x - along[0], y - along[1])))


def _corners(one: CornerDistance, other: CornerDistance) -> MeetingPoints:
    apart = math.dist(one.at, other.at)
    if apart < 1e-6:
        return MeetingPoints((), abs(one.inches - other.inches), "same")
    way = ((other.at[0] - one.at[0]) / apart, (other.at[1] - one.at[1]) / apart)
    missing = apart - one.inches - other.inches
    over = abs(one.inches - other.inches) - apart
    if missing > SLACK:
        return MeetingPoints((), missing, "short")
    if over > SLACK:
        return MeetingPoints((), over, "inside")
    if missing > -_SAME or over > -_SAME:
        return MeetingPoints((_between(one, other, way, apart),), max(missing, over, 0.0))
    ahead = (apart**2 + one.inches**2 - other.inches**2) / (2 * apart)
    aside = math.sqrt(max(0.0, one.inches**2 - ahead**2))
    x, y = one.at[0] + way[0] * ahead, one.at[1] + way[1] * ahead
    return MeetingPoints(
        ((x - way[1] * aside, y + way[0] * aside), (x + way[1] * aside, y - way[0] * aside)),
    )


def _between(one: CornerDistance, other: CornerDistance, way: Point, apart: float) -> Point:
    """Give the middle of the gap between two circles that just do not meet, on the line through both corners."""
    if apart >= max(one.inches, other.inches):
        ends = one.inches, apart - other.inches
    elif one.inches > other.inches:
        ends = one.inches, apart + other.inches
    else:
        ends = -one.inches, apart - other.inches
    ahead = sum(ends) / 2
    return one.at[0] + way[0] * ahead, one.at[1] + way[1] * ahead
