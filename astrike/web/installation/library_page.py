"""Which pieces and layouts do all tables share, and how are they added from a table, an event or a file?"""

from collections.abc import Mapping
from typing import Final

from flask import Response, request, url_for
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.editing.terrain.saved import layout_document
from astrike.errors import InputError, NotFound, Problem
from astrike.formats.maps.reading import FORMATS
from astrike.formats.table.table_file import parse_document
from astrike.model.byte_limits import IMPORT
from astrike.model.document_change import Document
from astrike.store.table.codes import Access, InstallationAccess, code_as_meant
from astrike.store.table.tables import KEPT_AFTER_DELETION, load_table
from astrike.store.terrain.library import (
    MOST_SAVED,
    Kind,
    SavedPiece,
    all_deleted,
    all_saved,
    count_saved,
    delete_saved,
    load_saved,
    rename_saved,
    restore_saved,
    save,
)
from astrike.web.access.codes import look_up_any
from astrike.web.access.rights import installation_now
from astrike.web.current.table import form_id
from astrike.web.database import database
from astrike.web.http.device import device_name
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.problems import form_again, problems_by_field
from astrike.web.settings import settings
from astrike.web.slots import OpenedByCode
from astrike.web.terrain.import_preview import keep_map, sent_map
from astrike.web.terrain.layout_pictures import size_words, table_picture
from astrike.web.terrain.saved import DeletedEntry, SavedEntry, entry_of, saved_number, table_of

ON_A_PAGE: Final = 24
TERRAIN: Final = "terrain"


@dataclass(frozen=True, slots=True)
class SharedLibraryContext:
    """What all tables share, and the ways to more."""

    current: InstallationAccess
    pieces: tuple[SavedEntry, ...]
    layouts: tuple[SavedEntry, ...]
    counts: Mapping[str, int]
    most: int
    gone: tuple[DeletedEntry, ...]
    days: int
    after: int
    more: int | None
    saved_name: str
    of: str
    """What was typed as the code of a table or an event."""
    formats: tuple[str, ...]
    megabytes: int
    problems: Mapping[str, tuple[Problem, ...]]


@dataclass(frozen=True, slots=True)
class SharedPieceContext:
    """One shared piece or layout."""

    current: InstallationAccess
    saved: SavedPiece
    name: str
    about: str
    picture: Markup
    problems: Mapping[str, tuple[Problem, ...]]


@dataclass(frozen=True, slots=True)
class SharedChoice:
    """Something of a table or an event that all tables could share."""

    key: str
    kind: Kind
    name: str
    document: Document


@dataclass(frozen=True, slots=True)
class SourceContext:
    """What a table or an event has to share."""

    current: InstallationAccess
    of: str
    title: str
    choices: tuple[SharedChoice, ...]
    problems: tuple[Problem, ...]


def show_library(code: str) -> str:
    """Show what all tables share."""
    return show("installation/library.html", _list())


def show_source(code: str) -> str | Response:
    """Show what a table or an event has to share."""
    try:
        of, title, choices = _source(request.args.get("of", ""))
    except InputError as error:
        return form_again(show("installation/library.html", _list(error)), error)
    return show("installation/source.html", SourceContext(installation_now(), of, title, choices, ()))


def take_over(code: str) -> Response:
    """Let all tables have something of a table or an event."""
    of, title, choices = _source(request.form.get("of", ""))
    chosen = next((each for each in choices if each.key == request.form.get("what", "")), None)
    try:
        if chosen is None:
            raise InputError([Problem("what", _("another one"), _("one of the list"))])
        kept = _save(chosen.kind, request.form.get("name", "") or chosen.name, chosen.document)
    except InputError as error:
        context = SourceContext(installation_now(), of, title, choices, error.problems)
        return form_again(show("installation/source.html", context), error)
    return _to_list(saved=kept.id)


def upload_layout(code: str) -> Response:
    """Share the layout of a table file with all tables; another tool's map is shown as a preview first."""
    try:
        sent, drawing = sent_map()
        if drawing.table is None:
            address = url_for(
                "terrain.show_shared_preview", code=installation_now().code, draft_id=keep_map(sent)
            )
            return see_other(address)
        table = parse_document(drawing.table)
        name = request.form.get("name", "").strip() or table.name
        kept = _save("layout", name, layout_document(table, zones=True))
    except InputError as error:
        return form_again(show("installation/library.html", _list(error)), error)
    return _to_list(saved=kept.id)


def show_saved(code: str, key: str) -> str:
    """Show a shared piece or layout."""
    return _one(key)


def rename_piece(code: str, key: str) -> Response:
    """Give a shared piece or layout another name."""
    try:
        rename_saved(database(), saved_number(key), owner=None, name=request.form.get("name", ""))
    except InputError as error:
        return form_again(_one(key, error), error)
    return _to_list()


def remove_piece(code: str, key: str) -> Response:
    """Delete a shared piece or layout; it can be restored."""
    delete_saved(database(), saved_number(key), owner=None, now=settings().now())
    return _to_list(_anchor="gone")


def bring_piece_back(code: str, key: str) -> Response:
    """Bring a piece or a layout back."""
    restore_saved(database(), saved_number(key), owner=None)
    return _to_list(saved=key)


def _save(kind: Kind, name: str, document: Document) -> SavedPiece:
    return save(
        database(),
        owner=None,
        kind=kind,
        name=name,
        document=document,
        author=device_name(),
        client_id=form_id(),
        now=settings().now(),
    )


def _source(typed: str) -> tuple[str, str, tuple[SharedChoice, ...]]:
    """Give what a table or an event has that its code shows: the code as it is, its name, and what can be shared."""
    try:
        access = look_up_any(typed.strip())
    except NotFound as error:
        raise InputError(
            [Problem("of", typed[:40] or _("nothing"), _("code of a table or an event"))]
        ) from error
    of = code_as_meant(typed) or typed
    match access:
        case Access():
            return of, *_of_table(access)
        case OpenedByCode():
            shared = access.shared()
            layouts = (SharedChoice(each.key, "layout", each.name, each.document) for each in shared.layouts)
            return of, shared.name, tuple(layouts)
        case _:
            raise InputError([Problem("of", _("the installation code"), _("code of a table or an event"))])


def _of_table(access: Access) -> tuple[str, tuple[SharedChoice, ...]]:
    db = database()
    stored = load_table(db, access.table_id)
    terrain: list[SharedChoice] = []
    try:
        document = layout_document(parse_document(stored.document), zones=True)
        name = stored.name or _("Table")
        terrain.append(SharedChoice(TERRAIN, "layout", name, document))
    except InputError:  # a table without terrain: there is nothing of it to share
        name = stored.name or _("Table")
    kinds: tuple[Kind, ...] = ("layout", "piece")
    saved = [each for kind in kinds for each in all_saved(db, kind, owner=access.table_id)]
    own = [SharedChoice(f"saved-{each.id}", each.kind, each.name, each.document) for each in saved]
    return name, (*terrain, *own)


def _list(error: InputError | None = None) -> SharedLibraryContext:
    db = database()
    after = digits_or_none(request.args.get("after", "")) or 0
    pieces, layouts = (
        all_saved(db, kind, owner=None, most=ON_A_PAGE + 1, after=after) for kind in ("piece", "layout")
    )
    gone = (*all_deleted(db, "piece", owner=None), *all_deleted(db, "layout", owner=None))
    saved_name = next((s.name for s in (*pieces, *layouts) if str(s.id) == request.args.get("saved")), "")
    is_more = max(len(pieces), len(layouts)) > ON_A_PAGE
    return SharedLibraryContext(
        current=installation_now(),
        pieces=tuple(map(entry_of, pieces[:ON_A_PAGE])),
        layouts=tuple(map(entry_of, layouts[:ON_A_PAGE])),
        counts={kind: count_saved(db, kind, owner=None) for kind in ("piece", "layout")},
        most=MOST_SAVED,
        gone=tuple(DeletedEntry(each.id, each.name) for each in gone),
        days=KEPT_AFTER_DELETION.days,
        after=after,
        more=after + ON_A_PAGE if is_more else None,
        saved_name=saved_name,
        of=request.values.get("of", "")[:40],
        formats=tuple(FORMATS.values()),
        megabytes=IMPORT.megabytes,
        problems={} if error is None else problems_by_field(error),
    )


def _one(key: str, error: InputError | None = None) -> str:
    saved = load_saved(database(), saved_number(key), owners=(None,))
    try:
        table = table_of(saved)
        picture, about = table_picture(table, name="saved"), size_words(table)
    except InputError:  # of an edition that is not known any more: it can still be renamed and deleted
        picture, about = Markup(), _("of another edition")
    context = SharedPieceContext(
        current=installation_now(),
        saved=saved,
        name=saved.name if error is None else request.form.get("name", ""),
        about=about if saved.kind == "layout" else "",
        picture=picture,
        problems={} if error is None else problems_by_field(error),
    )
    return show("installation/saved.html", context)


def _to_list(**more: object) -> Response:
    return see_other(url_for("installation.show_library", code=installation_now().code, **more))  # type: ignore[arg-type]
