"""How far does a 'Mech walk and run with the legs, hips and actuators that it has left?

Lost legs count first, then hips, then actuators of the other legs.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final

from astrike.rulebook.battletech.schema import BattleTechEdition

_RUNNING: Final = 1.5


@dataclass(frozen=True, slots=True)
class LegLosses:
    """What a 'Mech has lost of its legs; of legs that are gone nothing else counts."""

    legs: int
    """Legs that it was built with."""
    gone: int = 0
    hips: int = 0
    actuators: int = 0

    @property
    def can_run(self) -> bool:
        """Has it more legs than it needs to stand?"""
        return self.gone < self.legs // 2

    @property
    def is_on_its_last_leg(self) -> bool:
        """Has it just enough legs to stand?"""
        return self.gone == self.legs // 2


def walking_mp_left(built: int, lost: LegLosses, edition: BattleTechEdition, *, heat: int = 0) -> int:
    """Give the walking MP that are left of those as built; `heat`: MP lost to heat.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> walking_mp_left(4, LegLosses(2, hips=1, actuators=1), load_battletech(""))
    1
    >>> walking_mp_left(6, LegLosses(4, gone=1, hips=1), load_battletech(""))
    3
    """
    left = _on_its_legs(built, lost, edition)
    if lost.hips == lost.legs:
        return 0
    for _ in range(lost.hips):
        left = -(-left // edition.whole("walk.hip"))
    return max(0, left - lost.actuators - heat)


def running_mp_left(walk: int, lost: LegLosses) -> int:
    """Give the running MP that go with walking MP.

    >>> running_mp_left(3, LegLosses(4, gone=1)), running_mp_left(1, LegLosses(2, gone=1))
    (5, 1)
    """
    return ceil(walk * _RUNNING) if lost.can_run else walk


def _on_its_legs(built: int, lost: LegLosses, edition: BattleTechEdition) -> int:
    if not lost.gone:
        return built
    if lost.can_run:
        return built - 1
    return min(built, edition.whole("walk.one-leg")) if lost.is_on_its_last_leg else 0
