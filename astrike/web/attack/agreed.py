"""On which table is an attack solved whose close call both players have agreed on?

On a table where a base or the point aimed at lies just beyond the margin. The agreement holds as long as the table is
as close to call as it was.
"""

from collections.abc import Mapping
from dataclasses import replace

from astrike.dataclass import dataclass
from astrike.errors import InputError
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.margin import Margins
from astrike.model.number_text import plain_number as figure
from astrike.report.rulings.margins import cause_words, distinguished
from astrike.report.words.numbers import inches
from astrike.rules.effects.aftermath import aftermath
from astrike.rules.rulings.attack_and_sight_margins import attack_call, attack_margins
from astrike.rules.rulings.displaced import PointAimedAt, beyond_margin
from astrike.rules.rulings.place_margins import place_margins
from astrike.rules.solver.attack import Detail, attack
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.attack_dice import rolls_of
from astrike.web.attack.questions import attack_question
from astrike.web.current.agreements import Agreement, agreement_on
from astrike.web.current.table import Current
from astrike.web.current.units import unit_labels
from astrike.web.http.i18n import _, tr


@dataclass(frozen=True, slots=True)
class AgreedTable:
    """The table that an attack is worked out on, and what is aimed at there."""

    prepared: PreparedTable
    aim: PointAimedAt
    agreement: Agreement | None


def agreed_table(
    current: Current,
    prepared: PreparedTable,
    attacker: str,
    aim: PointAimedAt,
    question: AttackQuestion,
    asked: Mapping[str, str],
) -> AgreedTable:
    """Stand the table as players agreed on it; as it is where they have agreed on nothing that counts."""
    plain = replace(question, rolls=())
    agreement = agreement_on(current, "attack", attack_question(attacker, aim, plain), asked)
    if agreement is None:
        return AgreedTable(prepared, aim, None)
    void = AgreedTable(prepared, aim, replace(agreement, counts=False))
    if agreement.chosen is None:
        return void
    if isinstance(aim, TablePoint):
        margins = place_margins(prepared, attacker, aim, plain)
    else:
        margins = attack_margins(prepared, attacker, aim, plain)
    if margins.least is None or not margins.close:
        return void
    stated = replace(agreement, counts=True, measured=_measured(prepared, margins))
    if agreement.chosen == 0:
        return AgreedTable(prepared, aim, stated)
    found = beyond_margin(prepared, attacker, aim, plain, margins.least)
    return void if found is None else AgreedTable(*found, stated)


@dataclass(frozen=True, slots=True)
class SplitVerdict:
    """Dice that come to different things by the two verdicts of a close call nobody has decided."""

    words: str
    """What they come to by each."""
    choices: tuple[str, str]
    """Both verdicts, the measured one first."""
    ruling: Mapping[str, object]
    """The question without its dice, as it is kept in a ruling."""


def split_on(ground: AgreedTable, attacker: str, question: AttackQuestion) -> SplitVerdict | None:
    """Tell whether the dice of a question come to different things by both verdicts; None where that is decided."""
    is_decided = ground.agreement is not None and ground.agreement.counts
    if is_decided or not question.rolls or ground.prepared.metric.unmeasured:
        return None
    plain, prepared, aim = replace(question, rolls=()), ground.prepared, ground.aim
    if isinstance(aim, str) and attack_call(prepared, attacker, aim, plain) is None:
        return None
    margins = (
        place_margins(prepared, attacker, aim, plain)
        if isinstance(aim, TablePoint)
        else attack_margins(prepared, attacker, aim, plain)
    )
    if margins.least is None or not margins.close:
        return None
    beyond = beyond_margin(prepared, attacker, aim, plain, margins.least)
    if beyond is None:
        return None
    now = _brought(ground, attacker, question)
    other = _brought(AgreedTable(*beyond, None), attacker, question)
    if (now.is_hit, now.dealt) == (other.is_hit, other.dealt):
        return None  # what is not allowed hurts nobody either
    choices = distinguished(margins.now, margins.least.becomes, translate=tr)
    stated = ", ".join([_stated(now, other, choices[0]), _stated(other, now, choices[1])])
    words = _("%(dice)s: %(outcomes)s", dice=" ".join(map(str, question.rolls)), outcomes=stated)
    return SplitVerdict(words, choices, attack_question(attacker, aim, plain))


@dataclass(frozen=True, slots=True)
class _Brought:
    """What dice come to: nothing hits, where the attack may not be made."""

    may: bool
    is_hit: bool = False
    dealt: float = 0.0


def _brought(ground: AgreedTable, attacker: str, question: AttackQuestion) -> _Brought:
    bare = answer_on(ground, attacker, replace(question, rolls=()))
    if not bare.allowed:
        return _Brought(may=False)
    try:
        answer = answer_on(ground, attacker, question)
    except InputError:  # a die for the damage, which only the other verdict rolls
        question = replace(question, rolls=question.rolls[: rolls_of(bare)])
        answer = answer_on(ground, attacker, question)
    found = aftermath(ground.prepared, answer, question)
    dealt = answer.outcome.dealt if answer.outcome is not None else None
    return _Brought(may=True, is_hit=found is not None and found.is_hit, dealt=float(dealt or 0))


def _stated(brought: _Brought, other: _Brought, verdict: str) -> str:
    """Say what the dice come to by one verdict."""
    if not brought.may:
        return _("not allowed by the other reading")
    if brought.is_hit and other.is_hit:
        return _("%(points)s damage at %(verdict)s", points=figure(brought.dealt), verdict=verdict)
    return (
        _("hits at %(verdict)s", verdict=verdict)
        if brought.is_hit
        else _("misses at %(verdict)s", verdict=verdict)
    )


def answer_on(ground: AgreedTable, attacker: str, question: AttackQuestion) -> AttackAnswer:
    """Answer an attack as it stands there."""
    pair = (attacker, ground.aim)
    (answer,) = attack(ground.prepared, [pair], question, detail=Detail.WHOLE)
    return answer


def _measured(prepared: PreparedTable, margins: Margins) -> str:
    assert margins.least is not None
    why = cause_words(margins.least, unit_labels(prepared.table).names, translate=tr)
    return _("%(cause)s, tolerance %(inches)s", cause=why, inches=inches(margins.tolerance))
