"""How likely is each amount of damage from an attack, and which rolls does a hit bring about?

`outcome_of` answers for every kind of attack. Attacks with weapons name the damage that leaves the attacker; for all
others it is read from the damage of their answer. Sources: CE pp.45-50, 78, 174-175, 184; AS pp.38-43.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from astrike.errors import InputError, Problem
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_outcome import AttackOutcome, PointsChance
from astrike.model.card import DamageValue
from astrike.rules.attack.damage_rolls import DamageDice, DamageRolls
from astrike.rules.attack.follow_up_rolls import TypedRolls, hit_follow_ups
from astrike.rules.attack.sight import sight_rules
from astrike.rules.attack.situation import Situation
from astrike.rules.odds import WAYS, Spread, average, chance_to_reach
from astrike.rules.shot.ability_damage import code_value
from astrike.rules.shot.ability_damage import share_by_row as share_left
from astrike.rules.shot.armor import PointsChange, arriving_damage, damage_changes, is_flak_target
from astrike.rules.shot.damage import damage_dealt, heat_of, points_read, special_value
from astrike.rules.shot.facts import Shot
from astrike.rules.shot.rolls import SEVERAL, RollSplit, is_rolled_apart, number_chosen, split_of
from astrike.rules.table.prepared_table import PreparedTable

VARIABLE = "variable-damage"
TWELVE = 12
MOST_DIE = 6


def with_outcome(
    s: Situation, shot: Shot, answer: AttackAnswer, *, extra: Sequence[str] = ()
) -> AttackAnswer:
    """Add to an answer what comes of it, the tables that are rolled on, and the options that decided it."""
    outcome = outcome_of(s, shot, answer, extra=extra)
    if outcome is None:
        return answer
    tables = dict.fromkeys((*answer.tables, *(each.table for each in outcome.follow_ups if each.table)))
    named, known = sight_rules(s.prepared).named, {used.id for used in answer.options_used}
    names = [name for name in _options(shot, outcome) if name not in known]
    decided = tuple(named[name] for name in names)
    return replace(
        answer,
        outcome=replace(outcome, options=decided),
        tables=tuple(tables),
        options_used=(*answer.options_used, *decided),
    )


def _options(s: Shot, outcome: AttackOutcome) -> Iterator[str]:
    """Name the options that decided it."""
    if outcome.rolls > 1:
        yield SEVERAL
    elif s.circumstances.options.is_on(VARIABLE) and "diced" in s.kind.tags and not is_rolled_apart(s):
        yield VARIABLE
    blow = arriving_damage(s)
    reacts = s.target.unit.has("RCA")
    ballistic = s.circumstances.edition.tagged("ballistic")
    is_halved = "FLK" in blow.codes or not blow.codes.isdisjoint(ballistic)
    if (is_halved and (reacts or s.target.unit.has("BRA"))) or (blow.manner == "area" and reacts):
        yield "armor.bra-rca"


def outcome_of(
    s: Situation, shot: Shot, answer: AttackAnswer, *, extra: Sequence[str] = ()
) -> AttackOutcome | None:
    """Work out what follows an attack that is allowed; None when it is not, or when the damage is not known.

    `extra` names criticals that come with every hit of this kind: `critical.dfa`, `critical.anti-mech`.
    Dice typed with the question are attack rolls first, the sum of two each, then single dice of damage.
    """
    volley = damage_rolls_of(s, shot, answer)
    if volley is None:
        return None
    on_hit, overall = volley.on_hit(), volley.overall()
    fallen = _fallen(s, answer, volley)
    return AttackOutcome(
        on_hit=_odds(on_hit),
        overall=_odds(overall),
        expected=float(average(overall)),
        rolls=volley.rolls,
        hits=fallen.hits if fallen is not None else None,
        dealt=fallen.dealt if fallen is not None else None,
        follow_ups=hit_follow_ups(s, answer, volley, fallen, extra=extra),
    )


def damage_rolls_of(s: Situation, shot: Shot, answer: AttackAnswer) -> DamageRolls | None:
    """Settle what is rolled for this attack, and what a hit does."""
    target_number = answer.target_number
    final = damage_as_value(answer.damage.target)
    if target_number is None or final is None:
        return None
    prepared, tags = s.prepared, s.kind.tags
    naturals = prepared.options.is_on("critical-success")
    hit = chance_to_reach(target_number, naturals=naturals)
    dice = dice_at(prepared) if "diced" in tags else DamageDice(_number(prepared, "minimal.die"))
    dealt = damage_dealt(shot)[0] if "rolled-apart" in tags else None
    take = points_change(shot)
    if dealt is None or take is None:
        return DamageRolls(final, hit, dice, _whole)
    after = 0 if shot.target.row.tracks_heat else heat_of(shot)
    flak = _flak(shot)
    if is_rolled_apart(shot) and not dealt.minimal and dealt.points > 1:
        near_miss = chance_to_reach(target_number - flak[0], naturals=naturals) - hit
        split = split_of(shot, dealt.points, airborne=flak[0] > 0, both=_makes_both(s))
        return _apart(
            prepared,
            dealt,
            hit,
            take,
            split,
            near_miss=near_miss,
            heat_damage_rolls=split.heat if after else 0,
        )
    if is_rolled_apart(shot) and dealt.points == 1 and number_chosen(shot, "rolls-two"):
        # CE p.175: with one roll in all its damage is then diced like 0*.
        dealt = DamageValue(0, minimal=True)
    near_misses = tuple(
        (
            chance_to_reach(target_number - by, naturals=naturals)
            - chance_to_reach(target_number - by + 1, naturals=naturals),
            points,
        )
        for by, points in enumerate(points_by_miss(shot, dealt), start=1)
    )
    return DamageRolls(dealt, hit, dice, take, after=after, near_misses=near_misses)


def points_change(s: Shot) -> PointsChange | None:
    """Put everything that the target takes off into one; None where a part of it is in no source."""
    changes = [
        each.change for each in damage_changes(s.circumstances, s.target, s.question.kind, arriving_damage(s))
    ]
    known = [change for change in changes if change is not None]
    if len(known) < len(changes):
        return None

    def take(points: int) -> int:
        for change in known:
            points = change(points)
        return points

    return take


def _makes_both(s: Situation) -> bool:
    """Does flechette make both rolls, as it does against conventional infantry, woods and jungle?"""
    if not s.question.choice("flechette"):
        return False
    piece = s.aim.piece if s.aim is not None else None
    is_trees = piece is not None and "trees" in s.prepared.terrain.rows[s.prepared.terrain.index[piece]].tags
    return s.target.type == "CI" or is_trees


def dice_at(prepared: PreparedTable) -> DamageDice:
    """Say how damage is diced at this table: each point of it with the option, 0* always (CE pp.48, 174; AS p.70)."""
    several = prepared.options.is_on(VARIABLE) and not prepared.options.is_on(SEVERAL)
    if several:
        return DamageDice(_number(prepared, "variable.minimal"), _number(prepared, "variable.die"))
    return DamageDice(_number(prepared, "minimal.die"))


def damage_as_value(shown: int | str | None) -> DamageValue | None:
    """Read a damage as answers show it, where they show one.

    >>> damage_as_value("0*+1")
    DamageValue(points=1, minimal=True)
    """
    return None if shown is None else points_read(shown)


def _whole(points: int) -> int:
    return points


def _number(prepared: PreparedTable, key: str) -> int:
    return int(prepared.edition.number(key))


def _flak(s: Shot) -> tuple[int, int]:
    """Say by how much flak may miss and still do its points, and these points (CE p.78); zeros when it does not."""
    row, points = s.circumstances.edition.numbers["flak.miss"], special_value(s, "FLK").points
    if row.unknown or not points or not is_flak_target(s.circumstances, s.target):
        return 0, 0
    return int(row.value), points


def points_by_miss(s: Shot, dealt: DamageValue) -> tuple[int, ...]:
    """Give the points that a miss by one, by two ... still does: of flak, some pilots and some munitions."""
    ways = [_flak(s)]
    for row in s.bonuses:
        if row.what == "miss" and row.points and not row.unknown:
            points = code_value(s, row.code.split()) if row.code else share_left(dealt.points, row)
            ways.append((row.points, points))
    most = max(by for by, _ in ways)
    return tuple(max(points for by, points in ways if by >= short) for short in range(1, most + 1))


def _apart(
    prepared: PreparedTable,
    value: DamageValue,
    hit: Fraction,
    take: PointsChange,
    split: RollSplit,
    *,
    near_miss: Fraction,
    heat_damage_rolls: int,
) -> DamageRolls:
    """Make a volley of one roll for each point."""
    return DamageRolls(
        value,
        hit,
        DamageDice(_number(prepared, "minimal.die")),
        take,
        rolls=split.rolls,
        flak_near_miss=near_miss if split.flak else Fraction(0),
        flak=split.flak,
        heat_damage_rolls=heat_damage_rolls,
        heat_rolls=split.heat,
        rerolled_misses=split.rerolled_misses,
        rerolls=split.rerolls,
    )


def _odds(spread: Spread) -> tuple[PointsChance, ...]:
    return tuple(PointsChance(points, float(share)) for points, share in sorted(spread.items()) if share)


# ---- dice that fell


def impossible_rolls(rolls: Iterable[int]) -> Iterator[Problem]:
    """Name attack rolls that no two dice fall to. The first of those that were typed always is one."""
    for number, fell in enumerate(rolls):
        if not min(WAYS) <= fell <= TWELVE:
            yield Problem(f"rolls[{number}]", str(fell), f"a whole number from {min(WAYS)} to {TWELVE}")


def _fallen(s: Situation, answer: AttackAnswer, volley: DamageRolls) -> TypedRolls | None:
    """Read the dice typed with the question; None when there are none."""
    typed, target_number = s.question.rolls, answer.target_number
    if not typed or target_number is None:
        return None
    made = volley.rolls * (1 + volley.rerolls) + volley.rerolled_misses
    if volley.rolls > 1:
        rolls, dice = typed[:made], typed[made:]
    else:
        rolls, dice = typed[:1], typed[1:]
    problems = list(impossible_rolls(rolls))
    wanted = (
        0 if volley.rolls > 1 else (volley.value.points if volley.dice.each else 0) + volley.value.minimal
    )
    problems += [
        Problem(f"rolls[{n}]", str(fell), f"a whole number from 1 to {MOST_DIE}")
        for n, fell in enumerate(dice, start=len(rolls))
        if not 1 <= fell <= MOST_DIE
    ]
    if len(dice) > wanted:
        found = f"{len(typed)} rolls"
        problems.append(Problem("rolls", found, f"no more than {len(rolls) + wanted} for this attack"))
    if problems:
        raise InputError(problems)
    naturals = s.prepared.options.is_on("critical-success")
    if volley.rolls > 1:
        rolls = _counting(rolls, volley, target_number)
    hits = [_hits(fell, target_number, naturals=naturals) for fell in rolls]
    count = sum(hits)
    if volley.rolls == 1:
        short = target_number - rolls[0]
        missed_points = volley.near_misses[short - 1][1] if 0 < short <= len(volley.near_misses) else 0
        points = volley.dice.fallen(volley.value, dice) if count else missed_points
        dealt = None if points is None else volley.left(points) + (volley.after if count else 0)
    else:
        plain = volley.rolls - volley.flak
        miss_by = _number(s.prepared, "flak.miss") if volley.flak else 0
        near_hits = sum(
            not hit and target_number - fell <= miss_by
            for fell, hit in zip(rolls[plain:], hits[plain:], strict=True)
        )
        heat = sum(hits[plain - volley.heat_damage_rolls : plain]) if volley.heat_damage_rolls else 0
        dealt = volley.left(count + near_hits) + heat
    return TypedRolls(tuple(rolls), count, dealt)


def _counting(rolls: Sequence[int], volley: DamageRolls, target_number: int) -> tuple[int, ...]:
    """Give the rolls that count: those of the last time, and a repeated one, typed last, for the first that missed."""
    sets = max(1, min(1 + volley.rerolls, -(-len(rolls) // volley.rolls)))
    last = list(rolls[(sets - 1) * volley.rolls :])
    if sets <= volley.rerolls or len(last) <= volley.rolls:
        return tuple(last)
    rerolled = last.pop()
    missed = next((n for n, fell in enumerate(last) if fell < target_number), None)
    if missed is not None:
        last[missed] = rerolled
    return tuple(last)


def _hits(fell: int, target_number: int, *, naturals: bool) -> bool:
    if naturals and fell in (min(WAYS), TWELVE):
        return fell == TWELVE
    return fell >= target_number and target_number <= TWELVE
