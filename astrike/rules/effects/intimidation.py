"""Which enemies does a frightening pilot intimidate, and who is caught when a booby trap goes off?

Sources: CE pp.83, 92-93.
"""

import math

import numpy as np

from astrike.model.attack_question import TablePoint
from astrike.model.effect_answer import EffectAnswer
from astrike.model.explain import Reason, facts
from astrike.rulebook.combat_rows import ArtilleryRow
from astrike.rules.area.blast import blast_of_area, reduced_by_armor
from astrike.rules.attack.combatants import circumstances
from astrike.rules.attack.sight import sight_answer
from astrike.rules.edition_rows import reason
from astrike.rules.effects.effect_case import EffectCase
from astrike.rules.shot.area_weapons import area_weapon
from astrike.rules.table.lines import base_gap, measure_lines
from astrike.rules.units.move_and_tmm import pilot_ids
from astrike.tolerance import TOUCH

DEMORALIZER = "demoralizer"
MIMICRY = "animal-mimicry"
FEARLESS = frozenset({"destroyed", "off-table"})


def intimidation(case: EffectCase) -> EffectAnswer:
    """Let a Demoralizer or a mimic frighten its enemies (CE pp.92-93).

    By 5.01 every enemy that comes near a Demoralizer rolls, and a mimic frightens one enemy; later one enemy is rolled
    for, by who frightens it.
    """
    unit = case.unit
    mine = [name for name in (DEMORALIZER, MIMICRY) if name in pilot_ids(unit)]
    if not mine:
        return case.refused("effect.no-fright")
    row = case.edition.bonuses[mine[0]]
    missing = case.unknown("ability", row)
    if missing is not None:
        return missing
    case.option("intimidation")
    target = case.unit_named("target")
    if case.prepared.options.word("intimidation") == "roll":
        return _rolled(case, target)
    if mine[0] == DEMORALIZER:
        return _near(case, target)
    if target is None or not case.prepared.units.units[target].is_enemy_of(unit):
        return case.refused("effect.no-enemy")
    _frighten(case, target)
    return case.answer(row, "intimidated")


def _near(case: EffectCase, target: int | None) -> EffectAnswer:
    """Each enemy within reach rolls, and keeps its nerve above the limit."""
    row, most = case.edition.bonuses[DEMORALIZER], case.edition.number("intimidation.most")
    reach = case.edition.number("intimidation.reach")
    count = 0
    for i in _enemies(case):
        inches = _inches(case, i)
        if inches > reach + TOUCH or (target is not None and i != target):
            continue
        name = case.prepared.units.units[i].id
        case.facts[f"{name}.range"] = inches
        if case.tray.roll(f"intimidation.{name}", row.label) <= most:
            _frighten(case, i)
            count += 1
    if target is not None and f"{case.prepared.units.units[target].id}.range" not in case.facts:
        return case.refused_for(_too_far(case, target, reach))
    return case.answer(row, "intimidated" if count else "none")


def _rolled(case: EffectCase, target: int | None) -> EffectAnswer:
    """One enemy within reach and in sight; the roll is made by who frightens it."""
    if target is None or not case.prepared.units.units[target].is_enemy_of(case.unit):
        return case.refused("effect.no-enemy")
    line = measure_lines(case.prepared, np.array([case.index]), np.array([target]))[0]
    reach = case.edition.number("intimidation.far")
    if line.range > reach + TOUCH:
        return case.refused_for(_too_far(case, target, reach))
    seen = sight_answer(case.prepared, line)
    if seen.state == "blocked":
        return case.refused_for(*seen.reasons)
    row = case.edition.numbers["intimidation.need"]
    case.term(row, int(row.value))
    skill = case.edition.modifiers["skill"]
    case.term(skill, case.unit.skill, "skill")
    case.term(case.edition.numbers["intimidation.size"], -case.unit.size)
    need = case.total
    frightens = case.tray.roll("intimidation", row.label) >= need
    if frightens:
        _frighten(case, target)
    result = "intimidated" if frightens else "none"
    return case.answer(row, result, total=need, success=frightens)


def _enemies(case: EffectCase) -> list[int]:
    return [
        i
        for i, other in enumerate(case.prepared.units.units)
        if i != case.index
        and other.is_enemy_of(case.unit)
        and other.is_on_table
        and not other.state & FEARLESS
    ]


def _inches(case: EffectCase, i: int) -> float:
    return round(max(0.0, float(base_gap(case.prepared, np.array([case.index]), np.array([i]))[0])), 6)


def _too_far(case: EffectCase, i: int, limit: float) -> Reason:
    return reason(case.prepared, "effect.too-far", facts(range=_inches(case, i), limit=limit))


def _frighten(case: EffectCase, i: int) -> None:
    unit = case.prepared.units.units[i]
    before = ",".join(sorted(unit.state))
    after = ",".join(sorted(unit.state | {"intimidated"}))
    case.change(unit.id, "state", before, after)


def booby_trap(case: EffectCase) -> EffectAnswer:
    """A trap destroys its carrier and hurts all who are near: Size by half the Move, aloft Size (CE p.83)."""
    unit, i = case.unit, case.index
    if not unit.has("BT"):
        return case.refused("effect.no-trap")
    share = case.edition.numbers["trap.share"]
    missing = case.unknown("", share)
    if missing is not None:
        return missing
    move = case.prepared.motions[i].ground or 0.0
    flies = case.prepared.units.airborne[i]
    points = unit.size if flies else math.floor(unit.size * move * share.value + 0.5)
    case.facts |= {"size": unit.size, "move": move}
    weapon = ArtilleryRow(key="BT", label=share.label, ref=share.ref, inner=points, template="small")
    area = area_weapon(circumstances(case.prepared), weapon)
    at = TablePoint(*unit.at, float(case.prepared.units.z[i]))
    answer = reduced_by_armor(case.prepared, blast_of_area(case.prepared, area, at), case.tray)
    case.caught += [each for each in answer.caught if each.unit != unit.id]
    before = ",".join(sorted(unit.state))
    case.change(unit.id, "state", before, ",".join(sorted(unit.state | {"destroyed"})))
    for name in answer.options_used:
        case.option(name.id)
    return case.answer(share, "booby-trap", damage=points, label=case.edition.abilities["BT"].label)
