"""Where on its canvas does a Foundry scene lie, and how large is one of its cells?

Everything that a scene places is in pixels of the canvas, which is the map with a border around it.
"""

import math
from collections.abc import Mapping
from typing import Final

from astrike.dataclass import dataclass
from astrike.formats.maps.large_json import NumberReader, as_number, as_text
from astrike.model.import_notes import ImportNote
from astrike.model.terrain import Point

_PADDING: Final = 0.25
"""What a scene without the field has."""
_INCHES: Final = frozenset({"in", "in.", "inch", "inches", '"', "″", "''"})
_HEXES: Final = (2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class SceneFrame:
    """A scene's place on its canvas."""

    cell: float
    """Pixels."""
    west: float
    north: float
    """Pixels from the corner of the canvas to that of the map."""
    width: float
    depth: float
    """Cells."""
    distance: float
    """What one cell measures in the scene's own units; heights are given in them."""
    units: str
    scale: float | None
    """Inches a cell, where the scene measures in inches."""
    notes: tuple[ImportNote, ...]

    def at(self, x: float, y: float) -> Point:
        """Give a place of the canvas in cells from the corner of the map."""
        return (round((x - self.west) / self.cell, 9) + 0.0, round((y - self.north) / self.cell, 9) + 0.0)


def read_frame(scene: Mapping[str, object], numbers: NumberReader) -> SceneFrame:
    """Read size, grid and border of a scene.

    >>> scene = {"width": 1400, "height": 1540, "padding": 0.25, "grid": 140, "gridDistance": 5}
    >>> frame = read_frame(scene, NumberReader())
    >>> (frame.west, frame.north), (frame.width, frame.depth), frame.at(490, 420)
    ((420.0, 420.0), (10.0, 11.0), (0.5, 0.0))
    """
    grid = scene.get("grid")
    inside: Mapping[str, object] = grid if isinstance(grid, dict) else {}
    if isinstance(grid, dict):
        cell = numbers.needed(grid, "size", "grid", low=1)
    else:
        cell = numbers.needed(scene, "grid", "", low=1)
    width, depth = (numbers.needed(scene, key, "", low=1) for key in ("width", "height"))
    padding = numbers.number(scene, "padding", "", default=_PADDING, low=0, high=10)
    shift = scene.get("background")
    shift_x, shift_y = (
        (_shift(shift.get("offsetX")), _shift(shift.get("offsetY")))
        if isinstance(shift, dict)
        else (_shift(scene.get("shiftX")), _shift(scene.get("shiftY")))
    )
    # Rounded first: 0.1 x 30 cells is three cells of border, not four.
    west, north = (
        math.ceil(round((padding if padding is not None else _PADDING) * size / cell, 6)) * cell - moved
        for size, moved in ((width, shift_x), (depth, shift_y))
    )
    distance = as_number(inside.get("distance", scene.get("gridDistance")))
    units = as_text(inside.get("units", scene.get("gridUnits")), most=20)
    known = distance is not None and distance > 0
    notes = []
    if inside.get("type", scene.get("gridType")) in _HEXES:
        notes.append(ImportNote("grid", "hexes: the border around the map was worked out as for squares"))
    if "padding" not in scene:
        notes.append(ImportNote("padding", "is missing: a border of a quarter was taken off"))
    is_inches = known and distance is not None and units.strip().lower() in _INCHES
    if known and units and not is_inches:
        notes.append(
            ImportNote("grid", f"a cell is {distance:g} {units}; how many inches it is, the user says")
        )
    return SceneFrame(
        cell=cell,
        west=west,
        north=north,
        width=width / cell,
        depth=depth / cell,
        distance=distance if known and distance is not None else 1.0,
        units=units,
        scale=distance if is_inches else None,
        notes=tuple(notes),
    )


def _shift(value: object) -> float:
    found = as_number(value)
    return found if found is not None and abs(found) <= 1e6 else 0.0
