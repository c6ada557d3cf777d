"""How do units of a roster join a table?

Each gets an id and a name of its own, its side, and a place along that side's zone or edge, or none off the table. What
the roster leaves open is written as unknown, not as none. Everything together is one change.
"""

from collections.abc import Iterator, Mapping, Sequence

from astrike.dataclass import dataclass
from astrike.editing.units.deployment import OFF_TABLE, LeftOut, SideDeployment, deploy, edge_of, zones_of
from astrike.errors import InputError, Problem
from astrike.formats.checks import MAX_TEXT
from astrike.formats.table.features import MAX_FEATURES
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ABSENT, AddFeature, Operation, SetGeometry, SetProperty, apply
from astrike.model.roster import RosterUnit
from astrike.model.table import Table
from astrike.model.table_document import features_of
from astrike.model.terrain import Point
from astrike.report.units.marks import letters_of


@dataclass(frozen=True, slots=True)
class JoinedUnits:
    """What adds the units, their ids, and who of them stays off the table though a place was wanted."""

    operations: tuple[Operation, ...]
    units: tuple[str, ...]
    left_out: tuple[LeftOut, ...] = ()


def join(
    table: Table,
    units: Sequence[RosterUnit],
    *,
    side: str | None,
    off_table: bool = False,
    first: Sequence[Operation] = (),
) -> JoinedUnits:
    """Add units to a side, after the operations that come `first`, such as making the side."""
    problems = [problem for unit in units for problem in unit.problems]
    if problems:
        raise InputError(problems)
    room = MAX_FEATURES - len(features_of(table.document))
    if len(units) > room:
        raise InputError(
            [Problem("features", f"{len(units):,} units", f"at most {room:,} more on this table")]
        )
    document, _ = apply(table.document, first)
    before = parse_document(document) if first else table
    waiting = tuple(_features(before, units, side))
    ids = tuple(str(each["id"]) for each in waiting)
    adding: list[Operation] = [*first, *(AddFeature(each) for each in waiting)]
    if off_table or not waiting:
        return JoinedUnits(tuple(adding), ids)
    after = parse_document(apply(table.document, adding)[0])
    ready = [each for each in ids if (unit := after.unit(each)) and "destroyed" not in unit.state]
    found = deploy(after, ready, zones=zones_of(after, side), edge=edge_of(after, side))
    return JoinedUnits((*adding, *placing(after, found)), ids, found.left_out)


def placing(table: Table, found: SideDeployment) -> Iterator[Operation]:
    """Write where units were placed: who was off the table comes onto it, for whom there is no room leaves it."""
    for placement in found.placements:
        unit = table.unit(placement.unit)
        if unit is None:
            continue
        yield SetGeometry(placement.unit, {"type": "Point", "coordinates": list(placement.at)})
        yield SetProperty(placement.unit, "facing", placement.facing)
        if unit.elevation is not None:
            yield SetProperty(placement.unit, "elevation", ABSENT)
        if OFF_TABLE in unit.state:
            yield SetProperty(placement.unit, "state", sorted(unit.state - {OFF_TABLE}) or ABSENT)
    for each in found.left_out:
        unit = table.unit(each.unit)
        if each.why == "room" and unit is not None and OFF_TABLE not in unit.state:
            yield SetProperty(each.unit, "state", sorted(unit.state | {OFF_TABLE}))


def _features(table: Table, units: Sequence[RosterUnit], side: str | None) -> Iterator[Mapping[str, object]]:
    ids, names = _ids(table, side), _Names(table)
    at = _beside(table, edge_of(table, side))
    for unit in units:
        flags = unit.card.get("state")
        state = [*(flags if isinstance(flags, list) else ()), OFF_TABLE]
        card = {
            key: value for key, value in unit.card.items() if key not in ("kind", "name", "side", "skill")
        }
        about: dict[str, object] = {"kind": "unit", "name": names.own(unit.name), "skill": unit.skill, **card}
        if side is not None:
            about["side"] = side
        if unit.mul is not None:
            about["mul"] = unit.mul
        about |= dict.fromkeys(unit.unknown)
        about["state"] = list(dict.fromkeys(state))
        yield {
            "type": "Feature",
            "id": next(ids),
            "geometry": {"type": "Point", "coordinates": list(at)},
            "properties": about,
        }


def _beside(table: Table, edge: str) -> Point:
    """Give the middle of an edge, where those wait who are off the table."""
    x, y = {"west": (0.0, 0.5), "east": (1.0, 0.5), "north": (0.5, 1.0)}.get(edge, (0.5, 0.0))
    return x * table.width, y * table.depth


def _ids(table: Table, side: str | None) -> Iterator[str]:
    """Draw ids: where all units have a letter for one, letters of the side as long as there are any."""
    taken = {unit.id for unit in table.units} | {piece.id for piece in table.terrain}
    taken |= {marker.id for marker in table.markers}
    if all(len(unit.id) == 1 and "A" <= unit.id <= "Z" for unit in table.units):
        yield from (letter for letter in letters_of(table, side) if letter not in taken)
    number = 0
    while True:
        number += 1
        if f"u{number}" not in taken:
            yield f"u{number}"


class _Names:
    """The names on a table; each that is drawn is a new one."""

    def __init__(self, table: Table) -> None:
        self.taken = {unit.name.casefold() for unit in table.units}

    def own(self, name: str) -> str:
        """Give a name, with a number where it is taken."""
        short = " ".join(name.split())[: MAX_TEXT - 5] or "Unit"
        number, found = 1, short
        while found.casefold() in self.taken:
            number += 1
            found = f"{short} {number}"
        self.taken.add(found.casefold())
        return found
