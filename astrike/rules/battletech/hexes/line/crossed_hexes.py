"""Which hexes does a line across a printed map cross, place by place?"""

from collections.abc import Sequence

from astrike.dataclass import dataclass
from astrike.geometry.hexes import lines_between
from astrike.model.battletech.hex import LINE_SIDES
from astrike.rules.battletech.hexes.grid import Hex, hex_name

LEFT, RIGHT = LINE_SIDES
_SIDES = {1: LEFT, -1: RIGHT, 0: None}


@dataclass(frozen=True, slots=True)
class CrossedHex:
    """A hex between the two ends of a line."""

    hex: Hex
    name: str
    place: int
    """Which place along the line, from 0; the two hexes of a border are one place."""
    side: str | None
    """On which side of the line it lies; None where the line goes through it."""


def crossed_hexes(a: Hex, b: Hex) -> tuple[CrossedHex, ...]:
    """Give every hex that the line from center to center goes through or runs along, but the two ends.

    >>> from astrike.rules.battletech.hexes.grid import hex_named
    >>> [(each.name, each.place, each.side) for each in crossed_hexes(hex_named("0303"), hex_named("0502"))]
    [('0402', 0, None)]
    """
    lines = lines_between([a], [b])
    found: list[CrossedHex] = []
    place, start_before = -1, -1.0
    order = sorted(zip(lines.start.tolist(), (-lines.side).tolist(), lines.hexes.tolist(), strict=True))
    for start, turned, (q, r) in order:
        if (q, r) in (a, b):
            continue
        side = _SIDES[-turned]
        name = hex_name((q, r))
        if side is None or start != start_before:
            place, start_before = place + 1, start
        if name is not None:
            found.append(CrossedHex((q, r), name, place, side))
    return tuple(found)


def sides_of(crossed: Sequence[CrossedHex]) -> tuple[str, ...]:
    """Give the sides that can be chosen; a side that is off the map at some place cannot.

    >>> from astrike.rules.battletech.hexes.grid import hex_named
    >>> from_corner = crossed_hexes(hex_named("0101"), hex_named("0501"))
    >>> sides_of(from_corner), sides_of(crossed_hexes(hex_named("0303"), hex_named("0703")))
    (('right',), ('left', 'right'))
    """
    count = {side: sum(each.side == side for each in crossed) for side in LINE_SIDES}
    most = max(count.values())
    return tuple(side for side in LINE_SIDES if count[side] == most) if most else ()
