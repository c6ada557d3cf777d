"""By which preset is an event run: a built-in one, one of its own, or none?"""

import json
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from astrike.errors import InputError, NotFound, Problem
from astrike.formats.events.event_file import read_event
from astrike.model.events.event import Event
from astrike.presets.loader import IDS, load_preset, preset_mapping, read_preset
from astrike.presets.schema import Preset
from astrike.store.events.events import load_event
from astrike.store.events.tables import event_of_table
from astrike.web.database import database
from astrike.web.http.i18n import _, tr
from astrike.web.jobs.keyed_cache import KeyedCache
from astrike.web.layout.presets import OWN, DeploymentSetup, setup_by_key
from astrike.web.slots import OwnPreset

_READ: Final = KeyedCache[Preset]()


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


def setup_in_round(event: Event, in_round: int) -> DeploymentSetup | None:
    """Give the way to set up that was chosen for a round."""
    key = event.deployments.get(in_round, "")
    return setup_by_key(own_preset_of(event), key) if key else None


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


def preset_name(event: Event) -> str:
    """Say by which preset an event is run."""
    preset = preset_of(event)
    if preset is not None:
        return tr(preset.called)
    return event.preset
