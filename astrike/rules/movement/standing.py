"""Does everything on the table stand where it can stand?

Which question: the whole table looked at as if every unit had just ended its move: bases over each other, on the wrong
ground, over a step, over the edge; heights at which nothing carries a unit; who is carried by nobody. All findings
are given, in the order of the checks and then of the file. Sources: CE pp.32, 34-36, 38, 72; AS p.30.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from astrike.geometry.arrays import Floats, Ints
from astrike.geometry.bases import gaps, nearest_points
from astrike.geometry.clearance import nearest
from astrike.geometry.straddles import straddles
from astrike.geometry.sweep import swept, swept_bases
from astrike.geometry.tracks import Footprint, Track, footprint_of, make_track, make_zones
from astrike.model.explain import NO_FACTS, Facts, facts
from astrike.model.legality import Finding
from astrike.model.terrain import BUILT
from astrike.rules.apart import touch
from astrike.rules.battlefield import Field
from astrike.rules.movement.landscape import Landscape, landscape_for
from astrike.rules.movement.mover import ground_parts, mover_key, part_of, usual_mode
from astrike.rules.movement.roads import is_on_road
from astrike.rules.movement.walker import walker_of
from astrike.tolerance import TOUCH

ORDER = (
    "standing.off-table",
    "standing.overlap",
    "standing.prohibited",
    "standing.steep",
    "standing.straddle",
    "standing.floating",
    "standing.carrier",
    "standing.overhang",
    "standing.contact",
)
"""In which order the checks are told."""
SEVERITY = {"standing.carrier": "warning", "standing.overhang": "note", "standing.contact": "note"}
"""All others are errors."""
BETWEEN = frozenset({"dropping", "climbing"})
"""States of units that are between two heights."""
SKY = "aerospace"


def standing(field: Field) -> tuple[Finding, ...]:
    """Name everything that stands where it cannot, check by check in a fixed order.

    On hexes all that counts of a base is the hex under its centre.
    """
    field = _as_it_counts(field)
    found = [*_overlapping(field), *_left_behind(field)]
    for i in _on_table(field):
        found += _of_unit(field, i)
    return tuple(sorted(found, key=lambda finding: ORDER.index(finding.key)))


def standing_alone(field: Field) -> tuple[tuple[Finding, ...], ...]:
    """Name for each unit what is wrong with where it stands, as if no other were there."""
    field = _as_it_counts(field)
    return tuple(tuple(_of_unit(field, i)) for i in range(len(field.units.units)))


def _as_it_counts(field: Field) -> Field:
    """Give a table with what counts of each base."""
    bases = field.metric.outlines(field.units.bases)
    if bases is field.units.bases:
        return field
    return replace(field, units=replace(field.units, bases=bases))


def contacts(field: Field) -> tuple[Finding, ...]:
    """Name the units whose bases touch: edge at edge, and no farther apart in height than contact allows.

    What flies is counted at its true height (CE p.36).
    """
    field = _as_it_counts(field)
    bases = field.units.bases
    one, other = _pairs(field, within=field.metric.contact_reach)
    if not len(one):
        return ()
    step = field.metric.rises(field.units.z[one], field.units.z[other])
    touching = touch(field, one, other)
    over = {(i, j) for i, j, _ in _overlaps(field)}
    ours, theirs = nearest_points(bases, one, other)
    return tuple(
        _finding(
            field,
            "standing.contact",
            tuple(((ours[k] + theirs[k]) / 2).tolist()),
            by=(int(one[k]), int(other[k])),
            measured=facts(rise=float(step[k])),
        )
        for k in np.flatnonzero(touching).tolist()
        if (int(one[k]), int(other[k])) not in over
    )


def _on_table(field: Field) -> list[int]:
    return [
        i for i, unit in enumerate(field.units.units) if unit.is_on_table and "destroyed" not in unit.state
    ]


def _finding(
    field: Field,
    key: str,
    where: tuple[float, float],
    *,
    limit: float | None = None,
    value: float | None = None,
    by: tuple[int, ...] = (),
    pieces: tuple[str, ...] = (),
    measured: Facts = NO_FACTS,
) -> Finding:
    row = field.edition.reasons[key]
    names = tuple(field.units.units[i].id for i in by)
    return Finding(
        key, SEVERITY.get(key, "error"), row.label, row.cite, where, limit, value, (*names, *pieces), measured
    )


# ---- two units


def _pairs(field: Field, *, within: float) -> tuple[Ints, Ints]:
    """Give the pairs of units, each once, whose bases may be so near."""
    units = np.array(_on_table(field), dtype=np.intp)
    bases = field.units.bases
    # A convex base reaches less than three times as far as its farthest side is away.
    reach = np.where(bases.is_round, bases.radius, 3.0 * bases.side[:, :, 2].max(axis=1, initial=0.0))[units]
    x, y = bases.xy[units].T
    away = np.hypot(x[:, None] - x, y[:, None] - y)
    one, other = np.nonzero(np.triu(away <= reach[:, None] + reach + within, 1))
    return units[one], units[other]


def _overlaps(field: Field) -> Iterator[tuple[int, int, float]]:
    """Give the pairs of bases that share a place by more than contact allows, and how deep; on hexes a hex."""
    bases = field.units.bases
    one, other = _pairs(field, within=0.0)
    if not len(one):
        return
    deep = -gaps(bases, one, other)
    is_round = bases.is_round[one] & bases.is_round[other]
    for i, j, by, round_both in zip(
        one.tolist(), other.tolist(), deep.tolist(), is_round.tolist(), strict=True
    ):
        if round_both:
            if field.metric.share_place(-by):
                yield i, j, by
        elif by >= 0.0 and len(swept_bases(make_track([bases.xy[i]]), footprint_of(bases, i), bases, [j])):
            yield i, j, _depth(field, i, j)


def _depth(field: Field, i: int, j: int) -> float:
    """Give how deep two bases overlap of which one at least is a polygon."""
    bases = field.units.bases
    if bases.is_round[j]:
        i, j = j, i
    outline = make_zones(bases.outline[[j]])
    clearance, _ = nearest(make_track([bases.xy[i]]), footprint_of(bases, i), outline)
    return float(-clearance[0])


def _overlapping(field: Field) -> Iterator[Finding]:
    """Two units share a place, at whatever heights (CE p.32)."""
    xy = field.units.bases.xy
    for i, j, by in _overlaps(field):
        where = tuple(((xy[i] + xy[j]) / 2).tolist())
        yield _finding(field, "standing.overlap", where, limit=0.0, value=by, by=(i, j))


def _left_behind(field: Field) -> Iterator[Finding]:
    """Carried by what is not on the table (CE p.38)."""
    there = {field.units.units[i].id for i in _on_table(field)}
    for i, unit in enumerate(field.units.units):
        if unit.carried_by is None or {"off-table", "destroyed"} & unit.state:
            continue
        carriers = _carriers(field, unit.carried_by)
        if not there.intersection(carriers):
            yield _finding(field, "standing.carrier", unit.at, by=(i,), pieces=(unit.carried_by,))


def _carriers(field: Field, name: str) -> list[str]:
    """Give a carrier, what carries that, and so on."""
    found: list[str] = []
    at: str | None = name
    while at is not None and at in field.units.index and at not in found:
        found.append(at)
        at = field.units.units[field.units.index[at]].carried_by
    return found


# ---- one unit


def _of_unit(field: Field, i: int) -> Iterator[Finding]:
    """Give what is wrong with one unit by itself."""
    unit, table = field.units.units[i], field.table
    footprint = footprint_of(field.units.bases, i)
    centre = np.array([unit.at], dtype=np.float64)
    beyond = _beyond(centre, table.width, table.depth)
    if beyond > TOUCH:
        yield _finding(field, "standing.off-table", unit.at, limit=0.0, value=beyond, by=(i,))
        return
    rim = beyond + footprint.radius
    if not footprint.is_round:
        rim = _beyond(centre + footprint.corner, table.width, table.depth)
    if rim > TOUCH:
        yield _finding(field, "standing.overhang", unit.at, limit=0.0, value=rim, by=(i,))
    if field.units.rows[i].aerospace or unit.state & BETWEEN:
        return
    floating = tuple(_floating(field, i))
    yield from floating
    if not floating and not field.units.airborne[i]:
        yield from _ground_faults(field, i, footprint)


def _beyond(places: Floats, width: float, depth: float) -> float:
    """Give how far the farthest of some places is beyond the edge of the table; below 0 all are on it."""
    x, y = places.T
    return float(np.maximum.reduce([-x, x - width, -y, y - depth]).max())


def _floating(field: Field, i: int) -> Iterator[Finding]:
    """At a height where nothing carries it: between floors, above the ground without flying, below it (CE pp.34-36)."""
    unit, z, lie = field.units.units[i], float(field.units.z[i]), field.lie
    place = np.array([unit.at], dtype=np.float64)
    surface = float(lie.ground_at(place)[0])
    depth, water = lie.depth_at(place)
    bottom = surface - float(depth[0]) if water[0] >= 0 else surface
    if field.units.airborne[i]:
        if z < surface - TOUCH:
            yield _finding(field, "standing.floating", unit.at, limit=surface, value=z, by=(i,))
        return
    if part_of(unit, "submersible") is not None and bottom - TOUCH <= z <= surface + TOUCH:
        return
    levels = {surface, bottom, *_levels(field, lie.pieces_over(place)[0])}
    nearest_level = min(sorted(levels), key=lambda level: abs(level - z))
    if abs(nearest_level - z) > TOUCH:
        yield _finding(field, "standing.floating", unit.at, limit=nearest_level, value=z, by=(i,))


def _levels(field: Field, over: tuple[int, ...]) -> Iterator[float]:
    """Give the heights of roofs, decks and floors over a place."""
    lie = field.lie
    for k in over:
        family = lie.rows[k].family
        if family in BUILT:
            low, high = lie.extent[lie.pieces[k].id]
            yield high
            if family == "solid":
                floors = lie.pieces[k].floors or max(1, int(high - low))
                yield from (low + (high - low) * level / floors for level in range(floors))


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """One of the ways in which a unit moves, and the land as it is for that."""

    land: Landscape
    mover: str


def _ground_faults(field: Field, i: int, footprint: Footprint) -> list[Finding]:
    """Give what is wrong with the ground under a base, for the way of moving that minds it least."""
    body = field.units.of[i]
    covers: frozenset[int] = frozenset()
    if body.on is not None and field.lie.rows[field.lie.index[body.on]].family in BUILT:
        covers = frozenset({field.lie.index[body.on]})
    ways = [_faults_of(field, i, footprint, way) for way in _ways(field, i, covers)]
    return min(ways, key=len, default=[])


def _ways(field: Field, i: int, covers: frozenset[int]) -> Iterator[_Way]:
    """Give each way in which the unit moves where it is now: of several motive codes one is chosen (CE p.37)."""
    unit, mode = field.units.units[i], usual_mode(field, i)
    on_foot = mode in field.edition.tagged("on-ground") or mode == "jump"
    parts = (ground_parts(unit) if on_foot else ()) or (part_of(unit, mode),)
    for part in parts:
        mover = mover_key(unit, "ground" if on_foot else mode, part, field.edition)
        if mover != SKY:
            code, variant = (part.code, part.variant) if part is not None else ("", "")
            yield _Way(landscape_for(field, walker_of(field, i, mover, code, variant), covers), mover)


def _faults_of(field: Field, i: int, footprint: Footprint, way: _Way) -> list[Finding]:
    unit, land = field.units.units[i], way.land
    track = make_track([unit.at])
    found = [
        _finding(
            field,
            "standing.prohibited",
            unit.at,
            by=(i,),
            pieces=() if piece is None else (piece,),
            measured=facts(kind=kind),
        )
        for kind, piece in _barred(field, land, track, footprint)
    ]
    if way.mover in field.edition.tagged("afloat") or land.climb_limit <= 0.0:
        return found
    cells = tuple(land.steep_piece)
    for zone in swept(track, footprint, land.steep).zone.tolist():
        slope = float(np.hypot(*land.floor.plane[cells[zone], 1:]))
        piece = land.steep_piece[cells[zone]]
        most = land.climb_limit / land.climb_window
        found.append(
            _finding(
                field,
                "standing.steep",
                unit.at,
                limit=most,
                value=slope,
                by=(i,),
                pieces=(piece,) if piece else (),
            )
        )
    limit = land.climb_limit
    most = limit if field.options.is_on("move.cliff-at-limit") else limit - 3 * TOUCH
    levels = straddles(track, footprint, land.floor, most)
    if levels:
        _, _, low, high = max(levels, key=lambda one: one.high - one.low)
        found.append(
            _finding(
                field,
                "standing.straddle",
                unit.at,
                limit=limit,
                value=high - low,
                by=(i,),
                measured=facts(low=low, high=high),
            )
        )
    return found


def _barred(
    field: Field, land: Landscape, track: Track, footprint: Footprint
) -> Iterator[tuple[str, str | None]]:
    """Give the terrain under any part of the base that this mover may not enter: kind and piece, once each.

    On a road it is where the road leads, whatever lies beside; walls are never so (CE pp.32, 35, 72).
    """
    on_road = is_on_road(field, land, track, footprint)
    seen: set[tuple[str, str | None]] = set()
    for zone in swept(track, footprint, land.zones).zone.tolist():
        key = land.barred[zone]
        if key not in field.edition.reasons or (on_road and key != "move.wall"):
            continue
        what = (land.kind[zone], land.names(field.lie, zone))
        if what not in seen:
            seen.add(what)
            yield what
