"""Mine dispensers.

Which question: may this unit lay its mines now, and what lies there then? Source: CE pp.87, 168.
"""

from astrike.model.combat import EffectAnswer
from astrike.rules.effects.case import Case, spots


def mine_dispenser(case: Case) -> EffectAnswer:
    """A dispenser lays a thin minefield: once a scenario, in later printings once a turn (CE p.87)."""
    special = case.unit.special("MDS")
    if special is None:
        return case.refused("effect.no-mines")
    row = case.edition.numbers["mines.density"]
    missing = case.unknown("", row)
    if missing is not None:
        return missing
    case.option("mines.dispenser", "template.small-radius")
    per = case.field.options.word("mines.dispenser")
    laid = case.word("laid")
    if laid == "this-turn" or (laid == "before" and per == "scenario"):
        return case.refused("effect.mines-laid")
    at = spots(case)
    radius = case.field.options.number("template.small-radius")
    case.facts |= {"density": int(row.value), "radius": radius, "x": at.x, "y": at.y, "per": per}
    return case.answer(row, "minefield")
