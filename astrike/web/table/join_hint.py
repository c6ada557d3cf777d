"""How does a second phone join a game that is about to begin? Said on the table page until the game has begun."""

from flask import Response, url_for

from astrike.dataclass import dataclass
from astrike.store.table.codes import Right, code_for_people
from astrike.store.table.seats import is_alone
from astrike.web.current.prepared import state_of
from astrike.web.current.standing import standing_of
from astrike.web.current.table import Current, back_to_table, load_current
from astrike.web.database import database
from astrike.web.http.device import device_id, hides_join_hint, keep_join_hint_away
from astrike.web.http.server_addresses import is_for_this_machine, servers
from astrike.web.table.share_codes import passed_on


@dataclass(frozen=True, slots=True)
class JoinHint:
    """What a player types on another phone."""

    address: str
    """Where the server is found; empty: no other device reaches it."""
    code: str


def join_hint(current: Current) -> JoinHint | None:
    """Give what another phone types; None once a game has begun, another phone is here, or this was dismissed.

    A phone that joined with a player code is not told again what it typed.
    """
    if not current.table.is_played or current.table.turn != 1 or current.right < Right.ORGANISE:
        return None
    if hides_join_hint() or standing_of(state_of(current)).act != "initiative":
        return None
    if not is_alone(database(), current.stored.id, device_id()):
        return None
    server = servers()[0]
    address = "" if is_for_this_machine(server) else server.partition("://")[2]
    return JoinHint(address, code_for_people(passed_on(current)[Right.PLAY]))


def dismiss_join_hint(code: str) -> Response:
    """Do not say any more on this phone how another one joins."""
    current = load_current(code)
    response = back_to_table(current)
    keep_join_hint_away(response, table=url_for("table.show_table", code=code))
    return response
