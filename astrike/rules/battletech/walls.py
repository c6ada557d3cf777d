"""What does a wall do to a unit that goes through it without control?"""

from typing import Final

from astrike.model.explain import Modifier, facts
from astrike.rulebook.battletech.schema import BattleTechEdition

WALL: Final = "wall.cf"


def wall_damage(edition: BattleTechEdition, cf: int) -> Modifier:
    """Give the damage of a wall of a building with so much CF.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> wall_damage(load_battletech(""), 45).value
    5
    """
    row, by = edition.figures[WALL], edition.whole(WALL)
    return Modifier(row.key, "", -(-cf // by), row.label, row.cite, facts(cf=cf, by=by))
