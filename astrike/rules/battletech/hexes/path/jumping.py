"""What does a jump cost, and when is it not allowed? Jump jets in the air, or underwater jets below the surface."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from astrike.model.explain import Modifier
from astrike.rules.battletech.hexes.grid import distance, hex_name, neighbor
from astrike.rules.battletech.hexes.path.entering import refuse_landing
from astrike.rules.battletech.hexes.path.path_case import HexPosition, PathCase, Stride, hexside_of, moved_to
from astrike.rules.battletech.hexes.path.steps import turned


def jump_strides(case: PathCase) -> list[Stride]:
    """Do every step of a jump: each hex costs the same, turns are free."""
    found: list[Stride] = []
    before, hexes = case.start, 0
    for number, step in enumerate(case.path.steps, 1):
        after, ledger = _done(case, number, step, before)
        found.append(Stride(number, step, before, after, ledger, hexes))
        before, hexes = after, hexes + found[-1].enters
    return found


def _done(
    case: PathCase, number: int, step: str, before: HexPosition
) -> tuple[HexPosition, tuple[Modifier, ...]]:
    if step in ("left", "right"):
        return turned(before, step), ()
    each = case.term("jets.hex" if case.swims else "jump.hex")
    if step in ("up", "down"):
        after = replace(before, elevation=before.elevation + (1 if step == "up" else -1))
        if after.elevation < 0:
            case.refuse("lift.ground", number, after.name)
        return after, (each,)
    there = neighbor(before.place, hexside_of(step, before.facing))
    if hex_name(there) is None:
        case.refuse("edge", number, before.name)
        return before, ()
    elevation = case.height(before) - case.base(there) if case.swims else _landing(case, there)
    return moved_to(before, there, elevation), (each,)


def _landing(case: PathCase, there: tuple[int, int]) -> int:
    """Give its elevation where it lands: on a roof, on a bridge, or on the ground and the bottom of water."""
    contents = case.patch.at(there)
    if contents.building:
        return contents.building.levels
    return contents.water if contents.road and contents.water and not case.mover.floats else 0


def refuse_jump(case: PathCase, strides: Sequence[Stride], mp: int) -> None:
    """Say why the jump is not allowed."""
    start = case.start
    if not case.unit.jump:
        case.refuse("jump.none", 1, start.name)
    if start.prone:
        case.refuse("jump.prone", 1, start.name)
    if case.swims:
        _refuse_swimming(case, strides)
    else:
        _refuse_water(case, start)
        _refuse_way(case, strides, mp)


def _refuse_water(case: PathCase, start: HexPosition) -> None:
    depth = case.depth_under(start)
    if case.unit.is_mech and depth >= case.whole("jump.depth"):
        case.refuse("jump.submerged", 1, start.name, depth=depth)
    elif case.unit.is_mech and depth:
        case.note("jump.legs", hex=start.name)


def _refuse_way(case: PathCase, strides: Sequence[Stride], mp: int) -> None:
    entering = [each for each in strides if each.enters]
    if not entering:
        return
    start, last = case.start, entering[-1]
    shortest = distance(start.place, last.after.place)
    if len(entering) > shortest:
        case.refuse("jump.detour", last.number, last.after.name, hexes=len(entering), shortest=shortest)
    from_level = case.height(start)
    for each in entering:
        rise = _top(case, each, is_last=each is last) - from_level
        if rise > mp:
            case.refuse("jump.height", each.number, each.after.name, levels=rise, mp=mp)
    if not case.unit.is_mech:
        refuse_landing(case, last.number, last.after)
    drop = from_level - case.height(last.after)
    if drop > mp:
        case.refuse("jump.drop", last.number, last.after.name, levels=drop, mp=mp)


def _top(case: PathCase, stride: Stride, *, is_last: bool) -> int:
    """Give the level that a jump has to clear in a hex, or to land on in the last one."""
    return case.height(stride.after) if is_last else case.patch.roof(stride.after.place)


def _refuse_swimming(case: PathCase, strides: Sequence[Stride]) -> None:
    if case.edition.hex_actions["jets.hex"].unknown:
        case.refuse("jets.edition", 1, case.start.name)
        return
    for number, position in _positions(case, strides):
        contents = case.contents(position)
        if contents.water is None:
            case.refuse("jets.dry", number, position.name)
        elif position.elevation < 0:
            case.refuse("levels.up", number, position.name, levels=-position.elevation, most=0)
        elif contents.water - position.elevation < case.whole("jets.depth"):
            case.refuse(
                "jets.shallow", number, position.name, depth=max(0, contents.water - position.elevation)
            )


def _positions(case: PathCase, strides: Sequence[Stride]) -> Iterator[tuple[int, HexPosition]]:
    yield 1, case.start
    yield from ((each.number, each.after) for each in strides)
