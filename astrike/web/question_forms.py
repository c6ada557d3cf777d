"""What does this form or address ask, and how does a question stand in one? One reader and writer for every question.

What each field may hold, and how a form has it, is described at the question itself (`model.schema`). Every problem
is collected under the name of its field, and everything typed is kept to be shown again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from werkzeug.datastructures import MultiDict

from astrike.errors import InputError, Problem
from astrike.formats.jsontext import shown
from astrike.formats.questions import is_code, is_name, only_with_words, speaks_against, word_now
from astrike.model.explain import Fact
from astrike.model.movement import Waypoint
from astrike.model.schema import (
    AnyFact,
    Code,
    Kind,
    ListOf,
    Member,
    Named,
    Number,
    OnlyWith,
    Pairs,
    PathPoint,
    Place,
    Prefixed,
    Whole,
    Word,
    YesNo,
    made_of,
    members_of,
    values_of,
)
from astrike.web.dice import read_dice
from astrike.web.forms import number_or_text, whole_number
from astrike.web.i18n import _, tr
from astrike.web.waypoints import read_waypoint, written_point

_TICKED: Final = "1"
_YES: Final = "yes"
_YESSES: Final = (_YES, "true", "on")
_NO: Final = "false"
_MOST_ROWS: Final = 1000
"""Rows of names and values that are looked at."""

Question = TypeVar("Question")


@dataclass(frozen=True, slots=True)
class Row:
    """A value under a name, as both were typed."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class FormField:
    """One field as a form draws it that knows nothing else about it."""

    name: str
    help: str
    value: str
    is_tick: bool


@dataclass(frozen=True, slots=True)
class Asked(Generic[Question]):
    """A question as it was typed, what it means, and what is wrong with it."""

    question: Question
    """What is wrong is at its default in it."""
    typed: Mapping[str, str]
    """What stands in each field with one value; empty where that is its default."""
    rows: Mapping[str, tuple[Row, ...]]
    """What stands in each field with values under names."""
    problems: dict[str, tuple[Problem, ...]]
    """By the name of a field of the form."""

    @property
    def query(self) -> list[tuple[str, str]]:
        """The question as it stands in an address."""
        return self.query_without()

    def query_without(self, *left_out: str) -> list[tuple[str, str]]:
        """Give the question as it stands in an address, without some fields of the form.

        What was understood is written as it is always written, and what was not as it was typed.
        """
        wrong = {key.partition("-")[0] for key in self.problems}
        values = values_of(self.question)
        found: list[tuple[str, str]] = []
        for member in members_of(type(self.question)):
            form = member.described.form
            if isinstance(form, Pairs) and form.row in wrong:
                for row in self.rows[member.name]:
                    found += [(form.name, row.name), (form.value, row.value)]
            elif isinstance(form, Prefixed) and member.name in wrong:
                found += [(f"{form.prefix}{row.name}", row.value) for row in self.rows[member.name]]
            elif form is None and member.name in wrong:
                found += [(member.name, self.typed[member.name])] if self.typed[member.name] else []
            else:
                found += _written(member, values[member.name])
        return [(key, value) for key, value in found if key not in left_out]

    def is_usual_but(self, *others: str) -> bool:
        """Is the question asked in the ordinary way, whatever stands in some fields?"""
        told = any(value for key, value in self.typed.items() if key not in others)
        return not told and not any(rows for key, rows in self.rows.items() if key not in others)

    @property
    def holds(self) -> Mapping[str, Kind]:
        """What each field may hold."""
        return {member.name: member.described.holds for member in members_of(type(self.question))}

    def fields_but(self, *drawn: str) -> list[FormField]:
        """List the fields with one value that a form has not drawn in a way of its own."""
        return [
            FormField(
                member.name,
                member.described.help,
                self.typed[member.name],
                isinstance(member.described.holds, YesNo),
            )
            for member in members_of(type(self.question))
            if member.name in self.typed and member.name not in drawn
        ]


def write_query(question: object) -> list[tuple[str, str]]:
    """Write a question as an address has it; what is at its default is left out."""
    values = values_of(question)
    return [pair for member in members_of(type(question)) for pair in _written(member, values[member.name])]


def read_form(question: type[Question], form: "MultiDict[str, str]") -> Asked[Question]:
    """Read a question; what is wrong is named, and the rest asked."""
    typed: dict[str, str] = {}
    rows: dict[str, tuple[Row, ...]] = {}
    values: dict[str, object] = {}
    reader = _Reader(question, form, {})
    for member in members_of(question):
        held = member.described.form
        if held is None:
            text = form.get(member.name, "").strip()
            value = reader.value(member, text)
            is_usual = value == member.default and member.name not in reader.problems
            typed[member.name] = "" if is_usual else _kept(member, text)
        else:
            rows[member.name] = _rows(held, form)
            value = reader.named(member, rows[member.name])
        values[member.name] = value
    return Asked(made_of(question, values), typed, rows, reader.problems)


def _kept(member: Member, text: str) -> str:
    """Give a field as it is shown again."""
    if isinstance(member.described.holds, YesNo):
        return _TICKED
    return text.upper() if isinstance(member.described.holds, Code) else text


def _rows(form: Pairs | Prefixed, asked: "MultiDict[str, str]") -> tuple[Row, ...]:
    """Put names and values together; rows that were left empty are none."""
    if isinstance(form, Prefixed):
        return tuple(
            Row(key.removeprefix(form.prefix), value.strip())
            for key, value in asked.items()
            if key.startswith(form.prefix) and value.strip()
        )
    names, values = asked.getlist(form.name), asked.getlist(form.value)
    texts = (
        Row(
            names[number].strip() if number < len(names) else "",
            values[number].strip() if number < len(values) else "",
        )
        for number in range(min(max(len(names), len(values)), _MOST_ROWS))
    )
    return tuple(row for row in texts if row.name or row.value)


@dataclass(frozen=True, slots=True)
class _Reader:
    question: type
    form: "MultiDict[str, str]"
    problems: dict[str, tuple[Problem, ...]]

    def value(self, member: Member, text: str) -> Any:
        """Read a field with one value; its default where it is empty or wrong."""
        if not text:
            return member.default
        key, rule = member.name, member.described.only_with
        try:
            found = self._read(member.described.holds, key, text)
        except InputError as error:
            self.problems[key] = error.problems
            return member.default
        if rule is not None and self._is_not_for(rule):
            word = word_now(self.question, rule.key, self._given(rule.key))
            words = only_with_words(key, rule.key, word)
            self.problems[key] = (Problem(key, shown(text), words),)
            return member.default
        return found

    def named(self, member: Member, rows: Sequence[Row]) -> tuple[tuple[str, Fact], ...]:
        """Read a field with values under names, without those that are wrong."""
        holds, form = member.described.holds, member.described.form
        assert isinstance(holds, Named)
        assert form is not None
        row_name, name_at = (form.row, form.name) if isinstance(form, Pairs) else (member.name, member.name)
        if len(rows) > holds.most:
            expected = _("at most %(most)s %(what)s", most=holds.most, what=tr(holds.noun))
            self.problems[row_name] = (Problem(name_at, str(len(rows)), expected),)
            return ()
        found: list[tuple[str, Fact]] = []
        for number, row in enumerate(rows):
            at = f"{row_name}-{number}"
            if not is_name(row.name, holds.longest_name):
                expected = _("a name of 1 to %(most)s letters", most=holds.longest_name)
                self.problems[at] = (Problem(name_at, shown(row.name), expected),)
                continue
            if any(row.name == before.name for before in rows[:number]):
                self.problems[at] = (Problem(at, shown(row.name), _("each name once")),)
                continue
            try:
                found.append((row.name, self._fact(holds, at, row.value)))
            except InputError as error:
                self.problems[at] = error.problems
        return tuple(found)

    def _fact(self, holds: Named, at: str, text: str) -> Fact:
        if isinstance(holds.of, Whole):
            return whole_number(at, text, holds.of.low, holds.of.high)
        return fact_of(text)

    def _read(self, holds: Kind, key: str, text: str) -> object:
        """Read what was typed; raise `InputError` where that is wrong."""
        match holds:
            case Word(allowed):
                if text not in allowed:
                    raise _wrong(key, text, _("one of %(list)s", list=", ".join(allowed)))
                return text
            case Code(what, longest):
                if not is_code(text, longest):
                    raise _wrong(key, text, tr(what))
                return text.upper()
            case Whole(low, high):
                return whole_number(key, text, low, high)
            case Number(low, high):
                number = number_or_text(text.replace("−", "-"))
                if isinstance(number, str) or not low <= number <= high:
                    expected = _("a number from %(low)s to %(high)s", low=f"{low:g}", high=f"{high:g}")
                    raise _wrong(key, text, expected)
                return float(number)
            case YesNo():
                return True
            case AnyFact():
                return fact_of(text)
            case Place(_point, longest):
                if len(text) > longest:
                    raise _wrong(key, text, _("a name of 1 to %(most)s letters", most=longest))
                return text
            case ListOf(PathPoint(heights), most, noun):
                return self._path(key, text, most, noun, heights)
            case ListOf(Whole(low, high), most):
                return _dice(key, text, low, high, most)
            case _:
                raise AssertionError(f"no form has {holds}")

    def _path(
        self, key: str, text: str, most: int, noun: str, heights: OnlyWith | None
    ) -> tuple[Waypoint, ...]:
        """Read points, such as `12,5 20,8` or `12,5,roof`."""
        words = text.split()
        if len(words) > most:
            expected = _("points such as 12,5 20,8, at most %(most)s", most=most)
            raise InputError([Problem(key, f"{len(words):,} {noun}", expected)])
        found: list[Waypoint] = []
        wrong: list[Problem] = []
        is_flat = heights is not None and self._is_not_for(heights)
        for word in words:
            try:
                point = read_waypoint(word, key)
            except InputError as error:
                wrong += error.problems
                continue
            if is_flat and point.z is not None:
                wrong.append(Problem(key, shown(word), _("x, y in inches")))
            found.append(point)
        if wrong:
            raise InputError(wrong)
        return tuple(found)

    def _is_not_for(self, rule: OnlyWith) -> bool:
        return speaks_against(self.question, rule, self._given(rule.key))

    def _given(self, key: str) -> str | None:
        return self.form.get(key, "").strip() or None


def fact_of(text: str) -> Fact:
    """Give what the word of a choice stands for: a yes or no, a number, else the word.

    >>> fact_of("yes"), fact_of("false"), fact_of("0,5"), fact_of("flak")
    (True, False, 0.5, 'flak')
    """
    if text in _YESSES:
        return True
    if text == _NO:
        return False
    number = number_or_text(text)
    return number if isinstance(number, int | float) else text


def _dice(key: str, text: str, low: int, high: int, most: int) -> tuple[int, ...]:
    """Read dice that fell, such as `8, 12` or `3+5`."""
    expected = _("numbers from %(low)s to %(high)s, at most %(most)s", low=low, high=high, most=most)
    found = read_dice(text, expected, at=key, highest=high, most=most)
    if any(each < low for each in found):
        raise _wrong(key, text, expected)
    return found


def _wrong(key: str, text: str, expected: str) -> InputError:
    return InputError([Problem(key, shown(text), expected)])


def _written(member: Member, value: Any) -> list[tuple[str, str]]:
    """Write one field as an address has it."""
    if value == member.default:
        return []
    match member.described.form:
        case Pairs(name, under):
            return [pair for key, each in value for pair in ((name, key), (under, _text(each)))]
        case Prefixed(prefix):
            return [(f"{prefix}{key}", _text(each)) for key, each in value]
        case None:
            holds = member.described.holds
            return [(member.name, _TICKED if isinstance(holds, YesNo) else _text(value))]


def _text(value: object) -> str:
    match value:
        case bool():
            return _YES if value else _NO
        case Waypoint():
            return written_point(value)
        case tuple():
            return " ".join(map(_text, value))
        case _:
            return str(value)
