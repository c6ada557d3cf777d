"""By which preset is an event run: one that comes along, one of its own, or none?"""

import json
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from astrike.editing.event_tables import USUAL_SIZE
from astrike.errors import InputError, NotFound, Problem
from astrike.formats.checks import Problems
from astrike.formats.eventfile import read_event
from astrike.formats.options import check_options
from astrike.model.event import Event
from astrike.presets.loader import IDS, load_preset, preset_mapping, read_preset
from astrike.presets.schema import Preset
from astrike.rulebook.loader import IDS as EDITIONS
from astrike.rulebook.loader import load_edition
from astrike.store.event_tables import event_of_table
from astrike.store.events.events import load_event
from astrike.web.database import database
from astrike.web.i18n import _, tr
from astrike.web.newest import Known
from astrike.web.slots import OwnPreset
from astrike.web.views.event.deployments import Way, way_of

OWN: Final = "own"
_READ: Final = Known[Preset](most=40)


def preset_of(event: Event) -> Preset | None:
    """Give the preset of an event; None where it has none, or one that this program does not know."""
    if event.own_preset is not None:
        own = event.own_preset
        return _READ.of(repr(own), lambda: read_preset(own))
    try:
        return load_preset(event.preset) if event.preset else None
    except NotFound:  # of another version of this program
        return None


def own_preset_of(event: Event) -> OwnPreset | None:
    """Give the preset of an event with its key in lists of presets."""
    preset = preset_of(event)
    if preset is None:
        return None
    return OwnPreset(preset, OWN if event.own_preset is not None else event.preset)


def preset_at_table(table_id: int) -> OwnPreset | None:
    """Give the preset of the event that a table belongs to, if it has one."""
    place = event_of_table(database(), table_id)
    if place is None:
        return None
    try:
        return own_preset_of(read_event(load_event(database(), place.event_id).document))
    except NotFound:  # deleted since the line before
        return None


def way_in_round(event: Event, in_round: int) -> Way | None:
    """Give the way to set up that was chosen for a round."""
    key = event.deployments.get(in_round, "")
    return way_of(own_preset_of(event), key) if key else None


def preset_choices() -> tuple[tuple[str, str], ...]:
    """List the presets to choose from."""
    shipped = tuple((each, tr(load_preset(each).called)) for each in IDS)
    return (("", _("none: the rules alone")), *shipped, (OWN, _("one of your own, below")))


def own_text(event: Event) -> str:
    """Give the event's own preset as it can be edited; empty where it has none."""
    return (
        "" if event.own_preset is None else json.dumps(dict(event.own_preset), indent=1, ensure_ascii=False)
    )


def with_preset(event: Event, key: str, *, text: str) -> Event:
    """Give the event with another preset: of the list, or its own as this text; its figures are left alone."""
    if key == OWN:
        own = MappingProxyType(preset_mapping(read_preset(text, at="own_preset")))
        return replace(event, preset="", own_preset=own)
    if key and key not in IDS:
        raise InputError([Problem("preset", repr(key[:40]), _("a preset of the list"))])
    return replace(event, preset=key, own_preset=None)


def options_of(preset: Preset | None, edition: str) -> dict[str, object]:
    """Give the options of the preset that the edition knows, where it is another than the preset's."""
    if preset is None or edition not in EDITIONS:
        return {}
    rows = load_edition(edition).options
    known = {key: value for key, value in preset.options.items() if key in rows}
    return dict(check_options(known, rows, at="options", problems=Problems()))


def size_of(preset: Preset | None) -> tuple[float, float]:
    """Give the size of a table that nothing lies on yet."""
    if preset is None or preset.table is None:
        return USUAL_SIZE
    return preset.table.width, preset.table.depth


def tolerance_of(preset: Preset | None) -> float | None:
    """Give how close is too close to call, where the preset says so."""
    return None if preset is None else preset.tolerance


def preset_name(event: Event) -> str:
    """Say by which preset an event is run."""
    preset = preset_of(event)
    if preset is not None:
        return tr(preset.called)
    return event.preset
