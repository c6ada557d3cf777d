"""Cases on hexes: their short form in inches, and poses that bring hexes onto hexes.

In a case with a `grid`, a unit may say `hex = "0305"` in place of `at`, a piece of terrain `hexes = ["0305"]` in place
of an outline, and points of a move may be numbers of hexes.
"""

import copy
from collections.abc import Mapping, Sequence

import numpy as np

from astrike.geometry.hexes import HexLayout
from tests.builders import Json


def layout_of(raw: Mapping[str, object]) -> HexLayout | None:
    """Give how the hexes of a case lie; None where it is played in inches."""
    grid = raw.get("grid")
    return HexLayout(grid["hex"], grid.get("top", "flat") == "flat") if isinstance(grid, dict) else None


def written_in_inches(raw: Mapping[str, object]) -> Mapping[str, object]:
    """Put places in inches where a case names hexes."""
    layout = layout_of(raw)
    if layout is None:
        return raw
    changed: Json = copy.deepcopy(dict(raw))
    for unit in changed.get("units", {}).values():
        if "hex" in unit:
            unit["at"] = centre(layout, unit.pop("hex"))
    for piece in changed.get("terrain", {}).values():
        if "hexes" in piece:
            piece["outlines"] = [
                layout.corners(_hex(layout, name))[0].tolist() for name in piece.pop("hexes")
            ]
    if "move" in changed:
        changed["move"] = [changed["move"][0], *(_point(layout, point) for point in changed["move"][1:])]
    return changed


def expected_in_inches(raw: Mapping[str, object], expect: Json) -> Json:
    """Put a place in inches where the end of a move is expected on a hex."""
    layout = layout_of(raw)
    if layout is None:
        return expect
    found: Json = {}
    for key, value in expect.items():
        if key == "end" and isinstance(value, str):
            found[key] = centre(layout, value)
        else:
            found[key] = (
                expected_in_inches(raw, value) if isinstance(value, dict) and "end" in value else value
            )
    return found


def _point(layout: HexLayout, point: object) -> list[object]:
    if isinstance(point, str):
        return list(centre(layout, point))
    assert isinstance(point, list)
    return [*centre(layout, point[0]), *point[1:]] if isinstance(point[0], str) else point


def centre(layout: HexLayout, name: str) -> list[float]:
    """Give the centre of the hex with this number."""
    return [float(value) for value in layout.centre(_hex(layout, name))[0]]


def _hex(layout: HexLayout, name: str) -> list[list[int]]:
    return layout.from_cells([(int(name[:2]), int(name[2:]))]).tolist()


def onto_hexes(raw: Mapping[str, object], first: Sequence[float], shift: Sequence[float]) -> list[float]:
    """Change a shift so little that hexes come to lie on hexes; `first` is where the pose puts the centre of 0101."""
    layout = layout_of(raw)
    if layout is None:
        return list(shift)
    there = np.array(first) + np.array(shift)
    return [float(value) for value in layout.centre(layout.hex_at(there))[0] - np.array(first)]


def first_centre(raw: Mapping[str, object]) -> tuple[float, float]:
    """Give the centre of hex 0101 as the case is written."""
    layout = layout_of(raw)
    return layout.origin if layout is not None else (0.0, 0.0)
