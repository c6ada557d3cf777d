"""Rows of the tables about electronics: systems on cards, and the networks that some of them make.

Which question: how far does a system reach, what stops it, and who makes up a network?
"""

from dataclasses import dataclass
from typing import Annotated

from astrike.rulebook.references import AbilityKey, NumberKey, either, key_of, one_of
from astrike.rulebook.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemRow(Row):
    """An electronic system; an ability that is several at once has a row for each."""

    code: AbilityKey
    """The special ability that brings it."""
    kind: Annotated[str, one_of("ecm", "probe", "tag", "link", "drone", "pod")]
    radius: float = 0.0
    number: NumberKey = ""
    """The row of the numbers table that holds its reach, where it is no field."""
    fields: int = 0
    """ECM: as how many fields it counts against ECCM."""
    stopped_by: Annotated[str, either(one_of("any"), key_of("abilities"))] = ""
    """What jams it: nothing, `any` hostile field, or only those of this code."""
    hidden: int = 0
    """Probes: which of the reaches against hidden units is its, counted from one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetRow(Row):
    """A type of network: which codes its places need and how many it holds."""

    masters: tuple[AbilityKey, ...] = ()
    """Empty: nobody leads, all are peers."""
    slaves: tuple[AbilityKey, ...] = ()
    peers: tuple[AbilityKey, ...] = ()
    emergency: tuple[AbilityKey, ...] = ()
    """Slaves that stand in for a lost master."""
    most: int
    """Members of a network with one master, or of peers."""
    further: int = 0
    """How many further masters may be linked to the first one, each with slaves of its own."""
    whole: int = 0
    """How many members a network with further masters may have."""
