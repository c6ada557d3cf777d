"""Which fields do questions share, and which keys does the body of a question have?

Dice, seeds, the wish for margins, and settings that replace those of a table.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Annotated, ClassVar, Final, Protocol

from astrike.dataclass import dataclass
from astrike.model.question_schema import (
    EditionField,
    FieldDescription,
    ListField,
    OptionValuesField,
    QuestionField,
    TextField,
    WholeField,
    YesNoField,
    members_of,
)

MOST_DICE: Final = 200
HIGHEST_DIE: Final = 999
LARGEST_SEED: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""

DICE_MEMBER: Final = ListField(WholeField(1, HIGHEST_DIE), most=MOST_DICE, noun="numbers")
SeedMember = Annotated[
    int | None, FieldDescription(WholeField(0, LARGEST_SEED), "Rolls the same dice again.", metavar="S")
]
MarginMember = Annotated[
    bool,
    FieldDescription(
        YesNoField(), "Whether the answer says how far it holds; that takes most of the time.", option=None
    ),
]


class About(Enum):
    """What a question is about."""

    TABLE = auto()
    """One table, asked about under its own settings or others."""
    TABLES = auto()
    """Several tables, each under its own settings or others; they are a field of the question."""
    LISTS = auto()
    """Lists of units, which have no settings."""
    FILE = auto()
    """A file that is to become another one, which has no settings."""


class Request(Protocol):
    """A question as it is asked: a dataclass with described fields that states what it is about."""

    ABOUT: ClassVar[About]


@dataclass(frozen=True, slots=True)
class QuestionSettings:
    """Other settings than those of the table that is asked about."""

    edition: Annotated[
        str | None,
        FieldDescription(
            EditionField(), "An id that astrike editions lists, instead of the table's own.", metavar="E"
        ),
    ] = None
    options: Annotated[
        Mapping[str, object] | None,
        FieldDescription(
            OptionValuesField(),
            "Option ids and values, over those of the table: they settle disputed points.",
            option="--option",
            metavar="ID=VALUE",
        ),
    ] = None
    environment: Annotated[
        str | None,
        FieldDescription(
            TextField(shortest=0), "A row of the edition's visual range table, such as night.", metavar="ROW"
        ),
    ] = None


def keys_of(request: type[Request]) -> tuple[str, ...]:
    """List the keys of a question's body: its table, where it is about one, its own, and the settings."""
    table = ("table",) if request.ABOUT is About.TABLE else ()
    own = tuple(member.name for member in members_of(request))
    return (*table, *own, *(member.name for member in settings_of(request)))


def settings_of(request: type[Request]) -> tuple[QuestionField, ...]:
    """List the settings that can be given with a question; lists and files have none."""
    return members_of(QuestionSettings) if request.ABOUT in (About.TABLE, About.TABLES) else ()
