"""Which questions can be asked about whole tables, and about lists of units?

No solver is imported here, so that the help of a command appears at once.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, ClassVar, Final

from astrike.dataclass import dataclass
from astrike.model.inch_limits import NARROWEST_BASE, WIDEST_BASE
from astrike.model.question_schema import (
    FieldDescription,
    InlinedQuestion,
    ListField,
    NumberField,
    PresetField,
    RosterField,
    TableField,
)
from astrike.web.questions.shared_fields import About

MOST_TABLES: Final = 100
"""The most tables of one question, and the most lists of units."""
WIDEST_TOLERANCE: Final = 2.0

PresetMember = Annotated[
    str | Mapping[str, object] | None,
    FieldDescription(
        PresetField(),
        "The preset of an event by its id, or one of your own; else the default.",
        metavar="ID|FILE",
    ),
]


@dataclass(frozen=True, slots=True)
class LegalLimits:
    """How exactly are tables held against what an event prescribes?"""

    tolerance: Annotated[
        float | None,
        FieldDescription(
            NumberField(0, WIDEST_TOLERANCE),
            "How close is too close to call; else the preset's.",
            metavar="INCHES",
        ),
    ] = None
    base: Annotated[
        float | None,
        FieldDescription(
            NumberField(NARROWEST_BASE, WIDEST_BASE),
            "The base that has to pass; else the preset's.",
            metavar="INCHES",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class LegalRequest:
    """Do tables meet what an event prescribes, and do their units stand where they may?"""

    ABOUT: ClassVar[About] = About.TABLES

    tables: Annotated[
        tuple[Mapping[str, object], ...],
        FieldDescription(
            ListField(TableField(), most=MOST_TABLES, noun="tables", fewest=1),
            "The tables, each checked by itself.",
            argument="FILE...",
        ),
    ]
    profile: PresetMember = None
    limits: Annotated[LegalLimits, InlinedQuestion()] = field(default_factory=LegalLimits)
    pack: Annotated[
        Mapping[str, object] | None,
        FieldDescription(TableField(), "A table that the pieces have to lie like.", metavar="FILE"),
    ] = None


@dataclass(frozen=True, slots=True)
class ListRequest:
    """Are lists of units as an event wants them?"""

    ABOUT: ClassVar[About] = About.LISTS

    rosters: Annotated[
        tuple[object, ...],
        FieldDescription(
            ListField(RosterField(), most=MOST_TABLES, noun="rosters, each as text or as JSON", fewest=1),
            "Lists; a table has one for each of its sides.",
            argument="FILE...",
        ),
    ]
    profile: PresetMember = None
    cards: Annotated[
        tuple[object, ...],
        FieldDescription(
            ListField(RosterField(), most=MOST_TABLES, noun="rosters, each as text or as JSON"),
            "Rosters with the cards of what is known by its id.",
            metavar="FILE",
        ),
    ] = ()


@dataclass(slots=True)
class LayoutRequests:
    """The questions about whole tables and lists, each by the name that addresses and commands call it."""

    legal: type[LegalRequest] = LegalRequest
    list: type[ListRequest] = ListRequest


REQUESTS: Final = LayoutRequests()
"""Looked into whenever something is asked."""
