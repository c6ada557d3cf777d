"""Charge and Death From Above: attacks that are declared with the move that ends in base contact.

Which question: may this unit charge that one, or jump on it? Whether it gets there is asked in `blows`.
Sources: CE pp.45-46, AS pp.19, 43.
"""

from collections.abc import Iterator, Sequence

from astrike.model.explain import Reason
from astrike.model.table import Declaration
from astrike.rules.damage.physical import option_decides_recoil, option_decides_tmm
from astrike.rules.kinds import physical
from astrike.rules.kinds.rules import KindRules
from astrike.rules.reasons import reason
from astrike.rules.refusals import sides, unprinted
from astrike.rules.shot import Combatant, Shot


def has_finished(who: Combatant) -> bool:
    """Has this unit finished its move? Who cannot move has."""
    if who.motion.manner == "immobile":
        return True
    return who.unit.done if who.unit.done is not None else who.unit.motion != "unmoved"


# ---- what forbids it


def refusals(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason that forbids the attack; `states` are those of each unit alone."""
    attacker, target = s.attacker.unit.id, s.target.unit.id
    declared = is_declared(s.circumstances.declarations, attacker, s.question.kind, target)
    # Who has declared just this attack makes it.
    kept = [key for key in states if not (declared and key == "attacker.declared")]
    keys = [*sides(s), *kept, *_who(s), *physical.questions(s), *physical.flight(s), *_moves(s)]
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    if s.line.contact:
        found += s.sight.reasons
        found += unprinted(s)
    elif s.attacker is not s.target and not physical.is_only_aloft(s):
        found += s.obstacles
    return tuple(found)


def is_declared(declarations: Sequence[Declaration], by: str, kind: str, target: str) -> bool:
    """Has a unit declared this attack, and no other?"""
    own = [one for one in declarations if one.by == by]
    return bool(own) and all((one.kind, one.target) == (kind, target) for one in own)


def _who(s: Shot) -> Iterator[str]:
    """'Mechs and vehicles charge, by ground movement; who has a jump Move may jump on others (CE p.46)."""
    unit, row = s.attacker.unit, s.attacker.row
    if s.question.kind == "charge":
        if not (row.mech or (row.vehicle and not row.structure)):
            yield "physical.unit"
    elif unit.move is not None and unit.move.jump is None:
        yield "dfa.jump"


def _moves(s: Shot) -> Iterator[str]:
    """The attacker moves so this turn, the target has moved, and it is charged by nobody else (CE p.46, AS p.43)."""
    kind, motion = s.question.kind, s.attacker.unit.motion
    stands = s.attacker.motion.manner == "immobile"
    # Who sprinted or flew is refused every physical attack.
    is_refused = motion == "sprint" or motion in s.circumstances.edition.tagged("in-flight")
    if stands or (motion not in s.kind.motions and not is_refused):
        yield "charge.moved" if kind == "charge" else "dfa.moved"
    if not has_finished(s.target):
        yield "charge.target-moves"
    if any(
        one.target == s.target.unit.id and one.by != s.attacker.unit.id
        for one in s.circumstances.declarations
    ):
        yield "charge.twice"


# ---- which options decided


def options(s: Shot, total: int) -> list[str]:
    """Name the options that decided something, those of sight aside."""
    used = physical.options(s, total) if s.line.contact else []
    if s.approach is not None:
        used += s.approach.options
    counts_tmm = "charge" in s.circumstances.edition.damage_steps_of(s.question.kind)
    if counts_tmm and option_decides_tmm(s):
        used.append("charge.tmm")
    if s.question.kind == "charge" and option_decides_recoil(s):
        used.append("charge.infantry")
    return used


CLOSING_RULES = KindRules(refusals=refusals, damage=physical.damage, options=options)
