"""Which layouts does the event have, do they meet its preset, and on which table is each used in which round?"""

from collections.abc import Mapping

from flask import Response, jsonify, request, url_for
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.editing.events.tables import layout_of_table
from astrike.editing.terrain.saved import shipped_layouts
from astrike.errors import InputError, Problem
from astrike.formats.events.event_file import write_event
from astrike.formats.maps.reading import FORMATS
from astrike.formats.table.table_file import parse_document
from astrike.model.byte_limits import IMPORT
from astrike.model.document_change import ChangeLabel
from astrike.model.events.event import all_the_same, rotated, with_layout_named
from astrike.report.layout.json import legal_json
from astrike.report.layout.sentences import open_names, skipped_words
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.events.events import was_written
from astrike.store.events.layouts import EventLayout, add_layout, layouts_of, remove_layout, rename_layout
from astrike.store.events.tables import tables_of_event
from astrike.store.table.tables import load_table
from astrike.store.terrain.library import all_saved, load_saved
from astrike.web.current.table import changed_by_now, form_id
from astrike.web.current.units import unit_labels
from astrike.web.database import database
from astrike.web.events.current import (
    CurrentEvent,
    edit_event,
    load_current_event,
    load_current_layout,
    on_newest,
)
from astrike.web.events.layout_reports import (
    UNPLAYABLE,
    LayoutReport,
    known_report,
    laid_out,
    legality_of,
    report_of,
)
from astrike.web.events.presets import preset_name
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show
from astrike.web.layout.pictures import whole_picture
from astrike.web.layout.view import FindingLine, headline_of, pinned, rows_of
from astrike.web.problems import form_again, problems_by_field
from astrike.web.terrain.import_preview import (
    MapPreviewContext,
    import_name,
    import_preview_context,
    keep_map,
    preview_of,
    sent_map,
    waiting_map,
)
from astrike.web.terrain.layout_pictures import Thumbnail, size_words, thumbnail


@dataclass(frozen=True, slots=True)
class LayoutEntry:
    """A layout in the list; without a picture when it cannot be played by this edition."""

    layout: EventLayout
    size: str
    picture: Thumbnail | None
    report: LayoutReport
    tables: int
    """On so many tables in the round that is played."""


@dataclass(frozen=True, slots=True)
class LayoutsContext:
    """Every layout, and the ways to more."""

    current: CurrentEvent
    preset: str
    entries: tuple[LayoutEntry, ...]
    sources: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    formats: tuple[str, ...]
    megabytes: int
    values: Mapping[str, str]
    problems: Mapping[str, tuple[Problem, ...]]


@dataclass(frozen=True, slots=True)
class LayoutContext:
    """One layout, large."""

    current: CurrentEvent
    layout: EventLayout
    size: str
    picture: Markup
    worst: str
    large: str
    counts: tuple[str, ...]
    rows: tuple[FindingLine, ...]
    passed: tuple[FindingLine, ...]
    skipped: tuple[tuple[str, str], ...]
    not_checked: tuple[str, ...]
    """Topics that nobody checked."""
    preset: str
    problems: tuple[Problem, ...]
    name_problems: Mapping[str, tuple[Problem, ...]]
    name: str


def show_layouts(code: str) -> str:
    """Show every layout."""
    return show("events/layouts.html", _list(load_current_event(code), {}, None))


def check_layouts(code: str) -> Response:
    """Check one layout of which nothing is known yet, and say how many are left."""
    current = load_current_event(code)
    unknown = [
        each
        for each in layouts_of(database(), current.id)
        if known_report(current.event, each).state == "unknown" and each.name in current.event.layouts_used()
    ]
    for number, layout in enumerate(unknown, 1):
        if report_of(current.event, layout).state != "wrong":
            return jsonify(checked=True, left=len(unknown) - number)
    return jsonify(checked=bool(unknown), left=0)


def add_table_as_layout(code: str) -> Response:
    """Take a layout that comes along, from the library, or from a table of the event."""
    current = load_current_event(code)
    values = {name: request.form.get(name, "").strip() for name in ("source", "name")}
    try:
        name, document = _source(current, values["source"])
        layout = add_layout(
            database(), current.id, name=values["name"] or name, document=document, who=changed_by_now()
        )
    except InputError as error:
        return form_again(show("events/layouts.html", _list(current, values, error)), error)
    return see_other(url_for("events.show_layouts", code=code, _anchor=f"layout-{layout.id}"))


def upload_layout(code: str) -> Response:
    """Add a layout from a table file; another tool's map is shown as a preview first."""
    current = load_current_event(code)
    values = {name: request.form.get(name, "").strip() for name in ("name", "text")}
    try:
        sent, drawing = sent_map()
        if drawing.table is None:
            kept = keep_map(sent)
            return see_other(
                url_for("events.show_layout_preview", code=code, draft_id=kept, name=values["name"])
            )
        table = parse_document(drawing.table)
        layout = add_layout(
            database(),
            current.id,
            name=values["name"] or table.name[:80],
            document=layout_of_table(table),
            who=changed_by_now(),
        )
    except InputError as error:
        return form_again(show("events/layouts.html", _list(current, values, error)), error)
    return see_other(url_for("events.show_layouts", code=code, _anchor=f"layout-{layout.id}"))


def assign_layouts(code: str) -> Response:
    """Put one layout on every table, or let them go round."""
    current = load_current_event(code)
    event, how = current.event, request.form.get("how", "")
    names = tuple(each.name for each in layouts_of(database(), current.id))
    in_round = digits_or_none(request.form.get("round", ""))
    rounds = range(1, event.rounds + 1) if in_round is None else range(in_round, in_round + 1)
    if rounds.start < 1 or rounds.stop > event.rounds + 1:
        raise InputError([Problem("round", str(in_round), _("a round of the event"))])
    if how == "rotate" and names:
        edit_event(
            current,
            lambda now: rotated(now, names, rounds),
            label=ChangeLabel("layouts.rotated"),
            part="tables",
        )
    elif how in names:
        edit_event(
            current,
            lambda now: all_the_same(now, how, rounds),
            label=ChangeLabel("layouts.same", {"name": how}),
            part="tables",
        )
    else:
        raise InputError([Problem("how", repr(how[:40]), _("a layout of the event, or rotate"))])
    return see_other(url_for("events.show_desk", code=code))


def show_layout(code: str, layout_id: str) -> str:
    """Show one layout large, with the result of its check."""
    current = load_current_event(code)
    return show("events/layout.html", _one(current, load_current_layout(current, layout_id)))


def show_layout_json(code: str, layout_id: str) -> Response:
    """Give the result of the check to programs."""
    current = load_current_event(code)
    return jsonify(legal_json(legality_of(current.event, load_current_layout(current, layout_id))))


def rename_one_layout(code: str, layout_id: str) -> Response:
    """Give a layout another name."""
    current = load_current_event(code)
    layout = load_current_layout(current, layout_id)
    name = request.form.get("name", "").strip()

    def act(now: CurrentEvent) -> None:
        event = write_event(with_layout_named(now.event, layout.name, name))
        rename_layout(
            database(),
            now.id,
            layout.id,
            name=name,
            event=event,
            from_version=now.stored.version,
            who=changed_by_now(),
        )

    try:
        on_newest(current, act)
    except InputError as error:
        return form_again(show("events/layout.html", _one(current, layout, error, name)), error)
    return see_other(url_for("events.show_layout", code=code, layout_id=layout_id))


def take_layout_out(code: str, layout_id: str) -> Response:
    """Remove a layout from the event; tables that have it keep it."""
    current = load_current_event(code)
    if was_written(database(), current.id, form_id()):
        return see_other(url_for("events.show_layouts", code=code))
    layout = load_current_layout(current, layout_id)

    def act(now: CurrentEvent) -> None:
        event = write_event(with_layout_named(now.event, layout.name, ""))
        remove_layout(
            database(),
            now.id,
            layout.id,
            name=layout.name,
            event=event,
            from_version=now.stored.version,
            who=changed_by_now(),
        )

    on_newest(current, act)
    return see_other(url_for("events.show_layouts", code=code))


def _source(current: CurrentEvent, key: str) -> tuple[str, Mapping[str, object]]:
    """Give the layout that was chosen, and what it is called."""
    kind, _dash, name = key.partition("-")
    number = digits_or_none(name)
    if kind == "shipped" and name in shipped_layouts():
        table = shipped_layouts()[name]
        return tr(table.name), table.document
    if kind == "saved" and number is not None:
        ours = tuple(each.table_id for each in tables_of_event(database(), current.id))
        saved = load_saved(database(), number, owners=(None, *ours))
        if saved.kind == "layout":
            return saved.name[:80], saved.document
    if kind == "table" and number is not None:
        for each in tables_of_event(database(), current.id):
            if each.number == number:
                stored = load_table(database(), each.table_id)
                return stored.name[:80], layout_of_table(parse_document(stored.document))
    raise InputError([Problem("source", repr(key[:40]), _("a layout of the list"))])


def _list(current: CurrentEvent, values: Mapping[str, str], error: InputError | None) -> LayoutsContext:
    event, db = current.event, database()
    entries: list[LayoutEntry] = []
    for layout in layouts_of(db, current.id):
        report, picture, size = known_report(event, layout), None, ""
        try:
            table = laid_out(event, layout)
            picture, size = thumbnail(table), size_words(table)
        except InputError:
            report = UNPLAYABLE
        count = sum(event.game(seat.number, event.round_now).layout == layout.name for seat in event.seats)
        entries.append(LayoutEntry(layout, size, picture, report, count))
    seats = tables_of_event(db, current.id)
    tables = tuple((f"table-{each.number}", _("Table %(number)s", number=each.number)) for each in seats)
    saved = tuple((f"saved-{each.id}", each.name) for each in all_saved(db, "layout", owner=None))
    own = tuple(
        (f"saved-{each.id}", _("%(name)s (table %(number)s)", name=each.name, number=seat.number))
        for seat in seats
        for each in all_saved(db, "layout", owner=seat.table_id)
    )
    shipped = tuple((f"shipped-{key}", tr(table.name)) for key, table in shipped_layouts().items())
    sources = (
        (_("Come along"), shipped),
        (_("For all tables of this server"), saved),
        (_("Saved at a table of the event"), own),
        (_("As on a table of the event"), tables),
    )
    return LayoutsContext(
        current=current,
        preset=preset_name(event),
        entries=tuple(entries),
        sources=tuple(each for each in sources if each[1]),
        formats=tuple(FORMATS.values()),
        megabytes=IMPORT.megabytes,
        values={"source": "", "name": "", "text": "", **values},
        problems={} if error is None else problems_by_field(error),
    )


def _one(
    current: CurrentEvent, layout: EventLayout, error: InputError | None = None, name: str | None = None
) -> LayoutContext:
    problems: tuple[Problem, ...] = ()
    picture, size, worst, large = Markup(), "", "", ""
    counts: tuple[str, ...] = ()
    skipped: tuple[tuple[str, str], ...] = ()
    not_checked: tuple[str, ...] = ()
    rows: tuple[FindingLine, ...] = ()
    try:
        table = laid_out(current.event, layout)
        legality = legality_of(current.event, layout)
        worst, large, counts = headline_of(legality)
        rows = rows_of(legality.findings, table, unit_labels(table).names, pins=pinned(legality.findings))
        skipped = skipped_words(legality.skipped, translate=tr)
        not_checked = open_names(legality, translate=tr)
        picture, size = whole_picture(prepare_table(table), legality), size_words(table)
    except InputError as wrong:
        problems = wrong.problems
    return LayoutContext(
        current=current,
        layout=layout,
        size=size,
        picture=picture,
        worst=worst,
        large=large,
        counts=counts,
        rows=tuple(row for row in rows if row.severity != "pass"),
        passed=tuple(row for row in rows if row.severity == "pass"),
        skipped=skipped,
        not_checked=not_checked,
        preset=preset_name(current.event),
        problems=problems,
        name_problems={} if error is None else problems_by_field(error),
        name=layout.name if name is None else name,
    )


def show_layout_preview(code: str, draft_id: str) -> str | Response:
    """Show how the file would look as a layout of the event; POST adds it."""
    current = load_current_event(code)
    asked = request.args if request.method == "GET" else request.form
    waiting, drawing = waiting_map(draft_id, scene=asked.get("scene", ""))
    name = import_name(drawing, asked, waiting)[:80]
    preview = preview_of(drawing, asked, edition=current.event.edition, name=name)
    layouts = url_for("events.show_layouts", code=code)

    def context(more: tuple[Problem, ...] = ()) -> MapPreviewContext:
        here = url_for("events.show_layout_preview", code=code, draft_id=waiting.id)
        use = _("Add layout")
        return import_preview_context(
            None, waiting, preview, more, name=name, here=here, back=layouts, use=use
        )

    if request.method == "GET":
        return show("terrain/import_preview.html", context(), parts=("live",))
    try:
        if preview.placed is None:
            raise InputError(preview.problems)
        document = layout_of_table(parse_document(preview.placed.document))
        layout = add_layout(database(), current.id, name=name, document=document, who=changed_by_now())
    except InputError as error:
        more = () if preview.problems else error.problems
        return form_again(show("terrain/import_preview.html", context(more)), error)
    return see_other(f"{layouts}#layout-{layout.id}")
