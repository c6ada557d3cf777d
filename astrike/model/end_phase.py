"""What happens in the End Phase of a turn: rolls that are due, heat, what else is to be looked at, who is lost?

Plain values only; what they are is worked out in `rules`.
"""

from collections.abc import Mapping

from astrike.dataclass import dataclass
from astrike.model.effect_answer import EffectAnswer
from astrike.model.explain import Citation, Fact, Reason


@dataclass(frozen=True, slots=True)
class DueEvent:
    """An effect that is due in this End Phase, as a question that only wants its dice."""

    key: str
    """`critical.T`, a second one `critical.T.2`, `mines.A.field`, ..."""
    kind: str
    """The kind of the effect that works it out."""
    unit: str
    """Id of the unit or piece that it meets."""
    label: str
    cite: Citation
    settings: Mapping[str, Fact]
    needs: str
    """What has to be rolled first, such as `2D6 for Critical hit`; empty: nothing is."""
    is_once: bool = False
    """Does the table not show afterwards that it has happened?"""
    piece: str = ""
    """Id of the piece that it comes from; empty: it comes from none, or meets the piece itself."""


@dataclass(frozen=True, slots=True)
class UnitHeat:
    """What a unit's heat becomes, with all that makes it."""

    unit: str
    before: int
    answer: EffectAnswer
    """The End Phase of this unit, worked out from what the table says of its turn."""
    move_before: float | None
    """Move on the ground with the heat it has; None: it has none there."""
    move_after: float | None
    """Move on the ground with the heat it will have."""
    myomer: float = 0.0
    """Inches that hot myomer adds to that (CE p.79)."""
    has_fired: bool = False
    """Has it made a weapon attack this turn, so that it does not cool (CE p.53)?"""

    @property
    def after(self) -> int:
        """The heat level of the next turn."""
        return self.before if self.answer.total is None else self.answer.total

    @property
    def is_idle(self) -> bool:
        """Is it cold, and does it stay so?"""
        return not (self.before or self.after or self.answer.changes)


@dataclass(frozen=True, slots=True)
class EndPhaseNote:
    """Something to look at that no effect works out."""

    unit: str
    """Id of the unit or piece that it is about."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class CrippledQuestion:
    """A unit of which players have to say whether it is crippled, and the causes."""

    unit: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class EndPhaseAnswer:
    """Everything that an End Phase brings, read off the table."""

    events: tuple[DueEvent, ...]
    heat: tuple[UnitHeat, ...]
    notes: tuple[EndPhaseNote, ...]
    fallen: tuple[str, ...]
    """Units that are destroyed and still stand on the table."""
    crippled: tuple[CrippledQuestion, ...]
    points: tuple[str, ...]
    """Marked points of impact."""
