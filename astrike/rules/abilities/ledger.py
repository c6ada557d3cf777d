"""The to-hit step of abilities, munitions and choices.

Which question: which terms do they put into the Target Number? Each is a row of the bonuses table; some take back what
another step has put in. Those that stand in for the range modifier are in `ranges`.
"""

from collections.abc import Iterator

from astrike.model.explain import Modifier, Reason
from astrike.rulebook.abilities import BonusRow
from astrike.rules.abilities.bearers import counting, key_of
from astrike.rules.abilities.ranges import range_rows
from astrike.rules.abilities.shields import shield_terms
from astrike.rules.reasons import not_printed
from astrike.rules.situation import Situation
from astrike.rules.steps.attacker import ATTACKER_STEPS
from astrike.rules.steps.pair import PLAIN_STEPS
from astrike.rules.steps.target import TARGET_STEPS
from astrike.rules.steps.terms import Term, entry_of

BESIDE = frozenset({"shield", "miss", "critical", "probe"})
"""Rows that leave Target Number and damage alone, or that say themselves when they are not printed."""

WAIVED = frozenset({"see-through", "cover", "underwater", "stealth", "secondary"})
"""Steps between two units whose terms some abilities take back."""


def abilities(s: Situation) -> Iterator[Modifier | Reason]:
    """A, T, O: what abilities of both units, munitions and the players' choices add (CE pp.76-109, 143-150, 173)."""
    rows = counting(s)
    if not rows:
        return
    superseded = {row.key for row in rows if row.what == "range"} - {row.key for row in range_rows(rows)}
    for row in rows:
        if row.unknown:
            if row.key not in superseded and row.what not in BESIDE:
                yield unprinted(row)
        elif row.what == "modifier":
            yield from _added(s, row)
        elif row.what == "waive":
            yield from _taken_back(s, row)
    yield from shield_terms(s, rows)


def unprinted(row: BonusRow) -> Reason:
    """Give the reason against an answer that would need a row which no source prints for this edition."""
    return not_printed(row, key_of(row))


def modifier_of(row: BonusRow, value: int) -> Modifier:
    """Give the term of a row."""
    return Modifier(key_of(row), row.part, value, row.label, row.cite)


def _added(s: Situation, row: BonusRow) -> Iterator[Modifier]:
    value = row.points
    if row.amount == "choice":
        chosen = s.question.choice(row.choice.partition("=")[0])
        value = int(chosen) if chosen is not None else 0
    if value:
        yield modifier_of(row, value)


def _taken_back(s: Situation, row: BonusRow) -> Iterator[Modifier]:
    """Take back what other steps have added, at most so many points of each term, never more than was added."""
    chosen = s.question.choice(row.choice.partition("=")[0]) if row.choice else ""
    wanted = tuple(start.replace("{choice}", str(chosen)) for start in row.terms)
    value = 0
    for key, added in _entries(s):
        if added > 0 and key.startswith(wanted):
            value -= min(added, row.points) if row.points else added
    if value:
        yield modifier_of(row, value)


def _entries(s: Situation) -> Iterator[tuple[str, int]]:
    """Give the terms that can be taken back, as the other steps of this kind of attack make them."""
    terms: list[Term] = list(s.spotting.terms) if s.spotting is not None else []
    for name in s.kind.steps:
        if name == "conditions":
            terms += ATTACKER_STEPS[name](s.field, s.a)
        elif name == "posture":
            terms += TARGET_STEPS[name](s.field, s.t)
        elif name in WAIVED:
            terms += [term for term in PLAIN_STEPS[name](s) if isinstance(term, tuple)]
    for key, value in terms:
        entry = entry_of(s.field.edition.modifiers[key], value)
        if isinstance(entry, Modifier):
            yield key, entry.value
