"""Pairings as they are typed become two names, and a score stays that of the player who made it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.model.events.event import Event, Game, as_written, with_pairing, with_score
from astrike.model.events.pairing import (
    GameResult,
    is_same_name,
    pairing_of,
    players_of,
    result_typed,
    result_under,
)

NAMES = st.text("abvsxyzABVS'’,;-. éß", min_size=1, max_size=20).map(lambda name: " ".join(name.split()))
TWO = (
    st.tuples(NAMES, NAMES)
    .filter(lambda two: all(two) and not is_same_name(*two))
    .filter(lambda two: pairing_of(two) is not None)
)
SCORES = st.tuples(*[st.integers(-99, 99).map(str)] * 2)


@pytest.mark.parametrize(
    "pairing",
    [
        "Marek v Nadia",
        "Marek vs. Nadia",
        "Marek vs Nadia",
        "Marek VS Nadia",
        "Marek versus Nadia",
        " Marek  –  Nadia ",
        "Marek–Nadia",
        "Marek — Nadia",
        "Marek - Nadia",
        "Marek\tNadia",
    ],
)
def test_a_pairing_is_split_however_it_is_typed(pairing: str) -> None:
    assert players_of(pairing) == ("Marek", "Nadia")


@pytest.mark.parametrize(
    ("pairing", "names"),
    [
        ("Anna-Lena v Jean-Luc", ("Anna-Lena", "Jean-Luc")),
        ("O'Neil, Carla v Dmitri", ("O'Neil, Carla", "Dmitri")),
        ("Team A - B v Team C - D", ("Team A - B", "Team C - D")),
        ("Eva V. Stein v Ivo", ("Eva V. Stein", "Ivo")),
        ("Eva Stein v. Ivo", ("Eva Stein", "Ivo")),
    ],
)
def test_a_name_may_hold_what_also_parts_names(pairing: str, names: tuple[str, str]) -> None:
    assert players_of(pairing) == names


@pytest.mark.parametrize("pairing", ["", "Marek", "Marek v", "v Nadia", "A v B v C", "A - B - C", "Jo v JO"])
def test_what_is_not_two_names_is_no_pair(pairing: str) -> None:
    assert players_of(pairing) is None


@given(TWO)
def test_what_is_written_as_a_pairing_is_split_again(two: tuple[str, str]) -> None:
    pairing = pairing_of(two)
    assert pairing is not None
    assert players_of(pairing) == two


@given(TWO, SCORES)
def test_who_made_a_score_keeps_it_when_a_pairing_is_turned_round(
    two: tuple[str, str], scores: tuple[str, str]
) -> None:
    told = GameResult(two, scores)
    turned = result_under(told, (two[1], two[0]))
    assert dict(zip(turned.players, turned.scores, strict=True)) == dict(zip(two, scores, strict=True))
    assert result_under(turned, two) == told


@given(TWO, SCORES)
def test_a_typed_score_is_read_in_the_order_of_the_pairing(
    two: tuple[str, str], scores: tuple[str, str]
) -> None:
    assert result_typed(f"{scores[0]} : {scores[1]}", two) == GameResult(two, scores)


@pytest.mark.parametrize("typed", ["14:6", "14-6", "14 – 6", "14/6", " 14 to 6 "])
def test_scores_are_typed_in_many_ways(typed: str) -> None:
    assert result_typed(typed, ("Marek", "Nadia")) == GameResult(("Marek", "Nadia"), ("14", "6"))


def test_a_result_by_side_says_so_beside_a_pairing_of_others() -> None:
    event = with_score(
        Event("Open", "ce-7"), 1, 1, "14 : 6", reported_by="Kim", result=GameResult(("S", "N"), ("14", "6"))
    )
    game = event.game(1, 1)
    assert game.score_text == "S 14 : 6 N"
    paired = with_pairing(game, "Marek v Nadia")
    assert (paired.score_text, paired.reported_by) == ("S 14 : 6 N", "Kim")
    assert with_pairing(game, "N v S").score_text == "6 : 14"


def test_a_misspelled_name_is_put_right_with_its_score() -> None:
    game = as_written(Game("", "Marek v Nadia"), layout="", pairing="Marek v Nadia", score="14:6")
    better = as_written(game, layout="", pairing="Nadja v Marek", score="14 : 6")
    assert better.result == GameResult(("Nadja", "Marek"), ("6", "14"))
    assert better.score == "6 : 14"


def test_what_the_organiser_does_not_touch_stays_as_it_was_told() -> None:
    old = Game("Ford", "Marek v Nadia", "4 : 6", "Kim")
    assert as_written(old, layout="Mill", pairing="Marek v Nadia", score="4 : 6") == Game(
        "Mill", "Marek v Nadia", "4 : 6", "Kim"
    )
    cleared = as_written(old, layout="Ford", pairing="Marek v Nadia", score="")
    assert (cleared.score, cleared.reported_by, cleared.result) == ("", "", None)
    words = as_written(old, layout="Ford", pairing="Marek v Nadia", score="Nadia gave up")
    assert (words.score, words.reported_by, words.result) == ("Nadia gave up", "", None)
