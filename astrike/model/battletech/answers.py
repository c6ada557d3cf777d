"""What do answers of the classic desk have in common? Ledgers, rolls that are due, refusals and notes.

A ledger is a tuple of `Modifier`s, as in every other answer; of `part`, the letter said aloud, they make no use.
"""

from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import Citation, Modifier, OptionUsed, Reason

AUTOMATIC: Final = ("fails", "succeeds", "none")
"""How a roll ends without dice: it fails, it succeeds, or there is none to make."""
MOMENTS: Final = ("at-once", "end-of-phase", "end-of-move", "physical-phase")


@dataclass(frozen=True, slots=True)
class FailureEffect:
    """What a failed roll brings about."""

    key: str
    label: str
    cite: Citation
    damage: int = 0
    groups: tuple[int, ...] = ()
    levels: int = 0
    target: int | None = None
    """Number on 2D6 of the roll that it brings about; None where it brings about none."""
    hexes: int = 0


@dataclass(frozen=True, slots=True)
class DueRoll:
    """A roll that is due: its number on 2D6 and when it is made, or how it ends without dice."""

    event: str
    label: str
    when: str
    target: int | None
    """None where no dice are rolled; `automatic` says why."""
    odds: float | None
    """The chance to succeed, to four places; None where no dice are rolled."""
    automatic: str | None
    modifiers: tuple[Modifier, ...]
    on_failure: tuple[FailureEffect, ...] = ()


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """What the answers of all cards have."""

    edition: str
    refusals: tuple[Reason, ...]
    notes: tuple[Reason, ...]
    options_used: tuple[OptionUsed, ...]
