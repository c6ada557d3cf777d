"""What must hold for any solids and any line: the laws of the hidden share."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon

from astrike.geometry.sight import hidden_shares
from tests.geometry.solids import (
    TABLES,
    TURN,
    Look,
    area,
    as_prisms,
    looks,
    moved,
    moved_look,
    pieces_of,
    solid_bodies,
    thousandths,
)
from tests.oracle.plain import Solid
from tests.soak import examples

LAW = settings(
    max_examples=examples(25, soaked=100), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
EXACT = 1e-6  # a plain evaluation loses hairs of its own


@LAW
@given(TABLES, looks())
def test_the_share_equals_projected_walls_and_caps(table: list[Solid], look: Look) -> None:
    assert abs(look.share(table) - look.plain(table)) < EXACT


@settings(LAW, max_examples=examples(20, soaked=40))
@given(TABLES, looks())
def test_the_share_equals_thousands_of_plain_slices(table: list[Solid], look: Look) -> None:
    assert abs(look.share(table) - look.sliced(table)) < 0.002


@LAW
@given(TABLES, looks())
def test_the_drawn_strips_have_the_area_of_the_share(table: list[Solid], look: Look) -> None:
    strips = look.strips(table)
    assert abs(area(strips) - look.share(table) * look.width * look.height) < 1e-8
    assert (strips.left >= -look.width / 2).all()
    assert (strips.right <= look.width / 2).all()
    assert (strips.low_left <= strips.high_left).all()
    assert (strips.high_right <= look.height).all()


@LAW
@given(TABLES, st.lists(looks(), min_size=1, max_size=6), st.data())
def test_a_batch_equals_its_singles(table: list[Solid], lines: list[Look], data: st.DataObject) -> None:
    cells = st.lists(st.booleans(), min_size=len(table), max_size=len(table))
    use = np.array([data.draw(cells) for _ in lines])
    batch = hidden_shares(
        as_prisms(table),
        eye=[look.eye for look in lines],
        foot=[look.foot for look in lines],
        width=[look.width for look in lines],
        height=[look.height for look in lines],
        use=use,
    )
    for i, look in enumerate(lines):
        kept = [solid for solid, is_used in zip(table, use[i], strict=True) if is_used]
        assert abs(batch.share[i] - look.share(kept)) < 1e-9


@LAW
@given(TABLES, looks(), st.data())
def test_a_part_is_what_the_piece_hides_alone(table: list[Solid], look: Look, data: st.DataObject) -> None:
    piece = [data.draw(st.integers(0, 2)) for _ in table]
    found = look.shares(as_prisms(table, piece=piece))
    part = dict(zip(found.piece.tolist(), found.part.tolist(), strict=True))
    for number in range(3):
        own = [solid for solid, of in zip(table, piece, strict=True) if of == number]
        assert abs(part.get(number, 0.0) - look.share(own)) < 2e-6
    assert found.part.max(initial=0.0) <= found.share[0] + 1e-9 <= found.part.sum() + 4e-6


@LAW
@given(TABLES, looks(), TURN, st.booleans(), thousandths(-60, 60))
def test_turning_mirroring_and_moving_the_table_changes_nothing(
    table: list[Solid], look: Look, turn: float, mirrored: bool, shift: float
) -> None:
    angle = np.radians(2 * turn)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if mirrored:
        matrix = matrix @ np.diag([-1.0, 1.0])
    by = np.array([shift, -shift / 3])
    there = moved_look(look, matrix=matrix, by=by).share(moved(table, matrix=matrix, by=by))
    assert abs(there - look.share(table)) < 1e-7


@LAW
@given(TABLES, looks(), solid_bodies())
def test_one_more_solid_never_clears_a_line(table: list[Solid], look: Look, more: Solid) -> None:
    assert look.share([*table, more]) >= look.share(table) - 1e-9


@LAW
@given(TABLES, looks(), st.data())
def test_the_order_of_solids_does_not_matter(table: list[Solid], look: Look, data: st.DataObject) -> None:
    assert abs(look.share(data.draw(st.permutations(table))) - look.share(table)) < 1e-9


@LAW
@given(TABLES, looks(), TURN)
def test_a_solid_cut_in_two_hides_the_same(table: list[Solid], look: Look, turn: float) -> None:
    whole, angle = table[0], np.radians(turn)
    way = 100 * np.array([np.cos(angle), np.sin(angle)])
    middle = np.array(whole.polygon.representative_point().coords[0])
    left = np.array([-way[1], way[0]])
    half = Polygon([middle - way, middle + way, middle + way + left, middle - way + left])
    parts = pieces_of(whole.polygon.intersection(half)) + pieces_of(whole.polygon.difference(half))
    cut = [Solid(part, whole.bottom, whole.top) for part in parts]
    assert abs(look.share([*cut, *table[1:]]) - look.share(table)) < 1e-7


@LAW
@given(TABLES, looks())
def test_a_share_is_a_share(table: list[Solid], look: Look) -> None:
    found = look.shares(as_prisms(table))
    assert 0 <= found.share[0] <= 1
    assert ((found.part > 1e-6) & (found.part <= 1)).all()
