"""How much height does each kind of unit climb within how many inches, and how is a slope reported that is too steep?

Limits are the edition's, with its pages: CE pp.32, 35.
"""

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import NO_FACTS, Citation, Facts, facts
from astrike.model.terrain import Point
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

SIDES: Final = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)
ALL_ROUND: Final = "all"
"""In place of a side: it is so on every side."""


@dataclass(frozen=True, slots=True)
class PieceWarning:
    """One warning about a piece: a stable dotted key, what was measured, and the page where there is one."""

    key: str
    label: str
    """The sentence, with the facts left out: to be translated first."""
    facts: Facts = field(default_factory=lambda: NO_FACTS)
    cite: Citation | None = None
    at: Point | None = None
    """The place on the piece that is meant; None for all of it."""

    @property
    def words(self) -> str:
        """The sentence in English."""
        return self.label % self.facts


@dataclass(frozen=True, slots=True)
class ClimbLimits:
    """How much height movers climb, and within how many inches; the keys of the movers by their limits."""

    window: float
    """Inches of travel within which rises count together; 0: each rise by itself."""
    slope: float
    """The window of slopes, which do not rise all at once."""
    movers: tuple[tuple[float, float, tuple[str, ...]], ...]
    """Highest limit first: how much, within how many inches (no base stands on more at once), and who."""
    cite: Citation

    @property
    def reach(self) -> float:
        """How far below a piece drops count with its own, for anybody."""
        return max((reach for _, reach, _ in self.movers), default=0.0)

    def stopped(self, rise: Callable[[float], float]) -> tuple[str, ...]:
        """Give the movers that do not climb what rises within their reach."""
        return tuple(
            mover for limit, reach, some in self.movers if rise(reach) > limit + TOUCH for mover in some
        )

    def room(self, stopped: Iterable[str]) -> float:
        """Give how wide a ledge has to be for the one of these movers that needs most of it."""
        some = frozenset(stopped)
        return max((reach for _, reach, movers in self.movers if some.intersection(movers)), default=0.0)

    def limit(self, stopped: Iterable[str]) -> float:
        """Give how much the best climber of these movers climbs."""
        some = frozenset(stopped)
        return max((limit for limit, _, movers in self.movers if some.intersection(movers)), default=0.0)

    def most(self, mover: str) -> float | int:
        """Give how much a mover climbs."""
        return figure_text(next((limit for limit, _, some in self.movers if mover in some), 0.0))

    def facts(self, window: float, *, stopped: Iterable[str], **measured: float | str) -> Facts:
        """Give what was measured, beside what is climbed by whom."""
        return facts(
            **{
                key: figure_text(value) if isinstance(value, float) else value
                for key, value in measured.items()
            },
            mechs=self.most("mech"),
            others=self.most("tracked"),
            window=figure_text(window),
            stopped=", ".join(stopped),
        )


def side_of(degrees: float) -> str:
    """Name the side of the table that is nearest to a direction.

    >>> side_of(0), side_of(92), side_of(-44)
    ('north', 'east', 'north-west')
    """
    return SIDES[round(degrees / 45.0) % 8]


def climb_limits_of(prepared: PreparedTable) -> ClimbLimits:
    """Give what the movers of an edition climb, by the table's option.

    Between two steps that are too much together the whole base has to rest, whatever is traveled (CE pp.32, 35).
    """
    edition = prepared.edition
    by_step = prepared.options.word("move.level-limit") == "step"
    climbers = [row for row in edition.movers.values() if row.climb_limit > 0.0 and row.codes + row.types]
    slope = max((row.climb_window for row in climbers), default=0.0)
    window = 0.0 if by_step else slope
    by_limit: dict[tuple[float, float], list[str]] = {}
    for row in climbers:
        units = [edition.units[unit] for unit in row.types or ("CV",)]
        bases = [unit.base for unit in units if not unit.structure]
        reach = max((window, *bases))
        by_limit.setdefault((row.climb_limit, reach), []).append(row.key)
    return ClimbLimits(
        window=window,
        slope=slope,
        movers=tuple((*each, tuple(by_limit[each])) for each in sorted(by_limit, reverse=True)),
        cite=edition.reasons["move.steep"].cite,
    )


def figure_text(inches: float) -> float | int:
    """Give a number as people read it."""
    short = round(inches, 2)
    return int(short) if float(short).is_integer() else short
