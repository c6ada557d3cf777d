"""Does everything on the table stand where it can stand?

The whole table is checked as if every unit had just ended its move: bases over each other, on the wrong ground, over a
drop, over the edge; heights at which nothing carries a unit; who is carried by nobody. All findings are given, in the
order of the checks and then of the file. Sources: CE pp.32, 34-36, 38, 72; AS p.30.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats, Ints
from astrike.geometry.bases import gaps, nearest_points
from astrike.geometry.clearance import nearest
from astrike.geometry.sweeps import Footprint, Track, footprint_of, make_track, make_zones
from astrike.geometry.swept_overlaps import swept_bases, swept_zones
from astrike.geometry.uneven_footing import uneven_spans
from astrike.model.explain import NO_FACTS, Facts, facts
from astrike.model.legality import Finding
from astrike.model.terrain import BUILT
from astrike.rules.movement.mobility_profile import mobility_profile_of, usual_mode
from astrike.rules.movement.movement_terrain import MovementTerrain, movement_terrain_for
from astrike.rules.movement.roads import is_on_road
from astrike.rules.table.lines import are_in_base_contact
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.mobility import ground_parts, mover_key, part_of
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
"""In which order the checks are reported."""
SEVERITY = {"standing.carrier": "warning", "standing.overhang": "note", "standing.contact": "note"}
"""All others are errors."""
BETWEEN = frozenset({"dropping", "climbing"})
"""States of units that are between two heights."""
SKY = "aerospace"


def standing_findings(prepared: PreparedTable) -> tuple[Finding, ...]:
    """Name everything that stands where it cannot, check by check in a fixed order.

    On hexes all that counts of a base is the hex under its centre.
    """
    prepared = _as_it_counts(prepared)
    found = [*_overlapping(prepared), *_left_behind(prepared)]
    for i in _on_table(prepared):
        found += _of_unit(prepared, i)
    return tuple(sorted(found, key=lambda finding: ORDER.index(finding.key)))


def standing_findings_alone(prepared: PreparedTable) -> tuple[tuple[Finding, ...], ...]:
    """Name for each unit what is wrong with where it stands, as if no other were there."""
    prepared = _as_it_counts(prepared)
    return tuple(tuple(_of_unit(prepared, i)) for i in range(len(prepared.units.units)))


def _as_it_counts(prepared: PreparedTable) -> PreparedTable:
    """Give a table with what counts of each base."""
    bases = prepared.metric.outlines(prepared.units.bases)
    if bases is prepared.units.bases:
        return prepared
    return replace(prepared, units=replace(prepared.units, bases=bases))


def base_contacts(prepared: PreparedTable) -> tuple[Finding, ...]:
    """Name the units whose bases touch: edge at edge, and no farther apart in height than contact allows.

    What flies is counted at its true height (CE p.36).
    """
    prepared = _as_it_counts(prepared)
    bases = prepared.units.bases
    one, other = _pairs(prepared, within=prepared.metric.contact_reach)
    if not len(one):
        return ()
    step = prepared.metric.rises(prepared.units.z[one], prepared.units.z[other])
    touching = are_in_base_contact(prepared, one, other)
    over = {(i, j) for i, j, _ in _overlaps(prepared)}
    ours, theirs = nearest_points(bases, one, other)
    return tuple(
        _finding(
            prepared,
            "standing.contact",
            tuple(((ours[k] + theirs[k]) / 2).tolist()),
            by=(int(one[k]), int(other[k])),
            measured=facts(rise=float(step[k])),
        )
        for k in np.flatnonzero(touching).tolist()
        if (int(one[k]), int(other[k])) not in over
    )


def _on_table(prepared: PreparedTable) -> list[int]:
    return [
        i for i, unit in enumerate(prepared.units.units) if unit.is_on_table and "destroyed" not in unit.state
    ]


def _finding(
    prepared: PreparedTable,
    key: str,
    where: tuple[float, float],
    *,
    limit: float | None = None,
    value: float | None = None,
    by: tuple[int, ...] = (),
    pieces: tuple[str, ...] = (),
    measured: Facts = NO_FACTS,
) -> Finding:
    row = prepared.edition.reasons[key]
    names = tuple(prepared.units.units[i].id for i in by)
    return Finding(
        key, SEVERITY.get(key, "error"), row.label, row.cite, where, limit, value, (*names, *pieces), measured
    )


# ---- two units


def _pairs(prepared: PreparedTable, *, within: float) -> tuple[Ints, Ints]:
    """Give the pairs of units, each once, whose bases may be so near."""
    units = np.array(_on_table(prepared), dtype=np.intp)
    bases = prepared.units.bases
    # A convex base reaches less than three times as far as its farthest side is away.
    reach = np.where(bases.is_round, bases.radius, 3.0 * bases.side[:, :, 2].max(axis=1, initial=0.0))[units]
    x, y = bases.xy[units].T
    away = np.hypot(x[:, None] - x, y[:, None] - y)
    one, other = np.nonzero(np.triu(away <= reach[:, None] + reach + within, 1))
    return units[one], units[other]


def _overlaps(prepared: PreparedTable) -> Iterator[tuple[int, int, float]]:
    """Give the pairs of bases that share a place by more than contact allows, and how deep; on hexes a hex."""
    bases = prepared.units.bases
    one, other = _pairs(prepared, within=0.0)
    if not len(one):
        return
    deep = -gaps(bases, one, other)
    is_round = bases.is_round[one] & bases.is_round[other]
    for i, j, by, round_both in zip(
        one.tolist(), other.tolist(), deep.tolist(), is_round.tolist(), strict=True
    ):
        if round_both:
            if prepared.metric.share_place(-by):
                yield i, j, by
        elif by >= 0.0 and len(swept_bases(make_track([bases.xy[i]]), footprint_of(bases, i), bases, [j])):
            yield i, j, _depth(prepared, i, j)


def _depth(prepared: PreparedTable, i: int, j: int) -> float:
    """Give how deep two bases overlap of which one at least is a polygon."""
    bases = prepared.units.bases
    if bases.is_round[j]:
        i, j = j, i
    outline = make_zones(bases.outline[[j]])
    clearance, _ = nearest(make_track([bases.xy[i]]), footprint_of(bases, i), outline)
    return float(-clearance[0])


def _overlapping(prepared: PreparedTable) -> Iterator[Finding]:
    """Two units share a place, at whatever heights (CE p.32)."""
    xy = prepared.units.bases.xy
    for i, j, by in _overlaps(prepared):
        where = tuple(((xy[i] + xy[j]) / 2).tolist())
        yield _finding(prepared, "standing.overlap", where, limit=0.0, value=by, by=(i, j))


def _left_behind(prepared: PreparedTable) -> Iterator[Finding]:
    """Carried by what is not on the table (CE p.38)."""
    there = {prepared.units.units[i].id for i in _on_table(prepared)}
    for i, unit in enumerate(prepared.units.units):
        if unit.carried_by is None or {"off-table", "destroyed"} & unit.state:
            continue
        carriers = _carriers(prepared, unit.carried_by)
        if not there.intersection(carriers):
            yield _finding(prepared, "standing.carrier", unit.at, by=(i,), pieces=(unit.carried_by,))


def _carriers(prepared: PreparedTable, name: str) -> list[str]:
    """Give a carrier, what carries that, and so on."""
    found: list[str] = []
    at: str | None = name
    while at is not None and at in prepared.units.index and at not in found:
        found.append(at)
        at = prepared.units.units[prepared.units.index[at]].carried_by
    return found


# ---- one unit


def _of_unit(prepared: PreparedTable, i: int) -> Iterator[Finding]:
    """Give what is wrong with one unit by itself."""
    unit, table = prepared.units.units[i], prepared.table
    footprint = footprint_of(prepared.units.bases, i)
    centre = np.array([unit.at], dtype=np.float64)
    beyond = _beyond(centre, table.width, table.depth)
    if beyond > TOUCH:
        yield _finding(prepared, "standing.off-table", unit.at, limit=0.0, value=beyond, by=(i,))
        return
    rim = beyond + footprint.radius
    if not footprint.is_round:
        rim = _beyond(centre + footprint.corner, table.width, table.depth)
    if rim > TOUCH:
        yield _finding(prepared, "standing.overhang", unit.at, limit=0.0, value=rim, by=(i,))
    if prepared.units.rows[i].aerospace or unit.state & BETWEEN:
        return
    floating = tuple(_floating(prepared, i))
    yield from floating
    if not floating and not prepared.units.airborne[i]:
        yield from _ground_faults(prepared, i, footprint)


def _beyond(places: Floats, width: float, depth: float) -> float:
    """Give how far the farthest of some places is beyond the edge of the table; below 0 all are on it."""
    x, y = places.T
    return float(np.maximum.reduce([-x, x - width, -y, y - depth]).max())


def _floating(prepared: PreparedTable, i: int) -> Iterator[Finding]:
    """At a height where nothing carries it: between floors, above the ground without flying, below it (CE pp.34-36)."""
    unit, z, terrain = prepared.units.units[i], float(prepared.units.z[i]), prepared.terrain
    place = np.array([unit.at], dtype=np.float64)
    surface = float(terrain.ground_at(place)[0])
    depth, water = terrain.depth_at(place)
    bottom = surface - float(depth[0]) if water[0] >= 0 else surface
    if prepared.units.airborne[i]:
        if z < surface - TOUCH:
            yield _finding(prepared, "standing.floating", unit.at, limit=surface, value=z, by=(i,))
        return
    if part_of(unit, "submersible") is not None and bottom - TOUCH <= z <= surface + TOUCH:
        return
    levels = {surface, bottom, *_levels(prepared, terrain.pieces_over(place)[0])}
    nearest_level = min(sorted(levels), key=lambda level: abs(level - z))
    if abs(nearest_level - z) > TOUCH:
        yield _finding(prepared, "standing.floating", unit.at, limit=nearest_level, value=z, by=(i,))


def _levels(prepared: PreparedTable, over: tuple[int, ...]) -> Iterator[float]:
    """Give the heights of roofs, decks and floors over a place."""
    terrain = prepared.terrain
    for k in over:
        family = terrain.rows[k].family
        if family in BUILT:
            low, high = terrain.extent[terrain.pieces[k].id]
            yield high
            if family == "solid":
                floors = terrain.pieces[k].floors or max(1, int(high - low))
                yield from (low + (high - low) * level / floors for level in range(floors))


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """One of the ways in which a unit moves, and the land as it is for that."""

    land: MovementTerrain
    mover: str


def _ground_faults(prepared: PreparedTable, i: int, footprint: Footprint) -> list[Finding]:
    """Give what is wrong with the ground under a base, for the way of moving that minds it least."""
    body = prepared.units.of[i]
    covers: frozenset[int] = frozenset()
    if body.on is not None and prepared.terrain.rows[prepared.terrain.index[body.on]].family in BUILT:
        covers = frozenset({prepared.terrain.index[body.on]})
    ways = [_faults_of(prepared, i, footprint, way) for way in _ways(prepared, i, covers)]
    return min(ways, key=len, default=[])


def _ways(prepared: PreparedTable, i: int, covers: frozenset[int]) -> Iterator[_Way]:
    """Give each way in which the unit moves where it is now: of several motive codes one is chosen (CE p.37)."""
    unit, mode = prepared.units.units[i], usual_mode(prepared, i)
    on_foot = mode in prepared.edition.tagged("on-ground") or mode == "jump"
    parts = (ground_parts(unit) if on_foot else ()) or (part_of(unit, mode),)
    for part in parts:
        mover = mover_key(unit, "ground" if on_foot else mode, part, prepared.edition)
        if mover != SKY:
            code, variant = (part.code, part.variant) if part is not None else ("", "")
            yield _Way(
                movement_terrain_for(
                    prepared, mobility_profile_of(prepared, i, mover, code, variant), covers
                ),
                mover,
            )


def _faults_of(prepared: PreparedTable, i: int, footprint: Footprint, way: _Way) -> list[Finding]:
    unit, land = prepared.units.units[i], way.land
    track = make_track([unit.at])
    found = [
        _finding(
            prepared,
            "standing.prohibited",
            unit.at,
            by=(i,),
            pieces=() if piece is None else (piece,),
            measured=facts(kind=kind),
        )
        for kind, piece in _barred(prepared, land, track, footprint)
    ]
    if way.mover in prepared.edition.tagged("afloat") or land.climb_limit <= 0.0:
        return found
    cells = tuple(land.steep_piece)
    for zone in swept_zones(track, footprint, land.steep).zone.tolist():
        slope = float(np.hypot(*land.floor.plane[cells[zone], 1:]))
        piece = land.steep_piece[cells[zone]]
        most = land.climb_limit / land.climb_window
        found.append(
            _finding(
                prepared,
                "standing.steep",
                unit.at,
                limit=most,
                value=slope,
                by=(i,),
                pieces=(piece,) if piece else (),
            )
        )
    limit = land.climb_limit
    most = limit if prepared.options.is_on("move.cliff-at-limit") else limit - 3 * TOUCH
    levels = uneven_spans(track, footprint, land.floor, most)
    if levels:
        _, _, low, high = max(levels, key=lambda one: one.high - one.low)
        found.append(
            _finding(
                prepared,
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
    prepared: PreparedTable, land: MovementTerrain, track: Track, footprint: Footprint
) -> Iterator[tuple[str, str | None]]:
    """Give the terrain under any part of the base that this unit may not enter: kind and piece, once each.

    On a road it is where the road leads, whatever lies beside; walls are never so (CE pp.32, 35, 72).
    """
    on_road = is_on_road(prepared, land, track, footprint)
    seen: set[tuple[str, str | None]] = set()
    for zone in swept_zones(track, footprint, land.zones).zone.tolist():
        key = land.barred[zone]
        if key not in prepared.edition.reasons or (on_road and key != "move.wall"):
            continue
        what = (land.kind[zone], land.names(prepared.terrain, zone))
        if what not in seen:
            seen.add(what)
            yield what
