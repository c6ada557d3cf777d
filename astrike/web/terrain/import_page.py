"""How does terrain come from another tool's map? Choose the file, see how it would be placed, accept it.

The chosen file is kept as a draft, so nothing has to be chosen twice.
"""

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.editing.layout.importing import bring_terrain
from astrike.editing.terrain.saved import layout_document
from astrike.errors import InputError, Problem
from astrike.formats.maps.reading import FORMATS
from astrike.formats.table.table_file import parse_document
from astrike.model.byte_limits import IMPORT
from astrike.model.document_change import ChangeLabel
from astrike.model.table_document import with_first_phase
from astrike.rulebook.loader import DEFAULT_EDITION
from astrike.store.table.drafts import UploadedDraft
from astrike.store.table.tables import create_table
from astrike.store.terrain.library import save
from astrike.web.access.allowances import allowance
from astrike.web.access.rights import installation_now
from astrike.web.current.table import (
    ChangedLine,
    Current,
    change,
    form_id,
    form_origin,
    form_table,
    load_current,
)
from astrike.web.database import database
from astrike.web.http.device import device_name
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.problems import form_again
from astrike.web.settings import settings
from astrike.web.terrain.import_preview import (
    ImportPreview,
    MapPreviewContext,
    import_name,
    import_preview_context,
    keep_map,
    preview_of,
    sent_map,
    waiting_map,
)


@dataclass(frozen=True, slots=True)
class MapUploadContext:
    """The form to choose a file."""

    current: Current
    formats: tuple[str, ...]
    megabytes: int
    problems: tuple[Problem, ...]


def show_import(code: str) -> str | Response:
    """Choose a file for the terrain of this table."""
    current = load_current(code)
    if request.method == "GET":
        return show("terrain/import.html", _choose(current))
    try:
        upload, _drawing = sent_map()
        kept = keep_map(upload)
    except InputError as error:
        return form_again(show("terrain/import.html", _choose(current, error.problems)), error)
    return see_other(url_for("terrain.show_import_preview", code=current.code, draft_id=kept))


def show_import_preview(code: str, draft_id: str) -> str | Response:
    """Show how the file would be placed on this table; POST accepts it."""
    current = load_current(code)
    asked = request.args if request.method == "GET" else request.form
    waiting, drawing = waiting_map(draft_id, scene=asked.get("scene", ""))
    preview = preview_of(drawing, asked, edition=current.table.edition, name=current.name)
    if request.method == "GET":
        return show("terrain/import_preview.html", _context(current, waiting, preview), parts=("live",))
    way = preview.values["mode"]
    try:
        if preview.placed is None:
            raise InputError(preview.problems)
        operations = bring_terrain(form_table(current).document, preview.placed.document, way=way)
        count = sum(each for _kind, each in preview.counts)
        label = ChangeLabel("terrain.imported", {"count": str(count), "format": drawing.label})
        change(
            current, operations, label=label, lines=[ChangedLine(_("Terrain"), drawing.label, current.name)]
        )
    except InputError as error:
        more = () if preview.problems else error.problems
        return form_again(
            show("terrain/import_preview.html", _context(current, waiting, preview, more)), error
        )
    return see_other(_editor(current))


def show_new_table_preview(draft_id: str) -> str | Response:
    """Show how the file would look as a table; POST makes the table."""
    asked = request.args if request.method == "GET" else request.form
    waiting, drawing = waiting_map(draft_id, scene=asked.get("scene", ""))
    name = import_name(drawing, asked, waiting)
    preview = preview_of(drawing, asked, edition=drawing.edition or DEFAULT_EDITION, name=name)
    if request.method == "GET":
        return show(
            "terrain/import_preview.html", _context(None, waiting, preview, name=name), parts=("live",)
        )
    try:
        if preview.placed is None:
            raise InputError(preview.problems)
        made = create_table(
            database(),
            document=with_first_phase(preview.placed.document),
            now=settings().now(),
            author=device_name(),
            name=name[:120],
            origin=form_origin(),
            allowance=allowance(),
        )
    except InputError as error:
        more = () if preview.problems else error.problems
        return form_again(
            show("terrain/import_preview.html", _context(None, waiting, preview, more, name)), error
        )
    return see_other(url_for("table.show_table", code=made.codes.organise))


def show_shared_preview(code: str, draft_id: str) -> str | Response:
    """Show how the file would look as a layout that all tables share; POST adds it."""
    current = installation_now()
    asked = request.args if request.method == "GET" else request.form
    waiting, drawing = waiting_map(draft_id, scene=asked.get("scene", ""))
    name = import_name(drawing, asked, waiting)
    preview = preview_of(drawing, asked, edition=drawing.edition or DEFAULT_EDITION, name=name)
    library = url_for("installation.show_library", code=current.code)

    def context(more: tuple[Problem, ...] = ()) -> MapPreviewContext:
        here = url_for("terrain.show_shared_preview", code=current.code, draft_id=waiting.id)
        use = _("Add layout")
        return import_preview_context(
            None, waiting, preview, more, name=name, here=here, back=library, use=use
        )

    if request.method == "GET":
        return show("terrain/import_preview.html", context(), parts=("live",))
    try:
        if preview.placed is None:
            raise InputError(preview.problems)
        kept = save(
            database(),
            owner=None,
            kind="layout",
            name=name,
            document=layout_document(parse_document(preview.placed.document), zones=True),
            author=device_name(),
            client_id=form_id(),
            now=settings().now(),
        )
    except InputError as error:
        more = () if preview.problems else error.problems
        return form_again(show("terrain/import_preview.html", context(more)), error)
    return see_other(f"{library}?saved={kept.id}")


def _choose(current: Current, problems: tuple[Problem, ...] = ()) -> MapUploadContext:
    labels = tuple(FORMATS.values())
    return MapUploadContext(current, labels, IMPORT.megabytes, problems)


def _context(
    current: Current | None,
    waiting: UploadedDraft,
    preview: ImportPreview,
    more: tuple[Problem, ...] = (),
    name: str = "",
) -> MapPreviewContext:
    if current is None:
        here, back = (
            url_for("terrain.show_new_table_preview", draft_id=waiting.id),
            url_for("home.upload_table"),
        )
    else:
        here = url_for("terrain.show_import_preview", code=current.code, draft_id=waiting.id)
        back = url_for("terrain.show_import", code=current.code)
    use = _("Make the table") if current is None else _("Use it")
    return import_preview_context(current, waiting, preview, more, name=name, here=here, back=back, use=use)


def _editor(current: Current) -> str:
    return url_for("terrain.show_edit", code=current.code)
