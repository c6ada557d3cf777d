"""How high does a unit stand, and on or in what?

Its feet are on the ground, on the bottom or the surface of water, on a roof, a deck or a floor inside, or in the air,
given what its elevation states and what lies under its centre. Sources: CE pp.28, 36, 40-41; AS pp.23, 34.
"""

from collections.abc import Sequence
from typing import NamedTuple

from astrike.dataclass import dataclass
from astrike.model.terrain import Family
from astrike.model.unit import InPiece, Unit
from astrike.rulebook.schema import Edition
from astrike.rules.options import Options
from astrike.rules.terrain.prepared_terrain import PreparedTerrain
from astrike.tolerance import TOUCH

SURFACE_CODES = frozenset("hngs")
FLIGHT_CODES = frozenset("vg")
RAIL_CODES = frozenset("r")


class NoSuchPlaceError(Exception):
    """An elevation names what is not under the unit's centre: what it names, and what could be."""

    def __init__(self, found: str, expected: str = "a piece of terrain under the unit's centre") -> None:
        super().__init__(found)
        self.found = found
        self.expected = expected


class Footing(NamedTuple):
    """Where a unit's feet are."""

    z: float
    on: str | None
    """Id of the piece it stands on."""
    inside: str | None
    """Id of the building it is in."""


def is_airborne(unit: Unit, ground: float, edition: Edition) -> bool:
    """Is it in flight? Hovering, jumping, landed and taxiing units are not (AS p.23, CE p.28)."""
    if "airborne" in unit.state or unit.flight is not None:
        return True
    if not flight_codes(unit):
        return False
    if isinstance(unit.elevation, int | float):
        return unit.elevation > ground + TOUCH
    return unit.elevation is None and unit.motion in edition.tagged("low-flight")


def flight_codes(unit: Unit) -> frozenset[str]:
    """Give the motive codes with which it flies: those of its card, and an AirMech's or glider's in its mode.

    Source: CE pp.177-178.
    """
    codes = unit.move.codes & FLIGHT_CODES if unit.move else frozenset()
    return codes | {"g"} if unit.motion == "wige" and (unit.has_other_modes or unit.has("GLD")) else codes


def keeps_off_decks(unit: Unit, over: Sequence[int], *, terrain: PreparedTerrain, edition: Edition) -> bool:
    """Is it never on a bridge here: ships, what is under water, and trains but where rails lie? `over` are the pieces.

    Source: the bars of the bridge in the table of going (CE p.34).
    """
    if "submerged" in unit.state:
        return True
    codes = (unit.move.codes if unit.move else frozenset()) - {"j"}
    barred = {code for key in edition.going["bridge"].barred for code in edition.movers[key].codes}
    has_rails = any(terrain.pieces[k].kind == "rail" for k in over)
    return bool(codes) and codes <= barred and not (codes <= RAIL_CODES and has_rails)


@dataclass(frozen=True, slots=True)
class UnitOverTerrain:
    """A unit over the terrain under its centre."""

    terrain: PreparedTerrain
    unit: Unit
    over: tuple[int, ...]
    """The pieces that cover its centre."""
    ground: float
    depth: float
    edition: Edition
    options: Options
    airborne: bool
    height: float
    """How tall the unit is."""

    def stand(self) -> Footing:
        """Stand the unit where it says, else where its kind stands here; raise `NoSuchPlaceError` where it cannot."""
        asked = self.unit.elevation
        if isinstance(asked, InPiece):
            return self._in(asked)
        if asked == "roof":
            building = self._building()
            return Footing(self.terrain.extent[building][1], building, None)
        if asked == "inside":
            building = self._building()
            return Footing(self.terrain.extent[building][0], None, building)
        if isinstance(asked, float | int):
            return Footing(float(asked), self._roof_at(float(asked)), self._inside_at(float(asked)))
        level = self._usual() if asked != "under" else self.ground - self._sunk()
        deck = self._deck() if asked is None else None
        if deck is not None:
            return Footing(self.terrain.extent[deck][1], deck, None)
        return Footing(level, self._hill(), self._inside_at(level))

    def _pieces(self, family: str) -> list[int]:
        return [k for k in self.over if self.terrain.rows[k].family == family]

    def _usual(self) -> float:
        codes = flight_codes(self.unit)
        if self.airborne:
            up = self.edition.number("vtol.cruise") if "g" in codes else self.options.number("vtol.start")
            return self._past_decks(self.ground + up, up)
        return self.ground - self._sunk()

    def _past_decks(self, level: float, up: float) -> float:
        """Fly beneath each deck that leaves room for the unit, else as high above it."""
        decks = sorted(self.terrain.extent[self.terrain.pieces[k].id] for k in self._pieces("deck"))
        for low, high in decks:
            if level < high - TOUCH and level + self.height > low + TOUCH:
                level = high + up
        return level

    def _sunk(self) -> float:
        codes = self.unit.move.codes if self.unit.move else frozenset()
        floats_ = bool(codes & SURFACE_CODES) and "submerged" not in self.unit.state
        return 0.0 if floats_ or self.airborne else self.depth

    def _in(self, asked: InPiece) -> Footing:
        at = self._pieces("solid")
        piece = self.terrain.index.get(asked.piece)
        if piece is None or piece not in at:
            raise NoSuchPlaceError(f"{asked.piece}, which is not a building there")
        low, high = self.terrain.extent[asked.piece]
        floors = self.terrain.pieces[piece].floors or max(1, int(high - low))
        if asked.level > floors:
            expected = f"level 0 to {floors - 1} of {asked.piece}, or {floors} for its roof"
            raise NoSuchPlaceError(f"level {asked.level}", expected)
        if asked.level == floors:
            return Footing(high, asked.piece, None)
        return Footing(low + (high - low) * asked.level / floors, None, asked.piece)

    def _building(self) -> str:
        at = self._pieces("solid")
        if not at:
            raise NoSuchPlaceError(f"{self.unit.elevation}, but no building is there")
        return self.terrain.pieces[
            max(at, key=lambda k: self.terrain.extent[self.terrain.pieces[k].id][1])
        ].id

    def _deck(self) -> str | None:
        """Give the highest deck here, for who stands on one."""
        if self.airborne or keeps_off_decks(self.unit, self.over, terrain=self.terrain, edition=self.edition):
            return None
        at = self._pieces("deck")
        names = [self.terrain.pieces[k].id for k in at]
        return max(names, key=lambda name: self.terrain.extent[name][1]) if names else None

    def _hill(self) -> str | None:
        for family in (Family.GROUND, Family.RAMP):
            for k in self._pieces(family):
                name = self.terrain.pieces[k].id
                if abs(self.terrain.extent[name][1] - self.ground) <= TOUCH or family == Family.RAMP:
                    return name
        return None

    def _roof_at(self, level: float) -> str | None:
        for family in (Family.SOLID, Family.DECK, Family.GROUND):
            for k in self._pieces(family):
                name = self.terrain.pieces[k].id
                if abs(self.terrain.extent[name][1] - level) <= TOUCH:
                    return name
        return None

    def _inside_at(self, level: float) -> str | None:
        for k in self._pieces("solid"):
            low, high = self.terrain.extent[self.terrain.pieces[k].id]
            if low - TOUCH <= level < high - TOUCH:
                return self.terrain.pieces[k].id
        return None
