"""What does the address of a quick check say? Every control is a field of it, so it can be sent to the other phone.

Only what is not as usual stands in the address that a page gives itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from astrike.editions.loader import DEFAULT, IDS, load_edition
from astrike.errors import InputError, Problem
from astrike.model.card import parse_move
from astrike.rules.quick.move import MOST_ENGINE, MOST_MP, MOTIVE, TYPES, Moving
from astrike.rules.quick.said import (
    ARMORS,
    DID,
    MOST_AGREED,
    MOST_FIRE_CONTROL,
    MOST_HEAT,
    OTHERS,
    SHOOTERS,
    SKILLS,
    STATES,
    TARGET_DID,
    TARGETS,
    Said,
)
from astrike.web.i18n import _

TABS: Final = ("weapon", "physical", "artillery", "move")
SHOWN: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "weapon": frozenset(
            {
                *("skill", "did", "tmm", "moved", "o", "heat", "range", "more", "fc", "shooter", "target"),
                *("state", "armor", "light", "weather", "wind", "agreed"),
            }
        ),
        "move": frozenset(
            {
                *("move", "type", "card", "hot", "mp", "engine", "motive1", "motive2", "motive3", "myomer"),
                "paved",
            }
        ),
    }
)
"""The fields that each tab has controls for; all others are carried along."""
MOTIVE_FIELDS: Final = ("motive1", "motive2", "motive3")
LONGEST_MOVE: Final = 40


@dataclass(frozen=True, slots=True)
class Field:
    """One field: what it may be, and what it is when nothing is said. `many`: any number of the words."""

    allowed: Sequence[str]
    usual: str = ""
    many: bool = False


def _numbers(low: int, high: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(low, high + 1))


def _conditions(kind: str) -> tuple[str, ...]:
    rows = load_edition(DEFAULT).conditions.values()
    return ("", *(row.key.removeprefix("wind-") for row in rows if row.kind == kind and row.modifier))


FIELDS: Final[Mapping[str, Field]] = MappingProxyType(
    {
        "tab": Field(TABS, "weapon"),
        "edition": Field(IDS, DEFAULT),
        "skill": Field(_numbers(SKILLS.start, SKILLS.stop - 1), "4"),
        "did": Field(DID, "ground"),
        "tmm": Field(_numbers(0, 5), "2"),
        "moved": Field(TARGET_DID, "ground"),
        "o": Field(tuple(OTHERS), many=True),
        "heat": Field(_numbers(0, MOST_HEAT), "0"),
        "range": Field(tuple(load_edition(DEFAULT).brackets), "medium"),
        "more": Field(("", "1")),
        "fc": Field(_numbers(0, MOST_FIRE_CONTROL), "0"),
        "shooter": Field(tuple(SHOOTERS)),
        "target": Field(tuple(TARGETS)),
        "state": Field(tuple(STATES)),
        "armor": Field(tuple(ARMORS)),
        "light": Field(_conditions("light")),
        "weather": Field(_conditions("weather")),
        "wind": Field(_conditions("wind")),
        "agreed": Field(_numbers(-MOST_AGREED, MOST_AGREED), "0"),
        # the card whose Move is worked out
        "type": Field(TYPES, "BM"),
        "card": Field(("", *_numbers(0, 5))),
        "hot": Field(_numbers(0, MOST_HEAT + 1), "0"),
        "mp": Field(_numbers(0, MOST_MP), "0"),
        "engine": Field(_numbers(0, MOST_ENGINE), "0"),
        **{name: Field(MOTIVE) for name in MOTIVE_FIELDS},
        "myomer": Field(("", "1")),
        "paved": Field(("", "1")),
    }
)
TEXTS: Final[Mapping[str, str]] = MappingProxyType({"move": '8"/6"j'})
"""Fields that are typed, and what stands in them when nothing is said."""


@dataclass(frozen=True, slots=True)
class QuickAsked:
    """The fields as they were given or as they usually are, and what is wrong with those that are typed."""

    values: Mapping[str, str]
    others: frozenset[str]
    problems: Mapping[str, tuple[Problem, ...]]

    def __getitem__(self, name: str) -> str:
        """Give the value of a field."""
        return self.values[name]

    @property
    def edition(self) -> str:
        """The edition asked about."""
        return self.values["edition"]

    def query(self, **changed: str) -> str:
        """Write the address's query, with some fields changed; empty when everything is as usual."""
        return urlencode(self.pairs(**changed))

    def pairs(self, **changed: str) -> list[tuple[str, str]]:
        """Give every field that is not as usual."""
        values = {**self.values, **changed}
        pairs: list[tuple[str, str]] = []
        for name, field in FIELDS.items():
            if field.many:
                pairs += [(name, word) for word in field.allowed if word in self.others]
            elif values[name] != field.usual:
                pairs.append((name, values[name]))
        return [*pairs, *((name, values[name]) for name, usual in TEXTS.items() if values[name] != usual)]


def read_quick(args: "MultiDict[str, str]") -> QuickAsked:
    """Read an address; raise `InputError` for words that no control of the page sends."""
    wrong: list[Problem] = []
    values: dict[str, str] = {}
    others: set[str] = set()
    for name, field in FIELDS.items():
        given = args.getlist(name)
        for word in given if field.many else given[:1]:
            if word not in field.allowed:
                expected = ", ".join(each or '""' for each in field.allowed)
                wrong.append(Problem(name, repr(word[:LONGEST_MOVE]), _("one of %(words)s", words=expected)))
            elif field.many:
                others.add(word)
        if not field.many:
            values[name] = given[0] if given else field.usual
    if wrong:
        raise InputError(wrong)
    for name, usual in TEXTS.items():
        values[name] = args.get(name, usual).strip()[:LONGEST_MOVE]
    return QuickAsked(values, frozenset(others), _problems_of(values))


def _problems_of(values: Mapping[str, str]) -> dict[str, tuple[Problem, ...]]:
    try:
        parse_move(values["move"])
    except ValueError:
        expected = _('inches with a motive code, such as 8"/6"j, 14"w(b) or 12"h')
        return {"move": (Problem("move", values["move"] or _("nothing"), expected),)}
    return {}


def said_of(asked: QuickAsked) -> Said:
    """Give the attack that the address describes."""
    return Said(
        edition=asked.edition,
        kind="weapon",
        skill=int(asked["skill"]),
        did=asked["did"],
        tmm=int(asked["tmm"]),
        target_did=asked["moved"],
        bracket=asked["range"],
        others=asked.others,
        heat=int(asked["heat"]),
        fire_control=int(asked["fc"]),
        shooter=asked["shooter"],
        target=asked["target"],
        state=asked["state"],
        armor=asked["armor"],
        light=asked["light"],
        weather=asked["weather"],
        wind=int(asked["wind"] or 0),
        agreed=int(asked["agreed"]),
    )


def moving_of(asked: QuickAsked) -> Moving:
    """Give the card that the address describes."""
    return Moving(
        edition=asked.edition,
        type=asked["type"],
        move=asked["move"],
        tmm=int(asked["card"]) if asked["card"] else None,
        heat=int(asked["hot"]),
        mp=int(asked["mp"]),
        engine=int(asked["engine"]),
        motive=tuple(asked[name] for name in MOTIVE_FIELDS if asked[name]),
        myomer=bool(asked["myomer"]),
        paved=bool(asked["paved"]),
    )
