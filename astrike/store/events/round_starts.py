"""When did the round that is played begin at each table of an event? From there back, players undo nothing.

A round begins when its clock is started, or, played without a clock, when it is chosen. Taken back, it has not begun,
and the round before it is the one that counts again.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from astrike.model.document_change import ChangeLabel
from astrike.model.events.event import RoundClock, rounds_begun
from astrike.store.database.column_values import time_from_text
from astrike.store.database.connection import Database, reading
from astrike.store.table.locks import note_beside

_TABLES: Final = (
    "SELECT tables.id, tables.version, tables.deleted IS NOT NULL FROM event_tables"
    " JOIN tables ON tables.id = event_tables.table_id WHERE event_tables.event_id = ?"
    " AND NOT EXISTS (SELECT 1 FROM round_starts WHERE table_id = tables.id AND round = ?)"
)
_BEGAN: Final = (
    "SELECT changes.time FROM round_starts JOIN changes USING (table_id, version)"
    " WHERE table_id = ? ORDER BY round DESC LIMIT 1"
)
_START: Final = (
    "INSERT INTO round_starts (table_id, round, version) VALUES (?, ?, ?)"
    " ON CONFLICT (table_id, round) DO NOTHING"
)


def has_other_clock(before: str, after: str) -> bool:
    """Tell whether two documents of an event have another round or another time."""
    one, other = json.loads(before), json.loads(after)
    has_none = [each.get("minutes") is None for each in (one, other)]
    return one.get("clock") != other.get("clock") or has_none[0] != has_none[1]


def start_round(db: Database, event_id: int, document: str, *, author: str, now: datetime) -> None:
    """Write into the log of each table that a round has begun; forget those that have not begun after all."""
    begun, is_played = _begun(document)
    db.execute(
        "DELETE FROM round_starts WHERE round > ?"
        " AND table_id IN (SELECT table_id FROM event_tables WHERE event_id = ?)",
        (begun, event_id),
    )
    if not is_played:
        return
    label = ChangeLabel("round.started", {"round": str(begun)})
    for table_id, version, is_deleted in db.execute(_TABLES, (event_id, begun)).fetchall():
        since = version
        if not is_deleted:
            since = note_beside(db, table_id, label, author=author, client_id=None, now=now)
        db.execute(_START, (table_id, begun, since))


def join_round(db: Database, table_ids: Iterable[int], document: str) -> None:
    """Let tables that come to an event begin where they are in the round that is played."""
    begun, _is_played = _begun(document)
    for table_id in table_ids if begun else ():
        [(version,)] = db.execute("SELECT version FROM tables WHERE id = ?", (table_id,)).fetchall()
        db.execute(_START, (table_id, begun, version))


def round_began(db: Database, table_id: int) -> datetime | None:
    """Say when the newest round began at a table; None where none has, or where it no longer stands in the log."""
    with reading(db):
        row = db.execute(_BEGAN, (table_id,)).fetchone()
    return None if row is None else time_from_text(row[0])


def _begun(document: str) -> tuple[int, bool]:
    """Count the rounds that have begun, and tell whether the newest is the one that it is now."""
    event = json.loads(document)
    clock = event.get("clock") or {}
    found = RoundClock(clock.get("round", 0), clock.get("left", 0.0), clock.get("started"))
    begun = rounds_begun(found, event.get("minutes"))
    return begun, 0 < begun == found.round
