"""What do the rules of one kind of attack decide from its facts alone?

`KindRules` holds the functions that tell what forbids the attack, what it does and which options decided; to-hit steps
take a shot and give modifiers, each made from a row of the edition's modifiers table in one place, here. How an attack
is set up at a table is described by `AttackKind`.
"""

from collections.abc import Callable, Iterable, Iterator

from astrike.dataclass import dataclass
from astrike.model.attack_answer import Damage
from astrike.model.explain import Modifier, Reason
from astrike.rulebook.schema import ModifierRow
from astrike.rules.edition_rows import not_printed
from astrike.rules.shot.facts import Circumstances, Combatant, Shot

StepTerm = tuple[str, int | None]
"""A row of the modifiers table, and the value to use instead of the row's own."""

UnitStep = Callable[[Combatant, Circumstances], Iterator[StepTerm]]

PairStep = Callable[[Shot], Iterator[StepTerm | Modifier | Reason]]
"""Gives rows of the modifiers table, or terms that are made already, with facts of their own."""


def entry_of(row: ModifierRow, value: int | None) -> Modifier | Reason:
    """Give the modifier, or the reason against any answer where no source prints the row for this edition."""
    if row.unknown:
        return not_printed(row)
    return Modifier(
        row.emits or row.key, row.part, row.value if value is None else value, row.label, row.cite
    )


@dataclass(frozen=True, slots=True)
class KindRules:
    """The rules of one kind of attack."""

    refusals: Callable[[Shot, tuple[str, ...]], tuple[Reason, ...]]
    """Collect every reason that forbids it; the keys are those of the states of the two units."""
    damage: Callable[[Shot], Damage]
    """Say what a hit does."""
    damage_key: Callable[[Shot], tuple[object, ...]] | None = None
    """What the damage depends on: answers with the same key share it. None: on everything."""
    options: Callable[[Shot, int], Iterable[str]] = lambda s, total: ()
    """Name the options that decided something, those of sight aside."""
    is_sure: Callable[[Shot], bool] | None = None
    """Say whether an allowed attack hits without a roll, whatever its Target Number; None: it never does."""
