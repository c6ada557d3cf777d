"""How could a refused move be declared instead so that it is allowed?

Along the same points, stating "over it" or "into it" for the walls and buildings on the path, or stopping earlier: at
the last legal end before the first thing that is wrong. The judge decides about either and states what it costs; other
ways to the same place are found by `best_route`. Source: CE p.72.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from astrike.geometry.clearance import nearest
from astrike.geometry.sweeps import Track, make_track
from astrike.geometry.swept_overlaps import under_centre
from astrike.model.movement import (
    MOST_POINTS,
    CheapestRoute,
    MoveAnswer,
    MoveQuestion,
    MoveSuggestion,
    Waypoint,
)
from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.mobility_profile import MobilityProfile, mobility_profile_of
from astrike.rules.movement.movement_terrain import zones_of_piece
from astrike.rules.movement.wall_crossing import UNASKED, climbable
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

WORDS: Final = {"over": "roof", "inside": "inside"}
"""Ways to meet a wall or building, and how a point of a path says so."""


def with_suggestions(
    prepared: PreparedTable, unit: str, question: MoveQuestion, answer: MoveAnswer
) -> MoveAnswer:
    """Add to a refusal the climbs, and the ways through buildings, that make its path an allowed one."""
    has_solids = any(row.family == "solid" for row in prepared.terrain.rows)
    asked = (
        answer.allowed
        or question.dismount is not None
        or answer.mode not in prepared.edition.tagged("on-ground")
    )
    if asked or not has_solids or not question.path:
        return answer
    i = prepared.place_of(unit)
    offers: dict[str, MoveSuggestion] = {}
    for way, pieces in _choices(prepared, i, answer):
        if way in offers:
            continue
        path, met = with_heights_stated(prepared, i, question.path, pieces, word=WORDS[way])
        if not met or len(path) > MOST_POINTS:
            continue
        other = judge_move(prepared, unit, replace(question, path=path))
        if other.allowed:
            offers[way] = MoveSuggestion(
                way, tuple(prepared.terrain.pieces[k].id for k in met), other.cost, path
            )
    return replace(answer, offers=tuple(offers.values())) if offers else answer


def _choices(prepared: PreparedTable, i: int, answer: MoveAnswer) -> Iterator[tuple[str, frozenset[int]]]:
    """Give what a path could say, and of which pieces: into those it is refused for rather than into all on it."""
    yield "over", climbable(prepared, _mobility_of(prepared, i, answer.mode))
    houses = {k for k, piece in enumerate(prepared.terrain.pieces) if piece.kind == "building"}
    # Where the move begins it need not say so: it would go down to the lowest floor first.
    houses.discard(prepared.terrain.index.get(prepared.units.of[i].inside or "", -1))
    refused = {reason.by for reason in answer.refusals if reason.key == UNASKED}
    yield "inside", frozenset(k for k in houses if prepared.terrain.pieces[k].id in refused)
    yield "inside", frozenset(houses)


def with_heights_stated(
    prepared: PreparedTable, i: int, path: Sequence[Waypoint], pieces: Collection[int], *, word: str
) -> tuple[tuple[Waypoint, ...], tuple[int, ...]]:
    """Give a path that says in one word how it meets these pieces, and those of them that it has to say that of.

    A piece of which some point says something already is left as it is. Over is stated where the middle of the base
    comes over a piece, inside also where another part of it does.
    """
    track = make_track([prepared.units.units[i].at, *((point.x, point.y) for point in path)])
    ends = np.array([(point.x, point.y) for point in path], dtype=np.float64)
    over = prepared.terrain.pieces_over(ends)
    stated = {k for point, some in zip(path, over, strict=True) if point.z is not None for k in some}
    offset = track.offset.tolist()
    points, more = list(path), list[tuple[float, Waypoint]]()
    met: list[int] = []
    for k in sorted(set(pieces) - stated):
        at = _middle(prepared, i, track, k, is_whole=word == "inside")
        if at is None:
            continue
        met.append(k)
        own = next((n for n, some in enumerate(over) if k in some), None)
        if own is None:
            own = next((n for n, point in enumerate(path) if _is_end(point, offset[n + 1], at)), None)
        if own is not None:
            points[own] = replace(points[own], z=word)
        else:
            x, y = track.at([at])[0].tolist()
            more.append((at, Waypoint(round(x, 7), round(y, 7), word)))
    # Of two at one place the end of the path stays the last.
    found = [*more, *zip(offset[1:], points, strict=True)]
    return tuple(point for _, point in sorted(found, key=lambda one: one[0])), tuple(met)


def _is_end(point: Waypoint, offset: float, at: float) -> bool:
    return point.z is None and abs(offset - at) <= TOUCH


def _middle(prepared: PreparedTable, i: int, track: Track, k: int, *, is_whole: bool) -> float | None:
    """Give after how many inches a path is well over a piece: its middle, or else, if asked, the base as a whole."""
    zones = zones_of_piece(prepared.terrain, k)
    west, south, east, north = track.box.T
    footprint = prepared.metric.footprint(prepared.units.bases, i)
    reach = footprint.reach if is_whole else 0.0
    near = (zones.box[:, 0] <= east.max() + reach) & (zones.box[:, 2] >= west.min() - reach)
    near &= (zones.box[:, 1] <= north.max() + reach) & (zones.box[:, 3] >= south.min() - reach)
    if not near.any():
        return None
    spans = under_centre(track, zones)
    wide = np.flatnonzero(spans.end - spans.start > TOUCH)
    if len(wide):
        return float(spans.start[wide[0]] + spans.end[wide[0]]) / 2
    if not is_whole:
        return None
    clearance, place = nearest(track, footprint, zones)
    deepest = int(clearance.argmin())
    # Who begins over its edge may get away without a word.
    return float(place[deepest]) if clearance[deepest] < -TOUCH and place[deepest] > TOUCH else None


def _mobility_of(prepared: PreparedTable, i: int, mode: str) -> MobilityProfile:
    budget = budget_of(prepared, i, mode)
    return mobility_profile_of(prepared, i, budget.mover.key, budget.code, budget.variant)


_BACK = (0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)
"""Inches before the first offence that are tried as an end, one after another: the base has a width, steps a window."""

_LEAST = 0.25
"""Inches: who would hardly get away from where it stands had better look for another way."""

_GRAIN = 100.0
"""Ends lie on hundredths of an inch of travel, as people measure at best."""

_EXACT = frozenset({"move.too-far", "move.enemy", "move.stacking"})
"""Reasons before which it stops at the very place: all of the Move is used, and bases touch where they meet."""

_DIGITS = 7
"""Places after the point of an end: fewer would leave a rest of Move on ways that are not parallel to an edge."""


def shortened_move(
    prepared: PreparedTable, unit: str, question: MoveQuestion, refused: MoveAnswer
) -> CheapestRoute | None:
    """Give as much of a refused way as is allowed, judged; None where no part of it is.

    `refused` is the judge's answer to the question. Who boards or leaves somebody does not stop short.
    """
    if question.mount is not None or question.dismount is not None or not (refused.legs and question.path):
        return None
    first = min(reason.at for reason in refused.refusals)
    is_exact = any(reason.key in _EXACT and reason.at <= first for reason in refused.refusals)
    lengths = [math.floor((first - back) * _GRAIN + 1e-6) / _GRAIN for back in _BACK]
    tried: set[float] = set()
    i = prepared.place_of(unit)
    stated = _stated(prepared, question.path)
    for length in (*([first] if is_exact else []), *lengths):
        if length < _LEAST or length in tried:
            continue
        tried.add(length)
        path = _first_inches(question, refused, length)
        for word, pieces in stated.items():
            path, _ = with_heights_stated(prepared, i, path, pieces, word=word)
        answer = judge_move(prepared, unit, replace(question, path=path))
        if answer.allowed:
            return CheapestRoute(path, answer)
    return None


def _stated(prepared: PreparedTable, path: Sequence[Waypoint]) -> dict[str, set[int]]:
    """Give the walls and buildings of which a path says in a word how it meets them: so does what is left of it."""
    found: dict[str, set[int]] = {"inside": set(), "roof": set()}
    over = prepared.terrain.pieces_over(np.array([(point.x, point.y) for point in path], dtype=np.float64))
    for point, some in zip(path, over, strict=True):
        if isinstance(point.z, str) and point.z in found:
            found[point.z].update(k for k in some if prepared.terrain.rows[k].family == "solid")
    return found


def _first_inches(question: MoveQuestion, refused: MoveAnswer, length: float) -> tuple[Waypoint, ...]:
    """Give the points of so many inches of the way."""
    points: list[Waypoint] = []
    left = length
    for leg, point in zip(refused.legs, question.path, strict=False):
        if leg.length >= left:
            share = left / leg.length if leg.length > 0.0 else 0.0
            x, y = (a + (b - a) * share for a, b in zip(leg.start[:2], leg.end[:2], strict=True))
            is_end = share == 1.0
            return (*points, Waypoint(round(x, _DIGITS), round(y, _DIGITS), point.z if is_end else None))
        points.append(point)
        left -= leg.length
    return tuple(points)
