"""A list of units that was sent: what does it say, and where does it wait until somebody accepts it?

Reading a list changes nothing: it waits with the cards that it was read with, and what is accepted is what was shown.
Only then are cards that the list brings kept, as its table's own.
"""

from typing import Final

from astrike.formats.rosters.answers import AskedCatalog, WrittenCatalog
from astrike.formats.rosters.reading import read_roster
from astrike.formats.rosters.resolving import find, with_candidates
from astrike.model.roster import Roster, RosterUnit, SearchableCatalog
from astrike.store.catalog import remember
from astrike.store.drafts import Draft, draft, keep_draft
from astrike.store.library import Owner
from astrike.web.database import database
from astrike.web.forms import Upload
from astrike.web.settings import settings

_KIND: Final = "roster"


def keep_roster(upload: Upload, catalog: SearchableCatalog) -> str:
    """Read a list, and give the id under which it waits; raise `InputError` for anything else."""
    asked = AskedCatalog(catalog)
    _read(upload.name, upload.data, asked)
    return _keep(upload.name, upload.data, asked)


def keep_with_cards(upload: Upload, draft_id: str, catalog: SearchableCatalog, *, owner: Owner) -> str:
    """Keep the cards of a file for an owner, and read the list that waits for them again, under a new id."""
    waiting = _waiting(draft_id)
    brought = read_roster(upload.data, name=upload.name, catalog=catalog)
    remember(database(), brought.units, owner=owner, source=brought.label, now=settings().now())
    asked = AskedCatalog(catalog)
    _read(waiting.name, waiting.data, asked)
    return _keep(waiting.name, waiting.data, asked)


def waiting_roster(draft_id: str, catalog: SearchableCatalog) -> tuple[Draft, Roster]:
    """Give a list that waits as it was read; raise `NotFound` when there is none of this id any more.

    The catalogue answers for one that was kept by an earlier version of this program, without answers.
    """
    waiting = _waiting(draft_id)
    return waiting, _read(waiting.name, waiting.data, _written(waiting) or catalog)


def waiting_text(draft_id: str) -> str:
    """Give the text that was pasted, to go on with; nothing for a file."""
    waiting = _waiting(draft_id)
    return "" if waiting.name else waiting.data.decode("utf-8", errors="replace")


def brought_by(waiting: Draft, roster: Roster) -> tuple[RosterUnit, ...]:
    """Give the units whose cards the list itself brings: those that were looked up are left out."""
    written = _written(waiting)
    return tuple(each for each in roster.units if written is None or find(each, written) is None)


def _waiting(draft_id: str) -> Draft:
    return draft(database(), draft_id, kind=_KIND, now=settings().now())


def _written(waiting: Draft) -> WrittenCatalog | None:
    return None if waiting.answers is None else WrittenCatalog(waiting.answers)


def _read(name: str, data: bytes, catalog: SearchableCatalog) -> Roster:
    return with_candidates(read_roster(data, name=name, catalog=catalog), catalog)


def _keep(name: str, data: bytes, asked: AskedCatalog) -> str:
    now = settings().now()
    return keep_draft(database(), kind=_KIND, name=name, data=data, answers=asked.text(), now=now)
