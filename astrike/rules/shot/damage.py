"""How many points of damage and heat does a hit with weapons do?

The value at the range bracket, changed by the attacker, its state, the direction and water. What the target then takes
off is worked out by `armor`. Sources: CE pp.48-53, 78, 163; AS p.39.
"""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from astrike.model.attack_answer import Damage, DamageTerm
from astrike.model.card import DamageRow, DamageValue
from astrike.model.unit import Unit
from astrike.rulebook.schema import BracketRow, UnitTypeRow
from astrike.rules.options import Ruled
from astrike.rules.shot.ability_damage import ability_heat, ability_terms
from astrike.rules.shot.armor import PROTECTIONS, after_armor, arriving_damage, changed, heat_taken
from astrike.rules.shot.facts import Combatant, Shot
from astrike.rules.shot.physical_damage import PHYSICAL_DAMAGE_RULES
from astrike.rules.units.weapons import in_turret, missile_values, missiles_loaded

DamageRule = Callable[[Shot, DamageValue], DamageValue | None]
"""Looks at the damage so far and gives what it leaves of it; None when it changes nothing."""

LASTING = frozenset({"weapon-hits", "engine-hit", "hull-down", "rear-share", "split"})
"""Steps that change the values a unit attacks with: one they use up is none to attack with (CE p.43)."""


def bracket_value(s: Shot) -> DamageValue | None:
    """Give the printed value at the bracket, None when the card does not say."""
    return None if s.weapon.damage is None or s.bracket is None else _value_at(s, s.bracket, s.weapon.damage)


def _value_at(s: Shot, bracket: BracketRow, row: DamageRow) -> DamageValue:
    """Give a row's value at a bracket; beyond Long it comes from the Long value (CE p.163)."""
    if bracket.key == "extreme":
        return DamageValue(
            max(0, row.at("long").points - int(s.circumstances.edition.number("extreme.loss")))
        )
    if bracket.key == "horizon":
        return DamageValue(row.at("long").points // 2)
    return row.at(bracket.key)


def value_left(s: Shot) -> DamageValue | None:
    """Give what hits and posture have left of the value at the bracket, None when the card does not say."""
    value = bracket_value(s)
    for name in s.circumstances.edition.damage_steps_of(s.question.kind) if value is not None else ():
        left = DAMAGE_RULES[name](s, value) if name in LASTING and value is not None else None
        value = value if left is None else left
    return value


def damage_of(s: Shot) -> Damage:
    """Work the damage of a hit out, term by term."""
    dealt, terms = damage_dealt(s)
    if dealt is None:
        return Damage(None)
    value, taken = after_armor(s.circumstances, s.target, s.question.kind, dealt, arriving_damage(s))
    terms += taken
    if value is None:
        return Damage(None, terms)
    heat = heat_of(s)
    if not heat or s.target.row.tracks_heat:
        return Damage(points_shown(value), terms, heat=heat or None)
    row = s.circumstances.edition.damage["heat"]
    value = _with_points(value, heat)
    return Damage(points_shown(value), (*terms, DamageTerm("damage.heat", heat, row.label, row.cite)))


def damage_dealt(s: Shot) -> tuple[DamageValue | None, tuple[DamageTerm, ...]]:
    """Give the points that leave the attacker, before the target takes any off, and what they are made of."""
    value = bracket_value(s)
    if value is None or s.bracket is None:
        return None, ()
    if s.weapon.code == "HT":
        # CE p.78: this brings its heat alone, and no rear bonus with it.
        return DamageValue(0), ()
    terms = [DamageTerm("damage.bracket", points_shown(value), s.bracket.label, s.bracket.cite)]
    for name in s.circumstances.edition.damage_steps_of(s.question.kind):
        if name not in TAKEN_OFF:
            value, made = after_damage_rule(s, name, value)
            terms += made
    return value, tuple(terms)


def after_damage_rule(s: Shot, name: str, value: DamageValue) -> tuple[DamageValue, tuple[DamageTerm, ...]]:
    """Give what a step leaves of the damage, and its terms: of abilities one each."""
    if name == "abilities":
        return ability_terms(s, value)
    left = DAMAGE_RULES[name](s, value)
    if left is None:
        return value, ()
    row = s.circumstances.edition.damage[name]
    return left, (DamageTerm(f"damage.{name}", left.points - value.points, row.label, row.cite),)


def heat_of(s: Shot) -> int:
    """Give the heat that a hit brings, no more than a turn can; a target that tracks none takes it as damage.

    It comes with the weapons on the card or in the turret, or alone as a special attack (CE pp.48, 52, 78).
    """
    heat = heat_rating(s)
    return heat_taken(
        s.target, min(heat, int(s.circumstances.edition.number("heat.most"))), arriving_damage(s)
    )


def heat_rating(s: Shot) -> int:
    """Give the heat that the attacker's weapons bring at the bracket, before anything limits it."""
    steps = s.circumstances.edition.damage_steps_of(s.question.kind)
    if "heat" not in steps or s.bracket is None or (s.attacker.flies and s.target.flies):
        return 0  # CE p.186: from path to path there is none
    if s.weapon.code == "TUR":
        special = in_turret(s.attacker.unit, "HT")
    else:
        special = s.attacker.unit.special("HT") if s.weapon.code in ("", "HT") else None
    if special is None or special.values is None:
        return ability_heat(s)
    points = _value_at(s, s.bracket, special.values).points
    if "strafing" in steps and s.attacker.flies:
        points = _half_strafing(s, points)  # CE p.183, AS p.57: whatever weapons it has
    return points + ability_heat(s)


def points_shown(value: DamageValue) -> int | str:
    """Give the points, with ``0*`` in front when a die adds one to them."""
    if not value.minimal:
        return value.points
    return "0*" if value.points == 0 else f"0*+{value.points}"


def points_read(damage: int | str) -> DamageValue:
    """Read points as answers show them.

    >>> points_read("0*+1")
    DamageValue(points=1, minimal=True)
    """
    if isinstance(damage, int):
        return DamageValue(damage)
    return DamageValue(int(damage.partition("+")[2] or 0), minimal=True)


def weapon_hits(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Each weapon hit takes a point from every value; whether the last leaves 0* is an option (CE p.50)."""
    return left_by_weapon_hits(s.circumstances, s.attacker, so_far) if s.attacker.unit.hits.weapon else None


def left_by_weapon_hits(at: Ruled, who: Combatant, value: DamageValue) -> DamageValue:
    """Give what a unit's weapon hits leave of a value that its card prints (CE pp.50, 184)."""
    hits = who.unit.hits.weapon
    if not hits:
        return value
    share = _share_lost(at, who)
    if share is not None:
        # CE p.184: each takes its share of every value, and what is left is rounded down.
        left = value.points
        for _ in range(hits):
            left = int(left * (1 - share))
        return DamageValue(left, minimal=value.minimal)
    last = value.points == hits and at.options.is_on("critical.weapon-minimal")
    return DamageValue(max(0, value.points - hits), minimal=last)


def _share_lost(at: Ruled, who: Combatant) -> float | None:
    """Give the share that a weapon hit takes of every value; None where it takes a point."""
    if who.row.aerospace:
        return at.edition.number("weapon-hit.aerospace")
    arcs = at.edition.numbers["weapon-hit.arcs"]
    return arcs.value if who.is_many_armed and not arcs.unknown else None


def engine_hit(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """A vehicle's engine hit halves its damage (CE p.50)."""
    return DamageValue(so_far.points // 2) if has_half_damage(s.attacker.unit, s.attacker.row) else None


def has_half_damage(unit: Unit, row: UnitTypeRow) -> bool:
    """Has a vehicle an engine hit, which halves its damage? (CE p.50)"""
    return row.vehicle and bool(unit.hits.engine)


def hull_down_fire(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Fire from hull down: 'Mechs lose a point, down to 0*, others half; a turret loses nothing (CE p.38).

    Vehicles lose nothing either: they have only their turret, and are refused anything else.
    """
    if "hull-down" not in s.attacker.unit.state or s.arc == "turret" or s.attacker.row.vehicle:
        return None
    points = max(0, so_far.points - 1) if s.attacker.row.mech else so_far.points // 2
    last = s.attacker.row.mech and so_far.points == 1
    return DamageValue(points, minimal=so_far.minimal or last)


def rear_share(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Who also fires to the rear has so much less for other arcs at each bracket (CE p.78)."""
    if not s.question.choice("rear-fired") or s.weapon.code not in ("", "TUR"):
        return None
    used = special_value(s, "REAR").points
    return DamageValue(max(0, so_far.points - used), minimal=so_far.minimal) if used else None


def split(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """With a roll for each point an attack may be split: what one target took is missing for the other (CE p.175).

    A turret has what is left of all weapons, and no more than its own value.
    """
    if not s.circumstances.options.is_on("multiple-attack-rolls"):
        return None
    spent, points = int(s.question.choice("spent") or 0), int(s.question.choice("points") or 0)
    left = so_far.points
    if spent:
        whole = left
        if s.weapon.code == "TUR" and s.attacker.unit.damage is not None and s.bracket is not None:
            whole = _value_at(s, s.bracket, s.attacker.unit.damage).points
        left = max(0, min(left, whole - spent))
    if points:
        left = min(left, points)
    return DamageValue(left, minimal=so_far.minimal) if left != so_far.points else None


def special_value(s: Shot, code: str) -> DamageValue:
    """Give the value of a special ability at the bracket: of the turret's when that fires, else of the card's."""
    special = in_turret(s.attacker.unit, code) if s.weapon.code == "TUR" else s.attacker.unit.special(code)
    if special is None or special.values is None or s.bracket is None:
        return DamageValue(0)
    return _value_at(s, s.bracket, special.values)


def strafing(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """An aerospace unit that strafes does half, rounded normally, at least 1; with ENE all (CE p.183, AS p.57).

    A VTOL does all at the bracket of its height (CE p.174).
    """
    if s.attacker.unit.has("ENE") or not s.attacker.flies:
        return None
    return DamageValue(_half_strafing(s, so_far.points), minimal=so_far.minimal)


def _half_strafing(s: Shot, points: int) -> int:
    share, least = (s.circumstances.edition.number(f"strafing.{what}") for what in ("share", "least"))
    return max(int(least), math.floor(points * share + 0.5)) if points else 0


def overheat(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Overheat points add at Short and Medium, at Long only with OVL (CE pp.48, 53)."""
    if not s.question.overheat or s.weapon.code or s.bracket is None:
        return None
    if not overheat_adds(s.attacker.unit, s.bracket.key):
        return None
    return _with_points(so_far, s.question.overheat)


def overheat_adds(unit: Unit, bracket: str | None) -> bool:
    """Tell whether overheat points add to the damage at a range bracket: at Long only with OVL (CE pp.48, 53)."""
    return bracket is not None and (bracket in ("short", "medium") or unit.has("OVL"))


def rear(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """An attack from the rear does a point more (CE p.48)."""
    if s.direction != "rear":
        return None
    return _with_points(so_far, int(s.circumstances.edition.number("rear.damage")))


def lrm_cap(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Indirect fire with munitions for LRM does no more than the LRM value at Long (CE p.41, AS p.47)."""
    values = missile_values(s.attacker.unit, "LRM") if missiles_loaded(s.question, s.kind) else None
    if values is None or so_far.points <= values.at("long").points:
        return None
    return values.at("long")


def narc(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """A beacon on the target guides missiles: a point more (CE pp.86-87), not with munitions (AS p.80)."""
    if not s.is_guided:
        return None
    return _with_points(so_far, int(s.circumstances.edition.number("narc.damage")))


def submerged(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Weapons do half damage to a submerged unit, down, at least 1; ENE and torpedoes full (CE p.48)."""
    if s.target.submersion != "completely" or s.attacker.unit.has("ENE") or s.weapon.code == "TOR":
        return None
    least = int(s.circumstances.edition.number("submerged.least"))
    return DamageValue(max(min(least, so_far.points), so_far.points // 2), minimal=so_far.minimal)


def torpedoes(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """A submerged attacker adds its torpedoes to its halved weapons (CE p.79)."""
    added = torpedoes_added(s)
    if added is None:
        return None
    return DamageValue(so_far.points + added.points, minimal=so_far.minimal or added.minimal)


def torpedoes_added(s: Shot) -> DamageValue | None:
    """Give what torpedoes add to an attack under water with other weapons, None when they do not."""
    under = [who.submersion == "completely" for who in (s.attacker, s.target)]
    special = s.attacker.unit.special("TOR")
    if not all(under) or s.weapon.code or special is None or special.values is None or s.bracket is None:
        return None
    return _value_at(s, s.bracket, special.values)


def _with_points(value: DamageValue, points: int) -> DamageValue:
    return DamageValue(value.points + points, minimal=value.minimal)


def _protection(name: str) -> DamageRule:
    """Make a step of what protects a target."""

    def step(s: Shot, so_far: DamageValue) -> DamageValue | None:
        change = PROTECTIONS[name](s.circumstances, s.target, arriving_damage(s))
        return None if change is None else changed(so_far, change)

    return step


def heat_as_damage(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """What tracks no heat takes it as damage (CE p.78)."""
    heat = 0 if s.target.row.tracks_heat else heat_of(s)
    return _with_points(so_far, heat) if heat else None


DAMAGE_RULES: Mapping[str, DamageRule] = MappingProxyType(
    {
        "weapon-hits": weapon_hits,
        "engine-hit": engine_hit,
        "hull-down": hull_down_fire,
        "rear-share": rear_share,
        "split": split,
        "strafing": strafing,
        "overheat": overheat,
        "rear": rear,
        "lrm-cap": lrm_cap,
        "narc": narc,
        "underwater": submerged,
        "torpedoes": torpedoes,
        "abilities": lambda s, so_far: ability_terms(s, so_far)[0],
        **PHYSICAL_DAMAGE_RULES,
        **{name: _protection(name) for name in PROTECTIONS},
        "heat": heat_as_damage,
    }
)
TAKEN_OFF = frozenset({*PROTECTIONS, "heat"})
"""Steps that belong to the target: they come after everything that the attacker does to its damage."""
