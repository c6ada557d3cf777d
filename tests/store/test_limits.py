"""Wrong codes are limited for each address; right ones cost nothing."""

import pytest

from astrike.errors import TooMany
from astrike.store.limits import GuessLimit, address_group


def test_an_address_has_a_burst_of_guesses() -> None:
    limit = GuessLimit(burst=5, per_minute=6)
    for _ in range(5):
        limit.check("10.0.0.1", now=0)
        limit.count_wrong("10.0.0.1", now=0)
    with pytest.raises(TooMany) as caught:
        limit.check("10.0.0.1", now=0)
    assert caught.value.wait_seconds == pytest.approx(10)


def test_guesses_come_back_with_time_and_not_beyond_the_burst() -> None:
    limit = GuessLimit(burst=2, per_minute=6)
    limit.count_wrong("10.0.0.1", now=0)
    limit.count_wrong("10.0.0.1", now=0)
    with pytest.raises(TooMany):
        limit.check("10.0.0.1", now=9.9)
    limit.check("10.0.0.1", now=10)
    for _ in range(2):
        limit.check("10.0.0.1", now=1e6)
        limit.count_wrong("10.0.0.1", now=1e6)
    with pytest.raises(TooMany):
        limit.check("10.0.0.1", now=1e6)


def test_guessing_on_does_not_lengthen_the_wait() -> None:
    limit = GuessLimit(burst=1, per_minute=6)
    for _ in range(50):
        limit.count_wrong("10.0.0.1", now=0)
    limit.check("10.0.0.1", now=10)


def test_right_codes_cost_nothing() -> None:
    limit = GuessLimit(burst=1, per_minute=1)
    for _ in range(1000):
        limit.check("10.0.0.1", now=0)


def test_each_address_has_its_own_guesses() -> None:
    limit = GuessLimit(burst=1, per_minute=1)
    limit.count_wrong("10.0.0.1", now=0)
    limit.check("10.0.0.2", now=0)
    with pytest.raises(TooMany):
        limit.check("10.0.0.1", now=0)


def test_a_clock_that_steps_back_gives_no_guesses() -> None:
    limit = GuessLimit(burst=1, per_minute=6)
    limit.count_wrong("10.0.0.1", now=100)
    with pytest.raises(TooMany):
        limit.check("10.0.0.1", now=0)


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
        limit.count_wrong(f"10.0.0.{number}", now=number)
    limit.check("10.0.0.0", now=4)
    for number in range(1, 4):
        with pytest.raises(TooMany):
            limit.check(f"10.0.0.{number}", now=4)
