"""What does an inch of each kind of terrain cost a unit, and which kinds block it?

The movement cost table with all its footnotes, and what abilities and options change about it. Where terrain is, is
measured elsewhere. Sources: CE pp.33-36, 56-60, 64, 66, 76, 87, 93, 100-101, 136-137; AS p.30.
"""

from collections.abc import Iterable

import numpy as np

from astrike.dataclass import dataclass
from astrike.rulebook.schema import AbilityRow, Edition, MovementCostRow, MoverRow
from astrike.rules.movement.mobility_profile import MobilityProfile
from astrike.rules.options import Options
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True)
class TerrainCost:
    """What one row of the table means to one kind of unit."""

    kind: str
    """Key of the movement cost table."""
    surcharge: float = 0.0
    """Inches of Move on top of each inch."""
    barred: str = ""
    """Key of the reason why the unit may not enter, or of the row that no source prints; empty where it may."""
    option: str = ""
    """The option that decided what it costs or whom it blocks; empty where none did."""
    paved: bool = False
    term: str = ""
    """Key of the ledger's line: `terrain.KIND`, `unpaved` or `amphibious`."""


@dataclass(frozen=True, slots=True)
class CostTable:
    """The cost table as one kind of unit reads it."""

    edition: Edition
    options: Options
    mobility: MobilityProfile
    row: MoverRow

    @property
    def skills(self) -> tuple[AbilityRow, ...]:
        """The abilities that change costs or blocks by themselves, in the order of the table."""
        return tuple(row for key, row in self.edition.abilities.items() if key in self.mobility.skills)

    @property
    def climb_limit(self) -> float:
        """Inches of height within its window; mountain troops climb higher (CE p.87)."""
        return max((row.climb_limit for row in self.skills if row.climb_limit), default=self.row.climb_limit)

    @property
    def climb_price(self) -> float:
        """Inches of Move for an inch of height, pilot abilities counted (CE pp.100-101)."""
        rate = self.row.climb_price
        for row in self.skills:
            rate = rate * (row.level_factor or 1.0) + row.level_price
        return max(0.0, rate)

    @property
    def rides(self) -> bool:
        """Does it ride on the surface of water? (CE pp.34-35, 76)"""
        surface = self.edition.going.get("surface")
        opened = surface is not None and self._has(surface.opened_by)
        return self.row.on_surface or opened

    def graded(self, kind: str, grade: str | None) -> str:
        """Name the row of a kind and grade: grades of woods and jungle count only with their option."""
        key = f"{kind}.{grade}"
        row = self.edition.going.get(key)
        if grade is None or row is None:
            return kind
        return key if not row.option or self._is_chosen(row.option) else kind

    def water(self, depth: float) -> str:
        """Name the row of water this deep."""
        if self.rides and depth >= self._first_band() - TOUCH:
            return "surface"
        kind = "water-structure" if self.mobility.mover == "structure" else "water"
        if kind == "water" and self._is_chosen("water.advanced"):
            kind = "water-advanced"
        bands = [row for key, row in self.edition.going.items() if key.rpartition(".")[0] == kind]
        fitting = [row for row in bands if row.depth_from <= depth + TOUCH]
        return max(fitting, key=lambda row: row.depth_from).key if fitting else f"{kind}.0"

    def _first_band(self) -> float:
        """Give the least depth that is more than wet feet."""
        deeper = [row.depth_from for key, row in self.edition.going.items() if key.startswith("water.")]
        return min((depth for depth in deeper if depth > 0.0), default=1.0)

    def cost_of(self, terrain: MovementCostRow, *, depth: float) -> TerrainCost:
        """Say what a row of the table costs this unit, or that it blocks it."""
        barred, why_barred = self._barred(terrain)
        surcharge, why = self._surcharge(terrain, depth)
        reason = "move.wall" if terrain.key == "wall" else self._reason
        if terrain.key.startswith("water") and depth > self._walkable + TOUCH:
            barred = True
        missing = self._missing(terrain, why)
        if missing:
            barred, reason = True, missing
        return TerrainCost(
            kind=terrain.key,
            surcharge=surcharge,
            barred=reason if barred else "",
            option=why_barred or why or self._option_of(terrain),
            paved=terrain.paved or (terrain.key == "rail" and self.mobility.mover == "rail"),
            term="amphibious" if why == "move.amp-water" else f"terrain.{terrain.key.partition('.')[0]}",
        )

    @property
    def _walkable(self) -> float:
        """Give the depth down to which one walks on the bottom (CE p.35)."""
        row = self.edition.numbers["walk.depth"]
        return np.inf if row.unknown else row.value

    def _missing(self, terrain: MovementCostRow, option: str) -> str:
        """Name the row without which there is no cost here, where no source prints it for this edition."""
        if terrain.unknown:
            return terrain.key
        cheaper = option == "move.large-cheaper" and self.options.is_on(option)
        return "large.cheaper" if cheaper and self.edition.numbers["large.cheaper"].unknown else ""

    @property
    def _reason(self) -> str:
        return "move.dry" if self.mobility.mover in self.edition.tagged("afloat") else "move.prohibited"

    def _option_of(self, terrain: MovementCostRow) -> str:
        return terrain.option if terrain.option and self._is_chosen(terrain.option) else ""

    def _is_chosen(self, option: str) -> bool:
        return self.options.values[option] not in (False, "off")

    def _has(self, words: Iterable[str]) -> bool:
        """Is this unit, with this ability or variant, among these footnotes?"""
        mobility = self.mobility
        own = {f"{mobility.mover}:{code}" for code in mobility.abilities} | {
            f"{mobility.mover}:({mobility.variant})"
        }
        return any(word in own for word in words)

    def _barred(self, terrain: MovementCostRow) -> tuple[bool, str]:
        mover, is_wet = self.mobility.mover, terrain.depth_from > 0.0 and terrain.key.startswith("water")
        if mover == "industrial" and is_wet and terrain.depth_from < self._deep:
            # CE p.34 lists IndustrialMechs here and lets footnote 9 bar only deeper water.
            allowed = self.options.is_on("water.im-depth-1") or "SEAL" in self.mobility.abilities
            return not allowed, "water.im-depth-1"
        barred = mover in terrain.barred and not self._has(terrain.opened_by) and not self._opening(terrain)
        if mover == "infantry" and is_wet and barred and not self.options.is_on("water.infantry-needs-umu"):
            return False, "water.infantry-needs-umu"
        if mover == "hover" and barred and terrain.key.partition(".")[0] == "woods":
            return not self.options.is_on("move.hover-in-woods"), "move.hover-in-woods"
        return barred, ""

    def _opening(self, terrain: MovementCostRow) -> AbilityRow | None:
        """Give the ability that opens this terrain to a unit that it blocks (CE p.93)."""
        return next((row for row in self.skills if _is_named(terrain.key, row.opens)), None)

    @property
    def _deep(self) -> float:
        """Give the depth from which IndustrialMechs need to be sealed."""
        bands = [row for key, row in self.edition.going.items() if key.startswith("water.")]
        return min((row.depth_from for row in bands if "industrial" in row.barred), default=2.0)

    def _surcharge(self, terrain: MovementCostRow, depth: float) -> tuple[float, str]:
        mover, surcharge, option = self.mobility.mover, terrain.surcharge, ""
        if mover in terrain.movers:
            surcharge = terrain.surcharges[terrain.movers.index(mover)]
        opening = self._opening(terrain) if mover in terrain.barred else None
        if opening is not None:
            # CE p.93: so many times what a 'Mech pays for the inch, the inch itself counted.
            mech = (
                terrain.surcharges[terrain.movers.index("mech")]
                if "mech" in terrain.movers
                else terrain.surcharge
            )
            base = self.edition.prices["path"].value
            surcharge = opening.opened_factor * (base + mech) - base
        if self._has(terrain.waived_by) or (terrain.key == "rapids" and depth < self._first_band() - TOUCH):
            surcharge = 0.0
        if terrain.key == "surface" and not self.row.on_surface:
            base = self.edition.prices["path"].value
            return self.options.number("move.amp-water") - base, "move.amp-water"
        if terrain.large_cheaper and self.mobility.is_large and surcharge > 0.0:
            option = "move.large-cheaper"
            if self.options.is_on(option):
                surcharge = max(0.0, surcharge - self.edition.number("large.cheaper"))
        for row in self.skills:
            if row.surcharge and _is_named(terrain.key, row.going):
                surcharge = max(0.0, surcharge + row.surcharge)
        return surcharge, option

    def open_ground(self) -> TerrainCost | None:
        """Say what ground between the pieces costs this unit or whom it blocks; None where it is plain to it."""
        mobility = self.mobility
        if mobility.mover == "wheeled" and mobility.is_support and "ORO" not in mobility.abilities:
            surcharge = self.options.number("move.wheeled-sv")
            return TerrainCost("clear", surcharge, option="move.wheeled-sv", term="unpaved")
        if mobility.mover in self.edition.going["clear"].barred:
            return TerrainCost("clear", barred=self._reason, term="terrain.clear")
        return None


def _is_named(key: str, names: Iterable[str]) -> bool:
    """Is a row of the table named, by itself or by its kind?"""
    return key in names or key.partition(".")[0] in names
