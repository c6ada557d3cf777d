"""How does what was saved look: as an entry of a list, and as a table of its own?"""

from dataclasses import dataclass

from astrike.editing.library import layout_table, piece_table
from astrike.errors import InputError
from astrike.model.table import Table
from astrike.rulebook.loader import DEFAULT
from astrike.store.library import Saved
from astrike.web.i18n import _
from astrike.web.views.layouts import Thumbnail, size_words, thumbnail


@dataclass(frozen=True, slots=True)
class Entry:
    """One saved piece or layout in a list; without a picture when this edition cannot show it."""

    key: str
    name: str
    about: str
    picture: Thumbnail | None


@dataclass(frozen=True, slots=True)
class Gone:
    """Something that was deleted and can be brought back."""

    id: int
    name: str


def entry_of(saved: Saved, edition: str | None = None) -> Entry:
    """Give what was saved as an entry, in another edition than its own on demand."""
    try:
        shown = table_of(saved, edition)
    except InputError:
        return Entry(str(saved.id), saved.name, _("of another edition"), None)
    count = len(shown.terrain)
    pieces = _("%(count)s pieces", count=count) if count > 1 else ""
    words = size_words(shown) if saved.kind == "layout" else pieces
    about = " · ".join(each for each in (words, saved.author) if each)
    return Entry(str(saved.id), saved.name, about, thumbnail(shown))


def table_of(saved: Saved, edition: str | None = None) -> Table:
    """Give what was saved as a table, of this edition or of its own."""
    if saved.kind == "piece":
        return piece_table(saved.document, name=saved.name, edition=edition)
    return layout_table(saved.document, name=saved.name, edition=edition or _own_edition(saved))


def _own_edition(saved: Saved) -> str:
    head = saved.document.get("astrike")
    return str(head.get("edition", DEFAULT)) if isinstance(head, dict) else DEFAULT
