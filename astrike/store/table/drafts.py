"""Which files were uploaded and wait for a decision? Kept for a day, under an id drawn at random, and then forgotten.

Whoever knows the id may look at the file and accept it; ids are never listed. What was looked up when a file was read
waits with it, so that what is accepted is what was shown, whatever others do meanwhile.
"""

import secrets
from datetime import datetime, timedelta
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.model.byte_limits import IMPORT, WAITING
from astrike.store.database.column_values import time_to_text
from astrike.store.database.connection import Database, reading, writing

MOST_BYTES: Final = IMPORT.most
MOST_BYTES_IN_ALL: Final = WAITING.most
"""Beyond that the oldest are forgotten early, so that uploads cannot fill the disk."""
KEPT: Final = timedelta(days=1)
LONGEST_FILE_NAME: Final = 120


@dataclass(frozen=True, slots=True)
class UploadedDraft:
    """A file that waits: its id, what it was called and what is in it."""

    id: str
    name: str
    data: bytes
    answers: str | None = None
    """What was looked up when it was read, as its reader wrote it down; nothing was, or it is from earlier."""


def keep_draft(
    db: Database, *, kind: str, name: str, data: bytes, now: datetime, answers: str | None = None
) -> str:
    """Keep a file and give the id it is found by; `kind` says what it is for, such as ``map`` or ``roster``."""
    if len(data) > MOST_BYTES:
        raise InputError([Problem("the file", f"{len(data):,} bytes", f"at most {MOST_BYTES:,} bytes")])
    draft_id = secrets.token_urlsafe(12)
    with writing(db):
        db.execute("DELETE FROM drafts WHERE created < ?", (time_to_text(now - KEPT),))
        _make_room(db, len(data) + len(answers or ""))
        db.execute(
            "INSERT INTO drafts (id, kind, name, created, data, answers) VALUES (?, ?, ?, ?, ?, ?)",
            (draft_id, kind, name[:LONGEST_FILE_NAME], time_to_text(now), data, answers),
        )
    return draft_id


def draft(db: Database, draft_id: str, *, kind: str, now: datetime) -> UploadedDraft:
    """Give a file that waits; one that is a day old, or of another kind, is not found."""
    with reading(db):
        row = db.execute(
            "SELECT name, data, answers FROM drafts WHERE id = ? AND kind = ? AND created >= ?",
            (draft_id, kind, time_to_text(now - KEPT)),
        ).fetchone()
    if row is None:
        raise NotFound("This file is not kept any more. Please choose it again.")
    return UploadedDraft(draft_id, row[0], bytes(row[1]), row[2])


def answer_again(db: Database, draft_id: str, *, answers: str) -> None:
    """Write down what was looked up when a file that waits was read once more."""
    with writing(db):
        db.execute("UPDATE drafts SET answers = ? WHERE id = ?", (answers, draft_id))


def _make_room(db: Database, size: int) -> None:
    rows = db.execute(
        "SELECT id, length(data) + coalesce(length(answers), 0) FROM drafts ORDER BY created DESC"
    ).fetchall()
    left = MOST_BYTES_IN_ALL - size
    for draft_id, length in rows:
        left -= length
        if left < 0:
            db.execute("DELETE FROM drafts WHERE id = ?", (draft_id,))
