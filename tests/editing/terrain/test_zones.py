"""Zones by rule: so many inches from an edge, a corner, the centre or a point, and the triangle."""

import math
from collections.abc import Mapping

import pytest

from astrike.geometry.shaping import bounding_box, size_of
from tests.builders import poi
from tests.editing.terrain.edits import TableEditor

SIDES = [{"id": "red", "home": "south"}, {"id": "blue", "home": "east"}, {"id": "gray"}]


def laid(**values: object) -> TableEditor:
    editor = TableEditor(poi("dish", (10, 10)), sides=SIDES)
    editor.do("zone", **values)
    return editor


def zone_box(editor: TableEditor, name: str = "deployment-1") -> tuple[float, float, float, float]:
    return bounding_box(corner for outline in editor.piece(name).outlines for corner in outline.exterior)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"rule": "edge", "edge": "south", "inches": "3"}, (0, 0, 48, 3)),
        ({"rule": "edge", "edge": "east", "inches": "3"}, (45, 0, 48, 36)),
        ({"rule": "edge", "side": "red", "inches": "6"}, (0, 0, 48, 6)),
        ({"rule": "edge", "side": "blue", "inches": "6"}, (42, 0, 48, 36)),
        ({"rule": "edge", "edge": "north", "from": "6", "inches": "12"}, (0, 24, 48, 30)),
        ({"rule": "corner", "corner": "south-west", "inches": "6"}, (0, 0, 6, 6)),
        ({"rule": "corner", "corner": "north-east", "inches": "6"}, (42, 30, 48, 36)),
        ({"rule": "corner", "side": "red", "inches": "6"}, (0, 0, 48, 6)),
        ({"rule": "centre", "inches": "6"}, (18, 12, 30, 24)),
        ({"rule": "centre", "side": "red", "shift": "6", "inches": "6"}, (18, 6, 30, 18)),
        ({"rule": "triangle", "side": "red", "inches": "12"}, (0, 0, 48, 12)),
        ({"rule": "triangle", "side": "blue", "inches": "12"}, (36, 0, 48, 36)),
        ({"rule": "point", "of": "dish", "inches": "6"}, (4, 4, 16, 16)),
        ({"rule": "edge", "edge": "south", "inches": "100"}, (0, 0, 48, 36)),
    ],
)
def test_a_zone_lies_where_its_rule_says(values: Mapping[str, object], expected: object) -> None:
    assert zone_box(laid(**values)) == pytest.approx(expected, abs=1e-6)


def test_corners_are_quarters_of_a_disc_and_both_are_one_zone() -> None:
    editor = laid(rule="corner", side="red", inches="6")
    assert len(editor.piece("deployment-1").outlines) == 2
    assert editor.view("deployment-1").area == pytest.approx(math.pi * 36 / 2, abs=0.2)
    assert editor.piece("deployment-1").side == "red"


def test_a_triangle_has_its_tip_in_the_middle() -> None:
    editor = laid(rule="triangle", side="red", inches="12")
    (outline,) = editor.piece("deployment-1").outlines
    assert {*outline.exterior} == {(0.0, 0.0), (48.0, 0.0), (24.0, 12.0)}


def test_a_zone_keeps_its_rule_until_it_is_moved() -> None:
    editor = laid(rule="edge", edge="south", inches="3", kind="objective-area", name="Strip")
    assert editor.properties("objective-area-1")["shape"] == {
        "form": "rule",
        "rule": "edge",
        "inches": 3.0,
        "edge": "south",
        "from": 0.0,
    }
    assert editor.view("objective-area-1").form == "rule"
    editor.do("move", "objective-area-1", dy="2")
    assert "shape" not in editor.properties("objective-area-1")
    assert editor.view("objective-area-1").area == 144.0


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ({}, {"rule", "inches"}),
        ({"rule": "edge", "inches": "3"}, {"edge"}),
        ({"rule": "edge", "side": "gray", "inches": "3"}, {"edge"}),
        ({"rule": "edge", "edge": "up", "inches": "0"}, {"edge", "inches"}),
        ({"rule": "edge", "edge": "south", "inches": "3", "from": "3"}, {"from"}),
        ({"rule": "corner", "corner": "middle", "inches": "3"}, {"corner"}),
        ({"rule": "point", "of": "nobody", "inches": "3"}, {"of"}),
        ({"rule": "centre", "inches": "3", "shift": "100", "edge": "north"}, {"inches"}),
    ],
)
def test_what_is_wrong_with_a_zone_is_named(values: Mapping[str, object], fields: set[str]) -> None:
    editor = TableEditor(poi("dish", (10, 10)), sides=SIDES)
    assert {*editor.refused("zone", **values)} == fields


def test_zones_lie_on_the_table_only() -> None:
    editor = laid(rule="centre", inches="30")
    areas = [(outline.exterior, outline.holes) for outline in editor.piece("deployment-1").outlines]
    assert zone_box(editor) == (0.0, 0.0, 48.0, 36.0)
    assert size_of(areas) < 48 * 36 + 1e-6
