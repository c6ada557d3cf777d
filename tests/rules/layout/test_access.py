"""Where each kind of unit gets to: cases by hand, agreement with the judge and with the quarter-inch field."""

import math
import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.editing.terrain.saved import shipped_layouts
from astrike.geometry.arrays import covers, distances, points, shape_array
from astrike.model.card import parse_move
from astrike.model.legality import CheckResult
from astrike.model.movement import MoveQuestion, Waypoint
from astrike.model.table import Table
from astrike.model.terrain import Outline
from astrike.model.unit import Unit
from astrike.presets.schema import LayoutLimits
from astrike.rules.layout.access import check_access, entry_areas, parts_reached
from astrike.rules.layout.reachable_areas import (
    GroundUnitKind,
    ReachableAreas,
    ground_unit_kind,
    ground_unit_kinds,
    reachable_areas_of,
)
from astrike.rules.movement.cost_maps import cost_maps_of
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.builders import Json, box
from tests.rules.layout.limits import by_key, limits, only, skipped

law = settings(max_examples=12, deadline=None)
SIDES = [{"id": "s", "name": "South", "home": "south"}, {"id": "n", "name": "North", "home": "north"}]
CODES = {"tracked": "t", "wheeled": "w", "hover": "h", "infantry": "f"}
VEHICLES = {"protomech", "tracked", "wheeled", "hover", "infantry"}


def zones(*, size: float = 24, deep: float = 4) -> tuple[Json, Json]:
    return (
        builders.area("zone-s", box(0, 0, size, deep), kind="deployment", side="s"),
        builders.area("zone-n", box(0, size - deep, size, size), kind="deployment", side="n"),
    )


def table_of(*features: Json, **head: object) -> Table:
    return builders.table(*features, **{"width": 24, "depth": 24, "sides": SIDES, **head})


def checked(*features: Json, bounds: LayoutLimits | None = None, **head: object) -> CheckResult:
    return check_access(prepare_table(table_of(*features, **head)), bounds or limits(), tolerance=0.1)


def figures(part: CheckResult, kind: str) -> dict[str, object]:
    (found,) = [each for each in part.figures["reach"]["kinds"] if each["kind"] == kind]  # type: ignore[index]
    return found


# ---- by hand


def test_on_an_empty_table_everything_is_reached() -> None:
    part = checked(*zones(), bounds=limits({"reach.unreached": (None, 0.0)}))
    assert [each.severity for each in by_key(part)["reach.unreached"]] == ["pass"] * len(kinds_of_table())
    assert part.figures["reach"]["from"] == "zones"  # type: ignore[index]
    assert {each["reached"] for each in part.figures["reach"]["kinds"]} == {1.0}  # type: ignore[index]


def kinds_of_table() -> tuple[GroundUnitKind, ...]:
    return ground_unit_kinds(prepare_table(table_of()))


def test_a_sheer_hill_of_two_inches_is_for_mechs_alone() -> None:
    part = checked(*zones(), builders.hill("h", box(8, 8, 16, 16), height=2))
    # Inside, half a base from the edge: 8 less 1.25 square; outside the hill grown by half a base is closed.
    top, closed = 6.75**2, 8 * 8 + 4 * 8 * 0.625 + math.pi * 0.625**2
    share = top / (24 * 24 - closed + top)
    assert figures(part, "mech")["reached"] == 1.0
    assert figures(part, "tracked")["reached"] == pytest.approx(1 - share, abs=2e-4)
    assert figures(part, "tracked")["open"] == pytest.approx((24 * 24 - closed + top) / 576, abs=2e-4)
    finding = only(part, "reach.part")
    assert finding.severity == "note"
    assert finding.by == ("h",)
    assert set(str(finding.facts["kinds"]).split(", ")) == VEHICLES
    assert finding.lines
    assert finding.where is not None
    assert all(8 < at < 16 for at in finding.where)


def test_a_ramp_lets_vehicles_up() -> None:
    hill, ramp = (
        builders.hill("h", box(8, 8, 16, 16), height=2),
        builders.ramp("r", box(10, 4, 14, 8), toward=0, height=2),
    )
    assert figures(checked(*zones(), hill, ramp), "tracked")["reached"] == 1.0


def test_a_step_of_an_inch_lets_vehicles_up_where_there_is_room_for_a_base() -> None:
    top = builders.hill("h", box(8, 8, 16, 16), height=2)
    wide, narrow = (builders.hill("s", box(8 - by, 8 - by, 16 + by, 16 + by), height=1) for by in (1.3, 1.0))
    assert figures(checked(*zones(), top, wide), "tracked")["reached"] == 1.0
    assert figures(checked(*zones(), top, narrow), "tracked")["reached"] < 1.0  # type: ignore[operator]


def test_nobody_gets_onto_a_hill_of_three_inches() -> None:
    part = checked(*zones(), builders.hill("h", box(8, 8, 16, 16), height=3))
    assert only(part, "reach.part").severity == "warning"
    assert only(part, "reach.part").by == ("h",)
    assert "reach.top" not in by_key(part)
    assert part.figures["reach"]["tops"] == ["h"]  # type: ignore[index]


def test_a_top_without_room_for_a_base_is_told_by_itself() -> None:
    part = checked(*zones(), builders.hill("h", box(8, 8, 9, 9), height=3))
    assert only(part, "reach.top").by == ("h",)
    assert "reach.part" not in by_key(part)


def test_a_building_beside_it_is_a_step_up() -> None:
    hill = builders.hill("h", box(8, 8, 16, 16), height=4)
    part = checked(*zones(), hill, builders.building("b", box(10, 5, 14, 8), height=2))
    assert figures(part, "mech")["reached"] == 1.0
    assert part.figures["reach"]["tops"] == []  # type: ignore[index]


@pytest.mark.parametrize(("gap", "reached"), [(1.25, True), (1.24, False)], ids=["as wide", "a hair less"])
def test_a_gap_is_passed_by_a_base_as_wide_as_it(gap: float, reached: bool) -> None:
    walls = (
        builders.wall("w1", box(0, 11.5, 10, 12.5), height=5),
        builders.wall("w2", box(10 + gap, 11.5, 24, 12.5), height=5),
    )
    part = checked(*zones(), *walls)
    sides = only(part, "reach.sides")
    assert ("mech" in str(sides.facts["kinds"])) is not reached
    # A ProtoMech's base of an inch passes both.
    assert "protomech" not in str(sides.facts["kinds"])


def test_a_river_parts_who_does_not_swim_and_a_bridge_joins_them() -> None:
    river = builders.water("w", box(0, 10, 24, 14), depth=1)
    parted = set(str(only(checked(*zones(), river), "reach.sides").facts["kinds"]).split(", "))
    assert {"tracked", "wheeled"} <= parted
    assert not parted & {"mech", "protomech", "hover"}
    bridge = builders.bridge("b", box(10, 9, 13, 15), base=0)
    assert only(checked(*zones(), river, bridge), "reach.sides").severity == "pass"


def test_a_road_through_woods_leads_wheels_through() -> None:
    woods = builders.woods("w", box(0, 10, 24, 14))
    road = builders.area("r", box(11, 0, 12, 24), kind="road")
    assert "wheeled" in str(only(checked(*zones(), woods), "reach.sides").facts["kinds"])
    assert "wheeled" not in str(only(checked(*zones(), woods, road), "reach.sides").facts["kinds"])


def test_without_zones_units_come_from_the_home_edges_else_from_the_largest_part() -> None:
    wall = builders.wall("w", box(0, 15, 24, 16), height=5)
    homeless = [{"id": "s", "name": "South"}, {"id": "n", "name": "North"}]
    assert checked(wall).figures["reach"]["from"] == "edges"  # type: ignore[index]
    assert figures(checked(wall), "mech")["reached"] == 1.0
    lone = checked(wall, sides=homeless)
    assert lone.figures["reach"]["from"] == "largest"  # type: ignore[index]
    far = 24 - 16 - 0.625
    assert figures(lone, "mech")["reached"] == pytest.approx(1 - far / (far + 15 - 0.625), abs=1e-3)


def test_a_sliver_below_half_a_percent_of_the_table_is_no_note_and_stays_in_the_figures() -> None:
    """Of 576 square inches 2.88 are half a percent: the middle of infantry has 1.6 inches square, then 1.8."""
    for size, count in ((2.6, 0), (2.8, 1)):
        part = checked(*zones(), builders.hill("h", box(8, 8, 8 + size, 8 + size), height=2))
        assert len(by_key(part).get("reach.part", [])) == count
        assert part.figures["reach"]["unreached"]  # type: ignore[index]


def test_parts_on_the_same_piece_that_the_same_kinds_do_not_get_to_are_one_note() -> None:
    hill = builders.hill("h", box(4, 8, 20, 16), height=2)
    wall = builders.wall("w", box(11, 7, 13, 17), height=5)
    (found,) = by_key(checked(*zones(), hill, wall))["reach.part"]
    assert (found.by, found.facts["places"], found.facts["bar"]) == (("h",), 2, "h")
    assert len(found.lines) == 2
    assert found.value == pytest.approx(2 * (7 - 1.0) * (8 - 1.0) / 576, abs=1e-4)


def test_ground_that_is_shut_off_names_what_bars_it() -> None:
    river = builders.water("w", box(0, 10, 24, 14), depth=1)
    (found, *_) = by_key(checked(zones()[0], river))["reach.part"]
    assert found.facts["bar"] == "w"
    assert found.where is not None
    assert found.where[1] > 14


def test_a_limit_is_held_against_every_kind() -> None:
    bounds = limits({"reach.unreached": (None, 0.05)})
    part = checked(*zones(), builders.hill("h", box(8, 8, 16, 16), height=2), bounds=bounds)
    found = {each.facts["kind"]: each for each in by_key(part)["reach.unreached"]}
    assert found["mech"].severity == "pass"
    assert found["tracked"].severity == "error"
    assert found["tracked"].lines
    assert found["tracked"].limit == 0.05
    assert skipped(part) == set()


def test_without_a_limit_it_is_measured_and_listed_as_not_checked() -> None:
    assert skipped(checked(*zones())) == {"reach.unreached"}


def test_on_hexes_it_is_left_out() -> None:
    part = checked(*zones(), grid={"hex": 2.0, "top": "flat"})
    assert skipped(part) == {"reach.unreached"}
    assert not part.findings


@pytest.mark.parametrize("key", ["river-crossing", "small-town"])
def test_on_shipped_layouts_every_kind_walks_from_side_to_side(key: str) -> None:
    part = check_access(prepare_table(shipped_layouts()[key]), limits(), tolerance=0.1)
    assert only(part, "reach.sides").severity == "pass"


# ---- with the judge and the quarter-inch field


@cache
def rugged(number: int, *, is_built: bool = True) -> Table:
    """A table with a bit of everything, thrown with a seed; or without walls, buildings and roads."""
    dice = random.Random(number)

    def somewhere(wide: float, deep: float) -> tuple[tuple[float, float], ...]:
        x, y, turn = dice.uniform(3, 21), dice.uniform(3, 21), dice.choice((0.0, dice.uniform(0, 3)))
        cos, sin = math.cos(turn), math.sin(turn)
        corners = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
        return tuple((x + cos * a / 2 - sin * b / 2, y + sin * a / 2 + cos * b / 2) for a, b in corners)

    def size() -> tuple[float, float]:
        return dice.uniform(2, 9), dice.uniform(2, 9)

    features = [
        builders.hill("h1", somewhere(*size()), height=2),
        builders.hill("h2", somewhere(*size()), height=3),
        builders.hill("h3", somewhere(*size()), height=1),
        builders.ramp("r1", somewhere(4, 4), toward=dice.choice((0, 90)), height=2),
        builders.water("wa", somewhere(26, 3), depth=dice.choice((1, 2))),
        builders.wall("wl", somewhere(14, 0.5), height=dice.choice((0.5, 1, 2))),
        builders.building("b1", somewhere(4, 3), height=dice.choice((1, 2, 3))),
        builders.jungle("j", somewhere(*size())),
        builders.area("ro", somewhere(1.5, 30), kind="road"),
    ]
    return table_of(*(dice.sample(features, 6) if is_built else features[:5] + features[7:8]))


def standing(prepared: PreparedTable, kind: GroundUnitKind, at: tuple[float, float]) -> PreparedTable:
    """The table with one unit of this kind, quick enough to go far in a turn."""
    code = CODES.get(kind.key, "")
    unit = Unit("A", at, "A", type=kind.types[0], facing=0.0, move=parse_move(f'24"{code}'), tmm=1)
    return prepare_table(replace(prepared.table, units=(unit,)))


def away(ground: ReachableAreas, part: int, at: tuple[float, float]) -> float:
    spot = points(np.array([at]))[0]
    shapes = ground.parts[part]
    return float(distances(shapes, shape_array([spot] * len(shapes))).min())


def inner_places(
    ground: ReachableAreas, part: int, dice: random.Random, count: int
) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for _ in range(400):
        at = (dice.uniform(0, 24), dice.uniform(0, 24))
        if len(found) < count and away(ground, part, at) == 0.0:
            found.append(at)
    return found


@pytest.mark.parametrize("number", range(3))
def test_no_allowed_move_leads_from_one_part_to_another(number: int) -> None:
    prepared, dice, allowed = prepare_table(rugged(number)), random.Random(number), 0
    for kind in ground_unit_kinds(prepared):
        ground = reachable_areas_of(prepared, kind)
        for part in np.flatnonzero(ground.area > 0.2).tolist():
            for at in inner_places(ground, part, dice, 1):
                prepared = standing(prepared, kind, at)
                for _ in range(6):
                    end = tuple(min(max(each + dice.uniform(-7, 7), 0.0), 24.0) for each in at)
                    answer = judge_move(prepared, "A", MoveQuestion((Waypoint(*end),), mode="ground"))
                    allowed += answer.allowed
                    if answer.allowed:
                        assert away(ground, part, answer.end[:2]) < 0.002, (kind.key, at, end)
    assert allowed > 20


def test_nobody_leaves_a_part_in_several_turns() -> None:
    hill = builders.hill("h", box(7, 7, 17, 17), height=2)
    prepared, dice, at, inches = prepare_table(table_of(*zones(), hill)), random.Random(7), (12.0, 12.0), 0.0
    kind = ground_unit_kind(prepared, "tracked")
    ground = reachable_areas_of(prepared, kind)
    (part,) = np.flatnonzero(~parts_reached(ground, entry_areas(prepared))).tolist()
    for _ in range(12):
        prepared = standing(prepared, kind, at)
        wishes = [tuple(each + dice.uniform(-9, 9) for each in at) for _ in range(8)]
        answers = [
            judge_move(prepared, "A", MoveQuestion((Waypoint(*end),), mode="ground")) for end in wishes
        ]
        ends = [answer.end[:2] for answer in answers if answer.allowed]
        assert all(away(ground, part, end) < 0.002 for end in ends)
        if ends:
            inches += math.dist(at, ends[0])
            at = ends[0]
    assert inches > 12


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("mover", ["mech", "tracked"])
def test_the_quarter_inch_field_gets_to_nothing_but_the_own_part(number: int, mover: str) -> None:
    prepared, dice = prepare_table(rugged(number)), random.Random(number)
    kind = ground_unit_kind(prepared, mover)
    ground = reachable_areas_of(prepared, kind)
    for part in np.flatnonzero(ground.area > 0.2).tolist():
        for at in inner_places(ground, part, dice, 1):
            (way, *_) = cost_maps_of(standing(prepared, kind, at), 0, "ground").ways
            ends = way.grid.places[way.is_within]
            spots = points(ends)
            off = np.min(
                [distances(spots, shape_array([s] * len(spots))) for s in ground.parts[part]], axis=0
            )
            assert off.max(initial=0.0) < 0.002


def test_the_quarter_inch_field_connects_a_part() -> None:
    prepared = prepare_table(
        table_of(*zones(), *(builders.hill(f"h{x}", box(x, 9, x + 5, 15), height=3) for x in (1, 9, 17)))
    )
    kind = ground_unit_kind(prepared, "mech")
    ground = reachable_areas_of(prepared, kind)
    start = entry_areas(prepared)
    (main,) = np.flatnonzero(parts_reached(ground, start)).tolist()
    (way, *_) = cost_maps_of(standing(prepared, kind, (2.0, 2.0)), 0, "ground").ways
    reached = way.grid.places[way.is_within]
    (outline,) = ground.parts[main]
    inside = covers(np.full(len(way.grid), outline, dtype=np.object_), *way.grid.places.T)
    near = np.hypot(*(way.grid.places - (2.0, 2.0)).T) < 17
    assert len(reached) >= 0.95 * np.count_nonzero(inside & near)
    assert reached[:, 1].max() > 16


# ---- laws


def moved(table: Table, how: str) -> Table:
    """The table turned by a quarter, or mirrored."""

    def place(x: float, y: float) -> tuple[float, float]:
        return {"quarter": (24 - y, x), "mirror": (24 - x, y)}[how]

    def ring(some: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        turned = tuple(place(*each) for each in some)
        return turned[::-1] if how == "mirror" else turned

    def toward(angle: float | None) -> float | None:
        return None if angle is None else (angle - 90 if how == "quarter" else -angle) % 360

    return replace(
        table,
        terrain=tuple(
            replace(
                piece,
                toward=toward(piece.toward),
                outlines=tuple(Outline(ring(o.exterior), tuple(map(ring, o.holes))) for o in piece.outlines),
            )
            for piece in table.terrain
        ),
    )


@pytest.mark.parametrize("how", ["quarter", "mirror"])
@pytest.mark.parametrize("number", range(3))
def test_turning_and_mirroring_the_table_change_no_part(number: int, how: str) -> None:
    one, other = prepare_table(rugged(number)), prepare_table(moved(rugged(number), how))
    for kind in ground_unit_kinds(one):
        areas = [np.sort(reachable_areas_of(prepared, kind).area) for prepared in (one, other)]
        assert areas[0] == pytest.approx(areas[1], abs=0.01)


@law
@given(
    st.integers(0, 5),
    st.tuples(st.floats(2, 18), st.floats(2, 18), st.floats(0.5, 6), st.floats(0.5, 6)),
)
def test_a_solid_wall_more_never_enlarges_what_is_reached(
    number: int, piece: tuple[float, float, float, float]
) -> None:
    x, y, wide, deep = piece
    table = rugged(number)
    wall = builders.piece_of(builders.wall("more", box(x, y, x + wide, y + deep), height=9))
    fuller = prepare_table(replace(table, terrain=(*table.terrain, wall)))
    for mover in ("mech", "wheeled"):
        shares = []
        for prepared in (prepare_table(table), fuller):
            ground = reachable_areas_of(prepared, ground_unit_kind(prepared, mover))
            shares.append(float(ground.area[parts_reached(ground, entry_areas(prepared))].sum()))
        assert shares[1] <= shares[0] + 0.01


@law
@given(st.integers(0, 5), st.sampled_from(["mech", "tracked", "infantry"]), st.randoms(use_true_random=False))
def test_where_a_base_may_be_is_what_the_judge_says_of_standing_there(
    number: int, mover: str, dice: random.Random
) -> None:
    prepared = prepare_table(rugged(number, is_built=False))
    kind = ground_unit_kind(prepared, mover)
    ground = reachable_areas_of(prepared, kind)
    at = (dice.uniform(1, 23), dice.uniform(1, 23))
    off = min(away(ground, part, at) for part in range(len(ground.parts)))
    answer = judge_move(standing(prepared, kind, at), "A", MoveQuestion((Waypoint(*at),), mode="ground"))
    stands = not {"move.cliff", "move.prohibited", "move.steep"} & {each.key for each in answer.refusals}
    if 0.0 < off < 0.002:
        return
    assert stands == (off == 0.0)
