"""Where along a refused way could the unit stop instead? The last legal end before the first thing that is wrong.

Which question: how much of the declared way is left when it ends where the judge still allows it? The unit keeps to the
way that was declared; other ways are found in `route`.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from astrike.model.movement import MoveAnswer, MoveQuestion, Route, Waypoint
from astrike.rules.battlefield import Field
from astrike.rules.movement.judge import judge
from astrike.rules.movement.offers import with_heights_stated

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


def cut_short(field: Field, unit: str, question: MoveQuestion, refused: MoveAnswer) -> Route | None:
    """Give as much of a refused way as is allowed, judged; None where no part of it is.

    `refused` is the judge's answer to the question. Who boards or leaves somebody does not stop short.
    """
    if question.mount is not None or question.dismount is not None or not (refused.legs and question.path):
        return None
    first = min(reason.at for reason in refused.refusals)
    is_exact = any(reason.key in _EXACT and reason.at <= first for reason in refused.refusals)
    lengths = [math.floor((first - back) * _GRAIN + 1e-6) / _GRAIN for back in _BACK]
    tried: set[float] = set()
    i = field.place_of(unit)
    said = _said(field, question.path)
    for length in (*([first] if is_exact else []), *lengths):
        if length < _LEAST or length in tried:
            continue
        tried.add(length)
        path = _first_inches(question, refused, length)
        for word, pieces in said.items():
            path, _ = with_heights_stated(field, i, path, pieces, word=word)
        answer = judge(field, unit, replace(question, path=path))
        if answer.allowed:
            return Route(path, answer)
    return None


def _said(field: Field, path: Sequence[Waypoint]) -> dict[str, set[int]]:
    """Give the walls and buildings of which a path says in a word how it meets them: so does what is left of it."""
    found: dict[str, set[int]] = {"inside": set(), "roof": set()}
    over = field.lie.pieces_over(np.array([(point.x, point.y) for point in path], dtype=np.float64))
    for point, some in zip(path, over, strict=True):
        if isinstance(point.z, str) and point.z in found:
            found[point.z].update(k for k in some if field.lie.rows[k].family == "solid")
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
