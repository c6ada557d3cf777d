"""What a line of sight is measured on: terrain, units, and what stands between them.

Which question: what has to be known of a table before anything on a line is measured? The table made ready has it all.
"""

from dataclasses import dataclass
from typing import Protocol

from astrike.geometry.arrays import Bools, Ints
from astrike.geometry.prisms import Prisms
from astrike.rulebook.schema import Edition
from astrike.rules.bodies import Bodies
from astrike.rules.lie import Lie
from astrike.rules.options import Options


@dataclass(frozen=True, slots=True, eq=False)
class Obstacles:
    """All solids that can be in the way, and for which units each of them is not there, or only there."""

    prisms: Prisms
    names: tuple[str, ...]
    """Id of each piece index in `prisms.piece`: terrain first, then large units."""
    absent: Bools
    """(n, P) for lines from or to this unit the prism is not there."""
    only: Ints
    """(P,) the unit whose lines alone meet this cut prism, -1 for all."""
    source: Ints
    """(P,) for a cut prism the prism it was cut from, else -1."""
    smaller_than: Ints
    """(P,) the prism hides only targets of a lower size class than this; 99 for all."""


class Scene(Protocol):
    """Everything that a line between two units is measured on."""

    @property
    def edition(self) -> Edition:
        """The rules that are played."""

    @property
    def options(self) -> Options:
        """How disputed points are settled."""

    @property
    def lie(self) -> Lie:
        """The terrain."""

    @property
    def units(self) -> Bodies:
        """Everybody on the table."""

    @property
    def obstacles(self) -> Obstacles:
        """The solids that can be in the way."""

    @property
    def own_woods(self) -> Bools:
        """(n, pieces) does this see-through piece belong to woods that the unit stands in?"""
