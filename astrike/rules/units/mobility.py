"""In which column of the movement cost table is a unit in a given mode, and how many inches does its card print?

Sources: CE pp.34-37, 178-179; AS p.30.
"""

from collections.abc import Iterator

from astrike.model.card import MovePart, PrintedMove
from astrike.model.unit import MOTIVE_CODES, Unit
from astrike.rulebook.schema import Edition, MoverRow

NOT_ON_THE_GROUND = frozenset("jvgsapik")

CONVERTIBLE = frozenset({"qt", "qw"})
"""QuadVees in vehicle mode."""

AEROSPACE_CODES = frozenset("apik")

FLIGHT = "flight"


def part_of(
    unit: Unit, mode: str, *, flies: bool = False, dives: bool = False, choice: int = 0
) -> MovePart | None:
    """Give the Move of the card that a mode uses; None where the card prints none for it.

    Of several Moves for the ground the first, or the one chosen (CE p.37). A lone jump Move serves on the ground too,
    and a WiGE that has not taken off moves on the ground with its one Move (CE p.36). What flies or dives sprints in
    its element (CE p.38).
    """
    parts = tuple(_parts(unit))
    if mode in MOTIVE_CODES:
        return next((part for part in parts if part.code == MOTIVE_CODES[mode]), None)
    if mode == FLIGHT:
        return next((part for part in parts if part.code in AEROSPACE_CODES), None)
    if flies or dives:
        codes = "vg" if flies else "s"
        in_element = next((part for part in parts if part.code and part.code in codes), None)
        if in_element is not None and mode != "ground":
            return in_element
    on_foot = ground_parts(unit)
    if on_foot:
        return on_foot[min(choice, len(on_foot) - 1)]
    return next((part for part in parts if part.code == "j" or (part.code == "g" and not flies)), None)


def ground_parts(unit: Unit) -> tuple[MovePart, ...]:
    """Give every Move for the ground: of several motive codes one is chosen with the mode (CE p.37)."""
    return tuple(part for part in _parts(unit) if part.code not in NOT_ON_THE_GROUND)


def _parts(unit: Unit) -> Iterator[MovePart]:
    """List the printed Moves, then those that special abilities add."""
    if unit.move is None:
        return
    yield from unit.move.parts
    codes = unit.move.codes
    for special in unit.specials:
        if special.move is not None:
            yield from (part for part in special.move.parts if part.code not in codes)
    walk = _walk(unit.move)
    if unit.has("GLD") and "g" not in codes:
        yield MovePart(walk.inches, "g")
    if unit.has("UMU") and "s" not in codes:
        yield MovePart(walk.inches, "s")


def _walk(move: PrintedMove) -> MovePart:
    return next((part for part in move.parts if part.code != "j"), move.parts[0])


def mover_key(unit: Unit, mode: str, part: MovePart | None, edition: Edition, *, flies: bool = False) -> str:
    """Name the row of the movers table: by the motive code for vehicles, by the type for everyone else.

    A WiGE that has not taken off moves on the ground as hover vehicles do (CE p.36).

    >>> from astrike.rulebook.loader import load_edition
    >>> from astrike.model.card import parse_move
    >>> tank = Unit("A", (0, 0), "A", type="CV", move=parse_move('8"w'))
    >>> mover_key(tank, "ground", tank.move.parts[0], load_edition("ce-5.01"))
    'wheeled'
    """
    row = edition.units[unit.type]
    if row.vehicle and (part is None or part.code == "j"):
        part = part_of(unit, "ground") or part
    code = part.code if part is not None else ""
    if row.aerospace or code in AEROSPACE_CODES or _flies_only(unit):
        return "aerospace"
    taxis = code == "g" and mode in edition.tagged("on-ground") and row.vehicle and not flies
    by_code = _by_code("h" if taxis else code, edition)
    by_type = _by_type(unit.type, edition)
    if by_code is not None and (by_type is None or code in CONVERTIBLE or code in _OWN_ELEMENT):
        return by_code
    return by_type or "tracked"


def _flies_only(unit: Unit) -> bool:
    """Does its card print nothing but ways to fly as aerospace units do, as an airship's does?"""
    codes = unit.move.codes if unit.move is not None else frozenset()
    return bool(codes) and codes <= AEROSPACE_CODES


_OWN_ELEMENT = frozenset("vgs")
"""What flies or dives moves as its element has it, whatever it is."""


def _by_code(code: str, edition: Edition) -> str | None:
    return next((key for key, row in edition.movers.items() if code and code in row.codes), None)


def _by_type(unit_type: str, edition: Edition) -> str | None:
    return next((key for key, row in edition.movers.items() if unit_type in row.types), None)


def mover_of(unit: Unit, mode: str, edition: Edition) -> MoverRow:
    """Give the row of the movers table of a unit in a mode."""
    return edition.movers[mover_key(unit, mode, part_of(unit, mode), edition)]
