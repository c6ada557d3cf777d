"""What do attacker and target together add to the Target Number?

To-hit steps that give rows of the edition's modifiers table for line of sight, cover, range, weapon and the kind of
physical attack. Charge and Death From Above count the movement they are made with, whatever the attacker did before;
that is a step of the attacker alone. Sources: CE pp.38, 41, 43-46, 64, 78-80, 139; AS pp.35, 37, 43, 48.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from astrike.model.explain import Modifier
from astrike.model.unit import Unit
from astrike.rulebook.schema import Edition
from astrike.rules.shot.ability_rows import changed_range
from astrike.rules.shot.aerospace_steps import aerospace, airborne_target_from_ground
from astrike.rules.shot.artillery_steps import (
    airborne_fire,
    area_effect,
    artillery_range,
    homing,
    munition,
    off_table,
)
from astrike.rules.shot.facts import Shot, bracket_points
from astrike.rules.shot.rule_types import PairStep, StepTerm
from astrike.rules.shot.see_through import see_through
from astrike.rules.units.move_and_tmm import is_shut_down


def physical(shot: Shot) -> Iterator[StepTerm]:
    """O: the kind of physical attack, and who makes it on whom (CE pp.44, 64, 78; AS p.37)."""
    if shot.kind.modifier:
        yield shot.kind.modifier, None
    if shot.question.kind == "anti-mech":
        yield from _anti_mech(shot)
    if shot.attacker.size_class:
        yield "attacker.large", None
    if shot.attacker.unit.has("I-TSM"):
        yield "attacker.myomer", None


def _anti_mech(shot: Shot) -> Iterator[StepTerm]:
    """Conventional infantry, carriers of battle armor, and infantry on its belly (CE pp.44, 139; AS p.37)."""
    rows = shot.circumstances.edition.modifiers
    if shot.attacker.is_conventional:
        beyond = shot.circumstances.options.number("anti-mech.conventional") - rows["attack.anti-mech"].value
        yield "attack.conventional", int(beyond) * rows["attack.conventional"].value
    if shot.target.carries_armor:
        yield "attack.carrier", None
    if "on-the-deck" in shot.attacker.unit.state:
        yield "attacker.on-the-deck", None


IN_WATER = frozenset({"partly", "completely"})
"""How deep a target is that under water counts for: what floats on the surface is not in it (CE pp.43-44)."""


def cover(shot: Shot) -> Iterator[StepTerm]:
    """O: partial cover (CE p.43); points have none, cover belongs to units."""
    if shot.sight.cover and shot.aim is None:
        yield "terrain.cover", None


def spotter(shot: Shot) -> Iterator[StepTerm]:
    """O and A: indirect fire, and what its spotter adds (CE pp.41, 44; AS pp.35, 37)."""
    if shot.spotting is not None:
        yield from shot.spotting.terms
    elif shot.kind.family == "indirect":
        yield "attack.indirect", None


def underwater(shot: Shot) -> Iterator[StepTerm]:
    """O: the attack runs under water, at who is in it and not on it (CE p.44 note 2, AS p.37 note 5)."""
    if shot.underwater and shot.target.submersion in IN_WATER:
        yield "terrain.underwater", None


def secondary(shot: Shot) -> Iterator[StepTerm]:
    """O: a secondary target (CE p.44)."""
    if shot.question.secondary:
        yield "attack.secondary", None


def rear_weapon(shot: Shot) -> Iterator[StepTerm]:
    """O: weapons that fire to the rear (CE p.44)."""
    if shot.weapon.code == "REAR":
        yield "attack.rear-weapon", None


def hull_down(shot: Shot) -> Iterator[StepTerm]:
    """O: the target is hull down; whether from the rear too is an option (CE p.38)."""
    if "hull-down" in shot.target.unit.state and (
        shot.direction != "rear" or shot.circumstances.options.is_on("hull-down.rear-counts")
    ):
        yield "state.hull-down", None


def stealth(shot: Shot) -> Iterator[StepTerm]:
    """O: stealth armor by range; by whose, if a network lends one, is an option (CE p.79, AS p.48)."""
    unit, at = shot.target.unit, shot.circumstances
    if shot.bracket is not None and is_hidden_by_stealth(unit, at.edition):
        suit = "suit-" if unit.type == "BA" else ""
        lent = shot.lent if at.options.word("c3.stealth-bracket") == "network" else None
        counts = (lent.bracket if lent is not None else shot.bracket).key
        reach = counts if counts in ("short", "medium") else "long"
        yield f"armor.stealth-{suit}{reach}", None


def is_hidden_by_stealth(unit: Unit, edition: Edition) -> bool:
    """Is the unit's stealth armor on? Shut down it hides nothing (CE pp.53, 79)."""
    return unit.has("STL") and "stealth-off" not in unit.state and not is_shut_down(unit, edition)


def range_bracket(shot: Shot) -> Iterator[StepTerm | Modifier]:
    """R: the range bracket, or that of the friend whose range a network lends (CE pp.43, 80).

    What Extreme range adds to Long stays (CE p.163).
    """
    lent, bracket, edition = shot.lent, shot.bracket, shot.circumstances.edition
    if lent is not None and bracket is not None:
        yield changed_range(shot, lent.bracket) or (lent.bracket.modifier, None)
        beyond = bracket_points(edition, bracket) - bracket_points(edition, edition.brackets["long"])
        if beyond > 0:
            yield bracket.modifier, beyond
    elif bracket is not None:
        yield changed_range(shot, bracket) or (bracket.modifier, None)


PLAIN_STEPS: Mapping[str, PairStep] = MappingProxyType(
    {
        "see-through": see_through,
        "cover": cover,
        "spotter": spotter,
        "underwater": underwater,
        "physical": physical,
        "secondary": secondary,
        "rear-weapon": rear_weapon,
        "hull-down": hull_down,
        "stealth": stealth,
        "range": range_bracket,
        "area": area_effect,
        "aerospace": aerospace,
        "airborne-target-from-ground": airborne_target_from_ground,
        "airborne-fire": airborne_fire,
        "munition": munition,
        "homing": homing,
        "off-table": off_table,
        "artillery-range": artillery_range,
    }
)
