"""How does a base stand where it comes down from above, and may it come down there?

For whoever jumps, lands or leaves a transport: put on a place without having walked there, how high is it then, on
what, and what forbids it to stand there. Flights of VTOLs and WiGEs end alike, on ground that bears them. Sources: CE
pp.32, 34-38, 72; AS p.30.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.sweeps import Footprint, make_track
from astrike.geometry.swept_overlaps import swept_zones
from astrike.geometry.uneven_footing import uneven_spans
from astrike.model.explain import Fact, facts
from astrike.model.movement import Height, MoveReason, TerrainUnderPath
from astrike.model.terrain import BUILT
from astrike.rules.movement.along_path import place_along, reason_along
from astrike.rules.movement.budget import reason_unknown
from astrike.rules.movement.declared_move import MoveCase
from astrike.rules.movement.mobility_profile import mobility_profile_of
from astrike.rules.movement.movement_terrain import MovementTerrain, movement_terrain_for
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

_SINKS_NOT = {"vtol": 1.0}
"""Depth from which who comes down on water is judged at its surface, whether it floats there or crashes (CE p.36)."""


@dataclass(frozen=True, slots=True)
class PieceUnderBase:
    """A piece under some part of the base."""

    piece: str | None
    """None: open ground."""
    kind: str
    """Key of the movement cost table."""
    surcharge: float
    barred: str
    """Key of the reason why this unit may not stand there; empty where it may."""
    option: str


@dataclass(frozen=True, slots=True)
class BaseLanding:
    """How a base stands where it comes down."""

    z: float
    on: str | None
    """The roof, deck or hill it stands on."""
    is_on_top: bool
    """Is that a roof or a deck?"""
    fits: bool
    """Is there anything to stand on at the height that was asked for, with nothing above it?"""
    under: tuple[PieceUnderBase, ...]
    """The terrain under any part of the base."""
    uneven: tuple[float, float] | None
    """Lowest and highest ground under it, where they differ by more than the limit."""
    steep: tuple[str, ...]
    """Ids of sloped ground under it that is too steep to stand on."""

    @property
    def barred(self) -> tuple[PieceUnderBase, ...]:
        """The terrain that this unit may not stand on."""
        return tuple(each for each in self.under if each.barred)

    def grounds(self, at: float) -> tuple[TerrainUnderPath, ...]:
        """Give what it stands on after so many inches of its path, for pictures."""
        return tuple(
            TerrainUnderPath(at, at, each.piece, each.kind, each.surcharge, bool(each.barred))
            for each in self.under
            if each.piece is not None
        )


def touch_down(
    prepared: PreparedTable,
    i: int,
    *,
    at: tuple[float, float],
    asked: Height,
    footprint: Footprint,
    mover: str,
    variant: str,
    limit: float,
) -> BaseLanding:
    """Say how a unit stands when it comes down on a place from above, as this row of the movers table.

    Where no height is stated it comes down on the roof or deck there. `limit` is the height by which the ground under
    its base may differ.
    """
    mobility = mobility_profile_of(prepared, i, mover, variant)
    floats_ = asked == "surface" or movement_terrain_for(prepared, mobility).rides
    spot = _spot(prepared, at, floats_from=0.0 if floats_ else _SINKS_NOT.get(mover, np.inf))
    z, cover, fits = _level(spot, asked)
    landscape = movement_terrain_for(prepared, mobility, frozenset() if cover is None else frozenset({cover}))
    track = make_track([at])
    uneven = [(low, high) for _, _, low, high in uneven_spans(track, footprint, landscape.floor, limit)]
    steep = swept_zones(track, footprint, landscape.steep)
    slopes = tuple(landscape.steep_piece.values())
    return BaseLanding(
        z=z,
        on=spot.hill if cover is None else prepared.terrain.pieces[cover].id,
        is_on_top=cover is not None,
        fits=fits,
        under=tuple(_under(prepared, landscape, at, footprint)),
        uneven=uneven[0] if uneven else None,
        steep=tuple(dict.fromkeys(slopes[k] for k in steep.zone.tolist())),
    )


def landing_reasons(
    prepared: PreparedTable,
    down: BaseLanding,
    *,
    key: str,
    at: float,
    place: tuple[float, float],
    leg: int,
    limit: float,
) -> Iterator[MoveReason]:
    """Give the reasons why a base may not come down so; `key` is what barred ground is called for the way it comes."""

    def reason(name: str, by: str | None, **measured: Fact) -> MoveReason:
        row = prepared.edition.reasons[name]
        return MoveReason(name, row.label, row.cite, at, at, place, leg, by, facts(**measured))

    if not down.fits:
        yield reason(key, down.on, z=down.z)
    for piece in dict.fromkeys(each.piece for each in down.barred):
        yield reason(key, piece)
    for piece in down.steep:
        yield reason("move.steep", piece or None)
    if down.uneven is not None:
        low, high = down.uneven
        yield reason("move.cliff", None, low=low, high=high, limit=limit)


def is_vehicle_on_roof(case: MoveCase, down: BaseLanding) -> bool:
    """Is it a roof, and a vehicle? CE p.72 names 'Mechs, ProtoMechs and infantry, so the option decides."""
    piece = case.prepared.terrain.index.get(down.on or "")
    is_roof = down.is_on_top and piece is not None and case.prepared.terrain.rows[piece].family == "solid"
    return is_roof and case.prepared.units.rows[case.i].vehicle


def is_closed_roof(case: MoveCase, down: BaseLanding) -> bool:
    """Is it a roof, and a vehicle that has no business there?"""
    return is_vehicle_on_roof(case, down) and not case.prepared.options.is_on("roof.vehicles")


@dataclass(frozen=True, slots=True)
class _Spot:
    """What there is to stand on under a centre."""

    ground: float
    """Of water the surface for those who float, else the bottom."""
    hill: str | None
    tops: tuple[tuple[float, int], ...]
    """Height and piece of each roof and deck, the highest first."""


def _spot(prepared: PreparedTable, at: tuple[float, float], *, floats_from: float) -> _Spot:
    terrain, places = prepared.terrain, np.array([at], dtype=np.float64)
    (over,) = terrain.pieces_over(places)
    surface = float(terrain.ground_at(places)[0])
    depth, water = terrain.depth_at(places)
    floats_ = float(depth[0]) >= floats_from - TOUCH
    ground = surface if floats_ or water[0] < 0 else surface - float(depth[0])
    tops = [(terrain.extent[terrain.pieces[k].id][1], k) for k in over if terrain.rows[k].family in BUILT]
    hills = [
        terrain.pieces[k].id
        for k in over
        if terrain.rows[k].family == "ramp"
        or (
            terrain.rows[k].family == "ground"
            and abs(terrain.extent[terrain.pieces[k].id][1] - surface) <= TOUCH
        )
    ]
    return _Spot(
        ground=ground,
        hill=hills[0] if hills else None,
        tops=tuple(sorted(tops, key=lambda top: -top[0])),
    )


def _level(spot: _Spot, asked: Height) -> tuple[float, int | None, bool]:
    """Give height, roof or deck, and whether it can come down there from above."""
    top = spot.tops[0] if spot.tops else None
    if asked is None or asked == "roof":
        return (top[0], top[1], True) if top is not None else (spot.ground, None, asked is None)
    if isinstance(asked, str):
        return spot.ground, None, top is None
    levels = [(spot.ground, None), *spot.tops]
    z, cover = min(levels, key=lambda level: abs(level[0] - asked))
    is_open = top is None or cover == top[1]
    return z, cover, abs(z - asked) <= TOUCH and is_open


def _under(
    prepared: PreparedTable, landscape: MovementTerrain, at: tuple[float, float], footprint: Footprint
) -> Iterator[PieceUnderBase]:
    """List the terrain under any part of the base; on road or deck what lies beside does not matter (CE p.35)."""
    spans = swept_zones(make_track([at]), footprint, landscape.zones)
    for zone in dict.fromkeys(spans.zone.tolist()):
        if landscape.kind[zone]:
            yield PieceUnderBase(
                piece=landscape.names(prepared.terrain, zone),
                kind=landscape.kind[zone],
                surcharge=float(landscape.surcharge[zone]),
                barred=landscape.barred[zone],
                option=landscape.option[zone],
            )


def land_at(case: MoveCase, at: float, asked: Height) -> BaseLanding:
    """Say how it stands when it comes down after so many inches of its path."""
    return touch_down(
        case.prepared,
        case.i,
        at=place_along(case, at),
        asked=asked,
        footprint=case.footprint,
        mover=case.mover.key,
        variant=case.budget.variant,
        limit=_standing_limit(case),
    )


def landing_refusals(case: MoveCase, down: BaseLanding, *, at: float, leg: int) -> Iterator[MoveReason]:
    """Give the reasons why it may not land there."""
    yield from landing_reasons(
        case.prepared,
        down,
        key="move.landing",
        at=at,
        place=place_along(case, at),
        leg=leg,
        limit=_standing_limit(case),
    )
    if is_closed_roof(case, down):
        yield reason_along(case, "move.roof", at, at, by=down.on)


def roof_options(case: MoveCase, landings: Iterable[BaseLanding]) -> tuple[str, ...]:
    """Name the option that decides about vehicles on roofs, where one lands there."""
    return ("roof.vehicles",) if any(is_vehicle_on_roof(case, down) for down in landings) else ()


def unprinted_flight(case: MoveCase, *keys: str) -> Iterator[MoveReason]:
    """Refuse a flight that needs figures which no source prints for this edition."""
    for key in keys:
        row = case.prepared.edition.numbers[key]
        if row.unknown:
            yield reason_unknown(case.prepared, case.unit, row)


def _standing_limit(case: MoveCase) -> float:
    """Give the height by which the ground under a landed base may differ: as for ground vehicles (CE pp.32, 34)."""
    return case.mover.climb_limit or case.prepared.edition.movers["tracked"].climb_limit
