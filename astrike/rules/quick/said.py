"""What players say about an attack: Skill, Attacker, Target, Other, Range.

Which question: what can be said, and which rows of the modifiers table does each word stand for? Values only; the
tiny table that it becomes is laid out in `stage`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

SKILLS = range(8)
DID = ("standstill", "ground", "jump", "infantry")
"""What the attacker did; infantry does not count it."""
TARGET_DID = ("ground", "jump", "standstill", "immobile")
MOST_FIRE_CONTROL = 4
MOST_HEAT = 3
MOST_AGREED = 3

TERRAIN = MappingProxyType(
    {
        "woods": "terrain.woods",
        "jungle": "terrain.jungle",
        "industrial": "terrain.industrial",
        "fields": "terrain.fields",
        "smoke": "terrain.smoke",
        "smoke-heavy": "terrain.smoke-heavy",
    }
)
"""See-through terrain and the row that each is worth; of several the highest counts."""

OTHERS: Mapping[str, str] = MappingProxyType(
    {
        **TERRAIN,
        "cover": "terrain.cover",
        "underwater": "terrain.underwater",
        "secondary": "attack.secondary",
        "rear-weapon": "attack.rear-weapon",
        "spotting": "attacker.spotting",
        "shield": "attacker.shield",
        "emi": "condition.emi",
    }
)
"""What is said with yes or no, and the row of the modifiers table that it is worth."""

SHOOTERS: Mapping[str, str] = MappingProxyType(
    {
        "": "",
        "industrial": "attacker.industrial",
        "support": "attacker.support",
        "support-basic": "attacker.support-basic",
        "drone": "attacker.drone",
        "dropship": "attacker.dropship",
    }
)
TARGETS: Mapping[str, str] = MappingProxyType(
    {
        "": "",
        "vehicle": "",
        "infantry": "",
        "battle-armor": "type.battle-armor",
        "protomech": "type.protomech",
        "large": "type.large",
        "flying": "type.flying",
    }
)
STATES: Mapping[str, str] = MappingProxyType(
    {
        "": "",
        "minimum": "target.minimum",
        "hull-down": "state.hull-down",
        "bogged": "target.bogged",
        "dug-in": "state.dug-in",
        "on-the-deck": "state.on-the-deck",
        "dismounted": "target.dismounted",
        "dropped": "target.dropped",
    }
)
ARMORS: Mapping[str, str] = MappingProxyType(
    {
        "": "",
        "stealth": "armor.stealth-medium",
        "mimetic": "armor.mimetic",
        "mimetic-light": "armor.mimetic-light",
    }
)


@dataclass(frozen=True, slots=True)
class Said:
    """One attack as players say it; the defaults are a plain one at a walking target."""

    edition: str = "ce-5.01"
    kind: str = "weapon"
    skill: int = 4
    did: str = "ground"
    tmm: int = 2
    target_did: str = "ground"
    bracket: str = "medium"
    others: frozenset[str] = field(default_factory=frozenset)
    """Keys of `OTHERS`."""
    heat: int = 0
    fire_control: int = 0
    shooter: str = ""
    """What the attacker is, of `SHOOTERS`,"""
    target: str = ""
    """what the target is, of `TARGETS`,"""
    state: str = ""
    """in which state, of `STATES`,"""
    armor: str = ""
    """and in which armor, of `ARMORS`."""
    light: str = ""
    weather: str = ""
    wind: int = 0
    """Rows of the conditions table; the wind by its force."""
    agreed: int = 0
    """Whatever else the players agree on."""


def rows_said(said: Said) -> tuple[tuple[str, str], ...]:
    """Give everything beyond S, A, T and R that was said, and the row it is worth."""
    found = [(key, row) for key, row in OTHERS.items() if key in said.others]
    for chosen, rows in (
        (said.shooter, SHOOTERS),
        (said.target, TARGETS),
        (said.state, STATES),
        (said.armor, ARMORS),
    ):
        if rows[chosen]:
            found.append((chosen, rows[chosen]))
    return tuple(found)
