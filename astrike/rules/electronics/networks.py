"""Which members of each network are on, why not, and what do the electronic fields of a table cover?

An explained answer about a whole table. Sources: CE pp.38-39, 76-91, 161, 168; AS pp.48, 51, 91-92.
"""

from collections.abc import Iterator, Sequence

from astrike.model.electronics_answer import ElectronicField, MemberAnswer, NetworkAnswer, NetworksAnswer
from astrike.model.explain import Facts, OptionUsed, Reason, facts
from astrike.model.legality import Finding
from astrike.rules.edition_rows import reason
from astrike.rules.electronics.jamming import hidden_inches, jammers
from astrike.rules.electronics.links import (
    LinkedNetwork,
    LinkFault,
    linked_networks,
    linked_networks_with,
    with_remote_sensors,
)
from astrike.rules.electronics.systems import (
    FIELDS,
    Electronics,
    ElectronicSystem,
    electronics,
    electronics_with,
)
from astrike.rules.table.prepared_table import PreparedTable


def networks(prepared: PreparedTable, *, next_turn: bool = False) -> NetworksAnswer:
    """Answer all networks and fields of a table as they are now, or as they can be next turn.

    Stealth armor is switched in the End Phase and works from then on (AS p.48): for the next turn the answer is that
    of armor switched off, and who has still to switch it says so.
    """
    prepared = with_remote_sensors(prepared)
    air, wired = electronics(prepared), linked_networks(prepared)
    switched: frozenset[int] = frozenset()
    if next_turn:
        switched = frozenset(i for i in air.stealthy if "stealth-off" not in prepared.units.units[i].state)
        air = electronics_with(prepared, frozenset())
        wired = linked_networks_with(prepared, air)
    return NetworksAnswer(
        edition=prepared.edition.id,
        networks=tuple(_network(prepared, each, switched) for each in wired),
        electronic_fields=tuple(_electronic_field(prepared, air, system) for system in air.systems),
        options_used=tuple(
            OptionUsed(name, prepared.options.fact(name)) for name in _options(prepared, air, wired)
        ),
    )


def network_faults(prepared: PreparedTable) -> tuple[Finding, ...]:
    """Name what is wrong with the make-up of every network, in the order of the file."""
    return tuple(
        Finding(
            key=why.key,
            severity="error",
            label=why.label,
            cite=why.cite,
            where=prepared.units.units[wired.members[0].unit].at,
            by=tuple(prepared.units.units[member.unit].id for member in wired.members),
            facts=why.facts,
        )
        for wired in linked_networks(prepared)
        if wired.members
        for why in _reasons(prepared, wired.findings)
    )


def fields_of_unit(prepared: PreparedTable, i: int) -> tuple[ElectronicField, ...]:
    """Give the fields, probes and designators of one unit."""
    if not prepared.units.units[i].specials:
        return ()
    air = electronics(prepared)
    return tuple(_electronic_field(prepared, air, system) for system in air.systems if system.unit == i)


def _network(prepared: PreparedTable, wired: LinkedNetwork, switched: frozenset[int]) -> NetworkAnswer:
    network, row = wired.network, wired.row
    linked = frozenset().union(*wired.circles)
    members = []
    for member in wired.members:
        notes = list(member.notes)
        if member.unit in switched and member.unit in linked:
            notes.append(("network.stealth-switched", facts()))
        members.append(
            MemberAnswer(
                unit=prepared.units.units[member.unit].id,
                role=member.role,
                on=member.unit in linked,
                reasons=tuple(_reasons(prepared, (*member.off, *notes))),
            )
        )
    return NetworkAnswer(
        id=network.id,
        type=network.type,
        label=row.label,
        cite=row.cite,
        on=bool(wired.circles),
        members=tuple(members),
        findings=tuple(_reasons(prepared, wired.findings)),
    )


def _reasons(prepared: PreparedTable, found: Sequence[LinkFault]) -> Iterator[Reason]:
    seen: list[tuple[str, Facts]] = []
    for key, measured in found:
        if (key, measured) not in seen:
            seen.append((key, measured))
            yield reason(prepared, key, measured)


def _electronic_field(prepared: PreparedTable, air: Electronics, system: ElectronicSystem) -> ElectronicField:
    off: list[LinkFault] = [(key, facts()) for key in system.off]
    row = system.row
    if row.kind != FIELDS and row.stopped_by:
        if system.unit in air.stealthy and row.stopped_by == "any":
            off.append(("electronics.stealth", facts()))
        carriers = jammers(air, system.unit, row.stopped_by)
        if carriers:
            names = ", ".join(prepared.units.units[i].id for i in carriers)
            off.append(("electronics.jammed", facts(by=names)))
    kind = "eccm" if row.kind == FIELDS and system.counters and not system.jams else row.kind
    unit = prepared.units.units[system.unit]
    return ElectronicField(
        unit=unit.id,
        code=row.code,
        kind=kind,
        label=row.label,
        cite=row.cite,
        radius=system.radius,
        side=unit.side,
        on=not off,
        reasons=tuple(_reasons(prepared, off)),
        count=max(1, system.jams + system.counters),
        hidden=hidden_inches(prepared, row) if row.kind == "probe" else 0.0,
        measured_from=prepared.options.word("ecm.measure") if row.kind == FIELDS else "edge",
    )


def _options(prepared: PreparedTable, air: Electronics, wired: Sequence[LinkedNetwork]) -> Iterator[str]:
    """Name the options that decided something."""
    can_be_jammed = wired or any(system.row.stopped_by for system in air.systems)
    if air.fields and can_be_jammed:
        yield "ecm.measure"
    settings = {prepared.units.units[system.unit].ecm for system in air.systems if system.row.kind == FIELDS}
    if settings - {"off"} and (prepared.options.is_on("ecm-eccm") or "eccm" in settings):
        yield "ecm-eccm"
    if any(system.row.kind == "probe" and not system.off for system in air.systems):
        yield "probe.hidden"
