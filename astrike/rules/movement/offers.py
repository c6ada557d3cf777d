"""Does a refused path work when it says how it meets the walls and buildings on it?

Which question: the same points, with one more in the middle of each wall or building that says "over it" or "into it";
the judge then says what that costs. Other ways to the same place are found in `route`. Source: CE p.72.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from astrike.geometry.clearance import nearest
from astrike.geometry.sweep import under_centre
from astrike.geometry.tracks import Track, make_track
from astrike.model.movement import MOST_POINTS, MoveAnswer, MoveOffer, MoveQuestion, Waypoint
from astrike.rules.battlefield import Field
from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.crossing import UNASKED, climbable
from astrike.rules.movement.judge import judge
from astrike.rules.movement.landscape import zones_of_piece
from astrike.rules.movement.walker import Walker, walker_of
from astrike.tolerance import TOUCH

WORDS: Final = {"over": "roof", "inside": "inside"}
"""Ways to meet a wall or building, and how a point of a path says so."""


def with_offers(field: Field, unit: str, question: MoveQuestion, answer: MoveAnswer) -> MoveAnswer:
    """Add to a refusal the climbs, and the ways through buildings, that make its path an allowed one."""
    has_solids = any(row.family == "solid" for row in field.lie.rows)
    asked = (
        answer.allowed
        or question.dismount is not None
        or answer.mode not in field.edition.tagged("on-ground")
    )
    if asked or not has_solids or not question.path:
        return answer
    i = field.place_of(unit)
    offers: dict[str, MoveOffer] = {}
    for way, pieces in _choices(field, i, answer):
        if way in offers:
            continue
        path, met = with_heights_stated(field, i, question.path, pieces, word=WORDS[way])
        if not met or len(path) > MOST_POINTS:
            continue
        other = judge(field, unit, replace(question, path=path))
        if other.allowed:
            offers[way] = MoveOffer(way, tuple(field.lie.pieces[k].id for k in met), other.cost, path)
    return replace(answer, offers=tuple(offers.values())) if offers else answer


def _choices(field: Field, i: int, answer: MoveAnswer) -> Iterator[tuple[str, frozenset[int]]]:
    """Give what a path could say, and of which pieces: into those it is refused for rather than into all on it."""
    yield "over", climbable(field, _walker(field, i, answer.mode))
    houses = {k for k, piece in enumerate(field.lie.pieces) if piece.kind == "building"}
    # Where the move begins it need not say so: it would go down to the lowest floor first.
    houses.discard(field.lie.index.get(field.units.of[i].inside or "", -1))
    refused = {reason.by for reason in answer.refusals if reason.key == UNASKED}
    yield "inside", frozenset(k for k in houses if field.lie.pieces[k].id in refused)
    yield "inside", frozenset(houses)


def with_heights_stated(
    field: Field, i: int, path: Sequence[Waypoint], pieces: Collection[int], *, word: str
) -> tuple[tuple[Waypoint, ...], tuple[int, ...]]:
    """Give a path that says in one word how it meets these pieces, and those of them that it has to say that of.

    A piece of which some point says something already is left as it is. Over is said where the middle of the base
    comes over a piece, inside also where another part of it does.
    """
    track = make_track([field.units.units[i].at, *((point.x, point.y) for point in path)])
    ends = np.array([(point.x, point.y) for point in path], dtype=np.float64)
    over = field.lie.pieces_over(ends)
    said = {k for point, some in zip(path, over, strict=True) if point.z is not None for k in some}
    offset = track.offset.tolist()
    points, more = list(path), list[tuple[float, Waypoint]]()
    met: list[int] = []
    for k in sorted(set(pieces) - said):
        at = _middle(field, i, track, k, is_whole=word == "inside")
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


def _middle(field: Field, i: int, track: Track, k: int, *, is_whole: bool) -> float | None:
    """Give after how many inches a path is well over a piece: its middle, or else, if asked, the base as a whole."""
    zones = zones_of_piece(field.lie, k)
    west, south, east, north = track.box.T
    footprint = field.metric.footprint(field.units.bases, i)
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


def _walker(field: Field, i: int, mode: str) -> Walker:
    budget = budget_of(field, i, mode)
    return walker_of(field, i, budget.mover.key, budget.code, budget.variant)
