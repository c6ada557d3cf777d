"""What does the hex card answer: line of sight both ways, arcs, the Target Number, a path?"""

from dataclasses import replace

from astrike.model.battletech.hex import HexAnswer, HexArc, HexNumber, HexQuestion
from astrike.model.explain import Reason
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.hexes.line.arcs import arcs_of
from astrike.rules.battletech.hexes.line.poses import pose_refusals
from astrike.rules.battletech.hexes.line.sight import see
from astrike.rules.battletech.hexes.patch import HexCase, HexPatch
from astrike.rules.battletech.hexes.path.judging import judge_path
from astrike.rules.battletech.hexes.shot.to_hit import number_of
from astrike.rules.battletech.options_in_use import OptionsInUse


def answer_hex(question: HexQuestion, edition: BattleTechEdition, options: OptionsInUse) -> HexAnswer:
    """Answer whatever the question gives enough to answer."""
    case = HexCase(question, HexPatch.of(question), edition, options)
    attacker, target = question.attacker, question.target
    sight = back = number = None
    arcs: tuple[HexArc, ...] = ()
    poses: tuple[Reason, ...] = ()
    if attacker and target:
        sight, back = see(case, attacker, target), see(case, target, attacker)
        arcs, poses = arcs_of(case, attacker, target), pose_refusals(case, attacker)
        if question.weapon:
            number = _refused(number_of(case, sight, arcs), poses)
    move = judge_path(case, question.path) if question.path else None
    return HexAnswer(
        edition=edition.id,
        refusals=(*(number.refusals if number else poses), *(move.refusals if move else ())),
        notes=(*(number.notes if number else ()), *(move.notes if move else ())),
        options_used=options.used,
        sight=sight,
        back=back,
        arcs=arcs,
        number=number,
        move=move,
    )


def _refused(number: HexNumber, poses: tuple[Reason, ...]) -> HexNumber:
    """Add the reasons why the attacker cannot be posed like this."""
    if not poses:
        return number
    return replace(number, target=None, odds=None, refusals=(*poses, *number.refusals))
