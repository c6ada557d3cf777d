"""The surprise attack of a unit that was hidden until an enemy came near.

Which question: is the enemy near enough, and what does the attack then need? It is made with weapons, at once; only
Skill and critical hits make its number. Source: CE p.168.
"""

from collections.abc import Iterator
from dataclasses import replace

from astrike.geometry.arrays import TOUCH
from astrike.model.explain import Assumed, Reason, facts
from astrike.rules.kinds.weapon import WEAPON
from astrike.rules.reasons import not_printed, reason
from astrike.rules.situation import Situation


def refusals(s: Situation, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason that forbids the attack; `states` are those of each unit alone."""
    return (*WEAPON.refusals(s, states), *_far(s))


def _far(s: Situation) -> Iterator[Reason]:
    row = s.field.edition.numbers["surprise.reach"]
    if row.unknown:
        yield not_printed(row)
    elif s.range > row.value + TOUCH:
        yield reason(s.field, "surprise.far", facts(range=s.range, limit=row.value))


def assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed: that nobody had seen it."""
    yield Assumed(f"units.{s.attacker.id}.state", "hidden", "Hidden until now")
    yield from WEAPON.assumed(s)


SURPRISE = replace(WEAPON, refusals=refusals, assumed=assumed)
