"""On which table is an attack worked out that players agreed on? On one whose base stands just beyond the margin.

It counts as long as the table is as close to call as it was.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from astrike.model.answer import AttackAnswer
from astrike.model.margin import Margins
from astrike.report.figures import inches
from astrike.report.margins import cause
from astrike.rules.attack import attack
from astrike.rules.battlefield import Field
from astrike.rules.margins.attack import attack_margins
from astrike.rules.margins.beyond import Aim, beyond_margin
from astrike.rules.margins.place import place_margins
from astrike.rules.points import attack_point
from astrike.rules.situation import AttackQuestion, Point
from astrike.web.asking.rulings import attack_question
from astrike.web.current import Current
from astrike.web.i18n import _, tr
from astrike.web.views.ruling.agreements import Agreement, agreement_on
from astrike.web.views.units import cast_of


@dataclass(frozen=True, slots=True)
class Ground:
    """The table that an attack is worked out on, and what is aimed at there."""

    field: Field
    aim: Aim
    agreement: Agreement | None


def ground_of(
    current: Current,
    field: Field,
    attacker: str,
    aim: Aim,
    question: AttackQuestion,
    asked: Mapping[str, str],
) -> Ground:
    """Stand the table as players agreed on it; as it is where they have agreed on nothing that counts."""
    plain = replace(question, rolls=())
    agreement = agreement_on(current, "attack", attack_question(attacker, aim, plain), asked)
    if agreement is None:
        return Ground(field, aim, None)
    void = Ground(field, aim, replace(agreement, counts=False))
    if agreement.chosen is None:
        return void
    if isinstance(aim, Point):
        margins = place_margins(field, attacker, aim, plain)
    else:
        margins = attack_margins(field, attacker, aim, plain)
    if margins.least is None or not margins.close:
        return void
    said = replace(agreement, counts=True, measured=_measured(field, margins))
    if agreement.chosen == 0:
        return Ground(field, aim, said)
    found = beyond_margin(field, attacker, aim, plain, margins.least)
    return void if found is None else Ground(*found, said)


def answer_on(ground: Ground, attacker: str, question: AttackQuestion) -> AttackAnswer:
    """Answer an attack as it stands there."""
    if isinstance(ground.aim, Point):
        return attack_point(ground.field, attacker, ground.aim, question)
    return attack(ground.field, attacker, ground.aim, question)


def _measured(field: Field, margins: Margins) -> str:
    assert margins.least is not None
    why = cause(margins.least, cast_of(field.table).names, translate=tr)
    return _("%(cause)s, tolerance %(inches)s", cause=why, inches=inches(margins.tolerance))
