"""What heat and hits leave of Move and TMM, number by number; what they mean for an attack: tests/cases."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from astrike.rulebook.loader import load_edition
from astrike.rules.options import resolve
from astrike.rules.units.move_and_tmm import CurrentMove, current_move
from tests import builders
from tests.builders import Json


def motion(
    card: Json, *, edition: str = "ce-5.01", options: Mapping[str, str] = MappingProxyType({})
) -> CurrentMove:
    unit = builders.unit_of(card, edition=edition)
    rules = load_edition(edition)
    return current_move(unit, row=rules.units[unit.type], edition=rules, options=resolve(rules, options))


@pytest.mark.parametrize(
    ("card", "ground", "jump", "tmm"),
    [
        (builders.mech(move='10"/6"j', tmm=2, heat=1), 8, 6, 2),
        (builders.mech(move='10"/6"j', tmm=2, heat=3), 4, 6, 1),
        (builders.mech(move='10"', tmm=2, heat=1, specials=["TSM"]), 12, None, 2),
        (builders.mech(move='10"', tmm=2, heat=2, specials=["TSM"]), 8, None, 1),
        (builders.mech(move='14"', tmm=3, hits={"mp": 1}), 7, None, 1),
        (builders.mech(move='3"', tmm=1, hits={"mp": 1}), 1, None, 0),
        (builders.mech(move='2"', tmm=0, hits={"mp": 1}), 0, None, 0),
        (builders.mech(move='10"', tmm=2, hits={"mp": 1}, heat=1), 3, None, 1),
        (builders.mech(move='10"/8"j', tmm=2, hits={"mp": 1}), 5, 4, 1),
        (builders.vehicle(move='10"t', tmm=2, hits={"motive": ["half"]}), 5, None, 1),
        (builders.vehicle(move='10"t', tmm=2, hits={"motive": ["-2", "half"]}), 4, None, 0),
        (builders.vehicle(move='10"t', tmm=2, hits={"motive": ["half", "-2"]}), 3, None, 0),
        (builders.vehicle(move='10"t', tmm=2, hits={"engine": 1}), 5, None, 1),
        (builders.mech(move='10"', tmm=2, hits={"engine": 1}), 10, None, 2),
    ],
)
def test_what_is_left(card: Json, ground: float, jump: float | None, tmm: int) -> None:
    found = motion(card)
    assert (found.ground, found.jump, found.tmm) == (ground, jump, tmm)


def test_a_jump_keeps_the_tmm_that_heat_takes() -> None:
    found = motion(builders.mech(move='10"/6"j', tmm=2, heat=3))
    assert (found.tmm, found.jump_tmm) == (1, 2)


def test_half_of_an_odd_inch_is_lost_either_way() -> None:
    card = builders.mech(move='9"', tmm=2, hits={"mp": 1})
    for rounding in ("down", "normal"):
        assert motion(card, options={"critical.mp-rounding": rounding}).ground == 4
    assert motion(card).ground == 4


def test_fractions_of_an_inch_tell_the_two_ways_of_rounding_apart() -> None:
    card = builders.mech(move='7.5"', tmm=1, hits={"mp": 1})
    assert motion(card).ground == 3
    assert motion(card, options={"critical.mp-rounding": "normal"}).ground == 3.5


@pytest.mark.parametrize(
    ("card", "manner"),
    [
        ({"motion": "ground", "moved": 1}, "ground"),
        ({"motion": "ground", "moved": 0.99}, "standstill"),
        ({"motion": "ground"}, "ground"),
        ({"motion": "sprint", "moved": 15}, "ground"),
        ({"motion": "jump", "moved": 0}, "jump"),
        ({"motion": "minimum", "moved": 0.5}, "minimum"),
        ({"motion": "unmoved"}, "unmoved"),
        ({"motion": "standstill", "state": ["shutdown"]}, "immobile"),
        ({"motion": "jump", "state": ["stunned"]}, "immobile"),
        ({"motion": "ground", "heat": 4}, "immobile"),
    ],
)
def test_how_it_counts_as_having_moved(card: Json, manner: str) -> None:
    assert motion(builders.mech(**card)).manner == manner


def test_what_the_card_does_not_say_is_assumed_aloud() -> None:
    assert [note.at for note in motion(builders.mech("A", tmm=None)).assumed] == ["units.A.tmm"]
    assert motion(builders.mech("A", tmm=None, move='12"')).tmm == 2
    assert motion(builders.mech("A", tmm=None, move=None)).tmm == 0
    assert motion(builders.mech("A")).assumed == ()


@pytest.mark.parametrize("edition", ["ce-5.01", "ce-7", "classic-2.3.1"])
def test_thrust_gives_no_tmm_and_none_is_assumed(edition: str) -> None:
    found = motion(builders.mech(type="AF", move="6a", tmm=None), edition=edition)
    assert (found.card_tmm, [each.at for each in found.assumed]) == (0, [])
