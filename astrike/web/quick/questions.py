"""What does the address of a quick check ask? Every control is a field of it, so it can be sent to another phone.

A page writes only what differs from the default into its address. A tab reads the fields that it has controls for and
carries the others along.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.card import parse_move
from astrike.model.inch_limits import FARTHEST
from astrike.model.question_schema import ALPHA_STRIKE
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.rulebook.systems import edition_words
from astrike.rules.quick.move import MOST_ENGINE, MOST_MP, MOTIVE, TYPES, QuickMoveQuestion
from astrike.rules.quick.question import (
    ARMORS,
    BLOWS,
    DID,
    JETS,
    MOST_AGREED,
    MOST_FIRE_CONTROL,
    MOST_HEAT,
    MOST_INCHES,
    MOST_SHORT,
    MYOMERS,
    OTHERS,
    SHOOTERS,
    SIZES,
    SKILLS,
    SPOTTER_DID,
    STATES,
    STRIKERS,
    TAGS,
    TARGET_DID,
    TARGETS,
    QuickQuestion,
)
from astrike.rules.quick.scatter import QuickScatterQuestion
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _

TABS: Final = ("weapon", "physical", "artillery", "move")
WAYS: Final = ("unit", "point", "indirect")
"""Artillery: direct fire at a unit or a point, or indirect fire, which is at a point."""
MOTIVE_FIELDS: Final = ("motive1", "motive2", "motive3")
MOST_MARGIN: Final = 10
LONGEST_TEXT: Final = 40

FIRST: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "weapon": ("woods", "cover", "indirect", "area"),
        "physical": ("woods", "big", "carrier"),
        "artillery": ("woods", "cover"),
    }
)
"""Words in the first row of O on each tab."""
REST: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "weapon": (
            *("jungle", "industrial", "fields", "smoke", "smoke-heavy", "underwater", "secondary"),
            *("rear-weapon", "spotting", "shield", "spotter-attacks", "remote", "emi"),
        ),
        "physical": ("jungle", "industrial", "underwater"),
        "artillery": (
            *("jungle", "industrial", "fields", "smoke", "smoke-heavy", "spotting", "shield"),
            *("spotter-attacks", "remote", "emi"),
        ),
    }
)
"""Words of O that each tab folds away."""


@dataclass(frozen=True, slots=True)
class QuickField:
    """One field: the words it may be, and its default. `many`: any number of the words."""

    allowed: Sequence[str]
    usual: str = ""
    many: bool = False


def _numbers(low: int, high: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(low, high + 1))


def _conditions(kind: str) -> tuple[str, ...]:
    rows = load_edition(DEFAULT_EDITION).conditions.values()
    return ("", *(row.key.removeprefix("wind-") for row in rows if row.kind == kind and row.modifier))


GUNS: Final = tuple(
    row.key for row in load_edition(DEFAULT_EDITION).artillery.values() if row.family == "artillery"
)
_TICK: Final = QuickField(("", "1"))
_SIZE: Final = QuickField(_numbers(SIZES.start, SIZES.stop - 1), "2")
_FACE: Final = QuickField(("", *_numbers(1, 6)))

FIELDS: Final[Mapping[str, QuickField]] = MappingProxyType(
    {
        "tab": QuickField(TABS, "weapon"),
        "edition": QuickField(IDS, DEFAULT_EDITION),
        "skill": QuickField(_numbers(SKILLS.start, SKILLS.stop - 1), "4"),
        "did": QuickField(DID, "ground"),
        "tmm": QuickField(_numbers(0, 5), "2"),
        "moved": QuickField(TARGET_DID, "ground"),
        "o": QuickField(tuple(OTHERS), many=True),
        "heat": QuickField(_numbers(0, MOST_HEAT), "0"),
        "range": QuickField(tuple(load_edition(DEFAULT_EDITION).brackets), "medium"),
        "more": _TICK,
        "fc": QuickField(_numbers(0, MOST_FIRE_CONTROL), "0"),
        "shooter": QuickField(tuple(SHOOTERS)),
        "target": QuickField(tuple(TARGETS)),
        "state": QuickField(tuple(STATES)),
        "armor": QuickField(tuple(ARMORS)),
        "spotter": QuickField(SPOTTER_DID, "ground"),
        "light": QuickField(_conditions("light")),
        "weather": QuickField(_conditions("weather")),
        "wind": QuickField(_conditions("wind")),
        "agreed": QuickField(_numbers(-MOST_AGREED, MOST_AGREED), "0"),
        # a blow
        "blow": QuickField(BLOWS, "standard"),
        "who": QuickField(("", *STRIKERS)),
        "size": _SIZE,
        "own": QuickField(_numbers(0, 5), "2"),
        "weight": _SIZE,
        "jets": QuickField(JETS),
        "myomer": QuickField(MYOMERS),
        "short": QuickField(_numbers(0, MOST_SHORT), "1"),
        "behind": _TICK,
        # artillery and where a miss lands
        "gun": QuickField(GUNS, GUNS[0]),
        "way": QuickField(WAYS, "unit"),
        "tag": QuickField(TAGS),
        "d1": _FACE,
        "d2": _FACE,
        "by": QuickField(("", *_numbers(1, MOST_MARGIN))),
        # the card whose Move is worked out
        "type": QuickField(TYPES, "BM"),
        "card": QuickField(("", *_numbers(0, 5))),
        "hot": QuickField(_numbers(0, MOST_HEAT + 1), "0"),
        "mp": QuickField(_numbers(0, MOST_MP), "0"),
        "engine": QuickField(_numbers(0, MOST_ENGINE), "0"),
        **{name: QuickField(MOTIVE) for name in MOTIVE_FIELDS},
        "tsm": _TICK,
        "paved": _TICK,
    }
)
TEXTS: Final[Mapping[str, str]] = MappingProxyType({"inches": "8", "x": "", "y": "", "move": '8"/6"j'})
"""Fields that are typed, each with its default."""
SHOWN: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "weapon": frozenset(
            {
                *("skill", "did", "tmm", "moved", "heat", "range", "more", "fc", "shooter", "target"),
                *("state", "armor", "spotter", "light", "weather", "wind", "agreed"),
            }
        ),
        "physical": frozenset(
            {
                *("skill", "did", "tmm", "moved", "more", "target", "state", "agreed", "blow", "who", "size"),
                *("own", "weight", "jets", "myomer", "short", "behind", "inches"),
            }
        ),
        "artillery": frozenset(
            {
                *(
                    "skill",
                    "did",
                    "tmm",
                    "moved",
                    "heat",
                    "range",
                    "more",
                    "fc",
                    "shooter",
                    "target",
                    "state",
                ),
                *("armor", "spotter", "light", "weather", "wind", "agreed", "gun", "way", "tag", "d1", "d2"),
                *("by", "x", "y"),
            }
        ),
        "move": frozenset({"move", "type", "card", "hot", "mp", "engine", *MOTIVE_FIELDS, "tsm", "paved"}),
    }
)
"""The fields that each tab may have controls for, O aside."""


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

    @property
    def wants_inches(self) -> bool:
        """Do the inches that were moved count for the damage?"""
        return _wants_inches(self.values)

    @property
    def wants_point(self) -> bool:
        """Is artillery aimed at a point?"""
        return _wants_point(self.values)

    @property
    def counting(self) -> frozenset[str]:
        """The yes-or-no fields that are set to yes, as far as this tab has them."""
        tab = self.values["tab"]
        return self.others & {*FIRST.get(tab, ()), *REST.get(tab, ())}

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


def _expected(name: str, word: str) -> str:
    """Say which words a field takes; to an edition of another game also which are that game's."""
    if name == "edition":
        return edition_words(ALPHA_STRIKE, word)
    return _("one of %(words)s", words=", ".join(each or '""' for each in FIELDS[name].allowed))


def read_quick(args: "MultiDict[str, str]") -> QuickAsked:
    """Read an address; raise `InputError` for words that no control of the page sends."""
    wrong: list[Problem] = []
    values: dict[str, str] = {}
    others: set[str] = set()
    for name, field in FIELDS.items():
        given = args.getlist(name)
        for word in given if field.many else given[:1]:
            if word not in field.allowed:
                wrong.append(Problem(name, repr(word[:LONGEST_TEXT]), _expected(name, word)))
            elif field.many:
                others.add(word)
        if not field.many:
            values[name] = given[0] if given else field.usual
    if wrong:
        raise InputError(wrong)
    for name, usual in TEXTS.items():
        values[name] = args.get(name, usual).strip()[:LONGEST_TEXT]
    return QuickAsked(values, frozenset(others), _problems_of(values))


def _problems_of(values: Mapping[str, str]) -> dict[str, tuple[Problem, ...]]:
    """Look at what is typed on this tab, as far as it has a field for it."""
    found: dict[str, tuple[Problem, ...]] = {}

    def note(name: str, expected: str) -> None:
        found[name] = (Problem(name, values[name] or _("nothing"), expected),)

    match values["tab"]:
        case "move":
            try:
                parse_move(values["move"])
            except ValueError:
                note("move", _('inches with a motive code, such as 8"/6"j, 14"w(b) or 12"h'))
        case "physical" if (
            _wants_inches(values) and values["inches"] and not 0 <= _number(values["inches"]) <= MOST_INCHES
        ):
            note("inches", _("inches from 0 to %(most)s", most=MOST_INCHES))
        case "artillery" if _wants_point(values):
            for name, other in (("x", "y"), ("y", "x")):
                if (values[name] or values[other]) and not abs(_number(values[name])) <= FARTHEST:
                    note(name, _("inches, for both or for neither"))
    return found


def _wants_inches(values: Mapping[str, str]) -> bool:
    return "charge-inches" in load_edition(values["edition"]).damage_steps_of(values["blow"])


def _wants_point(values: Mapping[str, str]) -> bool:
    return values["way"] != "unit"


def _number(text: str) -> float:
    """Read a number as people type it; not a number for anything else."""
    value = number_or_text(text)
    return float(value) if isinstance(value, int | float) else float("nan")


def _moved(text: str) -> float:
    """Give the inches of a charge; as many as usual where no field of the page can mend what was typed."""
    inches = _number(text)
    return inches if 0 <= inches <= MOST_INCHES else float(TEXTS["inches"])


def quick_facts(asked: QuickAsked, *, striker: str = "BM") -> QuickQuestion:
    """Give the attack that the address describes, as its tab knows it."""
    shown, tab = SHOWN[asked["tab"]], asked["tab"]

    def value(name: str) -> str:
        return asked[name] if name in shown else FIELDS[name].usual

    others = asked.counting
    if tab == "artillery":
        others |= {"indirect"} if asked["way"] == "indirect" else set()
    return QuickQuestion(
        edition=asked.edition,
        kind=asked["blow"] if tab == "physical" else tab,
        skill=int(asked["skill"]),
        did=asked["did"],
        tmm=int(asked["tmm"]),
        target_did=asked["moved"],
        bracket=value("range"),
        others=others,
        heat=int(value("heat")),
        fire_control=int(value("fc")),
        shooter=value("shooter"),
        target=value("target"),
        state=value("state"),
        armor=value("armor"),
        light=value("light"),
        weather=value("weather"),
        wind=int(value("wind") or 0),
        agreed=int(asked["agreed"]),
        spotter_did=value("spotter"),
        tag=value("tag") if asked["way"] == "indirect" else "",
        gun=value("gun") if tab == "artillery" else "",
        at_point=tab == "artillery" and asked.wants_point,
        striker=striker,
        size=int(value("size")),
        own_tmm=int(value("own")),
        inches=_moved(asked["inches"]) if tab == "physical" and asked["inches"] else None,
        jets=value("jets"),
        myomer=value("myomer"),
        short=int(value("short")),
        weight=int(value("weight")),
        from_behind=bool(value("behind")),
    )


def missed_of(asked: QuickAsked, *, by_margin: bool) -> QuickScatterQuestion | None:
    """Give the miss that the address describes; None as long as a die is missing."""
    second = asked["by"] if by_margin else asked["d2"]
    if not asked["d1"] or not second:
        return None
    aim = (_number(asked["x"]), _number(asked["y"])) if asked["x"] and asked.wants_point else None
    return QuickScatterQuestion(asked.edition, asked["gun"], int(asked["d1"]), int(second), aim)


def moving_of(asked: QuickAsked) -> QuickMoveQuestion:
    """Give the card that the address describes, as far as its type has such hits and heat."""
    is_vehicle = asked["type"] == "CV"
    is_hot = load_edition(asked.edition).units[asked["type"]].tracks_heat
    return QuickMoveQuestion(
        edition=asked.edition,
        type=asked["type"],
        move=asked["move"],
        tmm=int(asked["card"]) if asked["card"] else None,
        heat=int(asked["hot"]) if is_hot else 0,
        mp=0 if is_vehicle else int(asked["mp"]),
        engine=int(asked["engine"]) if is_vehicle else 0,
        motive=tuple(asked[name] for name in MOTIVE_FIELDS if asked[name]) if is_vehicle else (),
        myomer=is_hot and bool(asked["tsm"]),
        paved=bool(asked["paved"]),
    )


def striker_of(asked: QuickAsked) -> str:
    """Give the type of who strikes: what the address says where that makes such attacks, else the usual one."""
    allowed = load_edition(asked["edition"]).kinds[asked["blow"]].strikers
    return asked["who"] if asked["who"] in allowed else allowed[0]
