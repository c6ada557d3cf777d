"""What do abilities, munitions and choices do to the damage that leaves the attacker?

They multiply it first, then add and take points (CE p.51); each is a modifier of its own. What the target's armor
takes off comes later.
"""

from collections.abc import Sequence

from astrike.model.attack_answer import DamageTerm
from astrike.model.card import DamageValue, bracket_on_card
from astrike.rulebook.ability_rows import BonusRow
from astrike.rules.shot.facts import Shot
from astrike.rules.units.weapons import is_standard, weapons_of

CHANGES = ("share", "damage", "heat")
"""What changes the damage, in the order in which it does."""
TAKEN = ("foil", "absorption")
"""What changes it on the target's side."""


def ability_terms(s: Shot, value: DamageValue) -> tuple[DamageValue, tuple[DamageTerm, ...]]:
    """Give what abilities leave of the damage, and a term for each that changed it."""
    terms: list[DamageTerm] = []
    for row in _rows(s):
        left = _after(s, row, value)
        if left != value:
            key = f"damage.{row.key.partition('.')[0]}"
            terms.append(DamageTerm(key, left.points - value.points, row.label, row.cite))
            value = left
    return value, tuple(terms)


def damage_key(s: Shot) -> tuple[object, ...]:
    """Name what the damage depends on because of abilities: nothing, or this target."""
    return (s.target.unit.id,) if any(row.what in (*CHANGES, *TAKEN) for row in s.bonuses) else ()


def ability_heat(s: Shot) -> int:
    """Give the heat that a munition brings in place of damage."""
    return sum(_as_heat(s, row) for row in _rows(s) if row.what == "heat")


def code_value(s: Shot, codes: Sequence[str]) -> int:
    """Give the points of the first of these special abilities on the attacker's card at the bracket; 0 without."""
    for special in weapons_of(s.attacker.unit):
        if special.code in codes and s.bracket is not None:
            if special.values is None:
                return special.number or 0
            return special.values.at(bracket_on_card(s.bracket.key)).points
    return 0


def template_more(s: Shot) -> float:
    """Give the inches by which abilities make the radius of a template larger (CE p.103)."""
    return sum(row.points for row in s.bonuses if row.what == "template" and not row.unknown) / 2


def _rows(s: Shot) -> tuple[BonusRow, ...]:
    rows = [row for row in s.bonuses if row.what in CHANGES and not row.unknown]
    return tuple(sorted(rows, key=lambda row: CHANGES.index(row.what)))


def _after(s: Shot, row: BonusRow, value: DamageValue) -> DamageValue:
    if row.what == "share":
        return DamageValue(share_by_row(value.points, row), minimal=value.minimal)
    if row.what == "heat":
        return DamageValue(value.points - min(value.points, _as_heat(s, row)), minimal=value.minimal)
    least = min(row.least, value.points)
    return DamageValue(max(least, value.points + points_added(s, row, value), 0), minimal=value.minimal)


def share_by_row(points: int, row: BonusRow) -> int:
    """Give the share of some points that a row leaves: rounded down, at least its least where there were any.

    >>> half = BonusRow(key="x", label="Half", ref="CE p.98", share=0.5, least=1)
    >>> [share_by_row(points, half) for points in (0, 1, 3, 4)]
    [0, 1, 1, 2]
    """
    return max(min(row.least, points), int(points * row.share))


def points_added(s: Shot, row: BonusRow, value: DamageValue) -> int:
    """Give the points that a row adds; some are read off the card."""
    short = s.attacker.unit.damage.at("short").points if s.attacker.unit.damage is not None else 0
    amounts = {
        "half-short": (short + 1) // 2,
        "half-size": (s.attacker.unit.size + 1) // 2,
        "short": short,
        "no-missiles": -value.points
        if not is_standard(s.weapon)
        else -code_value(s, s.circumstances.edition.tagged("launcher")),
    }
    return amounts.get(row.amount, row.points)


def _as_heat(s: Shot, row: BonusRow) -> int:
    """So many points of a special ability's value become heat (CE p.149)."""
    return min(row.points, code_value(s, row.code.split()))
