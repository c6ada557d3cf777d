"""The longest line of fire: cases by hand, an oracle that asks about every pair of places, and laws."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.model.legality import CheckResult
from astrike.model.table import Table
from astrike.model.terrain import Outline
from astrike.rules.layout import lines_of_fire
from astrike.rules.layout.lines_of_fire import LineOfFire, check_lines_of_fire, longest_line_of_fire
from astrike.rules.layout.reachable_areas import ground_unit_kind, reachable_areas_of
from astrike.rules.layout.vantage_points import can_stand, is_open, sights_between, vantage_points
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.builders import Json, box
from tests.rules.layout.limits import limits, only, skipped

law = settings(max_examples=10, deadline=None)
BASE = 1.25
SIZE = 16.0


def table_of(*features: Json, size: float = SIZE, **head: object) -> Table:
    return builders.table(*features, **{"width": size, "depth": size, **head})


def lane(table: Table) -> LineOfFire:
    found = longest_line_of_fire(prepare_table(table)).lane
    assert found is not None
    return found


def checked(*features: Json, most: float | None = 20.0, **head: object) -> CheckResult:
    bounds = limits() if most is None else limits({"lane.longest": (None, most)})
    return check_lines_of_fire(prepare_table(table_of(*features, **head)), bounds, tolerance=0.1)


# ---- by hand


def test_on_an_empty_table_it_runs_from_corner_to_corner() -> None:
    diagonal = math.hypot(SIZE - BASE, SIZE - BASE)
    assert lane(table_of()).inches == pytest.approx(diagonal - BASE)


def test_it_is_as_long_as_the_largest_table_however_far_units_see() -> None:
    across = math.hypot(144 - BASE, 72 - BASE)
    assert lane(builders.table(width=144, depth=72)).inches == pytest.approx(across - BASE)


def test_a_high_wall_across_the_table_leaves_the_lines_on_either_side() -> None:
    wall = builders.wall("w", box(-1, 8, 17, 9), height=5)
    # South of it 8 inches are left, and the base keeps clear of the wall: 7.375 inches at most.
    found = lane(table_of(wall))
    assert max(found.start[1], found.end[1]) < 8
    deep = found.inches + BASE
    assert math.hypot(14.75, 14.75 * 6 / 15) - 0.01 < deep <= math.hypot(14.75, 8 - BASE) + 0.01


def test_low_walls_break_no_line() -> None:
    wall = builders.wall("w", box(-1, 8, 17, 8.5), height=0.5)
    assert lane(table_of(wall)).inches == lane(table_of()).inches


@pytest.mark.parametrize(("deep", "is_broken"), [(3.0, False), (8.0, True)], ids=["shallow", "deep"])
def test_woods_break_a_line_once_they_are_deep_enough(deep: float, is_broken: bool) -> None:
    woods = builders.woods("w", box(-1, 12 - deep / 2, 25, 12 + deep / 2))
    found = lane(table_of(woods, size=24))
    crosses = abs(found.start[1] - found.end[1]) > 16
    assert crosses is not is_broken


def test_it_is_held_against_the_limit_and_drawn() -> None:
    part = checked(most=15.0)
    finding = only(part, "lane.longest")
    assert finding.severity == "error"
    assert finding.value == pytest.approx(math.hypot(14.75, 14.75) - BASE)
    ((start, end),) = finding.lines
    assert math.dist(start, end) == pytest.approx(math.hypot(14.75, 14.75))
    assert part.figures["lanes"]["longest"] == round(finding.value, 2)  # type: ignore[index]


def test_within_the_tolerance_nobody_can_say() -> None:
    length = math.hypot(14.75, 14.75) - BASE
    assert only(checked(most=length + 0.05), "lane.longest").severity == "close"
    assert only(checked(most=length + 0.2), "lane.longest").severity == "pass"


def test_without_a_limit_it_is_measured_all_the_same() -> None:
    part = checked(most=None)
    assert skipped(part) == {"lane.longest"}
    assert part.figures["lanes"]["longest"] > 19  # type: ignore[index]


def test_light_and_weather_do_not_matter() -> None:
    assert lane(table_of(environment="night")).inches == lane(table_of()).inches


def test_on_hexes_it_is_left_out() -> None:
    assert skipped(checked(grid={"hex": 2.0, "top": "flat"})) == {"lane.longest"}


# ---- an oracle


KINDS = (
    {"kind": "building", "height": 3},
    {"kind": "building", "height": 1},
    {"kind": "wall", "height": 4},
    {"kind": "hill", "height": 2},
    {"kind": "hill", "height": 4},
    {"kind": "woods"},
)


@st.composite
def crowded(draw: st.DrawFn) -> Table:
    features = []
    for number in range(draw(st.integers(1, 6))):
        x, y = (draw(st.integers(0, 18)) / 2 for _ in "xy")
        wide, deep = (draw(st.integers(1, 14)) / 2 for _ in "xy")
        outline = draw(
            st.sampled_from(
                [
                    box(x, y, x + wide, y + deep),
                    ((x, y), (x + wide, y), (x, y + deep)),
                    ((x, y), (x + wide, y), (x + wide, y + deep), (x + wide / 2, y + deep / 4)),
                ]
            )
        )
        features.append(builders.area(f"p{number}", outline, **draw(st.sampled_from(KINDS))))
    return replace(table_of(*features), width=9.0, depth=9.0)


@law
@given(crowded())
def test_no_two_places_farther_apart_see_each_other(table: Table) -> None:
    prepared = prepare_table(table)
    found = longest_line_of_fire(prepared).lane
    line = np.linspace(BASE / 2, 9 - BASE / 2, 9)
    places = np.array([(x, y) for x in line for y in line])
    pairs = np.array(list(combinations(range(len(places)), 2)))
    length = np.hypot(*(places[pairs[:, 1]] - places[pairs[:, 0]]).T) - BASE
    longer = length > (found.inches if found is not None else -1.0) + 1e-6
    if longer.any():
        crowd = vantage_points(prepared, places)
        one, other = pairs[longer].T
        seen = [is_open(each) for each in sights_between(crowd, one, other)]
        stands = can_stand(reachable_areas_of(prepared, ground_unit_kind(prepared, "mech")), places)
        assert not [k for k, sees in enumerate(seen) if sees and stands[one[k]] and stands[other[k]]]
    if found is not None:
        crowd = vantage_points(prepared, np.array([found.start, found.end]))
        both = sights_between(crowd, np.array([0]), np.array([1]))
        assert is_open(both[0])


# ---- laws


@law
@given(crowded(), st.tuples(*[st.floats(0, 7)] * 2), st.tuples(*[st.floats(0.5, 4)] * 2))
def test_a_wall_more_never_makes_it_longer(
    table: Table, at: tuple[float, float], size: tuple[float, float]
) -> None:
    (x, y), (wide, deep) = at, size
    wall = builders.piece_of(builders.wall("more", box(x, y, x + wide, y + deep), height=5))
    before = longest_line_of_fire(prepare_table(table)).lane
    after = longest_line_of_fire(prepare_table(replace(table, terrain=(*table.terrain, wall)))).lane
    assert (after.inches if after else 0.0) <= (before.inches if before else 0.0) + 1e-6


@law
@given(crowded(), st.sampled_from(["half", "quarter", "mirror"]))
def test_turning_and_mirroring_the_table_change_nothing(table: Table, how: str) -> None:
    def place(x: float, y: float) -> tuple[float, float]:
        return {"half": (9 - x, 9 - y), "quarter": (9 - y, x), "mirror": (9 - x, y)}[how]

    def ring(some: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        turned = tuple(place(*each) for each in some)
        return turned[::-1] if how == "mirror" else turned

    terrain = tuple(
        replace(piece, outlines=tuple(Outline(ring(each.exterior)) for each in piece.outlines))
        for piece in table.terrain
    )
    one = longest_line_of_fire(prepare_table(table)).lane
    other = longest_line_of_fire(prepare_table(replace(table, terrain=terrain))).lane
    assert (one.inches if one else 0.0) == pytest.approx(other.inches if other else 0.0)


def test_a_table_where_hardly_anybody_sees_anybody_is_given_up_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was looked at is known: nothing longer than the next pairs is open."""
    rows = [builders.wall(f"w{y}", box(-1, y, 17, y + 0.4), height=5) for y in (3, 6, 9, 12)]
    exact = lane(table_of(*rows)).inches
    monkeypatch.setattr(lines_of_fire, "CHUNK", 500)
    monkeypatch.setattr(lines_of_fire, "MOST_SHADOWS", 4_000)
    part = checked(*rows)
    assert part.findings == ()
    assert [(each.key, each.why) for each in part.skipped] == [("layout.lane.longest", "too-many-lines")]
    found = longest_line_of_fire(prepare_table(table_of(*rows)))
    assert found.lane is None
    assert found.at_most is not None
    assert exact < found.at_most < math.hypot(SIZE - BASE, SIZE - BASE) - BASE
