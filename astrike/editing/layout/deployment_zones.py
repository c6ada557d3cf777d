"""Which zones has a table when a preset's way to set up is laid on it, and which of those that lie there go?

Home edges are those of the table's sides where they fit the preset, else the first that do. Zones around tokens are
left to people, since nobody knows yet where the tokens lie.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from astrike.editing.terrain.actions.zones import BOTH, zone_areas
from astrike.editing.terrain.edit_requests import EditResult, new_feature
from astrike.editing.terrain.new_ids import numbered
from astrike.editing.terrain.shapes import OPPOSITE, ZoneForm
from astrike.editing.units.sides import set_homes
from astrike.errors import InputError, Problem
from astrike.formats.checks import MAX_TEXT
from astrike.model.document_change import ChangeLabel, Operation, RemoveFeature
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.model.table_document import features_of
from astrike.model.terrain import DEPLOYMENT
from astrike.presets.scenario_schema import DeploymentPlan, DeploymentZone

Edges = tuple[str, str]

LAID: Final = "deployment.laid"
_BY_HAND: Final = "point"
_OF: Final[Mapping[str, tuple[int, ...]]] = {
    "both": (0, 1),
    "first": (0,),
    "attacker": (0,),
    "second": (1,),
    "defender": (1,),
}
"""Which of the two sides a zone is for."""
_CORNER: Final[Mapping[str, str]] = {
    "south": "south-west",
    "west": "south-west",
    "north": "north-east",
    "east": "north-east",
}
"""The corner that is picked at an edge; those of opposite edges are opposite."""


def is_layable(deployment: DeploymentPlan) -> bool:
    """Tell whether it has zones of which the place is known."""
    return any(zone.rule != _BY_HAND for zone in deployment.zones)


def zones_on(table: Table) -> tuple[str, ...]:
    """Name the deployment zones that lie on a table."""
    called = piece_names(table)
    return tuple(called[piece.id] for piece in table.terrain if piece.kind == DEPLOYMENT)


def lay_deployment(table: Table, deployment: DeploymentPlan, *, called: str, first: int = 0) -> EditResult:
    """Put the zones of a preset in the place of those that lie there.

    `first` is the side, 0 or 1, that is first or attacks.

    >>> from astrike.formats.table.table_file import empty_document, parse_document
    >>> table = parse_document(empty_document("t", width=48, depth=48))
    >>> plan = DeploymentPlan("lines", "Lines", zones=(DeploymentZone("edge", 3.0),))
    >>> laid = lay_deployment(table, plan, called="Lines")
    >>> laid.selected
    ('deployment-1', 'deployment-2')
    """
    if not is_layable(deployment):
        raise InputError([Problem("deployment", repr(deployment.id), "one with zones that can be laid")])
    sides = _sides(table, first)
    edges = home_edges(table, deployment, sides)
    operations: list[Operation] = [
        RemoveFeature(piece.id) for piece in table.terrain if piece.kind == DEPLOYMENT
    ]
    taken = {str(feature.get("id")) for feature in features_of(table.document)}
    names = {side.id: side.name for side in table.sides}
    added: list[str] = []
    for zone in deployment.zones:
        for which in _OF[zone.side] if zone.rule != _BY_HAND else ():
            words = _words(zone, edges if which == 0 else (edges[1], edges[0]), table)
            areas = zone_areas(words, table.width, table.depth)
            if not areas:
                found = f"{zone.rule} {zone.inches:g}″"
                raise InputError([Problem("deployment", found, "a zone that lies on the table")])
            side = sides[which]
            added.append(numbered(DEPLOYMENT, taken))
            name = f"{called}, {names[side]}" if side else f"{called} {len(added)}"
            about = {"kind": DEPLOYMENT, "name": name[:MAX_TEXT], "side": side}
            operations.append(new_feature(added[-1], ZoneForm(words, areas), about))
    homes = {side: edge for side, edge in zip(sides, edges, strict=True) if side}
    operations += set_homes(table, homes)
    return EditResult(tuple(operations), ChangeLabel(LAID, {"name": called}), tuple(added))


def home_edges(table: Table, deployment: DeploymentPlan, sides: Sequence[str | None]) -> Edges:
    """Give the home edges of the two sides: those that the table has, if the preset lets them be.

    >>> home_edges(Table("t", 72, 48), DeploymentPlan("a", "A", home="short"), (None, None))
    ('west', 'east')
    """
    own = {side.id: side.home for side in table.sides if side.home}
    allowed = _allowed(table, deployment.home)
    first, second = (own.get(side or "") for side in sides)
    if first in allowed:
        return first, OPPOSITE[first]
    if second in allowed:
        return OPPOSITE[second], second
    return allowed[0], OPPOSITE[allowed[0]]


def _allowed(table: Table, home: str) -> tuple[str, ...]:
    along, across = ("south", "north"), ("west", "east")
    if table.width < table.depth:
        along, across = across, along
    if table.width == table.depth or not home:
        return (*along, *across)
    return along if home == "long" else across


def _sides(table: Table, first: int) -> tuple[str | None, str | None]:
    """Give the ids of the two sides that deploy; None where the table has none."""
    known = [side.id for side in table.sides][:2]
    both = (*known, None, None)[:2]
    return (both[1], both[0]) if first == 1 else (both[0], both[1])


def _words(zone: DeploymentZone, edges: Edges, table: Table) -> dict[str, object]:
    """Say a zone as the table's zones by rule are said; the first of the edges is the home edge."""
    edge = edges[1] if zone.edge == "enemy" else edges[0]
    match zone.rule:
        case "middle":
            half = (table.depth if edge in ("south", "north") else table.width) / 2
            start, end = max(0.0, half - zone.inches), half + zone.inches
            return {"rule": "edge", "inches": end, "edge": edge, "from": start}
        case "edge":
            return {"rule": "edge", "inches": zone.inches, "edge": edge, "from": zone.start}
        case "corner":
            corner = BOTH if zone.corner == BOTH else _CORNER[edge]
            beside = {"edge": edge} if corner == BOTH else {}
            return {"rule": "corner", "inches": zone.inches, "corner": corner, **beside}
        case "centre":
            beside = {"edge": edge} if zone.shift else {}
            return {"rule": "centre", "inches": zone.inches, "shift": zone.shift, **beside}
        case _:
            return {"rule": zone.rule, "inches": zone.inches, "edge": edge}
