"""What of a question about hexes cannot be, though each field is right? Everything is named at once."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from astrike.errors import Problem, child
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_patch import (
    APART,
    GROUNDS,
    NEEDS_WATER,
    HexContents,
    PlacedUnit,
    has_feature,
)
from astrike.model.battletech.unit import ClassicUnit
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.hex_grid import hex_named, is_hex_name
from astrike.rules.battletech.unit_state import one_unit, unit_problems

_NAME_WORDS: Final = "a column and a row, two digits each, both from 01"
FLYERS: Final = ("vtol", "wige")
_TORSO: Final = ("head", "center-torso", "right-torso", "left-torso")
_VEHICLE: Final = ("turret", "front", "right", "left", "rear", "body")
_MOUNTS: Final[Mapping[str, tuple[str, ...]]] = {
    "biped": (*_TORSO, "right-arm", "left-arm", "right-leg", "left-leg"),
    "quad": (*_TORSO, "front-right-leg", "front-left-leg", "rear-right-leg", "rear-left-leg"),
    "infantry": ("body",),
    "battle-armor": ("body",),
    "building": ("turret", "body"),
}
"""Where units of a kind can have weapons; all others as vehicles do."""
_WITHOUT_TURRET: Final = ("infantry", "battle-armor", "dropship")
_Contradiction = tuple[str, str, str]
"""The key of what cannot be, what was found there, and what is expected."""
_MORE: Final[tuple[Callable[[HexQuestion], Iterator[Problem]], ...]] = ()
"""Problems with the shot and the path, each named in a room of its own."""


def hex_problems(question: HexQuestion, _: BattleTechEdition) -> Iterator[Problem]:
    """Name everything in a question about hexes that cannot be, though each field is right."""
    yield from _terrain_problems(question)
    patch = {hex_named(name): contents for name, contents in question.hexes if is_hex_name(name)}
    for placed, at in _placed(question):
        yield from _unit_problems(placed, at)
        if is_hex_name(placed.hex):
            yield from _height_problems(placed, patch.get(hex_named(placed.hex), HexContents()), at)
        else:
            yield Problem(child(at, "hex"), placed.hex, _NAME_WORDS)
    yield from _shared_hex(question, patch)
    yield from _mount_problems(question)
    yield from _path_start(question)
    for more in _MORE:
        yield from more(question)


def _placed(question: HexQuestion) -> Iterator[tuple[PlacedUnit, str]]:
    """Give everybody who stands in a hex, and where the question says so."""
    for placed, at in (
        (question.attacker, "attacker"),
        (question.target, "target"),
        (question.shot.spotter, "shot.spotter"),
    ):
        if placed is not None:
            yield placed, at


# ---- what lies in a hex


def _terrain_problems(question: HexQuestion) -> Iterator[Problem]:
    """Name what cannot be in one hex; each kind of hex is looked at once."""
    known: dict[HexContents, tuple[_Contradiction, ...]] = {}
    for name, contents in question.hexes:
        if not is_hex_name(name):
            yield Problem(child("hexes", name), name, _NAME_WORDS)
        if contents not in known:
            known[contents] = tuple(_contradictions(contents))
        for key, found, expected in known[contents]:
            yield Problem(child(child("hexes", name), key), found, expected)


def _contradictions(contents: HexContents) -> Iterator[_Contradiction]:
    for first, second in APART:
        if has_feature(contents, first) and has_feature(contents, second):
            key = "ground" if second in GROUNDS else second
            yield key, second, f"no {second} in a hex with {first}"
    if contents.ground in NEEDS_WATER and contents.water is None:
        yield "ground", contents.ground, f"water in a hex with {contents.ground}"
    if contents.road_sides and not contents.road:
        yield "road_sides", ", ".join(map(str, contents.road_sides)), "none in a hex without a road"


# ---- who stands there


def _unit_problems(placed: PlacedUnit, at: str) -> Iterator[Problem]:
    unit = placed.unit
    yield from unit_problems(unit, child(at, "unit"))
    if unit.prone and not unit.is_mech:
        yield Problem(
            child(child(at, "unit"), "prone"), f"true for {one_unit(unit)}", "false: only 'Mechs are"
        )
    if placed.twist and (found := _why_no_twist(unit)):
        yield Problem(child(at, "twist"), f"{placed.twist} for {found}", "0")
    elif unit.is_mech and abs(placed.twist) > 1:
        yield Problem(child(at, "twist"), str(placed.twist), "−1 to 1: a torso turns by one hexside")
    if placed.flipped and unit.kind != "biped":
        yield Problem(
            child(at, "flipped"), f"true for {one_unit(unit)}", "false: only a biped flips its arms"
        )
    moved, where = placed.moved, child(at, "moved")
    if moved.mode == "stand":
        if moved.hexes:
            yield Problem(child(where, "hexes"), str(moved.hexes), "0 for a unit that stood still")
        if moved.skidded:
            yield Problem(child(where, "skidded"), "true", "false for a unit that stood still")
    elif unit.kind == "building":
        yield Problem(child(where, "mode"), f"{moved.mode} for a building", "stand")


def _why_no_twist(unit: ClassicUnit) -> str | None:
    """Say what it is that turns neither torso nor turret; None where something does."""
    if unit.kind == "quad" or unit.kind in _WITHOUT_TURRET:
        return one_unit(unit)
    return "a prone 'Mech" if unit.is_mech and unit.prone else None


def _height_problems(placed: PlacedUnit, contents: HexContents, at: str) -> Iterator[Problem]:
    """Name an elevation at which nothing can stand, swim or, for a flyer, be."""
    lowest, highest, where = 0, 0, "on the ground"
    if contents.building:
        lowest, highest = -contents.building.basement, contents.building.levels
        where = "in or on its building"
    elif contents.water:
        lowest, highest, where = -contents.water, contents.water, "in its water"
    flies = placed.unit.kind in FLYERS
    if flies:
        lowest = 0
    if not lowest <= placed.elevation or (placed.elevation > highest and not flies):
        most = "or more" if flies else f"to {highest}"
        expected = "0 on the ground" if lowest == highest and not flies else f"{lowest} {most} {where}"
        yield Problem(child(at, "elevation"), str(placed.elevation), expected)


def _shared_hex(question: HexQuestion, patch: Mapping[tuple[int, int], HexContents]) -> Iterator[Problem]:
    """Name two 'Mechs in one hex, where no building keeps them apart."""
    one, other = question.attacker, question.target
    if one is None or other is None or one.hex != other.hex or not is_hex_name(one.hex):
        return
    is_open = patch.get(hex_named(one.hex), HexContents()).building is None
    if one.unit.is_mech and other.unit.is_mech and is_open:
        yield Problem("target.hex", f"{other.hex}, where the attacker is", "a hex without another 'Mech")


def _mount_problems(question: HexQuestion) -> Iterator[Problem]:
    """Name a weapon that is where its unit has no place for one."""
    if question.weapon is None or question.weapon.location is None or question.attacker is None:
        return
    unit, location = question.attacker.unit, question.weapon.location
    mounts = _MOUNTS.get(unit.kind, _VEHICLE)
    if location not in mounts:
        yield Problem(
            "weapon.location", f"{location} of {one_unit(unit)}", f"one of {', '.join(mounts)}, or null"
        )


def _path_start(question: HexQuestion) -> Iterator[Problem]:
    path = question.path
    if path is None:
        return
    if not is_hex_name(path.from_):
        yield Problem("path.from", path.from_, _NAME_WORDS)
    if path.unit is None and question.attacker is None:
        yield Problem("path.unit", "nothing, and no attacker", "who moves")
    elif path.unit is not None:
        yield from unit_problems(path.unit, "path.unit")
