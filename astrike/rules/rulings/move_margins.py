"""Is a move allowed here and refused a little beside, or the other way round?

The judge states by how much each limit is kept or missed; a drop or a wall that begins a little farther on costs at
once more than the Move that is left, and no limit shows that. The verdict never depends on this.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from astrike.errors import InputError
from astrike.geometry.arrays import in_contact, share_place
from astrike.model.movement import MoveAnswer, MoveMargin, MoveQuestion
from astrike.rules.movement.contact import gap_at
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.move_margin import BASES
from astrike.rules.movement.obstacles import others_on_table
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

RAYS = 8
SHARES = (0.95, 0.4)
"""Parts of the tolerance by which the end is displaced, along each of so many rays."""
MOST_REASONS = 24
"""With more reasons against a move, an end that is a little off hardly undoes all of them: the answer says it was
not tried."""
ROUNDS = 6
"""Halvings on a ray that ends in another verdict."""
RATE = 2.0
"""Inches of Move that an inch costs where nothing jumps: so much the judge's own margin tells."""


def with_end_margin(
    prepared: PreparedTable, unit: str, question: MoveQuestion, answer: MoveAnswer
) -> MoveAnswer:
    """Give the answer with the margin of its end, where that is close and nothing else is."""
    is_close = answer.margin is not None and answer.margin.close
    if is_close or prepared.metric.unmeasured or not question.path or answer.mode == "flight":
        return answer
    if len(answer.refusals) > MOST_REASONS:
        return replace(answer, unmeasured=("reasons",))
    tolerance = prepared.table.tolerance
    touched = _touched(prepared, unit, answer)
    for share in SHARES:
        flips = [
            _closed_in(prepared, unit, question, answer, (far, angle, other), touched)
            for far, angle, other in _flips(prepared, unit, question, answer, share * tolerance, touched)
        ]
        if flips:
            far, _, other = min(flips, key=lambda flip: flip[0])
            reasons = other.refusals or answer.refusals
            by = next((reason.by for reason in reasons if reason.by is not None), None)
            return replace(answer, margin=MoveMargin(round(far, 4), "end", by, close=True))
    return answer


_Flip = tuple[float, float, MoveAnswer]
"""How far off, at which angle, and the answer there."""


def _closed_in(
    prepared: PreparedTable,
    unit: str,
    question: MoveQuestion,
    answer: MoveAnswer,
    flip: _Flip,
    touched: frozenset[str],
) -> _Flip:
    """Find where on a ray the verdict becomes another one."""
    high, angle, other = flip
    low = 0.0
    for _ in range(ROUNDS):
        middle = (low + high) / 2.0
        found = _displaced(prepared, unit, question, middle, angle)
        if found is not None and _is_another(answer, found, middle, touched):
            high, other = middle, found
        else:
            low = middle
    return high, angle, other


def _flips(
    prepared: PreparedTable,
    unit: str,
    question: MoveQuestion,
    answer: MoveAnswer,
    far: float,
    touched: frozenset[str],
) -> Iterator[_Flip]:
    """Give the rays on which the verdict is another one so far from the end."""
    for ray in range(RAYS):
        angle = math.tau * ray / RAYS
        other = _displaced(prepared, unit, question, far, angle)
        if other is not None and _is_another(answer, other, far, touched):
            yield far, angle, other


def _displaced(
    prepared: PreparedTable, unit: str, question: MoveQuestion, far: float, angle: float
) -> MoveAnswer | None:
    """Judge the move with another end; nothing where the height that was asked for is none at which one ends there."""
    last = question.path[-1]
    end = replace(last, x=last.x + far * math.cos(angle), y=last.y + far * math.sin(angle))
    try:
        return judge_move(prepared, unit, replace(question, path=(*question.path[:-1], end)))
    except InputError:
        return None


def _touched(prepared: PreparedTable, unit: str, answer: MoveAnswer) -> frozenset[str]:
    """Name the enemies that the move ends in contact with: it is meant to, so that it is no close call about them."""
    i, units = prepared.place_of(unit), prepared.units.units
    enemies = (k for k in others_on_table(prepared, i).tolist() if units[i].is_enemy_of(units[k]))
    gaps = {units[k].id: gap_at(prepared, i, k, answer.end[:2]) for k in enemies}
    return frozenset(other for other, gap in gaps.items() if in_contact(gap) and not share_place(gap))


def _is_another(answer: MoveAnswer, other: MoveAnswer, far: float, touched: frozenset[str]) -> bool:
    """Is the verdict another one, and not just by the inches of Move that the judge's margin tells?"""
    if answer.allowed == other.allowed:
        return False
    if answer.allowed and all(each.key in BASES and each.by in touched for each in other.refusals):
        return False
    reasons = {reason.key for reason in (*answer.refusals, *other.refusals)}
    is_smooth = abs(answer.cost - other.cost) <= RATE * far + TOUCH
    return not (reasons == {"move.too-far"} and is_smooth)
