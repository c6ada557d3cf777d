"""What does the code or id in an address open, and may this client try another one?

A client that brings too many wrong codes has to wait: each network address has a bucket of attempts that refills as
time passes. A code that opens something is answered whatever other clients behind the same address have tried, and
repeating one wrong code counts as a single guess, so an event hall full of phones is never locked out. Time is an
argument.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import Flask, current_app, request

from astrike.dataclass import dataclass
from astrike.errors import NotFound, TooMany
from astrike.store.rulings.rulings import Ruling, RulingLine, load_ruling
from astrike.store.table.codes import (
    Access,
    InstallationAccess,
    code_as_meant,
    lookup,
    lookup_deleted,
    lookup_installation,
    was_given,
)
from astrike.web.database import database
from astrike.web.http.i18n import _
from astrike.web.network import address_group
from astrike.web.settings import EXTENSION, Settings, settings
from astrike.web.slots import OpenedByCode, slots

MOST_ADDRESSES: Final = 10_000

MOST_REMEMBERED: Final = 40
"""Wrong codes of an address; more than a burst and what comes back in minutes."""


@dataclass(frozen=True, slots=True)
class _Tries:
    """What is left for an address, when that was counted, and fingerprints of what it tried last."""

    left: float
    counted: float
    tried: tuple[int, ...] = ()


class GuessLimit:
    """Lets an address guess `burst` times at once and `per_minute` times a minute in the long run.

    >>> limit = GuessLimit(burst=1, per_minute=6)
    >>> limit.count_wrong("192.168.1.7", "7KQ2011M3Z", now=0.0)
    >>> limit.count_wrong("192.168.1.7", "8KQ2011M3Z", now=1.0)
    Traceback (most recent call last):
    astrike.errors.TooMany: Too many wrong codes. Please wait a little.
    >>> limit.count_wrong("192.168.1.7", "8KQ2011M3Z", now=10.0)
    """

    def __init__(self, *, burst: int, per_minute: float, most_addresses: int = MOST_ADDRESSES) -> None:
        self._burst = float(burst)
        self._per_second = per_minute / 60
        self._most_addresses = most_addresses
        self._guard = threading.Lock()
        # An address that never tried a wrong code needs no row.
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def count_wrong(self, address: str, code: str, *, now: float, is_guess: bool = True) -> None:
        """Take an attempt from an address for a wrong code; refuse it when none is left, whatever the code is.

        What it tried before costs nothing again, nor does what is no guess: what opened something once.
        """
        key, print_of_code = address_group(address), hash(code)
        with self._guard:
            before = self._tries.get(key, _Tries(self._burst, now))
            left = self._left_at(before, now)
            is_new = is_guess and print_of_code not in before.tried
            if is_new and left >= 1:
                tried = (*before.tried, print_of_code)[-MOST_REMEMBERED:]
                self._tries[key] = _Tries(left - 1, now, tried)
                self._tries.move_to_end(key)
                if len(self._tries) > self._most_addresses:
                    self._tries.popitem(last=False)
        if left < 1:
            wait_seconds = (1 - left) / self._per_second
            raise TooMany("Too many wrong codes. Please wait a little.", wait_seconds=wait_seconds)

    def _left_at(self, tries: _Tries, now: float) -> float:
        return min(self._burst, tries.left + max(0.0, now - tries.counted) * self._per_second)


GUESSES_AT_ONCE: Final = 10

GUESSES_PER_MINUTE: Final = 6.0

_LIMIT: Final = "astrike.guess_limit"


class WasDeleted(NotFound):
    """Something that was here, and is not a guess."""


def forget_guesses(app: Flask) -> None:
    """Forget the wrong attempts of every network address."""
    wanted: Settings = app.extensions[EXTENSION]
    sharers = wanted.limits.sharers
    app.extensions[_LIMIT] = GuessLimit(
        burst=max(1, GUESSES_AT_ONCE // sharers), per_minute=GUESSES_PER_MINUTE / sharers
    )


def look_up(code: str, *, deleted: bool = False) -> Access:
    """Find out what a code opens; an address that brought too many wrong ones has to wait."""
    with counting_guesses(code):
        try:
            return lookup_deleted(database(), code) if deleted else lookup(database(), code)
        except NotFound:
            if deleted and request.method == "POST":
                return lookup(database(), code)  # restored by a second copy of this request
            if not deleted and _is_deleted(code):
                # A phone that still asks for a table that was deleted is not guessing.
                raise WasDeleted(_("This table was deleted. Its organizer can bring it back.")) from None
            raise


def look_up_ruling(ruling_id: str) -> Ruling:
    """Read the ruling of an address, with the same patience: who knows its id may read it, unless it is withdrawn."""
    with counting_guesses(ruling_id):
        found = load_ruling(database(), ruling_id)
        if found.line.revoked is not None:
            raise WasDeleted(_("This ruling was withdrawn. It does not count any more."))
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
    """Give what a typed code opens; a wrong code counts as one guess."""
    with counting_guesses(code):
        try:
            return lookup(database(), code)
        except NotFound as no_table:
            if _is_deleted(code):
                raise WasDeleted(_("This table was deleted. Its organizer can bring it back.")) from None
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
    """Count a code or id that is not found as a guess by the client."""
    try:
        yield
    except WasDeleted:
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
