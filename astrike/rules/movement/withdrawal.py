"""May a unit be crippled by now, and does a crippled unit withdraw with its full Move?

Players decide whether a unit is crippled, and its state records that; questions only name what they should look up.
Which causes count is an option, and so is whether the rule is played at all. A crippled unit has to come nearer to its
home edge as far as the cost map of its usual ground mode shows, so jumping and sprinting are free but get it no less
far; its facing is free as well. Nobody has to go through terrain that harms: where there is some, its full Move in any
direction that brings it nearer is enough. A side without a home edge has nowhere to go. Not asked on hexes. Source: CE
pp.126-127.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import numpy as np

from astrike.geometry.arrays import Floats, points, shape_array, within
from astrike.model.explain import Reason, facts
from astrike.model.movement import MoveAnswer, MoveCheck
from astrike.model.unit import Hits, Unit
from astrike.rulebook.schema import UnitTypeRow
from astrike.rules.attack.combatants import combatants
from astrike.rules.edition_rows import reason
from astrike.rules.movement.cost_maps import CostMaps, cost_maps_of, has_cost_maps
from astrike.rules.movement.mobility_profile import usual_mode
from astrike.rules.shot.damage import has_half_damage, left_by_weapon_hits
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.move_and_tmm import STILL_STATES, current_move
from astrike.tolerance import TOUCH

CRIPPLED: Final = "crippled"
"""The state of a unit that its players call crippled."""

PLAYED: Final = "crippling"

CAUSES: Final = "crippling.causes"
"""Options: whether units are crippled at all, and by what."""

PASSING: Final = STILL_STATES - {"immobile"}
"""States that keep a unit where it is for a while."""


def crippled_questions(prepared: PreparedTable, i: int) -> tuple[Reason, ...]:
    """Ask by each cause whether a unit is crippled; nothing where its players have stated it already."""
    unit = prepared.units.units[i]
    if CRIPPLED in unit.state:
        return ()
    return tuple(reason(prepared, f"{CRIPPLED}.{cause}") for cause in causes_of(prepared, i, unit))


def causes_of(prepared: PreparedTable, i: int, unit: Unit) -> tuple[str, ...]:
    """Give what may have crippled a unit, with this card and state in place of its own."""
    if not prepared.options.is_on(PLAYED) or "destroyed" in unit.state:
        return ()
    return tuple(
        cause
        for cause in prepared.options.words(CAUSES)
        if HAPPENED[cause](prepared, unit, prepared.units.rows[i])
    )


def options_of_crippling(prepared: PreparedTable, i: int) -> Iterator[str]:
    """Name the options that decided whether it is asked about: where something has happened to the unit."""
    unit, row = prepared.units.units[i], prepared.units.rows[i]
    if "destroyed" in unit.state or CRIPPLED in unit.state:
        return
    if any(has_happened(prepared, unit, row) for has_happened in HAPPENED.values()):
        yield PLAYED
        if prepared.options.is_on(PLAYED):
            yield CAUSES


def _is_stopped(prepared: PreparedTable, unit: Unit, row: UnitTypeRow) -> bool:
    """Did hits, or its players, make it immobile? What passes with a turn did not, nor what it was built as."""
    lasting = replace(unit, motion="ground", moved=None, heat=0, state=unit.state - PASSING)
    unhurt = replace(lasting, hits=Hits(), state=lasting.state - {"immobile"})
    now, before = (
        current_move(each, row=row, edition=prepared.edition, options=prepared.options).manner
        for each in (lasting, unhurt)
    )
    return now == "immobile" != before


def _is_harmless(prepared: PreparedTable, unit: Unit, row: UnitTypeRow) -> bool:
    """Is nothing left of the damage that its card prints?"""
    if unit.damage is None:
        return False
    printed = [value for value in unit.damage.values if value.points or value.minimal]
    left = printed
    if unit.hits.weapon:
        who = replace(combatants(prepared)[prepared.place_of(unit.id)], unit=unit)
        left = [left_by_weapon_hits(prepared, who, value) for value in printed]
    halves = has_half_damage(unit, row)
    return bool(printed) and not any(
        value.points // 2 if halves else value.points or value.minimal for value in left
    )


def _is_gutted(prepared: PreparedTable, unit: Unit, row: UnitTypeRow) -> bool:
    """Is half of its structure lost, or more?"""
    left = unit.structure_left
    return left is not None and bool(unit.structure) and 2 * left <= unit.structure


HAPPENED: Mapping[str, Callable[[PreparedTable, Unit, UnitTypeRow], bool]] = MappingProxyType(
    {"immobile": _is_stopped, "no-damage": _is_harmless, "half-structure": _is_gutted}
)
"""By the words of the option: has it happened?"""

KEY: Final = "withdrawal"

ON_THE_GROUND: Final = "ground"
"""What is compared with instead of a mode that nobody has to use."""

SPARED: Final = frozenset({"skid"})
"""Hazards that pass over and harm only who takes the risk."""


def with_withdrawal_check(prepared: PreparedTable, answer: MoveAnswer) -> MoveAnswer:
    """Give the answer with a check where a crippled unit ends farther from its home edge than it has to."""
    check = withdrawal(prepared, answer)
    return answer if check is None else replace(answer, checks=(*answer.checks, check))


def withdrawal(prepared: PreparedTable, answer: MoveAnswer) -> MoveCheck | None:
    """Say how much nearer to its home edge a crippled unit could have come; None where it withdraws as it must."""
    i = prepared.place_of(answer.unit)
    unit, row = prepared.units.units[i], prepared.edition.hazards[KEY]
    home = next((side.home for side in prepared.table.sides if side.id == unit.side), None)
    if (
        not answer.allowed
        or CRIPPLED not in unit.state
        or home is None
        or row.unknown
        or not has_cost_maps(prepared)
        or not prepared.options.is_on(PLAYED)
    ):
        return None
    maps = _usual_ways(prepared, i)
    x, y, _ = answer.end
    start = float(_away(prepared, home, prepared.units.bases.xy[[i]])[0])
    attained = float(_away(prepared, home, np.array([[x, y]], dtype=np.float64))[0])
    best = _best(prepared, home, maps, start)
    short = attained - best
    if short <= prepared.table.tolerance + TOUCH:
        return None
    is_full = answer.cost >= answer.available - prepared.table.tolerance - TOUCH
    if is_full and attained < start - TOUCH and _harm_near(prepared, maps, prepared.units.bases.xy[i]):
        return None
    measured = facts(short=short, nearer=start - attained, could=start - best, edge=home)
    return MoveCheck(KEY, row.label, row.cite, 0.0, (x, y), None, None, measured)


def _usual_ways(prepared: PreparedTable, i: int) -> CostMaps:
    """Give the cost map of the mode that a unit has to use; who can only jump has to jump."""
    mode = usual_mode(prepared, i)
    is_free = mode in prepared.edition.tagged("never-has-to")
    found = cost_maps_of(prepared, i, ON_THE_GROUND if is_free else mode)
    return found if found.ways else cost_maps_of(prepared, i, mode)


def _away(prepared: PreparedTable, home: str, places: Floats) -> Floats:
    """Give how far places (n, 2) are from an edge of the table; beyond it they are there."""
    x, y = places.T
    inches = {"south": y, "north": prepared.table.depth - y, "west": x, "east": prepared.table.width - x}[
        home
    ]
    return np.maximum(np.asarray(inches, dtype=np.float64), 0.0)


def _best(prepared: PreparedTable, home: str, maps: CostMaps, start: float) -> float:
    """Give how near to its edge the unit can come: of all places on the cost map where a move can end."""
    found = [start]
    for way in maps.ways:
        places = way.grid.places[way.is_within]
        found += [float(_away(prepared, home, places).min())] if len(places) else []
    return min(found)


def _harm_near(prepared: PreparedTable, maps: CostMaps, at: Floats) -> bool:
    """Is there terrain within its Move that harms who enters?"""
    edition, terrain = prepared.edition, prepared.terrain
    harmful = [
        shape
        for piece, shapes in zip(terrain.pieces, terrain.shapes, strict=True)
        if (going := edition.going.get(piece.kind)) is not None
        and going.hazard
        and going.hazard not in SPARED
        for shape in shapes
    ]
    shapes = shape_array(harmful)
    spots = shape_array(list(points(at.reshape(1, 2))) * len(shapes))
    return bool(np.any(within(shapes, spots, maps.available)))
