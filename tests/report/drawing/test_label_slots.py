"""A label that names its slots gets the same one whether they are looked at one by one or all at once."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.report.drawing.labels import CoverCosts, LabelWish, place_labels
from tests.soak import examples

AREA = (0.0, 0.0, 120.0, 60.0)
NO_COSTS = CoverCosts(0.0, 0.0, 200.0, np.zeros((1, 1)))
"""Costs nothing anywhere, and has all slots looked at at once."""

_x, _y = (st.sampled_from([float(n) for n in range(0, most + 1, 5)]) for most in (120, 60))
_points = st.tuples(_x, _y)


@st.composite
def wishes(draw: st.DrawFn) -> list[LabelWish]:
    """Labels that each list up to five slots; some would rather have none than a bad one."""
    return [
        LabelWish(
            str(number),
            draw(st.sampled_from([8.0, 20.0, 45.0])),
            draw(st.sampled_from([8.0, 12.0])),
            slots[0],
            slots=tuple(slots),
            around=False,
            leader=False,
            must=draw(st.booleans()),
            limit=draw(st.sampled_from([2.0, 12.0, float("inf")])),
        )
        for number in range(draw(st.integers(1, 6)))
        for slots in [draw(st.lists(_points, min_size=1, max_size=5))]
    ]


@settings(max_examples=examples(20, soaked=150), deadline=None)
@given(
    wishes(),
    st.lists(st.tuples(_x, _y, st.sampled_from([3.0, 9.0])), max_size=3),
    st.lists(st.tuples(_x, _y, _x, _y), max_size=2),
)
def test_one_by_one_chooses_what_all_at_once_does(
    asked: list[LabelWish],
    discs: list[tuple[float, float, float]],
    lines: list[tuple[float, float, float, float]],
) -> None:
    at_once = place_labels(asked, area=AREA, discs=discs, lines=lines, costs=NO_COSTS)
    assert place_labels(asked, area=AREA, discs=discs, lines=lines) == at_once
