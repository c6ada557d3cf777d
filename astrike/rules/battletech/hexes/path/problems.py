"""What in a path contradicts itself, though each field is valid?"""

from collections.abc import Iterator
from typing import Final

from astrike.errors import Problem, child
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_path import HexPath
from astrike.model.battletech.unit import ClassicUnit
from astrike.rules.battletech.hexes.grid import hex_named, is_hex_name
from astrike.rules.battletech.hexes.patch import HexPatch
from astrike.rules.battletech.unit_state import unit_problems

_IN_A_JUMP: Final = ("forward", "left", "right")
_IN_WATER: Final = (*_IN_A_JUMP, "up", "down")


def path_problems(question: HexQuestion) -> Iterator[Problem]:
    """Name everything about the path that contradicts itself."""
    path = question.path
    if path is None:
        return
    is_named = is_hex_name(path.from_)
    if not is_named:
        yield Problem("path.from", path.from_, "a column and a row, two digits each, both from 01")
    unit = path.unit or (question.attacker.unit if question.attacker else None)
    if unit is None:
        yield Problem("path.unit", "nothing", "a unit here, or an attacker that moves")
        return
    if path.unit is not None:
        yield from unit_problems(path.unit, "path.unit")
    yield from _of_jumping(path)
    yield from _of_extras(path, unit)
    if path.elevation and is_named and all(is_hex_name(name) for name, _ in question.hexes):
        yield from _of_elevation(path, unit, HexPatch.of(question))


def _of_jumping(path: HexPath) -> Iterator[Problem]:
    if path.jets == "underwater" and path.mode != "jump":
        yield Problem("path.jets", path.jets, "standard, or the mode jump")
    if path.mode != "jump":
        return
    allowed = _IN_WATER if path.jets == "underwater" else _IN_A_JUMP
    for number, step in enumerate(path.steps):
        if step not in allowed:
            yield Problem(child("path.steps", number), step, f"in a jump one of {', '.join(allowed)}")
    if path.reckless:
        yield Problem("path.reckless", "true", "false for a jump")


def _of_extras(path: HexPath, unit: ClassicUnit) -> Iterator[Problem]:
    if path.boost != "none" and path.mode != "run":
        yield Problem("path.boost", path.boost, f"none for the mode {path.mode}")
    elif path.boost != "none" and unit.is_infantry:
        yield Problem("path.boost", path.boost, "none for infantry")
    if path.infantry is not None and unit.kind != "infantry":
        yield Problem("path.infantry", path.infantry, f"left out for {unit.kind}")
    if path.wing and not unit.is_mech:
        yield Problem("path.wing", str(path.wing), f"0 for {unit.kind}: only 'Mechs have it")
    if path.myomer and not unit.is_mech:
        yield Problem("path.myomer", "true", f"false for {unit.kind}: only 'Mechs have it")
    if path.unit is not None and unit.prone and not unit.is_mech:
        yield Problem("path.unit.prone", "true", f"false for {unit.kind}: only 'Mechs lie down")


def _of_elevation(path: HexPath, unit: ClassicUnit, patch: HexPatch) -> Iterator[Problem]:
    """Name a level at the start on which nothing holds the unit."""
    contents = patch.at(hex_named(path.from_))
    most = contents.building.levels if contents.building else contents.water or 0
    if unit.is_flyer:
        if path.elevation < 0:
            yield Problem("path.elevation", str(path.elevation), "0 or more for what flies")
    elif path.elevation < 0 or path.elevation > most:
        yield Problem("path.elevation", str(path.elevation), f"from 0 to {most} in {path.from_}")
    elif path.elevation and not _holds(path, patch):
        expected = f"0, the bottom, or {most}, the bridge" if contents.road else "0, the bottom of the water"
        yield Problem("path.elevation", str(path.elevation), expected)


def _holds(path: HexPath, patch: HexPatch) -> bool:
    contents = patch.at(hex_named(path.from_))
    is_swimming = path.jets == "underwater"
    return bool(contents.building) or is_swimming or (contents.road and path.elevation == contents.water)
