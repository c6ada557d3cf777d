"""Which code opens which event, and with what right? Given, looked up and drawn anew like the codes of tables."""

from collections.abc import Callable
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import NotFound
from astrike.store.database.connection import Database, reading, writing
from astrike.store.table.codes import (
    IS_TAKEN,
    Codes,
    Right,
    code_as_meant,
    draw_again,
    draw_code,
    draw_until_free,
    read_codes,
)

_GIVEN_TO_EVENT: Final = (
    f"INSERT INTO event_codes (code, event_id, right) SELECT :code, :owner, :right WHERE NOT ({IS_TAKEN})"
)


@dataclass(frozen=True, slots=True)
class EventAccess:
    """What a code opens: the event's internal id, the right, and the version the event has now."""

    event_id: int
    right: Right
    version: int


def lookup_event(db: Database, code: str) -> EventAccess:
    """Find out which event a code opens."""
    return _lookup_event(db, code, deleted=False)


def lookup_deleted_event(db: Database, code: str) -> EventAccess:
    """Find out which event a code opened before it was deleted."""
    return _lookup_event(db, code, deleted=True)


def _lookup_event(db: Database, code: str, *, deleted: bool) -> EventAccess:
    with reading(db):
        row = db.execute(
            "SELECT event_codes.event_id, event_codes.right, events.version FROM event_codes"
            " JOIN events ON events.id = event_codes.event_id"
            " WHERE event_codes.code = ? AND (events.deleted IS NOT NULL) = ?",
            (code_as_meant(code) or "", deleted),
        ).fetchone()
    if row is None:
        raise NotFound("No event has this code.")
    event_id, right, version = row
    return EventAccess(event_id=event_id, right=Right[right.upper()], version=version)


def codes_of_event(db: Database, event_id: int) -> Codes:
    """Answer the codes of an event."""
    return read_codes(db, "SELECT right, code FROM event_codes WHERE event_id = ?", event_id)


def give_event_codes(db: Database, event_id: int, *, draw: Callable[[], str] = draw_code) -> Codes:
    """Draw three codes for a new event, different from every other."""
    with writing(db):
        for right in Right:
            draw_until_free(db, _GIVEN_TO_EVENT, (event_id, right.name.lower()), draw)
        return codes_of_event(db, event_id)


def reissue_event_code(
    db: Database, event_id: int, right: Right, *, draw: Callable[[], str] = draw_code
) -> str:
    """Draw another code in the place of one of an event's; the old one opens nothing from now on."""
    revoke = "DELETE FROM event_codes WHERE event_id = ? AND right = ?"
    return draw_again(db, revoke, _GIVEN_TO_EVENT, event_id, right, draw)
