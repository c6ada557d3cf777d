"""Near misses that still hurt, because of who attacks, with what, or who stands in the way.

Which question: what does a roll do that falls a little short? Critical rolls that abilities add are in `results`.
Sources: CE pp.97-101, 143-150, 172.
"""

from collections.abc import Iterator

from astrike.model.combat import FollowUp
from astrike.model.explain import facts
from astrike.rulebook.abilities import BonusRow
from astrike.rules.abilities.damage import code_value, share_of
from astrike.rules.abilities.ledger import key_of
from astrike.rules.abilities.shields import shields
from astrike.rules.odds import ROLLS, ways_to_roll
from astrike.rules.shot import Shot
from astrike.rules.situation import Situation


def follow_ups(s: Situation, shot: Shot, target_number: int, dealt: int) -> tuple[FollowUp, ...]:
    """Give the near misses of this attack that do something; `dealt` is the damage of a hit."""
    return tuple(_follow_ups(s, shot, target_number, dealt))


def _follow_ups(s: Situation, shot: Shot, target_number: int, dealt: int) -> Iterator[FollowUp]:
    rows = [row for row in shot.bonuses if not row.unknown]
    for row in rows:
        if row.what == "miss" and row.points:
            yield _miss(shot, row, target_number, dealt)
    known = {row.key: row for row in rows if row.what == "shield" and row.bearer == "target"}
    for key, i in shields(s, frozenset(known)) if known and not s.sight.contact else ():
        yield _stopped(s, known[key], i, target_number)


def _miss(s: Shot, row: BonusRow, target_number: int, dealt: int) -> FollowUp:
    """A roll that falls so much short still does some damage."""
    points = code_value(s, row.code.split()) if row.code else share_of(dealt, row)
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
    name = s.field.units.units[i].id
    return FollowUp(
        key=f"miss.{key_of(row).partition('.')[2]}",
        label=row.label,
        cite=row.cite,
        chance=near_miss(target_number, row.points),
        need=target_number - row.points,
        facts=facts(margin=row.points, unit=name),
    )
