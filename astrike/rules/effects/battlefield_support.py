"""Does battlefield support come, whom does it hit, and for how much?

Strikes, bombs, strafing, artillery, mines and drops from the air, the air cover against them, and units that lay mines
themselves. No modifier of any kind changes the numbers of support; what is wholly under water is safe. Sources: CE
pp.54-56, 87, 160, 168.
"""

import math

import numpy as np

from astrike.geometry.arrays import make_polygon, shape_array
from astrike.geometry.bases import overlaps
from astrike.model.area_answer import BlastAnswer, CaughtTarget
from astrike.model.attack_question import TablePoint
from astrike.model.card import DamageValue
from astrike.model.effect_answer import EffectAnswer
from astrike.model.explain import Modifier, Reason
from astrike.rulebook.follow_up_rows import SupportRow
from astrike.rules.area.blast import blast
from astrike.rules.area.scatter import scatter
from astrike.rules.attack.combatants import circumstances, combatants
from astrike.rules.effects.displacement import place_beside
from astrike.rules.effects.effect_case import EffectCase, stated_point
from astrike.rules.electronics.jamming import more_of_eyes
from astrike.rules.shot.armor import ArrivingDamage, after_armor
from astrike.rules.table.lines import base_gap_from
from astrike.rules.units.move_and_tmm import EAGLES_EYES
from astrike.tolerance import TOUCH


def mine_dispenser(case: EffectCase) -> EffectAnswer:
    """A dispenser lays a thin minefield: once a scenario, in later printings once a turn (CE p.87)."""
    special = case.unit.special("MDS")
    if special is None:
        return case.refused("effect.no-mines")
    row = case.edition.numbers["mines.density"]
    missing = case.unknown("", row)
    if missing is not None:
        return missing
    case.option("mines.dispenser", "template.small-radius")
    per = case.prepared.options.word("mines.dispenser")
    laid = case.word("laid")
    if laid == "this-turn" or (laid == "before" and per == "scenario"):
        return case.refused("effect.mines-laid")
    at = stated_point(case)
    radius = case.prepared.options.number("template.small-radius")
    case.facts |= {"density": int(row.value), "radius": radius, "x": at.x, "y": at.y, "per": per}
    return case.answer(row, "minefield")


def air_cover(case: EffectCase) -> EffectAnswer:
    """Cancel enemy support with air cover (CE p.55)."""
    cover, against = case.word("cover"), case.word("against")
    row = next(
        each for each in case.edition.air_cover.values() if (each.cover, each.against) == (cover, against)
    )
    if (refused := case.unknown("air_cover", row)) is not None:
        return refused
    case.rows_used("air_cover")
    case.term(row, row.need, f"air-cover.{row.key}")
    stops = case.tray.roll("air-cover", row.label) >= row.need
    return case.answer(row, "cancelled" if stops else "none", total=row.need, success=stops)


def battlefield_support(case: EffectCase) -> EffectAnswer:
    """Call for support: roll its number, and see whom it hits (CE pp.54-56)."""
    name = case.word("support")
    if name == "mines":
        return mines(case)
    row = case.edition.support[name]
    if (refused := case.unknown("support", row)) is not None:
        return refused
    case.rows_used("support")
    case.facts["cost"] = row.cost
    if row.area in ("unit", "field"):
        return _at_unit(case, row)
    if row.area == "strip":
        return _strafed(case, row)
    return _dropped(case, row)


def mines(case: EffectCase) -> EffectAnswer:
    """Mines under a unit: they go off with the roll of their density, which then is one less (CE p.168).

    Who looks where it treads makes that harder (CE p.95).
    """
    density = int(case.number("density", 1))
    row = next(each for each in case.edition.minefields.values() if each.density == density)
    if (refused := case.unknown("minefields", row)) is not None:
        return refused
    case.rows_used("minefields")
    i = case.index
    case.term(row, row.need, f"mines.{row.key}")
    if more := more_of_eyes(case.prepared, i):
        case.term(case.edition.bonuses[EAGLES_EYES], int(more), f"ability.{EAGLES_EYES}")
    need = case.total
    if case.prepared.units.airborne[i]:
        # CE p.168: from two inches up nothing sets them off.
        return case.answer(row, "none", total=need, success=False)
    goes = case.tray.roll("mines", row.label) >= need
    if not goes:
        return case.answer(row, "none", total=need, success=False)
    points = _hit(case, i, row.damage)
    case.facts["density_left"] = density - 1
    return case.answer(row, "hit", total=need, damage=points, success=True)


def _at_unit(case: EffectCase, row: SupportRow) -> EffectAnswer:
    """A strike at one unit, or mines of support under it."""
    i = case.index
    if _is_under(case, i):
        return case.refused("effect.submerged")
    case.term(row, row.need, f"support.{row.key}")
    if case.tray.roll("support", row.label) < row.need:
        return case.answer(row, "none", total=row.need, success=False)
    points = _hit(case, i, row.damage)
    return case.answer(row, "hit", total=row.need, damage=points, success=True)


def _strafed(case: EffectCase, row: SupportRow) -> EffectAnswer:
    """Every unit in the corridor, friend or foe, is rolled for apart (CE p.55)."""
    case.term(row, row.need, f"support.{row.key}")
    hit = False
    for i in _in_strip(case):
        unit = case.prepared.units.units[i]
        if case.tray.roll("support", f"{row.label}: {unit.name}") >= row.need:
            _hit(case, i, row.damage)
            hit = True
        else:
            case.caught.append(CaughtTarget(unit.id, 0.0, 0, "inner"))
    return case.answer(row, "hit" if hit else "none", total=row.need, damage=row.damage, success=hit)


def _in_strip(case: EffectCase) -> list[int]:
    """Find who stands in a corridor that runs through the point in the stated direction, in file order."""
    prepared, at = case.prepared, stated_point(case)
    length, width = (case.edition.number(f"support.strip-{what}") / 2 for what in ("length", "width"))
    angle = math.radians(case.number("bearing"))
    along, across = (
        np.array([math.sin(angle), math.cos(angle)]),
        np.array([math.cos(angle), -math.sin(angle)]),
    )
    corners = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    ring = [np.array([at.x, at.y]) + a * length * along + b * width * across for a, b in corners]
    strip = make_polygon([(float(x), float(y)) for x, y in ring])
    inside = overlaps(prepared.units.bases, shape_array([strip]))[:, 0]
    return [i for i in np.flatnonzero(inside).tolist() if _is_there(case, i)]


def _dropped(case: EffectCase, row: SupportRow) -> EffectAnswer:
    """Bombs and artillery support at a point: a miss scatters (CE pp.54-56)."""
    at = stated_point(case)
    case.term(row, row.need, f"support.{row.key}")
    fell = case.tray.roll("support", row.label)
    is_hit = fell >= row.need
    if not is_hit and not row.scatters:
        return case.answer(row, "none", total=row.need, success=False)
    if row.outer:
        case.facts["outer"] = row.outer
    if is_hit:
        area = blast(case.prepared, at, row.weapon, tray=case.tray)
    else:
        area = scatter(case.prepared, at, row.weapon, case.tray, margin=row.need - fell)
    _under(case, area)
    case.facts |= {"x": round(area.final[0], 6), "y": round(area.final[1], 6)}
    if area.bearing is not None:
        case.facts |= {"bearing": area.bearing, "inches": area.inches}
    return case.answer(row, "hit" if is_hit else "scatter", total=row.need, damage=row.damage, success=is_hit)


def _under(case: EffectCase, area: BlastAnswer) -> None:
    """Let everyone and everything under an area effect have it."""
    case.notes += area.notes
    case.options |= {used.id: None for used in area.options_used}
    for caught in area.caught:
        case.caught.append(caught)
        i = case.prepared.units.index.get(caught.unit)
        if not isinstance(caught.damage, int):
            continue
        if i is not None and not caught.is_piece:
            case.hurt(i, caught.damage)
        else:
            _damage_piece(case, caught.unit, caught.damage)


def _damage_piece(case: EffectCase, name: str, points: int) -> None:
    """Take points off a building's CF, as far as its edition prints one (CE p.166)."""
    piece = case.prepared.table.piece(name)
    if piece is None or piece.kind != "building":
        return
    cf = case.factor_of(piece)
    case.change(name, "cf", cf, max(0.0, cf - points))
    if cf <= points:
        case.note(case.edition.follow_ups["collapse"], by=name)


def _hit(case: EffectCase, i: int, points: int) -> int:
    """Hit one unit, with what it takes off; give the points it takes."""
    unit = case.prepared.units.units[i]
    left, taken = after_armor(
        circumstances(case.prepared),
        combatants(case.prepared)[i],
        "artillery",
        DamageValue(points),
        ArrivingDamage("area"),
    )
    terms = tuple(
        Modifier(each.key, "O", each.value if isinstance(each.value, int) else 0, each.label, each.cite)
        for each in taken
    )
    if left is None:
        row = case.edition.damage[taken[-1].key.removeprefix("damage.")]
        case.notes.append(Reason(taken[-1].key, row.unknown, row.cite))
        left = DamageValue(points)
    case.caught.append(CaughtTarget(unit.id, 0.0, left.points, "inner", terms=terms))
    case.hurt(i, left.points)
    return left.points


def _is_under(case: EffectCase, i: int) -> bool:
    return case.prepared.units.of[i].submersion == "completely"


def _is_there(case: EffectCase, i: int) -> bool:
    unit, units = case.prepared.units.units[i], case.prepared.units
    flies = units.airborne[i] and units.rows[i].aerospace
    return unit.is_on_table and "destroyed" not in unit.state and not flies and not _is_under(case, i)


def air_drop(case: EffectCase) -> EffectAnswer:
    """Drop a unit from the air: near enough to its carrier, and on a roll where it was meant to land (CE p.160)."""
    row, prepared = case.edition.hazards["drop"], case.prepared
    if (refused := case.unknown("", row)) is not None:
        return refused
    carrier = case.unit_named("carrier")
    at, is_high = stated_point(case), case.word("height") == "high"
    limit = case.edition.numbers["drop.high" if is_high else "drop.low"]
    far = _far_from(case, carrier, at)
    case.facts["inches"] = round(far, 6)
    if far > limit.value + TOUCH:
        return case.refused("effect.drop-far")
    case.rows_used("hazards")
    case.term(row, row.need, "drop")
    fell = case.tray.roll("drop", row.label)
    case.facts |= {"x": at.x, "y": at.y}
    if fell >= row.need or not prepared.options.is_on("troop-drop-scatter"):
        if fell < row.need:
            case.option("troop-drop-scatter")
        place = place_beside(case, (at.x, at.y))
        case.sheet.set("at", f"{place[0]:.12g},{place[1]:.12g}")
        return case.answer(row, "lands", total=row.need, success=fell >= row.need)
    case.option("troop-drop-scatter")
    distance = case.edition.numbers["drop.scatter"]
    case.notes.append(Reason(distance.key, distance.unknown or distance.label, distance.cite))
    short, infantry = row.need - fell, prepared.units.rows[case.index].infantry
    points = short if not infantry else (1 if is_high else 0)
    case.hurt(case.index, points)
    return case.answer(row, "scatter", total=row.need, damage=points, success=False)


def _far_from(case: EffectCase, carrier: int | None, at: TablePoint) -> float:
    """Give the inches from a carrier's base, or from its flight path, to a point."""
    prepared = case.prepared
    if carrier is None:
        return 0.0
    flight = prepared.units.units[carrier].flight
    if flight is None:
        return max(0.0, float(base_gap_from(prepared, (at.x, at.y))[carrier]))
    start, end, point = (np.array(place) for place in (flight.start, flight.end, (at.x, at.y)))
    way = end - start
    share = float(np.clip(np.dot(point - start, way) / max(float(np.dot(way, way)), TOUCH), 0.0, 1.0))
    return float(np.hypot(*(point - start - share * way)))
