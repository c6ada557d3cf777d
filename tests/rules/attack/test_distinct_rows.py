"""Rows of columns are told apart by all of their numbers, however many there are."""

import numpy as np

from astrike.rules.attack.distinct_rows import Distinct


def worked_out(columns: list[np.ndarray]) -> list[tuple[int, ...]]:
    found, which = Distinct[tuple[int, ...]]().rows(
        columns, lambda k: tuple(int(column[k]) for column in columns)
    )
    return [found[k] for k in which.tolist()]


def test_rows_that_agree_in_all_columns_share_a_result() -> None:
    columns = [np.array([3, 3, 1, 3]), np.array([True, False, True, True])]
    assert worked_out(columns) == [(3, 1), (3, 0), (1, 1), (3, 1)]


def test_more_kinds_than_one_number_holds_are_told_apart() -> None:
    """The product of what the columns may hold is far beyond 64 bits."""
    count, large = 12, 1 << 20
    columns = [np.where(np.arange(count) == k, large - 1, 0) for k in range(count)]
    assert worked_out(columns) == [tuple(int(column[k]) for column in columns) for k in range(count)]
    assert len(set(worked_out(columns))) == count


def test_no_rows() -> None:
    assert worked_out([np.array([], dtype=np.intp), np.array([], dtype=np.bool_)]) == []
