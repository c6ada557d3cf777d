"""How many rolls does one attack make, and how likely is each amount of damage?

As a rule one roll decides about all points. Options give each point a roll of its own, or dice for the points of a
hit. Sources: CE pp.48, 78, 174-175; AS p.70.
"""

from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction
from functools import partial

from astrike.dataclass import dataclass
from astrike.model.card import DamageValue
from astrike.rules.odds import (
    NOTHING,
    Spread,
    average,
    chance_that,
    changed_spread,
    die_at_least,
    mixed_spread,
    successes,
    sum_of,
)
from astrike.rules.shot.armor import PointsChange


@dataclass(frozen=True, slots=True)
class DamageDice:
    """How damage is diced at this table."""

    minimal: int
    """What a die has to show for 0*."""
    each: int = 0
    """What a die has to show for each other point; 0: points are not diced."""

    def of_hit(self, value: DamageValue) -> Spread:
        """Give how likely which points of one hit are."""
        points: Spread = {value.points: Fraction(1)}
        if self.each and value.points:
            # At least one point in all (CE p.174, AS p.70).
            points = changed_spread(
                successes(value.points, die_at_least(self.each)), lambda count: max(1, count)
            )
        return sum_of(points, successes(1, die_at_least(self.minimal))) if value.minimal else points

    def fallen(self, value: DamageValue, dice: Sequence[int]) -> int | None:
        """Give the points of a hit by the dice that fell: one for each point, then that of 0*; None: too few."""
        wanted = (value.points if self.each else 0) + value.minimal
        if len(dice) < wanted:
            return None
        points = value.points
        if self.each and value.points:
            points = max(1, sum(die >= self.each for die in dice[: value.points]))
        return points + (value.minimal and dice[wanted - 1] >= self.minimal)


@dataclass(frozen=True, slots=True)
class DamageRolls:
    """One attack, ready to be rolled: what hits how likely, and what the target makes of the points."""

    value: DamageValue
    """What leaves the attacker: with several rolls one for each point."""
    hit: Fraction
    """Chance of one roll."""
    dice: DamageDice
    take: PointsChange
    """What is left of points that arrive together."""
    after: int = 0
    """Points that come on top with a hit, whatever is taken off."""
    rolls: int = 1
    near_misses: tuple[tuple[Fraction, int], ...] = ()
    """With one roll: how likely it misses by one, by two ..., and the points that this still does."""
    flak_near_miss: Fraction = field(default=Fraction(0))
    """With several rolls, the chance of one to miss so closely that flak still does its point."""
    flak: int = 0
    """How many of several rolls are flak."""
    heat_damage_rolls: int = 0
    """How many of several rolls bring a point of heat as well that is taken as damage."""
    heat_rolls: int = 0
    """How many of several rolls bring heat at all."""
    rerolled_misses: int = 0
    """How many of the rolls that miss are made again."""
    rerolls: int = 0
    """How often all rolls may be made again."""

    def left(self, points: int) -> int:
        """Give what points that arrive together do in the end."""
        return self.take(points)

    def on_hit(self) -> Spread:
        """Give the damage of a hit: at least one roll of several hits."""
        if self.rolls == 1:
            return changed_spread(self.dice.of_hit(self.value), lambda points: self.left(points) + self.after)
        overall = self.overall()
        some = self.some()
        if not some:
            return NOTHING
        missed = 1 - some
        rest = {number: share - (missed if number == 0 else 0) for number, share in overall.items()}
        return {number: share / some for number, share in rest.items() if share}

    def overall(self) -> Spread:
        """Give the damage with misses among them, those that are close enough to hurt counted."""
        if self.rolls == 1:
            missed = 1 - self.hit - sum((share for share, _ in self.near_misses), Fraction(0))
            near_misses = [(share, {self.left(points): Fraction(1)}) for share, points in self.near_misses]
            return mixed_spread((self.hit, self.on_hit()), *near_misses, (missed, NOTHING))
        plain = self.rolls - self.flak - self.heat_damage_rolls
        hits = sum_of(successes(plain, self.hit), successes(self.flak, self.hit + self.flak_near_miss))
        if self.rerolled_misses:
            hits = self._once_more(hits, plain + self.flak)
        parts = [
            (share, changed_spread(hits, partial(self._with_heat, heat=heat)))
            for heat, share in successes(self.heat_damage_rolls, self.hit).items()
        ]
        return mixed_spread(*parts)

    def _once_more(self, hits: Spread, rolls: int) -> Spread:
        """Make one of the rolls that missed again."""
        parts = [
            (share, successes(1, self.hit) if count < rolls else NOTHING) for count, share in hits.items()
        ]
        return mixed_spread(
            *(
                (share, {count + more: chance for more, chance in spread.items()})
                for (share, spread), count in zip(parts, hits, strict=True)
            )
        )

    def _with_heat(self, count: int, *, heat: int) -> int:
        return self.left(count + heat) + heat

    def some(self) -> Fraction:
        """Give the chance that anything hits."""
        if self.rolls == 1:
            return self.hit
        plain = self.rolls - self.flak + self.rerolled_misses
        return 1 - (1 - self.hit) ** plain * (1 - self.hit - self.flak_near_miss) ** self.flak

    def twelve(self, natural: Fraction) -> Fraction:
        """Give how likely a hit comes with a natural 12 and does a point; `natural` is the chance of that roll."""
        if not self.hit:
            return Fraction(0)
        of_hits = natural / self.hit
        if self.rolls == 1:
            return of_hits * chance_that(self.dice.of_hit(self.value), lambda points: self.left(points) > 0)
        found = Fraction(0)
        for count, share in successes(self.rolls, self.hit).items():
            if self.left(count) > 0:
                found += share * (1 - (1 - of_hits) ** count)
        some = 1 - (1 - self.hit) ** self.rolls
        return found / some if some else Fraction(0)

    def expected(self) -> Fraction:
        """Give the points on average."""
        return average(self.overall())
