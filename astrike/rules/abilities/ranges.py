"""The range modifier as abilities and targeting systems have it.

Which question: what does the bracket add for this attacker? One row stands in for the printed modifier; of several the
lowest, unless the table names one for them together. Sources: CE pp.98-99, 103, 107, 173.
"""

from collections.abc import Iterable

from astrike.model.explain import Modifier, facts
from astrike.rulebook.abilities import BonusRow
from astrike.rulebook.schema import BracketRow
from astrike.rules.shot import Shot

BRACKETS = ("short", "medium", "long", "extreme", "horizon")


def changed_range(shot: Shot, bracket: BracketRow) -> Modifier | None:
    """Give the range modifier that abilities put in place of the printed one, None when none does."""
    at = BRACKETS.index(bracket.key)
    rows = [row for row in range_rows(shot.bonuses) if not row.unknown and len(row.brackets) > at]
    printed = shot.circumstances.edition.modifiers[bracket.modifier]
    if not rows or printed.unknown:
        return None
    best = min(rows, key=lambda row: row.brackets[at])
    measured = facts(ability=best.label, printed=printed.value)
    return Modifier(
        printed.emits or printed.key, printed.part, int(best.brackets[at]), best.label, best.cite, measured
    )


def range_rows(rows: Iterable[BonusRow]) -> list[BonusRow]:
    """Give the rows about range, without those that another one stands in for."""
    found = [row for row in rows if row.what == "range"]
    over = {key for row in found for key in row.over}
    return [row for row in found if row.key not in over]
