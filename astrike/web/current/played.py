"""What is recorded of a move or an attack that a form makes? Its moment in the game, and dice as they are kept."""

from collections.abc import Iterable
from typing import Final

from flask import request

from astrike.model.dice import DiceRoll
from astrike.model.play_record import Act, PlayRecord
from astrike.model.table import Table
from astrike.store.table.rolls import roll_of
from astrike.web.current.table import Current
from astrike.web.database import database

KEPT: Final = "kept"
"""The field with the numbers under which dice in a form or address are kept."""


def kept_numbers() -> tuple[int, ...]:
    """Give the numbers under which the dice of a form are kept, as far as it names some."""
    words = " ".join(request.values.getlist(KEPT)).split()
    return tuple(int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 10)


def played_on(table: Table, act: Act) -> PlayRecord:
    """Record an act in the turn and phase of its table; a table that no turn is led on has no phase."""
    return PlayRecord(table.turn, table.phase if table.is_played else None, act)


def dice_as_kept(
    current: Current, key: str, dice: tuple[DiceRoll, ...], kept: Iterable[int], *, of: str = ""
) -> tuple[DiceRoll, ...]:
    """Give dice as one of the rolls with the numbers `kept` has them, typed or rolled; as they are where none has.

    An address holds what fell, and says under which number it is kept; dice that only look like those of some roll
    before were typed. With `of` only the dice with this key count, of a roll for several attacks.
    """
    fell = [die.fell for die in dice]
    for number in kept if dice else ():
        roll = roll_of(database(), current.stored.id, number)
        found = () if roll is None or roll.label.key != key else roll.dice
        found = tuple(die for die in found if not of or die.key == of)
        if [die.fell for die in found] == fell:
            return found
    return dice
