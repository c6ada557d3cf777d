"""One line of the bench: what was measured, against what, and what it must be.

Times are judged for the machine on which the limits were set: a measured time is multiplied by `N`, which `plain_time`
knows. Ratios, counts and bytes are judged as they are.
"""

from dataclasses import dataclass
from typing import Final, Literal

TOLERANCE = 1.5
"""Tests demand two thirds of a floor: a busy machine is no broken promise."""

_TIMES: Final = frozenset({"s", "ms"})
"""Units of what takes longer on a slower machine."""

COLUMNS: Final = ("", "what", "baseline", "ours", "ratio", "limit", "raw", "times N", "note")
"""What `Row.cells` holds."""
_WIDTHS: Final = (4, 62, 9, 9, 8, 17, 9, 9)


@dataclass(frozen=True, slots=True)
class Row:
    """A measured value with its floor ("at least") or ceiling ("at most"); times in `note` are never judged.

    `baseline` and `ours` are the seconds that a ratio compares.
    """

    what: str
    value: float
    bound: Literal["at least", "at most", "is"]
    limit: float
    unit: str = ""
    note: str = ""
    baseline: float | None = None
    ours: float | None = None

    def judged(self, n: float) -> float:
        """Return the value that is held against the limit: a time as the machine of the limits would take it."""
        return self.value * n if self.unit.strip() in _TIMES else self.value

    def holds(self, *, within: float = 1.0, n: float = 1.0) -> bool:
        """Is the promise kept, perhaps with a tolerance?"""
        value = self.judged(n)
        if self.bound == "at least":
            return value >= self.limit / within
        if self.bound == "at most":
            return value <= self.limit * within
        return value == self.limit

    def cells(self, n: float = 1.0) -> tuple[str, ...]:
        """Return what stands in each of the columns."""
        limit = f"{self.bound} {_short(self.limit)}{self.unit}"
        is_ratio, is_time = self.unit == "x", self.unit.strip() in _TIMES
        value = f"{_short(self.value)}{self.unit}"
        return (
            "ok" if self.holds(n=n) else "FAIL",
            self.what,
            _time(self.baseline),
            _time(self.ours),
            value if is_ratio else "",
            limit,
            _time(self.ours) if is_ratio else value,
            f"{_short(self.judged(n))}{self.unit}"
            if is_time
            else _time(None if self.ours is None else self.ours * n),
            self.note,
        )

    def text(self, n: float = 1.0) -> str:
        """Return the line as it is printed."""
        return printed(self.cells(n))


def printed(cells: tuple[str, ...]) -> str:
    """Write cells into columns for a terminal: the first two from the left, numbers from the right."""
    *columns, note = cells
    padded = [
        f"{cell:<{width}}" if k < 2 else f"{cell:>{width}}"
        for k, (cell, width) in enumerate(zip(columns, _WIDTHS, strict=True))
    ]
    return " ".join((*padded, f" {note}")).rstrip()


def seconds_text(seconds: float) -> str:
    """Write a time down.

    >>> seconds_text(1.234), seconds_text(0.0056)
    ('1.23 s', '5.6 ms')
    """
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def _time(seconds: float | None) -> str:
    return "" if seconds is None else seconds_text(seconds)


def _short(value: float) -> str:
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}"
