"""What can be done with a table as a whole: share, download, replace, copy, rename, lock or delete it?

Its codes can also be replaced, so that the old ones no longer open it.
"""

from datetime import timedelta

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import MAX_BYTES
from astrike.formats.maps.reading import FORMATS
from astrike.formats.table.table_file import EXTENSION, parse_document, write_document
from astrike.model.byte_limits import IMPORT
from astrike.model.document_change import ChangeLabel, ReplaceDocument
from astrike.model.table import Table
from astrike.model.table_document import for_older_programs
from astrike.store.table.changes import rename_table
from astrike.store.table.locks import lock_table, reissue, unlock_table
from astrike.store.table.tables import KEPT_AFTER_DELETION, create_table, delete_table, restore_table
from astrike.web.access.allowances import allowance
from astrike.web.access.rights import right_now
from astrike.web.current.table import (
    ChangedLine,
    Current,
    change,
    form_id,
    form_origin,
    form_version,
    keeping_refused,
    load_current,
)
from astrike.web.database import database
from astrike.web.http.device import device_name, hides_turn_bar
from astrike.web.http.forms import uploaded_file, word_of
from astrike.web.http.i18n import _
from astrike.web.http.responses import download_of, see_other, show
from astrike.web.http.server_addresses import chosen_server, servers
from astrike.web.problems import form_again
from astrike.web.settings import settings
from astrike.web.table.share_codes import RIGHTS, ShareCode, passed_on, rights_of_table, share_codes_of
from astrike.web.terrain.import_preview import drawing_in, keep_map

_LOCKS = {"on": lock_table, "off": unlock_table}


def reissue_code(code: str) -> Response:
    """Draw another code for a right; the old one opens nothing any more."""
    current = load_current(code)
    right = RIGHTS[word_of(request.form, "right", RIGHTS)]
    after = reissue(
        database(),
        current.stored.id,
        right,
        author=device_name(),
        client_id=form_id(),
        now=settings().now(),
    )
    # A request with the code that has just been revoked goes on with the new one.
    mine = after.codes.organise if settings().rights else after.codes.play
    return see_other(url_for("table.show_codes", code=mine, _anchor=f"ticket-{right.name.lower()}"))


def set_lock(code: str) -> Response:
    """Lock the table for everyone but the organizer, or unlock it."""
    current = load_current(code)
    change_lock = _LOCKS[word_of(request.form, "lock", _LOCKS)]
    change_lock(
        database(),
        current.stored.id,
        author=device_name(),
        client_id=form_id(),
        now=settings().now(),
    )
    return see_other(url_for("table.show_more", code=current.code))


@dataclass(frozen=True, slots=True)
class TableMenuContext:
    """What can be done with the table."""

    current: Current
    units: int
    pieces: int
    hides_turn: bool
    """Is it played, with the turn bar switched off on this phone?"""
    name_problem: Problem | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableCodesContext:
    """The codes that the holder of this one may pass on, and where the server is found."""

    current: Current
    share_codes: tuple[ShareCode, ...]
    servers: tuple[str, ...]
    server: str


@dataclass(frozen=True, slots=True)
class ReplaceContext:
    """The form to put a file in the place of this table."""

    current: Current
    version: int
    text: str
    problems: tuple[Problem, ...]
    formats: tuple[str, ...] = tuple(FORMATS.values())
    megabytes: int = IMPORT.megabytes


@dataclass(frozen=True, slots=True)
class DeleteTableContext:
    """The question before a table is deleted."""

    current: Current
    days: int


@dataclass(frozen=True, slots=True)
class DeletedTableContext:
    """What is left of a deleted table."""

    code: str
    days: int


def show_more(code: str) -> str:
    """Show what can be done with the table."""
    current = load_current(code)
    return show("table/more.html", _more(current))


def download_table(code: str) -> Response:
    """Give the table as a file."""
    current = load_current(code)
    return download_of(
        write_document(for_older_programs(current.stored.document)),
        name=current.stored.name,
        extension=EXTENSION,
        media_type="application/geo+json",
    )


def copy_table(code: str) -> Response:
    """Make a table of its own from this one as it is now."""
    current = load_current(code)
    copied = create_table(
        database(),
        document=current.stored.document,
        name=request.form.get("name", "") or _("Copy of %(name)s", name=current.name)[:120],
        now=settings().now(),
        author=device_name(),
        origin=form_origin(),
        is_demo=right_now().is_demo,
        allowance=allowance(),
    )
    return see_other(url_for("table.show_table", code=copied.codes.organise))


def change_name(code: str) -> Response:
    """Give the table another name."""
    current = load_current(code)
    name = request.form.get("name", "")
    label = ChangeLabel("table.renamed", {"name": name})
    try:
        with keeping_refused(current, label, lines=[ChangedLine(_("Name"), name, current.name)]):
            rename_table(
                database(),
                current.stored.id,
                name=name,
                from_version=form_version(),
                right=current.right,
                author=device_name(),
                client_id=form_id(),
                now=settings().now(),
            )
    except InputError as error:
        named = next((each for each in error.problems if each.at == "name"), None)
        if named is None:
            raise
        return form_again(show("table/more.html", _more(current, problem=named, name=name)), error)
    return see_other(url_for("table.show_more", code=current.code))


def show_codes(code: str) -> str:
    """Show the codes that the holder of this code may pass on."""
    current = load_current(code)
    known = servers()
    server = chosen_server(known)
    share_codes = share_codes_of(
        passed_on(current), rights_of_table(), server=server, endpoint="table.show_table"
    )
    return show("table/codes.html", TableCodesContext(current, share_codes, known, server))


def replace_table(code: str) -> str | Response:
    """Replace this table with a table file; another tool's map is shown as a preview first. Can be undone."""
    current = load_current(code)
    if request.method == "GET":
        return show("table/replace.html", ReplaceContext(current, current.version, "", ()))
    version = form_version()
    text = request.form.get("text", "")
    try:
        sent = uploaded_file()
        if len(sent.data) <= MAX_BYTES:
            text = sent.data.decode("utf-8", errors="replace")
        drawing = drawing_in(sent)
        if drawing.table is None:
            return see_other(
                url_for("terrain.show_import_preview", code=current.code, draft_id=keep_map(sent))
            )
        table = parse_document(drawing.table)
        change(
            current,
            [ReplaceDocument(table.document)],
            label=ChangeLabel("table.replaced"),
            lines=_replaced_lines(current, table),
            fields=[("text", text)],
        )
    except InputError as error:
        return form_again(
            show("table/replace.html", ReplaceContext(current, version, text, error.problems)), error
        )
    return see_other(url_for("table.show_table", code=current.code))


def take_table_away(code: str) -> str | Response:
    """Delete the table, after a question."""
    current = load_current(code)
    if request.method == "GET":
        return show(
            "table/delete.html", DeleteTableContext(current, KEPT_AFTER_DELETION // timedelta(days=1))
        )
    with keeping_refused(current, ChangeLabel("table.deleted")):
        delete_table(database(), current.stored.id, from_version=form_version(), now=settings().now())
    return see_other(url_for("table.show_deleted", code=current.code))


def show_deleted(code: str) -> str:
    """Show that the table is deleted, and that it can be restored."""
    return show("table/deleted.html", DeletedTableContext(code, KEPT_AFTER_DELETION // timedelta(days=1)))


def bring_table_back(code: str) -> Response:
    """Bring a deleted table back."""
    restore_table(database(), right_now().table_id)
    return see_other(url_for("table.show_table", code=code))


def _more(current: Current, *, problem: Problem | None = None, name: str | None = None) -> TableMenuContext:
    table = current.table
    shown = current.stored.name if name is None else name
    hides_turn = table.is_played and hides_turn_bar()
    return TableMenuContext(current, len(table.units), len(table.terrain), hides_turn, problem, shown)


def _replaced_lines(current: Current, table: Table) -> list[ChangedLine]:
    now = current.table
    return [
        ChangedLine(_("Name"), table.name, now.name),
        ChangedLine(_("Units"), str(len(table.units)), str(len(now.units))),
        ChangedLine(_("Terrain pieces"), str(len(table.terrain)), str(len(now.terrain))),
    ]
