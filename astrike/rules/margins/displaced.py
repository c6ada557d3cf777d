"""One unit a little beside where it stands.

Which question: how does a unit stand whose base is off by so much? At the ground there, with the same facing; on the
roof, the deck or the floor that its elevation names as long as its centre is over it.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from astrike.geometry.arrays import Bools, Floats
from astrike.model.margin import Unmeasured
from astrike.model.unit import Elevation, InPiece, Unit
from astrike.rules.battlefield import Field
from astrike.rules.bodies import bodies_of
from astrike.tolerance import TOUCH

Over = frozenset[str]
"""Ids of the pieces under a place."""


def unmeasured(field: Field, i: int) -> Unmeasured | None:
    """Say why a unit has no base on the table that can be off; None where it has one."""
    unit = field.units.units[i]
    if field.metric.unmeasured:
        return Unmeasured(field.metric.unmeasured)
    if unit.carried_by is not None:
        return Unmeasured("carried", unit.id)
    if not unit.is_on_table:
        return Unmeasured("off-table", unit.id)
    return Unmeasured("flight", unit.id) if unit.flight is not None else None


def on_table(field: Field, places: Floats) -> Bools:
    """Say which of the places (n, 2) lie on the table."""
    size = np.array((field.table.width, field.table.depth))
    return np.asarray(((places >= 0.0) & (places <= size)).all(axis=1))


def stand_ins_of(field: Field, i: int, places: Floats) -> list[Unit]:
    """Give what stands for the unit at each of the places (n, 2) at once: numbered, and jamming nobody."""
    unit = field.units.units[i]
    return [
        replace(unit, id=f"{unit.id} {k}", ecm="off", at=at, elevation=elevation)
        for k, (at, elevation) in enumerate(_stands(field, i, places))
    ]


def displaced(field: Field, i: int, places: Floats) -> list[Unit]:
    """Give the unit at each of the places (n, 2)."""
    unit = field.units.units[i]
    return [replace(unit, at=at, elevation=elevation) for at, elevation in _stands(field, i, places)]


def _stands(field: Field, i: int, places: Floats) -> Iterator[tuple[tuple[float, float], Elevation]]:
    """Give each place with what a unit's elevation says there."""
    stands = _standing(field, i)
    over = field.lie.pieces_over(places)
    for (x, y), under in zip(places.tolist(), over, strict=True):
        yield (x, y), stands(frozenset(field.lie.pieces[k].id for k in under))


def _standing(field: Field, i: int) -> Callable[[Over], Elevation]:
    """Give what a unit's elevation says where these pieces are under it."""
    unit, body = field.units.units[i], field.units.of[i]
    asked = unit.elevation
    if asked is None or asked == "under":
        return lambda over: asked
    solids = frozenset(
        piece.id for piece, row in zip(field.lie.pieces, field.lie.rows, strict=True) if row.family == "solid"
    )
    if isinstance(asked, InPiece):
        return lambda over: asked if asked.piece in over else None
    if isinstance(asked, str):
        return lambda over: asked if over & solids else None
    if abs(_usual(field, unit) - asked) <= TOUCH:
        return lambda over: None
    held = body.on or body.inside
    return lambda over: asked if held is None or held in over else None


def _usual(field: Field, unit: Unit) -> float:
    """Give the height at which such a unit stands here without saying so."""
    plain = replace(unit, elevation=None)
    return float(bodies_of([plain], lie=field.lie, edition=field.edition, options=field.options).z[0])
