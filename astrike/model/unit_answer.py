"""What is a unit right now, as plain values: its ways to move, arcs and modifiers?

Answers are made in `rules.movement.unit` and made readable in `report`.
"""

from astrike.dataclass import dataclass
from astrike.model.electronics_answer import ElectronicField
from astrike.model.explain import Assumed, OptionUsed, Reason
from astrike.model.movement import MoveReason, MoveTerm


@dataclass(frozen=True, slots=True)
class UnitMode:
    """One way in which a unit can move now: inches available and how they came about."""

    mode: str
    code: str
    """The motive code printed on the card."""
    available: float
    tmm: int
    """As a target after moving so."""
    terms: tuple[MoveTerm, ...]
    """Inches: printed Move first; their sum is `available`."""
    tmm_terms: tuple[MoveTerm, ...]
    """Their sum is `tmm`."""
    refusals: tuple[MoveReason, ...] = ()
    """Why this mode is closed to it this turn."""
    attack_terms: tuple[MoveTerm, ...] = ()
    """What its own attacks add to the Target Number after moving so."""
    may_attack: bool = True
    """Does moving so leave it its attacks?"""


@dataclass(frozen=True, slots=True)
class UnitAnswer:
    """What a unit is right now: Move and TMM of every mode with their derivation, arcs, modifiers."""

    unit: str
    edition: str
    kind: str
    """Key of its way to move, in the edition's table `movers`."""
    modes: tuple[UnitMode, ...]
    arcs: tuple[tuple[str, float], ...]
    """Name and degrees around the facing."""
    attacker: tuple[MoveTerm, ...]
    """Modifiers of its own attacks that do not depend on the target."""
    target: tuple[MoveTerm, ...]
    """Modifiers of attacks at it that do not depend on the attacker."""
    manner: str
    not_applied: tuple[str, ...]
    assumed: tuple[Assumed, ...]
    options_used: tuple[OptionUsed, ...]
    fields: tuple[ElectronicField, ...] = ()
    """Its ECM, probes and designators."""
    crippled: tuple[Reason, ...] = ()
    """By what it may be crippled, for its players to look up; empty once its state says that it is."""
