"""Where does a miss land, without a table: which way and how far from the point aimed at?

Dice mean the same as on a table; the ground has nothing on it.
"""

from astrike.dataclass import dataclass
from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_question import TablePoint
from astrike.model.dice import DiceTray
from astrike.rulebook.loader import load_edition
from astrike.rules.area.scatter import bearing_of, moved_along, scatter
from astrike.rules.attack.combatants import circumstances
from astrike.rules.options import resolve
from astrike.rules.shot.area_weapons import AreaWeapon, area_weapon, needed_weapon
from astrike.rules.table.hypothetical import open_ground
from astrike.rules.table.prepared_table import PreparedTable

SIZE = 144.0
FACES = 6
OPTION = "artillery.scatter"


@dataclass(frozen=True, slots=True)
class QuickScatterQuestion:
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


def quick_scatter(missed: QuickScatterQuestion) -> BlastAnswer:
    """Say where it lands.

    >>> found = quick_scatter(QuickScatterQuestion("ce-5.01", "ART-S", 2, 5, (18.0, 30.0)))
    >>> found.bearing, found.inches, [round(place, 2) for place in found.final]
    (60.0, 10.0, [26.66, 35.0, 0.0])
    """
    by_margin = is_by_margin(missed.edition)
    x, y = missed.aim or (SIZE / 2, SIZE / 2)
    typed = [missed.direction] if by_margin else [missed.direction, missed.distance]
    return scatter(
        _nowhere(missed.edition),
        TablePoint(x, y),
        missed.gun,
        DiceTray(typed),
        margin=missed.distance if by_margin else None,
    )


def quick_area(edition_id: str, gun: str) -> AreaWeapon:
    """Give radii and damage of a weapon."""
    prepared = _nowhere(edition_id)
    return area_weapon(circumstances(prepared), needed_weapon(prepared, gun))


def quick_ways(edition_id: str) -> tuple[tuple[int, float, float], ...]:
    """Give each face of the die of direction with one inch of its way, east and north."""
    prepared = _nowhere(edition_id)
    faces = range(1, FACES + 1)
    return tuple((face, *moved_along(0.0, 0.0, bearing_of(prepared, face), 1.0)) for face in faces)


def _nowhere(edition_id: str) -> PreparedTable:
    return open_ground(edition_id, SIZE)
