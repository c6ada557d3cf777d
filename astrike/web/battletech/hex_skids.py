"""What would a skid on a patch of hexes run into? The question about it that the Impact card answers."""

from collections.abc import Iterator
from typing import Any

from astrike.formats.questions import written
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_patch import HexContents
from astrike.model.battletech.hex_path import PathSkid
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.hexes.grid import Hex, hex_named, neighbor
from astrike.rules.battletech.hexes.patch import HexPatch
from astrike.web.battletech.chains import IMPACT, settings_of
from astrike.web.battletech.desk import Json, address_of


def skid_address(question: HexQuestion, skid: PathSkid, body: Json, edition: BattleTechEdition) -> str:
    """Give the address of a skid on its own card; empty without a unit that skids."""
    path, attacker = question.path, question.attacker
    unit = path.unit if path is not None and path.unit is not None else attacker and attacker.unit
    if unit is None:
        return ""
    asked: Json = {**settings_of(body), "kind": "skid", "moved_before": skid.moved_before}
    asked["attacker"] = dict(written(unit))
    places = [hex_named(name) for name in skid.hexes]
    if places:
        before = neighbor(places[0], skid.direction + 3)
        asked["path"] = list(_way(question, before, places, edition))
    return address_of(IMPACT, asked)


def _way(question: HexQuestion, before: Hex, places: list[Hex], edition: BattleTechEdition) -> Iterator[Json]:
    """Give what is in each hex of a skid; what is higher ends it."""
    patch = HexPatch.of(question)
    target = question.target
    for place in places:
        found: dict[str, Any] = _obstacle(patch.at(place), patch.floor(before) - patch.floor(place), edition)
        if target is not None and hex_named(target.hex) == place:
            is_inside = found.get("what") in ("building", "drop")
            found = {**(found if is_inside else {"what": "unit"}), "unit": dict(written(target.unit))}
        yield found
        before = place


def _obstacle(contents: HexContents, down: int, edition: BattleTechEdition) -> dict[str, Any]:
    building = contents.building
    if building is not None:
        cf = building.cf or edition.buildings[building.class_].cf
        return {"what": "building", "building": building.class_, "cf": cf}
    if contents.water:
        return {"what": "water", "depth": contents.water, **({"levels": down} if down > 0 else {})}
    if down:
        return {"what": "drop", "levels": down} if down > 0 else {"what": "rise"}
    return {}
