"""The plan of one attack: the line runs from left to right."""

from itertools import combinations
from math import hypot

import numpy as np
import pytest
from hypothesis import assume, given, settings

from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.report.attack.plan import PlanView, plan
from astrike.report.drawing.pair_scale import pair_scale
from astrike.report.drawing.shapes import text_width
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.report.drawing.path_reader import bounds, read_path
from tests.report.scenes import asked, behind_a_hill, everything
from tests.soak import examples
from tests.strategies import tables


def draw(prepared: PreparedTable, attacker: str = "A1", target: str = "K1") -> PlanView:
    geometry, answer = asked(prepared, attacker, target)
    return plan(prepared.table, geometry, answer=answer, tops=prepared.heights, edition=prepared.edition)


def assert_readable(view: PlanView) -> None:
    boxes = [
        (text.x - half, text.y - 5.0, text.x + half, text.y + 5.0)
        for text in view.labels
        if (half := text_width(text.text, 10.0) / 2) > 0
    ]
    dim = view.dimension
    boxes.append((dim.x - dim.width / 2, dim.y - 9.0, dim.x + dim.width / 2, dim.y + 9.0))
    for a, b in combinations(boxes, 2):
        assert a[2] <= b[0] + 0.2 or b[2] <= a[0] + 0.2 or a[3] <= b[1] + 0.2 or b[3] <= a[1] + 0.2
    for box in boxes:
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] <= view.width
        assert box[3] <= view.height


def test_attacker_left_and_target_right_on_one_level() -> None:
    minis = {mini.id: mini for mini in draw(behind_a_hill()).minis}
    assert minis["A1"].x < minis["K1"].x
    assert minis["A1"].y == minis["K1"].y


def test_both_units_change_places_with_the_question() -> None:
    minis = {mini.id: mini for mini in draw(behind_a_hill(), "K1", "A1").minis}
    assert minis["K1"].x < minis["A1"].x


def test_the_distance_is_the_answers() -> None:
    prepared = behind_a_hill(far=20.0)
    assert draw(prepared).dimension.text == "18.75″"


def test_the_line_runs_from_edge_to_edge() -> None:
    view = draw(behind_a_hill())
    line = next(shape for shape in view.under if shape.css.startswith("sl sl-"))
    (start, end), minis = read_path(line.d)[0], {mini.id: mini for mini in view.minis}
    assert start[0] == pytest.approx(minis["A1"].x + minis["A1"].reach, abs=0.2)
    assert end[0] == pytest.approx(minis["K1"].x - minis["K1"].reach, abs=0.2)


def test_what_covers_is_outlined_and_named_with_its_height() -> None:
    view = draw(behind_a_hill())
    assert any(shape.css == "cover" for shape in view.under)
    assert [text.text for text in view.labels if "lbl-hit" in text.css] == ["Hill 1 · 1″"]


def test_nothing_is_outlined_when_nothing_covers() -> None:
    assert not any(shape.css == "cover" for shape in draw(behind_a_hill(height=0.25)).under)


def test_the_north_mark_turns_with_the_plan() -> None:
    prepared = behind_a_hill()
    assert draw(prepared).north[2] == pytest.approx(0.0)
    assert draw(prepared, "K1", "A1").north[2] == pytest.approx(180.0)
    table = everything()
    turned = draw(prepare_table(table), "A1", "K1")
    # From (10, 22) to (38, 30): fewer than 45 degrees north of east.
    assert 0 < turned.north[2] < 45


def test_near_units_are_not_blown_up() -> None:
    near = pair_scale(*_scaled(behind_a_hill(far=3.0)))
    assert near.scale == 24.0
    assert near.attacker_x > 100


def _scaled(prepared: PreparedTable) -> tuple[Table, object]:
    return prepared.table, asked(prepared, "A1", "K1")[0]


def test_far_units_still_fit() -> None:
    for far in (5.0, 20.0, 60.0, 130.0):
        view = draw(behind_a_hill(far=far))
        for mini in view.minis:
            assert mini.x - mini.reach > 0
            assert mini.x + mini.reach < view.width
        assert_readable(view)


def test_small_bases_carry_their_letters_beside_them() -> None:
    view = draw(behind_a_hill(far=60.0))
    assert {tag.letter for tag in view.tags} == {"A", "K"}
    assert not draw(behind_a_hill(far=15.0)).tags


def test_the_whole_strip_is_drawn_as_the_map_is() -> None:
    css = {shape.css for shape in draw(prepare_table(everything())).terrain}
    assert {"ground", "hill h2", "grid"} <= css


@settings(max_examples=examples(12, soaked=25), deadline=None)
@given(tables(most_pieces=5, most_units=3, fewest_units=2))
def test_any_pair_has_a_readable_plan(table: Table) -> None:
    a, b = table.units[0], table.units[1]
    assume("off-table" not in a.state | b.state)
    view = draw(prepare_table(table), a.id, b.id)
    assert_readable(view)
    assert np.isfinite(bounds(view.under[-1].d)).all()
    assert view == draw(prepare_table(table), a.id, b.id)


def test_between_bases_that_are_not_round_the_line_runs_between_the_centres_and_dots_stand_where_it_is_measured() -> (
    None
):
    one = builders.mech(
        "A1", (5, 10), side="blue", facing=45, base={"shape": "rect", "width": 2, "length": 4}
    )
    other = builders.mech("K1", (25, 12), side="red", facing=200, base={"shape": "hex", "across": 2})
    prepared = prepare_table(parse_document(builders.document(one, other, width=36, depth=24)))
    geometry, answer = asked(prepared, "A1", "K1")
    view = draw(prepared)
    line = read_path(next(shape for shape in view.under if shape.css.startswith("sl sl-")).d)[0]
    assert {y for _, y in line} == {view.minis[0].y}
    (dots,) = (shape for shape in view.over if shape.css == "dot")
    spots = [part.split("a")[0].split() for part in dots.d.split("M")[1:]]
    left, right = (float(x) + 2.6 for x, _ in spots)
    apart = hypot(right - left, float(spots[1][1]) - float(spots[0][1]))
    assert apart == pytest.approx(answer.range * view.scale.scale, abs=0.3)
    assert geometry.nearest[0] != geometry.attacker.at
