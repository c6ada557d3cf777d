"""By how much does the verdict on an attack hold?

Which question: how far may either base be off before the answer is another one, and each aspect of it? The verdict
never depends on this.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from astrike.model.answer import AttackAnswer
from astrike.model.explain import NO_FACTS, Facts, facts
from astrike.model.margin import HiddenShare, Margin, Margins, Outcome
from astrike.rules.attack import check
from astrike.rules.battlefield import Field
from astrike.rules.clerk import Clerk
from astrike.rules.line import Line
from astrike.rules.lines import measure_lines
from astrike.rules.margins.displaced import is_movable
from astrike.rules.margins.likeness import can_be_alike, likeness
from astrike.rules.margins.nearest import Change, Grid, Search
from astrike.rules.margins.readings import COLUMNS, MATTERS, Judged, Reader, thirds
from astrike.rules.margins.seeds import seeds
from astrike.rules.sight import sight_rules
from astrike.rules.situation import PLAIN, AttackQuestion

REACH = 2.0
"""So far is looked, in inches."""
GRID = Grid(REACH, 1 / 3, 1 / 48, 1 / 12)
CAUSES = ("elevation", "contact", "range", "arc", "direction", "hidden", "woods")
"""Why a verdict changes; of several at one place the first."""
RANGES = frozenset({"sight.max", "sight.visual", "range.none", "torpedo.range"})
"""Reasons that are about the range."""
SOLIDS = frozenset({"sight.solid", "sight.attacker-hidden"})
"""Reasons that are about what hides."""
NOT_WOODS = frozenset({"terrain.cover", "terrain.underwater"})


def attack_margins(field: Field, attacker: str, target: str, question: AttackQuestion = PLAIN) -> Margins:
    """Say how far the answer to one attack holds; raise as `attack` does."""
    a, t = field.place_of(attacker), field.place_of(target)
    check(field, question)
    (line,) = measure_lines(field, np.array([a]), np.array([t]))
    is_plain = can_be_alike(field, a, t, question)
    (now,) = AttackAsked(question, is_plain=False).judged(field, [line])
    found: list[Margin] = []
    aspects: dict[str, Margin] = {}
    if field.board is None:
        for moving in (0, 1):
            i = (a, t)[moving]
            if not is_movable(field, i):
                continue
            reader = Reader(field, (a, t), moving, AttackAsked(question, is_plain=is_plain))
            search = Search(reader.read, GRID, MATTERS)
            changes = search.changes(seeds(field, i, (t, a)[moving], reach=REACH))
            for margin in _margins(field, line, field.units.units[i].id, changes, reader):
                if margin.of == "verdict":
                    found.append(replace(margin, of=_cause(changes[0])))
                elif margin.of not in aspects or margin.inches < aspects[margin.of].inches:
                    aspects[margin.of] = margin
    found = [replace(one, facts=_facts(field, line, one.of)) for one in found]
    least = min(found, key=lambda one: one.inches, default=None)
    return Margins(
        now=now.outcome,
        least=least,
        units=tuple(found),
        aspects=tuple(sorted(aspects.values(), key=lambda one: one.inches)),
        hidden=hidden_share(field, line),
        beyond=REACH if field.board is None else 0.0,
        tolerance=field.table.tolerance,
        close=least is not None and least.inches < field.table.tolerance,
    )


def _margins(
    field: Field, line: Line, unit: str, changes: Sequence[Change | None], reader: Reader
) -> Iterator[Margin]:
    for of, change in zip(COLUMNS, changes, strict=True):
        if change is None:
            continue
        yield Margin(
            of=of,
            unit=unit,
            inches=round(change.inches, 4),
            toward=change.toward,
            becomes=reader.outcomes[int(change.beyond[0])],
            facts=_facts(field, line, of),
        )


def _cause(change: Change | None) -> str:
    """Say which aspect changes where the verdict does."""
    if change is None:
        return "verdict"
    changed = {
        of for of, one, other in zip(COLUMNS, change.before, change.beyond, strict=True) if one != other
    }
    return next((of for of in CAUSES if of in changed), "verdict")


class AttackAsked:
    """One attack, as margins ask it; places that are alike are worked out once."""

    def __init__(self, question: AttackQuestion, *, is_plain: bool) -> None:
        self._question, self._is_plain = question, is_plain
        self._known: dict[Hashable, Judged] = {}

    def judged(self, field: Field, lines: Sequence[Line]) -> Sequence[Judged]:
        """Answer along lines that have been measured."""
        if not self._is_plain:
            return self._answered(field, lines)
        alike = [likeness(field, line) for line in lines]
        new = {key: line for key, line in zip(alike, lines, strict=True) if key not in self._known}
        self._known |= zip(new, self._answered(field, list(new.values())), strict=True)
        return [self._known[key] for key in alike]

    def _answered(self, field: Field, lines: Sequence[Line]) -> list[Judged]:
        answers = Clerk(field, self._question).answers(lines) if lines else ()
        return [_judged(field, line, answer) for line, answer in zip(lines, answers, strict=True)]


def _judged(field: Field, line: Line, answer: AttackAnswer) -> Judged:
    outcome = outcome_of(answer)
    keys = {why.key for why in answer.refusals} | {why.key for why in answer.sight.reasons}
    terms = (*answer.tally.modifiers, *answer.considered)
    return Judged(
        outcome=outcome,
        verdict=(
            outcome.allowed,
            outcome.target_number,
            outcome.bracket,
            outcome.state,
            outcome.cover,
            outcome.arc,
            outcome.direction,
        ),
        range=(answer.bracket, *sorted(keys & RANGES)),
        woods=(
            "sight.woods" in keys,
            *sorted((term.key, term.value) for term in terms if _is_woods(term.key)),
        ),
        hidden=thirds(field, line),
        arc=answer.arc,
        direction=answer.direction,
        contact=answer.sight.contact,
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


def hidden_share(field: Field, line: Line) -> HiddenShare:
    """Say how far the hidden share is from the thirds."""
    low, high = sight_rules(field).thirds
    return HiddenShare(line.hidden, line.hidden - low, line.hidden - high)


def _facts(field: Field, line: Line, of: str) -> Facts:
    """Say what was measured of an aspect."""
    if of == "hidden":
        low, high = sight_rules(field).thirds
        return facts(hidden=line.hidden, third=low, two_thirds=high)
    if of == "woods":
        limits = {
            kind.limit for kind, inches in zip(field.lie.kinds, line.between, strict=True) if inches > 0
        }
        limit = limits.pop() if len(limits) == 1 else None
        inches = sum(line.between)
        return facts(inches=inches) if limit is None else facts(inches=inches, limit=limit)
    if of == "range":
        return facts(measured=line.range)
    return NO_FACTS
