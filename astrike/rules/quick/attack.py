"""One attack as players say it: asked of the engine on a tiny table.

Which question: what does this need, and which of the things said do not count?
"""

from dataclasses import dataclass
from functools import lru_cache

from astrike.editions.loader import load_edition
from astrike.model.answer import AttackAnswer
from astrike.rules.attack import attack
from astrike.rules.battlefield import build_field
from astrike.rules.quick.said import Said, rows_said
from astrike.rules.quick.stage import ATTACKER, TARGET, stage_of

KEPT = 512


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
    answer = attack(build_field(stage.table), ATTACKER, TARGET, stage.question)
    return QuickAnswer(said, answer, _idle(said, answer))


def _idle(said: Said, answer: AttackAnswer) -> tuple[str, ...]:
    """Name what was said and stands nowhere in the ledger."""
    modifiers = load_edition(said.edition).modifiers
    found = {(term.key, term.label) for term in (*answer.tally.modifiers, *answer.considered)}
    unknown = {reason.key for reason in answer.refusals}
    idle: list[str] = []
    for word, key in rows_said(said):
        row = modifiers[key]
        emitted = row.emits or row.key
        is_there = (emitted, row.label) in found or (
            key.startswith("armor.") and any(k == emitted for k, _ in found)
        )
        if not is_there and key not in unknown:
            idle.append(word)
    return tuple(idle)
