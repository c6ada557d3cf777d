"""Whose attack comes after one that was applied on a played table?"""

from dataclasses import dataclass

from flask import url_for

from astrike.rules.turn.standing import turn_standing
from astrike.store.table.codes import Right
from astrike.store.table.seats import seat_of
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.table import Current
from astrike.web.current.units import unit_labels
from astrike.web.database import database
from astrike.web.http.device import device_id, hides_turn_bar


@dataclass(frozen=True, slots=True)
class NextAttacker:
    """The unit that the turn bar offers as well."""

    letter: str
    name: str
    address: str


def next_attacker(current: Current) -> NextAttacker | None:
    """Give the next unit to attack; None where none is left, or the step is another phone's."""
    if not current.table.is_played or current.right < Right.PLAY or hides_turn_bar():
        return None
    standing = turn_standing(prepared_state(state_of(current)).prepared)
    if standing.act != "attack" or standing.share is None or not standing.due:
        return None
    plays = seat_of(database(), current.stored.id, device_id())
    if plays is not None and standing.share.side not in plays:
        return None
    unit, labels = standing.due[0], unit_labels(current.table)
    address = url_for("table.show_table", code=current.code, unit=unit)
    return NextAttacker(labels.marks[unit].letter, labels.names[unit], address)
