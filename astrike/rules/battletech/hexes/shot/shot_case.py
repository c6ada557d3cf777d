"""Who fires what at whom, along which line? All that the parts of a Target Number have in common."""

from functools import cached_property

from astrike.dataclass import dataclass
from astrike.model.battletech.hex import HexArc, HexSight
from astrike.model.battletech.hex_attack import HexShot, HexWeapon
from astrike.model.battletech.hex_patch import HexContents, PlacedUnit
from astrike.model.explain import Fact, Modifier, Reason, facts
from astrike.rulebook.battletech.hex_number_rows import HexWeaponRow
from astrike.rules.battletech.hexes.grid import hex_named
from astrike.rules.battletech.hexes.line.line_ends import LineEnds, Wetness, line_ends
from astrike.rules.battletech.hexes.line.sight import see
from astrike.rules.battletech.hexes.patch import HexCase
from astrike.rules.battletech.impact_to_hit import is_immobile


@dataclass(frozen=True)
class ShotCase:
    """A weapon attack of one unit at another."""

    case: HexCase
    attacker: PlacedUnit
    target: PlacedUnit
    weapon: HexWeapon
    own: HexSight
    """The line from the attacker to the target."""
    arcs: tuple[HexArc, ...]

    @property
    def shot(self) -> HexShot:
        """How the weapon is fired."""
        return self.case.question.shot

    # ---- what the rulebook says

    def value(self, key: str) -> int:
        """Give a figure of weapon attacks by its key; 0 where the edition does not print it."""
        return self.case.edition.hex_modifiers[key].value

    def prints(self, key: str) -> bool:
        """Does the edition print this term?"""
        return not self.case.edition.hex_modifiers[key].unknown

    def term(self, key: str, times: int = 1, **measured: Fact) -> Modifier:
        """Make a row of the ledger: the figure of its row, so many times."""
        row = self.case.edition.hex_modifiers[key]
        return Modifier(key, "", row.value * times, row.label, row.cite, facts(**measured))

    def stated(self, key: str, value: int, **measured: Fact) -> Modifier:
        """Make a row of the ledger whose value the question or another row says."""
        row = self.case.edition.hex_modifiers[key]
        return Modifier(key, "", value, row.label, row.cite, facts(**measured))

    def shared(self, key: str) -> Modifier:
        """Make a row of the ledger that attacks of all kinds have."""
        row = self.case.edition.attack_modifiers[key]
        return Modifier(key, "", row.value, row.label, row.cite)

    def says(self, key: str, **measured: Fact) -> Reason:
        """Say something in the words of the rulebook's table."""
        row = self.case.edition.hex_number_words[key]
        return Reason(key, row.label.format(**measured), row.cite, facts(**measured))

    def says_if_printed(self, key: str, **measured: Fact) -> tuple[Reason, ...]:
        """Say something where the edition prints it."""
        return () if self.case.edition.hex_number_words[key].unknown else (self.says(key, **measured),)

    # ---- the weapon

    @cached_property
    def kinds(self) -> tuple[HexWeaponRow, ...]:
        """What kinds of weapon it is."""
        return tuple(self.case.edition.hex_weapons[tag] for tag in self.weapon.tags)

    @cached_property
    def counted_kinds(self) -> tuple[HexWeaponRow, ...]:
        """Those that change something beside the others."""
        return tuple(row for row in self.kinds if not set(row.unless) & set(self.weapon.tags))

    @cached_property
    def is_directed(self) -> bool:
        """Does a targeting computer direct it?"""
        return any(row.directed for row in self.kinds) and not any(
            row.undirected for row in self.counted_kinds
        )

    @cached_property
    def pulses(self) -> bool:
        """Is it a pulse weapon?"""
        return any(row.pulses for row in self.kinds)

    @cached_property
    def at_hex(self) -> HexWeaponRow | None:
        """What it does to whatever is in the hex that it is aimed at; None where it is aimed at the unit."""
        return next((row for row in self.kinds if row.at_hex), None)

    @cached_property
    def runs_in_water(self) -> bool:
        """Does it run through water only?"""
        return any(row.runs_in_water for row in self.kinds)

    @cached_property
    def follows_tag(self) -> bool:
        """Does it fly to a target that is marked by TAG?"""
        return self.shot.tagged and any(row.follows_tag for row in self.kinds)

    @cached_property
    def arm(self) -> str | None:
        """Which arm it is in."""
        side, _, part = (self.weapon.location or "").partition("-")
        return side if part == "arm" else None

    @cached_property
    def leg(self) -> str | None:
        """Which leg it is in."""
        name, _, part = (self.weapon.location or "").rpartition("-")
        return name if part == "leg" else None

    # ---- lines

    @property
    def spotter(self) -> PlacedUnit | None:
        """Who spots; None where nobody has to."""
        return self.shot.spotter if self.shot.indirect and not self.needs_no_spotter else None

    @property
    def needs_no_spotter(self) -> bool:
        """Do the missiles find the target without a spotter?"""
        return self.shot.narc or self.follows_tag

    @cached_property
    def spotter_line(self) -> HexSight | None:
        """The line from the spotter to the target; None without a spotter."""
        return see(self.case, self.spotter, self.target) if self.spotter else None

    @property
    def terrain_line(self) -> HexSight | None:
        """The line whose terrain counts; None where none counts."""
        return self.spotter_line if self.shot.indirect else self.own

    # ---- where the two are

    @cached_property
    def ground(self) -> HexContents:
        """What lies in the target's hex."""
        return self.case.patch.at(hex_named(self.target.hex))

    @cached_property
    def is_immobile(self) -> bool:
        """Does the target count as immobile?"""
        unit = self.target.unit
        return is_immobile(unit) or unit.kind == "building" or self.is_grounded_dropship

    @property
    def is_grounded_dropship(self) -> bool:
        """Is the target a DropShip on the ground?"""
        return self.target.unit.kind == "dropship" and self.target.elevation <= 0

    @property
    def is_airborne(self) -> bool:
        """Is the target in the air?"""
        return (
            self.target.unit.is_flyer or self.target.unit.kind == "dropship"
        ) and self.target.elevation > 0

    @property
    def flew(self) -> bool:
        """Is the target in the air, or was it this turn?"""
        return self.is_airborne or (self.target.unit.is_flyer and self.target.moved.hexes > 0)

    @cached_property
    def ends(self) -> LineEnds:
        """How high attacker and target stand, and whether they are under water."""
        return line_ends(self.case, self.attacker, self.target)

    @property
    def is_weapon_submerged(self) -> bool:
        """Is the weapon under water? Those in the legs of a 'Mech that stands in any are."""
        wetness = self.ends.attacker.wetness
        return wetness is Wetness.SUBMERGED or (wetness is Wetness.WADING and self.leg is not None)

    @property
    def hits_legs_only(self) -> bool:
        """Does it come under water at a 'Mech whose legs alone are there?"""
        target = self.ends.target
        comes_below = self.runs_in_water or self.is_weapon_submerged
        return comes_below and target.can_have_cover and target.wetness is Wetness.WADING


def moved_term(shot: ShotCase, placed: PlacedUnit) -> Modifier | None:
    """Give what a unit's movement adds to its own attacks; None for infantry, to which it adds nothing."""
    return None if placed.unit.is_infantry else shot.shared(f"number.moved-{placed.moved.mode}")
