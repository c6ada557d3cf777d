"""Who bears which rows of the bonuses table, and which of them count in one attack.

Which question: what about attacker, target, spotter and the players' choices changes this attack? What each row does
is asked in `terms`, `ranges`, `damage` and `follow_ups`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from astrike.rulebook.abilities import BonusRow
from astrike.rulebook.schema import Edition
from astrike.rules.abilities.conditions import holds
from astrike.rules.abilities.rows import SILENT, borne_by, is_for, is_in_use
from astrike.rules.battlefield import Field
from astrike.rules.options import Options
from astrike.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class Bearers:
    """The rows of one table, by who can bring them to an attack."""

    attacker: tuple[tuple[BonusRow, ...], ...]
    """For each unit what it bears as attacker,"""
    target: tuple[tuple[BonusRow, ...], ...]
    """as target,"""
    spotter: tuple[tuple[BonusRow, ...], ...]
    """and as spotter."""
    chosen: tuple[BonusRow, ...]
    """Rows that nobody bears and players choose,"""
    always: tuple[BonusRow, ...]
    """and those that an option brings to every attack."""


@lru_cache(maxsize=8)  # one a thread that is answering, as for sight
def bearers(field: Field) -> Bearers:
    """Say who bears what at this table."""
    rows = tuple(row for row in field.edition.bonuses.values() if is_in_use(row, field.options))
    units = field.units.units
    own = tuple(borne_by(unit, rows) for unit in units)

    def by(bearer: str) -> tuple[tuple[BonusRow, ...], ...]:
        return tuple(tuple(row for row in borne if row.bearer == bearer) for borne in own)

    free = [row for row in rows if not row.ability]
    return Bearers(
        attacker=by("attacker"),
        target=by("target"),
        spotter=by("spotter"),
        chosen=tuple(row for row in free if row.choice),
        always=tuple(row for row in free if not row.choice),
    )


def counting(s: Situation) -> tuple[BonusRow, ...]:
    """Give the rows that count in this attack, in the order of the table; also those that no source prints."""
    known = bearers(s.field)
    mine, theirs = known.attacker[s.a], known.target[s.t] if s.t < len(known.target) else ()
    if not (mine or theirs or s.question.choices or known.always or s.spotting is not None):
        return ()
    found = [*mine, *theirs, *_of_the_spotter(s), *known.always]
    if s.question.choices:
        found += known.chosen
    return tuple(row for row in found if counts(s, row))


def _of_the_spotter(s: Situation) -> Iterator[BonusRow]:
    if s.spotting is not None:
        i = s.field.units.index.get(s.spotting.name)
        yield from bearers(s.field).spotter[i] if i is not None else ()


def counts(s: Situation, row: BonusRow) -> bool:
    """Does this row count for this kind of attack, these choices and this situation?"""
    return (
        is_for(s.question, s.kind, row.kinds, row.families)
        and (not row.choice or _is_chosen(s, row.choice))
        and all(holds(s, condition) for condition in row.when)
    )


def _is_chosen(s: Situation, choice: str) -> bool:
    key, _, word = choice.partition("=")
    value = s.question.choice(key)
    if not word:
        return bool(value)
    return str(value) == word if not word.isdigit() else value is not None and int(value) >= int(word)


def is_left_out(name: str, *, edition: Edition, options: Options) -> bool:
    """Is every effect of this ability left out because the edition is silent about it?"""
    rows = [row for row in edition.bonuses.values() if row.ability == name]
    return (
        bool(rows)
        and not any(is_in_use(row, options) for row in rows if not row.option)
        and options.word(SILENT) == "none"
    )
