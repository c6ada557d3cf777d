"""What the rules say of one kind of attack, from the facts of a shot alone.

Which question: what forbids it, what does it do, which options decided? How it is laid out on a table, and what an
answer says besides, stands in `drill`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from astrike.model.answer import Damage
from astrike.model.explain import Reason
from astrike.rules.shot import Shot


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
