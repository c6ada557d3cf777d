"""Which pieces and layouts are saved, and how are they put on this table or saved from it?

A table's own pieces and layouts are shown and deleted only by that table; those that all tables share can be used by
every one. The holder of the installation's code can also share one with all tables.
"""

from collections.abc import Mapping

from flask import Response, request, url_for
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.editing.terrain.saved import (
    how_to_lay,
    layout_document,
    layout_table,
    piece_document,
    shipped_layouts,
)
from astrike.editing.terrain.saved import place_piece as placed
from astrike.editing.terrain.saved import use_layout as laid_out
from astrike.errors import InputError, NotFound, Problem
from astrike.model.import_notes import ImportNote
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.model.terrain import Family
from astrike.rulebook.loader import load_edition
from astrike.rules.layout.coverage import coverage_of
from astrike.store.table.tables import KEPT_AFTER_DELETION
from astrike.store.terrain.library import (
    Kind,
    SavedPiece,
    all_deleted,
    all_saved,
    delete_saved,
    load_saved,
    restore_saved,
    save,
)
from astrike.web.access.allowances import may_share, owner_now, readable_owners, refuse_demo
from astrike.web.access.codes import look_up_installation
from astrike.web.current.table import ChangedLine, Current, change, form_id, form_table, load_current
from astrike.web.database import database
from astrike.web.http.device import device_name
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show, with_query
from astrike.web.problems import form_again, problems_by_field
from astrike.web.settings import settings
from astrike.web.terrain.layout_pictures import LayoutFigure, figures_of, size_words, table_picture, thumbnail
from astrike.web.terrain.saved import DeletedEntry, SavedEntry, entry_of, saved_number, table_of

SHIPPED = "shipped-"
ON_A_PAGE = 24
"""Pictures of each kind."""


@dataclass(frozen=True, slots=True)
class LibraryContext:
    """Everything that is saved, and the forms to save more."""

    current: Current
    selected: tuple[tuple[str, str], ...]
    """The pieces that the editor had selected: id and title."""
    pieces: tuple[tuple[str, str], ...]
    saved_pieces: tuple[SavedEntry, ...]
    layouts: tuple[SavedEntry, ...]
    shared_pieces: tuple[SavedEntry, ...]
    shared_layouts: tuple[SavedEntry, ...]
    may_share: bool
    """Has this table a part in what all tables share?"""
    shipped: tuple[SavedEntry, ...]
    gone: tuple[DeletedEntry, ...]
    days: int
    names: Mapping[str, str]
    """What was typed as names: of a piece, of a layout."""
    with_zones: bool
    problems: Mapping[str, tuple[Problem, ...]]
    wrong: str
    """Which form was refused: piece, layout or none."""
    saved_name: str
    after: int
    """How many of each kind the pages before list."""
    more: int | None
    """How many of each kind are listed when the next page begins."""


@dataclass(frozen=True, slots=True)
class SavedContext:
    """One saved piece or layout, large, and what can be done with it."""

    current: Current
    version: int
    key: str
    name: str
    kind: Kind
    about: str
    is_own: bool
    """Is it this table's: to be deleted, or shared with all?"""
    is_shared: bool
    may_share: bool
    was_shared: bool
    code: str
    """What was typed as the installation's code."""
    picture: Markup
    figures: tuple[LayoutFigure, ...]
    has_zones: bool
    values: Mapping[str, str]
    notes: tuple[ImportNote, ...]
    problems: Mapping[str, tuple[Problem, ...]]
    others: tuple[Problem, ...]


# ---- the list


def show_library(code: str) -> str:
    """Show what is saved."""
    return _list(load_current(code))


def save_piece(code: str) -> Response:
    """Save the chosen pieces of this table under a name."""
    current = load_current(code)
    ids = request.form.getlist("piece")
    try:
        document = piece_document(current.table, ids)
        kept = _save("piece", document)
    except InputError as error:
        return form_again(_list(current, selected=ids, wrong="piece", error=error), error)
    return see_other(url_for("terrain.show_library", code=current.code, saved=kept.id))


def save_layout(code: str) -> Response:
    """Save the terrain of this table as a layout."""
    current = load_current(code)
    try:
        document = layout_document(current.table, zones="zones" in request.form)
        kept = _save("layout", document)
    except InputError as error:
        return form_again(_list(current, wrong="layout", error=error), error)
    return see_other(url_for("terrain.show_library", code=current.code, saved=kept.id))


def delete_piece(code: str, key: str) -> Response:
    """Delete a piece or a layout from the library; it can be restored."""
    current = load_current(code)
    delete_saved(database(), saved_number(key), owner=owner_now(), now=settings().now())
    return see_other(url_for("terrain.show_library", code=current.code, _anchor="gone"))


def restore_piece(code: str, key: str) -> Response:
    """Bring a piece or a layout back."""
    current = load_current(code)
    restore_saved(database(), saved_number(key), owner=owner_now())
    return see_other(url_for("terrain.show_library", code=current.code, saved=key))


def share_piece(code: str, key: str) -> Response:
    """Let all tables have what this one has saved; needs the installation's code as well."""
    current = load_current(code)
    refuse_demo()
    saved = load_saved(database(), saved_number(key), owners=(owner_now(),))
    try:
        try:
            look_up_installation(request.form.get("code", "").strip())
        except NotFound:
            expected = _("the installation code, which the server prints when it starts")
            found = request.form.get("code", "").strip()[:40] or _("nothing")
            raise InputError([Problem("code", found, expected)]) from None
        save(
            database(),
            owner=None,
            kind=saved.kind,
            name=saved.name,
            document=saved.document,
            author=device_name(),
            client_id=form_id(),
            now=settings().now(),
        )
    except InputError as error:
        return form_again(_one(current, key, {}, error=error), error)
    return see_other(url_for("terrain.show_saved", code=current.code, key=key, shared=1))


def _save(kind: Kind, document: Mapping[str, object]) -> SavedPiece:
    return save(
        database(),
        owner=owner_now(),
        kind=kind,
        name=request.form.get("name", ""),
        document=document,
        author=device_name(),
        client_id=form_id(),
        now=settings().now(),
    )


def _list(
    current: Current, *, selected: list[str] | None = None, wrong: str = "", error: InputError | None = None
) -> str:
    table, db = current.table, database()
    named = piece_names(table)
    chosen = request.args.getlist("piece") if selected is None else selected
    selected_pieces = tuple((each, named[each]) for each in chosen if each in named)
    typed = request.form.get("name", "")
    suggested = selected_pieces[0][1] if selected_pieces else ""
    mine = owner_now()
    gone = (*all_deleted(db, "piece", owner=mine), *all_deleted(db, "layout", owner=mine))
    after = digits_or_none(request.args.get("after", "")) or 0
    kinds: tuple[Kind, ...] = ("layout", "piece")
    listed = {
        (owner, kind): all_saved(db, kind, owner=owner, most=ON_A_PAGE + 1, after=after)
        for owner in readable_owners()
        for kind in kinds
    }
    is_more = max(map(len, listed.values())) > ON_A_PAGE
    shown = {
        at: tuple(entry_of(each, table.edition) for each in found[:ON_A_PAGE]) for at, found in listed.items()
    }
    own = (*shown[mine, "piece"], *shown[mine, "layout"])
    saved_name = next((each.name for each in own if each.key == request.args.get("saved")), "")
    context = LibraryContext(
        current=current,
        selected=selected_pieces,
        pieces=tuple(named.items()),
        saved_pieces=shown[mine, "piece"],
        layouts=shown[mine, "layout"],
        shared_pieces=shown.get((None, "piece"), ()),
        shared_layouts=shown.get((None, "layout"), ()),
        may_share=may_share(),
        shipped=tuple(
            SavedEntry(SHIPPED + key, tr(each.name), size_words(each), thumbnail(each))
            for key, each in shipped_layouts().items()
        ),
        gone=tuple(DeletedEntry(each.id, each.name) for each in gone),
        days=KEPT_AFTER_DELETION.days,
        names={
            "piece": typed if wrong == "piece" else suggested,
            "layout": typed if wrong == "layout" else current.name,
        },
        with_zones=wrong != "layout" or "zones" in request.form,
        problems={} if error is None else problems_by_field(error),
        wrong=wrong,
        saved_name=saved_name,
        after=after,
        more=after + ON_A_PAGE if is_more else None,
    )
    return show("terrain/library.html", context)


# ---- one of it


def show_saved(code: str, key: str) -> str:
    """Show one saved piece or layout."""
    current = load_current(code)
    return _one(current, key, request.args)


def place_saved(code: str, key: str) -> Response:
    """Put a saved piece onto the table."""
    current = load_current(code)
    saved = _saved(key, "piece")
    values = {name: request.form.get(name, "") for name in ("x", "y", "turn")}
    try:
        edited = placed(form_table(current), saved.document, saved.name, values)
        mine = _("%(name)s at %(x)s, %(y)s", name=saved.name, x=values["x"], y=values["y"])
        change(current, edited.operations, label=edited.label, lines=[ChangedLine(_("Terrain"), mine, "–")])
    except InputError as error:
        return form_again(_one(current, key, values, error=error), error)
    address = url_for("terrain.show_edit", code=current.code)
    return see_other(with_query(address, [("piece", each) for each in edited.selected]))


def use_saved_layout(code: str, key: str) -> Response:
    """Lay a layout out on this table."""
    current = load_current(code)
    values = {name: request.form.get(name, "") for name in ("how", "zones")}
    try:
        table = form_table(current)
        layout = _layout(key, table.edition)
        edited = laid_out(table, layout, how=how_to_lay(values["how"]), zones=bool(values["zones"]))
        now = _("%(count)s pieces", count=len(current.table.terrain))
        change(
            current,
            edited.operations,
            label=edited.label,
            lines=[ChangedLine(_("Terrain"), layout.name, now)],
        )
    except InputError as error:
        return form_again(_one(current, key, values, error=error), error)
    return see_other(url_for("terrain.show_edit", code=current.code))


def _layout(key: str, edition: str) -> Table:
    if key.startswith(SHIPPED):
        found = shipped_layouts().get(key.removeprefix(SHIPPED))
        if found is None:
            raise NotFound(_("There is no such layout."))
        return layout_table(found.document, name=tr(found.name), edition=edition)
    return table_of(_saved(key, "layout"), edition)


def _saved(key: str, kind: Kind | None = None) -> SavedPiece:
    saved = load_saved(database(), saved_number(key), owners=readable_owners())
    if kind not in (None, saved.kind):
        raise NotFound(_("This is not in the library any more."))
    return saved


def _one(current: Current, key: str, values: Mapping[str, str], *, error: InputError | None = None) -> str:
    edition = current.table.edition
    saved = None if key.startswith(SHIPPED) else _saved(key)
    table = _layout(key, edition) if saved is None else table_of(saved, edition)
    kind: Kind = "layout" if saved is None else saved.kind
    rows = load_edition(edition).terrain
    problems = {} if error is None else problems_by_field(error)
    known, shown = ("x", "y", "turn", "how"), ("x", "y", "turn", "how", "code")
    start = {
        "x": f"{current.table.width / 2:g}",
        "y": f"{current.table.depth / 2:g}",
        "turn": "0",
        "how": "replace",
    }
    notes, misfits = _fitted(current.table, table) if kind == "layout" and error is None else ((), ())
    is_posted = request.method == "POST"
    zones = "true" if not is_posted else values.get("zones", "")
    context = SavedContext(
        current=current,
        version=current.version,
        key=key,
        name=table.name,
        kind=kind,
        about=size_words(table) if kind == "layout" else "",
        is_own=saved is not None and not saved.is_shared,
        is_shared=saved is not None and saved.is_shared,
        may_share=may_share(),
        was_shared="shared" in request.args,
        code=request.form.get("code", "")[:40],
        picture=table_picture(table, name="saved"),
        figures=figures_of(table, coverage_of(table)) if kind == "layout" else (),
        has_zones=any(rows[piece.kind].family == Family.ZONE for piece in table.terrain)
        or bool(table.markers),
        values={**start, **{name: values[name] for name in known if values.get(name)}, "zones": zones},
        notes=notes,
        problems=problems,
        others=(*misfits, *(each for name, found in problems.items() if name not in shown for each in found)),
    )
    return show("terrain/saved.html", context)


def _fitted(table: Table, layout: Table) -> tuple[tuple[ImportNote, ...], tuple[Problem, ...]]:
    """List, before a layout is used, the findings that it would give, or why it does not fit."""
    try:
        return laid_out(table, layout, how="add", zones=True).notes, ()
    except InputError as error:
        return (), error.problems
