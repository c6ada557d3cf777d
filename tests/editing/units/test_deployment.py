"""Sides set up along their zone or their edge: whole inside, apart from each other, where the rules let them stand."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.editing.units import free_places
from astrike.editing.units.deployment import SideDeployment, deploy, edge_of, zones_of
from astrike.errors import InputError
from astrike.geometry.arrays import Bools, Floats, Shapes
from astrike.geometry.bases import Bases
from astrike.geometry.placement import fit_whole
from astrike.model.table import HexGrid, Table
from astrike.rules.movement.standing_check import standing_findings
from astrike.rules.rulings.candidate_places import BaseOrPoint, edge_displacements
from astrike.rules.table.prepared_table import prepare_table
from astrike.tolerance import TOUCH
from tests.builders import Json, area, box, hill, infantry, mech, table, unit, vehicle, water
from tests.soak import examples

ZONE = box(0, 0, 48, 6)


def zone(outline: tuple[tuple[float, float], ...] = ZONE, *, side: str = "red", name: str = "zone") -> Json:
    return area(name, outline, kind="deployment", side=side)


def waiting(count: int, **card: object) -> list[Json]:
    """So many 'Mechs of one side that are off the table."""
    return [mech(f"m{k}", (0, 0), **{"side": "red", "state": ["off-table"], **card}) for k in range(count)]


def names(count: int) -> list[str]:
    return [f"m{k}" for k in range(count)]


def placed(before: Table, found: SideDeployment) -> Table:
    """The table with everybody where it was put."""
    placements = {each.unit: each for each in found.placements}
    units = tuple(
        replace(
            each,
            at=placements[each.id].at,
            facing=placements[each.id].facing,
            elevation=None,
            state=each.state - {"off-table"},
        )
        if each.id in placements
        else each
        for each in before.units
    )
    return replace(before, units=units)


def errors(after: Table) -> list[str]:
    return [
        f"{each.key} {each.by}"
        for each in standing_findings(prepare_table(after))
        if each.severity == "error"
    ]


def test_a_row_is_spread_evenly_along_the_front_of_the_zone_and_faces_the_enemy() -> None:
    before = table(*waiting(4), zone())
    found = deploy(before, names(4), zones=["zone"], edge="south")
    assert [(each.unit, each.at) for each in found.placements] == [
        ("m0", (6.0, 5.375)),
        ("m1", (18.0, 5.375)),
        ("m2", (30.0, 5.375)),
        ("m3", (42.0, 5.375)),
    ]
    assert {each.facing for each in found.placements} == {0.0}
    assert found.left_out == ()


@pytest.mark.parametrize(
    ("edge", "facing", "nearest"),
    [("south", 0.0, 0.625), ("north", 180.0, 35.375), ("west", 90.0, 0.625), ("east", 270.0, 47.375)],
)
def test_without_a_zone_units_stand_at_their_edge(edge: str, facing: float, nearest: float) -> None:
    found = deploy(table(*waiting(5)), names(5), edge=edge)
    across = {each.at[1] if edge in ("south", "north") else each.at[0] for each in found.placements}
    assert across == {nearest}
    assert {each.facing for each in found.placements} == {facing}


def test_a_zone_that_is_too_short_for_a_row_gets_two() -> None:
    found = deploy(table(*waiting(8), zone(box(10, 0, 17, 6))), names(8), zones=["zone"])
    rows = [each.at[1] for each in found.placements]
    assert len(found.placements) == 8
    assert len(set(rows)) == 2
    assert rows[0] == 5.375


def test_who_finds_no_place_is_named() -> None:
    before = table(*waiting(3), zone(box(10, 0, 12.7, 1.3)))
    found = deploy(before, names(3), zones=["zone"])
    assert [each.unit for each in found.placements] == ["m0", "m1"]
    assert [(each.unit, each.why) for each in found.left_out] == [("m2", "room")]


def test_a_base_that_fits_exactly_is_placed() -> None:
    found = deploy(table(*waiting(1), zone(box(10, 0, 11.25, 1.25))), names(1), zones=["zone"])
    assert [each.at for each in found.placements] == [(10.625, 0.625)]


def test_nobody_stands_where_another_stands_or_the_ground_is_closed() -> None:
    before = table(
        *waiting(6, type="CV", move='8"w'),
        zone(),
        mech("X", (12, 5.4), side="red"),
        area("house", box(20, 1, 25, 9), kind="building", height=3),
        hill("cliff", box(36, 3, 40, 9), height=4),
        water("lake", box(0, 0, 6, 9), depth=2),
    )
    found = deploy(before, names(6), zones=["zone"])
    assert len(found.placements) == 6
    assert errors(placed(before, found)) == []
    assert all(not (19.37 < each.at[0] < 25.63 and each.at[1] > 0.37) for each in found.placements)
    assert all(math.hypot(each.at[0] - 12, each.at[1] - 5.4) > 1.25 for each in found.placements)


def test_units_go_dry_where_they_can_and_into_the_water_where_they_must() -> None:
    lake = water("lake", box(0, 0, 20, 36), depth=1)
    dry = deploy(table(*waiting(4), zone(), lake), names(4), zones=["zone"])
    assert min(each.at[0] for each in dry.placements) > 20
    wet = deploy(table(*waiting(4), zone(box(4, 0, 16, 6)), lake), names(4), zones=["zone"])
    assert len(wet.placements) == 4
    ship = deploy(table(*waiting(1, type="CV", move='8"n'), zone(), lake), names(1), zones=["zone"])
    assert ship.placements[0].at[0] < 20


def test_aircraft_and_who_is_carried_stay_off_the_table() -> None:
    before = table(
        unit("F", (0, 0), type="AF", move="7a", side="red", state=["off-table"]),
        infantry("I", (3, 3), side="red", carried_by="V", carried_as="cargo"),
        vehicle("V", (3, 3), side="red"),
        zone(),
    )
    found = deploy(before, ["F", "I", "V"], zones=["zone"])
    assert [each.unit for each in found.placements] == ["V"]
    assert [(each.unit, each.why) for each in found.left_out] == [("F", "flies"), ("I", "carried")]


def test_aircraft_that_are_there_keep_their_place() -> None:
    before = table(unit("F", (24, 5.4), type="AF", move="7a", side="red"), *waiting(1), zone())
    found = deploy(before, ["F", "m0"], zones=["zone"])
    assert [each.unit for each in found.placements] == ["m0"]
    assert math.dist(found.placements[0].at, (24, 5.4)) > 1.25


def test_on_hexes_everybody_has_a_hex() -> None:
    before = replace(table(*waiting(8), zone()), grid=HexGrid())
    found = deploy(before, names(8), zones=["zone"])
    assert len({each.at for each in found.placements}) == 8
    assert errors(placed(before, found)) == []


def test_a_side_has_its_own_edge_or_that_of_its_zone_or_a_free_one() -> None:
    before = table(
        zone(box(30, 0, 48, 36), side="west"),
        sides=[{"id": "red", "home": "south"}, {"id": "west"}, {"id": "blue"}],
    )
    assert [edge_of(before, side) for side in ("red", "west", "blue")] == ["south", "east", "west"]
    assert (zones_of(before, "west"), zones_of(before, "red"), zones_of(before, None)) == (("zone",), (), ())


def test_a_zone_that_is_nobodys_serves_the_side_at_its_edge() -> None:
    """Zones are laid before anybody brings units; a side with a zone of its own keeps to that."""
    zones = [
        area(name, box(*ends), kind="deployment")
        for name, ends in (("low", (0, 0, 48, 6)), ("high", (0, 30, 48, 36)), ("mid", (20, 1, 28, 9)))
    ]
    before = table(
        *zones, sides=[{"id": "red", "home": "north"}, {"id": "blue"}, {"id": "green", "home": "west"}]
    )
    assert zones_of(before, "red") == ("high",)
    assert zones_of(before, "blue") == ("low", "mid")
    assert zones_of(before, "green") == ()
    own = table(*zones, zone(box(0, 0, 9, 9), side="red"), sides=[{"id": "red", "home": "north"}])
    assert zones_of(own, "red") == ("zone",)


def test_what_is_not_on_the_table_is_named() -> None:
    with pytest.raises(InputError) as refused:
        deploy(table(*waiting(1)), ["m0", "nobody"], edge="up")
    assert [each.at for each in refused.value.problems] == ["unit", "edge"]


BASES = st.sampled_from(
    [None, 0.75, 2.0, {"shape": "hex", "across": 1.25}, {"shape": "rect", "width": 1.0, "length": 2.5}]
)
SIZES = st.integers(2, 30)


@settings(max_examples=examples(12, soaked=30))
@given(
    bases=st.lists(BASES, min_size=1, max_size=12),
    corner=st.tuples(SIZES, SIZES),
    size=st.tuples(SIZES, SIZES),
    edge=st.sampled_from(["south", "north", "west", "east"]),
    slant=st.booleans(),
    house=st.tuples(SIZES, SIZES, st.integers(1, 6)),
)
def test_all_are_inside_and_apart_or_named(
    bases: list[object],
    corner: tuple[int, int],
    size: tuple[int, int],
    edge: str,
    slant: bool,
    house: tuple[int, int, int],
) -> None:
    west, south = corner
    east, north = min(48, west + size[0]), min(36, south + size[1])
    outline = box(west, south, east, north)[: 3 if slant else 4]
    units = [
        mech(f"m{k}", (0, 0), side="red", state=["off-table"], base=base) for k, base in enumerate(bases)
    ]
    built = area("house", box(house[0], house[1], house[0] + house[2], house[1] + 2), kind="building")
    before = table(*units, zone(outline), built)
    ids = [f"m{k}" for k in range(len(bases))]
    found = deploy(before, ids, zones=["zone"], edge=edge)
    assert sorted(
        [each.unit for each in found.placements] + [each.unit for each in found.left_out]
    ) == sorted(ids)
    after = placed(before, found)
    assert errors(after) == []
    for each in found.placements:
        for x, y in corners(bases[int(each.unit[1:])], each.at, each.facing):
            assert distance_inside(outline, x, y) >= -10 * TOUCH, each


def corners(base: object, at: tuple[float, float], facing: float) -> list[tuple[float, float]]:
    """Points of a base that reach farthest."""
    x, y = at
    if not isinstance(base, dict):
        radius = (base if isinstance(base, float) else 1.25) / 2
        turns = [math.pi * k / 18 for k in range(36)]
        return [(x + radius * math.sin(turn), y + radius * math.cos(turn)) for turn in turns]
    turn = math.radians(facing)
    if base["shape"] == "hex":
        turns = [turn + math.pi / 6 + math.pi / 3 * k for k in range(6)]
        reach = base["across"] / math.sqrt(3)
        return [(x + reach * math.sin(each), y + reach * math.cos(each)) for each in turns]
    wide, long = base["width"] / 2, base["length"] / 2
    return [
        (
            x + wide * i * math.cos(turn) + long * j * math.sin(turn),
            y - wide * i * math.sin(turn) + long * j * math.cos(turn),
        )
        for i in (-1, 1)
        for j in (-1, 1)
    ]


def distance_inside(outline: tuple[tuple[float, float], ...], x: float, y: float) -> float:
    """How far a point lies inside a convex outline that runs counter-clockwise."""
    return min(
        ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / math.hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True)
    )


def test_many_of_one_base_are_not_looked_for_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def counted(bases: Bases, ground: Shapes, rim: Floats) -> Bools:
        tried.append(len(rim))
        return fit_whole(bases, ground, rim)

    monkeypatch.setattr(free_places, "fit_whole", counted)
    wide = {"shape": "rect", "width": 12, "length": 3}
    found = deploy(table(*waiting(12, base=wide), zone(box(0, 0, 48, 4))), names(12), zones=["zone"])
    assert 3 <= len(found.placements) <= 4
    assert sum(tried) < 3 * max(tried)


@pytest.mark.parametrize("base", [1.25, {"shape": "rect", "width": 1.5, "length": 3}], ids=["round", "rect"])
@pytest.mark.parametrize("tolerance", [0.1, 0.3])
def test_bases_keep_farther_from_edges_of_terrain_than_the_tolerance(base: object, tolerance: float) -> None:
    land = [
        hill("h", box(0, 3.2, 36, 20), height=1),
        area("w", box(10, 0, 14, 2.5), kind="woods"),
        area("r", box(20, 1.2, 24, 3), kind="rough"),
    ]
    units = [mech(f"u{k}", at=(1, 1), side="red", state=["off-table"], base=base) for k in range(6)]
    before = table(*land, *units, width=36, depth=36, tolerance=tolerance)
    found = deploy(before, [each["id"] for each in units])
    after = prepare_table(placed(before, found))
    assert len(found.placements) == len(units)
    for i in range(len(units)):
        places = edge_displacements(after, BaseOrPoint.of_unit(after, i), reach=tolerance, most=1)
        assert not len(places)


def test_where_edges_are_everywhere_a_unit_stands_across_one_rather_than_nowhere() -> None:
    stripes = [area(f"s{k}", box(0, k, 36, k + 0.5), kind="rough") for k in range(6)]
    before = table(zone(box(0, 0, 36, 6)), *stripes, *waiting(3), width=36, depth=36)
    assert len(deploy(before, names(3), zones=["zone"]).placements) == 3
