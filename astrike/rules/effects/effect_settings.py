"""Which settings does each kind of effect take, and are those given right?

Settings are what a question states beside the unit. Every wrong one is named, all of them at once.
"""

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem, child, quoted
from astrike.model.attack_question import TablePoint
from astrike.model.explain import Fact
from astrike.model.question_schema import NumberField, Single, TextField, WholeField, WordField, YesNoField

YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
LEAST_PARTS, MOST_PARTS = 2, 3


@dataclass(frozen=True, slots=True)
class EffectSetting:
    """One setting: a `number` (whole), `inches`, `degrees`, `flag`, `word`, `point` (`x,y`) or `name` of a unit."""

    kind: str
    low: float = 0
    high: float = 0
    words: tuple[str, ...] = ()
    needed: bool = False

    @property
    def expected(self) -> str:
        """Say what it takes."""
        if self.kind in ("number", "inches", "degrees"):
            what = "a whole number" if self.kind == "number" else "a number"
            return f"{what} from {self.low:g} to {self.high:g}"
        if self.kind == "word":
            return f"one of {', '.join(self.words)}"
        return {"flag": "true or false", "point": "x,y in inches", "name": "the id of a unit"}[self.kind]

    @property
    def holds(self) -> Single:
        """Describe what it takes as a form has it; whether a point or a name is one, the rules say."""
        match self.kind:
            case "number":
                return WholeField(round(self.low), round(self.high))
            case "inches" | "degrees":
                return NumberField(self.low, self.high)
            case "flag":
                return YesNoField()
            case "word":
                return WordField(self.words)
            case _:
                return TextField()


MODIFIER = EffectSetting("number", -20, 20)
DAMAGE = EffectSetting("number", 0, 999)
ROLL = {"modifier": MODIFIER, **dict.fromkeys(("reengineered", "armored", "implant"), EffectSetting("flag"))}
"""What may be stated about a critical roll."""
SUPPORTS = (
    "light-strike", "heavy-strike", "light-bombing", "heavy-bombing", "strafing", "thumper", "sniper", "long-tom",
    "light-minefield", "medium-minefield", "heavy-minefield", "mines",
)  # fmt: skip
SETTINGS: Mapping[str, Mapping[str, EffectSetting]] = MappingProxyType(
    {
        "collapse": {"damage": DAMAGE, "safe": EffectSetting("name")},
        "crash": {"modifier": MODIFIER},
        "control-roll": {"interference": EffectSetting("flag"), "modifier": MODIFIER},
        "quicksand": {},
        "rapids": {"bearing": EffectSetting("degrees", 0, 360), "modifier": MODIFIER},
        "fire": {},
        "wind": {},
        "motive": {"modifier": MODIFIER},
        "critical": ROLL,
        "hull-breach": ROLL,
        "skid": {"move": EffectSetting("inches", 0, 144), "bearing": EffectSetting("degrees", 0, 360)},
        "bog": {"terrain": EffectSetting("name"), "escape": EffectSetting("flag")},
        "support": {
            "support": EffectSetting("word", words=SUPPORTS, needed=True),
            "at": EffectSetting("point"),
            "bearing": EffectSetting("degrees", 0, 360),
            "density": EffectSetting("number", 1, 5),
        },
        "air-cover": {
            "cover": EffectSetting("word", words=("light", "heavy"), needed=True),
            "against": EffectSetting("word", words=SUPPORTS[:5], needed=True),
        },
        "heat": {
            "attacked": EffectSetting("flag"),
            "overheat": EffectSetting("number", 0, 4),
            "external": EffectSetting("number", 0, 20),
            "from-attacks": EffectSetting("number", 0, 20),
            "deliberate": EffectSetting("flag"),
        },
        "harjel": {},
        "threshold": {"damage": EffectSetting("number", 0, 999, needed=True), "modifier": MODIFIER},
        "intimidation": {"target": EffectSetting("name")},
        "booby-trap": {},
        "hyperpulse": {},
        "jam": {},
        "mine-dispenser": {
            "laid": EffectSetting("word", words=("before", "this-turn")),
            "at": EffectSetting("point"),
        },
        "strain": {"turns": EffectSetting("number", 0, 100, needed=True)},
        "drop": {
            "carrier": EffectSetting("name", needed=True),
            "at": EffectSetting("point"),
            "height": EffectSetting("word", words=("low", "high")),
        },
    }
)
"""By kind of effect: each setting and what it takes."""


def settings_of(kind: str, given: Mapping[str, Fact]) -> Mapping[str, Fact]:
    """Read the settings of an effect; raise `InputError` with everything that is wrong with them.

    >>> dict(settings_of("heat", {"attacked": "yes", "overheat": 2}))
    {'attacked': True, 'overheat': 2}
    """
    known = SETTINGS[kind]
    problems = list(_problems(kind, given))
    if problems:
        raise InputError(problems)
    read = {key: _read(known[key], value) for key, value in given.items()}
    return MappingProxyType({key: value for key, value in read.items() if value is not None})


def _problems(kind: str, given: Mapping[str, Fact]) -> Iterator[Problem]:
    known = SETTINGS[kind]
    for key, value in given.items():
        if key not in known:
            yield Problem(
                child("settings", key), quoted(value), f"one of {', '.join(known)}" if known else "nothing"
            )
        elif _read(known[key], value) is None:
            yield Problem(child("settings", key), quoted(value), known[key].expected)
    for key, setting in known.items():
        if setting.needed and key not in given:
            yield Problem(child("settings", key), "nothing", setting.expected)


def _read(setting: EffectSetting, value: Fact) -> Fact | None:
    """Give the value of a setting, None when it is not one."""
    if setting.kind == "flag":
        word = str(value).lower()
        return True if word in YES else False if word in NO else None
    if setting.kind == "word":
        return value if value in setting.words else None
    if setting.kind == "name":
        return value if isinstance(value, str) and value else None
    if setting.kind == "point":
        return value if isinstance(value, str) and point_read(value) is not None else None
    return _number(setting, value)


def _number(setting: EffectSetting, value: Fact) -> Fact | None:
    if isinstance(value, bool):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    if not math.isfinite(number) or not setting.low <= number <= setting.high:
        return None
    if setting.kind == "number":
        return int(number) if number == int(number) else None
    return number


def point_read(text: str) -> TablePoint | None:
    """Read a point of the table, None when it is none.

    >>> point_read("12.5,8")
    TablePoint(x=12.5, y=8.0, z=None, piece=None)
    """
    parts = text.split(",")
    if not LEAST_PARTS <= len(parts) <= MOST_PARTS:
        return None
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        return None
    if not all(map(math.isfinite, numbers)):
        return None
    return TablePoint(numbers[0], numbers[1], numbers[2] if len(numbers) == MOST_PARTS else None)
