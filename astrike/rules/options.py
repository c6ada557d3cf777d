"""Which options does a table play with?

The edition's defaults with the table's own choices on top. Values have been checked where the table was read.
"""

from collections.abc import Mapping
from typing import Protocol

from astrike.dataclass import dataclass
from astrike.model.explain import Fact
from astrike.rulebook.schema import Edition, OptionValue


class HasEdition(Protocol):
    """Whatever is played by an edition: a table made ready, the circumstances of an attack."""

    @property
    def edition(self) -> Edition:
        """The edition that is played by."""


class Ruled(HasEdition, Protocol):
    """Whatever is played by an edition and has its disputed points settled."""

    @property
    def options(self) -> "Options":
        """How disputed points are settled."""


@dataclass(frozen=True, slots=True)
class Options:
    """Resolved options; ask with the accessor of the type the edition declares."""

    values: Mapping[str, OptionValue]

    def word(self, option: str) -> str:
        """Give an option that is one of several words."""
        value = self.values[option]
        return value if isinstance(value, str) else str(value).lower()

    def words(self, option: str) -> tuple[str, ...]:
        """Give an option that is a list of words."""
        value = self.values[option]
        return tuple(str(word) for word in value) if isinstance(value, tuple) else ()

    def number(self, option: str) -> float:
        """Give an option that is a number."""
        value = self.values[option]
        return float(value) if isinstance(value, int | float) else 0.0

    def fact(self, option: str) -> Fact:
        """Give an option's value as it stands in answers; a list as one text."""
        value = self.values[option]
        if isinstance(value, str | int | float):
            return value
        return ", ".join(each if isinstance(each, str) else f"{each:g}" for each in value)

    def is_on(self, option: str) -> bool:
        """Is a yes/no option on?"""
        return self.values[option] is True


def resolve(edition: Edition, chosen: Mapping[str, OptionValue]) -> Options:
    """Lay the table's choices over the edition's defaults.

    >>> from astrike.rulebook.loader import load_edition
    >>> resolve(load_edition("ce-5.01"), {"sight.eye": 0.75}).number("sight.eye")
    0.75
    """
    return Options({key: chosen.get(key, row.default) for key, row in edition.options.items()})
