"""Which unit cards can all tables use, and how are they imported with a preview, deleted and restored?"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Final

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import Conflict, InputError, Problem
from astrike.model.byte_limits import IMPORT
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Roster
from astrike.store.database.connection import writing
from astrike.store.table.codes import InstallationAccess
from astrike.store.table.drafts import UploadedDraft
from astrike.store.table.tables import KEPT_AFTER_DELETION
from astrike.store.units.catalog import (
    CatalogCard,
    ImportChange,
    StoredCatalog,
    cards_of,
    count_cards,
    delete_card,
    deleted_cards,
    import_changes,
    restore_card,
)
from astrike.web.access.rights import installation_now
from astrike.web.database import database
from astrike.web.http.forms import digits_or_none, uploaded_file
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.problems import form_again
from astrike.web.settings import settings
from astrike.web.units.rosters import CardLine, card_line
from astrike.web.units.uploaded_rosters import (
    brought_by,
    keep_cards,
    keep_roster,
    shown_roster,
    waiting_roster,
    waiting_text,
)

ON_A_PAGE: Final = 40
MOST_LISTED: Final = 60
"""Cards of an import that are shown one by one."""
_ORDER: Final = ("replaces", "new", "stays", "same")


@dataclass(frozen=True, slots=True)
class CardRow:
    """A shared card in the list."""

    known: CatalogCard
    line: CardLine


@dataclass(frozen=True, slots=True)
class CardsContext:
    """The shared cards that match a search."""

    current: InstallationAccess
    count: int
    find: str
    rows: tuple[CardRow, ...]
    after: int
    more: int | None
    gone: tuple[CatalogCard, ...]
    days: int
    changed: int | None
    """How many cards were just imported."""


@dataclass(frozen=True, slots=True)
class CardsUploadContext:
    """The form to paste or choose cards."""

    current: InstallationAccess
    text: str
    megabytes: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ImportRow:
    """What an import does with one card: the card, and the one that it replaces."""

    name: str
    mul: int | None
    verdict: str
    words: str
    line: CardLine
    before: CardLine | None
    source: str


@dataclass(frozen=True, slots=True)
class CardsPreviewContext:
    """What an import would change."""

    current: InstallationAccess
    draft_id: str
    source: str
    seen: str
    rows: tuple[ImportRow, ...]
    more: int
    counts: tuple[tuple[str, int], ...]
    changes: int
    without: int
    """Units of the list that bring no card."""
    notes: tuple[ImportNote, ...]
    is_late: bool
    """Someone else has changed these cards since they were shown."""


def show_cards(code: str) -> str:
    """Show the shared cards."""
    db, find = database(), request.args.get("find", "").strip()[:80]
    after = digits_or_none(request.args.get("after", "")) or 0
    found = cards_of(db, owner=None, words=find, most=ON_A_PAGE + 1, after=after)
    context = CardsContext(
        current=installation_now(),
        count=count_cards(db),
        find=find,
        rows=tuple(CardRow(each, card_line(each.card, 4)) for each in found[:ON_A_PAGE]),
        after=after,
        more=after + ON_A_PAGE if len(found) > ON_A_PAGE else None,
        gone=deleted_cards(db, owner=None),
        days=KEPT_AFTER_DELETION.days,
        changed=digits_or_none(request.args.get("changed", "")),
    )
    return show("installation/cards.html", context)


def bring_cards(code: str) -> str | Response:
    """Paste or choose a list with cards; POST reads it and shows what it would change."""
    current = installation_now()
    if request.method == "GET":
        kept = request.args.get("draft", "")
        return show("installation/bring_cards.html", _bring(current, waiting_text(kept) if kept else ""))
    try:
        kept = keep_roster(uploaded_file(), StoredCatalog(database()))
    except InputError as error:
        context = _bring(current, request.form.get("text", ""), error.problems)
        return form_again(show("installation/bring_cards.html", context), error)
    return see_other(url_for("installation.preview_cards", code=current.code, draft_id=kept))


def preview_cards(code: str, draft_id: str) -> str:
    """Show what an import would change."""
    waiting, roster = shown_roster(draft_id, StoredCatalog(database()))
    changes = import_changes(database(), brought_by(waiting, roster), owner=None)
    return show("installation/preview_cards.html", _preview(waiting, roster, changes))


def keep_brought_cards(code: str, draft_id: str) -> Response:
    """Keep the cards that were shown; nothing when someone else has changed one of them in the meantime."""
    db = database()
    waiting, roster = waiting_roster(draft_id)
    with writing(db):
        changes = import_changes(db, brought_by(waiting, roster), owner=None)
        is_seen = request.form.get("seen", "") == _seen(changes)
        changed = keep_cards(waiting, roster, owner=None) if is_seen else 0
    if not is_seen:
        error = Conflict(_("Somebody else has changed these cards."), mine_version=0, current_version=0)
        context = _preview(waiting, roster, changes, is_late=True)
        return form_again(show("installation/preview_cards.html", context), error)
    return see_other(url_for("installation.show_cards", code=installation_now().code, changed=changed))


def remove_card(code: str, card_id: str) -> Response:
    """Delete a shared card; it can be restored."""
    delete_card(database(), digits_or_none(card_id) or 0, owner=None, now=settings().now())
    return _back()


def bring_card_back(code: str, card_id: str) -> Response:
    """Bring a card back."""
    restore_card(database(), digits_or_none(card_id) or 0, owner=None)
    return _back()


def _back() -> Response:
    find = request.form.get("find", "")[:80]
    return see_other(url_for("installation.show_cards", code=installation_now().code, find=find or None))


def _bring(current: InstallationAccess, text: str, problems: tuple[Problem, ...] = ()) -> CardsUploadContext:
    return CardsUploadContext(current, text, IMPORT.megabytes, problems)


def _preview(
    waiting: UploadedDraft, roster: Roster, changes: Sequence[ImportChange], *, is_late: bool = False
) -> CardsPreviewContext:
    words = {
        "new": _("new"),
        "replaces": _("replaces the card"),
        "stays": _("stays as it is: the saved card says more"),
        "same": _("saved already"),
    }
    counts = Counter(each.verdict for each in changes)
    ordered = sorted(changes, key=lambda each: _ORDER.index(each.verdict))
    return CardsPreviewContext(
        current=installation_now(),
        draft_id=waiting.id,
        source=_source(waiting, roster),
        seen=_seen(changes),
        rows=tuple(
            ImportRow(
                name=each.unit.name,
                mul=each.unit.mul,
                verdict=each.verdict,
                words=words[each.verdict],
                line=card_line(each.unit.card, 4),
                before=None if each.before is None else card_line(each.before.card, 4),
                source="" if each.before is None else each.before.source,
            )
            for each in ordered[:MOST_LISTED]
        ),
        more=max(0, len(ordered) - MOST_LISTED),
        counts=tuple((words[each], counts[each]) for each in _ORDER if counts[each]),
        changes=counts["new"] + counts["replaces"],
        without=len(roster.units) - len(brought_by(waiting, roster)),
        notes=roster.notes,
        is_late=is_late,
    )


def _source(waiting: UploadedDraft, roster: Roster) -> str:
    """Say where cards come from: the format, and the file."""
    return " · ".join(filter(None, (roster.label, waiting.name or roster.name)))[:200]


def _seen(changes: Sequence[ImportChange]) -> str:
    """Give a digest of what an import would do with each card, and to which one."""
    shown = [
        (each.verdict, each.before and (each.before.id, each.before.name, dict(each.before.card)))
        for each in changes
    ]
    return hashlib.sha256(repr(shown).encode("utf-8", "surrogatepass")).hexdigest()[:16]
