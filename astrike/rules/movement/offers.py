"""Does a refused path work when it says how it meets the walls and buildings on it?

Which question: the same points, with one more in the middle of each wall or building that says "over it" or "into it";
the judge then says what that costs. Other ways to the same place are found in `route`. Source: CE p.72.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from astrike.geometry.arrays import TOUCH
from astrike.geometry.sweep import under_centre
from astrike.geometry.tracks import make_track
from astrike.model.movement import MOST_POINTS, MoveAnswer, MoveOffer, MoveQuestion, Waypoint
from astrike.rules.battlefield import Field
from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.crossing import climbable
from astrike.rules.movement.judge import judge
from astrike.rules.movement.landscape import zones_of_piece
from astrike.rules.movement.mover import GROUND_MODES
from astrike.rules.movement.walker import Walker, walker_of

WORDS: Final = {"over": "roof", "inside": "inside"}
"""Ways to meet a wall or building, and how a point of a path says so."""


def with_offers(field: Field, unit: str, question: MoveQuestion, answer: MoveAnswer) -> MoveAnswer:
    """Add to a refusal the climbs, and the ways through buildings, that make its path an allowed one."""
    has_solids = any(row.family == "solid" for row in field.lie.rows)
    asked = answer.allowed or question.dismount is not None or answer.mode not in GROUND_MODES
    if asked or not has_solids or not question.path:
        return answer
    walker = _walker(field, field.place_of(unit), answer.mode)
    open_ = climbable(field, walker)
    houses = {k for k, piece in enumerate(field.lie.pieces) if piece.kind == "building"}
    offers: list[MoveOffer] = []
    for way, pieces in (("over", open_), ("inside", houses)):
        path, met = told(
            field, field.units.units[field.place_of(unit)].at, question.path, pieces, word=WORDS[way]
        )
        if not met or len(path) > MOST_POINTS:
            continue
        other = judge(field, unit, replace(question, path=path))
        if other.allowed:
            offers.append(MoveOffer(way, tuple(field.lie.pieces[k].id for k in met), other.cost, path))
    return replace(answer, offers=tuple(offers)) if offers else answer


def told(
    field: Field,
    start: tuple[float, float],
    path: Sequence[Waypoint],
    pieces: Collection[int],
    *,
    word: str,
) -> tuple[tuple[Waypoint, ...], tuple[int, ...]]:
    """Give a path that says in one word how it meets these pieces, and those of them that its middle comes over.

    A piece of which some point says something already is left as it is.
    """
    track = make_track([start, *((point.x, point.y) for point in path)])
    if not len(track):
        return tuple(path), ()
    ends = np.array([(point.x, point.y) for point in path], dtype=np.float64)
    over = field.lie.pieces_over(ends)
    said = {k for point, some in zip(path, over, strict=True) if point.z is not None for k in some}
    offset = track.offset.tolist()
    found: list[tuple[float, Waypoint]] = [(offset[j + 1], point) for j, point in enumerate(path)]
    met: list[int] = []
    for k in sorted(set(pieces) - said):
        spans = under_centre(track, zones_of_piece(field.lie, k))
        wide = spans.end - spans.start > TOUCH
        if not wide.any():
            continue
        met.append(k)
        first = int(np.flatnonzero(wide)[0])
        at = float(spans.start[first] + spans.end[first]) / 2
        own = next((n for n, some in enumerate(over) if k in some), None)
        if own is not None:
            found[own] = (found[own][0], replace(path[own], z=word))
        else:
            x, y = track.at([at])[0].tolist()
            found.append((at, Waypoint(round(x, 7), round(y, 7), word)))
    return tuple(point for _, point in sorted(found, key=lambda one: one[0])), tuple(met)


def _walker(field: Field, i: int, mode: str) -> Walker:
    budget = budget_of(field, i, mode)
    return walker_of(field, i, budget.mover.key, budget.code, budget.variant)
