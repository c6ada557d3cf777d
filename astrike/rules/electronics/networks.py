"""All networks and electronic fields of a table, explained.

Which question: which members of a network are on, why not, and what do the fields around the units cover?
Sources: CE pp.38-39, 76-91, 161, 168; AS pp.48, 51, 91-92.
"""

from collections.abc import Iterator, Sequence

from astrike.model.combat import Bubble, MemberAnswer, NetworkAnswer, NetworksAnswer
from astrike.model.explain import Facts, OptionUsed, Reason, facts
from astrike.model.legality import Finding
from astrike.rules.battlefield import Field
from astrike.rules.electronics.jamming import hidden_inches, jammers
from astrike.rules.electronics.sensors import with_remote_sensors
from astrike.rules.electronics.systems import (
    FIELDS,
    Electronics,
    System,
    electronics,
    electronics_with,
)
from astrike.rules.electronics.wiring import Why, Wiring, wirings, wirings_with
from astrike.rules.reasons import reason


def networks(field: Field, *, next_turn: bool = False) -> NetworksAnswer:
    """Answer all networks and fields of a table as they are now, or as they can be next turn.

    Stealth armor is switched in the End Phase and works from then on (AS p.48): for the next turn the answer is that
    of armor switched off, and who has still to switch it says so.
    """
    field = with_remote_sensors(field)
    air, wired = electronics(field), wirings(field)
    switched: frozenset[int] = frozenset()
    if next_turn:
        switched = frozenset(i for i in air.stealthy if "stealth-off" not in field.units.units[i].state)
        air = electronics_with(field, frozenset())
        wired = wirings_with(field, air)
    return NetworksAnswer(
        edition=field.edition.id,
        networks=tuple(_network(field, each, switched) for each in wired),
        bubbles=tuple(_bubble(field, air, system) for system in air.systems),
        options_used=tuple(
            OptionUsed(name, field.options.fact(name)) for name in _options(field, air, wired)
        ),
    )


def misfits(field: Field) -> tuple[Finding, ...]:
    """Name what is wrong with the make-up of every network, in the order of the file."""
    return tuple(
        Finding(
            key=why.key,
            severity="error",
            label=why.label,
            cite=why.cite,
            where=field.units.units[wired.members[0].unit].at,
            by=tuple(field.units.units[member.unit].id for member in wired.members),
            facts=why.facts,
        )
        for wired in wirings(field)
        if wired.members
        for why in _reasons(field, wired.findings)
    )


def bubbles_of(field: Field, i: int) -> tuple[Bubble, ...]:
    """Give the fields, probes and designators of one unit."""
    if not field.units.units[i].specials:
        return ()
    air = electronics(field)
    return tuple(_bubble(field, air, system) for system in air.systems if system.unit == i)


def _network(field: Field, wired: Wiring, switched: frozenset[int]) -> NetworkAnswer:
    network, row = wired.network, wired.row
    linked = frozenset().union(*wired.circles)
    members = []
    for member in wired.members:
        notes = list(member.notes)
        if member.unit in switched and member.unit in linked:
            notes.append(("network.stealth-switched", facts()))
        members.append(
            MemberAnswer(
                unit=field.units.units[member.unit].id,
                role=member.role,
                on=member.unit in linked,
                reasons=tuple(_reasons(field, (*member.off, *notes))),
            )
        )
    return NetworkAnswer(
        id=network.id,
        type=network.type,
        label=row.label,
        cite=row.cite,
        on=bool(wired.circles),
        members=tuple(members),
        findings=tuple(_reasons(field, wired.findings)),
    )


def _reasons(field: Field, found: Sequence[Why]) -> Iterator[Reason]:
    seen: list[tuple[str, Facts]] = []
    for key, measured in found:
        if (key, measured) not in seen:
            seen.append((key, measured))
            yield reason(field, key, measured)


def _bubble(field: Field, air: Electronics, system: System) -> Bubble:
    off: list[Why] = [(key, facts()) for key in system.off]
    row = system.row
    if row.kind != FIELDS and row.stopped_by:
        if system.unit in air.stealthy and row.stopped_by == "any":
            off.append(("electronics.stealth", facts()))
        carriers = jammers(air, system.unit, row.stopped_by)
        if carriers:
            names = ", ".join(field.units.units[i].id for i in carriers)
            off.append(("electronics.jammed", facts(by=names)))
    kind = "eccm" if row.kind == FIELDS and system.counters and not system.jams else row.kind
    unit = field.units.units[system.unit]
    return Bubble(
        unit=unit.id,
        code=row.code,
        kind=kind,
        label=row.label,
        cite=row.cite,
        radius=system.radius,
        side=unit.side,
        on=not off,
        reasons=tuple(_reasons(field, off)),
        count=max(1, system.jams + system.counters),
        hidden=hidden_inches(field, row) if row.kind == "probe" else 0.0,
        measured_from=field.options.word("ecm.measure") if row.kind == FIELDS else "edge",
    )


def _options(field: Field, air: Electronics, wired: Sequence[Wiring]) -> Iterator[str]:
    """Name the options that decided something."""
    can_be_jammed = wired or any(system.row.stopped_by for system in air.systems)
    if air.fields and can_be_jammed:
        yield "ecm.measure"
    settings = {field.units.units[system.unit].ecm for system in air.systems if system.row.kind == FIELDS}
    if settings - {"off"} and (field.options.is_on("ecm-eccm") or "eccm" in settings):
        yield "ecm-eccm"
    if any(system.row.kind == "probe" and not system.off for system in air.systems):
        yield "probe.hidden"
