"""Which pieces and layouts has this installation saved? Kept under a name; what is deleted can be brought back.

What was saved already under an asker's id is not saved again. What a document says is left to those who use it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, cast

from astrike.errors import InputError, NotFound, Problem
from astrike.model.change import Document
from astrike.model.limits import TABLE
from astrike.store.changes import LONGEST_CLIENT_ID
from astrike.store.database import Database, reading, writing
from astrike.store.tables import KEPT_AFTER_DELETION, LONGEST_NAME, checked_author
from astrike.store.text import (
    checked_text,
    document_from_text,
    json_to_text,
    time_from_text,
    time_to_text,
)

Kind = Literal["piece", "layout"]

MOST_SAVED: Final = 300
"""Of each kind, so that the list stays one that people can look through."""
MOST_BYTES: Final = TABLE.most

_READ: Final = "SELECT id, kind, name, author, created, deleted, document FROM library"


@dataclass(frozen=True, slots=True)
class Saved:
    """A piece or a layout that was saved; the document is the caller's to read, not to change."""

    id: int
    kind: Kind
    name: str
    author: str
    created: datetime
    is_deleted: bool
    document: dict[str, object]


def save(
    db: Database, *, kind: Kind, name: str, document: Document, author: str, client_id: str, now: datetime
) -> Saved:
    """Save a piece or a layout; one that this asker's id saved already is given back as it was saved."""
    client_id = checked_text(client_id, at="change_id", most=LONGEST_CLIENT_ID)
    author = checked_author(author)
    name = checked_text(name, at="name", most=LONGEST_NAME)
    if not name:
        raise InputError([Problem("name", "nothing", f"1 to {LONGEST_NAME} characters")])
    text = json_to_text(document)
    if len(text) > MOST_BYTES:
        raise InputError([Problem("pieces", f"{len(text):,} bytes", f"at most {MOST_BYTES:,} bytes")])
    with writing(db):
        _forget_deleted(db, now=now)
        row = db.execute(_READ + " WHERE client_id = ?", (client_id,)).fetchone()
        if row is not None:
            return _first_of(row, kind=kind, name=name, text=text, client_id=client_id)
        (count,) = db.execute(
            "SELECT count(*) FROM library WHERE kind = ? AND deleted IS NULL", (kind,)
        ).fetchone()
        if count >= MOST_SAVED:
            raise InputError(
                [
                    Problem(
                        "name", f"{count} that are saved already", f"at most {MOST_SAVED}: delete some first"
                    )
                ]
            )
        db.execute(
            "INSERT INTO library (kind, name, author, created, client_id, document)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (kind, name, author, time_to_text(now), client_id, text),
        )
        row = db.execute(_READ + " WHERE client_id = ?", (client_id,)).fetchone()
    return _saved(row)


def all_saved(db: Database, kind: Kind, *, most: int = MOST_SAVED, after: int = 0) -> tuple[Saved, ...]:
    """List what is saved, by name: at most so many, after the first so many."""
    with reading(db):
        rows = db.execute(
            _READ + " WHERE kind = ? AND deleted IS NULL ORDER BY name COLLATE NOCASE, id LIMIT ? OFFSET ?",
            (kind, most, after),
        ).fetchall()
    return tuple(map(_saved, rows))


def all_deleted(db: Database, kind: Kind) -> tuple[Saved, ...]:
    """List what was deleted and can be brought back, the newest first."""
    with reading(db):
        rows = db.execute(
            _READ + " WHERE kind = ? AND deleted IS NOT NULL ORDER BY deleted DESC, id DESC", (kind,)
        ).fetchall()
    return tuple(map(_saved, rows))


def load_saved(db: Database, saved_id: int) -> Saved:
    """Read something that is saved and not deleted."""
    with reading(db):
        row = db.execute(_READ + " WHERE id = ? AND deleted IS NULL", (saved_id,)).fetchone()
    if row is None:
        raise NotFound("This is not in the library any more.")
    return _saved(row)


def delete_saved(db: Database, saved_id: int, *, now: datetime) -> None:
    """Take something out of the library, also if it was taken out already; it can be brought back for 30 days."""
    with writing(db):
        if db.execute("SELECT id FROM library WHERE id = ?", (saved_id,)).fetchone() is None:
            raise NotFound("This is not in the library any more.")
        db.execute(
            "UPDATE library SET deleted = ? WHERE id = ? AND deleted IS NULL", (time_to_text(now), saved_id)
        )


def restore_saved(db: Database, saved_id: int) -> Saved:
    """Bring back what was deleted."""
    with writing(db):
        db.execute("UPDATE library SET deleted = NULL WHERE id = ?", (saved_id,))
        return load_saved(db, saved_id)


def _forget_deleted(db: Database, *, now: datetime) -> None:
    db.execute("DELETE FROM library WHERE deleted < ?", (time_to_text(now - KEPT_AFTER_DELETION),))


Row = tuple[int, str, str, str, str, str | None, str]


def _first_of(row: Row, *, kind: Kind, name: str, text: str, client_id: str) -> Saved:
    """Give what was saved before; an id that saved something else is not given out for this."""
    if (row[1], row[2], row[6]) != (kind, name, text):
        raise InputError([Problem("change_id", repr(client_id), "an id that has saved nothing else")])
    return _saved(row)


def _saved(row: Row) -> Saved:
    saved_id, kind, name, author, created, deleted, document = row
    return Saved(
        id=saved_id,
        kind=cast(Kind, kind),
        name=name,
        author=author,
        created=time_from_text(created),
        is_deleted=deleted is not None,
        document=document_from_text(document),
    )
