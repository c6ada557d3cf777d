"""How do rolls end with the dice that fell, one after the other: who passes out, and which fall ends the rest?"""

from collections.abc import Iterator
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.battletech.answers import DueRoll
from astrike.model.battletech.rolls import RollResult

SUCCEEDS: Final = "succeeds"
FAILS: Final = "fails"
LAPSES: Final = "lapses"
_NO_ROLL: Final = "none"
_FALL: Final = "fall"
_TRIES: Final = ("stand", "careful-stand", "fall-pilot")
"""Rolls that a fall does not end."""


@dataclass(frozen=True, slots=True)
class ResolvedRolls:
    """How the rolls ended that have dice or need none, and which one needs dice next."""

    results: tuple[RollResult, ...]
    needs: str | None


class _Phase:
    """Goes through the rolls of a phase."""

    def __init__(self, dice: tuple[int, ...]) -> None:
        self._dice = list(dice)
        self._is_awake = True
        self._has_fallen = False
        self.needs: str | None = None

    @property
    def left(self) -> int:
        """Dice that nothing asked for."""
        return len(self._dice)

    def staying_awake(self, rolls: tuple[DueRoll, ...]) -> Iterator[RollResult]:
        """Go through the rolls for consciousness."""
        for roll in rolls:
            if self.needs or roll.automatic == _NO_ROLL:
                continue
            result = self._result(roll, outcome="" if self._is_awake else LAPSES)
            if result is not None:
                self._is_awake = self._is_awake and result.outcome != FAILS
                yield result

    def piloting(self, rolls: tuple[DueRoll, ...]) -> Iterator[RollResult]:
        """Go through the other rolls."""
        for roll in rolls:
            if self.needs or roll.automatic == _NO_ROLL:
                continue
            is_fall = any(effect.key.startswith(_FALL) for effect in roll.on_failure)
            does_lapse = self._has_fallen and is_fall and roll.event not in _TRIES
            result = self._result(roll, outcome=LAPSES if does_lapse else "" if self._is_awake else FAILS)
            if result is not None:
                self._has_fallen |= is_fall and result.outcome == FAILS
                yield result

    def _result(self, roll: DueRoll, *, outcome: str) -> RollResult | None:
        """End one roll, without dice where the outcome is clear."""
        known = outcome or roll.automatic
        if known:
            return RollResult(roll.event, None, known, None)
        if not self._dice:
            self.needs = roll.event
            return None
        assert roll.target is not None
        rolled = self._dice.pop(0)
        margin = rolled - roll.target
        return RollResult(roll.event, rolled, SUCCEEDS if margin >= 0 else FAILS, margin)


def does_stay_awake(dice: tuple[int, ...], consciousness: tuple[DueRoll, ...]) -> bool:
    """Is the pilot awake after the dice that fell for it, as far as they fell?"""
    return all(result.outcome != FAILS for result in _Phase(dice).staying_awake(consciousness))


def results_of(
    dice: tuple[int, ...], consciousness: tuple[DueRoll, ...], rolls: tuple[DueRoll, ...]
) -> ResolvedRolls:
    """End the rolls in their order; raise `InputError` for more dice than they need."""
    phase = _Phase(dice)
    results = (*phase.staying_awake(consciousness), *phase.piloting(rolls))
    if phase.left:
        raise InputError([Problem("dice", f"{len(dice)} rolls", f"at most {len(dice) - phase.left}")])
    return ResolvedRolls(results, phase.needs)
