"""Fire from off the table: how far it is, and how long a shell flies.

Which question: how many inches is it to the edge and on from there to the point, and in how many turns does it land?
Source: CE p.151.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from astrike.model.explain import Facts, Reason, facts
from astrike.rulebook.combat import ArtilleryRow
from astrike.rules.battlefield import Field
from astrike.rules.reasons import reason
from astrike.rules.situation import Situation
from astrike.tolerance import TOUCH

LAST_FLIGHT = 5
"""Turns in the last line of the table of flight times."""


def aimed_at(s: Situation) -> tuple[float, float]:
    """Give the place that is aimed at: the point, or the centre of the unit."""
    return s.target.at if s.aim is None else (s.aim.x, s.aim.y)


def distance_to_point(s: Situation) -> float:
    """Measure on the table from base to point; from beyond it to the edge and on from the edge to the point.

    Source: CE p.151. Players may say how far off the table it is, and beyond which edge.
    """
    if "off-table" not in s.attacker.state:
        return s.line.range
    said, edge = s.question.choice("inches-off-table"), s.question.choice("edge")
    ways = _ways_in(s)
    chosen = [ways[str(edge)]] if str(edge) in ways else [way for way in ways.values() if way.before > 0.0]
    if isinstance(said, int | float) and said:
        beyond = chosen or [ways[_home(s)]]
        return float(said) + min(way.on for way in beyond)
    return min((way.before + way.on for way in chosen), default=min(way.on for way in ways.values()))


class _Way(NamedTuple):
    """A way in over one edge: inches to the edge, below 0 on the table's side, and on to the target."""

    before: float
    on: float


def _ways_in(s: Situation) -> dict[str, _Way]:
    table, (x, y), (px, py) = s.field.table, s.attacker.at, aimed_at(s)
    return {
        "north": _Way(y - table.depth, table.depth - py),
        "east": _Way(x - table.width, table.width - px),
        "south": _Way(-y, py),
        "west": _Way(-x, px),
    }


def _home(s: Situation) -> str:
    """Give the edge behind which a unit of unknown place stands: its side's home, else the nearest to the target."""
    home = next((side.home for side in s.field.table.sides if side.id == s.attacker.side), None)
    ways = _ways_in(s)
    return home if home in ways else min(ways, key=lambda edge: ways[edge].on)


def stands_beyond(s: Situation) -> bool:
    """Does the file place the attacker beyond an edge of the table?"""
    return any(way.before > 0.0 for way in _ways_in(s).values())


def flight(field: Field, weapon: ArtilleryRow, inches: float) -> Iterator[Reason]:
    """Say how many turns a shell is in the air (CE p.151)."""
    numbers = field.edition.numbers
    if numbers["flight.0"].unknown:
        return
    if weapon.cruise:
        share = inches / numbers["flight.cruise"].value
        whole = math.floor(share + TOUCH) if _rounds_down(field) else math.ceil(share - TOUCH)
        yield reason(field, "flight.turns", _flown(int(numbers["flight.launch"].value) + whole, inches))
        return
    for turns in range(LAST_FLIGHT + 1):
        if inches <= numbers[f"flight.{turns}"].value + TOUCH:
            yield reason(field, "flight.turns", _flown(turns, inches))
            return
    yield reason(field, "flight.beyond", facts(inches=inches))


def _rounds_down(field: Field) -> bool:
    return field.options.word("artillery.flight-fraction") == "down"


def _flown(turns: int, inches: float) -> Facts:
    return facts(turns=turns, inches=inches)
