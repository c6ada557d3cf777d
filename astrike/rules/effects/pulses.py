"""Hyperpulses and viral jammers: who is near enough to suffer from them.

Which question: which units does a pulse reach, and which of them are jammed? What it then does to their attacks is a
choice of the attack (`hyperpulse`, `homing-jammed`, `defense-jammed`). Source: CE pp.85, 89.
"""

import numpy as np

from astrike.model.combat import Caught, EffectAnswer
from astrike.rules.apart import apart
from astrike.rules.effects.case import Case
from astrike.rules.lines import measure_lines
from astrike.rules.sight import sight_answer
from astrike.tolerance import TOUCH


def hyperpulse(case: Case) -> EffectAnswer:
    """A pulse reaches everybody near, from a large carrier the whole table, and shuts its carrier down (CE p.85)."""
    if not case.unit.has("HPG"):
        return case.refused("effect.no-pulse")
    row = case.edition.numbers["pulse.reach"]
    missing = case.unknown("", row)
    if missing is not None:
        return missing
    everywhere = case.field.units.rank[case.index] > 0
    for i, inches in _others(case):
        if everywhere or inches <= row.value + TOUCH:
            case.caught.append(Caught(case.field.units.units[i].id, inches, 0, "inner"))
    state = case.unit.state
    case.change(case.unit.id, "state", ",".join(sorted(state)), ",".join(sorted(state | {"shutdown"})))
    return case.answer(row, "hyperpulse")


def jam(case: Case) -> EffectAnswer:
    """A jammer meets everybody in reach and in sight, friend and foe; who rolls high enough is spared (CE p.89)."""
    if not case.unit.has_any(*case.edition.tagged("virus-jammer")):
        return case.refused("effect.no-jammer")
    row, need = case.edition.numbers["jam.reach"], case.edition.numbers["jam.need"]
    missing = case.unknown("", row, need)
    if missing is not None:
        return missing
    near = [(i, inches) for i, inches in _others(case) if inches <= row.value + TOUCH]
    own = np.full(len(near), case.index)
    lines = measure_lines(case.field, own, np.array([i for i, _ in near], dtype=np.intp)) if near else []
    for (i, inches), line in zip(near, lines, strict=True):
        name = case.field.units.units[i].id
        if sight_answer(case.field, line).state != "blocked":
            spared = case.tray.roll(f"jam.{name}", need.label) >= need.value
            case.caught += [] if spared else [Caught(name, inches, 0, "inner")]
    return case.answer(row, "jammed" if case.caught else "none")


def _others(case: Case) -> list[tuple[int, float]]:
    """Give every other unit on the table with its distance, in file order."""
    units = case.field.units.units
    others = [
        i
        for i, unit in enumerate(units)
        if i != case.index and unit.is_on_table and "destroyed" not in unit.state
    ]
    if not others:
        return []
    far = apart(case.field, np.full(len(others), case.index), np.array(others))
    return [(i, round(max(0.0, float(inches)), 6)) for i, inches in zip(others, far, strict=True)]
