"""A whole table in one answer: units by the rules, layout by a preset, worst first, and what was left out is listed."""

from dataclasses import replace

import pytest
from shapely import LinearRing, LineString, Point

from astrike.editing.layout.generator import generate
from astrike.editing.layout.wishes import LayoutWishes
from astrike.model.legality import SEVERITIES, Legality
from astrike.presets.loader import load_preset, read_preset
from astrike.presets.schema import Preset
from astrike.rules.layout.fix_suggestions import fixing_shift
from astrike.rules.layout.legality import check_table
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import box, building, document, mech, poi, table, wall

CLUB = read_preset(
    {
        "id": "club",
        "title": "Club night",
        "version": "3",
        "source": "ours",
        "confidence": "high",
        "absent": ["Rosters"],
        "table": {"width": 36, "depth": 24},
        "layout": {"limits": [{"key": "gap.pieces", "at_least": 1.25, "ref": "line 4"}]},
    }
)


def checked(
    *features: dict[str, object], preset: Preset | None = CLUB, tolerance: float | None = None, **head: object
) -> Legality:
    size = {"width": 36, "depth": 24} | head
    return check_table(prepare_table(table(*features, **size)), preset, tolerance=tolerance)


def severities(legality: Legality, key: str) -> list[str]:
    return [each.severity for each in legality.findings if each.key == key]


def two_buildings(gap: float) -> tuple[dict[str, object], dict[str, object]]:
    return (
        building("depot", box(10, 10, 14, 13), height=3),
        building("silo", box(14 + gap, 10, 16 + gap, 12), height=2),
    )


def test_units_and_layout_stand_in_one_list_worst_first() -> None:
    found = checked(*two_buildings(1.1), mech("A", at=(5, 5)), mech("B", at=(5.5, 5)), tolerance=0.0)
    keys = [each.key for each in found.findings if each.severity == "error"]
    assert keys == ["standing.overlap", "layout.gap.pieces"]
    order = [SEVERITIES.index(each.severity) for each in found.findings]
    assert order == sorted(order)
    assert "pass" in {each.severity for each in found.findings}
    assert found.figures["pieces"] == 2
    assert found.figures["units"] == 2


def test_the_verdict_hangs_on_the_tolerance() -> None:
    assert severities(checked(*two_buildings(1.1)), "layout.gap.pieces") == ["error"]
    assert severities(checked(*two_buildings(1.2)), "layout.gap.pieces") == ["close"]
    assert severities(checked(*two_buildings(1.2), tolerance=0.0), "layout.gap.pieces") == ["error"]
    assert severities(checked(*two_buildings(1.4)), "layout.gap.pieces") == ["pass"]
    # The preset's own comes before the table's.
    strict = replace(CLUB, tolerance=0.01)
    assert severities(checked(*two_buildings(1.2), preset=strict), "layout.gap.pieces") == ["error"]
    assert checked(preset=strict).tolerance == 0.01
    assert checked().tolerance == 0.1


def test_the_table_has_the_size_that_the_preset_wants() -> None:
    assert severities(checked(), "layout.table") == ["pass"]
    assert severities(checked(width=24, depth=36), "layout.table") == ["pass"], "turned by a quarter"
    assert severities(checked(width=48), "layout.table") == ["error"]
    assert severities(checked(width=36.05), "layout.table") == ["close"]
    assert severities(checked(preset=load_preset("default")), "layout.table") == []


def test_what_has_no_limit_is_listed_and_measured_all_the_same() -> None:
    found = checked(*two_buildings(3.0))
    skipped = {each.key: each.why for each in found.skipped}
    assert skipped["layout.coverage.all"] == "no-limit"
    assert "layout.gap.pieces" not in skipped
    assert [(each.label, each.why) for each in found.skipped if each.key.startswith("preset.")] == [
        ("Rosters", "absent")
    ]
    for key in ("counts", "coverage", "spacing", "corridors", "gaps", "reach", "footprints"):
        assert key in found.figures
    bare = checked(preset=None)
    assert (bare.preset, bare.title) == ("", "")
    assert "layout.gap.pieces" in {each.key for each in bare.skipped}
    assert found.title == "Club night, version 3"


def test_a_gap_is_mended_by_the_smaller_piece_when_nothing_else_gets_worse() -> None:
    prepared = prepare_table(table(*two_buildings(1.1), width=36, depth=24))
    found = check_table(prepared, CLUB)
    gap = next(each for each in found.findings if each.key == "layout.gap.pieces")
    shift = fixing_shift(prepared, CLUB, found, gap)
    assert shift is not None
    assert (shift.piece, shift.dx, shift.dy) == ("silo", 0.25, 0.0)
    # Beyond the silo there is no room: the depot goes instead.
    wall = building("barn", box(18.5, 10, 20, 12))
    prepared = prepare_table(table(*two_buildings(1.1), wall, width=36, depth=24))
    found = check_table(prepared, CLUB)
    gap = next(each for each in found.findings if each.key == "layout.gap.pieces")
    shift = fixing_shift(prepared, CLUB, found, gap)
    assert shift is not None
    assert (shift.piece, shift.dx) == ("depot", -0.25)
    fixed = next(each for each in found.findings if each.severity == "pass")
    assert fixing_shift(prepared, CLUB, found, fixed) is None


def test_markers_and_documents_without_pieces_are_answered() -> None:
    assert document()["features"] == []
    found = checked(poi("p", (18, 12)), preset=load_preset("parameters-example"), width=48, depth=48)
    assert severities(found, "layout.count.all") == ["error"]


def test_gaps_and_ground_are_for_bases_as_the_preset_prescribes_them() -> None:
    walls = (wall("south", box(17, 0, 18, 11), height=4), wall("north", box(17, 12, 18, 24), height=4))

    def stopped(preset: Preset) -> tuple[object, object]:
        figures = checked(*walls, preset=preset).figures
        (gap,) = figures["gaps"]  # type: ignore[misc]  # a list of objects
        ways = figures["corridors"]["kinds"]["infantry"]  # type: ignore[index]  # an object
        return gap["stops"], (ways["base"], ways["count"])

    everybody = ["mech", "tracked", "wheeled", "hover", "infantry"]
    assert stopped(CLUB) == (everybody, (1.25, 0))
    assert stopped(load_preset("alpha-strike-350-v3.2")) == (everybody[:-1], (0.75, 1))


@pytest.mark.parametrize("seed", [3, 12])
def test_pins_of_what_stops_somebody_lie_on_the_piece_or_in_the_gap(seed: int) -> None:
    """Who is told that a hill or a gap stops somebody finds the place within a twentieth of an inch."""
    laid = generate(LayoutWishes(seed=seed, gap=0.8, edge=0.8)).table
    found = check_table(prepare_table(laid), load_preset("default")).findings
    reported = [
        each
        for each in found
        if each.key.startswith(("layout.steps", "layout.gaps")) and each.severity == "note"
    ]
    placed = [each for each in reported if not each.key.endswith(".more")]
    assert placed
    for each in placed:
        assert each.where is not None
        assert each.value is not None
        assert each.limit is not None
        assert each.facts["who"]
        outlines = {
            name: [LinearRing(outline.exterior) for outline in piece.outlines]
            for name in each.by
            if (piece := laid.piece(name)) is not None
        }
        if each.key.startswith("layout.steps"):
            rings = outlines[each.by[0]]
            assert min(ring.distance(Point(each.where)) for ring in rings) < 0.05
            continue
        assert min(LineString(line).centroid.distance(Point(each.where)) for line in each.lines) < 0.05
        rings = [ring for found in outlines.values() for ring in found]
        for line in each.lines:
            assert LineString(line).length == pytest.approx(each.value, abs=1e-6)
            for x, y in line:
                far = (y, laid.depth - y, x, laid.width - x, *(ring.distance(Point(x, y)) for ring in rings))
                assert min(far) < 0.05
