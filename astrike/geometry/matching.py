"""Which of two sets belong together, so that all pairs together cost least?

Which question: the cheapest assignment of rows to columns, exact, one row after another along the shortest path of
exchanges. Of equally cheap ones it is always the same. SciPy has one too, for forty megabytes.
"""

import numpy as np

from astrike.geometry.arrays import Bools, Floats, Ints

_NOBODY = -1


def cheapest_pairs(cost: Floats) -> tuple[Ints, Ints]:
    """Give the pairs i, j of a table of finite costs (n, m): as many as the shorter side has, in the order of i.

    >>> [found.tolist() for found in cheapest_pairs(np.array([[4.0, 1.0, 3.0], [2.0, 0.0, 5.0], [3.0, 2.0, 2.0]]))]
    [[0, 1, 2], [1, 0, 2]]
    """
    if cost.shape[0] > cost.shape[1]:
        column, row = cheapest_pairs(cost.T)
        order = np.argsort(row)
        return row[order], column[order]
    search = _Search(cost)
    for number in range(cost.shape[0]):
        search.add(number)
    return np.arange(cost.shape[0], dtype=np.intp), search.of_row


class _Search:
    """Rows that have their columns, and prices of both at which no exchange pays."""

    def __init__(self, cost: Floats) -> None:
        rows, self.columns = cost.shape
        self.cost = cost
        self.row_price, self.column_price = np.zeros(rows), np.zeros(self.columns)
        self.of_row = np.full(rows, _NOBODY, dtype=np.intp)
        self.of_column = np.full(self.columns, _NOBODY, dtype=np.intp)

    def add(self, row: int) -> None:
        """Give one more row a column; others change theirs where that is cheaper."""
        least = np.full(self.columns, np.inf)
        before = np.full(self.columns, _NOBODY, dtype=np.intp)
        left = np.arange(self.columns, dtype=np.intp)[::-1].copy()
        is_seen: Bools = np.zeros(self.columns, dtype=np.bool_)
        rows, at, paid, count = [row], row, 0.0, self.columns
        while True:
            open_ = left[:count]
            through = paid + self.cost[at, open_] - self.row_price[at] - self.column_price[open_]
            cheaper = through < least[open_]
            least[open_[cheaper]], before[open_[cheaper]] = through[cheaper], at
            here = least[open_]
            paid = float(here.min())
            best = np.flatnonzero(here == paid)
            free = best[self.of_column[open_[best]] == _NOBODY]
            chosen = int(free[-1] if len(free) else best[0])
            column = int(open_[chosen])
            is_seen[column] = True
            count -= 1
            left[chosen] = left[count]
            if len(free):
                break
            at = int(self.of_column[column])
            rows.append(at)
        self.row_price[row] += paid
        others = np.array(rows[1:], dtype=np.intp)
        self.row_price[others] += paid - least[self.of_row[others]]
        self.column_price[is_seen] -= paid - least[is_seen]
        while column != _NOBODY:
            at = int(before[column])
            self.of_column[column] = at
            self.of_row[at], column = column, int(self.of_row[at])
            if at == row:
                break
