"""Where does each group of damage land, as far as the dice say, and which dice are still to be rolled?"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from astrike.model.battletech.impact import ImpactDamage, ImpactHit, ImpactToHit, NeededDice, NeededOdds
from astrike.model.battletech.unit import MECHS
from astrike.rulebook.battletech.impacts import ImpactHitRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.impact_case import ImpactCase

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
            column = lot.column
            if lot.cause == "fall" and column is None:
                die = next(facings, None)
                column = None if die is None else case.edition.impact_facings[str(die)].column
            yield ImpactHit(points, (), column, None, is_rear=False, is_critical=False)
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


def _part(lot: ImpactDamage, row: ImpactHitRow) -> str:
    return row.part(lot.column or "front", is_quad=lot.unit_kind == "quad")


def _row(edition: BattleTechEdition, table: str, die: int) -> ImpactHitRow:
    return edition.impact_hits[f"{table}.{die}"]


def needed(case: ImpactCase, damage: tuple[ImpactDamage, ...]) -> tuple[NeededDice, ...]:
    """List the dice that are still to be rolled, in the order in which they are."""
    found = [*_to_hit(case), *_basement(case), *_facing(case)]
    number = 0
    for lot in damage:
        if lot.unit_kind not in MECHS:
            continue
        odds = _odds(case.edition, lot)
        for hit in lot.hits:
            number += 1
            if not hit.dice:
                found.append(NeededDice(DICE[lot.table], "location", number, odds))
    return (*found, *_facings(case, damage))


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
    hits = [hit for lot in damage if lot.cause == "fall" and lot.unit_kind not in MECHS for hit in lot.hits]
    for number, hit in enumerate(hits, start=1):
        if hit.column is None:
            yield NeededDice(1, "facing-of-group", number, odds)


def _odds(edition: BattleTechEdition, lot: ImpactDamage) -> tuple[NeededOdds, ...]:
    if lot.column is None:
        return ()
    sums = (sum(dice) for dice in product(FACES, repeat=DICE[lot.table]))
    return _shares(Counter(_part(lot, _row(edition, lot.table, each)) for each in sums))


def _shares(counts: Counter[str]) -> tuple[NeededOdds, ...]:
    return tuple(
        NeededOdds(result, round(count / counts.total(), 4)) for result, count in counts.most_common()
    )
