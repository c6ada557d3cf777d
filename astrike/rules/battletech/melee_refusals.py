"""Why can a punch, a kick, a club or a physical weapon not be used?"""

from collections.abc import Iterator

from astrike.model.battletech.melee import MeleeQuestion
from astrike.model.explain import Reason
from astrike.rulebook.battletech.physical_rows import PhysicalAttackRow
from astrike.rulebook.battletech.schema import BattleTechEdition

ARMS = ("left-arm", "right-arm")


def arms_used(question: MeleeQuestion, edition: BattleTechEdition) -> tuple[str, ...]:
    """Name the arms that an attack is made with: both for a club, none for a kick."""
    form = edition.physical_attacks[question.attack].form
    if form == "club" or (form == "punch" and question.attacker.prone):
        return ARMS
    return (question.limb,) if question.limb in ARMS and form != "kick" else ()


def melee_refusals(
    question: MeleeQuestion, edition: BattleTechEdition, row: PhysicalAttackRow, table: str
) -> Iterator[Reason]:
    """List every reason why the attack cannot be made, in the order of the rulebook's table."""
    holds = {
        **_of_place(question, row, table),
        **_of_arms(question, edition),
        **_of_legs(question),
        "fired": bool(set(_limbs(question, edition)) & set(question.fired)),
        "slot": question.slot_hit,
    }
    for refusal in edition.physical_refusals.values():
        if holds[refusal.key] and row.form in refusal.forms and not refusal.unknown:
            yield Reason(refusal.key, refusal.refusal, refusal.cite)


def _of_place(question: MeleeQuestion, row: PhysicalAttackRow, table: str) -> dict[str, bool]:
    at_infantry = question.target.is_infantry and question.into == "unit"
    is_vehicle = question.into == "unit" and not question.target.is_mech and not at_infantry
    is_punch_from_below = row.form == "punch" and question.same_hex and is_vehicle
    is_thrash = row.key == "thrash"
    must_share = at_infantry or (question.attacker.prone and is_punch_from_below)
    can_be_prone = is_punch_from_below or is_thrash
    is_prone_target = question.target.is_mech and question.target.prone and question.into == "unit"
    return {
        "shutdown": question.attacker.shutdown,
        "unconscious": question.attacker.unconscious,
        "thrash": is_thrash and not (question.attacker.prone and at_infantry),
        "adjacent": not (question.same_hex if must_share else question.next_to),
        "target-jumps": question.target_jumps,
        "inside": question.inside and question.into == "unit",
        "prone": question.attacker.prone and not can_be_prone,
        "levels": not table and (not is_prone_target or row.form == "kick"),
        "target-prone": not table and is_prone_target,
        "arc": not question.in_arc,
    }


def _of_arms(question: MeleeQuestion, edition: BattleTechEdition) -> dict[str, bool]:
    arms = [question.attacker.arm(name.removesuffix("-arm")) for name in arms_used(question, edition)]
    return {
        "quad": question.attacker.kind == "quad",
        "arm": any(arm.gone for arm in arms),
        "shoulder": any(arm.shoulder for arm in arms),
        "hand": any(arm.hand or "hand" in arm.absent for arm in arms),
        "flipped": question.flipped,
    }


def _of_legs(question: MeleeQuestion) -> dict[str, bool]:
    legs = [question.attacker.leg(name) for name in question.attacker.leg_names]
    return {"leg": any(leg.gone for leg in legs), "hip": any(leg.hip for leg in legs)}


def _limbs(question: MeleeQuestion, edition: BattleTechEdition) -> tuple[str, ...]:
    return arms_used(question, edition) or (question.limb,)
