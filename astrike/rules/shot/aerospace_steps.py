"""What do flight and the way of attacking from the air add to the Target Number?

The to-hit steps of attacks from and at aerospace units in flight, as rows of the edition's modifiers table. Sources:
CE pp.44, 183, 185; AS p.37.
"""

from collections.abc import Iterator

from astrike.rules.shot.facts import Circumstances, Combatant, Shot
from astrike.rules.shot.rule_types import StepTerm

SMALL_CRAFT = "SC"


def airborne_target(who: Combatant, at: Circumstances) -> Iterator[StepTerm]:
    """O: an aerospace unit in flight, and a DropShip besides (CE p.44)."""
    if who.flies:
        yield "type.aerospace", None
        if "dropship" in who.row.tags:
            yield "type.dropship", None


def airborne_target_from_ground(shot: Shot) -> Iterator[StepTerm]:
    """O: the same, but from the air itself only a DropShip is another target (AS p.37 note 4)."""
    if shot.target.flies:
        if not shot.attacker.flies:
            yield "type.aerospace", None
        if "dropship" in shot.target.row.tags:
            yield "type.dropship", None


def aerospace(shot: Shot) -> Iterator[StepTerm]:
    """O: the way to attack from the air, tailing and small craft among it (CE pp.183, 185)."""
    if shot.kind.modifier:
        yield shot.kind.modifier, None
        return
    if not (shot.attacker.flies and shot.target.flies):
        return
    yield "attack.air-to-air", None
    if shot.direction == "rear":
        yield "attack.tailing", None
    if shot.target.unit.type == SMALL_CRAFT:
        yield "type.small-craft", None
