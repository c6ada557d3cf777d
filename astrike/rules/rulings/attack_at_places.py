"""What is the answer about an attack at each of many places, taken apart into what margins are about?

An answer is another one where number, odds, damage or permission differ; whatever else changes there is an aspect of
the same answer.
"""

from collections.abc import Hashable, Sequence

import numpy as np

from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.model.margin import VerdictParts, verdict_parts
from astrike.rules.rulings.displaced_values import PairVerdict, hidden_thirds
from astrike.rules.rulings.equivalent_places import equivalence_keys, friends_cover
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.solver.attack import Detail, attack
from astrike.rules.table.line_columns import LineColumns
from astrike.rules.table.prepared_table import PreparedTable

RANGES = frozenset({"sight.max", "sight.visual", "range.none", "torpedo.range"})
"""Reasons that are about the range."""
NOT_WOODS = frozenset({"terrain.cover", "terrain.underwater"})


def needs_own_tables(prepared: PreparedTable, question: AttackQuestion) -> bool:
    """Does each place need a table of its own, because friends or a path play a part?"""
    return question.kind not in prepared.edition.tagged("between-two") or friends_cover(prepared)


class AttackAtPlaces:
    """One attack, as margins ask it; places that are alike are worked out once."""

    def __init__(self, question: AttackQuestion, *, is_plain: bool) -> None:
        self._question, self._is_plain = question, is_plain
        self._known: dict[Hashable, PairVerdict] = {}

    def judged(self, prepared: PreparedTable, lines: LineColumns) -> Sequence[PairVerdict]:
        """Answer along lines that have been measured."""
        if not self._is_plain:
            return self._answered(prepared, lines.lines())
        alike = equivalence_keys(prepared, lines)
        new: dict[Hashable, int] = {}
        for k, key in enumerate(alike):
            if key not in self._known:
                new.setdefault(key, k)
        if new:
            some = lines.take(np.array(list(new.values()))).lines()
            self._known |= zip(new, self._answered(prepared, some), strict=True)
        return [self._known[key] for key in alike]

    def _answered(self, prepared: PreparedTable, lines: Sequence[MeasuredLine]) -> list[PairVerdict]:
        answers = attack(prepared, lines, self._question, detail=Detail.LISTED)
        return [attack_verdict(prepared, line, answer) for line, answer in zip(lines, answers, strict=True)]


def attack_verdict(prepared: PreparedTable, line: MeasuredLine, answer: AttackAnswer) -> PairVerdict:
    """Take an answer apart, with what was measured on its line."""
    return answer_parts(answer)._replace(hidden=hidden_thirds(prepared, line))


def answer_parts(answer: AttackAnswer) -> PairVerdict:
    """Take an answer apart into what margins are of; of what is hidden it tells no more than what is seen."""
    outcome = verdict_parts(answer)
    keys = {why.key for why in answer.refusals} | {why.key for why in answer.sight.reasons}
    terms = (*answer.tally.modifiers, *answer.considered)
    woods = sorted((term.key, term.value) for term in terms if _is_woods(term.key))
    return PairVerdict(
        outcome=outcome,
        verdict=verdict_of(outcome),
        range=(answer.bracket, *sorted(keys & RANGES)),
        woods=("sight.woods" in keys, *woods),
        hidden=(answer.sight.state, answer.sight.hidden > 0.0),
        arc=answer.arc,
        direction=answer.direction,
        contact=answer.sight.contact,
    )


def verdict_of(outcome: VerdictParts) -> Hashable:
    """Give what tells answers apart; a "No" is a "No", whatever else would be another way."""
    if not outcome.allowed:
        return False
    # Where the card does not say the damage, from which side it is hit tells whether it would be another.
    side = outcome.direction if outcome.damage is None else None
    return (outcome.target_number, outcome.probability, outcome.damage, outcome.heat, outcome.recoil, side)


def _is_woods(key: str) -> bool:
    return key.startswith("terrain.") and key not in NOT_WOODS
