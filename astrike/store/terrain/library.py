"""Which pieces and layouts are saved, and whose are they? Kept under a name; what is deleted can be brought back.

Each belongs to one table, or to the installation: then it is there for all tables. Nobody reaches what is another
owner's, and each owner has room of its own. What was saved already under an asker's id is not saved again. What a
document says is left to those who use it.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final, Literal, cast

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.model.byte_limits import TABLE
from astrike.model.document_change import Document
from astrike.store.database.column_values import (
    checked_text,
    document_from_text,
    json_to_text,
    time_from_text,
    time_to_text,
)
from astrike.store.database.connection import Database, reading, writing
from astrike.store.table.changes import LONGEST_CLIENT_ID
from astrike.store.table.tables import KEPT_AFTER_DELETION, LONGEST_NAME, checked_author

Kind = Literal["piece", "layout"]
Owner = int | None
"""The internal id of a table; none is the installation, for all its tables."""

MOST_SAVED: Final = 300
"""Of each kind and owner, so that the list stays one that people can look through."""
MOST_BYTES: Final = TABLE.most
MOST_BYTES_OF_AN_OWNER: Final = 40_000_000
"""Of all that is saved and can be brought back."""

_READ: Final = "SELECT id, kind, name, author, created, deleted, document, table_id FROM library"
_GONE: Final = "This is not in the library any more."


@dataclass(frozen=True, slots=True)
class SavedPiece:
    """A piece or a layout that was saved; the document is the caller's to read, not to change."""

    id: int
    kind: Kind
    name: str
    author: str
    created: datetime
    is_deleted: bool
    document: dict[str, object]
    owner: Owner

    @property
    def is_shared(self) -> bool:
        """Is it there for all tables?"""
        return self.owner is None


def save(
    db: Database,
    *,
    owner: Owner,
    kind: Kind,
    name: str,
    document: Document,
    author: str,
    client_id: str,
    now: datetime,
) -> SavedPiece:
    """Save a piece or a layout; one that this asker's id saved already is given back as it was saved."""
    client_id = checked_text(client_id, at="change_id", most=LONGEST_CLIENT_ID)
    author, name = checked_author(author), _checked_name(name)
    text = json_to_text(document)
    if len(text) > MOST_BYTES:
        raise InputError([Problem("pieces", f"{len(text):,} bytes", f"at most {MOST_BYTES:,} bytes")])
    with writing(db):
        _forget_deleted(db, now=now)
        row = db.execute(_READ + " WHERE client_id = ?", (client_id,)).fetchone()
        if row is not None:
            return _first_of(row, owner=owner, kind=kind, name=name, text=text, client_id=client_id)
        _refuse_full(db, owner, kind)
        _make_room(db, owner, len(text))
        db.execute(
            "INSERT INTO library (kind, name, author, created, client_id, document, table_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (kind, name, author, time_to_text(now), client_id, text, owner),
        )
        row = db.execute(_READ + " WHERE client_id = ?", (client_id,)).fetchone()
    return _saved(row)


def all_saved(
    db: Database, kind: Kind, *, owner: Owner, most: int = MOST_SAVED, after: int = 0
) -> tuple[SavedPiece, ...]:
    """List what an owner has saved, by name: at most so many, after the first so many."""
    with reading(db):
        rows = db.execute(
            _READ + " WHERE kind = ? AND table_id IS ? AND deleted IS NULL"
            " ORDER BY name COLLATE NOCASE, id LIMIT ? OFFSET ?",
            (kind, owner, most, after),
        ).fetchall()
    return tuple(map(_saved, rows))


def all_deleted(db: Database, kind: Kind, *, owner: Owner) -> tuple[SavedPiece, ...]:
    """List what an owner deleted and can bring back, the newest first."""
    with reading(db):
        rows = db.execute(
            _READ
            + " WHERE kind = ? AND table_id IS ? AND deleted IS NOT NULL ORDER BY deleted DESC, id DESC",
            (kind, owner),
        ).fetchall()
    return tuple(map(_saved, rows))


def count_saved(db: Database, kind: Kind, *, owner: Owner) -> int:
    """Give how many of a kind an owner has saved."""
    with reading(db):
        (count,) = db.execute(
            "SELECT count(*) FROM library WHERE kind = ? AND table_id IS ? AND deleted IS NULL", (kind, owner)
        ).fetchone()
    return int(count)


def load_saved(db: Database, saved_id: int, *, owners: Collection[Owner]) -> SavedPiece:
    """Read something that one of these owners has saved and not deleted."""
    with reading(db):
        row = db.execute(_READ + " WHERE id = ? AND deleted IS NULL", (saved_id,)).fetchone()
    if row is None or (saved := _saved(row)).owner not in owners:
        raise NotFound(_GONE)
    return saved


def rename_saved(db: Database, saved_id: int, *, owner: Owner, name: str) -> None:
    """Give something another name."""
    name = _checked_name(name)
    with writing(db):
        load_saved(db, saved_id, owners=(owner,))
        db.execute("UPDATE library SET name = ? WHERE id = ?", (name, saved_id))


def delete_saved(db: Database, saved_id: int, *, owner: Owner, now: datetime) -> None:
    """Take something out of its library, also if it was taken out already; it can be brought back for 30 days."""
    with writing(db):
        _own(db, saved_id, owner)
        db.execute(
            "UPDATE library SET deleted = ? WHERE id = ? AND deleted IS NULL", (time_to_text(now), saved_id)
        )


def restore_saved(db: Database, saved_id: int, *, owner: Owner) -> SavedPiece:
    """Bring back what was deleted, if there is room for it."""
    with writing(db):
        found = _own(db, saved_id, owner)
        if found.is_deleted:
            _refuse_full(db, owner, found.kind)
            db.execute("UPDATE library SET deleted = NULL WHERE id = ?", (saved_id,))
        return load_saved(db, saved_id, owners=(owner,))


def _own(db: Database, saved_id: int, owner: Owner) -> SavedPiece:
    """Read what is this owner's, deleted or not."""
    row = db.execute(_READ + " WHERE id = ? AND table_id IS ?", (saved_id, owner)).fetchone()
    if row is None:
        raise NotFound(_GONE)
    return _saved(row)


def _checked_name(name: str) -> str:
    name = checked_text(name, at="name", most=LONGEST_NAME)
    if not name:
        raise InputError([Problem("name", "nothing", f"1 to {LONGEST_NAME} characters")])
    return name


def _refuse_full(db: Database, owner: Owner, kind: Kind) -> None:
    count = count_saved(db, kind, owner=owner)
    if count >= MOST_SAVED:
        expected = f"at most {MOST_SAVED}: delete some first"
        raise InputError([Problem("name", f"{count} that are saved already", expected)])


def _make_room(db: Database, owner: Owner, size: int) -> None:
    """Forget what was deleted longest ago where it takes the room; refuse where what is saved does."""
    rows = db.execute(
        "SELECT id, length(document), deleted IS NULL FROM library WHERE table_id IS ?"
        " ORDER BY deleted IS NOT NULL, deleted DESC, id DESC",
        (owner,),
    ).fetchall()
    left = MOST_BYTES_OF_AN_OWNER - size
    for saved_id, length, is_there in rows:
        left -= length
        if left < 0 and is_there:
            found = f"{(MOST_BYTES_OF_AN_OWNER - left) / 1e6:.0f} MB in all"
            expected = f"at most {MOST_BYTES_OF_AN_OWNER // 1_000_000} MB: delete some first"
            raise InputError([Problem("name", found, expected)])
        if left < 0:
            db.execute("DELETE FROM library WHERE id = ?", (saved_id,))


def _forget_deleted(db: Database, *, now: datetime) -> None:
    db.execute("DELETE FROM library WHERE deleted < ?", (time_to_text(now - KEPT_AFTER_DELETION),))


Row = tuple[int, str, str, str, str, str | None, str, int | None]


def _first_of(row: Row, *, owner: Owner, kind: Kind, name: str, text: str, client_id: str) -> SavedPiece:
    """Give what was saved before; an id that saved something else is not given out for this."""
    if (row[1], row[2], row[6], row[7]) != (kind, name, text, owner):
        raise InputError([Problem("change_id", repr(client_id), "an id that has saved nothing else")])
    return _saved(row)


def _saved(row: Row) -> SavedPiece:
    saved_id, kind, name, author, created, deleted, document, table_id = row
    return SavedPiece(
        id=saved_id,
        kind=cast(Kind, kind),
        name=name,
        author=author,
        created=time_from_text(created),
        is_deleted=deleted is not None,
        document=document_from_text(document),
        owner=table_id,
    )
