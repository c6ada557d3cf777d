"""One attack as players say it: asked of the engine on a tiny table.

Which question: what does this need, and which of the things said do not count?
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from astrike.model.answer import AttackAnswer
from astrike.rulebook.loader import load_edition
from astrike.rules.attack import Detail, attack
from astrike.rules.quick.cast import ATTACKER, TARGET
from astrike.rules.quick.said import Said, rows_said
from astrike.rules.quick.stage import field_at, stage_of

KEPT = 512
BY_RANGE = frozenset({"armor.stealth"})
"""Modifiers with rows for each range: any of them will do."""


@dataclass(frozen=True, slots=True)
class QuickAnswer:
    """The engine's answer, and what was said but does not count."""

    said: Said
    answer: AttackAnswer
    idle: tuple[str, ...]
    """Words that added no row of their own: not cumulative, or nothing for such a target."""


@lru_cache(maxsize=KEPT)
def quick_attack(said: Said) -> QuickAnswer:
    """Answer what was said."""
    stage = stage_of(said)
    field = field_at(stage.table)
    pair = (ATTACKER, TARGET if stage.aim is None else stage.aim)
    (answer,) = attack(field, [pair], stage.question, detail=Detail.LISTED)
    return QuickAnswer(said, answer, tuple(_idle(said, answer)))


def _idle(said: Said, answer: AttackAnswer) -> Iterator[str]:
    """Name what was said and stands nowhere in the ledger."""
    rows = load_edition(said.edition).modifiers
    found = {(term.key, term.label) for term in (*answer.tally.modifiers, *answer.considered)}
    emitted = {key for key, _ in found} & BY_RANGE
    unprinted = {reason.key for reason in answer.refusals}
    for word, key in rows_said(said):
        row = rows[key]
        name = row.emits or row.key
        if (name, row.label) not in found and name not in emitted and key not in unprinted:
            yield word
