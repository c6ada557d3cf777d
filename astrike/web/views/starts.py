"""With which layout can a new table begin: those that come along, and those that were saved here?"""

from dataclasses import dataclass
from typing import Final

from astrike.editing.library import layout_table, shipped_layouts
from astrike.editions.loader import DEFAULT
from astrike.errors import InputError, NotFound, Problem
from astrike.model.change import Document
from astrike.model.table import Table
from astrike.store.library import all_saved, load_saved
from astrike.web.database import database
from astrike.web.forms import digits_or_none
from astrike.web.i18n import _, tr
from astrike.web.views.layouts import Thumbnail, size_words, thumbnail

MOST_OFFERED: Final = 24
"""Saved layouts; from a table all of them can be used."""


@dataclass(frozen=True, slots=True)
class Start:
    """One layout to choose."""

    key: str
    name: str
    size: str
    picture: Thumbnail


def starts() -> tuple[Start, ...]:
    """List the layouts: first those that were saved here."""
    found: list[Start] = []
    for saved in all_saved(database(), "layout", most=MOST_OFFERED):
        head = saved.document.get("astrike")
        edition = str(head.get("edition", DEFAULT)) if isinstance(head, dict) else DEFAULT
        shown = layout_table(saved.document, name=saved.name, edition=edition)
        found.append(Start(str(saved.id), saved.name, size_words(shown), thumbnail(shown)))
    for key, table in shipped_layouts().items():
        found.append(Start(key, tr(table.name), size_words(table), thumbnail(table)))
    return tuple(found)


def started(key: str, *, name: str, edition: str) -> Table:
    """Give the layout as a table of this name and edition."""
    return layout_table(_document(key), name=name, edition=edition)


def _document(key: str) -> Document:
    shipped = shipped_layouts().get(key)
    if shipped is not None:
        return shipped.document
    unknown = InputError([Problem("layout", repr(key[:40]), _("a layout of the list"))])
    number = digits_or_none(key)
    if number is None:
        raise unknown
    try:
        saved = load_saved(database(), number)
    except NotFound:
        raise unknown from None
    if saved.kind != "layout":
        raise unknown
    return saved.document
