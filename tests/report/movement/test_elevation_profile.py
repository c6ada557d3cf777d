"""The height profile of a move: true to scale, with what is too steep, and nothing written over anything else."""

import re
from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest
from hypothesis import given, settings

from astrike.model.explain import Citation, facts
from astrike.model.movement import MoveAnswer, MoveTerm, ProfilePart
from astrike.report.drawing.shapes import text_width
from astrike.report.movement.elevation_profile import ElevationProfile, elevation_profile
from astrike.report.movement.path_overlay import PATH_PIN_SIZE
from astrike.rules.table.prepared_table import PreparedTable
from tests import builders
from tests.builders import box
from tests.conftest import Approved
from tests.report.attack.test_pictures import STYLES
from tests.report.drawing.path_reader import bounds, read_path
from tests.report.movement import moves
from tests.report.movement.moves import reason
from tests.report.movement.test_path_overlay import move_styles
from tests.soak import examples

SCALE = (390 - 26 - 28) / 10.1042
"""Pixels per inch of the mock-up's path."""


TABLE = moves.table()


def drawn(prepared: PreparedTable, answer: MoveAnswer, width: float = 390.0) -> ElevationProfile:
    return elevation_profile(
        prepared.table, answer, tops=prepared.heights, width_px=width, edition=prepared.edition
    )


def shapes(view: ElevationProfile, css: str) -> list[str]:
    return [shape.d for shape in view.shapes if css in shape.css.split()]


def stated(view: ElevationProfile) -> dict[str, str]:
    return {text.word or text.text: text.text for text in view.labels}


WORDED = {"in any": "in any {} of travel", "allowed": "{} allowed"}


def assert_readable(view: ElevationProfile) -> None:
    boxes = []
    for text in view.labels:
        shown = WORDED.get(text.word, f"{text.word} {{}}").format(text.text).strip()
        half = text_width(shown, 11.0) / 2
        boxes.append((shown, (text.x - half, text.y - 5.5, text.x + half, text.y + 5.5)))
    boxes += [
        (
            f"{text.text} on the axis",
            (text.x - text_width(text.text, 11.0), text.y - 5.5, text.x, text.y + 5.5),
        )
        for text in view.axis
    ]
    moves.assert_apart(boxes)
    for shown, (left, top, right, bottom) in boxes:
        assert left >= -3.0, shown
        assert top >= -0.5, shown
        assert right <= view.width, shown
        assert bottom <= view.height, shown
    for one, other in combinations(view.pins, 2):
        assert hypot(one.x - other.x, one.y - other.y) >= 2 * PATH_PIN_SIZE - 0.3
    for pin in view.pins:
        assert PATH_PIN_SIZE - 0.2 <= pin.x <= view.width - PATH_PIN_SIZE + 0.2
        assert PATH_PIN_SIZE - 0.2 <= pin.y <= view.height - PATH_PIN_SIZE + 0.2


def test_lengths_and_heights_share_one_scale(prepared: PreparedTable) -> None:
    view = drawn(prepared, moves.climbing())
    assert view.stretch == 1
    (zone,) = shapes(view, "bad-zone")
    left, top, right, bottom = bounds(zone)
    assert (right - left, bottom - top) == pytest.approx((1.5 * SCALE, 3 * SCALE), abs=0.3)
    assert moves.written("climb.scale_description(view)", view=view) == "Heights true to scale."


def test_what_is_too_steep_is_measured_out(prepared: PreparedTable) -> None:
    view = drawn(prepared, moves.climbing())
    texts = stated(view)
    assert (texts["up"], texts["allowed"], texts["in any"]) == ("3″", "2″", "2″")
    (window,), (rise,) = shapes(view, "dim"), shapes(view, "dim-hit")
    left, _, right, _ = bounds(window)
    assert right - left == pytest.approx(2 * SCALE, abs=0.2)
    _, top, _, bottom = bounds(rise)
    assert bottom - top == pytest.approx(3 * SCALE, abs=0.2)


def test_a_descent_goes_down(prepared: PreparedTable) -> None:
    back = moves.answered(
        moves.END,
        moves.BEND,
        profile=(
            ProfilePart(0, 1.16, 3, 3),
            ProfilePart(1.16, 1.72, 2, 2),
            ProfilePart(1.72, 2.66, 1, 1),
            ProfilePart(2.66, 5.104, 0, 0),
        ),
        refusals=(reason("move.steep", 1.16, 2.66, moves.END, rise=3.0, limit=2.0, window=2.0),),
    )
    view = drawn(prepared, back)
    assert stated(view)["down"] == "3″"
    assert "3″ down between 1.16″ and 2.66″ of travel" in moves.written("climb.description(view)", view=view)


def test_the_start_the_points_and_the_end_are_named(prepared: PreparedTable) -> None:
    texts = stated(drawn(prepared, moves.climbing()))
    assert "start" in texts
    assert texts["end"] == "10.10″"
    assert "a 5.00″" in texts


def test_rough_ground_is_hatched_where_the_base_is_over_it_and_named(prepared: PreparedTable) -> None:
    view = drawn(prepared, moves.climbing())
    (strip,) = (shape for shape in view.shapes if shape.css == "texture")
    left, _, right, _ = bounds(strip.d)
    assert (left, right) == pytest.approx((26 + 1.42 * SCALE, 26 + 5.21 * SCALE), abs=0.3)
    assert [fill.key for fill in view.fills] == [strip.pattern]
    assert "Rough 3" in stated(view)


def test_every_reason_has_its_pin_and_its_place(prepared: PreparedTable) -> None:
    answer = moves.with_reasons(
        reason("move.prohibited", 1.42, 5.21, moves.START, by="rough-3"),
        reason("move.stacking", 10.1, 10.1, moves.END, by="K"),
        reason("move.done", 0.0, 0.0, moves.START),
    )
    view = drawn(prepared, answer)
    assert [pin.number for pin in view.pins] == [1, 2, 3, 4]
    assert len(shapes(view, "bad-zone")) == 4
    assert_readable(view)


def test_the_way_follows_the_heights_of_the_answer(prepared: PreparedTable) -> None:
    view = drawn(prepared, moves.climbing())
    (way,), (bad,) = shapes(view, "way"), shapes(view, "way-bad")
    zero = next(text.y for text in view.axis if text.text == "0")
    heights = [round((zero - y) / SCALE) for _, y in read_path(way)[0]]
    assert heights == [0, 0, 1, 1, 2, 2]
    # The step that is too much belongs to what does not go.
    assert [round((zero - y) / SCALE) for _, y in read_path(bad)[0]] == [2, 3, 3]


def test_long_moves_over_low_ground_are_stretched_and_say_so(prepared: PreparedTable) -> None:
    view = drawn(prepared, moves.answered((1, 40), (69, 40)))
    assert view.stretch > 1
    assert f"× {view.stretch:g}" in moves.written("climb.scale_description(view)", view=view)


def test_a_mountain_does_not_fill_the_phone() -> None:
    prepared = moves.prepared(builders.hill("peak", box(40, 30, 44, 34), height=30))
    view = drawn(
        prepared, moves.answered((38, 32), (46, 32), mode="vtol", profile=(ProfilePart(0, 8, 31, 31),))
    )
    assert view.stretch < 1
    assert view.height < 300


def test_water_is_cut_down_to_its_bottom() -> None:
    prepared = moves.prepared(builders.water("pond", box(40, 30, 46, 34), depth=2))
    wade = moves.answered(
        (38, 32),
        (48, 32),
        profile=(ProfilePart(0, 2, 0, 0), ProfilePart(2, 8, -2, -2), ProfilePart(8, 10, 0, 0)),
    )
    view = drawn(prepared, wade)
    (water,) = (shape.d for shape in view.shapes if shape.css == "pf-water d2")
    _, top, _, bottom = bounds(water)
    zero = next(text.y for text in view.axis if text.text == "0")
    low = next(text.y for text in view.axis if text.text == "−2")
    assert (top, bottom) == pytest.approx((zero, low), abs=0.2)


def test_a_piece_goes_on_behind_a_corner_of_the_way() -> None:
    prepared = moves.prepared(builders.water("pond", box(40, 30, 46, 34), depth=1))
    view = drawn(prepared, moves.answered((38, 32), (43, 32), (43.5, 33), (48, 32)))
    assert len([shape for shape in view.shapes if shape.css.startswith("pf-water")]) == 1


def jumping(*, ceiling: float, refused: bool = False) -> MoveAnswer:
    term = MoveTerm("path", 10, "Path", Citation("CE p.34", "ce-5.01"), facts(ceiling=ceiling))
    high = reason("move.jump-ceiling", 3.4, 6.6, (43, 32), by="tower", top=6.0, ceiling=ceiling)
    answer = moves.answered((38, 32), (48, 32), mode="jump", profile=(ProfilePart(0, 10, 0, 0),))
    return replace(answer, terms=(term,), refusals=(high,) if refused else (), allowed=not refused)


def test_a_jump_is_an_arc_under_its_ceiling() -> None:
    prepared = moves.prepared(builders.building("tower", box(42, 30, 44, 34), height=6, name="Tower"))
    view = drawn(prepared, jumping(ceiling=8))
    (arc,), (ceiling,) = shapes(view, "way-air"), shapes(view, "ceiling")
    _, top, _, _ = bounds(arc)
    assert bounds(ceiling)[1] < top < next(text.y for text in view.axis if text.text == "7")
    assert stated(view)["up to"] == "8″"
    assert "Tower 6″" in stated(view)
    assert_readable(view)


def test_what_is_too_high_to_jump_stands_above_the_ceiling() -> None:
    prepared = moves.prepared(builders.building("tower", box(42, 30, 44, 34), height=6, name="Tower"))
    view = drawn(prepared, jumping(ceiling=4, refused=True))
    (zone,), (ceiling,) = shapes(view, "bad-zone"), shapes(view, "ceiling")
    assert bounds(zone)[1] < bounds(ceiling)[1] < bounds(zone)[3]
    assert "Tower 6″" in stated(view)
    assert not shapes(view, "way-air")


@pytest.mark.parametrize("edge", [43.0, 43.5])
def test_a_tower_partly_on_a_hill_begins_where_it_does_for_sight_and_moves(edge: float) -> None:
    prepared = moves.prepared(
        builders.hill("knoll", box(edge, 28, 46, 36), height=2),
        builders.building("tower", box(42, 30, 44, 34), height=3, name="Tower"),
    )
    view = drawn(prepared, moves.answered((38, 32), (48, 32), mode="jump"))
    (tower,) = shapes(view, "bld")
    two, five = (next(t.y for t in view.axis if t.text == text) for text in ("2", "5"))
    assert bounds(tower)[1::2] == pytest.approx((five, two), abs=0.2)
    assert prepared.heights["tower"] == (2.0, 5.0)


def test_a_tower_whose_file_says_how_high_it_begins_stays_there() -> None:
    prepared = moves.prepared(builders.building("tower", box(42, 30, 44, 34), height=3, base=1))
    view = drawn(prepared, moves.answered((38, 32), (48, 32), mode="jump"))
    (tower,) = shapes(view, "bld")
    one = next(text.y for text in view.axis if text.text == "1")
    assert bounds(tower)[3] == pytest.approx(one, abs=0.2)


def test_a_flight_is_drawn_over_the_ground() -> None:
    prepared = moves.prepared(builders.hill("knoll", box(42, 30, 44, 34), height=2, name="Knoll"))
    fly = moves.answered(
        (38, 32),
        (48, 32),
        mode="vtol",
        profile=(ProfilePart(0, 0, 0, 0), ProfilePart(0, 10, 4, 4), ProfilePart(10, 10, 1, 1)),
    )
    view = drawn(prepared, fly)
    (way,) = shapes(view, "way")
    zero = next(text.y for text in view.axis if text.text == "0")
    scale = 33.5
    assert [round((zero - y) / scale) for _, y in read_path(way)[0]] == [0, 4, 4, 1]
    assert "Knoll 2″" in stated(view)


@pytest.mark.parametrize("width", [320.0, 390.0, 900.0])
def test_the_mock_up_reads_at_any_width(prepared: PreparedTable, width: float) -> None:
    view = drawn(prepared, moves.climbing(), width)
    assert_readable(view)
    assert {"start", "end", "up", "allowed", "in any", "a 5.00″", "Rough 3"} <= set(stated(view))


def test_the_picture_is_said(prepared: PreparedTable) -> None:
    text = moves.written('climb.climb(view, "c")', view=drawn(prepared, moves.climbing()))
    (picture,) = moves.parsed(text)
    assert picture.get("aria-label") == (
        "Height along the path, true to scale. 3″ up between 7.44″ and 8.94″ of travel. Birch ends at 3″."
    )
    assert "in any 2″ of travel" in "".join(picture.itertext())


def test_every_class_has_its_style(prepared: PreparedTable) -> None:
    styled = set(re.findall(r"\.([a-z][\w-]*)", STYLES + move_styles()))
    views = [
        drawn(prepared, moves.climbing()),
        drawn(prepared, jumping(ceiling=4)),
        drawn(prepared, jumping(ceiling=4, refused=True)),
    ]
    used = {
        name for view in views for name in moves.classes(moves.written('climb.climb(view, "c")', view=view))
    }
    assert used - styled - {"pf-fill", "climb"} == set()


def test_the_profile_of_the_mock_up(prepared: PreparedTable, approved: Approved) -> None:
    text = moves.written('climb.climb(view, "c")', view=drawn(prepared, moves.climbing()))
    approved("svg/move-climb.svg", text)


@settings(max_examples=examples(25, soaked=60))
@given(moves.answers(), moves.widths)
def test_any_move_has_a_readable_profile(answer: MoveAnswer, width: float) -> None:
    prepared = moves.prepared(builders.building("tower", box(14, 14, 16, 16)))
    view = drawn(prepared, answer, max(width, 320.0))
    moves.parsed(moves.written('climb.climb(view, "c")', view=view))
    assert len(view.pins) == len(answer.refusals) + len(answer.checks)
    if len(view.pins) < 4:
        assert_readable(view)
    assert view == drawn(prepared, answer, max(width, 320.0))
