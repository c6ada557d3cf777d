"""What does standing up or dropping prone cost on a path, and when is it not allowed?"""

from dataclasses import replace
from typing import Final

from astrike.model.explain import Modifier, Reason, facts
from astrike.rules.battletech.hexes.path.mp import walking_row
from astrike.rules.battletech.hexes.path.path_case import HexPosition, PathCase, Stride
from astrike.rules.battletech.standing_up import CAREFUL, is_on_its_last_leg, stand_refusals

STANDS: Final = ("stand", CAREFUL)


def stand_up(
    case: PathCase, number: int, before: HexPosition, done: list[Stride]
) -> tuple[HexPosition, tuple[Modifier, ...]]:
    """Try to stand up; a try right after another means that the first one failed."""
    step = case.path.steps[number - 1]
    tries = [each for each in done if each.step in STANDS]
    is_again = bool(done) and done[-1].step in STANDS
    left = walking_row(case).mp - sum(each.cost for each in done)
    if not case.unit.is_mech:
        case.refuse("stand.mech", number, before.name)
    elif not (before.prone or is_again):
        case.refuse("stand.up", number, before.name)
    else:
        _refuse_standing(case, number, before, step, left)
        if tries and is_on_its_last_leg(case.unit):
            case.refuse("stand.once", number, before.name)
    return replace(before, prone=False), (_cost(case, step, left),)


def _refuse_standing(case: PathCase, number: int, before: HexPosition, step: str, left: int) -> None:
    unit = replace(case.unit, prone=True)
    keys = list(stand_refusals(step, unit, case.edition, case.options))
    if step == CAREFUL and left < case.edition.whole("careful.mp") and not keys:
        keys = ["careful-stand.mp"]
    if case.edition.roll_events[step].unknown:
        keys = ["careful-stand.edition", *(key for key in keys if key != "careful-stand.mp")]
    for key in keys:
        row = case.edition.refusals[key]
        case.refusals.append(Reason(row.key, row.refusal, row.cite, facts(step=number, hex=before.name)))


def _cost(case: PathCase, step: str, left: int) -> Modifier:
    row = case.edition.figures["stand.mp"]
    mp = case.edition.whole("stand.mp")
    if step == CAREFUL:
        return case.worded("careful", max(mp, left))
    return Modifier("stand", "", mp, row.label, row.cite)


def drop_prone(
    case: PathCase, number: int, before: HexPosition, _done: list[Stride]
) -> tuple[HexPosition, tuple[Modifier, ...]]:
    """Lie down."""
    if not case.unit.is_mech:
        case.refuse("prone.mech", number, before.name)
    elif before.prone:
        case.refuse("prone.already", number, before.name)
    return replace(before, prone=True), (case.term("prone"),)
