"""Which number does a charge, a jump on a target, a push or a fall on somebody need on 2D6?"""

from collections.abc import Iterator

from astrike.model.battletech.impact import ImpactMovement, ImpactToHit, SkidHex
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Modifier, facts
from astrike.rules.battletech.impact_case import ImpactCase, ImpactTerms
from astrike.rules.battletech.roll_ledger import SKILL
from astrike.rules.odds import chance_to_reach

HIT_FOR_SURE = ("tracked", "wheeled", "hover", "vtol", "wige", "naval", "dropship", "building")


def attack_number(case: ImpactCase) -> ImpactToHit:
    """Give the number of a charge, a death from above or a push."""
    asked = case.question
    target = asked.target or ClassicUnit()
    rows = [_skill(case), case.term(f"number.{asked.kind}", case.value(f"number.{asked.kind}"))]
    if asked.kind != "push":
        rows.append(_skills(case, target))
    mode = "jump" if asked.kind == "dfa" else asked.moved.mode
    rows.append(case.shared(f"number.moved-{mode}"))
    rows += _target(case, target, asked.target_moved)
    rows += _of_kind(case, target)
    return _number(case, tuple(rows))


def collision_number(case: ImpactCase, target: ClassicUnit, moved: ImpactMovement) -> tuple[Modifier, ...]:
    """List what makes the number of a charge without meaning to, at the end of a skid."""
    rows = [_skill(case), case.term("number.charge", case.value("number.charge")), _skills(case, target)]
    rows.append(case.term("number.collision", case.value("number.collision")))
    rows.append(case.shared(f"number.moved-{case.question.moved.mode}"))
    return (*rows, *moved_target(case, target, moved))


def falling_on(case: ImpactCase, below: ClassicUnit, at: SkidHex | None = None) -> ImpactToHit | None:
    """Give the number for falling on a unit, in a hex of a skid where there is one; None for a sure hit."""
    if below.kind in HIT_FOR_SURE:
        return None
    moved = case.question.target_moved if at is None else at.moved
    rows = (
        case.term("above.number", case.value("above.number")),
        *moved_target(case, below, moved),
        *woods_at(case, case.question.woods),
    )
    return _number(case, rows) if at is None else counted(rows, at.outcome, at.dice)


def counted(modifiers: tuple[Modifier, ...], outcome: str, dice: tuple[int, ...]) -> ImpactToHit:
    """Add a number up, with its odds; where nobody said whether it hit, the dice do."""
    total = sum(each.value for each in modifiers)
    if outcome == "open" and dice:
        outcome = "hit" if sum(dice) >= total else "missed"
    return ImpactToHit(total, round(float(chance_to_reach(total, naturals=False)), 4), modifiers, outcome)


def _number(case: ImpactCase, modifiers: tuple[Modifier, ...]) -> ImpactToHit:
    return counted(modifiers, case.question.outcome, case.question.dice.to_hit)


def _skill(case: ImpactCase) -> Modifier:
    row = case.edition.roll_lasting[SKILL]
    return Modifier(row.key, "", case.attacker.piloting, row.label, row.cite)


def _skills(case: ImpactCase, target: ClassicUnit) -> Modifier:
    both = {"own": case.attacker.piloting, "other": target.piloting}
    return case.term("number.skills", case.attacker.piloting - target.piloting, **both)


def _target(case: ImpactCase, target: ClassicUnit, moved: ImpactMovement) -> Iterator[Modifier]:
    yield from moved_target(case, target, moved)
    yield from woods_at(case, case.question.woods)
    if case.question.spotting:
        yield case.shared("number.spotting")


def moved_target(case: ImpactTerms, target: ClassicUnit, moved: ImpactMovement) -> Iterator[Modifier]:
    """List what the target adds by how it moved, lies and what it is."""
    if is_immobile(target):
        yield case.shared("number.target-immobile")
    else:
        row = max(
            (each for each in case.edition.impact_bands.values() if each.hexes <= moved.hexes),
            key=lambda each: each.hexes,
        )
        yield Modifier(row.key, "", row.value, row.label, row.cite)
        if moved.mode == "jump":
            yield case.shared("number.target-jumped")
    if target.prone:
        yield case.shared("number.target-prone")
    if target.kind == "battle-armor":
        yield case.shared("number.target-battle-armor")


def is_immobile(unit: ClassicUnit) -> bool:
    """Does it count as immobile? Shut down, its pilot out, stated so, or a quad without legs."""
    legless = unit.kind == "quad" and all(unit.leg(name).gone for name in unit.leg_names)
    return unit.immobile or unit.shutdown or unit.unconscious or legless


def woods_at(case: ImpactTerms, points: int) -> Iterator[Modifier]:
    """List what woods and smoke of so many points at the target add."""
    if points:
        yield case.shared("number.target-woods", points)


def _of_kind(case: ImpactCase, target: ClassicUnit) -> Iterator[Modifier]:
    asked = case.question
    stands = target.is_mech and not target.prone
    is_off_punch_table = asked.kind != "dfa" or target.kind == "quad"
    if asked.target_water == case.value("number.target-water-depth") and stands and is_off_punch_table:
        yield case.shared("number.target-water")
    if asked.kind == "dfa" and target.is_infantry:
        yield case.term(f"dfa.{target.kind}", case.value(f"dfa.{target.kind}"))
    if asked.kind == "push":
        hit = sum(arm.shoulder for _, arm in asked.attacker.arms)
        if hit:
            row = case.edition.critical_effects["shoulder.1"]
            yield Modifier(f"{row.key}.push", "", row.push * hit, row.label, row.cite, facts(shoulders=hit))
