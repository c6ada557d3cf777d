"""What does an attack do in the end: how likely which damage, and which rolls does a hit bring about?

Which question: one attack's outcome. `outcome_of` is the one call for every kind of attack; the weapon drill says what
leaves the attacker, others let it read the damage of their answer. Sources: CE pp.45-50, 78, 174-175, 184; AS pp.38-43.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from astrike.errors import InputError, Problem
from astrike.model.answer import AttackAnswer
from astrike.model.card import DamageValue
from astrike.model.combat import Odds, Outcome
from astrike.rules.armor import Taking, blow_of, is_flak_target, taken
from astrike.rules.battlefield import Field
from astrike.rules.damage import dealt_of, heat_of, heat_rating, special_value
from astrike.rules.odds import ROLLS, WAYS
from astrike.rules.results.chances import Spread, average, share_of
from astrike.rules.results.follow import Fallen, follow_ups
from astrike.rules.results.volley import Dice, Volley
from astrike.rules.situation import Situation

NATURAL = Fraction(WAYS[12], ROLLS)
TWELVE = 12
MOST_DIE = 6
ROLLED_APART = frozenset({"weapon", "indirect"})
"""Families of kinds that the option for several rolls is about (CE p.174),"""
DICED = ROLLED_APART | {"surprise", "artillery", "air"}
"""and those whose points the other option dices."""


@dataclass(frozen=True, slots=True)
class _Split:
    """How the rolls of an attack are divided."""

    rolls: int
    heat: int
    """Rolls that bring heat,"""
    flak: int
    """and rolls that are flak."""


def outcome_of(s: Situation, answer: AttackAnswer, *, extra: Sequence[str] = ()) -> Outcome | None:
    """Work out what follows an attack that is allowed; None when it is not, or when the damage is not known.

    `extra` names criticals that come with every hit of this kind: `critical.dfa`, `critical.anti-mech`.
    Dice typed with the question are attack rolls first, the sum of two each, then single dice of damage.
    """
    volley = volley_of(s, answer)
    if volley is None:
        return None
    on_hit, overall = volley.on_hit(), volley.overall()
    fallen = _fallen(s, answer, volley)
    return Outcome(
        on_hit=_odds(on_hit),
        overall=_odds(overall),
        expected=float(average(overall)),
        rolls=volley.rolls,
        hits=fallen.hits if fallen is not None else None,
        dealt=fallen.dealt if fallen is not None else None,
        follow_ups=follow_ups(s, answer, volley, fallen, extra=extra),
    )


def volley_of(s: Situation, answer: AttackAnswer) -> Volley | None:
    """Settle what is rolled for this attack, and what a hit does."""
    target_number = answer.target_number
    final = as_value(answer.damage.target)
    if target_number is None or final is None:
        return None
    field, family = s.field, s.kind.family
    naturals = field.options.is_on("critical-success")
    hit = share_of(target_number, naturals=naturals)
    dice = dice_at(field) if family in DICED else Dice(_number(field, "minimal.die"))
    dealt = dealt_of(s)[0] if family in ROLLED_APART else None
    take = taking(s)
    if dealt is None or take is None:
        return Volley(final, hit, dice, _whole)
    after = 0 if s.target_row.tracks_heat else heat_of(s)
    near = _near(s, target_number, hit, naturals=naturals)
    flak = special_value(s, "FLK")
    if field.options.is_on("multiple-attack-rolls") and not dealt.minimal and dealt.points > 1:
        split = _split(s, dealt.points, flak.points if near else 0)
        plain = Dice(_number(field, "minimal.die"))
        warm = split.heat if after else 0
        return Volley(
            dealt, hit, plain, take, rolls=split.rolls, near=near if split.flak else Fraction(0),
            flak=split.flak, warm=warm,
        )  # fmt: skip
    return Volley(dealt, hit, dice, take, after=after, near=near, flak=flak.points)


def taking(s: Situation) -> Taking | None:
    """Put everything that the target takes off into one; None where a part of it is in no source."""
    changes = [each.change for each in taken(s.field, s.t, s.question.kind, blow_of(s))]
    known = [change for change in changes if change is not None]
    if len(known) < len(changes):
        return None

    def take(points: int) -> int:
        for change in known:
            points = change(points)
        return points

    return take


def dice_at(field: Field) -> Dice:
    """Say how damage is diced at this table: each point of it with the option, 0* always (CE pp.48, 174; AS p.70)."""
    several = field.options.is_on("variable-damage") and not field.options.is_on("multiple-attack-rolls")
    if several:
        return Dice(_number(field, "variable.minimal"), _number(field, "variable.die"))
    return Dice(_number(field, "minimal.die"))


def as_value(shown: int | str | None) -> DamageValue | None:
    """Read a damage as answers show it.

    >>> as_value("0*+1")
    DamageValue(points=1, minimal=True)
    """
    if shown is None or isinstance(shown, int):
        return None if shown is None else DamageValue(shown)
    return DamageValue(int(shown.partition("+")[2] or 0), minimal=True)


def _whole(points: int) -> int:
    return points


def _number(field: Field, key: str) -> int:
    return int(field.edition.number(key))


def _near(s: Situation, target_number: int, hit: Fraction, *, naturals: bool) -> Fraction:
    """Give the chance to miss so closely that flak still does its points (CE p.78)."""
    row = s.field.edition.numbers["flak.miss"]
    if row.unknown or not is_flak_target(s.field, s.t) or not special_value(s, "FLK").points:
        return Fraction(0)
    return share_of(target_number - int(row.value), naturals=naturals) - hit


def _split(s: Situation, points: int, flak_points: int) -> _Split:
    """Divide the rolls: each is plain, brings heat or is flak, no more of either than the card rates (CE p.175)."""
    heat = min(heat_rating(s), points)
    asked_heat, asked_flak = s.question.choice("rolls-heat"), s.question.choice("rolls-flak")
    heat = min(heat, int(asked_heat)) if asked_heat is not None else heat
    flak = min(flak_points, points - heat)
    flak = min(flak, int(asked_flak)) if asked_flak is not None else flak
    return _Split(points, heat, flak)


def _odds(spread: Spread) -> tuple[Odds, ...]:
    return tuple(Odds(points, float(share)) for points, share in sorted(spread.items()) if share)


# ---- dice that fell


def _fallen(s: Situation, answer: AttackAnswer, volley: Volley) -> Fallen | None:
    """Read the dice typed with the question; None when there are none."""
    typed, target_number = s.question.rolls, answer.target_number
    if not typed or target_number is None:
        return None
    rolls, dice = typed[: volley.rolls], typed[volley.rolls :]
    problems = [
        Problem(f"rolls[{n}]", str(fell), f"a whole number from 2 to {TWELVE}")
        for n, fell in enumerate(rolls)
        if not min(WAYS) <= fell <= TWELVE
    ]
    wanted = (
        0 if volley.rolls > 1 else (volley.value.points if volley.dice.each else 0) + volley.value.minimal
    )
    problems += [
        Problem(f"rolls[{n}]", str(fell), f"a whole number from 1 to {MOST_DIE}")
        for n, fell in enumerate(dice, start=volley.rolls)
        if not 1 <= fell <= MOST_DIE
    ]
    if len(dice) > wanted:
        found = f"{len(typed)} rolls"
        problems.append(Problem("rolls", found, f"no more than {volley.rolls + wanted} for this attack"))
    if problems:
        raise InputError(problems)
    naturals = s.field.options.is_on("critical-success")
    hits = [_hits(fell, target_number, naturals=naturals) for fell in rolls]
    count = sum(hits)
    if volley.rolls == 1:
        near = not count and volley.near > 0 and target_number - rolls[0] <= _number(s.field, "flak.miss")
        points = volley.dice.fallen(volley.value, dice) if count else (volley.flak if near else 0)
        dealt = None if points is None else volley.left(points) + (volley.after if count else 0)
    else:
        plain = volley.rolls - volley.flak
        close = _number(s.field, "flak.miss") if volley.flak else 0
        near_hits = sum(
            not hit and target_number - fell <= close
            for fell, hit in zip(rolls[plain:], hits[plain:], strict=True)
        )
        warm = sum(hits[plain - volley.warm : plain]) if volley.warm else 0
        dealt = volley.left(count + near_hits) + warm
    return Fallen(tuple(rolls), count, dealt)


def _hits(fell: int, target_number: int, *, naturals: bool) -> bool:
    if naturals and fell in (min(WAYS), TWELVE):
        return fell == TWELVE
    return fell >= target_number and target_number <= TWELVE
