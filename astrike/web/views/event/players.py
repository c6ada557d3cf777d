"""Who plays at a table of the event, in the order of the pairing, and on which side, as far as that is known?"""

from dataclasses import dataclass

from astrike.model.event import Game
from astrike.model.pairing import is_same_name, players_of
from astrike.model.table import Side, Table
from astrike.web.i18n import _
from astrike.web.views.rosters import edge_words


@dataclass(frozen=True, slots=True)
class Player:
    """One of two who play."""

    name: str
    side: str
    """What of the table is theirs, in words; empty where nobody knows."""


def players_at(table: Table, game: Game) -> tuple[Player, ...]:
    """Give the two names of the pairing, else the two sides of the table; nobody where it has not two."""
    names = players_of(game.pairing)
    if names is not None:
        return tuple(Player(name, _side_of(name, table.sides)) for name in names)
    if len(table.sides) != 2 or is_same_name(*(side.name or side.id for side in table.sides)):
        return ()
    return tuple(Player(side.name or side.id, _home(side)) for side in table.sides)


def _side_of(name: str, sides: tuple[Side, ...]) -> str:
    """Say which side a player plays: the one that is called like the player."""
    mine = [side for side in sides if is_same_name(side.name, name)]
    return _home(mine[0]) if len(mine) == 1 else ""


def _home(side: Side) -> str:
    return "" if side.home is None else _("%(edge)s edge", edge=edge_words(side.home))
