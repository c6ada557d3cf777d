"""What do the codes and ids of addresses open? Whoever brings too many wrong ones has to wait.

What opens something is answered whatever others behind the same address have tried; after that a wrong one is a guess,
unless it opened something once or was tried from there before.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import Flask, current_app, request

from astrike.errors import NotFound
from astrike.store.codes import (
    Access,
    InstallationAccess,
    code_as_meant,
    lookup,
    lookup_deleted,
    lookup_installation,
    was_given,
)
from astrike.store.rulings import Ruling, RulingLine, load_ruling
from astrike.web.database import database
from astrike.web.guesses import GuessLimit
from astrike.web.i18n import _
from astrike.web.settings import settings
from astrike.web.slots import OpenedByCode, slots

GUESSES_AT_ONCE: Final = 10
GUESSES_PER_MINUTE: Final = 6.0
_LIMIT: Final = "astrike.guess_limit"


class Gone(NotFound):
    """Something that was here, and is not a guess."""


def forget_guesses(app: Flask) -> None:
    """Let every address begin anew with guessing."""
    app.extensions[_LIMIT] = GuessLimit(burst=GUESSES_AT_ONCE, per_minute=GUESSES_PER_MINUTE)


def look_up(code: str, *, deleted: bool = False) -> Access:
    """Find out what a code opens; an address that brought too many wrong ones has to wait."""
    with counting_guesses(code):
        try:
            return lookup_deleted(database(), code) if deleted else lookup(database(), code)
        except NotFound:
            if deleted and request.method == "POST":
                return lookup(database(), code)  # brought back by a twin of this request
            if not deleted and _is_deleted(code):
                # A phone that still asks for a table that was deleted is not guessing.
                raise Gone(_("This table was deleted. Its organiser can bring it back.")) from None
            raise


def look_up_ruling(ruling_id: str) -> Ruling:
    """Read the ruling of an address, with the same patience: who knows its id may read it, unless it is withdrawn."""
    with counting_guesses(ruling_id):
        found = load_ruling(database(), ruling_id)
        if found.line.revoked is not None:
            raise Gone(_("This ruling was withdrawn. It does not count any more."))
        return found


def look_up_own_ruling(
    ruling_id: str, *, table_id: int | None = None, event_id: int | None = None
) -> RulingLine:
    """Read a ruling of this table or this event, withdrawn or not; that of another one is not there."""
    with counting_guesses(ruling_id):
        line = load_ruling(database(), ruling_id).line
        is_own = line.event_id == event_id if table_id is None else line.table_id == table_id
        if not is_own:
            raise NotFound("There is no ruling at this address.")
        return line


def look_up_any(code: str) -> Access | OpenedByCode | InstallationAccess:
    """Find out what a code opens that somebody typed; a wrong one counts once."""
    with counting_guesses(code):
        try:
            return lookup(database(), code)
        except NotFound as no_table:
            if _is_deleted(code):
                raise Gone(_("This table was deleted. Its organiser can bring it back.")) from None
            opened = slots().open_code(code)
            if opened is not None:
                return opened
            try:
                return lookup_installation(database(), code)
            except NotFound:
                raise no_table from None


def look_up_installation(code: str) -> InstallationAccess:
    """Find out whether a code is the installation's, with the same patience."""
    with counting_guesses(code):
        return lookup_installation(database(), code)


@contextmanager
def counting_guesses(tried: str) -> Iterator[None]:
    """Count what is not found as a guess, against whoever asks."""
    try:
        yield
    except Gone:
        raise
    except NotFound:
        limit: GuessLimit = current_app.extensions[_LIMIT]
        limit.count_wrong(
            request.remote_addr or "",
            code_as_meant(tried) or tried,
            now=settings().now().timestamp(),
            is_guess=not was_given(database(), tried),
        )
        raise


def _is_deleted(code: str) -> bool:
    try:
        lookup_deleted(database(), code)
    except NotFound:
        return False
    return True
