"""What can players state about an attack, and which rows of the modifiers table does each word stand for?

The words are those of Skill, Attacker, Target, Other and Range. Values only; `attack` writes down the facts that they
become.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from types import MappingProxyType

from astrike.dataclass import dataclass
from astrike.rulebook.loader import DEFAULT_EDITION

SKILLS = range(8)
DID = ("standstill", "ground", "jump", "infantry")
"""What the attacker did; infantry does not count it."""
TARGET_DID = ("ground", "jump", "standstill", "immobile")
SPOTTER_DID = ("ground", "standstill", "jump")
BLOWS = ("standard", "melee", "charge", "dfa", "anti-mech")
STRIKERS = ("BM", "PM", "CV", "CI", "BA")
JETS = ("", "JMPS1", "JMPS2", "JMPW1", "JMPW2")
MYOMERS = ("", "TSM", "I-TSM", "TSMX")
TAGS = ("", "TAG", "LTAG")
SIZES = range(1, 5)
MOST_FIRE_CONTROL = 4
MOST_HEAT = 3
MOST_AGREED = 3
MOST_SHORT = 5
MOST_INCHES = 60

TERRAIN: Mapping[str, str] = MappingProxyType(
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
        "woods": TERRAIN["woods"],
        "cover": "terrain.cover",
        "indirect": "attack.indirect",
        "area": "attack.area",
        **{word: row for word, row in TERRAIN.items() if word != "woods"},
        "underwater": "terrain.underwater",
        "secondary": "attack.secondary",
        "rear-weapon": "attack.rear-weapon",
        "spotting": "attacker.spotting",
        "shield": "attacker.shield",
        "spotter-attacks": "attack.spotter-attacks",
        "remote": "attack.remote",
        "emi": "condition.emi",
        "carrier": "attack.carrier",
        "big": "attacker.large",
    }
)
"""What is stated with yes or no, and the row of the modifiers table that it is worth."""

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
SPOTTERS: Mapping[str, str] = MappingProxyType(
    {"ground": "spotter.ground", "standstill": "spotter.standstill", "jump": "spotter.jump"}
)


@dataclass(frozen=True, slots=True)
class QuickQuestion:
    """One attack as players say it; the defaults are a plain one at a walking target."""

    edition: str = DEFAULT_EDITION
    kind: str = "weapon"
    """`weapon`, `artillery`, or one of `BLOWS`."""
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
    """What the attacker is, of `SHOOTERS`."""
    target: str = ""
    """What the target is, of `TARGETS`."""
    state: str = ""
    """The target's state, of `STATES`."""
    armor: str = ""
    """The target's armor, of `ARMORS`."""
    light: str = ""
    weather: str = ""
    wind: int = 0
    """Rows of the conditions table; the wind by its force."""
    agreed: int = 0
    """Whatever else the players agree on."""

    spotter_did: str = "ground"
    tag: str = ""
    """The spotter's designator, of `TAGS`, in reach of the target."""
    gun: str = ""
    """Row of the artillery table."""
    at_point: bool = False
    """Is it aimed at a point instead of a unit?"""

    striker: str = "BM"
    """Type of who strikes, of `STRIKERS`."""
    size: int = 2
    own_tmm: int = 2
    inches: float | None = None
    """How far a charge has come."""
    jets: str = ""
    myomer: str = ""
    short: int = 1
    """Damage of infantry at Short range."""
    weight: int = 2
    """The target's Size."""
    from_behind: bool = False

    @property
    def asked(self) -> str:
        """The kind of attack that the engine is asked about."""
        if self.kind != "weapon":
            return self.kind
        return "artillery" if "area" in self.others else "indirect" if "indirect" in self.others else "weapon"


def rows_stated(question: QuickQuestion) -> Iterator[tuple[str, str]]:
    """Give everything beyond S, A, T and R that was stated, and the row it is worth."""
    yield from ((word, row) for word, row in OTHERS.items() if word in question.others)
    for chosen, rows in (
        (question.shooter, SHOOTERS),
        (question.target, TARGETS),
        (question.state, STATES),
        (question.armor, ARMORS),
    ):
        if rows[chosen]:
            yield chosen, rows[chosen]
    if question.tag:
        yield question.tag, "attack.tag"
