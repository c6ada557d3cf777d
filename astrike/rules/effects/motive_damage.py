"""What does a motive roll cost a vehicle, and what becomes of one that can no longer stay aloft or afloat?

Sources: CE pp.36, 50-51; AS p.42.
"""

from dataclasses import replace

from astrike.model.effect_answer import EffectAnswer
from astrike.rules.attack.follow_up_rolls import motive_modifier
from astrike.rules.effects.criticals import critical_roll
from astrike.rules.effects.effect_case import EffectCase
from astrike.rules.movement.mobility_profile import is_diving
from astrike.rules.units.move_and_tmm import current_move
from astrike.tolerance import TOUCH


def motive(case: EffectCase) -> EffectAnswer:
    """One roll on the motive table (CE pp.50-51, AS p.42)."""
    row = case.prepared.units.rows[case.index]
    if not row.vehicle or row.structure:
        return case.refused("effect.no-vehicle")
    case.rows_used("motive", "motive_modifiers")
    for key, value in motive_modifier(case.prepared, case.index).items():
        case.term(case.edition.motive_modifiers[key], value, f"motive.{key}")
    case.named()
    total = case.tray.roll("motive", "Motive damage") + case.total
    rows = sorted(case.edition.motive.values(), key=lambda row: row.roll)
    found = next((row for row in reversed(rows) if row.roll <= total), rows[0])
    if not found.loss:
        return case.answer(found, "none", total=total)
    damage = apply_motive_damage(case, found.loss)
    return case.answer(found, f"motive.{found.loss}", total=total, damage=damage)


def apply_motive_damage(case: EffectCase, loss: str) -> int | None:
    """Let a vehicle lose some of its Move; give the damage of the crash or of sinking that this brings."""
    unit, i = case.unit, case.index
    hits = replace(unit.hits, motive=case.sheet.motive(loss))
    after = current_move(
        replace(unit, hits=hits),
        row=case.prepared.units.rows[i],
        edition=case.edition,
        options=case.prepared.options,
    )
    case.facts["tmm"] = after.tmm
    if after.ground is not None:
        case.facts["move"] = 0.0 if loss == "immobile" else after.ground
    if after.manner != "immobile":
        return None
    if case.prepared.units.airborne[i] and not case.prepared.units.rows[i].aerospace:
        return crash_damage(case)
    if is_diving(case.prepared, i):
        row, number = case.edition.hazards["sink"], case.edition.numbers["sink.damage"]
        case.note(row)
        if number.unknown:
            return None
        points = int(number.value)
        case.hurt(i, points)
        return points
    return None


def crash(case: EffectCase) -> EffectAnswer:
    """A VTOL or WiGE comes down: a point of damage, a critical roll, and it never moves again (CE p.36)."""
    row = case.edition.hazards["crash"]
    if not case.prepared.units.airborne[case.index] or case.prepared.units.rows[case.index].aerospace:
        return case.refused("effect.not-aloft")
    if (refused := case.unknown("", row)) is not None:
        return refused
    damage = crash_damage(case)
    if case.sheet.is_destroyed:
        return case.answer(row, "destroyed", damage=damage)
    after = critical_roll(case)
    if after.refusals:
        return after
    return replace(after, label=row.label, cite=row.cite, damage=damage + int(after.damage or 0))


def crash_damage(case: EffectCase) -> int:
    """Let what flies come down; give the damage."""
    row = case.edition.hazards["crash"]
    points = int(case.edition.number("crash.damage"))
    case.note(row, damage=points)
    case.hurt(case.index, points)
    case.sheet.flag("immobile")
    case.sheet.unflag("airborne")
    unit, body = case.unit, case.prepared.units.of[case.index]
    if isinstance(unit.elevation, int | float) and unit.elevation > TOUCH:
        ground = float(case.prepared.terrain.ground_at(case.prepared.units.bases.xy[[case.index]])[0])
        case.sheet.set("elevation", ground)
        case.facts["fell"] = body.ground - ground
    return points
