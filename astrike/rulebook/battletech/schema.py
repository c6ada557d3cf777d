"""Which tables does an edition of classic BattleTech have, and what stands in a row of each?

Rows of one card stand in a module of their own; this one puts them together.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from astrike.rulebook.battletech.rulings import DoubtRow, RulingRow, StandardFigureRow, StandardTableRow
from astrike.rulebook.row import RulebookRow, subject_field, words_field
from astrike.rulebook.schema import EditionHead, OptionRow


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow(RulebookRow):
    """A figure that formulas use, or a limit."""

    value: float = 0.0
    unit: str = subject_field("")


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalRow(RulebookRow):
    """Why something is not allowed or cannot be, as it is said to a player."""

    refusal: str = words_field("")


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleTechEdition(EditionHead):
    """One edition of classic BattleTech, as far as the desk needs it."""

    figures: Mapping[str, FigureRow]
    refusals: Mapping[str, RefusalRow]
    options: Mapping[str, OptionRow]
    rulings: Mapping[str, RulingRow]
    standard_tables: Mapping[str, StandardTableRow]
    standard_figures: Mapping[str, StandardFigureRow]
    doubts: Mapping[str, DoubtRow]

    def figure(self, key: str) -> float:
        """Give a figure by its key."""
        return self.figures[key].value

    def whole(self, key: str) -> int:
        """Give a figure that is a whole number by its key."""
        return int(self.figures[key].value)
