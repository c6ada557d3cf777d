"""Rows of the bonuses table, before anything is known about an attack's place.

Which question: which rows does a table use, which of them does a card bring, and for which kinds of attack are they?
"""

from collections.abc import Iterable

from astrike.model.attack import AttackQuestion
from astrike.model.unit import Unit
from astrike.rulebook.abilities import BonusRow
from astrike.rulebook.combat import KindRow
from astrike.rules.motion import pilot_ids
from astrike.rules.options import Options

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
