"""May a submersible go there?

Inches and depth of a dive, between the bottom and the surface and nowhere else. Sources: CE pp.34-36; AS pp.30-31.
"""

from collections.abc import Iterator

import numpy as np

from astrike.errors import InputError, Problem
from astrike.geometry.arrays import Floats, Ints
from astrike.geometry.sweeps import Track, make_track
from astrike.geometry.swept_overlaps import swept_zones
from astrike.model.explain import facts
from astrike.model.movement import Height, MoveReason, TerrainUnderPath
from astrike.rules.movement.along_path import joined_spans, reason_along
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.flight_legs import (
    FlightLeg,
    climbs_of,
    leg_track,
    legs_of,
    profile_of,
    spent_on,
    terms_of,
)
from astrike.rules.movement.mobility_profile import mobility_profile_of
from astrike.rules.movement.movement_terrain import movement_terrain_for
from astrike.rules.movement.obstacles import bases_met, enemy_options, enemy_reasons
from astrike.tolerance import TOUCH


def judge_underwater(case: MoveCase) -> MoveVerdict:
    """Judge movement under water, by submersibles and by whoever has maneuvering units (CE pp.35-36).

    A leg that rises does so before it travels, a leg that dives after it. Where no depth is stated it keeps its own.
    """
    return _Dive(case).verdict()


class _Dive:
    """One path under water, being judged."""

    def __init__(self, case: MoveCase) -> None:
        self.case = case
        mobility = mobility_profile_of(case.prepared, case.i, case.mover.key, case.budget.variant)
        self.land = movement_terrain_for(case.prepared, mobility)
        self.spans = swept_zones(case.track, case.footprint, self.land.zones)
        floor = self.land.floor
        self.is_wet = floor.depth > TOUCH
        hops: list[FlightLeg] = []
        z = case.z_start
        for k in range(len(case.track)):
            z_end = self._asked(k, z)
            hops.append(FlightLeg(k, z, max(z, z_end), z_end))
            z = z_end
        self.hops = tuple(hops)

    def verdict(self) -> MoveVerdict:
        """Add everything up."""
        case = self.case
        profile = profile_of(case, self.hops)
        met = bases_met(case, profile)
        refusals = [*self._dry(), *self._too_deep(), *self._too_high(), *enemy_reasons(case, met)]
        return MoveVerdict(
            terms=terms_of(case, self.hops, key="depth"),
            legs=legs_of(case, self.hops, rate=case.mover.climb_price),
            refusals=tuple(refusals),
            end_z=self.hops[-1].z_end,
            profile=profile,
            ground=tuple(self._ground()),
            options=enemy_options(met),
            spent=spent_on(case, climbs_of(case, self.hops)),
        )

    def _asked(self, k: int, z: float) -> float:
        """Give the height at the end of a leg; raise `InputError` for a word that means none in water."""
        asked: Height = self.case.heights[k] if k < len(self.case.heights) else None
        if asked is None:
            return z
        place = self.case.track.at([self.case.track.offset[k + 1]])
        surface = float(self.case.prepared.terrain.ground_at(place)[0])
        if asked == "surface":
            return surface
        if isinstance(asked, str):
            raise InputError([Problem(f"path[{k}].z", asked, "a number or surface")])
        return float(asked)

    def _ground(self) -> Iterator[TerrainUnderPath]:
        for zone, start, end in zip(
            self.spans.zone.tolist(), self.spans.start.tolist(), self.spans.end.tolist(), strict=True
        ):
            name = self.land.names(self.case.prepared.terrain, zone)
            if name is not None and self.land.kind[zone]:
                yield TerrainUnderPath(
                    start, end, name, self.land.kind[zone], 0.0, bool(self.land.is_barred[zone])
                )

    # ---- what forbids it

    def _dry(self) -> Iterator[MoveReason]:
        """Land under any part of the base, and water that is not deep enough (CE pp.34, 36)."""
        met: dict[tuple[str, str | None], list[tuple[float, float]]] = {}
        columns = (self.spans.zone.tolist(), self.spans.start.tolist(), self.spans.end.tolist())
        for zone, start, end in zip(*columns, strict=True):
            if self.land.barred[zone]:
                cause = (self.land.barred[zone], self.land.names(self.case.prepared.terrain, zone))
                met.setdefault(cause, []).append((start, end))
        for (key, name), parts in met.items():
            for start, end in joined_spans(parts):
                yield reason_along(self.case, key, start, end, by=name)

    def _too_deep(self) -> Iterator[MoveReason]:
        """Deeper than the bottom under any part of the base (CE p.36)."""
        found: list[tuple[float, float, float, float]] = []
        for start, track, z in self._parts():
            cells = np.flatnonzero(self.is_wet & (self._bottom > z + TOUCH))
            found += [(a, b, z, float(self._bottom[cell])) for a, b, cell in self._over(track, cells, start)]
        for start, end in joined_spans([(a, b) for a, b, _, _ in found]):
            _, _, z, bottom = max(
                (each for each in found if start <= each[0] <= end), key=lambda each: each[3]
            )
            yield reason_along(self.case, "move.bottom", start, end, measured=facts(z=z, bottom=bottom))

    def _too_high(self) -> Iterator[MoveReason]:
        """Above the surface of the water (CE p.36)."""
        found: list[tuple[float, float]] = []
        for start, track, z in self._parts():
            cells = np.flatnonzero(self.is_wet & (self._bottom + self.land.floor.depth < z - TOUCH))
            found += [(a, b) for a, b, _ in self._over(track, cells, start)]
        for start, end in joined_spans(found):
            yield reason_along(self.case, "move.surface", start, end)

    @property
    def _bottom(self) -> Floats:
        """Height of the bottom in each cell; waters lie level."""
        level: Floats = self.land.floor.plane[:, 0]
        return level

    def _parts(self) -> Iterator[tuple[float, Track, float]]:
        """Give each leg at the height it is traveled at, and its end at the height it ends at."""
        track = self.case.track
        for hop in self.hops:
            start, end = (float(at) for at in track.offset[hop.leg : hop.leg + 2])
            yield start, leg_track(track, hop.leg), hop.z_travel
            if hop.z_end < hop.z_travel - TOUCH:
                yield end, make_track(track.at([end])), hop.z_end

    def _over(self, track: Track, cells: Ints, start: float) -> Iterator[tuple[float, float, int]]:
        if not len(cells):
            return
        spans = swept_zones(track, self.case.footprint, self.land.floor.zones.take(cells))
        for zone, a, b in zip(spans.zone.tolist(), spans.start.tolist(), spans.end.tolist(), strict=True):
            yield start + a, start + b, int(cells[zone])
