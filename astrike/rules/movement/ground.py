"""What does a move on the ground cost, and where is it forbidden?

Given what the base is over along a path: how inches, surcharges and changes of level add up, and which terrain blocks
the way. For the modes ground, minimum, sprint and standstill of whatever walks, drives, hovers or floats. Sources: CE
pp.31-37, 56-60, 72-73; AS pp.30-32.

Longer than most modules: one path as it is judged from its beginning to its end.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from astrike.geometry.clearance import nearest
from astrike.geometry.profile import Profile
from astrike.geometry.sweeps import make_track
from astrike.geometry.swept_overlaps import swept_zones, under_centre
from astrike.geometry.uneven_footing import uneven_spans
from astrike.model.explain import NO_FACTS, Assumed, Facts, facts
from astrike.model.movement import MoveLeg, MoveMargin, MoveReason, MoveTerm, ProfilePart, TerrainUnderPath
from astrike.rules.movement import level_changes, roads
from astrike.rules.movement.along_path import (
    PathStretch,
    inches_paid,
    joined_spans,
    reason_along,
    rounded_spans,
    spans_cover,
    united_stretches,
)
from astrike.rules.movement.budget import gains_on_roads, term_of
from astrike.rules.movement.buildings import FloorChanges, damage_done, floor_changes
from astrike.rules.movement.deck_layers import DeckLayers, deck_layers_of, shown_level
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.mobility_profile import MobilityProfile, mobility_profile_of
from astrike.rules.movement.move_end import end_footprint
from astrike.rules.movement.move_margin import NEAR, ground_margins, height_margins
from astrike.rules.movement.movement_terrain import MovementTerrain, zones_of_piece
from astrike.rules.movement.obstacles import (
    MetBase,
    bases_met,
    enemy_options,
    enemy_reasons,
    gaps_found,
    lets_pass,
)
from astrike.rules.movement.roads import stays_on_road
from astrike.rules.movement.steepness import Steepness
from astrike.rules.movement.wall_crossing import STRAIGHT, UNASKED, climbable, is_climbed_unasked
from astrike.rules.units.move_and_tmm import pilot_ids
from astrike.tolerance import TOUCH

STAND_ASIDE = "stand-aside"


def judge_ground(case: MoveCase) -> MoveVerdict:
    """Judge a path along the ground."""
    return GroundMove(case).verdict()


class GroundMove:
    """One path on the ground, being judged; `hex_ground` overrides what differs on hexes."""

    def __init__(self, case: MoveCase) -> None:
        self.case = case
        self.prepared = case.prepared
        self.edition = case.prepared.edition
        self.options = case.prepared.options
        self.is_minimum = case.mode == "minimum"
        budget = case.budget
        mobility = mobility_profile_of(self.prepared, case.i, budget.mover.key, budget.code, budget.variant)
        self.layers: DeckLayers = self.lay(mobility)
        self.land: MovementTerrain = self.layers.land
        self.profile: Profile = self.layers.profile
        self.over = list(zip(*rounded_spans(self.layers.spans), strict=True))
        self.names = {zone: self.land.names(self.prepared.terrain, zone) for zone, _, _ in self.over}
        self.total = case.track.total
        self.offsets: list[float] = case.track.offset.tolist()
        self.used: dict[str, None] = {}
        self.rooms: list[tuple[float, str]] = []
        self.is_paved = self.keeps_to_road()
        self.is_smooth = self.is_paved or self.keeps_smooth()
        self.spans = list(self._counting())
        self.floors: FloorChanges = floor_changes(case, self.land, self.profile)
        self.steepness = Steepness(case, self.layers, self.floors, is_paved=self.is_paved)

    # ---- what the base is over

    def lay(self, mobility: MobilityProfile) -> DeckLayers:
        """Say what the base is over, and how high the ground under its centre is."""
        return deck_layers_of(self.case, mobility)

    def met(self, shown: Sequence[ProfilePart]) -> Sequence[MetBase]:
        """List the units that the path meets, at whatever height."""
        return bases_met(self.case, shown)

    def steep(self) -> Iterator[MoveReason]:
        """Give what is too steep for it, under the centre or under the whole base."""
        yield from self.steepness.steep()
        yield from self.steepness.straddled()

    def keeps_to_road(self) -> bool:
        """Does it never leave road, pavement and decks, nor wade? (CE p.35)"""
        if not len(self.land.paved) or self.total <= TOUCH or not self._begins_paved():
            return False
        keeps, by_option = stays_on_road(self.prepared, self.land, self.case.track, self.case.footprint)
        if by_option:
            self.used[roads.OPTION] = None
        if not keeps:
            return False
        wet = [
            zone
            for zone in self.names
            if self.land.kind[zone].startswith(("water", "surface"))
            and not self.land.kind[zone].endswith(".0")
        ]
        if not wet:
            return True
        waded = under_centre(self.case.track, self.land.zones.take(wet))
        return bool((waded.end - waded.start <= TOUCH).all())

    def keeps_smooth(self) -> bool:
        """Does the centre never leave what is paved or icy? (CE p.100)"""
        going = self.edition.going
        icy = [zone for zone in self.names if (kind := self.land.kind[zone]) and going[kind].skids]
        if not icy or self.total <= TOUCH:
            return False
        return spans_cover(under_centre(self.case.track, self.land.zones.take(icy)), self.total)

    def _begins_paved(self) -> bool:
        """Is the start, or its box at least, on something paved? Most paths are done with at this."""
        west, south, east, north = self.land.paved.box.T
        x, y = self.case.track.start[0]
        return bool(
            ((west <= x + TOUCH) & (x <= east + TOUCH) & (south <= y + TOUCH) & (y <= north + TOUCH)).any()
        )

    def _counting(self) -> Iterator[tuple[int, float, float]]:
        """Give the spans that cost and block: on the road for the whole move only walls beside it still do (C4)."""
        for zone, start, end in self.over:
            if not self.is_paved or self.land.barred[zone] == "move.wall":
                yield zone, start, end

    # ---- what it costs

    def stretches(self) -> dict[str, list[PathStretch]]:
        """Give the priced stretches by the key of their line, pieces of one kind united (CE p.33)."""
        found: dict[str, list[tuple[int, float, float]]] = defaultdict(list)
        for zone, start, end in self.spans:
            if self.land.surcharge[zone] > 0.0 and end - start > TOUCH:
                found[self.land.term[zone]].append((zone, start, end))
        return {key: united_stretches(spans, self.land.surcharge) for key, spans in found.items()}

    def terrain_terms(self, stretches: Mapping[str, Sequence[PathStretch]]) -> Iterator[MoveTerm]:
        """Give a line for each kind of terrain and rate."""
        for key, parts in stretches.items():
            for rate in sorted({part.rate for part in parts}):
                same = [part for part in parts if part.rate == rate]
                inches = math.fsum(part.inches for part in same)
                zones = [zone for part in same for zone in part.zones]
                measured = self._measured(zones, inches, rate)
                if key in self.edition.prices:
                    yield term_of(self.prepared, key, inches * rate, measured)
                else:
                    row = self.edition.going[self.land.kind[zones[0]]]
                    yield MoveTerm(key, inches * rate, row.label, row.cite, measured)

    def _measured(self, zones: Sequence[int], inches: float, rate: float) -> Facts:
        names = dict.fromkeys(name for zone in zones if (name := self.names[zone]))
        kinds = dict.fromkeys(self.land.kind[zone] for zone in zones)
        return facts(inches=inches, rate=rate, pieces=", ".join(names), going=", ".join(kinds))

    def rounding(self, stretches: Mapping[str, Sequence[PathStretch]]) -> list[tuple[float, float]]:
        """Give where whole and half inches are bought that are not traveled, and what that adds (CE p.33).

        A stretch of costly ground is bought with its first inch whole, then in half inches, base and surcharge alike.
        """
        if self.options.word("move.terrain-entry") == "exact":
            return []
        every = joined_spans((part.start, part.end) for parts in stretches.values() for part in parts)
        found = [(start, inches_paid(end - start) - (end - start)) for start, end in every]
        for parts in stretches.values():
            for start, end in joined_spans((part.start, part.end) for part in parts):
                inside = [part for part in parts if start - TOUCH <= part.start and part.end <= end + TOUCH]
                most_expensive = max(part.rate for part in inside)
                found.append((start, most_expensive * (inches_paid(end - start) - (end - start))))
        return [(at, extra) for at, extra in found if extra > TOUCH]

    def climbs(self) -> list[level_changes.PaidHeight]:
        """Give the inches of height that the unit pays for."""
        number = self.edition.number
        by_inch = self.options.word("move.slope") == "every-inch"
        has_slope = bool((np.abs(self.profile.z_end - self.profile.z_start) > TOUCH).any())
        if has_slope:
            self.used["move.slope"] = None
        pay = level_changes.paid_by_inch if by_inch else level_changes.paid_heights
        profile = self.floors.profile
        is_whole = self.options.word("move.level-fraction") == "whole"
        found = pay(profile, free=number("level.free"), step=number("level.step"), is_whole=is_whole)
        if any(abs(paid.height - round(paid.height)) > TOUCH for paid in found) or is_whole:
            self.used["move.level-fraction"] = None
        return found

    def level_cost(self, height: float) -> float:
        """Give the Move for a change of level: per inch, or by a list as mobile structures have it (CE pp.34, 66)."""
        return self.land.level_cost(self.case.budget.mover, height)

    # ---- where it is forbidden

    def barred(self) -> Iterator[MoveReason]:
        """Prohibited terrain under any part of the base (CE pp.32-34)."""
        spans = [(zone, start, end) for zone, start, end in self.spans if self.land.barred[zone]]
        by_cause: dict[tuple[str, str | None], list[tuple[float, float, int]]] = defaultdict(list)
        for zone, start, end in spans:
            by_cause[self.land.barred[zone], self.names[zone]].append((start, end, zone))
        for (key, name), found in by_cause.items():
            kinds = ", ".join(dict.fromkeys(self.land.kind[zone] for _, _, zone in found))
            measured = facts(going=kinds)
            if name is None:
                zones = self.land.zones.take([zone for _, _, zone in found])
                clearance, _ = nearest(self.case.track, self.case.footprint, zones)
                measured = facts(going=kinds, deep=max(-float(clearance.min()), 0.0))
            for start, end in joined_spans((start, end) for start, end, _ in found):
                yield reason_along(self.case, key, start, end, by=name, measured=measured)

    def too_low(self) -> Iterator[MoveReason]:
        """Under a deck that is lower than the unit is tall."""
        height = self.case.height
        for k in self.layers.under:
            piece = self.prepared.terrain.pieces[k]
            low, _ = self.prepared.terrain.extent[piece.id]
            for zone, start, end in self.over:
                if int(self.land.piece[zone]) != k:
                    continue
                room = low - max(self.profile.levels_between(start, end))
                self.rooms.append((room - height, piece.id))
                if room < height - TOUCH:
                    measured = facts(headroom=max(room, 0.0), height=height)
                    yield reason_along(self.case, "move.headroom", start, end, by=piece.id, measured=measured)

    def unknown(self) -> Iterator[MoveReason]:
        """Figures that this path needs and no source prints for this edition."""
        numbers = self.edition.numbers
        if self.floors.paid and numbers["floor.price"].unknown:
            yield reason_along(self.case, "floor.price", self.floors.paid[0].at, self.floors.paid[-1].at)
        if not numbers["wall.climb-factor"].unknown:
            return
        for k in sorted(self.land.covers):
            over = [(start, end) for zone, start, end in self.over if int(self.land.piece[zone]) == k]
            if not over or self.prepared.terrain.pieces[k].kind != "wall":
                continue
            if not spans_cover(
                under_centre(self.case.track, zones_of_piece(self.prepared.terrain, k)), self.total
            ):
                name = self.prepared.terrain.pieces[k].id
                yield reason_along(self.case, "wall.climb-factor", over[0][0], over[-1][1], by=name)

    def roofs(self) -> Iterator[MoveReason]:
        """Onto a roof that is closed to this unit (CE p.72)."""
        if self.layers.with_vehicle:
            self.used["roof.vehicles"] = None
        if self.layers.unasked:
            self.used[STRAIGHT] = None
        for k in self.layers.no_roof:
            name = self.prepared.terrain.pieces[k].id
            over = swept_zones(self.case.track, self.case.footprint, zones_of_piece(self.prepared.terrain, k))
            start, end = (
                (float(over.start[0]), float(over.end[-1])) if len(over) else (self.total, self.total)
            )
            yield reason_along(self.case, "move.roof", start, end, by=name)

    def unasked(self) -> Iterator[MoveReason]:
        """Into a building without a word, where paths climb by themselves what they can and enter nothing (CE p.72)."""
        for k in self.layers.silent:
            spans = [
                (start, end)
                for zone, start, end in self.spans
                if int(self.land.piece[zone]) == k and not self.land.barred[zone] and end - start > TOUCH
            ]
            if not spans:
                continue
            self.used[STRAIGHT] = None
            if is_climbed_unasked(self.prepared):
                name = self.prepared.terrain.pieces[k].id
                for start, end in joined_spans(spans):
                    yield reason_along(self.case, UNASKED, start, end, by=name)

    def shut(self) -> frozenset[int]:
        """Give the buildings that it neither climbs nor enters, by piece: the path says nothing of them."""
        if not is_climbed_unasked(self.prepared) or not self.land.solids:
            return frozenset()
        begins = make_track([self.case.track.start[0].tolist()])
        start = swept_zones(begins, self.case.footprint, self.land.zones)
        open_ = climbable(self.prepared, self.land.mobility) | self.layers.entered | self.land.covers
        return frozenset(
            k
            for k in self.land.solids - open_ - set(self.land.piece[start.zone].tolist())
            if self.prepared.terrain.pieces[k].kind == "building"
        )

    def enemies(self, met: Sequence[MetBase]) -> Iterator[MoveReason]:
        """Enemies at the same height; a pilot who steps aside goes through them at a cost (CE pp.32, 99)."""
        if self.is_stepping_aside:
            return
        self.used |= dict.fromkeys(enemy_options(met))
        yield from enemy_reasons(self.case, met)

    @property
    def is_stepping_aside(self) -> bool:
        """Does its pilot pass through enemies, and does a source print the cost? (CE p.99)"""
        return not self.edition.prices[STAND_ASIDE].unknown and STAND_ASIDE in pilot_ids(self.case.unit)

    def passed(self, met: Sequence[MetBase]) -> list[float]:
        """Give where enemies are stepped through."""
        if not self.is_stepping_aside or self.is_minimum:
            return []
        passing = lets_pass(self.prepared)
        return [one.start for one in met if one.is_in_the_way and not (one.is_low_flight and passing)]

    def turned(self, found: Sequence[MoveReason]) -> Iterator[MoveReason]:
        """What blocks the base as it lies at the end, turned, and is not reported already (CE p.32)."""
        footprint = end_footprint(self.case)
        if footprint is self.case.footprint:
            return
        end, count = make_track([self.case.end]), len(self.land.zones)
        over = swept_zones(end, footprint, self.land.every)
        for zone in over.zone[over.zone < count].tolist():
            key, name = self.land.barred[zone], self.land.names(self.prepared.terrain, zone)
            if (
                key
                and (not self.is_paved or key == "move.wall")
                and not _is_reported(found, key, self.total, name)
            ):
                measured = facts(going=self.land.kind[zone])
                yield reason_along(self.case, key, self.total, self.total, by=name, measured=measured)
        limit = self.land.climb_limit
        for _, _, low, high in uneven_spans(end, footprint, self.floors.floor, self.steepness.tallest):
            if not self.is_paved and not _is_reported(found, "move.cliff", self.total):
                measured = facts(low=round(low, 9), high=round(high, 9), limit=limit)
                yield reason_along(self.case, "move.cliff", self.total, self.total, measured=measured)

    def minimum(self, climbs: Sequence[level_changes.PaidHeight]) -> Iterator[MoveReason]:
        """What minimum movement does not do (CE p.32)."""
        most = self.edition.number("minimum.inches")
        if self.total > most + TOUCH:
            measured = facts(inches=self.total, limit=most)
            yield reason_along(self.case, "move.minimum-far", most, self.total, measured=measured)
        if climbs:
            self.used["move.minimum-climbs"] = None
            if not self.options.is_on("move.minimum-climbs"):
                yield reason_along(self.case, "move.minimum-climb", climbs[0].at, climbs[-1].at)

    def standstill(self) -> Iterator[MoveReason]:
        """Standing still is less than an inch (CE p.37)."""
        most = self.edition.number("standstill")
        if self.case.mode == "standstill" and self.total > most - TOUCH:
            measured = facts(inches=self.total, limit=most)
            yield reason_along(self.case, "move.too-far", most, self.total, measured=measured)

    # ---- everything together

    def verdict(self) -> MoveVerdict:
        """Put the findings together."""
        stretches = self.stretches() if not self.is_minimum else {}
        climbs = self.climbs()
        extra = self.rounding(stretches)
        shown = self.shown()
        met = self.met(shown)
        refusals = [
            *self.unknown(),
            *self.barred(),
            *self.too_low(),
            *self.steep(),
            *self.roofs(),
            *self.unasked(),
            *self.floors.refusals,
            *self.enemies(met),
            *(self.minimum(climbs) if self.is_minimum else self.standstill()),
        ]
        self.used |= self.steepness.used
        self.used |= {option: None for zone, _, _ in self.spans if (option := self.land.option[zone])}
        refusals += self.turned(refusals)
        points = [(at, cost) for at, cost in extra]
        passed = self.passed(met)
        points += [(at, self.edition.prices[STAND_ASIDE].value) for at in passed]
        if not self.is_minimum:
            points += [(paid.at, self.level_cost(paid.height)) for paid in climbs]
            points += [
                (paid.at, paid.height * self.edition.number("floor.price")) for paid in self.floors.paid
            ]
        terms = tuple(self.terms(stretches, climbs, extra, passed))
        lost, checks = damage_done(self.case, self.land, self.spans)
        left = self.case.budget.available - math.fsum(term.value for term in terms)
        # What is too far by whatever bonus its ground may bring is refused: nobody asks how near it came to the rest.
        may_last = left >= -TOUCH or self.is_smooth or self.case.mode not in self.edition.tagged("whole-move")
        margins = tuple(self.margins(max(left, 0.0), met)) if may_last and not refusals else ()
        return MoveVerdict(
            terms=terms,
            legs=tuple(self.legs(stretches, points, climbs)),
            refusals=tuple(self.with_gaps(refusals, met)),
            end_z=self.floors.end_z,
            on=self.floors.on,
            inside=self.floors.inside,
            checks=tuple(checks),
            profile=shown,
            ground=tuple(self.grounds()),
            cf_lost=lost,
            margins=margins,
            is_paved=self.is_paved,
            is_smooth=self.is_smooth,
            options=tuple(self.used),
            assumed=(*self.layers.assumed, *self._assumed()),
            spent=self.spent(stretches, points),
        )

    def with_gaps(self, refusals: Sequence[MoveReason], met: Sequence[MetBase]) -> list[MoveReason]:
        """Say of two obstacles with too little room between them that the gap is too narrow."""
        met = [one for one in met if not (one.is_enemy and self.is_stepping_aside)]
        found, is_between_friends = gaps_found(self.case, refusals, met)
        if is_between_friends:
            self.used["move.friend-gap"] = None
        return found

    def margins(self, left: float, met: Sequence[MetBase]) -> Iterator[MoveMargin]:
        """Give how near an allowed path comes to what would bar it."""
        aloft = [
            (-one.overlap, self.prepared.units.units[one.i].id)
            for one in met
            if one.is_enemy and -one.overlap > TOUCH
        ]
        yield from height_margins([*self.rooms, *aloft])
        bonus = self.edition.number("paved.bonus") if self.is_paved else 0.0
        within = max(left, self.prepared.table.tolerance) + bonus
        gains = not self.is_minimum and gains_on_roads(self.case.budget.code, self.edition)
        if self.is_paved and (
            gains or any(self.land.surcharge[z] or self.land.barred[z] for z in self.names)
        ):
            room = roads.room_beside_road(
                self.prepared, self.land, self.case.track, self.case.footprint, min(within, NEAR)
            )
            if room is not None:
                yield MoveMargin(room, "road", None, close=False)
        yield from ground_margins(
            self.case,
            self.land,
            self.floors.profile,
            self.floors.floor,
            is_paved=self.is_paved,
            within=within,
            shut=self.shut(),
        )

    def terms(
        self,
        stretches: Mapping[str, Sequence[PathStretch]],
        climbs: Sequence[level_changes.PaidHeight],
        extra: Sequence[tuple[float, float]],
        passed: Sequence[float],
    ) -> Iterator[MoveTerm]:
        """Give the ledger."""
        base = self.edition.prices["path"].value
        yield term_of(self.prepared, "path", self.total * base, facts(inches=self.total, rate=base))
        if self.is_minimum:
            return
        yield from self.terrain_terms(stretches)
        if extra:
            self.used["move.terrain-entry"] = None
            yield term_of(self.prepared, "entry", math.fsum(cost for _, cost in extra), NO_FACTS)
        if climbs:
            height = math.fsum(paid.height for paid in climbs)
            cost = math.fsum(self.level_cost(paid.height) for paid in climbs)
            if cost > 0.0:
                measured = facts(height=height, rate=cost / height, count=len(climbs))
                yield term_of(self.prepared, "level", cost, measured)
        if passed:
            rate = self.edition.prices[STAND_ASIDE].value
            yield term_of(self.prepared, STAND_ASIDE, rate * len(passed), facts(count=len(passed), rate=rate))
        if self.floors.paid:
            rate = self.edition.number("floor.price")
            height = math.fsum(paid.height for paid in self.floors.paid)
            measured = facts(height=height, rate=rate, count=len(self.floors.paid), inside=True)
            yield term_of(self.prepared, "level", height * rate, measured)

    def legs(
        self,
        stretches: Mapping[str, Sequence[PathStretch]],
        points: Sequence[tuple[float, float]],
        climbs: Sequence[level_changes.PaidHeight],
    ) -> Iterator[MoveLeg]:
        """Share the cost out among the legs: what happens at a bend belongs to the leg that ends there."""
        last = len(self.case.track.length) - 1
        base = self.edition.prices["path"].value
        places = [(x, y) for x, y in self.case.track.start.tolist()]
        places.append(self.case.end)
        levels = [shown_level(self.land, self.profile, at) for at in self.offsets[1:]]
        levels = [z + above for z, above in zip(levels, self.floors.above, strict=True)]
        levels.insert(0, self.case.z_start)
        for k, (start, end) in enumerate(pairwise(self.offsets)):
            cost = (end - start) * base
            for parts in stretches.values():
                for part in parts:
                    cost += part.rate * max(0.0, min(part.end, end) - max(part.start, start))
            cost += math.fsum(extra for at, extra in points if self._is_on(k, last, at))
            heights = [paid.height for paid in (*climbs, *self.floors.paid) if self._is_on(k, last, paid.at)]
            over = dict.fromkeys(
                name
                for zone, s, e in self.over
                if s < end - TOUCH and e > start + TOUCH and self.land.kind[zone]
                if (name := self.names[zone])
            )
            (x, y), (u, v) = places[k], places[k + 1]
            yield MoveLeg(
                (x, y, levels[k]), (u, v, levels[k + 1]), end - start, cost, tuple(over), math.fsum(heights)
            )

    def _is_on(self, k: int, last: int, at: float) -> bool:
        """Does this place belong to leg k?"""
        after_start = k == 0 or at > self.offsets[k] + TOUCH
        return after_start and (k == last or at <= self.offsets[k + 1] + TOUCH)

    def spent(
        self, stretches: Mapping[str, Sequence[PathStretch]], points: Sequence[tuple[float, float]]
    ) -> tuple[tuple[float, float], ...]:
        """Give inches along the path and cost so far; a cost paid at one place stands twice there."""
        base = self.edition.prices["path"].value
        parts = [part for some in stretches.values() for part in some]
        ends = {0.0, self.total, *(at for at, _ in points)}
        ends |= {at for part in parts for at in (part.start, part.end)}
        found: list[tuple[float, float]] = []
        cost, before = 0.0, 0.0
        for at in sorted(ends):
            middle = (before + at) / 2
            rate = base + math.fsum(part.rate for part in parts if part.start <= middle <= part.end)
            cost += rate * (at - before)
            found.append((at, cost))
            here = math.fsum(extra for place, extra in points if place == at)
            if here:
                cost += here
                found.append((at, cost))
            before = at
        return tuple(found)

    def shown(self) -> tuple[ProfilePart, ...]:
        """Give the true heights under the centre: decks and walls with their tops."""
        lift = self.land.lift
        return tuple(
            ProfilePart(start, end, low + float(lift[cell]), high + float(lift[cell]))
            if cell >= 0 and lift[cell]
            else ProfilePart(start, end, low, high)
            for start, end, low, high, cell in zip(
                self.profile.start.tolist(),
                self.profile.end.tolist(),
                self.profile.z_start.tolist(),
                self.profile.z_end.tolist(),
                self.profile.cell.tolist(),
                strict=True,
            )
        )

    def grounds(self) -> Iterator[TerrainUnderPath]:
        """Give what the base is over, for pictures."""
        for zone, start, end in self.over:
            name = self.names[zone]
            if name is None or not self.land.kind[zone]:
                continue
            is_free = self.is_paved and self.land.barred[zone] != "move.wall"
            yield TerrainUnderPath(
                start=start,
                end=end,
                piece=name,
                kind=self.land.kind[zone],
                surcharge=0.0 if is_free or self.is_minimum else float(self.land.surcharge[zone]),
                is_barred=bool(self.land.barred[zone]) and not is_free,
            )

    def _assumed(self) -> Iterator[Assumed]:
        seen: set[int] = set()
        for zone in self.names:
            piece = int(self.land.piece[zone])
            if piece < 0 or piece in seen:
                continue
            seen.add(piece)
            if piece in self.land.assumed:
                yield self.land.assumed[piece]
            yield from self.prepared.terrain.assumed.get(self.prepared.terrain.pieces[piece].id, ())


def _is_reported(found: Sequence[MoveReason], key: str, at: float, by: str | None = None) -> bool:
    return any(one.key == key and one.until >= at - TOUCH and (by is None or one.by == by) for one in found)
