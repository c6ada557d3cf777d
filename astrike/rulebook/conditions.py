"""Which conditions may rows of the tables `bonuses` and `choices` set, and what do they take?

A condition is a predicate and, behind a colon, its arguments: `fires:LRM SRM`. It is read once, when the tables are
loaded, and a row that names one that does not exist is a problem; whether it holds in an attack is asked in
`rules.attack.ability_conditions`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.rulebook.references import AllowedWords, KnownWords, key_of


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of a row: its predicate and what it is asked about."""

    predicate: str
    words: tuple[str, ...] = ()
    """The arguments, as they are written."""
    number: float = 0.0
    """The last argument where that is a number."""

    def __str__(self) -> str:
        return f"{self.predicate}:{' '.join(self.words)}" if self.words else self.predicate

    @property
    def word(self) -> str:
        """The first argument."""
        return self.words[0]


def read_condition(text: str) -> Condition:
    """Read a condition as a row gives it; whether there is such a one, `ConditionSet` says.

    >>> read_condition("guarded:RAMS 2")
    Condition(predicate='guarded', words=('RAMS', '2'), number=2.0)
    """
    predicate, _, arguments = text.partition(":")
    words = tuple(arguments.split())
    return Condition(predicate, words, float(words[-1]) if words and _is_number(words[-1]) else 0.0)


def _is_number(word: str) -> bool:
    return word.replace(".", "", 1).isdigit()


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a condition may be about: the kinds of its arguments, and what it says."""

    takes: tuple[str, ...]
    """A word of `ARGUMENTS` for each argument; of a last one in plural there may be several."""
    meaning: str


ARGUMENTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "ability": ("abilities", "special"),
        "abilities": ("abilities", "special"),
        "pilot": ("abilities", "pilot"),
        "bracket": ("brackets", ""),
        "network": ("nets", ""),
        "terrains": ("terrain", ""),
    }
)
"""For each kind of argument the table whose keys it takes, and of which kind their rows have to be.

Beside these there is `number`.
"""

PREDICATES: Final[Mapping[str, Predicate]] = MappingProxyType(
    {
        name: Predicate(tuple(takes.split()), meaning)
        for name, takes, meaning in (
            ("attacker-still", "", "The attacker stood still, or cannot move."),
            ("attacker-moved", "", "It did not."),
            ("attacker-jumped", "", "The attacker jumped, or this attack is a jump."),
            ("attacker-not-jumped", "", "The attacker did not jump."),
            ("attacker-infantry", "", "The attacker is infantry."),
            ("attacker-not-infantry", "", "The attacker is no infantry."),
            ("attacker-among", "terrains", "The attacker stands in such terrain, or in a building."),
            ("attacker-hot", "", "The attacker has heat."),
            ("attacker-aloft", "", "The attacker is in the air."),
            ("attacker-grounded", "", "The attacker is not in the air."),
            ("attacker-not-aerospace", "", "The attacker is no aerospace unit."),
            ("attacker-many-arcs", "", "The attacker attacks through several arcs."),
            ("intimidated", "", "The attacker is intimidated."),
            ("target-aloft", "", "The target is in the air."),
            ("target-grounded", "", "The target is not in the air."),
            ("target-well-aloft", "number", "The target is in the air, a WiGE so many inches or more."),
            ("target-not-well-aloft", "number", "It is not."),
            ("target-still", "", "The target stood still."),
            ("target-infantry", "", "The target is infantry."),
            ("target-inside", "", "The target is in a building."),
            ("target-in", "terrains", "The target stands in such see-through terrain."),
            ("target-in-shallows", "", "The target stands in water of one or two inches."),
            ("target-on", "terrains", "Such terrain lies under the target."),
            ("target-among", "terrains", "The target stands in or on such terrain, or in a building."),
            ("target-in-the-open", "terrains", "Nothing covers the target or lies under it, none of these around it."),
            ("target-hot", "", "The target has heat."),
            ("target-tagged", "", "A TAG has hit the target this turn."),
            ("target-without", "ability", "The target has not this ability."),
            ("target-moves", "number", "The target's movement counts so much or more."),
            ("target-movement", "", "The target's movement counts something."),
            ("target-tmm", "number", "The target's TMM is so much or more."),
            ("in-contact", "", "The bases touch."),
            ("air-to-air", "", "Both fly as aerospace units do."),
            ("at-a-point", "", "The attack is aimed at a point."),
            ("at-short", "", "The range is Short."),
            ("beyond-short", "", "The range is beyond Short."),
            ("standard-attack", "", "The printed damage is used, or the turret's."),
            ("fires", "abilities", "One of these is used alone, or is part of a standard attack."),
            ("special", "abilities", "One of these is used alone."),
            ("missiles", "", "Missiles are fired, alone or with the rest."),
            ("brings-heat", "", "Heat weapons or inferno are used."),
            ("pilot", "pilot", "The attacker's pilot has this ability."),
            ("masters", "bracket", "The attacker's pilot is a Range Master of this bracket."),
            ("chosen-target", "", "The target is the attacker's chosen enemy."),
            ("other-target", "", "It is not."),
            ("spotted-for", "", "A spotter is used."),
            ("not-spotted-for", "", "No spotter is used."),
            ("not-blind", "", "The attacker has not chosen to fire without a spotter."),
            ("friend", "ability", "A friend of the attacker has this ability."),
            ("foe", "ability", "An enemy of the attacker has this ability."),
            ("guarded", "ability number", "The target has this ability, or a friend of it so many inches away."),
            ("not-jammed", "", "No hostile jammer of the tactical network is in reach."),
            ("networked", "network", "The attacker shares ranges in such a network."),
            ("in-hostile-ecm", "", "The attacker is in hostile ECM."),
        )
    }
)  # fmt: skip
"""Every predicate; `rules.attack.ability_conditions` has a function for each."""


def _condition(text: str, known: KnownWords) -> str:
    """Allow a predicate of the list with as many arguments as it takes, each of them a right one."""
    condition = read_condition(text)
    predicate = PREDICATES.get(condition.predicate)
    if predicate is None:
        return f"one of {', '.join(PREDICATES)}"
    takes, words = predicate.takes, condition.words
    if takes and takes[-1].endswith("s"):
        fits, takes = len(words) >= len(takes), (*takes, *(takes[-1:] * (len(words) - len(takes))))
    else:
        fits = len(words) == len(takes)
    if not fits:
        return f"{' '.join(predicate.takes) or 'nothing'} behind {condition.predicate}"
    wrong = ((word, _expected(kind, word, known)) for kind, word in zip(takes, words, strict=True))
    return next((f"{expected} in place of {word!r}" for word, expected in wrong if expected), "")


def _expected(kind: str, word: str, known: KnownWords) -> str:
    """Say what is allowed where an argument is not; empty where it is."""
    if kind == "number":
        return "" if _is_number(word) else "a number"
    table, of = ARGUMENTS[kind]
    expected = key_of(table).check(word, known)
    row = known.rows[table].get(word)
    is_other = bool(of) and row is not None and row.get("kind", "special") != of
    return f"a key of {table}.toml{f' of the kind {of}' if of else ''}" if expected or is_other else ""


ConditionSet = Annotated[Condition, AllowedWords(_condition)]
"""A condition that a row sets."""
