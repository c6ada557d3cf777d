"""Which fields of a unit's sheet correct what its damage leaves for the End Phase?"""

from collections.abc import Iterator, Mapping
from typing import Final

from werkzeug.datastructures import MultiDict

from astrike.model.document_change import ABSENT, Operation, SetProperty
from astrike.model.unit import DUE_ROLLS, FLAGS, Pending, Unit
from astrike.web.effects.view import effect_title
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _
from astrike.web.units.counted_hits import COUNTED, counts_of, hits_stated

PREFIX: Final = "pending."
HEAT: Final = "pending.heat"
MOTIVE: Final = "pending.motive"
STATE: Final = "pending.state"
SENT: Final = "pending.sent"
"""A mark in the form: boxes that are not ticked send nothing."""

ADDED_BY_HAND: Final = ("stunned", "immobile", "destroyed")
"""Flags that may be ticked as to come, beside those that are."""


def roll_field(kind: str) -> str:
    """Name the field that counts how often a roll is due."""
    return f"pending.rolls.{kind}"


def hits_field(kind: str) -> str:
    """Name the field that counts hits to come."""
    return f"pending.hits.{kind}"


def pending_values(pending: Pending) -> dict[str, str]:
    """Give what is to come as texts."""
    counts = counts_of(pending.hits)
    return {
        **{hits_field(kind): str(count) for kind, count in counts.items()},
        MOTIVE: ",".join(pending.hits.motive),
        STATE: ",".join(flag for flag in FLAGS if flag in pending.state),
        **{roll_field(kind): str(pending.rolls.count(kind)) for kind in DUE_ROLLS},
        HEAT: str(pending.heat),
    }


def posted_pending(form: "MultiDict[str, str]") -> dict[str, str]:
    """Read the posted fields of what is to come; a field that was not sent is not among them."""
    single = (*map(hits_field, COUNTED), *map(roll_field, DUE_ROLLS), HEAT)
    found = {name: form[name].strip() for name in single if name in form}
    if SENT in form:
        found[MOTIVE] = ",".join(filter(None, form.getlist(MOTIVE)))
        ticked = set(form.getlist(STATE))
        found[STATE] = ",".join([*(flag for flag in FLAGS if flag in ticked), *sorted(ticked - set(FLAGS))])
    return found


def pending_operations(
    unit: Unit, stored: object, differing: set[str], wanted: Mapping[str, str]
) -> Iterator[Operation]:
    """Write what is to come, where any of it was edited, with everything in it that this program does not know."""
    if not any(name.startswith(PREFIX) for name in differing):
        return
    found: dict[str, object] = dict(stored) if isinstance(stored, Mapping) else {}
    counts = {kind: wanted[hits_field(kind)] for kind in COUNTED}
    stated: dict[str, object] = {
        "hits": hits_stated(found.get("hits"), counts, wanted[MOTIVE]),
        "state": [flag for flag in wanted[STATE].split(",") if flag],
        "rolls": _rolls(unit.pending.rolls, wanted),
        "heat": 0 if wanted[HEAT] in ("", "0") else number_or_text(wanted[HEAT]),
    }
    found = {name: value for name, value in (found | stated).items() if value}
    yield SetProperty(unit.id, "pending", found or ABSENT)


def _rolls(before: tuple[str, ...], wanted: Mapping[str, str]) -> list[object]:
    """Keep the order of the rolls that stay due, and put others behind; what is no number is refused by the file."""
    left = {kind: number_or_text(wanted[roll_field(kind)] or "0") for kind in DUE_ROLLS}
    found: list[object] = []
    for kind in before:
        count = left.get(kind)
        if isinstance(count, str):
            found.append(kind)
        elif count:
            found.append(kind)
            left[kind] = count - 1
    for kind, count in left.items():
        found += [count] if isinstance(count, str) else [kind] * int(count or 0)
    return found


def pending_label(name: str) -> str:
    """Name a field of what is to come."""
    words = {
        hits_field("mp"): _("MP hits to come"),
        hits_field("engine"): _("Engine hits to come"),
        hits_field("fire-control"): _("Fire control hits to come"),
        hits_field("weapon"): _("Weapon hits to come"),
        hits_field("crew"): _("Crew hits to come"),
        MOTIVE: _("Motive hits to come"),
        STATE: _("States to come"),
        HEAT: _("Heat from attacks"),
    }
    if name in words:
        return words[name]
    return _("Rolls due: %(what)s", what=effect_title(name.removeprefix("pending.rolls.")))
