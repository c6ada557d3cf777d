"""Which units does a hyperpulse or a viral jammer reach, and which of them are jammed?

What jamming then does to their attacks is a choice of the attack (`hyperpulse`, `homing-jammed`, `defense-jammed`).
Sources: CE pp.85, 89.
"""

import numpy as np

from astrike.model.area_answer import CaughtTarget
from astrike.model.effect_answer import EffectAnswer
from astrike.rules.attack.sight import sight_answer
from astrike.rules.effects.effect_case import EffectCase
from astrike.rules.table.lines import base_gap, measure_lines
from astrike.tolerance import TOUCH


def hyperpulse(case: EffectCase) -> EffectAnswer:
    """A pulse reaches everybody near, from a large carrier the whole table, and shuts its carrier down (CE p.85)."""
    if not case.unit.has("HPG"):
        return case.refused("effect.no-pulse")
    row = case.edition.numbers["pulse.reach"]
    missing = case.unknown("", row)
    if missing is not None:
        return missing
    everywhere = case.prepared.units.rank[case.index] > 0
    for i, inches in _others(case):
        if everywhere or inches <= row.value + TOUCH:
            case.caught.append(CaughtTarget(case.prepared.units.units[i].id, inches, 0, "inner"))
    state = case.unit.state
    case.change(case.unit.id, "state", ",".join(sorted(state)), ",".join(sorted(state | {"shutdown"})))
    return case.answer(row, "hyperpulse")


def viral_jamming(case: EffectCase) -> EffectAnswer:
    """A jammer meets everybody in reach and in sight, friend and foe; who rolls high enough is spared (CE p.89)."""
    if not case.unit.has_any(*case.edition.tagged("virus-jammer")):
        return case.refused("effect.no-jammer")
    row, need = case.edition.numbers["jam.reach"], case.edition.numbers["jam.need"]
    missing = case.unknown("", row, need)
    if missing is not None:
        return missing
    near = [(i, inches) for i, inches in _others(case) if inches <= row.value + TOUCH]
    own = np.full(len(near), case.index)
    lines = measure_lines(case.prepared, own, np.array([i for i, _ in near], dtype=np.intp)) if near else []
    for (i, inches), line in zip(near, lines, strict=True):
        name = case.prepared.units.units[i].id
        if sight_answer(case.prepared, line).state != "blocked":
            spared = case.tray.roll(f"jam.{name}", need.label) >= need.value
            case.caught += [] if spared else [CaughtTarget(name, inches, 0, "inner")]
    return case.answer(row, "jammed" if case.caught else "none")


def _others(case: EffectCase) -> list[tuple[int, float]]:
    """Give every other unit on the table with its distance, in file order."""
    units = case.prepared.units.units
    others = [
        i
        for i, unit in enumerate(units)
        if i != case.index and unit.is_on_table and "destroyed" not in unit.state
    ]
    if not others:
        return []
    far = base_gap(case.prepared, np.full(len(others), case.index), np.array(others))
    return [(i, round(max(0.0, float(inches)), 6)) for i, inches in zip(others, far, strict=True)]
