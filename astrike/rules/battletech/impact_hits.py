"""Where does each group of damage land, as far as the dice say, and which dice are still to be rolled?"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from astrike.model.battletech.impact import (
    ImpactDamage,
    ImpactHit,
    ImpactMotive,
    ImpactToHit,
    NeededDice,
    NeededOdds,
)
from astrike.model.battletech.unit import MECHS, VEHICLES
from astrike.model.explain import Modifier
from astrike.rulebook.battletech.impacts import ImpactHitRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.impact_case import ImpactCase
from astrike.rules.battletech.motive import (
    motive_modifiers,
    motive_result,
    vehicle_hit,
    vehicle_location,
)

FACES: Final = range(1, 7)
DICE: Final = {"full": 2, "rear": 2, "punch": 1, "kick": 1}
"""How many dice each table takes."""


def with_hits(case: ImpactCase) -> tuple[ImpactDamage, ...]:
    """Give the damage with the place of each group, as far as dice were rolled for it."""
    dice = iter(case.question.dice.locations)
    facings = iter(case.question.dice.facings)
    return tuple(replace(lot, hits=tuple(_hits(case, lot, dice, facings))) for lot in case.damage)


def _hits(
    case: ImpactCase, lot: ImpactDamage, dice: Iterator[tuple[int, ...]], facings: Iterator[int]
) -> Iterator[ImpactHit]:
    for points in lot.groups:
        if lot.unit_kind not in MECHS:
            column = _column_of_group(case, lot, facings)
            yield _on_vehicle(case, lot, points, column, dice)
            continue
        rolled = next(dice, ())
        row = None if not rolled or lot.column is None else _row(case.edition, lot.table, sum(rolled))
        where = None if row is None or lot.column is None else _part(lot, row)
        yield ImpactHit(
            points,
            rolled,
            lot.column,
            where,
            is_rear=where is not None and lot.column == "rear" and "torso" in where,
            is_critical=row is not None and row.is_critical,
        )


def _column_of_group(case: ImpactCase, lot: ImpactDamage, facings: Iterator[int]) -> str | None:
    """Name the side that a group hits: of a fall of what is no 'Mech each group has a die of its own."""
    if lot.column is not None:
        return lot.column
    die = next(facings, None)
    return None if die is None else case.edition.impact_facings[str(die)].column


def _on_vehicle(
    case: ImpactCase, lot: ImpactDamage, points: int, column: str | None, dice: Iterator[tuple[int, ...]]
) -> ImpactHit:
    rolled = next(dice, ()) if lot.unit_kind in VEHICLES else ()
    if not rolled or column is None:
        return ImpactHit(points, rolled, column, None, is_rear=False, is_critical=False)
    row = vehicle_hit(case.edition, sum(rolled))
    effect = row.effect_from(column)
    return ImpactHit(
        points,
        rolled,
        column,
        vehicle_location(row, column, has_turret=lot.has_turret),
        is_rear=False,
        is_critical=effect == "critical",
        is_motive=effect == "motive",
    )


def has_table(lot: ImpactDamage) -> bool:
    """Is there a table of hit locations for what is hit?"""
    return lot.unit_kind in MECHS or lot.unit_kind in VEHICLES


def motive_rolls(case: ImpactCase, damage: tuple[ImpactDamage, ...]) -> tuple[ImpactMotive, ...]:
    """List the motive rolls of vehicles: of each such hit, then of those that went through a wall."""
    due = [(lot.to, lot.unit_kind, hit.column) for lot in damage for hit in lot.hits if hit.is_motive]
    due += [(to, kind, "front") for to, kind in case.walls]
    dice = iter(case.question.dice.motives)
    return tuple(
        _motive(case.edition, to, motive_modifiers(case.edition, kind, column or "front"), next(dice, ()))
        for to, kind, column in due
    )


def _motive(
    edition: BattleTechEdition, to: str, modifiers: tuple[Modifier, ...], dice: tuple[int, ...]
) -> ImpactMotive:
    if not dice:
        return ImpactMotive(to, (), modifiers, None, None, None, motive_result(edition, 2).cite)
    total = sum(dice) + sum(each.value for each in modifiers)
    row = motive_result(edition, total)
    return ImpactMotive(
        to,
        dice,
        modifiers,
        total,
        row.key,
        row.label,
        row.cite,
        driving=edition.roll_lasting[row.lasting].value if row.lasting else 0,
        cruise=row.cruise,
        is_halved=row.halved,
        is_immobile=row.immobile,
    )


def _part(lot: ImpactDamage, row: ImpactHitRow) -> str:
    return row.part(lot.column or "front", is_quad=lot.unit_kind == "quad")


def _row(edition: BattleTechEdition, table: str, die: int) -> ImpactHitRow:
    return edition.impact_hits[f"{table}.{die}"]


def needed(
    case: ImpactCase, damage: tuple[ImpactDamage, ...], motives: tuple[ImpactMotive, ...]
) -> tuple[NeededDice, ...]:
    """List the dice that are still to be rolled, in the order in which they are."""
    found = [*_to_hit(case), *_basement(case), *_facing(case), *_facings(case, damage), *_troopers(case)]
    number = 0
    for lot in damage:
        if not has_table(lot):
            continue
        for hit in lot.hits:
            number += 1
            if not hit.dice:
                odds = _odds(case.edition, lot, hit.column)
                found.append(NeededDice(DICE[lot.table], "location", number, odds))
    return (*found, *_motives(case.edition, motives))


def _troopers(case: ImpactCase) -> Iterator[NeededDice]:
    if case.troopers_needed and not case.question.dice.troopers:
        yield NeededDice(case.troopers_needed, "troopers", 1, ())


def _motives(edition: BattleTechEdition, motives: tuple[ImpactMotive, ...]) -> Iterator[NeededDice]:
    for number, each in enumerate(motives, start=1):
        if not each.dice:
            more = sum(row.value for row in each.modifiers)
            rolls = (one + two + more for one, two in product(FACES, FACES))
            yield NeededDice(
                2, "motive", number, _shares(Counter(motive_result(edition, roll).key for roll in rolls))
            )


def _to_hit(case: ImpactCase) -> Iterator[NeededDice]:
    number = case.to_hit
    if number is not None and number.outcome == "open":
        yield NeededDice(2, "to-hit", 1, _hit_or_missed(number))
    for at, collision in case.collisions:
        if collision.outcome == "open":
            yield NeededDice(2, "collision", at, _hit_or_missed(collision))


def _hit_or_missed(number: ImpactToHit) -> tuple[NeededOdds, ...]:
    return (NeededOdds("hit", number.odds), NeededOdds("missed", round(1 - number.odds, 4)))


def _basement(case: ImpactCase) -> Iterator[NeededDice]:
    asked = case.question
    if asked.kind != "basement" or asked.levels or asked.dice.basement or case.notes:
        return
    rows = case.edition.impact_basements
    odds = Counter(str(rows[f"basement.{one + two}"].levels) for one, two in product(FACES, FACES))
    yield NeededDice(2, "basement", 1, _shares(odds))


def _facing(case: ImpactCase) -> Iterator[NeededDice]:
    if case.facing_needed and case.question.dice.facing is None:
        odds = Counter(row.column for row in case.edition.impact_facings.values())
        yield NeededDice(1, "facing", 1, _shares(odds))


def _facings(case: ImpactCase, damage: tuple[ImpactDamage, ...]) -> Iterator[NeededDice]:
    odds = _shares(Counter(row.column for row in case.edition.impact_facings.values()))
    hits = [hit for lot in damage if lot.column is None and lot.unit_kind not in MECHS for hit in lot.hits]
    for number, hit in enumerate(hits, start=1):
        if hit.column is None:
            yield NeededDice(1, "facing-of-group", number, odds)


def _odds(edition: BattleTechEdition, lot: ImpactDamage, column: str | None) -> tuple[NeededOdds, ...]:
    if column is None:
        return ()
    sums = (sum(dice) for dice in product(FACES, repeat=DICE[lot.table]))
    if lot.unit_kind in VEHICLES:
        rows = (vehicle_hit(edition, each) for each in sums)
        return _shares(Counter(vehicle_location(row, column, has_turret=lot.has_turret) for row in rows))
    return _shares(Counter(_part(lot, _row(edition, lot.table, each)) for each in sums))


def _shares(counts: Counter[str]) -> tuple[NeededOdds, ...]:
    return tuple(
        NeededOdds(result, round(count / counts.total(), 4)) for result, count in counts.most_common()
    )
