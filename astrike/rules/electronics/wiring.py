"""Who is linked to whom in each network, and why not?

Which question: which members share their ranges right now? Sources: CE pp.76-82, 87; AS pp.48, 51.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from astrike.model.explain import Facts, facts
from astrike.model.table import Network
from astrike.rulebook.electronics import NetRow, SystemRow
from astrike.rules.battlefield import Field
from astrike.rules.electronics.jamming import ANY, cut_lines, jammers
from astrike.rules.electronics.systems import Electronics, carrier_reasons, electronics

LOST = frozenset({"electronics.destroyed", "electronics.off-table", "electronics.shutdown"})
"""Why a master is lost to its network."""
Why = tuple[str, Facts]
"""A key of the reasons table, and what was measured."""


@dataclass(frozen=True, slots=True)
class Member:
    """One unit in one network, and why it is off."""

    unit: int
    role: str
    """`master`, `slave` or `peer`."""
    off: tuple[Why, ...]
    notes: tuple[Why, ...]
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
    off: list[Why] = field(default_factory=list)
    notes: list[Why] = field(default_factory=list)

    @property
    def works(self) -> bool:
        """Does its own system work, whatever the others do?"""
        return not self.off


@dataclass(frozen=True, slots=True)
class Wiring:
    """One network as it stands."""

    network: Network
    row: NetRow
    members: tuple[Member, ...]
    circles: tuple[frozenset[int], ...]
    """Units that share their ranges with each other, at least two each."""
    findings: tuple[Why, ...]


@lru_cache(maxsize=8)
def wirings(field: Field) -> tuple[Wiring, ...]:
    """Link up every network of this table."""
    return wirings_with(field, electronics(field))


def wirings_with(field: Field, air: Electronics) -> tuple[Wiring, ...]:
    """Link up every network with this on the air."""
    return tuple(_wired(field, air, network) for network in field.networks)


def is_linked(field: Field, i: int, network: str) -> bool:
    """Does a unit share ranges in a network of this type right now?"""
    return bool(field.networks) and any(
        wired.network.type == network and i in circle for wired in wirings(field) for circle in wired.circles
    )


def _wired(field: Field, air: Electronics, network: Network) -> Wiring:
    row = field.edition.nets[network.type]
    members = _members(field, network, row)
    findings = list(_findings(field, network, row, members))
    for member in members:
        if member.system is None:
            member.off.append(("network.no-system", facts(unit=field.units.units[member.unit].id)))
        member.off += _own_reasons(field, air, member)
        member.off += [why for why in findings if why[0] != "network.no-system"]
    circles = _peers(field, air, members) if row.peers else _led(field, air, members, row)
    linked = frozenset().union(*circles)
    for member in members:
        if member.works and member.unit not in linked:
            member.off.append(("network.cut-off" if row.peers else "network.alone", facts()))
    frozen = tuple(Member(each.unit, each.role, tuple(each.off), tuple(each.notes)) for each in members)
    return Wiring(network, row, frozen, tuple(circles), tuple(findings))


# ---- make-up


def _members(field: Field, network: Network, row: NetRow) -> list[_Place]:
    """Give each member its place; who follows a further master in the list is linked through that one."""
    names = dict.fromkeys(([network.master] if network.master is not None else []) + [*network.members])
    units = [field.units.index[name] for name in names if name in field.units.index]
    if row.peers:
        return [_Place(i, "peer", _link(field, i, row.peers)) for i in units]
    found: list[_Place] = []
    parent = 0
    for i in units:
        if field.units.units[i].id == network.master:
            found.append(_Place(i, "master", _link(field, i, row.masters)))
            continue
        system = _link(field, i, row.slaves)
        further = _link(field, i, row.masters) if system is None and row.further else None
        if further is not None:
            parent = len(found)
            found.append(_Place(i, "master", further, 0))
        else:
            found.append(_Place(i, "slave", system, parent))
    return found


def _link(field: Field, i: int, codes: Sequence[str]) -> SystemRow | None:
    """Give what links a unit in a place that needs one of these codes."""
    rows = [row for row in field.edition.electronics.values() if row.kind == "link"]
    unit = field.units.units[i]
    return next((row for code in codes for row in rows if row.code == code and unit.has(code)), None)


def _findings(field: Field, network: Network, row: NetRow, members: Sequence[_Place]) -> Iterator[Why]:
    """Say what is wrong with the make-up of a network (CE p.80, AS p.51)."""
    if not row.peers and network.master is None:
        yield "network.no-master", facts()
    for member in members:
        if member.system is None:
            yield "network.no-system", facts(unit=field.units.units[member.unit].id)
    further = [k for k, member in enumerate(members) if k and member.role == "master"]
    slaves = [sum(member.parent == k and member.role == "slave" for member in members) for k in (0, *further)]
    most = row.whole if further else row.most
    is_crowded = not row.peers and max(slaves) > row.most - 1
    if len(members) > most or len(further) > row.further or is_crowded:
        yield "network.too-many", facts(members=len(members), most=most)
    sides = {field.units.units[member.unit].side for member in members}
    if len(sides) > 1:
        yield "network.sides", facts(sides=", ".join(sorted(side or "none" for side in sides)))


# ---- what works


def _own_reasons(field: Field, air: Electronics, member: _Place) -> Iterator[Why]:
    yield from ((key, facts()) for key in carrier_reasons(field, member.unit))
    by = member.system.stopped_by if member.system is not None else ANY
    if member.unit in air.stealthy and by == ANY:
        yield "electronics.stealth", facts()
    carriers = jammers(air, member.unit, by)
    if carriers:
        yield "electronics.jammed", facts(by=", ".join(field.units.units[i].id for i in carriers))


def _peers(field: Field, air: Electronics, members: Sequence[_Place]) -> list[frozenset[int]]:
    """Link peers that work and whose line is free, directly or through others (CE pp.77, 87)."""
    working = [k for k, member in enumerate(members) if member.works]
    pairs = [(a, b) for a in working for b in working if a < b]
    free = _free(field, air, members, pairs)
    return _circles(members, [pair for pair, is_free in zip(pairs, free, strict=True) if is_free])


def _led(field: Field, air: Electronics, members: Sequence[_Place], row: NetRow) -> list[frozenset[int]]:
    """Link slaves to their masters, and those to the first one; an emergency master may stand in (CE pp.77, 80-82)."""
    head = _head(field, members, row)
    if head is None:
        for member in members[1:]:
            member.off.append(("network.master", facts()))
        return []
    links: list[tuple[int, int]] = []
    for k, member in enumerate(members):
        if k == head or not member.works:
            continue
        to = head if member.parent in (0, -1) else member.parent
        if not _free(field, air, members, [(k, to)])[0]:
            member.off.append(("network.line", facts(to=field.units.units[members[to].unit].id)))
        elif not members[to].works:
            member.off.append(("network.further", facts(to=field.units.units[members[to].unit].id)))
        else:
            links.append((k, to))
    return _circles(members, links)


def _head(field: Field, members: Sequence[_Place], row: NetRow) -> int | None:
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
            turns = int(field.edition.number("network.emergency-turns"))
            member.notes.append(("network.emergency", facts(turns=turns)))
            return k
    return None


def _free(
    field: Field, air: Electronics, members: Sequence[_Place], pairs: Sequence[tuple[int, int]]
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
            asked, cut_lines(field, air, ends[:, 0], ends[:, 1], by=by).tolist(), strict=True
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
