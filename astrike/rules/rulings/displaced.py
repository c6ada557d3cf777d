"""How does a table look when one unit, or the point aimed at, is a little beside its place?

A displaced unit stands on the ground there, with the same facing; on the roof, the deck or the floor that its
elevation names as long as its centre is over it. Where players agree that the other outcome of a close call counts,
the base or point is put just beyond the margin, where the verdict is that other one.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from astrike.geometry.arrays import Bools, Floats
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.margin import POINT, Margin, Unmeasured, VerdictParts, verdict_parts
from astrike.model.unit import Elevation, InPiece, Unit
from astrike.rules.solver.attack import Detail, attack
from astrike.rules.table.hypothetical import with_unit_at
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.table.prepared_units import prepare_units
from astrike.tolerance import TOUCH

PiecesUnder = frozenset[str]
"""Ids of the pieces under a place."""


def unmeasured(prepared: PreparedTable, i: int) -> Unmeasured | None:
    """Say why a unit has no base on the table that can be off; None where it has one."""
    unit = prepared.units.units[i]
    if prepared.metric.unmeasured:
        return Unmeasured(prepared.metric.unmeasured)
    if unit.carried_by is not None:
        return Unmeasured("carried", unit.id)
    if not unit.is_on_table:
        return Unmeasured("off-table", unit.id)
    return Unmeasured("flight", unit.id) if unit.flight is not None else None


def are_on_table(prepared: PreparedTable, places: Floats) -> Bools:
    """Say which of the places (n, 2) lie on the table."""
    size = np.array((prepared.table.width, prepared.table.depth))
    return np.asarray(((places >= 0.0) & (places <= size)).all(axis=1))


def hypothetical_at(prepared: PreparedTable, i: int, places: Floats) -> list[Unit]:
    """Give what stands for the unit at each of the places (n, 2) at once: numbered, and jamming nobody."""
    unit = prepared.units.units[i]
    return [
        replace(unit, id=f"{unit.id} {k}", ecm="off", at=at, elevation=elevation)
        for k, (at, elevation) in enumerate(_stands(prepared, i, places))
    ]


def displaced_units(prepared: PreparedTable, i: int, places: Floats) -> list[Unit]:
    """Give the unit at each of the places (n, 2)."""
    unit = prepared.units.units[i]
    return [replace(unit, at=at, elevation=elevation) for at, elevation in _stands(prepared, i, places)]


def _stands(
    prepared: PreparedTable, i: int, places: Floats
) -> Iterator[tuple[tuple[float, float], Elevation]]:
    """Give each place with what a unit's elevation says there."""
    stands = _standing(prepared, i)
    over = prepared.terrain.pieces_over(places)
    for (x, y), under in zip(places.tolist(), over, strict=True):
        yield (x, y), stands(frozenset(prepared.terrain.pieces[k].id for k in under))


def _standing(prepared: PreparedTable, i: int) -> Callable[[PiecesUnder], Elevation]:
    """Give what a unit's elevation says where these pieces are under it."""
    unit, body = prepared.units.units[i], prepared.units.of[i]
    asked = unit.elevation
    if asked is None or asked == "under":
        return lambda over: asked
    solids = frozenset(
        piece.id
        for piece, row in zip(prepared.terrain.pieces, prepared.terrain.rows, strict=True)
        if row.family == "solid"
    )
    if isinstance(asked, InPiece):
        return lambda over: asked if asked.piece in over else None
    if isinstance(asked, str):
        return lambda over: asked if over & solids else None
    if abs(_usual(prepared, unit) - asked) <= TOUCH:
        return lambda over: None
    held = body.on or body.inside
    return lambda over: asked if held is None or held in over else None


def _usual(prepared: PreparedTable, unit: Unit) -> float:
    """Give the height at which such a unit stands here without saying so."""
    plain = replace(unit, elevation=None)
    return float(
        prepare_units(
            [plain], terrain=prepared.terrain, edition=prepared.edition, options=prepared.options
        ).z[0]
    )


INCHES_BEYOND = (0.0005, 0.002, 0.006, 0.02)
"""Inches beyond what was found, the least first: margins are rounded, and corners are sharp."""

PointAimedAt = str | TablePoint


def beyond_margin(
    prepared: PreparedTable, attacker: str, aim: PointAimedAt, question: AttackQuestion, margin: Margin
) -> tuple[PreparedTable, PointAimedAt] | None:
    """Give the table and what is aimed at just beyond a margin; None where no such place shows its verdict."""
    for more in INCHES_BEYOND:
        there, at = _displaced(prepared, aim, margin, margin.inches + more)
        (answer,) = attack(there, [(attacker, at)], question, detail=Detail.LISTED)
        if _says(verdict_parts(answer)) == _says(margin.becomes):
            return there, at
    return None


def _says(outcome: VerdictParts) -> tuple[object, ...]:
    return (
        outcome.allowed,
        outcome.target_number,
        outcome.probability,
        outcome.damage,
        outcome.heat,
        outcome.recoil,
    )


def _displaced(
    prepared: PreparedTable, aim: PointAimedAt, margin: Margin, inches: float
) -> tuple[PreparedTable, PointAimedAt]:
    east, north = (inches * each for each in margin.toward)
    if margin.unit == POINT and isinstance(aim, TablePoint):
        return prepared, replace(aim, x=aim.x + east, y=aim.y + north)
    i = prepared.place_of(margin.unit)
    x, y = prepared.units.units[i].at
    (unit,) = displaced_units(prepared, i, np.array([(x + east, y + north)]))
    return with_unit_at(prepared, i, unit), aim
