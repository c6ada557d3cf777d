"""The to-hit steps of artillery: area effect, the +4 in place of range, fire from the air and from off the table.

Which question: which rows of the modifiers table does artillery bring that no other attack has? Sources: CE pp.44, 47,
143-144, 151-153; AS pp.37, 42, 74, 76.
"""

from collections.abc import Iterator

from astrike.model.explain import Reason
from astrike.rulebook.combat import ArtilleryRow, MunitionRow
from astrike.rules.areas.weapons import munition_row
from astrike.rules.battlefield import Field
from astrike.rules.electronics.jamming import probe_reach
from astrike.rules.electronics.sharing import lent_range
from astrike.rules.situation import AttackQuestion, Situation
from astrike.rules.steps.terms import Term


def fired(s: Situation) -> ArtilleryRow | None:
    """Give the artillery weapon that fires, None when the card has none."""
    return s.field.edition.artillery.get(s.weapon.code)


def munition_of(field: Field, question: AttackQuestion, weapon: ArtilleryRow) -> MunitionRow | Reason | None:
    """Give the munition that was chosen, why there is none, or None for plain shells."""
    if question.kind == "homing":
        return munition_row(field, "homing", weapon)
    chosen = question.special or question.choice("shell")
    return munition_row(field, str(chosen), weapon) if chosen else None


def loaded(s: Situation) -> MunitionRow | None:
    """Give the munition that was chosen, None for plain shells or where there is no such thing."""
    weapon = fired(s)
    found = None if weapon is None else munition_of(s.field, s.question, weapon)
    return found if isinstance(found, MunitionRow) else None


def is_airborne_craft(s: Situation) -> bool:
    """Does an aerospace unit in flight fire? (CE p.47, AS p.37 note 8)"""
    return s.attacker_row.aerospace and (s.field.units.airborne[s.a] or s.attacker.flight is not None)


def is_counter_battery(s: Situation) -> bool:
    """Is it aimed at artillery beyond the table? (CE p.153)"""
    return bool(s.question.choice("counter-battery"))


def area(s: Situation) -> Iterator[Term]:
    """O: an area effect attack (CE p.44, AS p.37)."""
    munition = loaded(s)
    if munition is None or not munition.aimed:
        yield "attack.area", None


def airborne_fire(s: Situation) -> Iterator[Term]:
    """O: artillery fired from the air (CE p.47, AS p.37 note 8)."""
    if is_airborne_craft(s):
        yield "attack.airborne", None


def munition(s: Situation) -> Iterator[Term]:
    """O: what a special munition adds (CE p.143, AS p.76)."""
    chosen = loaded(s)
    if chosen is not None and chosen.modifier:
        yield chosen.modifier, None


def artillery_range(s: Situation) -> Iterator[Term]:
    """R: +4 in place of range; cannons use brackets, and all do at Extreme range (CE p.47, AS p.42)."""
    weapon, chosen = fired(s), loaded(s)
    if weapon is None or s.bracket is None:
        return
    lent = lent_range(s)
    if lent is not None:
        yield lent.bracket.modifier, None
    elif weapon.cannon or s.bracket.option or (chosen is not None and chosen.aimed):
        yield s.bracket.modifier, None
    else:
        yield "range.artillery", None


def homing(s: Situation) -> Iterator[Term]:
    """O: one number for every homing round at a unit under TAG (CE p.144)."""
    yield "attack.homing", None


def off_table(s: Situation) -> Iterator[Term]:
    """O: everything that counts for fire from off the table, spotters and earlier shots (CE pp.151-153)."""
    edition = s.field.edition
    seen = shots_seen(s)
    if is_counter_battery(s):
        yield "off-table.counter", None
        most = edition.numbers["counter.most"]
        counted = seen if most.unknown else min(seen, int(most.value))
        if counted:
            yield "off-table.counter-seen", counted * edition.modifiers["off-table.counter-seen"].value
        return
    yield "off-table.fire", None
    if seen:
        yield "off-table.again", seen * edition.modifiers["off-table.again"].value
    if s.spotting is None or s.spotting.refusals:
        return
    yield "off-table.spotter", None
    i = s.field.units.index.get(s.spotting.name)
    if i is None:
        return
    spotter = s.field.units.units[i]
    if probe_reach(s.field, i):
        yield "off-table.probe", None
    elif spotter.has("RCN"):
        yield "off-table.recon", None
    if spotter.spotter is not None and spotter.spotter.attacks != "none":
        yield "off-table.spotter-attacks", None


def shots_seen(s: Situation) -> int:
    """Give how many shots at this point friends have seen landing."""
    count = s.question.choice("shots-seen")
    return max(0, count) if isinstance(count, int) else 0
