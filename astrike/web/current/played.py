"""What is recorded of a move or an attack that a form makes? Its moment in the game, and dice as they are kept."""

from astrike.model.dice import DiceRoll
from astrike.model.play_record import AreaPlayed, AttackPlayed, MovePlayed, PlayRecord
from astrike.model.table import Table
from astrike.store.table.rolls import rolls
from astrike.web.current.table import Current
from astrike.web.database import database

_LOOKED_BACK = 50
"""Among so many of the newest rolls are the dice of a form that is sent."""


def played_on(table: Table, act: MovePlayed | AttackPlayed | AreaPlayed) -> PlayRecord:
    """Record an act in the turn and phase of its table; a table that no turn is led on has no phase."""
    return PlayRecord(table.turn, table.phase if table.is_played else None, act)


def dice_as_kept(current: Current, key: str, dice: tuple[DiceRoll, ...]) -> tuple[DiceRoll, ...]:
    """Give dice as this table's newest such roll keeps them, typed or rolled; as they are where none is kept.

    An address holds what fell, but not who rolled it.
    """
    if not dice:
        return dice
    fell = [die.fell for die in dice]
    newest = rolls(database(), current.stored.id, limit=_LOOKED_BACK)
    found = (each.dice for each in newest if each.label.key == key)
    return next((kept for kept in found if [die.fell for die in kept] == fell), dice)
