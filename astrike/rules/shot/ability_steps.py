"""What do abilities, munitions and choices add to the Target Number?

Each addition is a row of the bonuses table; some take back what another to-hit step has put in. Rows that replace the
range modifier belong to `ability_rows`.
"""

from collections.abc import Iterator
from dataclasses import replace

from astrike.model.explain import Modifier, Reason, facts
from astrike.rulebook.ability_rows import BonusRow
from astrike.rules.edition_rows import not_printed
from astrike.rules.shot.ability_rows import SILENT, range_rows
from astrike.rules.shot.attacker_steps import ATTACKER_STEPS
from astrike.rules.shot.facts import Shot
from astrike.rules.shot.pair_steps import PLAIN_STEPS
from astrike.rules.shot.rule_types import StepTerm, entry_of
from astrike.rules.shot.target_steps import TARGET_STEPS
from astrike.rules.units.move_and_tmm import is_airmech

PREFIXES = {
    "system": "system",
    "munition": "munition",
    "state": "state",
    "posture": "state",
    "environment": "condition",
}
"""How the keys of terms begin, by the source of the row; abilities otherwise."""


BESIDE = frozenset({"shield", "miss", "critical", "probe"})
"""Rows that leave Target Number and damage alone, or that say themselves when they are not printed."""

WAIVED = frozenset({"see-through", "cover", "underwater", "stealth", "secondary"})
"""Steps between two units whose terms some abilities take back."""


def ability_step(shot: Shot) -> Iterator[Modifier | Reason]:
    """A, T, O: what abilities of both units, munitions and the players' choices add (CE pp.76-109, 143-150, 173)."""
    rows = shot.bonuses
    if not rows:
        return
    superseded = {row.key for row in rows if row.what == "range"} - {row.key for row in range_rows(rows)}
    for row in rows:
        if row.unknown:
            if row.key not in superseded and row.what not in BESIDE:
                yield unprinted_bonus(row)
        elif row.what == "modifier":
            yield from _added(shot, row)
        elif row.what == "waive":
            yield from _taken_back(shot, row)
    yield from _shields(shot)


def bonus_term_key(row: BonusRow) -> str:
    """Give the key that a row's terms carry.

    >>> bonus_term_key(BonusRow(key="sniper.x", label="Sniper", ref="CE p.99"))
    'ability.sniper'
    """
    return f"{PREFIXES.get(row.source, 'ability')}.{row.key.partition('.')[0]}"


def unprinted_bonus(row: BonusRow) -> Reason:
    """Give the reason against an answer that would need a row which no source prints for this edition."""
    return not_printed(row, bonus_term_key(row))


def modifier_of(row: BonusRow, value: int) -> Modifier:
    """Give the term of a row."""
    return Modifier(bonus_term_key(row), row.part, value, row.label, row.cite)


def options_of(shot: Shot) -> list[str]:
    """Name the options that decided which rows count here."""
    used = [row.option.partition("=")[0] for row in shot.bonuses if row.option]
    used += [SILENT for row in shot.bonuses if row.is_silent]
    if shot.target.airborne and is_airmech(shot.target.unit):
        used.append("lam.both-bonuses")
    if "intimidated" in shot.target.unit.state:
        used.append("intimidation")
    return used


def improvises(shot: Shot) -> bool:
    """Has the attacker picked up something to hit with? (CE p.99)"""
    return any(row.what == "grant" for row in shot.bonuses)


def _shields(shot: Shot) -> Iterator[Modifier | Reason]:
    """Give a term for each unit that stands between as cover."""
    known = {row.key: row for row in shot.bonuses}
    for key, unit in shot.shields:
        row = known[key]
        yield (
            unprinted_bonus(row)
            if row.unknown
            else replace(modifier_of(row, row.points), facts=facts(unit=unit))
        )


def _added(shot: Shot, row: BonusRow) -> Iterator[Modifier]:
    value = row.points
    if row.amount == "choice":
        chosen = shot.question.choice(row.choice.partition("=")[0])
        value = int(chosen) if chosen is not None else 0
    if value:
        yield modifier_of(row, value)


def _taken_back(shot: Shot, row: BonusRow) -> Iterator[Modifier]:
    """Take back what other steps have added, at most so many points of each term, never more than was added."""
    chosen = shot.question.choice(row.choice.partition("=")[0]) if row.choice else ""
    wanted = tuple(start.replace("{choice}", str(chosen)) for start in row.terms)
    value = 0
    for key, added in _entries(shot):
        if added > 0 and key.startswith(wanted):
            value -= min(added, row.points) if row.points else added
    if value:
        yield modifier_of(row, value)


def _entries(shot: Shot) -> Iterator[tuple[str, int]]:
    """Give the terms that can be taken back, as the other steps of this kind of attack make them."""
    terms: list[StepTerm] = list(shot.spotting.terms) if shot.spotting is not None else []
    for name in shot.kind.steps:
        if name == "conditions":
            terms += ATTACKER_STEPS[name](shot.attacker, shot.circumstances)
        elif name == "posture":
            terms += TARGET_STEPS[name](shot.target, shot.circumstances)
        elif name in WAIVED:
            terms += [term for term in PLAIN_STEPS[name](shot) if isinstance(term, tuple)]
    for key, value in terms:
        entry = entry_of(shot.circumstances.edition.modifiers[key], value)
        if isinstance(entry, Modifier):
            yield key, entry.value
