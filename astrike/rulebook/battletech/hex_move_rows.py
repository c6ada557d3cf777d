"""What stands in the rows about moving across hexes: terrain, who moves how, actions, boosters, words?"""

from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.battletech.rolls import EVENTS
from astrike.rulebook.references import key_of, one_of
from astrike.rulebook.row import RulebookRow, inner_field, subject_field, words_field

COST_COLUMNS: Final = ("mech", "tracked", "wheeled", "hover", "vtol", "wige", "foot", "mechanized")


@dataclass(frozen=True, slots=True, kw_only=True)
class HexTerrainCostRow(RulebookRow):
    """What terrain adds to the cost of entering a hex, and whom it keeps out."""

    mech: int = 0
    tracked: int = 0
    wheeled: int = 0
    hover: int = 0
    vtol: int = 0
    wige: int = 0
    foot: int = 0
    """For all infantry that is not mechanized."""
    mechanized: int = 0
    barred: tuple[Annotated[str, one_of(*COST_COLUMNS)], ...] = subject_field(())
    """Who may not enter."""
    optional: bool = subject_field(False)
    """It counts with the option `hex-terrain` only."""
    reckless: bool = subject_field(False)
    """Those who enter recklessly roll in place of paying for it."""
    event: Annotated[str, one_of("", *EVENTS)] = inner_field("")
    """What entering it asks a roll for; empty: nothing."""
    refusal: str = words_field("")


@dataclass(frozen=True, slots=True, kw_only=True)
class HexMoverRow(RulebookRow):
    """How one kind of unit moves."""

    column: Annotated[str, one_of("", *COST_COLUMNS)] = subject_field("")
    """Its column of terrain costs; empty: terrain costs it nothing."""
    like: Annotated[str, one_of("", *COST_COLUMNS)] = subject_field("")
    """Another column whose terrain keeps it out as well."""
    level_mp: int = 0
    """MP for each level up or down."""
    level_option: Annotated[str, key_of("options")] = inner_field("")
    """The option that says so in its place."""
    most_up: int = 0
    """Most levels up from one hex to the next; 0: any."""
    most_down: int = 0
    """Most levels down; 0: any."""
    turn_mp: int = 0
    """MP for each hexside that it turns."""
    rise_mp: int = 0
    """MP for a level up in one hex: in the air, or inside a building."""
    sink_mp: int = 0
    """MP for a level down in one hex."""
    road_mp: int = 0
    """MP more where it stays on roads and pavement the whole turn."""
    building_mp: int = 0
    """MP for a building hex, whatever its class."""
    pays_class: bool = subject_field(False)
    """A building hex costs it what the class of the building says."""
    floats: bool = subject_field(False)
    """It stays on the surface of water."""
    needs_water: bool = subject_field(False)
    """It stays on water."""
    flies: bool = subject_field(False)
    runs: bool = subject_field(False)
    """It may run, or go at flank speed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HexActionRow(RulebookRow):
    """A figure of movement that is the same for all."""

    value: float = 0.0
    unit: str = subject_field("MP")


@dataclass(frozen=True, slots=True, kw_only=True)
class HexBoosterRow(RulebookRow):
    """What MASC or a supercharger needs in so many turns of use in a row."""

    turns: int
    target: int = 0
    """Number on 2D6; 0: it fails without a roll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HexMoveWordsRow(RulebookRow):
    """Why a step is not allowed, or what has to be known of a path."""

    said: str = words_field("")
    """The words, with what was measured in braces."""
