"""Answers about movement as JSON: the contract's keys, four places, and everything that was found."""

import json
from dataclasses import replace

from astrike.report.movement.json import best_positions_json, move_json, reach_json, route_json, unit_json
from tests.conftest import Approved
from tests.report.movement.answers import BEST_POSITIONS, CLIMB, REACH, ROUTE, UNIT, WALK

CONTRACT = {
    "unit", "mode", "allowed", "cost", "available", "length", "legs", "end", "cf_lost", "derived", "refusals",
}  # fmt: skip


def text(answer: object) -> str:
    """Write an answer down as programs get it."""
    return json.dumps(answer, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def test_a_move_that_is_refused(approved: Approved) -> None:
    found = move_json(CLIMB)
    assert set(found) >= CONTRACT
    approved("json/move.json", text(found))


def test_the_keys_of_the_contract() -> None:
    found = move_json(CLIMB)
    assert [list(leg) for leg in found["legs"]] == [["from", "to", "length", "cost", "terrain", "climb"]] * 2  # type: ignore[attr-defined]  # a list
    assert found["end"] == {"x": 14.2, "y": 16.7, "z": 3.0}
    assert found["cost"] == 19.8912
    assert list(found["derived"])[:2] == ["move", "tmm"]  # type: ignore[call-overload]  # an object
    assert found["refusals"] == [
        {
            "key": "move.steep",
            "label": "Steeper than this unit climbs",
            "ref": "CE p.35",
            "page_of": "ce-5.01",
            "at": 7.44,
            "until": 8.94,
            "place": [12.0, 15.5],
            "leg": 1,
            "by": "hill-1",
            "facts": {"rise": 3.0, "inches": 1.5, "limit": 2.0, "window": 2.0},
        }
    ]


def test_what_a_move_brings_about() -> None:
    found = move_json(WALK)
    assert found["cf_lost"] == {"silo": 3}
    assert [(each["key"], each["need"], each["by"]) for each in found["checks"]] == [  # type: ignore[attr-defined]  # a list
        ("skid", 6, None),
        ("building-load", None, "silo"),
    ]
    assert found["margin"] == {"inches": 0.03, "of": "clearance", "by": "silo", "close": True}
    assert move_json(replace(WALK, margin=None))["margin"] is None
    assert found["facing"] is None


def test_reach_is_geojson_that_names_itself_an_illustration(approved: Approved) -> None:
    found = reach_json(REACH, route=ROUTE)
    assert found["type"] == "FeatureCollection"
    assert "illustration" in str(found["illustration"]).lower()
    for feature in found["features"]:  # type: ignore[attr-defined]  # a list
        assert set(feature["properties"]) >= {"mode", "cost"}
        for ring in feature["geometry"]["coordinates"]:
            assert ring[0] == ring[-1]
    assert [each["properties"]["proven"] for each in found["features"]] == [True, True, False]  # type: ignore[attr-defined]  # a list
    approved("json/reach.json", text({**found, "route": None}))


def test_areas_that_do_not_hang_together_are_several_polygons() -> None:
    first, _second, third = REACH.contours
    apart = replace(first, rings=(*first.rings, *third.rings))
    (feature,) = reach_json(replace(REACH, contours=(apart,)))["features"]  # type: ignore[misc]  # a list
    assert feature["geometry"]["type"] == "MultiPolygon"
    assert [len(area) for area in feature["geometry"]["coordinates"]] == [2, 1]


def test_a_route_is_a_path_that_can_be_asked_again() -> None:
    found = route_json(ROUTE)
    assert found is not None
    assert found["path"] == [[12.0, 9.1235], [14.2, 16.7, "roof"]]
    assert found["answer"] == move_json(WALK)
    assert route_json(None) is None
    assert reach_json(REACH)["route"] is None


def test_prospects() -> None:
    found = best_positions_json(BEST_POSITIONS)
    assert found["best"] == {
        "at": [8.0, 10.0, 0.0],
        "cost": 0.0,
        "hit": 0.7222,
        "target_number": 6,
        "risks": [0.5833, 0.0278],
        "risk": 0.595,
    }
    assert len(found["places"]) == 2  # type: ignore[arg-type]  # a list
    assert best_positions_json(replace(BEST_POSITIONS, best=None, safest=None))["best"] is None


def test_a_unit(approved: Approved) -> None:
    approved("json/unit.json", text(unit_json(UNIT)))
