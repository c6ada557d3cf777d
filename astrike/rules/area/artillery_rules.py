"""What forbids an artillery attack, and what does a hit do?

At a unit or a point in sight, at a point that a friend sees, from off the table, and with homing rounds. Weapon,
distance and spotter are known by then. Sources: CE pp.41, 47-48, 143-144, 151-153; AS pp.42, 73-77, 173.
"""

from collections.abc import Iterator
from dataclasses import replace

from astrike.model.attack_answer import Damage, DamageTerm, SightAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.explain import Reason, facts
from astrike.model.unit import Unit
from astrike.rulebook.combat_rows import ArtilleryRow, MunitionRow
from astrike.rules.edition_rows import not_printed, reason
from astrike.rules.options import HasEdition, Ruled
from astrike.rules.shot.ability_damage import template_more
from astrike.rules.shot.area_weapons import (
    AreaWeapon,
    ArtilleryGun,
    area_weapon,
    guns_of,
    munition_of,
    weapon_row,
)
from astrike.rules.shot.armor import ArrivingDamage, after_armor
from astrike.rules.shot.artillery_steps import artillery_fired, is_counter_battery
from astrike.rules.shot.damage import points_read, points_shown
from astrike.rules.shot.facts import Combatant, Shot, bracket_at
from astrike.rules.shot.refusals import heat_refusals, is_kept_low, is_too_near, side_refusals
from astrike.rules.shot.rule_types import KindRules
from astrike.rules.shot.see_through import counting_kinds
from astrike.tolerance import TOUCH

# ---- which weapon, and how it goes on


def gun_of(at: HasEdition, unit: Unit, question: AttackQuestion) -> ArtilleryGun | None:
    """Give the artillery that the question names, else the first of the card that fits the kind of attack."""
    guns = guns_of(unit, at.edition)
    if question.weapon is not None:
        named = weapon_row(at.edition, question.weapon)
        return next((gun for gun in guns if named is not None and gun.row.key == named.key), None)
    if question.kind == "off-table":
        guns = tuple(gun for gun in guns if gun.row.off_table) or guns
    if question.kind == "homing":
        row = at.edition.munitions["homing"]
        guns = tuple(gun for gun in guns if gun.row.key in row.weapons) or guns
    return guns[0] if guns else None


def settled_kind(at: Ruled, inches: float, question: AttackQuestion) -> AttackQuestion:
    """Say with which kind of attack it goes on: artillery that far away may fire as from off the table (CE p.151)."""
    if question.kind != "artillery" or at.options.word("artillery.beyond-42") != "off-table":
        return question
    limit = at.edition.numbers["off-table.from"]
    bracket = bracket_at(at, inches, underwater=False)
    is_far = bracket is None or bracket.key == "horizon"
    return replace(question, kind="off-table") if is_far and inches > limit.value + TOUCH else question


# ---- what forbids it


def artillery_refusals(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason against artillery at a unit or a point."""
    keys = [*_sides(s), *_states(s, states), *_hands(s)]
    if s.aim is None and is_too_near(s):
        keys.append("contact.no-weapons")
    if s.attacker.is_airborne_craft:
        weapon = artillery_fired(s)
        if s.aim is None or (weapon is not None and not weapon.airborne):
            keys.append("artillery.airborne")
    if _is_out_of_shells_reach(s):
        keys.append("air.kind")
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    found += _rounds(s)
    found += _view(s)
    found += _reach(s)
    found += _arc(s)
    return tuple(found)


def off_table_refusals(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason against fire from off the table."""
    weapon = artillery_fired(s)
    keys = [*_states(s, states), *_hands(s)]
    if s.aim is None and not is_counter_battery(s.question):
        keys.append("artillery.point-only")
    if weapon is not None and not weapon.off_table:
        keys.append("off-table.cannon")
    from_ = s.circumstances.edition.numbers["off-table.from"]
    if "off-table" not in s.attacker.unit.state and not from_.unknown and s.range <= from_.value + TOUCH:
        keys.append("off-table.near")
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    if (
        "off-table" not in s.attacker.unit.state
        and s.circumstances.options.word("artillery.beyond-42") == "refused"
    ):
        found.append(reason(s.circumstances, "range.none", facts(range=s.range)))
    found += _rounds(s)
    found += _named_spotter(s)
    found += _farthest(s, weapon)
    found += _arc(s)
    return tuple(found)


def _is_out_of_shells_reach(s: Shot) -> bool:
    """Is the target an aerospace unit in flight, and the round none that is aimed at such? (CE p.143, AS p.76)"""
    return s.aim is None and s.target.flies and not is_aimed(s)


def homing_refusals(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason against a homing round (CE p.144, AS p.76)."""
    weapon = artillery_fired(s)
    keys = [*_sides(s), *_states(s, states), *_hands(s)]
    if s.aim is None and s.target.flies:
        keys.append("air.kind")
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    found += _rounds(s)
    found += s.obstacles
    found += _farthest(s, weapon)
    found += _arc(s)
    return tuple(found)


def _sides(s: Shot) -> Iterator[str]:
    if s.aim is None:
        yield from side_refusals(s)


def _states(s: Shot, states: tuple[str, ...]) -> Iterator[str]:
    """Keep what forbids artillery: who fires from off the table, or from a flight path, may be there."""
    allowed = set()
    if "from-off-table" in s.kind.tags:
        allowed = {"attacker.off-table"}
        if is_counter_battery(s.question):
            allowed.add("target.off-table")
    return (key for key in states if key not in allowed)


def _hands(s: Shot) -> Iterator[str]:
    """Give the keys of what the attacker lacks or has done already."""
    if artillery_fired(s) is None:
        yield "attacker.no-weapon"
    if is_kept_low(s):
        yield "attacker.hull-down"
    yield from heat_refusals(s)


def _rounds(s: Shot) -> Iterator[Reason]:
    weapon = artillery_fired(s)
    most = s.circumstances.edition.numbers["point-defense.destroys"]
    if not most.unknown and point_defense_used(s) >= most.value:
        yield reason(s.circumstances, "artillery.shot-down")
    chosen = None if weapon is None else munition_of(s.circumstances, s.question, weapon)
    if isinstance(chosen, Reason):
        yield chosen
    elif isinstance(chosen, MunitionRow) and chosen.key == "air-defense":
        if s.aim is not None or not (s.target.airborne or s.target.unit.flight is not None):
            yield reason(s.circumstances, "munition.target")
    elif isinstance(chosen, MunitionRow) and chosen.key == "homing" and s.question.kind != "homing":
        yield reason(s.circumstances, "munition.weapon")


def _view(s: Shot) -> Iterator[Reason]:
    """Direct fire needs sight; without it only points can be fired at, by way of a spotter (AS p.42)."""
    if not _goes_by_spotter(s):
        yield from s.sight.reasons
        if s.aim is None and s.sight.reasons:
            yield reason(s.circumstances, "artillery.point-only")
    elif s.spotting is None:
        yield reason(s.circumstances, "indirect.no-spotter")
    else:
        yield from s.spotting.refusals


def _goes_by_spotter(s: Shot) -> bool:
    """Was it settled that this goes by way of a spotter? The sight of the shot is then the spotter's."""
    return s.spotting is not None or is_indirect(s.question, s.aim, s.sight, s.attacker)


def is_indirect(question: AttackQuestion, aim: TablePoint | None, own: SightAnswer, who: Combatant) -> bool:
    """Is it fired at a point by way of a spotter: one is named, or the attacker does not see it? (AS p.42)"""
    if aim is None:
        return False
    return question.spotter is not None or own.state == "blocked" or who.is_airborne_craft


def is_aimed(s: Shot) -> bool:
    """Does the munition hit its target alone?"""
    return s.munition is not None and s.munition.aimed


def _named_spotter(s: Shot) -> Iterator[Reason]:
    """From off the table a spotter is a help, no need; but who is named has to be one (CE p.151)."""
    if s.question.spotter is None or is_counter_battery(s.question):
        return
    if s.spotting is None:
        yield reason(s.circumstances, "indirect.no-spotter")
    else:
        yield from s.spotting.refusals


def _reach(s: Shot) -> Iterator[Reason]:
    weapon = artillery_fired(s)
    if weapon is None:
        return
    brackets = list(s.circumstances.edition.brackets)
    far = brackets.index(weapon.reach if weapon.cannon else "extreme")
    longest = s.circumstances.edition.brackets[weapon.reach].upto
    is_beyond = s.bracket is None or brackets.index(s.bracket.key) > far
    if is_beyond or (is_aimed(s) and s.range > longest + TOUCH):
        yield reason(s.circumstances, "range.none", facts(range=s.range))
    elif s.bracket is not None and s.bracket.unknown:
        yield not_printed(s.bracket, s.bracket.modifier)


def _farthest(s: Shot, weapon: ArtilleryRow | None) -> Iterator[Reason]:
    if weapon is None or not weapon.off_table:
        return
    if s.range > weapon.off_table + TOUCH:
        yield reason(s.circumstances, "range.none", facts(range=s.range, limit=weapon.off_table))
    elif is_counter_battery(s.question) and s.aim is None:
        theirs = max(
            (gun.row.off_table for gun in guns_of(s.target.unit, s.circumstances.edition)), default=0.0
        )
        if weapon.off_table < theirs:  # CE p.153: it has to reach as far as the enemy's
            yield reason(s.circumstances, "range.none", facts(range=theirs, limit=weapon.off_table))


def _arc(s: Shot) -> Iterator[Reason]:
    if s.arc is None:
        yield reason(s.circumstances, "arc.outside")


# ---- what it does


def artillery_damage(s: Shot) -> Damage:
    """Say what a hit does inside the first and the second radius."""
    zone = area_here(s)
    if zone is None:
        return Damage(None)
    first = zone.first
    if s.aim is None and zone.munition is not None and is_immune(s.target.unit, zone.munition):
        first = 0
    row: ArtilleryRow | MunitionRow = zone.munition if zone.munition is not None else zone.weapon
    terms: tuple[DamageTerm, ...] = (DamageTerm("damage.artillery", first, zone.weapon.label, row.cite),)
    target: int | str | None = first
    if s.aim is None:
        left, taken = after_armor(
            s.circumstances, s.target, "artillery", points_read(first), ArrivingDamage("area")
        )
        target, terms = None if left is None else points_shown(left), (*terms, *taken)
    return Damage(target, terms, inner=zone.first, outer=zone.second if zone.has_rings else None)


def is_immune(unit: Unit, munition: MunitionRow) -> bool:
    """Does this munition do nothing to this unit? (CE p.144)"""
    return bool(munition.against) and unit.type not in munition.against


def area_here(s: Shot) -> AreaWeapon | None:
    """Give what goes off, None when the card has no artillery."""
    weapon = artillery_fired(s)
    if weapon is None:
        return None
    zone, more = area_weapon(s.circumstances, weapon, s.munition), template_more(s)
    if more:
        zone = replace(zone, inner=zone.inner + more, outer=zone.outer + more)
    return (
        replace(zone, first=_half(zone.first), second=_half(zone.second)) if point_defense_used(s) else zone
    )


def point_defense_used(s: Shot) -> int:
    """Give the points of point defense used against the shell; one halves its damage (CE p.87)."""
    used = s.question.choice("point-defense")
    return used if isinstance(used, int) else 0


def _half(value: int | str) -> int | str:
    return (value + 1) // 2 if isinstance(value, int) else value


def is_locked_in(s: Shot) -> bool:
    """Is the point locked in, so that it is hit without a roll? (CE p.152)"""
    is_chosen = s.question.kind == "off-table" and bool(s.question.choice("locked-in"))
    return is_chosen and s.aim is not None and area_here(s) is not None


# ---- which options decided


def artillery_options(s: Shot, total: int) -> list[str]:
    """Name the options that decided something, those of sight aside."""
    edition, chosen = s.circumstances.edition, s.circumstances.options
    names: list[str] = []
    if s.aim is not None and s.question.kind == "artillery" and (s.view.woods_pieces or s.target.woods):
        names.append("artillery.poi-terrain")
    if s.viewer_woods and all(why in (None, "attacker") for why in counting_kinds(s)):
        names.append("woods.attacker-occupied")
    if s.line.arc_share < 1.0 - TOUCH and s.attacker.row.arc == "forward":
        names.append("arc.forward-degrees")
    if s.aim is None and s.target.motion.manner == "immobile" and s.question.kind == "artillery":
        names.append("artillery.immobile-unit")
    limit = chosen.number("sight.max")
    if s.aim is not None and "off-table" not in s.attacker.unit.state and s.range > limit + TOUCH:
        names.append("artillery.beyond-42")
    zone = area_here(s)
    names += zone.options if zone is not None else ()
    if zone is not None and zone.weapon.cruise and s.question.kind == "off-table":
        inches = edition.numbers["flight.cruise"]
        share = 0.0 if inches.unknown else s.range / inches.value
        if abs(share - round(share)) > TOUCH:
            names.append("artillery.flight-fraction")
    if s.spotting is not None:
        names += s.spotting.options
    if s.bracket is not None and s.bracket.option:
        names.append(s.bracket.option)
    if chosen.is_on("environment-modifiers"):
        names.append("environment-modifiers")
    return [*names, *s.sharing]


ARTILLERY_RULES = KindRules(
    refusals=artillery_refusals, damage=artillery_damage, options=artillery_options, is_sure=is_locked_in
)
OFF_TABLE_RULES = replace(ARTILLERY_RULES, refusals=off_table_refusals)
HOMING_RULES = replace(ARTILLERY_RULES, refusals=homing_refusals)
