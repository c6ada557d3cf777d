"""By which codes do people come to the event, and which of them are void from now on?"""

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup

from astrike.errors import InputError, Problem
from astrike.model.change import Label
from astrike.store.codes import Right, code_for_people, codes_of_event, reissue_event_code
from astrike.store.events import changing
from astrike.web.current_event import CurrentEvent, load_current_event, who_now
from astrike.web.database import database
from astrike.web.i18n import _
from astrike.web.qr import qr_svg
from astrike.web.reachable import chosen_server, servers
from astrike.web.respond import see_other, show
from astrike.web.settings import settings
from astrike.web.views.desk import rights_words

blueprint = Blueprint("event_codes", __name__, url_prefix="/e/<code>/codes")

_ORDER: Final = (Right.VIEW, Right.PLAY, Right.ORGANISE)


@dataclass(frozen=True, slots=True)
class Ticket:
    """One code to pass on."""

    right: Right
    label: str
    code: str
    address: str
    picture: Markup


@dataclass(frozen=True, slots=True)
class CodesContext:
    """The codes that the holder of this one may pass on, and where the server is found."""

    current: CurrentEvent
    tickets: tuple[Ticket, ...]
    servers: tuple[str, ...]
    server: str


@blueprint.get("")
def show_codes(code: str) -> str:
    """Show the codes that the holder of this code may pass on."""
    current, known = load_current_event(code), servers()
    server = chosen_server(known)
    allowed = current.stored.codes.up_to(current.right) if settings().rights else {Right.VIEW: current.code}
    labels = rights_words()
    tickets = []
    for right in _ORDER:
        if right in allowed:
            address = f"{server}{url_for('event.show_desk', code=allowed[right])}"
            picture = qr_svg(address, label=_("QR code: %(what)s", what=labels[right]))
            tickets.append(Ticket(right, labels[right], code_for_people(allowed[right]), address, picture))
    return show("event/codes.html", CodesContext(current, tuple(tickets), known, server))


@blueprint.post("")
def reissue(code: str) -> Response:
    """Draw another code for a right; the old one opens nothing any more."""
    current, who = load_current_event(code), who_now()
    word = request.form.get("right", "")
    right = next((each for each in Right if each.name.lower() == word), None)
    if right is None:
        expected = ", ".join(each.name.lower() for each in Right)
        raise InputError([Problem("right", repr(word[:20]), expected)])
    with changing(database(), current.id, Label("event.code-reissued", {"right": word}), who) as is_new:
        if is_new:
            reissue_event_code(database(), current.id, right)
    codes = codes_of_event(database(), current.id)
    # Whoever asks with the code that has just become void goes on with the new one.
    mine = codes.up_to(current.right)[current.right] if settings().rights else codes.view
    return see_other(url_for("event_codes.show_codes", code=mine, _anchor=f"ticket-{word}"))
