"""What may stand in a question? Each field described once: what it holds, its limits, its help, how it is typed.

A question is a plain dataclass whose annotations carry a `FieldDescription`. JSON bodies and saved rulings
(`formats.questions`), addresses and forms (`web.questions`), the API's description (`web.openapi.questions`) and
the options of commands (`cli.options`) are all derived from it, so a new field is written in one place.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from astrike.dataclass import dataclass

CODE_PATTERN = r"\s*[!-~][ -~]*\s*"
"""Every code on a card is made of these; blanks around it do not count."""
ALPHA_STRIKE = "alpha-strike"
BATTLETECH = "battletech"
"""The games that there are editions of, as the rulebook calls them."""
LONGEST_TEXT = 200
"""Letters of an id, a code or another short text."""
LEAST_ANGLE, LARGEST_ANGLE = -360.0, 720.0
"""Degrees that a direction may be given in: whoever turns on from one may pass north once, either way."""


@dataclass(frozen=True, slots=True)
class WordField:
    """One of some words."""

    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextField:
    """A text that the rules look up."""

    longest: int = LONGEST_TEXT
    shortest: int = 1


@dataclass(frozen=True, slots=True)
class CodeField:
    """The code of a weapon or special ability, as a card prints it; small letters count as capitals."""

    what: str
    longest: int = LONGEST_TEXT


@dataclass(frozen=True, slots=True)
class WholeField:
    """A whole number."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class NumberField:
    """A number."""

    low: float
    high: float
    what: str = ""
    """What it is, where its limits are those of any table."""


@dataclass(frozen=True, slots=True)
class AngleField:
    """A direction in degrees clockwise from north, which counts as the same one from 0 up to 360."""


@dataclass(frozen=True, slots=True)
class YesNoField:
    """True or false; on a form ticked or not."""


@dataclass(frozen=True, slots=True)
class FactField:
    """A word, a number, true or false: what it may be depends on its name, and the rules say so."""


@dataclass(frozen=True, slots=True)
class UnitIdField:
    """The id of a unit on the table."""

    but: str = ""
    """The field that names the unit it may not be."""


@dataclass(frozen=True, slots=True)
class SideIdField:
    """A side that has units on the table."""


@dataclass(frozen=True, slots=True)
class PlaceField:
    """The id of a unit, or a point of the table."""

    point: Callable[[float, float, float | None], object] | None = None
    """Makes a point of coordinates; None where the place stays text, a point as `x,y` or `x,y,z`."""
    longest: int = LONGEST_TEXT


@dataclass(frozen=True, slots=True)
class UnitOrPieceField:
    """The id of a unit or of a piece of terrain, or a point as `x,y` or `x,y,z`."""


@dataclass(frozen=True, slots=True)
class FlatPointField:
    """A point of the table seen from above."""


@dataclass(frozen=True, slots=True)
class TableSizeField:
    """Width and depth of a table in inches."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TableField:
    """A table file as JSON; what is wrong inside, its own reader says."""


@dataclass(frozen=True, slots=True)
class RosterField:
    """A list of units as text, as JSON or as the bytes of a file; what is wrong inside, its own reader says."""


@dataclass(frozen=True, slots=True)
class PresetField:
    """The id of a preset, or a preset of one's own; what is wrong inside, its own reader says."""


@dataclass(frozen=True, slots=True)
class EditionField:
    """The id of an edition of the rules of a game."""

    system: str = ALPHA_STRIKE


@dataclass(frozen=True, slots=True)
class OptionValuesField:
    """Options of the rules by id; what each may be, the edition says."""


@dataclass(frozen=True, slots=True)
class OnlyWith:
    """Belongs to some words of another field only."""

    key: str
    words: frozenset[str]
    or_given: str = ""
    """A field with which it belongs as well, whatever that says; empty: none."""


@dataclass(frozen=True, slots=True)
class NeededWithout:
    """Has to be given where another field is not."""

    key: str
    words: str
    """What is expected where neither is given."""


@dataclass(frozen=True, slots=True)
class PathPointField:
    """A point of a path, with or without a height."""

    heights: OnlyWith | None = None
    """When there may be one; None: always."""


@dataclass(frozen=True, slots=True)
class ListField:
    """Several of a kind."""

    of: "WholeField | WordField | PathPointField | UnitIdField | TextField | TableField | RosterField"
    most: int
    noun: str
    """What they are called, as in `at most 200 points`."""
    fewest: int = 0
    are_different: bool = False


@dataclass(frozen=True, slots=True)
class NamedField:
    """Values under names."""

    of: WholeField | NumberField | TextField | FactField
    most: int
    noun: str
    """What they are called, as in `at most 20 modifiers`."""
    longest_name: int | None = None
    """Letters of a name, which then is not blank; None where the rules know the names."""


@dataclass(frozen=True, slots=True)
class RecordField:
    """An object with fields of its own, each described at the record's dataclass."""

    record: type


@dataclass(frozen=True, slots=True)
class NothingOrField:
    """In a list: null, which stands for nothing there, or a value."""

    of: WholeField | TextField


@dataclass(frozen=True, slots=True)
class NestedListField:
    """Several values that have fields, items or nothing in them."""

    of: RecordField | NothingOrField | ListField
    most: int
    noun: str
    """What they are called, as in `at most 12 slots`."""
    fewest: int = 0


@dataclass(frozen=True, slots=True)
class NamedRecordsField:
    """Objects with fields of their own, under names."""

    of: RecordField
    most: int
    noun: str
    longest_name: int | None = LONGEST_TEXT
    """Letters of a name, which then is not blank; None where the rules know the names."""


NestedField = RecordField | NothingOrField | NestedListField | NamedRecordsField
"""What has values inside; forms and commands have no such fields."""
Single = (
    WordField
    | TextField
    | CodeField
    | WholeField
    | NumberField
    | AngleField
    | YesNoField
    | FactField
    | UnitIdField
    | SideIdField
    | UnitOrPieceField
    | FlatPointField
    | PathPointField
    | TableSizeField
    | TableField
    | RosterField
    | PresetField
    | EditionField
    | OptionValuesField
)
"""What stands for itself or as one of several."""
Kind = Single | PlaceField | ListField | NamedField | NestedField
"""What a field can hold."""


@dataclass(frozen=True, slots=True)
class PairedFormFields:
    """Fields of a form that belong together row by row: names in one, values in the other."""

    name: str
    value: str
    row: str
    """What a row is called where something is wrong with it."""


@dataclass(frozen=True, slots=True)
class PrefixedFormField:
    """A field of a form for each name, which begins with this."""

    prefix: str


@dataclass(frozen=True, slots=True)
class RenamedFormField:
    """One field of a form under another name."""

    name: str


@dataclass(frozen=True, slots=True)
class RepeatedFormField:
    """A field of a form for each item of a list, all under one name."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class FormFieldPerName:
    """A field of a form for each name that there is with the word in another field."""

    key: str
    names: Mapping[str, Mapping[str, "Single"]]
    """By that word: each name and what may stand under it."""


Form = PairedFormFields | PrefixedFormField | FormFieldPerName | RenamedFormField | RepeatedFormField
"""How a form has a field that is more than one field of its own name."""


@dataclass(frozen=True, slots=True)
class FieldDescription:
    """What is known about one field of a question beside its name, type and default."""

    holds: Kind
    help: str
    """One sentence, for the help of a command and the description of the API."""
    only_with: OnlyWith | None = None
    """When it may be given at all; None: always."""
    left_out_with: OnlyWith | None = None
    """When a field without a default may be left out, which then is an empty list."""
    needed_without: NeededWithout | None = None
    """When a field with a default has to be given all the same; None: never."""
    form: Form | None = None
    """How forms and addresses have it where that is not one field of its own name."""
    option: str | None = ""
    """How a command calls it: `--` and its name unless said otherwise, None for no option."""
    argument: str = ""
    """Its name in the help of a command that takes it by its place, without an option."""
    metavar: str = ""
    """What stands for its value in the help of a command."""


@dataclass(frozen=True, slots=True)
class InlinedQuestion:
    """Marks a question inside a question: its fields stand among those of the outer one."""


@dataclass(frozen=True, slots=True)
class QuestionField:
    """One field of a question."""

    name: str
    attribute: str
    """Its name in the dataclass: with an underscore behind it where Python keeps the word for itself."""
    described: FieldDescription
    default: Any
    """`MISSING` for a field that has to be given."""

    @property
    def is_needed(self) -> bool:
        """Has it to be given?"""
        return self.default is MISSING

    @property
    def option(self) -> str | None:
        """How a command calls it; None where it has no option."""
        if self.described.option is None or self.described.argument:
            return None
        return self.described.option or f"--{self.name.replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class InnerQuestion:
    """A question inside a question, by the name of its field."""

    name: str
    question: type


def parts_of(question: type) -> tuple[QuestionField | InnerQuestion, ...]:
    """List the fields of a question, and the questions inside it."""
    return _parts_of(question)


@cache  # behind a function, since mypy does not take a class with a type variable for a key
def _parts_of(question: type) -> tuple[QuestionField | InnerQuestion, ...]:
    hints = get_type_hints(question, include_extras=True)
    found: list[QuestionField | InnerQuestion] = []
    for spec in fields(question):
        hint = hints[spec.name]
        inner, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        described = next((note for note in notes if isinstance(note, FieldDescription)), None)
        if any(isinstance(note, InlinedQuestion) for note in notes):
            found.append(InnerQuestion(spec.name, inner))
        elif described is not None:
            found.append(QuestionField(spec.name.removesuffix("_"), spec.name, described, spec.default))
        else:
            raise TypeError(f"{question.__name__}.{spec.name} is not described")
    return tuple(found)


def members_of(question: type) -> tuple[QuestionField, ...]:
    """List the fields of a question as whoever asks sees them: those of a question inside it among them."""
    return _members_of(question)


@cache  # as above
def _members_of(question: type) -> tuple[QuestionField, ...]:
    found: list[QuestionField] = []
    for part in parts_of(question):
        found += members_of(part.question) if isinstance(part, InnerQuestion) else (part,)
    return tuple(found)


def inner_of(question: type, name: str) -> type:
    """Give the question inside a question."""
    return next(
        part.question for part in parts_of(question) if isinstance(part, InnerQuestion) and part.name == name
    )


def within_a_turn(degrees: float) -> float:
    """Give the same direction from 0 up to 360.

    >>> within_a_turn(-90.0), within_a_turn(450.0), within_a_turn(360.0), within_a_turn(-1e-20)
    (270.0, 90.0, 0.0, 0.0)
    """
    return degrees % 360.0 % 360.0  # what is just below 0 comes out as 360 at first


def question_of_values(question: type, values: Mapping[str, object]) -> Any:
    """Make a question of the values of its fields, those of a question inside it among them; others have defaults."""
    given: dict[str, object] = {}
    for part in parts_of(question):
        if isinstance(part, InnerQuestion):
            given[part.name] = question_of_values(part.question, values)
        elif part.name in values:
            given[part.attribute] = values[part.name]
    return question(**given)


def values_of(question: object) -> dict[str, object]:
    """Give the values of a question's fields by name, those of a question inside it among them."""
    found: dict[str, object] = {}
    for part in parts_of(type(question)):
        if isinstance(part, InnerQuestion):
            found |= values_of(getattr(question, part.name))
        else:
            found[part.name] = getattr(question, part.attribute)
    return found
