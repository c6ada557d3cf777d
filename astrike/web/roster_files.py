"""A list of units that was sent: what does it say, and where does it wait until somebody accepts it?"""

from typing import Final

from astrike.formats.rosters.reading import read_roster
from astrike.formats.rosters.resolving import with_candidates
from astrike.model.roster import Roster
from astrike.store.catalog import StoredCatalog, remember
from astrike.store.drafts import Draft, draft, keep_draft
from astrike.web.asking.wrong_place import units_wanted
from astrike.web.database import database
from astrike.web.forms import Upload
from astrike.web.settings import settings

_KIND: Final = "roster"


def keep_roster(upload: Upload) -> str:
    """Read a list, remember its cards, and give the id under which it waits; raise `InputError` for anything else."""
    db, now = database(), settings().now()
    with units_wanted(upload.data):
        roster = read_roster(upload.data, name=upload.name, catalog=StoredCatalog(db))
    remember(db, roster.units, source=roster.label, now=now)
    return keep_draft(db, kind=_KIND, name=upload.name, data=upload.data, now=now)


def waiting_roster(draft_id: str) -> tuple[Draft, Roster]:
    """Give a list that waits; raise `NotFound` when there is none of this id any more."""
    db = database()
    waiting, catalog = draft(db, draft_id, kind=_KIND, now=settings().now()), StoredCatalog(db)
    return waiting, with_candidates(read_roster(waiting.data, name=waiting.name, catalog=catalog), catalog)


def waiting_text(draft_id: str) -> str:
    """Give the text that was pasted, to go on with; nothing for a file."""
    waiting = draft(database(), draft_id, kind=_KIND, now=settings().now())
    return "" if waiting.name else waiting.data.decode("utf-8", errors="replace")
