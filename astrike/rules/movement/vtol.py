"""May a VTOL fly there?

Inches and height of a flight, terrain that is higher than it flies, taking off and landing. A VTOL chooses its height;
who keeps an inch above the ground is judged as a WiGE. Sources: CE pp.34-36, 38; AS pp.31, 34.
"""

import math
from collections.abc import Iterator

from astrike.errors import InputError, Problem
from astrike.model.explain import facts
from astrike.model.movement import Height, MoveMargin, MoveReason, ProfilePart
from astrike.rules.movement.along_path import reason_along
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.flight_clearance import height_clearances, higher_than
from astrike.rules.movement.flight_legs import (
    FlightLeg,
    climbs_of,
    leg_track,
    legs_of,
    profile_of,
    spent_on,
    terms_of,
)
from astrike.rules.movement.landing import (
    BaseLanding,
    land_at,
    landing_refusals,
    roof_options,
    unprinted_flight,
)
from astrike.rules.movement.obstacles import MetBase, bases_met, enemy_options, enemy_reasons
from astrike.tolerance import TOUCH


def judge_vtol(case: MoveCase) -> MoveVerdict:
    """Judge the flight of a VTOL (CE p.36).

    A leg that rises climbs before it travels, a leg that sinks sinks after it. From the ground it first gains an inch;
    where no height is stated it keeps the one it has, and lands at the end where it is asked to.
    """
    return VtolFlight(case).verdict()


class VtolFlight:
    """The legs of a VTOL's flight, one after another; on hexes some things are seen otherwise."""

    def __init__(self, case: MoveCase) -> None:
        self.case = case
        self.landings: dict[int, BaseLanding] = {}
        self.refusals: list[MoveReason] = []
        self.took_off = False
        hops: list[FlightLeg] = []
        z, flies = case.z_start, case.prepared.units.airborne[case.i]
        for k in range(len(case.track)):
            hop = self._hop(k, z, flies=flies)
            hops.append(hop)
            z, flies = hop.z_end, k not in self.landings
        self.hops = tuple(hops)

    def verdict(self) -> MoveVerdict:
        """Put together what was found."""
        case, hops = self.case, self.hops
        last = self.landings.get(len(hops) - 1)
        profile = profile_of(case, hops)
        met = self.met(profile)
        return MoveVerdict(
            terms=terms_of(case, hops, key="lift"),
            legs=legs_of(case, hops, rate=case.climb_price),
            refusals=(
                *(unprinted_flight(case, "vtol.take-off") if self.took_off else ()),
                *self.refusals,
                *self.into_terrain(),
                *enemy_reasons(case, met),
            ),
            end_z=hops[-1].z_end if hops else case.z_start,
            on=last.on if last is not None else None,
            profile=profile,
            ground=last.grounds(case.track.total) if last is not None else (),
            margins=tuple(self.margins()),
            options=(*roof_options(case, self.landings.values()), *enemy_options(met)),
            notes=self.notes,
            spent=spent_on(case, climbs_of(case, hops)),
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What the flight turned out to do."""
        landed = "landed" if len(self.hops) - 1 in self.landings else ""
        return tuple(note for note in ("took-off" if self.took_off else "", landed) if note)

    def _hop(self, k: int, z: float, *, flies: bool) -> FlightLeg:
        asked = self.case.heights[k] if k < len(self.case.heights) else None
        is_last = k == len(self.case.track) - 1
        end = float(self.case.track.offset[k + 1])
        climb = self.case.prepared.edition.number("vtol.take-off")
        least = z if flies else z + climb
        down = self._landing(k, end, asked, is_last=is_last)
        if down is not None:
            self.landings[k] = down
            self.refusals += landing_refusals(self.case, down, at=end, leg=k)
            z_end = down.z
        elif isinstance(asked, int | float):
            z_end = float(asked)
            if not flies and z_end < least - TOUCH:
                start = float(self.case.track.offset[k])
                self.refusals.append(
                    reason_along(
                        self.case, "move.take-off", start, start, measured=facts(z=z_end, limit=least)
                    )
                )
        else:
            z_end = max(least, self.rises_to(k))
        if not flies:
            self.took_off = True
        return FlightLeg(k, z, max(least, z_end), z_end)

    def _landing(self, k: int, end: float, asked: Height, *, is_last: bool) -> BaseLanding | None:
        """Say how it lands at the end of a leg, None where it stays in the air."""
        if isinstance(asked, int | float):
            surface = float(self.case.prepared.terrain.ground_at(self.case.track.at([end]))[0])
            if asked < surface - TOUCH:
                raise InputError(
                    [Problem(f"path[{k}].z", f"{asked:g}", f"{surface:g} at least, the ground there")]
                )
            down = land_at(self.case, end, "surface" if asked <= surface + TOUCH else asked)
            if abs(down.z - asked) <= TOUCH:
                return down
            if is_last and self.case.question.land:
                raise InputError(
                    [
                        Problem(
                            "land", "yes", f"no, or an end at {surface:g}: it ends at {asked:g}, in the air"
                        )
                    ]
                )
            return None
        if isinstance(asked, str) or (is_last and self.case.question.land):
            return land_at(self.case, end, asked)
        return None

    def rises_to(self, k: int) -> float:
        """Give the height to which a leg without one of its own climbs, for where its path leads."""
        return -math.inf

    def met(self, profile: tuple[ProfilePart, ...]) -> list[MetBase]:
        """List the bases that it flies over or into."""
        return bases_met(self.case, profile)

    def margins(self) -> Iterator[MoveMargin]:
        """Say by how much it is clear of terrain on the way."""
        case = self.case
        for hop in self.hops:
            track = leg_track(case.track, hop.leg)
            yield from height_clearances(
                case.prepared, track, case.footprint, z=hop.z_travel, headroom=case.height
            )

    def into_terrain(self) -> Iterator[MoveReason]:
        """Terrain higher than it flies is not entered, under any part of the base (CE p.36)."""
        case = self.case
        for hop in self.hops:
            start = float(case.track.offset[hop.leg])
            track = leg_track(case.track, hop.leg)
            for each in higher_than(
                case.prepared, track, case.footprint, z=hop.z_travel, headroom=case.height
            ):
                piece = case.prepared.terrain.pieces[each.piece].id
                yield reason_along(
                    case,
                    "move.terrain-height",
                    start + each.start,
                    start + each.end,
                    by=piece,
                    measured=facts(top=each.top, z=hop.z_travel),
                )
