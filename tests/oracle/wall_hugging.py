"""How many discs' ways fit side by side, by laying one after another along the wall on a fine grid of squares.

Each way keeps as near to the first wall, and to what lies before it, as it can; what it covers is then an obstacle for
the next. No way that is laid so could have been laid nearer, so that as many fit as can. Right up to the grid's step.
"""

from collections.abc import Sequence

import numpy as np
import shapely
from scipy import ndimage

_AROUND = np.ones((3, 3), dtype=bool)


def ways_along_wall(
    obstacles: Sequence[shapely.Geometry], *, width: float, depth: float, base: float, step: float
) -> int:
    """Lay ways from the west edge to the east edge, the south wall first, and count them."""
    x = np.arange(step / 2, width, step)
    y = np.arange(step / 2, depth, step)
    places = np.stack(np.meshgrid(x, y), axis=-1)
    solid = np.zeros(places.shape[:2], dtype=bool)
    for obstacle in obstacles:
        solid |= shapely.intersects_xy(obstacle, places[..., 0], places[..., 1])
    # A row beyond each wall, and the edges open.
    taken = np.pad(solid, ((1, 1), (0, 0)), constant_values=True)
    count = 0
    while True:
        free = ndimage.distance_transform_edt(~taken) * step >= base / 2
        parts, _ = ndimage.label(free)
        through = sorted((set(parts[:, 0].tolist()) & set(parts[:, -1].tolist())) - {0})
        if not through:
            return count
        count += 1
        lowest = min(through, key=lambda part: int(np.argmax(parts[:, 0] == part)))
        blocked, _ = ndimage.label(~free, structure=_AROUND)
        wall = blocked == blocked[0, 0]
        way = (parts == lowest) & ndimage.binary_dilation(wall, structure=_AROUND)
        taken |= ndimage.distance_transform_edt(~way) * step < base / 2
