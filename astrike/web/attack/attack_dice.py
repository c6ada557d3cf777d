"""Which dice fall for one attack? Two for each of its rolls, then one for each damage that a die decides."""

from collections.abc import Callable
from typing import Final, Protocol

from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import MOST_ROLLS

DICE_OF_A_ROLL: Final = 2


class RollDice(Protocol):
    """Lets dice fall, or gives what was typed for them."""

    def __call__(self, key: str, label: str, *, count: int) -> int:
        """Give the sum of so many dice, which are rolled for `attack` or for `damage`."""


def all_dice(
    answered: Callable[[tuple[int, ...]], AttackAnswer],
    roll: RollDice,
    *,
    fell: tuple[int, ...] = (),
    rolls: int | None = None,
) -> tuple[int, ...]:
    """Give the dice of an attack: those that `fell`, and behind them those that are missing.

    `answered` answers the attack with dice. Without `rolls` it is rolled as often as its rules say.
    """
    if rolls is None:
        rolls = rolls_of(answered(()))
    missing = max(rolls - len(fell), 0)
    fell += tuple(roll("attack", "Attack", count=DICE_OF_A_ROLL) for _number in range(missing))
    while len(fell) < MOST_ROLLS:
        outcome = answered(fell).outcome
        if outcome is None or not outcome.hits or outcome.dealt is not None:
            break
        fell += (roll("damage", "Damage", count=1),)
    return fell


def rolls_of(answer: AttackAnswer) -> int:
    """Give how many times two dice are rolled for an attack that may be made."""
    return answer.outcome.rolls if answer.outcome is not None else 1
