"""Which routes need a code of an event, and what does the code of this request open?"""

from dataclasses import replace

from astrike.dataclass import dataclass
from astrike.errors import Forbidden
from astrike.store.events.codes import EventAccess
from astrike.store.table.codes import Right
from astrike.web.events.codes import look_up_event
from astrike.web.http.i18n import _
from astrike.web.http.page_routes import holder_now
from astrike.web.settings import settings


@dataclass(frozen=True, slots=True)
class EventHolder:
    """The holder of a code of an event."""

    access: EventAccess

    @property
    def asker(self) -> str:
        """The event, which takes turns with others at work."""
        return f"event {self.access.event_id}"

    def may(self, right: Right) -> bool:
        """Tell whether the code allows this much."""
        return self.access.right >= right


@dataclass(frozen=True, slots=True)
class OfEvent:
    """A right to an event: the code in the address is one of that event's."""

    right: Right
    is_deleted: bool = False
    """Whether the event was deleted and can still be restored."""

    def admit(self, code: str) -> EventHolder:
        """Say who holds the code of an event."""
        access = look_up_event(code, deleted=self.is_deleted)
        if not settings().rights:
            access = replace(access, right=Right.ORGANISE)
        if access.right < self.right:
            raise Forbidden(_too_little(self.right))
        return EventHolder(access)


def event_right_now() -> EventAccess:
    """Give what the event's code in the address opens; only for routes of events."""
    holder = holder_now()
    assert isinstance(holder, EventHolder)
    return holder.access


def _too_little(right: Right) -> str:
    if right is Right.PLAY:
        return _("This code is for watching the event.")
    return _("This needs the code of the event's organizer.")
