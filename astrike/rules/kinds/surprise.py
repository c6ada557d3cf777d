"""The surprise attack of a unit that was hidden until an enemy came near.

Which question: is the enemy near enough, and what does the attack then need? It is made with weapons, at once; only
Skill and critical hits make its number. Source: CE p.168.
"""

from collections.abc import Iterator
from dataclasses import replace

from astrike.model.explain import Assumed, Reason, facts
from astrike.rules.kinds.fire import WEAPON
from astrike.rules.kinds.weapon import WEAPON_RULES
from astrike.rules.reasons import not_printed, reason
from astrike.rules.shot import Shot
from astrike.rules.situation import Situation
from astrike.tolerance import TOUCH


def refusals(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason that forbids the attack; `states` are those of each unit alone."""
    return (*WEAPON_RULES.refusals(s, states), *_far(s))


def _far(s: Shot) -> Iterator[Reason]:
    row = s.circumstances.edition.numbers["surprise.reach"]
    if row.unknown:
        yield not_printed(row)
    elif s.range > row.value + TOUCH:
        yield reason(s.circumstances, "surprise.far", facts(range=s.range, limit=row.value))


def assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed: that nobody had seen it."""
    yield Assumed(f"units.{s.attacker.id}.state", "hidden", "Hidden until now")
    yield from WEAPON.assumed(s)


SURPRISE_RULES = replace(WEAPON_RULES, refusals=refusals)
SURPRISE = replace(WEAPON, rules=SURPRISE_RULES, assumed=assumed)
