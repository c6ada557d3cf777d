"""The judge of ground moves against a slow one that shares nothing with it: on the demo tables and on random ones."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from astrike.formats.table.table_file import parse_document
from astrike.model.movement import MoveAnswer, MoveQuestion, Waypoint
from astrike.model.table import Table
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests.bench.tables import table_of
from tests.builders import box, hill, mech, table, woods
from tests.oracle.ground_moves import WALKERS, Judged, MovingUnit, Other, judge_ground, pieces_of
from tests.oracle.scenes import random_scene

DEMO = Path(__file__).parents[3] / "astrike" / "demo"
KNOWN = frozenset(
    {
        "move.prohibited",
        "move.wall",
        "move.cliff",
        "move.steep",
        "move.enemy",
        "move.stacking",
        "move.off-table",
    }
)
"""What the oracle judges; whether the inches suffice follows from the cost."""


@cache
def field_of(name: str) -> PreparedTable:
    """Return a demo table, or the random one of a seed, without bridges; the slow judge climbs nothing by itself."""
    if name.isdigit():
        table = table_of(random_scene(int(name), units=12, floating=False))
    else:
        table = parse_document(json.loads((DEMO / f"{name}.astrike.json").read_text()))
    bare = tuple(piece for piece in table.terrain if piece.kind not in ("bridge", "road"))
    options = {**table.options, "paths.straight": "through"}
    return prepare_table(replace(table, terrain=bare, options=options))


def walker_key(prepared: PreparedTable, i: int) -> str | None:
    unit = prepared.units.units[i]
    if prepared.units.airborne[i] or unit.carried_by is not None or not prepared.units.bases.is_round[i]:
        return None
    if unit.type in ("CV", "SV"):
        codes = unit.move.codes if unit.move else frozenset()
        return next((code for code in ("t", "w", "h") if code in codes), None)
    return {"BA": "CI"}.get(unit.type, unit.type)


def paths(
    prepared: PreparedTable, i: int, rng: np.random.Generator, *, count: int
) -> Iterator[list[tuple[float, float]]]:
    """Yield random paths of one to three legs."""
    for _ in range(count):
        place = np.array(prepared.units.units[i].at)
        found = []
        for _ in range(rng.integers(1, 4)):
            angle, inches = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 4.5)
            place = place + inches * np.array((np.cos(angle), np.sin(angle)))
            found.append((float(place[0]), float(place[1])))
        yield found


def oracle(prepared: PreparedTable, i: int, path: list[tuple[float, float]], key: str) -> Judged:
    units = prepared.units
    mine = units.units[i]
    others = [
        Other(
            id=unit.id,
            at=unit.at,
            radius=float(units.bases.radius[k]),
            z=float(units.z[k]),
            top=float(units.top[k]),
            is_enemy=mine.side is None or unit.side != mine.side,
        )
        for k, unit in enumerate(units.units)
        if k != i and unit.is_on_table and "destroyed" not in unit.state
    ]
    mobility = replace(WALKERS[key], cheaper=1.0 if units.rank[i] else 0.0)
    moving_unit = MovingUnit(mobility, float(units.bases.radius[i]), float(units.top[i] - units.z[i]))
    table: Table = prepared.table
    return judge_ground(
        pieces_of(table), moving_unit, [mine.at, *path], others=others, table=(table.width, table.depth)
    )


def causes(answer: MoveAnswer) -> dict[tuple[str, str | None], float]:
    """Return key and cause of each refusal with the inch where it first happens."""
    found: dict[tuple[str, str | None], float] = {}
    for reason in answer.refusals:
        by = reason.by if reason.key not in ("move.cliff", "move.steep", "move.off-table") else None
        if reason.key in KNOWN:
            at = 0.0 if reason.key in ("move.steep", "move.off-table") else reason.at
            found.setdefault((reason.key, by), at)
    return found


def assert_agree(answer: MoveAnswer, slow: Judged) -> None:
    assert answer.cost == pytest.approx(slow.cost, abs=2e-6)
    over: dict[str, list[tuple[float, float]]] = {}
    for ground in answer.ground:
        over.setdefault(ground.piece, []).append((ground.start, ground.end))
    for piece, spans in slow.over.items():
        if piece in over:
            assert sorted(over[piece]) == [pytest.approx(span, abs=2e-6) for span in spans]
    gaps = [reason for reason in answer.refusals if reason.key == "move.gap"]
    closed = {name for reason in gaps for name in (reason.by or "").split(", ")}
    ours, theirs = causes(answer), dict(slow.causes)
    for key in list(theirs):
        # A gap that is too narrow stands for what is on both its sides.
        if key[1] in closed or (gaps and key[0] == "move.cliff"):
            theirs.pop(key)
            ours.pop(key, None)
        elif key[0] in slow.unsure:
            theirs.pop(key)
    ours = {key: at for key, at in ours.items() if key[0] not in slow.unsure}
    assert ours == {key: pytest.approx(at, abs=2e-6) for key, at in theirs.items()}
    too_far = any(reason.key == "move.too-far" for reason in answer.refusals)
    assert too_far == (slow.cost > answer.available + 1e-6) or answer.available == 0


@pytest.mark.parametrize(("name", "count"), [("big", 3), ("target-number-diagram", 8), ("3", 2), ("11", 3)])
def test_the_judge_agrees_with_the_slow_one(name: str, count: int) -> None:
    prepared = field_of(name)
    rng = np.random.default_rng(7)
    judged, refused = 0, set()
    for i, unit in enumerate(prepared.units.units):
        key = walker_key(prepared, i)
        if key is None:
            continue
        for path in paths(prepared, i, rng, count=count):
            question = MoveQuestion(tuple(Waypoint(x, y) for x, y in path), mode="ground")
            answer = judge_move(prepared, unit.id, question)
            if answer.mode != "ground":
                continue
            slow = oracle(prepared, i, path, key)
            try:
                assert_agree(answer, slow)
            except AssertionError as error:
                raise AssertionError(f"{unit.id} from {unit.at} along {path}") from error
            judged += 1
            refused |= {reason.key for reason in answer.refusals}
    assert judged > 30
    assert {"move.too-far"} < refused


def test_the_slow_judge_knows_a_table_by_heart() -> None:
    """A wood of 4 inches behind a step of 1 inch: 10 inches of way, 5.25 in the wood, 2 for the step."""
    board = table(
        mech("A", at=(4, 10)), woods("w", box(8, 0, 12, 20)), hill("h", box(6, 0, 40, 20), height=1)
    )
    moving_unit = MovingUnit(WALKERS["BM"], 0.625, 2.0)
    found = judge_ground(pieces_of(board), moving_unit, [(4, 10), (14, 10)])
    assert found.cost == pytest.approx(10 + 5.25 + 2, abs=1e-6)
    assert found.over["w"] == [pytest.approx((3.375, 8.625), abs=1e-6)]
    assert found.causes == {}
