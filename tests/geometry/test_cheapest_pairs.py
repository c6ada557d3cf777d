"""The cheapest pairs are those that trying all of them finds, and as many as can be."""

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from astrike.geometry.shape_matching import cheapest_pairs

Costs = list[list[int]]


def tables() -> st.SearchStrategy[Costs]:
    """Tables of costs in which many are alike."""
    sizes = st.tuples(st.integers(1, 5), st.integers(1, 5))
    return sizes.flatmap(
        lambda size: st.lists(
            st.lists(st.integers(-2, 9), min_size=size[1], max_size=size[1]),
            min_size=size[0],
            max_size=size[0],
        )
    )


def least(cost: NDArray[np.float64]) -> float:
    """Give what the cheapest pairs cost, by trying all."""
    wide = cost if cost.shape[0] <= cost.shape[1] else cost.T
    rows = range(wide.shape[0])
    return min(
        sum(float(wide[i, j]) for i, j in zip(rows, columns, strict=True))
        for columns in permutations(range(wide.shape[1]), len(rows))
    )


@given(tables())
def test_no_other_pairs_cost_less(table: Costs) -> None:
    cost = np.array(table, dtype=np.float64)
    one, other = cheapest_pairs(cost)
    assert len(set(one.tolist())) == len(set(other.tolist())) == min(cost.shape)
    assert one.tolist() == sorted(one.tolist())
    assert float(cost[one, other].sum()) == least(cost)


def test_hundreds_of_shifted_places_find_each_other() -> None:
    rng = np.random.default_rng(7)
    place = rng.random((300, 2)) * 60
    there = rng.permutation(300)
    moved = place[there] + 0.001
    cost = np.sqrt(np.hypot(*(place[:, None] - moved[None]).transpose(2, 0, 1)))
    one, other = cheapest_pairs(cost)
    assert there[other].tolist() == one.tolist()
