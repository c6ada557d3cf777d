"""Which dice and damage does a move bring about without being forbidden by it?

Skids, bogging down, breaking ice and crust, damage from liquids, mines, currents, crashes, and what it takes to go
hull down where the move ends. The numbers needed are stated; nothing is rolled here. Sources: CE pp.36, 38, 56-60, 74,
137, 168.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from astrike.dataclass import dataclass
from astrike.geometry.arrays import shape_array
from astrike.geometry.sweeps import make_footprint, make_track, make_zones
from astrike.geometry.swept_overlaps import under_centre
from astrike.geometry.uneven_footing import uneven_spans
from astrike.model.explain import Fact, facts
from astrike.model.movement import MoveCheck, TerrainUnderPath
from astrike.rulebook.schema import HazardRow, MovementCostRow
from astrike.rules.movement.along_path import check_along, place_along
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.mobility_profile import is_diving, mobility_profile_of
from astrike.rules.movement.movement_terrain import movement_terrain_for
from astrike.rules.units.move_and_tmm import pilot_abilities
from astrike.tolerance import TOUCH

BY_AIR = frozenset({"vtol"})
"""Movers that meet the ground only where they land."""


def hazard_checks(case: MoveCase, verdict: MoveVerdict) -> tuple[MoveCheck, ...]:
    """Give every roll and damage that the terrain on the way brings about, by the inch at which it happens."""
    return _Hazards(case, verdict).checks()


@dataclass(frozen=True, slots=True)
class HazardStretch:
    """A stretch of one kind of terrain, whatever pieces it is made of."""

    start: float
    end: float
    piece: str
    """The first of them."""
    kind: str
    rate: float
    """Inches of Move for an inch of it."""


class _Hazards:
    """One move, being looked through for dice."""

    def __init__(self, case: MoveCase, verdict: MoveVerdict) -> None:
        self.case, self.verdict = case, verdict
        self.prepared, self.unit = case.prepared, case.unit
        self.edition = case.prepared.edition
        self.mover = case.mover.key
        self.total = float(case.track.total)
        # CE p.35: on a road all the way, what lies beside it does not matter.
        self.ground = tuple(
            each for each in verdict.ground if not verdict.is_paved or self.edition.going[each.kind].paved
        )

    def checks(self) -> tuple[MoveCheck, ...]:
        """Collect them all in order of travel."""
        found = [*self._crash()]
        if self.case.mode != "standstill":
            found += self._bog()
            found += self._skids()
            for stretch in self._stretches():
                found += self._of_kind(stretch)
            found += self._hull_down()
        return tuple(sorted(found, key=lambda check: check.at))

    # ---- rows

    def _row(self, key: str) -> HazardRow | None:
        """Give the row of a hazard that this unit is exposed to and that the edition prints."""
        row = self.edition.hazards.get(key)
        if row is None or row.unknown or self.mover in row.spared:
            return None
        return row if not row.movers or self.mover in row.movers else None

    def _check(
        self, key: str, at: float, by: str | None, *, need: int | None = None, **measured: Fact
    ) -> MoveCheck:
        return replace(check_along(self.case, key, at, by=by, measured=facts(**measured)), need=need)

    def _legs(self, what: str) -> int:
        """Give what more than two legs change on a roll (CE pp.60, 74)."""
        for code in self.edition.tagged("many-legged"):
            row = self.edition.numbers.get(f"{what}.{self.edition.abilities[code].legs}")
            if self.unit.has(code) and row is not None:
                return int(row.value)
        return 0

    def _stretches(self) -> list[HazardStretch]:
        """Join the terrain under the base by kind, with what its pieces cost together."""
        per_piece: dict[tuple[str, float, float], float] = {}
        for ground in self.ground:
            key = (ground.piece, ground.start, ground.end)
            per_piece[key] = per_piece.get(key, 0.0) + ground.surcharge
        found: dict[str, list[HazardStretch]] = {}
        for ground in sorted(self.ground, key=lambda each: (each.start, each.end)):
            rate = 1.0 + per_piece[ground.piece, ground.start, ground.end]
            parts = found.setdefault(ground.kind, [])
            if parts and ground.start <= parts[-1].end + TOUCH:
                last = parts[-1]
                parts[-1] = replace(last, end=max(last.end, ground.end), rate=max(last.rate, rate))
            else:
                parts.append(HazardStretch(ground.start, ground.end, ground.piece, ground.kind, rate))
        return [stretch for parts in found.values() for stretch in parts]

    # ---- bogging down

    def _bog(self) -> Iterator[MoveCheck]:
        """Where it starts in or enters such ground, and after each further full two inches of it (CE p.60)."""
        hazard = self._row("bog")
        is_down = "landed" in self.verdict.notes or self.mover not in BY_AIR
        if hazard is None or not is_down or self.case.mode not in self.edition.tagged("may-bog"):
            return
        if "bogged" in self.unit.state and self.case.mode != "jump":
            # To come free is rolled for before the first inch; who jumps is free.
            yield self._check("bog", 0.0, None, need=self._bog_need(0), escape=True)
        for stretch in self._stretches():
            going = self.edition.going[stretch.kind]
            if not self._bogs(going) or going.hazard == "quicksand":
                continue
            if self.case.mode == "jump" and stretch.end < self.total - TOUCH:
                continue
            if self.mover in BY_AIR and stretch.kind == "swamp":
                # CE p.60: what comes down in a swamp is stuck, without a roll.
                yield self._check("bog", self.total, stretch.piece, stuck=True)
                continue
            for at in self._every(stretch, hazard.every):
                is_escape = "bogged" in self.unit.state and at <= TOUCH
                if not is_escape:
                    yield self._check("bog", at, stretch.piece, need=self._bog_need(going.bog_modifier))

    def _bogs(self, going: MovementCostRow) -> bool:
        if not going.bogs or (going.bog_movers and self.mover not in going.bog_movers):
            return False
        return not any(f"{self.mover}:{special.code}" in going.waived_by for special in self.unit.specials)

    def _bog_need(self, modifier: int) -> int:
        return self.unit.skill + modifier + self._legs("bog")

    def _every(self, stretch: HazardStretch, step: float) -> Iterator[float]:
        """Give where it begins and each further full step of it."""
        yield stretch.start
        count = math.floor((stretch.end - stretch.start + TOUCH) / step) if step > 0 else 0
        for k in range(1, count + 1):
            yield stretch.start + k * step

    # ---- skids

    def _skids(self) -> Iterator[MoveCheck]:
        """On pavement and ice it may lose its footing when it is fast there (CE p.74)."""
        if self._row("skid") is None:
            return
        for is_ice in (False, True):
            kinds = {
                key for key, row in self.edition.going.items() if row.skids and (row.paved is not is_ice)
            }
            pieces = [ground for ground in self.ground if ground.kind in kinds]
            if pieces:
                yield from self._skid_on(pieces, is_ice=is_ice)

    def _skid_on(self, pieces: list[TerrainUnderPath], *, is_ice: bool) -> Iterator[MoveCheck]:
        mode, terrain = self.case.mode, self.prepared.terrain
        if mode == "jump":
            # CE p.74 says both that a jump that ends on ice skids and that jumps never do.
            if is_ice and self.prepared.options.is_on("skid.after-jump"):
                yield self._skid(self.total, pieces[-1].piece)
            return
        names = dict.fromkeys(ground.piece for ground in pieces)
        shapes = [shape for name in names for shape in terrain.shapes[terrain.index[name]]]
        spans = under_centre(self.case.track, make_zones(shape_array(shapes)))
        parts = sorted(zip(spans.start.tolist(), spans.end.tolist(), strict=True))
        inches, begin, reach = 0.0, 0.0, -1.0
        for start, end in parts:
            if not inches and end > start:
                begin = start
            inches += max(0.0, end - max(start, reach))
            reach = max(reach, end)
        share = self.edition.number("skid.share")
        is_fast = inches > self.case.budget.current * share + TOUCH
        by_sprint = self.prepared.options.word("skid.pavement") == "sprint"
        if is_ice:
            skids = is_fast or (by_sprint and mode == "sprint" and inches > TOUCH)
        else:
            skids = (mode == "sprint" and inches > TOUCH) if by_sprint else is_fast
        if skids:
            at = min(begin + self.edition.number("skid.after"), self.total)
            yield self._skid(at, pieces[0].piece, inches=inches)

    def _skid(self, at: float, by: str, **measured: Fact) -> MoveCheck:
        modifier = self._legs("skid") + sum(
            row.skid for row in pilot_abilities(self.unit, self.edition) if self._has(row.types, row.movers)
        )
        need = self.unit.skill + self.prepared.motions[self.case.i].tmm + modifier
        distance = math.ceil(self.case.budget.current * 0.5 - TOUCH)
        return self._check("skid", at, by, need=need, distance=distance, damage=distance // 4, **measured)

    def _has(self, types: tuple[str, ...], movers: tuple[str, ...]) -> bool:
        return (not types or self.unit.type in types) and (not movers or self.mover in movers)

    # ---- everything else that lies on the ground

    def _of_kind(self, stretch: HazardStretch) -> Iterator[MoveCheck]:
        going = self.edition.going[stretch.kind]
        row = self._row(going.hazard) if going.hazard else None
        if row is None:
            return
        match going.hazard:
            case "ice" | "magma-crust":
                yield from self._breaking(stretch, row)
            case "magma" | "hazardous-liquid":
                yield from self._corroding(stretch, row)
            case "minefield":
                density = self.prepared.terrain.pieces[self.prepared.terrain.index[stretch.piece]].density
                yield self._check("minefield", stretch.start, stretch.piece, density=density or 0)
            case "quicksand" | "fire":
                yield self._check(going.hazard, stretch.start, stretch.piece)
            case "rapids" | "pressure":
                if stretch.end >= self.total - TOUCH:
                    need = self.unit.skill + row.modifier if going.hazard == "rapids" else None
                    yield self._check(going.hazard, self.total, stretch.piece, need=need)

    def _breaking(self, stretch: HazardStretch, row: HazardRow) -> Iterator[MoveCheck]:
        """After each full two inches, and where the move ends on it (CE p.59)."""
        is_jump = self.case.mode == "jump"
        places = (
            [] if is_jump else [at for at in self._every(stretch, row.every) if at > stretch.start + TOUCH]
        )
        if stretch.end >= self.total - TOUCH and not any(at >= self.total - TOUCH for at in places):
            places.append(self.total)
        modifier = row.modifier if is_jump else 0
        for at in places:
            more = {"modifier": modifier} if modifier else {}
            check = self._check(row.key, at, stretch.piece, roll=f"{row.dice}D6", breaks_at=row.need, **more)
            # Who breaks through falls to the bottom.
            depth = self.prepared.terrain.depth_under_ice(place_along(self.case, at))
            yield replace(check, facts=facts(**check.facts, depth=depth)) if depth else check

    def _corroding(self, stretch: HazardStretch, row: HazardRow) -> Iterator[MoveCheck]:
        """Once for being in it, and again for each full two inches of Move spent there (CE pp.58-59)."""
        spent = (stretch.end - stretch.start) * stretch.rate
        times = 1 + (math.floor((spent + TOUCH) / row.every) if row.every else 0)
        damage = row.damage * times
        if row.key == "magma":
            armor = self.unit.armor if self.unit.armor_left is None else self.unit.armor_left
            is_bare = armor == 0 and bool(self.unit.stated & {"armor", "armor_left"})
            heat = int(self.edition.number("magma.heat"))
            yield self._check(
                row.key, stretch.start, stretch.piece, heat=heat, damage=damage if is_bare else 0
            )
            return
        if self.unit.type != "BM" and not self.unit.has("SEAL"):
            damage *= 2
        yield self._check(row.key, stretch.start, stretch.piece, damage=damage)

    # ---- where it ends, and where it hangs in the air

    def _crash(self) -> Iterator[MoveCheck]:
        """What is immobile falls from the air, or sinks to the bottom (CE pp.36, 50)."""
        row = self.edition.hazards["crash"]
        is_stopped = any(reason.key == "move.immobile" for reason in self.case.budget.refusals)
        is_aloft = (
            self.prepared.units.airborne[self.case.i] and not self.prepared.units.rows[self.case.i].aerospace
        )
        if is_stopped and is_aloft and not row.unknown:
            yield self._check("crash", 0.0, None, damage=row.damage)
        if is_stopped and self._row("sink") is not None and is_diving(self.prepared, self.case.i):
            yield self._check("sink", 0.0, None, damage=int(self.edition.number("sink.damage")))

    def _hull_down(self) -> Iterator[MoveCheck]:
        """Where cover is near, say what going hull down takes there, if the Move left pays for a try (CE p.38)."""
        row, case = self._row("hull-down"), self.case
        is_wet_or_flies = "own-element" in case.mover.tags or "afloat" in case.mover.tags
        is_ground = case.mode == "ground" and not is_wet_or_flies
        if row is None or not is_ground or case.question.mount or case.question.dismount:
            return
        prepared = self._prepared()
        if prepared is not None:
            yield self._check("hull-down", self.total, prepared, automatic=True)
            return
        tries = hull_down_tries(case, self._left())
        if tries and self._has_cover():
            need = row.need - int(self.edition.number("hull-down.easier"))
            cost = hull_down_cost(case)
            yield self._check("hull-down", self.total, None, need=need, price=cost, tries=tries)

    def _prepared(self) -> str | None:
        """Name the prepared position it ends in, where going hull down takes no roll (CE p.38)."""
        for each in self.ground:
            if self.edition.going[each.kind].hull_down and each.end >= self.total - TOUCH:
                return each.piece
        return None

    def _left(self) -> float:
        spent = math.fsum(term.value for term in (*self.case.budget.fees, *self.verdict.terms))
        return self.case.budget.available - spent

    def _has_cover(self) -> bool:
        """Is it in terrain with a surcharge, or within two inches of a change of level?"""
        if any(each.surcharge > 0 and each.end >= self.total - TOUCH for each in self.ground):
            return True
        near = self.edition.number("hull-down.near")
        land = movement_terrain_for(
            self.prepared,
            mobility_profile_of(self.prepared, self.case.i, self.mover, self.case.budget.variant),
        )
        around = make_footprint(radius=self.case.footprint.reach + near)
        end = make_track(self.case.track.at([self.total]))
        return bool(uneven_spans(end, around, land.floor, TOUCH))


def hull_down_cost(case: MoveCase) -> float:
    """Give the Move for one try to go hull down: less for infantry and for more than two legs (CE p.38)."""
    low = case.prepared.units.rows[case.i].infantry or case.unit.has_any(
        *case.prepared.edition.tagged("many-legged")
    )
    return case.prepared.edition.number("hull-down.price-low" if low else "hull-down.price")


def hull_down_tries(case: MoveCase, left: float) -> int:
    """Say how often the Move left pays for a try to go hull down; each failed one may be repeated (CE p.38)."""
    cost = hull_down_cost(case)
    return max(0, math.floor((left + TOUCH) / cost)) if cost > 0 else 0
