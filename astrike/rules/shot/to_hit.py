"""What does an attack need on 2D6, and which modifiers make the number?

Runs the to-hit steps in the order the edition lists them and adds up what they give. Each modifier comes from one step
about the attacker, the target or the pair; abilities come with steps of their own that may take back what others have
put in. Sources: CE pp.42-44, AS pp.36-37.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from astrike.dataclass import dataclass
from astrike.model.explain import Citation, Facts, Modifier, Reason, Tally, facts
from astrike.rules.shot.ability_steps import ability_step
from astrike.rules.shot.attacker_steps import ATTACKER_STEPS
from astrike.rules.shot.facts import Circumstances, Combatant, LentRange, Shot
from astrike.rules.shot.pair_steps import PLAIN_STEPS
from astrike.rules.shot.rule_types import PairStep, StepTerm, UnitStep, entry_of
from astrike.rules.shot.target_steps import TARGET_STEPS, movement_facts

PAIR_STEPS: Mapping[str, PairStep] = MappingProxyType({**PLAIN_STEPS, "abilities": ability_step})

SHOWN_AT_ZERO = frozenset({"skill", "range.short", "target.standstill"})


@dataclass(frozen=True, slots=True)
class ToHitLedger:
    """A Target Number with what was checked and added nothing, and the rows no source prints."""

    tally: Tally
    considered: tuple[Modifier, ...]
    unknown: tuple[Reason, ...]


class LedgerPart(NamedTuple):
    """What one term, or all steps of a run, put into a ledger."""

    counted: tuple[Modifier, ...] = ()
    considered: tuple[Modifier, ...] = ()
    unknown: tuple[Reason, ...] = ()

    @property
    def total(self) -> int:
        """Add up what counts."""
        return sum(term.value for term in self.counted)


class _Run(NamedTuple):
    """Steps that follow each other in the edition and look at the same."""

    about: str
    """`attacker`, `target`, `pair`, or `named` by people."""
    pair: Mapping[str, PairStep]
    alone: Callable[[Combatant], LedgerPart]
    """What the steps put into the ledger for this attacker or target, worked out once."""


class LedgerBuilder:
    """Writes the ledgers of one kind of attack; what depends on one unit alone is worked out once."""

    def __init__(self, circumstances: Circumstances, kind: str = "weapon") -> None:
        self._terms = _Terms(circumstances)
        self._runs = tuple(
            self._run(about, tuple(names))
            for about, names in groupby(circumstances.edition.steps_of(kind), key=_about)
        )

    def _run(self, about: str, names: tuple[str, ...]) -> _Run:
        if about in ("pair", "named"):
            return _Run(about, {name: PAIR_STEPS[name] for name in names if about == "pair"}, _nothing)
        every = ATTACKER_STEPS if about == "attacker" else TARGET_STEPS
        steps = tuple(every[name] for name in names)
        # Not through the builder, which would then never be freed at once.
        return _Run(about, {}, cache(partial(_part_of_unit, self._terms, about, steps)))

    def ledger(self, shot: Shot) -> ToHitLedger:
        """Add up the Target Number of one attack."""
        counted: list[Modifier] = []
        considered: list[Modifier] = []
        unknown: list[Reason] = []
        for part in self._parts(shot):
            counted += part.counted
            considered += part.considered
            unknown += part.unknown
        if shot.lent is not None:
            why = _lent_facts(shot, shot.lent)
            counted = [replace(term, facts=why) if _is_lent(shot, term) else term for term in counted]
        return ToHitLedger(Tally("to-hit", tuple(counted)), tuple(considered), tuple(unknown))

    def _parts(self, shot: Shot) -> list[LedgerPart]:
        parts: list[LedgerPart] = []
        for about, steps, alone in self._runs:
            if about == "pair":
                for step in steps.values():
                    parts += self._parts_of_step(step, shot)
            elif about == "named":
                parts += [LedgerPart((_named(user, value),)) for user, value in shot.question.modifiers]
            else:
                parts.append(alone(shot.attacker if about == "attacker" else shot.target))
        return parts

    def _parts_of_step(self, step: PairStep, shot: Shot) -> list[LedgerPart]:
        return [self._terms[term] if isinstance(term, tuple) else _made(term) for term in step(shot)]

    # ---- the same, part by part

    @cached_property
    def pair_steps(self) -> Mapping[str, PairStep]:
        """The steps about both units, by name."""
        return {name: step for run in self._runs for name, step in run.pair.items()}

    def of_unit(self, who: Combatant, about: str) -> LedgerPart:
        """Give what a unit alone puts into its ledgers as `attacker` or `target`."""
        return _joined([run.alone(who) for run in self._runs if run.about == about])

    def of_pair(self, name: str, shot: Shot) -> LedgerPart:
        """Give what one step about both units puts into a ledger."""
        return _joined(self._parts_of_step(self.pair_steps[name], shot))


class _Terms(dict[StepTerm, LedgerPart]):
    """What each term puts into a ledger, worked out once."""

    def __init__(self, circumstances: Circumstances) -> None:
        super().__init__()
        self.circumstances = circumstances

    def __missing__(self, term: StepTerm) -> LedgerPart:
        part = self[term] = _made(entry_of(self.circumstances.edition.modifiers[term[0]], term[1]))
        return part


def _part_of_unit(terms: _Terms, about: str, steps: tuple[UnitStep, ...], who: Combatant) -> LedgerPart:
    part = _joined([terms[term] for step in steps for term in step(who, terms.circumstances)])
    if about == "target":
        why = movement_facts(who, terms.circumstances)
        counted, considered = (
            tuple(replace(term, facts=why) if term.key == "target.tmm" else term for term in entries)
            for entries in (part.counted, part.considered)
        )
        part = part._replace(counted=counted, considered=considered)
    return part


def to_hit(shot: Shot) -> ToHitLedger:
    """Add up the Target Number of one attack alone."""
    return LedgerBuilder(shot.circumstances, shot.question.kind).ledger(shot)


def at_a_point(considered: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """Leave out what was checked and is only true of a unit, where a point is aimed at."""
    return tuple(each for each in considered if not each.key.startswith(("target.", "type.")))


def _lent_facts(shot: Shot, lent: LentRange) -> Facts:
    """Say whose range it is and what the attacker's own would be."""
    bracket = "" if shot.bracket is None else shot.bracket.key
    return facts(network=lent.network, lender=lent.lender, lent=lent.range, range=shot.range, bracket=bracket)


def _is_lent(shot: Shot, term: Modifier) -> bool:
    """Is this the term of the lent range, and not what is left of the attacker's own?"""
    return term.part == "R" and shot.bracket is not None and term.key != shot.bracket.modifier


def _made(entry: Modifier | Reason) -> LedgerPart:
    if isinstance(entry, Reason):
        return LedgerPart(unknown=(entry,))
    if entry.value or entry.key in SHOWN_AT_ZERO:
        return LedgerPart(counted=(entry,))
    return LedgerPart(considered=(entry,))


def _joined(parts: Sequence[LedgerPart]) -> LedgerPart:
    """Put parts one behind the other."""
    return LedgerPart(*(sum(entries, ()) for entries in zip(*parts, strict=True)))


def _nothing(who: Combatant) -> LedgerPart:
    return LedgerPart()


def _about(step: str) -> str:
    if step in ATTACKER_STEPS:
        return "attacker"
    if step in TARGET_STEPS:
        return "target"
    return "named" if step == "named" else "pair"


def _named(user: str, value: int) -> Modifier:
    return Modifier(f"user.{user}", "O", value, user, Citation("named at the table", None))
