"""What does an uploaded list of units contain, and where does it wait until someone accepts it?

A preview changes nothing but its own draft. The cards that were found for the list are kept with it, so what is
accepted is what was shown, whatever others import meanwhile. Only then are the cards that the list brings kept.
"""

from dataclasses import replace
from typing import Final

from astrike.formats.rosters.reading import read_roster
from astrike.formats.rosters.recorded_catalog import AskedCatalog, FirstOf, WrittenCatalog
from astrike.formats.rosters.resolving import find, with_candidates
from astrike.model.roster import Roster, RosterUnit, SearchableCatalog
from astrike.store.table.drafts import UploadedDraft, answer_again, draft, keep_draft
from astrike.store.terrain.library import Owner
from astrike.store.units.catalog import remember
from astrike.web.database import database
from astrike.web.http.forms import Upload
from astrike.web.questions.wrong_place import units_wanted
from astrike.web.settings import settings

_KIND: Final = "roster"


def keep_roster(upload: Upload, catalog: SearchableCatalog) -> str:
    """Read a list, and give the id under which it waits; raise `InputError` for anything else."""
    asked = AskedCatalog(catalog)
    with units_wanted(upload.data):
        _read(upload.name, upload.data, asked)
    return keep_draft(
        database(),
        kind=_KIND,
        name=upload.name,
        data=upload.data,
        answers=asked.text(),
        now=settings().now(),
    )


def keep_cards_of(upload: Upload, catalog: SearchableCatalog, *, owner: Owner) -> None:
    """Keep the cards that a file brings for lists that wait for them; raise `InputError` for anything else."""
    asked = AskedCatalog(catalog)
    with units_wanted(upload.data):
        roster = _read(upload.name, upload.data, asked)
    keep_cards(UploadedDraft("", upload.name, upload.data, asked.text()), roster, owner=owner)


def keep_cards(waiting: UploadedDraft, roster: Roster, *, owner: Owner) -> int:
    """Keep the cards that a list brings as an owner's; give how many are new or changed."""
    source = " · ".join(filter(None, (roster.label, waiting.name or roster.name)))[:200]
    brought = brought_by(waiting, roster)
    return remember(database(), brought, owner=owner, source=source, now=settings().now())


def shown_roster(draft_id: str, catalog: SearchableCatalog) -> tuple[UploadedDraft, Roster]:
    """Give a waiting list for its preview: units that had no card may have got one since.

    What is shown now is what waits from now on; raise `NotFound` when there is none of this id any more.
    """
    waiting = _waiting(draft_id)
    asked = AskedCatalog(FirstOf(_written(waiting), catalog))
    roster = _read(waiting.name, waiting.data, asked)
    if (answers := asked.text()) != waiting.answers:
        answer_again(database(), draft_id, answers=answers)
    return replace(waiting, answers=answers), roster


def waiting_roster(draft_id: str) -> tuple[UploadedDraft, Roster]:
    """Give a list that waits as it was shown; raise `NotFound` when there is none of this id any more."""
    waiting = _waiting(draft_id)
    return waiting, _read(waiting.name, waiting.data, _written(waiting))


def waiting_text(draft_id: str) -> str:
    """Give the text that was pasted, to go on with; nothing for a file."""
    waiting = _waiting(draft_id)
    return "" if waiting.name else waiting.data.decode("utf-8", errors="replace")


def brought_by(waiting: UploadedDraft, roster: Roster) -> tuple[RosterUnit, ...]:
    """Give the units whose cards the list itself brings: those that were looked up are left out."""
    written = _written(waiting)
    return tuple(each for each in roster.units if each.is_resolved and find(each, written) is None)


def _waiting(draft_id: str) -> UploadedDraft:
    return draft(database(), draft_id, kind=_KIND, now=settings().now())


def _written(waiting: UploadedDraft) -> WrittenCatalog:
    return WrittenCatalog(waiting.answers)


def _read(name: str, data: bytes, catalog: SearchableCatalog) -> Roster:
    return with_candidates(read_roster(data, name=name, catalog=catalog), catalog)
