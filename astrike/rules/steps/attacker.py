"""The to-hit steps that look at the attacker alone.

Which question: which rows of the modifiers table does this attacker bring to every attack of the turn?
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from astrike.rules.battlefield import Field
from astrike.rules.motion import MOST_HEAT, felt_heat, is_airmech, is_gliding, was_carried
from astrike.rules.steps.terms import Term, UnitStep


def skill(field: Field, a: int) -> Iterator[Term]:
    """S: the unit's Skill (CE p.42)."""
    yield "skill", field.units.units[a].skill


def drone(field: Field, a: int) -> Iterator[Term]:
    """S: a drone shoots at its operator's Skill + 1 (CE p.84, AS p.24)."""
    if field.units.units[a].has("DRO"):
        yield "attacker.drone", None


def attacker_movement(field: Field, a: int) -> Iterator[Term]:
    """A: jumped, stood still or immobile; never for infantry (CE p.44, AS p.37)."""
    unit, motion = field.units.units[a], field.motions[a]
    if field.units.rows[a].infantry:
        yield "attacker.infantry", None
    elif motion.manner == "jump":
        yield "attacker.jump", None
    elif motion.manner == "immobile" or (motion.manner == "standstill" and not was_carried(unit)):
        yield "attacker.standstill", None
    elif is_gliding(unit):
        yield "attacker.glider", None
    else:
        yield "attacker.ground", None
    if is_airmech(unit) and motion.manner != "immobile":
        yield "attacker.airmech", None


def charging(field: Field, a: int) -> Iterator[Term]:
    """A: a charge is movement on the ground (CE p.46)."""
    yield "attacker.ground", None


def diving_on(field: Field, a: int) -> Iterator[Term]:
    """A: Death From Above is a jump; never for infantry (CE pp.44, 46)."""
    yield "attacker.infantry" if field.units.rows[a].infantry else "attacker.jump", None


def heat(field: Field, a: int) -> Iterator[Term]:
    """O: the heat level, weapon attacks only (CE p.44)."""
    heat = felt_heat(field.units.units[a], field.edition)
    if heat:
        yield "attacker.heat", min(heat, MOST_HEAT) * field.edition.modifiers["attacker.heat"].value


def fire_control(field: Field, a: int) -> Iterator[Term]:
    """O: each fire control hit, weapon attacks only (CE p.44)."""
    hits = field.units.units[a].hits.fire_control
    if hits:
        yield "attacker.fire-control", hits * field.edition.modifiers["attacker.fire-control"].value


def crew(field: Field, a: int) -> Iterator[Term]:
    """O: crew hits of aerospace units (CE p.184)."""
    hits = field.units.units[a].hits.crew
    if hits and field.units.rows[a].aerospace:
        yield "attacker.crew", hits * field.edition.modifiers["attacker.crew"].value


def spotting(field: Field, a: int) -> Iterator[Term]:
    """O: the attacker also spots this turn (CE p.44)."""
    if field.units.units[a].spotter is not None:
        yield "attacker.spotting", None


def shield(field: Field, a: int) -> Iterator[Term]:
    """O: a shield hinders its bearer's weapons (CE p.44)."""
    if field.units.units[a].has("SHLD"):
        yield "attacker.shield", None


def industrial(field: Field, a: int) -> Iterator[Term]:
    """O: an IndustrialMech without advanced fire control (CE p.44)."""
    if field.units.rows[a].industrial and not field.units.units[a].has("AFC"):
        yield "attacker.industrial", None


def support(field: Field, a: int) -> Iterator[Term]:
    """O: a support vehicle's fire control (CE p.44)."""
    unit = field.units.units[a]
    if field.units.rows[a].support and not unit.has("AFC"):
        yield ("attacker.support-basic" if unit.has("BFC") else "attacker.support"), None


def dropship_attacks(field: Field, a: int) -> Iterator[Term]:
    """O: a DropShip on the ground attacks (CE p.44)."""
    if field.units.units[a].type in ("DS", "DA") and not field.units.airborne[a]:
        yield "attacker.dropship", None


def conditions(field: Field, a: int) -> Iterator[Term]:
    """O: light, weather and the like, when the option is on (CE pp.58, 62)."""
    if not field.options.is_on("environment-modifiers"):
        return
    state = field.table.conditions
    names = [state.light, state.weather, f"wind-{state.wind}", "emi" if state.emi else None]
    around = field.edition.conditions.get(field.table.environment)
    if around is not None and (state.light if around.kind == "light" else state.weather) is None:
        names.append(around.key)
    for name in names:
        row = field.edition.conditions.get(name) if name else None
        if row is None:
            continue
        lit = row.lights_help and (field.units.units[a].type == "BM" or field.units.units[a].has("SRCH"))
        exempt = row.kind == "emi" and field.units.units[a].type == "CI"
        if row.modifier and not lit and not exempt:
            yield row.modifier, None


ATTACKER_STEPS: Mapping[str, UnitStep] = MappingProxyType(
    {
        "skill": skill,
        "drone": drone,
        "attacker-movement": attacker_movement,
        "charging": charging,
        "diving-on": diving_on,
        "heat": heat,
        "fire-control": fire_control,
        "crew": crew,
        "spotting": spotting,
        "shield": shield,
        "industrial": industrial,
        "support": support,
        "dropship-attacks": dropship_attacks,
        "conditions": conditions,
    }
)
