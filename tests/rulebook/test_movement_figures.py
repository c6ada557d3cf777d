"""The movement tables say what is printed: surcharges and bans for every kind of mover, levels, modes, conditions.

Written out once more as a grid, so that a slip in one place is found in the other.
"""

import pytest

from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition

COMMANDERS = [pytest.param(load_edition(name), id=name) for name in ("ce-5.01", "ce-7")]
CLASSIC = load_edition("classic-2.3.1")
MOVERS = (
    "mech", "industrial", "protomech", "infantry", "tracked", "wheeled", "hover", "vtol", "wige", "rail", "naval",
    "submersible", "structure",
)  # fmt: skip

STANDARD = """
clear            0 0 0 0 0 0 0 0 0 x x x 0
paved            0 0 0 0 0 0 0 0 0 x x x 0
road             0 0 0 0 0 0 0 0 0 x x x 0
bridge           0 0 0 0 0 0 0 0 0 x x x 0
rough            1 1 1 1 1 x 1 1 1 x x x 0
rubble           1 1 1 1 1 1 1 1 1 x x x 1
woods            1 1 1 0 1 x x x x x x x 0
surface          x x x x x x 0 x 0 x 0 0 0
water.0          0 0 0 0 0 0 0 0 0 x x x 0
water.1          1 1 1 x x x 1 x 1 x 1 1 1
water.2          3 x 3 x x x 3 x 3 x 3 3 3
"""
MORE = """
rail             1 1 1 1 1 1 1 1 1 0 x x 1
ultra-rough      2 2 2 2 2 x 2 2 2 x x x 2
ultra-rubble     2 2 2 2 2 2 2 2 2 x x x 2
woods.light      1 1 1 0 1 x x x x x x x 0
woods.heavy      2 2 2 1 x x x x x x x x 0
woods.ultra-heavy x x x 3 x x x x x x x x x
jungle           2 2 2 2 x x x x x x x x 0
jungle.light     2 2 2 2 x x x x x x x x 0
jungle.heavy     3 3 3 3 x x x x x x x x 0
jungle.ultra-heavy x x x 4 x x x x x x x x x
building.light   1 1 1 0 1 1 1 x x x x x 0
building.medium  2 2 1 0 2 2 2 x x x x x 0
building.heavy   3 3 1 0 3 3 3 x x x x x 0
building.hardened 4 4 1 0 4 4 4 x x x x x 1
building.castle-heavy 3 3 1 0 3 3 3 x x x x x 0
building.castle-hardened 4 4 1 0 4 4 4 x x x x x 1
wall             x x x x x x x x x x x x x
water-advanced.0 0 0 0 0 0 0 0 0 0 x x x 0
water-advanced.1 0 0 0 x x x 0 x 0 x 0 0 0
water-advanced.2 1 x 1 x x x 1 x 1 x 1 1 1
water-advanced.4 3 x 3 x x x 3 x 3 x 3 3 3
water-advanced.11 4 x 4 x x x 4 x 4 x 4 4 4
rapids           1 1 1 1 1 1 0 1 0 1 1 1 1
hazardous-liquid 0 0 0 0 0 0 0 0 0 0 0 0 0
heavy-industrial 1 1 0 0 0 0 0 0 0 x x x 1
planted-fields   0 0 0 0 0 0 0 0 0 x x x 0
snow             1 1 1 1 1 x 1 1 1 1 x x 1
gravel           1 1 1 1 1 1 1 1 1 x x x 0
ice              1 1 1 1 1 1 0 1 0 1 x x 1
mud              1 1 1 1 1 1 1 1 1 x x x 1
magma-crust      0 0 0 x 0 x 0 0 0 x x x 0
magma            1 1 x x x x x x x x x x x
sand             0 0 0 1 0 1 0 0 0 x x x 0
swamp            1 1 1 2 2 2 2 2 2 x x x 2
quicksand        1 1 1 2 2 2 2 2 2 x x x 2
tundra           0 0 0 0 0 0 0 0 0 x x x 0
minefield        0 0 0 0 0 0 0 0 0 0 0 0 0
fire             0 0 0 0 0 0 0 0 0 0 0 0 0
fortified        0 0 0 0 0 0 0 0 0 0 0 0 0
"""
OPENED = {
    "woods": {"wheeled:(b)", "wheeled:(m)"},
    "woods.light": {"wheeled:(b)", "wheeled:(m)"},
    "surface": {"tracked:AMP", "wheeled:AMP", "vtol:AMP"},
    "water.1": {"tracked:SEAL", "wheeled:SEAL", "infantry:UMU"},
    "water.2": {"tracked:SEAL", "wheeled:SEAL", "infantry:UMU", "industrial:SEAL"},
    "water-advanced.1": {"tracked:SEAL", "wheeled:SEAL", "infantry:UMU"},
    "water-advanced.2": {"tracked:SEAL", "wheeled:SEAL", "infantry:UMU", "industrial:SEAL"},
    "water-advanced.4": {"tracked:SEAL", "wheeled:SEAL", "infantry:UMU", "industrial:SEAL"},
    "water-advanced.11": {"tracked:SEAL", "wheeled:SEAL", "infantry:UMU", "industrial:SEAL"},
    "water-structure.3": {"structure:SEAL"},
    "water-structure.16": {"structure:SEAL"},
}


def rows_of(grid: str) -> list[tuple[str, list[str]]]:
    lines = [line.split() for line in grid.splitlines() if line]
    return [(line[0], line[1:]) for line in lines]


def cells(edition: Edition, key: str) -> list[str]:
    row = edition.going[key]
    own = dict(zip(row.movers, row.surcharges, strict=True))
    return ["x" if name in row.barred else f"{own.get(name, row.surcharge):g}" for name in MOVERS]


@pytest.mark.parametrize("edition", COMMANDERS)
@pytest.mark.parametrize(("key", "expected"), rows_of(STANDARD + MORE))
def test_surcharges_and_bans(edition: Edition, key: str, expected: list[str]) -> None:
    assert cells(edition, key) == expected


@pytest.mark.parametrize(("key", "expected"), rows_of(STANDARD))
def test_the_classic_table_has_the_standard_rows(key: str, expected: list[str]) -> None:
    row, later = CLASSIC.going[key], load_edition("ce-5.01").going[key]
    assert not row.unknown
    assert cells(CLASSIC, key) == expected
    assert (row.depth_from, row.opened_by, row.paved, row.skids, row.large_cheaper) == (
        later.depth_from, later.opened_by, later.paved, later.skids, later.large_cheaper,
    )  # fmt: skip


def test_the_classic_errata_print_no_other_rows() -> None:
    printed = {key for key, row in CLASSIC.going.items() if not row.unknown}
    assert printed == {key for key, _ in rows_of(STANDARD)} | {"fortified"}


@pytest.mark.parametrize("edition", COMMANDERS)
def test_every_row_stands_in_the_grid(edition: Edition) -> None:
    structures = {"water-structure.0", "water-structure.1", "water-structure.3", "water-structure.16"}
    assert set(edition.going) == {key for key, _ in rows_of(STANDARD + MORE)} | structures
    named = {name for row in edition.going.values() for name in (*row.movers, *row.barred)}
    assert named - set(MOVERS) <= {"aerospace"}


@pytest.mark.parametrize("edition", COMMANDERS)
def test_what_opens_terrain(edition: Edition) -> None:
    assert {key: set(row.opened_by) for key, row in edition.going.items() if row.opened_by} == OPENED
    assert {key: row.waived_by for key, row in edition.going.items() if row.waived_by} == {
        "sand": ("wheeled:DUN",)
    }


@pytest.mark.parametrize("edition", COMMANDERS)
def test_bands_of_depth(edition: Edition) -> None:
    bands = {key: row.depth_from for key, row in edition.going.items() if key.startswith("water")}
    assert bands == {key: float(key.rpartition(".")[2]) for key in bands}
    own = edition.going["water-structure.1"], edition.going["water-structure.3"]
    assert [row.surcharges for row in own] == [(1.0,), (2.0,)]


@pytest.mark.parametrize("edition", COMMANDERS)
def test_where_units_skid_bog_down_and_where_large_ones_pay_less(edition: Edition) -> None:
    going = edition.going
    assert {key for key, row in going.items() if row.paved} == {"paved", "road", "bridge"}
    assert {key for key, row in going.items() if row.skids} == {"paved", "road", "bridge", "ice"}
    assert {key: row.bog_modifier for key, row in going.items() if row.bogs} == {
        "snow": 1, "gravel": 0, "mud": 1, "magma-crust": 1, "magma": 0, "sand": 0, "swamp": 0, "quicksand": 0,
        "tundra": 1,
    }  # fmt: skip
    assert {key: row.bog_movers for key, row in going.items() if row.bog_movers} == {"sand": ("wheeled",)}
    cheaper = {key.partition(".")[0] for key, row in going.items() if row.large_cheaper}
    assert cheaper == {"rough", "ultra-rough", "rubble", "ultra-rubble", "woods", "jungle", "building"}
    for key, row in going.items():
        assert row.large_cheaper == (key.partition(".")[0] in cheaper), key


LEVELS = {
    "mech": (2, 2, 2),
    "industrial": (2, 2, 2),
    "protomech": (2, 1, 2),
    "infantry": (4, 1, 2),
    "tracked": (4, 1, 2),
    "wheeled": (4, 1, 2),
    "hover": (4, 1, 2),
    "rail": (4, 1, 2),
    "wige": (2, 1, 2),
    "vtol": (2, 0, 0),
    "submersible": (2, 0, 0),
    "naval": (0, 0, 0),
    "structure": (0, 2, 1),
    "aerospace": (0, 0, 0),
}
"""Price per inch of height, inches of height, within so many of travel."""
CLASSIC_LEVELS = {name: (price / 2, limit, window / 2) for name, (price, limit, window) in LEVELS.items()} | {
    "structure": (0, 0, 0)
}


def levels(edition: Edition) -> dict[str, tuple[float, float, float]]:
    return {key: (row.climb_price, row.climb_limit, row.climb_window) for key, row in edition.movers.items()}


@pytest.mark.parametrize("edition", COMMANDERS)
def test_level_changes(edition: Edition) -> None:
    assert levels(edition) == LEVELS
    assert edition.movers["structure"].climb_prices == (0, 2, 4)
    assert [key for key, row in edition.movers.items() if not row.facing_free] == ["structure"]


def test_level_changes_cost_half_and_count_by_the_inch_in_the_classic_edition() -> None:
    assert levels(CLASSIC) == CLASSIC_LEVELS
    assert all(row.conf != "sure" for row in CLASSIC.movers.values() if row.climb_price)


@pytest.mark.parametrize("edition", [*COMMANDERS, pytest.param(CLASSIC, id="classic-2.3.1")])
def test_who_rides_on_water(edition: Edition) -> None:
    assert {key for key, row in edition.movers.items() if row.on_surface} == {"hover", "wige", "naval"}


CONDITIONS = {
    "atmosphere.thin": ("atmosphere=thin", -4, "add"),
    "atmosphere.thick": ("atmosphere=thick", 2, "add"),
    "atmosphere.very-thick": ("atmosphere=very-thick", 0, "add"),
    "atmosphere.vacuum": ("atmosphere=vacuum", 0, "destroyed"),
    "atmosphere.unsealed": ("atmosphere=vacuum", 0, "destroyed"),
    "atmosphere.engine": ("atmosphere=vacuum", 0, "destroyed"),
    "gravity": ("gravity", 0, "divide"),
    "heat.extreme": ("weather=extreme-heat", -2, "add"),
    "wind.1": ("wind=1", -2, "add"),
    "wind.2": ("wind=2", -2, "add"),
    "wind.3": ("wind=3", -4, "add"),
    "wind.3-armor": ("wind=3", -2, "add"),
    "wind.4": ("wind=4", 2, "at-most"),
    "wind.4-armor": ("wind=4", -2, "add"),
}


@pytest.mark.parametrize("edition", COMMANDERS)
def test_what_conditions_do_to_move(edition: Edition) -> None:
    found = {key: (row.when, row.inches, row.effect) for key, row in edition.effects.items()}
    assert found == CONDITIONS


HAZARDS = {
    # every, need, dice, modifier, damage
    "skid": (0, 0, 2, 0, 0),
    "bog": (2, 0, 2, 0, 0),
    "ice": (2, 6, 1, 0, 1),
    "magma-crust": (2, 6, 1, 2, 0),
    "magma": (2, 0, 0, 0, 1),
    "hazardous-liquid": (2, 0, 0, 0, 1),
    "rapids": (0, 0, 2, 2, 0),
    "fire": (0, 0, 0, 0, 1),
    "building-damage": (1, 0, 0, 0, 1),
    "crash": (0, 0, 0, 0, 1),
    "hull-down": (0, 7, 2, 0, 0),
    "drop": (0, 5, 2, 0, 0),
}


@pytest.mark.parametrize("edition", COMMANDERS)
def test_rolls_and_damage_on_the_way(edition: Edition) -> None:
    found = {key: (r.every, r.need, r.dice, r.modifier, r.damage) for key, r in edition.hazards.items()}
    assert {key: row for key, row in found.items() if any(row)} == HAZARDS
    assert set(edition.hazards["skid"].movers) == {"mech", "industrial", "protomech", "tracked", "wheeled"}


NUMBERS = {
    "minimum.inches": 2, "sprint.factor": 1.5, "paved.bonus": 2, "jump.ceiling-share": 0.5, "jump.ceiling-below": 0,
    "jump.from-depth": 1, "vtol.take-off": 1, "wige.taxi": 2, "wige.take-off": 4, "wige.aloft": 4, "wige.rise": 2,
    "mount.price": 2, "dismount.share": 0.5, "level.free": 0.5, "level.step": 0.5, "flight.cross": 24,
    "wall.climb-factor": 2, "walk.depth": 30, "large.cheaper": 1, "floor.price": 1, "gravity.least": 1, "wind.least": 2,
    "riders.loss": 2, "clamps.loss": 2, "quadvee.bonus": 2, "cargo.light": 1 / 3, "cargo.heavy": 0.5, "cargo.large": 1,
    "cargo.share": 0.25, "tow.smaller": 2, "tow.equal": 0.5, "tow.larger": 0.25, "tow.most": 1, "hull-down.price": 4,
    "hull-down.price-low": 2, "hull-down.leave": 4, "hull-down.easier": 2, "hull-down.near": 2,
    "skid.share": 0.5, "skid.after": 1, "skid.quad": -2, "skid.tripod": -1, "bog.quad": -1, "bog.tripod": -1,
    "load.large": 5, "load.battle-armor": 1, "bridge.cf": 4, "span.length": 2, "structure.turn": 60, "sink.damage": 1,
}  # fmt: skip


@pytest.mark.parametrize("edition", COMMANDERS)
def test_numbers_of_moves(edition: Edition) -> None:
    assert {key: edition.number(key) for key in NUMBERS} == pytest.approx(NUMBERS)


def test_numbers_of_moves_in_the_classic_edition() -> None:
    printed = {key: CLASSIC.number(key) for key in NUMBERS if not CLASSIC.numbers[key].unknown}
    assert printed == {
        "minimum.inches": 2, "paved.bonus": 2, "jump.ceiling-share": 1, "jump.ceiling-below": 1,
        "mount.price": 2, "dismount.share": 0,
        "level.free": 0.5, "level.step": 0.5, "flight.cross": 24,
    }  # fmt: skip


@pytest.mark.parametrize("edition", COMMANDERS)
def test_pilots(edition: Edition) -> None:
    pilots = {key: row for key, row in edition.abilities.items() if row.kind == "pilot"}
    assert {key: (row.inches, row.sprint_inches) for key, row in pilots.items() if row.inches} == {
        "foot-cavalry": (2, 0),
        "light-horseman": (2, 0),
        "speed-demon": (2, 4),
        "sure-footed": (2, 4),
        "drag-racer": (4, 6),
    }
    assert {key: row.surcharge for key, row in pilots.items() if row.surcharge} == {
        "animal-mimicry": -2,
        "foot-cavalry": -1,
        "light-horseman": -1,
        "maneuvering-ace": -1,
        "forest-ranger": -1,
        "frogman": -1,
        "mountaineer": -1,
    }
    assert {key for key, row in pilots.items() if not row.applied} == {
        "float-like-a-butterfly",
        "lucky",
        "overrun-combat",
        "zone-of-control",
    }
    assert {key for key, row in pilots.items() if row.paved} == {"sure-footed", "drag-racer"}
    assert {key: row.skid for key, row in pilots.items() if row.skid} == {"sure-footed": -2, "drag-racer": -2}
    assert pilots["cross-country"].opened_factor == 2
    assert (pilots["foot-cavalry"].level_factor, pilots["mountaineer"].level_price) == (0.5, -1)
    assert edition.abilities["MTN"].climb_limit == 2


@pytest.mark.parametrize("edition", COMMANDERS)
def test_collapses(edition: Edition) -> None:
    assert {key: (row.collapse, row.minimal, row.unlimited) for key, row in edition.buildings.items()} == {
        "light": (0, True, False),
        "medium": (1, False, False),
        "heavy": (2, False, False),
        "hardened": (4, False, False),
        "castle-heavy": (10, False, True),
        "castle-hardened": (20, False, True),
    }
    castles = [edition.buildings[key] for key in ("castle-heavy", "castle-hardened")]
    assert [(row.cf, row.absorbs_infantry, row.absorbs) for row in castles] == [(80, 10, 10), (160, 10, 10)]
