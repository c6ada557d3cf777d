"""What does a spotter add to an attack, from its card and its state alone?

Rows of the modifiers table, whether it has to hold its fire, and which options decided. Who may spot, and what a
spotter sees, is decided by `spotters`. Sources: CE pp.44, 90; AS pp.35, 37, 42.
"""

from collections.abc import Iterator

from astrike.model.unit import Unit
from astrike.rules.options import Ruled
from astrike.rules.shot.facts import Circumstances, Combatant
from astrike.rules.shot.rule_types import StepTerm
from astrike.rules.units.move_and_tmm import was_carried
from astrike.rules.units.weapons import in_turret
from astrike.tolerance import TOUCH

TAGS = ("tag", "ltag")
"""Kinds of marks that designate a target for a turn; their codes on a card are the same in capitals."""
Marks = tuple[bool, ...]
"""Whether each designation of this target by this unit succeeded."""


def spotter_terms(
    who: Combatant, at: Circumstances, *, is_remote: bool, marks: Marks = (), tag: str = ""
) -> Iterator[StepTerm]:
    """Give the rows that spotting brings, terrain aside; `tag`: the designator that helps artillery.

    What the pilot of a spotter changes stands in the bonuses table.
    """
    yield "attack.indirect", None
    if is_remote:
        yield "attack.remote", None
        return
    if not any(marks):
        if at.options.is_on("indirect.spotter-movement"):
            yield _movement(who), None
        if marks or attack_counts(who.unit, at):
            yield "attack.spotter-attacks", None
    if tag:
        yield "attack.tag", None


def _movement(who: Combatant) -> str:
    """Name the row of the spotter's own movement: as an attacker's, and never for infantry."""
    manner = who.motion.manner
    if who.row.infantry:
        return "spotter.ground"
    if manner == "jump":
        return "spotter.jump"
    still = manner == "immobile" or (manner == "standstill" and not was_carried(who.unit))
    return "spotter.standstill" if still else "spotter.ground"


def designator(unit: Unit, at: Circumstances, inches: float) -> str:
    """Name the designator that reaches so far, and so helps artillery; empty where none does (AS p.42)."""
    near = [
        kind
        for kind in TAGS
        if (unit.has(kind.upper()) or in_turret(unit, kind.upper()) is not None)
        and inches <= at.edition.number(f"reach.{kind.upper()}") + TOUCH
    ]
    return near[0] if near else ""


def attacks_of(unit: Unit, at: Circumstances) -> str:
    """Say with what a spotter attacks this turn: `weapon`, `physical` or `none`."""
    if unit.spotter is not None and unit.spotter.attacks != "none":
        return unit.spotter.attacks
    if unit.heat_made is not None:  # it has made its weapon attack this turn
        return "weapon"
    return "physical" if any(each.by == unit.id for each in at.declarations) else "none"


def attack_counts(unit: Unit, at: Circumstances) -> bool:
    """Does what it attacks with count? Text and table do not agree about physical attacks (AS pp.35, 37)."""
    attacks = attacks_of(unit, at)
    return attacks == "weapon" or (
        attacks == "physical" and at.options.word("indirect.spotter-attack") == "any"
    )


def has_attacked(unit: Unit, at: Circumstances, *, is_remote: bool, marks: Marks = ()) -> bool:
    """Does its own attack keep it from spotting? Whether it does, an option says."""
    return attack_counts(unit, at) and not is_remote and not marks and has_to_hold_fire(at)


def has_to_hold_fire(at: Ruled) -> bool:
    """May nobody spot who attacks?"""
    return at.options.word("indirect.spotter-attacked") == "refused"


def spotter_options(
    who: Combatant, at: Circumstances, *, is_remote: bool, marks: Marks = ()
) -> Iterator[str]:
    """Name the options that decided something about a spotter."""
    if is_remote:
        return
    if not any(marks) and _movement(who) != "spotter.ground":
        yield "indirect.spotter-movement"
    if attacks_of(who.unit, at) == "physical" and not marks:
        yield "indirect.spotter-attack"
    if attack_counts(who.unit, at) and not marks:
        yield "indirect.spotter-attacked"
