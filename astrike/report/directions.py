"""Which way is that on the screen? Unit vectors in pixels, y down."""

from math import cos, hypot, pi, sin

from astrike.model.terrain import Point


def direction(from_: Point, to: Point) -> Point | None:
    """Give the unit vector from one pixel to another, None when they are the same."""
    x, y = to[0] - from_[0], to[1] - from_[1]
    far = hypot(x, y)
    return (x / far, y / far) if far > 1e-9 else None


def compass(degrees: float) -> Point:
    """Give the direction on the screen for degrees clockwise from up."""
    angle = degrees * pi / 180.0
    return sin(angle), -cos(angle)
