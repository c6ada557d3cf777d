"""One line of the bench: what was measured and what it must be."""

from dataclasses import dataclass
from typing import Literal

TOLERANCE = 1.5
"""Tests demand two thirds of a floor: a busy machine is no broken promise."""


@dataclass(frozen=True, slots=True)
class Row:
    """A measured value with its floor ("at least") or ceiling ("at most"); times in `note` are never judged."""

    what: str
    value: float
    bound: Literal["at least", "at most", "is"]
    limit: float
    unit: str = ""
    note: str = ""

    def holds(self, *, within: float = 1.0) -> bool:
        """Is the promise kept, perhaps with a tolerance?"""
        if self.bound == "at least":
            return self.value >= self.limit / within
        if self.bound == "at most":
            return self.value <= self.limit * within
        return self.value == self.limit

    def text(self) -> str:
        """Return the line as it is printed."""
        value = f"{_short(self.value)}{self.unit}"
        limit = f"{self.bound} {_short(self.limit)}{self.unit}"
        mark = "ok  " if self.holds() else "FAIL"
        return f"{mark} {self.what:<60} {value:>10}  {limit:<18} {self.note}".rstrip()


def _short(value: float) -> str:
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}"
