"""What can a preset ask of a roster? Limits on how many units of which sort, their skill and their value."""

from dataclasses import field
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import Citation

UNIT_TYPES: Final = (
    "BM", "IM", "PM", "CV", "SV", "MS", "CI", "BA", "AF", "CF", "SC", "DA", "DS", "SS", "JS", "WS", "BD",
)  # fmt: skip
"""The types of units that an edition knows."""
MEASURES: Final = (
    "units", "value", "share", "skill", "unit-value", "same-chassis", "same-variant", "same-type",
)  # fmt: skip
"""`units` how many there are · `value` what they are worth by their skill · `share` their part of the whole value (0
to 1) · `skill` and `unit-value` of each of them · `same-...` how many are the same."""


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """Which units of a roster are meant; what is empty does not matter."""

    types: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    """One of these special abilities; `IT3` wants 3 or more of it, `ART` begins the codes of all artillery."""
    lacking: tuple[str, ...] = ()
    """None of these."""
    skills: tuple[int, ...] = ()
    moves: tuple[str, ...] = ()
    """Motive codes of the card, such as `v`."""


@dataclass(frozen=True, slots=True)
class ListLimit:
    """What a preset wants of some units of a roster."""

    key: str
    label: str
    measure: str
    """One of `MEASURES`."""
    of: UnitChoice = field(default_factory=UnitChoice)
    at_least: float | None = None
    at_most: float | None = None
    or_none: bool = False
    """None at all is fine, too."""
    ref: str = ""
    confidence: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ListExtra:
    """Something that is bought with points and is no unit, such as artillery off the table."""

    key: str
    label: str
    value: float
    at_most: int | None = None
    currency: str = "PV"
    """`PV`, or `BSP` for battlefield support points."""
    ref: str = ""
    page_of: str | None = None
    """Id of the edition in whose printing the page was found; None for a source that is no book of rules."""
    confidence: str = ""

    @property
    def cite(self) -> Citation:
        """Give the page with the printing in which it was found."""
        return Citation(self.ref, self.page_of)


@dataclass(frozen=True, slots=True)
class CheckedByHand:
    """Something a preset wants of a roster that no program here can see, such as its era."""

    key: str
    label: str
    ref: str = ""


@dataclass(frozen=True, slots=True)
class ListLimits:
    """How a roster has to be; what is absent is not checked."""

    limits: tuple[ListLimit, ...] = ()
    """Of the whole list."""
    game: tuple[ListLimit, ...] = ()
    """Of what is fielded in one game."""
    types: tuple[str, ...] = ()
    """Types that are allowed; empty: all."""
    types_ref: str = ""
    forbidden: tuple[str, ...] = ()
    """Special abilities that nobody may have."""
    forbidden_ref: str = ""
    hitch: bool = False
    """Does each trailer need a unit with a hitch?"""
    hitch_ref: str = ""
    by_hand: tuple[CheckedByHand, ...] = ()
    extras: tuple[ListExtra, ...] = ()

    @property
    def is_checked(self) -> bool:
        """Is there anything in it that a list is held against?"""
        return bool(self.limits or self.game or self.types or self.forbidden or self.hitch)
