"""What must hold for any declared move, above all where everything lies on whole inches and eighths and ties happen."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from astrike.model.card import parse_move
from astrike.model.movement import MoveAnswer, MoveQuestion, Waypoint
from astrike.model.table import Table
from astrike.model.terrain import Outline
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.builders import Json
from tests.soak import examples

law = settings(max_examples=examples(20, soaked=40), deadline=None)
WIDE, DEEP = 60.0, 60.0
"""So large that the edge plays no part."""
MIDDLE = 30.0
Place = tuple[float, float]

CARDS = (
    ("BM", '12"'),
    ("BM", '6"'),
    ("IM", '10"'),
    ("PM", '10"'),
    ("CV", '14"t'),
    ("CV", '12"w'),
    ("CV", '14"h'),
    ("CI", '8"f'),
)
BASES: tuple[object, ...] = (
    1.25,
    1.5,
    {"shape": "hex", "across": 1.25},
    {"shape": "rect", "width": 1, "length": 2.5},
)
SETTINGS: tuple[Json, ...] = (
    {},
    {},
    {"move.level-limit": "step"},
    {"move.level-window": "fixed"},
    {"move.level-window": "sum"},
    {"move.cliff-at-limit": False},
    {"move.level-fraction": "whole"},
)
WHOLE_INCH: Json = {"move.terrain-entry": "whole-inch"}


# ---- moves


def eighths(low: float, high: float) -> st.SearchStrategy[float]:
    return st.one_of(
        st.integers(math.ceil(low), math.floor(high)).map(float),
        st.integers(math.ceil(low * 8), math.floor(high * 8)).map(lambda n: n / 8),
    )


@st.composite
def outlines(draw: st.DrawFn) -> Json:
    """A box, a triangle or a box with a hole, near the middle of the table."""
    x, y = draw(eighths(22, 36)), draw(eighths(22, 36))
    wide, deep = draw(eighths(1, 9)), draw(eighths(1, 9))
    shape = draw(st.sampled_from(["box", "box", "triangle", "ring"]))
    if shape == "triangle":
        return builders.polygon([(x, y), (x + wide, y), (x, y + deep)])
    whole = builders.box(x, y, x + wide, y + deep)
    if shape == "ring" and min(wide, deep) > 2:
        return builders.polygon(whole, builders.box(x + 1, y + 1, x + wide - 1, y + deep - 1))
    return builders.polygon(whole)


@st.composite
def pieces(draw: st.DrawFn, number: int) -> Json:
    """A piece of terrain."""
    kind = draw(
        st.sampled_from(
            ["hill", "hill", "hill", "ramp", "woods", "rough", "rubble", "water", "building", "wall", "road"]
        )
    )
    about: Json = {}
    if kind in ("hill", "ramp"):
        about["height"] = draw(st.sampled_from([0.25, 0.5, 1.0, 1.0, 2.0, 3.0]))
    if kind == "ramp":
        about["toward"] = draw(st.sampled_from([0.0, 90.0, 180.0, 270.0, 45.0]))
    if kind == "water":
        about["depth"] = draw(st.sampled_from([0.0, 1.0, 2.0]))
    if kind == "building":
        about.update(height=2, class_=draw(st.sampled_from(["light", "heavy"])))
    return builders.area(f"{kind}-{number}", draw(outlines()), kind=kind, **about)


@dataclass(frozen=True, slots=True)
class Move:
    """A table with the unit A on it, and the places that A is moved to."""

    table: Table
    path: tuple[Place, ...]

    def judged(self, mode: str = "ground") -> MoveAnswer:
        question = MoveQuestion(tuple(Waypoint(x, y) for x, y in self.path), mode)
        return judge_move(prepare_table(self.table), "A", question)

    def with_unit(self, **card: object) -> "Move":
        """Return the same move by a unit of which something is different."""
        first, *rest = self.table.units
        return replace(self, table=replace(self.table, units=(replace(first, **card), *rest)))  # type: ignore[arg-type]


@st.composite
def moves(draw: st.DrawFn, *, options: Json | None = None, bases: tuple[object, ...] = BASES) -> Move:
    """A move of one to three legs over a few pieces and past a few units."""
    kind, move = draw(st.sampled_from(CARDS))
    at = (draw(eighths(24, 36)), draw(eighths(24, 36)))
    features = [draw(pieces(number)) for number in range(draw(st.integers(1, 5)))]
    moving_unit = builders.unit(
        "A",
        at,
        type=kind,
        side="red",
        size=2,
        skill=4,
        move=move,
        tmm=1,
        facing=draw(st.sampled_from([0, 30, 90])),
        base=draw(st.sampled_from(bases)),
    )
    others = [
        builders.mech(
            f"B{number}",
            (draw(eighths(24, 36)), draw(eighths(24, 36))),
            side=draw(st.sampled_from(["red", "blue"])),
            base=draw(st.sampled_from(BASES)),
        )
        for number in range(draw(st.integers(0, 2)))
    ]
    path = [(draw(eighths(24, 36)), draw(eighths(24, 36))) for _ in range(draw(st.integers(1, 3)))]
    stated = {**draw(st.sampled_from(SETTINGS)), **(options or {})}
    table = builders.table(
        *features,
        moving_unit,
        *others,
        width=WIDE,
        depth=DEEP,
        edition=draw(st.sampled_from(["ce-5.01", "ce-7", "classic-2.3.1"])),
        options=stated,
    )
    return Move(table, tuple(path))


def verdict(answer: MoveAnswer) -> dict[tuple[str, str | None], float]:
    """Return key and cause of everything that forbids the move, with the inch where it first does.

    Of a rise along the edge of a hill nothing but noise says whose it is.
    """
    found: dict[tuple[str, str | None], float] = {}
    for reason in answer.refusals:
        is_rise = reason.key in ("move.steep", "move.cliff")
        by = None if is_rise else ", ".join(sorted((reason.by or "").split(", ")))
        found.setdefault((reason.key, by), reason.at)
    return found


def assert_same(one: MoveAnswer, other: MoveAnswer) -> None:
    assert one.mode == other.mode
    assert one.cost == pytest.approx(other.cost, abs=2e-6)
    assert one.available == pytest.approx(other.available, abs=1e-9)
    assert one.length == pytest.approx(other.length, abs=1e-6)
    assert one.end[2] == pytest.approx(other.end[2], abs=2e-6)
    ours, theirs = verdict(one), verdict(other)
    assert ours == {key: pytest.approx(at, abs=1e-4) for key, at in theirs.items()}


# ---- laws


@law
@given(
    st.one_of(moves(), moves(options=WHOLE_INCH)),
    st.integers(0, 2),
    st.one_of(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.floats(0, 1)),
)
def test_splitting_a_leg_changes_neither_cost_nor_verdict(move: Move, leg: int, share: float) -> None:
    every = [move.table.units[0].at, *move.path]
    leg %= len(move.path)
    (x, y), (u, v) = every[leg], every[leg + 1]
    middle = (x + (u - x) * share, y + (v - y) * share)
    split = replace(move, path=(*move.path[:leg], middle, *move.path[leg:]))
    assert_same(split.judged(), move.judged())


@law
@given(
    st.one_of(moves(), moves(options=WHOLE_INCH)),
    st.one_of(st.sampled_from([90.0, 45.0, 30.0]), st.floats(0, 360)),
    st.booleans(),
    st.tuples(st.floats(-5, 5), st.floats(-5, 5)),
)
def test_turning_mirroring_and_shifting_change_nothing(
    move: Move, turn: float, mirrored: bool, shift: Place
) -> None:
    assert_same(laid_otherwise(move, turn, mirrored=mirrored, shift=shift).judged(), move.judged())


def laid_otherwise(move: Move, turn: float, *, mirrored: bool, shift: Place) -> Move:
    """Turn everything about the middle of the table, clockwise, perhaps mirror it first, and shift it."""
    sin, cos = math.sin(math.radians(turn)), math.cos(math.radians(turn))

    def to(place: Place) -> Place:
        x, y = place[0] - MIDDLE, place[1] - MIDDLE
        x = -x if mirrored else x
        return MIDDLE + shift[0] + x * cos + y * sin, MIDDLE + shift[1] - x * sin + y * cos

    def direction(degrees: float | None) -> float | None:
        return None if degrees is None else ((-degrees if mirrored else degrees) + turn) % 360

    def outline(one: Outline) -> Outline:
        flip: Callable[[tuple[Place, ...]], tuple[Place, ...]] = (
            (lambda ring: tuple(reversed(ring))) if mirrored else tuple
        )
        return Outline(
            flip(tuple(to(place) for place in one.exterior)),
            tuple(flip(tuple(to(place) for place in hole)) for hole in one.holes),
        )

    table = move.table
    return Move(
        replace(
            table,
            terrain=tuple(
                replace(
                    piece,
                    outlines=tuple(outline(one) for one in piece.outlines),
                    toward=direction(piece.toward),
                )
                for piece in table.terrain
            ),
            units=tuple(replace(unit, at=to(unit.at), facing=direction(unit.facing)) for unit in table.units),
        ),
        tuple(to(place) for place in move.path),
    )


@law
@given(moves(bases=(1.25, 1.5)), eighths(0.25, 1.25))
def test_a_smaller_base_is_never_more_restricted(move: Move, width: float) -> None:
    usual = move.judged()
    base = move.table.units[0].base
    assert base is not None
    small = move.with_unit(base=replace(base, width=width, length=width)).judged()
    if usual.allowed and usual.mode == small.mode:
        assert small.allowed
    if usual.mode == small.mode:
        assert small.cost <= usual.cost + 2e-6


@law
@given(st.one_of(moves(), moves(options=WHOLE_INCH)), st.integers(1, 12))
def test_more_move_never_reaches_less(move: Move, more: int) -> None:
    usual = move.judged()
    assume(usual.mode == "ground" and usual.available > 0)
    card = move.table.units[0].move
    assert card is not None
    part = card.parts[0]
    faster = parse_move(f'{part.inches + more:g}"{part.code}')
    quick = move.with_unit(move=faster).judged()
    if usual.allowed:
        assert quick.allowed
    assert quick.cost == pytest.approx(usual.cost, abs=1e-9)


@law
@given(st.one_of(moves(), moves(options=WHOLE_INCH)))
def test_the_ledger_adds_up_and_every_reason_has_its_place(move: Move) -> None:
    answer = move.judged()
    assert math.fsum(term.value for term in answer.terms) == pytest.approx(answer.cost, abs=1e-9)
    assert math.fsum(leg.cost for leg in answer.legs) == pytest.approx(answer.cost, abs=1e-6)
    assert answer.allowed == (not answer.refusals)
    assert [reason.at for reason in answer.refusals] == sorted(reason.at for reason in answer.refusals)
    for reason in answer.refusals:
        assert -1e-9 <= reason.at <= reason.until <= answer.length + 1e-6
        assert 0 <= reason.leg < max(len(answer.legs), 1)
        assert reason.cite.page
    if answer.allowed:
        assert answer.cost <= answer.available + 1e-6 or answer.mode == "minimum"


@law
@given(st.one_of(moves(), moves(options=WHOLE_INCH)))
def test_whole_inches_never_cost_less(move: Move) -> None:
    options = {key: value for key, value in move.table.options.items() if key != "move.terrain-entry"}
    exact = replace(move, table=replace(move.table, options={**options, "move.terrain-entry": "exact"}))
    whole = replace(move, table=replace(move.table, options={**options, **WHOLE_INCH}))
    one, other = exact.judged(), whole.judged()
    if one.mode == other.mode:
        assert other.cost >= one.cost - 1e-6
