"""How does a table go to other tools? As a picture, as shapes, as walls, each with what it leaves behind."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from flask import Response

from astrike.dataclass import dataclass
from astrike.errors import NotFound
from astrike.formats.maps.writing import notes_of, write_map
from astrike.model.import_notes import ImportNote
from astrike.model.table_document import for_older_programs
from astrike.web.current.table import Current, load_current
from astrike.web.http.i18n import _
from astrike.web.http.responses import download_of, show
from astrike.web.jobs.dispatch import run_long_work

_WORDS: Final[Mapping[str, tuple[Callable[[], str], Callable[[], str]]]] = MappingProxyType(
    {
        "geojson": (lambda: _("Table file"), lambda: _("Everything, to open here again")),
        "png": (lambda: _("Picture (PNG)"), lambda: _("To print, or to put back after a game")),
        "svg": (lambda: _("Outlines (SVG)"), lambda: _("In inches, to cut or to draw on")),
        "tiled": (lambda: _("Tiled map (JSON)"), lambda: _("Outlines and their properties")),
        "uvtt": (lambda: _("UniversalVTT"), lambda: _("Walls and a picture for a virtual tabletop")),
    }
)


@dataclass(frozen=True, slots=True)
class ExportOffer:
    """One format: what it is called, what it is good for, and what it leaves behind."""

    key: str
    label: str
    what: str
    notes: tuple[ImportNote, ...]


@dataclass(frozen=True, slots=True)
class ExportContext:
    """All formats."""

    current: Current
    offers: tuple[ExportOffer, ...]


def show_export(code: str) -> str:
    """Show as what the table can be written."""
    current = load_current(code)
    offers = tuple(
        ExportOffer(key, label(), what(), _left_behind(current, key)) for key, (label, what) in _WORDS.items()
    )
    return show("table/export.html", ExportContext(current, offers))


def export_table(code: str, target: str) -> Response:
    """Give the table in another format."""
    current = load_current(code)
    if target not in _WORDS:
        raise NotFound(_("There is no such format."))
    table = replace(current.table, document=for_older_programs(current.table.document))
    written = run_long_work("paper", partial(write_map, table, target))
    return download_of(
        written.data, name=current.stored.name, extension=written.extension, media_type=written.media_type
    )


def _left_behind(current: Current, target: str) -> tuple[ImportNote, ...]:
    # That a picture holds no data is clear without a word.
    return () if target == "png" else notes_of(current.table, target)
