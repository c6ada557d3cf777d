"""What abilities and choices put into an answer, beside its terms.

Which question: what forbids the attack because of them, which options decided, what do the players choose, what else
follows, and which abilities on the cards does nobody use? `clerk` asks here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from astrike.model.answer import AttackAnswer
from astrike.model.explain import Reason, facts
from astrike.rulebook.abilities import BonusRow
from astrike.rules.abilities.bearers import is_left_out
from astrike.rules.abilities.choices import check_choices, choices_of
from astrike.rules.abilities.follow_ups import follow_ups
from astrike.rules.areas.weapons import weapon_row
from astrike.rules.battlefield import Field
from astrike.rules.lines import measure_lines
from astrike.rules.motion import pilot_ids
from astrike.rules.reasons import reason
from astrike.rules.shot import Shot
from astrike.rules.sight import sight_answer
from astrike.rules.situation import Situation
from astrike.tolerance import TOUCH

SHIELDING = "shielding"


def ability_refusals(s: Situation, shot: Shot) -> tuple[Reason, ...]:
    """Collect what abilities forbid."""
    return tuple(_refusals(s, shot)) if s.question.choices or s.target.pilot else ()


def _refusals(s: Situation, shot: Shot) -> Iterator[Reason]:
    for row in shot.bonuses:
        if row.what == "rule" and not row.unknown:
            yield from RULES[row.key](s, row)


def _provoked(s: Situation, row: BonusRow) -> Iterator[Reason]:
    """Who is provoked attacks that enemy alone while it is near and in sight (CE p.92)."""
    foe = str(s.question.choice("antagonized"))
    if foe == s.target.id or foe not in s.field.units.index:
        return
    line = measure_lines(s.field, np.array([s.a]), np.array([s.field.place_of(foe)]))[0]
    is_near = line.range <= row.points + TOUCH
    if is_near and sight_answer(s.field, line).state != "blocked":
        yield reason(s.field, "attacker.antagonized", facts(unit=foe))


def _shielded(s: Situation, row: BonusRow) -> Iterator[Reason]:
    """Vehicles and infantry of a shielding formation are no targets while a 'Mech of it is nearer (CE p.107)."""
    if not (s.target_row.vehicle or s.target_row.infantry):
        return
    units = s.field.units
    mechs = [
        i
        for i, unit in enumerate(units.units)
        if units.rows[i].mech
        and i != s.a
        and unit.side is not None
        and unit.side == s.target.side
        and unit.is_on_table
        and "destroyed" not in unit.state
        and SHIELDING in pilot_ids(unit)
    ]
    if not mechs:
        return
    for line in measure_lines(s.field, np.full(len(mechs), s.a), np.array(mechs)):
        if line.range < s.range - TOUCH and sight_answer(s.field, line).state != "blocked":
            yield reason(s.field, "target.shielded", facts(unit=units.units[line.target].id))
            return


def _falls_short(s: Situation, row: BonusRow) -> Iterator[Reason]:
    """Dead-fire missiles reach one bracket less than the launchers do (CE p.149)."""
    if s.bracket is None or s.weapon.damage is None:
        return
    far = [key for key in ("short", "medium", "long") if not s.weapon.damage.at(key).is_none]
    if far and s.bracket.key not in far[:-1]:
        yield reason(s.field, "range.no-damage", facts(bracket=s.bracket.key, range=s.range))


RULES: Mapping[str, Callable[[Situation, BonusRow], Iterator[Reason]]] = MappingProxyType(
    {"antagonizer": _provoked, "shielding": _shielded, "dead-fire.reach": _falls_short}
)


def with_choices(s: Situation, shot: Shot, answer: AttackAnswer) -> AttackAnswer:
    """Add what the players choose, and what else abilities bring about; raise `InputError` for a wrong choice."""
    check_choices(s)
    answer = replace(answer, choices=choices_of(s))
    if answer.outcome is None or answer.target_number is None:
        return answer
    dealt = answer.damage.target if isinstance(answer.damage.target, int) else 0
    more = follow_ups(s, shot, answer.target_number, dealt)
    outcome = replace(answer.outcome, follow_ups=(*answer.outcome.follow_ups, *more))
    return replace(answer, outcome=outcome)


def unused_abilities(field: Field, i: int) -> tuple[str, ...]:
    """Name the special, pilot and command abilities on a card that no rule uses."""
    unit, known = field.units.units[i], field.edition.abilities
    special = [(each.printed, each.code) for each in unit.specials if each.move is None]
    pilot = list(zip(unit.pilot, pilot_ids(unit), strict=True))
    return tuple(
        printed
        for printed, key in (*special, *pilot)
        if weapon_row(field.edition, printed) is None
        and (
            key not in known
            or not known[key].applied
            or is_left_out(key, edition=field.edition, options=field.options)
        )
    )
