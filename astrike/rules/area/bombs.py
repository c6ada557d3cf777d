"""Which bombs does a unit drop and how many, and where does one fall that missed?

A bomb scatters from the point it was dropped on, in a direction and by a distance that count from the flight path.
Whether it may be dropped at all is decided by `air.bombing`. Sources: CE pp.181-182, AS p.55.
"""

from collections.abc import Iterator, Sequence

from astrike.errors import InputError, Problem
from astrike.geometry.straight_paths import bearing_along
from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.dice import DiceTray
from astrike.rulebook.combat_rows import ArtilleryRow, KindRow
from astrike.rules.area.scatter import Numbers, scatter, scatter_problems
from astrike.rules.attack.situation import Situation
from astrike.rules.options import HasEdition
from astrike.rules.shot.area_weapons import needed_weapon
from astrike.rules.shot.facts import Shot
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.weapons import Weapon

HIGH_EXPLOSIVE = "BOMB-HE"


def is_bombing(kind: KindRow) -> bool:
    """Does it drop bombs?"""
    return "bombing" in kind.tags


def bomb_of(s: Situation) -> Weapon:
    """Give what it drops: what is named, else high explosive."""
    named = needed_weapon(s.prepared, s.question.weapon or HIGH_EXPLOSIVE)
    return Weapon(named.key, None)


def bomb_row(at: HasEdition, weapon: Weapon) -> ArtilleryRow:
    """Give the bomb that is dropped."""
    return at.edition.artillery[weapon.code]


def bombs_dropped(question: AttackQuestion) -> int:
    """Give how many bombs fall: one on each point of a series, in a dive as many as are chosen."""
    if question.kind == "altitude-bomb":
        return max(1, len(question.path))
    return max(1, int(question.choice("bombs") or 0))


def load_refusals(s: Shot) -> Iterator[str]:
    """Give the keys of what its load forbids."""
    load = s.attacker.unit.special("BOMB")
    if bomb_row(s.circumstances, s.weapon).family != "bomb":
        yield "bomb.weapon"
    if load is None:
        yield "attacker.no-weapon"
    elif bombs_dropped(s.question) > (load.number or 1):
        yield "bomb.load"


def bomb_scatter(
    prepared: PreparedTable,
    attacker: str,
    at: TablePoint,
    weapon: str,
    tray: DiceTray,
    *,
    is_series: bool = False,
    margin: int | None = None,
) -> BlastAnswer:
    """Scatter a bomb that a unit dropped along its flight path; raise `InputError` for a unit without one.

    One of a series from high altitude takes the numbers in parentheses.
    """
    flight = prepared.unit_of(attacker).flight
    if flight is None:
        raise InputError([_without_flight(attacker)])
    numbers: Numbers = "ahead" if is_series else "around"
    return scatter(
        prepared,
        at,
        weapon,
        tray,
        margin=margin,
        heading=bearing_along(flight.start, flight.end),
        numbers=numbers,
    )


def check_scatter(
    prepared: PreparedTable, *, by: str | None, weapon: str | None, dice: Sequence[int], margin: int | None
) -> None:
    """Refuse what no miss could scatter with, naming every problem; `by` is who dropped it, if it is a bomb."""
    problems = list(scatter_problems(prepared, weapon, dice, margin))
    if by is not None and prepared.unit_of(by).flight is None:
        problems = [_without_flight(by), *problems]
    if problems:
        raise InputError(problems)


def _without_flight(unit: str) -> Problem:
    return Problem("by", unit, "a unit with a flight path")
