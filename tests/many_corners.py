"""Outlines with as many corners as a test asks for."""

import numpy as np

from astrike.geometry.arrays import Floats


def star(corners: int, *, at: tuple[float, float] = (15, 15), outer: float = 6, inner: float = 2) -> Floats:
    """Return a star (corners, 2) around a place."""
    angle = 2 * np.pi * np.arange(corners) / corners
    out = np.where(np.arange(corners) % 2, outer, inner)
    return np.column_stack((at[0] + out * np.cos(angle), at[1] + out * np.sin(angle)))


def comb(corners: int, *, box: tuple[float, float, float, float] = (9, 6, 21, 22)) -> Floats:
    """Return a comb (corners, 2) that fills a box; its teeth lie across lines from west to east."""
    west, south, east, north = box
    x = np.linspace(west, east, corners - 2)
    teeth = np.column_stack((x, np.where(np.arange(corners - 2) % 2, north, south + 1)))
    return np.vstack(([west, south], teeth, [east, south]))
