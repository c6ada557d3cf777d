"""Which code opens which table, event or installation, and with what right? Codes are drawn, read back, looked up.

A code is ten characters of Crockford's base 32 from a secure source: 50 bits, hard to misread, easy to say,
typed with one thumb. Holding a code is the right; codes are never listed.
"""

import enum
import secrets
from collections.abc import Callable
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import NotFound
from astrike.store.database.connection import Database, reading, writing

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
    """The three codes of one table or event."""

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
    """What a code opens: the table's internal id, the right, the version the table has now, and what keeps it out."""

    table_id: int
    right: Right
    version: int
    is_locked: bool = False
    is_demo: bool = False
    """A copy of the demo, which anybody can have: it opens nothing that tables share."""


@dataclass(frozen=True, slots=True)
class InstallationAccess:
    """What a code opens: what all tables of the installation share."""

    code: str


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
    """Find out which table a code opens; cheap, for every request and for asking whether there is news."""
    return _lookup(db, code, deleted=False)


def lookup_deleted(db: Database, code: str) -> Access:
    """Find out which table a code opened before it was deleted."""
    return _lookup(db, code, deleted=True)


def _lookup(db: Database, code: str, *, deleted: bool) -> Access:
    # What cannot be a code is looked up all the same, so that every answer takes the same way.
    with reading(db):
        row = db.execute(
            "SELECT codes.table_id, codes.right, tables.version, tables.locked, tables.is_demo FROM codes"
            " JOIN tables ON tables.id = codes.table_id"
            " WHERE codes.code = ? AND (tables.deleted IS NOT NULL) = ?",
            (code_as_meant(code) or "", deleted),
        ).fetchone()
    if row is None:
        raise NotFound("No table has this code.")
    table_id, right, version, locked, is_demo = row
    return Access(
        table_id, Right[right.upper()], version, is_locked=locked is not None, is_demo=bool(is_demo)
    )


def installation_code(db: Database, *, draw: Callable[[], str] = draw_code) -> str:
    """Answer the code that is the right to change what all tables share; drawn when it is first asked for."""
    known = _installation_code(db)
    if known is not None:
        return known
    with writing(db):
        known = _installation_code(db)  # another process may have been faster
        return known or draw_until_free(db, _GIVEN_TO_INSTALLATION, (1, ""), draw)


def _installation_code(db: Database) -> str | None:
    with reading(db):
        row = db.execute("SELECT code FROM installation").fetchone()
    return None if row is None else str(row[0])


def lookup_installation(db: Database, code: str) -> InstallationAccess:
    """Find out whether this is the installation's code."""
    with reading(db):
        row = db.execute(
            "SELECT code FROM installation WHERE code = ?", (code_as_meant(code) or "",)
        ).fetchone()
    if row is None:
        raise NotFound("This is not the installation's code.")
    return InstallationAccess(row[0])


def reissue_installation_code(db: Database, *, draw: Callable[[], str] = draw_code) -> str:
    """Draw another code for the installation; the old one opens nothing from now on."""
    with writing(db):
        return draw_until_free(db, _GIVEN_TO_INSTALLATION, (1, ""), draw)


def was_given(db: Database, code: str) -> bool:
    """Tell whether a code was ever given out, to whatever it opened: who asks with it is not guessing."""
    with reading(db):
        row = db.execute(f"SELECT 1 WHERE {IS_TAKEN}", {"code": code_as_meant(code) or ""}).fetchone()
    return row is not None


def codes_of(db: Database, table_id: int) -> Codes:
    """Answer the codes of a table."""
    return read_codes(db, "SELECT right, code FROM codes WHERE table_id = ?", table_id)


def read_codes(db: Database, query: str, owner: int) -> Codes:
    """Read the three codes of an owner; the query asks for the rights and codes of one."""
    with reading(db):
        return Codes(**dict(db.execute(query, (owner,)).fetchall()))


def give_codes(db: Database, table_id: int, *, draw: Callable[[], str] = draw_code) -> Codes:
    """Draw three codes for a new table, different from every other."""
    with writing(db):
        for right in Right:
            draw_until_free(db, _GIVEN, (table_id, right.name.lower()), draw)
        return codes_of(db, table_id)


def reissue_code(db: Database, table_id: int, right: Right, *, draw: Callable[[], str] = draw_code) -> str:
    """Draw another code in the place of one of a table's; the old one opens nothing from now on."""
    return draw_again(db, "DELETE FROM codes WHERE table_id = ? AND right = ?", _GIVEN, table_id, right, draw)


IS_TAKEN: Final = (
    "EXISTS (SELECT 1 FROM codes WHERE code = :code) OR EXISTS (SELECT 1 FROM event_codes WHERE code = :code)"
    " OR EXISTS (SELECT 1 FROM installation WHERE code = :code)"
    " OR EXISTS (SELECT 1 FROM void_codes WHERE code = :code)"
)
"""Whether something has or had `:code`: a code opens one thing only, and never another one later."""
_GIVEN: Final = (
    f"INSERT INTO codes (code, table_id, right) SELECT :code, :owner, :right WHERE NOT ({IS_TAKEN})"
)
_GIVEN_TO_INSTALLATION: Final = (
    f"INSERT INTO installation (id, code) SELECT :owner, :code WHERE NOT ({IS_TAKEN})"
    " ON CONFLICT (id) DO UPDATE SET code = excluded.code"
)


def draw_again(
    db: Database, revoke: str, give: str, owner: int, right: Right, draw: Callable[[], str]
) -> str:
    """Take a code away from its owner and give it another one; the queries say from which table and to which."""
    with writing(db):
        revoked = db.execute(revoke, (owner, right.name.lower())).rowcount
        if not revoked:
            raise NotFound("There is nothing that this code would open.")
        return draw_until_free(db, give, (owner, right.name.lower()), draw)


def draw_until_free(db: Database, give: str, of: tuple[int, str], draw: Callable[[], str]) -> str:
    """Draw codes until one is free, and give it to an owner with a right."""
    owner, right = of
    while True:
        code = draw()
        if db.execute(give, {"code": code, "owner": owner, "right": right}).rowcount == 1:
            return code
