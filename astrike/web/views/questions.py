"""How is an attack made: overheat, a special weapon, a secondary target, named modifiers?

The question stands in the address, so an answer can be sent to the other phone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from werkzeug.datastructures import MultiDict

from astrike.errors import Problem
from astrike.model.unit import Unit
from astrike.rules.situation import (
    LARGEST_MODIFIER,
    LONGEST_MODIFIER_NAME,
    MOST_OVERHEAT,
    VALUE_SPECIALS,
    AttackQuestion,
)
from astrike.web.forms import number_or_text
from astrike.web.i18n import _

MOST_NAMED: Final = 6


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

    @property
    def is_plain(self) -> bool:
        """Is it an ordinary attack?"""
        return not (self.overheat or self.special or self.secondary or self.named)

    @property
    def query(self) -> list[tuple[str, str]]:
        """The question as it stands in an address."""
        found = [("overheat", self.overheat), ("special", self.special)]
        found = [pair for pair in found if pair[1]]
        if self.secondary:
            found.append(("secondary", "1"))
        for each in self.named:
            found += [("name", each.name), ("value", each.value)]
        return found


def read_question(asked: "MultiDict[str, str]") -> Asked:
    """Read a question; what is wrong is named, and the rest asked."""
    problems: dict[str, tuple[Problem, ...]] = {}
    overheat = asked.get("overheat", "").strip()
    special = asked.get("special", "").strip().upper()
    secondary = bool(asked.get("secondary"))
    named = _named(asked.getlist("name"), asked.getlist("value"))
    points = _whole("overheat", overheat or "0", 0, MOST_OVERHEAT, problems)
    if special and special not in VALUE_SPECIALS:
        problems["special"] = (
            Problem(
                at="special",
                found=repr(special[:20]),
                expected=_("one of %(list)s", list=", ".join(VALUE_SPECIALS)),
            ),
        )
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
        special=special if special in VALUE_SPECIALS else None,
        overheat=points,
        secondary=secondary,
        modifiers=tuple(modifiers),
    )
    return Asked(overheat if overheat != "0" else "", special, secondary, named, question, problems)


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
    number = number_or_text(text.replace("−", "-"))
    if not isinstance(number, int) or not low <= number <= high:
        expected = _("a whole number from %(low)s to %(high)s", low=low, high=high)
        problems[field] = (Problem(at=field, found=repr(text[:20]), expected=expected),)
        return 0
    return number
