"""How does a table stand just beyond a margin?

Which question: players agree that the other outcome of a close call counts; what does the attack need and do then? The
base, or the point, that the margin displaces is put where the verdict is that other one.
"""

from dataclasses import replace

import numpy as np

from astrike.model.attack import AttackQuestion, Point
from astrike.model.margin import POINT, Margin, Outcome, outcome_of
from astrike.rules.attack import Detail, attack
from astrike.rules.battlefield import Field
from astrike.rules.hypothetical import with_unit_at
from astrike.rules.margins.displaced import displaced

STEPS = (0.0005, 0.002, 0.006, 0.02)
"""Inches beyond what was found, the least first: margins are rounded, and corners are sharp."""

Aim = str | Point


def beyond_margin(
    field: Field, attacker: str, aim: Aim, question: AttackQuestion, margin: Margin
) -> tuple[Field, Aim] | None:
    """Give the table and what is aimed at just beyond a margin; None where no such place shows its verdict."""
    for more in STEPS:
        there, at = _displaced(field, aim, margin, margin.inches + more)
        (answer,) = attack(there, [(attacker, at)], question, detail=Detail.LISTED)
        if _says(outcome_of(answer)) == _says(margin.becomes):
            return there, at
    return None


def _says(outcome: Outcome) -> tuple[object, ...]:
    return (
        outcome.allowed,
        outcome.target_number,
        outcome.probability,
        outcome.damage,
        outcome.heat,
        outcome.recoil,
    )


def _displaced(field: Field, aim: Aim, margin: Margin, inches: float) -> tuple[Field, Aim]:
    east, north = (inches * each for each in margin.toward)
    if margin.unit == POINT and isinstance(aim, Point):
        return field, replace(aim, x=aim.x + east, y=aim.y + north)
    i = field.place_of(margin.unit)
    x, y = field.units.units[i].at
    (unit,) = displaced(field, i, np.array([(x + east, y + north)]))
    return with_unit_at(field, i, unit), aim
