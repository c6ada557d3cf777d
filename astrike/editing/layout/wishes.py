"""What shall a drawn layout be like, and what has become of those wishes?"""

import math
from collections.abc import Mapping
from dataclasses import field
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.checks import number_words, one_of
from astrike.model.inch_limits import LARGEST_TABLE, SMALLEST_TABLE
from astrike.model.table import Table
from astrike.model.terrain import Ring
from astrike.rulebook.loader import DEFAULT_EDITION
from astrike.rules.layout.coverage import Coverage

KINDS: Final = ("hill", "water", "building", "woods", "rough")
"""What is laid out, the largest first."""

SYMMETRIES: Final = ("turn", "south-north", "west-east", "none")

HIGHEST_SEED: Final = 999_999

MOST_OF_A_KIND: Final = 30

LIMITS: Final[Mapping[str, tuple[float, float]]] = {
    "gap": (0.0, 12.0),
    "edge": (0.0, 24.0),
    "zone_gap": (0.0, 24.0),
    "least": (0.0, 60.0),
    "most": (5.0, 100.0),
}
"""Lowest and highest number of a wish: inches, percent."""

PER_48: Final[Mapping[str, Mapping[str, int]]] = {
    "sparse": {"hill": 2, "water": 0, "building": 2, "woods": 4, "rough": 2},
    "medium": {"hill": 4, "water": 1, "building": 4, "woods": 6, "rough": 2},
    "dense": {"hill": 4, "water": 2, "building": 8, "woods": 8, "rough": 4},
}
"""Pieces on 48 by 48 inches."""


@dataclass(frozen=True, slots=True)
class LayoutWishes:
    """What a layout shall be like. Inches; shares of a quadrant in percent."""

    seed: int
    width: float = 48.0
    depth: float = 48.0
    symmetry: str = "turn"
    counts: Mapping[str, int] = field(default_factory=lambda: PER_48["medium"])
    gap: float = 2.0
    """Between hills and buildings: what the widest base needs."""
    edge: float = 2.0
    """From the table's edges."""
    zone_gap: float | None = None
    """From deployment zones; None: terrain may lie in them."""
    least: float = 0.0
    most: float = 100.0
    on_hills: bool = True
    """May buildings stand on hills?"""
    zones: tuple[Ring, ...] = ()
    edition: str = DEFAULT_EDITION


@dataclass(frozen=True, slots=True)
class UnmetWish:
    """A wish that could not be met: `woods`, `least` ..., what was wished, what there is, and in which quadrant."""

    key: str
    wished: float
    reached: float
    where: str = ""


@dataclass(frozen=True, slots=True)
class GeneratedLayout:
    """What was drawn: features of a table file, the table they make, what was measured, and what is missing."""

    wishes: LayoutWishes
    features: tuple[Mapping[str, object], ...]
    table: Table
    coverage: Coverage
    unmet: tuple[UnmetWish, ...]


def counts_for(density: str, width: float, depth: float) -> dict[str, int]:
    """Give how many pieces of each kind a table of this size gets; even numbers, so that both sides get as many.

    >>> counts_for("sparse", 48, 48) == PER_48["sparse"], counts_for("sparse", 72, 48)["woods"]
    (True, 6)
    """
    share = width * depth / (48.0 * 48.0)
    return {kind: _even(count * share) if share != 1.0 else count for kind, count in PER_48[density].items()}


def _even(count: float) -> int:
    return min(2 * math.floor(count / 2 + 0.5), MOST_OF_A_KIND)


def check_wishes(wishes: LayoutWishes) -> None:
    """Refuse wishes that are out of reach: InputError with every problem."""
    problems: list[Problem] = []

    def number(at: str, value: float, low: float, high: float) -> None:
        if not low <= value <= high:
            problems.append(Problem(at, f"{value:g}", number_words(low, high)))

    number("seed", wishes.seed, 0, HIGHEST_SEED)
    number("width", wishes.width, SMALLEST_TABLE, LARGEST_TABLE)
    number("depth", wishes.depth, SMALLEST_TABLE, LARGEST_TABLE)
    number("gap", wishes.gap, *LIMITS["gap"])
    number("edge", wishes.edge, *LIMITS["edge"])
    if wishes.zone_gap is not None:
        number("zone_gap", wishes.zone_gap, *LIMITS["zone_gap"])
    number("least", wishes.least, *LIMITS["least"])
    number("most", wishes.most, *LIMITS["most"])
    if wishes.least > wishes.most:
        problems.append(Problem("least", f"{wishes.least:g}", f"at most {wishes.most:g}, the other limit"))
    if wishes.symmetry not in SYMMETRIES:
        problems.append(Problem("symmetry", repr(wishes.symmetry[:20]), one_of(SYMMETRIES)))
    for kind in KINDS:
        number(kind, wishes.counts.get(kind, 0), 0, MOST_OF_A_KIND)
    if problems:
        raise InputError(problems)


USUAL_SIZE: Final = (48.0, 48.0)
