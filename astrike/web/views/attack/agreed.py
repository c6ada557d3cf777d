"""On which table is an attack worked out that players agreed on? On one whose base stands just beyond the margin.

It counts as long as the table is as close to call as it was.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from astrike.errors import InputError
from astrike.model.answer import AttackAnswer
from astrike.model.attack import AttackQuestion, Point
from astrike.model.margin import Margins
from astrike.report.figures import inches
from astrike.report.figures import plain as figure
from astrike.report.margins import cause, distinguished
from astrike.rules.attack import Detail, attack
from astrike.rules.battlefield import Field
from astrike.rules.effects.aftermath import aftermath
from astrike.rules.margins.attack import attack_margins
from astrike.rules.margins.beyond import Aim, beyond_margin
from astrike.rules.margins.place import place_margins
from astrike.web.attack.questions import attack_question
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


@dataclass(frozen=True, slots=True)
class Split:
    """Dice that come to different things by the two verdicts of a close call nobody has decided."""

    words: str
    """What they come to by each."""
    choices: tuple[str, str]
    """Both verdicts, the measured one first."""
    ruling: Mapping[str, object]
    """The question without its dice, as it is kept in a ruling."""


def split_on(ground: Ground, attacker: str, question: AttackQuestion) -> Split | None:
    """Tell whether the dice of a question come to different things by both verdicts; None where that is decided."""
    is_decided = ground.agreement is not None and ground.agreement.counts
    if is_decided or not question.rolls or ground.field.metric.unmeasured:
        return None
    plain, field, aim = replace(question, rolls=()), ground.field, ground.aim
    margins = (
        place_margins(field, attacker, aim, plain)
        if isinstance(aim, Point)
        else attack_margins(field, attacker, aim, plain)
    )
    if margins.least is None or not margins.close:
        return None
    beyond = beyond_margin(field, attacker, aim, plain, margins.least)
    if beyond is None:
        return None
    now = _brought(ground, attacker, question)
    other = _brought(Ground(*beyond, None), attacker, question)
    if now == other:
        return None
    choices = distinguished(margins.now, margins.least.becomes, translate=tr)
    fell = " ".join(map(str, question.rolls))
    words = _(
        "%(dice)s: %(now)s at %(one)s, %(then)s at %(two)s",
        dice=fell,
        now=_said(now, other),
        one=choices[0],
        then=_said(other, now),
        two=choices[1],
    )
    return Split(words, choices, attack_question(attacker, aim, plain))


@dataclass(frozen=True, slots=True)
class _Brought:
    """What dice come to: nothing hits, where the attack may not be made."""

    may: bool
    is_hit: bool = False
    dealt: float = 0.0


def _brought(ground: Ground, attacker: str, question: AttackQuestion) -> _Brought:
    bare = answer_on(ground, attacker, replace(question, rolls=()))
    if not bare.allowed:
        return _Brought(may=False)
    try:
        answer = answer_on(ground, attacker, question)
    except InputError:  # a die for the damage, which only the other verdict rolls
        rolls = bare.outcome.rolls if bare.outcome is not None else 1
        question = replace(question, rolls=question.rolls[:rolls])
        answer = answer_on(ground, attacker, question)
    found = aftermath(ground.field, answer, question)
    dealt = answer.outcome.dealt if answer.outcome is not None else None
    return _Brought(may=True, is_hit=found is not None and found.is_hit, dealt=float(dealt or 0))


def _said(brought: _Brought, other: _Brought) -> str:
    if not brought.may:
        return _("no attack")
    if brought.is_hit and other.is_hit:
        return _("%(points)s damage", points=figure(brought.dealt))
    return _("hits") if brought.is_hit else _("misses")


def answer_on(ground: Ground, attacker: str, question: AttackQuestion) -> AttackAnswer:
    """Answer an attack as it stands there."""
    pair = (attacker, ground.aim)
    (answer,) = attack(ground.field, [pair], question, detail=Detail.WHOLE)
    return answer


def _measured(field: Field, margins: Margins) -> str:
    assert margins.least is not None
    why = cause(margins.least, cast_of(field.table).names, translate=tr)
    return _("%(cause)s, tolerance %(inches)s", cause=why, inches=inches(margins.tolerance))
