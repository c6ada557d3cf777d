"""May a WiGE fly there?

A flight that keeps its inch above the ground or the water: what it costs, what it has to fly around, taking off,
sinking and landing. Sources: CE pp.34-36; AS pp.31, 34.
"""

import math
from collections.abc import Iterator

import numpy as np

from astrike.errors import InputError, Problem
from astrike.geometry.profile import height_along
from astrike.geometry.sweeps import Track, make_track
from astrike.geometry.swept_overlaps import swept_zones
from astrike.geometry.uneven_footing import uneven_spans
from astrike.model.explain import facts
from astrike.model.movement import Height, MoveLeg, MoveReason, MoveTerm, ProfilePart
from astrike.model.terrain import LAND
from astrike.rules.movement import level_changes
from astrike.rules.movement.along_path import reason_along
from astrike.rules.movement.budget import reason_at_start, term_of
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.flight_clearance import SEE_THROUGH, higher_than
from astrike.rules.movement.flight_legs import spent_on
from astrike.rules.movement.landing import (
    BaseLanding,
    land_at,
    landing_refusals,
    roof_options,
    unprinted_flight,
)
from astrike.rules.movement.mobility_profile import mobility_profile_of
from astrike.rules.movement.movement_terrain import MovementTerrain, movement_terrain_for
from astrike.rules.movement.obstacles import bases_met, enemy_options, enemy_reasons
from astrike.rules.terrain.prepared_terrain import PreparedTerrain
from astrike.tolerance import TOUCH


def taxi_refusals(case: MoveCase) -> tuple[MoveReason, ...]:
    """Give the reason against a WiGE that moves farther on the ground than it may before it takes off (CE p.36)."""
    limit = case.prepared.edition.number("wige.taxi")
    if case.prepared.edition.numbers["wige.taxi"].unknown:
        return tuple(unprinted_flight(case, "wige.taxi"))
    if case.budget.code != "g" or case.prepared.units.airborne[case.i] or case.track.total <= limit + TOUCH:
        return ()
    return (
        reason_along(
            case,
            "move.wige-taxi",
            limit,
            case.track.total,
            measured=facts(limit=limit, inches=case.track.total),
        ),
    )


def judge_wige(case: MoveCase) -> MoveVerdict:
    """Judge the flight of a WiGE, always an inch above what is below it (CE p.36)."""
    return _WigeFlight(case).verdict()


def ground_below(case: MoveCase) -> MovementTerrain:
    """Give the ground below a WiGE: low roofs and decks that it cannot pass under are part of it."""
    terrain, number = case.prepared.terrain, case.prepared.edition.number
    mobility = mobility_profile_of(case.prepared, case.i, case.mover.key, case.budget.variant)
    room = number("vtol.cruise") + case.height
    low: set[int] = set()
    for k, row in enumerate(terrain.rows):
        bottom, top = terrain.extent.get(terrain.pieces[k].id, (0.0, 0.0))
        if row.family == "solid" and top - bottom < number("wige.rise") - TOUCH:
            low.add(k)
        if row.family == "deck" and bottom - _lowest_below(terrain, k) < room - TOUCH:
            low.add(k)
    return movement_terrain_for(case.prepared, mobility, frozenset(low))


def _lowest_below(terrain: PreparedTerrain, deck: int) -> float:
    """Give the height of the lowest ground under the corners of a deck."""
    corner = [place for outline in terrain.pieces[deck].outlines for place in outline.exterior]
    return float(terrain.ground_at(np.array(corner, dtype=np.float64)).min())


class _WigeFlight:
    """A WiGE's flight."""

    def __init__(self, case: MoveCase) -> None:
        self.case = case
        self.number = case.prepared.edition.number
        self.cruise = self.number("vtol.cruise")
        self.flies = case.prepared.units.airborne[case.i]
        self.land = ground_below(case)
        self.profile = height_along(case.track, self.land.floor)
        self.options: list[str] = []

    def verdict(self) -> MoveVerdict:
        """Add everything up."""
        case = self.case
        self._check_heights()
        floor = self._floor(case.track.total)
        lands, note = self._lands(floor)
        paid = self._paid()
        refusals = [
            *unprinted_flight(case, "wige.rise", "wige.aloft" if self.flies else "wige.take-off"),
            *self._no_take_off(),
            *self._too_steep(),
            *self._into_terrain(),
        ]
        down = land_at(case, case.track.total, self._landing_height()) if lands else None
        if down is not None:
            refusals += self._bad_landing(down)
            self.options += roof_options(case, (down,))
        end_z = down.z if down is not None else floor + self.cruise
        profile = self._flown(end_z)
        met = bases_met(case, profile)
        refusals += enemy_reasons(case, met)
        self.options += enemy_options(met)
        return MoveVerdict(
            terms=tuple(self._terms(paid)),
            legs=self._legs(paid, end_z),
            refusals=tuple(refusals),
            end_z=end_z,
            on=down.on if down is not None else None,
            profile=profile,
            ground=down.grounds(case.track.total) if down is not None else (),
            options=tuple(dict.fromkeys(self.options)),
            notes=(*(() if self.flies else ("took-off",)), note),
            spent=self._spent(paid),
        )

    def _check_heights(self) -> None:
        """A WiGE chooses no height: raise `InputError` for any that is not its own."""
        problems: list[Problem] = []
        for k, asked in enumerate(self.case.heights):
            at = float(self.case.track.offset[k + 1])
            aloft = self._floor(at) + self.cruise
            is_last = k == len(self.case.heights) - 1
            levels = (aloft, aloft - self.cruise) if is_last else (aloft,)
            if isinstance(asked, int | float):
                if min(abs(asked - level_) for level_ in levels) > TOUCH:
                    problems.append(
                        Problem(f"path[{k}].z", f"{asked:g}", f"{aloft:g}, where a WiGE flies there")
                    )
                elif is_last and self.case.question.land and abs(asked - aloft) <= TOUCH:
                    down = aloft - self.cruise
                    problems.append(
                        Problem("land", "yes", f"no, or an end at {down:g}: it ends at {asked:g}, in the air")
                    )
            elif asked is not None and not is_last:
                problems.append(
                    Problem(f"path[{k}].z", asked, "nothing: a WiGE lands at the end of its move")
                )
        if problems:
            raise InputError(problems)

    def _landing_height(self) -> Height:
        """Say where it lands: on a roof or deck that it flies over, else on the ground."""
        on_top = self.land.floor.cover
        profile = height_along(make_track(self.case.track.at([self.case.track.total])), self.land.floor)
        return "roof" if len(profile) and on_top[int(profile.cell[-1])] >= 0 else "under"

    def _floor(self, at: float) -> float:
        """Give the height of what is below the centre after so many inches."""
        (z,) = height_along(make_track(self.case.track.at([at])), self.land.floor).z_end[-1:].tolist() or (
            0.0,
        )
        return float(z)

    def _lands(self, floor: float) -> tuple[bool, str]:
        """Does it land, and does it choose to? Too short a flight ends on the ground (CE p.36)."""
        case = self.case
        asked = case.heights[-1] if case.heights else None
        chosen = isinstance(asked, str) or (isinstance(asked, int | float) and abs(asked - floor) <= TOUCH)
        if case.question.land or chosen:
            return True, "landed"
        if self.flies and case.track.total < self.number("wige.aloft") - TOUCH:
            return True, "sank"
        return False, "aloft"

    # ---- costs

    def _paid(self) -> list[level_changes.PaidHeight]:
        """Give the inches of height under it that are paid (CE p.34)."""
        is_whole = self.case.prepared.options.word("move.level-fraction") == "whole"
        found = level_changes.paid_heights(
            self.profile, free=self.number("level.free"), step=self.number("level.step"), is_whole=is_whole
        )
        if is_whole or any(abs(paid.height - round(paid.height)) > TOUCH for paid in found):
            self.options.append("move.level-fraction")
        return found

    def _terms(self, paid: list[level_changes.PaidHeight]) -> Iterator[MoveTerm]:
        case, length = self.case, self.case.track.total
        yield term_of(case.prepared, "path", length, facts(inches=length, legs=len(case.track)))
        if not self.flies:
            yield term_of(case.prepared, "take-off", self.number("wige.take-off"), facts(height=self.cruise))
        climb = math.fsum(each.height for each in paid)
        if climb:
            rate = case.mover.climb_price
            yield term_of(case.prepared, "lift", climb * rate, facts(height=climb, rate=rate))

    def _spent(self, paid: list[level_changes.PaidHeight]) -> tuple[tuple[float, float], ...]:
        """Give inches along the path and cost so far: the take-off first, and each change of height at its place."""
        rate = self.case.mover.climb_price
        costs = [(each.at, each.height * rate) for each in paid]
        if not self.flies:
            costs.insert(0, (0.0, self.number("wige.take-off")))
        return spent_on(self.case, costs)

    def _legs(self, paid: list[level_changes.PaidHeight], end_z: float) -> tuple[MoveLeg, ...]:
        """Give the legs; the take-off belongs to none of them."""
        case, found = self.case, []
        last = len(case.track) - 1
        of_leg = [int(k) for k in case.track.leg_at([each.at for each in paid])] if paid else []
        z = case.z_start
        for k in range(len(case.track)):
            start, end = (float(at) for at in case.track.offset[k : k + 2])
            (x0, y0), (x1, y1) = case.track.at([start, end]).tolist()
            z_next = end_z if k == last else self._floor(end) + self.cruise
            climb = math.fsum(each.height for each, leg in zip(paid, of_leg, strict=True) if leg == k)
            cost = end - start + climb * case.mover.climb_price
            found.append(MoveLeg((x0, y0, z), (x1, y1, z_next), end - start, cost, (), climb))
            z = z_next
        return tuple(found)

    def _flown(self, end_z: float) -> tuple[ProfilePart, ...]:
        columns = (self.profile.start, self.profile.end, self.profile.z_start, self.profile.z_end)
        parts = zip(*(column.tolist() for column in columns), strict=True)
        total = float(self.case.track.total)
        return (
            ProfilePart(0.0, 0.0, self.case.z_start, self.case.z_start),
            *(
                ProfilePart(start, end, low + self.cruise, high + self.cruise)
                for start, end, low, high in parts
            ),
            ProfilePart(total, total, end_z, end_z),
        )

    # ---- what forbids it

    def _no_take_off(self) -> Iterator[MoveReason]:
        """Taking off is paid at once, from the whole Move (CE p.36)."""
        if self.flies:
            return
        case, cost = self.case, self.number("wige.take-off")
        if case.prepared.edition.numbers["wige.take-off"].unknown:
            return
        available = case.budget.available
        if case.prepared.options.word("wige.take-off") == "ground-allowance":
            available = min(available, self.number("wige.taxi"))
            self.options.append("wige.take-off")
        if available < cost - TOUCH:
            yield reason_at_start(
                case.prepared, case.unit, "move.wige-take-off", available=available, price=cost
            )

    def _too_steep(self) -> Iterator[MoveReason]:
        """Steps of an inch, as ground vehicles have them; what rises more is flown around (CE pp.34, 36)."""
        case = self.case
        limit, window = case.mover.climb_limit, case.mover.climb_window
        found = (
            level_changes.steep_level_changes(self.profile, most=limit + TOUCH, uneven=())
            if case.prepared.options.word("move.level-limit") == "step"
            else level_changes.steep_within(self.profile, most=limit + TOUCH, window=window)
        )
        for steep in found:
            self.options.append("move.level-limit")
            yield reason_along(
                case, "move.wige-rise", steep.at, steep.until, measured=facts(rise=steep.rise, limit=limit)
            )
        for start, end, low, high in uneven_spans(case.track, case.footprint, self.land.floor, limit):
            if not any(start <= steep.until + TOUCH and steep.at <= end + TOUCH for steep in found):
                yield reason_along(
                    case, "move.wige-rise", start, end, measured=facts(rise=high - low, limit=limit)
                )

    def _into_terrain(self) -> Iterator[MoveReason]:
        """Woods of any height, and buildings higher than it flies, are flown around (CE p.36)."""
        case = self.case
        met: dict[int, list[tuple[float, float, float]]] = {}
        for start, end, z in self._levels():
            track = _part_of(case.track, start, end)
            for each in higher_than(
                case.prepared, track, case.footprint, z=z, headroom=case.height, skip=LAND
            ):
                rise = each.top - (z - self.cruise)
                met.setdefault(each.piece, []).append((start + each.start, start + each.end, rise))
        for piece, start, end, height in self._woods():
            if piece not in met:
                met[piece] = [(start, end, height)]
        for piece, parts in met.items():
            start, end = min(part[0] for part in parts), max(part[1] for part in parts)
            measured = facts(rise=max(part[2] for part in parts), limit=case.mover.climb_limit)
            name = case.prepared.terrain.pieces[piece].id
            yield reason_along(case, "move.wige-rise", start, end, by=name, measured=measured)

    def _woods(self) -> Iterator[tuple[int, float, float, float]]:
        """Give the woods under the base that bar WiGEs, however low they are."""
        terrain, land = self.case.prepared.terrain, self.land
        spans = swept_zones(self.case.track, self.case.footprint, land.zones)
        columns = (spans.zone.tolist(), spans.start.tolist(), spans.end.tolist())
        for zone, start, end in zip(*columns, strict=True):
            piece = int(land.piece[zone])
            if land.is_barred[zone] and piece >= 0 and terrain.rows[piece].family == SEE_THROUGH:
                yield piece, start, end, terrain.extent[terrain.pieces[piece].id][1]

    def _levels(self) -> Iterator[tuple[float, float, float]]:
        """Give the parts of the path with the height flown there."""
        columns = (self.profile.start, self.profile.end, self.profile.z_start, self.profile.z_end)
        for start, end, low, high in zip(*(column.tolist() for column in columns), strict=True):
            yield start, end, max(low, high) + self.cruise

    def _bad_landing(self, down: BaseLanding) -> Iterator[MoveReason]:
        """It lands on clear ground or pavement, nowhere else (CE p.36)."""
        case, at = self.case, float(self.case.track.total)
        yield from landing_refusals(case, down, at=at, leg=len(case.track) - 1)
        named = {each.piece for each in down.barred}
        going = case.prepared.edition.going
        for each in down.under:
            if each.piece not in named and each.kind != "clear" and not going[each.kind].paved:
                named.add(each.piece)
                yield reason_along(case, "move.landing", at, at, by=each.piece)


def _part_of(track: Track, start: float, end: float) -> Track:
    """Give the path from so many inches to so many as a path."""
    between = [float(at) for at in track.offset if start + TOUCH < at < end - TOUCH]
    return make_track(track.at([start, *between, end]))
