"""The Target Number: runs the steps in the order the edition lists them and adds up what they give.

Which question: what does this attack need on 2D6, and which terms make the number? Each term comes from one small
step in `steps.attacker`, `steps.target` or `steps.pair`. Source: CE pp.42-44, AS pp.36-37.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import NamedTuple

from astrike.model.explain import Citation, Modifier, Reason, Tally
from astrike.rules.battlefield import Field
from astrike.rules.electronics.sharing import is_lent, lent_facts
from astrike.rules.situation import Situation
from astrike.rules.steps.attacker import ATTACKER_STEPS
from astrike.rules.steps.registry import PAIR_STEPS
from astrike.rules.steps.target import TARGET_STEPS, movement_facts
from astrike.rules.steps.terms import PairStep, Term, UnitStep, entry_of

SHOWN_AT_ZERO = frozenset({"skill", "range.short", "target.standstill"})


@dataclass(frozen=True, slots=True)
class Ledger:
    """A Target Number with what was looked at and added nothing, and the rows no source prints."""

    tally: Tally
    considered: tuple[Modifier, ...]
    unknown: tuple[Reason, ...]


class _Part(NamedTuple):
    """What one term, or all steps of a run, put into a ledger."""

    counted: tuple[Modifier, ...] = ()
    considered: tuple[Modifier, ...] = ()
    unknown: tuple[Reason, ...] = ()


class _Run(NamedTuple):
    """Steps that follow each other in the edition and look at the same."""

    about: str
    """`attacker`, `target`, `pair`, or `named` by people."""
    pair: tuple[PairStep, ...]
    alone: Callable[[int], _Part]
    """What the steps put into the ledger for this attacker or target, worked out once."""


class Scribe:
    """Writes the ledgers of one kind of attack; what depends on one unit alone is worked out once."""

    def __init__(self, field: Field, kind: str = "weapon") -> None:
        self.field = field
        self._terms: dict[Term, _Part] = {}
        self._runs = tuple(
            self._run(about, tuple(names))
            for about, names in groupby(field.edition.steps_of(kind), key=_about)
        )

    def _run(self, about: str, names: tuple[str, ...]) -> _Run:
        if about in ("pair", "named"):
            return _Run(about, tuple(PAIR_STEPS[name] for name in names if about == "pair"), _nothing)
        every = ATTACKER_STEPS if about == "attacker" else TARGET_STEPS
        steps = tuple(every[name] for name in names)
        return _Run(about, (), cache(lambda unit: self._part_of_unit(unit, about, steps)))

    def ledger(self, s: Situation) -> Ledger:
        """Add up the Target Number of one attack."""
        counted: list[Modifier] = []
        considered: list[Modifier] = []
        unknown: list[Reason] = []
        for part in self._parts(s):
            counted += part.counted
            considered += part.considered
            unknown += part.unknown
        why = lent_facts(s)
        if why:
            counted = [replace(term, facts=why) if is_lent(s, term) else term for term in counted]
        return Ledger(Tally("to-hit", tuple(counted)), tuple(considered), tuple(unknown))

    def _parts(self, s: Situation) -> list[_Part]:
        parts: list[_Part] = []
        for about, steps, alone in self._runs:
            if about == "pair":
                for step in steps:
                    parts += [
                        self._terms.get(term) or self._part(term) if isinstance(term, tuple) else _made(term)
                        for term in step(s)
                    ]
            elif about == "named":
                parts += [_Part((_named(user, value),)) for user, value in s.question.modifiers]
            else:
                parts.append(alone(s.a if about == "attacker" else s.t))
        return parts

    def _part(self, term: Term) -> _Part:
        entry = entry_of(self.field.edition.modifiers[term[0]], term[1])
        if isinstance(entry, Reason):
            part = _Part(unknown=(entry,))
        elif entry.value or entry.key in SHOWN_AT_ZERO:
            part = _Part(counted=(entry,))
        else:
            part = _Part(considered=(entry,))
        self._terms[term] = part
        return part

    def _part_of_unit(self, unit: int, about: str, steps: tuple[UnitStep, ...]) -> _Part:
        parts = [self._part(term) for step in steps for term in step(self.field, unit)]
        part = _Part(*(sum(entries, ()) for entries in zip(*parts, strict=True)))
        if about == "target":
            why = movement_facts(self.field, unit)
            counted, considered = (
                tuple(replace(term, facts=why) if term.key == "target.tmm" else term for term in terms)
                for terms in (part.counted, part.considered)
            )
            part = part._replace(counted=counted, considered=considered)
        return part


def _made(entry: Modifier | Reason) -> _Part:
    if isinstance(entry, Reason):
        return _Part(unknown=(entry,))
    if entry.value or entry.key in SHOWN_AT_ZERO:
        return _Part(counted=(entry,))
    return _Part(considered=(entry,))


def _nothing(unit: int) -> _Part:
    return _Part()


def _about(step: str) -> str:
    if step in ATTACKER_STEPS:
        return "attacker"
    if step in TARGET_STEPS:
        return "target"
    return "named" if step == "named" else "pair"


def _named(user: str, value: int) -> Modifier:
    return Modifier(f"user.{user}", "O", value, user, Citation("named at the table", None))
