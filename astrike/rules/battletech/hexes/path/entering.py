"""What does it cost to enter the next hex, how high is the unit there, and what keeps it out?"""

from collections.abc import Iterator
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex_patch import NEEDS_WATER, HexContents
from astrike.model.explain import Modifier, Reason, facts
from astrike.rulebook.battletech.hex_move_rows import HexTerrainCostRow
from astrike.rules.battletech.hexes.grid import Hex, neighbor
from astrike.rules.battletech.hexes.path.path_case import HexPosition, PathCase, moved_to

_DEEPEST_ROW: Final = 2


@dataclass(frozen=True, slots=True)
class HexEntry:
    """How a hex is entered."""

    after: HexPosition
    ledger: tuple[Modifier, ...]
    on_road: bool


def enter(case: PathCase, number: int, before: HexPosition, hexside: int) -> HexEntry:
    """Enter the hex beyond a hexside on the ground, afloat or in the air; name what keeps the unit out."""
    there = neighbor(before.place, hexside)
    on_road = is_on_the_road(case, before) and case.patch.leads_on(before.place, hexside)
    after = moved_to(before, there, _elevation(case, before, there, on_road=on_road))
    ledger = [case.term("hex")]
    rows = () if on_road or _is_above(case, after) else tuple(terrain_rows(case, case.patch.at(there)))
    for row in rows:
        if is_barred(case, row):
            _bar(case, number, after, row)
    ledger += _of_terrain(case, rows)
    ledger += _of_building(case, after)
    ledger += _of_levels(case, number, before, after)
    _refuse_heights(case, number, before, after)
    return HexEntry(after, tuple(ledger), on_road)


# ---- how high


def _elevation(case: PathCase, before: HexPosition, there: Hex, *, on_road: bool) -> int:
    """Give its elevation in the hex that it enters."""
    contents, base = case.patch.at(there), case.base(there)
    if case.mover.flies and not case.mover.floats:
        return case.height(before) - base
    if case.mover.flies and before.elevation:
        return before.elevation
    if contents.building:
        return min(max(case.height(before) - base, 0), contents.building.levels)
    if on_road and contents.water and not case.mover.floats:
        return contents.water
    return 0


def is_on_the_road(case: PathCase, position: HexPosition) -> bool:
    """Is it on a paved hex, on the road or on the bridge, and not under it? A WiGE follows roads just above them."""
    contents = case.contents(position)
    flies_high = case.mover.flies and not case.mover.floats
    if flies_high or not (contents.road or contents.pavement):
        return False
    return case.mover.floats or case.depth_under(position) == 0


def is_landed(case: PathCase, position: HexPosition) -> bool:
    """Does what flies stand on the ground or on a roof?"""
    return case.mover.flies and position.elevation in (0, roof_of(case, position))


def _refuse_heights(case: PathCase, number: int, before: HexPosition, after: HexPosition) -> None:
    contents = case.contents(after)
    if case.mover.flies and not case.mover.floats and not is_landed(case, before):
        roof = roof_of(case, after)
        if after.elevation <= roof:
            case.refuse("air.low", number, after.name, levels=roof + 1 - after.elevation)
    if case.mover.needs_water and not contents.water:
        case.refuse("naval.dry", number, after.name)


def roof_of(case: PathCase, position: HexPosition) -> int:
    """Give the levels of the building in its hex; 0 without one."""
    building = case.contents(position).building
    return building.levels if building else 0


def _is_above(case: PathCase, position: HexPosition) -> bool:
    """Is it on a roof, where the terrain of the hex does not matter?"""
    return case.contents(position).building is not None and not case.is_inside(position)


# ---- terrain


def terrain_rows(case: PathCase, contents: HexContents) -> Iterator[HexTerrainCostRow]:
    """Give the rows of everything in a hex that may cost something; none for ground that an option leaves out."""
    for key in _keys(contents):
        row = case.edition.hex_terrain_costs[key]
        if row.optional and case.leaves_out_grounds():
            case.note("left-out")
        else:
            yield row


def _keys(contents: HexContents) -> Iterator[str]:
    if contents.water is not None:
        yield f"water.{min(contents.water, _DEEPEST_ROW)}"
    if contents.ground not in ("clear", "fields") and (contents.water or contents.ground not in NEEDS_WATER):
        yield contents.ground
    if contents.woods != "none":
        yield f"woods.{contents.woods}"
    if contents.rough:
        yield "rough"
    if contents.rubble:
        yield "rubble"


def is_barred(case: PathCase, row: HexTerrainCostRow) -> bool:
    """Does this terrain keep the unit out?"""
    return case.mover.column in row.barred or case.mover.like in row.barred


def refuse_landing(case: PathCase, number: int, after: HexPosition) -> None:
    """Say what keeps a unit out of the hex in which a jump ends; on a roof or a bridge nothing does."""
    is_on_bridge = bool(after.elevation) and not case.is_inside(after)
    for row in () if is_on_bridge else terrain_rows(case, case.contents(after)):
        if is_barred(case, row):
            _bar(case, number, after, row)


def _bar(case: PathCase, number: int, after: HexPosition, row: HexTerrainCostRow) -> None:
    said = Reason(f"barred.{row.key}", row.refusal, row.cite, facts(step=number, hex=after.name))
    if said not in case.refusals:
        case.refusals.append(said)


def _value(case: PathCase, row: HexTerrainCostRow) -> int:
    value: int = getattr(row, case.mover.column) if case.mover.column else 0
    return value


def _of_terrain(case: PathCase, rows: tuple[HexTerrainCostRow, ...]) -> Iterator[Modifier]:
    is_saved = case.path.reckless and not case.edition.hex_move_words["reckless"].unknown
    for row in rows:
        value = 0 if is_barred(case, row) else _value(case, row)
        if value:
            yield Modifier(f"terrain.{row.key}", "", value, row.label, row.cite)
        if value and is_saved and row.reckless:
            yield case.worded("reckless", -value, terrain=row.key)


def reckless_row(case: PathCase, after: HexPosition) -> HexTerrainCostRow | None:
    """Give the terrain of a hex that reckless movement does not pay for; None where there is none."""
    rows = () if _is_above(case, after) else tuple(terrain_rows(case, case.contents(after)))
    return next(
        (row for row in rows if row.reckless and not is_barred(case, row) and _value(case, row)), None
    )


def _of_building(case: PathCase, after: HexPosition) -> Iterator[Modifier]:
    building = case.contents(after).building
    if building is None or not case.is_inside(after):
        return
    row = case.edition.buildings[building.class_]
    value = row.mp if case.mover.pays_class else case.mover.building_mp
    if value:
        cite = row.cite if case.mover.pays_class else case.mover.cite
        yield Modifier(f"building.{row.key}", "", value, row.label, cite)


# ---- levels


def _of_levels(case: PathCase, number: int, before: HexPosition, after: HexPosition) -> Iterator[Modifier]:
    change = level_change(case, before, after)
    most = case.mover.most_up if change > 0 else case.mover.most_down
    if most and abs(change) > most:
        key = "levels.up" if change > 0 else "levels.down"
        case.refuse(key, number, after.name, levels=abs(change), most=most)
    if change and case.path.steps[number - 1] == "backward":
        case.refuse("backward.levels", number, after.name)
    each = _level_mp(case) if change else 0
    if each:
        option = case.mover.level_option
        cite = case.edition.options[option].cite if option else case.mover.cite
        yield case.worded("levels", each * abs(change), cite, levels=change)


def level_change(case: PathCase, before: HexPosition, after: HexPosition) -> int:
    """Count the levels up or down from one hex into the next.

    An option says whether the bottom of water is a level.
    """
    change = case.height(after) - case.height(before)
    if case.mover.flies and not case.mover.floats:
        return 0
    by_surface = change + case.depth_under(after) - case.depth_under(before)
    if by_surface != change and case.options.word("water-levels") != "count":
        return by_surface
    return change


def _level_mp(case: PathCase) -> int:
    option = case.mover.level_option
    return case.options.whole(option) if option else case.mover.level_mp
