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
    Mutant,
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


@pytest.mark.parametrize("mutant", list(one_for_each_table((DEFAULT_EDITION,))), ids=str)
def test_a_mutant_is_its_edition_with_one_wrong_value(mutant: Mutant, tmp_path: Path) -> None:
    mutant.write(tmp_path)
    editions = GameSystem(tmp_path / "alpha-strike", Edition)
    wrong, right = editions.edition(mutant.edition), load_edition(mutant.edition)
    for other in set(IDS) - {mutant.edition}:
        assert {key for *_, key in changed(editions.edition(other), load_edition(other))} <= PAGE
    if mutant.table == "kinds":
        assert {each for each in changed(wrong, right) if each[2] not in PAGE} == {
            ("kinds", mutant.row, "steps")
        }
        taken = (set(edition.kinds[mutant.row].steps) for edition in (right, wrong))
        assert next(taken) - next(taken) == {mutant.key}
    else:
        assert (mutant.table, mutant.row, mutant.key) in (found := changed(wrong, right))
        assert {key for *_, key in found} <= {mutant.key, *PAGE}
        assert {each[:2] for each in found} == {(mutant.table, mutant.row)}


def test_every_table_of_every_edition_has_one() -> None:
    found = {(mutant.edition, mutant.table) for mutant in one_for_each_table()}
    assert found == {(edition, table) for edition in IDS for table in CHOSEN} - NOTHING_PRINTED


def test_all_numbers_are_more() -> None:
    every = list(all_numbers())
    assert len(every) > 1000
    assert len({str(mutant) for mutant in every}) == len(every)


@pytest.mark.parametrize("mutant", list(one_for_each_battletech_table()), ids=str)
def test_a_mutant_of_classic_battletech_is_its_edition_with_one_wrong_value(
    mutant: Mutant, tmp_path: Path
) -> None:
    mutant.write(tmp_path)
    editions = GameSystem(tmp_path / "battletech", BattleTechEdition)
    wrong, right = editions.edition(mutant.edition), load_battletech(mutant.edition)
    found = {
        (table, key, spec.name)
        for table in tables_of(BattleTechEdition)
        for key, row in getattr(right, table).items()
        for spec in fields(row)
        if getattr(row, spec.name) != getattr(getattr(wrong, table)[key], spec.name)
    }
    assert found == {(mutant.table, mutant.row, mutant.key)}
    for other in set(BATTLETECH_IDS) - {mutant.edition}:
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
