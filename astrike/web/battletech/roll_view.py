"""Which of several rolls is shown large, and what does an answer about rolls come to beside that of another edition?"""

from collections.abc import Iterator

from astrike.model.battletech.answers import DueRoll
from astrike.model.battletech.rolls import RollAnswer, RollCause, RollResult
from astrike.model.explain import Citation
from astrike.report.battletech.roll_text import automatic_words, when_words
from astrike.report.words.pages import page_words
from astrike.rules.battletech.roll_ledger import SKILL
from astrike.web.battletech.other_edition import AnswerGist
from astrike.web.http.i18n import _

PairedRoll = tuple[DueRoll, RollResult | None, RollCause | None]
"""A roll, how it ended where it has, and what it comes of."""


def paired_rolls(answer: RollAnswer) -> Iterator[PairedRoll]:
    """Give each roll with how it ended, where it has, and what it comes of."""
    results = iter(answer.results)
    causes = (*(None for _roll in answer.consciousness), *answer.causes)
    for roll, cause in zip((*answer.consciousness, *answer.rolls), causes, strict=True):
        yield roll, None if roll.automatic == "none" else next(results, None), cause


def place_in_focus(paired: list[PairedRoll]) -> int | None:
    """Give the place of the roll that dice are needed for, else the one that failed, else the first."""
    for is_it in (_is_open, _has_failed):
        for number, each in enumerate(paired):
            if is_it(each):
                return number
    return 0 if paired else None


def _is_open(each: PairedRoll) -> bool:
    return each[1] is None and each[0].automatic is None


def _has_failed(each: PairedRoll) -> bool:
    return each[1] is not None and each[1].outcome == "fails"


# ---- the other edition


def gist_of(answer: RollAnswer, other: RollAnswer) -> AnswerGist:
    """Say what an answer comes to, as far as it is another one than that of another edition."""
    rolls = (*answer.consciousness, *answer.rolls)
    others = (*other.consciousness, *other.rolls)
    compared = tuple(map(_comparable, rolls))
    for number, roll in enumerate(rolls):
        opposite = others[number] if number < len(others) else None
        if opposite is None or _comparable(roll) != _comparable(opposite):
            return AnswerGist(compared, _gist_words(roll), _page_of(roll, opposite, answer))
    return AnswerGist(compared, _("no such roll"), "")


def _comparable(roll: DueRoll) -> tuple[object, ...]:
    effects = tuple((each.key, each.groups, each.target, each.hexes) for each in roll.on_failure)
    return (roll.event, roll.target, roll.automatic, roll.when if effects else "", effects)


def _gist_words(roll: DueRoll) -> str:
    if roll.target is None:
        said = automatic_words(roll.automatic or "none", _)
    else:
        said = _("%(target)s+, %(when)s", target=roll.target, when=when_words(roll.when, _))
    return _("%(what)s: %(said)s", what=_(roll.label), said=said)


def _page_of(roll: DueRoll, opposite: DueRoll | None, answer: RollAnswer) -> str:
    """Give the page of what makes the difference, as far as a row tells."""
    known = {(row.key, row.value) for row in opposite.modifiers} if opposite else set()
    cites: list[Citation] = [row.cite for row in roll.modifiers if (row.key, row.value) not in known]
    cites += [row.cite for row in roll.modifiers if row.key != SKILL]
    cites += [reason.cite for reason in (*answer.refusals, *answer.notes)]
    cites += [effect.cite for effect in roll.on_failure]
    return page_words(cites[0], answer.edition) if cites else ""
