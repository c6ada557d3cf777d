"""How is a piece added that was measured with a tape? Corner after corner, shown on the map, then added.

Everything typed is part of the address, so nothing is lost after a mistake or when the phone goes to sleep.
"""

import json
from collections.abc import Mapping
from typing import Final

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.editing.terrain.actions.properties import FAMILIES
from astrike.editing.terrain.edit import edit
from astrike.editing.terrain.edit_requests import EditWish
from astrike.editing.terrain.tape_measuring import (
    EDGES,
    FORMS,
    LEAST,
    MOST_ROWS,
    TABLE_CORNERS,
    MeasuredPiece,
    TapeCorner,
    TapeReference,
    TapeRow,
    corners,
    corners_of,
    edges_of,
    measured,
)
from astrike.errors import InputError, Problem
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.model.terrain import BUILT
from astrike.report.drawing.shapes import PictureFrame, outline_path
from astrike.report.words.numbers import inches
from astrike.rulebook.loader import load_edition
from astrike.web.current.prepared import state_of
from astrike.web.current.table import ChangedLine, Current, change, form_table, load_current
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show, with_query
from astrike.web.map import MapOverlay, MapView, land_of, map_view, read_section
from astrike.web.problems import all_of, form_again, problems_by_field

ABOUT: Final = (
    "form",
    "kind",
    "width",
    "curved",
    "name",
    "height",
    "base",
    "depth",
    "class",
    "floors",
    "toward",
)
_USUAL: Final = ("hill", "woods", "building", "water", "rough", "wall", "road", "ramp", "bridge")
_FAR_OFF: Final = 0.5
"""Inches by which a third distance is too far off to be believed."""
_DOT: Final = 9.0
"""Pixels around a corner that labels keep away from."""
_START: Final[Mapping[str, str]] = {"form": "outline", "kind": "hill", "curved": "false"}


@dataclass(frozen=True, slots=True)
class MeasureChoices:
    """Places to measure from that belong together."""

    label: str
    choices: tuple[tuple[str, str], ...]
    piece: str = ""
    """The piece whose corners they are: a page with all of them at every distance would be heavy."""


@dataclass(frozen=True, slots=True)
class MeasureOption:
    """One of two places where a corner can be."""

    key: str
    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """One corner: what was typed, where it is, and what there is to say."""

    number: int
    tapes: tuple[tuple[str, str], ...]
    pick: str
    at: str
    options: tuple[MeasureOption, ...]
    remark: str
    is_far_off: bool
    is_new: bool
    has_third: bool
    is_apart: bool = False
    """Do its two distances not meet?"""


@dataclass(frozen=True, slots=True)
class MeasuredDot:
    """A corner on the map."""

    x: float
    y: float
    text: str
    look: str


@dataclass(frozen=True, slots=True)
class KnownReference:
    """A corner or edge on the map that can be tapped to measure from it: inches, and its key."""

    key: str
    x: float
    y: float
    px: float
    py: float


@dataclass(frozen=True, slots=True)
class MeasureContext:
    """The form, the map with what was measured, and what is missing."""

    current: Current
    version: int
    address: str
    map: MapView
    values: Mapping[str, str]
    form_choices: tuple[tuple[str, str], ...]
    kinds: tuple[tuple[str, str], ...]
    classes: tuple[tuple[str, str], ...]
    fields: tuple[str, ...]
    """Which properties suit the kind."""
    usual: str
    """The height that the edition gives the kind."""
    rows: tuple[RowView, ...]
    places: tuple[MeasureChoices, ...]
    known: tuple[KnownReference, ...]
    dots: tuple[MeasuredDot, ...]
    outline: str
    line: str
    """The corners so far, when they make no piece yet."""
    is_whole: bool
    missing: str
    moved: str
    problems: Mapping[str, tuple[Problem, ...]]
    row_fields: list[str]
    """The names of the fields of all rows."""


@dataclass(frozen=True, slots=True)
class _Asked:
    rows: tuple[TapeRow, ...]
    corners: tuple[TapeCorner, ...]
    values: Mapping[str, str]
    made: MeasuredPiece | tuple[Problem, ...]


def show_measure(code: str) -> Response:
    """Show what was measured so far."""
    current = load_current(code)
    asked = _read(current.table, request.args)
    found = {each.at: (each,) for corner in asked.corners for each in corner.problems}
    page = _page(current, asked, found)
    return form_again(page, all_of(found)) if found else Response(page)


def add_measured(code: str) -> Response:
    """Add the piece to the table."""
    current = load_current(code)
    begun = form_table(current)
    asked = _read(begun, request.form)
    try:
        wrong = [each for corner in asked.corners for each in corner.problems]
        if not isinstance(asked.made, MeasuredPiece):
            wrong.extend(asked.made)
        if wrong or not isinstance(asked.made, MeasuredPiece):
            raise InputError(wrong)
        edited = edit(begun, EditWish("add", (), _added(asked.values, asked.made)))
        title = asked.values["name"] or tr(load_edition(begun.edition).terrain[asked.values["kind"]].label)
        change(current, edited.operations, label=edited.label, lines=[ChangedLine(_("Terrain"), title, "–")])
    except InputError as error:
        return form_again(_page(current, asked, problems_by_field(error)), error)
    address = url_for("terrain.show_edit", code=current.code)
    return see_other(with_query(address, [("piece", each) for each in edited.selected]))


def _added(values: Mapping[str, str], made: MeasuredPiece) -> dict[str, str]:
    """Say what was measured as the editor is asked to add it."""
    said = {name: values[name] for name in ABOUT[4:] if values[name]}
    wish = {"kind": values["kind"], **said}
    shape = made.shape
    match shape["form"]:
        case "strip":
            return {
                **wish,
                "form": "strip",
                "points": json.dumps(shape["points"]),
                "width": str(shape["width"]),
                "curved": "true" if shape["curved"] else "false",
            }
        case "free":
            return {
                **wish,
                "form": "free",
                "corners": json.dumps(shape["corners"]),
                "curved": "true" if shape["curved"] else "false",
            }
        case form:
            x, y = (str(each) for each in _pair(shape["at"]))
            size = {"width": f"{_float(shape['width']):.6f}", "turn": f"{_float(shape['turn']):.6f}"}
            depth = f"{_float(shape['depth']):.6f}"
            if "depth" in wish:
                wish["water_depth"] = wish["depth"]
            return {**wish, "form": str(form), "x": x, "y": y, **size, "depth": depth}


def _pair(value: object) -> tuple[float, float]:
    assert isinstance(value, list)
    return float(value[0]), float(value[1])


def _float(value: object) -> float:
    assert isinstance(value, int | float)
    return float(value)


# ---- what was asked


def _read(table: Table, given: Mapping[str, str]) -> _Asked:
    values = {name: given.get(name, _START.get(name, "")).strip() for name in ABOUT}
    edition = load_edition(table.edition)
    if values["form"] not in FORMS:
        values["form"] = "outline"
    if values["kind"] not in edition.terrain:
        values["kind"] = "hill"
    rows = [
        TapeRow(
            n,
            tuple((given.get(f"d{n}-{k}", ""), given.get(f"r{n}-{k}", "")) for k in (1, 2, 3)),
            given.get(f"pick{n}", ""),
        )
        for n in range(1, MOST_ROWS + 1)
    ]
    filled = tuple(row for row in rows if not row.is_empty)
    found = corners(table, filled)
    places = [corner.at for corner in found if corner.at is not None]
    made = measured(values["form"], places, width=values["width"], is_curved=values["curved"] == "true")
    return _Asked(filled, found, values, made)


# ---- the page


def _page(current: Current, asked: _Asked, problems: Mapping[str, tuple[Problem, ...]]) -> str:
    table = current.table
    edition = load_edition(table.edition)
    row = edition.terrain[asked.values["kind"]]
    places = [corner.at for corner in asked.corners if corner.at is not None]
    state, section = state_of(current), read_section(request.args)
    frame = land_of(state, section).frame
    keep = tuple((*frame.at(at), _DOT) for at in places)
    shown = map_view(state, section, overlay=MapOverlay(keep=keep))
    is_whole = isinstance(asked.made, MeasuredPiece)
    moved = asked.made.moved if isinstance(asked.made, MeasuredPiece) else 0.0
    fields = tuple(name for name in FAMILIES if row.family in FAMILIES[name])
    if edition.buildings and row.family in BUILT:
        fields = (*fields, "class")
    context = MeasureContext(
        current=current,
        version=current.version,
        address=_address(current, asked),
        map=shown,
        values=asked.values,
        form_choices=(
            ("outline", _("outline")),
            ("rectangle", _("rectangle")),
            ("round", _("round")),
            ("strip", _("strip: river, road")),
        ),
        kinds=tuple(
            (key, tr(edition.terrain[key].label))
            for key in dict.fromkeys((*_USUAL, *edition.terrain))
            if key in edition.terrain
        ),
        classes=(("", _("as the edition says")), *((key, key) for key in edition.buildings)),
        fields=fields,
        usual=f"{row.height:g}" if row.height else "",
        rows=_rows(asked),
        places=_places(table, asked),
        known=tuple(
            _known(each, frame)
            for each in (*edges_of(table), *corners_of(table), *_measured_corners(asked.corners))
        ),
        dots=_dots(asked, frame),
        outline=outline_path(frame, asked.made.outlines) if isinstance(asked.made, MeasuredPiece) else "",
        line=""
        if is_whole or len(places) < 2
        else "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in map(frame.at, places)),
        is_whole=is_whole,
        missing=_missing(asked),
        moved=inches(moved) if moved > 0.005 else "",
        problems=problems,
        row_fields=[f"{letter}{row.number}-{k}" for row in asked.rows for letter in "dr" for k in (1, 2, 3)],
    )
    return show("terrain/measure.html", context, parts=("live",))


def _address(current: Current, asked: _Asked) -> str:
    query = {name: value for name, value in asked.values.items() if value != _START.get(name, "")}
    for row in asked.rows:
        for k, (text, key) in enumerate(row.tapes, 1):
            if text.strip():
                query[f"d{row.number}-{k}"] = text
            if key and (k < 3 or text.strip()):
                query[f"r{row.number}-{k}"] = key
        if row.pick:
            query[f"pick{row.number}"] = row.pick
    return with_query(url_for("terrain.show_measure", code=current.code), query)


def _rows(asked: _Asked) -> tuple[RowView, ...]:
    found = [_row(row, corner) for row, corner in zip(asked.rows, asked.corners, strict=True)]
    last = asked.rows[-1] if asked.rows else None
    number = 1 if last is None else last.number + 1
    if number <= MOST_ROWS and not (asked.values["form"] == "round" and asked.rows):
        keys = ("west", "south", "") if last is None else tuple(key for _text, key in last.tapes)
        found.append(RowView(number, tuple(("", key) for key in keys), "", "", (), "", False, True, False))
    return tuple(found)


def _row(row: TapeRow, corner: TapeCorner) -> RowView:
    options = tuple(
        MeasureOption("ab"[k], f"{x:.2f}, {y:.2f}", k == corner.chosen)
        for k, (x, y) in enumerate(corner.options)
    )
    remarks = []
    if corner.off > 0.005:
        remarks.append(
            _("the two miss each other by %(inches)s: the middle is taken", inches=inches(corner.off))
        )
    if corner.residual is not None:
        remarks.append(_("third distance off by %(inches)s", inches=inches(abs(corner.residual))))
    has_third = bool(row.tapes[2][0].strip())
    at = "" if corner.at is None else f"{corner.at[0]:.2f}, {corner.at[1]:.2f}"
    return RowView(
        row.number,
        row.tapes,
        row.pick,
        at,
        options if len(options) == 2 else (),
        "; ".join(remarks),
        abs(corner.residual or 0.0) > _FAR_OFF,
        False,
        has_third,
        corner.is_apart,
    )


def _missing(asked: _Asked) -> str:
    if isinstance(asked.made, MeasuredPiece):
        return ""
    count = sum(1 for corner in asked.corners if corner.at is not None)
    more = LEAST[asked.values["form"]] - count
    if more > 0:
        return _("%(count)s more to measure", count=more)
    return _("a width is missing") if asked.made[0].at == "width" else _("these corners enclose nothing")


def _places(table: Table, asked: _Asked) -> tuple[MeasureChoices, ...]:
    edges = {
        "west": _("west edge"),
        "south": _("south edge"),
        "east": _("east edge"),
        "north": _("north edge"),
    }
    own = {
        "south-west": _("south-west corner"),
        "south-east": _("south-east corner"),
        "north-west": _("north-west corner"),
        "north-east": _("north-east corner"),
    }
    rows = tuple(
        (f"row:{corner.row.number}", _("corner %(number)s", number=corner.row.number))
        for corner in asked.corners
    )
    named = piece_names(table)
    pieces: dict[str, list[tuple[str, str]]] = {}
    for each in corners_of(table):
        if each.piece:
            label = f"{named[each.piece]} {each.number} ({each.at[0]:.1f}, {each.at[1]:.1f})"
            pieces.setdefault(each.piece, []).append((each.key, label))
    return (
        MeasureChoices(_("Edges of the table"), tuple((key, edges[key]) for key in EDGES)),
        *((MeasureChoices(_("Corners before"), rows),) if rows else ()),
        MeasureChoices(_("Corners of the table"), tuple((key, own[key]) for key in TABLE_CORNERS)),
        *(MeasureChoices(named[piece], tuple(choices), piece) for piece, choices in pieces.items()),
    )


def _measured_corners(found: tuple[TapeCorner, ...]) -> tuple[TapeReference, ...]:
    return tuple(
        TapeReference(f"row:{each.row.number}", each.at, number=each.row.number)
        for each in found
        if each.at is not None
    )


def _known(reference: TapeReference, frame: PictureFrame) -> KnownReference:
    x, y = frame.at(reference.at)
    return KnownReference(
        reference.key, round(reference.at[0], 3), round(reference.at[1], 3), round(x, 1), round(y, 1)
    )


def _dots(asked: _Asked, frame: PictureFrame) -> tuple[MeasuredDot, ...]:
    found: list[MeasuredDot] = []
    for corner in asked.corners:
        for k, at in enumerate(corner.options):
            x, y = (round(each, 1) for each in frame.at(at))
            is_chosen = k == corner.chosen
            letter = f"{corner.row.number}" if is_chosen else "AB"[k]
            found.append(MeasuredDot(x, y, letter, "mark-on" if is_chosen else "mark-off"))
    return tuple(found)
