"""What is left of an event that was deleted, and how does it come back?"""

from dataclasses import dataclass
from datetime import timedelta

from flask import Response, url_for

from astrike.store.codes import code_as_meant, code_for_people
from astrike.store.event_making import restore_event
from astrike.store.tables import KEPT_AFTER_DELETION
from astrike.web.current import changed_by_now
from astrike.web.database import database
from astrike.web.events.rights import event_right_now
from astrike.web.respond import see_other, show


@dataclass(frozen=True, slots=True)
class DeletedContext:
    """What is left of a deleted event."""

    code: str
    typed: str
    """The code as people write it."""
    days: int


def show_deleted(code: str) -> str:
    """Say that the event is gone, and that it can be brought back."""
    days = KEPT_AFTER_DELETION // timedelta(days=1)
    typed = code_for_people(code_as_meant(code) or code)
    return show("event/deleted.html", DeletedContext(code, typed, days))


def bring_event_back(code: str) -> Response:
    """Bring a deleted event back."""
    restore_event(database(), event_right_now().event_id, who=changed_by_now())
    return see_other(url_for("events.show_desk", code=code))
