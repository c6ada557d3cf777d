"""How are the hexes of a printed map named, which are neighbors, and how far apart are they?

Names have column and row, two digits each, rows counted down the map; even columns lie half a hex lower. The
coordinates are those of `geometry.hexes`, whose r leads up the map. Facings count hexsides clockwise from up the map.
"""

import re
from typing import Final

from astrike.geometry.hexes import NEIGHBOR_OFFSETS

Hex = tuple[int, int]
"""The coordinates (q, r) of a hex."""
HEXSIDES: Final = 6
MOST_COLUMNS: Final = 99
_NAME: Final = re.compile(r"[0-9]{4}")
_OFFSETS: Final[tuple[Hex, ...]] = tuple((int(q), int(r)) for q, r in NEIGHBOR_OFFSETS)


def is_hex_name(name: str) -> bool:
    """Can this be the name of a hex: a column and a row, both from 01?

    >>> is_hex_name("0505"), is_hex_name("0500"), is_hex_name("505")
    (True, False, False)
    """
    return bool(_NAME.fullmatch(name)) and name[:2] != "00" and name[2:] != "00"


def hex_named(name: str) -> Hex:
    """Give the coordinates of a hex by its name.

    >>> hex_named("0101"), hex_named("0605")
    ((0, 0), (5, -7))
    """
    q, row = int(name[:2]) - 1, int(name[2:]) - 1
    return q, -(row - q // 2) - q


def hex_name(place: Hex) -> str | None:
    """Give the name of a hex; None where maps have no such hex.

    >>> hex_name((5, -7)), hex_name((-1, 0))
    ('0605', None)
    """
    q, r = place
    column, row = q + 1, -r - q + q // 2 + 1
    if not (1 <= column <= MOST_COLUMNS and 1 <= row <= MOST_COLUMNS):
        return None
    return f"{column:02d}{row:02d}"


def neighbor(place: Hex, hexside: int) -> Hex:
    """Give the hex beyond a hexside.

    >>> [hex_name(neighbor(hex_named("0605"), side)) for side in range(6)]
    ['0604', '0705', '0706', '0606', '0506', '0505']
    """
    q, r = _OFFSETS[hexside % HEXSIDES]
    return place[0] + q, place[1] + r


def distance(a: Hex, b: Hex) -> int:
    """Count the hexes from one to the other, the last one among them.

    >>> distance(hex_named("0505"), hex_named("0906"))
    4
    """
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))
