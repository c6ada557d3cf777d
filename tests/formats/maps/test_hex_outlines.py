"""Patches of hexes: nothing is lost or counted twice, and every outline is sound."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.formats.maps.megamek.hex_outlines import ACROSS, Hex, board_size, centre, patches
from astrike.geometry.outlines import is_covered, outline_faults, signed_area
from tests.soak import examples

HEXES = st.frozensets(st.tuples(st.integers(1, 7), st.integers(1, 7)), min_size=1, max_size=40)


@settings(max_examples=examples(25, soaked=60))
@given(HEXES)
def test_patches_cover_their_hexes_and_no_other(hexes: frozenset[Hex]) -> None:
    found = list(patches(sorted(hexes)))
    assert sorted(place for patch, _ in found for place in patch) == sorted(hexes)
    for patch, outline in found:
        assert outline_faults(outline.exterior, outline.holes) == ()
        area = abs(signed_area(outline.exterior)) - sum(abs(signed_area(hole)) for hole in outline.holes)
        assert area == pytest.approx(len(patch) * ACROSS**2 * math.sqrt(3) / 2)
        assert all(is_covered(centre(place), outline.exterior, outline.holes) for place in patch)


def test_hexes_lie_on_their_board() -> None:
    width, depth = board_size(6, 4)
    for column in range(1, 7):
        for row in range(1, 5):
            east, down = centre((column, row))
            assert 1.15 <= east <= width - 1.15
            assert 1 <= down <= depth - 1
    assert board_size(1, 4)[1] == 8
