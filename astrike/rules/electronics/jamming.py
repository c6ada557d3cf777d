"""Is a unit inside hostile ECM, and does the line between two units cross it?

A field counts against those whose enemy carries it; with the option, ECCM of their own side takes as many fields away.
Sources: CE pp.76-77, 79-80, 83-84, 87, 91, 161; AS pp.48, 51, 91.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.rulebook.combat_rows import SystemRow
from astrike.rules.electronics.systems import Electronics, carrier_reasons, electronics, systems_on
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.move_and_tmm import EAGLES_EYES, pilot_ids

ANY = "any"
OPERATOR = "DCC"
"""The special ability of units that control drones."""


def in_hostile_ecm(prepared: PreparedTable, i: int, *, by: str = ANY) -> bool:
    """Is a unit inside hostile ECM, or cut off by its own stealth armor as if it were? (CE pp.77, 79)

    `by`: what it can be jammed by, as the electronics table says of each system.
    """
    return bool(by) and is_jammed(electronics(prepared), i, by)


def is_jammed(air: Electronics, i: int, by: str) -> bool:
    """Is a unit jammed by what is on the air: inside hostile ECM, or cut off by its own stealth armor?"""
    return (i in air.stealthy and by == ANY) or bool(jammers(air, i, by))


def jammers(air: Electronics, i: int, by: str) -> tuple[int, ...]:
    """Give the carriers of the fields that jam a unit; none where as many of ECCM cancel them."""
    if not air.fields:
        return ()
    against = air.covers[:, i] & air.is_hostile[:, i] & _stops(air, by) & (air.jams > 0)
    own = air.covers[:, i] & ~air.is_hostile[:, i]
    if air.jams[against].sum() <= air.counters[own].sum():
        return ()
    return tuple(dict.fromkeys(air.carrier[against].tolist()))


def in_friendly_ecm(prepared: PreparedTable, i: int) -> bool:
    """Is a unit inside ECM of its own side that no hostile ECCM cancels?"""
    air = electronics(prepared)
    if not air.fields:
        return False
    own = air.covers[:, i] & ~air.is_hostile[:, i]
    against = air.covers[:, i] & air.is_hostile[:, i]
    return bool(air.jams[own].sum() > air.counters[against].sum())


def _stops(air: Electronics, by: str) -> Bools:
    return np.array([by in (ANY, each.code) for each in air.fields], dtype=np.bool_)


# ---- lines


def crosses_hostile_ecm(prepared: PreparedTable, a: int, b: int, *, by: str = ANY) -> bool:
    """Does the line between the centres of two units cross ECM that is hostile to the first? (CE p.77)"""
    return bool(by) and bool(cut_lines(prepared, electronics(prepared), [a], [b], by=by)[0])


def cut_lines(prepared: PreparedTable, air: Electronics, a: ArrayLike, b: ArrayLike, *, by: str) -> Bools:
    """Say which of the lines (m,) cross ECM that is hostile to their first unit."""
    one, other = (np.asarray(each, dtype=np.intp).reshape(-1) for each in (a, b))
    found = np.zeros(len(one), dtype=np.bool_)
    if not air.fields:
        return found
    hostile = air.is_hostile[:, one]
    against = _crossed(prepared, air, one, other, hostile & (_stops(air, by) & (air.jams > 0))[:, None])
    found[against.line] = True
    if not air.counters.any():
        return found
    own = _crossed(prepared, air, one, other, ~hostile & (air.counters > 0)[:, None])
    for line in np.flatnonzero(found).tolist():
        found[line] = _is_more_somewhere(against.of(line, air.jams), own.of(line, air.counters))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Crossed:
    """Which line runs through which field, from where to where, as shares of its way: (p,) each."""

    field: Ints
    line: Ints
    low: Floats
    high: Floats

    def of(self, line: int, counts: Ints) -> tuple[Floats, Floats, Ints]:
        """Give the stretches of one line, and as how many fields each counts."""
        own = self.line == line
        return self.low[own], self.high[own], counts[self.field[own]]


def _crossed(prepared: PreparedTable, air: Electronics, a: Ints, b: Ints, asked: Bools) -> _Crossed:
    """Measure where lines run through the fields (k, m) that are asked for."""
    k, line = np.nonzero(asked)
    low, high = prepared.metric.spans_within(
        air.bases, a[line], b[line], carrier=air.carrier[k], reach=air.reach[k]
    )
    meets = low <= high
    return _Crossed(k[meets], line[meets], low[meets], high[meets])


def _is_more_somewhere(against: tuple[Floats, Floats, Ints], own: tuple[Floats, Floats, Ints]) -> bool:
    """Say whether more hostile fields than own ones of ECCM lie on one place of a line."""
    ends = np.unique([end for low, high, _ in (against, own) for end in (*low, *high) if np.isfinite(end)])
    places = np.concatenate((ends, (ends[1:] + ends[:-1]) / 2.0))
    sums = [
        ((low[:, None] <= places) & (places <= high[:, None])).astype(np.intp).T @ count
        for low, high, count in (against, own)
    ]
    return bool((sums[0] > sums[1]).any())


# ---- what is jammed


def probe_reach(prepared: PreparedTable, a: int) -> float:
    """Give the reach of a unit's best probe that works where it stands, 0 without."""
    return max((inches for inches, _ in _probes(prepared, a)), default=0.0)


def probe_reach_to(prepared: PreparedTable, a: int, t: int) -> float:
    """Give the reach of its best probe that also works along the line to another unit."""
    return max(
        (
            inches
            for inches, row in _probes(prepared, a)
            if not crosses_hostile_ecm(prepared, a, t, by=row.stopped_by)
        ),
        default=0.0,
    )


def hidden_inches(prepared: PreparedTable, row: SystemRow) -> float:
    """Give within how many inches a kind of probe finds hidden units."""
    inches = prepared.options.values["probe.hidden"]
    if not isinstance(inches, tuple) or not 0 < row.hidden <= len(inches):
        return 0.0
    return float(inches[row.hidden - 1])


def _probes(prepared: PreparedTable, a: int) -> Iterator[tuple[float, SystemRow]]:
    if not prepared.units.units[a].specials:
        return
    for system in electronics(prepared).systems:
        is_probe = system.unit == a and system.row.kind == "probe" and not system.off
        if is_probe and not in_hostile_ecm(prepared, a, by=system.row.stopped_by):
            yield system.radius + more_of_eyes(prepared, a), system.row


def more_of_eyes(prepared: PreparedTable, a: int) -> float:
    """Give what Eagle's Eyes add to the reach of every probe (CE p.95)."""
    return (
        prepared.edition.bonuses[EAGLES_EYES].points
        if EAGLES_EYES in pilot_ids(prepared.units.units[a])
        else 0.0
    )


def is_lost_drone(prepared: PreparedTable, i: int) -> bool:
    """Has a drone lost its control link? (CE p.84, AS p.24)

    Inside hostile ECM always. Otherwise it is linked to any working unit of its side that controls drones; where none
    is on the table, the operator sits somewhere else and no line can be drawn.
    """
    row = _system_of(prepared, i, "drone")
    if row is None:
        return False
    if in_hostile_ecm(prepared, i, by=row.stopped_by):
        return True
    operators = [
        k
        for k, unit in enumerate(prepared.units.units)
        if k != i
        and unit.has(OPERATOR)
        and not unit.is_enemy_of(prepared.units.units[i])
        and not any(carrier_reasons(prepared, k))
    ]
    if not operators:
        return False
    lines = cut_lines(prepared, electronics(prepared), [i] * len(operators), operators, by=row.stopped_by)
    return bool(lines.all())


def is_blinded_pod(prepared: PreparedTable, i: int) -> bool:
    """Is a virtual reality pod inside hostile ECM? It fires no weapons then (CE p.91)."""
    row = _system_of(prepared, i, "pod")
    return row is not None and in_hostile_ecm(prepared, i, by=row.stopped_by)


def _system_of(prepared: PreparedTable, i: int, kind: str) -> SystemRow | None:
    unit = prepared.units.units[i]
    return (
        next((row for row in systems_on(prepared, unit) if row.kind == kind), None) if unit.specials else None
    )
