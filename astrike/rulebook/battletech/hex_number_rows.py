"""What do rows about weapon attacks across hexes hold: their modifiers, kinds of weapons, and what is said of them?"""

from astrike.dataclass import dataclass
from astrike.rulebook.row import RulebookRow, inner_field, subject_field


@dataclass(frozen=True, slots=True, kw_only=True)
class HexModifierRow(RulebookRow):
    """A term of the number of a weapon attack."""

    value: int = 0
    levels: int = subject_field(0)
    """How many levels it reaches up, for what grows or drifts in the target's hex."""
    counts_lit: bool = False
    """It counts for a target that is lit up as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HexWeaponRow(RulebookRow):
    """What a kind of weapon changes, by the tag that a question gives it."""

    value: int = 0
    by_bracket: tuple[int, ...] = ()
    """The modifier at short, medium and long range, where they differ; beyond as at long range."""
    flying: int = 0
    """The modifier against units in the air."""
    dropped: int = 0
    """The modifier against 'Mechs that drop into the battle this turn."""
    at_hex: int = 0
    """The modifier of an attack that is aimed at the hex, in place of all that its target does."""
    unless: tuple[str, ...] = inner_field(())
    """Tags beside which it changes nothing but what it can be aimed at."""
    never_beside: tuple[str, ...] = inner_field(())
    """Tags that no weapon has beside it."""
    family: str = inner_field("")
    """What its shots are made of: a weapon has only one."""
    directed: bool = False
    """A targeting computer directs it."""
    undirected: bool = False
    """No targeting computer directs it, whatever else it is."""
    pulses: bool = False
    """With a targeting computer it keeps to what is said of pulse weapons."""
    never_aimed: bool = False
    direct_only: bool = False
    """It is never fired indirectly."""
    follows_tag: bool = False
    """It flies to a target marked by TAG, however that moves and hides."""
    flak_at_drops_only: bool = False
    """It fires flak only at 'Mechs that drop into the battle this turn."""
    runs_in_water: bool = False
    """It runs through water only, also up to its surface and down from there."""
    turns_early: bool = False
    """Torso and arms are turned for it before the weapons fire."""
    counts_shots: bool = False
    """How many shots it fires counts: with one alone it can be aimed."""
    is_loaded: bool = False
    """It fires ammunition."""
    spares_misses: bool = False
    """A miss costs no ammunition."""
    is_beside_targets: bool = False
    """What it is fired at is none of the targets that a unit engages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HexNumberWordsRow(RulebookRow):
    """A sentence that is said of a weapon attack, with what was measured in braces: a refusal, or a note."""
