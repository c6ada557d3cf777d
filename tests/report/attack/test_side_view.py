"""The side view of one attack: the plan's scale along the line, heights above it, what is hidden and why."""

from itertools import combinations
from math import nan

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.report.attack.plan import plan
from astrike.report.attack.side_view import ProfileView, profile
from astrike.report.drawing.pair_scale import pair_scale
from astrike.report.drawing.shapes import text_width
from astrike.report.terrain.cross_section import make_cross_section
from astrike.report.words.numbers import percent
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.builders import Json, box
from tests.report.drawing.path_reader import areas, bounds, read_path
from tests.report.scenes import SIDES, asked, behind_a_hill
from tests.soak import examples
from tests.strategies import tables


def draw(prepared: PreparedTable, attacker: str = "A1", target: str = "K1") -> ProfileView:
    geometry, answer = asked(prepared, attacker, target)
    return profile(prepared.table, geometry, answer=answer, tops=prepared.heights, edition=prepared.edition)


def field_with(*pieces: Json, far: float = 20.0) -> PreparedTable:
    """Two 'Mechs at (4, 18) and farther east, with pieces around them."""
    one = builders.mech("A1", (4, 18), side="blue", name="Alder", facing=90)
    other = builders.mech("K1", (4 + far, 18), side="red", name="Kea", facing=270)
    document = builders.document(*pieces, one, other, width=max(24.0, 10 + far), depth=36, sides=SIDES)
    return prepare_table(parse_document(document))


def shown(text: object) -> str:
    word, written = text.word, text.text  # type: ignore[attr-defined]
    return f"{word} {written}".strip()


def assert_readable(view: ProfileView) -> None:
    boxes = []
    for text in view.labels:
        half = text_width(shown(text), 11.0) / 2
        boxes.append((text.x - half, text.y - 5.5, text.x + half, text.y + 5.5))
    for a, b in combinations(boxes, 2):
        assert a[2] <= b[0] + 0.2 or b[2] <= a[0] + 0.2 or a[3] <= b[1] + 0.2 or b[3] <= a[1] + 0.2
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert top >= -0.5
        assert right <= view.width
        assert bottom <= view.height
    for x, y, wide, high in (view.attacker, view.target):
        assert x >= 0
        assert x + wide <= view.width + 0.1
        assert y >= 0
        assert y + high <= view.height


@pytest.mark.parametrize("far", [3.0, 12.0, 30.0, 90.0])
def test_plan_and_side_view_share_their_scale_along_the_line(far: float) -> None:
    prepared = behind_a_hill(far=far)
    geometry, answer = asked(prepared, "A1", "K1")
    above = plan(prepared.table, geometry, answer=answer, tops=prepared.heights, edition=prepared.edition)
    beside = draw(prepared)
    assert above.scale == beside.scale
    minis = {mini.id: mini for mini in above.minis}
    for mini, (x, _, wide, _) in ((minis["A1"], beside.attacker), (minis["K1"], beside.target)):
        assert x + wide / 2 == pytest.approx(mini.x, abs=0.1)


def test_heights_are_true_to_scale_when_they_can_be() -> None:
    view = draw(behind_a_hill(far=20.0))
    assert view.stretch == 1
    assert view.target[3] == pytest.approx(2.0 * view.scale.scale, abs=0.2)
    assert view.target[2] == pytest.approx(1.25 * view.scale.scale, abs=0.2)


def test_small_figures_are_stretched_and_the_picture_says_so() -> None:
    view = draw(behind_a_hill(far=100.0))
    assert view.stretch > 1
    assert view.target[3] >= 12
    assert view.target[3] == pytest.approx(2.0 * view.scale.scale * view.stretch, abs=0.2)


def test_a_mountain_does_not_fill_the_phone() -> None:
    view = draw(behind_a_hill(far=8.0, height=40.0))
    assert view.stretch < 1
    assert view.height < 300


@settings(max_examples=examples(10, soaked=20), deadline=None)
@given(height=st.integers(1, 40), far=st.integers(8, 40))
def test_the_hidden_part_is_as_large_as_the_answer_says(height: int, far: int) -> None:
    prepared = behind_a_hill(far=float(far), height=height / 10)
    _, answer = asked(prepared, "A1", "K1")
    view = draw(prepared)
    whole = view.target[2] * view.target[3]
    hidden = sum(sum(areas(shape.d)) for shape in view.hidden)
    assert hidden / whole == pytest.approx(answer.sight.hidden, abs=0.03)
    assert view.hidden_text == (percent(answer.sight.hidden) if answer.sight.hidden > 0 else "")
    assert any(text.word == "hidden" and text.text == view.hidden_text for text in view.labels) == bool(
        view.hidden_text
    )


def test_the_deciding_ray_touches_the_edge_that_hides() -> None:
    view = draw(behind_a_hill())
    (ray,) = (shape for shape in view.front if shape.css == "ray-edge")
    (dot,) = (shape for shape in view.front if shape.css == "dot")
    (eye, aim) = read_path(ray.d)[0]
    x, y = (float(part) for part in dot.d.split("a")[0][1:].split())
    at = x + 3.0
    assert y == pytest.approx(eye[1] + (aim[1] - eye[1]) * (at - eye[0]) / (aim[0] - eye[0]), abs=2.5)
    # The far edge of the hill: 80 % of the way.
    assert at == pytest.approx(view.scale.x_at(0.8 * 20.0), abs=0.2)
    assert view.hider_names == ("Hill 1",)


def test_when_nothing_is_hidden_no_ray_decides() -> None:
    view = draw(behind_a_hill(height=0.25))
    assert not any(shape.css in ("ray-edge", "shadow") for shape in (*view.front, *view.back))
    assert view.hidden_text == ""
    assert view.hider_names == ()


def test_trees_below_the_line_say_by_how_much() -> None:
    hill = builders.hill("hill", box(0, 10, 8, 26), height=3)
    wood = builders.woods("wood-1", box(9, 14, 12, 22))
    view = draw(field_with(hill, wood))
    # From 5 in down to 1 in over 20 in; at 8 in the line is 3.4 in high and the trees are 2 in.
    assert view.clearance == "1.40″"
    assert view.clearance_over == "Wood 1"
    assert any(text.word == "above the trees" and text.text == "1.40″" for text in view.labels)


def test_trees_that_count_are_thick_on_the_line() -> None:
    view = draw(field_with(builders.woods("wood-1", box(10, 14, 13, 22))))
    (woods,) = (shape for shape in view.front if shape.css == "sl-wood")
    left, _, right, _ = bounds(woods.d)
    assert (left, right) == pytest.approx((view.scale.x_at(6), view.scale.x_at(9)), abs=0.2)
    assert view.clearance == ""


def test_trees_stand_on_the_hill_under_them() -> None:
    hill = builders.hill("hill", box(8, 10, 16, 26), height=1)
    view = draw(field_with(hill, builders.woods("wood-1", box(6, 14, 12, 22))))
    wood = next(shape for shape in view.back if shape.css == "pf-wood")
    _, top, _, bottom = bounds(wood.d)
    assert bottom - top == pytest.approx(3.0 * view.scale.scale * view.stretch, abs=0.2)
    assert top > 10


def test_water_lies_below_the_ground_beside_it() -> None:
    view = draw(field_with(builders.water("pond", box(8, 10, 16, 26), depth=2)))
    pond = next(shape for shape in view.back if shape.css == "pf-water d2")
    _, top, _, bottom = bounds(pond.d)
    up = view.scale.scale * view.stretch
    assert bottom - top == pytest.approx(2 * up, abs=0.2)
    # The figures stand on the same level as the surface.
    assert top == pytest.approx(view.target[1] + view.target[3], abs=0.2)
    assert any(text.text == "−2″" for text in view.labels)


def test_a_ramp_is_cut_where_the_line_meets_it() -> None:
    ramp = builders.ramp("ramp", box(8, 10, 16, 26), toward=90, height=2)
    prepared = field_with(ramp)
    geometry, _ = asked(prepared, "A1", "K1")
    scale = pair_scale(prepared.table, geometry)
    cut = make_cross_section(
        prepared.table, scale, start=-2.0, end=22.0, tops=prepared.heights, edition=prepared.edition
    )
    (part,) = cut.parts
    assert (part.start, part.end, part.low, part.high) == pytest.approx((4, 12, 0, 2))
    assert cut.heights_at([3.9, 8.0, 11.999, 12.1]) == pytest.approx([0, 1, 2, 0], abs=1e-3)


def test_woods_without_an_underside_of_their_own_follow_the_ground() -> None:
    prepared = field_with(builders.woods("wood-1", box(8, 10, 16, 26)))
    geometry, answer = asked(prepared, "A1", "K1")
    measured, unmeasured = (
        profile(prepared.table, geometry, answer=answer, tops=tops, edition=prepared.edition)
        for tops in ({"wood-1": (nan, 2.0)}, {})
    )
    assert measured == unmeasured


def test_the_eye_and_what_both_stand_on_are_written() -> None:
    hill = builders.hill("hill", box(0, 10, 8, 26), height=2)
    texts = {shown(text) for text in draw(field_with(hill)).labels}
    assert {"eye 4″", "+2″", "0″"} <= texts


def test_both_silhouettes_have_the_colours_of_their_sides() -> None:
    view = draw(behind_a_hill())
    assert (view.attacker_side, view.target_side) == ("s", "n")
    back = draw(behind_a_hill(), "K1", "A1")
    assert (back.attacker_side, back.target_side) == ("n", "s")


def test_units_on_one_spot_have_a_side_view_too() -> None:
    one = builders.mech("A1", (10, 18), side="blue")
    other = builders.mech("K1", (10, 18), side="red")
    prepared = prepare_table(parse_document(builders.document(one, other, width=24, depth=36, sides=SIDES)))
    assert_readable(draw(prepared))


@settings(max_examples=examples(15, soaked=30), deadline=None)
@given(tables(most_pieces=6, most_units=3, fewest_units=2))
def test_any_pair_has_a_readable_side_view(table: Table) -> None:
    a, b = table.units[0], table.units[1]
    assume("off-table" not in a.state | b.state)
    prepared = prepare_table(table)
    view = draw(prepared, a.id, b.id)
    assert_readable(view)
    assert view == draw(prepared, a.id, b.id)
