"""Which attack does a form or an address mean, at a unit or at a point, and what does it carry beside the question?"""

from typing import Final

from flask import request, url_for
from werkzeug.datastructures import MultiDict

from astrike.dataclass import dataclass
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.agreed import AgreedTable, agreed_table
from astrike.web.attack.landing import as_fired
from astrike.web.attack.questions import read_question, refuse_wrong
from astrike.web.current.table import Current
from astrike.web.current.tape_ends import point_named
from astrike.web.http.responses import with_query
from astrike.web.questions.form_answers import AskedQuestion

ANYWAY: Final = "anyway"
"""The field that says: the players know that it is out of order."""

Aim = str | TablePoint
"""What is attacked: the id of a unit or piece, or a point."""


@dataclass(frozen=True, slots=True)
class AttackForm:
    """An attack that a form means, on the table that it is worked out on."""

    current: Current
    prepared: PreparedTable
    attacker: str
    aim: Aim
    asked: AskedQuestion[AttackQuestion]
    ground: AgreedTable

    def card(self, *more: tuple[str, str], at: str = "outcome") -> str:
        """Give the address of its card, without dice of its own, at the part of the page that comes next."""
        point = [("to", str(self.aim))] if isinstance(self.aim, TablePoint) else []
        query = [*point, *self.asked.query_without("rolls"), *carried(ANYWAY), *more]
        return f"{with_query(card_address(self.current.code, self.attacker, self.aim), query)}#{at}"


def read_attack(
    current: Current,
    prepared: PreparedTable,
    attacker: str,
    target: str | None,
    form: "MultiDict[str, str]",
    *,
    but: str = "",
) -> AttackForm:
    """Read a form about a target, or about the point that it names; refuse what is wrong with it, `but` one field."""
    asked = read_question(form, current.table)
    aim: Aim = (
        target
        if target is not None
        else point_named(current.table, "to", form.get("to", ""), beside=asked.problems)
    )
    prepared.place_of(attacker)
    refuse_wrong(prepared, attacker, aim, asked, but=but)
    stood = as_fired(prepared, attacker, aim, asked.question.kind)
    ground = agreed_table(current, stood, attacker, aim, asked.question, form)
    return AttackForm(current, prepared, attacker, aim, asked, ground)


def card_address(code: str, attacker: str, aim: Aim) -> str:
    """Give the address of the card of an attack, without its question."""
    if isinstance(aim, TablePoint):
        return url_for("attack.show_attack_at", code=code, attacker=attacker)
    return url_for("attack.show_attack", code=code, attacker=attacker, target=aim)


def carried(*names: str) -> list[tuple[str, str]]:
    """Give what a form or address carries beside its question, for the next one."""
    return [(name, request.values[name][:20]) for name in names if request.values.get(name)]
