"""How does an answer show why? A number comes with every term that made it, and a "no" with every reason.

Keys are stable and dotted, labels are for people, `cite` is the page and the printing it was found in, `facts` are
what was measured. Nothing here decides a rule.
"""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from astrike.dataclass import dataclass

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
class Citation:
    """A page of a book, and the printing in which that page was found.

    >>> Citation("CE p.42", "ce-5.01").is_of_another_printing("ce-7")
    True
    """

    page: str
    """Book and page, or in words why there is none; never empty."""
    page_of: str | None
    """Id of the edition whose printing has the page; None where there is no page, or where nobody looked it up."""

    def is_of_another_printing(self, edition: str) -> bool:
        """Was the page found in another printing than that of this edition?"""
        return self.page_of is not None and self.page_of != edition


@dataclass(frozen=True, slots=True)
class Modifier:
    """One term of a sum. `part` is the letter said aloud: S, A, T, O or R."""

    key: str
    part: str
    value: int
    label: str
    cite: Citation
    facts: Facts = field(default_factory=lambda: NO_FACTS)


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why something is not so."""

    key: str
    label: str
    cite: Citation
    facts: Facts = field(default_factory=lambda: NO_FACTS)


@dataclass(frozen=True, slots=True)
class Tally:
    """A number that is the sum of its modifiers and nothing else.

    >>> Tally("to-hit", (Modifier("skill", "S", 4, "Skill", Citation("CE p.42", "ce-5.01")),)).total
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
