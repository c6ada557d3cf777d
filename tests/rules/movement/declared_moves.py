"""A declared move made ready for one mode's module, without the judge around it."""

from astrike.geometry.bases import Bases
from astrike.geometry.sweeps import footprint_of, make_track
from astrike.model.movement import Height, MoveQuestion, Waypoint
from astrike.model.table import Table
from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.table.prepared_table import prepare_table

Stop = tuple[float, float] | tuple[float, float, Height]


def declared(table: Table, *stops: Stop, mode: str, unit: str = "A", **asked: object) -> MoveCase:
    """Declare a move of a unit through these places; a third value is the height there."""
    prepared = prepare_table(table)
    i = prepared.place_of(unit)
    path = tuple(Waypoint(stop[0], stop[1], stop[2] if len(stop) == 3 else None) for stop in stops)
    moving_unit = prepared.units.units[i]
    dismounts = asked.get("dismount") is not None
    places = [(stop.x, stop.y) for stop in path]
    budget = budget_of(prepared, i, mode, dismounting=dismounts)
    bases: Bases = prepared.units.bases
    return MoveCase(
        prepared=prepared,
        i=i,
        unit=moving_unit,
        mover=budget.mover,
        mode=mode,
        question=MoveQuestion(path=path, mode=mode, **asked),  # type: ignore[arg-type]
        budget=budget,
        track=make_track(places if dismounts else [moving_unit.at, *places]),
        heights=tuple(stop.z for stop in path),
        footprint=footprint_of(bases, i),
        z_start=float(prepared.units.z[i]),
    )


def cost(verdict: MoveVerdict) -> float:
    """Add up the terms of a verdict."""
    return round(sum(term.value for term in verdict.terms), 6)


def keys(verdict: MoveVerdict) -> list[str]:
    """Name the reasons against it."""
    return [reason.key for reason in verdict.refusals]
