"""Do two things that the file says about a unit exclude each other?

Only what no rule could make sense of: a unit under water where no water is, a transport carried by its own
cargo. Whether a position is legal is for the rules.
"""

from collections.abc import Iterator, Mapping, Sequence

from astrike.errors import Problem
from astrike.formats.jsontext import shown
from astrike.formats.terrainfile import DEEPEST
from astrike.geometry.outlines import is_covered
from astrike.model.table import Table
from astrike.model.terrain import LAND, Point, Terrain
from astrike.model.unit import InPiece, Unit
from astrike.rulebook.schema import Edition

HAIR = 1e-6
"""Inches within which two heights are the same."""


def contradictions(table: Table, *, edition: Edition, places: Mapping[str, str]) -> Iterator[Problem]:
    """Name them; `places` gives where each feature stands in the file."""
    by_id = {unit.id: unit for unit in table.units}
    terrain_is_known = all(piece.outlines for piece in table.terrain)
    for unit in table.units:
        at = f"{places.get(unit.id, unit.id)}.properties"
        if terrain_is_known and "submerged" in unit.state and not _can_be_wet(unit, table.terrain, edition):
            found = "a place inside a piece" if isinstance(unit.elevation, InPiece) else shown(unit.elevation)
            expected = "an elevation in the water under its centre, or no state submerged"
            yield Problem(f"{at}.elevation", found, expected)
        if unit.carried_by is not None and _carries_itself(unit, by_id):
            expected = "a transport that is not carried by this unit"
            yield Problem(f"{at}.carried_by", shown(unit.carried_by), expected)


def _can_be_wet(unit: Unit, terrain: Sequence[Terrain], edition: Edition) -> bool:
    """Can its elevation be in water? Without one the rules put it there.

    Where exactly the surface lies is a rule: somewhere between the lowest and the highest ground.
    """
    if unit.elevation is None:
        return True
    waters = [
        piece
        for piece in terrain
        if edition.terrain[piece.kind].family == "water" and _covers(piece, unit.at)
    ]
    if not waters or unit.elevation in ("roof", "inside") or not isinstance(unit.elevation, float | str):
        return False
    if isinstance(unit.elevation, str):
        return True
    heights = [0.0]
    for piece in terrain:
        row = edition.terrain[piece.kind]
        if row.family in LAND:
            height = row.height if piece.height is None else piece.height
            heights.append((piece.base or 0.0) + height)
    deepest = max(DEEPEST if piece.depth is None else piece.depth for piece in waters)
    return min(heights) - deepest - HAIR <= unit.elevation < max(heights) - HAIR


def _covers(piece: Terrain, point: Point) -> bool:
    return any(is_covered(point, exterior, holes) for exterior, holes in piece.areas)


def _carries_itself(unit: Unit, by_id: Mapping[str, Unit]) -> bool:
    seen: set[str] = set()
    carrier: Unit | None = unit
    while carrier is not None and carrier.carried_by is not None and carrier.id not in seen:
        seen.add(carrier.id)
        carrier = by_id.get(carrier.carried_by)
    return carrier is not None and carrier.id == unit.id and bool(seen)
