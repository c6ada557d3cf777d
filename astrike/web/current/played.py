"""What is recorded of a move or an attack that a form makes? Its moment in the game, and dice as they are kept."""

from astrike.model.dice import DiceRoll
from astrike.model.play_record import Act, PlayRecord
from astrike.model.table import Table
from astrike.store.table.rolls import rolls
from astrike.web.current.table import Current
from astrike.web.database import database

_LOOKED_BACK = 50
"""Among so many of the newest rolls are the dice of a form that is sent."""


def played_on(table: Table, act: Act) -> PlayRecord:
    """Record an act in the turn and phase of its table; a table that no turn is led on has no phase."""
    return PlayRecord(table.turn, table.phase if table.is_played else None, act)


def dice_as_kept(
    current: Current, key: str, dice: tuple[DiceRoll, ...], *, of: str = ""
) -> tuple[DiceRoll, ...]:
    """Give dice as this table's newest such roll keeps them, typed or rolled; as they are where none is kept.

    An address holds what fell, but not who rolled it. With `of` only the dice with this key count, of a roll for
    several attacks.
    """
    if not dice:
        return dice
    fell = [die.fell for die in dice]
    newest = rolls(database(), current.stored.id, limit=_LOOKED_BACK)
    rolled = (each.dice for each in newest if each.label.key == key)
    found = (tuple(die for die in each if not of or die.key == of) for each in rolled)
    return next((kept for kept in found if [die.fell for die in kept] == fell), dice)
