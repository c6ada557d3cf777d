"""Small maps of virtual tabletops, made for tests."""

from collections.abc import Sequence
from itertools import pairwise

Json = dict[str, object]
Line = Sequence[tuple[float, float]]


def uvtt(*walls: Line, origin: tuple[float, float] = (0, 0), **members: object) -> Json:
    """A UniversalVTT map of 24 by 20 cells with these walls, which are given from the map's own corner."""
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": origin[0], "y": origin[1]},
            "map_size": {"x": 24, "y": 20},
            "pixels_per_grid": 100,
        },
        "line_of_sight": [places(wall, origin) for wall in walls],
        "portals": [],
        **members,
    }


def places(line: Line, origin: tuple[float, float] = (0, 0)) -> list[Json]:
    """A line as UniversalVTT writes it."""
    return [{"x": x + origin[0], "y": y + origin[1]} for x, y in line]


def portal(start: tuple[float, float], end: tuple[float, float], *, closed: object) -> Json:
    """A door or window."""
    return {"position": {"x": 0, "y": 0}, "bounds": places([start, end]), "closed": closed}


SIZE = 50
"""Pixels of a cell of the scene."""


def scene(**members: object) -> Json:
    """A Foundry scene of 24 by 20 cells of 50 pixels, with a border of five cells."""
    grid = {"type": 1, "size": SIZE, "distance": 5, "units": "ft"}
    return {"name": "Yard", "width": 24 * SIZE, "height": 20 * SIZE, "padding": 0.2, "grid": grid, **members}


def old_scene(**members: object) -> Json:
    """The same of version 9."""
    old = {"grid": SIZE, "gridDistance": 5, "gridUnits": "ft", "gridType": 1, "shiftX": 0, "shiftY": 0}
    return {"name": "Yard", "width": 24 * SIZE, "height": 20 * SIZE, "padding": 0.2, **old, **members}


def wall(start: tuple[float, float], end: tuple[float, float], **fields: object) -> Json:
    """A wall of a scene between two places in cells; it stops everything unless the fields say otherwise."""
    c = [*pixels(*start), *pixels(*end)]
    return {"c": c, "move": 20, "sight": 20, "light": 20, "door": 0, "ds": 0, "dir": 0, **fields}


def pixels(x: float, y: float) -> tuple[float, float]:
    """A place in cells as a place on the canvas."""
    # The border is a fifth of the map, rounded up to whole cells: five of 24, four of 20.
    return (x * SIZE + 5 * SIZE, y * SIZE + 4 * SIZE)


def around(west: float, north: float, east: float, south: float) -> list[tuple[float, float]]:
    """A closed line."""
    return [(west, north), (east, north), (east, south), (west, south), (west, north)]


def walls_of(line: Line, **fields: object) -> list[Json]:
    """A line as walls one after the other."""
    return [wall(start, end, **fields) for start, end in pairwise(line)]
