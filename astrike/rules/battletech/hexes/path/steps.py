"""What does each step of a path do, and what does it cost? Steps that are not allowed are done all the same.

So that every reason shows, a refused step goes on to where it would lead.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from astrike.model.battletech.hex_path import ENTERING
from astrike.model.explain import Modifier
from astrike.rules.battletech.hexes.grid import HEXSIDES, distance, hex_name, neighbor
from astrike.rules.battletech.hexes.path.entering import enter, is_landed, roof_of
from astrike.rules.battletech.hexes.path.path_case import HexPosition, PathCase, Stride, hexside_of
from astrike.rules.battletech.hexes.path.standing import STANDS, drop_prone, stand_up
from astrike.rules.battletech.unit_state import has_no_gyro, legs_gone

Done = tuple[HexPosition, tuple[Modifier, ...]]
_TURNS: Final = {"left": -1, "right": 1}


def strides_of(case: PathCase) -> list[Stride]:
    """Do every step of a path that does not jump."""
    found: list[Stride] = []
    before, hexes = case.start, 0
    for number, step in enumerate(case.path.steps, 1):
        stride = _stride(case, number, step, before, found)
        found.append(replace(stride, hexes=hexes))
        before, hexes = stride.after, hexes + stride.enters
    return found


def _stride(case: PathCase, number: int, step: str, before: HexPosition, done: list[Stride]) -> Stride:
    if step in ENTERING:
        return _enter(case, number, step, before, is_first=not any(each.enters for each in done))
    after, ledger = _IN_PLACE[step](case, number, before, done)
    return Stride(number, step, before, after, ledger, 0)


def _enter(case: PathCase, number: int, step: str, before: HexPosition, *, is_first: bool) -> Stride:
    hexside = hexside_of(step, before.facing)
    if hex_name(neighbor(before.place, hexside)) is None:
        case.refuse("edge", number, before.name)
        return Stride(number, step, before, before, (), 0)
    _refuse_step(case, number, step, before)
    entry = enter(case, number, before, hexside)
    ledger = entry.ledger
    if step.startswith("side"):
        ledger = (*ledger, case.term("side-step"))
    is_free = step == "forward" and is_first and case.unit.is_infantry
    if is_free and not case.unit.walk:
        ledger = (*ledger, case.worded("infantry.free", -sum(row.value for row in ledger)))
    _refuse_running(case, number, entry.after)
    return Stride(number, step, before, entry.after, ledger, 0, on_road=entry.on_road)


def _refuse_step(case: PathCase, number: int, step: str, before: HexPosition) -> None:
    where = before.name
    if before.prone:
        case.refuse("prone.moves", number, where)
    if step == "backward" and case.path.mode == "run":
        case.refuse("backward.run", number, where)
    if is_landed(case, before):
        case.refuse("air.landed", number, where)
    if step.startswith("side") and case.unit.kind != "quad":
        case.refuse("side.quad", number, where)
    elif step.startswith("side") and legs_gone(case.unit):
        case.refuse("side.leg", number, where)


def _refuse_running(case: PathCase, number: int, after: HexPosition) -> None:
    is_deep = case.depth_under(after) >= case.whole("run.depth")
    if case.path.mode == "run" and is_deep:
        case.refuse("run.water", number, after.name)


def _turn(case: PathCase, number: int, before: HexPosition, done: list[Stride]) -> Done:
    step = case.path.steps[number - 1]
    turns = 1 + sum(each.step in _TURNS for each in done)
    if case.unit.is_mech and has_no_gyro(case.unit) and turns > case.whole("turn.gyro-most"):
        case.refuse("turn.gyro", number, before.name)
    if case.unit.is_mech and legs_gone(case.unit) > len(case.unit.leg_names) // 2:
        case.refuse("turn.legs", number, before.name)
    after = turned(before, step)
    mp = case.mover.turn_mp
    return after, ((case.worded("turn", mp, case.mover.cite),) if mp else ())


def turned(position: HexPosition, step: str) -> HexPosition:
    """Give the position after a turn by one hexside."""
    return replace(position, facing=(position.facing + _TURNS[step]) % HEXSIDES)


def _lift(case: PathCase, number: int, before: HexPosition, _done: list[Stride]) -> Done:
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


_IN_PLACE: Final[Mapping[str, Callable[[PathCase, int, HexPosition, list[Stride]], Done]]] = MappingProxyType(
    {
        "left": _turn,
        "right": _turn,
        "stand": stand_up,
        "careful-stand": stand_up,
        "prone": drop_prone,
        "up": _lift,
        "down": _lift,
    }
)


# ---- how far it came


def hexes_moved(case: PathCase, strides: Sequence[Stride]) -> int:
    """Count the hexes entered: of a jump the shortest way."""
    if case.jumps and strides:
        return distance(strides[0].before.place, strides[-1].after.place)
    return sum(each.enters for each in strides)


def hexes_since_reversal(strides: Sequence[Stride]) -> int:
    """Count the hexes since it last changed between forward and backward, or stood up."""
    return sum(1 for _ in _since_reversal(strides))


def _since_reversal(strides: Sequence[Stride]) -> Iterator[Stride]:
    is_backward = None
    for each in reversed(strides):
        if each.step in STANDS:
            return
        if each.enters:
            goes_back = each.step == "backward"
            if is_backward not in (None, goes_back):
                return
            is_backward = goes_back
            yield each
