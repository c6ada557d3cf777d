"""Codes of events and guesses: an old one or one of a table is no guess, and who holds one is never kept out."""

from astrike.store.table.codes import Right
from tests.web.access.test_codes import MANY, assert_counts_once, guess, has_guesses_left
from tests.web.conftest import Kept
from tests.web.events.hall import Hall


def test_a_code_that_was_drawn_anew_is_asked_for_all_day_and_never_counts(hall: Hall) -> None:
    old = hall.codes.view
    hall.post("/codes", {"right": "view"})
    asked = [f"/e/{old}/status.json", f"/e/{old}/version"]
    assert {hall.client.get(each).status_code for each in asked * MANY} == {404}
    assert has_guesses_left(hall.client)


def test_the_same_wrong_code_counts_once(hall: Hall) -> None:
    assert_counts_once(hall.client, "/e/{}/status.json")


def test_a_code_of_another_kind_is_no_guess(kept: Kept, hall: Hall) -> None:
    mixed_up = [f"/e/{kept.codes.view}", f"/t/{hall.codes.play}"]
    assert {hall.client.get(each).status_code for each in mixed_up * MANY} == {404}
    assert has_guesses_left(hall.client)


def test_who_holds_a_code_is_never_kept_out_by_a_neighbour_who_guesses(hall: Hall) -> None:
    assert guess(hall.client)[-1] == 429
    for right in Right:
        assert hall.client.get(hall.url(right=right)).status_code == 200


def test_beyond_the_limit_a_code_of_an_event_opens_no_table(kept: Kept, hall: Hall) -> None:
    """It is answered like any other wrong code."""
    assert guess(kept.client)[-1] == 429
    answers = {
        (found.status_code, found.text)
        for code in ("ABCDE00000", hall.codes.view)
        for found in [kept.client.get(f"/t/{code}")]
    }
    assert [status for status, _text in answers] == [429]
