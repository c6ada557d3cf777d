"""Which questions can be asked about networks and electronic fields?

No solver is imported here, so that the help of a command appears at once.
"""

from typing import Annotated, ClassVar, Final

from astrike.dataclass import dataclass
from astrike.model.question_schema import FieldDescription, YesNoField
from astrike.web.questions.shared_fields import About


@dataclass(frozen=True, slots=True)
class NetworksRequest:
    """Which networks work for whom, and which electronic fields are on?"""

    ABOUT: ClassVar[About] = About.TABLE

    next_turn: Annotated[
        bool, FieldDescription(YesNoField(), "As things stand when this turn has ended.")
    ] = False


@dataclass(slots=True)
class ElectronicsRequests:
    """The questions about electronics, each by the name that addresses and commands call it."""

    networks: type[NetworksRequest] = NetworksRequest


REQUESTS: Final = ElectronicsRequests()
"""Looked into whenever something is asked."""
