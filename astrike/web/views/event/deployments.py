"""Which ways to set up can be chosen, by preset, and what is one of them called?"""

from collections.abc import Iterator
from dataclasses import dataclass

from astrike.editing.deployments import is_layable, lay_deployment
from astrike.errors import InputError, Problem
from astrike.formats.tablefile import parse_document
from astrike.model.change import apply
from astrike.presets.loader import IDS, load_preset
from astrike.presets.scenario_schema import Deployment, Zone
from astrike.presets.schema import Preset
from astrike.web.i18n import _, tr
from astrike.web.slots import OwnPreset


@dataclass(frozen=True, slots=True)
class Way:
    """One way to set up."""

    key: str
    deployment: Deployment
    called: str
    zones: str
    """Its zones in words."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Those of one preset."""

    preset: str
    ways: tuple[Way, ...]


def ways_to_set_up(own: OwnPreset | None) -> tuple[Ways, ...]:
    """List what can be laid, first that of the preset that is played by."""
    presets = dict(_presets(own))
    first = "" if own is None else own.key
    keys = sorted(presets, key=lambda key: key != first)
    found = (Ways(tr(presets[key].called), tuple(_ways(key, presets[key]))) for key in keys)
    return tuple(each for each in found if each.ways)


def way_of(own: OwnPreset | None, key: str) -> Way | None:
    """Give a way by its key; None where no preset has it (any more)."""
    return next((way for ways in ways_to_set_up(own) for way in ways.ways if way.key == key), None)


def chosen_way(own: OwnPreset | None, key: str) -> Way:
    """Give the way that a form names."""
    way = way_of(own, key)
    if way is None:
        raise InputError([Problem("deployment", repr(key[:40]), _("a way to set up of the list"))])
    return way


def first_of(chosen: str | None) -> int:
    """Give which side, 0 or 1, is first or attacks; forms call them `1` and `2`."""
    return int(chosen == "2")


def with_zones(document: dict[str, object], way: Way) -> dict[str, object]:
    """Give a table's document with the zones of a way to set up in the place of its own."""
    found = lay_deployment(parse_document(document), way.deployment, called=way.called)
    return apply(document, found.operations)[0]


def _presets(own: OwnPreset | None) -> Iterator[tuple[str, Preset]]:
    if own is not None and own.key not in IDS:
        yield own.key, own.preset
    for each in IDS:
        yield each, load_preset(each)


def _ways(key: str, preset: Preset) -> Iterator[Way]:
    for each in preset.deployments:
        if is_layable(each):
            zones = "; ".join(_zone_words(zone) for zone in each.zones)
            yield Way(f"{key}/{each.id}", each, tr(each.label), zones)


def _zone_words(zone: Zone) -> str:
    said = _place_words(zone)
    return said if zone.side == "both" else f"{tr(zone.side)}: {said}"


def _place_words(zone: Zone) -> str:
    inches = f"{zone.inches:g}″"
    match zone.rule:
        case "edge" if zone.edge == "enemy":
            return _("within %(inches)s of the enemy edge", inches=inches)
        case "edge" if zone.start:
            return _("%(start)s to %(inches)s from the home edge", start=f"{zone.start:g}″", inches=inches)
        case "edge":
            return _("within %(inches)s of the home edge", inches=inches)
        case "corner" if zone.corner == "one":
            return _("within %(inches)s of one corner, the other side of the opposite one", inches=inches)
        case "corner":
            return _("within %(inches)s of both home corners", inches=inches)
        case "centre":
            return _("within %(inches)s of the center", inches=inches)
        case "middle":
            return _("%(inches)s on both sides of the middle line", inches=inches)
        case "triangle":
            return _("triangle on the home edge, %(inches)s deep", inches=inches)
        case _:
            return f"{tr(zone.rule)} {inches}"
