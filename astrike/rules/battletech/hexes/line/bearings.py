"""In which direction is one hex from another? Computed in whole numbers, so that borders and arcs are exact."""

from typing import Final

from astrike.rules.battletech.hexes.grid import HEXSIDES, Hex, neighbor

SIDE: Final = 60
"""Degrees from the middle of one hexside to that of the next."""
FULL_TURN: Final = 360
_CENTER: Final = (0, 0)


def bearing(origin: Hex, place: Hex, facing: int = 0) -> int:
    """Give the bearing of a place in degrees, clockwise from a facing; 0 for the place itself.

    Multiples of 30 are exact; a bearing between two of them is given as the middle of both.

    >>> from astrike.rules.battletech.hexes.grid import hex_named
    >>> here = hex_named("0505")
    >>> [bearing(here, hex_named(name)) for name in ("0504", "0703", "0604", "0705", "0605", "0507", "0503")]
    [0, 45, 60, 90, 120, 180, 0]
    >>> bearing(here, hex_named("0604"), facing=2)
    300
    """
    q, r = place[0] - origin[0], place[1] - origin[1]
    for side in range(HEXSIDES):
        (one_q, one_r), (next_q, next_r) = neighbor(_CENTER, side), neighbor(_CENTER, side + 1)
        # The place is so many steps along one direction and so many along the next; their product turns left.
        along, beyond = next_q * r - next_r * q, q * one_r - r * one_q
        if along > 0 and beyond >= 0:
            return (SIDE * (side - facing) + _within(along, beyond)) % FULL_TURN
    return 0


def _within(along: int, beyond: int) -> int:
    """Give the degrees beyond a direction, by the steps along it and along the next."""
    if not beyond:
        return 0
    if along == beyond:
        return SIDE // 2
    return SIDE // 4 if along > beyond else SIDE * 3 // 4
