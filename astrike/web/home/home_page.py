"""How does someone get to a table? The front page: type a code, try the demo, create a table or import one."""

from collections.abc import Mapping

from flask import Response, current_app, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.formats.maps.reading import FORMATS
from astrike.formats.table.table_file import parse_document
from astrike.model.byte_limits import IMPORT
from astrike.model.table_document import with_first_phase
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.store.table.codes import InstallationAccess, code_as_meant
from astrike.store.table.tables import StoredTable, create_table
from astrike.web.access.allowances import allowance
from astrike.web.access.codes import look_up_any
from astrike.web.current.table import form_origin
from astrike.web.database import database
from astrike.web.home.demo import DEMO_CODE, FILES, new_demo
from astrike.web.http.device import device_name
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show
from astrike.web.http.server_addresses import address_for_others, is_for_this_machine
from astrike.web.problems import form_again, problems_by_field
from astrike.web.settings import settings
from astrike.web.slots import OpenedByCode, slots
from astrike.web.terrain.import_preview import keep_map, sent_map
from astrike.web.terrain.saved import StartLayout, started, starts

FieldProblems = Mapping[str, tuple[Problem, ...]]


@dataclass(frozen=True, slots=True)
class HomeContext:
    """The ways to a table; `demo_code` opens the demo this server was started with."""

    demo_code: str | None
    code: str = ""
    code_problem: str = ""
    others: str = ""
    """The address for other devices, where this page's own would lead them to themselves."""


@dataclass(frozen=True, slots=True)
class NewContext:
    """The form for an empty table."""

    values: Mapping[str, str]
    editions: tuple[tuple[str, str], ...]
    layouts: tuple[StartLayout, ...]
    problems: FieldProblems


@dataclass(frozen=True, slots=True)
class UploadContext:
    """The form for a table file; `replaces` is nothing here, it makes a new table."""

    text: str
    problems: tuple[Problem, ...]
    formats: tuple[str, ...] = tuple(FORMATS.values())
    megabytes: int = IMPORT.megabytes


def show_home() -> str:
    """Show the ways to a table."""
    return show("home/home.html", HomeContext(_demo_code(), others=_others()))


def open_by_code() -> Response:
    """Open the table, the installation, or what else has the code that was typed."""
    typed = request.form.get("code", "").strip()
    try:
        found = look_up_any(typed)
    except NotFound as error:
        restore = slots().restore(code_as_meant(typed) or "")
        if restore:
            return see_other(restore)
        message = error.message
        if code_as_meant(typed) is None:
            message = _("A code has 10 letters and digits, such as 7KQ20-11M3Z.")
        return form_again(
            show("home/home.html", HomeContext(_demo_code(), typed[:40], message, _others())), error
        )
    match found:
        case OpenedByCode():
            return see_other(found.address)
        case InstallationAccess():
            page = "installation.show_installation"
        case _:
            page = "table.show_table"
    return see_other(url_for(page, code=code_as_meant(typed)))


def make_demo() -> Response:
    """Make a fresh copy of a demo table."""
    name = request.form.get("name") or settings().demo or next(iter(FILES))
    return _go_to(new_demo(database(), name, settings(), allowance=allowance()))


def new_table() -> str | Response:
    """Make a table: empty, or from a layout."""
    if request.method == "GET":
        start = {"name": "", "width": "48", "depth": "48", "edition": DEFAULT_EDITION, "layout": ""}
        return show("home/new_table.html", NewContext(start, _editions(), starts(), {}))
    values = {
        key: request.form.get(key, "").strip() for key in ("name", "width", "depth", "edition", "layout")
    }
    document: Mapping[str, object] = {
        "type": "FeatureCollection",
        "astrike": {
            "format": 1,
            "name": values["name"],
            "width": number_or_text(values["width"]),
            "depth": number_or_text(values["depth"]),
            "edition": values["edition"],
        },
        "features": [],
    }
    try:
        if values["layout"]:  # which brings its own size
            document = started(values["layout"], name=values["name"], edition=values["edition"]).document
        else:
            parse_document(document)
        return _go_to(_create(with_first_phase(document), name=values["name"]))
    except InputError as error:
        problems = problems_by_field(error, prefix="astrike.")
        return form_again(
            show("home/new_table.html", NewContext(values, _editions(), starts(), problems)), error
        )


def upload_table() -> str | Response:
    """Make a table from a file or from pasted text; another tool's map is shown as a preview first."""
    if request.method == "GET":
        return show("home/upload.html", UploadContext("", ()))
    try:
        sent, drawing = sent_map()
        if drawing.table is not None:
            return _go_to(_create(drawing.table))
        return see_other(url_for("terrain.show_new_table_preview", draft_id=keep_map(sent)))
    except InputError as error:
        context = UploadContext(request.form.get("text", ""), error.problems)
        return form_again(show("home/upload.html", context), error)


def _create(document: Mapping[str, object], *, name: str | None = None) -> StoredTable:
    # A form that is sent twice finds the table that it has made.
    return create_table(
        database(),
        document=document,
        now=settings().now(),
        author=device_name(),
        name=name,
        origin=form_origin(),
        allowance=allowance(),
    )


def _go_to(table: StoredTable) -> Response:
    return see_other(url_for("table.show_table", code=table.codes.organise))


def _demo_code() -> str | None:
    code: str | None = current_app.extensions.get(DEMO_CODE)
    return code


def _others() -> str:
    return address_for_others() if is_for_this_machine(request.host_url) else ""


def _editions() -> tuple[tuple[str, str], ...]:
    return tuple((each, f"{each} · {tr(load_edition(each).name)}") for each in IDS)
