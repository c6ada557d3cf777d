"""How does a helper with a tape read a length, and from which edges is a point measured?

Every point has a distance from the nearer of west and east edge and one from the nearer of south and north edge, so
that the tape stays short. Negative ones lie beyond the edge.
"""

from typing import Final, Literal

from astrike.dataclass import dataclass
from astrike.model.number_text import MINUS
from astrike.model.terrain import Point

TapeUnit = Literal["eighths", "decimal"]
"""Lengths to the nearest eighth of an inch, or with two places."""
TAPES: Final[tuple[TapeUnit, ...]] = ("eighths", "decimal")


@dataclass(frozen=True, slots=True)
class DistanceFromEdge:
    """So far from an edge of the table: W, E, S or N."""

    edge: str
    inches: float


def length(inches: float, tape: TapeUnit) -> str:
    """Write a length as the tape shows it; numerals of full size, since small fractions cannot be read in a dim hall.

    >>> length(12.38, "eighths"), length(12.38, "decimal"), length(0.5, "eighths"), length(6, "decimal")
    ('12 3/8', '12.38', '1/2', '6')
    >>> length(-1.25, "eighths"), length(0.01, "eighths")
    ('−1 1/4', '0')
    """
    if tape == "decimal":
        text = f"{abs(inches):.2f}".rstrip("0").rstrip(".")
    else:
        whole, part = divmod(round(abs(inches) * 8.0), 8)
        over = 8
        while part and part % 2 == 0:
            part, over = part // 2, over // 2
        text = f"{whole or ''} {part}/{over}".strip() if part else str(whole)
    return f"{MINUS}{text}" if inches < 0.0 and text != "0" else text


def read_length(text: str) -> float:
    """Read back what `length` wrote.

    >>> read_length("12 3/8"), read_length("−1/4"), read_length("7.25")
    (12.375, -0.25, 7.25)
    """
    value = 0.0
    for word in text.removeprefix(MINUS).split():
        over, _, under = word.partition("/")
        value += float(over) / float(under or 1)
    return -value if text.startswith(MINUS) else value


def from_edges(point: Point, size: tuple[float, float]) -> tuple[DistanceFromEdge, DistanceFromEdge]:
    """Measure a point from the nearer edges of a table of this size.

    >>> from_edges((12.5, 40), (48, 48))
    (DistanceFromEdge(edge='W', inches=12.5), DistanceFromEdge(edge='N', inches=8))
    """
    (x, y), (width, depth) = point, size
    across = DistanceFromEdge("W", x) if x <= width / 2.0 else DistanceFromEdge("E", width - x)
    along = DistanceFromEdge("S", y) if y <= depth / 2.0 else DistanceFromEdge("N", depth - y)
    return across, along


def written(place: DistanceFromEdge, tape: TapeUnit) -> str:
    """Write the edge and how far it is.

    >>> written(DistanceFromEdge("N", 8.0), "eighths")
    'N 8'
    """
    return f"{place.edge} {length(place.inches, tape)}"


def reach_of(low: float, high: float, *, edges: str, size: float, tape: TapeUnit, to: str = "to") -> str:
    """Write from where to where something reaches between two edges, both measured from the nearer one.

    >>> reach_of(10, 14, edges="WE", size=48, tape="decimal"), reach_of(30, 48, edges="SN", size=48, tape="decimal")
    ('W 10 to 14', 'N 0 to 18')
    >>> reach_of(0, 72, edges="WE", size=72, tape="eighths")
    'W 0 to E 0'

    `to` is the translated word.
    """
    ends = [length(each, tape) for each in (low, high, size - high, size - low)]
    if low <= 0.0 and high >= size:
        return f"{edges[0]} {ends[0]} {to} {edges[1]} {ends[2]}"
    if low + high <= size:
        return f"{edges[0]} {ends[0]} {to} {ends[1]}"
    return f"{edges[1]} {ends[2]} {to} {ends[3]}"
