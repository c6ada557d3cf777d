"""How far a base may be off, by brute force: whole answers on whole tables, one for every place of a polar grid.

Obviously right before quick; `rules.margins` has to find what this finds.
"""

import math
import random
from collections.abc import Iterator
from dataclasses import replace

from astrike.model.attack_answer import AttackAnswer
from astrike.model.table import Table
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.asking import attack_as_listed
from tests.builders import box

Verdict = tuple[object, ...]


def verdict(answer: AttackAnswer) -> Verdict:
    """What tells verdicts apart: number, odds and damage; of a "No" nothing but that."""
    if not answer.allowed:
        return ("no",)
    dealt = answer.damage
    return (
        answer.target_number, answer.probability, dealt.target, dealt.heat or 0, dealt.attacker_on_hit,
        dealt.attacker_on_miss, answer.direction if dealt.target is None else None,
    )  # fmt: skip


def verdict_at(table: Table, ends: tuple[str, str], moved: str, by: tuple[float, float]) -> Verdict | None:
    """The whole answer with one base displaced; None off the table. Units of these tables stand as they do by kind."""
    x, y = (
        here + away for here, away in zip(next(u for u in table.units if u.id == moved).at, by, strict=True)
    )
    if not (0.0 <= x <= table.width and 0.0 <= y <= table.depth):
        return None
    units = tuple(replace(unit, at=(x, y)) if unit.id == moved else unit for unit in table.units)
    return verdict(attack_as_listed(prepare_table(replace(table, units=units)), *ends))


def nearest_change(
    table: Table, ends: tuple[str, str], moved: str, *, reach: float, rays: int, step: float
) -> float | None:
    """The smallest radius on a polar grid at which the verdict is another one."""
    now = verdict_at(table, ends, moved, (0.0, 0.0))
    for ring in range(1, int(reach / step + 1e-9) + 1):
        for ray in range(rays):
            angle = math.tau * ray / rays
            by = (ring * step * math.cos(angle), ring * step * math.sin(angle))
            if verdict_at(table, ends, moved, by) not in (None, now):
                return ring * step
    return None


def random_table(seed: int) -> Table:
    """Two units and a few pieces between and around them: hills, a ramp, woods, a building, a wall, water."""
    rng = random.Random(seed)
    return builders.table(*_units(rng), *_pieces(rng), width=36, depth=36)


BASES = (None, None, None, {"shape": "hex", "across": 1.25}, {"shape": "rect", "width": 1.5, "length": 3})
MAKERS = (builders.mech, builders.mech, builders.vehicle, builders.infantry)


def _units(rng: random.Random) -> Iterator[builders.Json]:
    for name, side, x, y in (("A", "red", 12.0, 12.0), ("B", "blue", 24.0, 22.0)):
        at = (x + rng.uniform(-4, 4), y + rng.uniform(-4, 4))
        facing = (rng.choice((45, 225)) + rng.uniform(-95, 95)) % 360
        yield rng.choice(MAKERS)(name, at, side=side, facing=facing, base=rng.choice(BASES))


def _pieces(rng: random.Random) -> Iterator[builders.Json]:
    for number in range(rng.randint(3, 7)):
        x, y = rng.uniform(9, 27), rng.uniform(9, 27)
        wide, deep, turn = rng.uniform(0.5, 6), rng.uniform(0.5, 5), rng.uniform(0, math.pi)
        ring = [
            (x + u * math.cos(turn) - v * math.sin(turn), y + u * math.sin(turn) + v * math.cos(turn))
            for u, v in box(-wide / 2, -deep / 2, wide / 2, deep / 2)
        ]
        yield _piece(rng, f"p{number}", ring)


def _piece(rng: random.Random, name: str, ring: builders.Ring) -> builders.Json:
    match rng.choice(("hill", "hill", "ramp", "woods", "woods", "jungle", "building", "water")):
        case "hill":
            return builders.hill(name, ring, height=rng.choice((1, 1, 2, 3)))
        case "ramp":
            return builders.ramp(name, ring, toward=rng.uniform(0, 360), height=2)
        case "woods":
            return builders.woods(name, ring)
        case "jungle":
            return builders.jungle(name, ring)
        case "building":
            return builders.building(name, ring, height=rng.choice((1, 2, 4)))
        case _:
            return builders.water(name, ring, depth=rng.choice((1, 2)))
