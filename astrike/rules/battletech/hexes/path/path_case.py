"""Who moves along which path, and how? With the refusals and notes found so far."""

from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex_patch import HexContents
from astrike.model.battletech.hex_path import ENTERING, HexPath
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Citation, Fact, Modifier, Reason, facts
from astrike.rulebook.battletech.hex_move_rows import HexMoverRow
from astrike.rules.battletech.hexes.grid import HEXSIDES, Hex, hex_name, hex_named
from astrike.rules.battletech.hexes.patch import HexCase
from astrike.rules.battletech.roll_ledger import total_of
from astrike.rules.battletech.unit_state import is_down

UNMOVED: Final = ("building", "dropship")
_OFFSETS: Final = dict(zip(ENTERING, (0, 3, 5, 1), strict=True))
"""Hexsides clockwise of the facing through which steps lead."""


@dataclass(frozen=True, slots=True)
class HexPosition:
    """Where a unit is on its path, and how."""

    place: Hex
    facing: int
    elevation: int
    """Levels above the ground, the bottom of water for what does not float."""
    prone: bool

    @property
    def name(self) -> str:
        """The name of its hex."""
        return hex_name(self.place) or ""


@dataclass(frozen=True, slots=True)
class Stride:
    """One step as it was done."""

    number: int
    """Which step, from 1."""
    step: str
    before: HexPosition
    after: HexPosition
    ledger: tuple[Modifier, ...]
    hexes: int
    """Hexes entered before it."""
    on_road: bool = False
    """It entered a hex along a road or pavement."""

    @property
    def cost(self) -> int:
        """What it costs."""
        return total_of(self.ledger)

    @property
    def enters(self) -> bool:
        """Did it lead into another hex?"""
        return self.before.place != self.after.place


def mover_key(unit: ClassicUnit, path: HexPath) -> str:
    """Name the row of how a unit moves; empty for what does not move.

    >>> mover_key(ClassicUnit(kind="quad"), HexPath("0101")), mover_key(ClassicUnit(kind="infantry"), HexPath("0101"))
    ('mech', 'foot')
    """
    if unit.is_mech:
        return "mech"
    if unit.kind == "infantry":
        return path.infantry or "foot"
    return "" if unit.kind in UNMOVED else unit.kind


def hexside_of(step: str, facing: int) -> int:
    """Give the hexside through which a step leads."""
    return (facing + _OFFSETS[step]) % HEXSIDES


class PathCase:
    """One path, and what is said of it so far."""

    def __init__(self, case: HexCase, path: HexPath, unit: ClassicUnit) -> None:
        self.case = case
        self.edition = case.edition
        self.options = case.options
        self.patch = case.patch
        self.path = path
        self.unit = unit
        self.refusals: list[Reason] = []
        self.notes: list[Reason] = []

    @property
    def mover(self) -> HexMoverRow:
        """How the unit moves."""
        return self.edition.hex_movers[mover_key(self.unit, self.path)]

    @property
    def jumps(self) -> bool:
        """Does it jump, with jets of whatever kind?"""
        return self.path.mode == "jump"

    @property
    def swims(self) -> bool:
        """Does it move by underwater jets?"""
        return self.jumps and self.path.jets == "underwater"

    @property
    def start(self) -> HexPosition:
        """Where it starts."""
        path = self.path
        return HexPosition(hex_named(path.from_), path.facing, path.elevation, is_down(self.unit))

    # ---- heights

    def base(self, place: Hex) -> int:
        """Give the level above which elevation counts: that of the ground, or of the surface for what floats."""
        return self.patch.at(place).level if self._stays_above else self.patch.floor(place)

    def height(self, position: HexPosition) -> int:
        """Give the level it is at."""
        return self.base(position.place) + position.elevation

    def depth_under(self, position: HexPosition) -> int:
        """Give the depth of the water that it stands in; 0 on the surface and on a bridge."""
        depth = self.patch.at(position.place).water or 0
        return 0 if self._stays_above or position.elevation >= depth else depth

    def is_inside(self, position: HexPosition) -> bool:
        """Is it inside a building, and not on its roof?"""
        building = self.patch.at(position.place).building
        return building is not None and position.elevation < building.levels

    @property
    def _stays_above(self) -> bool:
        return self.mover.floats or self.mover.flies

    def contents(self, position: HexPosition) -> HexContents:
        """Tell what lies in the hex of a position."""
        return self.patch.at(position.place)

    def leaves_out_grounds(self) -> bool:
        """Does the option leave out the grounds that count with it only?"""
        return self.options.word("hex-terrain") == "none"

    # ---- figures and words

    def whole(self, key: str) -> int:
        """Give a figure of movement."""
        return int(self.edition.hex_actions[key].value)

    def term(self, key: str, times: int = 1, **measured: Fact) -> Modifier:
        """Make a row of a ledger of a figure of movement."""
        row = self.edition.hex_actions[key]
        return Modifier(key, "", int(row.value) * times, row.label, row.cite, facts(**measured))

    def worded(self, key: str, value: int, cite: Citation | None = None, **measured: Fact) -> Modifier:
        """Make a row of a ledger of a value from elsewhere."""
        row = self.edition.hex_move_words[key]
        return Modifier(key, "", value, row.said, cite or row.cite, facts(**measured))

    def reason(self, key: str, **measured: Fact) -> Reason:
        """Say something in the words of the rulebook's tables."""
        row = self.edition.hex_move_words[key]
        return Reason(key, row.said.format(**measured), row.cite, facts(**measured))

    def refuse(self, key: str, step: int, place: str, **measured: Fact) -> None:
        """Say why a step is not allowed, and in which hex."""
        said = self.reason(key, step=step, hex=place, **measured)
        if said not in self.refusals:
            self.refusals.append(said)

    def note(self, key: str, **measured: Fact) -> None:
        """Note something once."""
        if all(each.key != key for each in self.notes):
            self.notes.append(self.reason(key, **measured))


def moved_to(position: HexPosition, place: Hex, elevation: int) -> HexPosition:
    """Give the position after entering a hex."""
    return replace(position, place=place, elevation=elevation)
