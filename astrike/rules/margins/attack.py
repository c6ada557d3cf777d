"""By how much does the verdict on an attack hold?

Which question: how far may either base be off before the answer is another one, and each aspect of it? The verdict
never depends on this.
"""

from collections.abc import Hashable, Sequence

from astrike.model.answer import AttackAnswer
from astrike.model.margin import Margins, Outcome
from astrike.rules.attack import check
from astrike.rules.battlefield import Field
from astrike.rules.clerk import Clerk
from astrike.rules.line import Line
from astrike.rules.margins.likeness import can_be_alike, company, friends_cover, likenesses
from astrike.rules.margins.pairs import pair_margins
from astrike.rules.margins.readings import Judged, thirds
from astrike.rules.situation import PLAIN, AttackQuestion

ALL_AT_ONCE = frozenset({"weapon", "tag", "narc", "taser", "standard", "melee", "anti-mech"})
"""Kinds of attack in which no friend and no path plays a part."""
RANGES = frozenset({"sight.max", "sight.visual", "range.none", "torpedo.range"})
"""Reasons that are about the range."""
BRACKETLESS = "range.artillery"
"""The modifier of attacks to which all ranges are one."""
NOT_WOODS = frozenset({"terrain.cover", "terrain.underwater"})


def attack_margins(field: Field, attacker: str, target: str, question: AttackQuestion = PLAIN) -> Margins:
    """Say how far the answer to one attack holds; raise as `attack` does."""
    a, t = field.place_of(attacker), field.place_of(target)
    check(field, question)
    is_plain = can_be_alike(field, a, t, question)
    singly = question.kind not in ALL_AT_ONCE or friends_cover(field)
    others = company(field, a, t) if is_plain else None
    return pair_margins(
        field, a, t, lambda: _AttackAsked(question, is_plain=is_plain), singly=singly, others=others
    )


class _AttackAsked:
    """One attack, as margins ask it; places that are alike are worked out once."""

    def __init__(self, question: AttackQuestion, *, is_plain: bool) -> None:
        self._question, self._is_plain = question, is_plain
        self._known: dict[Hashable, Judged] = {}

    def judged(self, field: Field, lines: Sequence[Line]) -> Sequence[Judged]:
        """Answer along lines that have been measured."""
        if not self._is_plain:
            return self._answered(field, lines)
        alike = likenesses(field, lines)
        new = {key: line for key, line in zip(alike, lines, strict=True) if key not in self._known}
        self._known |= zip(new, self._answered(field, list(new.values())), strict=True)
        return [self._known[key] for key in alike]

    def _answered(self, field: Field, lines: Sequence[Line]) -> list[Judged]:
        answers = Clerk(field, self._question).answers(lines) if lines else ()
        return [_judged(field, line, answer) for line, answer in zip(lines, answers, strict=True)]


def _judged(field: Field, line: Line, answer: AttackAnswer) -> Judged:
    return answered(answer)._replace(hidden=thirds(field, line))


def answered(answer: AttackAnswer) -> Judged:
    """Take an answer apart into what margins are of; of what is hidden it tells no more than what is seen."""
    outcome = outcome_of(answer)
    keys = {why.key for why in answer.refusals} | {why.key for why in answer.sight.reasons}
    terms = (*answer.tally.modifiers, *answer.considered)
    woods = sorted((term.key, term.value) for term in terms if _is_woods(term.key))
    return Judged(
        outcome=outcome,
        verdict=_verdict(outcome, has_brackets=all(term.key != BRACKETLESS for term in terms)),
        range=(answer.bracket, *sorted(keys & RANGES)),
        woods=("sight.woods" in keys, *woods),
        hidden=(answer.sight.state, answer.sight.hidden > 0.0),
        arc=answer.arc,
        direction=answer.direction,
        contact=answer.sight.contact,
    )


def _verdict(outcome: Outcome, *, has_brackets: bool) -> Hashable:
    """Give what tells verdicts apart; a "No" is a "No", whatever else would be another way."""
    if not outcome.allowed:
        return False
    return (
        outcome.target_number,
        outcome.bracket if has_brackets else None,
        outcome.state,
        outcome.cover,
        outcome.arc,
        outcome.direction,
    )


def _is_woods(key: str) -> bool:
    return key.startswith("terrain.") and key not in NOT_WOODS


def outcome_of(answer: AttackAnswer) -> Outcome:
    """Give what an answer says, as far as standing elsewhere can change it."""
    return Outcome(
        allowed=answer.allowed,
        target_number=answer.target_number,
        bracket=answer.bracket,
        state=answer.sight.state,
        cover=answer.sight.cover,
        arc=answer.arc,
        direction=answer.direction,
        probability=answer.probability,
        reasons=tuple(why.label for why in answer.refusals),
    )
