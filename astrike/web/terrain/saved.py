"""How is a saved piece or layout shown, and with which layouts can a new table begin?

As an entry of a list, and as a table of its own. A new table can begin with a built-in layout; the holder of a table's
code also finds the saved ones there.
"""

from astrike.dataclass import dataclass
from astrike.editing.terrain.saved import layout_table, piece_table, shipped_layouts
from astrike.errors import InputError, NotFound, Problem
from astrike.model.table import Table
from astrike.rulebook.loader import DEFAULT_EDITION
from astrike.store.terrain.library import SavedPiece
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _, tr
from astrike.web.terrain.layout_pictures import Thumbnail, size_words, thumbnail


@dataclass(frozen=True, slots=True)
class StartLayout:
    """One layout to choose."""

    key: str
    name: str
    size: str
    picture: Thumbnail


def starts() -> tuple[StartLayout, ...]:
    """List the layouts."""
    return tuple(
        StartLayout(key, tr(table.name), size_words(table), thumbnail(table))
        for key, table in shipped_layouts().items()
    )


def started(key: str, *, name: str, edition: str) -> Table:
    """Give the layout as a table of this name and edition."""
    shipped = shipped_layouts().get(key)
    if shipped is None:
        raise InputError([Problem("layout", repr(key[:40]), _("a layout of the list"))])
    return layout_table(shipped.document, name=name, edition=edition)


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """One saved piece or layout in a list; without a picture when this edition cannot show it."""

    key: str
    name: str
    about: str
    picture: Thumbnail | None


@dataclass(frozen=True, slots=True)
class DeletedEntry:
    """Something that was deleted and can be restored."""

    id: int
    name: str


def entry_of(saved: SavedPiece, edition: str | None = None) -> SavedEntry:
    """Give what was saved as an entry, in another edition than its own on demand."""
    try:
        shown = table_of(saved, edition)
    except InputError:
        return SavedEntry(str(saved.id), saved.name, _("of another edition"), None)
    count = len(shown.terrain)
    pieces = _("%(count)s pieces", count=count) if count > 1 else ""
    words = size_words(shown) if saved.kind == "layout" else pieces
    about = " · ".join(each for each in (words, saved.author) if each)
    return SavedEntry(str(saved.id), saved.name, about, thumbnail(shown))


def table_of(saved: SavedPiece, edition: str | None = None) -> Table:
    """Give what was saved as a table, of this edition or of its own."""
    if saved.kind == "piece":
        return piece_table(saved.document, name=saved.name, edition=edition)
    return layout_table(saved.document, name=saved.name, edition=edition or _own_edition(saved))


def _own_edition(saved: SavedPiece) -> str:
    head = saved.document.get("astrike")
    return str(head.get("edition", DEFAULT_EDITION)) if isinstance(head, dict) else DEFAULT_EDITION


def saved_number(key: str) -> int:
    """Read the number of something saved from an address; raise `NotFound` for what is none."""
    number = digits_or_none(key)
    if number is None:
        raise NotFound(_("This is not in the library any more."))
    return number
