"""With which layout can a new table begin: those that come along; who has a table's code finds saved ones there?"""

from dataclasses import dataclass

from astrike.editing.library import layout_table, shipped_layouts
from astrike.errors import InputError, Problem
from astrike.model.table import Table
from astrike.web.i18n import _, tr
from astrike.web.views.layouts import Thumbnail, size_words, thumbnail


@dataclass(frozen=True, slots=True)
class Start:
    """One layout to choose."""

    key: str
    name: str
    size: str
    picture: Thumbnail


def starts() -> tuple[Start, ...]:
    """List the layouts."""
    return tuple(
        Start(key, tr(table.name), size_words(table), thumbnail(table))
        for key, table in shipped_layouts().items()
    )


def started(key: str, *, name: str, edition: str) -> Table:
    """Give the layout as a table of this name and edition."""
    shipped = shipped_layouts().get(key)
    if shipped is None:
        raise InputError([Problem("layout", repr(key[:40]), _("a layout of the list"))])
    return layout_table(shipped.document, name=name, edition=edition)
