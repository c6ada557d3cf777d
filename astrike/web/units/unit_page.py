"""What happened to this unit: what did it do, where does it stand, what hit it? Saved as one change."""

from collections.abc import Mapping

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.document_change import ChangeLabel
from astrike.model.table_document import place_of_feature
from astrike.model.unit import DUE_ROLLS, FLAGS, MOTIONS, Unit
from astrike.rulebook.schema import UnitTypeRow
from astrike.rules.movement.withdrawal import crippled_questions
from astrike.rules.units.move_and_tmm import CurrentMove
from astrike.web.current.place_fields import STANDS_WORDS, stand_label
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.stored_unit import begun_from, stored_unit
from astrike.web.current.table import ChangedLine, Current, change, form_version, load_current
from astrike.web.current.units import UnitLine, heat_label, motion_label, state_label, unit_labels, unit_line
from astrike.web.http.citations import CitedPage
from astrike.web.http.device import local_path
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show
from astrike.web.movement.answers import ways_of
from astrike.web.movement.card import DerivedRow, derived_rows
from astrike.web.problems import form_again, problems_by_field
from astrike.web.units import pending_fields
from astrike.web.units.counted_hits import COUNTED
from astrike.web.units.pending_fields import ADDED_BY_HAND, hits_field, pending_label, roll_field
from astrike.web.units.unit_fields import (
    MOTIVE,
    edit_operations,
    edit_words,
    field_label,
    motive_label,
    posted_values,
    unit_values,
    value_words,
)

Choices = tuple[tuple[str, str], ...]

_LISTS = ("motive", "state", pending_fields.MOTIVE, pending_fields.STATE)
"""Fields that a form sends once for each word."""


@dataclass(frozen=True, slots=True)
class PendingSheet:
    """What the damage of this turn leaves for the End Phase, as fields."""

    counted: Choices
    rolls: Choices
    motive: tuple[str, ...] | None
    """Motive hits to come; None: it takes none."""
    flags: Choices
    state: frozenset[str]


@dataclass(frozen=True, slots=True)
class UnitContext:
    """The sheet of one unit."""

    current: Current
    version: int
    unit: UnitLine
    type_name: str
    card: Choices
    derived: tuple[DerivedRow, ...]
    counts_as: str
    values: Mapping[str, str]
    motive: tuple[str, ...]
    state: frozenset[str]
    tracks_heat: bool
    has_motive: bool
    armor: int
    structure: int
    motions: Choices
    flags: Choices
    stands: Choices
    heats: Choices
    motives: Choices
    counted: Choices
    pending: PendingSheet | None
    """None: nothing is to come."""
    crippled: tuple[tuple[str, CitedPage], ...]
    """The rules by which the unit may be crippled, and their pages."""
    problems: Mapping[str, tuple[Problem, ...]]
    other_problems: tuple[Problem, ...]
    back: str


def show_unit(code: str, unit_id: str) -> str:
    """Show the sheet of a unit."""
    current = load_current(code)
    unit = stored_unit(current, unit_id).unit
    return show("units/unit.html", _context(current, unit, unit_values(unit), version=current.version))


def change_unit(code: str, unit_id: str) -> Response:
    """Save what was changed on the sheet."""
    current = load_current(code)
    unit, begun, version = stored_unit(current, unit_id).unit, begun_from(current, unit_id), form_version()
    now, before, posted = unit_values(unit), unit_values(begun.unit), posted_values(request.form)
    touched = {name: value for name, value in posted.items() if value != before[name]}
    try:
        if touched:
            change(
                current,
                edit_operations(prepared_state(state_of(current)).prepared, begun, before | touched),
                label=ChangeLabel(
                    "unit.edited", {"unit": unit.name, "what": edit_words(before, before | touched)}
                ),
                lines=_lines(touched, now),
                fields=_fields_again(now | touched),
            )
    except InputError as error:
        context = _context(current, unit, now | posted, version=version, error=error)
        return form_again(show("units/unit.html", context), error)
    wished = request.form.get("next", "")
    return see_other(
        local_path(wished) if wished else url_for("table.show_table", code=current.code, unit=unit_id)
    )


def _fields_again(wanted: Mapping[str, str]) -> list[tuple[str, str]]:
    """Give the fields as a form sends them."""
    found = [(name, value) for name, value in wanted.items() if name not in _LISTS]
    found += [(name, word) for name in _LISTS for word in wanted[name].split(",") if word]
    return [*found, ("sent", "1"), (pending_fields.SENT, "1")]


def _lines(touched: Mapping[str, str], now: Mapping[str, str]) -> list[ChangedLine]:
    return [
        ChangedLine(field_label(name), value_words(name, value), value_words(name, now[name]))
        for name, value in touched.items()
    ]


def _context(
    current: Current,
    unit: Unit,
    values: Mapping[str, str],
    *,
    version: int,
    error: InputError | None = None,
) -> UnitContext:
    prepared = prepared_state(state_of(current)).prepared
    place = prepared.place_of(unit.id)
    problems, labels = _problems(current, unit, error), unit_labels(current.table)
    shown = {*values, "hits.motive"}
    motion = prepared.motions[place]
    return UnitContext(
        current=current,
        version=version,
        unit=unit_line(prepared, unit, labels),
        type_name=tr(prepared.units.rows[place].label),
        card=_card(unit),
        derived=derived_rows(ways_of(state_of(current), unit.id), labels),
        counts_as=_counts_as(motion),
        values=values,
        motive=tuple(hit for hit in values["motive"].split(",") if hit),
        state=frozenset(values["state"].split(",")),
        armor=unit.armor,
        structure=unit.structure,
        tracks_heat=prepared.units.rows[place].tracks_heat or bool(unit.heat),
        has_motive=prepared.units.rows[place].vehicle or bool(unit.hits.motive) or "hits.motive" in problems,
        motions=tuple((motion, motion_label(motion)) for motion in MOTIONS),
        flags=tuple((flag, state_label(flag)) for flag in FLAGS),
        stands=tuple((stand, stand_label(stand)) for stand in STANDS_WORDS),
        heats=tuple((str(level), heat_label(level)) for level in range(5)),
        motives=tuple((hit, motive_label(hit)) for hit in MOTIVE),
        counted=tuple(
            (name, field_label(name)) for name in _counted(prepared.units.rows[place], values, problems)
        ),
        pending=_pending(prepared.units.rows[place], values) if unit.pending else None,
        crippled=tuple(
            (tr(each.label), CitedPage(each.cite, prepared.edition.id))
            for each in crippled_questions(prepared, place)
        ),
        problems=problems,
        other_problems=tuple(each for name, found in problems.items() if name not in shown for each in found),
        back=url_for("table.show_table", code=current.code, unit=unit.id),
    )


def _pending(row: UnitTypeRow, values: Mapping[str, str]) -> PendingSheet:
    """Name what is to come, and leave out what this type of unit never has."""
    state = frozenset(values[pending_fields.STATE].split(","))
    counted = [name for name in map(hits_field, COUNTED) if values[name] not in ("", "0")]
    rolls = [name for name in map(roll_field, DUE_ROLLS) if values[name] not in ("", "0")]
    motive = tuple(hit for hit in values[pending_fields.MOTIVE].split(",") if hit)
    return PendingSheet(
        counted=tuple((name, pending_label(name)) for name in counted),
        rolls=tuple((name, pending_label(name)) for name in rolls),
        motive=motive if row.vehicle or motive else None,
        flags=tuple((flag, state_label(flag)) for flag in FLAGS if flag in state or flag in ADDED_BY_HAND),
        state=state,
    )


def _counted(row: UnitTypeRow, values: Mapping[str, str], problems: Mapping[str, object]) -> list[str]:
    """List the critical hits that this type of unit can take, and those that it has all the same."""
    others = {"crew"} if row.mech else {"mp"} if row.vehicle else set(COUNTED) if row.infantry else set()
    names = [(f"hits.{name}", name in others) for name in COUNTED]
    return [
        name for name, is_other in names if not is_other or values[name] not in ("", "0") or name in problems
    ]


def _problems(current: Current, unit: Unit, error: InputError | None) -> Mapping[str, tuple[Problem, ...]]:
    if error is None:
        return {}
    place = place_of_feature(current.stored.document, unit.id)
    return problems_by_field(error, prefix=f"features[{place}].properties.")


def _card(unit: Unit) -> Choices:
    """Give what the card prints."""
    found = [
        (_("Skill"), str(unit.skill)),
        (_("Size"), str(unit.size)),
        (_("Move"), unit.move.printed if unit.move is not None else ""),
        (_("TMM"), "" if unit.tmm is None else str(unit.tmm)),
        (_("Damage"), unit.damage.printed if unit.damage is not None else ""),
        (_("Overheat"), str(unit.overheat)),
        (_("Armor, structure"), f"{unit.armor}, {unit.structure}"),
        (_("Special"), ", ".join(special.printed for special in unit.specials)),
        (_("Pilot"), ", ".join(unit.pilot)),
    ]
    return tuple((name, text) for name, text in found if text)


def _counts_as(motion: CurrentMove) -> str:
    """Say how the unit counts as a target this turn."""
    match motion.manner:
        case "immobile":
            return _("counts as immobile")
        case "standstill":
            return _("counts as standing still")
        case "minimum":
            return _("counts as minimum movement")
        case "jump":
            return _("counts as having jumped")
        case "submersible":
            return _("counts as submersible movement")
        case _:
            return _("counts as having moved")
