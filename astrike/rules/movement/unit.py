"""What is this unit right now: how far in which mode, how hard to hit after it, and what does it bring to every attack?

Which question: everything that depends on one unit alone, with its derivation. Move comes from `budget`, modifiers from
the steps that make Target Numbers, asked as if the unit had moved so. Sources: CE pp.37-44, 50-52, 178; AS pp.32-37.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from astrike.model.explain import Reason, facts
from astrike.model.movement import MODES, MoveReason, MoveTerm
from astrike.model.unit import Unit
from astrike.model.unit_answer import UnitAnswer, UnitMode
from astrike.rulebook.schema import Edition
from astrike.rules.battlefield import Field
from astrike.rules.combatants import circumstances, combatants
from astrike.rules.crippling import crippled_questions, options_of_crippling
from astrike.rules.electronics.networks import bubbles_of
from astrike.rules.lines import arc_degrees
from astrike.rules.motion import (
    Change,
    Motion,
    is_looked_up,
    motion_of,
    pilot_ids,
    tmm_left,
    tmm_of_fear,
    tmm_of_heat,
)
from astrike.rules.movement.budget import Budget, budget_of, options_used, term_of
from astrike.rules.movement.mover import ground_parts, mover_key, part_of
from astrike.rules.shot import Combatant
from astrike.rules.steps.attacker import ATTACKER_STEPS
from astrike.rules.steps.target import TARGET_STEPS
from astrike.rules.steps.terms import Term, UnitStep, entry_of
from astrike.rules.tohit import SHOWN_AT_ZERO

ALWAYS_SHOWN = frozenset({"ground"})
"""Modes that are listed, closed, even for a card that prints no Move for them."""


def unit_answer(field: Field, unit_id: str) -> UnitAnswer:
    """Describe a unit: Move and TMM of every mode, arcs, and the modifiers that belong to it alone.

    Raise `NotFound` for a unit that is not there.
    """
    i = field.place_of(unit_id)
    unit = field.units.units[i]
    budgets = list(_modes(field, i))
    used = [option for budget, _ in budgets for option in budget.options]
    return UnitAnswer(
        unit=unit_id,
        edition=field.edition.id,
        kind=_kind(field, i),
        modes=tuple(_mode(budget, tmm) for budget, tmm in budgets),
        arcs=tuple(_arcs(field, i)),
        attacker=_modifiers(field, i, ATTACKER_STEPS),
        target=_modifiers(field, i, TARGET_STEPS),
        manner=field.motions[i].manner,
        not_applied=tuple(_not_applied(field, unit)),
        assumed=(*field.motions[i].assumed, *field.units.assumed[i]),
        options_used=options_used(field, [*used, *options_of_crippling(field, i)]),
        fields=bubbles_of(field, i),
        crippled=crippled_questions(field, i),
    )


def _kind(field: Field, i: int) -> str:
    """Name the row of the movers table that the unit stands in by its first Move."""
    unit = field.units.units[i]
    first = next((mode for mode in _listed(field.edition) if part_of(unit, mode) is not None), "ground")
    return mover_key(unit, first, part_of(unit, first), field.edition)


# ---- modes


def _listed(edition: Edition) -> tuple[str, ...]:
    """Give the modes in the order in which they are listed: those of a few inches last."""
    last = edition.tagged("few-inches")
    return (*(mode for mode in MODES if mode not in last), *last)


def _modes(field: Field, i: int) -> Iterator[tuple[Budget, tuple[MoveTerm, ...]]]:
    unit = field.units.units[i]
    for mode in _listed(field.edition):
        has_it = part_of(unit, mode, flies=field.units.airborne[i]) is not None
        if not has_it and mode not in ALWAYS_SHOWN:
            continue
        count = max(1, len(ground_parts(unit))) if mode == "ground" else 1
        for choice in range(count):
            yield budget_of(field, i, mode, choice=choice), tmm_terms(field, i, mode)


def _mode(budget: Budget, tmm: tuple[MoveTerm, ...]) -> UnitMode:
    return UnitMode(
        mode=budget.mode,
        code=f"{budget.code}({budget.variant})" if budget.variant else budget.code,
        available=budget.available,
        tmm=round(sum(term.value for term in tmm)),
        terms=budget.terms,
        tmm_terms=tmm,
        refusals=_once(budget.refusals),
    )


def _once(reasons: Iterable[MoveReason]) -> tuple[MoveReason, ...]:
    return tuple({reason.key: reason for reason in reasons}.values())


def tmm_terms(field: Field, i: int, mode: str) -> tuple[MoveTerm, ...]:
    """Give what attacks at a unit will count for its movement once it has moved in a mode; the sum is its TMM.

    Asked of the same step that makes Target Numbers; the TMM of the card is shown with what became of it.
    """
    unit = field.units.units[i]
    moved = replace(unit, motion=mode, moved=None)
    motion = motion_of(moved, row=field.units.rows[i], edition=field.edition, options=field.options)
    imagined = replace(combatants(field)[i], unit=moved, motion=motion)
    step = next(TARGET_STEPS[name] for name in field.edition.steps if name.startswith("target-movement"))
    found: list[MoveTerm] = []
    for term in step(imagined, circumstances(field)):
        if term[0] == "target.tmm" and not is_looked_up(field.edition):
            found += _card_tmm(field, imagined, jumps=motion.manner == "jump")
        else:
            found += _terms(field, term, motion)
    return tuple(found)


def _card_tmm(field: Field, who: Combatant, *, jumps: bool) -> Iterator[MoveTerm]:
    """Give the printed TMM, each hit and the heat; none of the heat for a jump (CE pp.50-52)."""
    unit, row, motion = who.unit, who.row, who.motion
    if row.aerospace:
        return
    edition, options = field.edition, field.options
    changes: list[Change] = [*tmm_left(motion.card_tmm, unit, row=row, edition=edition)]
    left = round(sum(change.value for change in changes))
    changes += tmm_of_fear(left, unit, edition=edition, options=options)
    if not jumps:
        changes += tmm_of_heat(motion.jump_tmm, unit, edition=field.edition)
    for change in changes:
        if change.value or change.key == "printed":
            label = field.edition.modifiers["target.tmm"]
            line = term_of(field, change.key, change.value, change.facts)
            yield replace(line, label=label.label, cite=label.cite) if change.key == "printed" else line


def _terms(field: Field, term: Term, motion: Motion) -> Iterator[MoveTerm]:
    """Turn a row of the modifiers table into a line, unless no source prints its value."""
    entry = entry_of(field.edition.modifiers[term[0]], term[1])
    if isinstance(entry, Reason):
        return
    move = motion.jump if motion.manner == "jump" else motion.ground
    measured = facts(move=move) if entry.key == "target.tmm" and move is not None else entry.facts
    yield MoveTerm(entry.key, float(entry.value), entry.label, entry.cite, measured)


# ---- the rest


def _arcs(field: Field, i: int) -> Iterator[tuple[str, float]]:
    """Name the arcs of the unit's own weapons, its turret and its rear weapons (CE pp.41, 79)."""
    unit, row = field.units.units[i], field.units.rows[i]
    width = arc_degrees(unit, field, i)
    around = width >= field.edition.arcs["all"].degrees
    own = "all" if around else "quad" if unit.has("QUAD") else row.arc
    yield own, width
    if unit.has("TUR"):
        yield "turret", field.edition.arcs["turret"].degrees
    if unit.has("REAR") and not around:
        yield "rear", field.edition.arcs["all"].degrees - width


def _modifiers(field: Field, i: int, steps: Mapping[str, UnitStep]) -> tuple[MoveTerm, ...]:
    """Ask the steps that look at this unit alone, in the order in which an attack with weapons takes them."""
    motion = field.motions[i]
    who, at = combatants(field)[i], circumstances(field)
    terms = [term for name in at.edition.steps_of("weapon") if name in steps for term in steps[name](who, at)]
    found = [line for term in terms for line in _terms(field, term, motion)]
    return tuple(line for line in found if line.value or line.key in SHOWN_AT_ZERO)


def _not_applied(field: Field, unit: Unit) -> Iterator[str]:
    """Name the abilities on the card that neither moves nor attacks use today."""
    known = field.edition.abilities
    for special in unit.specials:
        is_used = special.move is not None or (special.code in known and known[special.code].applied)
        if not is_used:
            yield special.printed
    for name, key in zip(unit.pilot, pilot_ids(unit), strict=True):
        if key not in known or not known[key].applied:
            yield name
