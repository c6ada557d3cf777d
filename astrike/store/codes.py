"""Which code opens which table, and with what right? Codes are drawn, read back from people, looked up.

A code is ten characters of Crockford's base 32 from a secure source: 50 bits, hard to misread, easy to say,
typed with one thumb. Holding a code is the right; codes are never listed.
"""

import enum
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from astrike.errors import NotFound
from astrike.store.database import Database, reading, writing

LENGTH: Final = 10
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

_LONGEST_INPUT: Final = 40
_AS_MEANT: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzIiLlOo", "ABCDEFGH1JK1MN0PQRSTUVWXYZ111100", "- \t\r\n"
)


class Right(enum.IntEnum):
    """What a code allows; a greater right includes the lesser ones."""

    VIEW = 1
    PLAY = 2
    ORGANISE = 3


@dataclass(frozen=True, slots=True)
class Codes:
    """The three codes of one table."""

    view: str
    play: str
    organise: str

    def up_to(self, right: Right) -> dict[Right, str]:
        """Answer the codes that a holder of this right may see and pass on: the own and the lesser.

        >>> Codes("V", "P", "O").up_to(Right.PLAY)
        {<Right.VIEW: 1>: 'V', <Right.PLAY: 2>: 'P'}
        """
        every = {Right.VIEW: self.view, Right.PLAY: self.play, Right.ORGANISE: self.organise}
        return {each: code for each, code in every.items() if each <= right}


@dataclass(frozen=True, slots=True)
class Access:
    """What a code opens: the table's internal id, the right, and the version the table has now."""

    table_id: int
    right: Right
    version: int


def draw_code() -> str:
    """Draw a new code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def code_as_meant(text: str) -> str | None:
    """Read a code as people write it, or answer None for what cannot be one.

    >>> code_as_meant("7kq2o-il3mz")
    '7KQ20113MZ'
    """
    if len(text) > _LONGEST_INPUT:
        return None
    code = text.translate(_AS_MEANT)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def code_for_people(code: str) -> str:
    """Write a code in two halves.

    >>> code_for_people("7KQ2011M3Z")
    '7KQ20-11M3Z'
    """
    return f"{code[:5]}-{code[5:]}"


def lookup(db: Database, code: str) -> Access:
    """Find out what a code opens; cheap, for every request and for asking whether there is news."""
    return _lookup(db, code, deleted=False)


def lookup_deleted(db: Database, code: str) -> Access:
    """Find out what a code opened before the table was deleted."""
    return _lookup(db, code, deleted=True)


def _lookup(db: Database, code: str, *, deleted: bool) -> Access:
    # What cannot be a code is looked up all the same, so that every answer takes the same way.
    with reading(db):
        row = db.execute(
            "SELECT codes.table_id, codes.right, tables.version FROM codes"
            " JOIN tables ON tables.id = codes.table_id"
            " WHERE codes.code = ? AND (tables.deleted IS NOT NULL) = ?",
            (code_as_meant(code) or "", deleted),
        ).fetchone()
    if row is None:
        raise NotFound("No table has this code.")
    table_id, right, version = row
    return Access(table_id=table_id, right=Right[right.upper()], version=version)


def codes_of(db: Database, table_id: int) -> Codes:
    """Answer the codes of a table."""
    with reading(db):
        rows = db.execute("SELECT right, code FROM codes WHERE table_id = ?", (table_id,)).fetchall()
    return Codes(**dict(rows))


def give_codes(db: Database, table_id: int, *, draw: Callable[[], str] = draw_code) -> Codes:
    """Draw three codes for a new table, different from every other."""
    with writing(db):
        for right in Right:
            while not _is_given(db, table_id, right=right, code=draw()):
                pass
        return codes_of(db, table_id)


def _is_given(db: Database, table_id: int, *, right: Right, code: str) -> bool:
    cursor = db.execute(
        "INSERT INTO codes (code, table_id, right) VALUES (?, ?, ?) ON CONFLICT (code) DO NOTHING",
        (code, table_id, right.name.lower()),
    )
    return cursor.rowcount == 1
