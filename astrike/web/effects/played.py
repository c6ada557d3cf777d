"""What is recorded of effects, such as critical rolls, when they are applied to the table?"""

from collections.abc import Iterable, Sequence

from astrike.model.dice import DiceRoll
from astrike.model.effect_answer import EffectAnswer
from astrike.model.play_record import (
    EffectPlayed,
    EffectsPlayed,
    PlayRecord,
    changes_played,
    dice_played,
)
from astrike.model.table import Table
from astrike.web.current.played import played_on


def effects_played(begun: Table, answers: Iterable[EffectAnswer], dice: Sequence[DiceRoll]) -> PlayRecord:
    """Record effects with their dice, which stand one after the other in those that were kept."""
    acts, left = [], list(dice)
    for each in answers:
        fell, left = tuple(left[: len(each.dice)]), left[len(each.dice) :]
        acts.append(
            EffectPlayed(each.unit, each.kind, each.result, dice_played(fell), changes_played(each.changes))
        )
    return played_on(begun, EffectsPlayed(tuple(acts)))
