"""Outlines, what hangs over the edge, and what stands in each other."""

from dataclasses import replace

import pytest

from astrike.model.legality import CheckResult
from astrike.model.terrain import Outline, Terrain
from astrike.rules.layout.outlines import check_outlines
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, area, box, bridge, building, hill, multipolygon, table, wall, water, woods
from tests.rules.layout.limits import by_key, limits, only


def looked(*pieces: Json) -> CheckResult:
    return check_outlines(prepare_table(table(*pieces)), limits(), tolerance=0.1)


def wrong(part: CheckResult) -> dict[str, list[tuple[str, tuple[str, ...], float | None]]]:
    return {
        key: reported
        for key, found in by_key(part).items()
        if (reported := [(each.severity, each.by, each.value) for each in found if each.severity != "pass"])
    }


def test_all_four_checks_answer_when_all_is_well_also_on_an_empty_table() -> None:
    for part in (looked(), looked(hill("h", box(0, 0, 4, 4)), building("b", box(44, 32, 48, 36)))):
        assert [each.key for each in part.findings] == [
            "layout.outline.invalid",
            "layout.outline.off-table",
            "layout.outline.overhang",
            "layout.outline.overlap",
        ]
        assert {each.severity for each in part.findings} == {"pass"}


def test_what_stands_over_the_edge_is_told_and_what_runs_on_is_counted() -> None:
    part = looked(
        hill("h", box(-1.5, 10, 4, 14)),
        woods("w", box(40, 30, 47, 36.05)),
        area("road", box(-2, 20, 50, 22), kind="road"),
        water("river", box(20, -1, 22, 40)),
    )
    assert wrong(part) == {
        "outline.overhang": [("warning", ("h",), 1.5), ("close", ("w",), pytest.approx(0.05))]
    }
    assert part.figures["outlines"]["over-the-edge"] == pytest.approx(  # type: ignore[index]
        {"h": 1.5, "w": 0.05, "road": 2, "river": 4}
    )
    first = by_key(part)["outline.overhang"][0]
    (((x1, y1), (x2, y2)),) = first.lines
    assert (x1, x2, y1) == (-1.5, 0, y2)


def test_a_piece_that_only_touches_the_edge_from_outside_lies_beside_the_table() -> None:
    part = looked(hill("h", box(-4, 10, 0, 14)), area("road", box(50, 4, 52, 8), kind="road"))
    assert wrong(part) == {"outline.off-table": [("error", ("h",), 4), ("error", ("road",), 4)]}


def test_buildings_walls_and_bridges_cannot_stand_in_each_other() -> None:
    part = looked(
        building("a", box(10, 10, 14, 14)),
        building("b", box(13, 12, 18, 20)),
        wall("x", box(13.95, 5, 15, 11)),
        bridge("span", box(5, 15, 15, 17), base=1),
    )
    assert wrong(part) == {
        "outline.overlap": [
            ("error", ("b", "span"), 2),
            ("error", ("a", "b"), 1),
            ("close", ("a", "x"), pytest.approx(0.05)),
        ]
    }


def test_what_stands_without_a_construction_factor_is_told() -> None:
    part = looked(
        building("fallen", box(10, 10, 14, 14), cf=0),
        building("sound", box(20, 10, 24, 14), cf=1),
        building("usual", box(30, 10, 34, 14)),
        bridge("span", box(5, 25, 15, 27), base=1, cf=0),
        wall("fence", box(20, 25, 30, 25.5), cf=0),
        woods("w", box(35, 25, 40, 30)),
    )
    assert wrong(part) == {
        "outline.fallen": [
            ("error", ("fallen",), None),
            ("error", ("span",), None),
            ("error", ("fence",), None),
        ]
    }


def test_what_touches_or_lies_above_or_in_a_hole_does_not_stand_in_each_other() -> None:
    court = {"type": "Polygon", "coordinates": [_ring(box(20, 4, 30, 14)), _ring(box(22, 6, 28, 12))[::-1]]}
    part = looked(
        building("a", box(10, 10, 14, 14), height=2),
        building("beside", box(14, 10, 18, 14)),
        building("above", box(10, 10, 14, 14), base=2.5, height=3),
        bridge("over", box(5, 11, 30, 13), base=6),
        area("court", court, kind="building", height=2),
        building("in-it", box(22, 6, 24, 8)),
        hill("h", box(8, 8, 20, 16), height=0.5),
    )
    assert wrong(part) == {}


def test_parts_that_share_one_space_are_measured_at_the_largest_and_drawn_all() -> None:
    part = looked(
        building("a", multipolygon(box(2, 2, 4, 4), box(10, 2, 14, 6))), building("b", box(3, 3, 12, 4))
    )
    found = only(part, "outline.overlap")
    assert (found.by, found.value, found.facts["area"]) == (("a", "b"), 1, 3)
    assert len(found.lines) == 2


def test_an_outline_that_no_file_can_bring_is_named() -> None:
    bow = Terrain("bow", "rough", (Outline(((4, 4), (8, 8), (8, 4), (4, 8))),))
    twice = Terrain("twice", "rough", (Outline(box(20, 4, 24, 8)), Outline(box(22, 4, 26, 8))))
    prepared = prepare_table(table(hill("h", box(30, 4, 34, 8))))
    part = check_outlines(
        replace(
            prepared, terrain=replace(prepared.terrain, pieces=(bow, twice), rows=prepared.terrain.rows * 2)
        ),
        limits(),
        tolerance=0,
    )
    named = {each.by: each.facts["found"] for each in by_key(part)["outline.invalid"]}
    assert named == {
        ("bow",): "an outline that crosses or touches itself at (6, 6)",
        ("twice",): "outline 2 overlaps outline 1",
    }


def _ring(outline: tuple[tuple[float, float], ...]) -> list[list[float]]:
    return [[x, y] for x, y in (*outline, outline[0])]
