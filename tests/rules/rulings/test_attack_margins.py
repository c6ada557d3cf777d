"""How far a base may be off before the verdict on an attack is another one."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.model.attack_question import AttackQuestion
from astrike.model.margin import Margin, Margins, verdict_parts
from astrike.model.table import AttackDeclaration, Table
from astrike.rules.rulings.attack_and_sight_margins import attack_margins
from astrike.rules.table.prepared_table import prepare_table
from tests.asking import attack, attack_as_listed
from tests.builders import building, hill, infantry, mech, table, woods
from tests.oracle.margins import nearest_change, random_table, verdict, verdict_at

ENDS = ("A", "B")
CLOSE = 0.02
"""Inches by which a margin may differ from brute force."""
LAW = settings(max_examples=3, deadline=None)
SEEDS = st.integers(0, 10_000)


def margins(board: Table, question: AttackQuestion | None = None) -> Margins:
    return attack_margins(prepare_table(board), *ENDS, question or AttackQuestion())


def scene(seed: int) -> tuple[Table, Margins]:
    """A table of two units and some terrain, and how far A's attack at B holds on it."""
    board = random_table(seed)
    return board, margins(board)


def least(board: Table) -> Margin:
    found = margins(board).least
    assert found is not None
    return found


def of_unit(found: Margins, unit: str) -> Margin | None:
    return next((each for each in found.units if each.unit == unit), None)


# ---- what is measured exactly


def test_a_bracket_ends_at_so_many_inches() -> None:
    found = margins(table(mech("A", (5, 10)), mech("B", (5, 35.05), facing=180), width=48, depth=48))
    assert found.least is not None
    assert (found.least.of, found.least.inches) == ("range", pytest.approx(0.2, abs=1e-6))
    assert dict(found.least.facts) == {"measured": 23.8, "bound": 24.0, "bracket": "medium"}
    assert found.least.becomes.bracket == "long"
    assert found.now.target_number == found.least.becomes.target_number - 2  # type: ignore[operator]  # both are numbers
    assert not found.close


@pytest.mark.parametrize(("inches", "is_close"), [(0.09, True), (0.11, False)])
def test_within_the_tolerance_nobody_can_call_it(inches: float, is_close: bool) -> None:
    board = table(mech("A", (5, 10)), mech("B", (5, 35.25 - inches), facing=180), width=48, depth=48)
    assert margins(board).close is is_close
    assert margins(replace(board, tolerance=0.2)).close


def test_a_corner_that_points_at_a_base_is_found() -> None:
    spike = hill("h", ((5.31, 10.02), (9, 9.9), (9, 10.3)), height=3)
    found = margins(table(mech("A", (5, 10)), mech("B", (5, 30), facing=180), spike, width=36, depth=36))
    ground = next(each for each in found.aspects if each.of == "elevation")
    assert (ground.unit, ground.inches) == ("A", pytest.approx(math.hypot(0.31, 0.02), abs=CLOSE))


def test_a_unit_off_its_roof_stands_on_the_ground() -> None:
    silo = building("silo", ((3, 3), (8, 3), (8, 10.25), (3, 10.25)), height=4)
    wall = building("wall", ((2, 18), (10, 18), (10, 19), (2, 19)), height=2)
    up = infantry("A", (5, 10), elevation="roof")
    found = least(table(up, mech("B", (5, 25), facing=180), silo, wall, width=36, depth=36))
    assert (found.unit, found.of, found.inches) == ("A", "elevation", pytest.approx(0.25, abs=0.002))
    assert not found.becomes.allowed


def test_woods_are_measured_to_their_limit() -> None:
    wood = woods("w", ((0, 15), (30, 15), (30, 20.9), (0, 21.1)))
    found = margins(table(mech("A", (15, 8)), mech("B", (15, 28), facing=180), wood, width=36, depth=36))
    assert found.least is not None
    assert found.least.of == "woods"
    assert dict(found.least.facts) == {"inches": 6.0, "limit": 6.0}
    assert found.close


def test_nobody_is_displaced_off_the_table() -> None:
    board = table(mech("A", (0.2, 0.2)), mech("B", (0.2, 24.6), facing=180), width=36, depth=36)
    found = margins(board)
    for each in found.units:
        x, y = (
            here + each.inches * way
            for here, way in zip(prepare_table(board).unit_of(each.unit).at, each.toward, strict=True)
        )
        assert x >= -1e-6
        assert y >= -1e-6


def test_a_no_holds_as_long_as_it_is_a_no() -> None:
    friends = table(
        mech("A", (5, 10), side="red"), mech("B", (5, 35), facing=180, side="red"), width=48, depth=48
    )
    found = margins(friends)
    assert (found.least, found.beyond) == (None, 2.0)
    assert {each.of for each in found.aspects} >= {"range"}


def test_who_has_declared_a_charge_may_not_shoot_from_anywhere_near() -> None:
    board = table(mech("A", (5, 10)), mech("B", (5, 35.05), facing=180), width=48, depth=48)
    declared = replace(board, declarations=(AttackDeclaration("A", "charge", "B"),))
    found = margins(declared)
    assert (found.now.allowed, found.least, found.beyond) == (False, None, 0.5)


def test_on_hexes_nothing_is_measured() -> None:
    board = table(mech("A", (5, 10)), mech("B", (5, 20)), width=36, depth=36, grid={"hex": 2, "top": "flat"})
    found = margins(board)
    assert (found.least, found.units, found.aspects, found.beyond) == (None, (), (), 0.0)


def test_the_hidden_share_is_told_by_its_thirds() -> None:
    low = hill("h", ((0, 18), (36, 18), (36, 19), (0, 19)), height=1.25)
    found = margins(table(mech("A", (15, 8)), mech("B", (15, 28), facing=180), low, width=36, depth=36))
    assert found.hidden is not None
    assert found.hidden.to_third == pytest.approx(found.hidden.share - 1 / 3)
    assert found.hidden.to_two_thirds == pytest.approx(found.hidden.share - 2 / 3)


@pytest.mark.parametrize("kind", ["indirect", "charge"])
def test_kinds_that_look_at_others_are_asked_place_by_place(kind: str) -> None:
    board = table(
        mech("A", (5, 10), specials=["IF1"]), mech("B", (5, 35.05), facing=180), mech("S", (9, 30)),
        width=48, depth=48,
    )  # fmt: skip
    found = margins(board, AttackQuestion(kind=kind))
    assert found.beyond == 0.5
    assert found.now == verdict_parts(
        attack_as_listed(prepare_table(board), *ENDS, AttackQuestion(kind=kind))
    )


# ---- laws


@LAW
@given(SEEDS, st.lists(st.tuples(st.floats(0, 1), st.floats(0, math.tau)), min_size=12, max_size=12))
def test_a_base_less_far_off_changes_nothing(seed: int, places: list[tuple[float, float]]) -> None:
    board, found = scene(seed)
    now = verdict_at(board, ENDS, "A", (0.0, 0.0))
    for unit in ENDS:
        margin = of_unit(found, unit)
        reach = (margin.inches if margin is not None else found.beyond) - CLOSE
        for share, angle in places if reach > 0 else ():
            far = reach * math.sqrt(share)
            by = (far * math.cos(angle), far * math.sin(angle))
            assert verdict_at(board, ENDS, unit, by) in (now, None)


@LAW
@given(SEEDS)
def test_a_little_beyond_the_margin_it_is_what_it_becomes(seed: int) -> None:
    board, found = scene(seed)
    for margin in found.units:
        far = margin.inches + 0.002
        by = (margin.toward[0] * far, margin.toward[1] * far)
        units = tuple(
            replace(unit, at=(unit.at[0] + by[0], unit.at[1] + by[1])) if unit.id == margin.unit else unit
            for unit in board.units
        )
        answer = attack_as_listed(prepare_table(replace(board, units=units)), *ENDS)
        assert verdict(answer) != verdict_at(board, ENDS, "A", (0.0, 0.0))
        assert verdict_parts(answer).target_number == margin.becomes.target_number


@LAW
@given(SEEDS)
def test_a_mirrored_table_holds_as_far(seed: int) -> None:
    board, found = scene(seed)
    mirrored = margins(_mirrored(board))
    for unit in ENDS:
        one, other = of_unit(found, unit), of_unit(mirrored, unit)
        if one is None or other is None:
            known = one or other
            assert known is None or known.inches > found.beyond - CLOSE
        else:
            assert other.inches == pytest.approx(one.inches, abs=CLOSE)


def _mirrored(board: Table) -> Table:
    """The same table seen in a mirror along its west edge."""
    wide = board.width

    def ring(corners: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        return tuple((wide - x, y) for x, y in corners)

    units = tuple(
        replace(
            unit,
            at=(wide - unit.at[0], unit.at[1]),
            facing=None if unit.facing is None else -unit.facing % 360,
        )
        for unit in board.units
    )
    terrain = tuple(
        replace(
            piece,
            outlines=tuple(
                replace(each, exterior=ring(each.exterior), holes=tuple(map(ring, each.holes)))
                for each in piece.outlines
            ),
            toward=None if piece.toward is None else -piece.toward % 360,
        )
        for piece in board.terrain
    )
    return replace(board, units=units, terrain=terrain)


@pytest.mark.parametrize("seed", [7, 21])
def test_brute_force_finds_no_nearer_change(seed: int) -> None:
    board, found = scene(seed)
    for unit in ENDS:
        margin = of_unit(found, unit)
        reach = min(margin.inches if margin is not None else found.beyond, 0.5) - CLOSE
        assert nearest_change(board, ENDS, unit, reach=reach, rays=20, step=0.08) is None


def test_a_margin_never_changes_the_answer() -> None:
    board = random_table(5)
    prepared = prepare_table(board)
    before = attack(prepared, *ENDS)
    attack_margins(prepared, *ENDS)
    assert attack(prepared, *ENDS) == before == attack(prepare_table(board), *ENDS)
    assert margins(board).now == verdict_parts(before)
