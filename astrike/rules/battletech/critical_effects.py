"""What do hits bring about while they are settled: effects, explosions on their way through the sheet, lost limbs?

`CriticalAftermath` collects it all for one answer, and changes the working sheet as it goes.
"""

from dataclasses import field
from math import ceil

from astrike.dataclass import dataclass
from astrike.model.battletech.critical import MOST_WOUNDS, CriticalQuestion
from astrike.model.battletech.critical_answer import Blast, BlastStep
from astrike.model.battletech.rolls import RollEvent
from astrike.model.explain import Reason, facts
from astrike.rulebook.battletech.criticals import ComponentEffectRow
from astrike.rules.battletech.consciousness import is_dead
from astrike.rules.battletech.lasting_damage import (
    are_all_hips_hit,
    effect_row,
    ending_rows,
    leg_component,
    lost_component,
    standing_row,
)
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.sheet_unit import leg_of
from astrike.rules.battletech.working_sheet import PlacedItem, WorkingLocation, WorkingSheet


@dataclass(slots=True)
class CriticalAftermath:
    """What has happened so far."""

    question: CriticalQuestion
    sheet: WorkingSheet
    options: OptionsInUse
    explosions: list[Blast] = field(default_factory=list)
    effects: list[Reason] = field(default_factory=list)
    notes: list[Reason] = field(default_factory=list)
    due: list[ComponentEffectRow] = field(default_factory=list)
    """Rows by which the engine may explode, one for each hit."""
    events: list[RollEvent] = field(default_factory=list)
    """What happened as far as piloting rolls are asked about it, in its order."""
    reached: list[WorkingLocation] = field(default_factory=list)
    """Locations whose structure an explosion damaged and that are still to be checked."""
    is_out: bool = False
    pilot: int = 0
    is_pilot_dead: bool = False

    def __post_init__(self) -> None:
        """Take over what the sheet says already."""
        for _, row in ending_rows(self.sheet):
            self.is_out = self.is_out or row.is_out
            self.is_pilot_dead = self.is_pilot_dead or row.kills_pilot
        if is_dead(self.sheet.edition, self.sheet.wounds):
            self.is_out = self.is_pilot_dead = True

    def note(self, key: str, **about: str | int) -> Reason:
        """Say something beside the answer, once."""
        row = self.sheet.edition.critical_notes[key]
        reason = Reason(key, row.text, row.cite, facts(**about))
        if all(each.key != key or each.facts != reason.facts for each in self.notes):
            self.notes.append(reason)
        return reason

    def apply(self, component: str, hit: int, location: str) -> tuple[Reason, ...]:
        """Bring about what a row says, at once and lastingly; nothing where there is no such row."""
        row = effect_row(self.sheet, component, hit)
        if row is None:
            return ()
        self.is_out = self.is_out or row.is_out
        self.is_pilot_dead = self.is_pilot_dead or row.kills_pilot
        if row.explodes_on:
            self.due.append(row)
        if row.event:
            self.events.append(_event_of(row, location))
        about = facts(location=location)
        found = [Reason(row.key, row.now or row.label, row.cite, about)]
        if row.lasting and row.lasting != row.now:
            found.append(Reason(f"{row.key}.lasting", row.lasting, row.cite, about))
        return tuple(found)

    # ---- hits on slots

    def hit(self, location: WorkingLocation, slot: int) -> tuple[Reason, ...]:
        """Settle a hit on a slot that was just marked; nothing comes of a slot of what was dead before."""
        item = location.items[slot]
        if item.row.counts:
            return self.apply(item.component, self.sheet.hits_on(item.component), location.key)
        others = [each for each in location.marks if each != slot and each in item.slots]
        is_empty = (
            item.row.explodes and item.points == 0 and (item.shots == 0 or item.component == "coolant-pod")
        )
        if others or is_empty:
            return ()
        is_inert = item.component == "ammo" and item.points == 0
        effects = self.apply("equipment" if is_inert else item.component, 1, location.key)
        if item.component == "hip" and len(location.marks) > 1:
            self.note("forgotten", location=location.key)
        if item.component == "hip" and are_all_hips_hit(self.sheet):
            effects += self.apply("second-hip", 1, location.key)
        if item.row.explodes and item.points:
            self._explode(location, slot, item)
        return effects

    # ---- explosions

    def _explode(self, location: WorkingLocation, slot: int, item: PlacedItem) -> None:
        assert item.points is not None
        pilot = self._pilot_damage(location)
        if item.component == "explosive-weapon":
            self.note("explosive-weapon")
        steps: list[BlastStep] = []
        points, here = item.points, location
        while points:
            step = self._blast(here, points)
            steps.append(step)
            self.reached.append(here)
            if not step.passed_on:
                break
            following = self.sheet.next_of(here)
            assert following is not None
            points, here = step.passed_on, following
        self._hurt_pilot(pilot, location)
        is_shots = item.component == "ammo" and item.shots is not None
        self.explosions.append(
            Blast(
                item.name,
                location.key,
                slot,
                item.shots if is_shots else None,
                item.missiles if is_shots else None,
                item.damage if is_shots else None,
                item.points,
                pilot,
                tuple(steps),
                self.sheet.edition.figures["pilot.from-explosion"].cite,
            )
        )
        for step in steps:
            if step.destroyed:
                self.destroy(self.sheet.location(step.location))

    def _hurt_pilot(self, points: int, location: WorkingLocation) -> None:
        """Add damage of the pilot, whom the last point of the table kills."""
        self.pilot += points
        self.sheet.wounds = min(self.sheet.wounds + points, MOST_WOUNDS)
        if points and is_dead(self.sheet.edition, self.sheet.wounds) and not self.is_pilot_dead:
            row = self.sheet.edition.wounds[str(self.sheet.wounds)]
            self._say((Reason(f"wounds.{row.key}", row.label, row.cite, facts(location=location.key)),))
            self.is_out = self.is_pilot_dead = True

    def _pilot_damage(self, location: WorkingLocation) -> int:
        if self.question.modifiers.auto_eject:
            self.note("auto-eject")
            return 0
        edition = self.sheet.edition
        if location.case == "case-ii" and self.options.word("case-ii-pilot") == "one":
            return edition.whole("critical.case-ii.pilot")
        return edition.whole("pilot.from-explosion")

    def _blast(self, location: WorkingLocation, points: int) -> BlastStep:
        """Let points of an explosion act in one location."""
        most = self.sheet.edition.whole("critical.case-ii.structure")
        is_held = location.case == "case-ii"
        structure = min(location.structure, points, most) if is_held else min(location.structure, points)
        location.structure -= structure
        location.is_changed = True
        rest = points - structure
        if is_held and rest and location.has_unstated_armor:
            self.note("armor-unstated", location=location.key)
        armor = self._rear_armor(location, rest) if is_held else 0
        rest -= armor
        is_vented = location.case != "none"
        is_last = self.sheet.next_of(location) is None
        return BlastStep(
            location=location.key,
            points=points,
            structure=structure,
            armor=armor,
            lost=structure + armor + (rest if is_last and not is_vented else 0),
            passed_on=0 if is_last or is_vented else rest,
            vented=rest if is_vented else 0,
            destroyed=location.structure == 0 and not location.is_gone,
            case=location.case,
        )

    def _rear_armor(self, location: WorkingLocation, points: int) -> int:
        """Take armor off where CASE II lets an explosion out: the rear of a torso, a share of other parts."""
        if location.row.part == "torso":
            taken = min(points, location.rear_armor)
            location.rear_armor -= taken
            return taken
        share = self.sheet.edition.whole("critical.case-ii.armor")
        taken = min(points, ceil(location.full_armor / share), location.armor)
        location.armor -= taken
        return taken

    # ---- lost locations

    def destroy(self, location: WorkingLocation) -> None:
        """Destroy a location and what is torn off with it."""
        before = self._counted_hits()
        location.destroyed = location.is_changed = True
        location.structure = 0
        self._say(self.apply(lost_component(location), 1, location.key))
        if not location.row.next and location.row.part != "head":
            self.is_pilot_dead = self.is_pilot_dead or not self.question.modifiers.auto_eject
        self._lose_limb(location)
        for limb in self.sheet.torn_with(location):
            limb.destroyed = limb.is_changed = True
            limb.structure = 0
            self._lose_limb(limb)
        for component, hits in self._counted_hits().items():
            row = standing_row(self.sheet, component, hits)
            if row is not None and row != standing_row(self.sheet, component, before[component]):
                self._say(self.apply(component, row.hit, location.key))

    def blow_off(self, location: WorkingLocation) -> None:
        """Blow a head, an arm or a leg off."""
        location.blown_off = location.is_changed = True
        self._say(self.apply(lost_component(location), 1, location.key))
        self._lose_limb(location)

    def _lose_limb(self, location: WorkingLocation) -> None:
        if location.row.part == "leg":
            self._say(self.apply(leg_component(self.sheet), len(self.sheet.gone("leg")), location.key))
        elif location.row.part == "arm":
            self._say(self.apply("arm-gone", len(self.sheet.gone("arm")), location.key))

    def _say(self, reasons: tuple[Reason, ...]) -> None:
        self.effects += reasons

    def _counted_hits(self) -> dict[str, int]:
        return {
            key: self.sheet.hits_on(key)
            for key, row in self.sheet.edition.critical_components.items()
            if row.counts
        }


def _event_of(row: ComponentEffectRow, location: str) -> RollEvent:
    if row.event == "gyro-hit":
        return RollEvent(row.event)
    leg = leg_of(location)
    return RollEvent(row.event, leg=leg, part=row.part) if row.part else RollEvent(row.event, leg=leg)
