"""What does a path across hexes cost, step by step, and what does it bring?"""

from collections.abc import Iterator, Sequence

from astrike.model.battletech.hex_path import HexPath, MpRow, PathAnswer, PathLeg
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Modifier
from astrike.rules.battletech.heat import HeatMade, heat_made
from astrike.rules.battletech.hexes.grid import hex_named
from astrike.rules.battletech.hexes.patch import HexCase
from astrike.rules.battletech.hexes.path.jumping import jump_strides, refuse_jump
from astrike.rules.battletech.hexes.path.mp import (
    available,
    cannot_move,
    keeps_to_the_road_without_bonus,
    walking_row,
)
from astrike.rules.battletech.hexes.path.path_case import PathCase, Stride, mover_key
from astrike.rules.battletech.hexes.path.rolls import PathRolls
from astrike.rules.battletech.hexes.path.skids import skids_of
from astrike.rules.battletech.hexes.path.standing import STANDS
from astrike.rules.battletech.hexes.path.steps import hexes_moved, hexes_since_reversal, strides_of
from astrike.rules.battletech.roll_ledger import total_of
from astrike.rules.battletech.standing_up import is_on_its_last_leg


def judge_path(case: HexCase, path: HexPath) -> PathAnswer:
    """Judge the path of the question."""
    unit = path.unit or (case.question.attacker.unit if case.question.attacker else ClassicUnit())
    judged = PathCase(case, path, unit)
    if not mover_key(unit, path):
        return _not_moving(judged)
    strides = jump_strides(judged) if judged.jumps else strides_of(judged)
    mp = available(judged, strides)
    _refuse_as_a_whole(judged)
    if judged.jumps:
        refuse_jump(judged, strides, mp.mp)
    is_minimum = _is_minimum(judged, strides, mp)
    if is_minimum:
        judged.note("stand-counts" if any(each.step in STANDS for each in strides) else "minimum-used")
    else:
        _refuse_mp(judged, strides, mp)
    mode = _mode(judged, strides, is_minimum=is_minimum)
    _note_beside(judged, strides)
    rolls = tuple(PathRolls(judged, strides, mode, is_minimum).rolls())
    skids = tuple(skids_of(judged, strides, rolls))
    heat = _heat(judged, strides, mode)
    return PathAnswer(
        mode=mode,
        available=mp,
        cost=sum(each.cost for each in strides),
        hexes=hexes_moved(judged, strides),
        charge_hexes=0 if judged.jumps else hexes_since_reversal(strides),
        heat=total_of(heat),
        heat_ledger=heat,
        legs=tuple(_legs(strides)),
        rolls=rolls,
        skids=skids,
        refusals=tuple(judged.refusals),
        notes=tuple(judged.notes),
        cite=judged.edition.hex_move_words[f"mode.{mode}"].cite,
    )


def _not_moving(case: PathCase) -> PathAnswer:
    """Answer for what does not move across hexes."""
    case.refuse("not-moving", 1, case.path.from_)
    cite = case.edition.hex_move_words["not-moving"].cite
    nothing = MpRow(0, ())
    return PathAnswer(case.path.mode, nothing, 0, 0, 0, 0, (), (), (), (), tuple(case.refusals), (), cite)


def _legs(strides: Sequence[Stride]) -> Iterator[PathLeg]:
    total = 0
    for each in strides:
        total += each.cost
        after = each.after
        yield PathLeg(each.step, after.name, after.facing, after.elevation, each.cost, total, each.ledger)


# ---- as a whole


def _refuse_as_a_whole(case: PathCase) -> None:
    path = case.path
    if not path.steps:
        return
    if cannot_move(case):
        case.refuse("immobile", 1, path.from_)
    if path.mode == "run" and not case.mover.runs:
        case.refuse("run.kind", 1, path.from_)
    if path.reckless and case.edition.hex_move_words["reckless"].unknown:
        case.refuse("reckless.edition", 1, path.from_)


def _is_minimum(case: PathCase, strides: Sequence[Stride], mp: MpRow) -> bool:
    """Is it minimum movement: one hex forward, or one try to stand up, whatever that costs?"""
    paid = [each for each in strides if each.cost]
    return len(paid) == 1 and _is_minimum_step(case, paid[0], mp)


def _is_minimum_step(case: PathCase, first: Stride, mp: MpRow) -> bool:
    """Is this step allowed as the only one, although it costs more MP than there are?"""
    if case.jumps or first.cost <= mp.mp:
        return False
    is_stand = first.step == "stand" and case.unit.is_mech
    return (first.step == "forward" or is_stand) and walking_row(case).mp >= case.whole("minimum")


def _refuse_mp(case: PathCase, strides: Sequence[Stride], mp: MpRow) -> None:
    """Name the first step for which the MP do not last; minimum movement is always paid for."""
    paid = [each for each in strides if each.cost]
    allowed = paid[0] if paid and _is_minimum_step(case, paid[0], mp) else None
    for leg, stride in zip(_legs(strides), strides, strict=True):
        if leg.total > mp.mp and stride.cost and stride is not allowed:
            case.refuse("mp", stride.number, leg.hex, mp=mp.mp, cost=leg.total)
            return


def _mode(case: PathCase, strides: Sequence[Stride], *, is_minimum: bool) -> str:
    """Give the mode that the path counts as."""
    mode = case.path.mode
    if mode != "walk":
        return mode
    if is_minimum:
        return "run"
    has_stood = case.unit.is_mech and any(each.step in STANDS for each in strides)
    if has_stood and is_on_its_last_leg(case.unit):
        case.note("stand-counts")
        return "run"
    return mode


def _note_beside(case: PathCase, strides: Sequence[Stride]) -> None:
    if keeps_to_the_road_without_bonus(case, strides):
        case.note("road.none")
    if case.path.boost != "none":
        row = case.edition.hex_boosters[str(case.path.boost_turns)]
        case.note("booster", turns=row.turns, target=row.target)
    for each in strides:
        if (each.enters and not case.jumps) or each is strides[-1]:
            _note_hex(case, each)


def _note_hex(case: PathCase, stride: Stride) -> None:
    after = stride.after
    building = case.contents(after).building
    if building and not case.unit.is_infantry and case.unit.kind != "vtol":
        cf = building.cf or case.edition.buildings[building.class_].cf
        if case.unit.tons > cf:
            case.note("heavy", hex=after.name, cf=cf, tons=case.unit.tons)
    question = case.case.question
    others = [question.target, question.attacker if case.path.unit else None]
    if any(each and hex_named(each.hex) == after.place for each in others):
        case.note("other", hex=after.name)


# ---- heat


def _heat(case: PathCase, strides: Sequence[Stride], mode: str) -> tuple[Modifier, ...]:
    """List what makes heat; only 'Mechs have any."""
    if not (case.unit.is_mech and strides):
        return ()
    made = HeatMade(
        moved="jets" if case.swims else mode,
        hexes=hexes_moved(case, strides),
        stands=sum(each.step in STANDS for each in strides),
    )
    return heat_made(case.edition, made)
