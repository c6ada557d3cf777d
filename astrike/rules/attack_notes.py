"""What else is to be known about an attack, beside its number and its damage?

Which question: does overheat bring anything here, what do those inside a building take, which building can be
attacked where the infantry in it cannot, and which network has a better range? Sources: CE pp.53, 73-74, 80; AS pp.45,
51, 85.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from astrike.model.answer import AttackAnswer, Damage
from astrike.model.card import DamageValue
from astrike.model.explain import Reason, facts
from astrike.rules.combatants import combatants
from astrike.rules.damage.armor import after_armor, blow_of
from astrike.rules.damage.hit import overheat, shown, value_of
from astrike.rules.electronics.sharing import range_at_hand
from astrike.rules.kinds.physical import blow_at
from astrike.rules.reasons import reason
from astrike.rules.results.rolls import is_rolled_apart
from astrike.rules.shot import Shot
from astrike.rules.situation import Situation

Working = Callable[[Shot], Damage]
"""Works the damage of an attack out."""
PLACES = 2
"""Decimals of a place that players are told to type."""


def with_notes(s: Situation, shot: Shot, answer: AttackAnswer, damage: Working) -> AttackAnswer:
    """Add what else is to be known."""
    notes = (
        *_overheat(shot, answer, damage),
        *_inside(s, shot, answer),
        *_building(s, answer),
        *_network(s, shot),
    )
    return replace(answer, notes=notes) if notes else answer


def _overheat(s: Shot, answer: AttackAnswer, damage: Working) -> Iterator[Reason]:
    """Say when the overheat that is used adds nothing to the damage (CE pp.48, 53)."""
    if not s.question.overheat or not answer.allowed:
        return
    adds = overheat(s, DamageValue(0)) is not None
    if adds and (is_rolled_apart(s) or s.circumstances.options.is_on("variable-damage")):
        return
    cold = s._replace(question=replace(s.question, overheat=0))
    points = answer.damage.target
    if adds and damage(cold).target != points:
        return
    yield reason(s.circumstances, "overheat.nothing", facts() if points is None else facts(damage=points))


def _inside(s: Situation, shot: Shot, answer: AttackAnswer) -> Iterator[Reason]:
    """Say what each infantry unit inside the building takes that is attacked (CE p.74, AS p.85)."""
    piece = s.aim.piece if s.aim is not None else None
    dealt = answer.damage.target
    if piece is None or dealt is None or not answer.allowed or "at-whole-building" not in s.kind.tags:
        return
    blow = blow_at(shot) if s.kind.family == "physical" else blow_of(shot)
    blow = replace(blow, same_building=shot.attacker.inside == piece)
    for who in combatants(s.field):
        unit = who.unit
        is_there = unit.is_on_table and "destroyed" not in unit.state
        if who.inside != piece or not who.row.infantry or not is_there:
            continue
        left, _ = after_armor(shot.circumstances, who, s.question.kind, value_of(dealt), blow)
        taken = facts(unit=unit.id, damage="?" if left is None else shown(left))
        yield reason(s.field, "building.inside", taken)


def _building(s: Situation, answer: AttackAnswer) -> Iterator[Reason]:
    """Name the building to attack in place of the infantry inside, and a place in it to ask for."""
    if not any(each.key == "target.inside" for each in answer.refusals):
        return
    x, y = (round(value, PLACES) for value in s.target.at)
    yield reason(s.field, "building.ask", facts(building=str(s.field.units.of[s.t].inside), x=x, y=y))


def _network(s: Situation, shot: Shot) -> Iterator[Reason]:
    """Name the network that lends its range, or that keeps it from attacks of this kind (CE p.80, AS p.51)."""
    found = range_at_hand(s)
    if found is None:
        return
    key = "network.keeps" if shot.lent is None else "network.lends"
    yield reason(s.field, key, facts(network=found.network, lender=found.lender, lent=found.range))
