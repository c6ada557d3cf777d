"""Which members of a network share their ranges right now, and why do the others not?

Remote sensors that belong to a C3 network count as slaves for one turn, at the place where they lie: somebody in the
network fires them, and the sensor names the network (CE p.82). Sources: CE pp.76-82, 87; AS pp.48, 51.
"""

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from functools import lru_cache
from itertools import product

import numpy as np

from astrike.dataclass import dataclass
from astrike.model.card import Special
from astrike.model.explain import Facts, facts
from astrike.model.table import Network
from astrike.model.terrain import Marker
from astrike.rulebook.combat_rows import NetRow, SystemRow
from astrike.rules.electronics.jamming import ANY, cut_lines, jammers
from astrike.rules.electronics.systems import Electronics, carrier_reasons, electronics
from astrike.rules.table.hypothetical import point_target_at
from astrike.rules.table.prepared_table import PreparedTable, table_with_units

LOST = frozenset({"electronics.destroyed", "electronics.off-table", "electronics.shutdown"})
"""Why a master is lost to its network."""

LinkFault = tuple[str, Facts]
"""A key of the reasons table, and what was measured."""


@dataclass(frozen=True, slots=True)
class NetworkMember:
    """One unit in one network, and why it is off."""

    unit: int
    role: str
    """`master`, `slave` or `peer`."""
    off: tuple[LinkFault, ...]
    notes: tuple[LinkFault, ...]
    """What is to be known although it works."""


@dataclass(slots=True)
class _Place:
    """A place in a network while it is being linked up."""

    unit: int
    role: str
    system: SystemRow | None
    """What links it; None where the card has nothing for its place."""
    parent: int = -1
    """Where in the list of members its own master stands; -1 for the first master and for peers."""
    off: list[LinkFault] = field(default_factory=list)
    notes: list[LinkFault] = field(default_factory=list)

    @property
    def works(self) -> bool:
        """Does its own system work, whatever the others do?"""
        return not self.off


@dataclass(frozen=True, slots=True)
class LinkedNetwork:
    """One network as it stands."""

    network: Network
    row: NetRow
    members: tuple[NetworkMember, ...]
    circles: tuple[frozenset[int], ...]
    """Units that share their ranges with each other, at least two each."""
    findings: tuple[LinkFault, ...]


@lru_cache(maxsize=8)
def linked_networks(prepared: PreparedTable) -> tuple[LinkedNetwork, ...]:
    """Link up every network of this table."""
    return linked_networks_with(prepared, electronics(prepared))


def linked_networks_with(prepared: PreparedTable, air: Electronics) -> tuple[LinkedNetwork, ...]:
    """Link up every network with this on the air."""
    return tuple(_wired(prepared, air, network) for network in prepared.networks)


def is_linked(prepared: PreparedTable, i: int, network: str) -> bool:
    """Does a unit share ranges in a network of this type right now?"""
    return bool(prepared.networks) and any(
        wired.network.type == network and i in circle
        for wired in linked_networks(prepared)
        for circle in wired.circles
    )


def _wired(prepared: PreparedTable, air: Electronics, network: Network) -> LinkedNetwork:
    row = prepared.edition.nets[network.type]
    members = _members(prepared, network, row)
    findings = list(_findings(prepared, network, row, members))
    for member in members:
        if member.system is None:
            member.off.append(("network.no-system", facts(unit=prepared.units.units[member.unit].id)))
        member.off += _own_reasons(prepared, air, member)
        member.off += [why for why in findings if why[0] != "network.no-system"]
    circles = _peers(prepared, air, members) if row.peers else _led(prepared, air, members, row)
    linked = frozenset().union(*circles)
    for member in members:
        if member.works and member.unit not in linked:
            member.off.append(("network.cut-off" if row.peers else "network.alone", facts()))
    frozen = tuple(
        NetworkMember(each.unit, each.role, tuple(each.off), tuple(each.notes)) for each in members
    )
    return LinkedNetwork(network, row, frozen, tuple(circles), tuple(findings))


# ---- make-up


def _members(prepared: PreparedTable, network: Network, row: NetRow) -> list[_Place]:
    """Give each member its place; who follows a further master in the list is linked through that one."""
    names = dict.fromkeys(([network.master] if network.master is not None else []) + [*network.members])
    units = [prepared.units.index[name] for name in names if name in prepared.units.index]
    if row.peers:
        return [_Place(i, "peer", _link(prepared, i, row.peers)) for i in units]
    found: list[_Place] = []
    parent = 0
    for i in units:
        if prepared.units.units[i].id == network.master:
            found.append(_Place(i, "master", _link(prepared, i, row.masters)))
            continue
        system = _link(prepared, i, row.slaves)
        further = _link(prepared, i, row.masters) if system is None and row.further else None
        if further is not None:
            parent = len(found)
            found.append(_Place(i, "master", further, 0))
        else:
            found.append(_Place(i, "slave", system, parent))
    return found


def _link(prepared: PreparedTable, i: int, codes: Sequence[str]) -> SystemRow | None:
    """Give what links a unit in a place that needs one of these codes."""
    rows = [row for row in prepared.edition.electronics.values() if row.kind == "link"]
    unit = prepared.units.units[i]
    return next((row for code in codes for row in rows if row.code == code and unit.has(code)), None)


def _findings(
    prepared: PreparedTable, network: Network, row: NetRow, members: Sequence[_Place]
) -> Iterator[LinkFault]:
    """Say what is wrong with the make-up of a network (CE p.80, AS p.51)."""
    if not row.peers and network.master is None:
        yield "network.no-master", facts()
    for member in members:
        if member.system is None:
            yield "network.no-system", facts(unit=prepared.units.units[member.unit].id)
    further = [k for k, member in enumerate(members) if k and member.role == "master"]
    slaves = [sum(member.parent == k and member.role == "slave" for member in members) for k in (0, *further)]
    most = row.whole if further else row.most
    is_crowded = not row.peers and max(slaves) > row.most - 1
    if len(members) > most or len(further) > row.further or is_crowded:
        yield "network.too-many", facts(members=len(members), most=most)
    sides = {prepared.units.units[member.unit].side for member in members}
    if len(sides) > 1:
        yield "network.sides", facts(sides=", ".join(sorted(side or "none" for side in sides)))


# ---- what works


def _own_reasons(prepared: PreparedTable, air: Electronics, member: _Place) -> Iterator[LinkFault]:
    yield from ((key, facts()) for key in carrier_reasons(prepared, member.unit))
    by = member.system.stopped_by if member.system is not None else ANY
    if member.unit in air.stealthy and by == ANY:
        yield "electronics.stealth", facts()
    carriers = jammers(air, member.unit, by)
    if carriers:
        yield "electronics.jammed", facts(by=", ".join(prepared.units.units[i].id for i in carriers))


def _peers(prepared: PreparedTable, air: Electronics, members: Sequence[_Place]) -> list[frozenset[int]]:
    """Link peers that work and whose line is free, directly or through others (CE pp.77, 87)."""
    working = [k for k, member in enumerate(members) if member.works]
    pairs = [(a, b) for a in working for b in working if a < b]
    free = _free(prepared, air, members, pairs)
    return _circles(members, [pair for pair, is_free in zip(pairs, free, strict=True) if is_free])


def _led(
    prepared: PreparedTable, air: Electronics, members: Sequence[_Place], row: NetRow
) -> list[frozenset[int]]:
    """Link slaves to their masters, and those to the first one; an emergency master may stand in (CE pp.77, 80-82)."""
    head = _head(prepared, members, row)
    if head is None:
        for member in members[1:]:
            member.off.append(("network.master", facts()))
        return []
    links: list[tuple[int, int]] = []
    for k, member in enumerate(members):
        if k == head or not member.works:
            continue
        to = head if member.parent in (0, -1) else member.parent
        if not _free(prepared, air, members, [(k, to)])[0]:
            member.off.append(("network.line", facts(to=prepared.units.units[members[to].unit].id)))
        elif not members[to].works:
            member.off.append(("network.further", facts(to=prepared.units.units[members[to].unit].id)))
        else:
            links.append((k, to))
    return _circles(members, links)


def _head(prepared: PreparedTable, members: Sequence[_Place], row: NetRow) -> int | None:
    """Find who leads: the master, or the first working emergency master once it is lost (CE p.82, AS p.51).

    A master that is only jammed is not lost.
    """
    if not members or members[0].role != "master":
        return None
    if members[0].works:
        return 0
    if members[0].system is None or not any(key in LOST for key, _ in members[0].off):
        return None
    for k, member in enumerate(members):
        if member.works and member.system is not None and member.system.code in row.emergency:
            turns = int(prepared.edition.number("network.emergency-turns"))
            member.notes.append(("network.emergency", facts(turns=turns)))
            return k
    return None


def _free(
    prepared: PreparedTable, air: Electronics, members: Sequence[_Place], pairs: Sequence[tuple[int, int]]
) -> list[bool]:
    """Say which lines between members are free; a line is as easily jammed as its weaker end (AS p.51)."""
    weakest = [
        ANY if ANY in stops else min(stops)
        for a, b in pairs
        for stops in [
            {system.stopped_by for k in (a, b) for system in [members[k].system] if system is not None}
        ]
    ]
    found = [True] * len(pairs)
    for by in sorted(set(weakest)):
        asked = [k for k, each in enumerate(weakest) if each == by]
        ends = np.array([[members[end].unit for end in pairs[k]] for k in asked], dtype=np.intp)
        for k, is_cut in zip(
            asked, cut_lines(prepared, air, ends[:, 0], ends[:, 1], by=by).tolist(), strict=True
        ):
            found[k] = not is_cut
    return found


def _circles(members: Sequence[_Place], links: Sequence[tuple[int, int]]) -> list[frozenset[int]]:
    """Put together all who are linked, directly or through others."""
    group = np.arange(len(members))
    for a, b in links:
        group[group == group[b]] = group[a]
    return [
        frozenset(members[k].unit for k in np.flatnonzero(group == one).tolist())
        for one in np.unique(group).tolist()
        if (group == one).sum() > 1
    ]


LAUNCHER = "C3RS"


@lru_cache(maxsize=8)  # one a thread that is answering
def with_remote_sensors(prepared: PreparedTable) -> PreparedTable:
    """Put point targets where sensors of networks are, behind the units of the table, and count them as members."""
    found = tuple(_sensors(prepared))
    if not found:
        return prepared
    once = {marker.id: (marker, network, code) for marker, network, code in found}
    point_targets = {
        name: replace(
            point_target_at(prepared, marker.id, marker.at),
            side=marker.side if marker.side is not None else _side(prepared, network),
            specials=(Special(code, code),),
        )
        for name, (marker, network, code) in once.items()
    }
    networks = tuple(
        replace(
            each, members=(*each.members, *(marker.id for marker, of, _code in found if of.id == each.id))
        )
        for each in prepared.networks
    )
    return replace(
        table_with_units(prepared, prepared.metric.bodies(tuple(point_targets.values()))), networks=networks
    )


def _sensors(prepared: PreparedTable) -> Iterator[tuple[Marker, Network, str]]:
    """Give each sensor with its networks and what a slave there has on its card."""
    ability = prepared.edition.abilities.get(LAUNCHER)
    if ability is None or not ability.applied:
        return
    named = (marker for marker in prepared.table.markers if marker.kind == "sensor" and marker.network)
    for marker, network in product(named, prepared.networks):
        is_in_it = marker.network in (network.id, network.origin)
        if not is_in_it or not prepared.edition.nets[network.type].slaves:
            continue
        members = (prepared.unit_of(name) for name in _names(network) if name in prepared.units.index)
        if any(unit.has(LAUNCHER) for unit in members):
            yield marker, network, prepared.edition.nets[network.type].slaves[0]


def _names(network: Network) -> tuple[str, ...]:
    return (*((network.master,) if network.master is not None else ()), *network.members)


def _side(prepared: PreparedTable, network: Network) -> str | None:
    """Give the side of a network: that of its first member."""
    first = next((name for name in _names(network) if name in prepared.units.index), None)
    return prepared.unit_of(first).side if first is not None else None
