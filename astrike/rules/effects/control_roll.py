"""Does an aerospace unit that was damaged keep its altitude? Source: CE p.187."""

from astrike.model.effect_answer import EffectAnswer
from astrike.rules.effects.effect_case import EffectCase
from astrike.rules.table.flyers import aerospace_flyers, altitude_of


def control(case: EffectCase) -> EffectAnswer:
    """Roll to keep the altitude; who fails falls to the next, and from the lowest it crashes (CE p.187)."""
    prepared, unit = case.prepared, case.unit
    row, altitude = case.edition.follow_ups.get("control"), altitude_of(prepared, unit)
    if row is None or altitude is None or case.index not in aerospace_flyers(prepared):
        return case.refused("effect.no-control")
    damage, thruster, crew = (
        case.edition.numbers[f"control.{what}"] for what in ("damage", "thruster", "crew")
    )
    if (refused := case.unknown("", row, damage)) is not None:
        return refused
    case.term(case.edition.modifiers["skill"], unit.skill)
    case.term(damage, int(damage.value))
    if unit.hits.mp:
        case.term(thruster, int(thruster.value))
    if unit.hits.crew:  # CE p.184
        case.term(crew, int(crew.value) * unit.hits.crew)
    if case.is_set("interference"):  # CE p.90
        case.term(case.edition.bonuses["interference"], case.edition.bonuses["interference"].points)
    case.named()
    need = case.total
    if case.tray.roll("control", row.label) >= need:
        return case.answer(row, "none", label="Keeps its altitude", total=need, success=True)
    below = next(
        (each.key for each in case.edition.altitudes.values() if each.step == altitude.step - 1), None
    )
    if below is None:
        case.sheet.flag("destroyed")
        case.note(case.edition.follow_ups["destroyed"], unit=unit.id)
        return case.answer(row, "crash", label="Crash", total=need, success=False)
    case.sheet.set("altitude", below)
    return case.answer(row, "falls", label="Falls an altitude", total=need, success=False)
