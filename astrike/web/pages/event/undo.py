"""What was done to the event last, and can it be taken back or made again?"""

from flask import Response, request, url_for

from astrike.errors import InputError, Problem
from astrike.store.event_undo import redo_event, undo_event
from astrike.web.current import changed_by_now
from astrike.web.current_event import CurrentEvent, load_current_event
from astrike.web.database import database
from astrike.web.device import local_path
from astrike.web.forms import digits_or_none
from astrike.web.i18n import _
from astrike.web.respond import see_other


def undo_change(code: str) -> Response:
    """Take back the newest change, if it is the one that was seen."""
    current = load_current_event(code)
    undo_event(database(), current.id, version=_version(), who=changed_by_now())
    return _back(current)


def redo_change(code: str) -> Response:
    """Make again what was taken back last, if it is what was seen."""
    current = load_current_event(code)
    redo_event(database(), current.id, version=_version(), who=changed_by_now())
    return _back(current)


def _version() -> int:
    text = request.form.get("version", "")
    version = digits_or_none(text)
    if version is None:
        raise InputError([Problem("version", repr(text[:20]), _("the version of a change"))])
    return version


def _back(current: CurrentEvent) -> Response:
    wished = request.form.get("next", "")
    return see_other(local_path(wished) if wished else url_for("events.show_desk", code=current.code))
