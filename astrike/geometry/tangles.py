"""How often does a line cross itself?

Undoing crossings costs as much as there are of them, and a file made to annoy has millions.
"""

from collections.abc import Sequence

import numpy as np

from astrike.geometry.arrays import floats, meetings, segments


def crossings(path: Sequence[tuple[float, float]], *, most: int) -> int:
    """Count where pieces of a line cross each other; soon after `most` it stops counting.

    Where they only touch does not count.

    >>> zigzag = [(x / 2, (x % 2) * 10.0) for x in range(100)]
    >>> crossings(zigzag, most=9), crossings([*zigzag, (0, 5)], most=1000)
    (0, 98)
    """
    if len(path) < 4:
        return 0
    corner = floats(path, columns=2)
    pieces = segments(corner[:-1], corner[1:])
    return meetings(pieces, np.arange(len(pieces), dtype=np.intp), how="crosses", most=most)
