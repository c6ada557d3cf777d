"""A preset's way to set up, laid on a table: where its zones lie, whose they are, and what they take the place of."""

import pytest

from astrike.editing.layout.deployment_zones import home_edges, is_layable, lay_deployment, zones_on
from astrike.errors import InputError
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import apply
from astrike.model.table import Table
from astrike.model.terrain import DEPLOYMENT
from astrike.presets.loader import IDS, load_preset
from astrike.presets.scenario_schema import DeploymentPlan, DeploymentZone
from tests.builders import document

SIDES = [{"id": "red", "name": "Red", "home": "north"}, {"id": "blue", "name": "Blue", "home": "south"}]


def table(*, width: float = 72, depth: float = 48, sides: object = SIDES) -> Table:
    found = document(width=width, depth=depth)
    head = found["astrike"]
    assert isinstance(head, dict)
    return parse_document({**found, "astrike": {**head, "sides": sides}})


def laid(on: Table, *zones: DeploymentZone, home: str = "", first: int = 0) -> Table:
    deployment = DeploymentPlan("d", "Lines", home=home, zones=zones)
    found = lay_deployment(on, deployment, called="Lines", first=first)
    return parse_document(apply(on.document, found.operations)[0])


def boxes(on: Table) -> dict[str | None, tuple[float, float, float, float]]:
    """The extent of each side's zone: west, south, east, north."""
    found = {}
    for piece in on.terrain:
        if piece.kind == DEPLOYMENT:
            xs, ys = zip(*piece.outlines[0].exterior, strict=True)
            found[piece.side] = tuple(round(each, 3) for each in (min(xs), min(ys), max(xs), max(ys)))
    return found


def test_each_side_has_a_strip_at_its_own_edge() -> None:
    after = laid(table(), DeploymentZone("edge", 3.0))
    assert boxes(after) == {"red": (0, 45, 72, 48), "blue": (0, 0, 72, 3)}
    assert zones_on(after) == ("Lines, Red", "Lines, Blue")


def test_edges_that_the_preset_does_not_let_be_are_changed_for_both() -> None:
    after = laid(table(), DeploymentZone("edge", 3.0), home="short")
    assert boxes(after) == {"red": (0, 0, 3, 48), "blue": (69, 0, 72, 48)}
    assert [side.home for side in after.sides] == ["west", "east"]


@pytest.mark.parametrize(
    ("zone", "red", "blue"),
    [
        (DeploymentZone("corner", 6.0, corner="one"), (66, 42, 72, 48), (0, 0, 6, 6)),
        (DeploymentZone("centre", 6.0, shift=6.0), (30, 24, 42, 36), (30, 12, 42, 24)),
        (DeploymentZone("edge", 12.0, start=4.0), (0, 36, 72, 44), (0, 4, 72, 12)),
        (DeploymentZone("edge", 3.0, edge="enemy"), (0, 0, 72, 3), (0, 45, 72, 48)),
        (DeploymentZone("triangle", 12.0), (0, 36, 72, 48), (0, 0, 72, 12)),
    ],
    ids=lambda value: value.rule if isinstance(value, DeploymentZone) else "",
)
def test_zones_of_every_rule(
    zone: DeploymentZone, red: tuple[float, float, float, float], blue: tuple[float, float, float, float]
) -> None:
    assert boxes(laid(table(), zone)) == {"red": red, "blue": blue}


def test_who_is_first_can_be_changed() -> None:
    zones = (DeploymentZone("middle", 2.0, side="defender"), DeploymentZone("edge", 12.0, side="attacker"))
    assert boxes(laid(table(), *zones)) == {"red": (0, 36, 72, 48), "blue": (0, 22, 72, 26)}
    assert boxes(laid(table(), *zones, first=1)) == {"red": (0, 22, 72, 26), "blue": (0, 0, 72, 12)}


def test_both_corners_of_an_edge_are_one_zone() -> None:
    after = laid(table(), DeploymentZone("corner", 6.0, side="second"))
    [zone] = [piece for piece in after.terrain if piece.kind == DEPLOYMENT]
    assert (zone.side, len(zone.outlines)) == ("blue", 2)


def test_zones_of_a_table_without_sides_are_nobodys() -> None:
    after = laid(table(sides=[]), DeploymentZone("edge", 3.0))
    assert zones_on(after) == ("Lines 1", "Lines 2")
    assert boxes(after).keys() == {None}


def test_zones_that_lie_there_go_and_one_undo_brings_them_back() -> None:
    before = laid(table(), DeploymentZone("edge", 3.0))
    found = lay_deployment(
        before, DeploymentPlan("d", "D", zones=(DeploymentZone("edge", 10.0),)), called="D"
    )
    document_after, inverse = apply(before.document, found.operations)
    assert zones_on(parse_document(document_after)) == ("D, Red", "D, Blue")
    assert apply(document_after, inverse)[0] == before.document


def test_what_has_no_zone_of_known_place_is_refused() -> None:
    deployment = DeploymentPlan("d", "D", zones=(DeploymentZone("point", 6.0, of="flag"),))
    assert not is_layable(deployment)
    with pytest.raises(InputError, match="can be laid"):
        lay_deployment(table(), deployment, called="D")


@pytest.mark.parametrize("home", ["", "long", "short", "far"])
def test_home_edges_lie_across_from_each_other(home: str) -> None:
    for on in (table(), table(width=48, depth=72), table(width=48), table(sides=[])):
        sides: list[str | None] = [*(side.id for side in on.sides)] or [None, None]
        first, second = home_edges(on, DeploymentPlan("d", "D", home=home), sides)
        assert {first, second} in ({"south", "north"}, {"west", "east"})


def test_every_preset_that_ships_can_be_laid() -> None:
    count = 0
    for each in IDS:
        for deployment in load_preset(each).deployments:
            if is_layable(deployment):
                after = lay_deployment(table(), deployment, called=deployment.label)
                parse_document(apply(table().document, after.operations)[0])
                count += 1
    assert count >= 8
