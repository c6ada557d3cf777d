"""What does the End Phase bring to who is stuck in quicksand, in rapids, in a fire, or out in the strongest wind?

Sources: CE pp.60, 64, 137, 166.
"""

from astrike.model.effect_answer import EffectAnswer
from astrike.model.terrain import Terrain
from astrike.rulebook.schema import HazardRow
from astrike.rules.area.scatter import moved_along
from astrike.rules.effects.displacement import place_beside
from astrike.rules.effects.effect_case import EffectCase
from astrike.rules.table.ground_under import hazard_under
from astrike.rules.units.mobility import mover_of
from astrike.tolerance import TOUCH


def quicksand(case: EffectCase) -> EffectAnswer:
    """Sink deeper; who is deeper than it is tall is lost (CE p.60)."""
    row = case.edition.hazards.get("quicksand")
    if "bogged" not in case.unit.state or _piece(case, row) is None:
        return case.refused("effect.no-quicksand")
    assert row is not None
    case.rows_used("hazards")
    depth = case.unit.sunk + case.edition.number("quicksand.sinks")
    tall = case.prepared.units.height(case.index)
    case.sheet.set("sunk", depth)
    case.facts |= {"depth": depth, "height": round(tall, 2)}
    if depth > tall + TOUCH:
        case.sheet.flag("destroyed")
        case.note(case.edition.follow_ups["destroyed"], unit=case.unit.id)
        return case.answer(row, "sunk", label="Gone under in quicksand", success=False)
    return case.answer(row, "sinks", success=False)


def rapids(case: EffectCase) -> EffectAnswer:
    """Roll to keep the place; who fails drifts with the flow, as far as its direction is known (CE p.137)."""
    row = case.edition.hazards.get("rapids")
    piece = _piece(case, row)
    if piece is None or row is None or mover_of(case.unit, "ground", case.edition).key in row.spared:
        return case.refused("effect.no-rapids")
    case.rows_used("hazards")
    case.term(case.edition.modifiers["skill"], case.unit.skill)
    case.term(row, row.modifier)
    case.named()
    need = case.total
    if case.tray.roll("rapids", row.label) >= need:
        return case.answer(row, "none", label="Keeps its place", total=need, success=True)
    inches = case.edition.number("rapids.drift")
    case.facts["inches"] = inches
    way = case.number("bearing") if "bearing" in case.settings else piece.toward
    if way is not None:
        end = place_beside(case, moved_along(*case.unit.at, way, inches))
        case.facts |= {"bearing": way, "x": round(end[0], 6), "y": round(end[1], 6)}
        case.sheet.set("at", f"{end[0]:.12g},{end[1]:.12g}")
    return case.answer(row, "drifts", total=need, success=False)


def fire(case: EffectCase) -> EffectAnswer:
    """Take a point of damage, who has no heat scale; what a fire heats is worked out with its heat (CE p.166)."""
    row = case.edition.hazards.get("fire")
    if _piece(case, row) is None or row is None:
        return case.refused("effect.no-fire")
    if case.prepared.units.rows[case.index].tracks_heat:
        return case.refused("effect.fire-heats")
    case.rows_used("hazards")
    case.hurt(case.index, row.damage)
    return case.answer(row, "damage", damage=row.damage)


def strongest_wind(case: EffectCase) -> EffectAnswer:
    """Take a point of damage, conventional infantry in the open (CE p.64)."""
    strongest = case.edition.numbers["wind.strongest"]
    if (refused := case.unknown("", strongest)) is not None:
        return refused
    is_out = case.unit.is_on_table and not case.prepared.units.of[case.index].inside
    if case.unit.type != "CI" or not is_out or case.prepared.table.conditions.wind < strongest.value:
        return case.refused("effect.no-wind")
    points = int(case.edition.number("wind.damage"))
    case.hurt(case.index, points)
    return case.answer(case.edition.numbers["wind.damage"], "damage", damage=points)


def _piece(case: EffectCase, row: HazardRow | None) -> Terrain | None:
    """Give the piece under the unit that harms so, where the edition prints it."""
    if row is None or row.unknown:
        return None
    return next(hazard_under(case.prepared, case.index, row.key), None)
