"""Does every row of the bonuses table make a number in some case, and is what an edition does not print refused?"""

from collections.abc import Iterator, Mapping

import pytest

from astrike.rulebook.ability_rows import BonusRow
from astrike.rulebook.loader import load_edition
from astrike.rules.shot.ability_steps import bonus_term_key
from tests.rules.expectation import expected_for
from tests.rules.scene import scenes
from tools.casefiles import SHORT, all_cases

COMMANDERS = ("ce-5.01", "ce-7")
IN_THE_AIR = frozenset({"golden-goose.run", "golden-goose.bomb", "naval-network", "laser-guided"})
"""Rows for attacks from the air and among aircraft, which are asserted with them."""
BRACKETS = ("short", "medium", "long", "extreme")


def expectations(edition: str) -> Iterator[Mapping[str, object]]:
    for case in all_cases():
        if edition not in case.editions:
            continue
        for scene in scenes(case.raw):
            if edition in scene.raw.get("editions", case.editions):
                yield expected_for(scene.expect, edition=SHORT[edition])


def named(edition: str, *words: str) -> set[tuple[str, object]]:
    return {
        item
        for expected in expectations(edition)
        for word in words
        for item in dict(expected.get(word, {}) or {}).items()  # type: ignore[call-overload]  # a table of a case
    }


def is_met(row: BonusRow, terms: set[tuple[str, object]], keys: set[str]) -> bool:
    name = row.key.partition(".")[0]
    if row.what in ("modifier", "shield"):
        return (
            (bonus_term_key(row), row.points) in terms
            if row.points
            else bonus_term_key(row) in {key for key, _ in terms}
        )
    if row.what == "waive":
        return bonus_term_key(row) in {key for key, _ in terms}
    if row.what in ("damage", "share", "heat"):
        return f"damage.{name}" in keys
    if row.what == "miss":
        return f"miss.{name}" in keys
    if row.what == "critical":
        return f"critical.{name}" in keys
    return True


@pytest.mark.parametrize("edition", COMMANDERS)
def test_every_row_makes_a_number_in_a_case(edition: str) -> None:
    terms = named(edition, "modifiers")
    keys = {key for key, _ in named(edition, "damage_terms", "chances")}
    rows = load_edition(edition).bonuses.values()
    assert {row.key for row in rows if not is_met(row, terms, keys)} <= IN_THE_AIR


@pytest.mark.parametrize("edition", COMMANDERS)
def test_every_table_of_ranges_is_asserted(edition: str) -> None:
    found = {(key, value) for key, value in named(edition, "modifiers") if key.startswith("range.")}
    for row in load_edition(edition).bonuses.values():
        values = {(f"range.{name}", int(value)) for name, value in zip(BRACKETS, row.brackets, strict=False)}
        assert row.what != "range" or values & found, row.key


def test_what_the_classic_errata_does_not_print_is_no_number() -> None:
    for row in load_edition("classic-2.3.1").bonuses.values():
        assert row.unknown, row.key
        assert (row.points, row.share, row.least, row.need, row.amount, row.brackets) == (
            0,
            0.0,
            0,
            0,
            "",
            (),
        )
