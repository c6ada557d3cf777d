"""What does going up or down in one hex cost: in the air, or inside a building?"""

from dataclasses import replace

from astrike.model.explain import Modifier
from astrike.rules.battletech.hexes.path.entering import roof_of
from astrike.rules.battletech.hexes.path.path_case import HexPosition, PathCase, Stride


def lift(
    case: PathCase, number: int, before: HexPosition, _done: list[Stride]
) -> tuple[HexPosition, tuple[Modifier, ...]]:
    """Go up or down by one level."""
    is_up = case.path.steps[number - 1] == "up"
    after = replace(before, elevation=before.elevation + (1 if is_up else -1))
    if case.mover.flies:
        _refuse_in_the_air(case, number, after)
    else:
        _refuse_inside(case, number, after)
    mp = case.mover.rise_mp if is_up else case.mover.sink_mp
    return after, ((case.worded("lift", mp, case.mover.cite),) if mp else ())


def _refuse_in_the_air(case: PathCase, number: int, after: HexPosition) -> None:
    roof = roof_of(case, after)
    if after.elevation < 0:
        case.refuse("lift.ground", number, after.name)
    elif after.elevation < roof:
        case.refuse("air.low", number, after.name, levels=roof - after.elevation)
    if case.mover.floats and after.elevation > 1 + roof:
        case.refuse("wige.high", number, after.name)


def _refuse_inside(case: PathCase, number: int, after: HexPosition) -> None:
    building = case.contents(after).building
    if building is None:
        case.refuse("lift.kind", number, after.name)
    elif after.elevation < 0:
        case.refuse("lift.ground", number, after.name)
    elif after.elevation > building.levels:
        case.refuse("lift.roof", number, after.name)
