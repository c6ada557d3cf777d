"""On hexes heights count in whole levels; what is none is said in answers and found on the table (CE pp.68-70)."""

import pytest

from astrike.model.explain import Assumed
from astrike.model.movement import MoveQuestion, Waypoint
from astrike.rules.layout.legality import found_by_rules
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import prepare_table
from tests.asking import attack, matrix, sight
from tests.builders import (
    Json,
    area,
    box,
    bridge,
    building,
    hill,
    jungle,
    mech,
    ramp,
    table,
    wall,
    water,
    woods,
)

GRID = {"hex": 2, "top": "flat"}
PLACE = box(12, 10, 20, 18)


def reported(*features: Json) -> dict[str, tuple[object, object]]:
    """What was found, by piece: what it measures and what it counts as."""
    prepared = prepare_table(table(*features, grid=GRID))
    found = prepared.metric.rounded(prepared.units)
    assert all(
        (each.key, each.severity, each.cite.page) == ("standing.rounded", "warning", "CE p.68")
        for each in found
    )
    return {each.by[0]: (each.facts["inches"], each.facts["counts"]) for each in found}


@pytest.mark.parametrize(
    ("piece", "found"),
    [
        (hill("p", PLACE, height=1.3), (1.3, 1)),
        (hill("p", PLACE, height=1.5), (1.5, 2)),
        (hill("p", PLACE, height=0.3), (0.3, 0)),
        (hill("p", PLACE, height=2, base=0.5), (2.5, 3)),
        (water("p", PLACE, depth=1.5), (1.5, 2)),
        (building("p", PLACE, height=2.4), (2.4, 2)),
        (wall("p", PLACE, height=1.2), (1.2, 1)),
        (woods("p", PLACE, height=2.6), (2.6, 3)),
        (jungle("p", PLACE, height=1.4), (1.4, 1)),
        (bridge("p", PLACE, base=2, height=0.25), (2.25, 2)),
    ],
)
def test_a_height_or_depth_that_is_no_whole_level_is_found(piece: Json, found: tuple[float, float]) -> None:
    assert reported(piece) == {"p": found}


@pytest.mark.parametrize(
    "piece",
    [
        hill("p", PLACE, height=2),
        water("p", PLACE, depth=1),
        building("p", PLACE, height=3),
        woods("p", PLACE),
        ramp("p", PLACE, height=2, toward=0),
        hill("p", box(12.2, 10.2, 12.4, 10.4), height=1.3),
        area("p", PLACE, kind="rough"),
    ],
)
def test_whole_levels_slopes_and_what_covers_no_hex_are_not(piece: Json) -> None:
    assert reported(piece) == {}


def test_elevations_that_the_file_gives_are_found_too() -> None:
    flyer = mech("A", (30, 30), type="CV", move='10"v', elevation=3.4, state=["airborne"])
    assert reported(flyer, mech("B", (5, 5), elevation=2)) == {"A": (3.4, 3)}


def test_in_inches_nothing_is_rounded() -> None:
    prepared = prepare_table(table(hill("p", PLACE, height=1.3), mech("A"), mech("B", (30, 14))))
    assert prepared.metric.rounded(prepared.units) == ()
    assert not any("Rounded" in each.label for each in attack(prepared, "A", "B").assumed)


SCENE = (
    hill("on-line", PLACE, height=1.3),
    water("beside", box(12, 24, 20, 30), depth=1.5),
    mech("A", (5, 14), side="red", move='20"', damage="3/3/3"),
    mech("B", (28, 14), side="blue", damage="3/3/3"),
)


def named(assumed: tuple[Assumed, ...]) -> dict[str, object]:
    return {each.at: each.value for each in assumed if "Rounded" in each.label}


def test_answers_say_what_they_rounded_and_only_that() -> None:
    prepared = prepare_table(table(*SCENE, grid=GRID))
    expected = {"terrain.on-line.height": "1″ (measures 1.3″)"}
    assert named(attack(prepared, "A", "B").assumed) == expected
    assert named(sight(prepared, "A", "B").assumed) == expected
    assert all(named(each.assumed) == expected for each in matrix(prepared))
    there = judge_move(prepared, "A", MoveQuestion(path=(Waypoint(14, 14),)))
    assert named(there.assumed) == expected
    assert (
        named(judge_move(prepared, "A", MoveQuestion(path=(Waypoint(5, 20), Waypoint(5, 26)))).assumed) == {}
    )
    wading = judge_move(prepared, "A", MoveQuestion(path=(Waypoint(5, 26), Waypoint(14, 27))))
    assert named(wading.assumed) == {"terrain.beside.depth": "2″ (measures 1.5″)"}


def test_it_is_part_of_what_the_rules_find_on_a_table() -> None:
    keys = [
        each.by
        for each in found_by_rules(prepare_table(table(*SCENE, grid=GRID)))
        if each.key == "standing.rounded"
    ]
    assert keys == [("on-line",), ("beside",)]
