"""Reach and best positions on the map: contours with their cost, chances in fifths, and the numbers of every place."""

import re
from dataclasses import replace
from math import cos, hypot, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.model.movement import BestPositionsAnswer, Contour, PositionChances, ReachAnswer
from astrike.report.drawing.shapes import text_width
from astrike.report.movement.best_positions_overlay import (
    HIT,
    RISK,
    BestPositionsOverlay,
    best_positions_overlay,
    outlines,
    patches,
)
from astrike.report.movement.reach_overlay import ReachOverlay, reach_overlay
from astrike.report.terrain.picture import TerrainPicture, terrain_picture
from astrike.rules.table.prepared_table import PreparedTable
from tests.conftest import Approved
from tests.report.attack.test_pictures import DARK, LIGHT, STYLES, contrast
from tests.report.drawing.path_reader import areas, bounds
from tests.report.movement import moves
from tests.report.movement.test_path_overlay import move_styles

TABLE = moves.table()


@pytest.fixture(scope="module")
def land(prepared: PreparedTable) -> TerrainPicture:
    return terrain_picture(prepared.table, tops=prepared.heights, edition=prepared.edition)


def circle(radius: float, *, at: tuple[float, float] = (30.0, 24.0)) -> tuple[tuple[float, float], ...]:
    return tuple((at[0] + radius * cos(i * pi / 90), at[1] + radius * sin(i * pi / 90)) for i in range(181))


def reach(*contours: Contour, refused: tuple[tuple[float, float], ...] = ()) -> ReachAnswer:
    return ReachAnswer("B", "ground", "ce-5.01", 12.0, contours, refused, 100, (), (), ())


RINGS = (
    Contour(4.0, (circle(4),), True),
    Contour(12.0, (circle(12), circle(2, at=(37.0, 24.0))), True),
    Contour(8.0, (circle(8),), True),
)


def prospect(
    x: float, y: float, *, hit: float = 15 / 36, risk: float = 0.25, **more: float
) -> PositionChances:
    number = 8 if hit else None
    return PositionChances(x, y, more.get("z", 0.0), more.get("cost", 3.0), hit, number, (risk,), risk)


def answer_with(*places: PositionChances) -> BestPositionsAnswer:
    best = max(places, key=lambda one: (one.hit, -one.risk, -one.cost), default=None)
    safest = min(places, key=lambda one: (one.risk, -one.hit, one.cost), default=None)
    return BestPositionsAnswer("B", "ground", "ce-5.01", "K", ("K",), 0.5, places, best, safest)


def square(count: int) -> BestPositionsAnswer:
    """Places whose chance to hit grows eastwards and whose risk grows northwards."""
    return answer_with(
        *(
            prospect(
                20 + i / 2,
                10 + j / 2,
                hit=round(i / (count - 1), 3),
                risk=round(j / (count - 1), 3),
                cost=i / 4,
            )
            for i in range(count)
            for j in range(count)
        )
    )


def boxes(view: BestPositionsOverlay | ReachOverlay) -> list[tuple[str, moves.Box]]:
    found = []
    for text in view.labels:
        size = 12.0 if "lbl-b" in text.css else 10.0
        half = text_width(text.text, size) / 2
        found.append((text.text, (text.x - half, text.y - size / 2, text.x + half, text.y + size / 2)))
    return found


def assert_inside(view: BestPositionsOverlay | ReachOverlay, land: TerrainPicture) -> None:
    left, top, right, bottom = land.view
    moves.assert_apart(boxes(view))
    for text, (west, north, east, south) in boxes(view):
        assert left <= west, text
        assert east <= right, text
        assert top <= north, text
        assert south <= bottom, text


# ---- reach


def test_every_contour_has_its_cost_on_its_line(prepared: PreparedTable, land: TerrainPicture) -> None:
    view = reach_overlay(prepared.table, reach(*RINGS), land=land)
    assert [text.text for text in view.labels] == ["12″", "8″", "4″"]
    for text, radius in zip(view.labels, (12, 8, 4), strict=True):
        x, y = land.frame.at((30.0, 24.0))
        assert hypot(text.x - x, text.y - y) == pytest.approx(radius * land.scale, abs=0.5)
    assert_inside(view, land)


def test_the_outermost_contour_is_the_strongest_and_drawn_last(
    prepared: PreparedTable, land: TerrainPicture
) -> None:
    view = reach_overlay(prepared.table, reach(*RINGS), land=land)
    lines = [shape for shape in view.under if "reach-line" in shape.css]
    assert ["reach-out" in line.css for line in lines] == [False, False, True]
    left, _, right, _ = bounds(lines[-1].d)
    assert right - left == pytest.approx(24 * land.scale, abs=0.3)


def test_holes_are_holes(prepared: PreparedTable, land: TerrainPicture) -> None:
    view = reach_overlay(prepared.table, reach(*RINGS), land=land)
    (area,) = (shape for shape in view.under if "reach-area" in shape.css)
    outer, hole = areas(area.d)
    assert hole / outer == pytest.approx((2 / 12) ** 2, rel=0.05)


def test_what_is_not_proven_is_hatched_beyond_what_is(prepared: PreparedTable, land: TerrainPicture) -> None:
    unproven = Contour(12.0, (circle(12),), False)
    view = reach_overlay(prepared.table, reach(RINGS[0], RINGS[2], unproven), land=land)
    (hatch,) = (shape for shape in view.under if shape.pattern == "unsure")
    outer, inner = areas(hatch.d)
    assert inner / outer == pytest.approx((8 / 12) ** 2, rel=0.05)
    assert [level.is_proven for level in view.levels] == [False, True, True]
    text = moves.written('heat.reach_under(view, "r")', view=view)
    assert 'id="r-unsure"' in text
    assert "not proven" in moves.written("heat.reach_legend(view)", view=view)


def test_refused_places_are_crossed_and_counted(prepared: PreparedTable, land: TerrainPicture) -> None:
    view = reach_overlay(prepared.table, reach(*RINGS, refused=((30, 30), (31, 30), (500, 500))), land=land)
    (crosses,) = (shape for shape in view.under if shape.css == "refused")
    assert crosses.d.count("M") == 4
    assert "3 places found and refused" in moves.written("heat.reach_legend(view)", view=view)


def test_a_unit_that_cannot_move_has_an_empty_picture(prepared: PreparedTable, land: TerrainPicture) -> None:
    view = reach_overlay(prepared.table, reach(), land=land)
    assert view.under == ()
    assert moves.written("heat.reach_description(view)", view=view) == "Birch cannot move so."
    moves.parsed(moves.written('heat.reach_under(view, "r")', view=view))


# ---- best positions


def test_cells_fill_what_is_reached_and_no_more(prepared: PreparedTable, land: TerrainPicture) -> None:
    view = best_positions_overlay(prepared.table, square(20), theme=HIT, land=land)
    whole = sum(sum(areas(shape.d)) for shape in view.under if shape.css.startswith("heat-"))
    assert whole / land.scale**2 == pytest.approx(100.0, rel=0.02)
    assert sum(step.count for step in view.steps) == 400


def test_both_themes_show_their_own_chances(prepared: PreparedTable, land: TerrainPicture) -> None:
    hit, risk = (
        best_positions_overlay(prepared.table, square(20), theme=theme, land=land) for theme in (HIT, RISK)
    )
    east, north = (next(shape.d for shape in view.under if shape.css == "heat-5") for view in (hit, risk))
    assert bounds(east)[0] > land.frame.at((27, 0))[0]
    assert bounds(north)[3] < land.frame.at((0, 17))[1]


def test_chances_are_written_into_their_patches(prepared: PreparedTable, land: TerrainPicture) -> None:
    view = best_positions_overlay(prepared.table, square(36), theme=HIT, land=land)
    assert len(view.labels) >= 4
    assert any(re.fullmatch(r"\d+–\d+ %", text.text) for text in view.labels)
    assert_inside(view, land)


def test_places_where_nothing_can_be_attacked_are_hatched(
    prepared: PreparedTable, land: TerrainPicture
) -> None:
    nothing = answer_with(*(prospect(20 + i / 2, 10, hit=0.0) for i in range(5)))
    view = best_positions_overlay(prepared.table, nothing, theme=HIT, land=land)
    assert [shape.pattern for shape in view.under] == ["", "unsure"]
    assert [
        shape.pattern
        for shape in best_positions_overlay(prepared.table, nothing, theme=RISK, land=land).under
    ] == [""]


def test_the_best_and_the_safest_place_are_marked(prepared: PreparedTable, land: TerrainPicture) -> None:
    view = best_positions_overlay(prepared.table, square(20), theme=HIT, land=land)
    assert [(star.kind, star.inches_x, star.inches_y) for star in view.stars] == [
        ("best", 29.5, 10.0),
        ("safe", 29.5, 10.0),
    ]
    # Both are the same place: one sign stands aside.
    assert [star.is_aside for star in view.stars] == [False, True]
    one, other = view.stars
    assert hypot(one.x - other.x, one.y - other.y) >= 18
    text = moves.written('heat.heat_over(view, "h")', view=view)
    assert moves.classes(text) >= {"spot-best", "spot-safe"}
    legend = moves.written("heat.heat_legend(view)", view=view)
    assert "best place: 100 % to hit" in legend
    assert "safest place: 0 % risk" in legend


def read(view: BestPositionsOverlay) -> dict[tuple[float, float], tuple[float, float, float, str]]:
    """Read the numbers of all places as a page's script does."""
    found = {}
    for part in filter(None, view.rows.split(";")):
        row, column, cells = part.split(":")
        for i, cell in enumerate(cells.split(",")):
            hit, risk, cost, number = cell.split(" ")
            at = (view.x0 + (int(column) + i) * view.step, view.y0 + int(row) * view.step)
            found[at] = (int(hit) / 1000, int(risk) / 1000, int(cost) / 100, number)
    return found


def test_every_place_tells_its_numbers(prepared: PreparedTable, land: TerrainPicture) -> None:
    answer = square(12)
    view = best_positions_overlay(prepared.table, answer, theme=HIT, land=land)
    cells = read(view)
    assert len(cells) == 144
    for one in answer.places:
        hit, risk, cost, number = cells[one.x, one.y]
        assert (hit, risk, cost) == pytest.approx((one.hit, one.risk, one.cost), abs=6e-4)
        assert number == ("-" if one.target_number is None else str(one.target_number))
    text = moves.written('heat.heat_under(view, "h")', view=view)
    (group,) = (node for node in moves.parsed(text).iter("g") if node.get("data-rows"))
    assert (group.get("data-x0"), group.get("data-y0"), group.get("data-step")) == ("20", "10", "0.5")


def test_1800_places_are_less_than_40_kilobytes(prepared: PreparedTable, land: TerrainPicture) -> None:
    answer = square(43)
    view = best_positions_overlay(prepared.table, answer, theme=RISK, land=land)
    assert len(answer.places) > 1800
    assert len(moves.written('heat.heat_under(view, "h")', view=view)) < 40_000


def test_of_two_places_one_above_the_other_the_better_counts(
    prepared: PreparedTable, land: TerrainPicture
) -> None:
    below, roof = prospect(20, 10, hit=0.1, risk=0.1), prospect(20, 10, hit=0.9, risk=0.5, z=3.0)
    view = best_positions_overlay(prepared.table, answer_with(below, roof), theme=HIT, land=land)
    assert read(view)[20, 10][0] == 0.9
    view = best_positions_overlay(prepared.table, answer_with(below, roof), theme=RISK, land=land)
    assert read(view)[20, 10][1] == 0.1


def test_nowhere_to_go_is_an_empty_picture(prepared: PreparedTable, land: TerrainPicture) -> None:
    view = best_positions_overlay(prepared.table, answer_with(), theme=HIT, land=land)
    assert (view.under, view.stars, view.rows) == ((), (), "")
    moves.parsed(moves.written('heat.heat_under(view, "h") ~ heat.heat_over(view, "h")', view=view))


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ramp", ["odds", "risk"])
def test_steps_of_chance_differ_in_lightness(theme: dict[str, str], ramp: str) -> None:
    for step in range(1, 5):
        assert contrast(theme[f"--{ramp}-{step}"], theme[f"--{ramp}-{step + 1}"]) >= 1.25, step


def test_every_class_has_its_style(prepared: PreparedTable, land: TerrainPicture) -> None:
    styled = set(re.findall(r"\.([a-z][\w-]*)", STYLES + move_styles()))
    lines = reach_overlay(
        prepared.table,
        reach(RINGS[0], replace(RINGS[1], is_proven=False), refused=((30, 30),)),
        land=land,
    )
    chances = [
        best_positions_overlay(prepared.table, square(30), theme=theme, land=land) for theme in (HIT, RISK)
    ]
    used = {
        name
        for call, views in (
            ('heat.reach_under(view, "u") ~ heat.reach_over(view, "u") ~ heat.reach_legend(view)', [lines]),
            ('heat.heat_under(view, "u") ~ heat.heat_over(view, "u") ~ heat.heat_legend(view)', chances),
        )
        for view in views
        for name in moves.classes(moves.written(call, view=view))
    }
    assert used - styled - {"reach-over", "heat-over", "spot-best", "spot-safe"} == set()


def test_the_legend_of_chances(prepared: PreparedTable, land: TerrainPicture, approved: Approved) -> None:
    view = best_positions_overlay(prepared.table, square(30), theme=HIT, land=land)
    approved("svg/move-heat-legend.html", moves.written("heat.heat_legend(view)", view=view))


# ---- patches


CELLS = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=40)


@given(CELLS)
def test_outlines_enclose_the_cells(cells: set[tuple[int, int]]) -> None:
    signed = [
        sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) / 2
        for ring in outlines(cells)
    ]
    assert sum(signed) == len(cells)


@given(CELLS)
def test_patches_are_all_cells_and_their_deepest_are_farthest_from_the_edge(
    cells: set[tuple[int, int]],
) -> None:
    found = patches(cells)
    assert sum(len(patch.cells) for patch in found) == len(cells)
    assert frozenset.union(*(patch.cells for patch in found)) == cells
    for patch in found:
        inside = range(1 - patch.depth, patch.depth)
        for x, y in patch.deepest:
            assert all(
                (x + i, y + j) in cells for i in inside for j in inside if abs(i) + abs(j) < patch.depth
            )


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(st.integers(-3, 160), st.integers(-3, 110), st.integers(0, 36), st.integers(0, 36)),
        max_size=60,
    ),
    moves.widths,
    st.sampled_from([HIT, RISK]),
)
def test_any_prospects_can_be_drawn(found: list[tuple[int, int, int, int]], width: float, theme: str) -> None:
    prepared = moves.prepared()
    answer = answer_with(*(prospect(x / 2, y / 2, hit=a / 36, risk=b / 36) for x, y, a, b in found))
    land = terrain_picture(prepared.table, width_px=width, tops=prepared.heights, edition=prepared.edition)
    view = best_positions_overlay(prepared.table, answer, theme=theme, land=land)
    moves.parsed(moves.written('heat.heat_under(view, "h") ~ heat.heat_over(view, "h")', view=view))
    assert_inside(view, land)
    assert view == best_positions_overlay(prepared.table, answer, theme=theme, land=land)
