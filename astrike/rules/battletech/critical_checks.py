"""How many critical hits are there, and which slots do they strike? One check after another, die by die.

A check asks for dice with `yield` and gets them sent, so that it stops wherever the dice end and everything up to
there is known.
"""

from collections.abc import Generator
from dataclasses import field
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.critical import UPPER
from astrike.model.battletech.critical_answer import CriticalCheck, DiceNeed, SlotHit
from astrike.model.explain import Modifier, Reason, facts
from astrike.rulebook.battletech.criticals import CriticalCountRow
from astrike.rules.battletech.critical_effects import CriticalAftermath
from astrike.rules.battletech.working_sheet import PlacedItem, WorkingLocation

Dice = tuple[int, ...]
Asking = Generator[DiceNeed, Dice, None]
"""Asks for dice and is sent them."""
COUNT, SLOT, SECOND, CASE_II, AMMO = "count", "slot", "slot-second", "case-ii", "ammo"
EXPLOSION: Final = "explosion"
"""The cause of a check that an explosion calls for."""
LEAST, MOST = 2, 12
_IGNORING_ARMOR: Final = ("masc", "supercharger")


@dataclass(slots=True)
class OpenCheck:
    """A check while it is settled."""

    location: WorkingLocation
    cause: str
    roll: int | None = None
    total: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    count: Reason | None = None
    hits: int = 0
    is_blown_off: bool = False
    applied: list[SlotHit] = field(default_factory=list)
    soaked: list[SlotHit] = field(default_factory=list)
    lost: list[SlotHit] = field(default_factory=list)
    here: WorkingLocation | None = None
    """Where hits are rolled now; None before they are."""
    rerolled: bool = False
    """The last throw hit nothing and is to be made again."""
    struck: int | None = None
    """The slot that the last throw struck."""

    @property
    def left(self) -> int:
        """Hits that have still to be placed."""
        return self.hits - len(self.applied) - len(self.soaked) - len(self.lost)

    def frozen(self) -> CriticalCheck:
        """Give the check as it stands."""
        has_moved = self.here is not None and self.here is not self.location
        return CriticalCheck(
            self.location.key,
            self.cause,
            self.roll,
            self.total,
            self.modifiers,
            self.count,
            self.hits,
            self.is_blown_off,
            tuple(self.applied),
            tuple(self.soaked),
            tuple(self.lost),
            self.left if has_moved else 0,
            0 if has_moved else self.left,
        )


@dataclass(frozen=True, slots=True)
class CheckRunner:
    """Settles checks on one sheet."""

    after: CriticalAftermath

    def run(self, check: OpenCheck, stated: int | None) -> Asking:
        """Settle a check; `stated` is the number of hits where no dice are rolled for it."""
        if stated is None:
            yield from self._count(check)
        else:
            check.hits = stated
            check.count = self._reason(self._count_row_of(stated), check.location)
        ignores_armor = self.after.question.modifiers.cause in _IGNORING_ARMOR
        is_shot = check.cause == "hit"
        if check.is_blown_off:
            if (yield from self._is_ignored_by_case(check)):
                check.is_blown_off = False
                self.after.note("case-ii", location=check.location.key)
            else:
                self._blow_off(check)
        elif check.hits and self.after.question.modifiers.cause == "supercharger" and is_shot:
            self._take_top_engine_slots(check)
        elif check.hits and (yield from self._is_ignored_by_case(check, "once")):
            self._lose(check, check.location, self.after.note("case-ii", location=check.location.key))
        yield from self._place(check, ignores_armor=ignores_armor)

    # ---- how many

    def _count(self, check: OpenCheck) -> Asking:
        dice = yield DiceNeed(2, COUNT, check.location.key, 0, 0, None, None)
        check.roll = sum(dice)
        check.modifiers = self.count_modifiers_of(check)
        total = check.roll + sum(each.value for each in check.modifiers)
        check.total = min(max(total, LEAST), MOST)
        if check.total != total:
            self.after.note("clamped")
        row = self.count_row(check.total)
        check.count = self._reason(row, check.location)
        check.is_blown_off = is_blown_off(row, check.location)
        check.hits = 0 if check.is_blown_off else row.hits

    def count_row(self, total: int) -> CriticalCountRow:
        """Give the row of the table for a result."""
        rows = self.after.sheet.edition.critical_counts.values()
        return next(row for row in rows if row.least <= total <= row.most)

    def _shot_modifiers(self, location: WorkingLocation) -> tuple[Modifier, ...]:
        """Give what is added to the roll for the number of hits from a shot."""
        sheet, about = self.after.sheet, self.after.question.modifiers
        armor = location.rear_armor if about.rear else location.armor
        piercing, found = about.armor_piercing, list[Modifier]()
        if sheet.record.armor == "hardened" and armor:
            found.append(self._figure("critical.hardened"))
        if piercing and sheet.record.armor in ("hardened", "ferro-lamellor") and armor:
            self.after.note("hardened-voids")
            piercing = min(piercing, 0)
        if piercing and sheet.record.armor == "laser-reflective" and armor:
            found.append(self._figure("critical.reflective"))
        if piercing:
            row = sheet.edition.critical_notes["armor-piercing"]
            found.append(Modifier("armor-piercing", "", piercing, row.label, row.cite))
        return tuple(found)

    def count_modifiers_of(self, check: OpenCheck) -> tuple[Modifier, ...]:
        """Give what is added to the roll for the number of hits."""
        shot = self._shot_modifiers(check.location) if check.cause == "hit" else ()
        is_ignored = self.after.question.modifiers.cause == "supercharger" and check.cause == "hit"
        if self.after.sheet.record.structure == "reinforced" and not is_ignored:
            return (*shot, self._figure("critical.reinforced"))
        return shot

    def _figure(self, key: str) -> Modifier:
        row = self.after.sheet.edition.figures[key]
        return Modifier(key, "", int(row.value), row.label, row.cite)

    def _count_row_of(self, hits: int) -> CriticalCountRow:
        rows = self.after.sheet.edition.critical_counts.values()
        return next(row for row in rows if row.hits == hits)

    def _reason(self, row: CriticalCountRow, location: WorkingLocation) -> Reason:
        return Reason(row.key, count_label(row, location), row.cite, facts(location=location.key))

    def _blow_off(self, check: OpenCheck) -> None:
        """Blow the part off, unless component armor of its shoulder or hip holds it once."""
        location = check.location
        if location.is_gone:
            return
        for slot, item in location.items.items():
            is_joint = item.component in ("shoulder", "hip")
            if is_joint and item.armored and slot not in [*location.spared, *location.marks]:
                location.spared.append(slot)
                location.is_changed = True
                check.is_blown_off = False
                self.after.effects.append(
                    self.after.note("component-armor", location=location.key, slot=slot)
                )
                return
        self.after.note("blown-off")
        self.after.blow_off(location)

    def _take_top_engine_slots(self, check: OpenCheck) -> None:
        """Mark the top intact engine slots of the center torso, without dice."""
        self.after.note("supercharger")
        center = self.after.sheet.location("center-torso")
        engine = self.after.sheet.engine_row.component
        free = [slot for slot in center.open_now if center.items[slot].component == engine]
        for slot in sorted(free)[: check.hits]:
            self._strike(check, center, slot, ignores_armor=True)
        if check.left:
            self._lose(check, center, self.after.note("run-out"))

    # ---- where

    def _place(self, check: OpenCheck, *, ignores_armor: bool) -> Asking:
        here = check.here = check.location
        while check.left:
            if not self._open_before(here, check):
                following = None if self._is_narrow(here, check) else self.after.sheet.next_of(here)
                if following is None:
                    self._lose(check, here, self.after.note("stops", location=here.key))
                    return
                self.after.note("moved-on", location=here.key)
                here = check.here = following
                continue
            if not here.open_now:
                self._lose(check, here, self.after.note("run-out", location=here.key))
                return
            if (yield from self._is_ignored_by_case(check, "each-hit")):
                check.lost.append(SlotHit(here.key, None, None, "", (self.after.note("case-ii"),)))
                continue
            slot = yield from self._slot(check, here)
            yield from self._known_ammo(here, slot, check)
            self._strike(check, here, slot, ignores_armor=ignores_armor)

    def _open_before(self, here: WorkingLocation, check: OpenCheck) -> list[int]:
        is_elsewhere = here.was_destroyed and here is not check.location
        is_gone_before = here.blown_off or here.lost_earlier or is_elsewhere
        return [] if is_gone_before else here.open_before

    def _slot(self, check: OpenCheck, here: WorkingLocation) -> Generator[DiceNeed, Dice, int]:
        """Roll until an open slot is struck; every open slot is equally likely."""
        while True:
            number = len(check.applied) + len(check.soaked) + len(check.lost) + 1
            dice = yield DiceNeed(dice_for(here), SLOT, here.key, number, check.hits, None, None)
            slot = slot_of(dice, here)
            check.rerolled = slot not in here.open_now
            check.struck = slot
            if not check.rerolled:
                return slot

    def _known_ammo(self, here: WorkingLocation, slot: int, check: OpenCheck) -> Asking:
        """Stop where what was struck explodes and nobody knows with how many points."""
        item = here.items[slot]
        if item.row.explodes and item.points is None and not here.is_dead(item):
            number = len(check.applied) + len(check.soaked) + len(check.lost) + 1
            self.after.note("ammo-unknown" if item.component == "ammo" else "weapon-unknown")
            yield DiceNeed(0, AMMO, here.key, number, check.hits, None, item.name)

    def _strike(self, check: OpenCheck, here: WorkingLocation, slot: int, *, ignores_armor: bool) -> None:
        item = here.items[slot]
        here.is_changed = True
        if item.armored and slot not in here.spared and not ignores_armor:
            here.spared.append(slot)
            check.soaked.append(_hit(here, slot, item, (self.after.note("component-armor"),)))
            return
        is_gone = here.destroyed
        here.now.append(slot)
        if is_gone and not (item.row.explodes and item.points):
            narrow = self._is_narrow(here, check)
            note = self.after.note("discarded" if narrow else "soaked")
            (check.lost if narrow else check.soaked).append(_hit(here, slot, item, (note,)))
            return
        effects = self.after.hit(here, slot)
        if effects:
            check.applied.append(_hit(here, slot, item, effects))
        else:
            check.soaked.append(_hit(here, slot, item, (self.after.note("soaked"),)))

    def _is_narrow(self, here: WorkingLocation, check: OpenCheck) -> bool:
        """Do hits in this destroyed location strike only what explodes?"""
        is_now = (
            here.destroyed and not here.lost_earlier and (here is check.location or not here.was_destroyed)
        )
        return is_now and self.after.options.word("destroyed-location") == "explosives"

    def is_pointless(self, location: WorkingLocation) -> bool:
        """Is a check in this destroyed location void, since nothing in it can explode any more?"""
        if not location.destroyed or location.lost_earlier:
            return False
        if self.after.options.word("destroyed-location") != "explosives":
            return False
        return not any(
            item.row.explodes and item.points != 0 and not location.is_dead(item)
            for item in location.items.values()
        )

    def _is_ignored_by_case(self, check: OpenCheck, how: str = "") -> Generator[DiceNeed, Dice, bool]:
        """Roll whether CASE II lets an explosion's hits be ignored, if rolls are made this way."""
        where = check.location
        if check.cause != EXPLOSION or where.case != "case-ii":
            return False
        if how and self.after.options.word("case-ii-roll") != how:
            return False
        dice = yield DiceNeed(2, CASE_II, where.key, 0, check.hits, None, None)
        return sum(dice) >= self.after.sheet.edition.whole("critical.case-ii.ignored")

    def _lose(self, check: OpenCheck, here: WorkingLocation, why: Reason) -> None:
        check.lost += [SlotHit(here.key, None, None, "", (why,))] * check.left


def is_blown_off(row: CriticalCountRow, location: WorkingLocation) -> bool:
    """Is the part blown off at this result?"""
    return row.limb_off and location.row.part != "torso"


def count_label(row: CriticalCountRow, location: WorkingLocation) -> str:
    """Say what a result means in this location."""
    return row.short if is_blown_off(row, location) else row.label


def halves_open(location: WorkingLocation) -> tuple[bool, bool]:
    """Can the upper and the lower half still be hit?"""
    slots = location.open_now
    return any(slot <= UPPER for slot in slots), any(slot > UPPER for slot in slots)


def dice_for(location: WorkingLocation) -> int:
    """Give the dice that a slot takes: two where both halves can still be hit."""
    return 2 if all(halves_open(location)) else 1


def slot_of(dice: Dice, location: WorkingLocation) -> int:
    """Give the slot that dice name; one die names a slot of the only half that can be hit."""
    *half, last = dice
    if location.row.slots <= UPPER:
        return last
    is_lower = half[0] > UPPER // 2 if half else halves_open(location)[1]
    return last + UPPER if is_lower else last


def _hit(here: WorkingLocation, slot: int, item: PlacedItem, effects: tuple[Reason, ...]) -> SlotHit:
    return SlotHit(here.key, slot, item.name, item.component, effects)
