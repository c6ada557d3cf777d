"""What does the target alone add to the Target Number of every attack on it?

To-hit steps that give rows of the edition's modifiers table, whoever attacks.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from astrike.model.explain import NO_FACTS, Facts, facts
from astrike.model.unit import Unit
from astrike.rulebook.schema import UnitTypeRow
from astrike.rules.shot.aerospace_steps import airborne_target
from astrike.rules.shot.facts import Circumstances, Combatant
from astrike.rules.shot.rule_types import StepTerm, UnitStep
from astrike.rules.units.move_and_tmm import is_airmech, is_looked_up, jump_jets_left, tmm_for, was_carried


def target_movement_card(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """T: the TMM of the card, changed by what the target did (CE pp.43-44)."""
    motion = who.motion
    yield from _target_manner(who, at, ground=motion.tmm, jump=motion.jump_tmm)


def target_movement_lookup(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """T: looked up from the Move available to the mode used (AS p.37 note 1)."""
    motion = who.motion
    ground = motion.tmm if motion.ground is None else tmm_for(motion.ground, at.edition)
    jump = motion.jump_tmm if motion.jump is None else tmm_for(motion.jump, at.edition)
    yield from _target_manner(who, at, ground=ground, jump=jump)


def artillery_target(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """T: as for any attack, but whether an immobile unit is easier for artillery is an option (CE p.47, AS p.74)."""
    movement = next(TARGET_STEPS[name] for name in at.edition.steps if name.startswith("target-movement"))
    helps = int(at.options.number("artillery.immobile-unit"))
    for key, value in movement(who, at):
        yield key, helps if key == "target.immobile" else value


def _target_manner(who: Combatant, at: Circumstances, *, ground: int, jump: int) -> Iterator[StepTerm]:
    unit, motion, row = who.unit, who.motion, who.row
    if who.flies:
        yield "target.tmm", 0  # CE p.187, AS p.37 note 1: that it flies counts instead
        return
    if row.structure and motion.manner != "immobile":
        yield "target.immobile", None  # CE p.65: and its movement besides
    if unit.state & {"dropping", "dropped"}:
        yield "target.dropped", None
    elif motion.manner == "immobile":
        yield "target.immobile", None
    elif motion.manner == "standstill" and not was_carried(unit):
        yield "target.standstill", None
    elif (name := _still_by_state(unit, row)) is not None:
        yield name, None
    elif motion.manner == "minimum":
        yield "target.minimum", None
    elif motion.manner == "jump":
        yield "target.tmm", jump
        yield "target.jump", None
        jets = jump_jets_left(unit, row, at.edition)
        if jets:
            yield "target.jump-jets", jets * at.edition.modifiers["target.jump-jets"].value
    elif row.aerospace:
        yield "target.tmm", 0
    else:
        yield "target.tmm", ground
        if motion.manner == "submersible":
            yield from _rated(at, unit, "target.submersible", strong="SUBS", weak="SUBW")
        if is_airmech(unit):
            yield "target.airmech", None


def movement_facts(who: Combatant, at: Circumstances) -> Facts:
    """Say where the target's movement comes from: the Move looked up, or what a card's TMM was before hits and heat."""
    motion = who.motion
    jumps = motion.manner == "jump"
    move = motion.jump if jumps else motion.ground
    if is_looked_up(at.edition):
        return NO_FACTS if move is None or who.row.aerospace else facts(move=move)
    current = motion.jump_tmm if jumps else motion.tmm
    if current == motion.card_tmm:
        return NO_FACTS
    return facts(
        card=motion.card_tmm,
        hits=motion.jump_tmm < motion.card_tmm,
        heat=current < motion.jump_tmm,
    )


def _still_by_state(unit: Unit, row: UnitTypeRow) -> str | None:
    for flag, key, infantry_only in (
        ("hull-down", "target.hull-down", False),
        ("bogged", "target.bogged", False),
        ("dug-in", "target.dug-in", True),
        ("on-the-deck", "target.dug-in", True),
        ("dismounted", "target.dismounted", False),
    ):
        if flag in unit.state and (row.infantry or not infantry_only):
            return key
    return None


def _rated(at: Circumstances, unit: Unit, row: str, *, strong: str, weak: str) -> Iterator[StepTerm]:
    per_point = at.edition.modifiers[row].value
    points = sum(
        sign * (special.number or 0)
        for code, sign in ((strong, 1), (weak, -1))
        if (special := unit.special(code)) is not None
    )
    if points:
        yield row, points * per_point


def target_state(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """T: a climbing target is easier to hit, never below 0 (AS p.62)."""
    if "climbing" not in who.unit.state:
        return
    row = at.edition.modifiers["target.climbing"]
    movement = next(TARGET_STEPS[name] for name in at.edition.steps if name.startswith("target-movement"))
    moving = sum(value or 0 for key, value in movement(who, at) if key == "target.tmm")
    if row.value and moving > 0:
        yield "target.climbing", None


def target_type(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: battle armor and ProtoMechs are small (CE p.44)."""
    row = who.row
    if row.modifier:
        yield row.modifier, None


def large(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: large units are easier to hit, once (CE p.44)."""
    if who.size_class:
        yield "type.large", None


def flying(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: an airborne VTOL or WiGE (CE p.44)."""
    if not who.airborne or who.row.aerospace or who.flies:
        return
    # CE p.178: whether an AirMech is hit as what flies besides, an option says.
    if at.options.is_on("lam.both-bonuses") or not is_airmech(who.unit):
        yield "type.flying", None


def posture(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: infantry dug in or on the deck (CE p.139)."""
    state = who.unit.state
    if who.row.infantry:
        if "dug-in" in state:
            yield "state.dug-in", None
        elif "on-the-deck" in state:
            yield "state.on-the-deck", None


def mimetic(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: mimetic armor of a target that does not move (CE p.78, AS p.47)."""
    unit = who.unit
    still = who.motion.manner in ("immobile", "standstill") and not was_carried(unit)
    if still and unit.has("MAS"):
        yield "armor.mimetic", None
    elif still and unit.has("LMAS"):
        yield "armor.mimetic-light", None


TARGET_STEPS: Mapping[str, UnitStep] = MappingProxyType(
    {
        "target-movement-card": target_movement_card,
        "target-movement-lookup": target_movement_lookup,
        "artillery-target": artillery_target,
        "target-state": target_state,
        "target-type": target_type,
        "large": large,
        "flying": flying,
        "airborne-target": airborne_target,
        "posture": posture,
        "mimetic": mimetic,
    }
)
