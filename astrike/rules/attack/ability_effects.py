"""What do abilities and choices add to the answer about an attack, beside modifiers and damage?

Refusals, options that decided something, choices that the players have, near misses that still hurt, and the abilities
on a card that no rule uses. Units can also be cover for others: infantry hides behind a friend in base contact (CE
p.139), and a vehicle or 'Mech that moved and is at least as high shields whoever touches it (CE p.172); the line of
fire runs from the middle of one base to the middle of the other. Sources: CE pp.97-101, 139, 143-150, 172.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from astrike.geometry.arrays import Bools
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_outcome import FollowUp
from astrike.model.explain import Reason, facts
from astrike.rulebook.ability_rows import BonusRow
from astrike.rules.attack.ability_choices import check_choices, choices_of
from astrike.rules.attack.ability_conditions import is_left_out
from astrike.rules.attack.sight import sight_answer
from astrike.rules.attack.situation import Situation
from astrike.rules.edition_rows import reason
from astrike.rules.odds import ROLLS, ways_to_roll
from astrike.rules.shot.ability_damage import code_value, share_by_row
from astrike.rules.shot.ability_steps import bonus_term_key
from astrike.rules.shot.area_weapons import weapon_row
from astrike.rules.shot.facts import Shot
from astrike.rules.table.lines import are_in_base_contact, measure_lines
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.move_and_tmm import pilot_ids
from astrike.tolerance import TOUCH


def shielding_rows(s: Situation, keys: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Name the rows that count, each with the unit on the line, in file order."""
    prepared = s.prepared
    if "behind-friend" in keys and s.target_row.infantry:
        for i in _across(s, s.t):
            if not prepared.units.rows[i].infantry:
                yield "behind-friend", i
    if "behind-friend.own" in keys and s.attacker_row.infantry:
        for i in _across(s, s.a):
            if not prepared.units.rows[i].infantry:
                yield "behind-friend.own", i
    for i in _across(s, s.t):
        row = prepared.units.rows[i]
        key = "shield-mech" if row.mech or prepared.units.units[i].type == "PM" else "shield-vehicle"
        if key in keys and _shields(prepared, i, s.t):
            yield key, i


def _shields(prepared: PreparedTable, i: int, t: int) -> bool:
    """May this unit shield that one: a 'Mech, ProtoMech or vehicle below Large that moved and is as high? (CE p.172)"""
    row, unit = prepared.units.rows[i], prepared.units.units[i]
    is_kind = row.mech or unit.type == "PM" or (row.vehicle and not prepared.units.rank[i])
    is_as_high = prepared.units.top[i] >= prepared.units.top[t] - TOUCH
    has_moved = prepared.motions[i].manner in prepared.edition.tagged("shielding")
    return is_kind and bool(is_as_high) and has_moved and not prepared.units.airborne[i]


def _on_the_line(s: Situation, friends: Sequence[int]) -> Bools:
    """Say whose base the line of fire crosses, or on hexes whose hex."""
    return s.prepared.metric.crossed(s.prepared.units.bases, s.line, friends)


def _across(s: Situation, behind: int) -> Iterator[int]:
    """Give the friends of a unit that touch it and whose base the line of fire crosses."""
    units = s.prepared.units
    unit = units.units[behind]
    friends = [
        i
        for i, other in enumerate(units.units)
        if i not in (s.a, s.t)
        and other.side is not None
        and other.side == unit.side
        and other.is_on_table
        and "destroyed" not in other.state
    ]
    if not friends:
        return
    near = are_in_base_contact(s.prepared, np.full(len(friends), behind), np.array(friends, dtype=np.intp))
    over = _on_the_line(s, friends)
    for i, touches, is_crossed in zip(friends, near.tolist(), over.tolist(), strict=True):
        if touches and is_crossed:
            yield i


def near_miss_follow_ups(s: Situation, shot: Shot, target_number: int, dealt: int) -> tuple[FollowUp, ...]:
    """Give the near misses of this attack that do something; `dealt` is the damage of a hit."""
    return tuple(_follow_ups(s, shot, target_number, dealt))


def _follow_ups(s: Situation, shot: Shot, target_number: int, dealt: int) -> Iterator[FollowUp]:
    rows = [row for row in shot.bonuses if not row.unknown]
    for row in rows:
        if row.what == "miss" and row.points:
            yield _miss(shot, row, target_number, dealt)
    known = {row.key: row for row in rows if row.what == "shield" and row.bearer == "target"}
    for key, i in shielding_rows(s, frozenset(known)) if known and not s.sight.contact else ():
        yield _stopped(s, known[key], i, target_number)


def _miss(s: Shot, row: BonusRow, target_number: int, dealt: int) -> FollowUp:
    """A roll that falls so much short still does some damage."""
    points = code_value(s, row.code.split()) if row.code else share_by_row(dealt, row)
    return FollowUp(
        key=f"miss.{row.key.partition('.')[0]}",
        label=row.label,
        cite=row.cite,
        chance=near_miss(target_number, row.points),
        need=target_number - row.points,
        facts=facts(margin=row.points, damage=min(points, dealt) if row.code else points),
    )


def near_miss(target_number: int, points: int) -> float:
    """Give the chance to miss by so many points or fewer.

    >>> near_miss(7, 1)
    0.138889
    """
    return round((ways_to_roll(target_number - points) - ways_to_roll(target_number)) / ROLLS, 6)


def _stopped(s: Situation, row: BonusRow, i: int, target_number: int) -> FollowUp:
    """A miss by no more than a shield's modifier hits the shield (CE p.172)."""
    name = s.prepared.units.units[i].id
    return FollowUp(
        key=f"miss.{bonus_term_key(row).partition('.')[2]}",
        label=row.label,
        cite=row.cite,
        chance=near_miss(target_number, row.points),
        need=target_number - row.points,
        facts=facts(margin=row.points, unit=name),
    )


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
    if foe == s.target.id or foe not in s.prepared.units.index:
        return
    line = measure_lines(s.prepared, np.array([s.a]), np.array([s.prepared.place_of(foe)]))[0]
    is_near = line.range <= row.points + TOUCH
    if is_near and sight_answer(s.prepared, line).state != "blocked":
        yield reason(s.prepared, "attacker.antagonized", facts(unit=foe))


def _shielded(s: Situation, row: BonusRow) -> Iterator[Reason]:
    """Vehicles and infantry of a shielding formation are no targets while a 'Mech of it is nearer (CE p.107)."""
    if not (s.target_row.vehicle or s.target_row.infantry):
        return
    units = s.prepared.units
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
    for line in measure_lines(s.prepared, np.full(len(mechs), s.a), np.array(mechs)):
        if line.range < s.range - TOUCH and sight_answer(s.prepared, line).state != "blocked":
            yield reason(s.prepared, "target.shielded", facts(unit=units.units[line.target].id))
            return


def _falls_short(s: Situation, row: BonusRow) -> Iterator[Reason]:
    """Dead-fire missiles reach one bracket less than the launchers do (CE p.149)."""
    if s.bracket is None or s.weapon.damage is None:
        return
    far = [key for key in ("short", "medium", "long") if not s.weapon.damage.at(key).is_none]
    if far and s.bracket.key not in far[:-1]:
        yield reason(s.prepared, "range.no-damage", facts(bracket=s.bracket.key, range=s.range))


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
    more = near_miss_follow_ups(s, shot, answer.target_number, dealt)
    outcome = replace(answer.outcome, follow_ups=(*answer.outcome.follow_ups, *more))
    return replace(answer, outcome=outcome)


def unused_abilities(prepared: PreparedTable, i: int) -> tuple[str, ...]:
    """Name the special, pilot and command abilities on a card that no rule uses."""
    unit, known = prepared.units.units[i], prepared.edition.abilities
    special = [(each.printed, each.code) for each in unit.specials if each.move is None]
    pilot = list(zip(unit.pilot, pilot_ids(unit), strict=True))
    return tuple(
        printed
        for printed, key in (*special, *pilot)
        if weapon_row(prepared.edition, printed) is None
        and (
            key not in known
            or not known[key].applied
            or is_left_out(key, edition=prepared.edition, options=prepared.options)
        )
    )
