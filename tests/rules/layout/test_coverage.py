"""Shares of a table that terrain covers."""

import math

import pytest

from astrike.rules.layout.coverage import check_coverage, coverage_of
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import (
    Json,
    area,
    box,
    building,
    hill,
    multipolygon,
    point,
    polygon,
    ramp,
    table,
    water,
    woods,
)
from tests.rules.layout.limits import by_key, limits, only, skipped

WHOLE = 48 * 36


def measured(*pieces: Json) -> dict[str, object]:
    part = check_coverage(prepare_table(table(*pieces)), limits(), tolerance=0.1)
    return part.figures["coverage"]  # type: ignore[return-value]


def test_what_lies_twice_counts_once_holes_do_not_count_and_all_parts_do() -> None:
    ring = polygon(box(2, 2, 10, 10), box(4, 4, 8, 8))
    parts = multipolygon(box(30, 2, 32, 4), box(34, 2, 36, 4))
    found = measured(
        hill("ring", ring),
        woods("on-it", box(2, 2, 4, 10)),
        woods("in-it", box(5, 5, 7, 7)),
        woods("parts", parts),
    )
    assert found["whole"] == pytest.approx((64 - 16 + 4 + 8) / WHOLE)
    kinds = found["kinds"]
    assert kinds["hill"]["whole"] == pytest.approx(48 / WHOLE)  # type: ignore[index]
    assert kinds["woods"] == pytest.approx(  # type: ignore[index]
        {
            "whole": 28 / WHOLE,
            "south-west": 20 / (WHOLE / 4),
            "south-east": 8 / (WHOLE / 4),
            "north-west": 0,
            "north-east": 0,
        }
    )


def test_only_what_is_on_the_table_counts() -> None:
    assert measured(hill("h", box(-4, -4, 4, 4)))["whole"] == pytest.approx(16 / WHOLE)


def test_no_mech_stands_where_it_may_not_go_on_buildings_or_on_steep_slopes() -> None:
    pieces = (
        building("b", box(10, 10, 14, 14)),
        area("thick", box(20, 10, 22, 12), kind="woods", class_="ultra-heavy"),
        ramp("steep", box(40, 10, 43, 12), toward=90, height=6),
        ramp("flat", box(40, 20, 46, 22), toward=90, height=1),
        water("shallow", box(30, 10, 34, 14), depth=1),
        woods("w", box(30, 20, 34, 24)),
        hill("h", box(2, 20, 8, 26), height=6),
    )
    found = check_coverage(
        prepare_table(table(*pieces, options={"woods.advanced": "flat"})), limits(), tolerance=0.1
    )
    impassable = found.figures["coverage"]["impassable"]  # type: ignore[index]
    assert impassable == pytest.approx((16 + 4 + 6) / WHOLE)


def test_an_objective_is_covered_as_far_as_its_disc_is_and_a_point_wholly_or_not() -> None:
    half = hill("h", box(0, 0, 10, 36))
    found = measured(
        half,
        point("disc", (10, 10), kind="objective", radius=2),
        point("in", (5, 5), kind="objective"),
        point("out", (30, 5), kind="objective"),
        point("segment", (11, 20), kind="objective", radius=2),
    )["objectives"]
    segment = (4 * math.acos(0.5) - 1 * math.sqrt(3)) / (4 * math.pi)
    assert found == pytest.approx({"disc": 0.5, "in": 1, "out": 0, "segment": segment}, abs=1e-5)


def test_shares_are_held_against_their_limits_without_any_tolerance() -> None:
    pieces = [hill("a", box(0, 0, 24, 18)), woods("w", box(24, 18, 36, 36))]
    bounds = {
        "coverage.all": (None, 0.37),
        "coverage.hill": (0.25, 0.25),
        "coverage.water": (0.1, None),
        "coverage.quadrant": (None, 0.5),
        "coverage.impassable": (None, 0.2),
    }
    part = check_coverage(prepare_table(table(*pieces)), limits(bounds), tolerance=0.1)
    reported = {key: [(each.severity, each.value) for each in found] for key, found in by_key(part).items()}
    assert reported == {
        "coverage.all": [("error", pytest.approx(0.375))],
        "coverage.hill": [("pass", pytest.approx(0.25))],
        "coverage.water": [("error", 0)],
        "coverage.quadrant": [("error", pytest.approx(1))],
        "coverage.impassable": [("pass", 0)],
    }
    assert only(part, "coverage.quadrant").where == (12, 9)
    assert skipped(part) == {"coverage.objective"}


def test_an_empty_table_is_covered_nowhere() -> None:
    assert measured() == {
        "whole": 0,
        "halves": {"south": 0, "north": 0, "west": 0, "east": 0},
        "quadrants": {"south-west": 0, "south-east": 0, "north-west": 0, "north-east": 0},
        "kinds": {},
        "impassable": 0,
        "objectives": {},
    }
    assert coverage_of(table()).gap is None
