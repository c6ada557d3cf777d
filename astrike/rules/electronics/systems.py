"""Which electronic fields, probes and designators are there on a table, how far do they reach, and why is one off?

Whom a field jams is decided by `jamming`. Sources: CE pp.38-39, 62, 76-79, 82-91, 161; AS pp.42, 48, 91-92.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints, at_most
from astrike.geometry.bases import Bases, make_bases
from astrike.model.unit import Unit
from astrike.rulebook.combat_rows import SystemRow
from astrike.rules.table.lines import base_gap
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.move_and_tmm import is_shut_down

FIELDS = "ecm"
"""The kind of system that jams others."""
ACTIVE = frozenset({"probe", "tag"})
"""The kinds of systems that need somebody to use them: who sprints does not (CE p.38)."""
SHOWN = frozenset({"ecm", "probe", "tag"})
"""Systems with a reach to draw."""


@dataclass(frozen=True, slots=True)
class ElectronicSystem:
    """One system of one unit."""

    unit: int
    row: SystemRow
    radius: float
    code: str
    """As what it jams: half of an Angel ECM works as plain ECM."""
    jams: int = 0
    """As how many ECM fields it counts."""
    counters: int = 0
    """As how many ECCM fields it counts."""
    off: tuple[str, ...] = ()
    """Keys of the reasons why it does not work, jamming by others aside."""


@dataclass(frozen=True, slots=True, eq=False)
class Electronics:
    """What is on the air at one table: systems, and the working fields in arrays of the same order."""

    systems: tuple[ElectronicSystem, ...]
    fields: tuple[ElectronicSystem, ...]
    """The working systems that jam or counter."""
    covers: Bools
    """(k, n) which unit each field covers."""
    is_hostile: Bools
    """(k, n) whether each field belongs to the enemy of that unit."""
    jams: Ints
    """(k,) as how many ECM fields each counts."""
    counters: Ints
    """(k,) as how many ECCM fields each counts."""
    carrier: Ints
    """(k,) the unit that each field comes from."""
    reach: Floats
    """(k,) inches that each field reaches."""
    bases: Bases
    """(n,) the bases from whose edge fields reach: the units' own, or their centres (option)."""
    stealthy: frozenset[int]
    """Units that their own stealth armor cuts off."""


@lru_cache(maxsize=8)  # one a thread that is answering: a table that nobody asks about is let go
def electronics(prepared: PreparedTable) -> Electronics:
    """Work out what is on the air at this table."""
    return electronics_with(prepared, stealthy_units(prepared))


def electronics_with(prepared: PreparedTable, stealthy: frozenset[int]) -> Electronics:
    """Work out what is on the air when just these units are cut off by their stealth armor."""
    systems = tuple(
        system
        for i, unit in enumerate(prepared.units.units)
        if unit.specials
        for row in systems_on(prepared, unit)
        if row.kind in SHOWN
        for system in [_system(prepared, i, row, stealthy)]
    )
    fields = tuple(system for system in systems if not system.off and (system.jams or system.counters))
    carrier = np.array([system.unit for system in fields], dtype=np.intp)
    reach = np.array([system.radius for system in fields], dtype=np.float64)
    units = prepared.units.units
    bases = prepared.units.bases
    if prepared.options.word("ecm.measure") == "centre":
        bases = make_bases(bases.xy, radius=0.0)
    hostile = np.array(
        [[i != own and unit.is_enemy_of(units[own]) for i, unit in enumerate(units)] for own in carrier],
        dtype=np.bool_,
    ).reshape(len(fields), len(units))
    return Electronics(
        systems=systems,
        fields=fields,
        covers=_covers(prepared, bases, carrier, reach),
        is_hostile=hostile,
        jams=np.array([system.jams for system in fields], dtype=np.intp),
        counters=np.array([system.counters for system in fields], dtype=np.intp),
        carrier=carrier,
        reach=reach,
        bases=bases,
        stealthy=stealthy,
    )


def _covers(prepared: PreparedTable, bases: Bases, carrier: Ints, reach: Floats) -> Bools:
    """Say which field covers which unit (k, n)."""
    one, other = np.repeat(carrier, len(bases)), np.tile(np.arange(len(bases)), len(carrier))
    away = base_gap(prepared, one, other, bases)
    return at_most(away, np.repeat(reach, len(bases))).reshape(len(carrier), len(bases))


def systems_on(prepared: PreparedTable, unit: Unit) -> Iterator[SystemRow]:
    """Give the systems that a card brings, in the order of the card."""
    for special in unit.specials:
        yield from (row for row in prepared.edition.electronics.values() if row.code == special.code)


def _system(prepared: PreparedTable, i: int, row: SystemRow, stealthy: frozenset[int]) -> ElectronicSystem:
    unit = prepared.units.units[i]
    off = [*carrier_reasons(prepared, i)]
    if row.kind in ACTIVE and unit.motion == "sprint":
        off.append("electronics.sprinted")
    if row.kind == "probe" and prepared.table.conditions.emi:
        off.append("electronics.emi")
    radius = radius_of(prepared, row)
    if row.kind != FIELDS:
        return ElectronicSystem(i, row, radius, row.code, off=tuple(off))
    jams, counters = _modes(prepared, unit, row)
    if i in stealthy:
        off += _under_stealth(prepared, unit, row)
        jams, counters = 0, min(counters, 1)
    elif unit.ecm == "off":
        off.append("ecm.off")
    elif unit.ecm == "eccm" and not prepared.options.is_on("ecm-eccm"):
        off.append("ecm.option")
    is_whole = not counters or prepared.edition.electronics["ECM"].code == row.code
    code = row.code if is_whole else prepared.edition.electronics["ECM"].code
    return ElectronicSystem(i, row, radius, code, jams, counters, tuple(off))


def _modes(prepared: PreparedTable, unit: Unit, row: SystemRow) -> tuple[int, int]:
    """Give as how many ECM and ECCM fields it counts; one each way for half an Angel ECM (CE p.161, AS p.91)."""
    if not prepared.options.is_on("ecm-eccm"):
        return 1, 0
    if unit.ecm == "eccm":
        return 0, row.fields
    if unit.ecm == "split" and row.fields > 1:
        return row.fields - 1, 1
    return row.fields, 0


def _under_stealth(prepared: PreparedTable, unit: Unit, row: SystemRow) -> Iterator[str]:
    """Stealth armor jams its own suite; under the option an Angel ECM still runs one field of ECCM (AS p.48)."""
    if not prepared.options.is_on("ecm-eccm") or row.fields < 2:
        yield "electronics.stealth"
    elif unit.ecm != "eccm":
        yield "ecm.off" if unit.ecm == "off" else "ecm.stealth-mode"


def radius_of(prepared: PreparedTable, row: SystemRow) -> float:
    """Give how far a system reaches; interference doubles ECM (CE p.62)."""
    if row.number:
        return prepared.edition.number(row.number)
    if row.kind == FIELDS and prepared.table.conditions.emi:
        return row.radius * prepared.edition.number("ecm.emi-factor")
    return row.radius


# ---- units


def carrier_reasons(prepared: PreparedTable, i: int) -> Iterator[str]:
    """Say why nothing on a unit works: destroyed, away, carried or shut down (CE pp.39, 53)."""
    unit = prepared.units.units[i]
    if "destroyed" in unit.state:
        yield "electronics.destroyed"
    if "off-table" in unit.state:
        yield "electronics.off-table"
    if unit.carried_by is not None:
        yield "electronics.transported"
    if is_shut_down(unit, prepared.edition):
        yield "electronics.shutdown"


def stealthy_units(prepared: PreparedTable) -> frozenset[int]:
    """Give the units whose stealth armor is on and no suit of infantry (CE p.79, AS p.48).

    Armor that is switched off in the End Phase works until the turn is over.
    """
    return frozenset(
        i
        for i, unit in enumerate(prepared.units.units)
        if unit.specials
        and _bears_stealth(prepared, i)
        and ("stealth-off" not in unit.state or prepared.table.phase == "end")
    )


def _bears_stealth(prepared: PreparedTable, i: int) -> bool:
    unit = prepared.units.units[i]
    return (
        unit.has("STL") and not prepared.units.rows[i].infantry and not is_shut_down(unit, prepared.edition)
    )
