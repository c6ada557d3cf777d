"""Which rows of the bonuses table does a card bring, and which range modifier do they put in place of the printed one?

Asked of a card and a kind of attack, before anything is known about places. One row replaces the printed modifier of
the range bracket; of several the lowest, unless the table names one for their combination. Sources: CE pp.98-99, 103,
107, 173.
"""

from collections.abc import Iterable

from astrike.model.attack_question import AttackQuestion
from astrike.model.explain import Modifier, facts
from astrike.model.unit import Unit
from astrike.rulebook.ability_rows import BonusRow
from astrike.rulebook.combat_rows import KindRow
from astrike.rulebook.schema import BracketRow
from astrike.rules.options import Options
from astrike.rules.shot.facts import Shot
from astrike.rules.units.move_and_tmm import pilot_ids

SILENT = "abilities.silent"
"""The option for abilities on which an edition is silent."""


def is_in_use(row: BonusRow, options: Options) -> bool:
    """Does this table use the row: its option is on, and it is no ability on which the edition is silent?"""
    if row.is_silent and options.word(SILENT) == "none":
        return False
    if not row.option:
        return True
    option, _, value = row.option.partition("=")
    return options.word(option) == value


def borne_by(unit: Unit, rows: Iterable[BonusRow]) -> tuple[BonusRow, ...]:
    """Give the rows that a unit brings to attacks: of its card, its pilot and its states."""
    if not (unit.pilot or unit.specials or unit.state):
        return ()
    named = {*pilot_ids(unit), *(special.code for special in unit.specials)}
    named |= {f"state:{flag}" for flag in unit.state}
    masters = {name.rpartition("-")[0] for name in named if name.startswith("range-master-")}
    return tuple(row for row in rows if row.ability and row.ability in named | masters)


def is_for(
    question: AttackQuestion, kind: KindRow, kinds: tuple[str, ...], families: tuple[str, ...]
) -> bool:
    """Is the attack of one of these kinds or families? Neither given: any is."""
    return not (kinds or families) or question.kind in kinds or kind.family in families


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
