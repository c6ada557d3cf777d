"""What the attacker sees of the target."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings

from astrike.model.table import Table
from astrike.report.attack.silhouette import silhouette
from astrike.report.units.marks import marks
from astrike.report.words.numbers import percent
from astrike.rules.table.prepared_table import prepare_table
from tests.report.drawing.path_reader import areas, bounds
from tests.report.scenes import asked, behind_a_hill
from tests.soak import examples
from tests.strategies import tables


def test_large_and_small_show_the_same_share() -> None:
    prepared = behind_a_hill(height=1.3)
    geometry, answer = asked(prepared, "A1", "K1")
    for is_mini in (True, False):
        view = silhouette(geometry, answer, marks=marks(prepared.table), is_mini=is_mini)
        x, y, wide, high = view.rect
        share = sum(areas(view.hidden[0].d)) / (wide * high)
        assert share == pytest.approx(answer.sight.hidden, abs=0.01)
        assert view.percent == percent(answer.sight.hidden)
        left, top, right, bottom = bounds(view.hidden[0].d)
        assert (left, right, bottom) == pytest.approx((x, x + wide, y + high), abs=0.15)
        assert top > y


def test_the_way_back_has_its_own_share() -> None:
    prepared = behind_a_hill(height=1.3)
    geometry, _ = asked(prepared, "K1", "A1")
    _, answer = asked(prepared, "A1", "K1")
    view = silhouette(geometry, answer, marks=marks(prepared.table))
    assert view.percent == percent(answer.sight.hidden_back)
    assert view.target_id == "A1"
    assert view.side == "s"


def test_nothing_hidden_is_said() -> None:
    prepared = behind_a_hill(height=0.25)
    geometry, answer = asked(prepared, "A1", "K1")
    view = silhouette(geometry, answer, marks=marks(prepared.table))
    assert (view.percent, view.hidden) == ("0 %", ())


def test_the_small_percentage_stands_on_the_part_that_has_room() -> None:
    prepared = behind_a_hill(height=1.3)
    geometry, answer = asked(prepared, "A1", "K1")
    low = replace(geometry, strips=((-0.625, 0.625, 0.0, 0.2, 0.0, 0.2),))
    high = replace(geometry, strips=((-0.625, 0.625, 0.0, 1.4, 0.0, 1.4),))
    (seen,) = silhouette(low, answer, marks=marks(prepared.table), is_mini=True).labels
    (hidden,) = silhouette(high, answer, marks=marks(prepared.table), is_mini=True).labels
    assert seen.css == "sil-t"
    assert seen.y < 40
    assert hidden.css == "sil-t sil-t-hid"
    assert hidden.y > 45


@settings(max_examples=examples(15, soaked=30), deadline=None)
@given(tables(most_pieces=6, most_units=3, fewest_units=2))
def test_the_hidden_area_is_the_hidden_share(table: Table) -> None:
    a, b = table.units[0], table.units[1]
    assume("off-table" not in a.state | b.state)
    prepared = prepare_table(table)
    geometry, answer = asked(prepared, a.id, b.id)
    view = silhouette(geometry, answer, marks=marks(table))
    _, _, wide, high = view.rect
    hidden = sum(sum(areas(shape.d)) for shape in view.hidden)
    assert hidden / (wide * high) == pytest.approx(answer.sight.hidden, abs=0.05)
