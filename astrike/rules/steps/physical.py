"""The to-hit step of physical attacks.

Which question: which rows of the modifiers table does an attack bring because it is made with fists and feet? Charge
and Death From Above count the movement they are made with, whatever the attacker did; that stands with the
attacker's steps. Sources: CE pp.44-46, 64, 78, 139; AS pp.37, 43.
"""

from collections.abc import Iterator

from astrike.rules.shot import Shot
from astrike.rules.steps.terms import Term


def physical(shot: Shot) -> Iterator[Term]:
    """O: the kind of physical attack, and who makes it on whom (CE pp.44, 64, 78; AS p.37)."""
    if shot.kind.modifier:
        yield shot.kind.modifier, None
    if shot.question.kind == "anti-mech":
        yield from _anti_mech(shot)
    if shot.attacker.size_class:
        yield "attacker.large", None
    if shot.attacker.unit.has("I-TSM"):
        yield "attacker.myomer", None


def _anti_mech(shot: Shot) -> Iterator[Term]:
    """Conventional infantry, carriers of battle armor, and infantry on its belly (CE pp.44, 139; AS p.37)."""
    rows = shot.circumstances.edition.modifiers
    if shot.attacker.is_conventional:
        beyond = shot.circumstances.options.number("anti-mech.conventional") - rows["attack.anti-mech"].value
        yield "attack.conventional", int(beyond) * rows["attack.conventional"].value
    if shot.target.carries_armor:
        yield "attack.carrier", None
    if "on-the-deck" in shot.attacker.unit.state:
        yield "attacker.on-the-deck", None
