"""Which solids does a line of sight meet?

Which question: what stands between these two units, with what is cut away around either of them? A solid that a unit
stands in or against is cut around it; what depends on both ends of a line is cut for that line alone.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from astrike.geometry.arrays import (
    TOUCH,
    Bools,
    Floats,
    Ints,
    Polygon,
    Shapes,
    areas,
    intersections,
    make_polygon,
    remainder,
    shape_array,
    swollen,
    union,
)
from astrike.geometry.bases import grown, reach_along
from astrike.geometry.prisms import Prisms, joined, make_prisms
from astrike.rules.battlefield import Field

FENCE = 1e-3
"""Inches of a hill's rim that stay where its top is opened towards a pond."""


def solids_for(field: Field, eye: Ints, target: Ints) -> tuple[Prisms, Bools | None]:
    """Give the solids that lines between these pairs meet, and which of them is there for which line (n, P)."""
    prisms, use = _cut_for_units(field, eye, target)
    return _open_banks(field, eye, target, prisms, use)


def _cut_for_units(field: Field, eye: Ints, target: Ints) -> tuple[Prisms, Bools | None]:
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
    return _cut_anew(field, eye, target, solid.prisms, use)


def _cut_anew(field: Field, eye: Ints, target: Ints, prisms: Prisms, use: Bools) -> tuple[Prisms, Bools]:
    """Cut what a unit's own surroundings do not settle: solids both units stand in or against, and their buildings.

    Two inches of an occupied building on the line do not block (CE p.40), so around each line as much is taken out.
    """
    solid = field.obstacles
    sources = np.unique(solid.source[solid.source >= 0])
    strips = np.array([_strip(field, int(source)) for source in sources])
    ours, theirs = solid.absent[eye][:, sources], solid.absent[target][:, sources]
    pairs = np.argwhere((ours & theirs) | ((ours | theirs) & (strips > 0)[None, :]))
    if not len(pairs):
        return prisms, use
    has_rest = {(int(p), int(i)) for p, i in zip(solid.source, solid.only, strict=True) if p >= 0}
    polygons: list[object] = []
    owner: list[int] = []
    origin: list[int] = []
    for line, column in pairs.tolist():
        source = int(sources[column])
        use[line, solid.source == source] = False
        ends = [int(end) for end in (eye[line], target[line]) if solid.absent[end, source]]
        if not all((source, end) in has_rest for end in ends):
            continue  # nothing of it is left around one of them, as for infantry inside
        pair = (int(eye[line]), int(target[line]))
        around = [zone for end in ends for zone in _surroundings(field, end, pair, float(strips[column]))]
        for polygon in remainder(prisms.polygons[source], shape_array(around)):
            polygons.append(polygon)
            owner.append(line)
            origin.append(source)
    return _with_extra(prisms, use, polygons, owner=owner, origin=origin)


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
    return joined(prisms, extra), np.hstack((use, more))


def _surroundings(field: Field, unit: int, pair: tuple[int, int], strip: float) -> Iterator[Polygon]:
    """Give what is free around one end of a line: its base grown by the strip, and the strip along the line.

    The base is round and walls are flat: beside the line more than the strip would lie between the two.
    """
    bases = field.units.bases
    yield grown(bases, unit, strip)
    other = pair[0] if unit == pair[1] else pair[1]
    way = bases.xy[other] - bases.xy[unit]
    if strip > 0 and float(np.hypot(*way)) > TOUCH:
        reach = float(reach_along(bases, np.array([unit]), bases.xy[[other]])[0]) + strip
        yield _lane(bases.xy[unit], way, reach, max(field.units.of[end].width for end in pair))


def _lane(start: Floats, way: Floats, length: float, width: float) -> Polygon:
    """Give the rectangle that begins at a point and leads so far that way; edges lie a hair outside."""
    ahead = way / np.hypot(*way)
    aside = np.array((-ahead[1], ahead[0])) * (width / 2 + TOUCH)
    end = start + ahead * (length + TOUCH)
    return make_polygon([start - aside, end - aside, end + aside, start + aside])


def _strip(field: Field, prism: int) -> float:
    """Give how many inches of a solid around a unit in it do not block."""
    piece = int(field.obstacles.prisms.piece[prism])
    is_building = piece < len(field.lie.pieces) and field.lie.pieces[piece].kind == "building"
    return field.edition.number("strip.building") if is_building else 0.0


# ---- water on a hill


def _open_banks(
    field: Field, eye: Ints, target: Ints, prisms: Prisms, use: Bools | None
) -> tuple[Prisms, Bools | None]:
    """Let no unit in water be hidden by the ground that the water lies in, as long as the line comes from above it.

    On the bare table no bank rises above the water's bottom, and what wades is seen (CE p.41); a pond on a hill is no
    different. A line that comes through the hill's side stays blocked: its rim is left standing.
    """
    surface = _surfaces(field)
    level = _levels(field, prisms)
    has_bank: Bools = np.any(np.abs(level[None, :] - surface[:, None]) <= TOUCH, axis=1)
    if not has_bank.any():
        return prisms, use
    xy = field.units.bases.xy
    eyes = np.array([body.eye for body in field.units.of])
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
        lane = shape_array([_lane(xy[t], way, below, body.width)])
        inner = swollen(_hills(field, float(surface[t])), -FENCE)
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


def _surfaces(field: Field) -> Floats:
    """Give the height (n,) of the water's surface above the feet of each unit, nan for those not in water."""
    of = field.units.of
    found = np.full(len(of), np.nan)
    wet = [i for i, body in enumerate(of) if body.depth > TOUCH and body.submersion != "surface"]
    ground = field.lie.ground_at(field.units.bases.xy[wet]) if wet else np.zeros(0)
    for i, level in zip(wet, ground.tolist(), strict=True):
        if of[i].foot < level - TOUCH:
            found[i] = level
    return found


def _levels(field: Field, prisms: Prisms) -> Floats:
    """Give the height (P,) of the hill that each prism belongs to, the floors of its ponds included; nan for others."""
    lie = field.lie
    tops = [
        lie.extent[piece.id][1] if row.family == "ground" else np.nan
        for piece, row in zip(lie.pieces, lie.rows, strict=True)
    ]
    # Large units come after the pieces of terrain.
    return np.array([*tops, np.nan], dtype=np.float64)[np.minimum(prisms.piece, len(tops))]


def _hills(field: Field, top: float) -> Shapes:
    """Give the outlines of all hills of one height together, ponds included."""
    lie = field.lie
    same = [
        polygon
        for piece, row, shapes in zip(lie.pieces, lie.rows, lie.shapes, strict=True)
        if row.family == "ground" and abs(lie.extent[piece.id][1] - top) <= TOUCH
        for polygon in shapes
    ]
    return union(shape_array(same))
