"""The whole table looked over: who stands where nobody can."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from astrike.errors import AstrikeError
from astrike.model.legality import Finding
from astrike.model.table import Table
from astrike.rulebook.loader import load_edition
from astrike.rules.movement.standing_check import ORDER, base_contacts, standing_findings
from astrike.rules.table.prepared_table import prepare_table
from tests import strategies
from tests.builders import (
    Json,
    area,
    box,
    bridge,
    building,
    hill,
    infantry,
    mech,
    ramp,
    table,
    unit,
    vehicle,
    wall,
    water,
    woods,
)
from tests.soak import examples


def found(*features: Json, **head: object) -> tuple[Finding, ...]:
    return standing_findings(prepare_table(table(*features, **head)))


def reported(*features: Json, **head: object) -> list[tuple[str, tuple[str, ...]]]:
    """Return keys without their room, and the ids concerned."""
    return [(finding.key.removeprefix("standing."), finding.by) for finding in found(*features, **head)]


def test_a_table_in_order_has_no_findings() -> None:
    assert found(mech("A", at=(5, 5)), vehicle("B", at=(20, 5)), woods("w", box(4, 4, 9, 9))) == ()
    assert found() == ()


def test_every_finding_has_page_place_and_words() -> None:
    (finding,) = found(mech("A", at=(0.3, 5)))
    assert (finding.key, finding.severity, finding.where) == ("standing.overhang", "note", (0.3, 5))
    assert (finding.limit, finding.value) == (0, pytest.approx(0.325))
    assert finding.label
    assert finding.cite.page == "no page known"


# ---- the edge of the table


@pytest.mark.parametrize(
    ("at", "key"),
    [
        ((0.625, 5), None),
        ((0.5, 5), "standing.overhang"),
        ((0, 5), "standing.overhang"),
        ((-0.1, 5), "standing.off-table"),
        ((48.2, 5), "standing.off-table"),
        ((5, 36), "standing.overhang"),
        ((5, 36.5), "standing.off-table"),
    ],
)
def test_the_edge_of_the_table(at: tuple[float, float], key: str | None) -> None:
    """A file cannot put a unit beyond the edge, whoever moves units about in a program can."""
    inside = table(mech("A"))
    moved = replace(inside, units=(replace(inside.units[0], at=at),))
    assert [finding.key for finding in standing_findings(prepare_table(moved))] == ([key] if key else [])


def test_the_edge_and_a_base_with_corners() -> None:
    long = {"shape": "rect", "width": 1, "length": 6}
    assert reported(vehicle("A", at=(2, 5), base=long, facing=0)) == []
    (finding,) = found(vehicle("A", at=(2, 5), base=long, facing=90))
    assert (finding.key, finding.value) == ("standing.overhang", pytest.approx(1))


# ---- other units


def test_overlapping_bases_are_told_once_with_how_deep() -> None:
    (finding,) = found(mech("A", at=(5, 5)), mech("B", at=(6, 5)))
    assert (finding.key, finding.by, finding.severity) == ("standing.overlap", ("A", "B"), "error")
    assert finding.value == pytest.approx(0.25)
    assert finding.where == (5.5, 5)


def test_height_does_not_let_bases_overlap() -> None:
    assert reported(mech("A", at=(5, 5)), vehicle("B", at=(5, 5), move='9"v', elevation=6)) == [
        ("overlap", ("A", "B"))
    ]


def test_touching_bases_are_in_contact_and_do_not_overlap() -> None:
    prepared = prepare_table(table(mech("A", at=(5, 5)), mech("B", at=(6.25, 5)), mech("C", at=(5, 7))))
    assert standing_findings(prepared) == ()
    (finding,) = base_contacts(prepared)
    assert (finding.key, finding.by, finding.severity) == ("standing.contact", ("A", "B"), "note")
    assert finding.where == pytest.approx((5.625, 5))


def test_contact_needs_about_the_same_height() -> None:
    above = vehicle("B", at=(6.25, 5), move='9"v', elevation=6)
    assert base_contacts(prepare_table(table(mech("A", at=(5, 5)), above))) == ()
    low = vehicle("B", at=(6.25, 5), move='9"v', elevation=1)
    assert (
        base_contacts(prepare_table(table(mech("A", at=(5, 5)), low))) == ()
    )  # CE p.36: up there with its base
    landed = vehicle("B", at=(6.25, 5), move='9"v', elevation=0)
    assert len(base_contacts(prepare_table(table(mech("A", at=(5, 5)), landed)))) == 1
    beside = vehicle("A", at=(5, 5), move='9"v', elevation=1)
    assert len(base_contacts(prepare_table(table(beside, low)))) == 1


@pytest.mark.parametrize(
    ("at", "key"), [((8, 5), None), ((7.625, 5), None), ((7.5, 5), "overlap"), ((5, 5), "overlap")]
)
def test_bases_with_corners_overlap_by_more_than_a_touch(at: tuple[float, float], key: str | None) -> None:
    tank = vehicle("A", at=(5, 5), base={"shape": "rect", "width": 2, "length": 4}, facing=90)
    findings = found(tank, mech("B", at=at))
    assert [finding.key for finding in findings] == ([f"standing.{key}"] if key else [])
    if key and at == (7.5, 5):
        assert findings[0].value == pytest.approx(0.125)


def test_two_bases_with_corners() -> None:
    square = {"shape": "rect", "width": 2, "length": 2}
    pair = (vehicle("A", at=(5, 5), base=square), vehicle("B", at=(7, 5), base=square))
    assert reported(*pair) == []
    (finding,) = found(pair[0], vehicle("B", at=(6.5, 5), base=square))
    assert (finding.key, finding.value) == ("standing.overlap", pytest.approx(0.5))


def test_carried_and_destroyed_units_take_no_place() -> None:
    carrier = vehicle("V", at=(5, 5), specials=["IT4"])
    assert reported(carrier, infantry("I", at=(5, 5), carried_by="V")) == []
    assert reported(mech("A", at=(5, 5)), mech("B", at=(5, 5), state=["destroyed"])) == []
    assert reported(mech("A", at=(5, 5)), mech("B", at=(5, 5), state=["off-table"])) == []


def test_a_carrier_that_is_not_there() -> None:
    gone = vehicle("V", at=(5, 5), specials=["IT4"], state=["off-table"])
    (finding,) = found(gone, infantry("I", at=(5, 5), carried_by="V"))
    assert (finding.key, finding.by, finding.severity) == ("standing.carrier", ("I", "V"), "warning")


# ---- the ground


def test_terrain_that_a_unit_may_not_enter() -> None:
    wood = woods("w", box(8, 0, 20, 20))
    (finding,) = found(vehicle("A", at=(7.5, 5), move='10"w'), wood)
    assert (finding.key, finding.by, finding.facts["kind"]) == ("standing.prohibited", ("A", "w"), "woods")
    assert reported(vehicle("A", at=(7.375, 5), move='10"w'), wood) == []
    assert reported(vehicle("A", at=(7.5, 5), move='10"t'), wood) == []


def test_of_several_ways_of_moving_one_that_may_be_there_is_enough() -> None:
    lake = water("w", box(4, 0, 20, 20), depth=2)
    assert reported(vehicle("A", at=(10, 5), move='10"w'), lake) == [("prohibited", ("A", "w"))]
    assert reported(vehicle("A", at=(10, 5), move='10"w/8"h'), lake) == []


def test_on_a_road_what_lies_beside_does_not_matter() -> None:
    road = area("r", box(0, 4, 20, 6), kind="road")
    wood = woods("w", box(0, 0, 20, 20))
    assert reported(vehicle("A", at=(7, 5), move='10"w'), wood, road) == []
    assert reported(vehicle("A", at=(7, 7), move='10"w'), wood, road) == [("prohibited", ("A", "w"))]


def test_nobody_stands_in_a_wall() -> None:
    fence = wall("w", box(8, 0, 8.5, 20), height=1)
    assert reported(mech("A", at=(7.5, 5)), fence) == [("prohibited", ("A", "w"))]
    assert reported(mech("A", at=(7, 5)), fence) == []


def test_ships_stand_in_water_alone() -> None:
    lake = water("w", box(4, 0, 20, 20), depth=2)
    assert reported(vehicle("A", at=(10, 5), move='10"n'), lake) == []
    assert [key for key, _ in reported(vehicle("A", at=(30, 5), move='10"n'), lake)] == ["prohibited"]


def test_what_flies_over_it_is_not_on_it() -> None:
    wood = woods("w", box(0, 0, 20, 20))
    flying = vehicle("A", at=(7, 5), move='9"v', elevation=4)
    assert reported(flying, wood, hill("h", box(7.2, 0, 20, 20), height=3)) == []
    landed = vehicle("A", at=(7, 5), move='9"v', elevation=0)
    assert reported(landed, wood) == [("prohibited", ("A", "w"))]


def test_a_base_over_a_step_that_is_too_high() -> None:
    cliff = hill("h", box(8, 0, 20, 20), height=3)
    (finding,) = found(mech("A", at=(7.5, 5)), cliff)
    assert (finding.key, finding.by, finding.value, finding.limit) == ("standing.straddle", ("A",), 3, 2)
    assert (finding.facts["low"], finding.facts["high"]) == (0, 3)
    assert reported(mech("A", at=(7.375, 5)), cliff) == []
    step = hill("h", box(8, 0, 20, 20), height=2)
    assert reported(mech("A", at=(7.5, 5)), step) == []
    assert reported(vehicle("A", at=(7.5, 5)), step) == [("straddle", ("A",))]


def test_a_slope_that_is_too_steep() -> None:
    steep = ramp("r", box(8, 0, 10, 20), toward=90, height=3)
    other = ramp("q", box(30, 0, 40, 20), toward=90, height=1)
    (finding,) = found(mech("A", at=(7.5, 5)), steep, other)
    assert (finding.key, finding.by) == ("standing.steep", ("A", "r"))
    assert (finding.value, finding.limit) == (pytest.approx(1.5), 1)


def test_roofs_decks_and_floors() -> None:
    house = building("b", box(4, 0, 14, 20), height=3)
    assert reported(mech("A", at=(9, 5), elevation="roof"), house) == []
    assert reported(mech("A", at=(4.2, 5), elevation="roof"), house) == [("straddle", ("A",))]
    assert reported(infantry("A", at=(9, 5), elevation={"in": "b", "level": 1}), house) == []
    assert reported(infantry("A", at=(9, 5), elevation=2), house) == []
    deck = bridge("d", box(4, 0, 14, 20), base=2)
    assert reported(vehicle("A", at=(9, 5)), deck) == []


@pytest.mark.parametrize(
    ("elevation", "floats"), [(0, False), (2, False), (1, True), (5, True), (-1, True), (2.0000001, False)]
)
def test_a_height_at_which_nothing_carries(elevation: float, *, floats: bool) -> None:
    top = building("b", box(4, 0, 14, 20), height=2, floors=1)
    findings = found(mech("A", at=(9, 5), elevation=elevation), top)
    assert [finding.key for finding in findings] == (["standing.floating"] if floats else [])
    if elevation == 5:
        assert (findings[0].value, findings[0].limit) == (5, 2)


def test_divers_are_carried_by_water() -> None:
    lake = water("w", box(4, 0, 20, 20), depth=4)
    assert reported(vehicle("A", at=(10, 5), move='10"s', elevation=-2), lake) == []
    assert [key for key, _ in reported(vehicle("A", at=(10, 5), move='10"s', elevation=-5), lake)] == [
        "floating"
    ]
    assert [key for key, _ in reported(mech("A", at=(10, 5), elevation=-2), lake)] == ["floating"]
    assert reported(mech("A", at=(10, 5), elevation=-4), lake) == []


def test_what_flies_is_not_below_the_ground() -> None:
    mount = hill("h", box(4, 0, 20, 20), height=5)
    low = vehicle("A", at=(10, 5), move='9"v', elevation=3, state=["airborne"])
    assert [key for key, _ in reported(low, mount)] == ["floating"]


def test_aerospace_in_flight_is_left_alone() -> None:
    assert (
        reported(unit("A", (10, 5), type="AF", move="7a", size=2), hill("h", box(10.2, 0, 20, 20), height=5))
        == []
    )


# ---- all together


def test_findings_stand_in_a_fixed_order() -> None:
    everything = (
        vehicle("W", at=(7.5, 5), move='10"w'),
        mech("C", at=(7.8, 12)),
        mech("D", at=(0.2, 20)),
        mech("E", at=(0.4, 20)),
        woods("w", box(8, 0, 20, 9)),
        hill("h", box(8, 10, 20, 20), height=4),
    )
    keys = [finding.key for finding in found(*everything)]
    assert keys == sorted(keys, key=ORDER.index)
    assert keys == [
        "standing.overlap",
        "standing.prohibited",
        "standing.straddle",
        "standing.overhang",
        "standing.overhang",
    ]


@pytest.mark.parametrize("edition", ["ce-5.01", "ce-7", "classic-2.3.1"])
def test_every_check_has_its_words(edition: str) -> None:
    reasons = load_edition(edition).reasons
    assert all(reasons[key].label and reasons[key].cite.page for key in ORDER)


@settings(max_examples=examples(25, soaked=60), deadline=None)
@given(strategies.tables())
def test_any_table_is_looked_over(some: Table) -> None:
    try:
        prepared = prepare_table(some)
    except AstrikeError:
        return
    for finding in (*standing_findings(prepared), *base_contacts(prepared)):
        assert finding.key in ORDER
        assert finding.cite.page
        assert finding.severity in ("error", "warning", "note")
