"""What does a skid do, hex by hex along everything in its way?

A skid is settled in lots: damage of the fall and of hexes adds up until something may be hit, is settled before that,
and begins anew behind it.
"""

from dataclasses import replace

from astrike.model.battletech.impact import ImpactQuestion, SkidHex
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Modifier
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.failures import sideslips, skid_length
from astrike.rules.battletech.falls import fall_damage
from astrike.rules.battletech.impact_case import ImpactCase, column_from
from astrike.rules.battletech.impact_charges import charge_damage, own_damage
from astrike.rules.battletech.impact_falls import ABOVE_WATER, drowns, fall_column, fall_on
from astrike.rules.battletech.impact_rolls import pilot_roll
from astrike.rules.battletech.impact_to_hit import collision_number, counted
from astrike.rules.battletech.shelter import ABSORBED

TAKEN = "absorb.taken"


def skid(case: ImpactCase) -> None:
    """Answer a skid."""
    unit = case.attacker
    if sideslips(case.edition, unit):
        case.note("sideslip.nothing")
    _Skid(case).run()
    if unit.is_mech:
        case.move("attacker", "fall.prone")
    if all(each.key != "skid.off" for each in case.moves):
        case.move("attacker", "skid.stopped")
    if not sideslips(case.edition, unit):
        for key in ("shooting.at", "shooting.by"):
            row = case.edition.hex_modifiers[key]
            case.shooting.append(Modifier(row.key, "", row.value, row.label, row.cite))


def length_of(question: ImpactQuestion, edition: BattleTechEdition) -> int:
    """Give how many hexes a skid goes on for."""
    return question.hexes or skid_length(edition, question.moved_before)


class _Skid:
    """A skid under way."""

    def __init__(self, case: ImpactCase) -> None:
        self.case = case
        self.unit = case.attacker
        self.left = length_of(case.question, case.edition)
        self.open: list[Modifier] = []
        self.hexes = 0
        """Hexes in the lot that is open."""
        self.is_over = False
        self.absorbed = 0
        """What a building just took of a collision with the unit inside."""
        self.number = 0
        """The hex that it comes to, from 1."""
        if not self._sideslips:
            self.open += fall_damage(case.edition, self.unit.tons, 0).ledger
            if self.unit.is_mech:
                case.facing_needed = True
                pilot_roll(case, "attacker", self.unit, 0)

    @property
    def _sideslips(self) -> bool:
        return sideslips(self.case.edition, self.unit)

    def run(self) -> None:
        """Go along the path until the skid ends."""
        for each in self.case.question.path:
            if self.is_over or not self.left:
                break
            self.number += 1
            self._enter(each)
        if not self.is_over:
            self.hexes += self.left
            self.left = 0
        self._settle()
        self.case.hexes_left = self.left
        self.case.hexes_reached = self.number

    def _enter(self, at: SkidHex) -> None:
        match at.what:
            case "unit":
                self._settle()
                is_hit = self._hit_unit(at.unit or ClassicUnit(), at)
                self._on_or_over(is_cleared=at.cleared and is_hit)
            case "building":
                self._building(at)
            case "rise":
                self._rise()
            case "drop" if at.levels >= self.case.value("skid.drop"):
                self._drop(at)
            case "water" if at.depth:
                self._water(at)
            case "edge":
                self.case.move("attacker", "skid.off")
                self.is_over = True
            case _:
                self._skid_on()

    def _skid_on(self) -> None:
        self.hexes += 1
        self.left -= 1

    def _settle(self) -> None:
        """Settle the lot that is open."""
        if self.hexes and not self._sideslips:
            self.open.append(self._hexes())
        self.hexes = 0
        if self.open:
            column = fall_column(self.case, self.unit)
            self.case.hurt("attacker", self.unit, "skid", tuple(self.open), column=column)
        self.open = []

    def _hexes(self) -> Modifier:
        row = self.case.divided("skid.hex", self.unit.tons, tons=self.unit.tons, hexes=self.hexes)
        return replace(row, value=row.value * self.hexes)

    def _hit_unit(self, unit: ClassicUnit, at: SkidHex, *, cf: int = 0) -> bool:
        """Run into a unit, inside a building with so much CF or outside; False where the collision missed.

        A collision that missed clears no hex.
        """
        case = self.case
        case.note("skid.before-unit")
        kick = case.edition.impacts["skid.kick"]
        if not kick.unknown:
            row = case.term("skid.kick", unit.tons // kick.value, tons=unit.tons)
            case.hurt("attacker", self.unit, "collision", (row,), table="kick", column=self._own_column())
            return True
        return self._collide(unit, at, cf)

    def _collide(self, unit: ClassicUnit, at: SkidHex, cf: int) -> bool:
        case = self.case
        number = counted(collision_number(case, unit, at.moved), at.outcome, at.dice)
        case.collisions.append((self.number, number))
        if number.outcome == "missed":
            case.note("skid.missed")
            return False
        before = case.question.moved_before
        hit = case.hurt(
            "target", unit, "collision", charge_damage(case, before), column=case.question.side, cf=cf
        )
        absorbed = -sum(row.value for row in hit.ledger if row.key == ABSORBED)
        if absorbed:
            case.hurt("building", unit, "collision", (case.term(TAKEN, absorbed),))
        self.absorbed = absorbed
        case.hurt("attacker", self.unit, "collision", own_damage(case, unit), column=self._own_column())
        return True

    def _own_column(self) -> str | None:
        """Name the column on which the unit is hit from the side it runs into."""
        case = self.case
        if not self.unit.is_mech:
            return "front"
        return None if case.facing is None else column_from(case.question.direction, case.facing.facing)

    def _building(self, at: SkidHex) -> None:
        case = self.case
        self._settle()
        self.absorbed = 0
        if at.unit is not None:
            case.note("skid.occupied")
            if not (self._hit_unit(at.unit, at, cf=at.cf) and at.cleared):
                self._on_or_over(is_cleared=False)
                return
        before = case.question.moved_before
        done = charge_damage(case, before)
        case.hurt("building", self.unit, "collision", done)
        own = case.divided("skid.building", at.cf, cf=at.cf)
        case.hurt("attacker", self.unit, "collision", (own,), column=self._own_column())
        if case.edition.impacts["skid.building"].ref == "base":
            case.note("skid.no-figure")
        if done[0].value >= at.cf - self.absorbed:
            case.note("skid.through", mp=case.edition.buildings[at.building].mp)
            self.left = max(0, self.left - case.edition.buildings[at.building].mp)
            if self.left:
                self._skid_on()
            else:
                self.is_over = True
        else:
            case.note("skid.inside")
            self.is_over, self.left = True, 0

    def _on_or_over(self, *, is_cleared: bool) -> None:
        if is_cleared:
            self._skid_on()
        else:
            self.case.note("skid.goes-on")
            self.is_over = True

    def _rise(self) -> None:
        self._settle()
        row = self.case.divided("skid.rise", self.unit.tons, tons=self.unit.tons)
        self.case.hurt("attacker", self.unit, "collision", (row,), column=self._own_column())
        self.case.note("skid.rise-ends")
        self.is_over = True

    def _drop(self, at: SkidHex) -> None:
        case = self.case
        self.is_over = True
        if at.unit is not None:
            self._settle()
            fall_on(case, self.unit, at.unit, at.levels, depth=at.depth, at=at, number=self.number)
            return
        if self.hexes:
            self.open.append(self._hexes())
            self.hexes = 0
        down = fall_damage(
            case.edition, self.unit.tons, at.levels, kind=self.unit.kind, is_in_water=at.depth > 0
        )
        self.open += down.ledger
        if at.depth and at.what == "drop":
            drowns(case, "attacker", self.unit)
        if self.unit.is_mech:
            pilot_roll(case, "attacker", self.unit, at.levels)
            case.note("skid.two-pilot-rolls")

    def _water(self, at: SkidHex) -> None:
        if self.unit.kind in ABOVE_WATER:
            self._over_water(at)
            return
        drowns(self.case, "attacker", self.unit)
        if at.levels >= self.case.value("skid.drop"):
            self._drop(at)
        else:
            self._skid_on()
        self.is_over = True
        self.case.note("skid.in-water")
        if self.unit.is_mech:
            self.case.note("fall.breach")

    def _over_water(self, at: SkidHex) -> None:
        """Go on over the surface, or down to it."""
        down = max(0, at.levels - at.depth)
        if down >= self.case.value("skid.drop"):
            self._drop(replace(at, levels=down, depth=0))
        else:
            self._skid_on()
