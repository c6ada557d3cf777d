"""Of the points that arrive, how many does this target take?

The building around it, its armor and its defenses take points off a hit or add to it, in the order of the edition's
damage steps; a kind of attack names those that it can meet. Whoever works out damage of another kind describes the hit
and calls `after_armor`. Sources: CE pp.73, 76-78, 83, 86, 88; AS p.70.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from types import MappingProxyType

from astrike.dataclass import dataclass
from astrike.model.attack_answer import DamageTerm
from astrike.model.card import DamageValue, Special, bracket_on_card
from astrike.rulebook.schema import DamageTermRow
from astrike.rules.shot.facts import Circumstances, Combatant, Shot
from astrike.rules.units.weapons import in_turret

PointsChange = Callable[[int], int]
"""Gives what is left of some points that arrive together."""


@dataclass(frozen=True, slots=True)
class ArrivingDamage:
    """What arrives at a target, as far as its protection looks at it."""

    manner: str
    """How it arrives, in the words of the kinds of attack."""
    codes: frozenset[str] = frozenset()
    """Special abilities that stand behind it: of the card for a standard attack, the one used for a special attack;
    those of the attacker that say how its weapons work beside them."""
    missiles: int = 0
    """The largest missile value at this bracket: what reactive armor halves."""
    rear: bool = False
    same_building: bool = False
    by_infantry: bool = False
    sieges: bool = False
    """Do walls absorb half of what they do otherwise? (CE p.108)"""
    point_defense_takes: int = 0
    """Points that abilities on the target's side take off."""
    point_defense_leaves: int = 0
    """The points that abilities leave at least."""

    @property
    def is_fired(self) -> bool:
        """Is it fire at this one target, whether the attacker sees it or not?"""
        return self.manner in ("direct", "indirect")


@dataclass(frozen=True, slots=True)
class DamageChange:
    """One thing that changes the points: its row, and how; None where no source of this edition says."""

    row: DamageTermRow
    change: PointsChange | None


@lru_cache(maxsize=128)
def protection_of(at: Circumstances, who: Combatant) -> tuple[object, ...]:
    """Give what the damage to a unit depends on, so that alike ones share an answer; empty for a plain one."""
    unit = who.unit
    turret = unit.special("TUR")
    mounted = turret.inside if turret is not None else ()
    protecting = at.edition.tagged("protection")
    codes = tuple(sorted(special.code for special in unit.specials if special.code in protecting))
    found = (
        codes,
        any(special.code == "AMS" for special in mounted),
        unit.armor_left == 0,
        who.inside,
        who.row.infantry and who.inside is not None,
        not who.row.tracks_heat,
        is_flak_target(at, who),
    )
    return found if any(found) else ()


def is_flak_target(at: Circumstances, who: Combatant) -> bool:
    """Is it in the air, or was it this turn, so that flak which just misses still hurts it? (CE p.78)"""
    unit = who.unit
    return who.airborne or unit.motion in at.edition.tagged("in-flight") or unit.flight is not None


def arriving_damage(s: Shot) -> ArrivingDamage:
    """Describe what arrives at the target of an attack."""
    codes, values = _behind(s)
    own = {special.code for special in s.attacker.unit.specials}
    rows = s.bonuses
    point_defenses = [row for row in rows if row.what == "foil"]
    inside = s.attacker.inside
    return ArrivingDamage(
        manner=s.kind.arrives,
        codes=codes | own.intersection(s.circumstances.edition.tagged("weapon-quality")),
        missiles=max((_missiles(s, special) for special in values), default=0),
        rear=s.direction == "rear",
        same_building=inside is not None and inside == s.target.inside,
        by_infantry=s.attacker.row.infantry,
        sieges=any(row.what == "absorption" for row in rows),
        point_defense_takes=-sum(row.points for row in point_defenses),
        point_defense_leaves=max((row.least for row in point_defenses), default=0),
    )


def _behind(s: Shot) -> tuple[frozenset[str], tuple[Special, ...]]:
    """Name the abilities that stand behind the attack: the one used, or those of card or turret (CE pp.76, 83)."""
    code, unit = s.weapon.code, s.attacker.unit
    if code == "TUR":
        turret = unit.special("TUR")
        inside = turret.inside if turret is not None else ()
        return frozenset(special.code for special in inside), inside
    if code:
        used = unit.special(code) or in_turret(unit, code)
        return frozenset({code}), (used,) if used is not None else ()
    return frozenset(special.code for special in unit.specials), unit.specials


def _missiles(s: Shot, special: Special) -> int:
    if special.code not in s.circumstances.edition.tagged("missile"):
        return 0
    if special.values is None or s.bracket is None:
        return special.number or 0
    return special.values.at(bracket_on_card(s.bracket.key)).points


def damage_changes(
    at: Circumstances, who: Combatant, kind: str, blow: ArrivingDamage
) -> tuple[DamageChange, ...]:
    """Give what this target does to the points of a blow, in the order in which it does it."""
    found: list[DamageChange] = []
    for name in at.edition.damage_steps_of(kind):
        protection = PROTECTIONS.get(name)
        change = protection(at, who, blow) if protection is not None else None
        if change is not None:
            row = at.edition.damage[name]
            found.append(DamageChange(row, None if row.unknown else change))
    return tuple(found)


def after_armor(
    at: Circumstances, who: Combatant, kind: str, value: DamageValue, blow: ArrivingDamage
) -> tuple[DamageValue | None, tuple[DamageTerm, ...]]:
    """Give what is left of the points of a blow, and a term for each thing that changed them.

    None is left where something works that no source of this edition prints; its term then shows a question mark.
    For artillery, bombs and physical attacks: `after_armor(at, who, "charge", DamageValue(4), Blow("physical"))`.
    """
    terms: list[DamageTerm] = []
    for each in damage_changes(at, who, kind, blow):
        key = f"damage.{each.row.key}"
        if each.change is None:
            return None, (*terms, DamageTerm(key, "?", each.row.label, each.row.cite))
        left = changed(value, each.change)
        if left != value:
            terms.append(DamageTerm(key, left.points - value.points, each.row.label, each.row.cite))
        value = left
    return value, tuple(terms)


def changed(value: DamageValue, change: PointsChange) -> DamageValue:
    """Change a value: a die that adds one to it goes where the change leaves a difference."""
    low = change(value.points)
    return DamageValue(low, minimal=value.minimal and change(value.points + 1) > low)


# ---- what protects; each gives how it changes points, or None when it does nothing


def building(at: Circumstances, who: Combatant, blow: ArrivingDamage) -> PointsChange | None:
    """A building takes some of what is meant for those in it (CE pp.73-74).

    From inside the same building half of that, down; nothing from infantry there.
    """
    row = who.building
    if row is None or (blow.same_building and blow.by_infantry and not row.unknown):
        return None
    absorbs = row.absorbs_infantry if who.row.infantry else row.absorbs
    absorbs //= (2 if blow.same_building else 1) * (2 if blow.sieges else 1)
    if not absorbs and not row.unknown:
        return None
    return partial(_less, by=absorbs, least=0)


def reflective(at: Circumstances, who: Combatant, blow: ArrivingDamage) -> PointsChange | None:
    """Reflective armor: energy half, blows and blasts double, all else a point less (CE p.88)."""
    if not who.unit.has("RFA"):
        return None
    if blow.manner in ("physical", "area"):
        return partial(_times, by=2)
    if "REL" in blow.codes:
        return None
    if "ENE" in blow.codes or blow.manner == "strafe":
        return partial(_half, least=1)
    return partial(_less, by=1, least=1)


def ballistic(at: Circumstances, who: Combatant, blow: ArrivingDamage) -> PointsChange | None:
    """Ballistic-reinforced armor, while any armor is left: shells and missiles half (CE p.83)."""
    unit = who.unit
    halves = at.options.word("armor.bra-rca") == "to-half"
    works = not blow.codes.isdisjoint(at.edition.tagged("ballistic")) or (halves and "FLK" in blow.codes)
    if not unit.has("BRA") or unit.armor_left == 0 or not works:
        return None
    if not blow.is_fired:
        return None
    return _half_up if halves else _half_down


def reactive(at: Circumstances, who: Combatant, blow: ArrivingDamage) -> PointsChange | None:
    """Reactive armor: blasts half, and in the first printings what missiles do in an attack (CE p.88)."""
    if not who.unit.has("RCA"):
        return None
    halves = at.options.word("armor.bra-rca") == "to-half"
    is_flak = blow.codes.difference(at.edition.tagged("weapon-quality")) == {"FLK"}
    if blow.manner == "area" or (blow.manner == "direct" and is_flak):
        return _half_up if halves else _half_down
    if halves or not blow.is_fired or not blow.missiles:
        return None
    return partial(_less, by=(blow.missiles + 1) // 2, least=1)


def anti_missile(at: Circumstances, who: Combatant, blow: ArrivingDamage) -> PointsChange | None:
    """An anti-missile system takes a point, down to one, from missiles out of its arc (CE p.76)."""
    unit = who.unit
    mounted = in_turret(unit, "AMS") is not None
    if not blow.is_fired or blow.codes.isdisjoint(at.edition.tagged("missile")):
        return None
    if not mounted and (blow.rear or not unit.has("AMS")):
        return None
    return partial(_less, by=1, least=1)


def point_defense(at: Circumstances, who: Combatant, blow: ArrivingDamage) -> PointsChange | None:
    """Point defense and cunning on the target's side take points off (CE pp.87-89, 101)."""
    return (
        partial(_less, by=blow.point_defense_takes, least=blow.point_defense_leaves)
        if blow.point_defense_takes
        else None
    )


def shield(at: Circumstances, who: Combatant, blow: ArrivingDamage) -> PointsChange | None:
    """A shield takes a point from weapons and blows, not from indirect fire or blasts (CE p.77)."""
    if blow.manner not in ("direct", "physical") or not who.unit.has("SHLD"):
        return None
    return partial(_less, by=1, least=0)


def impact(at: Circumstances, who: Combatant, blow: ArrivingDamage) -> PointsChange | None:
    """Impact-resistant armor takes a point, down to one, from physical damage (CE p.86)."""
    if blow.manner != "physical" or not who.unit.has("IRA"):
        return None
    return partial(_less, by=1, least=1)


def _less(points: int, *, by: int, least: int) -> int:
    return max(min(points, least), points - by)


def _half(points: int, *, least: int) -> int:
    return max(min(points, least), points // 2)


def _half_down(points: int) -> int:
    return points // 2


def _half_up(points: int) -> int:
    return (points + 1) // 2


def _times(points: int, *, by: int) -> int:
    return points * by


PROTECTIONS: Mapping[str, Callable[[Circumstances, Combatant, ArrivingDamage], PointsChange | None]] = (
    MappingProxyType(
        {
            "building": building,
            "reflective": reflective,
            "ballistic": ballistic,
            "reactive": reactive,
            "ams": anti_missile,
            "foiled": point_defense,
            "shield": shield,
            "impact": impact,
        }
    )
)


# ---- heat


def heat_taken(who: Combatant, heat: int, blow: ArrivingDamage) -> int:
    """Give how many of these points of heat get through, whether it then counts as heat or as damage.

    Fire-resistant armor lets none through, reflective armor half, down, at least one (CE pp.78, 88).
    """
    unit = who.unit
    if unit.has("FR") or not heat:
        return 0
    if unit.has("RFA") and "REL" not in blow.codes:
        return max(1, heat // 2)
    return heat
