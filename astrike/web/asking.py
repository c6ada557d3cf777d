"""What is asked: which table under which settings, who, whom, how?

Commands and the API ask in the same words, those of the JSON body in the contract; here they become a question to
`rules` and its answer. Everything wrong with the words and the table is said at once.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from astrike.errors import InputError, Problem
from astrike.formats.checks import Fields, Problems, is_whole, one_of
from astrike.formats.jsontext import FILE, Doubled, json_problems, shown
from astrike.formats.tablefile import parse_document, with_settings
from astrike.model.answer import AttackAnswer, SightReport
from astrike.model.table import Table
from astrike.rules.attack import attack, matrix, sight
from astrike.rules.battlefield import Field, build_field
from astrike.rules.points import Point, attack_point
from astrike.rules.situation import (
    KINDS,
    LARGEST_MODIFIER,
    LONGEST_MODIFIER_NAME,
    MOST_OVERHEAT,
    AttackQuestion,
)

SETTINGS = ("edition", "options", "environment")
ATTACK_KEYS = (
    "table", "attacker", "target", "kind", "weapon", "special", "spotter", "overheat", "secondary", "modifiers",
    "path", "rolls", *SETTINGS,
)  # fmt: skip
SIGHT_KEYS = ("table", "attacker", "target", *SETTINGS)
MATRIX_KEYS = ("table", "side", *SETTINGS)
MOST_MODIFIERS = 20
MOST_POINTS = 200
MOST_ROLLS = 500
MOST_PAIRS = 10_000
"""A hundred units, each against every other."""
LARGEST_COORDINATE = 1000.0

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_POINT = re.compile(rf"\s*{_NUMBER}\s*(?:,\s*{_NUMBER}\s*){{1,2}}")
_POINT_WORDS = "X,Y or X,Y,Z in inches"

Body = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Attacked:
    """An answer about an attack, with the table as it was asked about."""

    table: Table
    answer: AttackAnswer


@dataclass(frozen=True, slots=True)
class Seen:
    """An answer about sight, with the table as it was asked about."""

    table: Table
    answer: SightReport


@dataclass(frozen=True, slots=True)
class Everyone:
    """Answers about all attacks, with the table as it was asked about."""

    table: Table
    answers: tuple[AttackAnswer, ...]


def ask_attack(body: Body, *, table_at: str = "table") -> Attacked:
    """Answer whether one unit may attack another, or a point."""
    asked = _Asked(body, ATTACK_KEYS, table_at)
    question = _question(asked.fields)
    attacker = asked.id_of("attacker")
    target = _target(asked)
    if isinstance(question.spotter, str):
        asked.check_place("spotter", question.spotter)
    field = asked.sound_field()
    answer = (
        attack_point(field, attacker, target, question)
        if isinstance(target, Point)
        else attack(field, attacker, target, question)
    )
    return Attacked(field.table, answer)


def ask_sight(body: Body, *, table_at: str = "table") -> Seen:
    """Answer whether one unit sees another."""
    asked = _Asked(body, SIGHT_KEYS, table_at)
    attacker, target = asked.id_of("attacker"), asked.id_of("target")
    field = asked.sound_field()
    return Seen(field.table, sight(field, attacker, target))


def ask_matrix(body: Body, *, table_at: str = "table") -> Everyone:
    """Answer every attack, or those of one side."""
    asked = _Asked(body, MATRIX_KEYS, table_at)
    side = asked.side()
    asked.check_pairs(side)
    field = asked.sound_field()
    return Everyone(field.table, matrix(field, side))


class _Asked:
    """A body that is being read: its fields, the table with its settings, and all problems so far."""

    def __init__(self, body: Body, keys: Collection[str], table_at: str) -> None:
        self.problems = Problems()
        self.fields = Fields(body, "", self.problems)
        self._table_at = table_at
        self._unsound = list(_unsound(body, FILE if not table_at else "body"))
        for key in body:
            if key not in keys:
                self.fields.report(key, one_of(keys))
        self.table = self._read_table()

    def sound_field(self) -> Field:
        """Give the prepared table when nothing at all was wrong, else raise everything that was."""
        named = {problem.at for problem in self.problems}
        problems = [*self.problems, *(each for each in self._unsound if each.at not in named)]
        if problems or self.table is None:
            raise InputError(problems)
        try:
            return build_field(self.table)
        except InputError as error:
            raise InputError(self._in_the_file(self.table, each) for each in error.problems) from error

    def _in_the_file(self, table: Table, problem: Problem) -> Problem:
        """Name the place in the file of what turned out when the units were put on the terrain."""
        features = table.document.get("features")
        for number, feature in enumerate(features if isinstance(features, list) else ()):
            unit = f"units.{feature.get('id')}."
            if problem.at.startswith(unit):
                at = f"features[{number}].properties.{problem.at.removeprefix(unit)}"
                return replace(problem, at=_inside(self._table_at, at))
        return replace(problem, at=_inside(self._table_at, problem.at))

    def id_of(self, key: str) -> str:
        """Read the id of a unit on the table."""
        if self.fields.require(key, self._unit_words()):
            value = self.fields.values[key]
            if isinstance(value, str) and (self.table is None or self.table.unit(value) is not None):
                return value
            self.fields.report(key, self._unit_words())
        return ""

    def check_place(self, key: str, words: str) -> None:
        """Note a problem with words that are neither a unit's id nor a point."""
        if self.table is not None and self.table.unit(words) is None and not _POINT.fullmatch(words):
            self.fields.report(key, f"{self._unit_words()}, or {_POINT_WORDS}")

    def side(self) -> str | None:
        """Read the id of a side that has units on the table."""
        value = self.fields.values.get("side")
        if value is None or self.table is None:
            return None
        sides = list(dict.fromkeys(unit.side for unit in self.table.units if unit.side is not None))
        if isinstance(value, str) and value in sides:
            return value
        self.fields.report("side", one_of(sides) if sides else "nothing: no unit on this table has a side")
        return None

    def check_pairs(self, side: str | None) -> None:
        """Note a problem when there are more attacks than anybody reads or a phone's patience lasts for."""
        units = () if self.table is None else self.table.units
        sides = Counter(unit.side for unit in units)
        attackers = [unit.side for unit in units if side is None or unit.side == side]
        pairs = sum(len(units) - (1 if each is None else sides[each]) for each in attackers)
        if pairs > MOST_PAIRS:
            expected = f"at most {MOST_PAIRS:,}: fewer units, or one side's"
            self.problems.append(Problem("side", f"{pairs:,} attacks", expected))

    def _unit_words(self) -> str:
        if self.table is None:
            return "the id of a unit"
        ids = [unit.id for unit in self.table.units]
        return one_of(ids) if ids else "the id of a unit, but there are none on this table"

    def _read_table(self) -> Table | None:
        if not self.fields.require("table", "an object: a GeoJSON FeatureCollection"):
            return None
        document = self.fields.values["table"]
        found: list[Problem] = []
        if isinstance(document, dict):
            document, found = self._with_settings(document)
            self.problems.extend(found)
        try:
            return parse_document(document)
        except InputError as error:
            known = set(self.problems)
            again = (
                Problem(_inside(self._table_at, each.at), each.found, each.expected)
                for each in error.problems
            )
            self.problems.extend(each for each in again if each not in known)
            return None

    def _with_settings(self, document: dict[str, object]) -> tuple[dict[str, object], list[Problem]]:
        """Lay edition, environment and options over the table's own; a wrong one leaves the table as it is."""
        if isinstance(document, Doubled) or isinstance(document.get("astrike"), Doubled):
            return document, []  # to be refused as it is
        before = len(self.problems)
        edition, environment = self.fields.text("edition", None), self.fields.text("environment", None)
        options = self.fields.object("options")
        given = dict(options.values) if options is not None else {}
        if len(self.problems) > before or (edition is None and environment is None and not given):
            return document, []
        try:
            return with_settings(document, edition=edition, environment=environment, options=given), []
        except InputError as error:
            return document, [self._about_settings(problem) for problem in error.problems]

    def _about_settings(self, problem: Problem) -> Problem:
        """Name the place in the body: a setting that was asked for, else the table's own."""
        own = problem.at.removeprefix("astrike.")
        if own != problem.at and self.fields.is_given(re.split(r"[.\[]", own)[0]):
            return Problem(own, problem.found, problem.expected)
        return Problem(_inside(self._table_at, problem.at), problem.found, problem.expected)


def _unsound(body: Body, whole: str) -> Iterator[Problem]:
    """Name what JSON cannot hold, the table aside: its reader names that better. Endless nesting is raised."""
    try:
        found = json_problems(body)
    except InputError as error:
        raise InputError(Problem(whole, each.found, each.expected) for each in error.problems) from error
    for problem in found:
        if not re.match(r"table(?![\w-])", problem.at):
            yield replace(problem, at=whole) if problem.at == FILE else problem


def _inside(outer: str, at: str) -> str:
    if not outer:
        return at
    return outer if at == FILE else f"{outer}.{at}"


# ---- the attack's own fields


def _question(fields: Fields) -> AttackQuestion:
    kind = fields.word("kind", "weapon", KINDS)
    path, rolls = _path(fields), _rolls(fields)
    for key, given in (("path", path), ("rolls", rolls)):
        if given and fields.values.get("kind") in (None, "weapon"):
            fields.report(key, f"nothing for kind weapon; {key} belongs to other kinds of attack")
    return AttackQuestion(
        kind=kind,
        weapon=_code(fields, "weapon"),
        special=_code(fields, "special"),
        spotter=_spotter(fields),
        overheat=fields.whole("overheat", 0, low=0, high=MOST_OVERHEAT),
        secondary=fields.yes_no("secondary", False),
        modifiers=_modifiers(fields),
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


def _target(asked: _Asked) -> str | Point:
    """Read the target: a unit, else a point as a list or in words."""
    value = asked.fields.values.get("target")
    if isinstance(value, list):
        return _point(asked.fields, "target", value)
    is_unit = asked.table is not None and isinstance(value, str) and asked.table.unit(value) is not None
    if isinstance(value, str) and not is_unit and _POINT.fullmatch(value):
        return _point(asked.fields, "target", [float(word) for word in value.split(",")])
    return asked.id_of("target")


def _point(fields: Fields, key: str, value: Sequence[object]) -> Point:
    numbers = _numbers(value)
    if numbers is None or len(numbers) not in (2, 3):
        fields.report(key, "the id of a unit, [x, y] or [x, y, z] in inches")
        return Point(0.0, 0.0)
    return Point(*numbers)


def _numbers(value: object) -> list[float] | None:
    """Give a list of coordinates, or None when it is something else."""
    if not isinstance(value, list | tuple):
        return None
    found = [
        float(item)
        for item in value
        if isinstance(item, int | float)
        and not isinstance(item, bool)
        and -LARGEST_COORDINATE <= item <= LARGEST_COORDINATE
    ]
    return found if len(found) == len(value) else None


def _spotter(fields: Fields) -> str | None:
    value = fields.values.get("spotter")
    if isinstance(value, list):
        numbers = _numbers(value)
        if numbers is None or len(numbers) not in (2, 3):
            fields.report("spotter", "the id of a unit, [x, y] or [x, y, z] in inches")
            return None
        return str(Point(*numbers))
    return fields.text("spotter", None)


def _path(fields: Fields) -> list[list[float]]:
    found: list[list[float]] = []
    for place, item in fields.items("path"):
        numbers = _numbers(item)
        if numbers is None or len(numbers) != 2 or len(found) >= MOST_POINTS:
            fields.problems.append(Problem(place, shown(item), f"[x, y] in inches, at most {MOST_POINTS}"))
            break
        found.append(numbers)
    return found


def _rolls(fields: Fields) -> list[int]:
    found: list[int] = []
    for place, item in fields.items("rolls"):
        if not isinstance(item, int | float) or not is_whole(item, 2, 12) or len(found) >= MOST_ROLLS:
            expected = f"a whole number from 2 to 12, at most {MOST_ROLLS} of them"
            fields.problems.append(Problem(place, shown(item), expected))
            break
        found.append(int(item))
    return found
