"""Which questions can be asked about an area effect, and about a miss that scatters?

No solver is imported here, so that the help of a command appears at once.
"""

from typing import Annotated, ClassVar, Final

from astrike.dataclass import dataclass
from astrike.model.attack_question import TablePoint
from astrike.model.effect_limits import MOST_MARGIN
from astrike.model.inch_limits import FARTHEST
from astrike.model.question_schema import (
    CodeField,
    FieldDescription,
    FlatPointField,
    NumberField,
    UnitIdField,
    WholeField,
    YesNoField,
)
from astrike.web.questions.shared_fields import DICE_MEMBER, About, SeedMember


@dataclass(frozen=True, slots=True)
class BlastRequest:
    """Who is caught by an area effect at a point?"""

    ABOUT: ClassVar[About] = About.TABLE

    at: Annotated[tuple[float, float], FieldDescription(FlatPointField(), "[x, y]", argument="X,Y")]
    weapon: Annotated[
        str,
        FieldDescription(
            CodeField("the code of a weapon with an area effect"),
            "A weapon with an area effect, such as ART-LT.",
            metavar="CODE",
        ),
    ]
    z: Annotated[
        float | None,
        FieldDescription(
            NumberField(-FARTHEST, FARTHEST, f"a height in inches from {-FARTHEST:g} to {FARTHEST:g}"),
            "Height of the point; else the surface there.",
            metavar="Z",
        ),
    ] = None

    @property
    def point(self) -> TablePoint:
        """The point that is aimed at."""
        return TablePoint(*self.at, self.z)


@dataclass(frozen=True, slots=True)
class ScatterRequest(BlastRequest):
    """Where does a miss land, and who is caught there?"""

    dice: Annotated[
        tuple[int, ...],
        FieldDescription(DICE_MEMBER, "Direction and distance that were rolled.", metavar="D,N"),
    ] = ()
    margin: Annotated[
        int | None,
        FieldDescription(WholeField(0, MOST_MARGIN), "By how much the attack missed.", metavar="M"),
    ] = None
    seed: SeedMember = None
    by: Annotated[
        str | None,
        FieldDescription(UnitIdField(), "Who dropped it: a bomb scatters along the flight.", metavar="A"),
    ] = None
    series: Annotated[bool, FieldDescription(YesNoField(), "It is one of a series from high altitude.")] = (
        False
    )


@dataclass(slots=True)
class AreaRequests:
    """The questions about area effects, each by the name that addresses and commands call it."""

    blast: type[BlastRequest] = BlastRequest
    scatter: type[ScatterRequest] = ScatterRequest


REQUESTS: Final = AreaRequests()
"""Looked into whenever something is asked."""
