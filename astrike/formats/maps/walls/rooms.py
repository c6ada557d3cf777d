"""Which closed walls have other walls inside? As solid pieces they would bury what stands in the rooms."""

from collections.abc import Sequence
from typing import Final

from astrike.formats.maps.walls.strung import Joined, holds
from astrike.model.notes import Note
from astrike.model.terrain import Point, Ring

MOST_ROOMS: Final = 200
_MOST_INSIDE: Final = 50
"""Rings that are looked at for walls inside them, and walls that are looked at for each."""


def rooms_among(joined: Joined) -> tuple[Ring, ...]:
    """Give the rings inside which other walls stand: rooms rather than solid pieces."""
    lines = [*joined.paths, *((*ring, ring[0]) for ring in joined.rings)]
    # In the middle of a stretch, because the ends of a wall often lie on the wall around it.
    middles = [_between(line[len(line) // 2 - 1], line[len(line) // 2]) for line in lines]
    rooms = []
    for number, ring in enumerate(joined.rings[:MOST_ROOMS]):
        own = len(joined.paths) + number
        west, north = min(x for x, _ in ring), min(y for _, y in ring)
        east, south = max(x for x, _ in ring), max(y for _, y in ring)
        near = [
            (x, y)
            for other, (x, y) in enumerate(middles)
            if other != own and west < x < east and north < y < south
        ]
        if holds(ring, near[:_MOST_INSIDE]):
            rooms.append(ring)
    return tuple(rooms)


def _between(one: Point, other: Point) -> Point:
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)


def room_notes(at: str, rooms: Sequence[Ring]) -> list[Note]:
    """Say that a solid piece would bury what stands inside."""
    if not rooms:
        return []
    words = "a closed wall has other walls inside: as a solid piece it buries them, as a line it does not"
    return [Note(at, words, len(rooms))]
