"""What a to-hit step gives: terms, each a row of the edition's modifiers table.

Which question: how does a row become a modifier? In one place, here; which rows an attack gets, the steps decide.
"""

from collections.abc import Callable, Iterator

from astrike.model.explain import Modifier, Reason
from astrike.rulebook.schema import ModifierRow
from astrike.rules.reasons import not_printed
from astrike.rules.shot import Circumstances, Combatant, Shot

Term = tuple[str, int | None]
"""A row of the modifiers table, and the value to use instead of the row's own."""

UnitStep = Callable[[Combatant, Circumstances], Iterator[Term]]
PairStep = Callable[[Shot], Iterator[Term | Modifier | Reason]]
"""Gives rows of the modifiers table, or terms that are made already, with facts of their own."""


def entry_of(row: ModifierRow, value: int | None) -> Modifier | Reason:
    """Give the modifier, or the reason against any answer where no source prints the row for this edition."""
    if row.unknown:
        return not_printed(row)
    return Modifier(
        row.emits or row.key, row.part, row.value if value is None else value, row.label, row.cite
    )
