"""Sight and arcs for units in one column of the map, enough to test numbers by themselves."""

from astrike.model.battletech.hex import HexArc, HexSight
from astrike.model.battletech.hex_attack import mounts_of
from astrike.model.battletech.hex_patch import PlacedUnit
from astrike.model.explain import Citation, Reason
from astrike.rules.battletech.hex_grid import Hex, distance, hex_named, is_hex_name
from astrike.rules.battletech.hex_ground import HexCase

POINTS = {"none": 0, "light": 1, "heavy": 2}
BASE = Citation("base", None)


def column_between(one: str, other: str) -> list[str]:
    """Name the hexes between two of one column, from the first on."""
    start, end = int(one[2:]), int(other[2:])
    step = 1 if end > start else -1
    return [f"{one[:2]}{row:02d}" for row in range(start + step, end, step)]


def column_see(case: HexCase, attacker: PlacedUnit, target: PlacedUnit) -> HexSight:
    assert is_hex_name(attacker.hex)
    assert attacker.hex[:2] == target.hex[:2], "units of one column only"
    patch = case.patch
    names = column_between(attacker.hex, target.hex)
    places = [hex_named(name) for name in names]
    heights = [_height(case, attacker), _height(case, target)]
    own = any(patch.is_one_building(hex_named(target.hex), place) for place in places)
    woods = sum(POINTS[patch.at(place).woods] + POINTS[patch.at(place).smoke] for place in places)
    is_hidden = any(_solid(case, place) >= min(heights) for place in places) and not own
    is_tall = target.unit.is_mech and not target.unit.prone and heights[0] <= heights[1]
    by: str | None = None
    if is_tall and places and _solid(case, places[-1]) == patch.floor(hex_named(target.hex)) + 1:
        by = names[-1]
    if patch.at(hex_named(target.hex)).water == 1 and target.unit.is_mech and not target.unit.prone:
        by = "water"
    behind = bool(places) and _solid(case, places[0]) == patch.floor(hex_named(attacker.hex)) + 1
    reasons = (Reason("hill", "Hill", BASE),) if is_hidden or woods > 2 else ()
    return HexSight(
        distance=distance(hex_named(attacker.hex), hex_named(target.hex)),
        line=tuple((name,) for name in names),
        side_taken=None,
        attacker_height=heights[0],
        target_height=heights[1],
        hexes=(),
        woods=woods,
        is_clear=not reasons,
        blocked_by=reasons,
        has_cover=by is not None,
        cover_by=by,
        cover=None,
        attacker_cover_by=names[0] if behind else None,
        side_hit=None,
    )


def _solid(case: HexCase, place: Hex) -> int:
    return case.patch.floor(place) if case.patch.at(place).water else case.patch.roof(place)


def _height(case: HexCase, placed: PlacedUnit) -> int:
    stands = placed.unit.is_mech and not placed.unit.prone
    return case.patch.floor(hex_named(placed.hex)) + placed.elevation + (2 if stands else 1)


def column_arcs(case: HexCase, attacker: PlacedUnit, target: PlacedUnit) -> tuple[HexArc, ...]:
    up = int(target.hex[2:]) <= int(attacker.hex[2:])
    found = []
    for mount in mounts_of(attacker.unit.kind):
        turned = 0 if mount.endswith("leg") else attacker.twist
        bearing = ((0 if up else 3) - attacker.facing - turned) % 6
        sides = {"right-arm": {0, 1, 2, 5}, "left-arm": {0, 1, 4, 5}}.get(mount, {0, 1, 5})
        if mount.endswith("arm") and attacker.flipped:
            sides = {3}
        for is_rear in (False, True):
            reached = {3} if is_rear else sides
            found.append(HexArc(mount, is_rear, bearing in reached, "rear" if is_rear else "front"))
    return tuple(found)
