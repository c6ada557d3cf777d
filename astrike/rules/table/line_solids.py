"""Which solids does a line of sight meet?

A solid that a unit stands in or against is cut away around that unit; what depends on both ends of a line is cut for
that line alone.
"""

from collections.abc import Sequence

import numpy as np

from astrike.geometry.arrays import (
    Bools,
    Floats,
    Ints,
    Shapes,
    areas,
    buffered,
    contains,
    corners_of,
    differences,
    intersections,
    make_polygons,
    polygons_of,
    remainder,
    shape_array,
    union,
)
from astrike.geometry.bases import grown, reach_along
from astrike.geometry.prisms import Prisms, joined_prisms, make_prisms
from astrike.rules.table.metric import SightScene
from astrike.tolerance import TOUCH

FENCE = 1e-3
"""Inches of a hill's rim that stay where its top is opened toward a pond."""


def solids_on_lines(field: SightScene, eye: Ints, target: Ints) -> tuple[Prisms, Bools | None]:
    """Give the solids that lines between these pairs meet, and which of them is there for which line (n, P)."""
    prisms, use = _cut_for_units(field, eye, target)
    return _open_banks(field, eye, target, prisms, use)


def _cut_for_units(field: SightScene, eye: Ints, target: Ints) -> tuple[Prisms, Bools | None]:
    solid = field.obstacles
    bounded = solid.smaller_than < 99
    if not solid.absent.any() and not bounded.any():
        return solid.prisms, None
    use = ~(solid.absent[eye] | solid.absent[target])
    cut = solid.only >= 0
    use[:, cut] &= (solid.only[cut][None, :] == eye[:, None]) | (solid.only[cut][None, :] == target[:, None])
    if bounded.any():
        rank = np.array(field.units.rank, dtype=np.intp)
        use[:, bounded] &= rank[target][:, None] < solid.smaller_than[bounded][None, :]
    prisms, use = _cut_twice(field, eye, target, solid.prisms, use)
    return _cut_along(field, eye, target, prisms, use)


def _cut_twice(
    field: SightScene, eye: Ints, target: Ints, prisms: Prisms, use: Bools
) -> tuple[Prisms, Bools]:
    """Where both units stand in or against one solid, take both surroundings out of it."""
    solid = field.obstacles
    sources = np.unique(solid.source[solid.source >= 0])
    pairs = np.argwhere(solid.absent[eye][:, sources] & solid.absent[target][:, sources])
    if not len(pairs):
        return prisms, use
    has_rest = {(int(p), int(i)) for p, i in zip(solid.source, solid.only, strict=True) if p >= 0}
    polygons: list[object] = []
    owner: list[int] = []
    origin: list[int] = []
    for line, column in pairs.tolist():
        source, pair = int(sources[column]), np.array([eye[line], target[line]])
        use[line, solid.source == source] = False
        if not all((source, int(end)) in has_rest for end in pair):
            continue  # nothing of it is left around one of them, as for infantry inside
        strip = _strip(field, source)
        around = [grown(field.units.bases, int(end), strip) for end in pair]
        if strip > 0:
            around += list(_lanes(field, pair, pair[::-1], strip))
        for polygon in remainder(prisms.polygons[source], shape_array(around)):
            polygons.append(polygon)
            owner.append(line)
            origin.append(source)
    return _with_extra(prisms, use, polygons, owner=owner, origin=origin)


def _cut_along(
    field: SightScene, eye: Ints, target: Ints, prisms: Prisms, use: Bools
) -> tuple[Prisms, Bools]:
    """Take the strip along the line out of the building that one end is in.

    Two inches of an occupied building on the line do not block (CE p.40). The base is round and walls are flat, so
    beside the line more than that may be left of a building that has been cut around the base.
    """
    solid = field.obstacles
    strips = np.array([_strip(field, int(p)) if p >= 0 else 0.0 for p in solid.source])
    cut = np.flatnonzero(strips > 0)
    line, column = np.nonzero(use[:, cut])
    if not len(line):
        return prisms, use
    piece = cut[column]
    unit = solid.only[piece]
    other = np.where(unit == eye[line], target[line], eye[line])
    lanes = _lanes(field, unit, other, strips[piece])
    met = areas(intersections(prisms.polygons[piece], lanes)) > TOUCH**2
    met &= ~_are_inside(lanes, prisms.polygons[solid.source[piece]])  # it blocks anyhow
    line, piece = line[met], piece[met]
    use[line, piece] = False
    polygons: list[object] = []
    owner: list[int] = []
    origin: list[int] = []
    rests = differences(prisms.polygons[piece], lanes[met])
    for one, where, rest in zip(line.tolist(), piece.tolist(), rests, strict=True):
        for polygon in polygons_of(rest):
            polygons.append(polygon)
            owner.append(one)
            origin.append(where)
    return _with_extra(prisms, use, polygons, owner=owner, origin=origin)


def _are_inside(lanes: Shapes, shapes: Shapes) -> Bools:
    """Say which lanes have all their corners inside the shape."""
    corner, owner = corners_of(lanes)
    inside = contains(shapes[owner], corner[:, 0], corner[:, 1])
    found: Bools = np.bincount(owner, weights=~inside, minlength=len(lanes)) == 0
    return found


def _with_extra(
    prisms: Prisms, use: Bools, polygons: Sequence[object], *, owner: Sequence[int], origin: Sequence[int]
) -> tuple[Prisms, Bools]:
    """Add pieces cut from the prisms `origin`, each for the line `owner` alone."""
    extra = make_prisms(
        polygons,
        bottom=prisms.bottom[origin],
        top=prisms.top[origin].reshape(-1, 3),
        piece=prisms.piece[origin],
    )
    more = np.zeros((len(use), len(extra)), dtype=np.bool_)
    more[owner, np.arange(len(extra))] = True
    return joined_prisms(prisms, extra), np.hstack((use, more))


def _lanes(field: SightScene, unit: Ints, other: Ints, strip: float | Floats) -> Shapes:
    """Give the rectangles from these units' middles toward others: to their edge and a strip further."""
    bases = field.units.bases
    widths = field.units.width
    reach = reach_along(bases, unit, bases.xy[other]) + strip
    way = bases.xy[other] - bases.xy[unit]
    return _rectangles(bases.xy[unit], way, reach, np.maximum(widths[unit], widths[other]))


def _rectangles(start: Floats, way: Floats, length: Floats, width: Floats) -> Shapes:
    """Give rectangles that begin at points (n, 2) and lead so far that way; edges lie a hair outside."""
    ahead = way / np.maximum(np.hypot(*way.T), TOUCH)[:, None]
    aside = np.column_stack((-ahead[:, 1], ahead[:, 0])) * (width / 2 + TOUCH)[:, None]
    end = start + ahead * (length + TOUCH)[:, None]
    return make_polygons(np.stack((start - aside, end - aside, end + aside, start + aside), axis=1))


def _strip(field: SightScene, prism: int) -> float:
    """Give how many inches of a solid around a unit in it do not block."""
    piece = int(field.obstacles.prisms.piece[prism])
    is_building = piece < len(field.terrain.pieces) and field.terrain.pieces[piece].kind == "building"
    return field.edition.number("strip.building") if is_building else 0.0


# ---- water on a hill


def _open_banks(
    field: SightScene, eye: Ints, target: Ints, prisms: Prisms, use: Bools | None
) -> tuple[Prisms, Bools | None]:
    """Let no unit in water be hidden by the ground that the water lies in, as long as the line comes from above it.

    On the bare table no bank rises above the water's bottom, and what wades is seen (CE p.41); a pond on a hill is no
    different. A line that comes through the hill's side stays blocked: its rim is left standing.
    """
    surface = _surfaces(field)
    if np.isnan(surface[target]).all():
        return prisms, use
    level = _levels(field, prisms)
    has_bank: Bools = np.any(np.abs(level[None, :] - surface[:, None]) <= TOUCH, axis=1)
    if not has_bank.any():
        return prisms, use
    xy = field.units.bases.xy
    eyes = field.units.eye
    polygons: list[object] = []
    owner: list[int] = []
    origin: list[int] = []
    for line in np.flatnonzero(has_bank[target] & (eyes[eye] > surface[target] + TOUCH)).tolist():
        e, t = int(eye[line]), int(target[line])
        body, way = field.units.of[t], xy[e] - xy[t]
        if float(np.hypot(*way)) <= TOUCH:
            continue
        banks = np.flatnonzero(np.abs(level - surface[t]) <= TOUCH)
        # Where the line to the feet dips below the surface.
        below = float(np.hypot(*way)) * (surface[t] - body.foot) / (eyes[e] - body.foot)
        lane = _rectangles(xy[[t]], way[None, :], np.array([below]), np.array([body.width]))
        inner = buffered(_hills(field, float(surface[t])), -FENCE)
        opened = [part for part in intersections(inner, np.repeat(lane, len(inner))) if not part.is_empty]
        if use is None:
            use = np.ones((len(eye), len(prisms)), dtype=np.bool_)
        for p in banks[use[line, banks]].tolist():
            if (
                not opened
                or float(areas(intersections(shape_array([prisms.polygons[p]]), lane))[0]) <= TOUCH**2
            ):
                continue
            use[line, p] = False
            for polygon in remainder(prisms.polygons[p], shape_array(opened)):
                polygons.append(polygon)
                owner.append(line)
                origin.append(p)
    if use is None or not polygons:
        return prisms, use
    return _with_extra(prisms, use, polygons, owner=owner, origin=origin)


def _surfaces(field: SightScene) -> Floats:
    """Give the height (n,) of the water's surface above the feet of each unit, nan for those not in water."""
    of = field.units.of
    found = np.full(len(of), np.nan)
    wet = [i for i, body in enumerate(of) if body.depth > TOUCH and body.submersion != "surface"]
    ground = field.terrain.ground_at(field.units.bases.xy[wet]) if wet else np.zeros(0)
    for i, level in zip(wet, ground.tolist(), strict=True):
        if of[i].foot < level - TOUCH:
            found[i] = level
    return found


def _levels(field: SightScene, prisms: Prisms) -> Floats:
    """Give the height (P,) of the hill that each prism belongs to, the floors of its ponds included; nan for others."""
    terrain = field.terrain
    tops = [
        terrain.extent[piece.id][1] if row.family == "ground" else np.nan
        for piece, row in zip(terrain.pieces, terrain.rows, strict=True)
    ]
    # Large units come after the pieces of terrain.
    return np.array([*tops, np.nan], dtype=np.float64)[np.minimum(prisms.piece, len(tops))]


def _hills(field: SightScene, top: float) -> Shapes:
    """Give the outlines of all hills of one height together, ponds included."""
    terrain = field.terrain
    same = [
        polygon
        for piece, row, shapes in zip(terrain.pieces, terrain.rows, terrain.shapes, strict=True)
        if row.family == "ground" and abs(terrain.extent[piece.id][1] - top) <= TOUCH
        for polygon in shapes
    ]
    return union(shape_array(same))
