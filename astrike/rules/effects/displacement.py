"""Where does a unit go whose skid or drop ends on a place that is taken?

To the nearest free place, counted in Move. Two units never share a place, whatever their heights (CE p.32).
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from astrike.geometry.arrays import Bools, Floats, share_place
from astrike.geometry.bases import gaps_to
from astrike.model.movement import MoveAnswer, MoveQuestion, Waypoint
from astrike.model.table import MetricName
from astrike.rules.effects.effect_case import EffectCase
from astrike.rules.movement.hex_path import board_in
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.hypothetical import with_hypothetical
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

RAYS, STEP, FARTHEST, HALVINGS = 180, 0.05, 20.0, 30
"""Directions that are looked in, inches from place to place and at most, halvings of the last of them."""
AT_ONCE = 10
"""Places in each direction that are checked together."""
CLOSED = "move.prohibited"
NO_MATTER = frozenset({"move.too-far", "move.no-move", "move.immobile", "move.mode", "move.building-unasked"})
"""Reasons that keep nobody from being put down somewhere: it does not go there itself."""

Place = tuple[float, float]
Places = tuple[Place, ...]


def place_beside(case: EffectCase, at: tuple[float, float]) -> tuple[float, float]:
    """Give where the unit ends that comes to a place, and note what happens when others stand there."""
    prepared, i = case.prepared, case.index
    taken = _taken_by(prepared, i, at)
    if not taken:
        return at
    case.option("move.overlap")
    by, reasons = ", ".join(prepared.units.units[j].id for j in taken), case.edition.reasons
    found = None if prepared.options.word("move.overlap") == "owner" else _nearest(prepared, i, at)
    if found is None:
        case.note(reasons["overlap.owner"], by=by)
        return at
    place, answer = found
    case.note(reasons["overlap.nearest"], by=by, cost=round(answer.cost, 2))
    if _is_closed(answer):
        case.note(reasons["overlap.closed"], unit=case.unit.id)
        case.sheet.flag("destroyed")
    return place


def _taken_by(prepared: PreparedTable, i: int, at: tuple[float, float]) -> tuple[int, ...]:
    """Name who stands on a place, by index."""
    apart = gaps_to(prepared.units.bases, [at])[0] - _radius(prepared, i)
    here = _others(prepared, i) & share_place(apart)
    return tuple(np.flatnonzero(here).tolist())


def _others(prepared: PreparedTable, i: int) -> Bools:
    units = prepared.units.units
    found = [unit.is_on_table and "destroyed" not in unit.state for unit in units]
    found[i] = False
    return np.array(found, dtype=np.bool_)


def _radius(prepared: PreparedTable, i: int) -> float:
    """Give the radius of a round base; of others half of what they measure at most from side to side."""
    base = prepared.units.units[i].base
    if prepared.units.bases.is_round[i] or base is None:
        return prepared.units.of[i].width / 2
    return max(base.width, base.length) / 2


def _nearest(
    prepared: PreparedTable, i: int, at: tuple[float, float]
) -> tuple[tuple[float, float], MoveAnswer] | None:
    """Find the free place that costs the least Move to get to; an inch costs one at least."""
    best: tuple[tuple[float, float], MoveAnswer] | None = None
    alone, name = _alone(prepared, i, at), prepared.units.units[i].id
    for inches, place in sorted(_FREE_PLACES[prepared.metric.name](prepared, i, at)):
        if best is not None and best[1].cost <= inches + TOUCH:
            break
        answer = judge_move(alone, name, MoveQuestion((Waypoint(*place),), mode="ground"))
        if _may_stand(answer) and (best is None or answer.cost < best[1].cost - TOUCH):
            best = (place, answer)
    return best


def _at_the_end(answer: MoveAnswer) -> Iterator[str]:
    """Give what is wrong with the place itself, not only on the way to it."""
    for refusal in answer.refusals:
        if refusal.until >= answer.length - TOUCH and refusal.key not in NO_MATTER:
            yield refusal.key


def _is_closed(answer: MoveAnswer) -> bool:
    return CLOSED in _at_the_end(answer)


def _may_stand(answer: MoveAnswer) -> bool:
    """May it be put down there, be it to be destroyed?"""
    return _is_closed(answer) or not any(_at_the_end(answer))


def _alone(prepared: PreparedTable, i: int, at: tuple[float, float]) -> PreparedTable:
    """Put the unit there as if nobody else were on the table."""
    unit = replace(
        prepared.units.units[i], at=at, motion="unmoved", moved=None, done=None, state=frozenset(), elevation=None,
        carried_by=None, carried_as=None,
    )  # fmt: skip
    return with_hypothetical(prepared, i, [unit], [])[0]


def _free_hexes(prepared: PreparedTable, i: int, at: Place) -> Iterator[tuple[float, Place]]:
    """Give every free hex, with the inches to it."""
    radius, here, board = _radius(prepared, i), np.array(at), board_in(prepared)
    centres = board.layout.centre(board.hexes)
    away = np.hypot(*(centres - here).T)
    near = (away <= FARTHEST) & _is_free(prepared, i, centres, radius)
    for inches, place in zip(away[near].tolist(), centres[near].tolist(), strict=True):
        yield inches, (place[0], place[1])


def _free_around(prepared: PreparedTable, i: int, at: Place) -> Iterator[tuple[float, Place]]:
    """Give the first free place in each direction, with the inches to it."""
    radius, here = _radius(prepared, i), np.array(at)
    ways, far = _first_free(prepared, i, here, radius)
    low = far - STEP
    for _halved in range(HALVINGS):
        middle = (low + far) / 2
        is_free = _is_free(prepared, i, here + middle[:, None] * ways, radius)
        low, far = np.where(is_free, low, middle), np.where(is_free, middle, far)
    places = np.round(here + far[:, None] * ways, 6).tolist()
    for inches, place in zip(far.tolist(), places, strict=True):
        yield inches, (place[0], place[1])


_FREE_PLACES: Mapping[MetricName, Callable[[PreparedTable, int, Place], Iterator[tuple[float, Place]]]] = {
    "inches": _free_around,
    "hexes": _free_hexes,
}


def _first_free(prepared: PreparedTable, i: int, here: Floats, radius: float) -> tuple[Floats, Floats]:
    """Give directions in which a place is free, and the first of the places that are checked in each."""
    ways = _directions(prepared, i, here)
    far = np.full(len(ways), np.inf)
    # Outwards a bit at a time: where hundreds stand, all places at once would not fit into memory.
    for along in np.split(np.arange(STEP, FARTHEST, STEP), range(AT_ONCE, round(FARTHEST / STEP), AT_ONCE)):
        waiting = np.flatnonzero(np.isinf(far))
        places = here + along[None, :, None] * ways[waiting][:, None, :]
        free = _is_free(prepared, i, places.reshape(-1, 2), radius).reshape(len(waiting), len(along))
        has_one = free.any(axis=1)
        far[waiting[has_one]] = along[free[has_one].argmax(axis=1)]
    found = np.isfinite(far)
    return ways[found], far[found]


def _directions(prepared: PreparedTable, i: int, here: Floats) -> Floats:
    """Give directions all round, and straight away from everyone who is in the way."""
    angles = [k * 2 * math.pi / RAYS for k in range(RAYS)]
    for j in _taken_by(prepared, i, (float(here[0]), float(here[1]))):
        dx, dy = here - prepared.units.bases.xy[j]
        if math.hypot(dx, dy) > TOUCH:
            angles.append(math.atan2(dx, dy))
    return np.array([(math.sin(angle), math.cos(angle)) for angle in angles])


def _is_free(prepared: PreparedTable, i: int, places: Floats, radius: float) -> Bools:
    """Say which places (p, 2) are on the table and touch nobody."""
    others = _others(prepared, i)
    apart = gaps_to(prepared.units.bases, places)[:, others] - radius
    table = prepared.table
    inside = (places >= radius - TOUCH).all(axis=1)
    inside &= (places[:, 0] <= table.width - radius + TOUCH) & (places[:, 1] <= table.depth - radius + TOUCH)
    free: Bools = inside & (apart >= -TOUCH * TOUCH).all(axis=1)
    return free
