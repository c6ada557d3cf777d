"""Which hexes a line crosses is what exact geometry says: an oracle of fractions that shares nothing with the code."""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from astrike.geometry.hexes import lines_between

Hex = tuple[int, int]
Point = tuple[Fraction, Fraction]
FARTHEST = 20
starts = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
ways = st.tuples(st.integers(-FARTHEST, FARTHEST), st.integers(-FARTHEST, FARTHEST)).filter(
    lambda way: abs(way[0] + way[1]) <= FARTHEST
)


def corners(at: Hex) -> list[Point]:
    """Give the corners in order, in steps along q and r: each is the middle of three hexes that touch."""
    q, r = at
    third = Fraction(1, 3)
    around = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
    return [
        (q + third * (one[0] + other[0]), r + third * (one[1] + other[1]))
        for one, other in zip(around, around[1:] + around[:1], strict=True)
    ]


def stretch(a: Hex, way: Hex, at: Hex) -> tuple[Fraction, Fraction] | None:
    """Clip the line to a hex, side by side: the shares of it that lie in the hex, its border among it."""
    low, high = Fraction(0), Fraction(1)
    ring = corners(at)
    for (x, y), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
        # Inside is where the product has the sign that it has for the middle of the hex.
        inward = (x2 - x) * (at[1] - y) - (y2 - y) * (at[0] - x)
        here = (x2 - x) * (a[1] - y) - (y2 - y) * (a[0] - x)
        slope = (x2 - x) * way[1] - (y2 - y) * way[0]
        if inward < 0:
            here, slope = -here, -slope
        if slope == 0:
            if here < 0:
                return None
        elif slope > 0:
            low = max(low, -here / slope)
        else:
            high = min(high, -here / slope)
    return (low, high) if low < high else None


def is_inside(at: Hex, point: Point) -> bool:
    """Does a point lie inside a hex, not on its border?"""
    x, y = point[0] - at[0], point[1] - at[1]
    return all(abs(across) < 1 for across in (x - y, x + 2 * y, 2 * x + y))


def crossed(a: Hex, way: Hex) -> dict[Hex, int]:
    """Give every hex that a line runs through, 0, or along, by side: 1 to the left, -1 to the right."""
    found: dict[Hex, int] = {}
    reach = range(-1, 2)
    steps = max(abs(way[0]), abs(way[1]), abs(sum(way)), 1)
    places = {
        (a[0] + round(Fraction(way[0] * k, steps)) + dq, a[1] + round(Fraction(way[1] * k, steps)) + dr)
        for k in range(steps + 1)
        for dq, dr in product(reach, reach)
    }
    for at in places:
        part = stretch(a, way, at)
        if part is None:
            continue
        middle = sum(part) / 2
        point = (a[0] + way[0] * middle, a[1] + way[1] * middle)
        turn = way[0] * (at[1] - a[1]) - way[1] * (at[0] - a[0])
        found[at] = 0 if is_inside(at, point) else (turn > 0) - (turn < 0)
    return found


@given(starts, ways.filter(any))
def test_the_hexes_of_a_line_are_those_of_exact_geometry(a: Hex, way: Hex) -> None:
    lines = lines_between([a], [(a[0] + way[0], a[1] + way[1])])
    found = {(q, r): side for (q, r), side in zip(lines.hexes.tolist(), lines.side.tolist(), strict=True)}
    assert found == crossed(a, way)


@given(starts, ways.filter(any))
def test_a_line_enters_and_leaves_its_hexes_where_exact_geometry_says(a: Hex, way: Hex) -> None:
    lines = lines_between([a], [(a[0] + way[0], a[1] + way[1])])
    for (q, r), start, end in zip(
        lines.hexes.tolist(), lines.start.tolist(), lines.end.tolist(), strict=True
    ):
        assert stretch(a, way, (q, r)) is not None
        low, high = stretch(a, way, (q, r)) or (0, 0)
        assert (start, end) == (float(low), float(high))
