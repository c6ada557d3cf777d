"""How much does a punch, a kick, a club or a physical weapon do, and what do damaged actuators change?"""

from collections.abc import Iterator

from astrike.model.battletech.melee import MeleeQuestion
from astrike.model.battletech.unit import ArmDamage, LegDamage
from astrike.model.explain import Modifier, facts
from astrike.rulebook.battletech.physical_rows import PhysicalAttackRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.melee_refusals import arms_used

_HALVED = "actuator.halved"


def melee_damage(
    question: MeleeQuestion, edition: BattleTechEdition, row: PhysicalAttackRow
) -> tuple[Modifier, ...]:
    """List what makes the damage: by tons, doubled, halved, in that order, rounded down."""
    rows = [_by_tons(question, row)]
    times = edition.physical_modifiers["myomer.times"]
    is_hot = question.attacker.heat >= edition.heat_figures["myomer"].value
    if question.myomer and is_hot and row.doubled:
        more = rows[0].value * (times.value - 1)
        rows.append(Modifier(times.key, "", more, times.label, times.cite))
    for each in _halving(question, edition) if row.halved else ():
        by = edition.physical_modifiers[_HALVED].value
        rows.append(Modifier(each.key, "", _down(_total(rows), by), each.label, each.cite))
    if question.limb_under_water:
        rows.append(_under_water(_total(rows), row, edition))
    if row.form == "kick" and question.target.is_infantry and row.key != "thrash":
        share = edition.impacts["infantry.share"]
        left = max(1, _total(rows) // share.value)
        rows.append(Modifier(share.key, "", left - _total(rows), share.label, share.cite))
    return tuple(rows)


def actuators_gone(
    question: MeleeQuestion, edition: BattleTechEdition, row: PhysicalAttackRow
) -> Iterator[Modifier]:
    """List what actuators of the limb, hit or never there, add to the number."""
    if row.form == "kick":
        for key in _of_leg(question.attacker.leg(question.limb.removesuffix("-leg"))):
            effect = edition.critical_effects[key]
            yield Modifier(key, "", effect.kick, effect.label, effect.cite)
        return
    for name in arms_used(question, edition):
        for key in _of_arm(question.attacker.arm(name.removesuffix("-arm"))):
            effect = edition.critical_effects[key]
            yield Modifier(key, "", effect.punch, effect.label, effect.cite, facts(arm=name))


def _by_tons(question: MeleeQuestion, row: PhysicalAttackRow) -> Modifier:
    tons = question.attacker.tons
    if row.points:
        return Modifier(row.key, "", row.points, row.label, row.cite)
    points = (-(-tons // row.tons) if row.up else tons // row.tons) + row.plus
    if row.most:
        points = min(points, row.most)
    return Modifier(row.key, "", points, row.label, row.cite, facts(tons=tons, by=row.tons))


def _halving(question: MeleeQuestion, edition: BattleTechEdition) -> Iterator[Modifier]:
    """List the actuators that halve the damage."""
    for each in actuators_gone(question, edition, edition.physical_attacks[question.attack]):
        if edition.critical_effects[each.key].halves:
            yield each


def _under_water(total: int, row: PhysicalAttackRow, edition: BattleTechEdition) -> Modifier:
    water = edition.physical_modifiers["water.halved"]
    if row.form in ("punch", "kick"):
        return Modifier(water.key, "", -(total // water.value), water.label, water.cite)
    return Modifier(water.key, "", _down(total, water.value), water.label, water.cite)


def _of_arm(arm: ArmDamage) -> Iterator[str]:
    if arm.upper:
        yield "upper-arm.1"
    if "lower" in arm.absent:
        yield "lower-arm-absent.1"
    elif arm.lower:
        yield "lower-arm.1"
    if "hand" in arm.absent:
        yield "hand-absent.1"
    elif arm.hand:
        yield "hand.1"


def _of_leg(leg: LegDamage) -> Iterator[str]:
    for part, key in (("upper", "upper-leg.1"), ("lower", "lower-leg.1"), ("foot", "foot.1")):
        if getattr(leg, part) or part in leg.after_hip:
            yield key


def _down(total: int, by: int) -> int:
    """Give what is taken off a total that is divided and rounded down.

    >>> _down(7, 2)
    -4
    """
    return total // by - total


def _total(rows: list[Modifier]) -> int:
    return sum(each.value for each in rows)
