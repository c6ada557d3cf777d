"""Distances between pieces, objectives, zones and the edges of the table."""

import pytest

from astrike.model.legality import CheckResult
from astrike.rules.layout.limit_checks import MOST
from astrike.rules.layout.spacing import check_spacing
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
    wall,
    woods,
)
from tests.rules.layout.limits import Bounds, by_key, limits, only, skipped


def looked(*pieces: Json, tolerance: float = 0.1, **bounds: Bounds) -> CheckResult:
    wanted = {key.replace("_", "."): value for key, value in bounds.items()}
    return check_spacing(prepare_table(table(*pieces)), limits(wanted), tolerance=tolerance)


def zone(name: str, outline: tuple[tuple[float, float], ...], side: str | None) -> Json:
    return area(name, outline, kind="deployment", side=side)


def objective(name: str, x: float, y: float) -> Json:
    return point(name, (x, y), kind="objective")


def reported(part: CheckResult, key: str) -> list[tuple[str, float, tuple[str, ...]]]:
    return [(each.severity, round(each.value or 0, 6), each.by) for each in by_key(part)[key]]


def test_the_closest_pair_comes_first_with_the_shortest_line_between_them() -> None:
    pieces = (
        hill("a", box(10, 10, 14, 14)),
        building("b", box(17, 18, 20, 22)),
        wall("c", box(10, 16, 14, 17)),
        woods("w", box(14.5, 10, 15, 12)),
    )
    part = looked(*pieces, gap_pieces=(6, None))
    assert reported(part, "gap.pieces") == [
        ("error", 2, ("a", "c")),
        ("error", round(10**0.5, 6), ("b", "c")),
        ("error", 5, ("a", "b")),
    ]
    worst, second, _ = by_key(part)["gap.pieces"]
    (((x1, y1), (x2, y2)),) = worst.lines
    assert (y1, y2, x1) == (14, 16, x2)
    assert worst.where == (x1, 15)
    assert {*second.lines[0]} == {(17, 18), (14, 17)}


def test_what_keeps_the_distance_is_told_once_with_the_tightest() -> None:
    pieces = (hill("a", box(10, 10, 14, 14)), hill("b", box(18, 10, 20, 14)), hill("c", box(26, 10, 28, 14)))
    assert reported(looked(*pieces, gap_pieces=(3, None)), "gap.pieces") == [("pass", 4, ("a", "b"))]
    assert reported(looked(*pieces, gap_pieces=(4.05, None)), "gap.pieces") == [("close", 4, ("a", "b"))]
    assert reported(looked(*pieces, gap_pieces=(4, None), tolerance=0), "gap.pieces") == [
        ("pass", 4, ("a", "b"))
    ]


def test_touching_pieces_are_nothing_apart_and_those_that_lie_on_each_other_are_one_obstacle() -> None:
    hills = (hill("low", box(10, 10, 20, 20), height=1), hill("high", box(12, 12, 16, 16), height=2))
    on_it = building("house", box(17, 17, 19, 19))
    beside = wall("wall", box(20, 12, 21, 14))
    far = building("far", box(26, 12, 28, 14))
    part = looked(*hills, on_it, beside, far, gap_pieces=(3, None))
    assert reported(part, "gap.pieces") == [("error", 0, ("low", "wall"))]
    grouped = wall("wall", box(20, 12, 21, 14), group="g")
    low = hill("low", box(10, 10, 20, 20), height=1, group="g")
    part = looked(low, hills[1], on_it, grouped, far, gap_pieces=(3, None))
    assert reported(part, "gap.pieces") == [("pass", 5, ("wall", "far"))]


def test_a_building_in_the_court_of_another_is_measured_from_the_inside() -> None:
    court = area("court", polygon(box(10, 10, 30, 30), box(12, 12, 28, 28)), kind="building", height=2)
    part = looked(court, building("keep", box(13, 18, 20, 22)), gap_pieces=(2, None))
    assert reported(part, "gap.pieces") == [("error", 1, ("court", "keep"))]


def test_each_piece_is_measured_to_its_nearest_edge_and_below_nothing_where_it_hangs_over() -> None:
    pieces = (
        hill("h", box(-0.5, 10, 4, 14)),
        building("b", multipolygon(box(20, 20, 24, 24), box(20, 30, 24, 34))),
        ramp("r", box(0, 20, 4, 24), toward=0),
    )
    part = looked(*pieces, gap_edge=(3, None))
    assert reported(part, "gap.edge") == [("error", -0.5, ("h",)), ("error", 2, ("b",))]
    assert [each.facts["edge"] for each in by_key(part)["gap.edge"]] == ["west", "north"]
    assert only(looked(pieces[1], gap_edge=(3, None)), "gap.edge").lines[0][1][1] == 36


def test_zones_and_objectives_are_kept_clear_of_solid_pieces() -> None:
    pieces = (
        hill("h", box(10, 12, 14, 16)),
        building("b", box(30, 4, 34, 12)),
        zone("south", box(0, 0, 48, 10), "red"),
        objective("o", 17, 20),
    )
    part = looked(*pieces, gap_zone=(4, None), gap_objective=(2, None))
    assert reported(part, "gap.zone") == [("error", 0, ("b", "south")), ("error", 2, ("h", "south"))]
    assert reported(part, "gap.objective") == [("pass", 5, ("h", "o"))]


def test_objectives_are_measured_from_edges_and_from_each_other() -> None:
    part = looked(
        objective("a", 10, 5),
        objective("b", 13, 9),
        objective("c", 41.5, 18),
        objective_edge=(6, 8),
        objective_apart=(8, None),
    )
    assert reported(part, "objective.edge") == [("error", 5, ("a",)), ("error", 9, ("b",))]
    assert reported(part, "objective.apart") == [("error", 5, ("a", "b"))]


def test_zones_of_two_sides_are_apart_and_those_of_one_may_touch() -> None:
    pieces = (
        zone("r1", box(0, 0, 10, 10), "red"),
        zone("r2", box(10, 0, 20, 10), "red"),
        zone("b1", box(0, 30, 20, 36), "blue"),
        zone("open", box(30, 0, 40, 10), None),
    )
    part = looked(*pieces, zone_apart=(24, None))
    assert reported(part, "zone.apart") == [
        ("error", 10, ("r2", "open")),
        ("error", 20, ("r1", "b1")),
        ("error", 20, ("r1", "open")),
        ("error", 20, ("r2", "b1")),
        ("error", round(500**0.5, 6), ("b1", "open")),
    ]
    over = looked(
        zone("r", box(0, 0, 20, 20), "red"), zone("b", box(10, 10, 30, 30), "blue"), zone_apart=(24, None)
    )
    assert reported(over, "zone.apart") == [("error", 0, ("r", "b"))]


def test_the_most_that_may_lie_between_is_held_against_the_nearest_of_each() -> None:
    pieces = (hill("a", box(4, 4, 8, 8)), hill("b", box(10, 4, 14, 8)), hill("c", box(38, 4, 40, 8)))
    part = looked(*pieces, gap_pieces=(None, 12))
    assert reported(part, "gap.pieces") == [("error", 24, ("b", "c"))]


def test_of_many_pairs_the_worst_are_told_and_how_many_more_there_are() -> None:
    part = looked(*(wall(f"w{k}", box(2 * k, 4, 2 * k + 1, 8)) for k in range(20)), gap_pieces=(1.5, None))
    found = by_key(part)
    assert len(found["gap.pieces"]) == MOST
    assert found["gap.pieces.more"][0].value == 19 - MOST


def test_without_limits_the_tightest_of_each_are_figures() -> None:
    part = looked(hill("a", box(4, 4, 8, 8)), hill("b", box(10, 4, 14, 8)), objective("o", 30, 20))
    assert part.findings == ()
    assert part.figures["spacing"] == {
        "gap.edge": {"inches": 4, "by": ["a"], "edge": "south"},
        "gap.pieces": {"inches": 2, "by": ["a", "b"]},
        "gap.zone": None,
        "gap.objective": {"inches": pytest.approx(20), "by": ["b", "o"]},
        "objective.edge": {"inches": 16, "by": ["o"], "edge": "north"},
        "objective.apart": None,
        "zone.apart": None,
    }
    assert len(skipped(part)) == 7


def test_limits_on_what_is_not_there_are_named_as_not_checked() -> None:
    keys = (
        "gap.edge",
        "gap.pieces",
        "gap.zone",
        "gap.objective",
        "objective.edge",
        "objective.apart",
        "zone.apart",
    )
    part = check_spacing(prepare_table(table()), limits(dict.fromkeys(keys, (2, None))), tolerance=0.1)
    assert part.findings == ()
    assert {each.key.removeprefix("layout."): each.why for each in part.skipped} == {
        "gap.edge": "no-pieces",
        "gap.pieces": "no-pair",
        "gap.zone": "no-zones",
        "gap.objective": "no-objectives",
        "objective.edge": "no-objectives",
        "objective.apart": "no-objectives",
        "zone.apart": "no-zones",
    }
