"""Remote sensors that belong to a C3 network: slaves for one turn, where they lie.

Which question: which sensors on the table lend their place to a network? Somebody in it fires such sensors, and the
sensor names the network. Source: CE p.82.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product

from astrike.model.card import Special
from astrike.model.table import Network
from astrike.model.terrain import Marker
from astrike.rules.battlefield import Field, field_with
from astrike.rules.specks import speck_at

LAUNCHER = "C3RS"


@lru_cache(maxsize=8)  # one a thread that is answering
def with_remote_sensors(field: Field) -> Field:
    """Put specks where sensors of networks lie, behind the units of the table, and count them among the members."""
    found = tuple(_sensors(field))
    if not found:
        return field
    once = {marker.id: (marker, network, code) for marker, network, code in found}
    specks = {
        name: replace(
            speck_at(field, marker.id, marker.at),
            side=marker.side if marker.side is not None else _side(field, network),
            specials=(Special(code, code),),
        )
        for name, (marker, network, code) in once.items()
    }
    networks = tuple(
        replace(
            each, members=(*each.members, *(marker.id for marker, of, _code in found if of.id == each.id))
        )
        for each in field.networks
    )
    return replace(field_with(field, field.metric.bodies(tuple(specks.values()))), networks=networks)


def _sensors(field: Field) -> Iterator[tuple[Marker, Network, str]]:
    """Give each sensor with its networks and what a slave there has on its card."""
    ability = field.edition.abilities.get(LAUNCHER)
    if ability is None or not ability.applied:
        return
    named = (marker for marker in field.table.markers if marker.kind == "sensor" and marker.network)
    for marker, network in product(named, field.networks):
        is_in_it = marker.network in (network.id, network.origin)
        if not is_in_it or not field.edition.nets[network.type].slaves:
            continue
        members = (field.unit_of(name) for name in _names(network) if name in field.units.index)
        if any(unit.has(LAUNCHER) for unit in members):
            yield marker, network, field.edition.nets[network.type].slaves[0]


def _names(network: Network) -> tuple[str, ...]:
    return (*((network.master,) if network.master is not None else ()), *network.members)


def _side(field: Field, network: Network) -> str | None:
    """Give the side of a network: that of its first member."""
    first = next((name for name in _names(network) if name in field.units.index), None)
    return field.unit_of(first).side if first is not None else None
