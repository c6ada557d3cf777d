"""Which other units can a move concern: to face, to mount, to dismount from, or as a threat?

Also where a unit touches the transport that it mounts or leaves, since a finger does not find base contact exactly.
"""

from collections.abc import Collection
from dataclasses import replace
from math import hypot

from astrike.model.movement import MoveAnswer, MoveQuestion, Waypoint
from astrike.model.unit import Unit
from astrike.rules.movement.transport import may_ride, transport_room
from astrike.rules.solver.attack import are_enemies
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.units import UnitLabels

Named = tuple[tuple[str, str], ...]
"""Units by id, with mark and name."""


def others(prepared: PreparedTable, unit: Unit, labels: UnitLabels) -> Named:
    """List the other units on the table."""
    return named(
        prepared,
        labels,
        {*_on_table(prepared, unit, hostile=True), *_on_table(prepared, unit, hostile=False)},
    )


def enemies(prepared: PreparedTable, unit: Unit, labels: UnitLabels) -> Named:
    """List the enemies on the table."""
    return named(prepared, labels, _on_table(prepared, unit, hostile=True))


def carriers(prepared: PreparedTable, unit: Unit, labels: UnitLabels, chosen: str | None) -> Named:
    """List units of its side that could carry it if there is room, and the one that was asked for."""
    friends = _on_table(prepared, unit, hostile=False)
    able = {each for each in friends if _can_carry(prepared, prepared.place_of(each), unit)}
    return named(prepared, labels, {*able, chosen})


def named(prepared: PreparedTable, labels: UnitLabels, ids: Collection[str | None]) -> Named:
    """Give the units with these ids, in the order of the file."""
    return tuple(
        (other.id, f"{labels.marks[other.id].letter} {labels.names[other.id]}")
        for other in prepared.table.units
        if other.id in ids
    )


def _on_table(prepared: PreparedTable, unit: Unit, *, hostile: bool) -> set[str]:
    here = prepared.place_of(unit.id)
    return {
        other.id
        for other in prepared.table.units
        if other.id != unit.id and other.is_on_table and "destroyed" not in other.state
        if are_enemies(prepared, here, prepared.place_of(other.id)) == hostile
    }


def _can_carry(prepared: PreparedTable, carrier: int, unit: Unit) -> bool:
    return may_ride(prepared, carrier, unit) or transport_room(prepared, carrier, unit) is not None


def beside_transport(
    prepared: PreparedTable, unit: Unit, question: MoveQuestion, answer: MoveAnswer | None
) -> tuple[Waypoint, ...]:
    """Give the way that touches the transport which a declared one misses; empty where none does, or none is missed.

    Who leaves is set down due north, east, south or west of it: there bases touch in figures that an address can hold.
    """
    other = question.dismount or question.mount
    if (
        answer is None
        or other is None
        or not any(each.key == "transport.contact" for each in answer.refusals)
    ):
        return ()
    bases, i, carrier = prepared.units.bases, prepared.place_of(unit.id), prepared.place_of(other)
    if not (bases.is_round[i] and bases.is_round[carrier]):
        return ()
    reach = float(bases.radius[i] + bases.radius[carrier])
    x, y = (float(each) for each in bases.xy[carrier])
    path = question.path
    if question.dismount is not None:
        sides = ((x, y + reach), (x + reach, y), (x, y - reach), (x - reach, y))
        wanted = path[0] if path else Waypoint(*unit.at)
        at = min(sides, key=lambda side: hypot(side[0] - wanted.x, side[1] - wanted.y))
        return (Waypoint(*at), *path[1:])
    before = (path[-2].x, path[-2].y) if len(path) > 1 else unit.at
    apart = hypot(before[0] - x, before[1] - y)
    share = reach / apart if apart > reach else 1.0
    end = Waypoint(round(x + (before[0] - x) * share, 3), round(y + (before[1] - y) * share, 3))
    return (*path[:-1], replace(path[-1], x=end.x, y=end.y) if path else end)
