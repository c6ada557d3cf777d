"""What is on a table is compared with what its round wants, piece by piece; what a game does to it is no difference."""

from collections.abc import Callable

import pytest

from astrike.editing.events.differences import (
    OtherSetting,
    RoundStage,
    TableDifferences,
    differences,
    other_settings,
    settings_operations,
)
from astrike.editing.events.tables import table_document
from astrike.editing.layout.deployment_zones import lay_deployment
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import Document, apply
from astrike.model.events.event import Event
from astrike.presets.scenario_schema import DeploymentPlan, DeploymentZone
from tests.builders import box, building, document, hill, mech

EVENT = Event("Open", "ce-5.01", options={"sight.eye": 0.9})
LINES = DeploymentPlan("lines", "Lines", zones=(DeploymentZone("edge", 6.0),))
WIDE = DeploymentPlan("wide", "Wide", zones=(DeploymentZone("edge", 10.0),))


def feature(name: str, kind: str, *, x: float = 30.0, **more: object) -> dict[str, object]:
    corners = [[x, 30], [x + 4, 30], [x + 4, 34], [x, 34], [x, 30]]
    geometry: dict[str, object] = {"type": "Polygon", "coordinates": [corners]}
    if kind == "objective":
        geometry = {"type": "Point", "coordinates": [x, 20]}
    return {"type": "Feature", "id": name, "geometry": geometry, "properties": {"kind": kind, **more}}


LAYOUT = document(
    hill("h", box(12, 14, 15, 20), height=1, name="Ridge"),
    building("b", box(20, 14, 23, 18)),
    feature("o", "objective", x=24.0),
    name="Ford",
)


def laid(
    layout: Document = LAYOUT, deployment: DeploymentPlan | None = None, *, first: int = 0
) -> dict[str, object]:
    found = table_document(EVENT, layout, name="Table 1", tolerance=0.1)
    if deployment is not None:
        operations = lay_deployment(parse_document(found), deployment, called="Lines", first=first).operations
        found = apply(found, operations)[0]
    return found


def compared(
    there: Document,
    deployment: DeploymentPlan | None = None,
    stage: RoundStage = RoundStage.BEFORE,
    layout: Document | None = LAYOUT,
) -> TableDifferences:
    return differences(there, EVENT, layout, deployment, tolerance=0.1, stage=stage)


def edited(
    edit: Callable[[list[dict[str, object]]], object], there: Document | None = None
) -> dict[str, object]:
    """Give a table on which somebody has changed the features."""
    found = there or laid()
    features = [{**each, "properties": dict(each["properties"])} for each in found["features"]]  # type: ignore[attr-defined]  # a list
    edit(features)
    return {**found, "features": features}


def of(features: list[dict[str, object]], name: str) -> dict[str, object]:
    return next(each for each in features if each["id"] == name)


def set_on(piece: str, **values: object) -> Callable[[list[dict[str, object]]], object]:
    return lambda features: of(features, piece)["properties"].update(values)  # type: ignore[attr-defined]  # a mapping


def move(name: str, to: dict[str, object]) -> Callable[[list[dict[str, object]]], object]:
    return lambda features: of(features, name).update(geometry=to["geometry"])


def drop(*names: str) -> Callable[[list[dict[str, object]]], object]:
    def edit(features: list[dict[str, object]]) -> None:
        features[:] = [each for each in features if each["id"] not in names]

    return edit


def add(*pieces: dict[str, object]) -> Callable[[list[dict[str, object]]], object]:
    return lambda features: features.extend(pieces)


@pytest.mark.parametrize("stage", list(RoundStage))
@pytest.mark.parametrize("deployment", [None, LINES], ids=["no zones", "zones"])
@pytest.mark.parametrize("first", [0, 1])
def test_what_was_laid_agrees(stage: RoundStage, deployment: DeploymentPlan | None, first: int) -> None:
    assert compared(laid(deployment=deployment, first=first), deployment, stage) == TableDifferences()


@pytest.mark.parametrize(
    "edit",
    [
        add(mech("A", at=(3, 3), side="red")),
        set_on("h", name="Hill of the organizer", side="red", locked=True, group="g"),
        set_on("h", height=1.0),
        lambda features: features.reverse(),
        lambda features: of(features, "h").update(id="other-id"),
    ],
    ids=["units", "names, sides and locks", "1 is 1.0", "another order", "another id"],
)
@pytest.mark.parametrize("stage", list(RoundStage))
def test_what_is_nobodys_layout_is_no_difference(
    edit: Callable[[list[dict[str, object]]], object], stage: RoundStage
) -> None:
    assert compared(edited(edit), stage=stage) == TableDifferences()


@pytest.mark.parametrize(
    ("edit", "terrain"),
    [
        (drop("h"), ("Ridge",)),
        (move("h", hill("h", box(12, 14, 15, 21), height=1)), ("Ridge",)),
        (add(feature("w", "woods")), ("W",)),
        (lambda features: features.append({**of(features, "h"), "id": "h2"}), ("Ridge (h2)",)),
    ],
    ids=["missing", "moved", "one more", "the same twice"],
)
@pytest.mark.parametrize("stage", list(RoundStage))
def test_other_terrain_is_named(
    edit: Callable[[list[dict[str, object]]], object], terrain: tuple[str, ...], stage: RoundStage
) -> None:
    assert compared(edited(edit), stage=stage) == TableDifferences(terrain=terrain)


PLAYED = {
    "a building destroyed": (drop("b"), TableDifferences(terrain=("B",))),
    "a building become rubble": (set_on("b", kind="rubble"), TableDifferences(terrain=("B",))),
    "a damaged building": (set_on("b", cf=3), TableDifferences(terrain=("B",))),
    "smoke": (add(feature("s", "smoke")), TableDifferences(terrain=("S",))),
    "mines": (add(feature("m", "minefield")), TableDifferences(terrain=("M",))),
    "an objective carried away": (
        move("o", feature("o", "objective", x=3)),
        TableDifferences(objectives=("O",)),
    ),
    "an objective taken": (drop("o"), TableDifferences(objectives=("O",))),
}


@pytest.mark.parametrize(("edit", "before"), PLAYED.values(), ids=PLAYED)
def test_what_a_game_does_to_a_table_counts_before_the_round_only(
    edit: Callable[[list[dict[str, object]]], object], before: TableDifferences
) -> None:
    assert compared(edited(edit)) == before
    assert compared(edited(edit), stage=RoundStage.PLAYED) == TableDifferences()


def test_a_layout_that_is_gone_is_other_also_where_everything_of_it_can_be_destroyed() -> None:
    town = document(building("b", box(20, 14, 23, 18)), building("c", box(30, 14, 33, 18)), name="Town")
    there = table_document(EVENT, town, name="Table 1", tolerance=0.1)
    one_left = edited(drop("b"), there)
    assert compared(one_left, stage=RoundStage.PLAYED, layout=town) == TableDifferences()
    none_left = edited(drop("b", "c"), there)
    gone = TableDifferences(terrain=("B", "C"), instead="nothing")
    assert compared(none_left, stage=RoundStage.PLAYED, layout=town) == gone
    assert compared(laid(), layout=town).instead == ""
    other = document(hill("x", box(2, 2, 5, 5)), name="Other")
    assert compared(laid(), layout=other).instead == "another"


@pytest.mark.parametrize("stage", list(RoundStage))
def test_zones_are_compared_whoever_has_which_edge(stage: RoundStage) -> None:
    assert compared(laid(), LINES, stage) == TableDifferences(zones=True)
    assert compared(laid(deployment=WIDE), LINES, stage) == TableDifferences(zones=True)
    turned = laid(deployment=LINES)
    assert (
        compared({**turned, "astrike": {**turned["astrike"], "sides": []}}, LINES, stage)
        == TableDifferences()
    )  # type: ignore[dict-item]  # a mapping


def test_without_a_way_to_set_up_the_zones_of_the_layout_are_wanted_if_it_has_some() -> None:
    layout = laid(deployment=LINES)
    assert compared(laid(layout), layout=layout) == TableDifferences()
    assert compared(laid(deployment=WIDE), layout=layout) == TableDifferences(zones=True)
    assert compared(laid(deployment=WIDE)) == TableDifferences(), "nobody wants others"


def test_a_round_without_a_layout_wants_only_zones_and_options() -> None:
    assert compared(laid(), layout=None) == TableDifferences()
    assert compared(laid(), LINES, layout=None) == TableDifferences(zones=True)
    assert compared(laid(deployment=LINES), LINES, layout=None) == TableDifferences()


def test_another_size_is_said() -> None:
    there = laid()
    there = {**there, "astrike": {**there["astrike"], "width": 72}}  # type: ignore[dict-item]  # a mapping
    assert compared(there).size == (72.0, 36.0)


def with_head(**values: object) -> dict[str, object]:
    there = laid()
    return {**there, "astrike": {**there["astrike"], **values}}  # type: ignore[dict-item]  # a mapping


@pytest.mark.parametrize(
    ("head", "settings"),
    [
        ({"options": {}}, [OtherSetting("sight.eye", 1.0, 0.9)]),
        ({"options": {"sight.eye": 0.8}}, [OtherSetting("sight.eye", 0.8, 0.9)]),
        (
            {"options": {"sight.eye": 0.9, "extreme-range": True}},
            [OtherSetting("extreme-range", True, False)],
        ),
        ({"options": {"sight.eye": 0.9, "extreme-range": False}}, []),
        ({"environment": "full-night"}, [OtherSetting("environment", "full-night", "daylight")]),
        ({"edition": "ce-7"}, [OtherSetting("edition", "ce-7", "ce-5.01")]),
        ({"tolerance": 0.5}, [OtherSetting("tolerance", 0.5, 0.1)]),
    ],
)
def test_settings_that_differ_are_named_and_given(
    head: dict[str, object], settings: list[OtherSetting]
) -> None:
    there = edited(add(mech("A", at=(3, 3), side="red")), with_head(**head))
    assert list(other_settings(there, EVENT, tolerance=0.1)) == settings
    after, _ = apply(there, settings_operations(there, EVENT, tolerance=0.1))
    assert other_settings(after, EVENT, tolerance=0.1) == ()
    assert after["features"] == there["features"], "units and terrain stay"
    assert parse_document(after).options == {} or parse_document(after).options["sight.eye"] == 0.9


def test_a_preset_without_a_tolerance_leaves_each_table_its_own() -> None:
    assert other_settings(with_head(tolerance=0.5), EVENT, tolerance=None) == ()
