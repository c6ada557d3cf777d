"""Which networks work, for whom, and how far do electronic fields reach, as plain values?

Made once, in `rules.electronics`, and made readable in `report.electronics`. Lengths are inches.
"""

from astrike.dataclass import dataclass
from astrike.model.explain import Citation, OptionUsed, Reason


@dataclass(frozen=True, slots=True)
class ElectronicField:
    """The field of an electronic system around its carrier, for pictures and lists."""

    unit: str
    code: str
    """`ECM`, `AECM`, `LECM`, `WAT`, `NOVA`, `PRB`, `TAG`, ..."""
    kind: str
    """`ecm`, `eccm`, `probe` or `tag`."""
    label: str
    cite: Citation
    radius: float
    """Inches from where it is measured."""
    side: str | None
    on: bool
    reasons: tuple[Reason, ...] = ()
    """Why it is off."""
    count: int = 1
    """As how many fields it counts against ECCM."""
    hidden: float = 0.0
    """Probes: within how many inches it finds hidden units."""
    measured_from: str = "edge"
    """`edge` of the carrier's base, or its `centre`."""


@dataclass(frozen=True, slots=True)
class MemberAnswer:
    """One member of a network."""

    unit: str
    role: str
    """`master`, `slave` or `peer`."""
    on: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class NetworkAnswer:
    """One network: does it work, and for whom?"""

    id: str
    type: str
    label: str
    cite: Citation
    on: bool
    """Is any range shared at all?"""
    members: tuple[MemberAnswer, ...]
    findings: tuple[Reason, ...] = ()
    """What is wrong with its make-up: too many members, no master, a card without the system."""


@dataclass(frozen=True, slots=True)
class NetworksAnswer:
    """All networks and electronic fields of a table."""

    edition: str
    networks: tuple[NetworkAnswer, ...]
    electronic_fields: tuple[ElectronicField, ...]
    options_used: tuple[OptionUsed, ...] = ()
