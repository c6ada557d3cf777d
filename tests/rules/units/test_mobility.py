"""Which column of the movement cost table a unit stands in, mode by mode, and the mode that fits it."""

import pytest

from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.mobility_profile import is_diving, usual_mode
from astrike.rules.table.prepared_table import prepare_table
from astrike.rules.units.mobility import ground_parts, mover_of
from tests.builders import Json, battle_armor, box, infantry, mech, table, unit, vehicle, water


@pytest.mark.parametrize(
    ("card", "mode", "mover", "inches"),
    [
        (mech(move='8"/6"j'), "ground", "mech", 8),
        (mech(move='8"/6"j'), "jump", "mech", 6),
        (mech(move='10"j'), "ground", "mech", 10),
        (mech(type="IM", move='6"'), "ground", "industrial", 6),
        (unit(type="PM", move='10"/8"j'), "ground", "protomech", 10),
        (vehicle(move='8"t'), "ground", "tracked", 8),
        (vehicle(move='14"w(b)'), "ground", "wheeled", 14),
        (vehicle(move='12"h'), "ground", "hover", 12),
        (vehicle(move='8"n'), "ground", "naval", 8),
        (vehicle(move='8"r'), "ground", "rail", 8),
        (vehicle(move='9"v'), "vtol", "vtol", 9),
        (vehicle(move='12"g'), "ground", "hover", 12),
        (vehicle(move='12"g'), "wige", "wige", 12),
        (vehicle(move='8"s'), "submersible", "submersible", 8),
        (vehicle(type="SV", move='6"w'), "ground", "wheeled", 6),
        (vehicle(move='8"t/4"j'), "jump", "tracked", 4),
        (infantry(move='2"m'), "ground", "infantry", 2),
        (infantry(move='6"t'), "ground", "infantry", 6),
        (infantry(move='10"v'), "vtol", "vtol", 10),
        (infantry(move='4"f/6"j'), "jump", "infantry", 6),
        (battle_armor(move='6"j'), "ground", "infantry", 6),
        (battle_armor(move='6"j', specials=["UMU"]), "submersible", "submersible", 6),
        (battle_armor(move='4"/2"s'), "submersible", "submersible", 2),
        (mech(move='6"qt'), "ground", "tracked", 6),
        (mech(move='8"/8"qw'), "ground", "mech", 8),
        (mech(move='8"qw/6"j'), "jump", "mech", 6),
        (mech(move='10"/8"j', specials=['LAM(36"g/5a)']), "wige", "wige", 36),
        (mech(move='10"', specials=['BIM(24"g/4a)']), "ground", "mech", 10),
        (unit(type="PM", move='8"', specials=["GLD"]), "wige", "wige", 8),
        (unit(type="MS", move='2"'), "ground", "structure", 2),
        (unit(type="AF", move="5a"), "ground", "aerospace", 0),
    ],
)
def test_the_column_and_the_inches(card: Json, mode: str, mover: str, inches: float) -> None:
    prepared = prepare_table(table(card))
    found = budget_of(prepared, 0, mode)
    assert (found.mover.key, found.available) == (mover, inches)
    assert mover_of(prepared.units.units[0], mode, prepared.edition).key == mover


@pytest.mark.parametrize(
    ("card", "mode"),
    [
        (mech(move='8"/6"j', motion="jump"), "ground"),
        (mech(move='8"/6"j', motion="jump", done=False), "jump"),
        (mech(move='8"', motion="jump", done=False), "ground"),
        (mech(move='8"', motion="sprint", done=False), "sprint"),
        (mech(move='6"j'), "ground"),
        (vehicle(move='9"v', motion="unmoved"), "vtol"),
        (vehicle(move='9"v', elevation=3), "vtol"),
        (vehicle(move='12"g', motion="unmoved"), "ground"),
        (vehicle(move='12"g', elevation=1), "wige"),
        (vehicle(move='8"s', motion="unmoved"), "submersible"),
        (mech(move='10"', specials=['LAM(36"g/5a)']), "ground"),
        (mech(move='10"', specials=['LAM(36"g/5a)'], state=["airborne"]), "wige"),
        (mech(move=None), "ground"),
    ],
)
def test_the_mode_that_fits(card: Json, mode: str) -> None:
    assert usual_mode(prepare_table(table(card)), 0) == mode


def test_a_wige_that_takes_off_flies() -> None:
    prepared = prepare_table(table(vehicle(move='12"g', motion="unmoved")))
    assert usual_mode(prepared, 0, takes_off=True) == "wige"


def test_who_has_manoeuvring_units_dives_under_water_only() -> None:
    lake = water("w", box(0, 0, 20, 20), depth=3)
    diver = battle_armor(at=(7, 7), move='6"j', specials=["UMU"])
    assert usual_mode(prepare_table(table(diver, lake)), 0) == "submersible"
    assert not is_diving(prepare_table(table(diver)), 0)


def test_of_several_moves_for_the_ground_one_is_chosen() -> None:
    prepared = prepare_table(table(vehicle(move='8"t/12"w/6"s')))
    assert [part.code for part in ground_parts(prepared.units.units[0])] == ["t", "w"]
    chosen = budget_of(prepared, 0, "ground", choice=1)
    assert (chosen.available, chosen.mover.key, chosen.code) == (12, "wheeled", "w")
