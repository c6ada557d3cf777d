"""How is a unit's card edited, created, copied or deleted? Every field that the card prints is checked."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.editing.units.joining import JoinedUnits, join
from astrike.editing.units.sides import remove_units
from astrike.errors import InputError, Problem
from astrike.formats.rosters.card import BEST, WORST
from astrike.model.card import pv_at
from astrike.model.document_change import AddFeature, ChangeLabel
from astrike.model.number_text import plain_number
from astrike.model.roster import RosterUnit
from astrike.model.table_document import features_of, place_of_feature, properties_of
from astrike.report.units.marks import UnitMark, marks
from astrike.rulebook.loader import load_edition
from astrike.web.access.allowances import catalog_now
from astrike.web.current.stored_unit import StoredUnit, begun_from, stored_unit
from astrike.web.current.table import ChangedLine, Current, change, form_table, form_version, load_current
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show
from astrike.web.problems import form_again
from astrike.web.units.card_fields import (
    BASES,
    FIELDS,
    card_label,
    card_operations,
    card_properties,
    card_values,
    damage_problems,
    known_values,
    new_values,
    played,
    posted_card,
    problems_of_card,
    read_values,
    tmm_of,
)
from astrike.web.units.rosters import (
    CardLine,
    Choices,
    card_key,
    card_line,
    chosen_side,
    known_sides,
    likely_side,
    side_choices,
)
from astrike.web.units.uploaded_rosters import waiting_roster

PLAYED = (
    "armor_left",
    "structure_left",
    "heat",
    "hits",
    "state",
    "motion",
    "moved",
    "done",
    "spotter",
    "flight",
)
CARRIED = ("carried_by", "carried_as", "elevation", "facing", "ecm")
"""Properties of what happened to a unit and of its place, which a copy of the unit does not get."""
MOST_FOUND = 20
"""Known cards that are listed at once."""


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card that is known here: its name, and what names it in an address."""

    name: str
    key: str
    card: CardLine


@dataclass(frozen=True, slots=True)
class CardContext:
    """The form of one card; a new one has no id."""

    current: Current
    version: int
    unit_id: str
    name: str
    mark: UnitMark | None
    values: Mapping[str, str]
    labels: Mapping[str, str]
    types: Choices
    sides: Choices
    bases: Choices
    tmm: str
    """What the Move makes."""
    usual: Mapping[str, str]
    """Base and height that units of its type have."""
    points: str
    """The points at the unit's skill."""
    is_off: bool
    """Does it wait off the table?"""
    problems: Mapping[str, tuple[Problem, ...]]
    other_problems: tuple[Problem, ...]
    is_saved: bool
    find: str = ""
    """The search among known cards, for a new unit."""
    known: tuple[FoundCard, ...] = ()
    back: str = ""
    """The address for someone who changes nothing."""
    listed: tuple[tuple[str, str], ...] = ()
    """What names the unit of a list whose card this is to be, in addresses."""


def show_card(code: str, unit_id: str) -> str:
    """Show a unit's card."""
    current = load_current(code)
    stored = stored_unit(current, unit_id)
    return show("units/card.html", _context(current, card_values(stored), stored, version=current.version))


def save_card(code: str, unit_id: str) -> Response:
    """Save what was changed on a card."""
    current = load_current(code)
    stored, begun, version = stored_unit(current, unit_id), begun_from(current, unit_id), form_version()
    now, before, posted = card_values(stored), card_values(begun), posted_card(request.form)
    touched = {name: value for name, value in posted.items() if value != before[name]}
    try:
        if touched:
            change(
                current,
                card_operations(begun, before | touched),
                label=ChangeLabel("unit.card", {"unit": stored.unit.name, "what": _what(touched)}),
                lines=[ChangedLine(card_label(name), value, now[name]) for name, value in touched.items()],
                fields=[*((name, value) for name, value in (now | touched).items() if value), ("sent", "1")],
            )
    except InputError as error:
        context = _context(current, now | posted, stored, version=version, error=error)
        return form_again(show("units/card.html", context), error)
    return see_other(f"{url_for('units.show_card', code=current.code, unit_id=unit_id)}?saved=1")


def show_new_unit(code: str) -> str:
    """Show an empty card, or one that is known here to begin with."""
    current, catalog = load_current(code), catalog_now()
    side = request.args.get("side", "") or likely_side(current.table)
    chosen = request.args.get("card", "")
    entry = catalog.by_mul(digits_or_none(chosen) or 0) or catalog.by_name(chosen) if chosen else None
    values = {**(new_values() if entry is None else known_values(entry)), "side": side}
    unit = _listed()
    if unit is not None and entry is not None:
        values |= {"skill": str(unit.skill), "pilot": read_values(unit)["pilot"]}
    elif unit is not None:
        values = {**read_values(unit), "side": side}
    find = request.args.get("find", "")
    known = tuple(
        FoundCard(each.name, card_key(each), card_line(each.card, 4))
        for each in catalog.matching(find, limit=MOST_FOUND)
    )
    context = _context(current, values, None, version=current.version)
    wrong = () if unit is None or entry is not None else unit.problems
    shown = replace(context, find=find, known=known, other_problems=wrong, listed=_names_of_listed())
    return show("units/card.html", shown)


def _names_of_listed() -> tuple[tuple[str, str], ...]:
    keys = ("draft", "unit", "mended") if "draft" in request.args else ()
    return tuple((key, value) for key in keys for value in request.args.getlist(key))


def _listed() -> RosterUnit | None:
    """Give the unit of a list that is to be mended here."""
    if "draft" not in request.args:
        return None
    _waiting, roster = waiting_roster(request.args["draft"])
    number = digits_or_none(request.args.get("unit", ""))
    return roster.units[number] if number is not None and number < len(roster.units) else None


def make_unit(code: str) -> Response:
    """Add the unit of a card that was filled in by hand."""
    current, version = load_current(code), form_version()
    values = new_values() | posted_card(request.form)
    try:
        joined = _join_new(current, values)
        change(
            current,
            joined.operations,
            label=ChangeLabel("unit.added", {"unit": values["name"] or _("Unit")}),
            lines=[ChangedLine(_("Units"), _("%(count)s more", count=1), str(len(current.table.units)))],
        )
    except InputError as error:
        context = _context(current, values, None, version=version, error=error)
        return form_again(show("units/card.html", replace(context, listed=_names_of_listed())), error)
    if "draft" not in request.args:
        return see_other(url_for("units.show_units", code=current.code, added=1))
    # Back to the list that it is of, where the others still wait.
    sides = [
        properties_of(each.feature).get("side") for each in joined.operations if isinstance(each, AddFeature)
    ]
    return see_other(
        url_for(
            "units.preview_roster",
            code=current.code,
            draft_id=request.args["draft"],
            side=sides[-1],
            mended=[*request.args.getlist("mended"), request.args.get("unit", "")],
        )
    )


def _join_new(current: Current, values: Mapping[str, str]) -> JoinedUnits:
    table = form_table(current)
    side, making = chosen_side(table, values["side"])
    about = card_properties({**values, "side": ""})
    mul = about.pop("mul", None)
    name, skill = str(about.pop("name", "") or _("Unit")), about.pop("skill", 4)
    unreadable = damage_problems(values)
    if not isinstance(skill, int):
        unreadable = (
            *unreadable,
            Problem("skill", repr(skill), _("a whole number from %(low)s to %(high)s", low=BEST, high=WORST)),
        )
        skill = 4
    card = {key: value for key, value in about.items() if key != "damage" or not unreadable}
    if (unit := _listed()) is not None:
        card = {**played(unit, card), **card}
    if mul is not None:
        card["mul"] = mul
    try:
        joined = join(
            table,
            [RosterUnit(name, skill, card=card)],
            side=side,
            off_table="off" in request.form,
            first=making,
        )
    except InputError as error:
        raise InputError((*unreadable, *error.problems)) from None
    if unreadable:
        raise InputError(unreadable)
    return joined


def copy_card(code: str, unit_id: str) -> Response:
    """Add another unit with the same card."""
    current = load_current(code)
    stored = begun_from(current, unit_id)
    unit = stored.unit
    card = {
        key: value
        for key, value in stored.properties.items()
        if key not in (*PLAYED, *CARRIED, "kind", "name", "side", "skill", "mul")
    }
    mul = stored.properties.get("mul")
    copied = RosterUnit(unit.name, unit.skill, mul if isinstance(mul, int) else None, card=card)
    joined = join(form_table(current), [copied], side=unit.side, off_table=not unit.is_on_table)
    change(current, joined.operations, label=ChangeLabel("unit.copied", {"unit": unit.name}))
    return see_other(url_for("units.show_card", code=current.code, unit_id=joined.units[0]))


def remove_unit(code: str, unit_id: str) -> Response:
    """Take a unit off the table for good; can be undone."""
    current = load_current(code)
    unit = begun_from(current, unit_id).unit
    change(
        current,
        remove_units(form_table(current), (unit.id,)),
        label=ChangeLabel("unit.removed", {"unit": unit.name}),
    )
    return see_other(url_for("units.show_units", code=current.code))


def _what(touched: Mapping[str, str]) -> str:
    names = [card_label(name) for name in touched]
    return ", ".join(names[:3]) + (" …" if len(names) > 3 else "")


def _context(
    current: Current,
    values: Mapping[str, str],
    stored: StoredUnit | None,
    *,
    version: int,
    error: InputError | None = None,
) -> CardContext:
    document, edition = current.stored.document, load_edition(current.table.edition)
    index = len(features_of(document)) if stored is None else place_of_feature(document, stored.unit.id)
    problems = problems_of_card(error, index=index) if error is not None else {}
    pv, row = values["pv"], edition.units.get(values["type"])
    skill = int(values["skill"]) if values["skill"].isdecimal() and len(values["skill"]) == 1 else 4
    return CardContext(
        current=current,
        back=_way_back(current),
        version=version,
        unit_id="" if stored is None else stored.unit.id,
        name=_("New unit") if stored is None else stored.unit.name,
        mark=None if stored is None else marks(current.table)[stored.unit.id],
        values=values,
        labels={name: card_label(name) for name in FIELDS},
        types=tuple((key, f"{key} · {tr(row.label)}") for key, row in edition.units.items()),
        sides=side_choices(current.table)
        if stored is None
        else (*known_sides(current.table), ("", _("No side"))),
        bases=tuple((base, _base_words(base)) for base in BASES),
        tmm=tmm_of(values, edition),
        usual={
            "base": plain_number(row.base) if row else "",
            "height": plain_number(row.height) if row else "",
        },
        is_off=stored is not None
        and "off-table" in stored.unit.state
        and "destroyed" not in stored.unit.state,
        points=str(pv_at(int(pv), skill)) if pv.isdecimal() and len(pv) < 5 and skill != 4 else "",
        problems=problems,
        other_problems=tuple(
            each for name, found in problems.items() if name not in FIELDS for each in found
        ),
        is_saved=request.args.get("saved") == "1",
    )


def _way_back(current: Current) -> str:
    """Give the list that the unit is of, where the others still wait, or all units."""
    if "draft" not in request.args:
        return url_for("units.show_units", code=current.code)
    return url_for(
        "units.preview_roster",
        code=current.code,
        draft_id=request.args["draft"],
        side=request.args.get("side", ""),
        mended=request.args.getlist("mended"),
    )


def _base_words(base: str) -> str:
    words = {
        "": _("as its type has"),
        "round": _("round"),
        "hex": _("hexagon"),
        "rect": _("rectangle"),
    }
    return words[base]
