"""Which setups can be chosen, by preset, and what is each called?"""

from collections.abc import Iterator
from typing import Final

from astrike.dataclass import dataclass
from astrike.editing.layout.deployment_zones import is_layable, lay_deployment
from astrike.editing.layout.wishes import USUAL_SIZE
from astrike.errors import InputError, Problem
from astrike.formats.checks import Problems
from astrike.formats.options import check_options
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import apply
from astrike.presets.loader import IDS, load_preset
from astrike.presets.scenario_schema import DeploymentPlan, DeploymentZone
from astrike.presets.schema import Preset
from astrike.rulebook.loader import IDS as EDITIONS
from astrike.rulebook.loader import load_edition
from astrike.web.http.i18n import _, tr
from astrike.web.slots import OwnPreset


@dataclass(frozen=True, slots=True)
class DeploymentSetup:
    """One setup of a preset: its deployment plan and its name."""

    key: str
    deployment: DeploymentPlan
    called: str
    zones: str
    """The zones of the setup in words."""


@dataclass(frozen=True, slots=True)
class PresetSetups:
    """The setups of one preset."""

    preset: str
    setups: tuple[DeploymentSetup, ...]


def setups_to_choose(own: OwnPreset | None) -> tuple[PresetSetups, ...]:
    """List the setups that can be chosen, those of the preset in use first."""
    presets = dict(_presets(own))
    first = "" if own is None else own.key
    keys = sorted(presets, key=lambda key: key != first)
    found = (PresetSetups(tr(presets[key].called), tuple(_setups(key, presets[key]))) for key in keys)
    return tuple(each for each in found if each.setups)


def setup_by_key(own: OwnPreset | None, key: str) -> DeploymentSetup | None:
    """Give a setup by its key; None where no preset has it (any more)."""
    return next(
        (setup for setups in setups_to_choose(own) for setup in setups.setups if setup.key == key), None
    )


def chosen_setup(own: OwnPreset | None, key: str) -> DeploymentSetup:
    """Give the setup that a form names."""
    setup = setup_by_key(own, key)
    if setup is None:
        raise InputError([Problem("deployment", repr(key[:40]), _("a way to set up of the list"))])
    return setup


def first_of(chosen: str | None) -> int:
    """Give which side, 0 or 1, is first or attacks; forms call them `1` and `2`."""
    return int(chosen == "2")


def with_zones(document: dict[str, object], setup: DeploymentSetup) -> dict[str, object]:
    """Give a table's document with the zones of a way to set up in the place of its own."""
    found = lay_deployment(parse_document(document), setup.deployment, called=setup.called)
    return apply(document, found.operations)[0]


def _presets(own: OwnPreset | None) -> Iterator[tuple[str, Preset]]:
    if own is not None and own.key not in IDS:
        yield own.key, own.preset
    for each in IDS:
        yield each, load_preset(each)


def _setups(key: str, preset: Preset) -> Iterator[DeploymentSetup]:
    for each in preset.deployments:
        if is_layable(each):
            zones = "; ".join(_zone_words(zone) for zone in each.zones)
            yield DeploymentSetup(f"{key}/{each.id}", each, tr(each.label), zones)


def _zone_words(zone: DeploymentZone) -> str:
    stated = _place_words(zone)
    return stated if zone.side == "both" else f"{tr(zone.side)}: {stated}"


def _place_words(zone: DeploymentZone) -> str:
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


OWN: Final = "own"


def preset_choices() -> tuple[tuple[str, str], ...]:
    """List the presets to choose from."""
    shipped = tuple((each, tr(load_preset(each).called)) for each in IDS)
    return (("", _("none: the rules alone")), *shipped, (OWN, _("one of your own, below")))


def options_of(preset: Preset | None, edition: str) -> dict[str, object]:
    """Give the options of the preset that the edition knows, where it is another than the preset's."""
    if preset is None or edition not in EDITIONS:
        return {}
    rows = load_edition(edition).options
    known = {key: value for key, value in preset.options.items() if key in rows}
    return dict(check_options(known, rows, at="options", problems=Problems()))


def size_of(preset: Preset | None) -> tuple[float, float]:
    """Give the size of a table that is still empty."""
    if preset is None or preset.table is None:
        return USUAL_SIZE
    return preset.table.width, preset.table.depth


def tolerance_of(preset: Preset | None) -> float | None:
    """Give the tolerance within which an answer is too close to call, where the preset states one."""
    return None if preset is None else preset.tolerance
