"""A move on the map: what the base sweeps, the way, and a pin with a number at every place that breaks it."""

import re
from dataclasses import replace
from math import hypot

import pytest
from hypothesis import given, settings

from astrike.model.explain import Citation
from astrike.model.movement import MoveAnswer, MoveCheck
from astrike.report.drawing.shapes import text_width
from astrike.report.movement.path_overlay import PATH_PIN_SIZE, STOP_SIZE, PathOverlay, path_overlay
from astrike.report.table.board import BoardView, board
from astrike.report.terrain.picture import TerrainPicture, terrain_picture
from astrike.rules.table.prepared_table import PreparedTable
from tests import builders
from tests.conftest import Approved
from tests.report.attack.test_pictures import ROOT, STYLES
from tests.report.drawing.path_reader import areas, bounds, read_path
from tests.report.movement import moves
from tests.report.movement.moves import reason
from tests.soak import examples

TABLE = moves.table()


def land_of(
    prepared: PreparedTable, section: tuple[float, float, float, float] | None = moves.SECTION
) -> TerrainPicture:
    return terrain_picture(prepared.table, viewport=section, tops=prepared.heights, edition=prepared.edition)


def drawn(prepared: PreparedTable, answer: MoveAnswer, land: TerrainPicture | None = None) -> PathOverlay:
    return path_overlay(prepared.table, answer, prepared.bodies, land=land or land_of(prepared))


def shapes(view: PathOverlay, css: str) -> list[str]:
    return [shape.d for shape in view.under if css in shape.css.split()]


def assert_readable(view: PathOverlay, picture: BoardView) -> None:
    """Pins and letters lie in the map and cover neither each other nor anything that is written on the board."""
    land = picture.land
    left, top, right, bottom = land.view
    discs = [(f"pin {pin.number}", pin.x, pin.y, PATH_PIN_SIZE) for pin in view.pins]
    discs += [(f"stop {stop.letter}", stop.x, stop.y, STOP_SIZE) for stop in view.stops if stop.has_letter]
    for i, (one, x, y, r) in enumerate(discs):
        assert left <= x - r + 0.2, one
        assert x + r - 0.2 <= right, one
        assert top <= y - r + 0.2, one
        assert y + r - 0.2 <= bottom, one
        for other, a, b, s in discs[i + 1 :]:
            assert hypot(x - a, y - b) >= r + s - 0.3, f"{one} covers {other}"
        for text in picture.labels:
            size = 12.0 if "lbl-b" in text.css else 10.0
            half = text_width(text.word + text.text, size) / 2
            beside = max(abs(x - text.x) - half, 0.0)
            above = max(abs(y - text.y) - size / 2, 0.0)
            assert hypot(beside, above) >= r - 0.3, f"{one} covers {text.text}"


def test_the_way_is_sound_up_to_where_it_breaks(prepared: PreparedTable) -> None:
    land = land_of(prepared)
    view = drawn(prepared, moves.climbing(), land)
    (way,), (bad,) = shapes(view, "way"), shapes(view, "way-bad")
    assert read_path(way)[0][0] == pytest.approx(land.frame.at(moves.START), abs=0.06)
    assert read_path(way)[0][1] == pytest.approx(land.frame.at(moves.BEND), abs=0.11)
    share = (8.94 - 5.0) / 5.104
    (x0, y0), (x1, y1) = moves.BEND, moves.END
    middle = land.frame.at((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
    assert read_path(way)[0][-1] == pytest.approx(middle, abs=0.15)
    assert read_path(bad)[0] == [
        pytest.approx(middle, abs=0.11),
        pytest.approx(land.frame.at(moves.END), abs=0.11),
    ]


def test_a_move_that_is_allowed_has_no_pin_and_no_bad_part(prepared: PreparedTable) -> None:
    view = drawn(prepared, replace(moves.climbing(), refusals=(), allowed=True))
    assert view.pins == ()
    assert not shapes(view, "bad-zone")
    assert not shapes(view, "way-bad")


def test_the_swath_is_as_wide_as_the_base(prepared: PreparedTable) -> None:
    land = land_of(prepared)
    answer = moves.answered((8, 10), (12, 10))
    (swath,) = shapes(drawn(prepared, answer, land), "swath")
    left, top, right, bottom = bounds(swath)
    assert right - left == pytest.approx((4 + 1.25) * land.scale, abs=0.2)
    assert bottom - top == pytest.approx(1.25 * land.scale, abs=0.2)


def test_a_rectangle_keeps_its_facing_while_it_travels() -> None:
    base = {"shape": "rect", "width": 1.0, "length": 3.0}
    prepared = moves.prepared(base=base, facing=0)
    land = land_of(prepared)
    view = drawn(prepared, moves.answered((8, 10), (12, 10), facing=90.0), land)
    left, top, right, bottom = bounds(shapes(view, "swath")[0])
    assert (right - left, bottom - top) == pytest.approx((5 * land.scale, 3 * land.scale), abs=0.2)
    assert view.ghost is not None
    assert view.ghost.half == pytest.approx((1.5 * land.scale, 0.5 * land.scale), abs=0.2)


def test_every_reason_has_its_pin_and_its_place(prepared: PreparedTable) -> None:
    rough = reason("move.prohibited", 1.42, 5.21, moves.START, by="rough-3")
    end = reason("move.stacking", 10.1, 10.1, moves.END, by="K")
    answer = moves.with_reasons(rough, end)
    land = land_of(prepared, None)
    view = drawn(prepared, answer, land)
    assert [(pin.number, pin.key) for pin in view.pins] == [
        (1, "move.steep"),
        (2, "move.prohibited"),
        (3, "move.stacking"),
    ]
    zones = shapes(view, "bad-zone")
    assert len(zones) == 3
    # The place where a move ends badly is the base itself.
    left, _, right, _ = bounds(zones[2])
    assert right - left == pytest.approx(1.25 * land.scale, abs=0.2)
    # Rough 3 and Kea's base are outlined; the hill has its contours.
    assert len(shapes(view, "cover")) == 2


def test_the_place_that_is_too_steep_is_the_base_from_the_first_step_to_the_last(
    prepared: PreparedTable,
) -> None:
    land = land_of(prepared)
    (zone,) = shapes(drawn(prepared, moves.climbing(), land), "bad-zone")
    (area,) = areas(zone)
    assert area / land.scale**2 == pytest.approx(1.5 * 1.25 + 3.14159 * 0.625**2, rel=0.01)


def test_checks_have_pins_of_their_own(prepared: PreparedTable) -> None:
    answer = replace(
        moves.climbing(), checks=(MoveCheck("bog", "Bog", Citation("CE p.0", "ce-5.01"), 3.0, moves.BEND),)
    )
    view = drawn(prepared, answer)
    assert [(pin.number, pin.is_check) for pin in view.pins] == [(1, False), (2, True)]
    assert shapes(view, "check-zone")
    text = moves.written('pathway.over(view, "w")', view=view)
    assert moves.classes(text) >= {"pinc", "pint", "pinc-w", "pint-w"}


def test_pins_of_one_place_step_aside(prepared: PreparedTable) -> None:
    answer = moves.with_reasons(*(reason(f"move.{i}", 8.0, 8.2, moves.END) for i in range(8)))
    for section in (moves.SECTION, None):
        land = land_of(prepared, section)
        view = drawn(prepared, answer, land)
        assert_readable(view, board_of(prepared, view, land))


def test_a_place_outside_of_the_map_has_its_pin_at_the_edge(prepared: PreparedTable) -> None:
    far = reason("move.off-table", 20.0, 30.0, (-12, 8.2))
    view = drawn(prepared, replace(moves.answered(moves.START, (-21.6, 8.2)), refusals=(far,)))
    (pin,) = view.pins
    assert pin.x < 60
    assert shapes(view, "bad-zone")


def board_of(prepared: PreparedTable, view: PathOverlay, land: TerrainPicture) -> BoardView:
    return board(prepared.table, prepared.bodies, land=land, keep=view.keep, strokes=view.strokes)


@pytest.mark.parametrize("section", [moves.SECTION, None], ids=["close", "the whole table"])
def test_labels_of_the_board_leave_room_for_the_path(
    prepared: PreparedTable, section: tuple[float, float, float, float] | None
) -> None:
    land = land_of(prepared, section)
    rough = reason("move.prohibited", 1.42, 5.21, moves.START, by="rough-3")
    view = drawn(prepared, moves.with_reasons(rough), land)
    assert_readable(view, board_of(prepared, view, land))


def test_points_without_room_have_their_letter_beside_them_or_a_dot_alone(prepared: PreparedTable) -> None:
    way = [moves.START, *((8.4 + 0.1 * i, 8.6 + 0.1 * i) for i in range(1, 60))]
    view = drawn(prepared, moves.answered(*way), land_of(prepared, None))
    assert len(view.stops) == 58
    assert any(stop.is_aside for stop in view.stops)
    assert not all(stop.has_letter for stop in view.stops)
    assert [stop.letter for stop in view.stops][25:28] == ["z", "aa", "ab"]


def test_a_unit_that_stays_has_no_swath_and_no_ghost(prepared: PreparedTable) -> None:
    stays = replace(moves.answered(moves.START), refusals=(reason("move.done", 0, 0, moves.START),))
    view = drawn(prepared, stays)
    assert view.ghost is None
    assert not shapes(view, "swath")
    assert len(view.pins) == 1
    assert moves.written("pathway.description(view)", view=view).startswith("Birch stays where it is.")


@pytest.mark.parametrize("section", [moves.SECTION, None], ids=["close", "the whole table"])
def test_a_way_back_to_where_it_began_leaves_the_letter_of_the_unit_to_be_read(
    prepared: PreparedTable, section: tuple[float, float, float, float] | None
) -> None:
    land = land_of(prepared, section)
    there = drawn(prepared, moves.answered(moves.START, moves.BEND, moves.END), land)
    assert there.ghost is not None
    assert there.ghost.has_letter or there.ghost_tag is not None
    near = (moves.START[0] + 3.0 / land.scale, moves.START[1])
    for end in (moves.START, near):
        back = drawn(prepared, moves.answered(moves.START, moves.BEND, end), land)
        assert back.ghost is not None, "it can still be turned and moved on"
        assert back.ghost.notch
        assert not back.ghost.has_letter
        assert back.ghost_tag is None
        assert back.end[:2] == end


def test_the_path_is_said(prepared: PreparedTable) -> None:
    stated = moves.written("pathway.description(view)", view=drawn(prepared, moves.climbing()))
    assert stated == "Path of Birch in 2 legs, 10.10″ long. The place that breaks the rule is marked 1."


def test_the_path_tells_scripts_where_its_points_are(prepared: PreparedTable) -> None:
    text = moves.written('pathway.over(view, "w")', view=drawn(prepared, moves.climbing()))
    (stop,) = (node for node in moves.parsed(text).iter("g") if node.get("data-stop"))
    assert (stop.get("data-stop"), stop.get("data-x"), stop.get("data-y")) == ("0", "7", "13")
    (ghost,) = (node for node in moves.parsed(text).iter("g") if "ghost" in node.get("class", ""))
    assert (ghost.get("data-x"), ghost.get("data-y"), ghost.get("data-facing")) == ("11.2", "15.9", "66")


def test_every_class_has_its_style(prepared: PreparedTable) -> None:
    styled = set(re.findall(r"\.([a-z][\w-]*)", STYLES + move_styles()))
    answer = replace(
        moves.with_reasons(reason("move.prohibited", 1, 2, moves.START, by="rough-3")),
        checks=(MoveCheck("bog", "Bog", Citation("CE p.0", "ce-5.01"), 3.0, moves.BEND),),
    )
    used = moves.classes(moves.written('pathway.pathway(view, "w")', view=drawn(prepared, answer)))
    assert used - styled - {"pathway", "path-over", "stop"} == set()


def move_styles() -> str:
    return (ROOT / "static" / "css" / "movement-map.css").read_text(encoding="utf-8")


def test_the_style_sheet_names_no_colour_of_its_own() -> None:
    assert not re.search(r"#[0-9a-f]{3,6}\b|rgb|hsl", move_styles())


def test_the_path_of_the_mock_up(prepared: PreparedTable, approved: Approved) -> None:
    approved(
        "svg/move-path.svg",
        moves.written('pathway.pathway(view, "w")', view=drawn(prepared, moves.climbing())),
    )


@settings(max_examples=examples(20, soaked=40))
@given(moves.answers(), moves.widths)
def test_any_move_can_be_drawn(answer: MoveAnswer, width: float) -> None:
    prepared = moves.prepared(builders.building("tower", builders.box(14, 14, 16, 16)))
    land = terrain_picture(prepared.table, width_px=width, tops=prepared.heights, edition=prepared.edition)
    view = drawn(prepared, answer, land)
    assert [pin.number for pin in view.pins] == list(range(1, len(answer.refusals) + len(answer.checks) + 1))
    moves.parsed(moves.written('pathway.pathway(view, "w")', view=view))
    assert view == drawn(prepared, answer, land)
