"""Where does the turn of a table stand, and which units are done in its phase? Worked out once for each version."""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.model.turn import DoneAct, TurnStanding
from astrike.rules.turn.standing import turn_standing
from astrike.web.current.prepared import TableState, cached, prepared_state


@cached(40)
def standing_of(state: TableState) -> TurnStanding:
    """Say where the turn stands, or take what was worked out for this version."""
    return turn_standing(prepared_state(state).prepared)


def done_units(state: TableState) -> Mapping[str, DoneAct]:
    """Give the units that are done in this phase, and with what; none on a table that is not played."""
    if not state.current.table.is_played:
        return MappingProxyType({})
    standing = standing_of(state)
    act: DoneAct = "moved" if standing.phase == "movement" else "attacked"
    return MappingProxyType({each.unit: act for each in standing.units if each.is_done and not each.is_out})
