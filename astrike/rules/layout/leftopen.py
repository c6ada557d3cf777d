"""What does the verdict on a layout say nothing about, and why?

Which question: is there anything to judge, was everything looked at that the preset asks for, and which of the things
that make a table fair does it not ask for? A table without terrain meets nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from astrike.model.legality import Skipped
from astrike.presets.schema import LayoutLimits
from astrike.rules.battlefield import Field
from astrike.rules.layout.features import pieces_of
from astrike.rules.layout.labels import LABELS
from astrike.rules.layout.sectors import lacking
from astrike.rules.layout.telling import NOT_IN_PRESET

NO_TERRAIN: Final = "no-terrain"
"""Why nothing can be said: nothing lies on the table."""


@dataclass(frozen=True, slots=True)
class _Point:
    """Something that makes a table fair: its key, and how the limits begin that ask for it."""

    key: str
    limits: tuple[str, ...]


_POINTS: Final = (
    _Point("symmetry", ("symmetry.", "pack.")),
    _Point("zones", ("zone.",)),
    _Point("amount", ("count.", "coverage.")),
    _Point("ways", ("corridors",)),
)


def undecided(board: Field, limits: LayoutLimits, skipped: Sequence[Skipped]) -> tuple[Skipped, ...]:
    """Say what the preset asks for and could not be checked; of a table without terrain that there is none."""
    nothing = () if pieces_of(board) else (Skipped("layout.terrain", LABELS["terrain"], NO_TERRAIN),)
    asked = {f"layout.{key}" for key in limits.limits}
    return (*nothing, *(each for each in skipped if each.key in asked and each.why != NOT_IN_PRESET))


def unasked(board: Field, limits: LayoutLimits) -> tuple[Skipped, ...]:
    """Say which of the points that make a table fair the preset sets no limit for."""
    return tuple(_unasked(board, limits))


def _unasked(board: Field, limits: LayoutLimits) -> Iterator[Skipped]:
    for point in _POINTS:
        if any(key.startswith(point.limits) for key in limits.limits):
            continue
        if point.key == "amount" and not pieces_of(board):
            continue  # there is none: said already
        why = NOT_IN_PRESET
        if point.key == "zones":
            why = lacking(board) or why
        yield Skipped(f"layout.open.{point.key}", LABELS[f"open.{point.key}"], why)
