"""Who may still touch this table? Codes drawn anew, so that the old ones are void, and a lock for everybody else."""

from flask import Response, request, url_for

from astrike.store.access import lock_table, reissue, unlock_table
from astrike.web.current import form_id, load_current
from astrike.web.database import database
from astrike.web.device import device_name
from astrike.web.forms import word_of
from astrike.web.respond import see_other
from astrike.web.settings import settings
from astrike.web.views.tickets import RIGHTS

_LOCKS = {"on": lock_table, "off": unlock_table}


def reissue_code(code: str) -> Response:
    """Draw another code for a right; the old one opens nothing any more."""
    current = load_current(code)
    right = RIGHTS[word_of(request.form, "right", RIGHTS)]
    after = reissue(
        database(),
        current.stored.id,
        right,
        author=device_name(),
        client_id=form_id(),
        now=settings().now(),
    )
    # Whoever asks with the code that has just become void goes on with the new one.
    mine = after.codes.organise if settings().rights else after.codes.play
    return see_other(url_for("table.show_codes", code=mine, _anchor=f"ticket-{right.name.lower()}"))


def set_lock(code: str) -> Response:
    """Lock the table for everybody but the organiser, or unlock it."""
    current = load_current(code)
    change_lock = _LOCKS[word_of(request.form, "lock", _LOCKS)]
    change_lock(
        database(),
        current.stored.id,
        author=device_name(),
        client_id=form_id(),
        now=settings().now(),
    )
    return see_other(url_for("table.show_more", code=current.code))
