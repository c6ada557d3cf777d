import pytest

from astrike.rules.movement.mobility_profile import mobility_profile_of
from astrike.rules.movement.movement_terrain import MovementTerrain, movement_terrain_for
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.builders import Json
from tests.rules.movement.move_questions import ask, foot, keys, ledger, mobility, tank

BOX = builders.box(6, 0, 20, 20)
ROUGH = builders.area("rough", BOX, kind="rough")
WOODS = builders.woods("woods", BOX)


def land_of(
    mover: str, *pieces: Json, unit: Json | None = None, variant: str = "", **head: object
) -> MovementTerrain:
    prepared = prepare_table(builders.table(unit or mobility(), *pieces, **head))
    return movement_terrain_for(prepared, mobility_profile_of(prepared, 0, mover, variant=variant))


def price(land: MovementTerrain) -> tuple[float, str]:
    """Give surcharge and bar of the only piece."""
    (zone,) = [k for k, piece in enumerate(land.piece.tolist()) if piece >= 0]
    return float(land.surcharge[zone]), land.barred[zone]


@pytest.mark.parametrize(
    ("mover", "piece", "expected"),
    [
        ("mech", ROUGH, (1.0, "")),
        ("wheeled", ROUGH, (1.0, "move.prohibited")),
        ("mech", WOODS, (1.0, "")),
        ("infantry", WOODS, (0.0, "")),
        ("tracked", WOODS, (1.0, "")),
        ("hover", WOODS, (1.0, "move.prohibited")),
        ("wheeled", WOODS, (1.0, "move.prohibited")),
        ("mech", builders.water("w", BOX, depth=0), (0.0, "")),
        ("mech", builders.water("w", BOX, depth=1), (1.0, "")),
        ("mech", builders.water("w", BOX, depth=2), (3.0, "")),
        ("mech", builders.water("w", BOX, depth=5), (3.0, "")),
        ("industrial", builders.water("w", BOX, depth=1), (1.0, "")),
        ("industrial", builders.water("w", BOX, depth=2), (3.0, "move.prohibited")),
        ("tracked", builders.water("w", BOX, depth=0), (0.0, "")),
        ("tracked", builders.water("w", BOX, depth=1), (1.0, "move.prohibited")),
        ("infantry", builders.water("w", BOX, depth=1), (1.0, "move.prohibited")),
        ("hover", builders.water("w", BOX, depth=2), (0.0, "")),
        ("naval", builders.water("w", BOX, depth=2), (0.0, "")),
        ("naval", builders.water("w", BOX, depth=0), (0.0, "move.dry")),
        ("mech", builders.building("b", BOX, class_="heavy"), (3.0, "")),
        ("protomech", builders.building("b", BOX, class_="heavy"), (1.0, "")),
        ("infantry", builders.building("b", BOX, class_="heavy"), (0.0, "")),
        ("mech", builders.wall("wall", BOX), (0.0, "move.wall")),
        ("mech", builders.area("s", BOX, kind="swamp"), (1.0, "")),
        ("tracked", builders.area("s", BOX, kind="swamp"), (2.0, "")),
    ],
)
def test_the_cost_table(mover: str, piece: Json, expected: tuple[float, str]) -> None:
    assert price(land_of(mover, piece)) == expected


@pytest.mark.parametrize(
    ("mover", "special", "piece", "expected"),
    [
        ("tracked", "SEAL", builders.water("w", BOX, depth=2), (3.0, "")),
        ("infantry", "UMU", builders.water("w", BOX, depth=1), (1.0, "")),
        ("industrial", "SEAL", builders.water("w", BOX, depth=2), (3.0, "")),
        ("tracked", "AMP", builders.water("w", BOX, depth=2), (1.0, "")),
        ("wheeled", "DUN", builders.area("s", BOX, kind="sand"), (0.0, "")),
        ("mech", "LG", ROUGH, (0.0, "")),
        ("mech", "LG", builders.building("b", BOX, class_="heavy"), (2.0, "")),
    ],
)
def test_special_abilities_open_and_cheapen(
    mover: str, special: str, piece: Json, expected: tuple[float, str]
) -> None:
    assert price(land_of(mover, piece, unit=mobility(specials=[special]))) == expected


@pytest.mark.parametrize(
    ("mover", "option", "value", "piece", "expected"),
    [
        ("hover", "move.hover-in-woods", True, WOODS, (1.0, "")),
        (
            "industrial",
            "water.im-depth-1",
            False,
            builders.water("w", BOX, depth=1),
            (1.0, "move.prohibited"),
        ),
        ("infantry", "water.infantry-needs-umu", False, builders.water("w", BOX, depth=1), (1.0, "")),
        ("mech", "water.advanced", True, builders.water("w", BOX, depth=3), (1.0, "")),
        ("mech", "woods.advanced", "flat", builders.woods("w", BOX, class_="heavy"), (2.0, "")),
        ("mech", "woods.advanced", "off", builders.woods("w", BOX, class_="heavy"), (1.0, "")),
    ],
)
def test_options_decide_and_are_named(
    mover: str, option: str, value: object, piece: Json, expected: tuple[float, str]
) -> None:
    land = land_of(mover, piece, options={option: value})
    assert price(land) == expected
    if value != "off":
        assert option in land.option


def test_large_units_pay_the_full_price_without_the_option() -> None:
    land = land_of("mech", ROUGH, unit=mobility(specials=["LG"]), options={"move.large-cheaper": False})
    assert price(land) == (1.0, "")
    assert land.option == ("move.large-cheaper",)


def test_bicycles_ride_through_woods() -> None:
    assert price(land_of("wheeled", WOODS, variant="b")) == (1.0, "")


def test_amphibious_vehicles_ride_on_the_surface() -> None:
    lake = builders.water("lake", BOX, depth=2)
    assert land_of("tracked", lake, unit=mobility(specials=["AMP"])).rides
    answer = ask(tank(specials=["AMP"]), lake, path=[(9, 10)])
    assert answer.allowed
    assert ledger(answer) == {"path": 4.0, "amphibious": 3.625}
    assert answer.end[2] == 0.0
    four = ask(tank(specials=["AMP"]), lake, path=[(9, 10)], options={"move.amp-water": 4})
    assert ledger(four)["amphibious"] == 3 * 3.625


def test_wheeled_support_vehicles_pay_off_the_road() -> None:
    road = builders.area("road", builders.box(8, 0, 14, 20), kind="road")
    card = {"type": "SV", "move": '12"w'}
    answer = ask(mobility(**card), road, path=[(12, 10)])
    assert ledger(answer) == {"path": 7.0, "unpaved": 3.625}
    assert "move.wheeled-sv" in [option.id for option in answer.options_used]
    assert ledger(ask(mobility(specials=["ORO"], **card), road, path=[(12, 10)])) == {"path": 7.0}


def test_ships_stay_in_the_water() -> None:
    lake = builders.water("lake", builders.box(0, 0, 12, 20), depth=2)
    assert ask(tank(code="n"), lake, path=[(11.3, 10)]).allowed
    answer = ask(tank(code="n"), lake, path=[(11.5, 10)])
    assert keys(answer) == ["move.dry"]
    assert answer.refusals[0].at == pytest.approx(6.375)


def test_rail_units_stay_on_the_rails() -> None:
    rail = builders.area("rail", builders.box(0, 9.5, 30, 10.5), kind="rail")
    assert ask(mobility(type="CV", move='12"r'), rail, path=[(12, 10)]).allowed
    assert keys(ask(mobility(type="CV", move='12"r'), rail, path=[(12, 11)])) == ["move.prohibited"]


def test_overlapping_pieces_of_one_kind_cost_once_and_kinds_add_up() -> None:
    again = builders.woods("more", builders.box(6, 5, 20, 20))
    assert ledger(ask(mobility(), WOODS, again, path=[(7, 10)]))["terrain.woods"] == 1.625
    both = ask(mobility(), WOODS, ROUGH, path=[(7, 10)])
    assert ledger(both) == {"path": 2.0, "terrain.woods": 1.625, "terrain.rough": 1.625}


def test_a_deck_hides_what_lies_under_it() -> None:
    prepared = prepare_table(
        builders.table(mobility(), ROUGH, builders.bridge("b", builders.box(6, 8, 20, 12), base=0))
    )
    mech = mobility_profile_of(prepared, 0, "mech")
    assert movement_terrain_for(prepared, mech).zones.polygons[0].area == 280
    land = movement_terrain_for(prepared, mech, frozenset({1}))
    assert (
        sum(land.zones.polygons[k].area for k in range(len(land.zones)) if land.kind[k] == "rough")
        == 280 - 56
    )
    assert "bridge" in land.kind


def test_the_same_terrain_is_prepared_once() -> None:
    prepared = prepare_table(builders.table(mobility(), WOODS))
    mech = mobility_profile_of(prepared, 0, "mech")
    assert movement_terrain_for(prepared, mech) is movement_terrain_for(
        prepare_table(builders.table(mobility(), WOODS)), mech
    )


def test_rows_that_no_source_prints_refuse_with_their_key() -> None:
    answer = ask(mobility(), builders.area("s", BOX, kind="swamp"), path=[(7, 10)], edition="classic-2.3.1")
    assert keys(answer) == ["swamp"]
    assert answer.refusals[0].by == "s"


@pytest.mark.parametrize(
    ("pilot", "unit", "piece", "expected"),
    [
        ("forest-ranger", mobility(pilot=["forest-ranger"]), WOODS, {"path": 2.0}),
        ("mountaineer", mobility(pilot=["mountaineer"]), ROUGH, {"path": 2.0}),
        (
            "cross-country",
            tank(code="h", pilot=["cross-country"]),
            WOODS,
            {"path": 2.0, "terrain.woods": 4.875},
        ),
    ],
)
def test_pilots_that_know_the_ground(pilot: str, unit: Json, piece: Json, expected: dict[str, float]) -> None:
    answer = ask(unit, piece, path=[(7, 10)])
    assert answer.allowed, pilot
    assert ledger(answer) == expected


def test_mountain_troops_climb_two_inches() -> None:
    hill = builders.hill("hill", BOX, height=2)
    assert keys(ask(foot(), hill, path=[(7, 10)])) == ["move.cliff", "move.steep"]
    assert ask(foot(specials=["MTN"]), hill, path=[(7, 10)]).allowed
