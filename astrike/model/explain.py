"""Explained results: numbers with every term that made them, and a "no" with every reason.

Which question: how does an answer show why? Keys are stable and dotted, labels are for people, `ref` is book and
page, `facts` are what was measured. Nothing here decides a rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Fact = str | int | float | bool
Facts = Mapping[str, Fact]

NO_FACTS: Facts = MappingProxyType({})


def facts(**measured: Fact) -> Facts:
    """Freeze what was measured.

    >>> dict(facts(inches=3.5))
    {'inches': 3.5}
    """
    return MappingProxyType(measured)


@dataclass(frozen=True, slots=True)
class Modifier:
    """One term of a sum. `part` is the letter said aloud: S, A, T, O or R."""

    key: str
    part: str
    value: int
    label: str
    ref: str
    facts: Facts = field(default_factory=lambda: NO_FACTS)


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why something is not so."""

    key: str
    label: str
    ref: str
    facts: Facts = field(default_factory=lambda: NO_FACTS)


@dataclass(frozen=True, slots=True)
class Tally:
    """A number that is the sum of its modifiers and nothing else.

    >>> Tally("to-hit", (Modifier("skill", "S", 4, "Skill", "CE p.42"),)).total
    4
    """

    key: str
    modifiers: tuple[Modifier, ...]

    @property
    def total(self) -> int:
        """Add the modifiers up."""
        return sum(modifier.value for modifier in self.modifiers)


@dataclass(frozen=True, slots=True)
class Assumed:
    """A default that the answer used because the table did not say."""

    at: str
    value: Fact
    label: str


@dataclass(frozen=True, slots=True)
class OptionUsed:
    """An option that decided something in this answer."""

    id: str
    value: Fact
