"""The to-hit step of physical attacks.

Which question: which rows of the modifiers table does an attack bring because it is made with fists and feet? Charge
and Death From Above count the movement they are made with, whatever the attacker did; that stands with the
attacker's steps. Sources: CE pp.44-46, 64, 78, 139; AS pp.37, 43.
"""

from collections.abc import Iterator

from astrike.rules.situation import Situation
from astrike.rules.steps.terms import Term

KIND_ROWS = {"charge": "attack.charge", "dfa": "attack.dfa", "anti-mech": "attack.anti-mech"}
"""The row of a kind of physical attack; those that are not here add nothing."""
RIDES_OUTSIDE = frozenset({"mechanized", "cargo"})
"""How battle armor is carried that can fend off who climbs its carrier."""


def physical(s: Situation) -> Iterator[Term]:
    """O: the kind of physical attack, and who makes it on whom (CE pp.44, 64, 78; AS p.37)."""
    row = KIND_ROWS.get(s.question.kind)
    if row is not None:
        yield row, None
    if s.question.kind == "anti-mech":
        yield from _anti_mech(s)
    if s.field.units.rank[s.a]:
        yield "attacker.large", None
    if s.attacker.has("I-TSM"):
        yield "attacker.myomer", None


def _anti_mech(s: Situation) -> Iterator[Term]:
    """Conventional infantry, carriers of battle armor, and infantry on its belly (CE pp.44, 139; AS p.37)."""
    rows = s.field.edition.modifiers
    if is_conventional(s):
        beyond = s.field.options.number("anti-mech.conventional") - rows["attack.anti-mech"].value
        yield "attack.conventional", int(beyond) * rows["attack.conventional"].value
    if any(
        unit.carried_by == s.target.id and unit.type == "BA" and unit.carried_as in RIDES_OUTSIDE
        for unit in s.field.table.units
    ):
        yield "attack.carrier", None
    if "on-the-deck" in s.attacker.state:
        yield "attacker.on-the-deck", None


def is_conventional(s: Situation) -> bool:
    """Is the attacker infantry without battle armor?"""
    return s.attacker_row.infantry and s.attacker.type != "BA"
