"""Does what a table says of how its units moved this turn go together?

Which question: do the kind of movement, the inches and the card of a unit exclude each other? Such a table can be
played on, but its numbers may surprise: whoever wrote it meant one of two things. Sources: CE pp.32, 37-38.
"""

from collections.abc import Iterator

from astrike.model.explain import NO_FACTS, Facts, facts
from astrike.model.legality import Finding
from astrike.model.unit import MOTIVE_CODES
from astrike.rules.battlefield import Field
from astrike.rules.motion import pilot_abilities
from astrike.rules.movement.mover import FLIGHT, part_of
from astrike.tolerance import TOUCH

SEVERITY = {
    "standing.too-far": "warning",
    "standing.hardly-moved": "warning",
    "standing.unmoved-done": "note",
}
"""All others are errors."""


def stated_move_findings(field: Field) -> tuple[Finding, ...]:
    """Name what excludes itself in the statements about each unit that is still in play."""
    return tuple(
        finding
        for i, unit in enumerate(field.units.units)
        if "destroyed" not in unit.state
        for finding in _of_unit(field, i)
    )


def _of_unit(field: Field, i: int) -> Iterator[Finding]:
    unit, number = field.units.units[i], field.edition.number
    moved = unit.moved or 0.0
    if unit.motion == "standstill" and moved >= number("standstill") - TOUCH:
        yield _finding(field, i, "standing.standstill-moved", limit=number("standstill"), value=moved)
    elif unit.motion == "unmoved" and moved > TOUCH:
        yield _finding(field, i, "standing.unmoved-moved", limit=0.0, value=moved)
    elif unit.motion == "unmoved" and unit.done:
        yield _finding(field, i, "standing.unmoved-done")
    elif unit.motion == "minimum" and moved > number("minimum.inches") + TOUCH:
        yield _finding(field, i, "standing.minimum-far", limit=number("minimum.inches"), value=moved)
    elif (
        unit.motion in field.edition.tagged("whole-move")
        and unit.moved is not None
        and moved < number("standstill") - TOUCH
    ):
        yield _finding(field, i, "standing.hardly-moved", limit=number("standstill"), value=moved)
    elif unit.move is None:
        return
    elif unit.motion in (*MOTIVE_CODES, FLIGHT) and not _has_mode(field, i):
        yield _finding(
            field, i, "standing.no-mode", measured=facts(mode=field.edition.modes[unit.motion].label)
        )
    elif unit.motion not in ("minimum", FLIGHT) and moved > (most := _most(field, i)) + TOUCH:
        yield _finding(field, i, "standing.too-far", limit=most, value=moved)


def _has_mode(field: Field, i: int) -> bool:
    """Has its card a Move for the way in which it moved? All aerospace units fly."""
    unit = field.units.units[i]
    return part_of(unit, unit.motion) is not None or (unit.motion == FLIGHT and field.units.rows[i].aerospace)


def _most(field: Field, i: int) -> float:
    """Give the most inches that an undamaged unit can travel so: hits and heat may have come after it moved."""
    unit, number = field.units.units[i], field.edition.number
    part = part_of(unit, unit.motion)
    inches = [each.inches for each in unit.move.parts] if unit.move is not None else [0.0]
    best = part.inches if part is not None and unit.motion in MOTIVE_CODES else max(inches)
    is_sprint = unit.motion == "sprint"
    best *= number("sprint.factor") if is_sprint else 1.0
    pilots = pilot_abilities(unit, field.edition)
    best += sum(max(row.inches, row.sprint_inches if is_sprint else 0.0) for row in pilots)
    return best + (number("heat.myomer") if unit.has("TSM") else 0.0)


def _finding(
    field: Field,
    i: int,
    key: str,
    *,
    limit: float | None = None,
    value: float | None = None,
    measured: Facts = NO_FACTS,
) -> Finding:
    row, unit = field.edition.reasons[key], field.units.units[i]
    where = unit.at if unit.is_on_table else None
    return Finding(
        key, SEVERITY.get(key, "error"), row.label, row.cite, where, limit, value, (unit.id,), measured
    )
