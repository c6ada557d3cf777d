"""Which dice have fallen for this very attack, this turn, without being applied? Its card opens again with them."""

from typing import Final
from urllib.parse import parse_qsl, urlencode

from flask import request

from astrike.model.document_change import ChangeLabel
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.turn.standing import is_beside
from astrike.store.table.rolls import rolls
from astrike.web.attack.attack_form import ANYWAY, Aim, AttackForm, carried
from astrike.web.current.agreements import FIELD
from astrike.web.current.played import KEPT
from astrike.web.current.table import Current
from astrike.web.database import database

Pairs = list[tuple[str, str]]

_LOOKED_BACK: Final = 30
"""So many rolls are looked through."""
_ATTACKER, _AIM, _TURN, _ASKED = "by", "at", "turn", "asked"


def attack_named(form: AttackForm) -> dict[str, str]:
    """Name an attack in the label of its roll, so that its card finds it again."""
    agreement = form.ground.agreement
    agreed = [] if agreement is None else [(FIELD, agreement.id)]
    asked = [*form.asked.query_without("rolls"), *carried(ANYWAY), *agreed]
    return {
        _ATTACKER: form.attacker,
        _AIM: str(form.aim),
        _TURN: str(form.current.table.turn),
        _ASKED: urlencode(asked),
    }


def fell_before(current: Current, prepared: PreparedTable, attacker: str, aim: Aim, kind: str) -> Pairs:
    """Give the question and dice of the newest roll for an attack that is still to be applied; nothing without one."""
    table, unit = current.table, prepared.unit_of(attacker)
    is_open = table.is_played and table.phase == "combat" and not unit.fired
    if (
        not is_open
        or is_beside(prepared.edition, unit, kind)
        or {"rolls", "written", "x"} & request.args.keys()
    ):
        return []
    named = {_ATTACKER: attacker, _AIM: str(aim), _TURN: str(table.turn)}
    for each in rolls(database(), current.stored.id, limit=_LOOKED_BACK):
        if each.label.key == "roll.attack" and _is_of(each.label, named, kind):
            fell = " ".join(str(die.fell) for die in each.dice)
            return [*_asked(each.label), (KEPT, str(each.number)), ("rolls", fell)]
    return []


def _is_of(label: ChangeLabel, named: dict[str, str], kind: str) -> bool:
    return label.names.get("kind") == kind and named.items() <= label.names.items()


def _asked(label: ChangeLabel) -> Pairs:
    """Give the question that was rolled for, unless the address asks another one of the same attack."""
    said = [pair for pair in request.args.items(multi=True) if pair[0] not in (KEPT, "to")]
    if any(name != "kind" for name, _value in said):
        return said
    return parse_qsl(label.names.get(_ASKED, ""))
