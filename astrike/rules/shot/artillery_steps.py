"""What does artillery add to the Target Number that no other attack has?

The to-hit steps of area effect, of the +4 in place of range, and of fire from the air and from off the table, as rows
of the edition's modifiers table. Sources: CE pp.44, 47, 143-144, 151-153; AS pp.37, 42, 74, 76.
"""

from collections.abc import Iterator

from astrike.model.attack_question import AttackQuestion
from astrike.rulebook.combat_rows import ArtilleryRow
from astrike.rules.shot.facts import Shot
from astrike.rules.shot.rule_types import StepTerm


def artillery_fired(shot: Shot) -> ArtilleryRow | None:
    """Give the artillery weapon that fires, None when the card has none."""
    return shot.circumstances.edition.artillery.get(shot.weapon.code)


def is_counter_battery(question: AttackQuestion) -> bool:
    """Is it aimed at artillery beyond the table? (CE p.153)"""
    return bool(question.choice("counter-battery"))


def area_effect(shot: Shot) -> Iterator[StepTerm]:
    """O: an area effect attack (CE p.44, AS p.37)."""
    if shot.munition is None or not shot.munition.aimed:
        yield "attack.area", None


def airborne_fire(shot: Shot) -> Iterator[StepTerm]:
    """O: artillery fired from the air (CE p.47, AS p.37 note 8)."""
    if shot.attacker.is_airborne_craft:
        yield "attack.airborne", None


def munition(shot: Shot) -> Iterator[StepTerm]:
    """O: what a special munition adds (CE p.143, AS p.76)."""
    if shot.munition is not None and shot.munition.modifier:
        yield shot.munition.modifier, None


def artillery_range(shot: Shot) -> Iterator[StepTerm]:
    """R: +4 in place of range; cannons use brackets, and all do at Extreme range (CE p.47, AS p.42)."""
    weapon, chosen = artillery_fired(shot), shot.munition
    if weapon is None or shot.bracket is None:
        return
    if shot.lent is not None:
        yield shot.lent.bracket.modifier, None
    elif weapon.cannon or shot.bracket.option or (chosen is not None and chosen.aimed):
        yield shot.bracket.modifier, None
    else:
        yield "range.artillery", None


def homing(shot: Shot) -> Iterator[StepTerm]:
    """O: one number for every homing round at a unit under TAG (CE p.144)."""
    yield "attack.homing", None


def off_table(shot: Shot) -> Iterator[StepTerm]:
    """O: everything that counts for fire from off the table, spotters and earlier shots (CE pp.151-153)."""
    edition, spotting = shot.circumstances.edition, shot.spotting
    seen = shots_seen(shot.question)
    if is_counter_battery(shot.question):
        yield "off-table.counter", None
        most = edition.numbers["counter.most"]
        counted = seen if most.unknown else min(seen, int(most.value))
        if counted:
            yield "off-table.counter-seen", counted * edition.modifiers["off-table.counter-seen"].value
        return
    yield "off-table.fire", None
    if seen:
        yield "off-table.again", seen * edition.modifiers["off-table.again"].value
    if spotting is None or spotting.refusals:
        return
    yield "off-table.spotter", None
    spotter = spotting.unit
    if spotter is None:
        return
    if spotting.has_probe:
        yield "off-table.probe", None
    elif spotter.has("RCN"):
        yield "off-table.recon", None
    says_so = spotter.spotter is not None and spotter.spotter.attacks != "none"
    if says_so or spotter.heat_made is not None:
        yield "off-table.spotter-attacks", None


def shots_seen(question: AttackQuestion) -> int:
    """Give how many shots at this point friends have seen landing."""
    count = question.choice("shots-seen")
    return max(0, count) if isinstance(count, int) else 0
