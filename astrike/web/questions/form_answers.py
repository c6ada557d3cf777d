"""What did someone ask on a page, and how is the question written in an address? Values, and what is wrong with them.

`form_reader` reads a form; this module holds what it found, as pages show it again, link to it, and ask it without the
fields that were refused. What each field may hold is described at the question itself (`model.question_schema`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Generic, TypeVar

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.movement import Waypoint
from astrike.model.question_schema import (
    FlatPointField,
    FormFieldPerName,
    Kind,
    PairedFormFields,
    PlaceField,
    PrefixedFormField,
    QuestionField,
    RenamedFormField,
    RepeatedFormField,
    YesNoField,
    members_of,
    question_of_values,
    values_of,
)
from astrike.model.refused_fields import RefusedFields, refused_at, without
from astrike.web.http.i18n import _
from astrike.web.questions.waypoints import written_number, written_point

TICKED: Final = "1"
_YES: Final = "yes"
_NO: Final = "false"

Question = TypeVar("Question")


@dataclass(frozen=True, slots=True)
class FieldRow:
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
    is_needed: bool


@dataclass(frozen=True, slots=True)
class AskedQuestion(Generic[Question]):
    """A question as it was typed, what it means, and what is wrong with it."""

    kind: type[Question]
    values: Mapping[str, object]
    """Values by field of the question; a field that is wrong has its default, or is missing where it has none."""
    typed: Mapping[str, str]
    """What stands in each field with one value, by its name on the form; empty where that is its default."""
    rows: Mapping[str, tuple[FieldRow, ...]]
    """What stands in each field with several values, by its name in the question."""
    problems: dict[str, tuple[Problem, ...]]
    """Problems by the name of a field of the form."""
    wrong: frozenset[str]
    """Fields of the question that something is wrong with."""

    @property
    def is_whole(self) -> bool:
        """Is every required field there?"""
        return not self._missing

    @property
    def question(self) -> Question:
        """What was asked; raise `InputError` where a required field is missing."""
        if self._missing:
            named = {each.at for found in self.problems.values() for each in found}
            missing = (Problem(key, _("nothing"), _("a value")) for key in map(key_of, self._missing))
            problems = [each for found in self.problems.values() for each in found]
            raise InputError([*problems, *(each for each in missing if each.at not in named)])
        made: Question = question_of_values(self.kind, self.values)
        return made

    @property
    def _missing(self) -> tuple[QuestionField, ...]:
        return tuple(member for member in members_of(self.kind) if member.name not in self.values)

    @property
    def query(self) -> list[tuple[str, str]]:
        """The question as it stands in an address."""
        return self.query_without()

    def query_without(self, *left_out: str) -> list[tuple[str, str]]:
        """Give the question as it stands in an address, without some fields of the form.

        What was understood is written as it is always written, and what was not as it was typed.
        """
        found: list[tuple[str, str]] = []
        for member in members_of(self.kind):
            if member.name in self.wrong:
                found += self._as_typed(member)
            elif member.name in self.values:
                found += pairs_of(member, self.values[member.name])
        return [(key, value) for key, value in found if key not in left_out]

    def understood(self, *left_out: str) -> list[tuple[str, str]]:
        """Give what was understood of the question as an address has it: for pages that cannot show what is wrong."""
        found = (
            pair
            for member in members_of(self.kind)
            if member.name in self.values and member.name not in self.wrong
            for pair in pairs_of(member, self.values[member.name])
        )
        return [(key, value) for key, value in found if key not in left_out]

    def _as_typed(self, member: QuestionField) -> list[tuple[str, str]]:
        rows = self.rows.get(member.name, ())
        match member.described.form:
            case PairedFormFields(name, value):
                return [pair for row in rows for pair in ((name, row.name), (value, row.value))]
            case PrefixedFormField(prefix):
                return [(f"{prefix}{row.name}", row.value) for row in rows]
            case RepeatedFormField() | FormFieldPerName():
                return [(row.name, row.value) for row in rows]
            case RenamedFormField() | None:
                key = key_of(member)
                return [(key, self.typed[key])] if self.typed[key] else []

    def without_refused(self, error: InputError) -> "AskedQuestion[Question]":
        """Ask the same without what the rules refuse, which stays as it was typed and is named at its field.

        Raise the error, together with what was found before, where any of it belongs to no field that was filled in.
        """
        problems = dict(self.problems)
        refused: list[RefusedFields] = []
        for problem in error.problems:
            each = refused_at(self.kind, self.values, problem.at)
            if each is None:
                found = (other for several in self.problems.values() for other in several)
                raise InputError([*found, *error.problems]) from error
            refused.append(each)
            at = _field_of(each)
            problems[at] = (*problems.get(at, ()), problem)
        wrong = self.wrong | {each.member.name for each in refused}
        return replace(self, values=without(self.values, refused), problems=problems, wrong=wrong)

    def typed_under(self, key: str) -> str:
        """Give what stands in the field for one name of a field with several values."""
        for member in members_of(self.kind):
            if isinstance(form := member.described.form, PrefixedFormField):
                for row in self.rows.get(member.name, ()):
                    if f"{form.prefix}{row.name}" == key:
                        return row.value
        return ""

    def is_usual_but(self, *others: str) -> bool:
        """Is the question asked in the ordinary way, whatever stands in some fields?"""
        reported = any(value for key, value in self.typed.items() if key not in others)
        return not reported and not any(rows for key, rows in self.rows.items() if key not in others)

    @property
    def holds(self) -> Mapping[str, Kind]:
        """What each field may hold."""
        return {member.name: member.described.holds for member in members_of(self.kind)}

    def fields_but(self, *drawn: str, unless_typed: Sequence[str] = ()) -> list[FormField]:
        """List the fields with one value that a form has not drawn in a way of its own, some only with a value."""
        return [
            FormField(
                key,
                member.described.help,
                self.typed[key],
                isinstance(member.described.holds, YesNoField),
                member.is_needed,
            )
            for member in members_of(self.kind)
            if (key := key_of(member)) in self.typed
            and key not in drawn
            and (key not in unless_typed or self.typed[key])
        ]


def _field_of(refused: RefusedFields) -> str:
    """Name the field of a form that holds what was refused."""
    form = refused.member.described.form
    if isinstance(form, PrefixedFormField) and refused.name is not None:
        return f"{form.prefix}{refused.name}"
    return key_of(refused.member)


def write_query(question: object) -> list[tuple[str, str]]:
    """Write a question as an address has it; what is at its default is left out.

    >>> from astrike.model.movement import MoveQuestion
    >>> write_query(MoveQuestion((Waypoint(10, 7), Waypoint(12.5, 8, "roof")), mode="jump", facing=90, land=True))
    [('via', '10,7'), ('via', '12.5,8,roof'), ('mode', 'jump'), ('facing', '90'), ('landing', '1')]
    """
    values = values_of(question)
    return [pair for member in members_of(type(question)) for pair in pairs_of(member, values[member.name])]


def key_of(member: QuestionField) -> str:
    """Name the field that a form has for a field with one value, or its first."""
    form = member.described.form
    return form.name if isinstance(form, RenamedFormField | RepeatedFormField) else member.name


def pairs_of(member: QuestionField, value: Any) -> list[tuple[str, str]]:
    """Write one field as an address has it; nothing where it is at its default."""
    if value == member.default:
        return []
    match member.described.form:
        case PairedFormFields(name, under):
            return [pair for key, each in value for pair in ((name, key), (under, _text(each)))]
        case PrefixedFormField(prefix):
            return [(f"{prefix}{key}", _text(each)) for key, each in value]
        case FormFieldPerName():
            return [(key, _text(each)) for key, each in value]
        case RepeatedFormField(name):
            return [(name, _text(each)) for each in value]
        case RenamedFormField() | None:
            return [(key_of(member), _text_of(member.described.holds, value))]


def _text_of(holds: Kind, value: Any) -> str:
    """Write the value of a field."""
    match holds:
        case YesNoField():
            return TICKED if value else _NO
        case FlatPointField():
            return written_point(Waypoint(*value))
        case PlaceField() if not isinstance(value, str):
            return written_point(Waypoint(value.x, value.y, value.z))
        case _:
            return _text(value)


def _text(value: object) -> str:
    """Write a value as it is typed."""
    match value:
        case bool():
            return _YES if value else _NO
        case float():
            return written_number(value)
        case Waypoint():
            return written_point(value)
        case tuple():
            return " ".join(map(_text, value))
        case _:
            return str(value)
