"""How is something worked out once for all rows of columns that agree in what it depends on?

The rows are told apart by columns of small numbers, which together say everything that the result depends on. What has
been worked out is kept for further columns of the same table.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import numpy as np

from astrike.geometry.arrays import Bools, Ints

Result = TypeVar("Result")
_MOST_KINDS = 1 << 62
"""Kinds of rows that one number of 64 bits can tell apart."""


def coded(values: Sequence[Hashable]) -> Ints:
    """Number values (n,), equal ones alike.

    >>> coded(["none", "partly", "none"]).tolist()
    [0, 1, 0]
    """
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(value, len(known)) for value in values], dtype=np.intp)


class Distinct(Generic[Result]):
    """What has been worked out of one table, by the numbers of the rows that it was worked out for.

    >>> lengths = Distinct[int]()
    >>> words = ["go", "be", "stay"]
    >>> found, which = lengths.rows((np.array([2, 2, 4]),), lambda k: len(words[k]))
    >>> [found[k] for k in which]
    [2, 2, 4]
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], Result] = {}

    def rows(
        self, columns: Sequence[Ints | Bools], work_out: Callable[[int], Result]
    ) -> tuple[list[Result], Ints]:
        """Give the results of the rows that differ, and for each row which of them it has."""
        first, which = _distinct(columns)
        found: list[Result] = []
        for k, *numbers in zip(first.tolist(), *(column[first].tolist() for column in columns), strict=True):
            key = tuple(numbers)
            known = self._known.get(key)
            if known is None:
                known = self._known[key] = work_out(k)
            found.append(known)
        return found, which


def _distinct(columns: Sequence[Ints | Bools]) -> tuple[Ints, Ints]:
    """Give the first row of each kind, and the kind of each row."""
    key, bound = columns[0].astype(np.int64), int(columns[0].max(initial=0)) + 1
    for column in columns[1:]:
        values = int(column.max(initial=0)) + 1
        if bound * values > _MOST_KINDS:
            kinds, key = np.unique(key, return_inverse=True)
            bound = len(kinds)
        key, bound = key * values + column, bound * values
    _kinds, first, which = np.unique(key, return_index=True, return_inverse=True)
    return first, which
