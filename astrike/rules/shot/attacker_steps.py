"""What does the attacker alone add to the Target Number of each of its attacks this turn?

To-hit steps that give rows of the edition's modifiers table, whatever the target is.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from astrike.rules.shot.facts import Circumstances, Combatant
from astrike.rules.shot.rule_types import StepTerm, UnitStep
from astrike.rules.units.move_and_tmm import MOST_HEAT, felt_heat, is_airmech, is_gliding, was_carried


def skill(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """S: the unit's Skill (CE p.42)."""
    yield "skill", who.unit.skill


def drone(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """S: a drone shoots at its operator's Skill + 1 (CE p.84, AS p.24)."""
    if who.unit.has("DRO"):
        yield "attacker.drone", None


def attacker_movement(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """A: jumped, stood still or immobile; never for infantry (CE p.44, AS p.37)."""
    unit, motion = who.unit, who.motion
    if who.row.infantry:
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


def charging(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """A: a charge is movement on the ground (CE p.46)."""
    yield "attacker.ground", None


def diving_on(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """A: Death From Above is a jump; never for infantry (CE pp.44, 46)."""
    yield "attacker.infantry" if who.row.infantry else "attacker.jump", None


def heat(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: the heat level, weapon attacks only (CE p.44)."""
    heat = felt_heat(who.unit, at.edition)
    if heat:
        yield "attacker.heat", min(heat, MOST_HEAT) * at.edition.modifiers["attacker.heat"].value


def fire_control(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: each fire control hit, weapon attacks only (CE p.44)."""
    hits = who.unit.hits.fire_control
    if hits:
        yield "attacker.fire-control", hits * at.edition.modifiers["attacker.fire-control"].value


def crew(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: crew hits of aerospace units (CE p.184)."""
    hits = who.unit.hits.crew
    if hits and who.row.aerospace:
        yield "attacker.crew", hits * at.edition.modifiers["attacker.crew"].value


def spotting(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: the attacker also spots this turn (CE p.44)."""
    if who.unit.spotter is not None:
        yield "attacker.spotting", None


def shield(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: a shield hinders its bearer's weapons (CE p.44)."""
    if who.unit.has("SHLD"):
        yield "attacker.shield", None


def industrial(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: an IndustrialMech without advanced fire control (CE p.44)."""
    if who.row.industrial and not who.unit.has("AFC"):
        yield "attacker.industrial", None


def support(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: a support vehicle's fire control (CE p.44)."""
    unit = who.unit
    if who.row.support and not unit.has("AFC"):
        yield ("attacker.support-basic" if unit.has("BFC") else "attacker.support"), None


def dropship_attacks(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: a DropShip on the ground attacks (CE p.44)."""
    if "dropship" in who.row.tags and not who.airborne:
        yield "attacker.dropship", None


def conditions(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: light, weather and the like, when the option is on (CE pp.58, 62)."""
    if not at.options.is_on("environment-modifiers"):
        return
    state = at.conditions
    names = [state.light, state.weather, f"wind-{state.wind}", "emi" if state.emi else None]
    around = at.edition.conditions.get(at.environment)
    if around is not None and (state.light if around.kind == "light" else state.weather) is None:
        names.append(around.key)
    for name in names:
        row = at.edition.conditions.get(name) if name else None
        if row is None:
            continue
        lit = row.lights_help and (who.unit.type == "BM" or who.unit.has("SRCH"))
        exempt = row.kind == "emi" and who.unit.type == "CI"
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
