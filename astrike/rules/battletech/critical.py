"""A location was hit: how many critical hits are there, which slots do they strike, and what stops working?

The steps are those of CRIT, with the rows of the edition's own book in their place where it has any.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Final

from astrike.errors import InputError, Problem
from astrike.model.battletech.answers import DueRoll, FailureEffect
from astrike.model.battletech.critical import CriticalQuestion
from astrike.model.battletech.critical_answer import (
    CriticalAnswer,
    CriticalFall,
    DiceNeed,
    PilotDamage,
    ThrowUse,
)
from astrike.model.explain import Modifier
from astrike.rulebook.battletech.criticals import ComponentEffectRow, CriticalNoteRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.critical_checks import (
    CASE_II,
    COUNT,
    SECOND,
    SLOT,
    Asking,
    CheckRunner,
    Dice,
    OpenCheck,
)
from astrike.rules.battletech.critical_effects import CriticalAftermath
from astrike.rules.battletech.critical_odds import count_odds, item_odds, slot_odds
from astrike.rules.battletech.lasting_damage import figures_of, lasting_rows, modifiers_of
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.working_sheet import UPPER, WorkingLocation, WorkingSheet
from astrike.rules.odds import ROLLS, ways_to_roll

_DIE: Final = 6
_EVENTS: Final = {
    "gyro": "gyro-hit", "heavy-duty-gyro": "gyro-hit", "hip": "hip-hit", "second-hip": "hip-hit",
    "foot": "leg-hit", "lower-leg": "leg-hit", "upper-leg": "leg-hit",
}  # fmt: skip
"""What the rolls that are due are called where rolls are asked about."""


def answer_critical(
    question: CriticalQuestion, edition: BattleTechEdition, options: OptionsInUse
) -> CriticalAnswer:
    """Settle a hit as far as its dice go; raise `InputError` for dice that cannot be."""
    sheet = WorkingSheet(question, edition)
    after = CriticalAftermath(question, sheet, options)
    resolver = _Resolver(question, after, CheckRunner(after))
    resolver.run()
    if resolver.problems:
        raise InputError(resolver.problems)
    return _answer(question, resolver, options)


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
        if not self._feed(self.runner.run(self.current, stated)):
            return
        while self.after.reached and not self.after.is_out:
            following = self.after.reached.pop(0)
            if self.runner.is_pointless(following):
                continue
            self.checks.append(OpenCheck(following, "explosion"))
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


def _answer(question: CriticalQuestion, resolver: _Resolver, options: OptionsInUse) -> CriticalAnswer:
    after, sheet = resolver.after, resolver.after.sheet
    rows = lasting_rows(sheet, options)
    modifiers = modifiers_of(sheet, rows)
    needs = resolver.needs
    has_slot = needs is not None and needs.purpose in (SLOT, SECOND)
    is_count = needs is not None and needs.purpose == COUNT
    place = sheet.location(needs.location) if needs is not None else None
    slots = slot_odds(place, needs.first if needs else None) if has_slot and place else ()
    return CriticalAnswer(
        edition=sheet.edition.id,
        refusals=(),
        notes=tuple(after.notes),
        checks=tuple(each.frozen() for each in resolver.checks),
        needs=needs,
        odds=slots,
        item_odds=item_odds(sheet, place, slots, after) if slots and place else (),
        count_odds=count_odds(resolver.runner, resolver.current) if is_count else (),
        throws=tuple(resolver.throws),
        unused_dice=resolver.unused,
        explosions=tuple(after.explosions),
        effects=tuple(after.effects),
        rolls=tuple(_rolls(question, after, modifiers, options)),
        modifiers=modifiers,
        figures=figures_of(sheet, rows),
        pilot=PilotDamage(after.pilot, after.pilot, after.is_pilot_dead),
        fall=_fall(question, after),
        out_of_action=after.is_out or after.is_pilot_dead,
        sheet=sheet.as_record(falls=bool(after.falls)),
        options_used=options.used,
    )


# ---- rolls that are due


def _rolls(
    question: CriticalQuestion,
    after: CriticalAftermath,
    modifiers: tuple[Modifier, ...],
    options: OptionsInUse,
) -> Iterator[DueRoll]:
    if after.is_out and not any(row.explodes_on for row in after.due):
        return
    notes = after.sheet.edition.critical_notes
    ledger = _piloting(question, after, modifiers)
    is_down = question.sheet.prone or bool(after.falls)
    fall = _fall_damage(question, after)
    falls = FailureEffect("fall", notes["falls"].text, fall.cite, fall.damage, fall.groups)
    for row in after.due:
        if row.explodes_on:
            yield _engine_roll(row, notes["engine-explosion"], options)
        else:
            yield _piloting_roll(_EVENTS[row.component], row.label, row, ledger, falls, is_down=is_down)
    if after.falls and not question.sheet.prone:
        said = notes["fall-pilot"]
        hurt = FailureEffect("pilot", said.text, said.cite)
        yield _piloting_roll("fall-pilot", said.label, after.falls[-1], ledger, hurt, is_down=False)


def _piloting(
    question: CriticalQuestion, after: CriticalAftermath, modifiers: tuple[Modifier, ...]
) -> tuple[Modifier, ...]:
    """Give the ledger of every piloting roll that is due now."""
    edition = after.sheet.edition
    skill = edition.critical_measures["piloting"]
    found = [Modifier("piloting", "", question.sheet.piloting, skill.label, skill.cite)]
    if question.sheet.kind == "quad" and not after.sheet.gone("leg"):
        row = edition.roll_lasting["quad.whole"]
        found.append(Modifier("quad", "", int(row.value), row.label, row.cite))
    return (*found, *(each for each in modifiers if each.key.endswith(".piloting")))


def _piloting_roll(
    event: str,
    label: str,
    row: ComponentEffectRow,
    ledger: tuple[Modifier, ...],
    failure: FailureEffect,
    *,
    is_down: bool,
) -> DueRoll:
    target = sum(each.value for each in ledger)
    automatic = "none" if is_down else ("fails" if target > 2 * _DIE else None)
    return DueRoll(
        event,
        label,
        row.when or "at-once",
        None if automatic else target,
        None if automatic else _share(target),
        automatic,
        () if automatic == "none" else ledger,
        () if automatic == "none" else (failure,),
    )


def _share(target: int) -> float:
    """Give the chance of a number on 2D6, to four places."""
    return float(round(Fraction(ways_to_roll(target), ROLLS), 4))


def _engine_roll(row: ComponentEffectRow, said: CriticalNoteRow, options: OptionsInUse) -> DueRoll:
    """Give the roll on whose number or more the engine explodes."""
    sign = -1
    if row.explodes_plus and options.word("combustion-later-hits") == "number":
        sign = 1
    target = row.explodes_on + sign * row.explodes_plus
    base = Modifier("explodes", "", row.explodes_on, row.label, row.cite)
    later = Modifier("later-hit", "", sign * row.explodes_plus, row.label, row.cite)
    is_never = target > 2 * _DIE
    return DueRoll(
        "engine-explosion",
        said.label,
        "end-of-phase",
        None if is_never else target,
        None if is_never else _share(target),
        "none" if is_never else None,
        (base, later) if row.explodes_plus else (base,),
    )


def _fall(question: CriticalQuestion, after: CriticalAftermath) -> CriticalFall | None:
    """Give the damage of a fall that is certain."""
    return _fall_damage(question, after) if after.falls and not question.sheet.prone else None


def _fall_damage(question: CriticalQuestion, after: CriticalAftermath) -> CriticalFall:
    """Give the damage of a fall on the spot."""
    edition = after.sheet.edition
    row = edition.figures["fall.tons"]
    damage, group = ceil(question.sheet.tons / row.value), edition.whole("group")
    groups = [group] * (damage // group) + ([damage % group] if damage % group else [])
    return CriticalFall(damage, tuple(groups), 0, row.cite)
