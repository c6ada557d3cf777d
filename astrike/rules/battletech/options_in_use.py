"""How are disputed points settled, and which of them decided something in this answer?"""

from collections.abc import Mapping

from astrike.model.explain import OptionUsed
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.schema import OptionValue


class OptionsInUse:
    """The options of one question; whoever asks for one because it decides something has it noted.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> options = OptionsInUse(load_battletech("bmm-7.01"), {})
    >>> options.word("after-hip"), [each.id for each in options.used]
    ('count', ['after-hip'])
    """

    def __init__(self, edition: BattleTechEdition, stated: Mapping[str, OptionValue]) -> None:
        self._edition = edition
        self._stated = stated
        self._used: dict[str, OptionUsed] = {}

    @property
    def used(self) -> tuple[OptionUsed, ...]:
        """The options that decided something, in the order in which they did."""
        return tuple(self._used.values())

    def word(self, option: str) -> str:
        """Give an option that is one of several words."""
        value = str(self._value(option))
        self._used.setdefault(option, OptionUsed(option, value))
        return value

    def whole(self, option: str) -> int:
        """Give an option that is a whole number."""
        value = int(float(str(self._value(option))))
        self._used.setdefault(option, OptionUsed(option, value))
        return value

    def is_on(self, option: str) -> bool:
        """Is a yes/no option on?"""
        value = self._value(option) is True
        self._used.setdefault(option, OptionUsed(option, value))
        return value

    def _value(self, option: str) -> OptionValue:
        return self._stated.get(option, self._edition.options[option].default)
