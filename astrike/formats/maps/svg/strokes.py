"""Which strokes of a drawing are one line drawn again, such as a white core on a black casing?"""

from collections.abc import Iterable, Sequence
from typing import Final

from astrike.formats.maps.svg.paths import Sub
from astrike.model.terrain import Outline, Point

_DIGITS: Final = 6

Run = tuple[bool, tuple[Point, ...]]
"""Is it closed, and through which places does it go; the same from whichever end it is drawn."""


def runs_of(subs: Iterable[Sub]) -> frozenset[Run]:
    """Give lines as what can be compared: from whichever end and corner they were begun.

    >>> there, back = Sub(((0.0, 0.0), (9.0, 0.0)), False, False), Sub(((9.0, 0.0), (0.0, 0.0)), False, False)
    >>> runs_of([there]) == runs_of([back])
    True
    """
    return frozenset(_run(sub.points, is_closed=sub.is_closed) for sub in subs)


def rims_of(areas: Iterable[Outline]) -> frozenset[Run]:
    """Give the outlines of areas as closed lines."""
    return frozenset(_run(ring, is_closed=True) for area in areas for ring in (area.exterior, *area.holes))


def _run(points: Sequence[Point], *, is_closed: bool) -> Run:
    places = [(round(x, _DIGITS) + 0.0, round(y, _DIGITS) + 0.0) for x, y in points]
    if len(places) > 3 and places[0] == places[-1]:
        is_closed, places = True, places[:-1]
    if is_closed:
        return True, min(_turned(places), _turned(places[::-1]))
    return False, min(tuple(places), tuple(places[::-1]))


def _turned(places: list[Point]) -> tuple[Point, ...]:
    """Let a closed line begin at its least place."""
    start = places.index(min(places))
    return tuple(places[start:] + places[:start])


def drawn_again(strokes: Sequence[tuple[frozenset[Run], float]], rims: frozenset[Run]) -> set[int]:
    """Give the numbers of strokes that follow a wider one, or an earlier one as wide, or go around an area.

    >>> line = runs_of([Sub(((0.0, 0.0), (9.0, 0.0)), False, False)])
    >>> drawn_again([(line, 2.0), (line, 6.0), (line, 6.0)], frozenset())
    {0, 2}
    """
    widest: dict[frozenset[Run], int] = {}
    again: set[int] = set()
    for number, (runs, width) in enumerate(strokes):
        if not runs:
            continue
        if runs <= rims:
            again.add(number)
            continue
        other = widest.setdefault(runs, number)
        if other == number:
            continue
        if width > strokes[other][1]:
            again.add(other)
            widest[runs] = number
        else:
            again.add(number)
    return again
