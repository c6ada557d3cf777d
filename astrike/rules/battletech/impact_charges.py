"""What do charges, deaths from above and pushes do, whom may they be made at, and who ends where?"""

from collections.abc import Iterator

from astrike.model.battletech.rolls import RollEvent
from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Modifier
from astrike.rules.battletech.impact_buildings import enters
from astrike.rules.battletech.impact_case import OPPOSITE, SIDES, ImpactCase
from astrike.rules.battletech.impact_falls import falls, falls_into_water, missed_jump
from astrike.rules.battletech.impact_rolls import event_roll
from astrike.rules.battletech.impact_to_hit import attack_number
from astrike.rules.battletech.unit_state import has_no_gyro, legs_gone

FARTHEST_APART = 1
DEEP = 2
"""Levels down from which a unit that is moved falls without a roll."""


def charge(case: ImpactCase) -> None:
    """Answer a charge."""
    asked = case.question
    case.refusals += [case.reason(key) for key in _no_charge(case)]
    if case.refusals:
        return
    if asked.into != "unit":
        _charge_thing(case)
        return
    if asked.not_counted:
        case.note("charge.not-counted", hexes=asked.not_counted)
    if _misses_for_sure(case, "charge.fell", falls_too=True) or _misses(case):
        case.move("attacker", "charge.passes", beside(asked.direction))
        return
    target = asked.target or ClassicUnit()
    case.hurt("target", target, "charge", charge_damage(case, hexes_counted(case)), column=asked.side)
    case.hurt("attacker", case.attacker, "charge", own_damage(case, target))
    _moved_on(case, target, "charge")


def hexes_counted(case: ImpactCase) -> int:
    """Give the hexes of a charge that count: those since the last reversal or fall."""
    return max(0, case.question.hexes - case.question.not_counted)


def charge_damage(case: ImpactCase, hexes: int) -> tuple[Modifier, ...]:
    """Give what a charge does to what it hits."""
    tons = case.attacker.tons
    return (case.divided("charge.target", tons * hexes, tons=tons, hexes=hexes),)


def own_damage(case: ImpactCase, target: ClassicUnit) -> tuple[Modifier, ...]:
    """Give what a charge at a unit does to the charger."""
    if target.kind == "dropship":
        return (case.divided("charge.own", case.attacker.tons, tons=case.attacker.tons),)
    return (case.divided("charge.attacker", target.tons, tons=target.tons),)


def jump_attack(case: ImpactCase) -> None:
    """Answer a death from above."""
    asked = case.question
    target = asked.target or ClassicUnit()
    height = asked.levels + (case.value("dfa.height") if target.is_mech and not target.prone else 0)
    needed = max(asked.hexes, height, -asked.levels, 1)
    case.refusals += [case.reason(key) for key in _unfit(case)]
    if target.kind == "dropship" or asked.into != "unit":
        case.refuse("dfa.kind")
    if case.attacker.jump < needed:
        case.refuse("dfa.jump", spends=asked.hexes, needed=needed, jump=case.attacker.jump)
    if case.refusals:
        return
    case.note("dfa.seen", level=max(0, asked.levels) + case.value("dfa.sight"))
    if asked.target_lost and asked.outcome == "open":
        case.note("dfa.target-gone")
        return
    if _misses_for_sure(case, "dfa.fell", falls_too=False) or _misses(case):
        case.move("target", "dfa.target-moves")
        missed_jump(case, asked.target_water)
        return
    case.hurt(
        "target",
        target,
        "dfa",
        _jump_damage(case, target),
        table="full" if target.prone else "punch",
        column="rear" if target.prone else asked.side,
    )
    legs = case.divided("dfa.legs", case.attacker.tons, tons=case.attacker.tons)
    case.hurt("attacker", case.attacker, "dfa", (legs,), table="kick")
    if asked.weak_legs and not case.edition.impact_words["dfa.weak-legs"].unknown:
        case.note("dfa.weak-legs", legs=len(case.attacker.leg_names))
    _moved_on(case, target, "dfa")


def push(case: ImpactCase) -> None:
    """Answer a push."""
    asked = case.question
    case.refusals += [case.reason(key) for key in _no_push(case)]
    if case.refusals:
        return
    if _misses_for_sure(case, "attack.prone", falls_too=False) or _misses(case):
        return
    target = asked.target or ClassicUnit()
    if asked.direction in asked.barred or _is_too_high(case):
        case.move("target", "push.stays")
        event_roll(case, "target", target, RollEvent("pushed"), water=asked.target_water)
        return
    case.move("target", "displaced", ((asked.direction,),))
    _lands(case, target, RollEvent("pushed"))
    case.move("attacker", "push.follows")


def _jump_damage(case: ImpactCase, target: ClassicUnit) -> tuple[Modifier, ...]:
    tons = case.attacker.tons
    row = case.divided("dfa.target", case.value("dfa.times") * tons, tons=tons)
    if not target.is_infantry:
        return (row,)
    share = max(1, row.value // case.value("infantry.share"))
    return (row, case.term("infantry.share", share - row.value))


def _unfit(case: ImpactCase) -> Iterator[str]:
    """Say what keeps the attacker from any such attack; what came of its fall in this turn does not."""
    unit = case.attacker
    if unit.shutdown:
        yield "attack.shutdown"
    if unit.immobile:
        yield "attack.immobile"
    if case.question.fell and case.question.kind != "push":
        return
    if unit.prone or case.question.fell:
        yield "attack.prone"
    if unit.is_mech and has_no_gyro(unit) and case.question.kind != "dfa":
        yield "attack.gyro"
    if unit.is_mech and legs_gone(unit) >= case.value(f"attack.legs-{unit.kind}"):
        yield "attack.legs"


def _no_charge(case: ImpactCase) -> Iterator[str]:
    asked = case.question
    yield from _unfit(case)
    if asked.attacker.is_infantry:
        yield "charge.infantry"
    if asked.moved.mode == "jump":
        yield "charge.jumped"
    if asked.moved.mode == "stand":
        yield "charge.stood"
    elif not asked.hexes:
        yield "charge.no-hexes"
    if not asked.ahead:
        yield "charge.ahead"
    if abs(asked.levels) > FARTHEST_APART:
        yield "charge.levels"
    target = asked.target or ClassicUnit()
    if asked.into == "unit":
        if target.prone:
            yield "charge.prone"
        if case.attacker.is_mech and not target.is_mech and target.kind != "dropship":
            yield "charge.kind"


def _no_push(case: ImpactCase) -> Iterator[str]:
    asked = case.question
    target = asked.target or ClassicUnit()
    if asked.attacker.kind != "biped" or not target.is_mech or target.prone or asked.into != "unit":
        yield "push.kind"
    yield from _unfit(case)
    if any(arm.gone for _, arm in asked.attacker.arms):
        yield "push.arms"
    if asked.levels:
        yield "push.levels"
    if not asked.ahead:
        yield "charge.ahead"


def _misses(case: ImpactCase) -> bool:
    """Give the number of an attack, and say whether it missed."""
    case.to_hit = attack_number(case)
    return case.to_hit.outcome == "missed"


def _misses_for_sure(case: ImpactCase, fell: str, *, falls_too: bool) -> bool:
    """Does the attack miss without dice? A jump attack does without a gyro: it falls as it lands."""
    if case.question.fell or (case.question.kind == "dfa" and has_no_gyro(case.attacker)):
        case.note(fell)
        if falls_too:
            falls(case, "attacker", case.attacker, 0)
        return True
    if case.attacker.unconscious:
        case.note("charge.out")
        return True
    return False


def _charge_thing(case: ImpactCase) -> None:
    """Charge a building or a hill."""
    asked, unit = case.question, case.attacker
    if asked.not_counted:
        case.note("charge.not-counted", hexes=asked.not_counted)
    if _misses_for_sure(case, "charge.fell", falls_too=True):
        return
    if asked.into == "hill":
        case.hurt("attacker", unit, "charge", (case.divided("charge.own", unit.tons, tons=unit.tons),))
        return
    case.hurt("building", unit, "charge", charge_damage(case, hexes_counted(case)))
    case.note("charge.entry-fails")
    case.hurt("attacker", unit, "charge", (case.divided("charge.building", asked.cf, cf=asked.cf),))


def _moved_on(case: ImpactCase, target: ClassicUnit, event: str) -> None:
    """Move both on after a hit: the target first, then the attacker, then their rolls."""
    asked = case.question
    if asked.attacker_lost:
        case.note("charge.stays")
    if asked.attacker_lost or asked.target_lost:
        case.note("displaced.none")
    else:
        case.note("displaced.at-once")
        is_too_high = _is_too_high(case)
        barred = (*asked.barred, asked.direction) if is_too_high else asked.barred
        order = displacement_order(asked.direction, barred)
        moved = RollEvent(event, role="target")
        if order and is_too_high:
            case.move("target", "displaced", order)
            event_roll(case, "target", target, moved)
        elif order:
            case.move("target", "displaced", order)
            _lands(case, target, moved)
        else:
            case.move("target", "displaced.no-hex")
    if not asked.attacker_lost:
        case.move("attacker", "charge.moves-up")
        own = RollEvent(event, role="attacker")
        event_roll(case, "attacker", case.attacker, own, water=asked.target_water)


def _is_too_high(case: ImpactCase) -> bool:
    """Is the hex straight on too high to move a unit up into it?"""
    is_too_high = -case.question.drop > case.value("displaced.up")
    if is_too_high:
        case.note("displaced.too-high", levels=-case.question.drop)
    return is_too_high


def displacement_order(direction: int, barred: tuple[int, ...] = ()) -> tuple[tuple[int, ...], ...]:
    """Give the hexsides to move a unit through: straight on, the two beside it, the next two, back.

    >>> displacement_order(0), displacement_order(0, (0, 3))
    (((0,), (1, 5), (2, 4), (3,)), ((1, 5), (2, 4)))
    """
    turns = ((0,), (1, -1), (2, -2), (OPPOSITE,))
    ranked = [tuple(sorted((direction + turn) % SIDES for turn in each)) for each in turns]
    left = (tuple(side for side in each if side not in barred) for each in ranked)
    return tuple(each for each in left if each)


def beside(direction: int) -> tuple[tuple[int, ...], ...]:
    """Give the two hexsides beside the one that leads to the target, of which the owner picks one.

    >>> beside(0), beside(4)
    (((1, 5),), ((3, 5),))
    """
    return (tuple(sorted((direction + turn) % SIDES for turn in (1, -1))),)


def _lands(case: ImpactCase, unit: ClassicUnit, event: RollEvent) -> None:
    """Say what the hex does to a unit that was moved into it, with the roll for having been moved."""
    asked = case.question
    if asked.drop >= DEEP:
        if asked.water:
            falls_into_water(case, "target", unit, asked.drop, asked.water)
        else:
            falls(case, "target", unit, asked.drop)
        return
    if asked.cf:
        case.note("displaced.building")
        enters(case, "target", unit, asked.cf)
    if asked.water:
        case.note("water.no-more", depth=asked.water)
        event_roll(case, "target", unit, RollEvent("water", depth=asked.water))
    event_roll(case, "target", unit, event, water=asked.water)
