"""Where do the sides of this table set up? Zones that presets prescribe, added with one tap."""

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.editing.layout.deployment_zones import lay_deployment, zones_on
from astrike.errors import InputError
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import apply
from astrike.web.current.news import UndoButtons, undo_buttons
from astrike.web.current.table import Current, change, load_current
from astrike.web.http.responses import see_other, show
from astrike.web.layout.presets import DeploymentSetup, PresetSetups, chosen_setup, first_of, setups_to_choose
from astrike.web.slots import slots
from astrike.web.terrain.layout_pictures import Thumbnail, thumbnail


@dataclass(frozen=True, slots=True)
class DeploymentChoice:
    """One setup, as it would be on this table; without a picture where it does not fit."""

    setup: DeploymentSetup
    picture: Thumbnail | None


@dataclass(frozen=True, slots=True)
class PresetDeployments:
    """The setups of one preset."""

    preset: str
    choices: tuple[DeploymentChoice, ...]


@dataclass(frozen=True, slots=True)
class DeploymentsContext:
    """The zones that the table has, and the setups that can be chosen."""

    current: Current
    zones: tuple[str, ...]
    sides: tuple[str, ...]
    first: str
    presets: tuple[PresetDeployments, ...]
    laid: str
    steps: UndoButtons


def show_deployments(code: str) -> str:
    """Show the ways to set up that presets know."""
    current = load_current(code)
    first = request.args.get("first", "1")
    setups = _setups(current)
    laid = next(
        (setup.called for each in setups for setup in each.setups if setup.key == request.args.get("laid")),
        "",
    )
    context = DeploymentsContext(
        current=current,
        zones=zones_on(current.table),
        sides=tuple(side.name for side in current.table.sides)[:2],
        first=first,
        presets=tuple(
            PresetDeployments(
                each.preset, tuple(_choice(current, setup, first_of(first)) for setup in each.setups)
            )
            for each in setups
        ),
        laid=laid,
        steps=undo_buttons(current),
    )
    return show("layout/deployments.html", context)


def lay_zones(code: str) -> Response:
    """Replace the zones of the table with those of a setup."""
    current = load_current(code)
    setup = chosen_setup(slots().preset_at(current.stored.id), request.form.get("deployment", ""))
    first = request.form.get("first", "1")
    laid = lay_deployment(current.table, setup.deployment, called=setup.called, first=first_of(first))
    change(current, laid.operations, label=laid.label)
    return see_other(url_for("layout.show_deployments", code=code, laid=setup.key, first=first))


def _setups(current: Current) -> tuple[PresetSetups, ...]:
    return setups_to_choose(slots().preset_at(current.stored.id))


def _choice(current: Current, setup: DeploymentSetup, first: int) -> DeploymentChoice:
    try:
        laid = lay_deployment(current.table, setup.deployment, called=setup.called, first=first)
        document = apply(current.table.document, laid.operations)[0]
        return DeploymentChoice(setup, thumbnail(parse_document(document)))
    except InputError:  # it does not fit on a table of this size
        return DeploymentChoice(setup, None)
