"""Who plays on this table? Sides with name, color and home edge: made, changed, and taken away with or without units.

A side that only a zone or a unit names is a side too. Colors are the four of the marks; when one side takes another's,
that one gets what the first had, so that two never share a color.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from astrike.dataclass import dataclass
from astrike.editing.terrain.new_ids import own_or_numbered
from astrike.editing.terrain.shapes import OPPOSITE
from astrike.editing.units.deployment import EDGES, edge_of, open_zones
from astrike.model.document_change import ABSENT, Operation, RemoveFeature, SetMember, SetProperty
from astrike.model.table import Side, Table
from astrike.report.units.marks import sides

STYLES: Final[Mapping[str, str]] = {"s": "blue", "n": "red", "e": "green", "w": "purple"}
"""The color of each style of marks."""


@dataclass(frozen=True, slots=True)
class SideWish:
    """What a side shall be called, its color and its home edge; empty where nothing is wanted."""

    name: str
    color: str = ""
    home: str = ""


def sides_of(table: Table) -> tuple[Side, ...]:
    """Give all sides: of the file, of units, and those that only zones and marked points name."""
    found = {side.id: side for side in table.sides}
    named = [piece.side for piece in table.terrain] + [marker.side for marker in table.markers]
    for side in named:
        if side and side not in found:
            found[side] = Side(side, side.capitalize())
    return tuple(found.values())


def color_of(table: Table, side: str) -> str:
    """Give the color that a side's marks have; empty for a fifth side.

    >>> color_of(Table("t", 24, 24, sides=(Side("north", "North"), Side("south", "South"))), "south")
    'red'
    """
    return STYLES.get(sides(table).get(side, ""), "")


def free_color(table: Table) -> str:
    """Give the first color that no side has; empty when all are taken."""
    taken = {color_of(table, side.id) for side in sides_of(table)}
    return next((color for color in STYLES.values() if color not in taken), "")


def free_home(table: Table) -> str:
    """Give an edge that no side has: one with a zone that is nobody's first, then that across from the only side."""
    homes = [edge_of(table, side.id) for side in sides_of(table)]
    wished = (*(OPPOSITE[home] for home in homes[:1]), *EDGES)
    zoned = set(open_zones(table).values())
    return next(
        (edge for edge in sorted(wished, key=lambda edge: edge not in zoned) if edge not in homes), ""
    )


def new_side(table: Table, wanted: SideWish) -> tuple[str, list[Operation]]:
    """Add a side: its id, and what adds it."""
    plain = re.sub(r"[^a-z0-9]+", "-", wanted.name.lower()).strip("-")[:40] or "side"
    side = own_or_numbered(plain, {side.id for side in sides_of(table)})
    return side, set_side(table, side, wanted)


def set_side(table: Table, side: str, wanted: SideWish) -> list[Operation]:
    """Change a side; what is empty is left to the program."""
    listed = _listed(table)
    for each in table.sides:  # all are listed now, so that their order stays
        listed.setdefault(each.id, {"id": each.id})
    before = color_of(table, side)
    changes: dict[str, dict[str, str]] = {
        side: {"name": wanted.name, "color": wanted.color, "home": wanted.home}
    }
    if wanted.color and wanted.color != before:
        for other in sides_of(table):
            if other.id != side and color_of(table, other.id) == wanted.color:
                changes[other.id] = {"color": before or free_color(table)}
    for changed, values in changes.items():
        entry = listed.setdefault(changed, {"id": changed})
        for key, value in values.items():
            if value:
                entry[key] = value
            else:
                entry.pop(key, None)
    return [SetMember("sides", list(listed.values()))]


def set_homes(table: Table, homes: Mapping[str, str]) -> list[Operation]:
    """Move sides that have another home edge to these; who has none gets none."""
    moving = {side.id for side in table.sides if side.home and side.home != homes.get(side.id, side.home)}
    if not moving:
        return []
    listed = _listed(table)
    for side in moving:
        listed[side]["home"] = homes[side]
    return [SetMember("sides", list(listed.values()))]


def _listed(table: Table) -> dict[str, dict[str, object]]:
    """Give the sides as the document lists them, with everything in them that this program does not know."""
    head = table.document.get("astrike")
    entries = head.get("sides") if isinstance(head, Mapping) else None
    found: dict[str, dict[str, object]] = {}
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, Mapping):
            found[str(entry.get("id"))] = dict(entry)
    return found


def remove_side(table: Table, side: str, *, units: str) -> list[Operation]:
    """Take a side away; its units are to `go`, or to `stay` on no side."""
    listed = _listed(table)
    listed.pop(side, None)
    ours = tuple(unit.id for unit in table.units if unit.side == side)
    operations: list[Operation] = [SetMember("sides", list(listed.values()) or ABSENT)]
    others = [piece.id for piece in table.terrain if piece.side == side]
    others += [marker.id for marker in table.markers if marker.side == side]
    if units == "go":
        operations += remove_units(table, ours)
    else:
        others += ours
    return [*operations, *(SetProperty(each, "side", ABSENT) for each in others)]


# ---- units that leave


def remove_units(table: Table, gone: tuple[str, ...]) -> list[Operation]:
    """Take units off the file, and every word about them: networks, declarations, marks, who they carry or spot for."""
    left = set(gone)
    operations: list[Operation] = list(_of_lists(table, left))
    for unit in table.units:
        if unit.id in left:
            continue
        if unit.carried_by in left:
            operations += [SetProperty(unit.id, key, ABSENT) for key in ("carried_by", "carried_as")]
        if unit.spotter is not None and unit.spotter.target in left:
            operations.append(SetProperty(unit.id, "spotter", ABSENT))
    return [*operations, *(RemoveFeature(each) for each in gone)]


def _of_lists(table: Table, gone: set[str]) -> Iterator[Operation]:
    head = table.document.get("astrike")
    if not isinstance(head, Mapping):
        return
    for key in ("declarations", "attacks", "marks"):
        entries = _entries(head, key)
        kept = [each for each in entries if each.get("by") not in gone and not _is_at(each, gone)]
        if len(kept) < len(entries):
            yield SetMember(key, kept or ABSENT)
    networks = _entries(head, "networks")
    kept = [each for entry in networks if (each := _without(entry, gone)) is not None]
    if kept != networks:
        yield SetMember("networks", kept or ABSENT)


def _is_at(entry: Mapping[str, object], gone: set[str]) -> bool:
    target = entry.get("target")
    return isinstance(target, str) and target in gone


def _entries(head: Mapping[str, object], key: str) -> list[dict[str, object]]:
    entries = head.get(key)
    return [dict(each) for each in entries if isinstance(each, Mapping)] if isinstance(entries, list) else []


def _without(network: dict[str, object], gone: set[str]) -> dict[str, object] | None:
    """Give a network without those who are gone; None where nobody is left to talk to."""
    members = network.get("members")
    left = [each for each in members if each not in gone] if isinstance(members, list) else []
    found = {key: value for key, value in network.items() if key != "master" or value not in gone}
    if "members" in network:
        found["members"] = left
    talking = {*left, found.get("master")} - {None}
    return found if len(talking) > 1 else None
