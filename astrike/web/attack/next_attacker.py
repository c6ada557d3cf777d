"""Whose attack comes after one that was applied on a played table?"""

from flask import url_for

from astrike.dataclass import dataclass
from astrike.web.current.prepared import state_of
from astrike.web.current.standing import unit_offered
from astrike.web.current.table import Current
from astrike.web.current.units import labels_of
from astrike.web.http.device import hides_turn_bar


@dataclass(frozen=True, slots=True)
class NextAttacker:
    """The unit that the turn bar offers as well."""

    letter: str
    name: str
    address: str


def next_attacker(current: Current) -> NextAttacker | None:
    """Give the next unit to attack; None where none is left, the step is another phone's, or the bar is off."""
    unit = "" if hides_turn_bar() else unit_offered(current, "attack")
    if not unit:
        return None
    labels = labels_of(state_of(current))
    address = url_for("table.show_table", code=current.code, unit=unit)
    return NextAttacker(labels.marks[unit].letter, labels.names[unit], address)
