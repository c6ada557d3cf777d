"""A location was hit: how many critical hits are there, which slots do they strike, and what stops working?

The steps are those of CRIT, with the rows of the edition's own book in their place where it has any.
"""

from typing import Final

from astrike.errors import InputError, Problem
from astrike.model.battletech.critical import UPPER, CriticalQuestion
from astrike.model.battletech.critical_answer import (
    CriticalAnswer,
    DiceNeed,
    PilotDamage,
    ThrowUse,
)
from astrike.model.battletech.unit import ClassicUnit
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.consciousness import is_dead
from astrike.rules.battletech.critical_checks import (
    CASE_II,
    COUNT,
    EXPLOSION,
    SECOND,
    SLOT,
    Asking,
    CheckRunner,
    Dice,
    OpenCheck,
)
from astrike.rules.battletech.critical_effects import CriticalAftermath
from astrike.rules.battletech.critical_odds import count_odds, item_odds, slot_odds
from astrike.rules.battletech.critical_rolls import piloting_modifiers, rolls_after
from astrike.rules.battletech.lasting_damage import figures_of, lasting_rows, modifiers_of
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.sheet_unit import unit_of
from astrike.rules.battletech.unit_state import cannot_stand
from astrike.rules.battletech.working_sheet import WorkingLocation, WorkingSheet

_DIE: Final = 6


def answer_critical(
    question: CriticalQuestion, edition: BattleTechEdition, options: OptionsInUse
) -> CriticalAnswer:
    """Settle a hit as far as its dice go; raise `InputError` for dice that cannot be."""
    sheet = WorkingSheet(question, edition)
    before = unit_of(sheet)
    after = CriticalAftermath(question, sheet, options)
    resolver = _Resolver(question, after, CheckRunner(after))
    resolver.run()
    if resolver.problems:
        raise InputError(resolver.problems)
    return _answer(before, resolver, options)


class _Resolver:
    """Sends the dice of a question to its checks, one after another."""

    def __init__(self, question: CriticalQuestion, after: CriticalAftermath, runner: CheckRunner) -> None:
        self.after = after
        self.runner = runner
        self.checks: list[OpenCheck] = []
        self.needs: DiceNeed | None = None
        self.throws: list[ThrowUse] = []
        self.problems: list[Problem] = []
        self._question = question
        self._dice = question.dice
        self._next = 0

    @property
    def unused(self) -> tuple[Dice, ...]:
        """Throws that nothing asked for."""
        return self._dice[self._next :]

    @property
    def current(self) -> OpenCheck:
        """The check that was begun last."""
        return self.checks[-1]

    def run(self) -> None:
        """Run the check that was asked for, then those that explosions call for."""
        question, sheet = self._question, self.after.sheet
        location = self._start(sheet.location(question.location))
        self.checks.append(OpenCheck(location, "hit"))
        stated = 0 if self._is_void(location) else question.number
        self._who_rolls()
        for each in sheet.locations.values():
            if each.flooded:
                self.after.note("flooded", location=each.key)
        if not self._feed(self.runner.run(self.current, stated)):
            return
        while self.after.reached and not self.after.is_out:
            following = self.after.reached.pop(0)
            if self.runner.is_pointless(following):
                continue
            self.checks.append(OpenCheck(following, EXPLOSION))
            if not self._feed(self.runner.run(self.current, None)):
                return

    def _who_rolls(self) -> None:
        notes = self.after.sheet.edition.critical_notes
        self.after.note("owner-rolls" if notes["attacker-rolls"].unknown else "attacker-rolls")

    def _start(self, location: WorkingLocation) -> WorkingLocation:
        """Give the location that is checked: a hit through armor on one that is gone is settled in the next."""
        while self._question.modifiers.cause == "through-armor" and location.is_gone:
            following = self.after.sheet.next_of(location)
            if following is None:
                break
            self.after.note("moves-inward", location=location.key)
            location = following
        return location

    def _is_void(self, location: WorkingLocation) -> bool:
        """Is there no roll at all?"""
        about = self._question.modifiers
        if about.cause == "weak-legs":
            self.after.note("weak-legs")
        if about.cause == "through-armor" and about.damage == 0:
            self.after.note("no-damage")
            return True
        if about.moved_on and about.armor_piercing and location.armor:
            self.after.note("ap-moved-on")
            return True
        return False

    def _feed(self, asking: Asking) -> bool:
        """Send dice until the check is settled; False where dice are missing or wrong."""
        need = next(asking, None)
        while need is not None:
            self.needs = need
            dice = self._throw(need) if need.dice else None
            if dice is None:
                return False
            self.current.rerolled, self.current.struck = False, None
            asked, self.needs = need, None
            try:
                need = asking.send(dice)
            except StopIteration:
                need = None
            self.throws.append(
                ThrowUse(dice, asked.purpose, asked.location, self.current.struck, self.current.rerolled)
            )
        return True

    def _throw(self, need: DiceNeed) -> Dice | None:
        """Give the next throw, or None: then `needs` or `problems` say why."""
        if self._next == len(self._dice):
            return None
        dice = self._dice[self._next]
        if wrong := _wrong(dice, need, self._slots(need)):
            self.problems.append(Problem(f"dice[{self._next}]", str(list(dice)), wrong))
            return None
        if need.purpose == SLOT and need.dice == 2 and len(dice) == 1:
            self._half(need, dice[0])
            return None
        self._next += 1
        return dice

    def _half(self, need: DiceNeed, first: int) -> None:
        """Note the first die of a throw of which the second is still to come."""
        if self._next < len(self._dice) - 1:
            self.problems.append(Problem(f"dice[{self._next}]", f"[{first}]", "two dice: half and slot"))
            return
        self._next += 1
        self.needs = DiceNeed(1, SECOND, need.location, need.hit, need.hits, first, None)

    def _slots(self, need: DiceNeed) -> int:
        return self.after.sheet.location(need.location).row.slots


def _wrong(dice: Dice, need: DiceNeed, slots: int) -> str:
    """Say what dice have to be where these cannot be."""
    if need.purpose in (COUNT, CASE_II):
        is_sum = len(dice) == 1 and dice[0] >= 2
        is_pair = len(dice) == 2 and max(dice) <= _DIE
        return "" if is_sum or is_pair else "two dice from 1 to 6, or their sum"
    if max(dice) > _DIE:
        return "dice from 1 to 6"
    return "one die" if slots <= UPPER and len(dice) == 2 else ""


def _answer(before: ClassicUnit, resolver: _Resolver, options: OptionsInUse) -> CriticalAnswer:
    after, sheet = resolver.after, resolver.after.sheet
    rows = lasting_rows(sheet, options)
    after.is_pilot_dead = after.is_pilot_dead or is_dead(sheet.edition, sheet.wounds)
    following = rolls_after(before, after)
    needs = resolver.needs
    has_slot = needs is not None and needs.purpose in (SLOT, SECOND)
    is_count = needs is not None and needs.purpose == COUNT
    place = sheet.location(needs.location) if needs is not None else None
    slots = slot_odds(place, needs.first if needs else None) if has_slot and place else ()
    return CriticalAnswer(
        edition=sheet.edition.id,
        refusals=(),
        notes=(*after.notes, *following.notes),
        checks=tuple(each.frozen() for each in resolver.checks),
        needs=needs,
        odds=slots,
        item_odds=item_odds(sheet, place, slots, after) if slots and place else (),
        count_odds=count_odds(resolver.runner, resolver.current) if is_count else (),
        throws=tuple(resolver.throws),
        unused_dice=resolver.unused,
        explosions=tuple(after.explosions),
        effects=tuple(after.effects),
        consciousness=following.consciousness,
        rolls=following.rolls,
        modifiers=(*piloting_modifiers(sheet, options), *modifiers_of(sheet, rows)),
        figures=figures_of(sheet, rows, options),
        pilot=PilotDamage(after.pilot, len(following.consciousness), after.is_pilot_dead),
        fall=following.fall,
        piloting=following.asked,
        sparing=following.pilot,
        out_of_action=after.is_out or after.is_pilot_dead,
        sheet=sheet.as_record(falls=following.fall is not None or cannot_stand(unit_of(sheet))),
        options_used=options.used,
    )
