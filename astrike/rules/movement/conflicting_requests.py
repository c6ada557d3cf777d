"""Does a declared move ask for two things that cannot both be true?

Which question: is something asked for that this way of moving does not do, or that the path itself takes back? What can
be done but is not allowed is refused with a reason by the judge, never here.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from astrike.errors import Problem
from astrike.geometry.arrays import close_pairs, points
from astrike.model.movement import MoveQuestion
from astrike.model.terrain import BUILT, Family
from astrike.rules.battlefield import Field
from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.mover import usual_mode

_NEEDS: Final[Mapping[str, tuple[frozenset[Family], str]]] = {
    "roof": (BUILT, "a building or bridge at that place"),
    "inside": (BUILT, "a building or bridge at that place"),
    "under": (frozenset({Family.DECK}), "a bridge at that place"),
}
"""Heights in words: the families of terrain of which one has to be there, and how that is said.

The surface is everywhere: of the water, else of the ground.
"""


def conflicting_requests(field: Field, i: int, question: MoveQuestion) -> Iterator[Problem]:
    """Give everything in a question that another part of it, the mode or the unit's state rules out."""
    mode = question.mode or usual_mode(field, i, takes_off=question.take_off)
    may_fly = mode not in field.edition.tagged("same-for-all")
    flies = may_fly and "flying" in budget_of(field, i, mode).mover.tags
    if question.land and not flies:
        yield Problem("land", "yes", f"no: in {mode} mode it does not land")
    if question.take_off and not flies:
        yield Problem("take_off", "yes", f"no: in {mode} mode it does not take off")
    elif question.take_off and field.units.airborne[i]:
        yield Problem("take_off", "yes", "no: it is in the air already")
    if question.mount is not None and question.mount == question.dismount:
        yield Problem("mount", question.mount, "another transport than the one that it leaves")
    # On the ground the path itself asks for roofs and insides that are not there.
    words = _NEEDS if mode == "jump" or flies else {"under": _NEEDS["under"]}
    yield from _nothing_there(field, i, question, words)


def _nothing_there(
    field: Field, i: int, question: MoveQuestion, words: Mapping[str, tuple[frozenset[Family], str]]
) -> Iterator[Problem]:
    """A height is asked for in a word, and nothing under the base gives it."""
    lie = field.lie
    radius = float(field.units.bases.radius[i])
    for k, point in enumerate(question.path):
        if not isinstance(point.z, str) or point.z not in words:
            continue
        families, expected = words[point.z]
        is_one = np.array([row.family in families for row in lie.rows], dtype=np.bool_)[lie.polygon_piece]
        place = points(np.array([(point.x, point.y)], dtype=np.float64))
        near, _ = close_pairs(lie.polygons[is_one], place, radius)
        if not len(near):
            yield Problem(f"path[{k}].z", point.z, expected)
