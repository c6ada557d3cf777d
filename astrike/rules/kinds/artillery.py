"""Artillery: at a unit or a point in sight, at a point that a friend sees, from off the table, and homing rounds.

Which question: what forbids it, and what goes off where? Weapon, distance and spotter are settled in `gunnery`; terms
stand in `steps.artillery`, the area in `areas`. Sources: CE pp.41, 47-48, 143-144, 151-153; AS pp.42,
73-77, 173.
"""

from collections.abc import Iterator
from dataclasses import replace

from astrike.geometry.arrays import TOUCH
from astrike.model.answer import AttackAnswer, Damage, DamageTerm
from astrike.model.attack import Point
from astrike.model.combat import BlastAnswer
from astrike.model.explain import Assumed, Reason, facts
from astrike.model.unit import Unit
from astrike.rulebook.combat import ArtilleryRow, MunitionRow
from astrike.rules.abilities.damage import template_more
from astrike.rules.air.flight import flyers
from astrike.rules.areas.blast import going_off
from astrike.rules.areas.off_table import flight, stands_beyond
from astrike.rules.areas.toll import toll, value_of
from astrike.rules.areas.weapons import Area, area_of, fired, guns_of, loaded, munition_of
from astrike.rules.combatants import combatants
from astrike.rules.damage.armor import Blow, after_armor
from astrike.rules.damage.hit import shown
from astrike.rules.electronics.sharing import sharing_options
from astrike.rules.kinds.drill import Drill
from astrike.rules.kinds.gunnery import (
    gun_of,
    homing_situation,
    homing_target,
    is_indirect_now,
    loaded_is_aimed,
    off_table_situation,
    situation,
)
from astrike.rules.reasons import not_printed, reason
from astrike.rules.refusals import is_kept_low, is_too_near, sides, unheated
from astrike.rules.results.outcome import with_outcome
from astrike.rules.shots import shot_of
from astrike.rules.situation import Situation
from astrike.rules.spotting.spotters import spotters_of
from astrike.rules.steps.artillery import is_counter_battery
from astrike.rules.steps.see_through import counting_kinds

# ---- what forbids it


def refusals(s: Situation, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason against artillery at a unit or a point."""
    keys = [*_sides(s), *_states(s, states), *_hands(s)]
    if s.aim is None and is_too_near(s):
        keys.append("contact.no-weapons")
    if combatants(s.field)[s.a].is_airborne_craft:
        weapon = fired(s)
        if s.aim is None or (weapon is not None and not weapon.airborne):
            keys.append("artillery.airborne")
    if _is_out_of_shells_reach(s):
        keys.append("air.kind")
    found = [reason(s.field, key) for key in dict.fromkeys(keys)]
    found += _rounds(s)
    found += _view(s)
    found += _reach(s)
    found += _arc(s)
    return tuple(found)


def off_table_refusals(s: Situation, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason against fire from off the table."""
    weapon = fired(s)
    keys = [*_states(s, states), *_hands(s)]
    if s.aim is None and not is_counter_battery(s.question):
        keys.append("artillery.point-only")
    if weapon is not None and not weapon.off_table:
        keys.append("off-table.cannon")
    from_ = s.field.edition.numbers["off-table.from"]
    if "off-table" not in s.attacker.state and not from_.unknown and s.range <= from_.value + TOUCH:
        keys.append("off-table.near")
    found = [reason(s.field, key) for key in dict.fromkeys(keys)]
    if "off-table" not in s.attacker.state and s.field.options.word("artillery.beyond-42") == "refused":
        found.append(reason(s.field, "range.none", facts(range=s.range)))
    found += _rounds(s)
    found += _named_spotter(s)
    found += _farthest(s, weapon)
    found += _arc(s)
    return tuple(found)


def _is_out_of_shells_reach(s: Situation) -> bool:
    """Is the target an aerospace unit in flight, and the round none that is aimed at such? (CE p.143, AS p.76)"""
    return s.aim is None and s.t in flyers(s.field) and not loaded_is_aimed(s)


def homing_refusals(s: Situation, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason against a homing round (CE p.144, AS p.76)."""
    weapon = fired(s)
    keys = [*_sides(s), *_states(s, states), *_hands(s)]
    if s.aim is None and s.t in flyers(s.field):
        keys.append("air.kind")
    found = [reason(s.field, key) for key in dict.fromkeys(keys)]
    found += _rounds(s)
    row, marked = s.field.edition.numbers["homing.reach"], homing_target(s)
    if marked is None and (s.aim is None or not row.unknown):
        found.append(reason(s.field, "homing.no-tag", facts(limit=row.value)))
    if marked is not None and marked != s.t and s.field.units.of[marked].submersion == "completely":
        found.append(reason(s.field, "water.submerged"))
    found += _farthest(s, weapon)
    found += _arc(s)
    return tuple(found)


def _sides(s: Situation) -> Iterator[str]:
    if s.aim is None:
        yield from sides(s)


def _states(s: Situation, states: tuple[str, ...]) -> Iterator[str]:
    """Keep what forbids artillery: who fires from off the table, or from a flight path, may be there."""
    allowed = set()
    if "from-off-table" in s.kind.tags:
        allowed = {"attacker.off-table"}
        if is_counter_battery(s.question):
            allowed.add("target.off-table")
    return (key for key in states if key not in allowed)


def _hands(s: Situation) -> Iterator[str]:
    """Give the keys of what the attacker lacks or has done already."""
    if fired(s) is None:
        yield "attacker.no-weapon"
    if is_kept_low(s):
        yield "attacker.hull-down"
    yield from unheated(s)


def _rounds(s: Situation) -> Iterator[Reason]:
    weapon = fired(s)
    most = s.field.edition.numbers["point-defense.destroys"]
    if not most.unknown and shot_at(s) >= most.value:
        yield reason(s.field, "artillery.shot-down")
    chosen = None if weapon is None else munition_of(s.field, s.question, weapon)
    if isinstance(chosen, Reason):
        yield chosen
    elif isinstance(chosen, MunitionRow) and chosen.key == "air-defense":
        if s.aim is not None or not (s.field.units.airborne[s.t] or s.target.flight is not None):
            yield reason(s.field, "munition.target")
    elif isinstance(chosen, MunitionRow) and chosen.key == "homing" and s.question.kind != "homing":
        yield reason(s.field, "munition.weapon")


def _view(s: Situation) -> Iterator[Reason]:
    """Direct fire needs sight; without it only points can be fired at, by way of a spotter (AS p.42)."""
    if not is_indirect_now(s):
        yield from s.sight.reasons
        if s.aim is None and s.sight.reasons:
            yield reason(s.field, "artillery.point-only")
    elif s.spotting is None:
        yield reason(s.field, "indirect.no-spotter")
    else:
        yield from s.spotting.refusals


def _named_spotter(s: Situation) -> Iterator[Reason]:
    """From off the table a spotter is a help, no need; but who is named has to be one (CE p.151)."""
    if s.question.spotter is None or is_counter_battery(s.question):
        return
    if s.spotting is None:
        yield reason(s.field, "indirect.no-spotter")
    else:
        yield from s.spotting.refusals


def _reach(s: Situation) -> Iterator[Reason]:
    weapon = fired(s)
    if weapon is None:
        return
    brackets = list(s.field.edition.brackets)
    far = brackets.index(weapon.reach if weapon.cannon else "extreme")
    longest = s.field.edition.brackets[weapon.reach].upto
    is_beyond = s.bracket is None or brackets.index(s.bracket.key) > far
    if is_beyond or (loaded_is_aimed(s) and s.range > longest + TOUCH):
        yield reason(s.field, "range.none", facts(range=s.range))
    elif s.bracket is not None and s.bracket.unknown:
        yield not_printed(s.bracket, s.bracket.modifier)


def _farthest(s: Situation, weapon: ArtilleryRow | None) -> Iterator[Reason]:
    if weapon is None or not weapon.off_table:
        return
    if s.range > weapon.off_table + TOUCH:
        yield reason(s.field, "range.none", facts(range=s.range, limit=weapon.off_table))
    elif is_counter_battery(s.question) and s.aim is None:
        theirs = max((gun.row.off_table for gun in guns_of(s.target, s.field.edition)), default=0.0)
        if weapon.off_table < theirs:  # CE p.153: it has to reach as far as the enemy's
            yield reason(s.field, "range.none", facts(range=theirs, limit=weapon.off_table))


def _arc(s: Situation) -> Iterator[Reason]:
    if s.arc is None:
        yield reason(s.field, "arc.outside")


# ---- what it does


def damage(s: Situation) -> Damage:
    """Say what a hit does inside the first and the second radius."""
    zone = area_here(s)
    if zone is None:
        return Damage(None)
    first = zone.first
    if s.aim is None and zone.munition is not None and is_proof(s.target, zone.munition):
        first = 0
    row: ArtilleryRow | MunitionRow = zone.munition if zone.munition is not None else zone.weapon
    terms: tuple[DamageTerm, ...] = (DamageTerm("damage.artillery", first, zone.weapon.label, row.cite),)
    target: int | str | None = first
    if s.aim is None:
        left, taken = after_armor(s.field, s.t, "artillery", value_of(first), Blow("area"))
        target, terms = None if left is None else shown(left), (*terms, *taken)
    return Damage(target, terms, inner=zone.first, outer=zone.second if zone.has_rings else None)


def is_proof(unit: Unit, munition: MunitionRow) -> bool:
    """Does this munition do nothing to this unit? (CE p.144)"""
    return bool(munition.against) and unit.type not in munition.against


def area_here(s: Situation) -> Area | None:
    """Give what goes off, None when the card has no artillery."""
    weapon = fired(s)
    if weapon is None:
        return None
    zone, more = area_of(s.field, weapon, loaded(s)), template_more(s)
    if more:
        zone = replace(zone, inner=zone.inner + more, outer=zone.outer + more)
    return replace(zone, first=_half(zone.first), second=_half(zone.second)) if shot_at(s) else zone


def shot_at(s: Situation) -> int:
    """Give the points of point defense used against the shell; one halves its damage (CE p.87)."""
    used = s.question.choice("point-defense")
    return used if isinstance(used, int) else 0


def _half(value: int | str) -> int | str:
    return (value + 1) // 2 if isinstance(value, int) else value


def impact(s: Situation) -> Point:
    """Give the point of impact of a hit: the point aimed at, or the centre of the unit (CE p.47)."""
    if s.aim is not None:
        return s.aim
    return Point(*s.target.at, float(s.field.units.z[s.t]))


# ---- the whole answer


def complete(s: Situation, answer: AttackAnswer) -> AttackAnswer:
    """Add spotters and who is caught when it hits."""
    zone = area_here(s)
    if zone is None:
        return answer
    if s.aim is None:
        return with_outcome(s, replace(answer, blast=_blast(s, zone)))
    spotters = spotters_of(s) if s.question.kind != "homing" else ()
    return replace(answer, blast=_blast(s, zone), spotters=spotters)


def is_locked_in(s: Situation) -> bool:
    """Is the point locked in, so that it is hit without a roll? (CE p.152)"""
    is_chosen = s.question.kind == "off-table" and bool(s.question.choice("locked-in"))
    return is_chosen and s.aim is not None and area_here(s) is not None


def _blast(s: Situation, zone: Area) -> BlastAnswer | None:
    """Say who is caught; None when the round finds nobody."""
    only: int | None = None
    if loaded_is_aimed(s):
        only = homing_target(s) if s.question.kind == "homing" else s.t
        if only is None:
            return None
    gone = going_off(s.field, zone, impact(s), only=only)
    return toll(s.field, replace(gone, notes=(*gone.notes, *_notes(s, zone))))


def _notes(s: Situation, zone: Area) -> Iterator[Reason]:
    gun = gun_of(s.field, s.attacker, s.question)
    if gun is not None and gun.attacks > 1:
        yield reason(s.field, "artillery.separate", facts(attacks=gun.attacks))
    if "from-off-table" in s.kind.tags:
        yield from flight(s.field, zone.weapon, s.range)
    if is_counter_battery(s.question):
        yield reason(s.field, "artillery.half")


def options(s: Situation, total: int) -> list[str]:
    """Name the options that decided something, those of sight aside."""
    field = s.field
    names: list[str] = []
    if (
        s.aim is not None
        and s.question.kind == "artillery"
        and (s.view.woods_pieces or s.field.woods_of[s.t])
    ):
        names.append("artillery.poi-terrain")
    if s.woods_of_viewer and all(why in (None, "attacker") for why in counting_kinds(shot_of(s))):
        names.append("woods.attacker-occupied")
    if s.line.arc_share < 1.0 - TOUCH and s.attacker_row.arc == "forward":
        names.append("arc.forward-degrees")
    if s.aim is None and field.motions[s.t].manner == "immobile" and s.question.kind == "artillery":
        names.append("artillery.immobile-unit")
    limit = field.options.number("sight.max")
    if s.aim is not None and "off-table" not in s.attacker.state and s.range > limit + TOUCH:
        names.append("artillery.beyond-42")
    zone = area_here(s)
    names += zone.options if zone is not None else ()
    if zone is not None and zone.weapon.cruise and s.question.kind == "off-table":
        inches = field.edition.numbers["flight.cruise"]
        share = 0.0 if inches.unknown else s.range / inches.value
        if abs(share - round(share)) > TOUCH:
            names.append("artillery.flight-fraction")
    if s.spotting is not None:
        names += s.spotting.options
    if s.bracket is not None and s.bracket.option:
        names.append(s.bracket.option)
    if field.options.is_on("environment-modifiers"):
        names.append("environment-modifiers")
    return [*names, *sharing_options(s)]


def assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about this attack."""
    weapon = fired(s)
    if weapon is not None and s.question.weapon is None and len(guns_of(s.attacker, s.field.edition)) > 1:
        yield Assumed("attack.weapon", weapon.key, "First artillery of the card")
    if s.aim is None and s.question.spotter is not None and s.question.kind == "artillery":
        yield Assumed("attack.spotter", "unused", "Direct fire: the spotter is not needed")
    is_beyond = s.question.kind == "off-table" and "off-table" in s.attacker.state
    if is_beyond and not s.question.choice("inches-off-table") and not stands_beyond(s):
        yield Assumed("attack.inches-off-table", 0, "Distance off the table not given")
    if s.spotting is not None:
        yield from s.spotting.assumed


ARTILLERY = Drill(
    situation=situation,
    refusals=refusals,
    damage=damage,
    options=options,
    assumed=assumed,
    is_sure=is_locked_in,
    complete=complete,
)
OFF_TABLE = replace(ARTILLERY, situation=off_table_situation, refusals=off_table_refusals)
HOMING = replace(ARTILLERY, situation=homing_situation, refusals=homing_refusals)
