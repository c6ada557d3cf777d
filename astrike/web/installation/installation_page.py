"""What do all tables of this server share, and which code gives the right to change it?"""

from flask import Response, url_for

from astrike.dataclass import dataclass
from astrike.store.table.codes import InstallationAccess, Right, reissue_installation_code
from astrike.store.terrain.library import count_saved
from astrike.store.units.catalog import count_cards
from astrike.web.access.rights import installation_now
from astrike.web.database import database
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.http.server_addresses import chosen_server, servers
from astrike.web.table.share_codes import ShareCode, share_codes_of


@dataclass(frozen=True, slots=True)
class InstallationContext:
    """How much is shared, and the code."""

    current: InstallationAccess
    cards: int
    pieces: int
    layouts: int
    share_code: ShareCode
    servers: tuple[str, ...]
    server: str


def show_installation(code: str) -> str:
    """Show what all tables share, and the code to change it."""
    current, db, known = installation_now(), database(), servers()
    server = chosen_server(known)
    (share_code,) = share_codes_of(
        {Right.ORGANISE: current.code},
        {Right.ORGANISE: _("Installation code")},
        server=server,
        endpoint="installation.show_installation",
    )
    context = InstallationContext(
        current=current,
        cards=count_cards(db),
        pieces=count_saved(db, "piece", owner=None),
        layouts=count_saved(db, "layout", owner=None),
        share_code=share_code,
        servers=known,
        server=server,
    )
    return show("installation/installation.html", context)


def draw_new_code(code: str) -> Response:
    """Draw another code; the old one opens nothing any more."""
    fresh = reissue_installation_code(database())
    return see_other(url_for("installation.show_installation", code=fresh, _anchor="ticket-organise"))
