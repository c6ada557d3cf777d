"""How is a shell rolled for whose gun cannot fire any more? It is in the air, whatever has become of the gun.

It was fired in an earlier turn and comes down in this one (CE p.151); what keeps a unit from attacking is left out.
"""

from dataclasses import replace
from typing import Final

from astrike.model.attack_question import TablePoint
from astrike.model.unit import Unit
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.prepared import prepare

_KEEPS_FROM_FIRING: Final = frozenset(
    {"destroyed", "off-table", "shutdown", "stunned", "dropping", "dropped"}
)


def is_landing(prepared: PreparedTable, attacker: str, aim: str | TablePoint, kind: str) -> bool:
    """Does a shell of this attack come down now?"""
    table = prepared.table
    return any(
        each.lands is not None
        and not each.is_in_flight(table.turn)
        and (each.by, each.target, each.ask.kind) == (attacker, aim, kind)
        for each in table.attacks
    )


def as_fired(prepared: PreparedTable, attacker: str, aim: str | TablePoint, kind: str) -> PreparedTable:
    """Give the table on which a shell that lands is rolled for: its gun can fire; the table itself for all else."""
    gun = prepared.unit_of(attacker)
    able = _able(prepared, gun, kind)
    if able == gun or not is_landing(prepared, attacker, aim, kind):
        return prepared
    units = tuple(able if each.id == attacker else each for each in prepared.table.units)
    others = tuple(each for each in prepared.table.declarations if each.by != attacker)
    return prepare(replace(prepared.table, units=units, declarations=others)).prepared


def _able(prepared: PreparedTable, gun: Unit, kind: str) -> Unit:
    stays = {"off-table"} if kind in prepared.edition.tagged("from-off-table") else set()
    return replace(
        gun,
        state=gun.state - (_KEEPS_FROM_FIRING - stays),
        heat=min(gun.heat, int(prepared.edition.number("heat.shutdown")) - 1),
        motion="ground" if gun.motion == "sprint" else gun.motion,
        carried_by=None,
    )
