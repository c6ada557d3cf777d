"""By which codes do people reach the event, and how does the organizer replace them?"""

from collections.abc import Mapping

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.model.document_change import ChangeLabel
from astrike.store.events.codes import codes_of_event, reissue_event_code
from astrike.store.events.events import changing
from astrike.store.table.codes import Right
from astrike.web.current.table import changed_by_now
from astrike.web.database import database
from astrike.web.events.current import CurrentEvent, load_current_event
from astrike.web.http.forms import word_of
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.http.server_addresses import chosen_server, servers
from astrike.web.settings import settings
from astrike.web.table.share_codes import RIGHTS, ShareCode, share_codes_of


@dataclass(frozen=True, slots=True)
class EventCodesContext:
    """The codes that the holder of this one may pass on, and where the server is found."""

    current: CurrentEvent
    share_codes: tuple[ShareCode, ...]
    servers: tuple[str, ...]
    server: str


def show_codes(code: str) -> str:
    """Show the codes that the holder of this code may pass on."""
    current, known = load_current_event(code), servers()
    server = chosen_server(known)
    allowed = current.stored.codes.up_to(current.right) if settings().rights else {Right.VIEW: current.code}
    share_codes = share_codes_of(allowed, rights_of_event(), server=server, endpoint="events.show_desk")
    return show("events/codes.html", EventCodesContext(current, share_codes, known, server))


def draw_new_code(code: str) -> Response:
    """Draw another code for a right; the old one opens nothing any more."""
    current, who = load_current_event(code), changed_by_now()
    word = word_of(request.form, "right", RIGHTS)
    right = RIGHTS[word]
    with changing(database(), current.id, ChangeLabel("event.code-reissued", {"right": word}), who) as is_new:
        if is_new:
            reissue_event_code(database(), current.id, right)
    codes = codes_of_event(database(), current.id)
    # A request with the code that has just been revoked goes on with the new one.
    mine = codes.up_to(current.right)[current.right] if settings().rights else codes.view
    return see_other(url_for("events.show_codes", code=mine, _anchor=f"ticket-{word}"))


def rights_of_event() -> Mapping[Right, str]:
    """Say what a code of an event is for; what is passed on most comes first."""
    return {
        Right.VIEW: _("Watch: every table, clock, scores"),
        Right.PLAY: _("Play: move and edit units on every table"),
        Right.ORGANISE: _("Organize: the desk and everything on it"),
    }
