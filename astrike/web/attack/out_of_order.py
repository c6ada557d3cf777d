"""Is it this unit's turn to attack? An attack out of order takes one more tap, and the history says so.

The side that lost initiative makes all its attacks first, and a unit makes one a turn (CE p.40).
"""

from flask import request

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.turn import TurnStanding
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.turn.standing import is_beside, turn_standing
from astrike.web.attack.attack_form import ANYWAY, Aim, AttackForm
from astrike.web.current.standing import side_due_instead
from astrike.web.http.i18n import _


@dataclass(frozen=True, slots=True)
class OutOfOrder:
    """Why an attack is out of order."""

    side: str
    """Name of the side that attacks now; empty: the attacker has attacked this turn already."""

    @property
    def said(self) -> str:
        """Say it as a short sentence."""
        return _("%(side)s attacks now", side=self.side) if self.side else _("It has attacked this turn")

    @property
    def names(self) -> dict[str, str]:
        """Say it as the label of a change keeps it."""
        return {"due": self.side} if self.side else {"again": "yes"}


def out_of_order(
    prepared: PreparedTable, standing: TurnStanding, attacker: str, aim: Aim, kind: str
) -> OutOfOrder | None:
    """Say whether an attack is out of order; None where it is in order, and where no Combat Phase is led.

    What was declared for later is in order when its side is. What a unit may do beside its one attack is in order
    after it, and also as long as nobody of the next side has attacked.
    """
    table, unit = prepared.table, prepared.unit_of(attacker)
    if not table.is_played or table.phase != "combat":
        return None
    is_extra = is_beside(prepared.edition, unit, kind)
    side = side_due_instead(table, standing, attacker, "combat")
    if side and unit.side != _side_now(standing) and not (is_extra and _has_nobody_attacked(standing)):
        return OutOfOrder(side)
    is_declared = any(
        (each.by, each.target, each.ask.kind) == (attacker, aim, kind) for each in table.attacks
    )
    is_done = any(each.is_done for each in standing.units if each.unit == attacker)
    return OutOfOrder("") if is_done and not is_extra and not is_declared else None


def refuse_out_of_order(form: AttackForm) -> OutOfOrder | None:
    """Say whether the attack of a form is out of order; refuse it when the form does not say that it knows."""
    prepared, kind = form.prepared, form.asked.question.kind
    if not prepared.table.is_played:
        return None
    found = out_of_order(prepared, turn_standing(prepared), form.attacker, form.aim, kind)
    if found is not None and ANYWAY not in request.form:
        raise InputError([Problem(_("the attack"), found.said, _("an attack in order, or Attack anyway"))])
    return found


def _side_now(standing: TurnStanding) -> str:
    return "" if standing.share is None else standing.share.side


def _has_nobody_attacked(standing: TurnStanding) -> bool:
    """Has nobody of the side whose step it is attacked yet?"""
    return not any(each.is_done for each in standing.units if each.side == _side_now(standing))
