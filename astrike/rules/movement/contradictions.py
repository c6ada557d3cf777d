"""Do the statements about a move, or about how units moved this turn, exclude each other?

A declared move may ask for something that its mode does not do or that the path itself takes back; what can be done
but is not allowed is refused with a reason by the judge, never here. Of a table, the kind of movement, the inches and
the card of a unit may not fit together: it can be played on, but its numbers may surprise. Sources: CE pp.32, 37-38.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from astrike.errors import Problem
from astrike.geometry.arrays import close_pairs, points
from astrike.model.explain import NO_FACTS, Facts, facts
from astrike.model.legality import Finding
from astrike.model.movement import MoveQuestion
from astrike.model.terrain import BUILT, Family
from astrike.model.unit import MOTIVE_CODES
from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.mobility_profile import usual_mode
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.mobility import FLIGHT, part_of
from astrike.rules.units.move_and_tmm import pilot_abilities
from astrike.tolerance import TOUCH

_NEEDS: Final[Mapping[str, tuple[frozenset[Family], str]]] = {
    "roof": (BUILT, "a building or bridge at that place"),
    "inside": (BUILT, "a building or bridge at that place"),
    "under": (frozenset({Family.DECK}), "a bridge at that place"),
}
"""Heights in words: the families of terrain of which one has to be there, and how that is stated.

The surface is everywhere: of the water, else of the ground.
"""


def conflicting_requests(prepared: PreparedTable, i: int, question: MoveQuestion) -> Iterator[Problem]:
    """Give everything in a question that another part of it, the mode or the unit's state rules out."""
    mode = question.mode or usual_mode(prepared, i, takes_off=question.take_off)
    may_fly = mode not in prepared.edition.tagged("same-for-all")
    flies = may_fly and "flying" in budget_of(prepared, i, mode).mover.tags
    if question.land and not flies:
        yield Problem("land", "yes", f"no: in {mode} mode it does not land")
    if question.take_off and not flies:
        yield Problem("take_off", "yes", f"no: in {mode} mode it does not take off")
    elif question.take_off and prepared.units.airborne[i]:
        yield Problem("take_off", "yes", "no: it is in the air already")
    if question.mount is not None and question.mount == question.dismount:
        yield Problem("mount", question.mount, "another transport than the one that it leaves")
    # On the ground the path itself asks for roofs and insides that are not there.
    words = _NEEDS if mode == "jump" or flies else {"under": _NEEDS["under"]}
    yield from _nothing_there(prepared, i, question, words)


def _nothing_there(
    prepared: PreparedTable,
    i: int,
    question: MoveQuestion,
    words: Mapping[str, tuple[frozenset[Family], str]],
) -> Iterator[Problem]:
    """A height is asked for in a word, and nothing under the base gives it."""
    terrain = prepared.terrain
    radius = float(prepared.units.bases.radius[i])
    for k, point in enumerate(question.path):
        if not isinstance(point.z, str) or point.z not in words:
            continue
        families, expected = words[point.z]
        is_one = np.array([row.family in families for row in terrain.rows], dtype=np.bool_)[
            terrain.polygon_piece
        ]
        place = points(np.array([(point.x, point.y)], dtype=np.float64))
        near, _ = close_pairs(terrain.polygons[is_one], place, radius)
        if not len(near):
            yield Problem(f"path[{k}].z", point.z, expected)


SEVERITY = {
    "standing.too-far": "warning",
    "standing.hardly-moved": "warning",
    "standing.unmoved-done": "note",
}
"""All others are errors."""


def stated_move_findings(prepared: PreparedTable) -> tuple[Finding, ...]:
    """Name what excludes itself in the statements about each unit that is still in play."""
    return tuple(
        finding
        for i, unit in enumerate(prepared.units.units)
        if "destroyed" not in unit.state
        for finding in _of_unit(prepared, i)
    )


def _of_unit(prepared: PreparedTable, i: int) -> Iterator[Finding]:
    unit, number = prepared.units.units[i], prepared.edition.number
    moved = unit.moved or 0.0
    if unit.motion == "standstill" and moved >= number("standstill") - TOUCH:
        yield _finding(prepared, i, "standing.standstill-moved", limit=number("standstill"), value=moved)
    elif unit.motion == "unmoved" and moved > TOUCH:
        yield _finding(prepared, i, "standing.unmoved-moved", limit=0.0, value=moved)
    elif unit.motion == "unmoved" and unit.done:
        yield _finding(prepared, i, "standing.unmoved-done")
    elif unit.motion == "minimum" and moved > number("minimum.inches") + TOUCH:
        yield _finding(prepared, i, "standing.minimum-far", limit=number("minimum.inches"), value=moved)
    elif (
        unit.motion in prepared.edition.tagged("whole-move")
        and unit.moved is not None
        and moved < number("standstill") - TOUCH
    ):
        yield _finding(prepared, i, "standing.hardly-moved", limit=number("standstill"), value=moved)
    elif unit.move is None:
        return
    elif unit.motion in (*MOTIVE_CODES, FLIGHT) and not _has_mode(prepared, i):
        yield _finding(
            prepared, i, "standing.no-mode", measured=facts(mode=prepared.edition.modes[unit.motion].label)
        )
    elif unit.motion not in ("minimum", FLIGHT) and moved > (most := _most(prepared, i)) + TOUCH:
        yield _finding(prepared, i, "standing.too-far", limit=most, value=moved)


def _has_mode(prepared: PreparedTable, i: int) -> bool:
    """Has its card a Move for the way in which it moved? All aerospace units fly."""
    unit = prepared.units.units[i]
    return part_of(unit, unit.motion) is not None or (
        unit.motion == FLIGHT and prepared.units.rows[i].aerospace
    )


def _most(prepared: PreparedTable, i: int) -> float:
    """Give the most inches that an undamaged unit can travel so: hits and heat may have come after it moved."""
    unit, number = prepared.units.units[i], prepared.edition.number
    part = part_of(unit, unit.motion)
    inches = [each.inches for each in unit.move.parts] if unit.move is not None else [0.0]
    best = part.inches if part is not None and unit.motion in MOTIVE_CODES else max(inches)
    is_sprint = unit.motion == "sprint"
    best *= number("sprint.factor") if is_sprint else 1.0
    pilots = pilot_abilities(unit, prepared.edition)
    best += sum(max(row.inches, row.sprint_inches if is_sprint else 0.0) for row in pilots)
    return best + (number("heat.myomer") if unit.has("TSM") else 0.0)


def _finding(
    prepared: PreparedTable,
    i: int,
    key: str,
    *,
    limit: float | None = None,
    value: float | None = None,
    measured: Facts = NO_FACTS,
) -> Finding:
    row, unit = prepared.edition.reasons[key], prepared.units.units[i]
    where = unit.at if unit.is_on_table else None
    return Finding(
        key, SEVERITY.get(key, "error"), row.label, row.cite, where, limit, value, (unit.id,), measured
    )
