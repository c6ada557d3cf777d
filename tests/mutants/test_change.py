"""Mutants are what they are meant to be: one value of one table is another, and the edition still loads."""

from dataclasses import fields
from pathlib import Path

import pytest

from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, GameSystem, load_edition
from astrike.rulebook.schema import TABLES, Edition, tables_of
from tests.mutants.change import (
    CHOSEN,
    all_battletech_numbers,
    all_numbers,
    battletech_tables,
    one_for_each_battletech_table,
    one_for_each_table,
)

NOTHING_PRINTED = {
    ("classic-2.3.1", table)
    for table in (
        "air_cover",
        "altitudes",
        "bonuses",
        "buildings",
        "critical_effects",
        "criticals",
        "effects",
        "hazards",
        "minefields",
        "support",
    )
}
"""Tables in which the sources leave every figure open."""
PAGE = {"ref", "page_of"}
"""Pages are lent by editions that say the same: with a wrong value, one may be lost."""


def test_mutants_are_their_edition_with_one_wrong_value_each(tmp_path: Path) -> None:
    mutants = list(one_for_each_table((DEFAULT_EDITION,)))
    for mutant in mutants:
        mutant.write(tmp_path)
    editions = GameSystem(tmp_path / "alpha-strike", Edition)
    wrong, right = editions.edition(DEFAULT_EDITION), load_edition(DEFAULT_EDITION)
    for other in set(IDS) - {DEFAULT_EDITION}:
        assert {key for *_, key in changed(editions.edition(other), load_edition(other))} <= PAGE
    found = changed(wrong, right)
    meant = {(each.table, each.row, "steps" if each.table == "kinds" else each.key) for each in mutants}
    assert len(meant) == len(mutants) > 30
    assert meant <= set(found)
    assert {each for each in found if each[2] not in PAGE} == {each for each in meant if each[2] not in PAGE}
    assert {each[:2] for each in found} == {each[:2] for each in meant}
    (kind,) = (each for each in mutants if each.table == "kinds")
    taken = (set(edition.kinds[kind.row].steps) for edition in (right, wrong))
    assert next(taken) - next(taken) == {kind.key}


def test_every_table_of_every_edition_has_one() -> None:
    found = {(mutant.edition, mutant.table) for mutant in one_for_each_table()}
    assert found == {(edition, table) for edition in IDS for table in CHOSEN} - NOTHING_PRINTED


def test_all_numbers_are_more() -> None:
    every = list(all_numbers())
    assert len(every) > 1000
    assert len({str(mutant) for mutant in every}) == len(every)


@pytest.mark.parametrize("of", BATTLETECH_IDS)
def test_mutants_of_classic_battletech_are_their_edition_with_one_wrong_value_each(
    of: str, tmp_path: Path
) -> None:
    mutants = [mutant for mutant in one_for_each_battletech_table() if mutant.edition == of]
    for mutant in mutants:
        mutant.write(tmp_path)
    editions = GameSystem(tmp_path / "battletech", BattleTechEdition)
    wrong, right = editions.edition(of), load_battletech(of)
    found = [
        (table, key, spec.name)
        for table in tables_of(BattleTechEdition)
        for key, row in getattr(right, table).items()
        for spec in fields(row)
        if getattr(row, spec.name) != getattr(getattr(wrong, table)[key], spec.name)
    ]
    assert sorted(found) == sorted((mutant.table, mutant.row, mutant.key) for mutant in mutants)
    assert found
    for other in set(BATTLETECH_IDS) - {of}:
        assert editions.edition(other).digest == load_battletech(other).digest


def test_tables_that_answers_about_classic_battletech_rest_on_have_mutants() -> None:
    assert {"figures", "options"} <= set(battletech_tables())
    assert "figures" in {mutant.table for mutant in one_for_each_battletech_table()}
    every = [str(mutant) for mutant in all_battletech_numbers()]
    assert len(every) == len(set(every)) > len(list(one_for_each_battletech_table()))


def changed(wrong: Edition, right: Edition) -> list[tuple[str, str, str]]:
    return [
        (table, key, spec.name)
        for table in TABLES
        for key, row in getattr(right, table).items()
        for spec in fields(row)
        if getattr(row, spec.name) != getattr(getattr(wrong, table)[key], spec.name)
    ]
