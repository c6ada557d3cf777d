"""Which event does a code open, and to which page does it lead? Wrong codes are limited as those of tables are."""

from flask import request, url_for

from astrike.errors import NotFound
from astrike.store.events.codes import EventAccess, lookup_deleted_event, lookup_event
from astrike.store.table.codes import Right, code_as_meant
from astrike.web.access.codes import WasDeleted, counting_guesses
from astrike.web.database import database
from astrike.web.events.shared import shared_of
from astrike.web.http.i18n import _
from astrike.web.slots import OpenedByCode


def look_up_event(code: str, *, deleted: bool = False) -> EventAccess:
    """Find out which event a code opens; an address that brought too many wrong ones has to wait."""
    with counting_guesses(code):
        try:
            return lookup_deleted_event(database(), code) if deleted else lookup_event(database(), code)
        except NotFound:
            if deleted and request.method == "POST":
                return lookup_event(database(), code)  # restored by a second copy of this request
            if not deleted and _deleted_event(code) is not None:
                # Phones at the event still ask for it; that is no guessing.
                raise _event_gone() from None
            raise


def open_code(code: str) -> OpenedByCode | None:
    """Give the first page of the event that a typed code opens, if it is the code of an event."""
    try:
        access = lookup_event(database(), code)
    except NotFound:
        if _deleted_event(code) is not None:
            raise _event_gone() from None
        return None
    address = url_for("events.show_desk", code=code_as_meant(code))
    return OpenedByCode(address, lambda: shared_of(access))


def players_page_of_code(code: str) -> str:
    """Give the address of the event page, for someone who may not do what was asked of the event."""
    return url_for("events.show_players_page", code=code) if request.path.startswith("/e/") else ""


def restore_by(code: str) -> str:
    """Give the page that restores a deleted event; empty unless this is its organizer's code."""
    found = _deleted_event(code)
    if found is None or found.right is not Right.ORGANISE:
        return ""
    return url_for("events.show_deleted", code=code)


def _deleted_event(code: str) -> EventAccess | None:
    try:
        return lookup_deleted_event(database(), code)
    except NotFound:
        return None


def _event_gone() -> WasDeleted:
    return WasDeleted(
        _("This event was deleted. Its organizer can bring it back from the start page, by the code.")
    )
