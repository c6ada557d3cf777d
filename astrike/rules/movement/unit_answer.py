"""How far can a unit go in each mode, how hard is it to hit after it, and what does it add to every attack?

Everything that depends on one unit alone, with its derivation. Move comes from `budget`, modifiers from the to-hit
steps, asked as if the unit had moved so. Sources: CE pp.37-44, 50-52, 178; AS pp.32-37.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from astrike.model.explain import Reason, facts
from astrike.model.movement import MODES, MoveReason, MoveTerm
from astrike.model.unit import Unit
from astrike.model.unit_answer import UnitAnswer, UnitMode
from astrike.rulebook.schema import Edition
from astrike.rules.attack.combatants import circumstances, combatants
from astrike.rules.electronics.networks import fields_of_unit
from astrike.rules.movement.budget import MoveBudget, budget_of, options_used, term_of
from astrike.rules.movement.withdrawal import crippled_questions, options_of_crippling
from astrike.rules.shot.attacker_steps import ATTACKER_STEPS
from astrike.rules.shot.facts import Combatant
from astrike.rules.shot.refusals import attacker_states
from astrike.rules.shot.rule_types import StepTerm, UnitStep, entry_of
from astrike.rules.shot.target_steps import TARGET_STEPS
from astrike.rules.shot.to_hit import SHOWN_AT_ZERO
from astrike.rules.table.lines import arc_degrees
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.mobility import ground_parts, mover_key, part_of
from astrike.rules.units.move_and_tmm import (
    CurrentMove,
    MoveChange,
    current_move,
    is_looked_up,
    pilot_ids,
    tmm_left,
    tmm_lost_to_fear,
    tmm_lost_to_heat,
)

ALWAYS_SHOWN = frozenset({"ground"})
"""Modes that are listed, closed, even for a card that prints no Move for them."""
_MOVEMENT = "attacker-movement"
"""The to-hit step that asks how the attacker has moved."""
_AT_REST = "standstill"


def unit_answer(prepared: PreparedTable, unit_id: str) -> UnitAnswer:
    """Describe a unit: Move and TMM of every mode, arcs, and the modifiers that belong to it alone.

    Raise `NotFound` for a unit that is not there.
    """
    i = prepared.place_of(unit_id)
    unit = prepared.units.units[i]
    budgets = list(_modes(prepared, i))
    used = [option for budget, _ in budgets for option in budget.options]
    return UnitAnswer(
        unit=unit_id,
        edition=prepared.edition.id,
        kind=_kind(prepared, i),
        modes=tuple(_mode(prepared, i, budget, tmm) for budget, tmm in budgets),
        arcs=tuple(_arcs(prepared, i)),
        attacker=_modifiers(prepared, i, ATTACKER_STEPS),
        target=_modifiers(prepared, i, TARGET_STEPS),
        manner=prepared.motions[i].manner,
        not_applied=tuple(_not_applied(prepared, unit)),
        assumed=(*prepared.motions[i].assumed, *prepared.units.assumed[i]),
        options_used=options_used(prepared, [*used, *options_of_crippling(prepared, i)]),
        fields=fields_of_unit(prepared, i),
        crippled=crippled_questions(prepared, i),
    )


def _kind(prepared: PreparedTable, i: int) -> str:
    """Name the row of the movers table that the unit stands in by its first Move."""
    unit = prepared.units.units[i]
    first = next((mode for mode in _listed(prepared.edition) if part_of(unit, mode) is not None), "ground")
    return mover_key(unit, first, part_of(unit, first), prepared.edition)


# ---- modes


def _listed(edition: Edition) -> tuple[str, ...]:
    """Give the modes in the order in which they are listed: those of a few inches last."""
    last = edition.tagged("few-inches")
    return (*(mode for mode in MODES if mode not in last), *last)


def _modes(prepared: PreparedTable, i: int) -> Iterator[tuple[MoveBudget, tuple[MoveTerm, ...]]]:
    unit = prepared.units.units[i]
    for mode in _listed(prepared.edition):
        has_it = part_of(unit, mode, flies=prepared.units.airborne[i]) is not None
        if not has_it and mode not in ALWAYS_SHOWN:
            continue
        count = max(1, len(ground_parts(unit))) if mode == "ground" else 1
        for choice in range(count):
            yield budget_of(prepared, i, mode, choice=choice), tmm_terms(prepared, i, mode)


def _mode(prepared: PreparedTable, i: int, budget: MoveBudget, tmm: tuple[MoveTerm, ...]) -> UnitMode:
    imagined, at = _once_moved(prepared, i, budget.mode), circumstances(prepared)
    forbidden = {*attacker_states(imagined, at)} - {*attacker_states(_once_moved(prepared, i, _AT_REST), at)}
    step = ATTACKER_STEPS[_MOVEMENT]
    terms = [line for term in step(imagined, at) for line in _terms(prepared, term, imagined.motion)]
    return UnitMode(
        mode=budget.mode,
        code=f"{budget.code}({budget.variant})" if budget.variant else budget.code,
        available=budget.available,
        tmm=round(sum(term.value for term in tmm)),
        terms=budget.terms,
        tmm_terms=tmm,
        refusals=_once(budget.refusals),
        attack_terms=tuple(terms),
        may_attack=not forbidden,
    )


def _once_moved(prepared: PreparedTable, i: int, mode: str) -> Combatant:
    """Give the unit as it is once it has moved in a mode."""
    unit = replace(prepared.units.units[i], motion=mode, moved=None)
    motion = current_move(
        unit, row=prepared.units.rows[i], edition=prepared.edition, options=prepared.options
    )
    return replace(combatants(prepared)[i], unit=unit, motion=motion)


def _once(reasons: Iterable[MoveReason]) -> tuple[MoveReason, ...]:
    return tuple({reason.key: reason for reason in reasons}.values())


def tmm_terms(prepared: PreparedTable, i: int, mode: str) -> tuple[MoveTerm, ...]:
    """Give what attacks at a unit will count for its movement once it has moved in a mode; the sum is its TMM.

    Asked of the same step that makes Target Numbers; the TMM of the card is shown with what became of it.
    """
    imagined = _once_moved(prepared, i, mode)
    motion = imagined.motion
    step = next(TARGET_STEPS[name] for name in prepared.edition.steps if name.startswith("target-movement"))
    found: list[MoveTerm] = []
    for term in step(imagined, circumstances(prepared)):
        if term[0] == "target.tmm" and not is_looked_up(prepared.edition):
            found += _card_tmm(prepared, imagined, jumps=motion.manner == "jump")
        else:
            found += _terms(prepared, term, motion)
    return tuple(found)


def _card_tmm(prepared: PreparedTable, who: Combatant, *, jumps: bool) -> Iterator[MoveTerm]:
    """Give the printed TMM, each hit and the heat; none of the heat for a jump (CE pp.50-52)."""
    unit, row, motion = who.unit, who.row, who.motion
    if row.aerospace:
        return
    edition, options = prepared.edition, prepared.options
    changes: list[MoveChange] = [*tmm_left(motion.card_tmm, unit, row=row, edition=edition)]
    left = round(sum(change.value for change in changes))
    changes += tmm_lost_to_fear(left, unit, edition=edition, options=options)
    if not jumps:
        changes += tmm_lost_to_heat(motion.jump_tmm, unit, edition=prepared.edition)
    for change in changes:
        if change.value or change.key == "printed":
            label = prepared.edition.modifiers["target.tmm"]
            line = term_of(prepared, change.key, change.value, change.facts)
            yield replace(line, label=label.label, cite=label.cite) if change.key == "printed" else line


def _terms(prepared: PreparedTable, term: StepTerm, motion: CurrentMove) -> Iterator[MoveTerm]:
    """Turn a row of the modifiers table into a line, unless no source prints its value."""
    entry = entry_of(prepared.edition.modifiers[term[0]], term[1])
    if isinstance(entry, Reason):
        return
    move = motion.jump if motion.manner == "jump" else motion.ground
    measured = facts(move=move) if entry.key == "target.tmm" and move is not None else entry.facts
    yield MoveTerm(entry.key, float(entry.value), entry.label, entry.cite, measured)


# ---- the rest


def _arcs(prepared: PreparedTable, i: int) -> Iterator[tuple[str, float]]:
    """Name the arcs of the unit's own weapons, its turret and its rear weapons (CE pp.41, 79)."""
    unit, row = prepared.units.units[i], prepared.units.rows[i]
    width = arc_degrees(unit, prepared, i)
    around = width >= prepared.edition.arcs["all"].degrees
    own = "all" if around else "quad" if unit.has("QUAD") else row.arc
    yield own, width
    if unit.has("TUR"):
        yield "turret", prepared.edition.arcs["turret"].degrees
    if unit.has("REAR") and not around:
        yield "rear", prepared.edition.arcs["all"].degrees - width


def _modifiers(prepared: PreparedTable, i: int, steps: Mapping[str, UnitStep]) -> tuple[MoveTerm, ...]:
    """Ask the steps that look at this unit alone, in the order in which an attack with weapons takes them."""
    motion = prepared.motions[i]
    who, at = combatants(prepared)[i], circumstances(prepared)
    terms = [term for name in at.edition.steps_of("weapon") if name in steps for term in steps[name](who, at)]
    found = [line for term in terms for line in _terms(prepared, term, motion)]
    return tuple(line for line in found if line.value or line.key in SHOWN_AT_ZERO)


def _not_applied(prepared: PreparedTable, unit: Unit) -> Iterator[str]:
    """Name the abilities on the card that neither moves nor attacks use today."""
    known = prepared.edition.abilities
    for special in unit.specials:
        is_used = special.move is not None or (special.code in known and known[special.code].applied)
        if not is_used:
            yield special.printed
    for name, key in zip(unit.pilot, pilot_ids(unit), strict=True):
        if key not in known or not known[key].applied:
            yield name
