"""Laws of hexes: distances, neighbors, lines, numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.geometry.arrays import areas, union
from astrike.geometry.hexes import (
    NEIGHBOR_OFFSETS,
    HexLayout,
    hex_array,
    hex_disc,
    hex_ring,
    hexes_between,
    lines_between,
    way_between,
)

layouts = st.builds(HexLayout, st.floats(0.5, 12), st.booleans())
hexes = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
SIXTH = np.array([(0, 1), (-1, 1)])
"""Turns hexes by sixty degrees counter-clockwise."""
MIRROR = np.array([(0, 1), (1, 0)])
"""Mirrors hexes in the line between the two axes."""


def length(a: tuple[int, int], b: tuple[int, int]) -> int:
    return int(hexes_between(a, b)[0])


@given(hexes, hexes, hexes)
def test_the_distance_is_a_metric(a, b, c):
    assert (length(a, b) == 0) == (a == b)
    assert length(a, b) == length(b, a)
    assert length(a, c) <= length(a, b) + length(b, c)


@given(hexes, hexes)
def test_turning_and_mirroring_changes_no_distance(a, b):
    for change in (SIXTH, MIRROR):
        assert length(tuple(hex_array(a)[0] @ change), tuple(hex_array(b)[0] @ change)) == length(a, b)


@given(layouts, hexes)
def test_a_hex_has_six_neighbors_one_hex_away(layout, at):
    near = hex_array(at) + NEIGHBOR_OFFSETS
    away = layout.centre(near) - layout.centre(at)
    assert len({*map(tuple, near.tolist())}) == 6
    assert np.hypot(*away.T) == pytest.approx(layout.across)
    bearing = np.degrees(np.arctan2(away[:, 0], away[:, 1])) % 360
    assert (np.round(bearing, 6) % 360).tolist() == (layout.first_side + 60 * np.arange(6)).tolist()


@given(layouts, hexes)
def test_the_centre_of_a_hex_is_in_it_and_its_number_finds_it(layout, at):
    assert layout.hex_at(layout.centre(at)).tolist() == [list(at)]
    assert layout.from_cells(layout.cells(at)).tolist() == [list(at)]


@given(layouts, st.tuples(st.floats(-99, 99), st.floats(-99, 99)))
def test_a_point_is_in_the_hex_with_the_nearest_centre(layout, place):
    (home,) = layout.hex_at(place)
    away = np.hypot(*(layout.centre(hex_disc(home, 2)) - place).T)
    assert away[0] <= away.min() + 1e-9


@pytest.mark.parametrize("is_flat", [True, False])
def test_hex_0101_touches_both_edges_in_the_south_west_corner(is_flat):
    layout = HexLayout(2, is_flat=is_flat)
    corners = layout.corners((0, 0))[0]
    assert corners.min(axis=0) == pytest.approx([0, 0])
    assert layout.names((0, 0)) == ["0101"]


@pytest.mark.parametrize(
    ("is_flat", "direction", "number"),
    [
        (True, (0, 1), "0304"),
        (True, (1, 0), "0403"),
        (True, (1, -1), "0402"),
        (False, (1, 0), "0403"),
        (False, (0, 1), "0304"),
        (False, (-1, 1), "0204"),
    ],
)
def test_every_second_column_or_row_lies_half_a_hex_further(is_flat, direction, number):
    layout = HexLayout(2, is_flat=is_flat)
    assert layout.names(layout.from_cells([(3, 3)]) + direction) == [number]


def test_hexes_of_a_table_fill_it():
    for layout in (HexLayout(2, is_flat=True), HexLayout(2, is_flat=False)):
        on = layout.on(30, 22)
        assert len(np.unique(on, axis=0)) == len(on)
        inner = layout.on(30, 22, beyond=-2)
        around = [tuple(each) for at in inner for each in at + NEIGHBOR_OFFSETS]
        assert {*around} <= {*map(tuple, on.tolist())}
        assert areas(union(layout.polygons(on)))[0] == pytest.approx(len(on) * 2 * 3**0.5)


@pytest.mark.parametrize("radius", range(5))
def test_a_ring_is_what_lies_so_far(radius):
    there = hex_ring((3, -4), radius)
    assert set(hexes_between(np.tile((3, -4), (len(there), 1)), there).tolist()) == {radius}
    assert len(hex_disc((3, -4), radius)) == 1 + 3 * radius * (radius + 1)


@given(layouts, st.floats(-720, 720))
def test_the_nearest_side_is_at_most_half_a_side_away(layout, direction):
    side = float(layout.side(direction)[0])
    assert (side - layout.first_side) % 60 == pytest.approx(0, abs=1e-9)
    assert abs((direction - side + 180) % 360 - 180) <= 30 + 1e-9


# ---- lines


def touched(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[tuple[int, int], int]]:
    found = lines_between([a], [b])
    return [(tuple(at), side) for at, side in zip(found.hexes.tolist(), found.side.tolist(), strict=True)]


@given(hexes, hexes)
def test_a_line_touches_a_hex_at_every_distance_and_both_ends(a, b):
    found = touched(a, b)
    assert {length(a, at) for at, _ in found} == set(range(length(a, b) + 1))
    assert found[0][0] == a
    assert found[-1][0] == b


@given(hexes, hexes)
def test_a_line_touches_the_same_hexes_from_the_other_end(a, b):
    assert {(at, -side) for at, side in touched(a, b)} == {*touched(b, a)}


@given(hexes, hexes)
def test_turning_a_line_turns_what_it_touches(a, b):
    there, here = (tuple(hex_array(at)[0] @ SIXTH) for at in (a, b))
    assert {(tuple(hex_array(at)[0] @ SIXTH), side) for at, side in touched(a, b)} == {*touched(there, here)}


@given(hexes, hexes)
def test_mirroring_a_line_swaps_its_sides(a, b):
    there, here = (tuple(hex_array(at)[0] @ MIRROR) for at in (a, b))
    assert {(tuple(hex_array(at)[0] @ MIRROR), -side) for at, side in touched(a, b)} == {
        *touched(there, here)
    }


@given(layouts, hexes, hexes, st.floats(0, 1))
def test_every_place_of_a_line_is_in_a_hex_that_it_touches(layout, a, b, share):
    start, end = layout.centre([a, b])
    at = start + share * (end - start)
    near = layout.centre([hex_ for hex_, _ in touched(a, b)])
    (home,) = layout.centre(layout.hex_at(at))
    assert np.hypot(*(near - at).T).min() == pytest.approx(np.hypot(*(home - at)), abs=1e-6)


@given(st.lists(st.tuples(hexes, hexes), min_size=1, max_size=6))
def test_many_lines_are_their_singles(lines):
    a, b = zip(*lines, strict=True)
    every = lines_between(a, b)
    for k, (start, end) in enumerate(lines):
        one = lines_between([start], [end])
        mine = every.line == k
        assert every.hexes[mine].tolist() == one.hexes.tolist()
        assert every.start[mine] == pytest.approx(one.start)
        assert every.end[mine] == pytest.approx(one.end)


@given(hexes, st.integers(1, 12))
def test_along_a_border_there_is_a_hex_on_either_side(a, count):
    b = (a[0] + count, a[1] + count)
    found = touched(a, b)
    sides = [side for _, side in found]
    assert (sides.count(1), sides.count(-1), sides.count(0)) == (count, count, count + 1)


@given(hexes, hexes, st.booleans())
def test_a_way_is_as_long_as_the_distance(a, b, left):
    way = way_between(a, b, left=left)
    assert len(way) == length(a, b) + 1
    assert (hexes_between(way[:-1], way[1:]) == 1).all()
    assert {tuple(at) for at in way.tolist()} <= {at for at, _ in touched(a, b)}
