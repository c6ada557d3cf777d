"""Does a unit skid, how far and where to, and does it bog down or come free?

Skids happen on pavement and ice; units bog down in soft ground. Sources: CE pp.60, 74-75.
"""

import math

import numpy as np

from astrike.errors import InputError, Problem
from astrike.geometry.arrays import Bools, Floats, shape_array
from astrike.geometry.bases import make_bases, overlaps
from astrike.model.area_answer import CaughtTarget
from astrike.model.attack_question import AttackQuestion
from astrike.model.effect_answer import EffectAnswer
from astrike.model.explain import Modifier
from astrike.model.terrain import LAND, Family
from astrike.rulebook.schema import MovementCostRow
from astrike.rules.area.scatter import moved_along, side_bearing
from astrike.rules.effects.displacement import place_beside
from astrike.rules.effects.effect_case import EffectCase
from astrike.rules.solver.attack import Detail, attack
from astrike.rules.units.move_and_tmm import pilot_abilities
from astrike.tolerance import TOUCH

EDGE = "edge"
"""What stops a skid at the edge of the table; nobody is hurt there."""
SKID_INTERVAL = 0.01
"""Inches between the places at which a skid is checked."""


def mover_row_of(case: EffectCase) -> str:
    """Give the column of the movement cost table that the unit moves in."""
    unit = case.unit
    codes = unit.move.codes if unit.move is not None else frozenset()
    rows = case.edition.movers.values()
    by_code = (row.key for row in rows if row.codes and not row.types and codes & set(row.codes))
    by_type = (row.key for row in rows if unit.type in row.types)
    return next(by_type, None) or next(by_code, "")


def _legs(case: EffectCase, what: str) -> None:
    """More than two legs make it easier (CE pp.60, 74)."""
    for code in case.edition.tagged("many-legged"):
        row = case.edition.numbers.get(f"{what}.{case.edition.abilities[code].legs}")
        if case.unit.has(code) and row is not None and not row.unknown:
            case.term(row, int(row.value))
            return


# ---- skids


def skid(case: EffectCase) -> EffectAnswer:
    """Roll not to skid; who fails slides on, as far as half its Move and until something stops it (CE pp.74-75)."""
    row, mover, motion = case.edition.hazards["skid"], mover_row_of(case), case.prepared.motions[case.index]
    if (refused := case.unknown("", row)) is not None:
        return refused
    if row.movers and mover not in row.movers:
        return case.refused("effect.no-skid")
    bearing = _bearing(case)
    case.rows_used("hazards")
    case.term(case.edition.modifiers["skill"], case.unit.skill)
    case.term(case.edition.modifiers["target.tmm"], motion.tmm)
    _legs(case, "skid")
    for ability in pilot_abilities(case.unit, case.edition):
        if ability.skid and (not ability.movers or mover in ability.movers):
            case.term(ability, ability.skid, f"pilot.{ability.key}")
    need = case.total
    if case.tray.roll("skid", "Skid check") >= need:
        return case.answer(row, "none", label="Keeps its footing", total=need, success=True)
    move = case.number("move", motion.ground or 0.0)
    inches = math.ceil(move * case.edition.number("skid.distance") - TOUCH)
    die = case.tray.roll("skid.direction", "Direction of the skid", count=1)
    way = side_bearing(case.prepared, die, bearing)
    if die not in (3, 4):
        case.option("scatter.sides")
    slid, stopped_by = _slide(case, way, float(inches))
    damage = math.floor((slid + TOUCH) / case.edition.number("skid.damage"))
    if stopped_by is not None:
        case.facts["stopped_by"] = stopped_by
    collides = stopped_by not in (None, EDGE)
    damage += case.unit.size if collides else 0
    end = place_beside(case, moved_along(*case.unit.at, way, slid))
    case.facts |= {"inches": round(slid, 2), "bearing": way, "x": round(end[0], 6), "y": round(end[1], 6)}
    case.sheet.set("at", f"{end[0]:.12g},{end[1]:.12g}")
    case.hurt(case.index, damage)
    if collides and case.prepared.units.rows[case.index].vehicle:
        case.note(case.edition.follow_ups["motive"], unit=case.unit.id)
    return case.answer(row, "skid", total=need, damage=damage, success=False)


def _bearing(case: EffectCase) -> float:
    """Give the direction in which it moved: the one stated, else where it faces."""
    if "bearing" in case.settings:
        return case.number("bearing")
    if case.unit.facing is None:
        raise InputError(
            [Problem("settings.bearing", "nothing", "the direction in which it moved, in degrees")]
        )
    return case.unit.facing


def _slide(case: EffectCase, way: float, inches: float) -> tuple[float, str | None]:
    """Give how far it slides until it meets something, and what that is; in the way stand units, too."""
    prepared, i = case.prepared, case.index
    count = max(1, round(inches / SKID_INTERVAL))
    along = np.linspace(0.0, inches, count + 1)
    angle = math.radians(way)
    places = np.array(case.unit.at) + along[:, None] * np.array([[math.sin(angle), math.cos(angle)]])
    bases = prepared.units.bases
    radius = float(bases.radius[i]) if bases.is_round[i] else prepared.units.of[i].width / 2
    shadows = make_bases(places, radius=np.full(len(places), radius))
    stop, by = inches, None
    for k, piece in enumerate(prepared.terrain.pieces):
        if not _stops(case, k):
            continue
        over: Bools = np.asarray(overlaps(shadows, shape_array(list(prepared.terrain.shapes[k]))).any(axis=1))
        if not over[0] and over.any() and along[int(np.argmax(over))] < stop:
            # The last place at which it is clear of the piece.
            stop, by = float(along[max(0, int(np.argmax(over)) - 1)]), piece.id
    ground: Floats = prepared.terrain.ground_at(places)
    level: Bools = np.greater(np.abs(ground - ground[0]), TOUCH)
    if level.any() and along[int(np.argmax(level))] < stop:
        stop, by = float(along[int(np.argmax(level))]), "level"
    inside = (
        (places >= 0).all(axis=1)
        & (places[:, 0] <= prepared.table.width)
        & (places[:, 1] <= prepared.table.depth)
    )
    if not inside.all() and along[int(np.argmin(inside))] < stop:
        stop, by = float(along[max(0, int(np.argmin(inside)) - 1)]), EDGE
    for at, j in _in_the_way(case, angle, inches, radius):
        if at < stop - TOUCH and _collides(case, j):
            stop, by = at, prepared.units.units[j].id
            break
    return round(stop, 6), by


def _stops(case: EffectCase, k: int) -> bool:
    """Does this piece end a skid: a building, another level, water, ground that is closed to it? (CE p.75)"""
    row, piece = case.prepared.terrain.rows[k], case.prepared.terrain.pieces[k]
    if row.family in LAND | {Family.SOLID, Family.WATER}:
        return True
    mover = mover_row_of(case)
    going = case.edition.going.get(piece.kind) or case.edition.going.get(f"{piece.kind}.{piece.grade}")
    return going is not None and mover in going.barred


def _in_the_way(case: EffectCase, angle: float, inches: float, radius: float) -> list[tuple[float, int]]:
    """Give who stands in the way, and after how many inches bases touch, the nearest first."""
    prepared, (x, y) = case.prepared, case.unit.at
    found: list[tuple[float, int]] = []
    for j, body in enumerate(prepared.units.of):
        unit = prepared.units.units[j]
        if j == case.index or not unit.is_on_table or prepared.units.airborne[j] or "destroyed" in unit.state:
            continue
        east, north, reach = body.at[0] - x, body.at[1] - y, radius + body.width / 2
        ahead = east * math.sin(angle) + north * math.cos(angle)
        aside = east * math.cos(angle) - north * math.sin(angle)
        if abs(aside) >= reach - TOUCH or ahead <= 0.0:
            continue
        met = max(0.0, ahead - math.sqrt(reach * reach - aside * aside))
        if met <= inches:
            found.append((met, j))
    return sorted(found)


def _collides(case: EffectCase, j: int) -> bool:
    """Roll whether a skid hits who is in the way, like a charge and two harder; say whether that ends it (CE p.75).

    Infantry takes the Size alone, and the skid goes on.
    """
    prepared, harder = case.prepared, case.edition.numbers["skid.collision"]
    unit, row = prepared.units.units[j], prepared.units.rows[j]
    pair = (case.unit.id, unit.id)
    (charge,) = attack(prepared, [pair], AttackQuestion(kind="charge"), detail=Detail.LISTED)
    need = charge.tally.total + int(harder.value)
    case.facts[f"{unit.id}.need"] = need
    if case.tray.roll("skid.collision", f"Collision with {unit.name}") < need:
        return False
    points = case.unit.size + (0 if row.infantry else prepared.motions[case.index].tmm // 2)
    terms = (Modifier("skid.collision", "O", points, harder.label, harder.cite),)
    case.caught.append(CaughtTarget(unit.id, 0.0, points, "inner", terms=terms))
    case.hurt(j, points)
    return not row.infantry


# ---- soft ground


def bog(case: EffectCase) -> EffectAnswer:
    """Roll not to bog down or, for who is stuck, to come free (CE p.60)."""
    row, mover = case.edition.hazards["bog"], mover_row_of(case)
    if (refused := case.unknown("", row)) is not None:
        return refused
    if mover in row.spared or case.prepared.units.airborne[case.index]:
        return case.refused("effect.no-bog")
    going = _soft_ground(case)
    if going is None:
        return case.refused("effect.firm")
    case.rows_used("going", "hazards")
    case.term(case.edition.modifiers["skill"], case.unit.skill)
    if going.bog_modifier:
        case.term(going, going.bog_modifier, f"bog.{going.key}")
    _legs(case, "bog")
    need = case.total
    was_stuck = "bogged" in case.unit.state or case.is_set("escape")
    if case.tray.roll("bog", "Bogging down") >= need:
        case.sheet.unflag("bogged")
        case.sheet.set("sunk", 0.0)
        free = "Comes free" if was_stuck else "Does not bog down"
        return case.answer(row, "free" if was_stuck else "none", label=free, total=need, success=True)
    case.sheet.flag("bogged")
    return case.answer(row, "bogged", total=need, success=False)


def _soft_ground(case: EffectCase) -> MovementCostRow | None:
    """Find the ground that is named or, under the unit, that in which it bogs down worst."""
    going, mover = case.edition.going, mover_row_of(case)
    if "terrain" in case.settings:
        found = going.get(case.word("terrain"))
        if found is None or not found.bogs:
            soft = ", ".join(key for key, row in going.items() if row.bogs)
            raise InputError([Problem("settings.terrain", case.word("terrain"), f"one of {soft}")])
        return found
    prepared, i = case.prepared, case.index
    here: list[MovementCostRow] = []
    for k in prepared.terrain.pieces_over(prepared.units.bases.xy[[i]])[0]:
        piece = prepared.terrain.pieces[k]
        row = going.get(piece.kind)
        if row is not None and row.bogs and (not row.bog_movers or mover in row.bog_movers):
            here.append(row)
    return max(here, key=lambda row: row.bog_modifier, default=None)


# ---- light gravity


def strain(case: EffectCase) -> EffectAnswer:
    """Whoever uses more than its normal Move three turns running where gravity is low strains itself (CE p.62)."""
    row = case.edition.numbers["strain.turns"]
    if (refused := case.unknown("", row)) is not None:
        return refused
    if case.prepared.units.rows[case.index].infantry or case.prepared.table.conditions.gravity >= 1:
        return case.refused("effect.no-strain")
    if case.number("turns") < row.value:
        return case.answer(row, "none", total=int(row.value), success=True)
    case.sheet.hit("mp")
    return case.answer(
        case.edition.critical_effects["mp"], "critical.mp", total=int(row.value), success=False
    )
