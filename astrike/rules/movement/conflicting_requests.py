"""Does a declared move ask for two things that cannot both be true?

Which question: is something asked for that this way of moving does not do, or that the path itself takes back? What can
be done but is not allowed is refused with a reason by the judge, never here.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from astrike.errors import Problem
from astrike.geometry.arrays import close_pairs, points
from astrike.model.movement import MoveQuestion
from astrike.rules.battlefield import Field
from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.mover import FLIERS, usual_mode

_NEVER_IN_THE_AIR: Final = frozenset({"jump", "submersible"})
"""Modes in which nobody takes off or lands, whatever the card says."""
_ON_SOMETHING: Final = frozenset({"roof", "inside"})
_RAISED: Final = ("solid", "deck")


def conflicting_requests(field: Field, i: int, question: MoveQuestion) -> Iterator[Problem]:
    """Give everything in a question that another part of it, the mode or the unit's state rules out."""
    mode = question.mode or usual_mode(field, i, takes_off=question.take_off)
    flies = mode not in _NEVER_IN_THE_AIR and budget_of(field, i, mode).mover.key in FLIERS
    if question.land and not flies:
        yield Problem("land", "yes", f"no: in {mode} mode it does not land")
    if question.take_off and not flies:
        yield Problem("take_off", "yes", f"no: in {mode} mode it does not take off")
    elif question.take_off and field.units.airborne[i]:
        yield Problem("take_off", "yes", "no: it is in the air already")
    if question.mount is not None and question.mount == question.dismount:
        yield Problem("mount", question.mount, "another transport than the one that it leaves")
    if mode == "jump" or flies:
        yield from _nothing_there(field, i, question)


def _nothing_there(field: Field, i: int, question: MoveQuestion) -> Iterator[Problem]:
    """A roof or an inside is asked for where there is none under the base; on the ground the path itself is asked."""
    lie = field.lie
    raised = np.array([row.family in _RAISED for row in lie.rows], dtype=np.bool_)[lie.polygon_piece]
    radius = float(field.units.bases.radius[i])
    for k, point in enumerate(question.path):
        if point.z not in _ON_SOMETHING:
            continue
        near, _ = close_pairs(
            lie.polygons[raised], points(np.array([(point.x, point.y)], dtype=np.float64)), radius
        )
        if not len(near):
            yield Problem(f"path[{k}].z", str(point.z), "a building or bridge at that place")
