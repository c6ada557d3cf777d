"""New wrong codes are limited for each address; those that were tried or were right once cost nothing."""

import itertools

import pytest

from astrike.errors import TooMany
from astrike.web.access.codes import MOST_REMEMBERED, GuessLimit
from astrike.web.network import address_group

_numbers = itertools.count()


def guess(limit: GuessLimit, address: str = "10.0.0.1", *, now: float, count: int = 1) -> None:
    """Try wrong codes that were never tried before."""
    for _ in range(count):
        limit.count_wrong(address, f"GUESS{next(_numbers):05}", now=now)


def test_an_address_has_a_burst_of_guesses() -> None:
    limit = GuessLimit(burst=5, per_minute=6)
    guess(limit, now=0, count=5)
    with pytest.raises(TooMany) as caught:
        guess(limit, now=0)
    assert caught.value.wait_seconds == pytest.approx(10)


def test_guesses_come_back_with_time_and_not_beyond_the_burst() -> None:
    limit = GuessLimit(burst=2, per_minute=6)
    guess(limit, now=0, count=2)
    with pytest.raises(TooMany):
        guess(limit, now=9.9)
    guess(limit, now=10)
    guess(limit, now=1e6, count=2)
    with pytest.raises(TooMany):
        guess(limit, now=1e6)


def test_guessing_on_does_not_lengthen_the_wait() -> None:
    limit = GuessLimit(burst=1, per_minute=6)
    guess(limit, now=0)
    for _ in range(50):
        with pytest.raises(TooMany):
            guess(limit, now=0)
    guess(limit, now=10)


def test_the_same_wrong_code_counts_once() -> None:
    limit = GuessLimit(burst=3, per_minute=6)
    for _ in range(1000):
        limit.count_wrong("10.0.0.1", "GUESS", now=0)
    guess(limit, now=0, count=2)
    with pytest.raises(TooMany):
        guess(limit, now=0)


def test_what_opened_something_once_never_counts() -> None:
    limit = GuessLimit(burst=1, per_minute=6)
    for number in range(1000):
        limit.count_wrong("10.0.0.1", f"VOID{number}", now=0, is_guess=False)
    guess(limit, now=0)


def test_beyond_the_limit_every_wrong_code_gets_the_same_answer() -> None:
    limit = GuessLimit(burst=1, per_minute=6)
    limit.count_wrong("10.0.0.1", "TRIED", now=0)
    for code, is_guess in (("NEW", True), ("TRIED", True), ("VOID", False)):
        with pytest.raises(TooMany):
            limit.count_wrong("10.0.0.1", code, now=0, is_guess=is_guess)


def test_each_address_has_its_own_guesses() -> None:
    limit = GuessLimit(burst=1, per_minute=1)
    guess(limit, now=0)
    guess(limit, "10.0.0.2", now=0)
    with pytest.raises(TooMany):
        guess(limit, now=0)


def test_a_clock_that_steps_back_gives_no_guesses() -> None:
    limit = GuessLimit(burst=1, per_minute=6)
    guess(limit, now=100)
    with pytest.raises(TooMany):
        guess(limit, now=0)


@pytest.mark.parametrize(
    ("one", "other", "is_together"),
    [
        pytest.param("2001:db8::1", "2001:db8::ffff:1", True, id="one network of IPv6"),
        pytest.param("2001:db8::1", "2001:db8:0:1::1", False, id="two networks of IPv6"),
        pytest.param("10.0.0.1", "10.0.0.2", False, id="two phones with IPv4"),
        pytest.param("::ffff:10.0.0.1", "10.0.0.1", True, id="IPv4 written as IPv6"),
        pytest.param("", "", True, id="no address"),
        pytest.param("unix:", "10.0.0.1", False, id="a socket"),
        pytest.param("fe80::1%eth0", "fe80::1%eth0", True, id="a zone"),
    ],
)
def test_what_is_limited_together(one: str, other: str, is_together: bool) -> None:
    assert (address_group(one) == address_group(other)) == is_together


def test_memory_is_bounded_and_the_address_seen_longest_ago_is_forgotten() -> None:
    limit = GuessLimit(burst=1, per_minute=1, most_addresses=3)
    for number in range(4):
        guess(limit, f"10.0.0.{number}", now=number)
    for number in range(1, 4):
        with pytest.raises(TooMany):
            guess(limit, f"10.0.0.{number}", now=4)
    guess(limit, "10.0.0.0", now=4)


def test_of_each_address_only_the_newest_wrong_codes_are_remembered() -> None:
    limit = GuessLimit(burst=1000, per_minute=6)
    limit.count_wrong("10.0.0.1", "FIRST", now=0)
    guess(limit, now=0, count=MOST_REMEMBERED)
    guess(limit, now=0, count=999 - MOST_REMEMBERED - 1)
    limit.count_wrong("10.0.0.1", "FIRST", now=0)
    with pytest.raises(TooMany):
        guess(limit, now=0)
