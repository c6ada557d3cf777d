"""Chances of damage are those that counting every dice roll gives."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.model.card import DamageValue
from astrike.rules.attack.damage_rolls import DamageDice, DamageRolls
from astrike.rules.odds import WAYS, Spread, average, chance_to_reach, successes
from tests.soak import examples

PLAIN = DamageDice(minimal=4)
EACH = DamageDice(minimal=5, each=3)
DIE = range(1, 7)
TOTAL = sum(WAYS.values())


def less(points: int, *, by: int, least: int) -> int:
    return max(min(points, least), points - by)


def half(points: int) -> int:
    return points // 2


TAKINGS: tuple[Callable[[int], int], ...] = (
    lambda points: points,
    partial(less, by=1, least=1),
    partial(less, by=2, least=0),
    half,
    lambda points: 2 * points,
)
LAW = settings(max_examples=examples(20, soaked=40), deadline=None)


def by_counting(volley: DamageRolls, number: int, close: int) -> Spread:
    """Count every way in which the attack rolls, and the dice of the damage, can fall."""
    found: dict[int, Fraction | int] = {}
    for rolls in product(WAYS, repeat=volley.rolls):
        ways = prod(WAYS[roll] for roll in rolls)
        for dealt, part in _dealt(volley, rolls, number, close):
            found[dealt] = found.get(dealt, 0) + ways * part
    return {dealt: Fraction(ways) / TOTAL**volley.rolls for dealt, ways in sorted(found.items())}


def _dealt(
    volley: DamageRolls, rolls: tuple[int, ...], number: int, close: int
) -> Iterator[tuple[int, Fraction | int]]:
    if volley.rolls > 1:
        plain = volley.rolls - volley.flak
        hits = sum(roll >= number for roll in rolls[:plain])
        hits += sum(roll >= number - close for roll in rolls[plain:])
        yield volley.take(hits), 1
    elif rolls[0] >= number:
        dice = (volley.value.points if volley.dice.each else 0) + volley.value.minimal
        ways = Fraction(1, len(DIE) ** dice)
        for fallen in product(DIE, repeat=dice):
            points = volley.dice.fallen(volley.value, fallen)
            assert points is not None
            yield volley.take(points) + volley.after, ways
    else:
        short = number - rolls[0]
        yield volley.take(volley.near_misses[short - 1][1]) if short <= len(volley.near_misses) else 0, 1


@st.composite
def volleys(draw: st.DrawFn) -> tuple[DamageRolls, int, int]:
    number, close = draw(st.integers(1, 14)), draw(st.sampled_from([0, 0, 2]))
    hit = chance_to_reach(number, naturals=False)
    near = chance_to_reach(number - close, naturals=False) - hit
    take = draw(st.sampled_from(TAKINGS))
    if draw(st.booleans()):
        rolls = draw(st.integers(2, 4))
        flak = draw(st.integers(0, rolls)) if close else 0
        value = DamageValue(rolls)
        return (
            DamageRolls(
                value, hit, PLAIN, take, rolls=rolls, flak_near_miss=near if flak else Fraction(0), flak=flak
            ),
            number,
            close,
        )
    value = DamageValue(draw(st.integers(0, 4)), minimal=draw(st.booleans()))
    dice, after = draw(st.sampled_from([PLAIN, EACH])), draw(st.integers(0, 2))
    points = draw(st.lists(st.integers(0, 3), max_size=3))
    shares = [
        chance_to_reach(number - by, naturals=False) - chance_to_reach(number - by + 1, naturals=False)
        for by in range(1, len(points) + 1)
    ]
    closely = tuple(zip(shares, points, strict=True))
    return DamageRolls(value, hit, dice, take, after=after, near_misses=closely), number, close


@LAW
@given(volleys())
def test_every_way_the_dice_can_fall_is_counted(made: tuple[DamageRolls, int, int]) -> None:
    volley, number, close = made
    counted = {points: share for points, share in by_counting(volley, number, close).items() if share}
    assert dict(volley.overall()) == counted


@LAW
@given(volleys())
def test_shares_sum_to_one_and_their_mean_is_the_average(made: tuple[DamageRolls, int, int]) -> None:
    volley = made[0]
    assert sum(volley.overall().values()) == 1
    if volley.some():
        assert sum(volley.on_hit().values()) == 1
    assert volley.expected() == average(volley.overall())
    assert all(share >= 0 for share in (*volley.overall().values(), *volley.on_hit().values()))


@LAW
@given(volleys())
def test_a_natural_twelve_is_no_likelier_than_the_roll_among_hits(made: tuple[DamageRolls, int, int]) -> None:
    volley = made[0]
    assert 0 <= volley.twelve(Fraction(1, TOTAL)) <= 1


@LAW
@given(st.integers(2, 12), st.integers(1, 4), st.sampled_from(TAKINGS))
def test_natural_twelves_are_counted(number: int, rolls: int, take: Callable[[int], int]) -> None:
    hit = chance_to_reach(number, naturals=False)
    volley = DamageRolls(DamageValue(rolls), hit, PLAIN, take, rolls=rolls)
    some = twelve = 0
    for fallen in product(WAYS, repeat=rolls):
        ways = prod(WAYS[roll] for roll in fallen)
        hits = sum(roll >= number for roll in fallen)
        some += ways if hits else 0
        dealt = take(hits if rolls > 1 else volley.value.points) if hits else 0
        twelve += ways if dealt > 0 and 12 in fallen else 0
    assert volley.twelve(Fraction(1, TOTAL)) == Fraction(twelve, some)


@LAW
@given(volleys(), st.integers(0, 3))
def test_who_takes_more_off_takes_no_more(made: tuple[DamageRolls, int, int], by: int) -> None:
    volley = made[0]
    softer = DamageRolls(volley.value, volley.hit, volley.dice, lambda points: points, rolls=volley.rolls)
    harder = DamageRolls(
        volley.value, volley.hit, volley.dice, partial(less, by=by, least=0), rolls=volley.rolls
    )
    assert harder.expected() <= softer.expected()


@given(st.integers(0, 6), st.integers(1, 12))
def test_tries_are_binomial(count: int, number: int) -> None:
    share = chance_to_reach(number, naturals=False)
    spread = successes(count, share)
    assert sum(spread.values()) == 1
    assert average(spread) == count * share


@pytest.mark.parametrize(
    ("number", "share"), [(1, Fraction(35, 36)), (14, Fraction(1, 36)), (7, Fraction(7, 12))]
)
def test_naturals_always_hit_and_miss(number: int, share: Fraction) -> None:
    assert chance_to_reach(number, naturals=True) == share


def test_one_more_try_for_one_that_missed() -> None:
    half_chance = Fraction(1, 2)
    volley = DamageRolls(
        DamageValue(2), half_chance, PLAIN, lambda points: points, rolls=2, rerolled_misses=1
    )
    assert volley.overall() == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(1, 2)}
    assert volley.some() == Fraction(7, 8)


def test_heat_that_is_taken_as_damage_comes_with_its_roll() -> None:
    half_chance = Fraction(1, 2)
    volley = DamageRolls(
        DamageValue(2), half_chance, PLAIN, lambda points: points, rolls=2, heat_damage_rolls=1
    )
    assert volley.overall() == {0: Fraction(1, 4), 1: Fraction(1, 4), 2: Fraction(1, 4), 3: Fraction(1, 4)}
