"""Who is caught by an area effect that goes off at a point, and how much damage is left for each?

Whoever has any part of a base in the area is caught, in the ring that the base reaches. Damage is rolled separately
for each unit with the option; then armor and walls take theirs off. Sources: CE pp.39, 47-48, 54, 73, 88, 143-145,
166, 174; AS pp.38, 42, 70, 73, 76-77.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.geometry.arcs import bearings, turned
from astrike.geometry.arrays import Floats
from astrike.model.area_answer import BlastAnswer, CaughtTarget
from astrike.model.attack_answer import DamageTerm
from astrike.model.attack_question import TablePoint
from astrike.model.dice import DiceTray
from astrike.model.explain import Modifier, OptionUsed, Reason, facts
from astrike.model.inch_limits import FARTHEST
from astrike.model.terrain import BUILT
from astrike.rules.attack.combatants import circumstances, combatants
from astrike.rules.attack.sight import sight_rules
from astrike.rules.edition_rows import reason
from astrike.rules.shot.area_weapons import AreaWeapon, area_weapon, munition_row, needed_weapon
from astrike.rules.shot.armor import ArrivingDamage, after_armor
from astrike.rules.shot.damage import points_read, points_shown
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH


def reduced_by_armor(
    prepared: PreparedTable, answer: BlastAnswer, tray: DiceTray | None = None
) -> BlastAnswer:
    """Take off what armor takes; with a tray, and the option for diced damage, roll for each that is caught."""
    caught, notes = answer.caught, answer.notes
    is_diced = tray is not None and prepared.options.is_on("variable-damage")
    if tray is not None and is_diced:
        caught = tuple(_diced(prepared, each, tray) for each in caught)
    left = [_after_armor(prepared, each) for each in caught]
    near = [_after_armor(prepared, each) for each in answer.near]
    unknown = {why.key: why for _, why in left if why is not None}
    names = ["variable-damage"] if is_diced and caught else []
    if any(term.key == "damage.reactive" for each, _ in left for term in each.terms):
        names.append("armor.bra-rca")
    used = (sight_rules(prepared).named[name] for name in names)
    return replace(
        answer,
        caught=tuple(each for each, _ in left),
        near=tuple(each for each, _ in near),
        notes=(*notes, *unknown.values()),
        dice=tray.record if tray is not None else answer.dice,
        options_used=(*answer.options_used, *used),
    )


def _diced(prepared: PreparedTable, caught: CaughtTarget, tray: DiceTray) -> CaughtTarget:
    """Roll a die a point, at least a point in all; for 0* one die (CE p.174, AS p.70)."""
    value = points_read(caught.damage)
    need, least = (int(prepared.edition.number(f"variable.{what}")) for what in ("die", "minimal"))
    label = f"Damage to {caught.unit}"
    fell = [tray.roll("variable-damage", label, count=1) for _ in range(value.points)]
    points = max(sum(die >= need for die in fell), 1 if fell else 0)
    if value.minimal:
        points += tray.roll("variable-damage", label, count=1) >= least
    return replace(caught, damage=points)


def _after_armor(prepared: PreparedTable, caught: CaughtTarget) -> tuple[CaughtTarget, Reason | None]:
    i = prepared.units.index.get(caught.unit)
    if caught.is_piece or i is None:
        return caught, None
    left, terms = after_armor(
        circumstances(prepared),
        combatants(prepared)[i],
        "artillery",
        points_read(caught.damage),
        ArrivingDamage("area"),
    )
    if left is None:
        last = prepared.edition.damage[terms[-1].key.removeprefix("damage.")]
        return caught, Reason(terms[-1].key, last.unknown, last.cite)
    made = tuple(_modifier(term) for term in terms)
    return replace(caught, damage=points_shown(left), terms=(*caught.terms, *made)), None


def _modifier(term: DamageTerm) -> Modifier:
    return Modifier(term.key, "D", term.value if isinstance(term.value, int) else 0, term.label, term.cite)


OUTSIDE = frozenset({"mechanized", "cargo"})
"""How a unit is carried that an area effect on its carrier reaches (CE p.39, AS p.38)."""


def blast(
    prepared: PreparedTable,
    at: TablePoint,
    weapon: str,
    *,
    munition: str | None = None,
    tray: DiceTray | None = None,
) -> BlastAnswer:
    """Say who is caught when a weapon goes off at a point; raise `InputError` for an unknown weapon or munition.

    Without a height the point lies on the ground there. A tray has the dice for damage that is diced for each.
    """
    return reduced_by_armor(prepared, blast_before_armor(prepared, at, weapon, munition=munition), tray)


def blast_before_armor(
    prepared: PreparedTable, at: TablePoint, weapon: str, *, munition: str | None = None
) -> BlastAnswer:
    """Say the same as `blast`, with the damage as it arrives: nothing is taken off yet."""
    area, notes = area_for(prepared, weapon, munition)
    return blast_of_area(prepared, area, at, notes=notes)


def area_for(
    prepared: PreparedTable, weapon: str, munition: str | None
) -> tuple[AreaWeapon, tuple[Reason, ...]]:
    """Give the area of a weapon with its munition, and what stands against asking for it."""
    row = needed_weapon(prepared, weapon)
    if row.unknown:
        return area_weapon(circumstances(prepared), row), (
            Reason(f"artillery.{row.key}", row.unknown, row.cite),
        )
    loaded = None if munition is None else munition_row(prepared, munition, row)
    if isinstance(loaded, Reason):
        return area_weapon(circumstances(prepared), row), (loaded,)
    return area_weapon(circumstances(prepared), row, loaded), ()


def blast_of_area(
    prepared: PreparedTable,
    area: AreaWeapon,
    at: TablePoint,
    *,
    aimed: TablePoint | None = None,
    only: int | None = None,
    notes: tuple[Reason, ...] = (),
) -> BlastAnswer:
    """Say who is caught when this goes off at a point; with `only` that unit alone, wherever it stands."""
    final = point_with_height(prepared, at)
    start = final if aimed is None else point_with_height(prepared, aimed)
    scene = _Scene(prepared, area, final)
    if notes:
        found: list[CaughtTarget] = []
    elif only is not None:
        found = [CaughtTarget(prepared.units.units[only].id, scene.unit_distance(only), area.first, "inner")]
    else:
        found = sorted((*scene.units(), *scene.pieces()), key=lambda caught: caught.distance)
    tolerance = prepared.table.tolerance
    named = sight_rules(prepared).named
    used = [
        *area.options,
        *(["area.rear-bonus"] if scene.bonus else []),
        *(["area.submerged"] if scene.met_water else []),
    ]
    return BlastAnswer(
        weapon=area.weapon.key,
        edition=prepared.edition.id,
        poi=start,
        final=final,
        inner=0.0 if only is not None else area.inner,
        outer=0.0 if only is not None else area.outer,
        caught=tuple(c for c in found if only is not None or c.distance <= area.outer + TOUCH),
        near=tuple(c for c in found if area.outer + TOUCH < c.distance <= area.outer + tolerance)
        if only is None
        else (),
        label=area.weapon.label if area.munition is None else f"{area.weapon.label}, {area.munition.label}",
        cite=area.weapon.cite if area.munition is None else area.munition.cite,
        notes=(*notes, *_lasting(prepared, area)),
        options_used=tuple(named[name] for name in dict.fromkeys(used)),
    )


def _lasting(prepared: PreparedTable, area: AreaWeapon) -> Iterator[Reason]:
    if area.munition is not None and area.munition.turns:
        yield reason(prepared, "munition.turns", facts(turns=area.munition.turns))


def point_with_height(prepared: PreparedTable, at: TablePoint) -> tuple[float, float, float]:
    """Give a point its height: that of the ground where it names none."""
    if not all(np.isfinite(value) and abs(value) <= FARTHEST for value in (at.x, at.y, at.z or 0.0)):
        raise InputError([Problem("at", str(at), f"inches, at most {FARTHEST:g}")])
    x, y = prepared.metric.snapped((at.x, at.y))
    z = float(prepared.terrain.ground_at(np.array([(x, y)]))[0]) if at.z is None else at.z
    return x, y, z


@dataclass(slots=True)
class _Scene:
    """One area effect on one table."""

    prepared: PreparedTable
    area: AreaWeapon
    at: tuple[float, float, float]
    bonus: bool = False
    """Did the option about the rear change anything?"""
    met_water: bool = False
    """Is somebody near who lies completely under water?"""

    def units(self) -> Iterator[CaughtTarget]:
        """Give every unit near enough, with what it takes; how far is beyond the area, the caller sorts out."""
        if not self.prepared.units.units:
            return
        far = self._all_distances()
        limit = self.area.outer + max(self.prepared.table.tolerance, TOUCH)
        carrier = self.prepared.units.index
        for i, unit in enumerate(self.prepared.units.units):
            if unit.carried_by is not None:
                if unit.carried_as not in OUTSIDE or unit.carried_by not in carrier:
                    continue
                distance = float(far[carrier[unit.carried_by]])
            else:
                distance = float(far[i])
            if distance <= limit and not self._is_spared(i):
                damage, terms = self._damage_to(i, distance)
                if damage is not None:
                    yield self._caught(unit.id, distance, damage, terms=terms)

    def unit_distance(self, i: int) -> float:
        """Give the inches from the point to a unit's base, the difference in height added."""
        return round(float(self._all_distances()[i]), 9)

    def _all_distances(self) -> Floats:
        """CE p.48: the difference in elevation is added to the distance on the table."""
        flat = self.prepared.metric.from_burst(self.prepared.units.bases, self.at[:2])
        return flat + np.abs(self.prepared.units.z - self.at[2])

    def _is_spared(self, i: int) -> bool:
        unit, units = self.prepared.units.units[i], self.prepared.units
        if "destroyed" in unit.state or ("off-table" in unit.state and not self._is_off_table()):
            return True
        if units.rows[i].aerospace and units.airborne[i]:
            return True
        if units.of[i].submersion != "completely":
            return False
        # CE p.54: support does nothing to what is completely under water; of a unit's artillery nothing is stated.
        if self.area.weapon.family == "artillery":
            self.met_water = True
            return self.prepared.options.word("area.submerged") == "spared"
        return self.area.weapon.family == "support"

    def _is_off_table(self) -> bool:
        return is_off_table(self.prepared, self.at[0], self.at[1])

    def _damage_to(self, i: int, distance: float) -> tuple[int | str | None, tuple[Modifier, ...]]:
        value = self._value(distance)
        against = self.area.munition.against if self.area.munition is not None else ()
        if self.area.weapon.heat:
            bomb = self.area.weapon
            return value, (Modifier("heat", "H", bomb.heat, bomb.label, bomb.cite),)
        if (against and self.prepared.units.units[i].type not in against) or value == 0:
            return None, ()
        if self.area.weapon.family == "bomb" and self.prepared.units.of[i].submersion == "completely":
            return self._under_water(value)
        if not self._is_from_behind(i):
            return value, ()
        row = self.prepared.edition.damage["rear"]
        extra = int(self.prepared.edition.number("rear.damage"))
        self.bonus = True
        term = Modifier("damage.rear", "D", extra, row.label, row.cite)
        return (f"{value}+{extra}" if isinstance(value, str) else value + extra), (term,)

    def _under_water(self, value: int | str) -> tuple[int | str, tuple[Modifier, ...]]:
        """A bomb that bursts on the water does half to who is below, rounded normally, at least 1 (CE p.183)."""
        share, least = (self.prepared.edition.numbers[f"bomb.underwater{what}"] for what in ("", "-least"))
        if isinstance(value, str) or share.unknown:
            return value, ()
        left = max(int(least.value), math.floor(value * share.value + 0.5))
        return left, (Modifier("damage.bomb-underwater", "D", left - value, share.label, share.cite),)

    def _is_from_behind(self, i: int) -> bool:
        """Does the option give a rear bonus here? The direction runs from the point of impact (CE p.48)."""
        if not self.prepared.options.is_on("area.rear-bonus") or self.prepared.units.rows[i].always_front:
            return False
        centre = self.prepared.units.bases.xy[[i]]
        point = np.array([self.at[:2]])
        if np.hypot(*(centre - point)[0]) <= TOUCH or np.isnan(self.prepared.units.facing[i]):
            return False
        off = turned(bearings(centre, point), self.prepared.units.facing[[i]])
        return bool(np.abs(off[0]) > self.prepared.edition.number("rear.from") + TOUCH)

    def pieces(self) -> Iterator[CaughtTarget]:
        """Give the buildings, walls and bridges near enough, and what burns well against what cuts it (CE p.166)."""
        terrain, munition = self.prepared.terrain, self.area.munition
        against = munition.against if munition is not None else ()
        wanted = [
            k
            for k, (piece, row) in enumerate(zip(terrain.pieces, terrain.rows, strict=True))
            if (piece.kind in against if against else row.family in BUILT)
        ]
        limit = self.area.outer + max(self.prepared.table.tolerance, TOUCH)
        for k in wanted:
            distance = self._piece_distance(k)
            value = self._value(distance)
            if distance <= limit and value != 0:
                yield self._caught(terrain.pieces[k].id, distance, value, is_piece=True)

    def _piece_distance(self, k: int) -> float:
        if not len(self.prepared.terrain.shapes[k]):
            return float("inf")
        flat = self.prepared.metric.burst_to_piece(self.at[:2], k)
        low, high = self.prepared.terrain.extent.get(
            self.prepared.terrain.pieces[k].id, (self.at[2], self.at[2])
        )
        low = self.at[2] if np.isnan(low) else low
        return flat + max(0.0, low - self.at[2], self.at[2] - max(low, high))

    def _value(self, distance: float) -> int | str:
        return self.area.first if distance <= self.area.inner + TOUCH else self.area.second

    def _caught(
        self,
        name: str,
        distance: float,
        damage: int | str,
        *,
        terms: tuple[Modifier, ...] = (),
        is_piece: bool = False,
    ) -> CaughtTarget:
        tolerance = self.prepared.table.tolerance
        limits = (
            [self.area.inner, self.area.outer] if self.area.first != self.area.second else [self.area.outer]
        )
        return CaughtTarget(
            unit=name,
            distance=round(distance, 9),
            damage=damage,
            ring="inner" if distance <= self.area.inner + TOUCH else "outer",
            close=any(abs(distance - limit) <= tolerance for limit in limits),
            is_piece=is_piece,
            terms=terms,
        )


def is_off_table(prepared: PreparedTable, x: float, y: float) -> bool:
    """Does a point lie beyond the edges of the table?"""
    table = prepared.table
    return not (-TOUCH <= x <= table.width + TOUCH and -TOUCH <= y <= table.depth + TOUCH)


def options_used(prepared: PreparedTable, *names: str) -> tuple[OptionUsed, ...]:
    """Name options that decided something."""
    return tuple(sight_rules(prepared).named[name] for name in names)
