"""What do the rows say that players look up: rulings of the errata, standard tables, and points in doubt?

Cards answer by rows of other tables; these say in our words what the sources rule, so that an answer can be traced.
"""

from typing import Annotated

from astrike.dataclass import dataclass
from astrike.rulebook.references import key_of, one_of
from astrike.rulebook.row import RulebookRow, inner_field, subject_field

GROUPS = (
    "criticals",
    "falling-skidding",
    "to-hit",
    "physical",
    "movement",
    "geometry",
    "damage",
    "heat",
    "buildings",
    "weapons",
    "electronics",
    "vehicles",
    "infantry",
    "quirks",
    "example",
    "page-reference",
    "wording-only",
)
"""Subjects of rulings, in the order in which pages list them."""
CARD_NAMES = ("roll", "impact", "critical", "hex")
MUST, SHOULD, REFERENCE = "must", "should", "reference"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRow(RulebookRow):
    """A ruling of the errata or of the page on critical hits; its key is its id in small letters."""

    group: Annotated[str, one_of(*GROUPS)]
    weight: Annotated[str, one_of(MUST, SHOULD, REFERENCE)]
    """Without which answers are wrong, what players expect, or what is only looked up."""
    says: str = ""
    check: str = ""
    """The smallest example: what goes in and what comes out."""
    section: str = subject_field("")
    """The heading that it stands under in a source without pages."""
    cards: tuple[Annotated[str, one_of(*CARD_NAMES)], ...] = inner_field(())
    """Cards of the desk whose answers rest on it; empty where it is only looked up."""
    overrides: tuple[Annotated[str, key_of("rulings")], ...] = inner_field(())
    """Rulings that no longer count where this one does."""
    beside: tuple[Annotated[str, key_of("rulings")], ...] = inner_field(())
    """Rulings of other sources on the same point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardTableRow(RulebookRow):
    """A table that all printings share and no source of ours gives a page for: what stands above its columns."""

    columns: tuple[str, ...] = subject_field(())


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardFigureRow(RulebookRow):
    """One line of a standard table."""

    table: Annotated[str, key_of("standard_tables")]
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtRow(RulebookRow):
    """A point on which the sources are silent or disagree and nobody has to choose: what the desk goes by."""

    settled: str = ""
    why: str = ""
