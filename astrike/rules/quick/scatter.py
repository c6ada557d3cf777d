"""Where a miss lands, without a table: which way and how far from the point aimed at.

Which question: what do these dice mean? Asked of the same scatter that a table gets, on ground without anything.
"""

from dataclasses import dataclass

from astrike.model.attack import Point
from astrike.model.combat import BlastAnswer
from astrike.model.dice import Tray
from astrike.rulebook.loader import load_edition
from astrike.rules.areas.scatter import bearing_of, moved_along, scatter
from astrike.rules.areas.weapons import Area, area_of, needed_weapon
from astrike.rules.battlefield import Field
from astrike.rules.combatants import circumstances
from astrike.rules.options import resolve
from astrike.rules.quick.ground import open_ground

SIZE = 144.0
FACES = 6
OPTION = "artillery.scatter"


@dataclass(frozen=True, slots=True)
class Missed:
    """A miss: the weapon, the dice, and where it was aimed, the middle of nowhere when nobody says."""

    edition: str
    gun: str
    direction: int
    distance: int
    """The second die, or by how much the roll missed, as the edition has it."""
    aim: tuple[float, float] | None = None


def is_by_margin(edition_id: str) -> bool:
    """Does the edition scatter by how much the roll missed?"""
    return resolve(load_edition(edition_id), {}).word(OPTION) == "margin"


def quick_scatter(missed: Missed) -> BlastAnswer:
    """Say where it lands.

    >>> found = quick_scatter(Missed("ce-5.01", "ART-S", 2, 5, (18.0, 30.0)))
    >>> found.bearing, found.inches, [round(place, 2) for place in found.final]
    (60.0, 10.0, [26.66, 35.0, 0.0])
    """
    by_margin = is_by_margin(missed.edition)
    x, y = missed.aim or (SIZE / 2, SIZE / 2)
    typed = [missed.direction] if by_margin else [missed.direction, missed.distance]
    return scatter(
        _nowhere(missed.edition),
        Point(x, y),
        missed.gun,
        Tray(typed),
        margin=missed.distance if by_margin else None,
    )


def quick_area(edition_id: str, gun: str) -> Area:
    """Give radii and damage of a weapon."""
    field = _nowhere(edition_id)
    return area_of(circumstances(field), needed_weapon(field, gun))


def quick_ways(edition_id: str) -> tuple[tuple[int, float, float], ...]:
    """Give each face of the die of direction with one inch of its way, east and north."""
    field = _nowhere(edition_id)
    faces = range(1, FACES + 1)
    return tuple((face, *moved_along(0.0, 0.0, bearing_of(field, face), 1.0)) for face in faces)


def _nowhere(edition_id: str) -> Field:
    return open_ground(edition_id, SIZE)
