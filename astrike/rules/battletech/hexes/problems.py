"""What in a question about hexes contradicts itself, though each field is valid? Every problem is listed."""

from collections.abc import Iterator, Mapping
from itertools import combinations
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
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.hexes.grid import is_hex_name
from astrike.rules.battletech.hexes.path.problems import path_problems
from astrike.rules.battletech.hexes.shot.problems import shot_problems
from astrike.rules.battletech.unit_state import one_unit, unit_problems

_NAME_WORDS: Final = "a column and a row, two digits each, both from 01"
_Contradiction = tuple[str, str, str]
"""The key of what cannot be, what was found there, and what is expected."""


def hex_problems(question: HexQuestion, edition: BattleTechEdition) -> Iterator[Problem]:
    """Name everything in a question about hexes that cannot be, though each field is right."""
    yield from _terrain_problems(question)
    hexes = dict(question.hexes)
    for placed, at in _placed(question):
        yield from _unit_problems(placed, at)
        if is_hex_name(placed.hex):
            yield from _height_problems(placed, hexes.get(placed.hex, HexContents()), at)
        else:
            yield Problem(child(at, "hex"), placed.hex, _NAME_WORDS)
    yield from _shared_hex(question, hexes)
    yield from shot_problems(question, edition)
    yield from path_problems(question)


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
    moved, where = placed.moved, child(at, "moved")
    if moved.mode == "stand":
        if moved.hexes:
            yield Problem(child(where, "hexes"), str(moved.hexes), "0 for a unit that stood still")
        if moved.skidded:
            yield Problem(child(where, "skidded"), "true", "false for a unit that stood still")
    elif unit.kind == "building":
        yield Problem(child(where, "mode"), f"{moved.mode} for a building", "stand")


def heights_in(kind: str, contents: HexContents) -> tuple[int, int]:
    """Give the lowest and the highest elevation at which a unit that cannot fly can be in a hex.

    Above the bottom the surface itself can be stood on only where there is a bridge; what floats or is on ice is there.
    What floats is the same in every edition.

    >>> heights_in("biped", HexContents(water=2)), heights_in("hover", HexContents(water=2))
    ((-2, 1), (-2, 0))
    """
    if contents.building:
        return -contents.building.basement, contents.building.levels
    if not contents.water:
        return 0, 0
    if load_battletech("").hex_units[kind].floats or contents.ground == "ice":
        return -contents.water, 0
    return -contents.water, contents.water if contents.road else contents.water - 1


def _height_problems(placed: PlacedUnit, contents: HexContents, at: str) -> Iterator[Problem]:
    """Name an elevation at which nothing can stand, swim or, for a flyer, be."""
    lowest, highest = heights_in(placed.unit.kind, contents)
    flies = placed.unit.is_flyer
    if flies:
        lowest = 0
    if not lowest <= placed.elevation or (placed.elevation > highest and not flies):
        most = "or more" if flies else f"to {highest}"
        where = _where(contents)
        expected = "0 on the ground" if lowest == highest and not flies else f"{lowest} {most} {where}"
        yield Problem(child(at, "elevation"), str(placed.elevation), expected)


def _where(contents: HexContents) -> str:
    if contents.building:
        return "in or on its building"
    if contents.water:
        return "under or on its bridge" if contents.road else "in its water"
    return "on the ground"


def _shared_hex(question: HexQuestion, hexes: Mapping[str, HexContents]) -> Iterator[Problem]:
    """Name two 'Mechs in one hex, where no building keeps them apart."""
    for (one, who), (other, at) in combinations(_placed(question), 2):
        if one.hex != other.hex or not is_hex_name(one.hex):
            continue
        is_open = hexes.get(one.hex, HexContents()).building is None
        if one.unit.is_mech and other.unit.is_mech and is_open:
            yield Problem(child(at, "hex"), f"{other.hex}, where the {who} is", "a hex without another 'Mech")
