"""What does this form or address ask? One reader for every question.

What each field may hold, and how a form writes it, is described at the question itself (`model.question_schema`).
Every problem is collected under the name of its field, and everything typed is kept to be shown again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING
from typing import Any, Final, TypeVar

from werkzeug.datastructures import MultiDict

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import shown
from astrike.formats.questions import is_code, is_place, only_with_words, speaks_against, word_now
from astrike.formats.typed_words import fact_in, number_in, tick_in
from astrike.model.explain import Fact
from astrike.model.inch_limits import FARTHEST
from astrike.model.movement import Waypoint
from astrike.model.question_limits import is_name
from astrike.model.question_schema import (
    LARGEST_ANGLE,
    LEAST_ANGLE,
    AngleField,
    CodeField,
    FactField,
    FlatPointField,
    Form,
    FormFieldPerName,
    Kind,
    ListField,
    NamedField,
    NamedRecordsField,
    NestedListField,
    NothingOrField,
    NumberField,
    OnlyWith,
    PairedFormFields,
    PathPointField,
    PlaceField,
    PrefixedFormField,
    QuestionField,
    RecordField,
    RepeatedFormField,
    SideIdField,
    Single,
    TextField,
    UnitIdField,
    UnitOrPieceField,
    WholeField,
    WordField,
    YesNoField,
    members_of,
    within_a_turn,
)
from astrike.model.table import Table
from astrike.web.current.dice import read_dice
from astrike.web.http.forms import whole_number
from astrike.web.http.i18n import _, tr
from astrike.web.questions.form_answers import TICKED, AskedQuestion, FieldRow, key_of
from astrike.web.questions.waypoints import read_typed_point, read_waypoint

_MOST_SHOWN: Final = 5
_MOST_ROWS: Final = 1000
"""Rows of names and values that are read."""

Question = TypeVar("Question")


def read_form(
    question: type[Question],
    form: "MultiDict[str, str]",
    *,
    given: Mapping[str, object] | None = None,
    usual: Mapping[str, object] | None = None,
    table: Table | None = None,
) -> AskedQuestion[Question]:
    """Read a question; what is wrong is named, and the rest asked.

    Fields that are given are not looked for in the form; others mean something of their own where they are empty.
    Without a table no id is looked up.
    """
    given, usual = given or {}, usual or {}
    typed: dict[str, str] = {}
    rows: dict[str, tuple[FieldRow, ...]] = {}
    values: dict[str, object] = {}
    reader = _Reader(question, form, given, usual, table, {}, set())
    for member in members_of(question):
        if member.name in given:
            values[member.name] = given[member.name]
            continue
        match member.described.form:
            case RepeatedFormField(name):
                rows[member.name] = tuple(FieldRow(name, text) for text in form.getlist(name))
                value = reader.several(member, name, rows[member.name])
            case PairedFormFields() | PrefixedFormField() | FormFieldPerName() as held:
                rows[member.name] = _rows(held, form, given)
                value = reader.named(member, rows[member.name])
            case _:
                key = key_of(member)
                text = _trimmed(member.described.holds, form.get(key, ""))
                value = reader.value(member, text)
                is_usual = value == reader.usual_of(member) and member.name not in reader.wrong
                typed[key] = "" if is_usual else _kept(member, text)
        if value is not MISSING:
            values[member.name] = value
    return AskedQuestion(question, values, typed, rows, reader.problems, frozenset(reader.wrong))


def _trimmed(holds: Kind, text: str) -> str:
    """Give a text without the blanks around it, which an id may have."""
    if isinstance(holds, UnitIdField | SideIdField | UnitOrPieceField | TextField) and text.strip():
        return text
    return text.strip()


def _kept(member: QuestionField, text: str) -> str:
    """Give a field as it is shown again."""
    if isinstance(member.described.holds, YesNoField) and tick_in(text):
        return TICKED
    return text.upper() if isinstance(member.described.holds, CodeField) else text


def _rows(
    form: PairedFormFields | PrefixedFormField | FormFieldPerName,
    asked: "MultiDict[str, str]",
    given: Mapping[str, object],
) -> tuple[FieldRow, ...]:
    """Put names and values together; rows that were left empty are none."""
    if isinstance(form, FormFieldPerName):
        word = str(given.get(form.key) or asked.get(form.key, ""))
        typed = ((name, each.strip()) for name in form.names.get(word, ()) for each in asked.getlist(name))
        return tuple(FieldRow(name, text) for name, text in typed if text)
    if isinstance(form, PrefixedFormField):
        return tuple(
            FieldRow(key.removeprefix(form.prefix), value.strip())
            for key, value in asked.items(multi=True)
            if key.startswith(form.prefix) and value.strip()
        )
    names, values = asked.getlist(form.name), asked.getlist(form.value)
    texts = (
        FieldRow(
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
    given: Mapping[str, object]
    usual: Mapping[str, object]
    table: Table | None
    problems: dict[str, tuple[Problem, ...]]
    wrong: set[str]

    def usual_of(self, member: QuestionField) -> Any:
        """Give what a field means that is empty; `MISSING` where it has to be given."""
        return self.usual.get(member.name, member.default)

    def value(self, member: QuestionField, text: str) -> Any:
        """Read a field with one value; what it usually means where it is empty or wrong, or there several times."""
        key, rule = key_of(member), member.described.only_with
        typed = self.form.getlist(key)
        if len(typed) > 1:
            words = ", ".join(map(shown, typed[:_MOST_SHOWN]))
            return self._refused(member, key, (Problem(key, words, _("one value")),))
        if not text:
            return self.usual_of(member)
        try:
            found = self._read(member.described.holds, key, text)
        except InputError as error:
            return self._refused(member, key, error.problems)
        if rule is not None and self._is_not_for(rule):
            word = word_now(self.question, rule.key, self._given(rule.key))
            expected = only_with_words(rule.key, word)
            return self._refused(member, key, (Problem(key, shown(text), expected),))
        return found

    def several(self, member: QuestionField, key: str, rows: Sequence[FieldRow]) -> Any:
        """Read a field for each item of a list."""
        holds = member.described.holds
        assert isinstance(holds, ListField)
        if not rows:
            return self.usual_of(member)
        if len(rows) > holds.most:
            expected = _("at most %(most)s %(what)s", most=holds.most, what=tr(holds.noun))
            return self._refused(member, key, (Problem(key, str(len(rows)), expected),))
        found: list[object] = []
        wrong: list[Problem] = []
        for row in rows:
            try:
                each = self._single(holds.of, key, row.value)
            except InputError as error:
                wrong += error.problems
                continue
            if holds.are_different and each in found:
                wrong.append(Problem(key, shown(row.value), _("each name once")))
            found.append(each)
        return self._refused(member, key, tuple(wrong)) if wrong else tuple(found)

    def _refused(self, member: QuestionField, key: str, problems: tuple[Problem, ...]) -> Any:
        self.problems[key] = problems
        self.wrong.add(member.name)
        return self.usual_of(member)

    def named(self, member: QuestionField, rows: Sequence[FieldRow]) -> tuple[tuple[str, Fact], ...]:
        """Read a field with values under names, without those that are wrong."""
        holds, form = member.described.holds, member.described.form
        assert isinstance(holds, NamedField)
        row_name, name_at = (
            (form.row, form.name) if isinstance(form, PairedFormFields) else (member.name, member.name)
        )
        if len(rows) > holds.most:
            expected = _("at most %(most)s %(what)s", most=holds.most, what=tr(holds.noun))
            self._refused(member, row_name, (Problem(name_at, str(len(rows)), expected),))
            return ()
        kinds = self._kinds(form) if isinstance(form, FormFieldPerName) else {}
        found: list[tuple[str, Fact]] = []
        for number, row in enumerate(rows):
            at = self._row_at(form, row, f"{row_name}-{number}")
            if not is_name(row.name, holds.longest_name):
                expected = _("a name of 1 to %(most)s letters", most=holds.longest_name)
                self._refused(member, at, (Problem(name_at, shown(row.name), expected),))
                continue
            if any(row.name == before.name for before in rows[:number]):
                self._refused(member, at, (Problem(at, shown(row.name), _("each name once")),))
                continue
            try:
                found.append((row.name, self._single(kinds.get(row.name, holds.of), at, row.value)))
            except InputError as error:
                self._refused(member, at, error.problems)
        return tuple(found)

    def _row_at(self, form: Form | None, row: FieldRow, numbered: str) -> str:
        """Name the field that a row stands in, by its number where rows share one."""
        match form:
            case FormFieldPerName():
                return row.name
            case PrefixedFormField(prefix):
                return f"{prefix}{row.name}"
            case _:
                return numbered

    def _kinds(self, form: FormFieldPerName) -> Mapping[str, Single]:
        return form.names.get(str(self._given(form.key)), {})

    def _read(self, holds: Kind, key: str, text: str) -> object:
        """Read what was typed into one field; raise `InputError` where that is wrong."""
        match holds:
            case PlaceField(None, longest):
                if len(text) > longest:
                    raise _wrong(key, text, _("a name of 1 to %(most)s letters", most=longest))
                if not is_place(text, self.table):
                    expected = _(
                        "a unit of this table, or x, y in inches, each at most %(most)s", most=f"{FARTHEST:g}"
                    )
                    raise _wrong(key, text, expected)
                return text
            case PlaceField(point):
                at = None if self._is_unit(text) and self.table is not None else _typed_place(text)
                if at is None or point is None:
                    return self._unit(key, text)
                return point(*at)
            case ListField(PathPointField(heights), most, noun):
                return self._path(key, text, most, noun, heights)
            case ListField(WholeField(low, high), most):
                return _dice(key, text, low, high, most)
            case (
                ListField()
                | NamedField()
                | RecordField()
                | NothingOrField()
                | NestedListField()
                | NamedRecordsField()
            ):
                raise AssertionError(f"{key} is one field with one value on no form")
            case _:
                return self._single(holds, key, text)

    def _single(self, holds: Single, key: str, text: str) -> Any:
        """Read a value that stands alone or among several; raise `InputError` where it is wrong."""
        match holds:
            case WordField(allowed):
                if text not in allowed:
                    raise _wrong(key, text, _("one of %(list)s", list=", ".join(allowed)))
                return text
            case TextField(longest):
                if not 1 <= len(text) <= longest:
                    raise _wrong(key, text, _("a name of 1 to %(most)s letters", most=longest))
                return text
            case CodeField(what, longest):
                if len(text) > longest:
                    raise _wrong(key, text, _("a name of 1 to %(most)s letters", most=longest))
                if not is_code(text, longest):
                    raise _wrong(key, text, tr(what))
                return text.upper()
            case WholeField(low, high):
                return whole_number(key, text, low, high)
            case NumberField(low, high):
                return _number(key, text, low, high)
            case AngleField():
                return within_a_turn(_number(key, text, LEAST_ANGLE, LARGEST_ANGLE))
            case YesNoField():
                tick = tick_in(text)
                if tick is None:
                    raise _wrong(key, text, _("yes or no"))
                return tick
            case FactField():
                return fact_in(text)
            case UnitIdField(but):
                return self._unit(key, text, but)
            case SideIdField():
                if self.table is not None and all(unit.side != text for unit in self.table.units):
                    raise _wrong(key, text, _("a side of this table"))
                return text
            case UnitOrPieceField():
                is_there = self.table is None or self._is_unit(text) or self.table.piece(text) is not None
                if not is_there and _typed_place(text) is None:
                    raise _wrong(
                        key, text, _("a unit or a piece of terrain of this table, or x, y in inches")
                    )
                return text
            case FlatPointField():
                at = read_typed_point(text)
                if at is None:
                    raise _wrong(key, text, _("x, y in inches"))
                return at
            case PathPointField():
                return read_waypoint(text, key)
            case _:
                raise AssertionError(f"no form has {holds}")

    def _unit(self, key: str, text: str, but: str = "") -> str:
        """Read the id of a unit, which may have to be another than one."""
        if not self._is_unit(text) or (but and text == self._given(but)):
            raise _wrong(key, text, _("another unit of this table") if but else _("a unit of this table"))
        return text

    def _is_unit(self, text: str) -> bool:
        return self.table is None or self.table.unit(text) is not None

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

    def _given(self, key: str) -> object:
        return self.given.get(key) or self.form.get(key, "").strip() or None


def _number(key: str, text: str, low: float, high: float) -> float:
    number = number_in(text)
    if number is None or not low <= number <= high:
        expected = _("a number from %(low)s to %(high)s", low=f"{low:g}", high=f"{high:g}")
        raise _wrong(key, text, expected)
    return float(number)


def _typed_place(text: str) -> tuple[float, float, float | None] | None:
    """Read x, y and perhaps z of a point; None for anything else."""
    try:
        point = read_waypoint(text, "")
    except InputError:
        return None
    return None if isinstance(point.z, str) else (point.x, point.y, point.z)


def _dice(key: str, text: str, low: int, high: int, most: int) -> tuple[int, ...]:
    """Read dice that fell, such as `8, 12` or `3+5`."""
    expected = _("numbers from %(low)s to %(high)s, at most %(most)s", low=low, high=high, most=most)
    found = read_dice(text, expected, at=key, highest=high, most=most)
    if any(each < low for each in found):
        raise _wrong(key, text, expected)
    return found


def _wrong(key: str, text: str, expected: str) -> InputError:
    return InputError([Problem(key, shown(text), expected)])
