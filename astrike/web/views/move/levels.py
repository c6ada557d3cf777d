"""How high does a point of the way lie? The choices that there are at it: in the air, on a roof, under a bridge.

They stand beside the verdict, so that nobody has to type a height where two or three can be meant.
"""

from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Final

import numpy as np

from astrike.model.movement import Height, MoveAnswer
from astrike.report.figures import height
from astrike.report.way import letter_of
from astrike.rules.battlefield import Field
from astrike.rules.elevation import keeps_off_decks
from astrike.tolerance import TOUCH
from astrike.web.i18n import _
from astrike.web.views.move.declared import Declared

FLYING: Final = "vtol"
_STEP: Final = 1.0


@dataclass(frozen=True, slots=True)
class Level:
    """A height that a point could have instead."""

    key: str
    label: str
    changed: Declared
    """The move with it."""
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Levels:
    """Every height that a point could have."""

    title: str
    rows: tuple[Level, ...]


def levels_at(field: Field, declared: Declared, answer: MoveAnswer | None) -> Levels | None:
    """List the heights that the chosen point could have; None where there is only one."""
    path = declared.question.path
    if answer is None or not 0 <= declared.point < min(len(path), len(answer.legs)):
        return None
    flies = answer.mode == FLYING
    rows = _in_the_air(declared, answer) if flies else _over_and_under(field, declared, answer)
    title = _("Height of point %(letter)s", letter=letter_of(declared.point))
    return Levels(title, rows) if rows else None


def _in_the_air(declared: Declared, answer: MoveAnswer) -> tuple[Level, ...]:
    """One inch down, as it is, one inch up; and on the ground at the end."""
    is_end = declared.point == len(declared.question.path) - 1
    land = Level("land", _("Land"), _landing(declared, lands=True), declared.question.land)
    if is_end and declared.question.land:
        return Level("fly", _("Stay in the air"), _landing(declared, lands=False), is_chosen=False), land
    now = answer.legs[declared.point].end[2]
    down, up = float(ceil(now - _STEP)), float(floor(now + _STEP))
    return (
        *([Level("down", f"↓ {height(down)}", _at(declared, down), is_chosen=False)] if down > 0.0 else []),
        Level("now", height(now), declared, is_chosen=True),
        Level("up", f"↑ {height(up)}", _at(declared, up), is_chosen=False),
        *([land] if is_end else []),
    )


def _landing(declared: Declared, *, lands: bool) -> Declared:
    changed = _at(declared, None)
    return replace(changed, question=replace(changed.question, land=lands))


def _over_and_under(field: Field, declared: Declared, answer: MoveAnswer) -> tuple[Level, ...]:
    """Inside a building or on its roof; on a bridge or under it."""
    lie, at = field.lie, declared.question.path[declared.point]
    (over,) = lie.pieces_over(np.array([(at.x, at.y)], dtype=np.float64))
    ids = {lie.pieces[piece].id for piece in over}
    found: tuple[tuple[str, Height, str], ...] = ()
    if any(lie.pieces[piece].kind == "building" for piece in over):
        found = (("inside", "inside", _("Inside")), ("roof", "roof", _("On the roof")))
    elif any(lie.rows[piece].family == "deck" for piece in over) and not keeps_off_decks(
        field.units.units[field.place_of(answer.unit)], over, lie=lie, edition=field.edition
    ):
        found = (("deck", None, _("On the bridge")), ("under", "under", _("Under it")))
    if not found:
        return ()
    (lower, *_rest), (higher, *_rest) = found if found[0][0] == "inside" else found[::-1]
    chosen = higher if answer.on in ids else lower
    if declared.point != len(declared.question.path) - 1:
        z = answer.legs[declared.point].end[2]
        is_up = found[0][0] == "inside" and any(abs(lie.extent[name][1] - z) <= TOUCH for name in ids)
        chosen = at.z if isinstance(at.z, str) else "roof" if is_up else found[0][0]
    return tuple(Level(key, label, _at(declared, z), is_chosen=key == chosen) for key, z, label in found)


def _at(declared: Declared, z: Height) -> Declared:
    """Give the move with another height at its chosen point."""
    path = list(declared.question.path)
    path[declared.point] = replace(path[declared.point], z=z)
    return replace(declared, question=replace(declared.question, path=tuple(path)))
