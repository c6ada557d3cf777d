"""What is asked about attacks and sight: who, whom, how?"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from astrike.errors import Problem
from astrike.formats.checks import Fields, is_whole, one_of
from astrike.formats.jsontext import shown
from astrike.model.answer import AttackAnswer, SightReport
from astrike.model.explain import Fact
from astrike.model.margin import Margin, Margins
from astrike.model.movement import MOST_POINTS, Waypoint
from astrike.model.table import Table
from astrike.model.terrain import FARTHEST
from astrike.rules.attack import Detail, attack, enemy_pairs, sight
from astrike.rules.battlefield import Field
from astrike.rules.margins.attack import attack_margins
from astrike.rules.margins.close_calls import close_calls
from astrike.rules.margins.place import place_margins
from astrike.rules.margins.sight import sight_margins
from astrike.rules.situation import (
    KINDS,
    LARGEST_MODIFIER,
    LONGEST_MODIFIER_NAME,
    MOST_OVERHEAT,
    MOVED_INTO,
    AttackQuestion,
    Point,
)
from astrike.web.asking.body import POINT_WORDS, SETTINGS, Asked, Body, coordinates, waypoint_of

ATTACK_KEYS = (
    "table", "attacker", "target", "kind", "weapon", "special", "spotter", "overheat", "secondary", "modifiers",
    "path", "rolls", "choices", "margin", *SETTINGS,
)  # fmt: skip
SIGHT_KEYS = ("table", "attacker", "target", "margin", *SETTINGS)
MATRIX_KEYS = ("table", "side", *SETTINGS)
MOST_MODIFIERS = 20
MOST_ROLLS = 500
MOST_CHOICES = 20
MOST_PAIRS = 10_000
"""A hundred units, each against every other."""

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_POINT = re.compile(rf"\s*{_NUMBER}\s*(?:,\s*{_NUMBER}\s*){{1,2}}")
_POINT_WORDS = f"X,Y or X,Y,Z in inches up to {FARTHEST:g}"


@dataclass(frozen=True, slots=True)
class Attacked:
    """An answer about an attack, with the table as it was asked about, and how it was read."""

    table: Table
    answer: AttackAnswer
    field: Field
    target: str | Point
    question: AttackQuestion
    wants_margin: bool

    @property
    def margins(self) -> Margins | None:
        """How far the answer holds; None where nobody wants to know."""
        if not self.wants_margin:
            return None
        if isinstance(self.target, Point):
            return place_margins(self.field, self.answer.attacker, self.target, self.question)
        return attack_margins(self.field, self.answer.attacker, self.target, self.question)


@dataclass(frozen=True, slots=True)
class Seen:
    """An answer about sight, with the table as it was asked about."""

    table: Table
    answer: SightReport
    field: Field
    wants_margin: bool

    @property
    def margins(self) -> Margins | None:
        """How far the answer holds; None where nobody wants to know."""
        if not self.wants_margin:
            return None
        return sight_margins(self.field, self.answer.attacker, self.answer.target)


@dataclass(frozen=True, slots=True)
class Everyone:
    """Answers about all attacks, with the table as it was asked about."""

    table: Table
    answers: tuple[AttackAnswer, ...]
    calls: tuple[Margin | None, ...]
    """Of each answer what would be within the tolerance, None where nothing else would be."""


def ask_attack(body: Body, *, table_at: str = "table") -> Attacked:
    """Answer whether one unit may attack another, or a point."""
    asked = Asked(body, ATTACK_KEYS, table_at)
    question = _question(asked.fields)
    attacker = asked.id_of("attacker")
    target = _target(asked)
    if isinstance(question.spotter, str):
        _check_place(asked, "spotter", question.spotter)
    wants_margin = asked.fields.yes_no("margin", True)
    field = asked.sound_field()
    (answer,) = attack(field, [(attacker, target)], question, detail=Detail.WHOLE)
    return Attacked(field.table, answer, field, target, question, wants_margin)


def ask_sight(body: Body, *, table_at: str = "table") -> Seen:
    """Answer whether one unit sees another."""
    asked = Asked(body, SIGHT_KEYS, table_at)
    attacker, target = asked.id_of("attacker"), asked.id_of("target")
    wants_margin = asked.fields.yes_no("margin", True)
    field = asked.sound_field()
    (answer,) = sight(field, [(attacker, target)])
    return Seen(field.table, answer, field, wants_margin)


def ask_matrix(body: Body, *, table_at: str = "table") -> Everyone:
    """Answer every attack, or those of one side."""
    asked = Asked(body, MATRIX_KEYS, table_at)
    side = _side(asked)
    _check_pairs(asked, side)
    field = asked.sound_field()
    answers = attack(field, enemy_pairs(field, side=side), detail=Detail.LISTED)
    return Everyone(field.table, answers, close_calls(field, answers))


# ---- the attack's own fields


def _check_place(asked: Asked, key: str, words: str) -> None:
    """Note a problem with words that are neither a unit's id nor a point."""
    if asked.table is None or asked.table.unit(words) is not None:
        return
    if not _POINT.fullmatch(words) or coordinates([float(word) for word in words.split(",")]) is None:
        asked.fields.report(key, f"{asked.unit_words()}, or {_POINT_WORDS}")


def is_point(words: str) -> bool:
    """Are these words a point, X,Y or X,Y,Z?"""
    return bool(_POINT.fullmatch(words))


def _side(asked: Asked) -> str | None:
    """Read the id of a side that has units on the table."""
    value = asked.fields.values.get("side")
    if value is None or asked.table is None:
        return None
    sides = list(dict.fromkeys(unit.side for unit in asked.table.units if unit.side is not None))
    if isinstance(value, str) and value in sides:
        return value
    asked.fields.report("side", one_of(sides) if sides else "nothing: no unit on this table has a side")
    return None


def _check_pairs(asked: Asked, side: str | None) -> None:
    """Note a problem when there are more attacks than anybody reads or a phone's patience lasts for."""
    units = () if asked.table is None else asked.table.units
    sides = Counter(unit.side for unit in units)
    attackers = [unit.side for unit in units if side is None or unit.side == side]
    pairs = sum(len(units) - (1 if each is None else sides[each]) for each in attackers)
    if pairs > MOST_PAIRS:
        expected = f"at most {MOST_PAIRS:,}: fewer units, or one side's"
        asked.problems.append(Problem("side", f"{pairs:,} attacks", expected))


def _question(fields: Fields) -> AttackQuestion:
    kind = fields.word("kind", "weapon", KINDS)
    path = _path(fields, has_heights=kind in MOVED_INTO)
    if path and fields.values.get("kind") in (None, "weapon"):
        fields.report("path", "nothing for kind weapon; path belongs to other kinds of attack")
    return AttackQuestion(
        kind=kind,
        weapon=_code(fields, "weapon"),
        special=_code(fields, "special"),
        spotter=_spotter(fields),
        overheat=fields.whole("overheat", 0, low=0, high=MOST_OVERHEAT),
        secondary=fields.yes_no("secondary", False),
        modifiers=_modifiers(fields),
        path=path,
        rolls=tuple(_rolls(fields)),
        choices=_choices(fields),
    )


def _code(fields: Fields, key: str) -> str | None:
    code = fields.text(key, None)
    if code is not None and not code.strip():
        fields.report(key, "the code of a weapon or special ability")
        return None
    return code


def _modifiers(fields: Fields) -> tuple[tuple[str, int], ...]:
    given = fields.object("modifiers", "an object of names and whole numbers")
    if given is None:
        return ()
    if len(given.values) > MOST_MODIFIERS:
        fields.report("modifiers", f"at most {MOST_MODIFIERS}", found=str(len(given.values)))
        return ()
    found: list[tuple[str, int]] = []
    for name in given.values:
        if not name.strip() or len(name) > LONGEST_MODIFIER_NAME:
            given.report(name, f"a name of 1 to {LONGEST_MODIFIER_NAME} letters", found=shown(name))
            continue
        value = given.values[name]
        if not is_whole(value, -LARGEST_MODIFIER, LARGEST_MODIFIER):
            given.report(name, f"a whole number from {-LARGEST_MODIFIER} to {LARGEST_MODIFIER}")
        elif isinstance(value, int | float):
            found.append((name, int(value)))
    return tuple(found)


def _choices(fields: Fields) -> tuple[tuple[str, Fact], ...]:
    """Read what the players decide; whether it may be decided here, the rules say."""
    given = fields.object("choices", "an object of names and values")
    if given is None:
        return ()
    if len(given.values) > MOST_CHOICES:
        fields.report("choices", f"at most {MOST_CHOICES}", found=str(len(given.values)))
        return ()
    found: list[tuple[str, Fact]] = []
    for name, value in given.values.items():
        if isinstance(value, str | int | float | bool):
            found.append((name, value))
        else:
            given.report(name, "a word, a number, true or false")
    return tuple(found)


def _target(asked: Asked) -> str | Point:
    """Read the target: a unit, else a point as a list or in words."""
    value = asked.fields.values.get("target")
    if isinstance(value, list):
        return _point(asked.fields, "target", value)
    is_unit = asked.table is not None and isinstance(value, str) and asked.table.unit(value) is not None
    if isinstance(value, str) and not is_unit and _POINT.fullmatch(value):
        return _point(asked.fields, "target", [float(word) for word in value.split(",")])
    return asked.id_of("target")


def _point(fields: Fields, key: str, value: Sequence[object]) -> Point:
    numbers = coordinates(value)
    if numbers is None or len(numbers) not in (2, 3):
        fields.report(key, "the id of a unit, [x, y] or [x, y, z] in inches")
        return Point(0.0, 0.0)
    return _as_point(numbers)


def _as_point(numbers: Sequence[float]) -> Point:
    x, y, *rest = numbers
    return Point(x, y, rest[0] if rest else None)


def _spotter(fields: Fields) -> str | None:
    value = fields.values.get("spotter")
    if isinstance(value, list):
        numbers = coordinates(value)
        if numbers is None or len(numbers) not in (2, 3):
            fields.report("spotter", "the id of a unit, [x, y] or [x, y, z] in inches")
            return None
        return str(_as_point(numbers))
    return fields.text("spotter", None)


def _path(fields: Fields, *, has_heights: bool) -> tuple[Waypoint, ...]:
    """Read the points of a path; those of an attack that is a move say how high the base is there."""
    given = list(fields.items("path"))
    if len(given) > MOST_POINTS:
        fields.report("path", f"at most {MOST_POINTS} points", found=f"{len(given):,} points")
        return ()
    found: list[Waypoint] = []
    expected = POINT_WORDS if has_heights else "[x, y] in inches"
    for place, item in given:
        point = waypoint_of(item)
        if point is not None and (has_heights or point.z is None):
            found.append(point)
        else:
            fields.problems.append(Problem(place, shown(item), expected))
    return tuple(found)


def _rolls(fields: Fields) -> list[int]:
    given = list(fields.items("rolls"))
    if len(given) > MOST_ROLLS:
        fields.report("rolls", f"at most {MOST_ROLLS} numbers", found=f"{len(given):,} numbers")
        return []
    found: list[int] = []
    for place, item in given:
        if isinstance(item, int | float) and is_whole(item, 2, 12):
            found.append(int(item))
        else:
            fields.problems.append(Problem(place, shown(item), "a whole number from 2 to 12"))
    return found
