"""How high is the ground of a table, what is solid, what is see-through, and where is water?

Terrain made ready for measuring, independent of units. Defaults come from the edition's terrain table; the shapes
follow the model of the table file (ground, water, lines).
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    EPSILON,
    Floats,
    Ints,
    Polygon,
    Shapes,
    areas,
    holders,
    intersections,
    make_polygon,
    points,
    polygons_of,
    prepare,
    remainder,
    shape_array,
    touching_pairs,
    union,
    within,
)
from astrike.geometry.elevation import Canopy, canopy_over, heights_at, highest_under, parts_above
from astrike.geometry.prisms import Prisms, make_prisms
from astrike.model.explain import Assumed
from astrike.model.terrain import BUILT, LAND, Terrain
from astrike.rulebook.schema import Edition, TerrainRow
from astrike.rules.options import Options
from astrike.rules.shot.facts import SeeThroughKind, grade_in, see_through_kind
from astrike.tolerance import TOUCH

NOWHERE = float("nan")


@dataclass(frozen=True, slots=True, eq=False)
class PreparedTerrain:
    """Prepared terrain. Piece indices run over `pieces` in file order."""

    pieces: tuple[Terrain, ...]
    index: Mapping[str, int]
    rows: tuple[TerrainRow, ...]
    shapes: tuple[Shapes, ...]
    """Each piece's polygons; of water those that no ice lies on."""
    polygons: Shapes
    """The polygons of all pieces, prepared, in order."""
    polygon_piece: Ints
    """The piece that each polygon belongs to."""
    ground_prisms: Prisms
    """Ground: hills and ramps, and piles on it."""
    solids: Prisms
    """Everything that blocks sight, floors and all."""
    canopy: Canopy
    kinds: tuple[SeeThroughKind, ...]
    kind_of: Mapping[int, int]
    """SeeThroughKind of each see-through piece."""
    joined_to: Mapping[int, frozenset[int]]
    """Each see-through piece with all of its kind that are connected with it: one stretch of woods, however cut."""
    waters: Shapes
    water_piece: tuple[int, ...]
    water_depth: Floats
    wet: Shapes
    """The union of all waters of a depth above 0."""
    sealed: Shapes
    """Waters where ice lies on them."""
    sealed_depth: Floats
    """How deep each water under ice is."""
    extent: Mapping[str, tuple[float, float]]
    """Underside and top of each piece, for pictures and roofs; woods give the height above their ground."""
    assumed: Mapping[str, tuple[Assumed, ...]]
    """Defaults used, by piece."""

    def ground_at(self, places: Floats) -> Floats:
        """Give the ground at places (n, 2): the top of the highest hill there, else 0."""
        return heights_at(self.ground_prisms, places)

    def depth_at(self, places: Floats) -> tuple[Floats, tuple[int, ...]]:
        """Give the water's depth at places (n, 2) and the piece (-1: none); the deepest of overlapping waters.

        Edges count, as they do for the ground.
        """
        depth, water = _deepest(self.waters, self.water_depth, places)
        return depth, tuple(self.water_piece[k] if k >= 0 else -1 for k in water.tolist())

    def depth_under_ice(self, place: tuple[float, float]) -> float:
        """Give how far down the bottom is where the ice breaks; 0 where there is no water under it."""
        depth, _ = _deepest(self.sealed, self.sealed_depth, np.array([place], dtype=np.float64))
        return float(depth[0])

    def pieces_at(self, place: tuple[float, float], family: str) -> tuple[int, ...]:
        """Give the pieces of a family that cover a place, edges not counted."""
        (here,) = self.pieces_over(np.array([place], dtype=np.float64))
        return tuple(k for k in here if self.rows[k].family == family)

    def pieces_over(self, places: Floats) -> list[tuple[int, ...]]:
        """Give the pieces that cover each of the places (n, 2), edges not counted."""
        found: list[dict[int, None]] = [{} for _ in range(len(places))]
        place, polygon = holders(places, self.polygons)
        for i, k in zip(place.tolist(), self.polygon_piece[polygon].tolist(), strict=True):
            found[i][k] = None
        return [tuple(pieces) for pieces in found]


def _deepest(waters: Shapes, depths: Floats, places: Floats) -> tuple[Floats, Ints]:
    """Give the depth at places (n, 2) and which water it is (-1: none); edges count."""
    depth, water = np.zeros(len(places)), np.full(len(places), -1, dtype=np.intp)
    spots = points(places)
    for k, polygon in enumerate(waters):
        inside = within(np.full(len(places), polygon, dtype=np.object_), spots, EPSILON)
        deeper = inside & ((water < 0) | (depths[k] > depth))
        depth[deeper], water[deeper] = depths[k], k
    return depth, water


def prepare_terrain(pieces: Sequence[Terrain], *, edition: Edition, options: Options) -> PreparedTerrain:
    """Prepare the terrain of a table."""
    rows = tuple(edition.terrain[piece.kind] for piece in pieces)
    drawn = tuple(_polygons(piece) for piece in pieces)
    shapes = _opened(pieces, rows, drawn)
    polygons = shape_array(polygon for some in shapes for polygon in some)
    prepare(polygons)
    assumed: list[Assumed] = []
    extent: dict[str, tuple[float, float]] = {}

    ground = [k for k, row in enumerate(rows) if row.family in LAND]
    surfaces = _Blocks()
    for k in ground:
        base = pieces[k].base or 0.0
        height = _height(pieces[k], rows[k], assumed)
        plane = _ramp(pieces[k], base, height) if rows[k].family == "ramp" else (base + height, 0.0, 0.0)
        surfaces.add(shapes[k], bottom=base, top=plane, piece=k)
        extent[pieces[k].id] = (base, base + height)
    hills = surfaces.prisms()
    for k, row in enumerate(rows):
        pile = pieces[k].height
        if row.mound and pile:
            given = pieces[k].base
            base = float(highest_under(hills, shapes[k]).max(initial=0.0)) if given is None else given
            surfaces.add(shapes[k], bottom=base, top=(base + pile, 0.0, 0.0), piece=k)
            extent[pieces[k].id] = (base, base + pile)
            ground.append(k)
    ground_prisms = surfaces.prisms()

    water = [k for k, row in enumerate(rows) if row.family == "water"]
    waters = shape_array(polygon for k in water for polygon in shapes[k])
    water_piece = tuple(k for k in water for _ in shapes[k])
    water_depth = np.array([_depth(pieces[k], assumed) for k in water for _ in shapes[k]], dtype=np.float64)
    for k in water:
        surface = float(highest_under(ground_prisms, drawn[k]).max(initial=0.0))
        extent[pieces[k].id] = (surface - _depth(pieces[k], []), surface)

    under = [(polygon, _depth(pieces[k], [])) for k in water for polygon in _hidden(drawn[k], shapes[k])]

    blocks = _Blocks()
    for k in ground:
        _dig_ponds(blocks, surfaces.of(k), waters, water_depth)
    for k, row in enumerate(rows):
        if row.family in BUILT:
            given = pieces[k].base
            base = float(highest_under(ground_prisms, shapes[k]).max(initial=0.0)) if given is None else given
            if row.family == "deck":
                thick = pieces[k].height
                height = edition.number("bridge.deck") if thick is None else thick
            else:
                height = _height(pieces[k], row, assumed)
                blocks.add(shapes[k], bottom=base, top=(base + height, 0.0, 0.0), piece=k)
            extent[pieces[k].id] = (base, base + height)

    kinds, kind_of, canopy = _see_through(
        pieces, rows, shapes, ground_prisms, options=options, assumed=assumed, extent=extent
    )
    return PreparedTerrain(
        pieces=tuple(pieces),
        index={piece.id: k for k, piece in enumerate(pieces)},
        rows=rows,
        shapes=shapes,
        polygons=polygons,
        polygon_piece=np.repeat(np.arange(len(shapes), dtype=np.intp), [len(some) for some in shapes]),
        ground_prisms=ground_prisms,
        solids=blocks.prisms(),
        canopy=canopy,
        kinds=kinds,
        kind_of=kind_of,
        joined_to=_joined(kind_of, shapes),
        waters=waters,
        water_piece=water_piece,
        water_depth=water_depth,
        wet=union(waters[water_depth > 0]) if len(waters) else waters,
        sealed=shape_array(polygon for polygon, _ in under),
        sealed_depth=np.array([depth for _, depth in under], dtype=np.float64),
        extent=extent,
        assumed={note.at.rpartition(".")[0].removeprefix("terrain."): (note,) for note in assumed},
    )


class _Blocks:
    """Prisms being collected."""

    def __init__(self) -> None:
        self.polygons: list[Polygon] = []
        self.bottoms: list[float] = []
        self.tops: list[tuple[float, float, float]] = []
        self.pieces: list[int] = []

    def add(self, shapes: Shapes, *, bottom: float, top: tuple[float, float, float], piece: int) -> None:
        for polygon in shapes:
            self.polygons.append(polygon)
            self.bottoms.append(bottom)
            self.tops.append(top)
            self.pieces.append(piece)

    def of(self, piece: int) -> list[tuple[Polygon, float, tuple[float, float, float], int]]:
        rows = zip(self.polygons, self.bottoms, self.tops, self.pieces, strict=True)
        return [row for row in rows if row[3] == piece]

    def prisms(self) -> Prisms:
        tops = np.array(self.tops, dtype=np.float64).reshape(-1, 3)
        return make_prisms(
            self.polygons, bottom=np.array(self.bottoms), top=tops, piece=np.array(self.pieces)
        )


def _dig_ponds(
    blocks: _Blocks,
    surfaces: list[tuple[Polygon, float, tuple[float, float, float], int]],
    waters: Shapes,
    depths: Floats,
) -> None:
    """Add hills with their ponds dug out: in water a hill's top is the water's bottom, the deepest of several."""
    for hill, bottom, (a, b, c), piece in surfaces:
        _, near = touching_pairs(shape_array([hill]), waters[depths > 0])
        ponds, deep = waters[depths > 0][near], depths[depths > 0][near]
        common = areas(intersections(shape_array([hill] * len(ponds)), ponds)) > TOUCH
        ponds, deep = ponds[common], deep[common]
        dry = [hill]
        for depth in sorted(set(deep.tolist()), reverse=True):
            pool = union(ponds[deep == depth])
            for part in dry:
                for wet in polygons_of(intersections(shape_array([part] * len(pool)), pool)):
                    # Where the water is deeper than the hill is high, there is a hole in it.
                    kept = parts_above(np.array((a - depth - bottom, b, c)), wet)
                    blocks.add(kept, bottom=bottom, top=(a - depth, b, c), piece=piece)
            dry = [rest for part in dry for rest in remainder(part, pool)]
        blocks.add(shape_array(dry), bottom=bottom, top=(a, b, c), piece=piece)


def _polygons(piece: Terrain) -> Shapes:
    return shape_array(make_polygon(exterior, holes) for exterior, holes in piece.areas)


def _opened(
    pieces: Sequence[Terrain], rows: Sequence[TerrainRow], drawn: tuple[Shapes, ...]
) -> tuple[Shapes, ...]:
    """Give the polygons of each piece without what is hidden under another: the water under ice (CE p.59)."""
    found = list(drawn)
    for k, piece in enumerate(pieces):
        lids = [
            shape for row, lid in zip(rows, drawn, strict=True) if piece.kind in row.hides for shape in lid
        ]
        if lids:
            found[k] = shape_array(part for shape in drawn[k] for part in remainder(shape, shape_array(lids)))
    return tuple(found)


def _hidden(drawn: Shapes, opened: Shapes) -> Shapes:
    """Give the polygons of a piece where another hides it."""
    if opened is drawn:
        return shape_array([])
    return shape_array(part for shape in drawn for part in remainder(shape, opened))


def _height(piece: Terrain, row: TerrainRow, assumed: list[Assumed]) -> float:
    if piece.height is not None:
        return piece.height
    if piece.floors is not None and row.family == "solid":
        return float(piece.floors)
    assumed.append(Assumed(f"terrain.{piece.id}.height", row.height, "Height by kind of terrain"))
    return row.height


def _depth(piece: Terrain, assumed: list[Assumed]) -> float:
    if piece.depth is not None:
        return piece.depth
    assumed.append(Assumed(f"terrain.{piece.id}.depth", 1.0, "Depth of water not given"))
    return 1.0


def _ramp(piece: Terrain, base: float, height: float) -> tuple[float, float, float]:
    """Give the plane of a ramp that rises evenly over its whole extent toward its direction."""
    angle = math.radians(piece.toward or 0.0)
    east, north = math.sin(angle), math.cos(angle)
    along = [x * east + y * north for outline in piece.outlines for x, y in outline.exterior]
    run = max(along) - min(along)
    slope = height / run if run > TOUCH else 0.0
    return (base - slope * min(along), slope * east, slope * north)


def _see_through(
    pieces: Sequence[Terrain],
    rows: tuple[TerrainRow, ...],
    shapes: tuple[Shapes, ...],
    ground_prisms: Prisms,
    *,
    options: Options,
    assumed: list[Assumed],
    extent: dict[str, tuple[float, float]],
) -> tuple[tuple[SeeThroughKind, ...], dict[int, int], Canopy]:
    kinds: list[SeeThroughKind] = []
    kind_of: dict[int, int] = {}
    polygons: list[Polygon] = []
    heights: list[float] = []
    bottoms: list[float] = []
    owners: list[int] = []
    advanced = options.word("woods.advanced") != "off"
    for k, (piece, row) in enumerate(zip(pieces, rows, strict=True)):
        if row.family != "see-through":
            continue
        kind, height = _graded(piece, row, advanced=advanced)
        if piece.height is not None:
            height = piece.height
        else:
            assumed.append(Assumed(f"terrain.{piece.id}.height", height, "Height by kind of terrain"))
        if kind not in kinds:
            kinds.append(kind)
        kind_of[k] = kinds.index(kind)
        extent[piece.id] = (piece.base if piece.base is not None else NOWHERE, height)
        for polygon in shapes[k]:
            polygons.append(polygon)
            heights.append(height)
            bottoms.append(piece.base if piece.base is not None else NOWHERE)
            owners.append(k)
    canopy = canopy_over(
        ground_prisms,
        shape_array(polygons),
        height=np.array(heights, dtype=np.float64),
        bottom=np.array(bottoms, dtype=np.float64),
        kind=np.array([kind_of[k] for k in owners], dtype=np.intp),
        piece=np.array(owners, dtype=np.intp),
    )
    return tuple(kinds), kind_of, canopy


def _joined(kind_of: Mapping[int, int], shapes: Sequence[Shapes]) -> Mapping[int, frozenset[int]]:
    """Group see-through pieces of one kind that touch or overlap; woods are measured on their union (CE p.40)."""
    polygons = [(k, polygon) for k in kind_of for polygon in shapes[k]]
    owner = [k for k, _ in polygons]
    every = shape_array(polygon for _, polygon in polygons)
    group = {k: frozenset({k}) for k in kind_of}
    for i, j in zip(*(found.tolist() for found in touching_pairs(every, every)), strict=True):
        one, other = owner[i], owner[j]
        if kind_of[one] == kind_of[other] and other not in group[one]:
            both = group[one] | group[other]
            group |= dict.fromkeys(both, both)
    return group


def _graded(piece: Terrain, row: TerrainRow, *, advanced: bool) -> tuple[SeeThroughKind, float]:
    """Give the kind and height of a see-through piece."""
    at = grade_in(row, piece.grade, advanced=advanced)
    height = row.grade_height[at] if at is not None else row.height
    return see_through_kind(row, piece.grade, advanced=advanced), height
