"""How quick is this machine? The plain loop over all pairs says it, at the beginning of a run and again until its end.

`N` is what it took where the limits were set by what it takes here: a time times N is the time of that machine.
"""

from dataclasses import dataclass
from typing import Final

from tests.bench.attacks import Attacks
from tests.bench.clock import medians

SECONDS: Final = 1.27
"""What the plain loop took where the limits of times were set."""
VARIES: Final = 0.15
"""By how much it may vary within a run; else the run says nothing."""


@dataclass(frozen=True, slots=True)
class PlainTime:
    """The plain loop's times of one run: that of the row "all pairs" first."""

    attacks: Attacks
    seconds: list[float]

    @property
    def n(self) -> float:
        """Return the factor for times of this run."""
        return SECONDS / self.seconds[0]

    @property
    def varies(self) -> float:
        """Return by which share the slowest time is above the quickest."""
        return max(self.seconds) / min(self.seconds) - 1

    @property
    def is_steady(self) -> bool:
        """Can times of this run be believed?"""
        return self.varies <= VARIES

    def again(self) -> None:
        """Take the time once more."""
        (seconds,) = medians(self.attacks.plain_numbers, runs=3)
        self.seconds.append(seconds)

    def text(self) -> str:
        """Say what was found."""
        times = ", ".join(f"{each:.2f}" for each in self.seconds)
        kept = "" if self.is_steady else f", more than {VARIES:.0%}: the run is repeated"
        return f"N = {self.n:.2f}: the plain loop took {times} s; it varies by {self.varies:.0%}{kept}"
