"""The map: what is on it, that it is the same every time, and that nothing covers what must be read."""

from dataclasses import replace
from itertools import combinations
from math import cos, hypot, radians, sin
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import astrike
from astrike.formats.table.table_file import parse_document, read_table
from astrike.model.table import Table
from astrike.model.terrain import Outline, Terrain
from astrike.model.turn import DoneAct
from astrike.report.drawing.shapes import text_width
from astrike.report.table.board import BoardView, TriedUnit, board
from astrike.report.table.sight_lines import SightLine, sight_line
from astrike.report.terrain.picture import terrain_picture
from astrike.report.terrain.symbols import SYMBOLS, symbol, tint
from astrike.report.units.miniatures import CHECK_RADIUS
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.rules.table.tape_measure import pair_geometry
from tests import builders
from tests.asking import attacks_from
from tests.report.drawing.path_reader import bounds, read_path
from tests.report.scenes import everything
from tests.soak import examples
from tests.strategies import tables

TABLE = everything()
GAME = Path(astrike.__file__).parent / "demo" / "eight.astrike.json"


def lines_of(prepared: PreparedTable, chosen: str) -> list[SightLine]:
    return [
        sight_line(
            answer,
            prepared.bodies,
            table=prepared.table,
            geometry=pair_geometry(prepared, chosen, answer.target),
        )
        for answer in attacks_from(prepared, chosen)
    ]


def draw(prepared: PreparedTable, **how: object) -> BoardView:
    return board(prepared.table, prepared.bodies, tops=prepared.heights, edition=prepared.edition, **how)  # type: ignore[arg-type]


def boxes(view: BoardView) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Everything that is written on a map, with the box it fills."""
    found = []
    for text in view.labels:
        size = 12.0 if "lbl-b" in text.css else 10.0
        half = text_width(text.word + text.text, size) / 2
        found.append((text.text, (text.x - half, text.y - size / 2, text.x + half, text.y + size / 2)))
    for tag in view.tags:
        right = tag.box[0] + tag.box[2] if tag.box else tag.x + 8
        found.append((tag.letter, (tag.x - 8, tag.y - 8, right, tag.y + 8)))
    for dim in view.dimensions:
        half = dim.width / 2
        found.append((dim.text, (dim.x - half, dim.y - 8, dim.x + half, dim.y + 8)))
    return found


def apart(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    # Places are rounded to a tenth of a pixel.
    return a[2] <= b[0] + 0.2 or b[2] <= a[0] + 0.2 or a[3] <= b[1] + 0.2 or b[3] <= a[1] + 0.2


def assert_readable(view: BoardView) -> None:
    written = boxes(view)
    for (one, a), (other, b) in combinations(written, 2):
        assert apart(a, b), f"{one} covers {other}"
    left, top, right, bottom = view.land.view
    for text, box in written:
        assert box[0] >= left - 0.2, text
        assert box[2] <= right + 0.2, text
        assert box[1] >= top - 0.2, text
        assert box[3] <= bottom + 0.2, text
    for tag in view.tags:
        for unit in view.units:
            if unit.mini.half is None:
                near = hypot(tag.x - unit.mini.x, tag.y - unit.mini.y)
                assert near >= unit.mini.reach + 7.0, f"{tag.letter} stands on the base of {unit.mini.letter}"


def test_the_demo_game_can_be_read_on_a_phone() -> None:
    prepared = prepare_table(read_table(GAME.read_bytes()))
    assert len(boxes(draw(prepared))) >= len(prepared.table.units)
    assert_readable(draw(prepared))


def test_ticks_stand_beside_letters_and_bases_and_change_nothing_else() -> None:
    prepared = prepare_table(read_table(GAME.read_bytes()))
    done: dict[str, DoneAct] = {unit.id: "moved" for unit in prepared.table.units}
    for view in (None, (18.0, 0.0, 54.0, 24.0), (36.0, 0.0, 54.0, 12.0)):
        before, after = draw(prepared, viewport=view), draw(prepared, viewport=view, done=done)
        assert not before.checks
        units = tuple(replace(unit, done=None) for unit in after.units)
        assert replace(after, checks=(), units=units) == before
        assert len(after.checks) == len(after.units)
        for x, y in after.checks:
            for tag in after.tags:
                assert hypot(x - tag.x, y - tag.y) >= 7.0, tag.letter
            for unit in after.units:
                if not unit.mini.has_letter:
                    near = hypot(x - unit.mini.x, y - unit.mini.y)
                    assert near >= unit.mini.reach + CHECK_RADIUS, unit.id


def test_a_tick_in_a_base_stands_beside_its_letter_and_values_keep_their_room(
    prepared: PreparedTable,
) -> None:
    done: dict[str, DoneAct] = {unit.id: "attacked" for unit in prepared.table.units}
    x, y = prepared.table.units[0].at
    close = draw(prepared, done=done, viewport=(x - 6.0, y - 4.0, x + 6.0, y + 4.0))
    assert any(unit.mini.has_letter for unit in close.units)
    assert len(close.checks) == len(close.units)
    lined = draw(prepared, chosen="A1", sightlines=lines_of(prepared, "A1"), done=done)
    boxed = [tag for tag in lined.tags if tag.box is not None]
    assert boxed
    for tag in boxed:
        assert tag.box is not None
        left, top, wide, high = tag.box
        for x, y in lined.checks:
            is_own = hypot(x - tag.x, y - tag.y) < 11.0
            assert not is_own or not (left + 4 < x < left + wide and top < y < top + high), tag.letter


def test_the_same_table_gives_the_same_picture(prepared: PreparedTable) -> None:
    lines = lines_of(prepared, "A1")
    assert draw(prepared, chosen="A1", sightlines=lines) == draw(prepared, chosen="A1", sightlines=lines)


def test_a_kept_landscape_gives_the_same_picture_as_a_new_one(prepared: PreparedTable) -> None:
    land = terrain_picture(prepared.table, tops=prepared.heights, edition=prepared.edition)
    assert draw(prepared, land=land) == draw(prepared)


def test_moving_a_unit_changes_nothing_of_the_terrain(prepared: PreparedTable) -> None:
    table = prepared.table
    moved = replace(table, units=(replace(table.units[0], at=(30.0, 20.0)), *table.units[1:]))
    before, after = terrain_picture(table), terrain_picture(moved)
    assert (before.shapes, before.fills, before.labels) == (after.shapes, after.fills, after.labels)


def test_nothing_covers_anything_on_a_table_with_everything(prepared: PreparedTable) -> None:
    for chosen in (None, "A1", "K1"):
        view = draw(prepared, chosen=chosen, sightlines=lines_of(prepared, chosen) if chosen else ())
        assert_readable(view)


@settings(max_examples=examples(15, soaked=30), deadline=None)
@given(tables(most_pieces=8, most_units=10))
def test_nothing_covers_anything_on_any_table(table: Table) -> None:
    prepared = prepare_table(table)
    chosen = next((unit.id for unit in table.units if "off-table" not in unit.state), None)
    lines = [
        sight_line(answer, prepared.bodies, table=table)
        for answer in (attacks_from(prepared, chosen) if chosen else ())
        if "off-table" not in (table.unit(answer.target) or table.units[0]).state
    ]
    view = board(
        table,
        prepared.bodies,
        chosen=chosen,
        sightlines=lines,
        tops=prepared.heights,
        edition=prepared.edition,
    )
    assert_readable(view)
    shown = {unit.id for unit in view.units}
    lettered = {unit.id for unit in view.units if unit.mini.has_letter} | {tag.unit_id for tag in view.tags}
    assert shown == lettered


def test_bases_are_true_to_scale(prepared: PreparedTable) -> None:
    view = draw(prepared)
    units = {unit.id: unit for unit in view.units}
    assert units["A1"].mini.reach == pytest.approx(view.scale * 1.25 / 2, abs=0.1)
    left, top, right, bottom = bounds(units["L1"].mini.outline)
    assert bottom - top == pytest.approx(view.scale * 1.25, abs=0.2)
    assert right - left == pytest.approx(view.scale * 1.25 * 2 / 3**0.5, abs=0.2)


def test_a_notch_is_at_least_four_pixels_and_points_ahead(prepared: PreparedTable) -> None:
    unit = next(unit for unit in draw(prepared).units if unit.id == "A1")
    left, _, right, _ = bounds(unit.mini.notch)
    assert right - (unit.mini.x + unit.mini.reach) >= 3.9
    assert left > unit.mini.x


def test_units_that_are_elsewhere_are_not_shown(prepared: PreparedTable) -> None:
    table = prepared.table
    away = replace(table.units[0], state=frozenset({"off-table"}))
    carried = replace(table.units[3], carried_by="B1")
    view = board(replace(table, units=(away, *table.units[1:3], carried, *table.units[4:])), prepared.bodies)
    assert [unit.id for unit in view.units] == ["B1", "C1", "L1", "M1"]


def test_a_destroyed_unit_is_crossed_out_and_keeps_its_letter(prepared: PreparedTable) -> None:
    view = draw(prepared)
    gone = next(unit for unit in view.units if unit.id == "C1")
    assert gone.is_destroyed
    assert len(read_path(gone.cross)) == 2
    assert next(tag for tag in view.tags if tag.unit_id == "C1").is_destroyed


def test_a_finger_finds_the_nearest_base() -> None:
    table = everything()
    near = replace(table.units[0], id="A2", at=(11.5, 22.0))
    close = replace(table, units=(*table.units, near))
    view = board(close, prepare_table(close).bodies)
    one, other = (next(unit for unit in view.units if unit.id == name) for name in ("A1", "A2"))
    middle = (one.mini.x + other.mini.x) / 2
    assert bounds(one.hit)[2] == pytest.approx(middle, abs=0.2)
    assert bounds(other.hit)[0] == pytest.approx(middle, abs=0.2)
    assert bounds(one.hit)[0] == pytest.approx(one.mini.x - 22, abs=1.0)


@pytest.mark.parametrize(
    ("state", "css"),
    [
        ("clear", "sl"),
        ("partial", "sl sl-part"),
        ("close", "sl sl-close"),
        ("blocked", "sl sl-no"),
        ("far", "sl sl-no"),
    ],
)
def test_each_state_has_its_own_line(prepared: PreparedTable, state: str, css: str) -> None:
    stop = (24.0, 26.0) if state in ("blocked", "far") else None
    line = SightLine("K1", state, "7+", (10.6, 22.2), (37.4, 29.8), (), ("wood-1",), stop)
    view = draw(prepared, chosen="A1", sightlines=[line])
    assert any(shape.css == css for shape in view.lines)
    assert any(shape.css == "cover" for shape in view.lines) == (state in ("partial", "close", "blocked"))
    assert [shape.css for shape in view.over] == (["sl-stop-case", "sl-stop"] if stop else ["dot"])
    assert next(tag for tag in view.tags if tag.unit_id == "K1").value == "7+"


def test_a_distance_is_written_when_it_is_asked_for(prepared: PreparedTable) -> None:
    line = SightLine("K1", "clear", "7+", (10.6, 22.2), (37.4, 29.8), distance=27.855)
    assert [dim.text for dim in draw(prepared, chosen="A1", sightlines=[line]).dimensions] == ["27.86″"]


def test_a_line_that_water_blocks_ends_at_the_target_not_at_the_woods_it_leaves() -> None:
    units = [builders.mech("A", at=(10, 10), side="red"), builders.mech("B", at=(30, 10), side="blue")]
    wood = builders.woods("wood", builders.box(8, 8, 12, 12))
    lake = builders.water("lake", builders.box(26, 6, 34, 14), depth=2)
    prepared = prepare_table(parse_document(builders.document(*units, wood, lake, width=48, depth=36)))
    (line,) = lines_of(prepared, "A")
    assert line.state == "blocked"
    assert line.stop == line.end == pytest.approx((29.375, 10.0))


def test_a_blocked_line_stops_at_what_blocks_it(prepared: PreparedTable) -> None:
    lines = {line.target_id: line for line in lines_of(prepared, "B1")}
    blocked = [line for line in lines.values() if line.state == "blocked"]
    for line in blocked:
        assert line.stop is not None
        whole = hypot(line.end[0] - line.start[0], line.end[1] - line.start[1])
        assert hypot(line.stop[0] - line.start[0], line.stop[1] - line.start[1]) <= whole + 1e-6


def test_a_ghost_stands_where_it_is_tried_out(prepared: PreparedTable) -> None:
    view = draw(prepared, chosen="A1", ghost=TriedUnit("A1", (30.0, 20.0), 0.0))
    assert view.ghost is not None
    assert (view.ghost.x, view.ghost.y) == pytest.approx(view.land.frame.at((30.0, 20.0)), abs=0.1)
    assert view.ghost_tag is not None
    assert view.ghost_tag.letter == "A"


def test_no_tag_lies_under_the_handle_of_a_ghost(prepared: PreparedTable) -> None:
    for facing in range(0, 360, 15):
        view = draw(prepared, ghost=TriedUnit("A1", (22.0, 18.0), float(facing)))
        assert view.ghost is not None
        turned = radians(facing)
        hand = (view.ghost.x + 46 * sin(turned), view.ghost.y - 46 * cos(turned))
        assert all(hypot(tag.x - hand[0], tag.y - hand[1]) > 16 for tag in view.tags), facing


def test_a_section_shows_what_is_in_it_at_its_scale(prepared: PreparedTable) -> None:
    view = draw(prepared, viewport=(4.0, 16.0, 28.0, 28.0))
    assert view.scale == pytest.approx((390 - 14.2) / 24)
    assert [unit.id for unit in view.units] == ["A1"]
    assert view.units[0].mini.has_letter
    assert not view.tags
    assert any("Long Hill" in text.text for text in view.labels)


def test_a_bridge_tells_its_construction_factor_from_near(prepared: PreparedTable) -> None:
    assert "CF 9" not in {text.text for text in draw(prepared).labels}
    assert "CF 9" in {text.text for text in draw(prepared, viewport=(0.0, 0.0, 16.0, 10.0)).labels}


def test_a_ghost_is_as_large_as_the_unit_whose_base_the_file_leaves_out() -> None:
    document = builders.document(builders.infantry("I1", (10, 10)), builders.mech("A1", (20, 20)))
    prepared = prepare_table(parse_document(document))
    for unit in prepared.table.units:
        view = draw(prepared, ghost=TriedUnit(unit.id, (15.0, 15.0)))
        assert view.ghost is not None
        assert view.ghost.reach == pytest.approx(prepared.bodies[unit.id].width * view.scale / 2, abs=0.1)


def test_a_wide_screen_has_more_pixels_for_the_same_table(prepared: PreparedTable) -> None:
    assert draw(prepared, width_px=780.0).scale > 2 * draw(prepared).scale - 0.1


def test_a_deep_table_is_not_taller_than_the_screen_allows() -> None:
    view = board(Table("deep", 12.0, 144.0), {})
    assert view.height < 1.5 * view.width
    assert view.land.view[0] > 100


def test_an_empty_table_is_a_map_too() -> None:
    view = board(Table("empty", 48.0, 36.0), {})
    assert not view.units
    assert not view.tags
    assert (view.bar.step, view.line_count) == (6.0, 0)


def test_hills_lie_under_water_under_trees_under_buildings(prepared: PreparedTable) -> None:
    css = [shape.css for shape in terrain_picture(prepared.table, tops=prepared.heights).shapes]
    order = [
        "ground",
        "hill h1",
        "hill h2",
        "rough-bg",
        "water d1",
        "water d2",
        "road",
        "bridge",
        "wood",
        "grid",
        "bld",
    ]
    places = [css.index(name) for name in order]
    assert places == sorted(places)


def test_the_map_says_heights_depths_and_construction_factors(prepared: PreparedTable) -> None:
    texts = {text.text for text in draw(prepared).labels}
    assert {"2″", "1", "−1", "−2", "3″ CF 12", "2″ CF 4", "Beacon"} <= texts


@pytest.mark.parametrize("kind", [*SYMBOLS, "something-new"])
def test_every_kind_is_drawn(kind: str) -> None:
    square = Outline(((4.0, 4.0), (20.0, 4.0), (20.0, 16.0), (4.0, 16.0)))
    piece = Terrain("piece", kind, (square,), height=2.0, depth=1.0, toward=45.0, side="red")
    drawn = [
        shape
        for shape in terrain_picture(Table("t", 24.0, 24.0, terrain=(piece,))).shapes
        if shape.piece == "piece"
    ]
    assert drawn
    assert drawn[0].css.split()[0] in (symbol(kind).css.split()[0], "zone-x", "zone-s")


def test_tints_follow_the_height() -> None:
    assert [tint(height) for height in (0.0, 0.5, 1.0, 1.25, 2.0, 3.0, 3.5)] == [
        "h0",
        "h1",
        "h1",
        "h2",
        "h2",
        "h3",
        "h4",
    ]


def test_the_costs_of_a_landscape_are_higher_on_roads(prepared: PreparedTable) -> None:
    costs = terrain_picture(prepared.table).costs
    frame = terrain_picture(prepared.table).frame
    on = np.array([[*frame.at((30.0, 3.4)), *frame.at((40.0, 2.1))]])
    off = np.array([[*frame.at((44.0, 34.0)), *frame.at((46.0, 32.0))]])
    assert costs.of(on)[0] > 20
    assert costs.of(off)[0] == 0


def test_a_section_is_as_wide_as_the_screen_even_when_it_is_deep(prepared: PreparedTable) -> None:
    view = draw(prepared, viewport=(10.0, 0.0, 20.0, 30.0))
    assert view.scale == pytest.approx((390 - 14.2) / 10)


def test_small_houses_of_a_town_are_labelled_when_one_comes_closer() -> None:
    houses = [
        builders.building(
            f"h{i}", builders.box(2 * i % 40, 4 * (2 * i // 40), 2 * i % 40 + 1, 4 * (2 * i // 40) + 1)
        )
        for i in range(30)
    ]
    town = parse_document(builders.document(*houses, builders.building("hall", builders.box(10, 20, 20, 30))))
    few = parse_document(builders.document(*houses[:5]))
    labels = [label.text for label in board(town, {}).labels]
    assert labels == ["2″"]
    assert len(board(few, {}).labels) == 5
    close = board(town, {}, viewport=(0.0, 0.0, 12.0, 12.0))
    assert len(close.labels) == 14
