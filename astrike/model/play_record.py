"""What was played with one change of a table? The move, attack or effect as it was committed, for replays and reports.

A record says what the players did and what came of it; what it changed on the table are the operations of its change.
Lengths and heights are inches, angles degrees.
"""

from collections.abc import Iterable
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.area_answer import PointAtHeight
from astrike.model.attack_question import TablePoint
from astrike.model.dice import DiceRoll
from astrike.model.effect_answer import StateChange
from astrike.model.explain import Fact
from astrike.model.movement import Waypoint

PLAY_FORMAT: Final = 1
"""The format of the records that are written; it rises when an older program could misread one."""


@dataclass(frozen=True, slots=True)
class DiePlayed:
    """Dice of one roll, as they fell."""

    key: str
    """What they were rolled for: `attack`, `damage`, `scatter.direction`, ..."""
    count: int
    sides: int
    fell: int
    """The sum."""
    is_typed: bool
    """Typed in by the players; else rolled by the server."""


@dataclass(frozen=True, slots=True)
class ChangePlayed:
    """A property of a unit that damage or an effect changed, as the table file names it."""

    unit: str
    at: str
    """`armor_left`, `state`, ..."""
    before: Fact
    after: Fact


@dataclass(frozen=True, slots=True)
class DamageByHand:
    """Damage that no card could take: the card does not say what it stands, it is terrain, or a die decides."""

    unit: str
    """Id of the unit or of the piece of terrain."""
    damage: int | str


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A unit moved, or stood still."""

    unit: str
    mode: str
    """How it was judged: `ground`, `jump`, `standstill`, ..."""
    start: PointAtHeight
    path: tuple[Waypoint, ...]
    """The points after the start as they were declared, with heights where those were given."""
    end: PointAtHeight
    inches: float
    """Along the path."""
    cost: float
    """Inches of Move that were paid."""
    facing: float | None
    """At the end."""
    is_allowed: bool
    """Was it a move by the rules? Else the players insisted on it."""
    is_out_of_order: bool
    """Was another side to move?"""
    mount: str | None = None
    """The transport boarded at the end."""
    dismount: str | None = None
    """The transport left at the start."""


@dataclass(frozen=True, slots=True)
class AttackPlayed:
    """A unit attacked a unit, a building or a point."""

    attacker: str
    target: str | TablePoint
    kind: str
    """`weapon`, `melee`, `charge`, ..."""
    weapon: str | None
    """Code of the weapon or special that was asked for; None: what the card fires of itself."""
    target_number: int | None
    """None where none was needed: it hit by itself."""
    ruling: str | None
    """Id of the agreement or decision that it was worked out by."""
    dice: tuple[DiePlayed, ...]
    is_hit: bool
    overheat: int | None
    """Overheat used; None: no weapons were fired."""
    damage: int | str | None
    """Points dealt to the target, 0 for a miss; None where they are dealt to whoever is in an area."""
    changes: tuple[ChangePlayed, ...]
    by_hand: tuple[DamageByHand, ...]
    mark: str | None = None
    """The mark that it left on the target: `tag`, `narc`, ..."""
    is_out_of_order: bool = False
    """Was another side to attack, or had the attacker made its attack?"""


@dataclass(frozen=True, slots=True)
class AreaPlayed:
    """An area effect went off: artillery that scattered, bombs."""

    weapon: str
    by: str | None
    """Who dropped it, where that decides how it scatters."""
    aim: PointAtHeight
    landed: tuple[PointAtHeight, ...]
    """Where it came down; a series of bombs in order."""
    dice: tuple[DiePlayed, ...]
    changes: tuple[ChangePlayed, ...]
    by_hand: tuple[DamageByHand, ...]


@dataclass(frozen=True, slots=True)
class AttacksPlayed:
    """Attacks that were declared together and resolved together, in the order in which they were (CE p.40)."""

    attacks: tuple[AttackPlayed, ...]


@dataclass(frozen=True, slots=True)
class EffectPlayed:
    """A roll on a table, a fall, a collapse or the like, with what came of it."""

    unit: str
    """Id of the unit or the piece of terrain, or a point."""
    effect: str
    """`critical`, `motive`, `collapse`, ..."""
    result: str
    """Key of the result: `critical.mp`, `motive.half`, `none`, ..."""
    dice: tuple[DiePlayed, ...]
    changes: tuple[ChangePlayed, ...]


@dataclass(frozen=True, slots=True)
class EffectsPlayed:
    """Effects of one change, in the order in which they came."""

    effects: tuple[EffectPlayed, ...]


Act = MovePlayed | AttackPlayed | AttacksPlayed | AreaPlayed | EffectsPlayed
"""What one change can be the record of."""


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """One act, and the moment of the game in which it was made."""

    turn: int
    phase: str | None
    """None on a table that no turn is led on."""
    act: Act


def dice_played(dice: Iterable[DiceRoll]) -> tuple[DiePlayed, ...]:
    """Give dice as a record keeps them.

    >>> dice_played([DiceRoll("attack", "Attack", 2, 6, 8, typed=True)])
    (DiePlayed(key='attack', count=2, sides=6, fell=8, is_typed=True),)
    """
    return tuple(DiePlayed(die.key, die.count, die.sides, die.fell, die.typed) for die in dice)


def changes_played(changes: Iterable[StateChange]) -> tuple[ChangePlayed, ...]:
    """Give changes of units as a record keeps them, without words for people."""
    return tuple(ChangePlayed(each.unit, each.at, each.before, each.after) for each in changes)
