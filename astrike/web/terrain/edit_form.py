"""What does a form of the editor change? One or several edits for the engine, and what became of them.

The form with the numbers sends all of them; only what differs from the piece as it was when the form was made becomes
an edit, so that two people can change different things of one piece.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.editing.terrain.edit import edit
from astrike.editing.terrain.edit_requests import EditResult, EditWish
from astrike.editing.terrain.piece_views import pieces_of
from astrike.errors import InputError, NotFound, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ChangeLabel, Document, Operation, apply
from astrike.model.import_notes import ImportNote
from astrike.model.table import Table
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _
from astrike.web.terrain.piece_sheet import CORNER, PLACE, SET, shown_numbers

STAMP: Final = frozenset({"version", "change_id", "next", "screen", "action", "id", "ids", "step"})
_PAIR: Final = re.compile(r"\s*([^,;\s]+)\s*[,;]\s*([^,;\s]+)\s*")
_STEP: Final = re.compile(r"([a-z_]{1,12})(?:=([0-9.]{1,8}))?([+-][0-9.]{1,6})")
_SIZES: Final = {"width": "wide", "depth": "deep"}
"""What the engine calls width and depth of an outline is named apart from the depth of water in the form."""
_LISTS: Final = ("corners", "points")


@dataclass(frozen=True, slots=True)
class PostedEdit:
    """A posted form of the editor: which pieces it is about, and its fields."""

    action: str
    ids: tuple[str, ...]
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class EditOutcome:
    """What is to be stored, and what is chosen afterwards."""

    operations: tuple[Operation, ...]
    label: ChangeLabel
    selected: tuple[str, ...]
    notes: tuple[ImportNote, ...]


def read_asked(form: Iterable[tuple[str, str]]) -> PostedEdit:
    """Read a posted form."""
    fields = list(form)
    values = {name: value.strip() for name, value in fields if name not in STAMP}
    ids = [value for name, value in fields if name == "id"]
    for name, value in fields:
        if name == "ids" and value:
            ids += _listed(value)
    action = next((value for name, value in fields if name == "action"), "")
    for name, value in fields:
        if name == "step":
            values = _stepped(values, value)
    return PostedEdit(action, tuple(dict.fromkeys(ids)), values)


def outcome_of(table: Table, prepared: PreparedTable, asked: PostedEdit) -> EditOutcome:
    """Ask the engine; raise `InputError` with every field that is wrong."""
    typed = {name: text for name in _LISTS if (text := asked.values.get(name)) and not text.startswith("[")}
    asked = replace(asked, values={**asked.values, **{name: _places(name, typed[name]) for name in typed}})
    match asked.action:
        case "change":
            return _changed(table, prepared, asked)
        case "add" if asked.values.get("piece", "").startswith("point:"):
            values = {"kind": asked.values["piece"].partition(":")[2], **_but(asked.values, "piece")}
            return _outcome(edit(table, EditWish("point", (), values)))
        case "add" if asked.values.get("form") == "strip":
            values = {**_but(asked.values, "corners"), "points": asked.values.get("corners", "")}
            return _renamed(table, EditWish("add", (), values), {"points": "corners"})
        case _:
            return _outcome(edit(table, EditWish(asked.action, asked.ids, asked.values)))


def _outcome(found: EditResult) -> EditOutcome:
    return EditOutcome(tuple(found.operations), found.label, tuple(found.selected), tuple(found.notes))


def _renamed(table: Table, wish: EditWish, names: Mapping[str, str]) -> EditOutcome:
    """Ask the engine, and name what is wrong as the form names its fields."""
    try:
        return _outcome(edit(table, wish))
    except InputError as error:
        raise InputError(
            [replace(each, at=names.get(each.at, each.at)) for each in error.problems]
        ) from error


def _changed(table: Table, prepared: PreparedTable, asked: PostedEdit) -> EditOutcome:
    """Ask for every number that differs, one wish after the other."""
    if len(asked.ids) != 1:
        raise InputError([Problem("ids", _("nothing chosen"), _("one piece"))])
    view = next((each for each in pieces_of(table, prepared) if each.id == asked.ids[0]), None)
    if view is None:
        raise NotFound(_("This piece is not on the table any more."))
    shown = shown_numbers(table, view, asked.values)
    differing = {
        name: value
        for name, value in asked.values.items()
        if name in shown and not _is_same(value, shown[name])
    }
    whole: EditOutcome | None = None
    problems: list[Problem] = []
    for wish, names in _wishes(asked, differing):
        before = whole
        try:
            found = _renamed(_after(table, () if before is None else before.operations), wish, names)
        except InputError as error:
            problems += error.problems
            continue
        whole = found if before is None else _both(before, found)
    if problems:
        raise InputError(problems)
    if whole is None:
        return EditOutcome((), ChangeLabel("terrain.placed", {"piece": view.title}), asked.ids, ())
    return whole


def _wishes(asked: PostedEdit, differing: Mapping[str, str]) -> Iterable[tuple[EditWish, Mapping[str, str]]]:
    values, ids = asked.values, asked.ids
    size = {name: differing[field] for name, field in _SIZES.items() if field in differing}
    if size:
        yield EditWish("resize", ids, size), _SIZES
    place = {name: differing[name] for name in PLACE if name in differing}
    if place:
        froms = {name: values.get(name) or "centre" for name in ("from_x", "from_y")}
        yield EditWish("place", ids, {**place, **froms}), {}
    if any(name in differing for name in CORNER):
        corner = {"ring": values.get("ring", "0"), "index": values.get("index", "")}
        wanted = {"x": values.get("cx", ""), "y": values.get("cy", "")}
        yield EditWish("corner", ids, {**corner, **wanted}), {"x": "cx", "y": "cy"}
    settings = {name: differing[name] for name in SET if name in differing}
    if settings:
        yield EditWish("set", ids, settings), {}


def _both(first: EditOutcome, second: EditOutcome) -> EditOutcome:
    return EditOutcome(
        (*first.operations, *second.operations), first.label, second.selected, (*first.notes, *second.notes)
    )


def _after(table: Table, operations: tuple[Operation, ...]) -> Table:
    if not operations:
        return table
    document: Document = apply(table.document, operations)[0]
    return parse_document(document)


def _is_same(wanted: str, shown: str) -> bool:
    """Tell whether a field has the value that it had before; 8.0 is 8."""
    one, other = number_or_text(wanted.replace("−", "-")), number_or_text(shown.replace("−", "-"))
    return one == other


def _but(values: Mapping[str, str], name: str) -> dict[str, str]:
    return {key: value for key, value in values.items() if key != name}


def _stepped(values: Mapping[str, str], step: str) -> dict[str, str]:
    """Press − or + of a field where no script does it."""
    found = _STEP.fullmatch(step)
    if found is None:
        raise InputError([Problem("step", repr(step[:20]), _("a field and by how much"))])
    name, usual, by = found.groups()
    before, change = number_or_text(values.get(name, "") or usual or "0"), number_or_text(by)
    if isinstance(before, str) or isinstance(change, str):
        return dict(values)  # this is no number, and will be reported as such
    return {**values, name: f"{round(before + change, 4):g}"}


def _listed(text: str) -> list[str]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise InputError([Problem("ids", repr(text[:40]), _("a list of ids"))])
    return found


def _places(name: str, text: str) -> str:
    """Write places as people type them, ``4,8 10,8 10,12``, as the list that the engine reads."""
    places: list[list[float]] = []
    for part in text.replace(";", " ").split():
        pair = _PAIR.fullmatch(part)
        numbers = [number_or_text(each) for each in pair.groups()] if pair else []
        if len(numbers) != 2 or any(isinstance(each, str) for each in numbers):
            expected = _("places like 4,8 10,8 10,12 with points for decimals")
            raise InputError([Problem(name, repr(part[:20]), expected)])
        places.append([float(each) for each in numbers])
    return json.dumps(places)
