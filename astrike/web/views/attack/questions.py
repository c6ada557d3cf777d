"""How is an attack made: its kind, overheat, a special weapon, a spotter, dice that fell, choices, named modifiers?

The question stands in the address, so an answer can be sent to the other phone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from werkzeug.datastructures import MultiDict

from astrike.errors import InputError, Problem
from astrike.model.explain import Fact
from astrike.model.movement import MOST_POINTS, Waypoint
from astrike.model.unit import Unit
from astrike.rules.situation import (
    KINDS,
    LARGEST_MODIFIER,
    LONGEST_MODIFIER_NAME,
    MOST_OVERHEAT,
    VALUE_SPECIALS,
    AttackQuestion,
)
from astrike.web.dice import read_dice
from astrike.web.forms import number_or_text, whole_number
from astrike.web.i18n import _
from astrike.web.waypoints import read_waypoint

MOST_NAMED: Final = 6
MOST_CHOICES: Final = 20
MOST_ROLLS: Final = 40
LONGEST_WORD: Final = 60


@dataclass(frozen=True, slots=True)
class Named:
    """One modifier that the players agreed on, as it was typed."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The fields of a question as they were typed, what they mean, and what is wrong with them."""

    overheat: str
    special: str
    secondary: bool
    named: tuple[Named, ...]
    question: AttackQuestion
    problems: dict[str, tuple[Problem, ...]]
    kind: str = "weapon"
    weapon: str = ""
    spotter: str = ""
    path: str = ""
    rolls: str = ""
    choices: tuple[Named, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Is it made in the ordinary way, whatever its kind?"""
        said = (self.overheat, self.special, self.weapon, self.spotter, self.path)
        return not (any(said) or self.secondary or self.named or self.choices)

    @property
    def query(self) -> list[tuple[str, str]]:
        """The question as it stands in an address."""
        return [*self.query_without("rolls"), *([("rolls", self.rolls)] if self.rolls else [])]

    def query_without(self, *left_out: str) -> list[tuple[str, str]]:
        """Give the question as it stands in an address, without some of its fields and without its dice."""
        found = [
            (key, value)
            for key, value in (
                ("kind", "" if self.kind == "weapon" else self.kind),
                ("weapon", self.weapon),
                ("special", self.special),
                ("spotter", self.spotter),
                ("overheat", self.overheat),
                ("path", self.path),
                ("secondary", "1" if self.secondary else ""),
            )
            if value and key not in left_out
        ]
        found += [(f"c-{each.name}", each.value) for each in self.choices if f"c-{each.name}" not in left_out]
        for each in self.named:
            found += [("name", each.name), ("value", each.value)]
        return found


def read_question(asked: "MultiDict[str, str]") -> Asked:
    """Read a question; what is wrong is named, and the rest asked."""
    problems: dict[str, tuple[Problem, ...]] = {}
    overheat = asked.get("overheat", "").strip()
    special = asked.get("special", "").strip().upper()
    kind = asked.get("kind", "").strip() or "weapon"
    weapon, spotter = (asked.get(key, "").strip()[:LONGEST_WORD] for key in ("weapon", "spotter"))
    # Never cut: half a list of points or dice is another question.
    path, rolls = (asked.get(key, "").strip() for key in ("path", "rolls"))
    choices = tuple(
        Named(key.removeprefix("c-")[:LONGEST_WORD], value.strip()[:LONGEST_WORD])
        for key, value in asked.items()
        if key.startswith("c-") and value.strip()
    )[:MOST_CHOICES]
    secondary = bool(asked.get("secondary"))
    named = _named(asked.getlist("name"), asked.getlist("value"))
    points = _whole("overheat", overheat or "0", 0, MOST_OVERHEAT, problems)
    if kind not in KINDS:
        expected = _("one of %(list)s", list=", ".join(KINDS))
        problems["kind"] = (Problem(at="kind", found=repr(kind[:20]), expected=expected),)
    if special and not special.isascii():
        expected = _("the code of a special ability")
        problems["special"] = (Problem(at="special", found=repr(special[:20]), expected=expected),)
    places = _path(path, problems)
    fell = _rolls(rolls, problems)
    modifiers: list[tuple[str, int]] = []
    if len(named) > MOST_NAMED:
        problems["named"] = (
            Problem(
                at="name", found=str(len(named)), expected=_("at most %(most)s modifiers", most=MOST_NAMED)
            ),
        )
    for number, each in enumerate(named[:MOST_NAMED]):
        field = f"named-{number}"
        value = _whole(field, each.value, -LARGEST_MODIFIER, LARGEST_MODIFIER, problems)
        if not each.name or len(each.name) > LONGEST_MODIFIER_NAME or not each.name.isprintable():
            expected = _("a name of 1 to %(most)s letters", most=LONGEST_MODIFIER_NAME)
            problems[field] = (Problem(at="name", found=repr(each.name[:20]), expected=expected),)
        else:
            modifiers.append((each.name, value))
    question = AttackQuestion(
        kind=kind if kind in KINDS else "weapon",
        weapon=weapon or None,
        special=special if special and special.isascii() else None,
        spotter=spotter or None,
        overheat=points,
        secondary=secondary,
        modifiers=tuple(modifiers),
        path=places,
        rolls=fell,
        choices=tuple((each.name, _fact(each.value)) for each in choices),
    )
    return Asked(
        overheat if overheat != "0" else "",
        special,
        secondary,
        named,
        question,
        problems,
        question.kind,
        weapon,
        spotter,
        path,
        rolls,
        choices,
    )


def _fact(text: str) -> Fact:
    """Give what a choice's word stands for: a yes, a number, else the word."""
    if text in ("yes", "true", "on"):
        return True
    number = number_or_text(text)
    return number if isinstance(number, int | float) else text


def _path(text: str, problems: dict[str, tuple[Problem, ...]]) -> tuple[Waypoint, ...]:
    """Read points, such as `12,5 20,8` or `12,5,roof`."""
    words = text.split()
    if len(words) > MOST_POINTS:
        expected = _("points such as 12,5 20,8, at most %(most)s", most=MOST_POINTS)
        problems["path"] = (Problem(at="path", found=str(len(words)), expected=expected),)
        return ()
    found: list[Waypoint] = []
    wrong: list[Problem] = []
    for word in words:
        try:
            found.append(read_waypoint(word, "path"))
        except InputError as error:
            wrong += error.problems
    if wrong:
        problems["path"] = tuple(wrong)
        return ()
    return tuple(found)


def _rolls(text: str, problems: dict[str, tuple[Problem, ...]]) -> tuple[int, ...]:
    """Read dice that fell, such as `8, 12`."""
    expected = _("numbers from 2 to 12, at most %(most)s", most=MOST_ROLLS)
    try:
        found = read_dice(text, expected, at="rolls", highest=12, most=MOST_ROLLS)
        if found[:1] == (1,):
            raise InputError([Problem(at="rolls", found=repr(text[:20]), expected=expected)])
    except InputError as error:
        problems["rolls"] = error.problems
        return ()
    return found


def codes_of(unit: Unit) -> tuple[str, ...]:
    """List the special weapons that the unit's card prints."""
    return tuple(code for code in VALUE_SPECIALS if unit.has(code))


def _named(names: Sequence[str], values: Sequence[str]) -> tuple[Named, ...]:
    """Put names and values together; rows that were left empty are none."""
    count = max(len(names), len(values))
    texts = [
        Named(
            names[k].strip() if k < len(names) else "",
            values[k].strip() if k < len(values) else "",
        )
        for k in range(min(count, 50))
    ]
    return tuple(each for each in texts if each.name or each.value)


def _whole(field: str, text: str, low: int, high: int, problems: dict[str, tuple[Problem, ...]]) -> int:
    try:
        return whole_number(field, text, low, high)
    except InputError as error:
        problems[field] = error.problems
        return 0
