"""Sizes and heights of pieces."""

import math

import pytest

from astrike.geometry.shaping import rectangle
from astrike.rules.layout.piece_limits import check_piece_sizes
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, area, box, bridge, building, hill, multipolygon, table, water, woods
from tests.rules.layout.limits import by_key, limits, skipped


def sizes(*pieces: Json) -> list[dict[str, object]]:
    part = check_piece_sizes(prepare_table(table(*pieces)), limits(), tolerance=0.1)
    return part.figures["footprints"]  # type: ignore[return-value]


def test_a_piece_is_as_wide_as_the_smallest_rectangle_around_it_however_it_is_turned() -> None:
    (found,) = sizes(building("b", rectangle((20, 15), 6, 3, 30), height=3))
    assert found == {
        "piece": "b",
        "kind": "building",
        "width": pytest.approx(6),
        "depth": pytest.approx(3),
        "height": 3,
        "area": pytest.approx(18),
    }


def test_a_piece_of_several_parts_has_one_rectangle_and_the_area_of_its_parts() -> None:
    (found,) = sizes(woods("w", multipolygon(box(2, 2, 4, 4), box(8, 2, 10, 4))))
    assert (found["width"], found["depth"], found["area"]) == (8, 2, 8)


def test_steps_are_as_high_as_the_highest_and_as_wide_as_the_lowest() -> None:
    low, high = (
        hill("low", box(10, 10, 20, 16), height=1),
        hill("high", box(12, 12, 14, 14), base=1, height=2),
    )
    (found,) = sizes(low, high)
    assert (found["width"], found["depth"], found["height"], found["area"]) == (10, 6, 3, 60)


def test_what_lies_flat_has_no_height_and_a_bridge_that_of_its_deck() -> None:
    found = sizes(
        water("pond", box(2, 2, 6, 6), depth=2),
        area("way", box(10, 2, 20, 4), kind="road"),
        bridge("span", box(30, 2, 40, 4), base=2),
        hill("h", box(2, 20, 10, 30), height=2),
        building("on-it", box(4, 22, 6, 24), height=3),
        woods("trees", box(6, 26, 8, 28), height=4),
    )
    assert {each["piece"]: each["height"] for each in found} == {
        "pond": None,
        "way": None,
        "span": 2.25,
        "h": 2,
        "on-it": 3,
        "trees": 4,
    }


def test_sides_have_a_tolerance_but_not_where_they_are_as_stated_and_heights_have_none() -> None:
    pieces = [
        building("plate", box(2, 2, 14, 8), height=5),
        building("wide", box(20, 2, 32.05, 8), height=5.01),
        building("long", rectangle((24, 24), 12.2, 6, 45), height=4.95),
    ]
    bounds = {
        "footprint.building.width": (12, 12),
        "footprint.building.depth": (6, None),
        "height.building": (None, 5),
    }
    part = check_piece_sizes(prepare_table(table(*pieces)), limits(bounds), tolerance=0.1)
    reported = {
        key: [(each.by[0], each.severity, round(each.value or math.nan, 6)) for each in found]
        for key, found in by_key(part).items()
    }
    assert reported == {
        "footprint.building.width": [("long", "error", 12.2), ("wide", "close", 12.05)],
        "footprint.building.depth": [("plate", "pass", 6)],
        "height.building": [("wide", "error", 5.01)],
    }


def test_a_table_without_such_a_piece_has_nothing_to_hold_against_the_limit() -> None:
    part = check_piece_sizes(prepare_table(table()), limits({"height.hill": (None, 5)}), tolerance=0.1)
    assert part.findings == ()
    assert part.figures["footprints"] == []
    assert skipped(part) == {"footprint.KIND.width", "footprint.KIND.depth"}


@pytest.mark.parametrize("turn", [0.0, 12.0, 37.0, 90.0, 135.0, 180.0, 270.0, 311.0])
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_triangle_with_a_right_angle_has_one_size_however_it_lies(turn: float, mirrored: bool) -> None:
    """Two rectangles around it are equally small."""
    angle = math.radians(turn)
    ring = [
        (20 + x * math.cos(angle) - y * math.sin(angle), 20 + x * math.sin(angle) + y * math.cos(angle))
        for x, y in ((0.0, 0.0), (-2.0 if mirrored else 2.0, 0.0), (0.0, 1.25))
    ]
    (found,) = sizes(building("b", ring, height=3))
    assert (found["width"], found["depth"]) == (pytest.approx(2.0), pytest.approx(1.25))
