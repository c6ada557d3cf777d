"""With what does a unit attack: which weapons, loaded with what, through which arcs?

Plain facts of a card and a question; nothing is measured here.
"""

from astrike.dataclass import dataclass
from astrike.model.attack_question import AttackQuestion
from astrike.model.card import DamageRow, Special
from astrike.model.unit import Unit
from astrike.rulebook.combat_rows import KindRow

NOSE, LEFT, RIGHT, AFT = "nose", "left", "right", "aft"
AERODYNE = "DA"
SPHEROID = "DS"
STRUCTURE = "MS"
VERY_LARGE = 2
"""Size class from which a unit has an arc to each side."""
ARMED_BUILDING = "BD"
"""Type of a building that has a card of its own."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """What is fired: a code (`""` the printed damage, else TUR, REAR, TOR, AC ...) and its damage."""

    code: str
    damage: DamageRow | None


def in_turret(unit: Unit, code: str) -> Special | None:
    """Give the special ability of this code that stands inside the unit's turret (CE p.79, AS p.48)."""
    turret = unit.special("TUR")
    inside = turret.inside if turret is not None else ()
    return next((special for special in inside if special.code == code), None)


def missiles_loaded(question: AttackQuestion, kind: KindRow) -> str:
    """Name the munition that the missiles are loaded with, empty for the usual one.

    Fired as a special attack of its own, indirect fire with LRM is fire with a munition for them.
    """
    chosen = question.choice("munition")
    if isinstance(chosen, str) and chosen:
        return chosen
    is_loaded = kind.family == "indirect" and (question.special or "").upper() == "LRM"
    return "LRM" if is_loaded else ""


def missile_values(unit: Unit, code: str) -> DamageRow | None:
    """Give the values of missiles of this code, on the card or in its turret."""
    special = unit.special(code) or in_turret(unit, code)
    return None if special is None else special.values


def weapons_of(unit: Unit) -> tuple[Special, ...]:
    """Give the special abilities on the card, then those in the turret."""
    turret = unit.special("TUR")
    return (*unit.specials, *(turret.inside if turret is not None else ()))


def is_standard(weapon: Weapon) -> bool:
    """Are the weapons those of the printed damage, or of the turret?"""
    return weapon.code in ("", "TUR")


def arcs_of(unit: Unit, *, size_class: int, airborne: bool) -> tuple[str, ...]:
    """Name the arcs of a unit on the ground, none for one that has just the usual one (CE pp.64-65, AS p.96)."""
    if airborne:
        return ()
    if unit.type == SPHEROID:
        return (LEFT, RIGHT)
    if unit.type == AERODYNE:
        return (NOSE, LEFT, RIGHT)
    return (NOSE, RIGHT, AFT, LEFT) if unit.type == STRUCTURE or size_class >= VERY_LARGE else ()


def choose_weapon(
    unit: Unit, question: AttackQuestion, *, in_arc: bool, torpedo: bool
) -> tuple[Weapon, str | None]:
    """Choose what fires and through which arc; a turret serves when the target lies outside the unit's own arc.

    Source: CE pp.41, 78-79; AS p.48.
    """
    code = (question.special or "").upper()
    if not code and torpedo:
        code = "TOR"
    if not code and not in_arc and unit.has("TUR"):
        code = "TUR"
    special = unit.special(code) if code else None
    mounted = in_turret(unit, code) if code else None
    if mounted is not None and (special is None or not in_arc):
        return Weapon(code, mounted.values), "turret"
    damage = unit.damage if not code else special.values if special else None
    if code == "TUR":
        return Weapon(code, damage), "turret"
    if code == "REAR":
        # AS p.85: a building fires its rear weapons beside the others, though it looks all round.
        return Weapon(code, damage), None if in_arc and unit.type != ARMED_BUILDING else "rear-weapon"
    return Weapon(code, damage), "front" if in_arc else None
