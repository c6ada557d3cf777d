"""What those who are caught really take: each diced apart with the option, then what armor and walls take off.

Which question: of the damage of an area effect, how much is left for this unit? Sources: CE pp.73, 88, 174; AS p.70.
"""

from dataclasses import replace

from astrike.model.answer import DamageTerm
from astrike.model.combat import BlastAnswer, Caught
from astrike.model.dice import Tray
from astrike.model.explain import Modifier, Reason
from astrike.rules.battlefield import Field
from astrike.rules.combatants import circumstances, combatants
from astrike.rules.damage.armor import Blow, after_armor
from astrike.rules.damage.hit import shown, value_of
from astrike.rules.sight import sight_rules


def toll(field: Field, answer: BlastAnswer, tray: Tray | None = None) -> BlastAnswer:
    """Take off what armor takes; with a tray, and the option for diced damage, roll for each that is caught."""
    caught, notes = answer.caught, answer.notes
    is_diced = tray is not None and field.options.is_on("variable-damage")
    if tray is not None and is_diced:
        caught = tuple(_diced(field, each, tray) for each in caught)
    left = [_after_armor(field, each) for each in caught]
    near = [_after_armor(field, each) for each in answer.near]
    unknown = {why.key: why for _, why in left if why is not None}
    names = ["variable-damage"] if is_diced and caught else []
    if any(term.key == "damage.reactive" for each, _ in left for term in each.terms):
        names.append("armor.bra-rca")
    used = (sight_rules(field).named[name] for name in names)
    return replace(
        answer,
        caught=tuple(each for each, _ in left),
        near=tuple(each for each, _ in near),
        notes=(*notes, *unknown.values()),
        dice=tray.record if tray is not None else answer.dice,
        options_used=(*answer.options_used, *used),
    )


def _diced(field: Field, caught: Caught, tray: Tray) -> Caught:
    """Roll a die a point, at least a point in all; for 0* one die (CE p.174, AS p.70)."""
    value = value_of(caught.damage)
    need, least = (int(field.edition.number(f"variable.{what}")) for what in ("die", "minimal"))
    label = f"Damage to {caught.unit}"
    fell = [tray.roll("variable-damage", label, count=1) for _ in range(value.points)]
    points = max(sum(die >= need for die in fell), 1 if fell else 0)
    if value.minimal:
        points += tray.roll("variable-damage", label, count=1) >= least
    return replace(caught, damage=points)


def _after_armor(field: Field, caught: Caught) -> tuple[Caught, Reason | None]:
    i = field.units.index.get(caught.unit)
    if caught.is_piece or i is None:
        return caught, None
    left, terms = after_armor(
        circumstances(field), combatants(field)[i], "artillery", value_of(caught.damage), Blow("area")
    )
    if left is None:
        last = field.edition.damage[terms[-1].key.removeprefix("damage.")]
        return caught, Reason(terms[-1].key, last.unknown, last.cite)
    made = tuple(_modifier(term) for term in terms)
    return replace(caught, damage=shown(left), terms=(*caught.terms, *made)), None


def _modifier(term: DamageTerm) -> Modifier:
    return Modifier(term.key, "D", term.value if isinstance(term.value, int) else 0, term.label, term.cite)
