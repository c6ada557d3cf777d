"""Which way and how far does a miss scatter, and who is caught where it lands?

Six directions on exact lines, not from hex to hex. Sources: CE pp.47, 56, 182; AS p.42.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from astrike.errors import InputError, Problem
from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_question import TablePoint
from astrike.model.dice import DiceTray, impossible, left_over
from astrike.model.effect_limits import MOST_MARGIN
from astrike.rules.area.blast import (
    area_for,
    blast_of_area,
    is_off_table,
    options_used,
    point_with_height,
    reduced_by_armor,
)
from astrike.rules.edition_rows import reason
from astrike.rules.shot.area_weapons import AreaWeapon
from astrike.rules.table.prepared_table import PreparedTable

Numbers = Literal["around", "ahead"]
"""Which numbers of the template count: those around it, or those in parentheses, ahead and to both sides of it."""

BOMBS, SHELLS = "bomb.scatter", "artillery.scatter"
"""Options that say how far they scatter: by a die, or by how far the roll was short."""
DIRECTION, DISTANCE = "Direction of scatter", "Distance of scatter"
"""What dice are rolled for."""


def scatter(
    prepared: PreparedTable,
    at: TablePoint,
    weapon: str,
    tray: DiceTray,
    *,
    margin: int | None = None,
    munition: str | None = None,
    heading: float = 0.0,
    numbers: Numbers = "around",
) -> BlastAnswer:
    """Scatter a miss and say who is caught where it lands; `margin` is how far the roll was short of the number.

    Source: CE pp.47, 56, 182; AS p.42. The 1 points north, for bombs in the direction of flight, `heading`; a series of
    bombs takes the numbers in parentheses, `ahead`.
    """
    landed = scatter_before_armor(
        prepared, at, weapon, tray, margin=margin, munition=munition, heading=heading, numbers=numbers
    )
    return reduced_by_armor(prepared, landed, tray)


def scatter_before_armor(
    prepared: PreparedTable,
    at: TablePoint,
    weapon: str,
    tray: DiceTray,
    *,
    margin: int | None = None,
    munition: str | None = None,
    heading: float = 0.0,
    numbers: Numbers = "around",
) -> BlastAnswer:
    """Say the same as `scatter`, with the damage as it arrives: nothing is taken off yet."""
    area, notes = area_for(prepared, weapon, munition)
    if notes or (area.munition is not None and area.munition.aimed):
        return blast_of_area(prepared, area, at, notes=notes)
    die = tray.roll("scatter.direction", DIRECTION, count=1)
    bearing = (side_bearing if numbers == "ahead" else bearing_of)(prepared, die, heading)
    by_margin, option = _is_by_margin(prepared, area)
    if by_margin:
        problems = list(_margin_problems(margin))
        if problems:
            raise InputError(problems)
        pips = margin or 0
    else:
        pips = tray.roll("scatter.distance", DISTANCE, count=1)
    inches = pips * prepared.edition.number("scatter.cannon" if area.weapon.cannon else "scatter.inches")
    start = point_with_height(prepared, at)
    x, y = moved_along(start[0], start[1], bearing, inches)
    answer = blast_of_area(prepared, area, TablePoint(x, y), aimed=TablePoint(*start))
    lost = (reason(prepared, "scatter.off-table"),) if is_off_table(prepared, x, y) else ()
    sided = "scatter.sides" if numbers == "ahead" else "artillery.numbering"
    decides = die not in ((3, 4) if numbers == "ahead" else (1, 4))
    names = [option, *([sided] if decides else [])]
    return replace(
        answer,
        dice=tray.record,
        bearing=bearing,
        inches=inches,
        notes=lost,
        options_used=(*answer.options_used, *options_used(prepared, *names)),
    )


def scatter_problems(
    prepared: PreparedTable, weapon: str | None, dice: Sequence[int], margin: int | None
) -> Iterator[Problem]:
    """Name everything that a miss cannot scatter with; without a weapon what does not hang on it."""
    try:
        found = None if weapon is None else area_for(prepared, weapon, None)
    except InputError as error:
        yield from error.problems
        found = None
    if found is None:
        is_diced = all(prepared.options.word(option) != "margin" for option in (BOMBS, SHELLS))
        yield from impossible(dice[:1], DIRECTION, count=1)
        yield from impossible(dice[1:2] if is_diced else (), DISTANCE, count=1, first=1)
        return
    area, notes = found
    by_margin, _option = _is_by_margin(prepared, area)
    used = 0 if notes else 1 if by_margin else 2
    if by_margin and not notes:
        yield from _margin_problems(margin)
    yield from impossible(dice[: min(used, 1)], DIRECTION, count=1)
    yield from impossible(dice[1:used], DISTANCE, count=1, first=1)
    if not prepared.options.is_on("variable-damage"):
        yield from left_over(dice[used:], used)


def moved_along(x: float, y: float, bearing: float, inches: float) -> tuple[float, float]:
    """Give the point so many inches away along a bearing.

    >>> [round(value, 2) for value in moved_along(18, 30, 60, 10)]
    [26.66, 35.0]
    """
    angle = math.radians(bearing)
    return x + inches * math.sin(angle), y + inches * math.cos(angle)


def bearing_of(prepared: PreparedTable, die: int, heading: float = 0.0) -> float:
    """Give the bearing of a die, the 1 along the heading, the others around it (CE p.47, AS p.42)."""
    turn = (die - 1) * prepared.edition.number("scatter.turn")
    sense = -1.0 if prepared.options.word("artillery.numbering") == "counter-clockwise" else 1.0
    return (heading + sense * turn) % 360.0


def side_bearing(prepared: PreparedTable, die: int, heading: float) -> float:
    """Give the bearing by the numbers in parentheses: 3 and 4 straight on, the others to the sides (CE pp.74, 182)."""
    turn = prepared.edition.number("scatter.turn")
    first = -turn if prepared.options.word("scatter.sides") == "left-first" else turn
    return (heading + (first if die <= 2 else 0.0 if die <= 4 else -first)) % 360.0


def _is_by_margin(prepared: PreparedTable, area: AreaWeapon) -> tuple[bool, str]:
    option = BOMBS if area.weapon.family == "bomb" else SHELLS
    return prepared.options.word(option) == "margin", option


def _margin_problems(margin: int | None) -> Iterator[Problem]:
    if margin is None or not 1 <= margin <= MOST_MARGIN:
        found = "none" if margin is None else str(margin)
        yield Problem("margin", found, f"how far the roll was short of the number: 1 to {MOST_MARGIN}")
