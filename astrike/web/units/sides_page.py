"""What are a side's name, color and edge? Sides are made, changed, removed, and exported for other tools."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.editing.units.deployment import EDGES
from astrike.editing.units.sides import (
    STYLES,
    SideWish,
    color_of,
    free_color,
    free_home,
    new_side,
    remove_side,
    set_side,
    sides_of,
)
from astrike.errors import InputError, NotFound, Problem
from astrike.formats.rosters.mekbay_writing import mekbay_table
from astrike.formats.rosters.table_units import unit_of
from astrike.formats.rosters.writing import mekbay_link, not_carried, tts_code
from astrike.model.document_change import ChangeLabel
from astrike.model.import_notes import ImportNote
from astrike.model.roster import RosterUnit
from astrike.model.table import Side, Table
from astrike.model.table_document import features_of
from astrike.web.current.table import ChangedLine, Current, change, form_table, form_version, load_current
from astrike.web.http.i18n import _
from astrike.web.http.responses import download_of, see_other, show
from astrike.web.problems import form_again, problems_by_field
from astrike.web.units.rosters import Choices, SideCard, color_words, edge_words, side_cards

FIELDS = ("name", "color", "home")


@dataclass(frozen=True, slots=True)
class SideContext:
    """The form of one side; a new one has no id."""

    current: Current
    version: int
    side: str
    title: str
    values: Mapping[str, str]
    colors: Choices
    homes: Choices
    units: int
    problems: Mapping[str, tuple[Problem, ...]]


@dataclass(frozen=True, slots=True)
class RosterCodesContext:
    """A side as other tools read it."""

    current: Current
    side: SideCard
    tts: str
    link: str
    without: tuple[str, ...]
    """Units without a number, which these cannot carry."""
    numbers_lose: tuple[ImportNote, ...]
    """What the code and the link cannot hold."""
    table_loses: tuple[ImportNote, ...]
    """What MekBay's table cannot hold."""


def show_side(code: str) -> str:
    """Show a side's name, color and edge."""
    current = load_current(code)
    side = _side(current.table, request.args.get("side", ""))
    values = _values(current.table, side)
    return show("units/side.html", _context(current, side, values, version=current.version))


def save_side(code: str) -> Response:
    """Save a side, or make it."""
    current, version = load_current(code), form_version()
    table = form_table(current)
    side = _side(table, request.form.get("side", ""))
    values = {name: request.form.get(name, "").strip() for name in FIELDS}
    now = next((each for each in sides_of(current.table) if side is not None and each.id == side.id), side)
    wanted, before = SideWish(**values), _values(current.table, now)
    try:
        if not wanted.name:
            raise InputError([Problem("name", _("nothing"), _("a name"))])
        if side is None:
            operations, label = new_side(table, wanted)[1], ChangeLabel("side.added", {"side": wanted.name})
        else:
            operations, label = (
                set_side(table, side.id, wanted),
                ChangeLabel("side.set", {"side": wanted.name}),
            )
        lines = [
            ChangedLine(_labels()[name], values[name], before[name])
            for name in FIELDS
            if values[name] != before[name]
        ]
        change(current, operations, label=label, lines=lines)
    except InputError as error:
        context = _context(current, side, values, version=version, error=error)
        return form_again(show("units/side.html", context), error)
    return see_other(url_for("units.show_units", code=current.code))


def remove_side_form(code: str) -> Response:
    """Take a side away, with its units or without them."""
    current = load_current(code)
    table = form_table(current)
    side = _side(table, request.form.get("side", ""))
    if side is None:
        raise InputError([Problem("side", _("nothing"), _("one of the sides"))])
    operations = remove_side(table, side.id, units=request.form.get("units", "stay"))
    change(current, operations, label=ChangeLabel("side.removed", {"side": side.name}))
    return see_other(url_for("units.show_units", code=current.code))


def show_roster_codes(code: str) -> str:
    """Show a side as other tools read it."""
    current = load_current(code)
    card = _card(current, request.args.get("side", ""))
    units = _units(current, card)
    without = tuple(unit.name for unit in units if unit.mul is None)
    has_any = len(without) < len(units)
    numbered = [unit for unit in units if unit.mul is not None]
    context = RosterCodesContext(
        current=current,
        side=card,
        tts=tts_code(units) if has_any else "",
        link=mekbay_link(units, name=card.name) if has_any else "",
        without=without,
        numbers_lose=not_carried(numbered, "mekbay"),
        table_loses=not_carried(units, "mekbay-csv"),
    )
    return show("units/roster_codes.html", context)


def download_roster_code(code: str) -> Response:
    """Give a side's Tabletop Simulator code as a file."""
    current = load_current(code)
    card = _card(current, request.args.get("side", ""))
    code_text = f"{tts_code(_units(current, card))}\n"
    return download_of(code_text.encode(), name=card.name, extension=".txt", media_type="text/plain")


def download_roster_table(code: str) -> Response:
    """Give a side's units as MekBay's table, with cards and damage."""
    current = load_current(code)
    card = _card(current, request.args.get("side", ""))
    table = mekbay_table(_units(current, card))
    return download_of(table.encode(), name=card.name, extension=".csv", media_type="text/csv")


def _card(current: Current, side: str) -> SideCard:
    card = next((each for each in side_cards(current.table) if each.id == side), None)
    if card is None:
        raise NotFound(_("There is no such side on this table."))
    return card


def _units(current: Current, card: SideCard) -> list[RosterUnit]:
    ours = {unit.id for unit in card.units}
    return [
        replace(unit_of(feature, {}), group="")
        for feature in features_of(current.stored.document)
        if feature.get("id") in ours
    ]


def _side(table: Table, side: str) -> Side | None:
    """Give the side that is asked for, None for a new one."""
    if not side:
        return None
    found = next((each for each in sides_of(table) if each.id == side), None)
    if found is None:
        raise NotFound(_("There is no such side on this table."))
    return found


def _values(table: Table, side: Side | None) -> dict[str, str]:
    if side is None:
        color = free_color(table)
        return {"name": color_words(color), "color": color, "home": free_home(table)}
    return {"name": side.name, "color": color_of(table, side.id), "home": side.home or ""}


def _labels() -> dict[str, str]:
    return {"name": _("Name"), "color": _("Color"), "home": _("Home edge")}


def _context(
    current: Current,
    side: Side | None,
    values: Mapping[str, str],
    *,
    version: int,
    error: InputError | None = None,
) -> SideContext:
    found: dict[str, tuple[Problem, ...]] = {}
    for at, problems in problems_by_field(error).items() if error is not None else ():
        name = at.rpartition(".")[2]
        found[name] = (*found.get(name, ()), *problems)
    fifth = () if values["color"] else (("", _("none is left")),)
    return SideContext(
        current=current,
        version=version,
        side="" if side is None else side.id,
        title=_("New side") if side is None else side.name,
        values=values,
        colors=(*((color, color_words(color)) for color in STYLES.values()), *fifth),
        homes=(("", _("none")), *((edge, edge_words(edge)) for edge in EDGES)),
        units=sum(1 for unit in current.table.units if side is not None and unit.side == side.id),
        problems=found,
    )
