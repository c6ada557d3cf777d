"""How is terrain edited? The editor: every piece with its numbers, what can be added, and the change itself.

A finger draws and drags in the browser alone; the result comes here as one form, like any other.
"""

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from flask import Response, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from astrike.dataclass import dataclass
from astrike.editing.terrain.piece_views import PieceView
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import Document
from astrike.model.table_document import features_of, properties_of
from astrike.rulebook.loader import load_edition
from astrike.store.table.changes import was_written
from astrike.store.table.codes import Right
from astrike.web.access.rights import may
from astrike.web.current.news import UndoButtons, undo_buttons
from astrike.web.current.prepared import prepare, prepared_state, state_of
from astrike.web.current.table import (
    ChangedLine,
    Current,
    change,
    form_document,
    form_id,
    form_version,
    load_current,
)
from astrike.web.database import database
from astrike.web.http.device import local_path
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show, with_query
from astrike.web.map import MapOverlay, MapView, map_view, read_section
from astrike.web.problems import form_again, problems_by_field
from astrike.web.terrain.edit_form import EditOutcome, PostedEdit, outcome_of, read_asked
from astrike.web.terrain.piece_list import PieceLine, piece_lines, piece_views, pieces_text
from astrike.web.terrain.piece_sheet import PieceSheet, PiecesSheet, box_of, piece_sheet, pieces_sheet
from astrike.web.terrain.tools import (
    TOOLS,
    KindTile,
    OtherPage,
    ToolSection,
    elsewhere,
    kind_tiles,
    sections_of,
)

SHEETS: Final = ("half", "full", "peek")
_SCREEN: Final = ("part", "frame", "land", "pieces")
"""What a script adds about its screen; it goes on with the answer, and nowhere else."""
_KEPT: Final = ("corner", "several", "from_x", "from_y")
_LOSING: Final = ("corner-remove", "hole-remove")
"""After these the numbers of corners mean others."""
_MOST_LISTED: Final = 120
_MOST_NOTES: Final = 6
_MOST_NOTED: Final = 300


@dataclass(frozen=True, slots=True)
class EditContext:
    """The editor: nothing chosen, pieces chosen, or a tool taken up."""

    current: Current
    map: MapView
    sheet: str
    steps: UndoButtons
    address: str
    tool: str
    lines: tuple[PieceLine, ...]
    left_out: int
    """How many more there are, drawn before those in the list."""
    pieces: Markup
    """All pieces for the script; empty when it has them already."""
    selected: tuple[str, ...]
    is_several: bool
    corner: str
    card: PieceSheet | None
    company: PiecesSheet | None
    sections: tuple[ToolSection, ...]
    kinds: tuple[KindTile, ...]
    pages: tuple[OtherPage, ...]
    typed: Mapping[str, str]
    problems: Mapping[str, tuple[Problem, ...]]
    notes: tuple[str, ...]
    status_text: str


def show_edit(code: str) -> str:
    """Show the map, the pieces, and what is chosen."""
    current = load_current(code)
    return show("terrain/edit.html", _context(current, request.args), parts=("live",))


def change_edit(code: str) -> Response:
    """Change the terrain."""
    current = load_current(code)
    here = url_for("terrain.show_edit", code=current.code)
    wished = urlsplit(local_path(request.form.get("next") or here))
    asked = read_asked(request.form.items(multi=True))
    query = MultiDict(parse_qsl(wished.query))
    screen = {key: value for key, value in parse_qsl(request.form.get("screen", "")) if key in _SCREEN}
    try:
        found = _outcome(current, asked)
        change(
            current,
            found.operations,
            label=found.label,
            lines=_lines(current, asked),
            fields=[(key, value) for key, value in request.form.items(multi=True) if key != "screen"],
            version=_version(current),
        )
    except InputError as error:
        context = _context(
            current, MultiDict([*query.items(multi=True), *screen.items()]), asked=asked, error=error
        )
        return form_again(show("terrain/edit.html", context), error)
    if wished.path != here:
        return see_other(wished.geturl())
    after = _afterwards(query, found, loses_corner=asked.action in _LOSING)
    return see_other(with_query(here, [*after, *screen.items()]))


def _version(current: Current) -> int:
    """Give the version that the change is made from: the newest too when since the form only units have changed."""
    return current.version if _is_same_ground(current, form_document(current)) else form_version()


def _is_same_ground(current: Current, document: Document) -> bool:
    """Is everything but the units as it was? A form that is sent again is about the table as it was."""
    if document is current.stored.document:
        return True
    if was_written(database(), current.stored.id, form_id()):
        return False
    return _ground(document) == _ground(current.stored.document)


def _ground(document: Document) -> tuple[object, ...]:
    others = [each for each in features_of(document) if properties_of(each).get("kind") != "unit"]
    return (others, {key: value for key, value in document.items() if key != "features"})


def _outcome(current: Current, asked: PostedEdit) -> EditOutcome:
    """Work out the change from the table as it was when the form was made; units may have moved since."""
    document = form_document(current)
    if _is_same_ground(current, document):
        return outcome_of(current.table, prepared_state(state_of(current)).prepared, asked)
    table = parse_document(document)
    return outcome_of(table, prepare(table).prepared, asked)


def _afterwards(
    query: "MultiDict[str, str]", found: EditOutcome, *, loses_corner: bool
) -> list[tuple[str, str]]:
    """Give the query of the page that comes next: what is chosen now, and what the page keeps."""
    keeps_corner = found.selected == tuple(query.getlist("piece")) and not loses_corner
    kept = [name for name in _KEPT if name in query and (name != "corner" or keeps_corner)]
    notes = [note.sentence[:_MOST_NOTED] for note in found.notes[:_MOST_NOTES]]
    return [
        *(("piece", each) for each in found.selected),
        *((name, query[name]) for name in kept),
        *((("tool", query["tool"]),) if "tool" in query and not found.selected else ()),
        *(("note", note) for note in notes),
    ]


def _lines(current: Current, asked: PostedEdit) -> list[ChangedLine]:
    """Describe what a form wanted beside what is there now, for the case that someone else was faster."""
    if len(asked.ids) != 1 or asked.action != "change":
        return []
    views = {view.id: view for view in piece_views(state_of(current))}
    view = views.get(asked.ids[0])
    if view is None:
        return []
    card = piece_sheet(current.table, load_edition(current.table.edition), view, asked=asked.values, typed={})
    return [
        ChangedLine(entry.label, asked.values[entry.name] or _("as usual"), entry.value or _("as usual"))
        for entry in (*card.entries.first, *card.entries.more)
        if entry.name in asked.values
    ]


def _context(
    current: Current,
    query: "MultiDict[str, str]",
    *,
    asked: PostedEdit | None = None,
    error: InputError | None = None,
) -> EditContext:
    state = state_of(current)
    edition = load_edition(current.table.edition)
    views = piece_views(state)
    known = {view.id: view for view in views}
    selected = tuple(each for each in dict.fromkeys(query.getlist("piece")) if each in known)
    chosen = [known[each] for each in selected]
    tool = query.get("tool", "") if query.get("tool") in TOOLS else ""
    if tool and not may(Right.ORGANISE) and tool != "list":
        tool = ""
    typed = asked.values if asked is not None else {}
    # Who builds from a file may have hundreds of pieces, and finds them on the map.
    cut = 0 if tool == "list" else max(len(views) - _MOST_LISTED, 0)
    card = None
    if len(chosen) == 1 and tool in ("", "hole"):
        card = piece_sheet(
            current.table,
            edition,
            chosen[0],
            asked=_card_query(query),
            typed=typed if asked is not None and asked.action == "change" else {},
        )
    return EditContext(
        current=current,
        map=map_view(
            state,
            read_section(query),
            known_land=query.get("land", ""),
            overlay=MapOverlay(about=_middle(chosen)),
        ),
        sheet=query.get("sheet", "") if query.get("sheet") in SHEETS else SHEETS[0],
        steps=undo_buttons(current),
        address=_address(current, query, selected, tool),
        tool=tool,
        lines=piece_lines(current.table, edition, views[cut:], selected),
        left_out=cut,
        pieces=Markup() if query.get("pieces") == str(current.version) else pieces_text(state),
        selected=selected,
        is_several=query.get("several") == "1",
        corner="" if card is None or card.corner is None else f"{card.corner[0]}.{card.corner[1]}",
        card=card,
        company=pieces_sheet(chosen) if len(chosen) > 1 and not tool else None,
        sections=sections_of(current.table.edition, tool),
        kinds=kind_tiles(edition, tool) if tool in ("outline", "strip") else (),
        pages=elsewhere(current.code) if may(Right.ORGANISE) else (),
        typed=typed,
        problems={} if error is None else problems_by_field(error),
        notes=tuple(note[:_MOST_NOTED] for note in query.getlist("note")[:_MOST_NOTES]),
        status_text=_stated(chosen),
    )


def _card_query(query: Mapping[str, str]) -> dict[str, str]:
    """Read from the address how the sheet of one piece is shown."""
    ring, _dot, index = query.get("corner", "").partition(".")
    return {
        "ring": ring,
        "index": index,
        "from_x": query.get("from_x", ""),
        "from_y": query.get("from_y", ""),
    }


def _address(current: Current, query: "MultiDict[str, str]", selected: tuple[str, ...], tool: str) -> str:
    kept = [(name, query[name]) for name in _KEPT if query.get(name)]
    asked = [*(("piece", each) for each in selected), *kept, *((("tool", tool),) if tool else ())]
    return with_query(url_for("terrain.show_edit", code=current.code), asked)


def _middle(chosen: list[PieceView]) -> tuple[float, float] | None:
    if not chosen:
        return None
    boxes = [box_of(view) for view in chosen]
    west, south = min(box[0] for box in boxes), min(box[1] for box in boxes)
    east, north = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return (west + east) / 2.0, (south + north) / 2.0


def _stated(chosen: list[PieceView]) -> str:
    """Say what is chosen to those who do not see it."""
    if not chosen:
        return ""
    return _("Chosen: %(names)s.", names=", ".join(view.title for view in chosen[:5]))
