"""What stands in a row about kinds of attacks, artillery and munitions, electronic systems or networks?

The rows of the tables about combat beside the plain weapon attack: what each kind of attack allows, how far a system
reaches, what stops it, and who makes up a network.
"""

from typing import Annotated

from astrike.dataclass import dataclass
from astrike.model.unit import MOTIONS
from astrike.rulebook.references import (
    AbilityKey,
    BracketKey,
    CarriedKey,
    GunKey,
    KindFamily,
    KindKey,
    ModifierKey,
    NumberKey,
    UnitKey,
    UnitOrTerrainKey,
    either,
    key_of,
    one_of,
    word_of,
)
from astrike.rulebook.row import RulebookRow, inner_field, subject_field, words_field


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemRow(RulebookRow):
    """An electronic system; an ability that is several at once has a row for each."""

    code: AbilityKey
    """The special ability that brings it."""
    kind: Annotated[str, one_of("ecm", "probe", "tag", "link", "drone", "pod")]
    radius: float = 0.0
    number: NumberKey = ""
    """The row of the numbers table that holds its reach, where it is no field."""
    fields: int = 0
    """ECM: as how many fields it counts against ECCM."""
    stopped_by: Annotated[str, either(one_of("any"), key_of("abilities"))] = ""
    """What jams it: nothing, `any` hostile field, or only those of this code."""
    hidden: int = 0
    """Probes: which of the reaches against hidden units is its, counted from one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetRow(RulebookRow):
    """A type of network: which codes its places need and how many it holds."""

    masters: tuple[AbilityKey, ...] = ()
    """Empty: nobody leads, all are peers."""
    slaves: tuple[AbilityKey, ...] = ()
    peers: tuple[AbilityKey, ...] = ()
    emergency: tuple[AbilityKey, ...] = ()
    """Slaves that stand in for a lost master."""
    most: int
    """Members of a network with one master, or of peers."""
    further: int = 0
    """How many further masters may be linked to the first one, each with slaves of its own."""
    whole: int = 0
    """How many members a network with further masters may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindRow(RulebookRow):
    """A kind of attack: which steps make its Target Number and its damage."""

    family: KindFamily
    steps: tuple[Annotated[str, word_of("steps")], ...] = ()
    damage_steps: tuple[Annotated[str, word_of("damage_steps")], ...] = ()
    points: bool = False
    """May it be aimed at a point of the table?"""
    extra: bool = False
    """Does it come on top of the turn's one attack?"""
    shares_range: bool = False
    """Does it count with the range that a network lends?"""
    codes: tuple[CarriedKey, ...] = inner_field(())
    """Special abilities that it is made with, the better one first; empty: none of its own, or any artillery."""
    modifier: ModifierKey = inner_field("")
    """Row of the modifiers table that it adds because of what it is."""
    arrives: Annotated[str, one_of("direct", "indirect", "physical", "area", "strafe")] = inner_field(
        "direct"
    )
    """How armor meets it; `area` is that of artillery and bombs."""
    critical: Annotated[str, key_of("follow_ups")] = inner_field("")
    """Row of the follow-ups that comes with every hit."""
    mode: Annotated[str, key_of("modes")] = inner_field("")
    """Movement mode in which its attacker moves into contact."""
    motions: tuple[Annotated[str, one_of(*MOTIONS)], ...] = inner_field(())
    """Ways of having moved with which an attacker may make it."""
    strikers: tuple[UnitKey, ...] = inner_field(())
    """Types of unit that a quick check of a physical attack offers as attackers, the usual one first."""
    short: str = words_field("")
    """What a button has room for, where that is less than the label."""
    does: str = words_field("")
    """What it does to the target instead of damage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtilleryRow(RulebookRow):
    """What goes off over an area: an artillery weapon, support fire, a bomb."""

    family: Annotated[str, one_of("artillery", "support", "bomb")] = subject_field("artillery")
    inner: int = 0
    """Damage within the first radius."""
    minimal: bool = False
    """May a die add a point to the damage within the first radius (0*)?"""
    outer: int = 0
    """Damage beyond the first radius up to the second; 0: there is one radius only."""
    heat: int = 0
    template: Annotated[str, one_of("small", "large", "bombing")]
    """Which of the options about radii counts."""
    reach: BracketKey = "long"
    """The bracket up to which it fires on the table."""
    off_table: float = 0.0
    """Inches it reaches from off the table; 0: not at all."""
    cannon: bool = False
    """Does it take range brackets, and scatter half as far?"""
    cruise: bool = False
    """Does it fly as cruise missiles do?"""
    alone: bool = False
    """Does infantry that fires it make no other attack?"""
    airborne: bool = False
    """May an airborne unit fire it?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class MunitionRow(RulebookRow):
    """Special ammunition: for which weapons, and what is different with it."""

    family: Annotated[str, either(one_of("artillery"), key_of("abilities"))]
    """`artillery`, or the code of the special ability that fires it."""
    weapons: tuple[GunKey, ...] = subject_field(())
    """Keys of the artillery table."""
    damages: tuple[int, ...] = ()
    """Damage by weapon; empty: as the weapon's, changed by what follows."""
    change: int = 0
    factor: int = 1
    against: tuple[UnitOrTerrainKey, ...] = ()
    """Types of units and kinds of terrain that take damage; empty: all."""
    wider: float = 0.0
    """Inches by which the large radius grows; the small one becomes the large."""
    ring: bool = False
    """Does the wider ring take half of what the template takes?"""
    harmless: bool = False
    """Does it do no damage?"""
    aimed: bool = False
    """Does it hit its target alone, without area effect and scatter?"""
    turns: int = 0
    """How long its effect lasts."""
    modifier: ModifierKey = ""
    """Row of the modifiers table that it adds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AltitudeRow(RulebookRow):
    """An altitude at which aerospace units fly over the table."""

    inches: float = 0.0
    """What it adds to a range from the ground."""
    step: int
    """Its place among the altitudes, the lowest first."""
    bracket: BracketKey
    """The range bracket of attacks at the ground."""
    kinds: tuple[KindKey, ...] = ()
    """Kinds of attack at the ground that are made from it."""
