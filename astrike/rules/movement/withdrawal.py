"""Does a crippled unit withdraw with its full Move?

Which question: how much nearer to its home edge it could have come (CE p.126). What it could, the chart of its usual
ground mode says, so jumping and sprinting are free but get it no less far; its facing is free as well. Prohibited
ground is in the chart. Nobody has to go through terrain that harms: where some lies about, its full Move in any
direction that brings it nearer is enough. A unit is crippled when its state says so; a side without a home edge has
nowhere to go. Not asked on hexes.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from astrike.geometry.arrays import Floats, points, shape_array, within
from astrike.model.explain import facts
from astrike.model.movement import Check, MoveAnswer
from astrike.rules.battlefield import Field
from astrike.rules.crippling import CRIPPLED, PLAYED
from astrike.rules.movement.atlas import Atlas, atlas_of, has_charts
from astrike.rules.movement.mover import usual_mode
from astrike.tolerance import TOUCH

KEY: Final = "withdrawal"
ON_THE_GROUND: Final = "ground"
"""What is compared with instead of a mode that nobody has to use."""
SPARED: Final = frozenset({"skid"})
"""Hazards that pass over and harm only who takes the risk."""


def withdrawing(field: Field, answer: MoveAnswer) -> MoveAnswer:
    """Give the answer with a check where a crippled unit ends farther from its home edge than it has to."""
    check = withdrawal(field, answer)
    return answer if check is None else replace(answer, checks=(*answer.checks, check))


def withdrawal(field: Field, answer: MoveAnswer) -> Check | None:
    """Say how much nearer to its home edge a crippled unit could have come; None where it withdraws as it must."""
    i = field.place_of(answer.unit)
    unit, row = field.units.units[i], field.edition.hazards[KEY]
    home = next((side.home for side in field.table.sides if side.id == unit.side), None)
    if (
        not answer.allowed
        or CRIPPLED not in unit.state
        or home is None
        or row.unknown
        or not has_charts(field)
        or not field.options.is_on(PLAYED)
    ):
        return None
    atlas = _usual_ways(field, i)
    x, y, _ = answer.end
    start = float(_away(field, home, field.units.bases.xy[[i]])[0])
    attained = float(_away(field, home, np.array([[x, y]], dtype=np.float64))[0])
    best = _best(field, home, atlas, start)
    short = attained - best
    if short <= field.table.tolerance + TOUCH:
        return None
    is_full = answer.cost >= answer.available - field.table.tolerance - TOUCH
    if is_full and attained < start - TOUCH and _harm_near(field, atlas, field.units.bases.xy[i]):
        return None
    measured = facts(short=short, nearer=start - attained, could=start - best, edge=home)
    return Check(KEY, row.label, row.cite, 0.0, (x, y), None, None, measured)


def _usual_ways(field: Field, i: int) -> Atlas:
    """Give the chart of the mode that a unit has to use; who can only jump has to jump."""
    mode = usual_mode(field, i)
    is_free = mode in field.edition.tagged("never-has-to")
    found = atlas_of(field, i, ON_THE_GROUND if is_free else mode)
    return found if found.ways else atlas_of(field, i, mode)


def _away(field: Field, home: str, places: Floats) -> Floats:
    """Give how far places (n, 2) are from an edge of the table; beyond it they are there."""
    x, y = places.T
    inches = {"south": y, "north": field.table.depth - y, "west": x, "east": field.table.width - x}[home]
    return np.maximum(np.asarray(inches, dtype=np.float64), 0.0)


def _best(field: Field, home: str, atlas: Atlas, start: float) -> float:
    """Give how near to its edge the unit can come: of all places on the chart where a move can end."""
    found = [start]
    for way in atlas.ways:
        places = way.lattice.places[way.is_within]
        found += [float(_away(field, home, places).min())] if len(places) else []
    return min(found)


def _harm_near(field: Field, atlas: Atlas, at: Floats) -> bool:
    """Is there terrain within its Move that harms who enters?"""
    edition, lie = field.edition, field.lie
    harmful = [
        shape
        for piece, shapes in zip(lie.pieces, lie.shapes, strict=True)
        if (going := edition.going.get(piece.kind)) is not None
        and going.hazard
        and going.hazard not in SPARED
        for shape in shapes
    ]
    shapes = shape_array(harmful)
    spots = shape_array(list(points(at.reshape(1, 2))) * len(shapes))
    return bool(np.any(within(shapes, spots, atlas.available)))
