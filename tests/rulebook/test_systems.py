"""Two games, each with editions of its own; what is asked of the wrong one is told both lists."""

import pytest

from astrike.errors import NotFound
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.compare import differences
from astrike.rulebook.loader import IDS
from astrike.rulebook.schema import Edition, tables_of
from astrike.rulebook.systems import edition_of_any_game, edition_words, pair_problems, system_of


def test_no_two_games_have_an_edition_of_one_name() -> None:
    assert not set(IDS) & set(BATTLETECH_IDS)


def test_an_edition_is_loaded_whichever_game_it_is_of() -> None:
    assert [type(edition_of_any_game(each)) for each in ("ce-7", "tw-4.4")] == [Edition, BattleTechEdition]
    with pytest.raises(NotFound) as caught:
        edition_of_any_game("ce-9")
    for each in (*IDS, *BATTLETECH_IDS):
        assert each in str(caught.value)


@pytest.mark.parametrize("system", ["alpha-strike", "battletech"])
def test_an_edition_of_the_other_game_is_told_both_lists(system: str) -> None:
    foreign = next(each for each in (*IDS, *BATTLETECH_IDS) if system_of(each) != system)
    for each in (*IDS, *BATTLETECH_IDS):
        assert each in edition_words(system, foreign)
        assert (each in edition_words(system, "ce-9")) == (system_of(each) == system)
        assert (each in edition_words(system, 5)) == (system_of(each) == system)


@pytest.mark.parametrize(
    ("pair", "places"),
    [
        (("ce-7", "ce-5.01"), []),
        (("tw-4.4", "tw-4.4"), []),
        (("ce-7", "tw-4.4"), [1]),
        (("tw-4.4", "ce-7"), [1]),
        (("x", "ce-7"), [0]),
        (("tw-4.4", "x"), [1]),
        (("x", "y"), [0, 1]),
    ],
)
def test_two_editions_of_one_game_can_be_compared(pair: tuple[str, str], places: list[int]) -> None:
    assert [place for place, _, _ in pair_problems(*pair)] == places


def test_the_editions_of_classic_battletech_differ_in_every_ruling_of_a_book_and_in_nothing_of_both() -> None:
    first, second = load_battletech("tw-4.4"), load_battletech("bmm-7.01")
    found = differences(first, second)
    rulings = {row.key for row in found if row.table == "rulings"}
    assert rulings == {key for key in first.rulings if not key.startswith("crit-")}
    back = differences(second, first)
    assert {(row.table, row.key, row.a, row.b) for row in found} == {
        (row.table, row.key, row.b, row.a) for row in back
    }
    assert {row.table for row in found} <= set(tables_of(BattleTechEdition))
    assert differences(first, first) == ()


def test_a_difference_says_what_each_edition_goes_by_and_on_which_page() -> None:
    found = differences(load_battletech("tw-4.4"), load_battletech("bmm-7.01"))
    row = next(each for each in found if each.key == "tw-018")
    assert row.a == "The roll against warrior damage in a fall has +1 for each level fallen beyond the first."
    assert row.b.startswith("unknown: ")
    assert row.a_cite is not None
    assert row.a_cite.page == "TW p.60"
