"""The tables of what follows a hit and of support, figure by figure as the sources print them."""

import pytest

from astrike.rulebook.loader import load_edition

PRINTED = [pytest.param(load_edition(name), id=name) for name in ("ce-5.01", "ce-7")]
COLUMNS = ("mech", "protomech", "vehicle", "aerospace", "large", "structure")
CRITICALS = {
    2: ("ammo", "weapon", "ammo", "fuel", "kf-boom", "none"),
    3: ("engine", "weapon", "stunned", "fire-control", "collar", "none"),
    4: ("fire-control", "fire-control", "fire-control", "engine", "none", "none"),
    5: ("none", "mp", "fire-control", "weapon", "fire-control", "none"),
    6: ("weapon", "none", "none", "none", "weapon", "weapon"),
    7: ("mp", "mp", "none", "none", "thruster", "gunners-stunned"),
    8: ("weapon", "none", "none", "none", "weapon", "weapon"),
    9: ("none", "mp", "weapon", "weapon", "door", "gunners-killed"),
    10: ("fire-control", "destroyed", "weapon", "engine", "none", "turret-locked"),
    11: ("engine", "weapon", "killed", "fire-control", "engine", "ammo"),
    12: ("destroyed", "weapon", "engine", "killed", "crew", "weapon"),
}
SUPPORT = {
    "light-strike": (5, 1, 0, 2), "heavy-strike": (6, 2, 0, 3), "light-bombing": (5, 1, 0, 3),
    "heavy-bombing": (7, 2, 0, 4), "strafing": (7, 2, 0, 5), "thumper": (7, 1, 0, 2), "sniper": (8, 2, 0, 3),
    "long-tom": (9, 3, 1, 5), "light-minefield": (9, 1, 0, 0.5), "medium-minefield": (8, 2, 0, 2),
    "heavy-minefield": (7, 3, 0, 4),
}  # fmt: skip
AIR_COVER = {
    "light": {"light-strike": 3, "light-bombing": 4, "heavy-strike": 9, "strafing": 11, "heavy-bombing": 11},
    "heavy": {"light-strike": 9, "light-bombing": 9, "heavy-strike": 5, "strafing": 6, "heavy-bombing": 6},
}
CLASSIC = load_edition("classic-2.3.1")


@pytest.mark.parametrize("edition", PRINTED)
def test_every_column_of_the_critical_table(edition: object) -> None:
    rows = edition.criticals.values()  # type: ignore[attr-defined]  # pytest does not know the type
    assert {row.roll: tuple(row.column(name) for name in COLUMNS) for row in rows} == CRITICALS
    known = set(edition.critical_effects)  # type: ignore[attr-defined]  # pytest does not know the type
    assert {effect for row in CRITICALS.values() for effect in row} <= known


@pytest.mark.parametrize("edition", PRINTED)
def test_how_many_hits_are_the_end(edition: object) -> None:
    effects = edition.critical_effects  # type: ignore[attr-defined]  # pytest does not know the type
    engine, crew = effects["engine"], effects["crew"]
    assert (engine.destroys_mech, engine.destroys_vehicle, engine.destroys_aerospace, engine.destroys_large) == (
        2, 2, 2, 3,
    )  # fmt: skip
    assert crew.destroys_large == 2
    at_once = {key for key, row in effects.items() if 1 in (row.destroys_mech, row.destroys_aerospace)}
    assert at_once == {"ammo", "killed", "destroyed", "fuel"}


@pytest.mark.parametrize("edition", PRINTED)
def test_support_and_air_cover(edition: object) -> None:
    support = edition.support  # type: ignore[attr-defined]  # pytest does not know the type
    assert {key: (r.need, r.damage, r.outer, r.cost) for key, r in support.items()} == SUPPORT
    assert {key for key, row in support.items() if row.scatters} == {
        "light-bombing", "heavy-bombing", "thumper", "sniper", "long-tom",
    }  # fmt: skip
    cover = edition.air_cover.values()  # type: ignore[attr-defined]  # pytest does not know the type
    for name, numbers in AIR_COVER.items():
        assert {row.against: row.need for row in cover if row.cover == name} == numbers


@pytest.mark.parametrize("edition", PRINTED)
def test_mines(edition: object) -> None:
    mines = edition.minefields.values()  # type: ignore[attr-defined]  # pytest does not know the type
    assert [(r.density, r.need, r.damage) for r in mines] == [
        (1, 9, 1),
        (2, 8, 2),
        (3, 7, 3),
        (4, 6, 4),
        (5, 5, 5),
    ]


@pytest.mark.parametrize("edition", [*PRINTED, pytest.param(CLASSIC, id="classic-2.3.1")])
def test_motive_damage_and_heat(edition: object) -> None:
    motive = edition.motive.values()  # type: ignore[attr-defined]  # pytest does not know the type
    assert [(row.roll, row.loss) for row in motive] == [(0, ""), (9, "-2"), (11, "half"), (12, "immobile")]
    movers = edition.motive_modifiers.items()  # type: ignore[attr-defined]  # pytest does not know the type
    assert {key: row.value for key, row in movers} == {
        "tracked": 0, "naval": 0, "wheeled": 1, "hover": 1, "vtol": 2, "wige": 2, "ARS": -1,
    }  # fmt: skip
    heat = edition.heat  # type: ignore[attr-defined]  # pytest does not know the type
    assert {key: row.value for key, row in heat.items()} == {
        "overheat": 1, "engine": 1, "water": -1, "cooling": 0, "shutdown": 0, "external": 1, "deliberate": 1,
    }  # fmt: skip


def test_classic_takes_heat_from_outside_before_it_cools_and_the_others_after() -> None:
    order = list(CLASSIC.heat)
    assert order.index("external") < order.index("cooling")
    order = list(load_edition("ce-5.01").heat)
    assert order.index("external") > order.index("shutdown")


def test_classic_prints_neither_criticals_nor_support() -> None:
    tables = (CLASSIC.criticals, CLASSIC.support, CLASSIC.air_cover, CLASSIC.minefields)
    assert all(row.unknown for table in tables for row in table.values())
    assert not CLASSIC.critical_effects["fire-control"].unknown
