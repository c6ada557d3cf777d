"""What deployment zones see of each other, and what both sides have: cases by hand, laws."""

from dataclasses import replace

import numpy as np
import pytest

from astrike.model.legality import CheckResult
from astrike.model.table import Table
from astrike.model.terrain import Marker, Outline
from astrike.rules.layout.deployment_fairness import check_deployment_zones, walk_costs_to
from astrike.rules.layout.reachable_areas import ground_unit_kind, reachable_areas_of
from astrike.rules.layout.sectors import sectors_of, zones_of
from astrike.rules.layout.vantage_points import all_pairs, sights_between, vantage_points
from astrike.rules.movement.cost_maps import cost_maps_of
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.builders import Json, box
from tests.rules.layout.limits import Bounds, by_key, limits, skipped

SIDES = [{"id": "s", "name": "South"}, {"id": "n", "name": "North"}]
SIZE = 24.0


def zone(side: str, outline: tuple[tuple[float, float], ...], name: str = "zone") -> Json:
    return builders.area(f"{name}-{side}", outline, kind="deployment", side=side)


ZONES = (zone("s", box(0, 0, 24, 4)), zone("n", box(0, 20, 24, 24)))


def table_of(*features: Json, **head: object) -> Table:
    return builders.table(*features, **{"width": SIZE, "depth": SIZE, "sides": SIDES, **head})


def field_of(*features: Json, **head: object) -> PreparedTable:
    return prepare_table(table_of(*features, **head))


def checked(*features: Json, bounds: dict[str, Bounds] | None = None, **head: object) -> CheckResult:
    return check_deployment_zones(field_of(*features, **head), limits(bounds), tolerance=0.1)


def sides(part: CheckResult, what: str = "zones") -> dict[str, dict[str, object]]:
    return {each["side"]: each for each in part.figures[what]["sides"]}  # type: ignore[index]


# ---- who sees whom


def test_on_an_open_table_every_place_sees_the_other_zone() -> None:
    part = checked(*ZONES, bounds={"zone.sees": (None, 0.5)})
    assert [each.severity for each in by_key(part)["zone.sees"]] == ["error", "error"]
    assert {side: each["sees"] for side, each in sides(part).items()} == {"s": 1.0, "n": 1.0}
    # 22.75 by 2.75 inches for the middle of the base: eight columns, one row.
    assert sides(part)["s"]["places"] == 8


def test_behind_a_high_wall_nobody_sees_the_other_zone() -> None:
    wall = builders.wall("w", box(-1, 11, 25, 12), height=6)
    part = checked(*ZONES, wall, bounds={"zone.sees": (None, 0.0)})
    assert [each.severity for each in by_key(part)["zone.sees"]] == ["pass", "pass"]
    south = sides(part)["s"]
    assert south["sees"] == 0.0
    assert south["cover"]["blocked"] == 1.0  # type: ignore[index]


def test_a_share_of_a_zone_is_seen_past_the_end_of_a_wall() -> None:
    lone = zone("n", box(0, 20, 4, 24))
    part = checked(ZONES[0], lone, builders.wall("w", box(-1, 4, 12, 5), height=6))
    share = sides(part)["s"]["sees"]
    assert isinstance(share, float)
    assert 0.2 < share < 0.6
    assert sides(part)["n"]["sees"] == 1.0


def test_the_shares_are_those_of_asking_about_every_pair() -> None:
    features = (
        builders.building("b", box(8, 10, 15, 13), height=3),
        builders.woods("w", box(1, 7, 7, 14)),
        builders.hill("h", box(17, 6, 23, 12), height=2),
    )
    prepared = field_of(*ZONES, *features)
    south, north = sectors_of(prepared, reachable_areas_of(prepared, ground_unit_kind(prepared, "mech")))
    crowd = vantage_points(prepared, np.concatenate((south.inside, north.inside)))
    one, other = all_pairs(np.arange(len(south.inside)), len(south.inside) + np.arange(len(north.inside)))
    seen = np.array([each.state != "blocked" for each in sights_between(crowd, one, other)])
    by_place = seen.reshape(len(south.inside), -1)
    found = sides(check_deployment_zones(prepared, limits(), tolerance=0.1))
    assert found["s"]["sees"] == round(float(by_place.any(axis=1).mean()), 4)
    assert found["n"]["sees"] == round(float(by_place.any(axis=0).mean()), 4)


@pytest.mark.parametrize(
    ("features", "why"), [((), "no-zones"), (ZONES[:1], "one-zone")], ids=["no zones", "one side"]
)
def test_without_two_zones_it_is_left_out(features: tuple[Json, ...], why: str) -> None:
    part = checked(*features)
    assert [(each.key, each.why) for each in part.skipped] == [
        ("layout.zone.sees", why),
        ("layout.zone.difference", why),
    ]


def test_a_zone_too_small_for_a_base_is_told() -> None:
    part = checked(ZONES[0], zone("n", box(0, 23, 24, 24)))
    assert [each.why for each in part.skipped] == ["no-room", "no-room"]


def test_without_a_limit_it_is_measured_all_the_same() -> None:
    part = checked(*ZONES)
    assert skipped(part) == {"zone.sees", "zone.difference"}
    assert sides(part)["s"]["sees"] == 1.0


def test_on_hexes_it_is_left_out() -> None:
    assert skipped(checked(*ZONES, grid={"hex": 2.0, "top": "flat"})) == {"zone.sees", "zone.difference"}


def test_zones_too_far_apart_to_see_are_open_to_each_other_all_the_same() -> None:
    far = (zone("s", box(0, 0, 24, 4)), zone("n", box(0, 56, 24, 60)))
    south = sides(checked(*far, depth=60))["s"]
    assert (south["sees"], south["open"]) == (0.0, 1.0)
    assert south["cover"]["open"] == 1.0  # type: ignore[index]


# ---- cover


def test_woods_before_a_zone_are_its_cover_alone() -> None:
    woods = builders.woods("w", box(-1, 5, 25, 8))
    part = checked(*ZONES, woods)
    found = sides(part)
    # All lines cross the same three inches: both zones are fired at through them ...
    assert found["s"]["cover"]["covered"] == found["n"]["cover"]["covered"] == 1.0  # type: ignore[index]
    # ... but the ground before the northern zone lies on this side of them.
    assert found["s"]["before"]["covered"] < 1.0  # type: ignore[index]
    assert (found["n"]["before"]["covered"], found["n"]["before"]["open"]) == (1.0, 0.0)  # type: ignore[index]


def test_on_an_open_table_there_is_none() -> None:
    part = checked(*ZONES)
    for each in sides(part).values():
        for area in ("cover", "before"):
            assert each[area]["open"] == 1.0  # type: ignore[index]
            assert each[area]["covered"] == 0.0  # type: ignore[index]
    assert part.figures["zones"]["difference"] == {"sees": 0.0, "cover": 0.0, "before": 0.0}  # type: ignore[index]


def test_before_a_zone_is_what_lies_towards_the_other() -> None:
    prepared = field_of(zone("s", box(0, 8, 24, 12)), ZONES[1])
    south, _ = sectors_of(prepared, reachable_areas_of(prepared, ground_unit_kind(prepared, "mech")))
    assert south.before[:, 1].min() > 12
    assert south.before[:, 1].max() < 20


# ---- objectives


def objectives(*places: tuple[float, float], radius: float | None = None) -> tuple[Marker, ...]:
    return tuple(Marker(f"o{k}", "objective", at, radius=radius) for k, at in enumerate(places))


def with_objectives(
    *features: Json, places: tuple[tuple[float, float], ...], radius: float | None = None
) -> CheckResult:
    table = replace(table_of(*ZONES, *features), markers=objectives(*places, radius=radius))
    return check_deployment_zones(prepare_table(table), limits(), tolerance=0.1)


def test_open_ground_costs_its_inches() -> None:
    found = sides(with_objectives(places=((12.0, 12.0), (12.0, 8.0))), "objectives")
    # The base starts with its rim on the zone's, half a base inside, and half a base before the point it touches it.
    assert found["s"]["inches"]["o0"] == pytest.approx(12 - 4, abs=0.01)  # type: ignore[index]
    assert found["s"]["inches"]["o1"] == pytest.approx(8 - 4, abs=0.01)  # type: ignore[index]
    assert found["n"]["inches"]["o1"] == pytest.approx(20 - 8, abs=0.01)  # type: ignore[index]
    assert (found["s"]["two_moves"], found["n"]["two_moves"]) == (2, 2)


def test_terrain_is_paid_and_the_sides_are_compared() -> None:
    rough = builders.area("r", box(-1, 6, 25, 10), kind="rough")
    part = with_objectives(rough, places=((12.0, 12.0),))
    found = sides(part, "objectives")
    north, south = found["n"]["inches"]["o0"], found["s"]["inches"]["o0"]  # type: ignore[index]
    # Four inches of it and the width of the base, bought by halves.
    assert south - north == pytest.approx(4 + 1.25, abs=0.6)
    assert part.figures["objectives"]["difference"]["one_move"] == 1  # type: ignore[index]
    assert part.figures["objectives"]["difference"]["sum"] == pytest.approx(south - north, abs=0.01)  # type: ignore[index]


def test_what_nobody_gets_to_has_no_inches() -> None:
    hill = builders.hill("h", box(9, 9, 15, 15), height=3)
    part = with_objectives(hill, places=((12.0, 12.0),))
    assert sides(part, "objectives")["s"]["inches"] == {"o0": None}
    assert sides(part, "objectives")["s"]["two_moves"] == 0


def test_a_wide_objective_is_reached_at_its_rim() -> None:
    near = with_objectives(places=((12.0, 12.0),), radius=2.0)
    assert sides(near, "objectives")["s"]["inches"]["o0"] == pytest.approx(6, abs=0.01)  # type: ignore[index]


def test_the_cost_is_that_of_the_reach_of_a_single_unit() -> None:
    features = (
        builders.area("r", box(4, 5, 9, 8), kind="rough"),
        builders.hill("h", box(10, 6, 16, 10), height=1),
        builders.building("b", box(17, 5, 20, 9), height=2),
    )
    place = (12.0, 12.0)
    table = replace(table_of(*ZONES, *features), markers=objectives(place))
    prepared = prepare_table(table)
    cost = float(walk_costs_to(prepared, list(zones_of(prepared).values())).inches[0, 0])
    best = np.inf
    for x in np.arange(4.0, 20.0, 2.0):
        unit = builders.unit_of(builders.mech("A", (float(x), 4 - 0.625), move='16"'))
        (way, *_) = cost_maps_of(prepare_table(replace(table, units=(unit,))), 0, "ground").ways
        onto = np.hypot(*(way.grid.places - place).T) <= 0.625
        best = min(best, float(way.cost[onto & way.is_within].min(initial=np.inf)))
    assert cost == pytest.approx(best, abs=0.5)


# ---- laws


def turned(table: Table) -> Table:
    """The table turned by half."""

    def ring(some: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        return tuple((SIZE - x, SIZE - y) for x, y in some)

    return replace(
        table,
        terrain=tuple(
            replace(piece, outlines=tuple(Outline(ring(each.exterior)) for each in piece.outlines))
            for piece in table.terrain
        ),
        markers=tuple(replace(each, at=(SIZE - each.at[0], SIZE - each.at[1])) for each in table.markers),
    )


def mirrored(table: Table) -> Table:
    """The table as in a mirror that stands in the west."""

    def ring(some: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        return tuple((SIZE - x, y) for x, y in some)[::-1]

    return replace(
        table,
        terrain=tuple(
            replace(piece, outlines=tuple(Outline(ring(each.exterior)) for each in piece.outlines))
            for piece in table.terrain
        ),
        markers=tuple(replace(each, at=(SIZE - each.at[0], each.at[1])) for each in table.markers),
    )


@pytest.mark.parametrize("change", [turned, mirrored], ids=["turned", "mirrored"])
def test_turning_and_mirroring_the_table_change_nothing(change: object) -> None:
    features = (
        builders.building("b", box(7, 10, 13, 12), height=3),
        builders.woods("w", box(15, 7, 22, 11)),
        builders.hill("h", box(2, 13, 9, 18), height=2),
    )
    deep = (zone("s", box(0, 0, 24, 7)), zone("n", box(0, 17, 24, 24)))
    table = replace(table_of(*deep, *features), markers=objectives((12.0, 14.0), (6.0, 9.0)))
    assert callable(change)
    one, other = (
        check_deployment_zones(prepare_table(each), limits(), tolerance=0.1)
        for each in (table, change(table))
    )
    for side in "sn":
        assert sides(one)[side]["sees"] == sides(other)[side]["sees"]
        for area in ("cover", "before"):
            assert sides(one)[side][area] == pytest.approx(sides(other)[side][area])
        costs = [sides(part, "objectives")[side]["inches"] for part in (one, other)]
        assert costs[0] == pytest.approx(costs[1], abs=0.02)


@pytest.mark.parametrize("change", [turned, mirrored], ids=["turned", "mirrored"])
def test_edges_that_lie_on_the_field_lie_on_no_side_of_it(change: object) -> None:
    """Shores and rims on quarter inches, between the zones and objectives beside them."""
    features = (
        builders.water("p", box(14.5, 2.5, 18.5, 14.5), depth=1),
        builders.hill("h", box(4.5, 8.25, 7.5, 16), height=1),
    )
    table = replace(table_of(*ZONES, *features), markers=objectives((14.0, 12.0), (18.5, 12.0), (7.5, 12.0)))
    assert callable(change)
    one, other = (
        check_deployment_zones(prepare_table(each), limits(), tolerance=0.1)
        for each in (table, change(table))
    )
    for side in "sn":
        costs = [sides(part, "objectives")[side]["inches"] for part in (one, other)]
        assert costs[0] == pytest.approx(costs[1], abs=0.02)


def test_the_same_table_gives_the_same_figures() -> None:
    features = (*ZONES, builders.woods("w", box(6, 8, 18, 14)))
    assert checked(*features).figures == checked(*features).figures


# ---- alike for both sides

ALIKE: dict[str, Bounds] = {"zone.difference": (None, 0.05)}


def differences(part: CheckResult) -> dict[object, tuple[float | None, str]]:
    return {each.facts["measure"]: (each.value, each.severity) for each in by_key(part)["zone.difference"]}


def test_zones_of_a_table_that_is_the_same_turned_are_alike() -> None:
    woods = (builders.woods("a", box(4, 6, 8, 9)), builders.woods("b", box(16, 15, 20, 18)))
    found = differences(checked(*ZONES, *woods, bounds=ALIKE))
    assert set(found) == {"size", "sees", "cover", "before"}
    assert {severity for _, severity in found.values()} == {"pass"}


@pytest.mark.parametrize(
    ("deep", "severity"), [(4.0, "pass"), (4.2, "pass"), (4.25, "error"), (8.0, "error")]
)
def test_a_larger_zone_is_told_by_its_share_of_the_larger(deep: float, severity: str) -> None:
    larger = (ZONES[0], zone("n", box(0, 24 - deep, 24, 24)))
    value, told = differences(checked(*larger, bounds=ALIKE))["size"]
    assert value == pytest.approx(1 - 4 / deep)
    assert told == severity


def test_cover_on_one_half_alone_is_a_difference_and_is_shown_in_the_zone_that_has_less() -> None:
    """Jungle before the south hampers the fire at the north, and not that at who stands before it."""
    woods = builders.area("w", box(0, 5, 24, 9), kind="jungle")
    part = checked(*ZONES, woods, bounds=ALIKE)
    found = [each for each in by_key(part)["zone.difference"] if each.facts["measure"] == "before"]
    assert [each.severity for each in found] == ["error"]
    assert found[0].where is not None
    assert found[0].where[1] < 4
    assert sides(part)["s"]["before"]["covered"] < sides(part)["n"]["before"]["covered"]  # type: ignore[index]
