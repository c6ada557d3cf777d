"""Shots as they are made at a table.

Which question: what does the table say about this attack, as far as to-hit looks at it?
"""

from collections.abc import Iterable

from astrike.rulebook.abilities import BonusRow
from astrike.rules.abilities.bearers import counting
from astrike.rules.abilities.shields import shields
from astrike.rules.areas.weapons import loaded
from astrike.rules.combatants import circumstances, combatants
from astrike.rules.electronics.sharing import lent_range
from astrike.rules.shot import Shot
from astrike.rules.situation import Situation


def shot_of(s: Situation) -> Shot:
    """Gather the facts of an attack that has been laid out on a table."""
    field = s.field
    known, bonuses = combatants(field), counting(s)
    return Shot(
        circumstances(field),
        known[s.a],
        known[s.t],
        s.question,
        s.range,
        s.bracket,
        s.sight,
        s.view,
        s.weapon,
        s.arc,
        s.direction,
        s.underwater,
        s.woods_of_viewer,
        s.aim,
        s.spotting,
        loaded(s) if s.kind.family == "artillery" else None,
        lent_range(s) if field.table.networks else None,
        bonuses,
        _shields(s, bonuses) if bonuses else (),
    )


def _shields(s: Situation, bonuses: Iterable[BonusRow]) -> tuple[tuple[str, str], ...]:
    """Name each friend on the line that covers the target, or that the attacker fires across, with its row."""
    keys = frozenset(row.key for row in bonuses if row.what == "shield")
    if not keys or s.sight.contact or s.aim is not None:
        return ()
    return tuple((key, s.field.units.units[i].id) for key, i in shields(s, keys))
