"""What can be changed on a unit during play? The fields of its sheet, and the operations that an edited field makes.

A field that was not edited makes no operation, so that two phones can edit one unit without undoing each other.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from werkzeug.datastructures import MultiDict

from astrike.errors import InputError, Problem
from astrike.model.document_change import ABSENT, Operation, SetProperty
from astrike.model.number_text import plain_number
from astrike.model.unit import FLAGS, Unit
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.place_fields import NAMES, place_operations, read_place, stand_label, values_of
from astrike.web.current.stored_unit import StoredUnit, problems_after
from astrike.web.current.units import heat_label, motion_label, state_label
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _
from astrike.web.units import pending_fields
from astrike.web.units.counted_hits import COUNTED, counts_of, hits_stated
from astrike.web.units.pending_fields import (
    pending_label,
    pending_operations,
    pending_values,
    posted_pending,
)

MOTIVE: Final = ("-2", "half", "immobile")

_NUMBERS: Final = ("moved", "heat", "armor_left", "structure_left")


def unit_values(unit: Unit) -> dict[str, str]:
    """Give the fields of a unit's sheet as texts."""
    return {
        **values_of(unit),
        "motion": unit.motion,
        "moved": _optional(unit.moved),
        "heat": str(unit.heat),
        "armor_left": _optional(unit.armor_left),
        "structure_left": _optional(unit.structure_left),
        **{f"hits.{name}": str(count) for name, count in counts_of(unit.hits).items()},
        "motive": ",".join(unit.hits.motive),
        "state": ",".join(flag for flag in FLAGS if flag in unit.state),
        **pending_values(unit.pending),
    }


def posted_values(form: "MultiDict[str, str]") -> dict[str, str]:
    """Read the posted fields of a sheet; a field that was not sent is not among them."""
    single = (*NAMES, "motion", *_NUMBERS, *(f"hits.{name}" for name in COUNTED))
    found = {name: form[name].strip() for name in single if name in form}
    if "sent" in form:
        # Boxes that are not ticked send nothing, so a mark in the form shows that they were there.
        found["motive"] = ",".join(each for each in form.getlist("motive") if each)
        ticked = set(form.getlist("state"))
        found["state"] = ",".join([*(flag for flag in FLAGS if flag in ticked), *sorted(ticked - set(FLAGS))])
    return found | posted_pending(form)


def edit_operations(prepared: PreparedTable, begun: StoredUnit, wanted: Mapping[str, str]) -> list[Operation]:
    """Write the fields that differ from the unit; raise `InputError` for a place that cannot be read.

    After such a place the other fields are checked as well, so that all problems are reported together.
    """
    unit, before = begun.unit, unit_values(begun.unit)
    differing = {name for name, value in wanted.items() if value != before[name]}
    operations: list[Operation] = []
    misplaced: tuple[Problem, ...] = ()
    if differing & set(NAMES):
        place = read_place(prepared, unit, {name: wanted[name] for name in NAMES})
        if place.pose is None:
            misplaced = tuple(problem for found in place.problems.values() for problem in found)
        else:
            operations += place_operations(unit, place.pose)
    if "motion" in differing:
        operations.append(SetProperty(unit.id, "motion", wanted["motion"]))
    operations += [
        SetProperty(unit.id, name, number_or_text(wanted[name]) if wanted[name] else ABSENT)
        for name in _NUMBERS
        if name in differing
    ]
    if any(name.startswith("hits.") or name == "motive" for name in differing):
        counts = {name: wanted[f"hits.{name}"] for name in COUNTED}
        hits = hits_stated(begun.properties.get("hits"), counts, wanted["motive"])
        operations.append(SetProperty(unit.id, "hits", hits or ABSENT))
    if "state" in differing:
        flags = wanted["state"].split(",") if wanted["state"] else []
        operations.append(SetProperty(unit.id, "state", flags or ABSENT))
    operations += pending_operations(unit, begun.properties.get("pending"), differing, wanted)
    if misplaced:
        raise InputError((*misplaced, *problems_after(begun.document, operations)))
    return operations


def field_label(name: str) -> str:
    """Name a field of the sheet."""
    words = {
        "x": _("x, inches from the west"),
        "y": _("y, inches from the south"),
        "facing": _("Facing, degrees from north"),
        "stand": _("Elevation"),
        "height": _("Height in inches, or floor"),
        "motion": _("Movement"),
        "moved": _("Inches moved"),
        "heat": _("Heat"),
        "armor_left": _("Armor left"),
        "structure_left": _("Structure left"),
        "hits.mp": _("MP hits"),
        "hits.engine": _("Engine hits"),
        "hits.fire-control": _("Fire control hits"),
        "hits.weapon": _("Weapon hits"),
        "hits.crew": _("Crew hits"),
        "motive": _("Motive hits, in the order received"),
        "state": _("States"),
    }
    return words[name] if name in words else pending_label(name)


def value_words(name: str, value: str) -> str:
    """Say a field's value."""
    match name:
        case "motion":
            return motion_label(value)
        case "state" | pending_fields.STATE:
            return ", ".join(state_label(flag) for flag in value.split(",") if flag) or _("none")
        case "stand":
            return stand_label(value)
        case "heat":
            return heat_label(int(value)) if value.isdecimal() and len(value) < 3 else value
        case "motive" | pending_fields.MOTIVE:
            return ", ".join(motive_label(hit) for hit in value.split(",") if hit) or _("none")
        case _:
            return value or _("not given")


def motive_label(hit: str) -> str:
    """Say a motive hit."""
    match hit:
        case "half":
            return _("halved")
        case "immobile":
            return _("immobile")
        case "-2":
            return _("−2″")
        case _:
            return hit


def edit_words(now: Mapping[str, str], wanted: Mapping[str, str]) -> str:
    """Say in a few words what changed."""
    found = list(_words(now, wanted))
    return ", ".join(found[:3]) + (" …" if len(found) > 3 else "")


def _words(now: Mapping[str, str], wanted: Mapping[str, str]) -> Iterator[str]:
    differing = [name for name, value in wanted.items() if value != now[name]]
    if any(name in NAMES for name in differing):
        yield _("moved")
    for name in differing:
        match name:
            case "motion":
                yield motion_label(wanted["motion"])
            case "moved" if wanted["moved"]:
                yield f"{wanted['moved']}″"
            case "state":
                before, after = set(now["state"].split(",")), wanted["state"].split(",")
                yield from (state_label(flag) for flag in after if flag and flag not in before)
                yield from (
                    _("no longer %(state)s", state=state_label(flag))
                    for flag in now["state"].split(",")
                    if flag and flag not in after
                )
            case _ if name not in NAMES:
                yield f"{field_label(name)} {value_words(name, wanted[name])}"


def _optional(value: float | None) -> str:
    return "" if value is None else plain_number(value).replace("−", "-")
