"""Where does a base come down, and may it stand there?

Which question: who jumps, lands or leaves a transport is put on a place without having walked there; how high is it
then, on what, and what forbids it to stand there? Sources: CE pp.32, 34-38, 72; AS p.30.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from astrike.geometry.straddles import straddles
from astrike.geometry.sweep import swept
from astrike.geometry.tracks import Footprint, make_track
from astrike.model.explain import Fact, facts
from astrike.model.movement import Ground, Height, MoveReason
from astrike.model.terrain import BUILT
from astrike.rules.battlefield import Field
from astrike.rules.movement.case import Case
from astrike.rules.movement.landscape import Landscape, landscape_for
from astrike.rules.movement.walker import walker_of
from astrike.tolerance import TOUCH

"""Families of terrain on whose top one comes down, where nothing else is said."""
_SINKS_NOT = {"vtol": 1.0}
"""Depth from which who comes down on water is judged at its surface, whether it floats there or crashes (CE p.36)."""


@dataclass(frozen=True, slots=True)
class Under:
    """A piece under some part of the base."""

    piece: str | None
    """None: open ground."""
    kind: str
    """Key of the going table."""
    surcharge: float
    barred: str
    """Key of the reason why this mover may not stand there; empty where it may."""
    option: str


@dataclass(frozen=True, slots=True)
class Touchdown:
    """How a base stands where it comes down."""

    z: float
    on: str | None
    """The roof, deck or hill it stands on."""
    is_on_top: bool
    """Is that a roof or a deck?"""
    fits: bool
    """Is there anything to stand on at the height that was asked for, with nothing above it?"""
    under: tuple[Under, ...]
    """The terrain under any part of the base."""
    uneven: tuple[float, float] | None
    """Lowest and highest ground under it, where they differ by more than the limit."""
    steep: tuple[str, ...]
    """Ids of sloped ground under it that is too steep to stand on."""

    @property
    def barred(self) -> tuple[Under, ...]:
        """The terrain that this mover may not stand on."""
        return tuple(each for each in self.under if each.barred)

    def grounds(self, at: float) -> tuple[Ground, ...]:
        """Give what it stands on after so many inches of its path, for pictures."""
        return tuple(
            Ground(at, at, each.piece, each.kind, each.surcharge, bool(each.barred))
            for each in self.under
            if each.piece is not None
        )


def touch_down(
    field: Field,
    i: int,
    *,
    at: tuple[float, float],
    asked: Height,
    footprint: Footprint,
    mover: str,
    variant: str,
    limit: float,
) -> Touchdown:
    """Say how a unit stands when it comes down on a place from above, as this row of the movers table.

    Where no height is said it comes down on the roof or deck there. `limit` is the height by which the ground under
    its base may differ.
    """
    walker = walker_of(field, i, mover, variant)
    floats_ = asked == "surface" or landscape_for(field, walker).rides
    spot = _spot(field, at, floats_from=0.0 if floats_ else _SINKS_NOT.get(mover, np.inf))
    z, cover, fits = _level(spot, asked)
    landscape = landscape_for(field, walker, frozenset() if cover is None else frozenset({cover}))
    track = make_track([at])
    uneven = [(low, high) for _, _, low, high in straddles(track, footprint, landscape.floor, limit)]
    steep = swept(track, footprint, landscape.steep)
    slopes = tuple(landscape.steep_piece.values())
    return Touchdown(
        z=z,
        on=spot.hill if cover is None else field.lie.pieces[cover].id,
        is_on_top=cover is not None,
        fits=fits,
        under=tuple(_under(field, landscape, at, footprint)),
        uneven=uneven[0] if uneven else None,
        steep=tuple(dict.fromkeys(slopes[k] for k in steep.zone.tolist())),
    )


def landing_reasons(
    field: Field, down: Touchdown, *, key: str, at: float, place: tuple[float, float], leg: int, limit: float
) -> Iterator[MoveReason]:
    """Give the reasons why a base may not come down so; `key` is what barred ground is called for the way it comes."""

    def reason(name: str, by: str | None, **measured: Fact) -> MoveReason:
        row = field.edition.reasons[name]
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


def is_vehicle_on_roof(case: Case, down: Touchdown) -> bool:
    """Is it a roof, and a vehicle? CE p.72 names 'Mechs, ProtoMechs and infantry, so the option decides."""
    piece = case.field.lie.index.get(down.on or "")
    is_roof = down.is_on_top and piece is not None and case.field.lie.rows[piece].family == "solid"
    return is_roof and case.field.units.rows[case.i].vehicle


def is_closed_roof(case: Case, down: Touchdown) -> bool:
    """Is it a roof, and a vehicle that has no business there?"""
    return is_vehicle_on_roof(case, down) and not case.field.options.is_on("roof.vehicles")


@dataclass(frozen=True, slots=True)
class _Spot:
    """What there is to stand on under a centre."""

    ground: float
    """Of water the surface for those who float, else the bottom."""
    hill: str | None
    tops: tuple[tuple[float, int], ...]
    """Height and piece of each roof and deck, the highest first."""


def _spot(field: Field, at: tuple[float, float], *, floats_from: float) -> _Spot:
    lie, places = field.lie, np.array([at], dtype=np.float64)
    (over,) = lie.pieces_over(places)
    surface = float(lie.ground_at(places)[0])
    depth, water = lie.depth_at(places)
    floats_ = float(depth[0]) >= floats_from - TOUCH
    ground = surface if floats_ or water[0] < 0 else surface - float(depth[0])
    tops = [(lie.extent[lie.pieces[k].id][1], k) for k in over if lie.rows[k].family in BUILT]
    hills = [
        lie.pieces[k].id
        for k in over
        if lie.rows[k].family == "ramp"
        or (lie.rows[k].family == "ground" and abs(lie.extent[lie.pieces[k].id][1] - surface) <= TOUCH)
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
    field: Field, landscape: Landscape, at: tuple[float, float], footprint: Footprint
) -> Iterator[Under]:
    """List the terrain under any part of the base; on road or deck what lies beside does not matter (CE p.35)."""
    spans = swept(make_track([at]), footprint, landscape.zones)
    for zone in dict.fromkeys(spans.zone.tolist()):
        if landscape.kind[zone]:
            yield Under(
                piece=landscape.names(field.lie, zone),
                kind=landscape.kind[zone],
                surcharge=float(landscape.surcharge[zone]),
                barred=landscape.barred[zone],
                option=landscape.option[zone],
            )
