"""The move that brings one base into contact with another.

Which question: by which move, if any, does this unit get into base contact with that one, and how does the table look
then? The judge of moves alone says what is allowed. Sources: CE p.46, AS pp.19, 43.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from astrike.geometry.arcs import bearings
from astrike.geometry.arrays import in_contact, share_place
from astrike.geometry.hexes import ring
from astrike.model.explain import Reason, facts
from astrike.model.movement import MoveAnswer, MoveQuestion, Waypoint
from astrike.model.table import MetricName
from astrike.model.terrain import Family
from astrike.rules.battlefield import Field
from astrike.rules.hypothetical import with_unit
from astrike.rules.lines import Line, measure_lines
from astrike.rules.movement.after import moved_unit
from astrike.rules.movement.crossing import UNASKED
from astrike.rules.movement.hexpath import board_in
from astrike.rules.movement.judge import judge
from astrike.rules.movement.route import route
from astrike.rules.reasons import reason
from astrike.rules.shot import Approach
from astrike.tolerance import TOUCH

Spot = tuple[float, float]
Way = tuple[Waypoint, ...]
TURNS = {"jump": 15.0, "ground": 45.0}
"""Degrees from one place around the target to the next that is tried."""
MOST_STEPS = 200
CLOSEST = TOUCH / 4
"""Inches at which bases count as touching when one is moved up to the other."""


def approach(
    field: Field, a: int, t: int, mode: str, path: Way
) -> tuple[Approach, tuple[Field, Line] | None]:
    """Find a move into contact; with it comes the table on which it has been made, and the line measured there."""
    first: tuple[Way, MoveAnswer] | None = None
    for way, answer in _tries(field, a, t, mode, path):
        first = first or (way, answer)
        if not answer.allowed:
            continue
        there = _arrived(field, a, answer)
        line = measure_lines(there, np.array([a]), np.array([t]))[0]
        if line.contact:
            used = tuple(used.id for used in answer.options_used)
            return Approach(way, answer.length, options=used), (there, line)
    assert first is not None
    way, answer = first
    return Approach(way, answer.length, reasons=tuple(_missing(field, a, t, answer))), None


# ---- ways that are tried


def _tries(field: Field, a: int, t: int, mode: str, path: Way) -> Iterator[tuple[Way, MoveAnswer]]:
    """Give ways and what the judge says of them: the one asked for, or the straight one and then others."""
    return _TRIES[field.metric.name](field, a, t, mode, path)


def _tries_in_inches(field: Field, a: int, t: int, mode: str, path: Way) -> Iterator[tuple[Way, MoveAnswer]]:
    """Give ways up to the target's base, straight and then from all around."""
    start = field.units.units[a].at
    if path:
        before = (path[-2].x, path[-2].y) if len(path) > 1 else start
        for end in _ends(field, a, t, path[-1], before):
            yield (*path[:-1], end), _judged(field, a, mode, (*path[:-1], end))
        return
    straight, available = _short_of(field, a, t, field.units.units[t].at, start), 0.0
    for end in _levels(field, t, straight):
        answer = _judged(field, a, mode, (end,))
        available = answer.available
        yield (end,), answer
    others = _around(field, a, t, TURNS[mode])
    for spot in others if mode == "jump" else (straight, *others):
        if math.dist(start, spot) > available + TOUCH:
            continue
        for end in _levels(field, t, spot):
            if mode == "jump":
                yield (end,), _judged(field, a, mode, (end,))
            elif (found := route(field, field.units.units[a].id, *spot, end.z, mode)) is not None:
                yield found.path, found.answer


def _ends(field: Field, a: int, t: int, asked: Waypoint, before: Spot) -> Iterator[Waypoint]:
    """Give the ends of a path that is asked for: where it says, and where it first touches a base that it runs into."""
    spot = (asked.x, asked.y)
    gap = _gap_at(field, a, t, spot)
    # Of polygons over each other nobody knows here how deep: their gap is 0.
    is_round = bool(field.units.bases.is_round[[a, t]].all())
    is_there = (is_round or gap != 0.0) and bool(in_contact(gap)) and not share_place(gap)
    first = _short_of(field, a, t, spot, before)
    for end in dict.fromkeys((spot, first) if is_there else (first,)):
        levels = tuple(_levels(field, t, end))
        is_known = end == spot or isinstance(asked.z, int | float) or asked.z in {level.z for level in levels}
        if asked.z is None or not is_known:
            yield from levels
        else:
            yield Waypoint(*end, asked.z)


def _levels(field: Field, t: int, spot: Spot) -> Iterator[Waypoint]:
    """Give a place at every height at which a unit there may touch the target; first as it comes to stand there."""
    yield Waypoint(*spot)
    lie, z, step = field.lie, float(field.units.z[t]), field.options.number("contact.max-step")
    (over,) = lie.pieces_over(np.array([spot], dtype=np.float64))
    solids, decks = (
        [lie.pieces[k].id for k in over if lie.rows[k].family == family]
        for family in (Family.SOLID, Family.DECK)
    )
    roof = max((lie.extent[name][1] for name in solids), default=math.inf)
    if abs(roof - z) <= step + TOUCH:
        yield Waypoint(*spot, "roof")
    if field.units.of[t].inside in solids:
        yield Waypoint(*spot, "inside")
    if any(z < lie.extent[name][1] - TOUCH for name in decks):
        yield Waypoint(*spot, "under")


def _tries_on_hexes(field: Field, a: int, t: int, mode: str, path: Way) -> Iterator[tuple[Way, MoveAnswer]]:
    """Give ways into the hexes beside the target's, the nearest first; a path into the target's ends beside it."""
    board = board_in(field)
    target = board.layout.hex_at([field.units.units[t].at])
    points = (field.units.units[a].at, *((point.x, point.y) for point in path))
    from_here = points[max(0, len(path) - 1)]
    beside = [(x, y) for x, y in board.layout.centre(ring(target[0], 1)).tolist()]
    beside.sort(key=lambda spot: math.dist(spot, from_here))
    if path:
        meets = np.array_equal(board.layout.hex_at([points[-1]]), target)
        last = replace(path[-1], x=beside[0][0], y=beside[0][1]) if meets else path[-1]
        for end in (last,) if last.z is not None else _levels(field, t, (last.x, last.y)):
            yield (*path[:-1], end), _judged(field, a, mode, (*path[:-1], end))
        return
    for spot in beside:
        for end in _levels(field, t, spot):
            answer = _judged(field, a, mode, (end,))
            yield (end,), answer
            is_silent = any(reason.key == UNASKED for reason in answer.refusals)
            if is_silent and (found := route(field, answer.unit, *spot, end.z, mode)) is not None:
                yield found.path, found.answer


_TRIES: Mapping[MetricName, Callable[[Field, int, int, str, Way], Iterator[tuple[Way, MoveAnswer]]]] = {
    "inches": _tries_in_inches,
    "hexes": _tries_on_hexes,
}


def _judged(field: Field, a: int, mode: str, way: Way) -> MoveAnswer:
    return judge(field, field.units.units[a].id, MoveQuestion(way, mode=mode))


def _around(field: Field, a: int, t: int, turn: float) -> Iterator[Spot]:
    """Give places all around the target where the bases touch, the nearest first."""
    xy = field.units.bases.xy
    (from_target,) = bearings(xy[[t]], xy[[a]]).tolist()
    far = field.units.bases.radius[[a, t]].sum() + _reach(field, a) + _reach(field, t) + 1.0
    x, y = xy[t].tolist()
    for k in range(1, int(180.0 / turn) + 1):
        for side in (1.0, -1.0) if k * turn < 180.0 else (1.0,):
            angle = math.radians(from_target + side * k * turn)
            outside = (x + far * math.sin(angle), y + far * math.cos(angle))
            yield _short_of(field, a, t, (x, y), outside)


def _reach(field: Field, i: int) -> float:
    """Give an inch count that no corner of a base is farther from its centre than."""
    return 3.0 * float(field.units.bases.side[i, :, 2].max(initial=0.0))


def _short_of(field: Field, a: int, t: int, end: Spot, start: Spot) -> Spot:
    """Give where on the way from start to end the base first touches the target's; the end where it never does."""
    length = math.dist(start, end)
    if length <= TOUCH:
        return end
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    here, gone = start, 0.0
    for _ in range(MOST_STEPS):
        here = (start[0] + along[0] * gone, start[1] + along[1] * gone)
        gap = _gap_at(field, a, t, here)
        if gap <= CLOSEST:
            return here
        gone += gap
        if gone >= length:
            return end
    return here


def gap_between(field: Field, a: int, t: int) -> float:
    """Give the inches that are missing to contact as the two stand."""
    return _missing_at(field, a, t, field.units.units[a].at)


def _missing_at(field: Field, a: int, t: int, place: Spot) -> float:
    gap = _gap_at(field, a, t, place)
    return 0.0 if in_contact(gap) else round(gap, 6)


def _gap_at(field: Field, a: int, t: int, place: Spot) -> float:
    """Give the inches that are missing to contact when the attacker stands there."""
    return field.metric.gap_at(field.units.bases, a, place, t)


# ---- after the move


def _arrived(field: Field, a: int, answer: MoveAnswer) -> Field:
    """Give the table once the move has been made."""
    x, y, z = answer.end
    unit = moved_unit(field, field.units.units[a], answer.mode, answer.length)
    unit = replace(unit, at=(x, y), elevation=z, done=True)
    return with_unit(field, a, unit)


def _missing(field: Field, a: int, t: int, answer: MoveAnswer) -> Iterator[Reason]:
    """Say what is missing in inches of Move, or to the target's base, and what else forbids the way."""
    x, y, z = answer.end
    gap = _missing_at(field, a, t, (x, y))
    step = round(abs(z - float(field.units.z[t])), 6)
    too_far = next((each for each in answer.refusals if each.key == "move.too-far"), None)
    if gap:
        measured = facts(missing=gap, height=step)
    elif too_far is not None:
        short = round(answer.cost - answer.available, 6)
        measured = facts(missing=short, cost=round(answer.cost, 6), available=answer.available)
    else:
        stopped = min((each.at for each in answer.refusals), default=answer.length)
        measured = facts(missing=round(answer.length - stopped, 6), height=step)
    yield reason(field, "charge.contact", measured)
    named: dict[str, Reason] = {}
    for each in answer.refusals:
        if each is not too_far or gap:
            named.setdefault(each.key, Reason(each.key, each.label, each.cite, each.facts))
    yield from named.values()
