"""Where does the turn of a table stand, and which units are done in its phase? Worked out once for each version."""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.model.table import Table
from astrike.model.turn import DoneAct, NextAct, Phase, TurnStanding
from astrike.rules.turn.standing import turn_standing
from astrike.store.table.codes import Right
from astrike.store.table.seats import seat_of
from astrike.web.current.prepared import TableState, cached, prepared_state, state_of
from astrike.web.current.table import Current
from astrike.web.current.units import side_name
from astrike.web.database import database
from astrike.web.http.device import device_id


@cached
def standing_of(state: TableState) -> TurnStanding:
    """Say where the turn stands, or take what was worked out for this version."""
    return turn_standing(prepared_state(state).prepared)


def unit_offered(current: Current, act: NextAct) -> str:
    """Name the unit that this phone may move or attack with next; empty where the step is none such, or another's.

    A phone that has not said which side it plays is led as if it played all.
    """
    if not current.table.is_played or current.right < Right.PLAY:
        return ""
    standing = standing_of(state_of(current))
    if standing.act != act or standing.share is None or not standing.due:
        return ""
    seat = seat_of(database(), current.stored.id, device_id())
    return standing.due[0] if seat is None or seat.plays(standing.share.side) else ""


def side_due_instead(table: Table, standing: TurnStanding, unit: str, phase: Phase) -> str:
    """Name the side whose step it is, when a game is played and a unit is none of those that may act in this phase.

    Moves are asked about in the movement phase, attacks in the combat phase; in another one nobody is to act.
    """
    share = standing.share if table.is_played and standing.phase == phase else None
    if share is None or unit in standing.due:
        return ""
    return side_name(table, share.side)


def done_units(state: TableState) -> Mapping[str, DoneAct]:
    """Give the units that are done in this phase, and with what; none on a table that is not played."""
    if not state.current.table.is_played:
        return MappingProxyType({})
    standing = standing_of(state)
    act: DoneAct = "moved" if standing.phase == "movement" else "attacked"
    return MappingProxyType({each.unit: act for each in standing.units if each.is_done and not each.is_out})
