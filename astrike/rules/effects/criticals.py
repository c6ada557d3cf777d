"""Which critical hit does a roll, a hull breach or a damage threshold bring, and what does it change on the card?

Sources: CE pp.48-51, 65, 76-77, 84-88, 184, 187; AS pp.37-40.
"""

from astrike.model.effect_answer import EffectAnswer
from astrike.model.explain import Reason
from astrike.rulebook.follow_up_rows import CriticalEffectRow, CriticalRow
from astrike.rulebook.schema import UnitTypeRow
from astrike.rules.attack.follow_up_rolls import TRACE, VACUUM, critical_modifier, threshold_of
from astrike.rules.effects.effect_case import EffectCase

LEAST, MOST = 2, 12


def critical(case: EffectCase) -> EffectAnswer:
    """One roll on the critical table (CE p.50)."""
    return critical_roll(case)


def hull_breach(case: EffectCase) -> EffectAnswer:
    """A hit under water: a critical roll, which those who are only wading may avoid (CE p.48)."""
    prepared, i = case.prepared, case.index
    row = case.edition.follow_ups["hull-breach"]
    submersion = prepared.units.of[i].submersion
    air = prepared.table.conditions.atmosphere
    is_wet = submersion in ("partly", "completely")
    if not is_wet and air not in (VACUUM, TRACE):
        return case.refused("effect.dry")
    if case.unit.has_any(*case.edition.tagged("sealing")):
        return case.refused("effect.sealed")
    if not prepared.units.rows[i].criticals:
        return case.refused("effect.no-criticals")
    if not is_wet:
        return _in_vacuum(case, "vacuum.need" if air == VACUUM else "vacuum.trace")
    if (refused := case.unknown("", row)) is not None:
        return refused
    case.rows_used("follow_ups")
    if submersion == "partly":
        case.term(case.edition.modifiers["skill"], case.unit.skill)
        case.term(case.edition.numbers["breach.modifier"], int(case.edition.number("breach.modifier")))
        case.named()
        need = case.total
        if case.tray.roll("hull-breach", "Roll against a breach") >= need:
            return case.answer(row, "none", label="No breach", total=need, success=True)
        case.terms.clear()
    elif case.sheet.is_known and case.sheet.number("armor_left") == 0:
        # CE p.48: what is under water without armor is lost.
        case.sheet.flag("destroyed")
        return case.answer(case.edition.follow_ups["destroyed"], "destroyed")
    case.facts["breach"] = True
    return critical_roll(case)


def _in_vacuum(case: EffectCase, key: str) -> EffectAnswer:
    """In vacuum, and harder in a trace of air, a roll finds out whether the hit opened it (CE p.61)."""
    row, number = case.edition.follow_ups["vacuum"], case.edition.numbers[key]
    if (refused := case.unknown("", row)) is not None:
        return refused
    case.rows_used("follow_ups")
    case.term(number, int(number.value))
    if case.tray.roll("vacuum", row.label) < case.total:
        return case.answer(row, "none", label="No breach", total=case.total, success=False)
    case.terms.clear()
    case.facts["breach"] = True
    return critical_roll(case)


def threshold(case: EffectCase) -> EffectAnswer:
    """An aerospace unit takes a critical roll for each hit that passes its threshold (CE p.184, AS p.40)."""
    row = case.edition.follow_ups["threshold"]
    if not case.prepared.units.rows[case.index].aerospace:
        return case.refused("effect.no-threshold")
    limit, damage = threshold_of(case.prepared, case.index), int(case.number("damage"))
    case.facts |= {"threshold": limit}
    case.rows_used("follow_ups")
    if damage <= limit:
        return case.answer(
            row, "none", label="Below the threshold", total=limit, damage=damage, success=False
        )
    table = next(iter(case.edition.criticals.values()))
    if table.unknown:
        # The chance is printed, the table is not.
        case.notes.append(Reason(f"criticals.{table.key}", table.unknown, table.cite))
        return case.answer(row, "threshold", total=limit, damage=damage, success=True)
    return critical_roll(case, damage=damage)


def critical_roll(case: EffectCase, *, damage: int | None = None) -> EffectAnswer:
    """Roll on the table in the column of the unit, and let it have what falls."""
    prepared, unit, row = case.prepared, case.unit, case.prepared.units.rows[case.index]
    if not row.criticals:
        return case.refused("effect.no-criticals")
    if case.settings.get("armored", unit.has("ARM")):
        # CE p.76: the first critical chance of the game comes to nothing.
        return case.answer(case.edition.abilities["ARM"], "none", damage=damage)
    table = tuple(case.edition.criticals.values())
    if (refused := case.unknown("criticals", table[0])) is not None:
        return refused
    case.rows_used(f"criticals.{row.criticals}", "critical_effects")
    for key, value in critical_modifier(
        prepared, case.index, reengineered=case.is_set("reengineered")
    ).items():
        case.term(case.edition.numbers[key], value)
    case.named()
    total = case.tray.roll("critical", "Critical hit") + case.total
    name = _effect(table, row, total, impact=unit.has("IRA"))
    case.facts["rolled"] = total
    found = case.edition.critical_effects[name]
    if (refused := case.unknown("critical_effects", found)) is not None:
        return refused
    more = _apply(case, found)
    taken = damage if more is None else more
    return case.answer(found, f"critical.{name}" if name != "none" else "none", total=total, damage=taken)


def _effect(table: tuple[CriticalRow, ...], row: UnitTypeRow, total: int, *, impact: bool) -> str:
    if total < LEAST:
        return "none"
    if total > MOST and impact:
        return "engine"  # CE p.86
    return next((each.column(row.criticals) for each in table if each.roll == min(total, MOST)), "none")


def _apply(case: EffectCase, found: CriticalEffectRow) -> int | None:
    """Change the card; give the damage it brings beside, if any."""
    if found.key == "ammo" and (held := _ammunition(case)) is not None:
        return held
    if _is_wasted(case, found):
        # CE p.50: what cannot apply is a point of damage, and brings no further critical.
        points = int(case.edition.number("critical.wasted"))
        case.note(case.edition.numbers["critical.wasted"])
        case.sheet.hurt(points)
        return points
    if found.state:
        case.sheet.flag_anew(found.state)
    if found.hit == "fire-control" and case.unit.has("DN") and case.is_set("implant"):
        stunned = case.edition.critical_effects["stunned"]  # CE p.84: its pilot feels it
        case.sheet.flag_anew(stunned.state)
        case.note(stunned)
    burns = case.unit.has_any(*case.edition.tagged("fuel-burning"))
    if found.hit == "engine" and case.prepared.units.rows[case.index].mech and burns:
        return _burning(case, found)  # CE p.77
    count = case.sheet.hit(found.hit) if found.hit else 1
    fatal = _fatal(case, found)
    if fatal and count >= fatal:
        case.sheet.flag("destroyed")
        case.note(case.edition.follow_ups["destroyed"], unit=case.unit.id)
    return None


def _fatal(case: EffectCase, found: CriticalEffectRow) -> int:
    """Say how many of these hits are the end of it; 0: no number is."""
    column = case.prepared.units.rows[case.index].criticals
    return {
        "mech": found.destroys_mech,
        "protomech": found.destroys_mech,
        "vehicle": found.destroys_vehicle,
        "aerospace": found.destroys_aerospace,
        "large": found.destroys_large,
        "structure": found.destroys_structure,
    }[column]


def _ammunition(case: EffectCase) -> int | None:
    """How the ammunition is stowed: nothing happens, a point of damage, or None: it explodes (CE pp.50, 88)."""
    unit, abilities = case.unit, case.edition.abilities
    safe = list(filter(unit.has, case.edition.tagged("safe-ammunition")))
    if safe:
        case.note(abilities[safe[-1]])
        return 0
    if unit.has("CASE"):
        case.note(abilities["CASE"])
        points = int(case.edition.number("case.damage"))
        case.sheet.hurt(points)
        return points
    if unit.has("CASEP"):
        case.note(abilities["CASEP"])
        if case.tray.roll("case.prototype", "Prototype CASE", count=1) >= case.edition.number(
            "case.prototype"
        ):
            return 0
    return None


def _burning(case: EffectCase, found: CriticalEffectRow) -> int | None:
    case.sheet.hit(found.hit)
    need = int(case.edition.number("engine.explodes"))
    if case.tray.roll("engine.explodes", "The engine explodes") >= need or case.sheet.number(
        "hits.engine"
    ) >= _fatal(case, found):
        case.sheet.flag("destroyed")
        case.note(case.edition.follow_ups["destroyed"], unit=case.unit.id)
    return None


def _is_wasted(case: EffectCase, found: CriticalEffectRow) -> bool:
    """Can it not apply: no Move left to lose, no weapon left to hit?"""
    unit, motion = case.unit, case.prepared.motions[case.index]
    if found.key == "mp":
        return motion.ground is not None and motion.ground <= 0
    if found.key == "weapon" and unit.damage is not None:
        return all(value.points <= unit.hits.weapon for value in unit.damage.values)
    return False
