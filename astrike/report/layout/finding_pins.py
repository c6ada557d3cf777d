"""Where do the numbered pins of a check go, so that the letters of the units they are about can still be read?"""

from collections.abc import Mapping, Sequence
from math import hypot

from astrike.dataclass import dataclass
from astrike.model.attack_answer import StandingUnit
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.report.drawing.labels import LabelWish, place_labels
from astrike.report.drawing.shapes import DrawnPath, line_path, tenth
from astrike.report.table.board import Disc
from astrike.report.terrain.picture import PIN_SIZE, TerrainPicture
from astrike.report.units.marks import marks
from astrike.report.units.miniatures import miniature

PIN = 10.0
"""Radius of a pin."""
_LETTER = 14.0
"""Radius of what is kept free in the middle of a base: its letter, and some of its color."""
_ASIDE = 24
"""Pins that step aside; in a worse jam the rest stay on their places, for a page must not take seconds."""


@dataclass(frozen=True, slots=True)
class FindingPins:
    """The middle of each pin in pixels, in the order of the places asked for, and the lines to those places."""

    at: tuple[Point, ...]
    leaders: tuple[DrawnPath, ...]


def finding_pins(
    table: Table, bodies: Mapping[str, StandingUnit], places: Sequence[Point], *, land: TerrainPicture
) -> FindingPins:
    """Place a pin for each of these places of the table: on it, or beside the units that stand there."""
    letters = _letters(table, bodies, land)
    anchors = [land.frame.at(one) for one in places]
    size = 2.0 * PIN + 1.0
    left, top, right, bottom = land.view
    wishes = [
        LabelWish(str(k), size, size, (x, y), reach=_reach((x, y), letters), slots=((x, y),), must=True)
        for k, (x, y) in enumerate(anchors)
        if left <= x <= right and top <= y <= bottom
    ][:_ASIDE]
    found = place_labels(
        wishes,
        area=(left + 1.5, top + 1.5, right - 1.5, bottom - 1.5),
        discs=[*letters, *((pin.x, pin.y, PIN_SIZE) for pin in land.pins)],
        costs=land.costs,
    )
    placed = {int(one.key): one for one in found}
    paths = "".join(line_path(*one.leader) for one in found if one.leader is not None)
    return FindingPins(
        # Pins beyond the map's edge are not seen.
        at=tuple(
            (tenth(placed[k].x), tenth(placed[k].y)) if k in placed else (tenth(x), tenth(y))
            for k, (x, y) in enumerate(anchors)
        ),
        leaders=(DrawnPath("leader-case", paths), DrawnPath("leader", paths)) if paths else (),
    )


def _letters(table: Table, bodies: Mapping[str, StandingUnit], land: TerrainPicture) -> list[Disc]:
    known = marks(table)
    minis = [
        miniature(unit, known[unit.id], land.frame, body=bodies.get(unit.id))
        for unit in table.units
        if unit.is_on_table
    ]
    return [(mini.x, mini.y, min(mini.reach, _LETTER)) for mini in minis]


def _reach(anchor: Point, letters: Sequence[Disc]) -> float:
    """Give how far from a place its leader begins: behind the letters that lie there."""
    away = ((hypot(anchor[0] - x, anchor[1] - y), radius) for x, y, radius in letters)
    return max((far + radius for far, radius in away if far < radius), default=0.0)
