"""Which layouts of an event can be shared with all tables? Those that the holder of its code sees."""

from astrike.formats.events.event_file import read_event
from astrike.store.events.codes import EventAccess
from astrike.store.events.events import load_event
from astrike.store.events.layouts import layouts_of
from astrike.store.table.codes import Right
from astrike.web.database import database
from astrike.web.slots import SharedLayout, SharedLayouts


def shared_of(access: EventAccess) -> SharedLayouts:
    """Give the layouts that a code of an event shows: the organizer's code all, others those that players see."""
    db = database()
    event = read_event(load_event(db, access.event_id).document)
    is_all = access.right is Right.ORGANISE
    seen = event.layouts_seen()
    return SharedLayouts(
        event.name,
        tuple(
            SharedLayout(f"layout-{each.id}", each.name, each.document)
            for each in layouts_of(db, access.event_id)
            if is_all or each.name in seen
        ),
    )
