"""Which areas does a Foundry scene hold: terrain painted with heights, regions?

Painted terrain is what the module Terrain Height Tools keeps in the flags of a scene: whole shapes, or cells in its
older versions. Heights are in the scene's own units and proposed in inches by the scale.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import child
from astrike.formats.maps.drawing_builder import DrawingBuilder
from astrike.formats.maps.foundry.canvas import SceneFrame
from astrike.formats.maps.guesses import kind_of
from astrike.formats.maps.large_json import NumberReader, as_number, as_text
from astrike.formats.maps.pieces.outlines import MOST_CROSSINGS
from astrike.geometry.outlines import is_entangled
from astrike.geometry.self_intersections import self_intersections
from astrike.geometry.shaping import Areas, difference, ellipse, points_turned, rectangle, union
from astrike.model.imported_map import DrawnShape, ShapeGroup
from astrike.model.terrain import Family, Outline, Point, Ring
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition

MOST: Final = 20_000
_MODULE: Final = "terrain-height-tools"
_ROUND: Final = 1 / 400
"""Cells that the corners of a circle may leave its edge."""
_MOST_CELLS: Final = 40_000
_MOST_STRIPS: Final = 4_000
_MOST_WORK: Final = 60_000
"""Corners that are compared while shapes of regions are laid over each other."""

Area = tuple[Sequence[Point], Sequence[Sequence[Point]]]


# ---- painted terrain


def painted(
    scene: Mapping[str, object], frame: SceneFrame, found: DrawingBuilder, scale: float, numbers: NumberReader
) -> None:
    """Read what the module Terrain Height Tools keeps in the scene's flags."""
    flags = scene.get("flags")
    module = flags.get(_MODULE) if isinstance(flags, dict) else None
    if not isinstance(module, dict):
        return
    at = f"flags.{_MODULE}"
    for key, value in module.items():
        version = value.get("v") if isinstance(value, dict) else None
        data = value.get("data", value) if isinstance(value, dict) and version is not None else value
        place = child(at, key)
        if isinstance(data, dict) and isinstance(data.get("shapes"), list):
            data = data["shapes"]
        if isinstance(data, list):
            _painted_list(data, place, frame, found, scale, numbers)
        elif isinstance(data, dict) and data and all(isinstance(cells, list) for cells in data.values()):
            _painted_cells(data, place, frame, found, scale, numbers)
        elif value:
            found.note(place, "is not known here and was left out")


def _painted_list(
    data: list[object], at: str, frame: SceneFrame, found: DrawingBuilder, scale: float, numbers: NumberReader
) -> None:
    cells: dict[str, list[object]] = {}
    for number, item in enumerate(data[:_MOST_CELLS]):
        place = child(at, number)
        if not isinstance(item, dict):
            numbers.report(place, item, "an object")
        elif isinstance(item.get("position"), list):
            cells.setdefault("|".join(map(str, item["position"][:2])), []).append(item)
        else:
            with numbers.whole(found.shapes):
                points = ring_of(item.get("polygon"), child(place, "polygon"), frame, numbers)
                given = item.get("holes")
                holes = [
                    ring_of(hole, child(child(place, "holes"), n), frame, numbers)
                    for n, hole in enumerate(given if isinstance(given, list) else ())
                ]
                if len(points) >= 3:
                    outlines = (Outline(points, tuple(hole for hole in holes if len(hole) >= 3)),)
                    _add_painted(item, outlines, place, frame, found, scale, numbers)
    if len(data) > _MOST_CELLS:
        numbers.refuse(at, data, f"at most {_MOST_CELLS:,} shapes or cells")
    if cells:
        _painted_cells(cells, at, frame, found, scale, numbers)


def _painted_cells(
    data: Mapping[str, list[object]],
    at: str,
    frame: SceneFrame,
    found: DrawingBuilder,
    scale: float,
    numbers: NumberReader,
) -> None:
    """Merge cells of equal terrain to outlines."""
    cells: dict[tuple[str, float, float], set[tuple[int, int]]] = defaultdict(set)
    if sum(map(len, data.values())) > _MOST_CELLS:
        numbers.refuse(at, len(data), f"at most {_MOST_CELLS:,} cells")
    for key, terrains in data.items():
        row, _, column = str(key).replace(".", "|").partition("|")
        try:
            place = (int(row), int(column))
        except ValueError:
            numbers.report(at, key, "the row and column of a cell")
            continue
        if max(map(abs, place)) > 1e5:
            numbers.report(at, key, "the row and column of a cell")
            continue
        for terrain in terrains:
            if isinstance(terrain, dict):
                height, base = (as_number(terrain.get(name)) or 0.0 for name in ("height", "elevation"))
                cells[as_text(terrain.get("terrainTypeId"), most=60), height, base].add(place)
    strips = {sort: _strips(places, frame) for sort, places in cells.items()}
    if (count := sum(map(len, strips.values()))) > _MOST_STRIPS:
        numbers.refuse(at, count, f"at most {_MOST_STRIPS:,} stretches of cells of one sort")
    for (kind, height, base), areas in strips.items():
        terrain = {"terrainTypeId": kind, "height": height, "elevation": base}
        for exterior, holes in union(areas):
            _add_painted(terrain, (Outline(exterior, holes),), at, frame, found, scale, numbers)


def _strips(places: Collection[tuple[int, int]], frame: SceneFrame) -> list[Area]:
    """Give cells that lie side by side in a row as one rectangle: fewer pieces to put together."""
    runs: list[tuple[int, int, int]] = []
    for row, column in sorted(places):
        if runs and runs[-1][0] == row and runs[-1][2] == column:
            runs[-1] = (row, runs[-1][1], column + 1)
        else:
            runs.append((row, column, column + 1))
    found: list[Area] = []
    for row, first, end in runs:
        (x, y), wide = frame.at(first * frame.cell, row * frame.cell), end - first
        found.append((((x, y), (x + wide, y), (x + wide, y + 1), (x, y + 1)), ()))
    return found


def _add_painted(
    terrain: Mapping[str, object],
    outlines: tuple[Outline, ...],
    at: str,
    frame: SceneFrame,
    found: DrawingBuilder,
    scale: float,
    numbers: NumberReader,
) -> None:
    kind = as_text(terrain.get("terrainTypeId"), most=60)
    height = numbers.number(terrain, "height", at, low=-1e5, high=1e5)
    base = numbers.number(terrain, "elevation", at, low=-1e5, high=1e5)
    words = f"terrain {kind}" if kind else "terrain"
    key = f"{words}, {_heights_in_words(height, base, frame)}"
    meant = kind_of(kind) or ("hill" if height is not None and height > 0 else "")
    group = ShapeGroup(
        key,
        key[:1].upper() + key[1:],
        0,
        kind=meant,
        height=_inches(meant, height, base, frame, scale),
        why="painted with Terrain Height Tools; " + _height_words(frame),
    )
    found.add(group, DrawnShape(key, outlines=outlines, properties=_properties(meant, height, base, frame)))


def _heights_in_words(height: float | None, base: float | None, frame: SceneFrame) -> str:
    unit = f" {frame.units}" if frame.units else ""
    words = "no height" if height is None else f"height {height:g}{unit}"
    return f"{words} from {base:g}{unit}" if base else words


def _height_words(frame: SceneFrame) -> str:
    if frame.scale is not None:
        return "the scene measures in inches"
    return "its height in inches follows the scale"


def _is_water(kind: str) -> bool:
    """Has this kind a depth and no height?"""
    row = load_edition(DEFAULT_EDITION).terrain.get(kind)
    return row is not None and row.family == Family.WATER


def _inches(
    kind: str, height: float | None, base: float | None, frame: SceneFrame, scale: float
) -> float | None:
    """Give the height to propose; a hill's is measured from the table, so what lies below it counts.

    Water is as deep as its bottom lies below the ground.
    """
    if _is_water(kind) and base is not None and base < 0:
        return -base / frame.distance * scale
    if height is None or not height > 0:
        return None
    return (height + (base or 0.0 if frame.scale is None else 0.0)) / frame.distance * scale


def _properties(kind: str, height: float | None, base: float | None, frame: SceneFrame) -> dict[str, object]:
    """Give what is certain: heights of a scene that measures in inches."""
    if frame.scale is None:
        return {}
    found: dict[str, object] = {}
    if _is_water(kind) and base is not None and -60 <= base < 0:
        found["depth"] = round(-base, 4)
    if height is not None and 0 < height <= 60:
        found["height"] = round(height, 4)
    if base and 0 < base <= 60:
        found["base"] = round(base, 4)
    return found


def ring_of(value: object, at: str, frame: SceneFrame, numbers: NumberReader) -> Ring:
    """Read corners, however the version at hand writes them: objects, pairs, or numbers in a row."""
    if isinstance(value, dict) and "points" in value:
        value = value["points"]
    if not isinstance(value, list):
        numbers.report(at, value, "a list of corners")
        return ()
    if value and not isinstance(value[0], dict | list):
        return _flat(value, at, frame, numbers)
    read = numbers.xy if value and isinstance(value[0], dict) else numbers.pair
    corners = [read(corner, child(at, number)) for number, corner in enumerate(value)]
    return tuple(frame.at(*corner) for corner in corners if corner is not None)


def _flat(value: list[object], at: str, frame: SceneFrame, numbers: NumberReader) -> Ring:
    if len(value) % 2:
        numbers.report(at, value, "x and y in turn")
        return ()
    pairs = zip(value[::2], value[1::2], strict=True)
    corners = [numbers.pair(list(pair), child(at, 2 * number)) for number, pair in enumerate(pairs)]
    return tuple(frame.at(*corner) for corner in corners if corner is not None)


# ---- regions


def regions(
    scene: Mapping[str, object], frame: SceneFrame, found: DrawingBuilder, scale: float, numbers: NumberReader
) -> None:
    """Read the regions of a scene: shapes laid over each other, holes cut out in their order."""
    levels, layers = _levels(scene), _Layers()
    heights_of: dict[str, str] = {}
    for count, (at, region) in enumerate(numbers.objects(scene, "regions")):
        if count >= MOST:
            numbers.refuse("regions", scene["regions"], f"at most {MOST:,} regions")
        with numbers.whole(found.shapes):
            _region(at, region, frame, found, scale, numbers, layers, levels, heights_of)


def _region(
    at: str,
    region: Mapping[str, object],
    frame: SceneFrame,
    found: DrawingBuilder,
    scale: float,
    numbers: NumberReader,
    layers: "_Layers",
    levels: Mapping[str, object],
    heights_of: dict[str, str],
) -> None:
    name = as_text(region.get("name"), most=60) or "without a name"
    shapes = list(numbers.objects(region, "shapes", at))
    if len(shapes) > 1_000:
        numbers.report(child(at, "shapes"), len(shapes), "at most 1,000 shapes in a region")
        return
    rings = [
        (ring, shape.get("hole") is True)
        for place, shape in shapes
        if layers.left >= 0 and len(ring := _region_ring(shape, place, frame, found, numbers)) >= 3
    ]
    area = layers.laid(rings)
    if area is None:
        found.note("regions", "shapes that lie over each other too often: a region was left out")
        return
    if not area:
        found.note("regions", "a region without an area was left out")
        return
    base, top = _elevation(region, at, levels, numbers)
    height = top - (base or 0.0) if top is not None else None
    words = _heights_in_words(height, base, frame)
    # Regions of one name are asked about together, unless they are not equally high.
    key = f"region {name}" if heights_of.setdefault(name, words) == words else f"region {name}, {words}"
    kind = kind_of(name)
    group = ShapeGroup(
        key,
        key[:1].upper() + key[1:],
        0,
        kind=kind,
        height=_inches(kind, height, base, frame, scale),
        why=_region_words(height, base, frame),
    )
    outlines = tuple(Outline(tuple(exterior), tuple(map(tuple, holes))) for exterior, holes in area)
    found.add(
        group,
        DrawnShape(key, outlines=outlines, name=name, properties=_properties(kind, height, base, frame)),
    )
    if region.get("behaviors"):
        found.note("regions", "what a region does (teleport, darkness …) was left out")


@dataclass(slots=True)
class _Layers:
    """Lays the shapes of regions over each other, as long as that does not become too much for all of them."""

    left: int = _MOST_WORK

    def laid(self, rings: Sequence[tuple[Ring, bool]]) -> Areas | None:
        """Give the area of shapes of which later holes are cut out of earlier ones; None where it is too much."""
        self._spend(sum(len(ring) for ring, _ in rings))
        if self.left < 0 or self._is_tangled([ring for ring, _ in rings]):
            return None
        area: Areas = ()
        for is_hole, some in groupby(rings, key=lambda each: each[1]):
            layer = [(ring, ()) for ring, _ in some]
            self._spend(sum(len(outer) + sum(map(len, holes)) for outer, holes in area))
            if self.left < 0:
                return None
            area = difference(area, layer) if is_hole else union([*area, *layer])
        return area

    def _spend(self, corners: int) -> None:
        self.left -= corners

    def _is_tangled(self, rings: Sequence[Ring]) -> bool:
        if is_entangled([[(ring, ())] for ring in rings], most=MOST_CROSSINGS):
            return True
        return any(
            self_intersections((*ring, ring[0]), most=MOST_CROSSINGS) > MOST_CROSSINGS for ring in rings
        )


def _region_words(height: float | None, base: float | None, frame: SceneFrame) -> str:
    if height is None:
        return "a region; say what it is"
    return f"{_heights_in_words(height, base, frame)}; {_height_words(frame)}"


def _levels(scene: Mapping[str, object]) -> dict[str, object]:
    levels = scene.get("levels")
    named = levels if isinstance(levels, list) else []
    return {as_text(level.get("_id")): level.get("elevation") for level in named if isinstance(level, dict)}


def _elevation(
    region: Mapping[str, object], at: str, levels: Mapping[str, object], numbers: NumberReader
) -> tuple[float | None, float | None]:
    """Give bottom and top; what is open downwards or upwards has none there."""
    given = region.get("elevation")
    if not isinstance(given, dict):
        ids = region.get("levels")
        known = [levels.get(as_text(each)) for each in ids] if isinstance(ids, list) else []
        given = next((level for level in known if isinstance(level, dict)), None)
    if not isinstance(given, dict):
        return None, None
    place = child(at, "elevation")
    base = numbers.number(given, "bottom", place, low=-1e5, high=1e5)
    top = numbers.number(given, "top", place, low=-1e5, high=1e5)
    return base, top


def _region_ring(
    shape: Mapping[str, object], at: str, frame: SceneFrame, found: DrawingBuilder, numbers: NumberReader
) -> Ring:
    kind = shape.get("type")
    if kind == "polygon":
        return _flat_or_pairs(shape, at, frame, numbers)
    if kind not in ("rectangle", "ellipse", "circle"):
        found.note("regions", f"a shape of the type {as_text(kind, most=20) or 'nothing'} was left out")
        return ()
    x, y = (numbers.number(shape, name, at, default=0.0) or 0.0 for name in ("x", "y"))
    rotation = numbers.number(shape, "rotation", at, default=0.0, low=-1e5, high=1e5) or 0.0
    corner = frame.at(x, y)
    if kind == "rectangle":
        width, depth = (numbers.needed(shape, name, at, low=0) / frame.cell for name in ("width", "height"))
        middle = (corner[0] + width / 2, corner[1] + depth / 2)
        if as_number(shape.get("anchorX")) is not None:
            # Newer scenes turn a rectangle about its anchor, a share of its width and depth from the corner.
            share_x, share_y = (as_number(shape.get(name)) or 0.0 for name in ("anchorX", "anchorY"))
            middle = (middle[0] - share_x * width, middle[1] - share_y * depth)
            return points_turned(rectangle(middle, width, depth), -rotation, about=corner)
        return rectangle(middle, width, depth, -rotation)
    if kind == "circle":
        across = 2 * numbers.needed(shape, "radius", at, low=0) / frame.cell
        return ellipse(corner, across, across, within=_ROUND)
    width, depth = (
        2 * numbers.needed(shape, name, at, low=0) / frame.cell for name in ("radiusX", "radiusY")
    )
    return ellipse(corner, width, depth, -rotation, within=_ROUND)


def _flat_or_pairs(shape: Mapping[str, object], at: str, frame: SceneFrame, numbers: NumberReader) -> Ring:
    return ring_of(shape.get("points"), child(at, "points"), frame, numbers)
