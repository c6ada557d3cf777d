"""Which questions does the command line share with the API, and what does converting a file take?

No solver is imported here, so that the help of a command appears at once.
"""

from dataclasses import fields
from typing import Annotated, ClassVar, Final

from astrike.dataclass import dataclass
from astrike.formats.checks import MAX_ITEMS
from astrike.model.inch_limits import LARGEST_TABLE, SMALLEST_TABLE
from astrike.model.question_schema import (
    EditionField,
    FieldDescription,
    NamedField,
    NumberField,
    TableSizeField,
    TextField,
    WordField,
    YesNoField,
)
from astrike.web.openapi.all_questions import all_questions
from astrike.web.questions.shared_fields import About, Request


@dataclass(frozen=True, slots=True)
class ConvertRequest:
    """What is said about a file that is to become a table, or a roster of another kind?"""

    ABOUT: ClassVar[About] = About.FILE

    scale: Annotated[
        float | None,
        FieldDescription(NumberField(1e-6, 1e6), "Inches a unit of a map that does not say.", metavar="N"),
    ] = None
    y: Annotated[
        str | None,
        FieldDescription(
            WordField(("up", "down")), "Which way y runs in a map that does not say.", metavar="up|down"
        ),
    ] = None
    kinds: Annotated[
        tuple[tuple[str, str], ...],
        FieldDescription(
            NamedField(TextField(shortest=0), most=MAX_ITEMS, noun="groups"),
            "What a group of outlines is; empty: left out.",
            option="--kind",
            metavar="GROUP=KIND",
        ),
    ] = ()
    heights: Annotated[
        tuple[tuple[str, float], ...],
        FieldDescription(
            NamedField(NumberField(-100, 100), most=MAX_ITEMS, noun="groups"),
            "How high or deep a group is, in inches.",
            option="--height",
            metavar="GROUP=N",
        ),
    ] = ()
    thickness: Annotated[
        float | None, FieldDescription(NumberField(0.01, 12), "Inches that lines are thick.", metavar="N")
    ] = None
    simplify: Annotated[
        float | None,
        FieldDescription(
            NumberField(0.001, 2),
            "Inches that outlines may be off, for a map with too many corners.",
            metavar="N",
        ),
    ] = None
    size: Annotated[
        tuple[float, float] | None,
        FieldDescription(
            TableSizeField(SMALLEST_TABLE, LARGEST_TABLE),
            "Width and depth of the table in inches.",
            metavar="W,D",
        ),
    ] = None
    ignore_origin: Annotated[
        bool,
        FieldDescription(YesNoField(), "Count places from the map's corner, whatever origin it names."),
    ] = False
    scene: Annotated[
        str,
        FieldDescription(
            TextField(shortest=0), "Which scene, of a Foundry file with several.", metavar="NAME|ID|NUMBER"
        ),
    ] = ""
    title: Annotated[
        str, FieldDescription(TextField(shortest=0), "Name of the table.", option="--name", metavar="NAME")
    ] = ""
    edition: Annotated[
        str | None,
        FieldDescription(EditionField(), "An id that astrike editions lists, for the table.", metavar="E"),
    ] = None


@dataclass(slots=True)
class FileRequests:
    """The questions that only commands ask, each by the name of its command."""

    convert: type[ConvertRequest] = ConvertRequest


REQUESTS: Final = FileRequests()
"""Looked into whenever something is asked."""


def questions_of_commands() -> dict[str, type[Request]]:
    """Give the question that each command asks, by the command's name."""
    return {**all_questions(), **{spec.name: getattr(REQUESTS, spec.name) for spec in fields(REQUESTS)}}
