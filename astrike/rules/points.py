"""An attack at a point of the table instead of a unit.

Which question: how far is that point, and does the attacker see it? Whether it may be attacked and with what comes
with a later version, so the answer is always refused with `point.not-yet` and carries what was measured.
"""

from dataclasses import replace

import numpy as np

from astrike.errors import InputError, Problem
from astrike.model.answer import AttackAnswer, Damage
from astrike.model.explain import Reason, Tally
from astrike.model.unit import Base, Unit
from astrike.rules.attack import attack, sight
from astrike.rules.battlefield import Field, field_on
from astrike.rules.measure import measure, top_at
from astrike.rules.sight import reason
from astrike.rules.situation import PLAIN, AttackQuestion, Point, bracket_at

SPECK = 1e-6
"""Inches: how large the stand-in for the point is. Below every tolerance, and still something that can be hidden."""


def attack_point(field: Field, attacker: str, point: Point, question: AttackQuestion = PLAIN) -> AttackAnswer:
    """Answer an attack at a point: refused for now, with range, line of sight and arc measured.

    The line of sight runs to a speck at the point, so `hidden` is 0 or 1, or a half exactly behind an edge.
    """
    _check_place(field, point)
    scene, name = _with_speck(field, point)
    answer = attack(scene, attacker, name, question)
    seen = sight(scene, attacker, name)
    distance = measure(field, attacker, (point.x, point.y)).range
    bracket = bracket_at(field, distance, underwater=answer.sight.underwater)
    return replace(
        answer,
        target=str(point),
        tally=Tally(answer.tally.key, ()),
        considered=(),
        refusals=(reason(field, "point.not-yet"), *_of_the_attacker(answer.refusals)),
        range=distance,
        bracket=bracket.key if bracket is not None else None,
        direction="front",
        damage=Damage(None),
        probability=0.0,
        automatic=None,
        assumed=tuple(note for note in answer.assumed if not note.at.startswith(f"units.{name}.")),
        options_used=seen.options_used,
        not_applied=(),
    )


def _check_place(field: Field, point: Point) -> None:
    table = field.table
    inside = 0 <= point.x <= table.width and 0 <= point.y <= table.depth
    if not inside or not np.isfinite(point.z if point.z is not None else 0.0):
        expected = f"a point on the table: x from 0 to {table.width:g}, y from 0 to {table.depth:g}"
        raise InputError([Problem("target", str(point), expected)])


def _with_speck(field: Field, point: Point) -> tuple[Field, str]:
    """Put a speck where the point is; its name is nobody else's."""
    name = str(point)
    while name in field.units.index:
        name += "*"
    speck = Unit(
        name,
        (point.x, point.y),
        name,
        type="CI",
        base=Base("round", SPECK, SPECK),
        height=SPECK,
        elevation=top_at(field, (point.x, point.y)) if point.z is None else point.z,
        stated=frozenset({"type", "base", "height", "elevation"}),
    )
    table = replace(field.table, units=(*field.table.units, speck))
    return field_on(field.lie, table=table, edition=field.edition, options=field.options), name


def _of_the_attacker(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Leave out what only an attack at a unit can be refused for."""
    return tuple(
        each for each in reasons if each.key.startswith("attacker.") or each.key.endswith(".not-yet")
    )
