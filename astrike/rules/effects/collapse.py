"""Does a damaged building or bridge still stand, and who takes what when it falls?

Those in it and on its roof or deck. Sources: CE pp.64, 72-74.
"""

import math
from collections.abc import Iterator

from astrike.model.area_answer import CaughtTarget
from astrike.model.effect_answer import EffectAnswer
from astrike.model.explain import Modifier
from astrike.model.terrain import Terrain
from astrike.rulebook.schema import BuildingRow
from astrike.rules.effects.effect_case import EffectCase
from astrike.rules.terrain.construction import building_class
from astrike.tolerance import TOUCH


def collapse(case: EffectCase) -> EffectAnswer:
    """Let a building take damage or, where none is named, fall down (CE pp.73-74)."""
    piece = building_of(case)
    if piece is None:
        return case.refused("effect.no-building")
    if piece.kind == "bridge":
        return _bridge_falls(case, piece)
    row, fall = building_class(piece, case.edition), case.edition.follow_ups["collapse"]
    if (refused := case.unknown("buildings", row)) is not None:
        return refused
    case.rows_used("buildings")
    cf = case.factor_of(piece)
    case.facts |= {"cf": cf, "building": piece.id}
    damage = int(case.number("damage"))
    if "damage" in case.settings:
        _shot_at(case, piece, row, damage)
        left = max(0.0, cf - damage)
        if left > 0:
            case.change(piece.id, "cf", cf, left)
            return case.answer(row, "stands", total=int(left), damage=damage)
    case.change(piece.id, "cf", cf, 0.0)
    _fall_on(case, piece, row)
    most = max((_points(each.damage) for each in case.caught), default=0)
    return case.answer(fall, "collapse", damage=most)


def building_of(case: EffectCase) -> Terrain | None:
    """Find the building of this name, or the one that the unit of this name is in or on."""
    table = case.prepared.table
    piece = table.piece(case.name)
    if piece is None:
        body = case.prepared.units.of[case.index]
        around = [table.piece(name) for name in (body.inside, body.on) if name is not None]
        piece = next((each for each in around if each is not None), None)
    return piece if piece is not None and piece.kind in case.edition.tagged("collapses") else None


def _bridge_falls(case: EffectCase, piece: Terrain) -> EffectAnswer:
    """A bridge falls with all on it: a point for each three inches of the fall, or part of them (CE p.72)."""
    row = case.edition.numbers["bridge.fall"]
    if (refused := case.unknown("", row)) is not None:
        return refused
    for i, _ in occupants(case, piece):
        ground = float(case.prepared.terrain.ground_at(case.prepared.units.bases.xy[[i]])[0])
        height = case.prepared.units.of[i].ground - ground
        points = math.ceil((height - TOUCH) / row.value)
        term = Modifier("bridge.fall", "O", points, row.label, row.cite)
        case.caught.append(CaughtTarget(case.prepared.units.units[i].id, 0.0, points, "inner", terms=(term,)))
        case.hurt(i, points)
    case.facts["bridge"] = piece.id
    if piece.cf is not None:
        case.change(piece.id, "cf", piece.cf, 0.0)
    most = max((_points(each.damage) for each in case.caught), default=0)
    return case.answer(case.edition.hazards["bridge-load"], "collapse", label="The bridge falls", damage=most)


def occupants(case: EffectCase, piece: Terrain) -> Iterator[tuple[int, bool]]:
    """Give who is in the building, and who on its roof."""
    for i, body in enumerate(case.prepared.units.of):
        unit = case.prepared.units.units[i]
        if not unit.is_on_table or "destroyed" in unit.state or case.prepared.units.airborne[i]:
            continue
        if body.inside == piece.id:
            yield i, False
        elif body.on == piece.id:
            yield i, True


def _shot_at(case: EffectCase, piece: Terrain, row: BuildingRow, damage: int) -> None:
    """Infantry inside takes what the building does not absorb; the building takes all (CE p.74)."""
    for i, on_roof in occupants(case, piece):
        unit = case.prepared.units.units[i]
        if on_roof or not case.prepared.units.rows[i].infantry:
            continue
        left = max(0, damage - row.absorbs_infantry)
        taken = min(row.absorbs_infantry, damage)
        absorbs = case.edition.damage["building"]
        term = Modifier("damage.building", "O", -taken, absorbs.label, absorbs.cite)
        case.caught.append(CaughtTarget(unit.id, 0.0, left, "inner", terms=(term,)))
        case.hurt(i, left)


def _fall_on(case: EffectCase, piece: Terrain, row: BuildingRow) -> None:
    low, high = case.prepared.terrain.extent[piece.id]
    numbers = case.edition.numbers
    times = max(
        int(numbers["collapse.least"].value), int((high - low + TOUCH) // numbers["collapse.height"].value)
    )
    safe = case.unit_named("safe")
    case.facts["times"] = times
    already = {each.unit for each in case.caught}
    for i, on_roof in occupants(case, piece):
        unit = case.prepared.units.units[i]
        if i == safe:
            continue
        if case.prepared.units.rows[i].infantry and not on_roof:
            case.sheet_of(i).flag("destroyed")
            case.note(case.edition.follow_ups["destroyed"], unit=unit.id)
            if unit.id not in already:
                case.caught.append(CaughtTarget(unit.id, 0.0, 0, "inner"))
            continue
        points = row.collapse * times
        terms = [Modifier("collapse.class", "O", points, row.label, row.cite)]
        if row.minimal:
            need = case.edition.number("minimal.die")
            points = times if case.tray.roll("collapse", f"Damage to {unit.name}", count=1) >= need else 0
            terms = [Modifier("collapse.class", "O", points, row.label, row.cite)]
        if on_roof:
            more = int(numbers["collapse.roof"].value)
            terms.append(
                Modifier(
                    "collapse.roof", "O", more, numbers["collapse.roof"].label, numbers["collapse.roof"].cite
                )
            )
            points += more
        case.caught.append(CaughtTarget(unit.id, 0.0, points, "inner", terms=tuple(terms)))
        case.hurt(i, points)


def _points(damage: int | str) -> int:
    return damage if isinstance(damage, int) else 0
